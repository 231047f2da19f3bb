"""Short lines of the screen as sentences to be listened to: no chips, no signs of coins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from eriantys.client import sentences
from eriantys.client.boards.eriantys.scene import LETTERS
from eriantys.client.boards.eriantys.telling import TOWER
from eriantys.client.canvas import Span
from eriantys.client.sentences import counted
from eriantys.games.eriantys.names import COLOURS

_COINS = re.compile(r"(\+?)¢(\d+)")
_COUNTS = re.compile(r"\b([GRYPB])(\d+)\b")


def sentence(spans: Iterable[Span]) -> str:
    """Say a line of the log: chips as counted students, towers as a number."""
    said = ""
    listing = False
    for text, style in spans:
        if style.bg in LETTERS and text:
            name = COLOURS[LETTERS.index(style.bg)]
            said = f"{said.rstrip()}{', ' if listing else ': '}{len(text)} {name}"
            listing = True
        elif text and not text.strip(TOWER):
            said = f"{said.rstrip()}, {counted(len(text), 'tower')}"
        else:
            said += text
    return finished(said)


def finished(text: str) -> str:
    """Make a whole sentence of words that were meant for a panel, and read out its signs."""
    return sentences.finished(_COUNTS.sub(_count, _COINS.sub(_coins, text)))


def _coins(found: re.Match[str]) -> str:
    plus = "plus " if found[1] else ""
    return plus + counted(int(found[2][:9]), "coin")


def _count(found: re.Match[str]) -> str:
    return f"{found[2]} {COLOURS[LETTERS.index(found[1])]}"


def students(counts: Sequence[int], nothing: str = "nobody") -> str:
    """List students in words."""
    listed = [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=False) if count]
    return ", ".join(listed) or nothing
