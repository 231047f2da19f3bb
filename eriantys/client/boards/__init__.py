"""The boards: one room for each game, with all that the client needs of it.

A game's room is imported when somebody asks for it: the first picture does not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from eriantys.wire.from_server import Started, State, Update

if TYPE_CHECKING:
    from eriantys.client.boards.room import Room, Words
    from eriantys.client.match import Match
    from eriantys.client.tape import Tape

REGISTERED = ("eriantys", "santorini", "masters")
"""The games that can be shown; each has a package of its name here, with `room.ROOM` and
`vocabulary.WORDS` in it."""


def can_show(game: str) -> bool:
    """Tell whether there is a board for a game."""
    return game in REGISTERED


def room_of(game: str) -> Room:
    """Find the room of a game that can be shown."""
    room: Room = import_module(f"eriantys.client.boards.{game}.room").ROOM
    return room


def words_of(game: str) -> Words:
    """Find what is said of a game before a match; its board is not needed for that."""
    words: Words = import_module(f"eriantys.client.boards.{game}.vocabulary").WORDS
    return words


def unshown(game: str) -> str:
    """Say in a sentence why a game cannot be shown; empty if it can be."""
    return "" if can_show(game) else f"This version has no board for {game}."


def unreadable_tape(tape: Tape) -> str:
    """Say in a sentence why a match cannot be shown again; empty if it can be."""
    game, players = tape.started.game, len(tape.started.players)
    if not can_show(game):
        return unshown(game)
    unreadable = room_of(game).unreadable
    troubles = (unreadable(view, players) for view in tape.views())
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
    return room_of(game).unreadable(view, players) if can_show(game) else ""
