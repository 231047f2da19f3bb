"""The promising ways to play a turn of Masters of Renaissance: one for each main action.

A turn has few things that matter: which line is taken, which card is bought, which powers
work. All that follows has a good answer that need not be searched for: where goods are
stored, where payments come from, when a leader is played. So a line is a main action and
then those answers, up to the end of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from eriantys.bots.evaluation import Line
from eriantys.bots.evaluation.masters.standing import promise, shares, turns_left
from eriantys.bots.evaluation.masters.storing import plan
from eriantys.bots.evaluation.masters.wishes import wished
from eriantys.games.contract import Illegal
from eriantys.games.masters import decisions
from eriantys.games.masters.actions import DONE, END, MEANINGS, Action, Kind, discard_leader
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.holdings import goods_of
from eriantys.games.masters.legal import legal
from eriantys.games.masters.names import IN_HAND
from eriantys.games.masters.play import apply
from eriantys.games.masters.state import State

FAITH_FOR_A_LEADER = 1.2
"""What the faith for discarding a leader is worth."""


def lines(state: State, width: int) -> list[Line]:
    """List the promising ways to finish this turn, the best first."""
    wishes = wished(state)
    found = []
    for first in _openings(state, wishes, width):
        line = _played(state, first, wishes)
        if line is not None:
            found.append(line)
    found.sort(key=lambda line: -line.share)
    return found[: 2 * width]


def _openings(state: State, wishes: tuple[int, ...], width: int) -> list[tuple[Action, ...]]:
    """List how the turn could begin: a whole production, or a single action."""
    listed = legal(state)
    if state.decision == decisions.STORE:
        return [(), *((action,) for action in listed)] if width > 2 else [()]
    if state.decision == decisions.PRODUCTION:
        return [(), *_productions(state, listed, wishes)]
    if state.decision != decisions.ACTION:
        return [(action,) for action in listed]
    openings: list[tuple[Action, ...]] = []
    for action in listed:
        kind = MEANINGS[action].kind
        if kind is Kind.LEADER_PLAY:
            # It costs nothing and works at once.
            return [(action,)]
        if kind in (Kind.TAKE, Kind.BUY):
            openings.append((action,))
    return openings + _productions(state, listed, wishes)


def _productions(
    state: State, listed: Sequence[Action], wishes: tuple[int, ...]
) -> list[tuple[Action, ...]]:
    """List sets of powers: of cards and leaders as many as can be paid, and the board's."""
    others = [action for action in listed if MEANINGS[action].kind is Kind.CARD]
    others += _one_for_each_leader(listed, wishes)
    basics = [action for action in listed if MEANINGS[action].kind is Kind.BASIC]
    board = _best_basic(basics, wishes, goods_of(state, state.seat))
    sets: list[tuple[Action, ...]] = []
    for number in range(len(others), 0, -1):
        sets += combinations(others, number)
    found = [*sets, *((*powers, board) for powers in sets if board is not None)]
    if board is not None:
        found.append((board,))
    return found


def _one_for_each_leader(listed: Sequence[Action], wishes: tuple[int, ...]) -> list[Action]:
    best: dict[int, Action] = {}
    for action in listed:
        kind, slot, made, _ = MEANINGS[action]
        if kind is Kind.LEADER:
            known = best.get(slot)
            if known is None or wishes.index(made) < wishes.index(MEANINGS[known].second):
                best[slot] = action
    return list(best.values())


def _best_basic(basics: list[Action], wishes: tuple[int, ...], have: Goods) -> Action | None:
    """Choose what the board makes of what: the most wished for, of what there is most of."""

    def merit(action: Action) -> tuple[int, int]:
        _, one, other, made = MEANINGS[action]
        given = have[one] + have[other] - (2 if one == other else 0)
        return -wishes.index(made), given + wishes.index(one) + wishes.index(other)

    useful = [
        action for action in basics if MEANINGS[action].third not in MEANINGS[action][1:3]
    ]
    return max(useful, key=merit, default=None)


def _played(state: State, opening: tuple[Action, ...], wishes: tuple[int, ...]) -> Line | None:
    """Play an opening and then on to the end of the turn; None if it cannot be played."""
    after, seat, turn = state.copy(), state.seat, state.turns
    done: list[Action] = []
    waiting = list(opening)
    while not after.ended and after.turns == turn:
        action = waiting.pop(0) if waiting else None
        if action is None:
            ahead = _next(after, wishes)
            action, waiting = ahead[0], list(ahead[1:])
        try:
            apply(after, seat, action)
        except Illegal:
            if not done or len(done) < len(opening):
                return None  # all of the powers together cost too much
            action, waiting = legal(after)[0], []
            apply(after, seat, action)
        done.append(action)
    return Line(tuple(done), shares(after)[seat])


def _next(state: State, wishes: tuple[int, ...]) -> tuple[Action, ...]:
    """Answer what is asked in the course of a turn."""
    if state.decision == decisions.STORE:
        return plan(state.depots[state.seat], state.box, wishes)
    if state.decision == decisions.PRODUCTION:
        return (DONE,)
    if state.decision == decisions.END:
        return (_at_the_end(state),)
    listed = legal(state)
    if state.decision == decisions.WHITE:
        return (min(listed, key=lambda action: wishes.index(MEANINGS[action].first)),)
    if state.decision == decisions.PAY:
        return (listed[0],)  # out of the warehouse, where places are few
    if state.decision == decisions.ACTION:
        return _best_of(state, wishes)
    return (listed[0],)


def _best_of(state: State, wishes: tuple[int, ...]) -> tuple[Action, ...]:
    """Find the best main action after a leader was played."""
    found = [_played(state, opening, wishes) for opening in _openings(state, wishes, 1)]
    return max(
        (line for line in found if line is not None), key=lambda line: line.share
    ).actions


def _at_the_end(state: State) -> Action:
    """Play a leader, give one up that will not be played, or end the turn."""
    listed, seat = legal(state), state.seat
    for action in listed:
        if MEANINGS[action].kind is Kind.LEADER_PLAY:
            return action
    left, have = turns_left(state), goods_of(state, seat)
    for slot, fate in enumerate(state.fates[seat]):
        if fate == IN_HAND:
            worth = promise(state.hands[seat][slot], state.slots[seat], have, left)
            if worth < FAITH_FOR_A_LEADER:
                return discard_leader(slot)
    return END
