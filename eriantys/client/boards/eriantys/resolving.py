"""What resolving an island, or seating a student, would do.

What the server has tried is taken at its word. Where it cannot try, because the turn would end
or something hidden be shown, the same follows from the view, which holds all that counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from eriantys.client.boards.eriantys.reading import (
    five,
    head_of,
    heads,
    number,
    part,
    row,
    seats_of,
    side_of,
    word,
)
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.schools import COIN_SEATS
from eriantys.games.eriantys.scoring import FEWEST_ISLANDS, LAST_TOWER, THREE_ISLANDS
from eriantys.wire.cards import Happening


class Resolution(NamedTuple):
    """What becomes of an island that is resolved."""

    barred: bool = False
    """Whether a No Entry tile prevents it."""
    winner: int | None = None
    """The side that builds there; None if nothing changes."""
    loser: int | None = None
    """The side whose towers go home, if there are any."""
    towers: int = 0
    """How many towers are built."""
    tiles: tuple[int, ...] = ()
    """The islands of the group that comes of it, if any join."""
    ended: str = ""
    """Why the game ends by it, if it does."""


class Seating(NamedTuple):
    """What becomes of a student that sits down in a dining room."""

    coin: bool = False
    professor: bool = False
    """Whether the professor of its colour comes along."""
    loser: int | None = None
    """From whom, if somebody has it."""


def leader(influence: Sequence[int]) -> int | None:
    """Tell which side has the most influence, if just one has."""
    most = max(influence, default=0)
    return [*influence].index(most) if most > 0 and [*influence].count(most) == 1 else None


def resolution_told(events: Sequence[Happening]) -> Resolution:
    """Read what the server has tried."""
    found = Resolution()
    for event in events:
        facts = event.facts
        match event.kind:
            case "entry refused":
                found = found._replace(barred=True)
            case "island conquered":
                loser = None if facts.get("from") is None else number(facts.get("from"), -1)
                found = found._replace(
                    winner=number(facts.get("side"), -1),
                    loser=loser,
                    towers=number(facts.get("towers")),
                )
            case "islands joined":
                found = found._replace(tiles=row(facts.get("tiles"))[:12])
            case "game over":
                found = found._replace(ended=word(facts.get("reason")))
    return found


def resolution_seen(view: Mapping[str, Any], island: int) -> Resolution:
    """Work it out from what lies on the table."""
    island = head_of(view, island)
    here = part(view, f"island/{island}")
    if number(here.get("no_entry")) > 0:
        return Resolution(barred=True)
    winner = leader(row(here.get("influence")))
    owner = None if here.get("side") is None else number(here.get("side"), -1)
    if winner is None or winner == owner:
        return Resolution()
    tiles = row(here.get("tiles"))
    stock = row(view.get("towers"), winner + 1)[winner]
    built = min(len(tiles), stock)
    result = Resolution(winner=winner, loser=owner, towers=built)
    if built == stock:
        return result._replace(ended=LAST_TOWER)
    ring = heads(view)
    before, after = _neighbours(ring, island)
    joining = [
        each
        for each in dict.fromkeys((before, island, after))
        if each == island or _owner(view, each) == winner
    ]
    if len(joining) == 1:
        return result
    group: tuple[int, ...] = ()
    for each in joining:
        group += row(part(view, f"island/{each}").get("tiles"))
    few = len(ring) - len(joining) + 1 <= FEWEST_ISLANDS
    return result._replace(tiles=group, ended=THREE_ISLANDS if few else "")


def _neighbours(ring: Sequence[int], island: int) -> tuple[int, int]:
    if island not in ring:
        return island, island
    place = [*ring].index(island)
    return ring[place - 1], ring[(place + 1) % len(ring)]


def _owner(view: Mapping[str, Any], island: int) -> int | None:
    side = part(view, f"island/{island}").get("side")
    return None if side is None else number(side, -1)


def walked_to(view: Mapping[str, Any], steps: int) -> int:
    """Tell on which island Mother Nature stops after so many steps."""
    ring, mother = heads(view), head_of(view, number(view.get("mother"), 1))
    if mother not in ring:
        return mother
    return ring[(ring.index(mother) + steps) % len(ring)]


def influence_with(view: Mapping[str, Any], island: int, colour: str) -> tuple[int, ...]:
    """Count the influence of each side on an island once a student more is there."""
    here = part(view, f"island/{head_of(view, island)}")
    influence = [*row(here.get("influence"))]
    effect = part(view, "effect")
    ignored = effect.get("character") == "mushroom" and effect.get("colour") == colour
    holder = holder_of(view, colour)
    if holder is not None and not ignored:
        side = side_of(view, holder)
        if 0 <= side < len(influence):
            influence[side] += 1
    return tuple(influence)


def holder_of(view: Mapping[str, Any], colour: str) -> int | None:
    """Tell who has the professor of a colour."""
    professors = view.get("professors")
    if colour not in COLOURS or not isinstance(professors, list | tuple):
        return None
    at = COLOURS.index(colour)
    if at >= len(professors) or professors[at] is None:
        return None
    return number(professors[at], -1)


def at_table(view: Mapping[str, Any], seat: int, colour: str) -> int:
    """Count the students of a colour in a dining room."""
    return five(view.get(f"dining/{seat}"))[COLOURS.index(colour)] if colour in COLOURS else 0


def seating_told(events: Sequence[Happening], seat: int, colour: str) -> Seating:
    """Read what the server has tried."""
    found = Seating()
    for event in events:
        facts = event.facts
        if facts.get("seat") != seat or facts.get("colour") != colour:
            continue
        if event.kind == "coin earned":
            found = found._replace(coin=True)
        elif event.kind == "professor taken":
            loser = None if facts.get("from") is None else number(facts.get("from"), -1)
            found = found._replace(professor=True, loser=loser)
    return found


def seating_seen(view: Mapping[str, Any], seat: int, colour: str) -> Seating:
    """Work it out from what lies on the table."""
    count = at_table(view, seat, colour) + 1
    expert = bool(part(view, "table").get("expert"))
    coin = expert and count in COIN_SEATS and number(view.get("supply")) > 0
    holder = holder_of(view, colour)
    if holder == seat:
        return Seating(coin)
    if part(view, "effect").get("character") == "farmer" and holder is not None:
        wins = count >= at_table(view, holder, colour)
    else:
        seats = range(number(part(view, "table").get("seats")))
        wins = all(count > at_table(view, other, colour) for other in seats if other != seat)
    return Seating(coin, wins, holder if wins else None)


def winners(view: Mapping[str, Any]) -> list[int]:
    """Tell which sides would win if the game ended as it stands."""
    left = row(view.get("towers"))
    strength = {}
    for side, towers in enumerate(left):
        seats = seats_of(view, side)
        professors = sum(holder_of(view, colour) in seats for colour in COLOURS)
        strength[side] = (-towers, professors)
    best = max(strength.values(), default=(0, 0))
    return [side for side, each in strength.items() if each == best]
