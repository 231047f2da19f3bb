"""The notation: an action as one readable line, and any line as an action or a refusal."""

from __future__ import annotations

import re
from functools import lru_cache

from eriantys.games.contract import Illegal, excerpt
from eriantys.games.santorini import actions
from eriantys.games.santorini.actions import DONE, IMPLIED, Action
from eriantys.games.santorini.board import BY_NAME as SQUARE_OF
from eriantys.games.santorini.board import NAMES
from eriantys.games.santorini.gods import PANTHEON

_LONGEST = 64  # no line of the notation comes near it; longer texts are not searched
_MOST_PLAYERS = 3

_SQUARE_WORDS = {
    (actions.PLACE, 1): actions.PLACE,
    (actions.MOVE, 2): actions.MOVE,
    (actions.BUILD, 1): actions.BUILD,
    (actions.BUILD, 2): actions.BUILD,
    (actions.DOME, 1): actions.DOME,
    (actions.DOME, 2): actions.DOME,
    (actions.FERRY, 2): actions.FERRY,
    (actions.RAZE, 1): actions.RAZE,
}
"""The words that stand before squares, each with how many follow."""
_SHORT = {
    "p": actions.PLACE,
    "m": actions.MOVE,
    "b": actions.BUILD,
    "d": actions.DOME,
    "f": actions.FERRY,
    "r": actions.RAZE,
    "": actions.MOVE,
    **{word: word for word, _ in _SQUARE_WORDS},
}

_WITH_SQUARES = re.compile(r"([a-z]*?) ?((?:[a-z][0-9]+ ?){1,2})")
_ONE_SQUARE = re.compile(r"[a-z][0-9]+")
_GOD = re.compile(r"(?:god|g) ([a-z]+)")
_START = re.compile(r"(?:start|s) ?([0-9]+)")

_EXAMPLES = (
    "god pan, start 2, place b2, move b2 c3, build c4, build b2 c4, dome c4, ferry b2 c2, "
    "raze c4, done"
)


@lru_cache(maxsize=4096)
def format_action(action: Action) -> str:
    """Write an action as one line."""
    kind, first, second = action
    if kind == actions.GOD:
        return f"god {PANTHEON[first].name}"
    if kind == actions.START:
        return f"start {first + 1}"
    squares = [NAMES[square] for square in (first, second) if square != IMPLIED]
    return " ".join([kind, *squares])


def parse_action(text: str) -> Action:
    """Read a line, short forms included; raise `Illegal` for anything else."""
    line = " ".join(text[:_LONGEST].lower().split())
    if len(text) > _LONGEST or not text.isascii():
        raise _unknown(text)
    if line == DONE.kind:
        return DONE
    if named := _GOD.fullmatch(line):
        return _god(named[1])
    if started := _START.fullmatch(line):
        return _start(started[1])
    if not (about := _WITH_SQUARES.fullmatch(line)):
        raise _unknown(text)
    squares = _ONE_SQUARE.findall(about[2])
    kind = _SQUARE_WORDS.get((_SHORT.get(about[1], ""), len(squares)))
    if kind is None:
        raise _unknown(text)
    first, target = _square(squares[0]), _square(squares[-1])
    return Action(kind, first if len(squares) > 1 else IMPLIED, target)


def _square(name: str) -> int:
    if name not in SQUARE_OF:
        raise Illegal(
            "no-such-square", f"There is no square {excerpt(name)}: they are a1 to e5."
        )
    return SQUARE_OF[name]


def _start(number: str) -> Action:
    if not 1 <= int(number) <= _MOST_PLAYERS:
        raise Illegal(
            "no-such-player",
            f"There is no player {int(number)}: players are numbered from 1 to 3.",
        )
    return actions.start(int(number) - 1)


def _god(name: str) -> Action:
    meant = [number for number, god in enumerate(PANTHEON) if god.name.startswith(name)]
    known = ", ".join(god.name for god in PANTHEON)
    if not meant:
        raise Illegal("no-such-god", f"There is no god {excerpt(name)}; there are: {known}.")
    if len(meant) > 1:
        names = " or ".join(PANTHEON[number].name for number in meant)
        raise Illegal("no-such-god", f"{name!r} could be {names}: write more of it.")
    return actions.god(meant[0])


def _unknown(text: str) -> Illegal:
    return Illegal(
        "unknown-action", f"{excerpt(text)} is no action. Actions look like: {_EXAMPLES}."
    )
