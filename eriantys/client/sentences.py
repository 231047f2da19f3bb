"""Putting sentences together: counts, and the shape of what is read or read aloud."""

from __future__ import annotations

from collections.abc import Iterable

_ENDS = (".", "!", "?", ":")


def counted(count: int, thing: str) -> str:
    """Say how many: `1 tower`, `2 towers`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def finished(text: str) -> str:
    """Make a whole sentence of words that were meant for a panel."""
    said = text.strip()
    if not said:
        return ""
    return f"{said[0].upper()}{said[1:]}{'' if said.endswith(_ENDS) else '.'}"


def gathered(texts: Iterable[str]) -> list[str]:
    """List texts line by line; what differs only in its last word shares a line."""
    listed: dict[str, list[str]] = {}
    for text in texts:
        first, _, last = text.rpartition(" ")
        listed.setdefault(first, []).append(last)
    return [_sharing(first, last) for first, last in listed.items()]


def _sharing(first: str, last: list[str]) -> str:
    if not first:
        return ", ".join(last)
    return f"{first} {last[0]}" if len(last) == 1 else f"{first} and one of: {', '.join(last)}"
