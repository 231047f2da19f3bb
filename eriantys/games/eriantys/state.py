"""The state of a match: where everything lies, and who is asked for what.

Students are kept as one row of counts: each place on the table that can hold students
has five neighbouring cells, one for each colour, and moving a student is one count down
and another up. `places` are the first cells of those five. All other rows are tuples: few
actions change them, so the copies of a state share them, and `put` makes the next one.

    islands 0..11 | clouds 0..3 | entrances 0..3 | dining rooms 0..3 | cards 0..2 | bag

Islands that have joined are one group. It is known by its head, its member with the
lowest number, and everything that lies on the group is counted at its head.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import msgspec

from eriantys.games.contract import Snapshot
from eriantys.games.dice import Dice, FairDice
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS, PRINTED_PRICES

NOBODY = -1
NO_COLOUR = -1
NO_SWAPS = (0,) * len(COLOURS)

ISLAND = tuple(range(0, 60, 5))
CLOUD = tuple(range(60, 80, 5))
ENTRANCE = tuple(range(80, 100, 5))
DINING = tuple(range(100, 120, 5))
CARD = tuple(range(120, 135, 5))
BAG = 135
CELLS = 140

STUDENTS_OF_A_COLOUR = 26
TABLE_SEATS = 10
COINS = 20
NO_ENTRY_TILES = 4
FULL_HAND = sum(1 << value for value in ASSISTANTS)


def put(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """Make a row that differs from another in one place."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


class Options(msgspec.Struct, frozen=True):
    """What the creator of a match may choose."""

    expert: bool = False
    """Play with coins and three characters."""


class Table(msgspec.Struct, frozen=True):
    """What stays the same for a whole match."""

    seats: int
    expert: bool
    characters: tuple[int, ...]
    """The three characters on the table; none in a simple game."""
    printed_prices: tuple[int, ...]
    """What each of them costs the first time."""
    side_of: tuple[int, ...]
    """Whose towers a seat builds with: its own, or with four players its team's."""
    clockwise_from: tuple[tuple[int, ...], ...]
    """By seat: all seats in the order in which they sit, beginning there."""
    sides: int
    cloud_size: int
    """Students on a filled cloud, and students that are moved in a turn."""
    entrance_size: int
    tower_stock: int

    @classmethod
    @lru_cache  # matches of a kind share their table
    def of(cls, seats: int, expert: bool, characters: tuple[int, ...]) -> Table:
        """Look up the counts for this number of players."""
        three = seats == 3
        sides = 2 if seats == 4 else seats
        return cls(
            seats=seats,
            expert=expert,
            characters=characters,
            printed_prices=tuple(PRINTED_PRICES[character] for character in characters),
            side_of=tuple(seat % sides for seat in range(seats)),
            clockwise_from=tuple(
                tuple((first + place) % seats for place in range(seats))
                for first in range(seats)
            ),
            sides=sides,
            cloud_size=4 if three else 3,
            entrance_size=9 if three else 7,
            tower_stock=6 if three else 8,
        )


class State:
    """One position of a match, with its dice."""

    __slots__ = (
        "acting",
        "came_to_entrance",
        "came_to_other",
        "character",
        "coins",
        "colour",
        "decision",
        "dice",
        "ended",
        "hands",
        "head",
        "last_round",
        "mother",
        "moves_left",
        "no_entry",
        "no_entry_on_card",
        "order",
        "owner",
        "played",
        "prices",
        "professors",
        "resume",
        "ring",
        "round",
        "seat",
        "short_round",
        "students",
        "supply",
        "table",
        "taken",
        "towers_left",
        "towers_on",
        "undoable",
        "unfinished",
    )

    table: Table
    dice: Dice

    # Students and islands
    students: bytearray
    """Counts of students, five cells a place."""
    owner: tuple[int, ...]
    """By head: the side whose towers stand on the group, or NOBODY."""
    towers_on: tuple[int, ...]
    """By head: how many towers stand on the group."""
    no_entry: tuple[int, ...]
    """By head: how many No Entry tiles lie on the group."""
    head: tuple[int, ...]
    """By tile: the lowest tile of its group."""
    ring: tuple[int, ...]
    """The heads, clockwise, which is also ascending."""
    mother: int
    """The head of the group where Mother Nature stands."""

    # What players hold
    professors: tuple[int, ...]
    """By colour: the seat that holds the professor, or NOBODY."""
    towers_left: tuple[int, ...]
    """By side: towers not yet built."""
    hands: tuple[int, ...]
    """By seat: bit v is set while the assistant of value v is in hand."""
    played: tuple[int, ...]
    """By seat: the assistant played in this round, or 0."""
    coins: tuple[int, ...]

    # The middle of the table
    supply: int
    """Coins that nobody has."""
    prices: tuple[int, ...]
    """What each character on the table costs now."""
    no_entry_on_card: int

    # The course of play
    round: int
    order: tuple[int, ...]
    """The seats in the order of this phase."""
    acting: int
    """How many of them are through."""
    taken: int
    """Bit v is set once an assistant of value v was played in this round."""
    seat: int
    """Who is asked, or who was the last to act when it is over."""
    decision: str
    moves_left: int
    """Students that the seat must still move in this turn."""
    character: int
    """The character played in this turn, or 0."""
    colour: int
    """The colour picked for that character, or NO_COLOUR."""
    resume: str
    """The decision that a half-played character interrupted, or ""."""
    came_to_entrance: tuple[int, ...]
    """By colour: students that a swap under way has brought to the Entrance."""
    came_to_other: tuple[int, ...]
    """By colour: students that it has brought to the card or the Dining Room."""
    last_round: bool
    """The last student was drawn: the game ends with this round."""
    short_round: bool
    """The bag could not fill the clouds: nobody takes one."""
    ended: str
    """Why the game is over, or ""."""
    undoable: int
    unfinished: int

    def copy(self) -> State:
        """Make a state of its own with the same content."""
        # Written out, because this is where searches spend their time.
        twin = State.__new__(State)
        twin.table = self.table
        twin.dice = self.dice.copy()
        twin.students = self.students[:]
        twin.owner = self.owner
        twin.towers_on = self.towers_on
        twin.no_entry = self.no_entry
        twin.head = self.head
        twin.ring = self.ring
        twin.mother = self.mother
        twin.professors = self.professors
        twin.towers_left = self.towers_left
        twin.hands = self.hands
        twin.played = self.played
        twin.coins = self.coins
        twin.supply = self.supply
        twin.prices = self.prices
        twin.no_entry_on_card = self.no_entry_on_card
        twin.round = self.round
        twin.order = self.order
        twin.acting = self.acting
        twin.taken = self.taken
        twin.seat = self.seat
        twin.decision = self.decision
        twin.moves_left = self.moves_left
        twin.character = self.character
        twin.colour = self.colour
        twin.resume = self.resume
        twin.came_to_entrance = self.came_to_entrance
        twin.came_to_other = self.came_to_other
        twin.last_round = self.last_round
        twin.short_round = self.short_round
        twin.ended = self.ended
        twin.undoable = self.undoable
        twin.unfinished = self.unfinished
        return twin

    def five(self, place: int) -> bytes:
        """Give the counts of the five colours in a place."""
        return bytes(self.students[place : place + 5])

    def has_some(self, place: int) -> bool:
        """Tell whether there are students in a place."""
        return any(self.students[place : place + 5])

    def slot_in_play(self) -> int:
        """Tell on which of the three cards the character of this turn lies."""
        return self.table.characters.index(self.character)

    def tiles(self, head: int) -> int:
        """Count the tiles of a group."""
        return self.head.count(head)


def _fields(*kinds: str) -> tuple[str, ...]:
    return tuple(name for name, kind in State.__annotations__.items() if kind.startswith(kinds))


_TUPLES = _fields("tuple")
_SCALARS = _fields("int", "str", "bool")
_WITH_NOBODY = ("owner", "professors")
_BITS = ("hands",)
_COUNTS = (
    "students",
    *(name for name in _TUPLES if name not in (*_WITH_NOBODY, *_BITS)),
)
"""Small and never negative: kept as a string of bytes each, which takes a tenth of the time."""


def snapshot(state: State) -> Snapshot:
    """Write the whole state, its dice included, as plain data."""
    if not isinstance(state.dice, FairDice):
        raise TypeError("a state that plays with quick dice is not for keeping")
    data: Snapshot = {
        "seats": state.table.seats,
        "expert": state.table.expert,
        "characters": list(state.table.characters),
        "dice": state.dice.snapshot(),
    }
    for name in _SCALARS:
        data[name] = getattr(state, name)
    for name in _COUNTS:
        data[name] = bytes(getattr(state, name))
    for name in (*_WITH_NOBODY, *_BITS):
        data[name] = list(getattr(state, name))
    return data


def restore(data: Snapshot) -> State:
    """Take a state up again where `snapshot` left it."""
    state = State()
    state.table = Table.of(data["seats"], data["expert"], tuple(data["characters"]))
    state.dice = FairDice.restore(cast("dict[str, Any]", data["dice"]))
    for name in _SCALARS:
        setattr(state, name, data[name])
    state.students = bytearray(data["students"])
    for name in _TUPLES:
        setattr(state, name, tuple(data[name]))
    return state


def teams(seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
    """Tell which seats play together: with four players, those that sit opposite."""
    table = Table.of(seats, options.expert, ())
    return tuple(
        tuple(seat for seat in range(seats) if table.side_of[seat] == side)
        for side in range(table.sides)
    )
