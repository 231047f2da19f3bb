"""Bots in a waiting room: the words by which they are given seats, and sent away."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.model import Model, Place
from eriantys.client.plain.lobby import Unclear, level
from eriantys.wire.fields import BotsBySeat, Level
from eriantys.wire.from_client import AddBot, RemoveBot
from eriantys.wire.from_server import Seated

SEATS_MOST = 16
"""More cannot even be said to a server."""


def add(words: Sequence[str], model: Model, usual: Level) -> AddBot:
    """Read what follows `bot`: a seat, a level, both or nothing; or raise `Unclear`."""
    _room(model)
    seat: int | None = None
    how_well = usual
    for each in words:
        if each.isdecimal():
            seat = _seat(each, "bot 3 hard")
        else:
            how_well = level(each, model.welcome)
    return AddBot(how_well if words else level(usual, model.welcome), seat)


def remove(words: Sequence[str], model: Model) -> RemoveBot:
    """Read what follows `no-bot`: a seat, which goes without saying if only one has a bot."""
    seated = _room(model)
    if words:
        return RemoveBot(_seat(words[0], "no-bot 3"))
    taken = [seat for seat, bot in enumerate(_bots(model, seated)) if bot is not None]
    if not taken:
        raise Unclear("No bot sits here.")
    if len(taken) > 1:
        raise Unclear("Name the seat of the bot that shall go, as in no-bot 3.")
    return RemoveBot(taken[0])


def _room(model: Model) -> Seated:
    if model.place is not Place.ROOM or model.seated is None:
        raise Unclear("Bots take seats where a match waits for players: new opens one.")
    return model.seated


def _bots(model: Model, seated: Seated) -> BotsBySeat:
    """Tell by seat which bots are here, as it was told last."""
    waiting = model.waiting
    told_again = waiting is not None and waiting.match == seated.match
    return waiting.bots if waiting is not None and told_again else seated.room.bots


def _seat(word: str, example: str) -> int:
    if word.isdecimal() and 1 <= int(word[:3]) <= SEATS_MOST:
        return int(word[:3]) - 1
    raise Unclear(f"Name the seat by its number, as in {example}.")
