"""Texts on terminals that have no other signs than those of ASCII."""

from __future__ import annotations

import unicodedata

from eriantys.client.text import split

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼╷╵", "+"),
        **dict.fromkeys("─╌", "-"),
        **dict.fromkeys("│╎", "|"),
        **dict.fromkeys("┏┓┗┛┃", "#"),
        **dict.fromkeys("━", "="),
        **dict.fromkeys("●▣◆", "o"),
        **dict.fromkeys("○·⋯", "."),
        **dict.fromkeys("▶▸»→", ">"),
        **dict.fromkeys("◀◂←", "<"),
        **dict.fromkeys("▲▴↑", "^"),
        **dict.fromkeys("▼▾↓", "v"),
        **dict.fromkeys("█▉▊▋▆▇▀▄▙▟▛▜▮", "#"),
        **dict.fromkeys("▌▍▎▏▐", "="),
        **dict.fromkeys("░▒▁", "."),
        **dict.fromkeys("⊘×✗", "x"),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("−–—", "-"),
        "¢": "$",
        "✓": "v",
        "•": "*",
        "✚": "+",
        "♛": "*",
        "♜": "T",
        "♟": "i",
        "♀": "f",
        "▒": "1",
        "▓": "2",
        "▇": "3",
        "▟": "(",
        "▙": ")",
        "▗": " ",
        "▖": " ",
        "☁": "~",
        "⇄": "%",
        "⚑": "!",
        "…": "~",
        "½": "h",
        "�": "?",
    }
)
"""Each of our signs as one of ASCII."""


def in_ascii(text: str) -> str:
    """Write a text in ASCII; it stays as wide as it was."""
    if text.isascii():
        return text
    plain = text.translate(_SIGNS)
    return plain if plain.isascii() else "".join(map(_cell, split(plain)))


def _cell(cell: str) -> str:
    """Show one cell; the second half of a wide sign is blank, and marks are left out."""
    if not cell:
        return " "
    letter = unicodedata.normalize("NFD", cell)[0]
    return letter if letter.isascii() else "?"
