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

from eriantys.bots.evaluation.eriantys.outlook import promise
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.bag import left_in_bag
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS
from eriantys.games.eriantys.scoring import outcome
from eriantys.games.eriantys.state import CARD, ENTRANCE, NOBODY, State

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
    table, students = state.table, state.students
    left = _mother_moves_left(state)
    parts = (
        promise(state, left),
        _schools(
            bytes(students[ENTRANCE[0] : CARD[0]]),
            state.professors,
            table.side_of,
            table.cloud_size,
        ),
        _holdings(state.towers_left, left, state.hands, state.coins, table.side_of),
    )
    return [sum(points) for points in zip(*parts, strict=True)]


def _mother_moves_left(state: State) -> int:
    """Count how often Mother Nature will still move, at most."""
    table = state.table
    this_round = table.seats - (0 if state.decision == decisions.ASSISTANT else state.acting)
    if state.last_round:
        return this_round
    by_cards = len(ASSISTANTS) - state.round
    by_bag = -(-left_in_bag(state) // (table.seats * table.cloud_size))
    return this_round + table.seats * min(by_cards, by_bag)


@lru_cache(maxsize=1 << 12)
def _holdings(
    unbuilt: tuple[int, ...],
    left: int,
    hands: tuple[int, ...],
    coins: tuple[int, ...],
    side_of: tuple[int, ...],
) -> tuple[float, ...]:
    """Value by side its towers, assistants and coins."""
    tower = BUILT / (1 + left)
    worth = [-tower * towers for towers in unbuilt]
    for side, hand, purse in zip(side_of, hands, coins, strict=True):
        worth[side] += _hand(hand) + COIN * min(purse, USEFUL_COINS)
    return tuple(worth)


@lru_cache(maxsize=1 << len(ASSISTANTS))
def _hand(hand: int) -> float:
    """Value the assistants that are left: by their mean, as everybody has as many."""
    values = [value for value in ASSISTANTS if hand >> value & 1]
    return HIGH_HAND * sum(values) / len(values) if values else 0.0


@lru_cache(maxsize=1 << 15)
def _schools(
    students: bytes, professors: tuple[int, ...], side_of: tuple[int, ...], moves: int
) -> tuple[float, ...]:
    """Value by side its professors, tables and Entrances, from all of these."""
    worth = [0.0] * (max(side_of) + 1)
    for colour, holder in enumerate(professors):
        everywhere = students[colour :: len(COLOURS)]
        waiting, counts = everywhere[: len(ENTRANCE)], everywhere[len(ENTRANCE) :]
        for side, points in enumerate(_tables(counts, waiting, holder, side_of, moves)):
            worth[side] += points
    return tuple(worth)


@lru_cache(maxsize=1 << 14)
def _tables(
    counts: bytes, waiting: bytes, holder: int, side_of: tuple[int, ...], moves: int
) -> tuple[float, ...]:
    """Value by side one colour: by seat so many are seated, and wait in the Entrance."""
    worth = [0.0] * (max(side_of) + 1)
    for seat, side in enumerate(side_of):
        count = counts[seat]
        points = SEATED * count
        if seat == holder:
            behind = count - max(
                counts[other] for other, theirs in enumerate(side_of) if theirs != side
            )
            points += HELD_BY[max(0, min(behind, len(HELD_BY) - 1))]
            points += AT_HAND_OURS * waiting[seat]
        elif holder != NOBODY and side_of[holder] == side:
            points += AT_HAND_OURS * waiting[seat]
        else:
            needed = max(1, 1 - count + (0 if holder == NOBODY else counts[holder]))
            near = needed <= NEARBY
            points += (AT_HAND_NEAR if near else AT_HAND_FAR) * waiting[seat]
            if near:
                points += NEAR[needed]
            if needed <= min(waiting[seat], moves):
                points += WITHIN_REACH
        worth[side] += points
    return tuple(worth)
