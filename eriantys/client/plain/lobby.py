"""The lobby in sentences, and the words by which a match is opened."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from eriantys.client.model import Model
from eriantys.client.screens.texts import duration, game_title, listed, mode, room_title, terms
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.fields import Setting
from eriantys.wire.from_client import Create, Quick
from eriantys.wire.from_server import (
    GameCard,
    PastCard,
    RoomCard,
    RunningCard,
    SavedCard,
    ServerResults,
    Welcome,
)

TURN_MOST = 7 * 24 * 3600
SEATS_MOST = 16
"""More cannot even be said to a server; what it takes is mostly less."""

_TIME = re.compile(r"(\d{1,6})(s|min|h)")
_SECONDS = {"s": 1, "min": 60, "h": 3600}
_TERMS: dict[str, dict[str, Any]] = {
    "private": {"private": True},
    "no-undo": {"undo": False},
    "no-watchers": {"watchers": False},
    "no-guidance": {"guidance": "none"},
    "wait": {"absence": "wait"},
    "end": {"absence": "end"},
    "bot": {"absence": "bot"},
}
"""Words after `new`, and what each of them means."""


class Unclear(Exception):
    """What was typed cannot be meant; its text is a sentence."""


def listing(model: Model) -> list[str]:
    """Tell which matches wait for players, and which can be gone back to."""
    said = [room(model, card) for card in model.rooms.values()]
    said += [saved(model, card) for card in model.saved]
    return said or ["No match waits for players: new opens one, and quick finds you one."]


def room(model: Model, card: RoomCard) -> str:
    """Tell about a match that waits for players."""
    present = [name for name in card.seats if name is not None]
    title = f"{room_title(card)}, {game_title(model.welcome, card.game)}"
    seats = f"{len(present)} of {len(card.seats)} seats taken"
    by = f" by {listed(present)}" if present else ""
    details = [detail for detail in (mode(card.options), *terms(card)) if detail]
    return f"Match {card.match} is open: {title}, {', '.join(details)}; {seats}{by}."


def saved(model: Model, card: SavedCard) -> str:
    """Tell about a match that one can go back to."""
    title = game_title(model.welcome, card.game)
    return f"Match {card.match} is saved: {title} with {listed(card.players)}; type resume."


def running(model: Model, card: RunningCard) -> str:
    """Tell about a match that is being played."""
    title = card.title or game_title(model.welcome, card.game)
    how = f"type watch {card.match}" if card.watchable else "it takes no watchers"
    return f"Match {card.match} is being played: {title} with {listed(card.players)}; {how}."


def results(found: ServerResults) -> list[str]:
    """Tell how somebody has fared."""
    said = [
        f"{found.name} at {tally.game}: {tally.played} played, {tally.won} won, "
        f"{tally.broken_off} broken off."
        for tally in found.tally
    ]
    said += [_past(card) for card in found.past[:10]]
    return said or [f"{found.name} has played no match here yet."]


def _past(card: PastCard) -> str:
    place = next((at for at, seats in enumerate(card.ranking, 1) if card.seat in seats), None)
    how = f"place {place}" if place is not None else "broken off"
    ago = duration(card.ended_ms / 1000)
    return f"Match {card.match}, {ago} ago, with {listed(card.players)}: {how}."


def create(
    words: Sequence[str], welcome: Welcome | None, chance: Callable[[int], bytes]
) -> Create:
    """Read what follows `new`, or raise `Unclear`."""
    game, seats, options, rest = _read(words, welcome)
    agreed: dict[str, Any] = {}
    for each in rest:
        time = _TIME.fullmatch(each)
        if time is not None:
            agreed["turn_seconds"] = min(int(time[1]) * _SECONDS[time[2]], TURN_MOST)
        elif each in _TERMS:
            agreed |= _TERMS[each]
        else:
            raise Unclear(
                f"There is no {each!r} here. After new come the game, the number of players "
                f"and any of {', '.join((*game.options, *_TERMS))}, or a time such as 90s."
            )
    if seats is None:
        seats = min(game.seats, default=2)
    return Create(game.id, seats, chance(NONCE_SIZE), options=options, **agreed)


def quick(
    words: Sequence[str], welcome: Welcome | None, chance: Callable[[int], bytes]
) -> Quick:
    """Read what follows `quick`, or raise `Unclear`."""
    game, seats, options, rest = _read(words, welcome)
    if rest:
        raise Unclear(f"There is no {rest[0]!r} here: type quick, or quick {game.id} 2 expert.")
    if options and seats is None:
        raise Unclear("Say how many play as well, as in quick 2 expert.")
    return Quick(game.id, chance(NONCE_SIZE), seats, options)


def _read(
    words: Sequence[str], welcome: Welcome | None
) -> tuple[GameCard, int | None, dict[str, Setting], list[str]]:
    """Take the game, the number of seats and the game's options from what was typed."""
    if welcome is None or not welcome.games:
        raise Unclear("This server offers no games.")
    game = welcome.games[0]
    seats: int | None = None
    rest: list[str] = []
    for each in words:
        named = next((card for card in welcome.games if card.id == each), None)
        if named is not None:
            game = named
        elif each.isdecimal():
            seats = min(max(int(each[:3]), 1), SEATS_MOST)
        else:
            rest.append(each)
    options: dict[str, Setting] = {}
    for each in tuple(rest):
        if isinstance(game.options.get(each), bool):
            options[each] = True
            rest.remove(each)
        elif each == "simple" and "expert" in game.options:
            options["expert"] = False
            rest.remove(each)
    return game, seats, options, rest
