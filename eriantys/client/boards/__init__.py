"""The boards: one room for each game, drawing its table and asking for its actions."""

from __future__ import annotations

from eriantys.client.boards.board import Board
from eriantys.client.boards.eriantys import shape
from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.match import Match
from eriantys.client.screens.summary import Summary
from eriantys.client.settings import Settings
from eriantys.client.tape import Tape
from eriantys.wire.from_server import Started, State, Update

GAMES = {"eriantys": EriantysBoard}
"""By the id of a game: what draws it."""


SUMMARIES = {"eriantys": SUMMARY}
"""By the id of a game: what tells of its matches when they are over."""


SHAPES = {"eriantys": shape.unreadable}
"""By the id of a game: what tells whether a view is one of it."""


def can_show(game: str) -> bool:
    """Tell whether there is a board for a game."""
    return game in GAMES


def board_for(match: Match, settings: Settings) -> Board:
    """Make the board of a match."""
    return GAMES[match.started.game](match, settings)


def summary_of(match: Match) -> Summary:
    """Find what tells of a match that is over."""
    return SUMMARIES[match.started.game]


def unreadable_tape(tape: Tape) -> str:
    """Say in a sentence why a match cannot be shown again; empty if it can be."""
    game, players = tape.started.game, len(tape.started.players)
    if game not in SHAPES:
        return f"This version has no board for {game}."
    troubles = (SHAPES[game](view, players) for view in tape.views())
    return next((trouble for trouble in troubles if trouble), "")


def unreadable(message: Started | State | Update, match: Match | None) -> str:
    """Say in a sentence why what the server shows cannot be drawn; empty if it can be."""
    if isinstance(message, Started):
        game, players, view = message.game, len(message.players), message.view
        seats = [seat for team in message.teams for seat in team]
        if message.seat is not None:
            seats.append(message.seat)
        if not all(0 <= seat < players for seat in seats):
            return "The server names a seat that the match does not have."
    elif match is None:
        return ""
    else:
        game, players = match.started.game, len(match.players)
        view = match.view | message.changes if isinstance(message, Update) else message.view
    if message.turn is not None and not 0 <= message.turn < players:
        return "The server says that it is the turn of nobody at the table."
    return SHAPES[game](view, players) if game in SHAPES else ""
