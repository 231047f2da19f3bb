"""Lines of log and chat in panels of any width: folded into rows, the latest of them."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.canvas import Span, spans_width
from eriantys.client.text import cut, head, width

INDENT = "  "
"""Before the second and later rows of a line that is too long for one."""


def latest(lines: Sequence[Sequence[Span]], cells: int, rows: int) -> list[list[Span]]:
    """Give the last rows of a talk; what does not fit whole loses its first rows."""
    found: list[list[Span]] = []
    for spans in reversed(lines):
        if len(found) >= rows:
            break
        found[:0] = fold(spans, cells)
    return found[max(0, len(found) - rows) :] if rows > 0 else []


def fold(spans: Sequence[Span], cells: int, *, shorten: bool = True) -> list[list[Span]]:
    """Break a line into rows of at most so many cells, between words where possible.

    A word that fits in no row is shortened, or broken too.
    """
    if spans_width(spans) <= cells:
        return [list(spans)]
    rows: list[list[Span]] = [[]]
    left = cells
    for text, style in spans:
        for word in _words(text):
            wide = width(word.rstrip())
            if wide > left and left < cells - len(INDENT):
                rows.append([Span(INDENT)])
                left = cells - len(INDENT)
                word = word.lstrip()
            while not shorten and width(word.rstrip()) > left:
                part = head(word, left)
                rows[-1].append(Span(part, style))
                rows.append([Span(INDENT)])
                word, left = word[len(part) :], cells - len(INDENT)
            if width(word) > left:
                word = cut(word.rstrip(), left)
            rows[-1].append(Span(word, style))
            left -= width(word)
    return rows


def _words(text: str) -> list[str]:
    """Cut a text before each word; blanks stay with the word before them."""
    words: list[str] = []
    for piece in text.split(" "):
        if words:
            words[-1] += " "
        words.append(piece)
    return [word for word in words if word]
