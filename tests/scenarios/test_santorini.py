"""Santorini, as its document describes it, at a real server: how it begins, and its turns."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.client.boards.santorini import describing
from eriantys.games.santorini.gods import PANTHEON
from eriantys.wire.from_client import Answer, Move, Quick, Try
from eriantys.wire.from_server import Error, Request, Started, Tried
from tests.keys import A_NONCE
from tests.scenarios.real import Server, on_turn
from tests.scenarios.steps import fresh, look, news, nothing_changes, others
from tests.scenarios.town import act, begin, happened, in_order, lines_of, refused

POWERS = {god.power for god in PANTHEON}
SIMPLE = {god.name for god in PANTHEON if god.simple}


def test_d3_3_the_first_in_line_is_asked_how_santorini_is_played(empty_house: Server) -> None:
    anna, bert, cara = empty_house.enter("anna", "bert", "cara")
    anna.say(Quick("santorini", A_NONCE))
    asked = anna.wait_for(Request)
    questions: list[tuple[Any, ...]] = [
        ("seats", "", (2, 3), (1, 4, True, "3"), "bad-seats", 3),
        ("mode", "gods", (False, True), (False, 1, "yes"), "bad-option", True),
        ("mode", "advanced", (False, True), (0, "no"), "bad-option", True),
        ("mode", "guidance", ("full", "none"), ("hardcore", True), "bad-option", "none"),
    ]
    for kind, decision, choices, wrong, code, right in questions:
        assert (asked.kind, asked.decision, asked.legal) == (kind, decision, choices)
        for value in wrong:  # three without gods among them
            anna.say(Answer(asked.id, value))
            error, again = anna.error(), anna.next()
            assert (error.code, error.about, error.request) == (code, "answer", asked.id)
            assert isinstance(again, Request)
            assert (again.id, again.legal) == (asked.id, choices)
        anna.say(Answer(asked.id, right))
        if decision != "guidance":
            asked = anna.wait_for(Request)
    for client in (bert, cara):
        client.say(Quick("santorini", A_NONCE))
    for client in (anna, bert, cara):
        started = client.wait_for(Started)
        assert started.players == ("anna", "bert", "cara")
        assert started.options == {"gods": True, "advanced": True, "hardcore": True}
        assert started.guidance == "none"


def test_d3_3_a_mode_that_does_not_exist_is_refused_however_it_is_wished_for(
    server: Server,
) -> None:
    [player] = server.enter(*fresh(1))
    news(player)
    for wish in (
        {"seats": 4},
        {"seats": 3, "options": {"gods": False}},
        {"seats": 2, "options": {"gods": False, "advanced": True}},
        {"seats": 2, "options": {"hardcore": True}},
        {"seats": 2, "options": {"hardcore": True}, "guidance": "none"},
    ):
        player.say(Quick("santorini", A_NONCE, **wish))
        error = player.error()
        assert (error.code[:4], error.about) == ("bad-", "quick")
    assert news(player) == []


@pytest.mark.parametrize(("seats", "advanced"), [(2, False), (3, False), (2, True), (3, True)])
def test_d3_8_the_challenger_sees_all_gods_and_chooses_as_many_as_there_are_players(
    server: Server, seats: int, advanced: bool
) -> None:
    players = server.seat(*fresh(seats), game="santorini", options={"advanced": advanced})
    challenger, *rest = in_order(players)
    offer = {g.name for g in PANTHEON if seats in g.seats and (g.name in SIMPLE or advanced)}
    assert all(describing.god(name)[1] in POWERS for name in offer), "all with what they do"
    chosen: list[str] = []
    for missing in range(seats, 0, -1):
        player, request = on_turn(*players)
        assert (player, request.decision) == (challenger, "gods")
        assert lines_of(request) == [
            f"god {name}" for name in player.view["setup"]["available"] if name not in chosen
        ]
        for client in players:
            assert set(client.view["setup"]["available"]) == offer
            setup, table = client.view["setup"], client.view["table"]
            assert table["seats"] - len(setup["offered"]) == missing, "how many are to come"
        rest[0].say(Move(request.id, lines_of(request)[0]))
        assert rest[0].wait_for(Error).code == "not-your-turn"
        for name in chosen:
            assert refused(player, request, f"god {name}").code == "god-chosen"
        for name in {god.name for god in PANTHEON} - offer:
            assert refused(player, request, f"god {name}").code == "god-not-allowed"
        chosen.append(lines_of(request)[-1].removeprefix("god "))
        update = act(players, f"god {chosen[-1]}")
        seat = players.index(challenger)
        assert happened(update, "god offered") == [{"seat": seat, "god": chosen[-1]}]
    assert on_turn(*players)[0] is rest[0]


def test_d3_8_the_others_take_the_challenger_gets_the_last_and_says_who_starts(
    server: Server,
) -> None:
    players = server.seat(*fresh(3), game="santorini")
    challenger, second, third = in_order(players)
    seats = [players.index(each) for each in (challenger, second, third)]
    for name in ("pan", "atlas", "demeter"):
        act(players, f"god {name}")

    player, request = on_turn(*players)
    assert (player, request.decision) == (second, "god")
    assert sorted(lines_of(request)) == ["god atlas", "god demeter", "god pan"]
    assert refused(player, request, "god apollo").code == "god-not-offered"
    act(players, "god demeter")
    player, request = on_turn(*players)
    assert (player, sorted(lines_of(request))) == (third, ["god atlas", "god pan"])
    assert refused(player, request, "god demeter").code == "god-not-offered"
    update = act(players, "god pan")
    assert happened(update, "god taken") == [
        {"seat": seats[2], "god": "pan"},
        {"seat": seats[0], "god": "atlas"},
    ], "the last one without a word"

    whole = [look(each).view for each in players]
    assert whole[0] == whole[1] == whole[2] == players[0].view, "all are shown the same"
    gods = dict(zip(seats, ("atlas", "demeter", "pan"), strict=True))
    for seat in range(3):
        assert whole[0][f"player/{seat}"]["god"] == gods[seat]
    assert [whole[0][f"worker/{n}"]["seat"] for n in range(6)] == [0, 0, 1, 1, 2, 2]

    player, request = on_turn(*players)
    assert (player, request.decision) == (challenger, "start")
    assert lines_of(request) == ["start 1", "start 2", "start 3"]
    assert refused(player, request, "start 4").code == "no-such-player"
    update = act(players, f"start {seats[2] + 1}")
    [named] = happened(update, "start player named")
    assert named == {"seat": seats[0], "start": seats[2]}
    assert all(each.view["setup"]["starter"] == seats[2] for each in players)
    assert on_turn(*players)[0] is third


@pytest.mark.parametrize("gods", ["pan demeter atlas", "pan bia atlas"])
def test_d3_9_workers_are_placed_player_by_player_before_everybodys_eyes(
    server: Server, gods: str
) -> None:
    players = begin(server, gods, "", options={"advanced": True})
    order = in_order(players)
    starter = order[0]
    if "bia" in gods:
        order = [order[1], order[0], order[2]]  # her power: she places first
    squares = iter(["c3", "a1", "e5", "b4", "d2", "c1"])
    taken: list[str] = []
    for player in order:
        seat = players.index(player)
        for worker in (2 * seat, 2 * seat + 1):
            asked, request = on_turn(*players)
            assert (asked, request.decision) == (player, "place")
            assert len(lines_of(request)) == 25 - len(taken)
            for square in taken:
                assert refused(player, request, f"place {square}").code == "occupied"
            taken.append(next(squares))
            update = act(players, f"place {taken[-1]}")
            facts = {"seat": seat, "worker": worker, "square": taken[-1]}
            assert happened(update, "worker placed") == [facts]
            for each in players:
                assert each.view[f"square/{taken[-1]}"]["worker"] == worker
                assert each.view[f"worker/{worker}"]["square"] == taken[-1]
    player, request = on_turn(*players)
    assert (player, request.decision) == (starter, "move")


def test_d3_10_each_step_is_asked_with_all_that_is_possible(server: Server) -> None:
    players = begin(server, "prometheus demeter", "c3 a1 e5 e1")
    player, request = on_turn(*players)
    # Move or build, with one worker or the other.
    first = {" ".join(line.split()[:2]) for line in lines_of(request)}
    assert first == {"move a1", "move c3", "build a1", "build c3"}
    act(players, "build c3 c4")
    assert all(line.startswith("move c3") for line in lines_of(on_turn(*players)[1]))
    act(players, "move c3 d4")
    player, request = on_turn(*players)
    assert (request.decision, player) == ("build", in_order(players)[0])
    act(players, "build c4")

    player, request = on_turn(*players)
    assert all(line.startswith(("move e5", "move e1")) for line in lines_of(request))
    assert refused(player, request, "move e1 c3").code == "too-far"
    act(players, "move e1 d2")
    assert refused(player, on_turn(*players)[1], "build d4").code == "occupied"
    act(players, "build c2")
    _, request = on_turn(*players)
    assert (request.decision, "done" in lines_of(request)) == ("more", True)
    assert "build c2" not in lines_of(request), "Demeter's second one is elsewhere"
    act(players, "done")
    assert on_turn(*players)[0] is not player


def test_d3_10_what_is_planned_can_be_asked_privately_as_often_as_wanted(
    server: Server,
) -> None:
    players = begin(server, "demeter atlas", "c3 a1 e5 e1")
    player, request = on_turn(*players)

    def tried(*lines: str) -> Tried:
        player.say(Try(request.id, lines))
        return player.wait_for(Tried, request=request.id)

    with nothing_changes(server, player, *others(players, player)):
        assert list(tried().legal) == lines_of(request)
        for line in lines_of(request):  # whatever either worker could do
            after = tried(line)
            assert after.decision == "build"
            assert f"square/{line.split()[-1]}" in after.changes
        plans = [("move c3 c4",), ("move c3 c4", "build d4")]
        answers = [tried(*plan) for plan in plans * 2]
        assert answers[:2] == answers[2:]
        player.say(Try(request.id, ("move c3 c4", "build c4")))
        error = player.wait_for(Error)
        assert (error.code, error.about, error.step) == ("occupied", "try", 1)
        [other] = others(players, player)
        other.say(Try(request.id, plans[0]))
        assert other.error().code == "not-your-turn"

    # What was foreseen is what is asked.
    for foreseen, line in zip(answers, plans[1], strict=False):
        update = act(players, line)
        _, now = on_turn(*players)
        assert (now.decision, tuple(lines_of(now))) == (foreseen.decision, foreseen.legal)
        assert happened(update, "turn begun") == []
    assert player.view["square/d4"]["level"] == 1
