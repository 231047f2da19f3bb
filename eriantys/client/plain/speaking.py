"""The game of a match, as the line mode speaks of it and understands it."""

from __future__ import annotations

from eriantys import games
from eriantys.client.boards import room_of
from eriantys.client.boards.voice import Voice
from eriantys.client.match import Match
from eriantys.games.contract import Illegal

TRIED_MOST = 32
"""Actions that can be tried one after the other."""


def voice_of(match: Match) -> Voice:
    """Find what tells a match; there is one, since all other matches are refused."""
    return room_of(match.started.game).voice


def written_out(match: Match, text: str) -> str:
    """Write an action in full; raise `Illegal` with a sentence if it is none."""
    rules = games.find(match.started.game)
    written: str = rules.format(rules.parse(voice_of(match).completed(match, text.lower())))
    return written


def is_answer(match: Match, text: str) -> bool:
    """Tell whether what may look like a command answers what is asked."""
    if not match.my_turn:
        return False
    try:
        return written_out(match, text) in match.offers
    except Illegal:
        return False


def actions(match: Match, text: str) -> tuple[str, ...]:
    """Read the actions to be tried, with commas between; raise `Illegal` if they are none."""
    return tuple(written_out(match, each.strip()) for each in text.split(",")[:TRIED_MOST])
