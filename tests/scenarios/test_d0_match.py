"""The first document: a match from its start over its moves to its end."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.games.eriantys import GAME
from eriantys.wire.from_client import (
    Leave,
    Move,
    Sync,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Seated,
    Started,
    Update,
)
from tests.scenarios import strategies
from tests.scenarios.checks import (
    assert_heard_nothing,
    refuse,
    what_stands,
)
from tests.scenarios.driver import Table, nonce_of
from tests.scenarios.real import Server


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d0_6_the_start_shows_all_there_is_to_see(
    server: Server, seats: int, expert: bool
) -> None:
    names = tuple(f"start_{seats}{expert:d}_{seat}" for seat in range(seats))
    clients = server.enter(*names)
    Table(clients, options={"expert": expert})
    starts = [client.last(Started) for client in clients]
    assert [started.seat for started in starts] == list(range(seats))
    started = starts[0]
    assert all(msgspec.structs.replace(each, seat=0) == started for each in starts)
    assert started.game == "eriantys"
    assert started.players == names
    teams = ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))
    assert started.teams == teams
    assert started.options == {"expert": expert}
    assert started.nonces == tuple(map(nonce_of, range(seats)))
    assert len(started.commitment) == 32
    for client in clients:
        assert client.last(Seated).room.commitment == started.commitment
    parts = {"table", "turn", "order", "effect", "ending", "mother", "professors", "towers"}
    parts |= {"bag", "supply"}
    parts |= {f"island/{number}" for number in range(1, 13)}
    parts |= {f"cloud/{number}" for number in range(1, seats + 1)}
    places = ("school", "entrance", "dining")
    parts |= {f"{place}/{seat}" for place in places for seat in range(seats)}
    parts |= {f"character/{slot}" for slot in (1, 2, 3) if expert}
    assert set(started.view) == parts
    assert (started.number, started.decision) == (0, "assistant")
    assert started.turn == started.view["turn"]["seat"]
    for client in clients:
        state, _ = what_stands(client)
        assert state.view == started.view


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d0_7_every_update_tells_who_is_next_and_for_what(server: Server, seats: int) -> None:
    names = [f"update_{seats}_{seat}" for seat in range(seats)]
    table = Table(server.enter(*names), options={"expert": True})
    match, phases = table.match, {("planning", "assistant")}
    while not table.over:
        old = {name: part for name, part in table.view.items() if name != "turn"}
        update = table.act()
        view = table.clients[0].view
        assert all(client.view == view for client in table.clients)
        assert update.match == match
        assert update.turn == view["turn"]["seat"]
        assert update.decision == view["turn"]["decision"]
        assert update.events or update.decision.startswith("monk-")
        # Only what has changed is sent, and merged into what was there it is the whole.
        assert all(old.get(name) != part for name, part in update.changes.items())
        phases.add((view["turn"]["phase"], update.decision))
        if update.number % 10 == 0 and not table.over:
            for client in table.clients:
                assert what_stands(client)[0].view == view
    main = {("planning", "assistant"), ("action", "student"), ("action", "mother")}
    assert main | {("action", "cloud"), ("over", "")} <= phases
    assert {phase for phase, _ in phases} == {"planning", "action", "over"}


def test_d0_8_a_move_of_each_kind_is_played_by_naming_it(server: Server) -> None:
    table = Table(server.enter("move_anna", "move_ben"))
    first, second = table.seat, 1 - table.seat
    played = [table.act("assistant 4"), table.act("a 9")]
    colour = next(word for word in table.legal if "dining" in word).split()[0]
    played.append(table.act(f"{colour} dining"))
    other = table.legal[0].split()[0]
    played.append(table.act(f"{other[0]}12"))
    third = table.legal[0].split()[0]
    played.append(table.act(f"  {third.upper()}   island 3"))
    played.append(table.act("mother 2"))
    played.append(table.act("c1"))
    assert [update.action for update in played] == [
        "assistant 4",
        "assistant 9",
        f"{colour} dining",
        f"{other} 12",
        f"{third} 3",
        "mother 2",
        "cloud 1",
    ]
    assert [update.number for update in played] == [1, 2, 3, 4, 5, 6, 7]
    assert [update.seat for update in played] == [first, second, *[first] * 5]
    kinds = ["assistant played"] * 2 + ["student moved"] * 3 + ["mother moved", "cloud taken"]
    assert [update.events[0].kind for update in played] == kinds


def test_d0_8_an_answer_that_is_sent_twice_counts_once(server: Server) -> None:
    table = Table(server.enter("twice_anna", "twice_ben"))
    player, other = table.player, table.others[0]
    move = Move(table.request.id, "assistant 5")
    table.act(move.action)
    before = what_stands(player), what_stands(other)
    refuse(player, move, "stale", other, asked=None)
    assert (what_stands(player), what_stands(other)) == before
    future = Move(table.request.id + 1, table.legal[0])
    refuse(table.player, future, "unexpected", player, asked=None)
    assert (what_stands(player), what_stands(other)) == before


def test_d0_9_who_is_not_in_control_changes_nothing(server: Server) -> None:
    names = ("control_anna", "control_ben", "control_carla")
    table = Table(server.enter(*names))
    for _ in range(30):
        action = table.legal[0]
        for other in table.others:
            table.refuse(action, "not-your-turn", by=other)
        table.act(action)


def test_d0_9_a_move_of_another_phase_changes_nothing(server: Server) -> None:
    table = Table(server.enter("phase_anna", "phase_ben"))
    moves = {"assistant": "assistant 1", "mother": "mother 1", "cloud": "cloud 1"}
    moves["student"] = "green 1"
    seen = set[str]()
    while seen != set(moves):
        if table.decision not in seen:
            seen.add(table.decision)
            for decision, move in moves.items():
                if decision != table.decision:
                    table.refuse(move, "wrong-phase")
            table.refuse("done", "wrong-phase")
            table.refuse("island 1", "wrong-phase")
        table.act()


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d0_10_the_end_tells_who_won_and_why_and_reveals_the_luck(
    server: Server, seats: int, expert: bool
) -> None:
    names = [f"end_{seats}{expert:d}_{seat}" for seat in range(seats)]
    table = Table(server.enter(*names), options={"expert": expert})
    started = table.player.last(Started)
    while not table.over:
        update = table.act(strategies.first(table))
    ended = table.player.last(Ended)
    assert all(client.last(Ended) == ended for client in table.clients)
    assert (ended.match, ended.seat) == (table.match, None)
    assert ended.reason in ("last-tower", "three-islands", "bag-empty", "no-assistants")
    assert ended.reason == table.view["ending"]["ended"]
    assert update.events[-1].facts == {"reason": ended.reason}

    # The scores are the towers that are seen on the islands, and the ranking follows them.
    sides = table.view["table"]["sides"]
    built = dict.fromkeys(sides, 0)
    for number in range(1, 13):
        island = table.view[f"island/{number}"]
        if island.get("side") is not None:
            built[island["side"]] += island["towers"]
    assert ended.scores == tuple(built[side] for side in sides)
    assert sorted(seat for place in ended.ranking for seat in place) == list(range(seats))
    assert [ended.scores[place[0]] for place in ended.ranking] == sorted(
        (ended.scores[place[0]] for place in ended.ranking), reverse=True
    )
    for team in started.teams:
        assert len([place for place in ended.ranking if set(team) & set(place)]) == 1
    for seat, name in enumerate(names):
        assert (seat in ended.ranking[0]) == (name in ended.text)

    # Whoever saw the promise at the start can check it, and deal the same match again.
    assert ended.commitment == started.commitment == commitment(ended.secret)
    assert ended.nonces == started.nonces == tuple(map(nonce_of, range(seats)))
    dice = FairDice(match_seed(ended.secret, ended.nonces))
    dealt = GAME.new(seats, GAME.Options(expert=expert), dice)
    assert GAME.view(dealt, None) == started.view


def test_d0_10_after_the_end_everybody_stays_and_may_go_to_the_lobby(server: Server) -> None:
    table = Table(server.enter("after_anna", "after_ben"))
    while not table.over:
        table.act()
    assert_heard_nothing(*table.clients)  # and nobody is hung up on
    anna, ben = table.clients
    refuse(anna, Sync(), "unexpected", ben, asked=None)
    anna.say(Leave())
    lobby = anna.next()
    assert isinstance(lobby, Matches)
    assert lobby.whole
    assert lobby.saved == ()
    assert_heard_nothing(ben)
    ben.say(Leave())
    assert isinstance(ben.next(), Matches)
    table.begin()
    assert isinstance(table.act(), Update)
    assert not [each for each in anna.heard if isinstance(each, Error) and each.about != "sync"]
