"""How a position of Eriantys stands: each side's likelihood to win.

Towers decide, so a side is worth the towers that it can expect to have in the end. A group
of islands either stays as it is or is resolved again; how likely that is follows from the
moves left to Mother Nature and from where she stands, and who would win it from the influence
there. Those who move before the round is over choose where she goes, which is counted for
them in turn. Professors, students in the school and coins count for what they will bring.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from eriantys.bots.evaluation.eriantys.islands import (
    Visit,
    hopes,
    influences,
    rulers,
    visit,
)
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.bag import left_in_bag
from eriantys.games.eriantys.influence import totals
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS, MOTHER_STEPS
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.scoring import outcome
from eriantys.games.eriantys.state import DINING, ENTRANCE, ISLAND, NOBODY, State

PROFESSOR = 0.7
"""A professor beyond the influence it gives now, in towers."""
LEAD = (0.0, 0.1, 0.18, 0.24, 0.28)
"""What it adds that the runner-up is so many students behind."""
NEAR = (0.0, 0.3, 0.16, 0.08, 0.03)
"""What it is worth to need so many more students for a professor."""
SEATED = 0.04
"""A student at a table, for its own sake."""
AT_HAND = (0.05, 0.09, 0.03)
"""A student in the Entrance: its professor is ours, near, or far."""
COIN = 0.16
USEFUL_COINS = 6
"""How many coins are worth anything: more are hardly ever spent."""
NEARLY_DONE = 0.03
"""How much the towers that stand are worth beyond their number, which ends the game."""

NEAR_PACE, FAR_PACE = 1.3, 0.8
"""How soon an island is resolved again, where Mother Nature can get in one move or not."""
BARRED = 0.4
"""How much less likely that is where a No Entry tile lies."""
BOOST = 0.55
"""What each student yet to be moved adds to the influence where Mother Nature is led."""
TURN_WEIGHTS = (1.0, 0.55, 0.4, 0.3)
"""How much the next moves of Mother Nature count, the first, the second and so on."""
UNPLAYED = 5.5
"""The value of an assistant that is not known yet."""
UNPLAYED_STEPS = 3


def shares(state: State) -> list[float]:
    """Tell by side how likely it is to win."""
    if state.ended:
        return _result(state)
    left = _mother_moves_left(state)
    scores = _scores(state, left)
    certainty = 0.4 + 1.6 / (1.0 + 0.3 * left)
    most = max(scores)
    weights = [exp(certainty * (score - most)) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def _result(state: State) -> list[float]:
    ended = outcome(state)
    assert ended is not None  # the state says so
    side_of = state.table.side_of
    winners = {side_of[seat] for seat in ended.winners}
    return [1 / len(winners) if side in winners else 0.0 for side in range(state.table.sides)]


def _mother_moves_left(state: State) -> int:
    """Count how often Mother Nature will still move, at most."""
    table = state.table
    this_round = table.seats - (0 if state.decision == decisions.ASSISTANT else state.acting)
    if state.last_round:
        return this_round
    by_cards = len(ASSISTANTS) - state.round
    by_bag = -(-left_in_bag(state) // (table.seats * table.cloud_size))
    return this_round + table.seats * min(by_cards, by_bag)


def _scores(state: State, left: int) -> list[float]:
    """Value each side in towers, with so many moves left to Mother Nature."""
    table, stock = state.table, state.table.tower_stock
    scores = [NEARLY_DONE * (stock - left) ** 2 for left in state.towers_left]
    _count_schools(state, scores)
    ruling = rulers(state.professors, table.side_of)
    expected = _count_islands(state, left, ruling, scores)
    _count_walks(state, ruling, expected, scores)
    return scores


def _count_schools(state: State, scores: list[float]) -> None:
    """Add what lies on the school boards."""
    table, students = state.table, state.students
    side_of, cells = table.side_of, 5 * table.seats
    worth = _schools(
        bytes(students[DINING[0] : DINING[0] + cells]),
        bytes(students[ENTRANCE[0] : ENTRANCE[0] + cells]),
        state.professors,
        side_of,
    )
    for seat, side in enumerate(side_of):
        scores[side] += worth[seat]
        if table.expert:
            scores[side] += COIN * min(state.coins[seat], USEFUL_COINS)


def _count_islands(
    state: State, left: int, ruling: tuple[int, ...], scores: list[float]
) -> list[tuple[float, ...]]:
    """Add the towers that can be expected; return them by island, as the ring goes."""
    ring, sides, students = state.ring, state.table.sides, state.students
    count, here = len(ring), ring.index(state.mother)
    pace = left / count
    near, far = 1 - exp(-NEAR_PACE * pace), 1 - exp(-FAR_PACE * pace)
    expected: list[tuple[float, ...]] = []
    for place, head in enumerate(ring):
        again = near if 1 <= (place - here) % count <= MOTHER_STEPS[-1] else far
        if state.no_entry[head]:
            again *= BARRED
        cell = ISLAND[head]
        hoped = hopes(
            bytes(students[cell : cell + 5]),
            state.owner[head],
            state.towers_on[head],
            ruling,
            sides,
            state.head.count(head),
            again,
        )
        expected.append(hoped)
        for side in range(sides):
            scores[side] += hoped[side]
    return expected


def _count_walks(
    state: State,
    ruling: tuple[int, ...],
    expected: list[tuple[float, ...]],
    scores: list[float],
) -> None:
    """Let those who move in this round lead Mother Nature where it suits them."""
    table, ring = state.table, state.ring
    sides, count, here = table.sides, len(ring), ring.index(state.mother)
    nothing = Visit(0.0, (0.0,) * sides)
    for turn, (seat, steps, boost) in enumerate(_walkers(state)):
        side, own = table.side_of[seat], bool(state.character) and seat == state.seat
        best = None
        for step in range(1, min(steps, count) + 1):
            place = (here + step) % count
            head = ring[place]
            seen = nothing
            if not state.no_entry[head]:
                cell, owner = ISLAND[head], state.owner[head]
                influence = (
                    tuple(totals(state, head))  # a character may change it in this turn
                    if own
                    else influences(
                        bytes(state.students[cell : cell + 5]),
                        owner,
                        state.towers_on[head],
                        ruling,
                        sides,
                    )
                )
                tiles = state.head.count(head)
                seen = visit(influence, owner, tiles, expected[place], side, boost)
            if best is None or seen.gain > best.gain:
                best = seen
        if best is not None:
            weight = TURN_WEIGHTS[turn]
            for each in range(sides):
                scores[each] += weight * best.change[each]


def _walkers(state: State) -> list[tuple[int, int, float]]:
    """List who will still lead Mother Nature in this round: seat, steps, students' help."""
    played, seats = state.played, state.table.seats
    full = BOOST * state.table.cloud_size
    if state.decision == decisions.ASSISTANT:
        order = sorted(state.order, key=lambda seat: played[seat] or UNPLAYED)
        return [
            (seat, MOTHER_STEPS[played[seat]] if played[seat] else UNPLAYED_STEPS, full)
            for seat in order
        ]
    walkers = [
        (seat, MOTHER_STEPS[played[seat]], full)
        for seat in state.order[state.acting + 1 : seats]
    ]
    decision = state.resume or state.decision
    if decision in (decisions.STUDENT, decisions.MOTHER):
        moves = state.moves_left if decision == decisions.STUDENT else 0
        walkers.insert(0, (state.seat, most_steps(state), BOOST * moves))
    return walkers


@lru_cache(maxsize=1 << 16)
def _schools(
    seated: bytes, at_hand: bytes, professors: tuple[int, ...], side_of: tuple[int, ...]
) -> list[float]:
    """Value by seat its professors, tables and Entrance, in towers."""
    worth = [0.0] * len(side_of)
    for colour, holder in enumerate(professors):
        counts = seated[colour :: len(COLOURS)]
        waiting = at_hand[colour :: len(COLOURS)]
        to_beat = counts[holder] if holder != NOBODY else 0
        for seat, count in enumerate(counts):
            worth[seat] += SEATED * count
            if seat == holder:
                rival = max(
                    (
                        other
                        for rival, other in enumerate(counts)
                        if side_of[rival] != side_of[seat]
                    ),
                    default=0,
                )
                worth[seat] += PROFESSOR + LEAD[max(0, min(count - rival, len(LEAD) - 1))]
                worth[seat] += AT_HAND[0] * waiting[seat]
                continue
            needed = max(1, to_beat + 1 - count)
            ours = holder != NOBODY and side_of[holder] == side_of[seat]
            if not ours and needed < len(NEAR):
                worth[seat] += NEAR[needed]
            close = not ours and needed <= 3
            worth[seat] += AT_HAND[0 if ours else 1 if close else 2] * waiting[seat]
    return worth
