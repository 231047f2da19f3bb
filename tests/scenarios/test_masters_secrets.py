"""What stays hidden at a real table of Masters, also from watchers, and what can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.wire.from_client import History, Move, Undo
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Request,
    ServerHistory,
    Started,
    State,
    Update,
)
from tests.scenarios.company import look_on, match_of
from tests.scenarios.masters import answer, expert, most_goods, seated, steps
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh, look

DROPS = "leader discard"


def parts_told(message: FromServer) -> dict[str, Any]:
    if isinstance(message, Started | State):
        return message.view
    return message.changes if isinstance(message, Update) else {}


def assert_told_nothing_hidden(client: Client, seat: int | None) -> None:
    """Look through all that somebody has heard for what only other seats may know."""
    for message in client.heard:
        for name, part in parts_told(message).items():
            kind, _, owner = name.partition("/")
            if kind == "leaders":
                assert (part["own"] is not None) == (owner == str(seat)), message
            elif kind == "pile":
                assert part.keys() == {"card", "left"}
            elif kind == "lorenzo" and part is not None:
                assert part.keys() == {"cross", "drawn", "left", "removed"}
        if isinstance(message, Update) and message.seat != seat:
            assert not any(event.kind == "leaders available" for event in message.events)
            assert message.action == DROPS or not message.action.startswith(DROPS)
        assert seat is not None or not (isinstance(message, Request) and message.legal)


@pytest.mark.parametrize("seats", [1, 2])
def test_h_2_watchers_of_masters_see_no_leaders_in_hand_and_no_order_of_cards(
    server: Server, seats: int
) -> None:
    players = server.seat(*fresh(seats), game="masters")
    early = look_on(server, match_of(players[0]))
    chosen = expert(players)
    watchers = [early]
    for update in steps(players, chosen):
        for watcher in watchers:
            watcher.wait_for(Update, number=update.number)
        if update.number == 40:
            watchers.append(look_on(server, match_of(players[0])))
    assert len(watchers) == 2, "one has come in the middle"
    for watcher in watchers:
        watcher.wait_for(Ended)
        assert_told_nothing_hidden(watcher, None)
    for seat, player in enumerate(players):
        assert_told_nothing_hidden(player, seat)


def test_h_2_watchers_of_masters_are_not_told_later_what_they_did_not_see(
    server: Server,
) -> None:
    players = seated(server, 2)
    watcher = look_on(server, match_of(players[0]))
    answer(players, "leader discard 2")
    watcher.say(History(match_of(players[0])))
    history = watcher.wait_for(ServerHistory)
    lines = [line.action for line in history.lines]
    assert lines.count(DROPS) == 5, "four in the set-up, and one now"
    assert not any(line.startswith(DROPS) and line != DROPS for line in lines)
    assert not any(
        event.kind == "leaders available" for line in history.lines for event in line.events
    )
    assert history.view is not None
    assert [history.view[f"leaders/{seat}"]["own"] for seat in range(2)] == [None, None]


def take_back(players: list[Client]) -> Update:
    player, request = on_turn(*players)
    assert request.undo
    player.say(Undo(request.id))
    for each in players:
        update = each.wait_for(Update, number=request.id)
    return update


def test_d4_8_goods_are_put_back_step_by_step_up_to_the_start_of_the_turn(
    server: Server,
) -> None:
    players = seated(server, 2)
    player, request = on_turn(*players)
    before = look(player).view
    answer(players, "leader discard 1")
    answer(players, f"take row {most_goods(player)}")
    done = 2
    while (asked := on_turn(*players)[1]).decision == "store":
        line = next(str(each) for each in asked.legal or () if str(each)[:3] in ("put", "dis"))
        answer(players, line)
        done += 1
    assert asked.decision == "end", "the goods are stored, but the turn is not over"
    for _ in range(done):
        assert take_back(players).action == "undo"
    assert look(player).view == before
    assert not on_turn(*players)[1].undo
    _, request = on_turn(*players)
    player.say(Undo(request.id))
    assert player.wait_for(Error).code == "cannot-undo"


def test_d4_8_a_card_that_was_seen_is_not_put_back(server: Server) -> None:
    for _ in range(10):
        players = server.seat(*fresh(2), game="masters")
        chosen = expert(players)
        for update in steps(players, chosen):
            shown = [e.facts["left"] for e in update.events if e.kind == "card uncovered"]
            if shown and shown[0] and update.turn == update.seat:
                player, request = on_turn(*players)
                assert request.decision == "end"
                assert not request.undo
                player.say(Undo(request.id))
                assert player.wait_for(Error).code == "cannot-undo"
                player.say(Move(request.id, "end"))
                assert player.wait_for(Update, number=request.id).action == "end"
                return
        server.let_go()
    pytest.fail("nobody has bought a card with a leader still in hand")
