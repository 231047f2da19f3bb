"""Lines of output: one each, and nothing in them that whatever reads them could obey."""

from __future__ import annotations

from eriantys.client.text import clean

LINE_MOST = 2000
"""Signs of one line of output; a list of all legal actions is the longest there is."""

_SIGNS = str.maketrans(
    {"−": "minus ", "’": "'", "“": '"', "”": '"', "…": "...", "·": ",", "→": "to"}
)


def harmless(line: str) -> str:
    """Let a line pass to whatever reads it: one line, and nothing that could be obeyed."""
    return clean(line.translate(_SIGNS), LINE_MOST)
