"""Which keys are named, where there is not room for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from eriantys.client.canvas import Span, spans_width
from eriantys.client.frame import GUIDE, GUIDE_DIM, GUIDE_KEY
from eriantys.client.text import width

Pairs: TypeAlias = list[tuple[str, str]]
"""Keys, each with what it does in a word or two."""

_WIDE = 100
"""From so many columns on there is room for what Enter does."""
_ALWAYS_THERE = 30
_UNDO = 8
"""Cells of the line of keys that the table takes for its own: chat, log, help, menu; undo."""
_MARK = 4
"""Cells that the table takes for itself in the row of a sentence."""


def fitting(
    pairs: Iterable[tuple[str, str]], wide: int, *, undo: bool, named: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Leave out what stands elsewhere, or would push those that are always there away."""
    room = wide - _ALWAYS_THERE - (_UNDO if undo else 0)
    kept = []
    for key, word in pairs:
        if key in named:
            continue
        if key == "Enter" and wide < _WIDE:
            word = "ok"
        needed = width(key) + width(word) + 3
        if needed <= room:
            kept.append((key, word))
            room -= needed
    return kept


def sentence(asked: str, pairs: Sequence[tuple[str, str]], wide: int) -> str:
    """Name what can be done now, and no more than fits on the screen."""
    said = f"{asked}: {', '.join(f'{key} {word}' for key, word in pairs)}."
    if len(pairs) > 1 and width(said) > wide - _MARK:
        return sentence(asked, pairs[:-1], wide)
    return said


def with_keys(
    spans: Sequence[Span], pairs: Iterable[tuple[str, str]], room: int, gap: str = "  "
) -> list[Span]:
    """Name in the guidance, after what is said there, as many keys as there is room for."""
    said = [*spans]
    left = room - spans_width(said)
    for key, word in pairs:
        left -= width(gap) + 1 + width(key) + width(word)
        if left < 0:
            break
        said += [Span(gap, GUIDE), Span(key, GUIDE_KEY), Span(f" {word}", GUIDE_DIM)]
    return said


def digits(numbers: Iterable[int], signs: str = "123456789") -> str:
    """Write the keys of some numbers, from 1, as short as can be: `1-3`, or `2 4`."""
    listed = sorted(numbers)
    keys = [signs[each - 1] for each in listed]
    if len(listed) > 1 and listed[-1] - listed[0] == len(listed) - 1:
        return f"{keys[0]}-{keys[-1]}"
    return " ".join(keys)
