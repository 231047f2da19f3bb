"""What an action changes in the view, without drawing all of it twice.

Most actions touch one island and one entrance. So the states are compared first, and only
those parts are drawn whose cells differ. The tests hold this to the difference of two views.
"""

from __future__ import annotations

from eriantys.games.contract import View
from eriantys.games.eriantys.actions import TILES
from eriantys.games.eriantys.state import BAG, CARD, CLOUD, DINING, ENTRANCE, ISLAND, State
from eriantys.games.eriantys.view import (
    character_part,
    effect_part,
    ending_part,
    island_part,
    or_none,
    school_part,
    turn_part,
)

_CLOUD_NAMES = tuple(f"cloud/{number + 1}" for number in range(len(CLOUD)))
_ENTRANCE_NAMES = tuple(f"entrance/{seat}" for seat in range(len(ENTRANCE)))
_DINING_NAMES = tuple(f"dining/{seat}" for seat in range(len(ENTRANCE)))
_SCHOOL_NAMES = tuple(f"school/{seat}" for seat in range(len(ENTRANCE)))
_ISLAND_NAMES = tuple(f"island/{tile + 1}" for tile in TILES)


def changes(before: State, after: State, seat: int | None) -> View:
    """Draw the parts of the view that are not what they were."""
    del seat
    parts: View = {}
    _add_turn(before, after, parts)
    if before.mother != after.mother:
        parts["mother"] = after.mother + 1
    if before.professors != after.professors:
        parts["professors"] = [or_none(holder) for holder in after.professors]
    if before.towers_left != after.towers_left:
        parts["towers"] = bytes(after.towers_left)
    if before.supply != after.supply:
        parts["supply"] = after.supply
    _add_islands(before, after, parts)
    _add_clouds_and_schools(before, after, parts)
    _add_characters(before, after, parts)
    if before.students[BAG:] != after.students[BAG:]:
        parts["bag"] = after.five(BAG)
    return parts


def _add_turn(before: State, after: State, parts: View) -> None:
    # What may be taken back differs after most actions, so there is seldom more to compare.
    if before.undoable != after.undoable or turn_part(before) != turn_part(after):
        parts["turn"] = turn_part(after)
    if before.order != after.order:
        parts["order"] = bytes(after.order)
    if (
        before.character != after.character
        or before.colour != after.colour
        or before.resume != after.resume
        or before.came_to_entrance != after.came_to_entrance
        or before.came_to_other != after.came_to_other
    ):
        parts["effect"] = effect_part(after)
    if (
        before.last_round != after.last_round
        or before.short_round != after.short_round
        or before.ended != after.ended
    ):
        parts["ending"] = ending_part(after)


def _add_islands(before: State, after: State, parts: View) -> None:
    old, new = before.students, after.students
    standing = (
        before.owner == after.owner
        and before.towers_on == after.towers_on
        and before.no_entry == after.no_entry
        and before.head == after.head
    )
    if standing and _counts_the_same(before, after):
        if before.professors == after.professors:
            if old[: CLOUD[0]] == new[: CLOUD[0]]:
                return
            moved: tuple[int, ...] = ()
        else:
            holders = zip(before.professors, after.professors, strict=True)
            moved = tuple(colour for colour, (was, now) in enumerate(holders) if was != now)
        for tile in after.ring:
            first = ISLAND[tile]
            if old[first : first + 5] != new[first : first + 5]:
                parts[_ISLAND_NAMES[tile]] = island_part(after, tile)
            elif moved and any(new[first + colour] for colour in moved):
                _add_island(before, after, tile, parts)
        return
    for tile in TILES:
        _add_island(before, after, tile, parts)


def _counts_the_same(before: State, after: State) -> bool:
    """Tell whether no character has begun or ceased to change what counts on islands."""
    if before.character != after.character or before.colour != after.colour:
        return False
    # Somebody's influence may be raised while a character counts for them.
    return after.character == 0 or before.seat == after.seat


def _add_island(before: State, after: State, tile: int, parts: View) -> None:
    part = island_part(after, tile)
    if part != island_part(before, tile):
        parts[_ISLAND_NAMES[tile]] = part


def _add_clouds_and_schools(before: State, after: State, parts: View) -> None:
    old, new = before.students, after.students
    for seat in range(after.table.seats):
        cloud, entrance, dining = CLOUD[seat], ENTRANCE[seat], DINING[seat]
        if old[cloud : cloud + 5] != new[cloud : cloud + 5]:
            parts[_CLOUD_NAMES[seat]] = after.five(cloud)
        if old[entrance : entrance + 5] != new[entrance : entrance + 5]:
            parts[_ENTRANCE_NAMES[seat]] = after.five(entrance)
        if old[dining : dining + 5] != new[dining : dining + 5]:
            parts[_DINING_NAMES[seat]] = after.five(dining)
        if (
            before.coins[seat] != after.coins[seat]
            or before.hands[seat] != after.hands[seat]
            or before.played[seat] != after.played[seat]
        ):
            parts[_SCHOOL_NAMES[seat]] = school_part(after, seat)


def _add_characters(before: State, after: State, parts: View) -> None:
    old, new, end = before.students, after.students, CARD[-1] + 5
    if (
        before.prices == after.prices
        and before.no_entry_on_card == after.no_entry_on_card
        and old[CARD[0] : end] == new[CARD[0] : end]
    ):
        return
    for slot in range(len(after.table.characters)):
        part = character_part(after, slot)
        if part != character_part(before, slot):
            parts[f"character/{slot + 1}"] = part
