"""What can be seen of a match, by each seat and by those who look on.

Hidden are the leaders in hand and those discarded, the order of the cards under the top of
each pile, and Lorenzo's stack. Views are built up from what may be seen, never stripped
down: a player's own leaders are the only part in which two views differ.

Rows of small numbers are strings of bytes; counts that have no limit are lists.
"""

from __future__ import annotations

from typing import Any

from eriantys.games.contract import View
from eriantys.games.masters import lorenzo
from eriantys.games.masters.holdings import discounts, played
from eriantys.games.masters.names import (
    COLOURS,
    COLUMNS,
    DISCARDED,
    IN_HAND,
    LEVELS,
    ROWS,
    SLIDE,
)
from eriantys.games.masters.notation import format_action
from eriantys.games.masters.state import NO_PILE, State
from eriantys.games.masters.turns import round_of
from eriantys.games.masters.warehouse import COUNTS

PILE_NAMES = tuple(f"{colour}/{level}" for colour in COLOURS for level in LEVELS)
"""The piles as the names of their parts have them, counted by `pile_of`."""

_PILE_PARTS = tuple(f"pile/{name}" for name in PILE_NAMES)
_SEAT_PARTS = tuple(
    tuple(f"{part}/{seat}" for part in ("player", "depots", "strongbox", "slots", "leaders"))
    for seat in range(4)
)


def view(state: State, seat: int | None) -> View:
    """Show the table as a seat may see it, or whoever looks on."""
    parts: View = {
        "table": {"seats": state.seats, "first": state.first},
        "turn": turn_part(state),
        "action": action_part(state),
        "reached": sorted(state.reached),
        "market": market_part(state),
        "lorenzo": lorenzo_part(state),
        "ending": ending_part(state),
    }
    for pile, name in enumerate(_PILE_PARTS):
        parts[name] = pile_part(state, pile)
    for other in range(state.seats):
        player, depots, strongbox, slots, leaders = _SEAT_PARTS[other]
        parts[player] = player_part(state, other)
        parts[depots] = depots_part(state, other)
        parts[strongbox] = list(state.strongbox[other])
        parts[slots] = list(state.slots[other])
        parts[leaders] = leaders_part(state, other, own=other == seat)
    return parts


def turn_part(state: State) -> dict[str, Any]:
    """Show whose turn it is, and what of it is done."""
    return {
        "seat": None if state.ended else state.seat,
        "acting": state.seat,
        "decision": state.decision,
        "turns": state.turns,
        "round": round_of(state),
        "acted": state.acted,
        "undoable": state.undoable,
        "unfinished": state.unfinished,
    }


def action_part(state: State) -> dict[str, Any]:
    """Show the main action under way."""
    return {
        "box": bytes(state.box),
        "whites": state.whites,
        "fresh": bytes(state.fresh),
        "thrown": state.thrown,
        "pile": None if state.pile == NO_PILE else PILE_NAMES[state.pile],
        "slot": None if state.pile == NO_PILE else state.slot + 1,
        "powers": [format_action(power) for power in state.powers],
        "owed": bytes(state.owed),
    }


def market_part(state: State) -> dict[str, Any]:
    """Show all marbles."""
    rows = [state.market[COLUMNS * row : COLUMNS * (row + 1)] for row in range(ROWS)]
    return {"rows": rows, "slide": state.market[SLIDE]}


def pile_part(state: State, pile: int) -> dict[str, Any]:
    """Show the top card of a pile, and how many there are."""
    cards = state.piles[pile]
    return {"card": cards[-1] if cards else None, "left": len(cards)}


def player_part(state: State, seat: int) -> dict[str, Any]:
    """Show how a player stands."""
    return {
        "faith": state.faith[seat],
        "tiles": state.tiles[seat],
        "points": state.points[seat],
        "discounts": bytes(discounts(state.hands[seat], state.fates[seat])),
    }


def depots_part(state: State, seat: int) -> dict[str, Any]:
    """Show a player's depots: what each is for now, and how much of it is there."""
    held = state.depots[seat]
    return {"kinds": held[:COUNTS], "counts": held[COUNTS:]}


def leaders_part(state: State, seat: int, *, own: bool) -> dict[str, Any]:
    """Show the leaders that were played, and to their owner the others as well."""
    hand, fates = state.hands[seat], state.fates[seat]
    return {
        "hand": fates.count(IN_HAND),
        "discarded": fates.count(DISCARDED),
        "played": [[slot + 1, hand[slot]] for slot, _ in played(hand, fates)],
        "own": {"cards": hand, "fates": fates, "dropped": state.dropped[seat]} if own else None,
    }


def lorenzo_part(state: State) -> dict[str, Any] | None:
    """Show how far Lorenzo is, and which of his tokens have come since the last shuffle."""
    if not state.solo:
        return None
    return {
        "cross": state.cross,
        "drawn": state.drawn,
        "left": len(lorenzo.STACK) - len(state.drawn),
        "removed": state.removed,
    }


def ending_part(state: State) -> dict[str, Any]:
    """Show how near the end is."""
    return {
        "reports": state.reports,
        "triggered": state.triggered,
        "ended": state.ended,
    }
