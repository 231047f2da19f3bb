"""Lists of keys or signs and what they mean, in columns in which no word is cut off."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from eriantys.client.canvas import Span, ink, spans_width
from eriantys.client.text import width, wrap

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Keys and what they do, or signs and what they are."""

HEADING = ink("accent", "panel", "bold")
KEY = ink("cur", "panel", "bold")
TEXT = ink("text", "panel")
GAP = 2
"""Cells between two columns, and between a key and its words."""
LEAST = 12
"""No column of words is narrower."""


def one_column(title: str, pairs: Pairs, cells: int) -> list[list[Span]]:
    """Lay a list out below its title; long words go on in the next line."""
    lines = [[Span(title, HEADING)]]
    wide = _widest(pairs)
    for key, words in pairs:
        head = Span(" " * (wide - width(key)) + key + " " * GAP, KEY)
        for number, part in enumerate(wrap(words, max(LEAST, cells - wide - GAP)) or [""]):
            first = Span(" " * (wide + GAP), TEXT) if number else head
            lines.append([first, Span(part, TEXT)])
    return lines


@lru_cache(maxsize=32)
def two_columns(
    left: tuple[str, Pairs], right: tuple[str, Pairs], cells: int
) -> list[list[Span]]:
    """Lay two lists out beside each other, in as few lines as possible.

    Where several widths need the same lines, the gap comes as near to the middle as it can.
    """
    best: list[list[Span]] = []
    least = cells
    for at in sorted(_splits(left[1], right[1], cells), key=lambda at: abs(2 * at - cells)):
        one = one_column(*left, at - GAP)
        other = one_column(*right, cells - at)
        if not best or max(len(one), len(other)) < least:
            least = max(len(one), len(other))
            best = _beside(one, other, at)
    return best or [*one_column(*left, cells), [], *one_column(*right, cells)]


def _splits(left: Pairs, right: Pairs, cells: int) -> range:
    """Give the columns in which the right list can begin."""
    return range(_widest(left) + GAP + LEAST + GAP, cells - _widest(right) - GAP - LEAST + 1)


def _widest(pairs: Pairs) -> int:
    return max((width(key) for key, _ in pairs), default=0)


def _beside(one: list[list[Span]], other: list[list[Span]], at: int) -> list[list[Span]]:
    lines: list[list[Span]] = []
    for row in range(max(len(one), len(other))):
        line = list(one[row]) if row < len(one) else []
        if row < len(other):
            line += [Span(" " * (at - spans_width(line)), TEXT), *other[row]]
        lines.append(line)
    return lines
