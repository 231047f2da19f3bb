"""Checking a view before it is drawn: a server may send anything, and a board must not fall.

A game's `shape.py` names the parts that there must be, each as a class that says what may be in
it, and checks them against each other where drawing relies on it. What is not as it should be
is told as a sentence, and never drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from eriantys.client.boards.reading import View


class Unreadable(Exception):
    """A view that is none of the game it is given for."""


def unreadable(game: str, check: Callable[[View, int], None], view: View, players: int) -> str:
    """Say in a sentence what is wrong with a view; empty if nothing is."""
    try:
        check(view, players)
    except (msgspec.ValidationError, Unreadable, KeyError) as trouble:
        return f"The server shows a table that is none of {game} ({str(trouble)[:60]})."
    return ""


def read(view: View, name: str, kind: Any) -> Any:
    """Read a part of a view as what it must be."""
    if name not in view:
        raise Unreadable(f"no {name}")
    return msgspec.convert(view[name], kind, builtin_types=(bytes,))


def claim(holds: object, what: str) -> None:
    """Find a view unreadable unless something holds."""
    if not holds:
        raise Unreadable(what)
