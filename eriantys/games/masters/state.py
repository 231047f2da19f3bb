"""The state of a match: where everything lies, and who is asked for what.

Whatever has few values is a string of bytes or a tuple, and never changed in place: the
copies of a state share it, and `put` makes the next row. Rows that say "by seat" have one
entry a player; piles are counted by `cards.pile_of`.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

from eriantys.games.contract import Snapshot
from eriantys.games.dice import Dice, FairDice
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.names import IN_HAND, RESOURCES
from eriantys.games.masters.warehouse import Warehouse

T = TypeVar("T")

NO_GOODS: Goods = (0,) * len(RESOURCES)
NO_PILE = -1
"""Stands where a pile would, when nothing is being bought."""


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Make a row that differs from another in one place."""
    return (*row[:place], value, *row[place + 1 :])


def plus(goods: Goods, kind: int, number: int) -> Goods:
    """Make counts of goods that differ from others in one kind."""
    return put(goods, kind, goods[kind] + number)


def together(one: Goods, other: Goods) -> Goods:
    """Add up two counts of goods."""
    return tuple(map(int.__add__, one, other))


class Options(msgspec.Struct, frozen=True):
    """What the creator of a match may choose: nothing, so far."""


class State:
    """One position of a match, with its dice."""

    __slots__ = (
        "acted",
        "box",
        "cross",
        "decision",
        "depots",
        "dice",
        "drawn",
        "dropped",
        "ended",
        "faith",
        "fates",
        "first",
        "fresh",
        "hands",
        "market",
        "owed",
        "pile",
        "piles",
        "points",
        "powers",
        "reached",
        "removed",
        "reports",
        "seat",
        "seats",
        "slot",
        "slots",
        "stack",
        "strongbox",
        "thrown",
        "tiles",
        "triggered",
        "turns",
        "undoable",
        "unfinished",
        "whites",
    )

    seats: int
    first: int
    """The seat with the inkwell."""
    dice: Dice

    # The middle of the table
    market: bytes
    """The marbles, row by row, and then the one on the slide."""
    piles: tuple[bytes, ...]
    """The cards of each pile, the visible one last."""

    # What players have, by seat
    hands: tuple[bytes, ...]
    """Leaders: all that were dealt until two are dropped, then the two that were kept."""
    dropped: tuple[bytes, ...]
    """Leaders that the set-up has sent away."""
    fates: tuple[bytes, ...]
    """What has become of each leader in `hands`."""
    depots: tuple[Warehouse, ...]
    strongbox: tuple[Goods, ...]
    slots: tuple[tuple[bytes, ...], ...]
    """The development cards in each slot, the one that can produce last."""
    faith: tuple[int, ...]
    """The space on which each marker stands."""
    tiles: tuple[bytes, ...]
    """What has become of each of the three favour tiles."""
    points: tuple[int, ...]
    """What each player would score if it ended now."""

    # Lorenzo, in the solo game
    cross: int
    stack: bytes
    """The tokens still to come, the next one last."""
    drawn: bytes
    """The tokens that came since the last shuffle."""
    removed: bytes
    """The cards that he took away."""

    # The course of play
    turns: int
    """How many turns are over, those of the set-up included."""
    seat: int
    decision: str
    acted: bool
    """The main action of this turn is done."""
    reached: frozenset[Warehouse]
    """The arrangements that the depots of the seat on turn have had in this turn."""
    reports: int
    """How many vatican reports there were."""
    triggered: str
    """What has brought the last round, or ""."""
    ended: str
    """Why the game is over, or ""."""
    undoable: int
    unfinished: int

    # A main action under way
    box: Goods
    """Goods from the market that are not stored yet."""
    fresh: Goods
    """Goods from the market that were stored in this action."""
    whites: int
    """White marbles that must still be given a resource."""
    thrown: int
    """Goods that were discarded in this action."""
    pile: int
    """Whose card is being bought, or NO_PILE."""
    slot: int
    """Where that card will lie."""
    powers: tuple[int, ...]
    """The powers chosen for the production, as actions."""
    owed: Goods
    """What must still be paid."""

    def copy(self) -> State:
        """Make a state of its own with the same content."""
        # Written out, because this is where searches spend their time.
        twin = State.__new__(State)
        twin.seats = self.seats
        twin.first = self.first
        twin.dice = self.dice.copy()
        twin.market = self.market
        twin.piles = self.piles
        twin.hands = self.hands
        twin.dropped = self.dropped
        twin.fates = self.fates
        twin.depots = self.depots
        twin.strongbox = self.strongbox
        twin.slots = self.slots
        twin.faith = self.faith
        twin.tiles = self.tiles
        twin.points = self.points
        twin.cross = self.cross
        twin.stack = self.stack
        twin.drawn = self.drawn
        twin.removed = self.removed
        twin.turns = self.turns
        twin.seat = self.seat
        twin.decision = self.decision
        twin.acted = self.acted
        twin.reached = self.reached
        twin.reports = self.reports
        twin.triggered = self.triggered
        twin.ended = self.ended
        twin.undoable = self.undoable
        twin.unfinished = self.unfinished
        twin.box = self.box
        twin.fresh = self.fresh
        twin.whites = self.whites
        twin.thrown = self.thrown
        twin.pile = self.pile
        twin.slot = self.slot
        twin.powers = self.powers
        twin.owed = self.owed
        return twin

    @property
    def solo(self) -> bool:
        """Whether it is played against Lorenzo."""
        return self.seats == 1

    def in_hand(self, seat: int) -> bool:
        """Tell whether a seat still has a leader that is neither played nor discarded."""
        return IN_HAND in self.fates[seat]

    def order(self) -> tuple[int, ...]:
        """List the seats in the order of play, from the inkwell on."""
        return tuple((self.first + place) % self.seats for place in range(self.seats))


def _fields(*kinds: str) -> tuple[str, ...]:
    return tuple(name for name, kind in State.__annotations__.items() if kind.startswith(kinds))


_PLAIN = _fields("int", "str", "bool", "bytes")
_ROWS_OF_BYTES = (*_fields("tuple[bytes", "tuple[Warehouse"),)
_NUMBERS = (*_fields("tuple[int", "Goods"),)


def snapshot(state: State) -> Snapshot:
    """Write the whole state, its dice included, as plain data."""
    if not isinstance(state.dice, FairDice):
        raise TypeError("a state that plays with quick dice is not for keeping")
    data: Snapshot = {"dice": state.dice.snapshot()}
    for name in _PLAIN:
        data[name] = getattr(state, name)
    for name in (*_ROWS_OF_BYTES, *_NUMBERS):
        data[name] = list(getattr(state, name))
    data["slots"] = [list(slots) for slots in state.slots]
    data["strongbox"] = [list(goods) for goods in state.strongbox]
    data["reached"] = sorted(state.reached)
    return data


def restore(data: Snapshot) -> State:
    """Take a state up again where `snapshot` left it."""
    state = State()
    state.dice = FairDice.restore(cast("dict[str, Any]", data["dice"]))
    for name in _PLAIN:
        setattr(state, name, data[name])
    for name in (*_ROWS_OF_BYTES, *_NUMBERS):
        setattr(state, name, tuple(data[name]))
    state.slots = tuple(tuple(slots) for slots in data["slots"])
    state.strongbox = tuple(tuple(goods) for goods in data["strongbox"])
    state.reached = frozenset(data["reached"])
    return state


def teams(seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
    """Tell which seats play together: everybody plays alone."""
    del options
    return tuple((seat,) for seat in range(seats))
