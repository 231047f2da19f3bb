"""Every refusal: its code, the rule that it names, and what would be legal instead."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.actions import MEANINGS

from .position import Position, do, options, refused

EXPERT = ("monk", "herald", "postman")

IN_A_POSITION = [
    pytest.param(
        Position().planning(),
        "cloud 1",
        "wrong-phase",
        ("This is not the moment for it: now you have to play an assistant.",),
        id="cloud-while-planning",
    ),
    pytest.param(
        Position().turn(),
        "assistant 3",
        "wrong-phase",
        ("This is not the moment for it: now you have to move a student.",),
        id="assistant-in-a-turn",
    ),
    pytest.param(
        Position().turn(0, "mother"),
        "blue 3",
        "wrong-phase",
        ("This is not the moment for it: now you have to move Mother Nature.",),
        id="a-student-too-many",
    ),
    pytest.param(
        Position().turn(0, "mother"),
        "blue dining",
        "wrong-phase",
        ("This is not the moment for it: now you have to move Mother Nature.",),
        id="a-guest-too-many",
    ),
    pytest.param(
        Position().turn(0, "cloud"),
        "mother 1",
        "wrong-phase",
        ("This is not the moment for it: now you have to take a cloud.",),
        id="mother-nature-twice",
    ),
    pytest.param(
        Position(2, EXPERT, short_round=True).turn(0, "end"),
        "mother 1",
        "wrong-phase",
        ("This is not the moment for it: now you have to end the turn.",),
        id="mother-nature-at-the-end",
    ),
    pytest.param(
        Position(round=3).planning(),
        "assistant 10",
        "no-such-card",
        ("You cannot play 10: you have played it before. In hand: 1, 2, 3, 4, 5, 6, 7, 8.",),
        id="assistant-gone",
    ),
    pytest.param(
        Position(round=8).hands((1, 2), (2, 3, 4)).planning(4),
        "assistant 4",
        "already-played",
        ("You cannot play 4: it was already played this round. Still open: 2, 3.",),
        id="assistant-of-another",
    ),
    pytest.param(
        Position().dining(0, green=10).entrance(0, green=1).turn(),
        "green dining",
        "dining-room-full",
        (
            "Your green table is full: it has 10 seats. "
            "Put it on an island. Tables with a free seat: red, yellow, pink, blue.",
        ),
        id="table-full",
    ),
    pytest.param(
        Position().entrance(0, red=2).turn(),
        "green dining",
        "no-such-student",
        ("You have no green student to move in your Entrance. There: red, blue.",),
        id="no-student-for-the-table",
    ),
    pytest.param(
        Position().entrance(0, red=2).turn(),
        "green 4",
        "no-such-student",
        ("You have no green student to move in your Entrance. There: red, blue.",),
        id="no-student-for-the-island",
    ),
    pytest.param(
        Position().turn(0, "mother", played=(4, 5)),
        "mother 3",
        "too-many-steps",
        ("Your assistant 4 lets Mother Nature go 1 to 2 steps.",),
        id="too-far",
    ),
    pytest.param(
        Position().turn(0, "mother", played=(1, 5)),
        "mother 2",
        "too-many-steps",
        ("Your assistant 1 lets Mother Nature go 1 step.",),
        id="too-far-for-a-single-step",
    ),
    pytest.param(
        Position().turn(0, "cloud"),
        "cloud 3",
        "no-such-cloud",
        ("There is no cloud 3: this table has 2.",),
        id="cloud-of-a-larger-table",
    ),
    pytest.param(
        Position(3).turn(1, "cloud"),
        "cloud 1",
        "cloud-taken",
        ("Cloud 1 was already taken this round. Still there: 2, 3.",),
        id="cloud-taken",
    ),
    pytest.param(
        Position().turn(),
        "play monk",
        "no-such-character",
        ("There are no characters in a simple game.",),
        id="character-in-a-simple-game",
    ),
    pytest.param(
        Position(2, EXPERT).turn(),
        "play thief",
        "no-such-character",
        ("The Thief is not in this game. On the table: monk, herald, postman.",),
        id="character-of-another-game",
    ),
    pytest.param(
        Position(2, EXPERT).coins(9, 1).turn(character="monk"),
        "play herald",
        "character-used",
        (
            "You have already played the Monk in this turn: one character a turn. "
            "Now you have to move a student.",
        ),
        id="second-character",
    ),
    pytest.param(
        Position(2, EXPERT).coins(0, 1).turn(),
        "play monk",
        "not-enough-coins",
        (
            "The Monk costs 1",
            "you have no coins",
        ),
        id="no-coins",
    ),
    pytest.param(
        Position(2, EXPERT).turn(),
        "play herald",
        "not-enough-coins",
        (
            "The Herald costs 3",
            "you have 1 coin",
            "Open to you now: monk, postman.",
        ),
        id="one-coin",
    ),
    pytest.param(
        Position(2, EXPERT).used("herald").coins(3, 1).turn(),
        "play herald",
        "not-enough-coins",
        (
            "The Herald costs 4",
            "you have 3 coins",
            "Open to you now: monk, postman.",
        ),
        id="dearer-by-one",
    ),
    pytest.param(
        Position(2, EXPERT).turn(0, "cloud"),
        "play postman",
        "character-unusable",
        ("You cannot play the Postman now: it is of use only before Mother Nature has moved.",),
        id="too-late",
    ),
]


@pytest.mark.parametrize(("position", "text", "code", "said"), IN_A_POSITION)
def test_a_refusal_names_the_rule_and_what_would_be_legal(
    position: Position, text: str, code: str, said: tuple[str, ...]
) -> None:
    illegal = refused(position.state(), text)
    assert illegal.code == code
    assert str(illegal) == illegal.text
    for part in said:
        assert part in illegal.text


@pytest.mark.parametrize(
    ("position", "waiting", "task"),
    [
        (Position(3).planning(4), 1, "player 2 has to play an assistant"),
        (Position(3).turn(2), 2, "player 3 has to move a student"),
        (Position(3).turn(0, "mother"), 0, "player 1 has to move Mother Nature"),
    ],
)
def test_other_seats_are_told_whose_turn_it_is(
    position: Position, waiting: int, task: str
) -> None:
    state = position.state()
    for seat in {0, 1, 2} - {waiting}:
        for text in ("blue dining", "assistant 4", "done"):
            illegal = refused(state, text, seat=seat)
            assert illegal.code == "not-your-turn"
            assert illegal.text == f"It is not your turn: {task}."


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_seats_that_do_not_exist_are_never_on_turn(seat: int) -> None:
    assert refused(Position().state(), "blue 1", seat=seat).code == "not-your-turn"


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    state = Position(round=10).hands((), ()).turn(1, "cloud").state()
    do(state, "cloud 2")
    for seat in (0, 1):
        for text in ("assistant 1", "blue 1", "mother 1", "cloud 1", "done"):
            illegal = refused(state, text, seat=seat)
            assert (illegal.code, illegal.text) == ("game-over", "The game is over.")
        with pytest.raises(Illegal, match="The game is over"):
            GAME.apply(state, seat, 999)
    assert options(state) == set()
    assert list(GAME.candidates(state)) == []


@pytest.mark.parametrize("action", [-1, len(MEANINGS), 10**9])
def test_a_number_that_means_nothing_is_an_unknown_action(action: int) -> None:
    state = Position().state()
    before = GAME.snapshot(state)
    with pytest.raises(Illegal) as caught:
        GAME.apply(state, 0, action)
    assert caught.value.code == "unknown-action"
    assert str(action) in caught.value.text
    assert GAME.snapshot(state) == before


def test_card_swap_and_tile_refusals_of_half_played_characters() -> None:
    monk = Position(2, ("monk",)).card("monk", red=3, pink=1).turn().state()
    do(monk, "play monk")
    assert refused(monk, "pick green").text == (
        "There is no green student on the Monk's card. There: red, pink."
    )
    princess = Position(2, ("princess",)).card("princess", red=4).coins(2, 1).turn().state()
    do(princess, "play princess")
    assert refused(princess, "pick green").text == (
        "There is no green student on the Princess's card. There: red."
    )
    jester = Position(2, ("jester",)).turn().state()
    do(jester, "play jester")
    illegal = refused(jester, "done")
    assert (illegal.code, illegal.text) == (
        "no-swap-yet",
        "Swap at least one student before you are done with the Jester, or take it back.",
    )
    grandma = Position(2, ("grandma",)).island(3, no_entry=1).coins(2, 1).turn().state()
    do(grandma, "play grandma")
    illegal = refused(grandma, "island 3")
    assert (illegal.code, illegal.text) == (
        "no-entry-full",
        "Island 3 has its No Entry tile already: at most one for each of its tiles. "
        "Islands with room: 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12.",
    )


@pytest.mark.parametrize("expert", [False, True], ids=["simple", "expert"])
def test_whatever_is_not_listed_is_refused_and_changes_nothing(expert: bool) -> None:
    characters = ("monk", "minstrel", "grandma") if expert else ()
    position = Position(3, characters).island(12, 1, tower=0).dining(0, green=10)
    for decision in ("assistant", "student", "mother", "cloud"):
        position = (
            position.planning(3) if decision == "assistant" else position.turn(0, decision)
        )
        state = position.state()
        before = GAME.snapshot(state)
        legal = set(GAME.legal(state))
        assert legal <= set(GAME.candidates(state))
        for action in set(range(len(MEANINGS))) - legal:
            if GAME.format(action).endswith(" 12"):
                continue  # the other number of the joined island
            with pytest.raises(Illegal):
                GAME.apply(state, state.seat, action)
            assert GAME.snapshot(state) == before
        for action in legal:
            GAME.apply(GAME.copy(state), state.seat, action)
