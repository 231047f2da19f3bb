"""Santorini without help, and how players and matches come to their end, at a real server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from eriantys.wire.from_client import (
    FromClient,
    Leave,
    Move,
    Rematch,
    Resign,
    Resume,
    Try,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Presence,
    Request,
    Seated,
    Started,
    Update,
)
from tests.keys import A_NONCE
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh, look, news, nothing_changes, others, play_on
from tests.scenarios.town import act, begin, happened, in_order, lines_of, refused

HARDCORE: dict[str, Any] = {"options": {"advanced": True}, "guidance": "none"}
"""With all gods: the quickest prohibitions to break are those of the advanced ones."""
MOST_MATCHES = 30


def test_d3_11_without_guidance_a_mistake_is_refused_without_a_hint(server: Server) -> None:
    players = begin(server, "pan atlas", "c3 a1 e5 e1", guidance="none")
    player, request = on_turn(*players)
    for line, code in [
        ("move c3 c3", "too-far"),
        ("move c3 e3", "too-far"),
        ("move d3 d4", "no-worker"),
        ("move a1 z9", "no-such-square"),
        ("build c4", "wrong-phase"),
        ("climb", "unknown-action"),
    ]:
        with nothing_changes(server, player, *others(players, player)):
            error = refused(player, request, line)
        assert error.code == code
        if code not in ("unknown-action", "no-such-square"):
            assert squares_in(error.text) <= squares_in(line) | own_squares(player)
    player.say(Try(request.id, ("move c3 c4",)))
    assert player.wait_for(Error).code == "cannot-try"
    act(players, "move c3 c4")
    _, request = on_turn(*players)
    assert refused(player, request, "dome d4").code == "wrong-piece"
    assert {"build d4", "dome d4", "build c4", "build a5"} <= set(lines_of(request))
    act(players, "build d4")
    assert on_turn(*players)[0] is not player, "no mistake has cost the turn"


def blindly(players: list[Client], chance: Random) -> Counter[str]:
    """Play a match by chance, without knowing what is legal; count the refusals by code."""
    refusals = Counter[str]()
    while players[0].position().turn is not None:
        player, request = on_turn(*players)
        line = chance.choice(lines_of(request))
        player.say(Move(request.id, line))
        heard = player.next()
        while not isinstance(heard, Error | Update):
            heard = player.next()
        if isinstance(heard, Update):
            for each in others(players, player):
                each.wait_for(Update, number=request.id)
            continue
        refusals[heard.code] += 1
        again = player.wait_for(Request)
        assert (again.id, again.candidates) == (request.id, request.candidates)
        if request.decision in ("move", "build", "more"):
            assert squares_in(heard.text) <= squares_in(line) | own_squares(player)
    return refusals


def test_d3_11_without_guidance_nothing_hints_at_what_is_legal_in_a_whole_match(
    server: Server,
) -> None:
    chance, refusals = Random("d3.11"), Counter[str]()
    for _ in range(MOST_MATCHES):
        players = server.seat(*fresh(2), game="santorini", **HARDCORE)
        refusals += blindly(players, chance)
        for player in players:
            moves = [each for each in player.heard if isinstance(each, Request)]
            assert all(each.legal is None for each in moves)
            assert all(each.candidates for each in moves if each.kind == "move")
            told = [each.changes for each in player.heard if isinstance(each, Update)]
            bans = [ban for changes in told for ban in changes.get("forbidden", ())]
            assert all(ban["actions"] == [] for ban in bans)
        if len(refusals) > 3:
            return
        server.let_go()
    assert len(refusals) > 3


def squares_in(text: str) -> set[str]:
    return set(re.findall(r"\b[a-e][1-5]\b", text))


def own_squares(player: Client) -> set[str]:
    seat = player.last(Started).seat
    return {
        part["square"]
        for name, part in player.view.items()
        if name.startswith("worker/") and part["seat"] == seat
    }


BANS = [
    ("limus pan", "c3 a1 c1 e5", ("move a1 a2", "build a1", "move c1 c2"), "build d2"),
    ("aphrodite pan", "c3 a1 c2 e5", ("move a1 a2", "build a1"), "move c2 c1"),
]


@pytest.mark.parametrize(("gods", "places", "before", "line"), BANS)
def test_d3_11_whoever_breaks_a_prohibition_loses_at_once(
    server: Server, gods: str, places: str, before: tuple[str, ...], line: str
) -> None:
    players = begin(server, gods, places, **HARDCORE)
    for step in before:
        act(players, step)
    player, request = on_turn(*players)
    assert line in lines_of(request), "not parted from what is permitted"
    seat = players.index(player)
    update = act(players, line)
    [broken] = happened(update, "prohibition broken")
    assert broken == {"seat": seat, "action": line, "gods": [gods.split()[0]]}
    assert happened(update, "player out") == [{"seat": seat, "reason": "broke-prohibition"}]
    assert not happened(update, "built"), "it is not carried out"
    for each in players:
        ended = each.wait_for(Ended)
        assert (ended.reason, ended.ranking) == ("last-standing", ((1 - seat,), (seat,)))


@pytest.mark.parametrize(("gods", "places", "before", "line"), BANS)
def test_d3_11_with_guidance_the_same_is_refused(
    server: Server, gods: str, places: str, before: tuple[str, ...], line: str
) -> None:
    players = begin(server, gods, places, options={"advanced": True})
    for step in before:
        act(players, step)
    player, request = on_turn(*players)
    assert line not in lines_of(request)
    error = refused(player, request, line)
    assert error.code == "forbidden"
    assert gods.split()[0].title() in error.text


def loser_of_three(server: Server, **create: Any) -> tuple[Client, list[Client]]:
    """Let the second of three lose by a prohibition; return that one, and all by seat."""
    players = begin(server, "limus pan atlas", "c3 a1 c1 e5 e1 d5", **HARDCORE, **create)
    for line in ("move a1 a2", "build a1", "move c1 c2", "build b2"):
        act(players, line)
    return in_order(players)[1], players


def test_d3_12_one_of_three_who_has_lost_goes_on_watching(server: Server) -> None:
    loser, players = loser_of_three(server)
    seat, stay = players.index(loser), others(players, loser)
    for each in players:
        assert each.view["losers"] == [seat]
        assert each.view[f"player/{seat}"]["out"] == "broke-prohibition"
        assert [each.view[f"worker/{2 * seat + n}"]["square"] for n in (0, 1)] == [None, None]
    assert not any(isinstance(message, Ended) for each in players for message in each.heard)
    assert on_turn(*players)[0] is in_order(players)[2], "the next one has the turn"
    unasked: list[tuple[FromClient, str]] = [
        (Move(on_turn(*players)[1].id, "move c2 c1"), "not-your-turn"),
        (Resign(), "out-of-game"),
    ]
    with nothing_changes(server, loser, *stay):
        for message, code in unasked:
            loser.say(message)
            assert loser.wait_for(Error).code == code
    turns = []
    for line in ("move e1 e2", "build e1", "move a2 a3", "build a2", "move e2 e1", "build e2"):
        turns.append(on_turn(*players)[0])
        act(players, line)  # and the loser hears of each
    assert loser not in turns
    assert set(turns) == set(stay)
    assert look(loser).view == look(stay[0]).view


def test_d3_12_who_cannot_move_when_the_turn_begins_is_out_with_guidance_as_well(
    server: Server,
) -> None:
    players = begin(server, "pan atlas demeter", "a1 a2 b1 b2 b3")
    loser = in_order(players)[0]
    update = act(players, "place a3")
    out = {"seat": players.index(loser), "reason": "stuck"}
    assert happened(update, "player out") == [out]
    assert on_turn(*players)[0] is in_order(players)[1]
    act(players, "move b1 a1")


def test_d3_12_a_loser_who_leaves_does_not_hold_the_others_up(server: Server) -> None:
    loser, players = loser_of_three(server)
    seat, stay = players.index(loser), others(players, loser)
    number = loser.last(Started).match
    news(loser)
    loser.say(Leave())
    [saved] = loser.wait_for(Matches, whole=True).saved
    assert (saved.match, saved.suspended) == (number, False)
    for each in stay:
        away = each.wait_for(Presence)
        assert (away.seat, away.here, away.cause) == (seat, False, "left")
    for line in ("move e1 e2", "build e1", "move a2 a3"):
        act(players, line, gone=loser)
    assert not any(isinstance(message, Ended) for each in stay for message in each.heard)
    loser.say(Resume(number))
    assert loser.wait_for(Started).number == stay[0].position().number
    for each in stay:
        assert each.wait_for(Presence).cause == "back"
    act(players, "build a2")


def test_d3_12_or_ends_the_match_if_it_was_agreed_so(server: Server) -> None:
    loser, players = loser_of_three(server, absence="end")
    loser.say(Leave())
    for each in players:
        ended = each.wait_for(Ended)
        assert (ended.reason, ended.seat) == ("left", players.index(loser))
        assert ended.ranking == ()


@pytest.mark.parametrize("options", [{"gods": False}, {"gods": True}])
def test_d3_13_all_are_told_who_won_and_the_same_can_play_again(
    server: Server, options: dict[str, bool]
) -> None:
    players = server.seat(*fresh(2), game="santorini", options=options)
    [watcher] = server.enter(*fresh(1))
    watcher.say(Watch(players[0].last(Started).match))
    watcher.wait_for(Started)
    choose = climbing(Random("d3.13"))
    while True:
        player, request = on_turn(*players)
        update = act(players, choose(player, request))
        if update.turn is None:
            break
    [over] = happened(update, "game over")
    winner = over["winner"]
    for each in (*players, watcher):
        ended = each.wait_for(Ended)
        assert (ended.reason, ended.ranking) == (over["reason"], ((winner,), (1 - winner,)))
        assert players[winner].name in ended.text
        assert each.view["ending"] == {"reason": over["reason"], "winner": winner}
        assert each.last(Update) == update, "and how"

    before = players[0].last(Started)
    for player in players:
        news(player)  # the connection is there
    for player in players:
        player.say(Rematch(A_NONCE))
        player.wait_for(Seated)
    for player in players:
        again = player.wait_for(Started)
        assert again.match > before.match
        assert (again.players, again.options) == (before.players, before.options)
    assert play_on(*players).number == 1


def climbing(chance: Random) -> Callable[[Client, Request], str]:
    """Make a player who goes up, and builds what can be climbed."""

    def choose(player: Client, request: Request) -> str:
        def worth(line: str) -> float:
            squares = re.findall(r"[a-e][1-5]", line)
            levels: list[int] = [player.view[f"square/{name}"]["level"] for name in squares]
            if not levels or (line.startswith("build") and levels[-1] == 3):
                return -chance.random()
            return levels[-1] + chance.random() / 2

        return max(lines_of(request), key=worth)

    return choose
