"""Names of people where there is little room: shortened so that they stay apart.

Names of one stem differ at their end (`Random 1`, `Random 2`), so what is left out is left out
of the middle. A first word, which only bots have, is the first to go: `Bot Mina` is `B.Mina`.
"""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.text import ELLIPSIS, cut, split, width

_LEAST = 3
"""Cells below which a name in a row of names says nothing any more."""


def shorten(name: str, most: int) -> str:
    """Shorten a name to so many cells, so that its beginning and its end stay."""
    if width(name) <= most:
        return name
    if most < 3:
        return cut(name, most)
    first, _, rest = name.partition(" ")
    if first and width(rest) >= _LEAST and width(f"{first[0]}.{rest}") <= most:
        return f"{first[0]}.{rest}"
    cells = split(name)
    tail = (most - 1) // 2
    head = most - 1 - tail
    # Half of a wide sign cannot be drawn.
    if not cells[head]:
        head -= 1
    if not cells[-tail]:
        tail -= 1
    return "".join(cells[:head]) + ELLIPSIS + "".join(cells[len(cells) - tail :])


def fill(name: str, cells: int) -> str:
    """Make a name just so many cells wide: shortened, or with blanks after it."""
    name = shorten(name, cells)
    return name + " " * (cells - width(name))


def in_a_row(names: Sequence[str], most: int) -> str:
    """Name several people in so many cells: the longest are shortened until all fit."""
    whole = ", ".join(names)
    room = most - 2 * (len(names) - 1)
    if width(whole) <= most or room < _LEAST * len(names):
        return cut(whole, most)
    longest = max(map(width, names))
    while sum(min(width(name), longest) for name in names) > room:
        longest -= 1
    return ", ".join(shorten(name, longest) for name in names)
