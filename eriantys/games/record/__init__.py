"""The game record: a match as a text that people can read, edit, keep and check.

    Eriantys game record, format 1
    Game: eriantys
    Rules: 1
    Date: 2026-11-18
    Player 1: Ada
    Player 2: Bruno
    Options: expert=true
    Commitment: 3f…
    Secret: 77…
    Nonce 1: 0a…
    Nonce 2: c4…
    Result: 2 > 1
    Scores: 3 8
    Reason: last-tower

    1: assistant 7
    2: assistant 3
    …
    end

Players are numbered from 1. Secret and nonces stand there once the match is over, and
with them anyone can play it again. A match that ended outside the rules has the result
`none` and says why. Empty lines and lines that begin with # are for people. The last
line tells a whole file from one that was cut off.
"""

from eriantys.games.record.match import Match, Move
from eriantys.games.record.reader import read
from eriantys.games.record.replay import (
    Step,
    describe,
    first_state,
    replay,
    verify,
)
from eriantys.games.record.text import END, TITLE, compose
from eriantys.games.record.troubles import Damaged, Untrue, Unverifiable

__all__ = [
    "END",
    "TITLE",
    "Damaged",
    "Match",
    "Move",
    "Step",
    "Untrue",
    "Unverifiable",
    "describe",
    "first_state",
    "read",
    "replay",
    "verify",
    "write",
]


def write(match: Match) -> str:
    """Write a match down; refuse with `ValueError` what could not be read back.

    Better to hear of a line break in an action now than when the record is needed.
    """
    text = compose(match)
    if read(text) != match:
        raise ValueError("this match would not read back as it is")
    return text
