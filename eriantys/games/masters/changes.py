"""What an action changes in the view, without drawing all of it twice.

Most actions touch what one player has. Rows that were not touched are the same objects in
both states, so they are told apart first, and only those parts are drawn whose rows differ.
The tests hold this to the difference of two views.
"""

from __future__ import annotations

from eriantys.games.contract import View
from eriantys.games.masters.state import State
from eriantys.games.masters.view import (
    PILE_NAMES,
    action_part,
    depots_part,
    ending_part,
    leaders_part,
    lorenzo_part,
    market_part,
    pile_part,
    player_part,
    turn_part,
)


def changes(before: State, after: State, seat: int | None) -> View:
    """Draw the parts of the view that are not what they were."""
    parts: View = {}
    for name, part in (
        ("turn", turn_part),
        ("action", action_part),
        ("lorenzo", lorenzo_part),
        ("ending", ending_part),
    ):
        drawn = part(after)
        if drawn != part(before):
            parts[name] = drawn
    if before.reached != after.reached:
        parts["reached"] = sorted(after.reached)
    if before.market != after.market:
        parts["market"] = market_part(after)
    if before.piles is not after.piles:
        _add_piles(before, after, parts)
    if before.depots is not after.depots:
        for other, held in enumerate(after.depots):
            if held != before.depots[other]:
                parts[f"depots/{other}"] = depots_part(after, other)
    if before.strongbox is not after.strongbox:
        for other, goods in enumerate(after.strongbox):
            if goods != before.strongbox[other]:
                parts[f"strongbox/{other}"] = list(goods)
    if before.slots is not after.slots:
        for other, slots in enumerate(after.slots):
            if slots != before.slots[other]:
                parts[f"slots/{other}"] = list(slots)
    _add_players(before, after, seat, parts)
    return parts


def _add_piles(before: State, after: State, parts: View) -> None:
    for pile, name in enumerate(PILE_NAMES):
        if before.piles[pile] is not after.piles[pile]:
            part = pile_part(after, pile)
            if part != pile_part(before, pile):
                parts[f"pile/{name}"] = part


def _add_players(before: State, after: State, seat: int | None, parts: View) -> None:
    led = before.hands is not after.hands or before.fates is not after.fates
    stood = (
        before.faith is after.faith
        and before.tiles is after.tiles
        and before.points is after.points
    )
    if stood and not led:
        return
    for other in range(after.seats):
        player = player_part(after, other)
        if player != player_part(before, other):
            parts[f"player/{other}"] = player
        if led:
            leaders = leaders_part(after, other, own=other == seat)
            if leaders != leaders_part(before, other, own=other == seat):
                parts[f"leaders/{other}"] = leaders
