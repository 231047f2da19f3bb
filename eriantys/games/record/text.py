"""The text of a record, and writing it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from eriantys.games.contract import Seat
from eriantys.games.record.match import Match

TITLE = "Eriantys game record, format 1"
END = "end"
NO_RESULT = "none"
NOBODY = "nobody"
"""Stands on the first place where the game has beaten all who played."""


def compose(match: Match) -> str:
    """Write a match down, trusting that its texts are fit for that."""
    lines = [
        TITLE,
        f"Game: {match.game}",
        f"Rules: {match.version}",
        f"Date: {match.date.isoformat()}",
    ]
    lines += _numbered("Player", map(_quoted, match.players))
    lines += _listed("Options", (f"{name}={value}" for name, value in match.options.items()))
    lines.append(f"Commitment: {match.commitment.hex()}")
    if match.secret is not None:
        lines.append(f"Secret: {match.secret.hex()}")
        lines += _numbered("Nonce", (nonce.hex() for nonce in match.nonces))
    if match.outcome is not None:
        lines.append(f"Result: {' > '.join(map(_place, match.outcome.ranking))}")
        lines += _listed("Scores", map(str, match.outcome.scores))
        lines.append(f"Reason: {_quoted(match.outcome.reason)}")
    elif match.broken_off:
        lines += [f"Result: {NO_RESULT}", f"Reason: {_quoted(match.broken_off)}"]
    lines.append("")
    lines += (f"{move.seat + 1}: {move.action}" for move in match.moves)
    lines += [END, ""]
    return "\n".join(lines)


def _place(seats: Iterable[Seat]) -> str:
    return " = ".join(str(seat + 1) for seat in seats) or NOBODY


def _numbered(name: str, values: Iterable[str]) -> list[str]:
    return [f"{name} {number}: {value}" for number, value in enumerate(values, 1)]


def _listed(name: str, values: Iterable[str]) -> list[str]:
    text = " ".join(values)
    return [f"{name}: {text}"] if text else []


def _quoted(text: str) -> str:
    """Write a text as it is if it can be read back so, or else between quotes."""
    plain = text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if text and plain else json.dumps(text)
