"""Text that came from elsewhere: made harmless, measured and cut in cells of the screen.

Whatever somebody else has typed goes through `clean` before anything else sees it. After that
it holds no sign that could steer a terminal, change the direction of writing or hide itself.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from wcwidth import wcwidth

LONGEST = 1000
"""More of one text than this is never looked at."""
COMBINING_MOST = 2
"""Marks above or below one letter; whoever writes more wants to scribble over other lines."""
UNKNOWN = "�"
"""Stands for what cannot be shown."""
ELLIPSIS = "…"

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
)
"""Signs that show nothing, or only change their neighbour: what Unicode lets a program ignore
beside its own category for that, and the colours of skin. Terminals do not agree how wide a
sign with one of them is."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
"""Letters of which two are a flag, on some terminals."""
_JOINS = 9
"""The class of marks that join two letters into one, whose width is anybody's guess."""
_BLANK = "\u2800"
"""A sign of Braille without a single dot, which counts as a letter and shows nothing."""


def clean(text: str, most: int = LONGEST) -> str:
    """Make a foreign text one line that can be drawn anywhere."""
    if text.isascii() and text.isprintable() and len(text) <= most:
        return text  # as nearly all texts are
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", _without_unseen(text[:most]))[:most]:
        if sign.isspace() or sign == _BLANK:
            sign = " "
        category = unicodedata.category(sign)
        width = wcwidth(sign)
        if category == "Mn" and width == 0 and unicodedata.combining(sign) != _JOINS:
            # A mark needs a letter to stand on.
            if kept and kept[-1] not in (" ", UNKNOWN) and marks < COMBINING_MOST:
                kept.append(sign)
                marks += 1
            continue
        marks = 0
        shown = width > 0 and (category[0] not in "CZ" or sign == " ")
        kept.append(sign if shown else UNKNOWN)
    return " ".join("".join(kept).split())


def _without_unseen(text: str) -> str:
    text = _FLAG.sub(_letter_of_flag, _UNSEEN.sub("", text))
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf")


def _letter_of_flag(found: re.Match[str]) -> str:
    return chr(ord(found[0]) - 0x1F1E6 + ord("A"))


@lru_cache(maxsize=8192)
def split(text: str) -> tuple[str, ...]:
    """Cut a text into cells; the second cell of a wide sign is empty, marks join theirs."""
    if text.isascii() and text.isprintable():
        return tuple(text)
    cells: list[str] = []
    for sign in text:
        width = wcwidth(sign)
        if width == 1:
            cells.append(sign)
        elif width == 2:
            cells += (sign, "")
        elif width == 0 and cells and sign.isprintable():
            at = -1 if cells[-1] else -2
            cells[at] += sign
        else:
            cells.append(UNKNOWN)
    return tuple(cells)


def width(text: str) -> int:
    """Count the cells that a text takes."""
    return len(text) if text.isascii() else len(split(text))


def cut(text: str, most: int) -> str:
    """Shorten a text to so many cells, and show that something is missing."""
    if width(text) <= most:
        return text
    if most <= 0:
        return ""
    cells = split(text)[: most - 1]
    if split(text)[most - 1 : most] == ("",):
        cells = cells[:-1]  # half of a wide sign cannot be drawn
    return "".join(cells) + ELLIPSIS


def pad(text: str, cells: int) -> str:
    """Make a text just so many cells wide: shortened, or with blanks after it."""
    text = cut(text, cells)
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int) -> list[str]:
    """Break a text into lines of at most so many cells, between words where possible."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while width(word) > cells:
            room = cells - (width(line) + 1 if line else 0)
            if room < cells // 2 and line:
                lines.append(line)
                line, room = "", cells
            part = head(word, room)
            lines.append(f"{line} {part}" if line else part)
            line, word = "", word[len(part) :]
        if not word:
            continue
        longer = f"{line} {word}" if line else word
        if width(longer) > cells:
            lines.append(line)
            line = word
        else:
            line = longer
    if line:
        lines.append(line)
    return lines


def head(word: str, room: int) -> str:
    """Take as many whole signs as there is room for, and at least one."""
    cells = split(word)
    stop = max(1, room)
    if stop < len(cells) and not cells[stop]:
        stop += 1 if stop == 1 else -1
    return word[: len("".join(cells[:stop]))]
