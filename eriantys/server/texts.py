"""What strangers may write for others to read: lines of chat, and titles of matches.

A text that will not do is refused and not mended: nobody shall say what they did not write.
"""

from __future__ import annotations

import unicodedata

from eriantys.server.house import refuse

MARKS_MOST = 3
"""Marks on one letter; more than any living language needs would run over other lines."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers, and an empty pattern of Braille: they count as letters, and show nothing."""


def checked(text: str, most: int) -> str:
    """Return a text without the spaces around it, or refuse it."""
    text = text.strip(" ")
    if not text:
        refuse("bad-text", "There is nothing in that text: write at least one letter or sign.")
    if len(text) > most:
        refuse("bad-text", f"That text has {len(text)} characters, and {most} are allowed.")
    # So no control characters, no line breaks, nothing that turns the direction of writing
    # or joins other signs, no halves of pairs: whatever could make a terminal do something.
    if not text.isprintable() or not _BLANK.isdisjoint(text):
        refuse("bad-text", "That text has characters that do not print: leave them out.")
    if all(sign == " " or _is_mark(sign) for sign in text):
        refuse("bad-text", "That text has nothing in it that shows: write a letter or sign.")
    if not text.isascii() and _marks_in_a_row(text) > MARKS_MOST:
        refuse("bad-text", f"That text has more than {MARKS_MOST} marks on one letter.")
    return text


def _marks_in_a_row(text: str) -> int:
    longest = run = 0
    for sign in text:
        run = run + 1 if _is_mark(sign) else 0
        longest = max(longest, run)
    return longest


def _is_mark(sign: str) -> bool:
    return bool(unicodedata.combining(sign)) or unicodedata.category(sign) in ("Mn", "Me")
