"""A page of Markdown laid out for a screen: the parts of it that rules are written with.

That is headings, paragraphs, lists, tables, indented examples, and words in bold or in type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from eriantys.client.canvas import Span, Style, ink
from eriantys.client.text import width, wrap

TEXT = ink("text", "panel")
STRONG = ink("bright", "panel", "bold")
TYPED = ink("accent", "panel")
DIM = ink("dim", "panel")
HEADS = (ink("cur", "panel", "bold"), ink("accent", "panel", "bold"), STRONG)
"""The styles of headings, by their level."""

GAP = 2
"""Cells between two columns of a table."""
NARROWEST = 16
"""A column of a table that has less room than this is not worth reading."""

_HEAD = re.compile(r"(#+)\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|(\d+)[.)])\s+(.*)")
_EXAMPLE = re.compile(r" {4}|\t")
_MARKED = re.compile(
    r"\*\*(?P<strong>.+?)\*\*"
    r"|`(?P<typed>.+?)`"
    r"|(?<![\w*])[*_](?=\S)(?P<stressed>.+?)(?<=\S)[*_](?![\w*])"
    r"|\[(?P<link>.+?)\]\(.*?\)"
)
_STYLES = {"strong": STRONG, "typed": TYPED, "stressed": STRONG, "link": None}


class Laid(NamedTuple):
    """One line as it is shown."""

    spans: list[Span]
    heading: bool = False

    @property
    def text(self) -> str:
        """The line without its styles."""
        return "".join(span.text for span in self.spans)


def lay_out(page: Iterable[str], cells: int) -> list[Laid]:
    """Lay a page out in lines of at most so many cells."""
    laid: list[Laid] = []
    for block in _blocks(page):
        head = _HEAD.fullmatch(block[0])
        if head is not None:
            style = HEADS[min(len(head[1]), len(HEADS)) - 1]
            lines = [Laid(spans, heading=True) for spans in flow(head[2], cells, style)]
        else:
            lines = [Laid(spans) for spans in _lay_block(block, cells)]
        if laid and lines:
            laid.append(Laid([]))
        laid += lines
    return laid


def _blocks(page: Iterable[str]) -> Iterator[list[str]]:
    """Cut a page into what belongs together; a heading is always on its own."""
    block: list[str] = []
    for line in page:
        alone = _HEAD.fullmatch(line) is not None
        if block and (alone or not line.strip()):
            yield block
            block = []
        if alone:
            yield [line]
        elif line.strip():
            block.append(line.rstrip())
    if block:
        yield block


def _lay_block(block: list[str], cells: int) -> Iterator[list[Span]]:
    if block[0].startswith("|"):
        yield from _lay_table(_rows(block), cells)
    elif _ITEM.fullmatch(block[0]):
        yield from _lay_items(block, cells)
    elif all(_EXAMPLE.match(line) for line in block):
        yield from _lay_example(block, cells)
    else:
        yield from flow(" ".join(block), cells)


def flow(text: str, cells: int, style: Style = TEXT) -> list[list[Span]]:
    """Wrap a text, with its marks of emphasis made into styles."""
    plain, styles = _read_marks(text, style)
    # Only blanks are lost in wrapping, so the styles of all other signs follow in order.
    looks = [each for sign, each in zip(plain, styles, strict=True) if not sign.isspace()]
    lines: list[list[Span]] = []
    at = 0
    for line in wrap(plain, max(1, cells)):
        spans: list[Span] = []
        for sign in line:
            if sign == " ":
                # A blank between two words of the same style has it too.
                spans.append(Span(sign, looks[at] if looks[at] == looks[at - 1] else style))
            else:
                spans.append(Span(sign, looks[at]))
                at += 1
        lines.append(_joined(spans))
    return lines


def _read_marks(text: str, style: Style) -> tuple[str, list[Style]]:
    """Take the marks of emphasis out of a text; tell the style of each sign that is left."""
    plain, styles, at = "", [], 0
    for found in _MARKED.finditer(text):
        kind = found.lastgroup or ""
        for part, look in ((text[at : found.start()], style), (found[kind], _STYLES[kind])):
            plain += part
            styles += [look or style] * len(part)
        at = found.end()
    return plain + text[at:], styles + [style] * (len(text) - at)


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Join neighbours of the same style."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].style == span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return joined


def _hung(lines: Sequence[list[Span]], head: Sequence[Span]) -> Iterator[list[Span]]:
    """Put something before the first line, and as many blanks before the others."""
    blank = Span(" " * sum(width(span.text) for span in head), TEXT)
    for number, line in enumerate(lines):
        yield [*([blank] if number else head), *line]


def _lay_items(block: list[str], cells: int) -> Iterator[list[Span]]:
    items: list[tuple[str, str]] = []
    for line in block:
        found = _ITEM.fullmatch(line)
        if found is not None:
            items.append((f"{found[1]}." if found[1] else "•", found[2]))
        else:
            sign, text = items[-1]
            items[-1] = (sign, f"{text} {line.strip()}")
    numbered = any(sign != "•" for sign, _ in items)
    # Numbers of two digits are usual, and lists that follow each other shall stand in line.
    wide = max(3, *(len(sign) for sign, _ in items)) if numbered else 1
    for sign, text in items:
        head = [Span(f"{sign:>{wide}} ", TYPED)]
        yield from _hung(flow(text, cells - wide - 1), head)


def _lay_example(block: list[str], cells: int) -> Iterator[list[Span]]:
    """Show a text as it was typed; a line that is too long goes on below where it began."""
    for line in block:
        text = line.expandtabs(4)[4:]
        if width(text) + 2 <= cells:
            yield [Span(f"  {text}", TEXT)]
            continue
        begin = len(text) - len(text.lstrip())
        head = [Span(" " * min(begin + 2, cells // 2), TEXT)]
        rest = cells - len(head[0].text)
        yield from _hung([[Span(part, TEXT)] for part in wrap(text, rest)], head)


def _rows(block: list[str]) -> list[list[str]]:
    """Read a table; a row without a name goes on with the row above it."""
    rows: list[list[str]] = []
    for line in block:
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if all(re.fullmatch(r":?-+:?", cell) for cell in row):
            continue
        if len(rows) > 1 and not row[0]:
            rows[-1] = [
                f"{one} {more}".strip() for one, more in zip(rows[-1], row, strict=False)
            ]
        else:
            rows.append(row)
    columns = max((len(row) for row in rows), default=0)
    return [row + [""] * (columns - len(row)) for row in rows]


def _lay_table(rows: list[list[str]], cells: int) -> Iterator[list[Span]]:
    """Lay a table out in columns, or, where they would be too narrow, row by row."""
    if not rows:
        return
    wides = [
        max(width(_read_marks(row[column], TEXT)[0]) for row in rows)
        for column in range(len(rows[0]))
    ]
    widest = wides.index(max(wides))
    room = cells - sum(wides) - GAP * (len(wides) - 1) + wides[widest]
    if room < min(NARROWEST, wides[widest]):
        yield from _lay_rows(rows, cells)
        return
    wides[widest] = min(wides[widest], room)
    for number, row in enumerate(rows):
        columns = [
            flow(cell, wide, DIM if number == 0 else TEXT)
            for cell, wide in zip(row, wides, strict=True)
        ]
        for at in range(max(map(len, columns))):
            yield _beside([column[at : at + 1] for column in columns], wides)


def _beside(columns: Iterable[list[list[Span]]], wides: Sequence[int]) -> list[Span]:
    """Put one line of each column beside the others."""
    line: list[Span] = []
    x = start = 0
    for column, wide in zip(columns, wides, strict=True):
        for span in column[0] if column else ():
            if x < start:
                line.append(Span(" " * (start - x), TEXT))
                x = start
            line.append(span)
            x += width(span.text)
        start += wide + GAP
    return line


def _lay_rows(rows: list[list[str]], cells: int) -> Iterator[list[Span]]:
    """Write each row as a name and what is said of it."""
    heads, *body = rows
    for marked, *values in body:
        name = _read_marks(marked, TEXT)[0]
        said = [
            f"{head} {value}" if head and len(values) > 1 else value
            for head, value in zip(heads[1:], values, strict=True)
            if value
        ]
        text = f"**{name}**: {', '.join(said)}" if said else f"**{name}**"
        lines = flow(text, cells - 2)
        yield from (
            [*([Span("  ", TEXT)] if number else []), *line]
            for number, line in enumerate(lines)
        )
