"""The set-up of a match."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.dice import Dice, sample, shuffled
from eriantys.games.eriantys.actions import TILES
from eriantys.games.eriantys.bag import draw
from eriantys.games.eriantys.names import (
    CHARACTERS,
    COLOURS,
    GRANDMA,
    JESTER,
    MONK,
    PRINCESS,
)
from eriantys.games.eriantys.state import (
    BAG,
    CARD,
    CELLS,
    COINS,
    ENTRANCE,
    FULL_HAND,
    ISLAND,
    NO_COLOUR,
    NO_ENTRY_TILES,
    NO_SWAPS,
    NOBODY,
    STUDENTS_OF_A_COLOUR,
    Options,
    State,
    Table,
)
from eriantys.games.eriantys.turns import begin_round

CHARACTERS_IN_PLAY = 3
ON_ISLANDS_OF_A_COLOUR = 2
CARD_STUDENTS = {MONK: 4, JESTER: 6, PRINCESS: 4}


def new(seats: int, options: Options, dice: Dice) -> State:
    """Lay everything out, and begin the first round."""
    characters: tuple[int, ...] = ()
    if options.expert:
        characters = tuple(sample(dice, range(1, len(CHARACTERS)), CHARACTERS_IN_PLAY))
    state = empty_table(Table.of(seats, options.expert, characters), dice)
    _place_mother_nature(state)
    state.students[BAG:] = [STUDENTS_OF_A_COLOUR - ON_ISLANDS_OF_A_COLOUR] * len(COLOURS)
    places: list[int] = []
    for slot, character in enumerate(characters):
        places += [CARD[slot]] * CARD_STUDENTS.get(character, 0)
    for seat in range(seats):
        places += [ENTRANCE[seat]] * state.table.entrance_size
    draw(state, places)
    unseen: list[Event] = []
    begin_round(state, dice.below(seats), unseen)
    return state


def empty_table(table: Table, dice: Dice) -> State:
    """Make a state with nothing on the islands, in the schools or in the bag."""
    state = State()
    state.table = table
    state.dice = dice
    state.students = bytearray(CELLS)
    state.owner = (NOBODY,) * len(TILES)
    state.towers_on = (0,) * len(TILES)
    state.no_entry = (0,) * len(TILES)
    state.head = state.ring = tuple(TILES)
    state.mother = 0
    state.professors = (NOBODY,) * len(COLOURS)
    state.towers_left = (table.tower_stock,) * table.sides
    state.hands = (FULL_HAND,) * table.seats
    state.played = (0,) * table.seats
    state.coins = (1 if table.expert else 0,) * table.seats
    state.supply = COINS - table.seats if table.expert else 0
    state.prices = table.printed_prices
    state.no_entry_on_card = NO_ENTRY_TILES if GRANDMA in table.characters else 0
    state.round = state.acting = state.taken = state.seat = 0
    state.order = ()
    state.decision = state.resume = state.ended = ""
    state.moves_left = state.character = state.undoable = state.unfinished = 0
    state.colour = NO_COLOUR
    state.came_to_entrance = state.came_to_other = NO_SWAPS
    state.last_round = state.short_round = False
    return state


def _place_mother_nature(state: State) -> None:
    """Put her on an island, and a student on every other one but the opposite."""
    state.mother = state.dice.below(len(TILES))
    pairs = [colour for colour in range(len(COLOURS)) for _ in range(ON_ISLANDS_OF_A_COLOUR)]
    students = shuffled(state.dice, pairs)
    for steps in range(1, len(TILES)):
        if steps != len(TILES) // 2:
            tile = (state.mother + steps) % len(TILES)
            state.students[ISLAND[tile] + students.pop()] += 1
