"""Positions for tests: a test says what matters, and the rest is filled up to a legal whole.

    state = (
        Position(characters=("herald",))
        .island(12, 1, 2, green=3, tower=1)
        .dining(0, green=2)
        .coins(5, 1)
        .turn(0, "mother", played=(8, 9))
        .state()
    )
    events = do(state, "play herald", "island 12")

Seats and sides count from 0 as in the data, islands and clouds from 1 as in the notation.
What is not told:

* the remaining students are in the bag;
* Entrances are topped up to their size, those of seats 0 and 2 with blue, others with yellow;
* every cloud that nobody has taken holds a green, a red, a pink (and a yellow) student;
* a professor is with whoever has the most students at that table;
* missing characters are some that are of no use once Mother Nature has moved;
* everybody has 1 coin, and cards played in earlier rounds were the highest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS, PRINTED_PRICES
from eriantys.games.eriantys.setup import CARD_STUDENTS, empty_table
from eriantys.games.eriantys.state import (
    BAG,
    CARD,
    CLOUD,
    COINS,
    DINING,
    ENTRANCE,
    ISLAND,
    NO_ENTRY_TILES,
    NOBODY,
    STUDENTS_OF_A_COLOUR,
    TABLE_SEATS,
    State,
    Table,
    put,
)

FILLERS = ("centaur", "mushroom", "knight", "postman")
ON_A_CLOUD = ("green", "red", "pink", "yellow")
ON_A_CARD = ("green", "red", "yellow", "pink", "blue", "green")


class Position:
    """A position in the making; every method but `state` returns the position itself."""

    def __init__(
        self,
        seats: int = 2,
        characters: Sequence[str] = (),
        *,
        round: int = 1,
        mother: int = 1,
        last_round: bool = False,
        short_round: bool = False,
        seed: int = 0,
    ) -> None:
        if characters:
            others = [name for name in FILLERS if name not in characters]
            characters = (*characters, *others[: 3 - len(characters)])
        numbers = tuple(map(CHARACTERS.index, characters))
        self._table = Table.of(seats, bool(characters), numbers)
        self._state = empty_table(self._table, FairDice(derive(seed, "position")))
        self._state.round = round
        self._state.last_round = last_round or short_round
        self._state.short_round = short_round
        self._mother = mother
        self._professors: dict[str, int] = {}
        self._hands: tuple[Iterable[int], ...] = ()
        self._told: set[int] = set()
        self._rest_on: int | None = None
        self.turn()

    def island(
        self, *tiles: int, tower: int | None = None, no_entry: int = 0, **students: int
    ) -> Position:
        """Describe an island or, with several tiles, a joined group, told clockwise."""
        state, members = self._state, [tile - 1 for tile in tiles]
        head = min(members)
        state.head = tuple(
            head if tile in members else old for tile, old in enumerate(state.head)
        )
        state.ring = tuple(sorted(set(state.head)))
        state.no_entry = put(state.no_entry, head, no_entry)
        state.no_entry_on_card -= no_entry
        if tower is not None:
            left = state.towers_left
            state.owner = put(state.owner, head, tower)
            state.towers_on = put(state.towers_on, head, len(tiles))
            state.towers_left = put(left, tower, left[tower] - len(tiles))
        return self._put(ISLAND[head], students)

    def entrance(self, seat: int, **students: int) -> Position:
        return self._put(ENTRANCE[seat], students)

    def dining(self, seat: int, **students: int) -> Position:
        return self._put(DINING[seat], students)

    def cloud(self, number: int, **students: int) -> Position:
        return self._put(CLOUD[number - 1], students)

    def card(self, character: str, **students: int) -> Position:
        return self._put(CARD[self._slot(character)], students)

    def bag(self, *, rest_on: int = 12, **students: int) -> Position:
        """Say what is in the bag; all other students left are put on one island."""
        self._rest_on = rest_on
        return self._put(BAG, students)

    def professors(self, **holders: int) -> Position:
        self._professors |= holders
        return self

    def coins(self, *by_seat: int) -> Position:
        self._state.coins = by_seat
        return self

    def used(self, *characters: str) -> Position:
        """Let these characters have been used before: each has a coin on it."""
        prices = list(self._state.prices)
        for name in characters:
            prices[self._slot(name)] += 1
        self._state.prices = tuple(prices)
        return self

    def hands(self, *by_seat: Iterable[int]) -> Position:
        """Give the hands as they are now, without the cards of this round."""
        self._hands = by_seat
        return self

    def planning(self, *played: int, first: int = 0) -> Position:
        """Ask for an assistant, after these were played in this order."""
        state, seats = self._state, self._table.seats
        state.decision, state.moves_left = "assistant", 0
        state.order = tuple((first + place) % seats for place in range(seats))
        state.acting = len(played)
        state.played = (0,) * seats
        for seat, value in zip(state.order, played, strict=False):
            state.played = put(state.played, seat, value)
        return self

    def turn(
        self,
        seat: int = 0,
        decision: str = "student",
        *,
        played: Sequence[int] | None = None,
        first: int = 0,
        moves_left: int | None = None,
        character: str = "",
        colour: str = "",
    ) -> Position:
        """Ask for a step of a turn; cards are given by seat and make the order."""
        state, seats = self._state, self._table.seats
        state.decision = decision
        state.moves_left = self._table.cloud_size if decision == "student" else 0
        if moves_left is not None:
            state.moves_left = moves_left
        state.played = tuple(played or (6, 7, 8, 9)[:seats])
        planned = [(first + place) % seats for place in range(seats)]
        state.order = tuple(sorted(planned, key=state.played.__getitem__))
        state.acting = state.order.index(seat)
        state.character = CHARACTERS.index(character)
        state.colour = COLOURS.index(colour) if colour else -1
        return self

    def state(self) -> State:
        """Fill up what was not told, check the whole and hand it over."""
        told = self._state
        self._state = told.copy()
        try:
            self._fill_up()
            return self._state
        finally:
            self._state = told

    def _fill_up(self) -> None:
        state, table = self._state, self._table
        state.seat = state.order[state.acting]
        state.taken = sum(1 << value for value in {*state.played} - {0})
        state.mother = state.head[self._mother - 1]
        self._deal_hands()
        self._fill_clouds()
        for slot, character in enumerate(table.characters):
            if CARD[slot] not in self._told:
                _add(state, CARD[slot], ON_A_CARD[: CARD_STUDENTS.get(character, 0)])
        for seat in range(table.seats):
            missing = self._entrance_size(seat) - sum(_five(state, ENTRANCE[seat]))
            assert missing >= 0, f"too many students in the Entrance of seat {seat}"
            _add(state, ENTRANCE[seat], [("blue", "yellow")[seat % 2]] * missing)
        self._fill_bag()
        self._place_professors()
        if table.expert:
            state.supply = COINS - sum(state.coins) - sum(_coins_on_cards(state))
        assert_legal(state)

    def _put(self, place: int, students: dict[str, int]) -> Position:
        self._told.add(place)
        for colour, count in students.items():
            self._state.students[place + COLOURS.index(colour)] = count
        return self

    def _slot(self, character: str) -> int:
        return self._table.characters.index(CHARACTERS.index(character))

    def _deal_hands(self) -> None:
        state = self._state
        for seat in range(self._table.seats):
            left = [value for value in ASSISTANTS if value != state.played[seat]]
            size = len(ASSISTANTS) + 1 - state.round - bool(state.played[seat])
            hand = list(self._hands[seat]) if self._hands else left[:size]
            assert len(hand) == size, f"in round {state.round} seat {seat} holds {size} cards"
            assert state.played[seat] not in hand
            state.hands = put(state.hands, seat, sum(1 << value for value in hand))

    def _fill_clouds(self) -> None:
        state, table = self._state, self._table
        if state.short_round:
            if not any(place in self._told for place in CLOUD):
                _add(state, CLOUD[0], ["red"])
            return
        planning = state.decision == "assistant"
        for cloud in range(0 if planning else state.acting, table.seats):
            if CLOUD[cloud] not in self._told:
                _add(state, CLOUD[cloud], ON_A_CLOUD[: table.cloud_size])

    def _entrance_size(self, seat: int) -> int:
        state, table = self._state, self._table
        place = state.order.index(seat)
        if state.decision == "assistant" or place > state.acting:
            return table.entrance_size
        if place == state.acting:
            return table.entrance_size - table.cloud_size + state.moves_left
        return table.entrance_size - (table.cloud_size if state.short_round else 0)

    def _fill_bag(self) -> None:
        state = self._state
        for colour, name in enumerate(COLOURS):
            left = STUDENTS_OF_A_COLOUR - sum(state.students[colour :: len(COLOURS)])
            assert left >= 0, f"there are no more {name} students"
            if self._rest_on is None and not state.short_round:
                state.students[BAG + colour] += left
            else:
                head = state.head[(self._rest_on or 12) - 1]
                state.students[ISLAND[head] + colour] += left

    def _place_professors(self) -> None:
        state = self._state
        for colour, name in enumerate(COLOURS):
            counts = [
                state.students[DINING[seat] + colour] for seat in range(self._table.seats)
            ]
            most = max(counts)
            holder = self._professors.get(name)
            if holder is None and most:
                assert counts.count(most) == 1, f"say who has the {name} professor"
                holder = counts.index(most)
            holder = NOBODY if holder is None else holder
            state.professors = put(state.professors, colour, holder)


def assert_legal(state: State) -> None:
    """Check that nothing is lost or doubled, and that neighbours of a colour are joined."""
    table, seats = state.table, range(state.table.seats)
    for colour in range(len(COLOURS)):
        assert sum(state.students[colour :: len(COLOURS)]) == STUDENTS_OF_A_COLOUR
        assert all(state.students[DINING[seat] + colour] <= TABLE_SEATS for seat in seats)
    assert min(state.students) >= 0
    for side in range(table.sides):
        standing = sum(
            count
            for count, owner in zip(state.towers_on, state.owner, strict=True)
            if owner == side
        )
        assert state.towers_left[side] + standing == table.tower_stock
        assert state.towers_left[side] > 0 or state.ended
    if not state.ended:
        assert len(state.ring) > 3
        for left, right in zip(state.ring, (*state.ring[1:], state.ring[0]), strict=True):
            assert state.owner[left] == NOBODY or state.owner[left] != state.owner[right]
    if table.expert:
        on_cards = _coins_on_cards(state)
        assert set(on_cards) <= {0, 1}
        assert sum(state.coins) + state.supply + sum(on_cards) == COINS
        assert min(*state.coins, state.supply) >= 0
    tiles = NO_ENTRY_TILES if CHARACTERS.index("grandma") in table.characters else 0
    assert sum(state.no_entry) + state.no_entry_on_card == tiles
    assert min(*state.no_entry, state.no_entry_on_card) >= 0
    assert all(state.no_entry[head] <= state.tiles(head) for head in state.ring)


def do(state: State, *texts: str) -> list[Event]:
    """Act by notation for whoever is on turn, and return all that happened."""
    events = []
    for text in texts:
        events += GAME.apply(state, state.seat, GAME.parse(text))
        assert_legal(state)
    return events


def refused(state: State, text: str, seat: int | None = None) -> Illegal:
    """Check that an action is refused, not listed and without effect; return the refusal."""
    before = GAME.snapshot(state)
    assert seat is not None or text not in options(state)
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, state.seat if seat is None else seat, GAME.parse(text))
    assert GAME.snapshot(state) == before
    return caught.value


def options(state: State) -> set[str]:
    """Write out the legal actions."""
    return {GAME.format(action) for action in GAME.legal(state)}


def play_on(state: State, *, until_round: int) -> list[Event]:
    """Play without characters, always the first in the alphabet, until a round begins."""
    events = []
    while state.round < until_round and not state.ended:
        events += do(state, min(text for text in options(state) if not text.startswith("play")))
    return events


def look(state: State, part: str) -> Any:
    """Look at one part of the view, with rows of numbers as lists."""
    return unpacked(GAME.view(state, None)[part])


def unpacked(part: Any) -> Any:
    """Write strings of bytes as the lists of numbers that they are."""
    if isinstance(part, dict):
        return {name: unpacked(value) for name, value in part.items()}
    if isinstance(part, list):
        return [unpacked(value) for value in part]
    return list(part) if isinstance(part, bytes) else part


def counted(five: Sequence[int]) -> dict[str, int]:
    """Name the colours of five counts, without those at 0."""
    return {name: count for name, count in zip(COLOURS, five, strict=True) if count}


def on_island(state: State, number: int) -> dict[str, int]:
    return counted(look(state, f"island/{look(state, f'island/{number}')['head']}")["students"])


def in_entrance(state: State, seat: int) -> dict[str, int]:
    return counted(look(state, f"entrance/{seat}"))


def in_dining(state: State, seat: int) -> dict[str, int]:
    return counted(look(state, f"dining/{seat}"))


def on_cloud(state: State, number: int) -> dict[str, int]:
    return counted(look(state, f"cloud/{number}"))


def on_card(state: State, character: str) -> dict[str, int]:
    slot = state.table.characters.index(CHARACTERS.index(character))
    return counted(look(state, f"character/{slot + 1}")["students"])


def in_bag(state: State) -> dict[str, int]:
    return counted(look(state, "bag"))


def professor(state: State, colour: str) -> int | None:
    return look(state, "professors")[COLOURS.index(colour)]


def tower(state: State, number: int) -> tuple[int | None, int]:
    """Tell whose towers stand on the island of this number, and how many."""
    island = look(state, f"island/{look(state, f'island/{number}')['head']}")
    return island["side"], island["towers"]


def price(state: State, character: str) -> int:
    return state.prices[state.table.characters.index(CHARACTERS.index(character))]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def facts(events: Iterable[Event], kind: str) -> dict[str, Any]:
    """Give the facts of the only event of a kind, with rows of numbers as lists."""
    (only,) = [event.facts for event in events if event.kind == kind]
    found: dict[str, Any] = unpacked(only)
    return found


def _five(state: State, place: int) -> bytearray:
    return state.students[place : place + len(COLOURS)]


def _add(state: State, place: int, names: Iterable[str]) -> None:
    for name in names:
        state.students[place + COLOURS.index(name)] += 1


def _coins_on_cards(state: State) -> list[int]:
    return [
        price - PRINTED_PRICES[character]
        for price, character in zip(state.prices, state.table.characters, strict=True)
    ]


def cloud_taken(
    seat: int, cloud: int, students: list[int], *, by_itself: bool = False
) -> dict[str, Any]:
    """Give the facts of the event that a cloud was taken."""
    return {"seat": seat, "cloud": cloud, "students": students, "by_itself": by_itself}
