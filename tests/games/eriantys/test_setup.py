"""The set-up, section 2 of the rules: all player counts, simple and expert."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from eriantys.games.contract import BadSetting, check_seats, read_options
from eriantys.games.dice import FairDice, QuickDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.games.eriantys.state import Options, State

from .position import assert_legal, counted, look, options

SEEDS = range(120)

each_table = pytest.mark.parametrize(
    ("seats", "expert"),
    [(seats, expert) for seats in (2, 3, 4) for expert in (False, True)],
    ids=lambda value: {True: "expert", False: "simple"}[value] if value in (0, 1) else None,
)


def begin(seats: int, expert: bool, seed: int = 0) -> State:
    return _begun(seats, expert, seed).copy()


@cache
def _begun(seats: int, expert: bool, seed: int) -> State:
    return GAME.new(seats, Options(expert=expert), FairDice(derive(seed, "setup")))


def sizes(state: State, *parts: str) -> list[int]:
    return [sum(look(state, part)) for part in parts]


@each_table
def test_islands_hold_two_of_each_colour_but_none_at_mother_nature_and_opposite(
    seats: int, expert: bool
) -> None:
    for seed in SEEDS:
        state = begin(seats, expert, seed)
        mother = look(state, "mother")
        opposite = (mother + 5) % 12 + 1
        total: Counter[str] = Counter()
        for number in range(1, 13):
            island = look(state, f"island/{number}")
            students = counted(island["students"])
            assert sum(students.values()) == (0 if number in (mother, opposite) else 1)
            assert island["tiles"] == [number]
            assert (island["side"], island["towers"], island["no_entry"]) == (None, 0, 0)
            total += Counter(students)
        assert total == dict.fromkeys(COLOURS, 2)


@pytest.mark.parametrize(("seats", "bag"), [(2, 106), (3, 93), (4, 92)])
def test_counts_of_the_simple_game(seats: int, bag: int) -> None:
    state = begin(seats, expert=False)
    size, entrance, towers = (4, 9, 6) if seats == 3 else (3, 7, 8)
    assert sizes(state, *(f"cloud/{number + 1}" for number in range(seats))) == [size] * seats
    assert f"cloud/{seats + 1}" not in GAME.view(state, None)
    assert sizes(state, "bag") == [bag - seats * size]
    assert look(state, "towers") == [towers] * (2 if seats == 4 else seats)
    for seat in range(seats):
        school = look(state, f"school/{seat}")
        assert sizes(state, f"entrance/{seat}", f"dining/{seat}") == [entrance, 0]
        assert school["hand"] == list(range(1, 11))
        assert (school["assistant"], school["coins"]) == (None, 0)
    assert look(state, "supply") == 0
    assert look(state, "table")["sides"] == [[0, 1], [0, 1, 2], [0, 1, 0, 1]][seats - 2]
    assert "character/1" not in GAME.view(state, None)


@pytest.mark.parametrize(("seats", "supply"), [(2, 18), (3, 17), (4, 16)])
def test_coins_of_the_expert_game(seats: int, supply: int) -> None:
    state = begin(seats, expert=True)
    assert [look(state, f"school/{seat}")["coins"] for seat in range(seats)] == [1] * seats
    assert look(state, "supply") == supply


@pytest.mark.parametrize(("seats", "bag"), [(2, 106), (3, 93), (4, 92)])
def test_three_characters_with_their_own_set_up(seats: int, bag: int) -> None:
    own = {"monk": 4, "jester": 6, "princess": 4}
    prices = dict(zip(CHARACTERS[1:], [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], strict=True))
    met = set()
    for seed in SEEDS:
        state = begin(seats, expert=True, seed=seed)
        cards = [look(state, f"character/{number}") for number in (1, 2, 3)]
        names = {card["name"] for card in cards}
        assert len(names) == 3
        assert "character/4" not in GAME.view(state, None)
        for card in cards:
            assert sum(card["students"]) == own.get(card["name"], 0)
            assert card["no_entry"] == (4 if card["name"] == "grandma" else 0)
            assert (card["price"], card["used"]) == (prices[card["name"]], False)
        on_cards = sum(own.get(name, 0) for name in names)
        clouds = seats * (4 if seats == 3 else 3)
        assert sizes(state, "bag") == [bag - on_cards - clouds]
        met |= names
    assert met == set(CHARACTERS[1:])


@each_table
def test_the_first_round_begins_with_an_assistant_of_a_random_first_player(
    seats: int, expert: bool
) -> None:
    firsts, mothers = set(), set()
    for seed in SEEDS:
        state = begin(seats, expert, seed)
        assert_legal(state)
        turn = look(state, "turn")
        first = turn["seat"]
        assert (turn["round"], turn["phase"], turn["decision"]) == (1, "planning", "assistant")
        assert look(state, "order") == [(first + place) % seats for place in range(seats)]
        assert list(look(state, "ending").values()) == [False, False, ""]
        assert look(state, "professors") == [None] * 5
        assert options(state) == {f"assistant {value}" for value in range(1, 11)}
        firsts.add(first)
        mothers.add(look(state, "mother"))
    assert firsts == set(range(seats))
    assert mothers == set(range(1, 13))


@each_table
def test_the_same_seed_makes_the_same_table(seats: int, expert: bool) -> None:
    snapshots = [
        GAME.snapshot(GAME.new(seats, Options(expert=expert), FairDice(derive(seed, "setup"))))
        for seed in (3, 3, 4)
    ]
    assert snapshots[0] == snapshots[1] != snapshots[2]


@each_table
def test_the_view_tells_the_whole_table_but_the_dice(seats: int, expert: bool) -> None:
    state = begin(seats, expert)
    assert GAME.active(state) == tuple(range(seats))
    view = GAME.view(state, 0)
    assert view == GAME.view(state, 1) == GAME.view(state, None)
    guessed = GAME.guess(view, 1, QuickDice(0))
    assert GAME.view(guessed, 1) == view
    with pytest.raises(TypeError):
        GAME.snapshot(guessed)


def test_four_players_are_two_teams_of_opposite_seats() -> None:
    assert GAME.teams(2, Options()) == ((0,), (1,))
    assert GAME.teams(3, Options()) == ((0,), (1,), (2,))
    assert GAME.teams(4, Options(expert=True)) == ((0, 2), (1, 3))


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadSetting, match="Eriantys is for"):
        check_seats(GAME, seats)


def test_options_are_read_from_texts() -> None:
    assert read_options(GAME, {}) == Options(expert=False)
    assert read_options(GAME, {"expert": "true"}) == Options(expert=True)
