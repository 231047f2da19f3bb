"""The state of a match: what stands in the town, and how far the turn has come.

Workers are numbered by seat: those of seat 0 are 0 and 1, those of seat 1 are 2 and 3.
All rows are tuples or bytes: the copies of a state share them, and `put` makes the next one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from eriantys.games.contract import Snapshot
from eriantys.games.dice import Dice, FairDice
from eriantys.games.santorini import decisions
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.board import NOBODY, NOWHERE, SQUARES
from eriantys.games.santorini.gods.god import God
from eriantys.games.santorini.powers import Powers, powers_of

WORKERS_EACH = 2
STOCK = (22, 18, 14, 18)
"""Blocks for the levels 1, 2 and 3, and domes."""
DOME = 3
"""Where the domes stand in the stock; blocks stand at the level that they are put on."""
SUMMIT = 3


class Options(msgspec.Struct, frozen=True):
    """What the creator of a match may choose."""

    gods: bool = True
    """Play with gods; three players always do."""
    advanced: bool = False
    """Let the challenger choose among all gods, not only the ten simple ones."""
    hardcore: bool = False
    """Whoever breaks a prohibition loses: so it is played without guidance."""


class Step(NamedTuple):
    """A worker's move to a neighbouring square."""

    worker: int
    origin: int
    target: int
    rise: int
    """The level of the target less that of the origin."""


class Build(NamedTuple):
    """A block or a dome that a worker has put somewhere."""

    worker: int
    square: int
    dome: bool


class Table(msgspec.Struct, frozen=True):
    """What stays the same for a whole match."""

    seats: int
    gods: bool
    advanced: bool
    hardcore: bool

    @classmethod
    @lru_cache  # matches of a kind share their table
    def of(cls, seats: int, options: Options) -> Table:
        """Make the table for so many players."""
        return cls(seats, options.gods, options.advanced, options.hardcore)


class State:
    """One position of a match, with its dice."""

    __slots__ = (
        "begun",
        "bound",
        "builds",
        "cards",
        "challenger",
        "decision",
        "dice",
        "domes",
        "ended",
        "left",
        "levels",
        "lifted",
        "losers",
        "offered",
        "offers",
        "powers",
        "reasons",
        "rose",
        "seat",
        "spent",
        "starter",
        "steps",
        "table",
        "tokens",
        "turns",
        "undoable",
        "winner",
        "workers",
    )

    table: Table
    dice: Dice

    # The town
    levels: bytes
    """By square: how many blocks stand there."""
    domes: int
    """Bit s is set once a dome stands on square s."""
    left: tuple[int, ...]
    """What is left of the stock."""
    workers: tuple[int, ...]
    """By worker: its square, or NOWHERE."""

    # The players
    cards: tuple[int, ...]
    """By seat: the god that it was given, or NOBODY."""
    losers: tuple[int, ...]
    """Those who have lost, the first of them first."""
    reasons: tuple[str, ...]
    """By seat: why it has lost, or ""."""
    rose: tuple[bool, ...]
    """By seat: whether a worker moved up in its latest turn."""
    tokens: tuple[int, ...]

    # The set-up
    challenger: int
    offered: tuple[int, ...]
    """The gods that the challenger has chosen and nobody has taken yet."""
    starter: int
    """Who places first and has the first turn, or NOBODY."""

    # The course of play
    turns: int
    """How many turns are over, those of the set-up included."""
    seat: int
    """Who is asked, or who was the last to act when it is over."""
    decision: str
    ended: str
    """Why the game is over, or ""."""
    winner: int
    undoable: int

    # This turn
    begun: tuple[int, ...]
    """Where the workers stood when it began."""
    steps: tuple[Step, ...]
    builds: tuple[Build, ...]
    bound: int
    """The worker that has to move because its god has acted through it, or NOBODY."""
    spent: bool
    """Whether a power that works once in a turn has been used."""
    lifted: int
    """Bit s is set if what seat s demands cannot be done in this turn."""

    # What follows from the rest
    powers: Powers
    offers: tuple[Action, ...] | None
    """The actions that are in order, once somebody has asked for them."""

    @property
    def god(self) -> God:
        """The god of the seat on turn."""
        return self.powers.gods[self.seat]

    def copy(self) -> State:
        """Make a state of its own with the same content."""
        # Written out, because this is where searches spend their time.
        twin = State.__new__(State)
        twin.table = self.table
        twin.dice = self.dice.copy()
        twin.levels = self.levels
        twin.domes = self.domes
        twin.left = self.left
        twin.workers = self.workers
        twin.cards = self.cards
        twin.losers = self.losers
        twin.reasons = self.reasons
        twin.rose = self.rose
        twin.tokens = self.tokens
        twin.challenger = self.challenger
        twin.offered = self.offered
        twin.starter = self.starter
        twin.turns = self.turns
        twin.seat = self.seat
        twin.decision = self.decision
        twin.ended = self.ended
        twin.winner = self.winner
        twin.undoable = self.undoable
        twin.begun = self.begun
        twin.steps = self.steps
        twin.builds = self.builds
        twin.bound = self.bound
        twin.spent = self.spent
        twin.lifted = self.lifted
        twin.powers = self.powers
        twin.offers = self.offers
        return twin

    def team(self, seat: int) -> range:
        """Give the numbers of a seat's workers, whether they are on the board or not."""
        return range(WORKERS_EACH * seat, WORKERS_EACH * (seat + 1))

    def own(self) -> list[int]:
        """List the workers of the seat on turn that are on the board."""
        workers = self.workers
        return [worker for worker in self.team(self.seat) if workers[worker] != NOWHERE]

    def others(self, seat: int) -> list[int]:
        """List the workers on the board that are not of a seat."""
        return [
            worker
            for worker, square in enumerate(self.workers)
            if square != NOWHERE and worker // WORKERS_EACH != seat
        ]

    def height(self, worker: int) -> int:
        """Tell on which level a worker stands that is on the board."""
        return self.levels[self.workers[worker]]

    def mover(self) -> int:
        """Tell which worker has moved last in this turn, or NOBODY."""
        return self.steps[-1].worker if self.steps else NOBODY

    def unmoved(self) -> list[int]:
        """List the workers of the seat on turn that have not moved in this turn."""
        moved = {step.worker for step in self.steps}
        return [worker for worker in self.own() if worker not in moved]

    def climbed(self) -> bool:
        """Tell whether a worker has moved up in this turn."""
        return any(step.rise > 0 for step in self.steps)

    def free(self, square: int) -> bool:
        """Tell whether neither a worker nor a dome is on a square."""
        return not self.domes >> square & 1 and square not in self.workers

    def worker_on(self, square: int) -> int:
        """Tell who stands on a square, or NOBODY."""
        return self.workers.index(square) if square in self.workers else NOBODY

    def active(self) -> tuple[int, ...]:
        """List the seats that have not lost."""
        return tuple(seat for seat, reason in enumerate(self.reasons) if not reason)

    def deal_powers(self) -> None:
        """Look up what the gods do that are in the game: those of losers are not."""
        self.powers = powers_of(
            tuple(
                NOBODY if reason else card
                for card, reason in zip(self.cards, self.reasons, strict=True)
            )
        )


def put(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """Make a row that differs from another in one place."""
    return (*row[:place], value, *row[place + 1 :])


def empty_table(table: Table, dice: Dice) -> State:
    """Make a state with nothing in the town, and nobody asked for anything yet."""
    state, seats = State(), table.seats
    state.table, state.dice = table, dice
    state.levels, state.domes, state.left = bytes(len(SQUARES)), 0, STOCK
    state.workers = state.begun = (NOWHERE,) * (WORKERS_EACH * seats)
    state.cards = (NOBODY,) * seats
    state.losers = state.offered = ()
    state.reasons, state.rose = ("",) * seats, (False,) * seats
    state.tokens = (0,) * seats
    state.challenger = state.starter = state.winner = state.bound = NOBODY
    state.turns = state.seat = state.undoable = state.lifted = 0
    state.decision, state.ended = decisions.OVER, ""
    state.steps, state.builds, state.spent = (), (), False
    state.offers = None
    state.deal_powers()
    return state


_FIXED = ("table", "dice", "powers", "offers")
_KEPT = tuple(name for name in State.__slots__ if name not in _FIXED)
_ROWS = tuple(name for name in _KEPT if State.__annotations__[name].startswith("tuple"))
_OF_TUPLES = {"steps": Step, "builds": Build}


def snapshot(state: State) -> Snapshot:
    """Write the whole state, its dice included, as plain data."""
    if not isinstance(state.dice, FairDice):
        raise TypeError("a state that plays with quick dice is not for keeping")
    data: Snapshot = {"table": msgspec.to_builtins(state.table), "dice": state.dice.snapshot()}
    for name in _KEPT:
        data[name] = getattr(state, name)
    for name in _ROWS:
        data[name] = list(data[name])
    for name in _OF_TUPLES:
        data[name] = [list(each) for each in data[name]]
    return data


def restore(data: Snapshot) -> State:
    """Take a state up again where `snapshot` left it."""
    state = State()
    state.table = msgspec.convert(data["table"], Table)
    state.dice = FairDice.restore(cast("dict[str, Any]", data["dice"]))
    for name in _KEPT:
        setattr(state, name, data[name])
    for name in _ROWS:
        setattr(state, name, tuple(data[name]))
    state.steps = tuple(Step(*each) for each in data["steps"])
    state.builds = tuple(Build(*each) for each in data["builds"])
    state.offers = None
    state.deal_powers()
    return state
