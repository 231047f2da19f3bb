"""What must hold in every state of Masters of Renaissance, whatever was played."""

from __future__ import annotations

from collections import Counter

from eriantys.games.masters import decisions
from eriantys.games.masters.cards import CARDS, LEADERS, pile_of
from eriantys.games.masters.names import DEPOT_SIZES, IN_HAND, LOST, NOTHING, UP, WAITING
from eriantys.games.masters.state import State

ALL_MARBLES = Counter({0: 2, 1: 2, 2: 2, 3: 2, 4: 1, 5: 4})
ALL_TOKENS = Counter({0: 1, 1: 1, 2: 1, 3: 1, 4: 2, 5: 1})
SECTIONS = ((5, 8), (12, 16), (19, 24))


def faults(state: State, before: State | None = None) -> list[str]:
    """List what is wrong with a table: nothing, in a sound game.

    What lies as it did `before`, when all was well, is not counted again.
    """
    found = [] if Counter(state.market) == ALL_MARBLES else ["marbles are lost"]
    for check, rows in (
        (_cards, ("piles", "slots", "removed")),
        (_leaders, ("hands", "fates", "dropped")),
        (_faith, ("faith", "tiles", "slots", "cross", "stack", "triggered")),
    ):
        if before is None or any(getattr(state, n) != getattr(before, n) for n in rows):
            found += check(state)
    return found + _goods(state)


def _cards(state: State) -> list[str]:
    found = []
    lying = [card for pile in state.piles for card in pile]
    owned = [card for slots in state.slots for slot in slots for card in slot]
    if sorted([*lying, *owned, *state.removed]) != sorted(CARDS):
        found.append("development cards are lost")
    for pile, cards in enumerate(state.piles):
        if any(pile_of(CARDS[card].colour, CARDS[card].level) != pile for card in cards):
            found.append(f"a card is in pile {pile} that does not belong there")
    for slots in state.slots:
        for slot in slots:
            if [CARDS[card].level for card in slot] != list(range(1, len(slot) + 1)):
                found.append(f"slot {list(slot)} is out of order")
        if sum(map(len, slots)) > 7:
            found.append("somebody has more than seven cards")
    return found


def _leaders(state: State) -> list[str]:
    found = []
    dealt = [card for row in (*state.hands, *state.dropped) for card in row]
    if len(set(dealt)) != 4 * state.seats or not set(dealt) <= set(LEADERS):
        found.append("leaders are lost")
    for hand, fates, dropped in zip(state.hands, state.fates, state.dropped, strict=True):
        if len(hand) != len(fates) or len(hand) + len(dropped) != 4:
            found.append(f"a hand of {len(hand)} leaders with {len(dropped)} dropped")
        if dropped and len(hand) > 2 and set(fates) != {IN_HAND}:
            found.append("a leader was played in the set-up")
    return found


def _faith(state: State) -> list[str]:
    found = []
    spaces = (*state.faith, state.cross)
    if not all(0 <= space <= 24 for space in spaces):
        found.append(f"markers stand on {spaces}")
    for report, (_, pope) in enumerate(SECTIONS):
        held = report < state.reports
        if held != (max(spaces) >= pope):
            found.append(f"report {report + 1} is wrong for {spaces}")
        for seat, tiles in enumerate(state.tiles):
            if (tiles[report] == WAITING) == held:
                found.append(f"tile {report + 1} of seat {seat} is {tiles[report]}")
            if tiles[report] == UP and state.faith[seat] < SECTIONS[report][0]:
                found.append(f"seat {seat} has tile {report + 1} too early")
            if tiles[report] not in (WAITING, UP, LOST):
                found.append("a tile is neither waiting, up nor lost")
    reached = 24 in state.faith or any(sum(map(len, slots)) == 7 for slots in state.slots)
    if reached and not (state.triggered or state.seats == 1):
        found.append("the end was not brought")
    if state.seats == 1 and Counter(state.stack + state.drawn) != ALL_TOKENS:
        found.append("tokens are lost")
    return found


def _goods(state: State) -> list[str]:
    found = []
    for seat, held in enumerate(state.depots):
        kinds, counts = held[:5], held[5:]
        board = [kind for kind in kinds[:3] if kind != NOTHING]
        if len(set(board)) < len(board):
            found.append(f"seat {seat} has a kind in two depots")
        if any(count > size for count, size in zip(counts, DEPOT_SIZES, strict=True)):
            found.append(f"seat {seat} has too much in a depot")
        if any(count and kind == NOTHING for kind, count in zip(kinds, counts, strict=True)):
            found.append(f"seat {seat} has goods of no kind")
        if any(
            kind != NOTHING and not count
            for kind, count in zip(kinds[:3], counts, strict=False)
        ):
            found.append(f"seat {seat} has an empty depot with a kind")
    if any(count < 0 for goods in (*state.strongbox, state.box, state.owed) for count in goods):
        found.append("fewer goods than none")
    if state.decision in (decisions.ACTION, decisions.END) and (
        any(state.box) or any(state.owed) or state.whites or state.thrown or state.powers
    ):
        found.append("something of an action was left over")
    return found
