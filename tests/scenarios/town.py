"""Steps that the scenarios of Santorini share."""

from __future__ import annotations

from typing import Any

from eriantys.wire.from_client import Move
from eriantys.wire.from_server import Error, Request, Update
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh


def act(players: list[Client], line: str, gone: Client | None = None) -> Update:
    """Let whoever is asked act; return what all who are there hear: the same for everybody."""
    player, request = on_turn(*players)
    player.say(Move(request.id, line))
    there = [each for each in players if each is not gone]
    first, *more = [each.wait_for(Update, number=request.id) for each in there]
    assert (first.action, first.seat) == (line, players.index(player))
    assert all(each == first for each in more)
    return first


def happened(update: Update, kind: str) -> list[dict[str, Any]]:
    """List the facts of all events of a kind."""
    return [event.facts for event in update.events if event.kind == kind]


def lines_of(request: Request) -> list[str]:
    return [str(line) for line in request.legal or request.candidates or ()]


def in_order(players: list[Client]) -> list[Client]:
    """Tell who plays when: the challenger first, who is to name himself."""
    challenger = players[0].view["setup"]["challenger"]
    return players[challenger:] + players[:challenger]


def begin(server: Server, gods: str, places: str, **create: Any) -> list[Client]:
    """Begin a match, with gods and squares in the order of play; return its players by seat."""
    names, squares = gods.split(), places.split()
    players = server.seat(*fresh(len(names)), game="santorini", **create)
    for name in (*names, *names[1:]):
        act(players, f"god {name}")
    order = in_order(players)
    act(players, f"start {players.index(order[0]) + 1}")
    for square in squares:
        act(players, f"place {square}")
    return players


def refused(player: Client, request: Request, line: str) -> Error:
    """Let a player do something wrong, after which the same thing must be asked again."""
    player.say(Move(request.id, line))
    error, again = player.wait_for(Error, action=line), player.next()
    assert (error.about, error.request) == ("move", request.id)
    assert isinstance(again, Request)
    assert (again.id, again.decision) == (request.id, request.decision)
    assert (again.legal, again.candidates) == (request.legal, request.candidates)
    return error
