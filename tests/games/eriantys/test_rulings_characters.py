"""Rulings 12, 33 to 39, 43 and 58: when characters serve, and what they do."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME

from .position import (
    Position,
    do,
    facts,
    in_bag,
    kinds,
    look,
    on_card,
    on_island,
    options,
    refused,
    tower,
)


def with_characters(*names: str, seats: int = 2) -> Position:
    return Position(seats, names).coins(*[4] * seats)


def test_ruling_12_a_second_character_in_a_turn_is_refused() -> None:
    state = with_characters("postman", "knight", "farmer").turn().state()
    do(state, "play postman")
    for name in ("knight", "farmer", "postman"):
        illegal = refused(state, f"play {name}")
        assert illegal.code == "character-used"
        assert "already played the Postman in this turn: one character a turn" in illegal.text
    assert not any(text.startswith("play") for text in options(state))


def test_ruling_12_not_even_after_mother_nature() -> None:
    state = with_characters("postman", "farmer").turn(0, "mother").state()
    do(state, "play postman", "mother 1")
    assert refused(state, "play farmer").code == "character-used"


def test_ruling_12_the_next_turn_has_its_own_character() -> None:
    state = with_characters("postman", "farmer").turn(0, "cloud", character="postman").state()
    do(state, "cloud 1", "play farmer")
    assert look(state, "effect")["character"] == "farmer"


def test_ruling_12_none_in_the_planning_phase() -> None:
    state = with_characters("postman").planning().state()
    illegal = refused(state, "play postman")
    assert illegal.code == "wrong-phase"
    assert "now you have to play an assistant" in illegal.text


def test_ruling_12_none_while_another_waits_for_its_answer() -> None:
    state = with_characters("herald", "farmer").turn().state()
    do(state, "play herald")
    assert refused(state, "play farmer").code == "wrong-phase"


@pytest.mark.parametrize("decision", ["student", "mother", "cloud"])
def test_a_character_may_be_used_at_any_moment_of_the_turn(decision: str) -> None:
    state = with_characters("farmer").turn(0, decision).state()
    do(state, "play farmer")
    assert state.decision == decision


@pytest.mark.parametrize("students", [{}, {"pink": 2}], ids=["empty", "no-professor"])
def test_ruling_33_centaur_and_no_counting_student_leave_the_tower(
    students: dict[str, int],
) -> None:
    state = with_characters("centaur").island(2, tower=1, **students).turn(0, "mother").state()
    do(state, "play centaur")
    assert look(state, "island/2")["influence"] == [0, 0]
    assert kinds(do(state, "mother 1")) == ["mother moved"]
    assert tower(state, 2) == (1, 1)


def test_ruling_33_centaur_and_one_counting_student_conquer() -> None:
    state = (
        with_characters("centaur")
        .island(2, 3, 4, green=1, tower=1)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    do(state, "play centaur")
    assert look(state, "island/2")["influence"] == [1, 0]
    events = do(state, "mother 1")
    assert facts(events, "island conquered") == {"island": 2, "side": 0, "from": 1, "towers": 3}


def test_ruling_34_the_users_own_towers_do_not_count_either() -> None:
    state = (
        with_characters("centaur")
        .island(2, red=1, tower=0)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play centaur", "mother 1")
    assert tower(state, 2) == (1, 1)


@pytest.mark.parametrize(
    ("reds", "owner"), [(0, 0), (1, 0), (2, None), (3, 1)], ids=["0", "1", "2", "3"]
)
def test_ruling_35_the_knight_alone_wins_against_less_than_two(
    reds: int, owner: int | None
) -> None:
    state = (
        with_characters("knight")
        .island(2, red=reds)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play knight")
    assert look(state, "island/2")["influence"] == [2, reds]
    do(state, "mother 1")
    assert tower(state, 2)[0] == owner


@pytest.mark.parametrize("user", [0, 2])
def test_ruling_36_the_knight_counts_once_for_the_team(user: int) -> None:
    state = (
        with_characters("knight", seats=4)
        .island(2, green=1, pink=1, red=3)
        .professors(green=0, pink=2, red=1)
        .turn(user, "mother")
        .state()
    )
    do(state, "play knight")
    assert look(state, "island/2")["influence"] == [4, 3]
    do(state, "mother 1")
    assert tower(state, 2) == (0, 1)


def test_ruling_37_an_effect_is_over_when_the_turn_is() -> None:
    state = (
        with_characters("mushroom", "knight", "centaur")
        .island(5, green=3, tower=1)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    do(state, "play mushroom", "pick green")
    assert look(state, "island/5")["influence"] == [0, 1]
    assert refused(state, "play knight").code == "character-used"
    assert refused(state, "play centaur").code == "character-used"
    do(state, "mother 1", "cloud 1")
    assert look(state, "island/5")["influence"] == [3, 1]
    assert (look(state, "effect")["character"], look(state, "effect")["colour"]) == (None, None)
    do(state, "play knight")
    assert look(state, "island/5")["influence"] == [3, 3]


@pytest.mark.parametrize("colour", ["pink", "yellow"], ids=["no-owner", "no-students"])
def test_ruling_38_mushroom_on_an_idle_colour_is_legal_and_without_effect(colour: str) -> None:
    state = (
        with_characters("mushroom")
        .island(2, green=1, pink=4)
        .professors(green=0, yellow=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play mushroom")
    assert f"pick {colour}" in options(state)
    events = do(state, f"pick {colour}")
    assert facts(events, "colour ignored") == {"colour": colour}
    assert look(state, "island/2")["influence"] == [1, 0]
    assert state.coins[0] == 1
    do(state, "mother 1")
    assert tower(state, 2) == (0, 1)


@pytest.mark.parametrize("decision", ["cloud", "end"])
@pytest.mark.parametrize("name", ["postman", "centaur", "knight", "mushroom"])
def test_ruling_39_modifiers_are_refused_once_mother_nature_has_moved(
    name: str, decision: str
) -> None:
    short = decision == "end"
    state = Position(2, (name,), short_round=short).coins(4, 4).turn(0, decision).state()
    illegal = refused(state, f"play {name}")
    assert illegal.code == "character-unusable"
    assert "only before Mother Nature has moved" in illegal.text


def test_ruling_39_the_farmer_is_still_of_use() -> None:
    state = with_characters("farmer").turn(0, "cloud").state()
    assert "play farmer" in options(state)


def test_ruling_43_the_monk_serves_with_an_empty_bag_while_the_card_has_a_student() -> None:
    state = (
        Position(2, ("monk",), last_round=True)
        .card("monk", pink=1)
        .bag()
        .coins(2, 2)
        .turn()
        .state()
    )
    events = do(state, "play monk", "pick pink", "island 7")
    assert kinds(events) == ["character played", "student sent"]
    assert on_card(state, "monk") == {}
    assert on_island(state, 7) == {"pink": 1}
    do(state, *["blue 1"] * 3, "mother 1", "cloud 1")
    illegal = refused(state, "play monk")
    assert illegal.code == "character-unusable"
    assert "no student left on the card" in illegal.text


def test_ruling_43_so_does_the_princess() -> None:
    state = (
        Position(2, ("princess",), last_round=True)
        .card("princess", pink=1)
        .bag()
        .coins(3, 3)
        .turn()
        .state()
    )
    events = do(state, "play princess", "pick pink")
    assert kinds(events) == ["character played", "student invited", "professor taken"]
    assert (on_card(state, "princess"), in_bag(state)) == ({}, {})
    do(state, *["blue 1"] * 3, "mother 1", "cloud 1")
    assert refused(state, "play princess").code == "character-unusable"


def test_ruling_58_uses_without_present_effect_are_legal_and_paid() -> None:
    position = with_characters("farmer", "mushroom", "thief").turn()
    fresh = position.state()
    for texts, cost in (
        (("play farmer",), 2),
        (("play mushroom", "pick pink"), 3),
        (("play thief", "pick pink"), 3),
    ):
        state = GAME.copy(fresh)
        events = do(state, *texts)
        assert events[0].facts["price"] == cost
        assert state.coins == (4 - cost, 4)
        assert state.decision == "student"
        assert look(state, "professors") == [None] * 5


def test_ruling_58_a_thief_of_a_colour_nobody_has_returns_nobody() -> None:
    state = with_characters("thief").turn().state()
    before = in_bag(state)
    events = do(state, "play thief", "pick pink")
    assert facts(events, "students stolen") == {
        "seat": 0,
        "colour": "pink",
        "by_seat": [0, 0],
    }
    assert in_bag(state) == before
