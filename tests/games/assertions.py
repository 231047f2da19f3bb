"""What the tests of games mean by a line, a sentence, plain data and a refusal."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import pytest

from eriantys.games.contract import Event, Game, Illegal, Seat

AnyGame: TypeAlias = Game[Any, Any]

PLAIN = (dict, list, str, bytes, int, bool, type(None))


def assert_line(text: Any) -> None:
    assert type(text) is str
    assert text
    assert text.isprintable(), repr(text)
    assert text == text.strip()


def assert_sentence(text: Any) -> None:
    assert_line(text)
    assert len(text) >= 10
    assert text.endswith(".")


def assert_refusal(illegal: Illegal) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", illegal.code)
    assert_sentence(illegal.text)


def assert_plain(data: Any) -> None:
    assert type(data) in PLAIN, f"{data!r} is no plain data"
    if type(data) is dict:
        for key, value in data.items():
            assert type(key) is str
            assert_plain(value)
    if type(data) is list:
        for item in data:
            assert_plain(item)


def refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> Illegal | None:
    """Try an action on the state itself; check that a refusal is proper and harmless."""
    before = game.snapshot(state)
    try:
        game.apply(state, seat, action)
    except Illegal as illegal:
        assert_refusal(illegal)
        assert game.snapshot(state) == before, f"{game.format(action)!r} left its traces"
        return illegal
    return None


def assert_refused_or_synonym(
    game: AnyGame, state: Any, action: Any, *, unguided: bool = False
) -> None:
    """Try an action that is not listed: if it works, a listed one does the same.

    Without guidance it may cost the seat the game instead.
    """
    seat, tried = game.turn(state), game.copy(state)
    assert seat is not None
    if refusal(game, tried, seat, action) is not None:
        return
    for listed in game.legal(state):
        other = game.copy(state)
        game.apply(other, seat, listed)
        if game.snapshot(other) == game.snapshot(tried):
            return
    if unguided and seat not in game.active(tried):
        return
    pytest.fail(f"{game.format(action)!r} is not listed, works, and is no synonym")


def seen(events: list[Event], seat: Seat | None) -> list[Event]:
    return [event for event in events if event.seen_by(seat)]
