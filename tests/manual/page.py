"""Reads the source of a manual page: its sections, its lists and its tables.

It knows the few macros that our pages use, and nothing of layout.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "man"

_ESCAPES = {
    "\\-": "-",
    "\\ ": " ",
    "\\&": "",
    "\\e": "\\",
    "\\(aq": "'",
    "\\(dq": '"',
    "\\fB": "",
    "\\fI": "",
    "\\fR": "",
    "\\fP": "",
}
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPES)))
_FONTS = ("B", "I")
_ALTERNATING = ("BR", "RB", "BI", "IB", "IR", "RI")


class Entry(NamedTuple):
    """One item of a list: what it is about, and what is said of it."""

    tag: str
    text: str

    @property
    def name(self) -> str:
        """The first word of the tag."""
        return self.tag.split(" ", 1)[0]


class Section:
    """The lines under one heading, without those of the headings below it."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.lines: list[str] = []

    def __repr__(self) -> str:
        return f"<{self.title}>"

    @property
    def text(self) -> str:
        """All that is said before the first item of a list or the first table."""
        lines: list[str] = []
        for line in self.lines:
            if line.startswith((".TP", ".TS")):
                break
            lines.append(line)
        return plain(lines)

    @property
    def whole(self) -> str:
        """All that is said, lists included."""
        return plain(self.lines)

    @property
    def entries(self) -> list[Entry]:
        """The items of its lists; a paragraph of its own ends an item."""
        found: list[tuple[str, list[str]]] = []
        lines, inside = iter(self.lines), False
        for line in lines:
            if line.startswith(".TP"):
                found.append((plain([next(lines)]), []))
                inside = True
            elif line.startswith((".PP", ".TS")):
                inside = False
            elif inside:
                found[-1][1].append(line)
        return [Entry(tag, plain(text)) for tag, text in found]

    @property
    def closing(self) -> str:
        """What is said after the last list."""
        after: list[str] = []
        seen = False
        for line in self.lines:
            if line.startswith(".TP"):
                after, seen = [], True
            elif line.startswith(".PP") and seen:
                after, seen = [], False
            else:
                after.append(line)
        return "" if seen else plain(after)

    @property
    def tables(self) -> list[list[list[str]]]:
        """Its tables, each a list of rows of cells, the heading included."""
        found: list[list[list[str]]] = []
        lines = iter(self.lines)
        for line in lines:
            if line == ".TS":
                body: list[str] = []
                while (line := next(lines)) != ".TE":
                    body.append(line)
                while not body.pop(0).endswith("."):
                    pass  # the layout of the columns
                found.append(_rows(body))
        return found

    @property
    def blocks(self) -> list[str]:
        """The texts that are printed as they stand."""
        found = re.findall(r"(?ms)^\.nf\n(.*?)\n\.fi$", "\n".join(self.lines))
        return [re.sub(r"(?m)^\.(RS|RE).*\n?", "", unescape(block)) for block in found]


class Page:
    """A manual page by its sections, and each of those by its subsections."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_text("utf-8")
        self.sections: dict[str, Section] = {}
        self._below: dict[str, dict[str, Section]] = {}
        section = Section("")
        title = ""
        for line in self.source.splitlines():
            if line.startswith(('.\\"', "'\\\"")):
                continue
            if line.startswith((".SH ", ".SS ")):
                heading = plain([".B " + line[4:]])
                section = Section(heading)
                if line.startswith(".SH "):
                    title = heading
                    assert title not in self.sections, f"{title} is there twice"
                    self.sections[title] = section
                    self._below[title] = {}
                else:
                    assert heading not in self._below[title], f"{heading} is there twice"
                    self._below[title][heading] = section
            else:
                section.lines.append(line)

    def below(self, title: str) -> dict[str, Section]:
        """The subsections of a section."""
        return self._below[title]


def unescape(text: str) -> str:
    """Turn the escapes that our pages use into what they show."""
    shown = _ESCAPE.sub(lambda found: _ESCAPES[found[0]], text)
    left = re.search(r"\\.", _ESCAPE.sub("", text))
    assert left is None, f"this escape is not known here: {text!r}"
    return shown


def plain(lines: list[str]) -> str:
    """Turn lines of source into one line of the text that they show."""
    words = []
    for line in lines:
        if not line.startswith((".", "'")):
            words.append(unescape(line))
            continue
        macro, _, rest = line[1:].partition(" ")
        if macro in _FONTS:
            words.append(unescape(" ".join(_arguments(rest))))
        elif macro in _ALTERNATING:
            words.append(unescape("".join(_arguments(rest))))
    return " ".join(" ".join(words).split())


def _arguments(text: str) -> list[str]:
    splitter = shlex.shlex(text, posix=True)
    splitter.whitespace_split = True
    splitter.quotes = '"'
    splitter.escape = ""
    splitter.commenters = ""
    return list(splitter)


def _rows(body: list[str]) -> list[list[str]]:
    """Cut the body of a table into cells; a cell between T{ and T} has lines of its own."""
    rows: list[list[str]] = []
    cell: list[str] | None = None
    for line in body:
        if cell is not None:
            if not line.startswith("T}"):
                cell.append(line)
                continue
            rows[-1].append(plain(cell))
            cell, pieces = None, line.split("\t")[1:]
        elif line in ("_", "=") or line.startswith(".sp"):
            continue
        else:
            rows.append([])
            pieces = line.split("\t")
        for piece in pieces:
            if piece == "T{":
                cell = []
            else:
                rows[-1].append(plain([piece]))
    return rows
