"""How a position of Eriantys stands: each side's likelihood to win.

Whatever a side has is counted in points, of which one more makes it e times as likely to win:
what the islands promise, and what professors, students, coins and assistants are going to
bring. How many points a thing is worth was not made up: it is what explains best, by logistic
regression, who won three thousand games between greedy brains, of all numbers of players,
simple and expert. Then better brains played, and the same was done again.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from eriantys.bots.evaluation.eriantys.islands import rulers
from eriantys.bots.evaluation.eriantys.outlook import promise
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.bag import left_in_bag
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS
from eriantys.games.eriantys.scoring import outcome
from eriantys.games.eriantys.state import DINING, ENTRANCE, NOBODY, State

BUILT = 3.72
"""A tower that stands when the game ends; before, as much less as Mother Nature moves."""
HELD_BY = (0.255, 0.414, 0.532, 0.6, 0.819)
"""A professor beyond its influence now, if the runner-up is so many students behind."""
NEAR = (0.0, 0.229, 0.121, -0.057)
"""To need so many more students for a professor."""
WITHIN_REACH = 0.103
"""To have them in the Entrance, no more than can be moved in a turn."""
SEATED = 0.019
"""A student at a table, for its own sake."""
AT_HAND_OURS, AT_HAND_NEAR, AT_HAND_FAR = 0.207, 0.202, 0.128
"""A student in the Entrance: its professor is ours, near, or far."""
NEARBY = 3
"""A professor is near if it takes no more students than that."""
COIN = 0.12
USEFUL_COINS = 4
"""How many coins are worth anything: more are hardly ever spent."""
HIGH_HAND = -0.078
"""An assistant's value by which the hand is higher: low ones are worth keeping."""


def shares(state: State) -> list[float]:
    """Tell by side how likely it is to win."""
    if state.ended:
        return _result(state)
    points = _points(state)
    most = max(points)
    weights = [exp(each - most) for each in points]
    total = sum(weights)
    return [weight / total for weight in weights]


def _result(state: State) -> list[float]:
    ended = outcome(state)
    assert ended is not None  # the state says so
    side_of = state.table.side_of
    winners = {side_of[seat] for seat in ended.winners}
    return [1 / len(winners) if side in winners else 0.0 for side in range(state.table.sides)]


def _points(state: State) -> list[float]:
    """Count what each side has."""
    table, students, coins = state.table, state.students, state.coins
    side_of, cells, stock = table.side_of, len(COLOURS) * table.seats, table.tower_stock
    left = _mother_moves_left(state)
    tower = BUILT / (1 + left)
    promised = promise(state, rulers(state.professors, side_of), left)
    points = [
        tower * (stock - unbuilt) + worth
        for unbuilt, worth in zip(state.towers_left, promised, strict=True)
    ]
    schools = _schools(
        bytes(students[DINING[0] : DINING[0] + cells]),
        bytes(students[ENTRANCE[0] : ENTRANCE[0] + cells]),
        state.professors,
        side_of,
        table.cloud_size,
    )
    for seat, side in enumerate(side_of):
        points[side] += schools[seat] + _hand(state.hands[seat])
        if table.expert:
            points[side] += COIN * min(coins[seat], USEFUL_COINS)
    return points


def _mother_moves_left(state: State) -> int:
    """Count how often Mother Nature will still move, at most."""
    table = state.table
    this_round = table.seats - (0 if state.decision == decisions.ASSISTANT else state.acting)
    if state.last_round:
        return this_round
    by_cards = len(ASSISTANTS) - state.round
    by_bag = -(-left_in_bag(state) // (table.seats * table.cloud_size))
    return this_round + table.seats * min(by_cards, by_bag)


@lru_cache(maxsize=1 << len(ASSISTANTS))
def _hand(hand: int) -> float:
    """Value the assistants that are left: by their mean, as everybody has as many."""
    values = [value for value in ASSISTANTS if hand >> value & 1]
    return HIGH_HAND * sum(values) / len(values) if values else 0.0


@lru_cache(maxsize=1 << 15)
def _schools(
    seated: bytes,
    at_hand: bytes,
    professors: tuple[int, ...],
    side_of: tuple[int, ...],
    moves: int,
) -> tuple[float, ...]:
    """Value by seat its professors, tables and Entrance."""
    worth = [0.0] * len(side_of)
    for colour, holder in enumerate(professors):
        counts, waiting = seated[colour :: len(COLOURS)], at_hand[colour :: len(COLOURS)]
        for seat, count in enumerate(counts):
            worth[seat] += SEATED * count
            if seat == holder:
                behind = count - max(
                    rival
                    for other, rival in enumerate(counts)
                    if side_of[other] != side_of[seat]
                )
                worth[seat] += HELD_BY[max(0, min(behind, len(HELD_BY) - 1))]
                worth[seat] += AT_HAND_OURS * waiting[seat]
            elif holder != NOBODY and side_of[holder] == side_of[seat]:
                worth[seat] += AT_HAND_OURS * waiting[seat]
            else:
                needed = max(1, 1 - count + (0 if holder == NOBODY else counts[holder]))
                near = needed <= NEARBY
                worth[seat] += (AT_HAND_NEAR if near else AT_HAND_FAR) * waiting[seat]
                if near:
                    worth[seat] += NEAR[needed]
                if needed <= min(waiting[seat], moves):
                    worth[seat] += WITHIN_REACH
    return tuple(worth)
