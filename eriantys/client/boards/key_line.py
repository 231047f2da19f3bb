"""Which keys are named, where there is not room for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from eriantys.client.text import width

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
