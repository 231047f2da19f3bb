"""The set-up of a match."""

from __future__ import annotations

from eriantys.games.dice import Dice, sample, shuffled
from eriantys.games.masters import decisions, lorenzo, warehouse
from eriantys.games.masters.actions import DEALT, SLOTS
from eriantys.games.masters.cards import LEADERS, PILES
from eriantys.games.masters.names import IN_HAND, RED, RESOURCES, TILE_POINTS, WAITING, WHITE
from eriantys.games.masters.state import NO_GOODS, NO_PILE, Options, State
from eriantys.games.masters.turns import START_FAITH

WHITES = 4

MARBLES = bytes((*range(len(RESOURCES)), *range(len(RESOURCES)), RED, *(WHITE,) * WHITES))
"""The thirteen marbles of the market."""


def new(seats: int, options: Options, dice: Dice) -> State:
    """Lay everything out, deal the leaders, and ask the first player which to keep."""
    del options
    state = empty_table(seats, dice)
    state.market = bytes(shuffled(dice, MARBLES))
    state.piles = tuple(bytes(shuffled(dice, cards)) for cards in PILES)
    dealt = sample(dice, LEADERS, seats * DEALT)
    state.hands = tuple(
        bytes(dealt[seat * DEALT : (seat + 1) * DEALT]) for seat in range(seats)
    )
    state.first = state.seat = dice.below(seats)
    if state.solo:
        state.stack = lorenzo.new_stack(dice)
    faith = [0] * seats
    for seat, steps in zip(state.order(), START_FAITH, strict=False):
        faith[seat] = steps
    state.faith = tuple(faith)
    return state


def empty_table(seats: int, dice: Dice) -> State:
    """Make a state before anything was laid out or dealt."""
    state = State()
    state.seats = seats
    state.first = state.seat = 0
    state.dice = dice
    state.market = MARBLES
    state.piles = (b"",) * len(PILES)
    state.hands = (b"",) * seats
    state.dropped = (b"",) * seats
    state.fates = (bytes((IN_HAND,)) * DEALT,) * seats
    state.depots = (warehouse.EMPTY,) * seats
    state.strongbox = (NO_GOODS,) * seats
    state.slots = ((b"",) * len(SLOTS),) * seats
    state.faith = state.points = (0,) * seats
    state.tiles = (bytes((WAITING,)) * len(TILE_POINTS),) * seats
    state.cross = 0
    state.stack = state.drawn = state.removed = b""
    state.turns = 0
    state.decision = decisions.LEADERS
    state.acted = False
    state.reached = frozenset((warehouse.EMPTY,))
    state.reports = 0
    state.triggered = state.ended = ""
    state.undoable = state.unfinished = 0
    state.box = state.fresh = state.owed = NO_GOODS
    state.whites = state.thrown = 0
    state.pile, state.slot = NO_PILE, 0
    state.powers = ()
    return state
