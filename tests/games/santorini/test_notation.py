"""The notation: short forms, synonyms, and what is no action."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.santorini import GAME
from tests.games.assertions import assert_refusal

from .position import do, level, options, position

SHORT = {
    "move b2 c3": ["b2 c3", "b2c3", "m b2 c3", "mb2c3", "MOVE B2 C3", "  move  b2   c3 "],
    "build c4": ["b c4", "bc4", "build c4 "],
    "build b2 c4": ["b b2 c4", "bb2c4", "build b2c4"],
    "dome c4": ["d c4", "dc4"],
    "dome b2 c4": ["d b2 c4"],
    "place b2": ["p b2", "pb2"],
    "ferry b2 c2": ["f b2 c2", "fb2c2"],
    "raze c4": ["r c4", "rc4"],
    "god pan": ["g pan", "GOD PAN"],
    "god hephaestus": ["g hep", "god heph"],
    "start 2": ["s 2", "s2", "start2"],
    "done": ["DONE", " done "],
}


@pytest.mark.parametrize("line", SHORT)
def test_short_forms(line: str) -> None:
    assert GAME.format(GAME.parse(line)) == line
    for short in SHORT[line]:
        assert GAME.format(GAME.parse(short)) == line


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-action"),
        ("c3", "unknown-action"),
        ("move b2", "unknown-action"),
        ("place b2 c3", "unknown-action"),
        ("move b2 c3 d4", "unknown-action"),
        ("dance b2 c3", "unknown-action"),
        ("done now", "unknown-action"),
        ("x" * 100, "unknown-action"),
        ("move b2 c6", "no-such-square"),
        ("move b2 f3", "no-such-square"),
        ("build b0", "no-such-square"),
        ("god bacchus", "no-such-god"),
        ("god a", "no-such-god"),
        ("god h", "no-such-god"),
        ("start 0", "no-such-player"),
        ("start 4", "no-such-player"),
    ],
)
def test_what_is_no_action(text: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        GAME.parse(text)
    assert_refusal(refused.value)
    assert refused.value.code == code


def test_a_beginning_that_fits_several_gods_names_them() -> None:
    with pytest.raises(Illegal, match="apollo or aphrodite"):
        GAME.parse("god ap")


def test_a_builder_may_be_named_where_only_one_can_build() -> None:
    state = position("c3 a1 / e5 e1")
    do(state, "move c3 c4")
    assert "build c3" in options(state)
    do(state, "build c4 c3")
    assert level(state, "c3") == 1


def test_a_builder_need_not_be_named_where_only_one_can_reach() -> None:
    state = position("c3 a1 / e5 e1", gods="prometheus -")
    assert "build a1 a2" in options(state)
    do(state, "build a2")
    assert (level(state, "a2"), {line[:7] for line in options(state)}) == (1, {"move a1"})
