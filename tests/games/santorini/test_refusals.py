"""Refusals that no ruling's test meets: their codes and what they say."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.santorini import GAME
from eriantys.games.santorini.state import State

from .position import do, position, refused, why


def moved(gods: str = "", **more: Any) -> State:
    """Move from c3 to c4, with a worker of one's own on a1."""
    state = position("c3 a1 / e5 d2", gods=gods, **more)
    do(state, "move c3 c4")
    return state


def built(gods: str, **more: Any) -> State:
    state = moved(gods, **more)
    do(state, "build c3")
    return state


CASES: dict[str, tuple[State, str, str, str]] = {
    "a god in a turn": (position("c3 a1 / e5 e1"), "god pan", "wrong-phase", "move a worker"),
    "done before the move": (position("c3 a1 / e5 e1"), "done", "wrong-phase", "move a worker"),
    "a build before the move": (
        position("c3 a1 / e5 e1"),
        "build c4",
        "wrong-phase",
        "move a worker",
    ),
    "done before the build": (moved(), "done", "wrong-phase", "have to build"),
    "a second move": (moved(), "move c4 c5", "wrong-phase", "have to build"),
    "a ferry without a god for it": (moved(), "ferry c4 c5", "wrong-phase", "build"),
    "a raze without a god for it": (built("demeter -"), "raze c3", "wrong-phase", "be done"),
    "somebody else's worker": (position("c3 a1 / e5 e1"), "move e5 e4", "no-worker", "c3, a1"),
    "a move to where it stands": (position("c3 a1 / e5 e1"), "move c3 c3", "too-far", "c3"),
    "a build on a dome": (moved(domes="c5"), "build c5", "dome", "for good"),
    "a build on a worker": (moved(), "build c4", "occupied", "A worker stands on c4"),
    "a build too far away": (moved(), "build a2", "too-far", "Open to you"),
    "a build by somebody else's worker": (moved(), "build e5 e4", "no-worker", "e5"),
    "a build by a worker that has not moved": (moved(), "build a1 b1", "too-far", "b1"),
    "a block on level 3": (moved(levels="c5=3"), "build c5", "wrong-piece", "a dome next"),
    "a dome on level 0": (moved(), "dome c5", "wrong-piece", "a block next"),
    "a dome when there is none": (
        moved(levels="c5=3", left=(9, 9, 9, 0)),
        "dome c5",
        "no-piece",
        "no dome left",
    ),
    "a build without a token": (
        moved("morpheus -", tokens=(-1, 0)),
        "build c5",
        "no-token",
        "Each build takes a token",
    ),
    "a third build": (built("hephaestus -"), "build b3", "not-again", "does not let you"),
    "nobody to ferry": (
        position("c3 a1 / e5 e1", gods="charon -"),
        "ferry c3 c4",
        "no-ferry",
        "Open to you",
    ),
    "nothing to raze": (
        position("c3 a1 / e5 d2", "b1=1", gods="ares -"),
        "raze b1",
        "wrong-phase",
        "move a worker",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_names_the_rule_and_what_would_be_legal(name: str) -> None:
    state, line, code, part = CASES[name]
    assert refused(state, line) == code
    assert part in why(state, line)


def test_a_long_list_is_cut() -> None:
    assert " and others." in why(position("c3 a1 / e5 e1"), "move c3 c5")


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    with pytest.raises(Illegal, match="player 1 has to move a worker") as refusal:
        GAME.apply(position("c3 a1 / e5 e1"), 1, GAME.parse("move e5 e4"))
    assert refusal.value.code == "not-your-turn"
