"""Pointing at what can be chosen: to the nearest by an arrow, or to the next of a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from eriantys.client.canvas import Canvas

T = TypeVar("T")
Place: TypeAlias = tuple[float, float]
"""The middle of something on the screen."""

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
_FLATTER = 2.2
"""A cell is about so many times as high as it is wide."""


def places_on(canvas: Canvas, kind: type[T]) -> dict[T, Place]:
    """Find where the targets lie on the screen; `kind` is what this game points with."""
    return {
        meaning: (area.x + area.width / 2, area.y + area.height / 2)
        for area, meaning in canvas.hits
        if isinstance(meaning, kind)
    }


def nearest(arrow: str, cursor: T, targets: Iterable[T], places: Mapping[T, Place]) -> T:
    """Give the target that an arrow leads to, as they lie there; the same if there is none."""
    here = places[cursor]
    x, y = ARROWS[arrow]
    best: tuple[float, T] | None = None
    for target in targets:
        place = places.get(target)
        if place is None or target == cursor:
            continue
        across, down = place[0] - here[0], (place[1] - here[1]) * _FLATTER
        along = across * x + down * y
        aside = abs(across * y) + abs(down * x)
        if along <= 0.5 or aside > 4 * along + 3:
            continue
        distance = along + 2 * aside
        if best is None or distance < best[0]:
            best = (distance, target)
    return cursor if best is None else best[1]


def following(listed: Sequence[T], cursor: T, way: int) -> T:
    """Give the next of a list, or the one before; the same if there is nothing."""
    if not listed:
        return cursor
    at = listed.index(cursor) if cursor in listed else -way
    return listed[(at + way) % len(listed)]
