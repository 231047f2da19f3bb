"""How a position of Masters of Renaissance stands: each player's likelihood to win.

Everything is counted in victory points: those that a player has, and those that goods,
powers, faith and leaders in hand promise in the turns that are left. The weights were set
by hand and then by play against each other.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from eriantys.games.masters.cards import CARDS, LEADERS, Goods
from eriantys.games.masters.holdings import (
    GOODS_FOR_A_POINT,
    MOST_CARDS,
    Slots,
    goods_of,
    goods_points,
    missing_cards,
    missing_goods,
    number_of_cards,
    producing,
)
from eriantys.games.masters.names import (
    IN_HAND,
    LAST_SPACE,
    PLAYED,
    POPE_SPACES,
    SECTIONS,
    TILE_POINTS,
    TRACK_POINTS,
)
from eriantys.games.masters.scoring import outcome
from eriantys.games.masters.state import State

TURNS = 16.0
"""How many turns a player has in a usual game."""
GOOD_EARLY, GOOD_LATE = 0.75, 1 / GOODS_FOR_A_POINT
"""What a good is worth while there is time to spend it, and when there is none."""
SPENT_IN = 3.0
"""In how many turns a good is spent."""
ENOUGH_GOODS = 9
SURPLUS = 0.4
"""What a good beyond enough is worth, of a usual one."""
FAITH = 20 / 24
"""A space of the faith track, between those that bring points."""
PRODUCES = 0.4
"""In which part of the turns a player produces."""
ABILITY = 1.5
"""What a leader's ability is worth beside its points, in the middle of the game."""
CARDS_FOR_A_LEADER = 2.5
GOODS_FOR_A_LEADER = 1.0
"""How many turns a missing card, or a missing good, of a leader's requirement takes."""
SPREAD_EARLY, SPREAD_LATE = 9.0, 2.5
"""By how many points a lead must be larger for the leader to win e times as often."""
LORENZO_PACE = 1.3
"""How far Lorenzo's cross goes in a turn, cards that he takes being counted too."""


def shares(state: State) -> list[float]:
    """Tell by seat how likely it is to win; alone, how likely it is not to lose."""
    if state.ended:
        return _result(state)
    if state.solo:
        return [_against_lorenzo(state)]
    left = turns_left(state)
    worth = [worth_of(state, seat, left) for seat in range(state.seats)]
    spread = SPREAD_LATE + (SPREAD_EARLY - SPREAD_LATE) * left / TURNS
    best = max(worth)
    weights = [exp((each - best) / spread) for each in worth]
    total = sum(weights)
    return [weight / total for weight in weights]


def _result(state: State) -> list[float]:
    ended = outcome(state)
    assert ended is not None  # the state says so
    winners = ended.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]


def turns_left(state: State) -> float:
    """Guess how many turns everybody still has."""
    if state.triggered:
        return 0.0
    cards = max(map(number_of_cards, state.slots)) / MOST_CARDS
    return TURNS * (1 - max(cards, max(state.faith) / LAST_SPACE))


def worth_of(state: State, seat: int, left: float) -> float:
    """Count a player's points, and those to be expected."""
    slots, faith = state.slots[seat], state.faith[seat]
    have = goods_of(state, seat)
    good = GOOD_LATE + (GOOD_EARLY - GOOD_LATE) * min(1.0, left / SPENT_IN)
    hand, fates = state.hands[seat], state.fates[seat]
    counted = goods_points(state.depots[seat], state.strongbox[seat])
    number = sum(have)
    worth = (
        state.points[seat]
        - counted
        + good * (min(number, ENOUGH_GOODS) + SURPLUS * max(0, number - ENOUGH_GOODS))
    )
    worth += _on_the_way(faith) + _favours(faith, state.reports, left)
    powers, spirit = _powers(slots, producing(hand, fates))
    worth += PRODUCES * left * (good * powers + FAITH * spirit)
    for card, fate in zip(hand, fates, strict=True):
        if fate == IN_HAND:
            worth += promise(card, slots, have, left)
        elif fate == PLAYED:
            worth += ABILITY * left / TURNS  # its points are counted
    return worth


def promise(card: int, slots: Slots, have: Goods, left: float) -> float:
    """Tell what a leader in hand is worth: its points, as far as there is time for it."""
    missing = CARDS_FOR_A_LEADER * sum(missing_cards(card, slots))
    missing += GOODS_FOR_A_LEADER * sum(missing_goods(card, have))
    likely = max(0.0, 1 - missing / (left + 0.5))
    return likely * (LEADERS[card].points + ABILITY * left / TURNS)


@lru_cache(maxsize=LAST_SPACE + 1)
def _on_the_way(faith: int) -> float:
    """Value the spaces beyond the last one that has brought points."""
    last = max((space for space in TRACK_POINTS if space <= faith), default=0)
    return FAITH * (faith - last) * 0.8


@lru_cache(maxsize=1 << 12)
def _favours(faith: int, reports: int, left: float) -> float:
    """Value the favour tiles still to be had, by how near their sections are."""
    worth = 0.0
    for report in range(reports, len(POPE_SPACES)):
        missing = max(0, SECTIONS[report] - faith)
        worth += TILE_POINTS[report] * max(0.0, 1 - missing / (2 + left / 2)) * 0.7
    return worth


@lru_cache(maxsize=1 << 12)
def _powers(slots: Slots, leaders: tuple[tuple[int, int], ...]) -> tuple[float, int]:
    """Count what a production brings more than it takes: goods and faith."""
    goods, spirit = 0.0, len(leaders)
    for slot in slots:
        if slot:
            card = CARDS[slot[-1]]
            goods += sum(card.makes) - sum(card.needs)
            spirit += card.faith
    return goods, spirit


def _against_lorenzo(state: State) -> float:
    """Compare how many turns are missing to win with those that Lorenzo leaves."""
    left = turns_left(state)
    own = worth_of(state, 0, left)
    cards = number_of_cards(state.slots[0])
    pace = max(cards / MOST_CARDS, state.faith[0] / LAST_SPACE)
    colours = [
        sum(map(len, state.piles[first : first + 3])) for first in range(0, len(state.piles), 3)
    ]
    # A token takes two of twelve cards of a colour, one turn in seven.
    nearest = min(
        (LAST_SPACE - state.cross) / LORENZO_PACE,
        min(colours) * 3.5 if min(colours) < 5 else 99,
    )
    needed = 18.0 * (1 - pace)
    return 1 / (1 + exp(-(nearest - needed + 0.12 * own) / 3))
