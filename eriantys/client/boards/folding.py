"""Lines of log and chat in panels of any width: folded into rows, the latest of them."""

from __future__ import annotations

import re
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
    for word in _words(spans):
        wide = width("".join(span.text for span in word).rstrip())
        if wide > left and left < cells - len(INDENT):
            rows.append([Span(INDENT)])
            left = cells - len(INDENT)
        for text, style in word:
            while not shorten and width(text.rstrip()) > left:
                part = head(text, left)
                rows[-1].append(Span(part, style))
                rows.append([Span(INDENT)])
                text, left = text[len(part) :], cells - len(INDENT)
            if width(text) > left:
                text = cut(text.rstrip(), left)
            rows[-1].append(Span(text, style))
            left -= width(text)
    return rows


def _words(spans: Sequence[Span]) -> list[list[Span]]:
    """Cut a line before each word, of one span or several; blanks stay with the word before."""
    words: list[list[Span]] = []
    for text, style in spans:
        for piece in re.findall("[^ ]+ *| +", text):
            begins = piece[0] != " " and (not words or words[-1][-1].text.endswith(" "))
            if begins or not words:
                words.append([])
            words[-1].append(Span(piece, style))
    return words
