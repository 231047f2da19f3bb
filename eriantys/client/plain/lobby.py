"""The lobby in sentences, and the words by which a match is opened."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

from eriantys.client.boards.vocabulary import mode, option_value
from eriantys.client.model import Model
from eriantys.client.screens.texts import duration, game_title, listed, room_title, terms
from eriantys.client.times import DAY
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import GameCard, PastCard, RoomCard, RunningCard, SavedCard
from eriantys.wire.fields import BotsBySeat, Level, Setting
from eriantys.wire.from_client import Create, Quick
from eriantys.wire.from_server import ServerResults, Welcome

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
_LEVELS: tuple[Level, ...] = get_args(Level)
_NO_BOTS = "no-bots"
_AT_HOME: dict[str, Any] = {"turn_seconds": DAY, "private": True}
"""At home nobody is in a hurry, and nobody looks for a match."""
HOME_LEVEL: Level = "easy"
"""How well bots play at home where nobody says how."""


class Unclear(Exception):
    """What was typed cannot be meant; its text is a sentence."""


def listing(model: Model) -> list[str]:
    """Tell which matches wait for players, and which can be gone back to."""
    said = [room(model, card) for card in model.rooms.values()]
    said += [saved(model, card) for card in model.saved]
    return said or ["No match waits for players: new opens one, and quick finds you one."]


def room(model: Model, card: RoomCard) -> str:
    """Tell about a match that waits for players."""
    present = people(card.seats, card.bots)
    title = f"{room_title(card)}, {game_title(model.welcome, card.game)}"
    seats = f"{len(present)} of {len(card.seats)} seats taken"
    by = f" by {listed(present)}" if present else ""
    details = [detail for detail in (mode(card.game, card.options), *terms(card)) if detail]
    return f"Match {card.match} is open: {title}, {', '.join(details)}; {seats}{by}."


def people(names: Sequence[str | None], bots: BotsBySeat) -> list[str]:
    """Name those who have seats, and say which of them are bots."""
    levels = bots if len(bots) == len(names) else (None,) * len(names)
    return [
        f"{name} (bot, {level})" if level else name
        for name, level in zip(names, levels, strict=True)
        if name is not None
    ]


def saved(model: Model, card: SavedCard) -> str:
    """Tell about a match that one can go back to."""
    title = game_title(model.welcome, card.game)
    players = listed(people(card.players, card.bots))
    return f"Match {card.match} is saved: {title} with {players}; type resume."


def running(model: Model, card: RunningCard) -> str:
    """Tell about a match that is being played."""
    title = card.title or game_title(model.welcome, card.game)
    how = f"type watch {card.match}" if card.watchable else "it takes no watchers"
    players = listed(people(card.players, card.bots))
    return f"Match {card.match} is being played: {title} with {players}; {how}."


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
    players = listed(people(card.players, card.bots))
    return f"Match {card.match}, {ago} ago, with {players}: {how}."


def create(
    words: Sequence[str],
    welcome: Welcome | None,
    chance: Callable[[int], bytes],
    *,
    at_home: bool = False,
) -> Create:
    """Read what follows `new`, or raise `Unclear`; at home bots take all other seats."""
    game, seats, options, rest = _read(words, welcome)
    agreed: dict[str, Any] = dict(_AT_HOME) if at_home else {}
    bots: Level | None = level(HOME_LEVEL, welcome) if at_home else None
    for each in rest:
        time = _TIME.fullmatch(each)
        if time is not None:
            agreed["turn_seconds"] = min(int(time[1]) * _SECONDS[time[2]], TURN_MOST)
        elif each in _TERMS:
            agreed |= _TERMS[each]
        elif each in _LEVELS:
            bots = level(each, welcome)
        elif each == _NO_BOTS:
            bots = None
        else:
            known = (*game.options, *_TERMS, *_LEVELS, _NO_BOTS)
            raise Unclear(
                f"There is no {each!r} here. After new come the game, the number of players "
                f"and any of {', '.join(known)}, or a time such as 90s."
            )
    if seats is None:
        seats = min(game.seats, default=2)
    if bots is not None:
        agreed |= {"bots": (bots,) * (seats - 1), "bot_level": bots}
    return Create(game.id, seats, chance(NONCE_SIZE), options=options, **agreed)


def level(word: str, welcome: Welcome | None) -> Level:
    """Read how well a bot shall play, or raise `Unclear` where none here plays so."""
    offered = welcome.bots if welcome is not None else ()
    found = next((each for each in offered if each == word), None)
    if found is not None:
        return found
    if not offered:
        raise Unclear("There are no bots here: play with people.")
    raise Unclear(f"Here a bot plays {' or '.join(offered)}.")


def example(welcome: Welcome | None) -> str:
    """Write what could follow `new` at this server."""
    if welcome is None or not welcome.games:
        return "GAME"
    such = f" {welcome.bots[-1]}" if welcome.bots else ""
    return f"{_example(welcome.games[0])}{such}"


def _example(game: GameCard) -> str:
    option = next((name for name, value in game.options.items() if value is False), "")
    return f"{game.id} {min(game.seats, default=2)} {option}".strip()


def quick(
    words: Sequence[str], welcome: Welcome | None, chance: Callable[[int], bytes]
) -> Quick:
    """Read what follows `quick`, or raise `Unclear`."""
    game, seats, options, rest = _read(words, welcome)
    if rest:
        raise Unclear(f"There is no {rest[0]!r} here: type quick, or quick {_example(game)}.")
    if options and seats is None:
        raise Unclear(f"Say how many play as well, as in quick {_example(game)}.")
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
    switches = _switches(game)
    for each in tuple(rest):
        if each in switches:
            name, value = switches[each]
            options[name] = value
            rest.remove(each)
    return game, seats, options, rest


def _switches(game: GameCard) -> dict[str, tuple[str, bool]]:
    """List the words by which options of a game are turned on or off."""
    words: dict[str, tuple[str, bool]] = {}
    for name, default in game.options.items():
        if isinstance(default, bool):
            words |= {name: (name, True), f"no-{name}": (name, False)}
            for value in (False, True):
                called = option_value(game.id, name, value)
                if called not in ("no", "yes"):  # which would say nothing by themselves
                    words[called] = (name, value)
    return words
