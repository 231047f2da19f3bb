"""Listeners who sit down at a table of a server in memory."""

from __future__ import annotations

from eriantys.wire.from_client import Create, Join
from tests.client.listener import Listener
from tests.keys import A_NONCE
from tests.server.parlour import Parlour


def table(parlour: Parlour, *names: str, game: str = "toy", **create: object) -> list[Listener]:
    """Begin a match; everybody has heard all of it."""
    listeners = [Listener(parlour, name) for name in names]
    listeners[0].say(Create(game, len(names), A_NONCE, **create))  # type: ignore[arg-type]
    assert listeners[0].model.seated is not None
    match = listeners[0].model.seated.match
    for listener in listeners[1:]:
        listener.say(Join(A_NONCE, match))
    for listener in listeners:
        listener.hear()
    return listeners


def asked(*listeners: Listener) -> tuple[Listener, Listener]:
    """Tell who is asked for a move, and one of the others."""
    for listener in listeners:
        listener.hear()
    [one] = [each for each in listeners if each.match.my_turn]
    return one, next(each for each in listeners if each is not one)


def play(one: Listener, *others: Listener, action: str = "") -> None:
    """Act for one, by default with the first offer; the others hear of it."""
    one.act(action or one.match.offers[0])
    for other in others:
        other.hear()
