"""Where the rules of Eriantys refuse something: how to get there, and what to try then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from tests.scenarios import strategies
from tests.scenarios.driver import Probe, Strategy, Table, Worth

TURN_STEPS = ("student", "mother", "cloud", "end")
"""The decisions at which a character may be played."""
OF_USE_BEFORE_MOTHER = ("postman", "centaur", "knight", "mushroom")
SWAPPERS = ("jester", "minstrel")
TABLE_SEATS = 10


def at(decision: str, action: str) -> Probe:
    """Try an action as soon as somebody is asked for something."""
    return lambda table: action if table.decision == decision else None


def on_the_table(*characters: str) -> Worth:
    """Play only matches that have one of some characters."""
    return lambda table: any(name in table.characters for name in characters)


def played_by_another(table: Table) -> str | None:
    """Try an assistant that somebody has played in this round, with others still in hand."""
    if table.decision != "assistant":
        return None
    seats = range(len(table.clients))
    played = {table.view[f"school/{seat}"]["assistant"] for seat in seats}
    hand = set(table.school["hand"])
    return _first(f"assistant {value}" for value in hand & played) if hand - played else None


def played_before(table: Table) -> str | None:
    """Try an assistant that is no longer in hand."""
    if table.decision != "assistant":
        return None
    gone = set(range(1, 11)) - set(table.school["hand"])
    return _first(f"assistant {value}" for value in gone)


def full_table(table: Table) -> str | None:
    """Try to seat a student whose table has no free seat."""
    if table.decision != "student":
        return None
    pairs = zip(COLOURS, table.entrance, table.dining, strict=True)
    return _first(
        f"{name} dining" for name, here, seated in pairs if here and seated == TABLE_SEATS
    )


def absent_student(table: Table) -> str | None:
    """Try to move a student of a colour that the Entrance does not have."""
    if table.decision != "student":
        return None
    pairs = zip(COLOURS, table.entrance, strict=True)
    return _first(f"{name} 1" for name, here in pairs if not here)


def one_step_too_far(table: Table) -> str | None:
    return f"mother {table.turn['steps'] + 1}" if table.decision == "mother" else None


def emptied_cloud(table: Table) -> str | None:
    if table.decision != "cloud":
        return None
    clouds = range(1, len(table.clients) + 1)
    return _first(f"cloud {each}" for each in clouds if not any(table.view[f"cloud/{each}"]))


def character_of_another_match(table: Table) -> str | None:
    if table.decision not in TURN_STEPS:
        return None
    return _first(f"play {name}" for name in CHARACTERS[1:] if name not in table.characters)


def too_dear(table: Table) -> str | None:
    """Try a character that costs more than the player has."""
    if table.decision not in TURN_STEPS or table.view["effect"]["character"]:
        return None
    coins = table.school["coins"]
    cards = table.characters.values()
    return _first(f"play {card['name']}" for card in cards if card["price"] > coins)


def second_character(table: Table) -> str | None:
    """Try to play another character in the same turn."""
    if table.decision not in TURN_STEPS or not table.view["effect"]["character"]:
        return None
    return _first(f"play {name}" for name in table.characters)


def too_late(table: Table) -> str | None:
    """Try a character that has no effect any more, and could be paid."""
    if table.decision not in ("cloud", "end") or table.view["effect"]["character"]:
        return None
    cards = [table.characters.get(name) for name in OF_USE_BEFORE_MOTHER]
    coins = table.school["coins"]
    return _first(f"play {card['name']}" for card in cards if card and card["price"] <= coins)


def no_swap_made(table: Table) -> str | None:
    made = table.view["effect"]["swaps"] != [bytes(5), bytes(5)]
    return "done" if table.decision.endswith("-swap") and not made else None


def blocked_island(table: Table) -> str | None:
    """Try to block an island that cannot be blocked any more."""
    if table.decision != "grandma-island":
        return None
    islands = [table.view[f"island/{number}"] for number in range(1, 13)]
    return _first(
        f"island {each['head']}"
        for each in islands
        if "tiles" in each and each["no_entry"] == len(each["tiles"])
    )


def _first(actions: Iterable[str]) -> str | None:
    return next(iter(actions), None)


class Case(NamedTuple):
    """A refusal of the rules, and the way to it."""

    code: str
    probe: Probe
    play: Strategy = strategies.quiet
    seats: int = 2
    expert: bool = False
    worth: Worth | None = None


ALREADY_PLAYED = Case("already-played", played_by_another)
NO_SUCH_CARD = Case("no-such-card", played_before)
FULL_DINING_ROOM = Case("dining-room-full", full_table, strategies.collect, seats=3)
NO_MONEY = Case("not-enough-coins", too_dear, expert=True)
TOO_LATE = Case("character-unusable", too_late, strategies.thrifty, expert=True)
USED = Case("character-used", second_character, strategies.first, expert=True)

INVALID_CHOICES = (
    NO_SUCH_CARD,
    Case("no-such-card", at("assistant", "assistant 11")),
    Case("no-such-student", absent_student),
    Case("no-such-island", at("student", "green 13")),
    Case("too-few-steps", at("mother", "mother 0")),
    Case("too-many-steps", one_step_too_far),
    Case("too-many-steps", at("mother", "mother 99")),
    Case("no-such-cloud", at("cloud", "cloud 3")),
    Case("no-such-cloud", at("cloud", "cloud 0")),
    Case("cloud-taken", emptied_cloud, seats=3),
    Case("unknown-action", at("assistant", "dance")),
    Case("no-such-character", at("student", "play monk")),
    Case("no-such-character", at("student", "play wizard"), expert=True),
    Case("no-such-character", character_of_another_match, expert=True),
    USED,
    TOO_LATE,
    Case(
        "no-swap-yet",
        no_swap_made,
        strategies.hire(*SWAPPERS),
        expert=True,
        worth=on_the_table(*SWAPPERS),
    ),
    Case(
        "no-entry-full",
        blocked_island,
        strategies.hire("grandma"),
        expert=True,
        worth=on_the_table("grandma"),
    ),
)
"""Choices that are no choice, each in its own way."""
