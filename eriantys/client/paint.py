"""From one canvas to the next: the bytes that change what the terminal shows.

Only runs of cells that differ are written, all in one go and inside a synchronized update, so
that nobody ever sees half a frame. Nothing is ever cleared.
"""

from __future__ import annotations

from eriantys.client.canvas import Canvas, Style
from eriantys.client.theme import Theme

BEGIN = "\x1b[?2026h"
END = "\x1b[?2026l"
"""Between these a terminal that knows them draws nothing, and shows all of it at once."""
SHOW_CURSOR = "\x1b[?25h"
HIDE_CURSOR = "\x1b[?25l"
PLAIN = "\x1b[0m"

BRIDGE = 6
"""Cells that are written again sooner than jumping over them, since a jump is as long."""


def paint(theme: Theme, before: Canvas | None, after: Canvas) -> str:
    """Write what turns one canvas into the other; all of it where there is none before."""
    if before is not None and (before.width, before.height) != (after.width, after.height):
        before = None
    pieces: list[str] = []
    style: Style | None = None
    for y in range(after.height):
        letters, styles = after.letters[y], after.styles[y]
        if before is None:
            runs = [(0, after.width)]
        else:
            old_letters, old_styles = before.letters[y], before.styles[y]
            if letters == old_letters and styles == old_styles:
                continue
            runs = _runs(letters, styles, old_letters, old_styles)
        for begin, stop in runs:
            pieces.append(f"\x1b[{y + 1};{begin + 1}H")
            style = _write(theme, letters, styles, begin, stop, style, pieces)
    moved = before is None or before.cursor != after.cursor
    if not pieces and not moved:
        return ""
    pieces.append(PLAIN)
    if after.cursor is None:
        if moved:
            pieces.append(HIDE_CURSOR)
    else:
        x, y = after.cursor
        pieces.append(f"\x1b[{y + 1};{x + 1}H")
        if moved:
            pieces.append(SHOW_CURSOR)
    return "".join((BEGIN, *pieces, END))


def _runs(
    letters: list[str], styles: list[Style], old_letters: list[str], old_styles: list[Style]
) -> list[tuple[int, int]]:
    """Find the runs of cells of one row that differ, those close to each other as one."""
    runs: list[tuple[int, int]] = []
    begin = stop = -1
    for x, letter in enumerate(letters):
        if letter != old_letters[x] or styles[x] != old_styles[x]:
            if begin >= 0 and x - stop > BRIDGE:
                runs.append((begin, stop))
                begin = x
            elif begin < 0:
                begin = x
            stop = x + 1
    if begin >= 0:
        runs.append((begin, stop))
    # What begins with the right half of a wide sign begins with its left one.
    return [(x if letters[x] else x - 1, stop) for x, stop in runs]


def _write(
    theme: Theme,
    letters: list[str],
    styles: list[Style],
    begin: int,
    stop: int,
    style: Style | None,
    pieces: list[str],
) -> Style | None:
    at = begin
    while at < stop:
        first = styles[at]
        end = at + 1
        while end < stop and styles[end] is first:
            end += 1
        if first is not style:
            pieces.append(theme.turn(style, first))
            style = first
        pieces.append(theme.show("".join(letters[at:end])))
        at = end
    return style
