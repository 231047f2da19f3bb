"""The twelve characters one by one: prices, questions, effects, and what can be taken back."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State

from .position import (
    Position,
    do,
    facts,
    in_bag,
    in_dining,
    in_entrance,
    kinds,
    look,
    on_card,
    on_island,
    options,
    price,
    professor,
    refused,
    tower,
)

PRICES = {
    "monk": 1,
    "farmer": 2,
    "herald": 3,
    "postman": 1,
    "grandma": 2,
    "centaur": 3,
    "jester": 1,
    "knight": 2,
    "mushroom": 3,
    "minstrel": 1,
    "princess": 2,
    "thief": 3,
}
ANSWERS = {
    "monk": ("pick green", "island 5"),
    "herald": ("island 5",),
    "grandma": ("island 5",),
    "jester": ("swap blue green", "swap blue red", "swap blue pink"),
    "mushroom": ("pick green",),
    "minstrel": ("swap blue green", "swap blue red"),
    "princess": ("pick pink",),
    "thief": ("pick green",),
}
QUESTIONS = {
    "monk": ("monk-student", "monk-island"),
    "herald": ("herald-island",),
    "grandma": ("grandma-island",),
    "jester": ("jester-swap",) * 3,
    "mushroom": ("mushroom-colour",),
    "minstrel": ("minstrel-swap",) * 2,
    "princess": ("princess-student",),
    "thief": ("thief-colour",),
}
REFILLED = ("monk", "princess")
EVERY_COLOUR = {f"pick {colour}" for colour in ("green", "red", "yellow", "pink", "blue")}
EVERY_ISLAND = {f"island {number}" for number in range(1, 13)}

each_character = pytest.mark.parametrize("name", PRICES)


def ready(name: str, *, last_round: bool = False) -> Position:
    """Make a position in which any character could be used."""
    return (
        Position(2, (name,), last_round=last_round).dining(0, green=2, red=2).coins(4, 4).turn()
    )


def steps_back(state: State) -> tuple[int, int]:
    return GAME.undoable(state), GAME.unfinished(state)


@each_character
def test_the_first_use_costs_the_printed_price_and_leaves_a_coin_on_the_card(name: str) -> None:
    state = ready(name).state()
    assert look(state, "character/1")["used"] is False
    events = do(state, f"play {name}")
    expected = {"seat": 0, "character": name, "price": PRICES[name]}
    assert facts(events, "character played") == expected
    assert state.coins == (4 - PRICES[name], 4)
    assert state.supply == 12 + PRICES[name] - 1
    assert price(state, name) == PRICES[name] + 1
    assert look(state, "character/1")["used"] is True


@each_character
def test_a_later_use_costs_one_more_and_all_of_it_goes_to_the_supply(name: str) -> None:
    state = ready(name).used(name).state()
    do(state, f"play {name}")
    assert state.coins == (4 - PRICES[name] - 1, 4)
    assert state.supply == 11 + PRICES[name] + 1
    assert price(state, name) == PRICES[name] + 1


@each_character
@pytest.mark.parametrize("used", [False, True], ids=["first", "later"])
def test_too_few_coins_are_refused(name: str, used: bool) -> None:
    position = ready(name).coins(PRICES[name] - 1 + used, 4)
    state = (position.used(name) if used else position).state()
    assert refused(state, f"play {name}").code == "not-enough-coins"


@each_character
def test_questions_steps_and_undo(name: str) -> None:
    state = ready(name).state()
    do(state, "blue 1")
    assert steps_back(state) == (1, 0)
    do(state, f"play {name}")
    questions, answers = QUESTIONS.get(name, ()), ANSWERS.get(name, ())
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), 1):
        assert GAME.decision(state) == question
        assert steps_back(state) == (1 + number, number)
        assert answer in options(state)
        do(state, answer)
    assert (GAME.decision(state), state.moves_left) == ("student", 2)
    drawn = name in REFILLED
    assert steps_back(state) == (0 if drawn else 2 + len(answers), 0)
    do(state, "blue 1")
    assert steps_back(state) == (1 if drawn else 3 + len(answers), 0)


@pytest.mark.parametrize("name", REFILLED)
def test_with_an_empty_bag_nothing_is_drawn_and_all_can_be_taken_back(name: str) -> None:
    state = ready(name, last_round=True).bag().state()
    do(state, "blue 1")
    events = do(state, f"play {name}", *ANSWERS[name])
    assert "card refilled" not in kinds(events)
    assert steps_back(state) == (2 + len(ANSWERS[name]), 0)


@each_character
def test_at_every_step_snapshot_view_and_candidates_tell_the_whole_question(name: str) -> None:
    state = ready(name).state()
    for text in (f"play {name}", *ANSWERS.get(name, ())):
        do(state, text)
        restored = GAME.restore(GAME.snapshot(state))
        guessed = GAME.guess(GAME.view(state, 0), 0, state.dice.copy())
        for twin in (restored, guessed):
            assert GAME.view(twin, 0) == GAME.view(state, 0)
            assert options(twin) == options(state)
        assert set(GAME.legal(state)) <= set(GAME.candidates(state))


@pytest.mark.parametrize("name", QUESTIONS)
def test_only_the_answer_to_the_question_is_taken(name: str) -> None:
    state = ready(name).state()
    do(state, f"play {name}")
    for text in ("blue dining", "blue 3", "mother 1", "cloud 1", "assistant 1", f"play {name}"):
        assert refused(state, text).code == "wrong-phase"
    question = QUESTIONS[name][0]
    for text, fitting in (
        ("pick blue", ("student", "colour")),
        ("island 3", ("island",)),
        ("swap blue blue", ("swap",)),
    ):
        if not question.endswith(fitting):
            assert refused(state, text).code == "wrong-phase"
    if not question.endswith("swap"):
        assert refused(state, "done").code == "wrong-phase"


def test_answers_without_a_question_are_refused() -> None:
    state = ready("monk").state()
    for text in ("pick green", "island 3", "swap blue green", "done"):
        illegal = refused(state, text)
        assert illegal.code == "wrong-phase"
        assert "now you have to move a student" in illegal.text


def test_monk() -> None:
    state = ready("monk").card("monk", green=2, pink=2).state()
    do(state, "play monk")
    assert options(state) == {"pick green", "pick pink"}
    illegal = refused(state, "pick red")
    assert illegal.code == "no-such-student"
    assert illegal.text == "There is no red student on the Monk's card. There: green, pink."
    do(state, "pick pink")
    assert look(state, "effect")["colour"] == "pink"
    assert options(state) == EVERY_ISLAND
    assert refused(state, "pick green").code == "wrong-phase"
    bag = sum(in_bag(state).values())
    events = do(state, "island 8")
    assert kinds(events) == ["student sent", "card refilled"]
    assert facts(events, "student sent") == {"colour": "pink", "island": 8}
    assert on_island(state, 8) == {"pink": 1}
    assert sum(on_card(state, "monk").values()) == 4
    assert sum(in_bag(state).values()) == bag - 1
    assert look(state, "effect")["colour"] is None
    assert state.moves_left == 3


def test_farmer_takes_at_once_and_at_each_placement() -> None:
    state = (
        Position(2, ("farmer",))
        .dining(0, green=2, red=1, pink=1)
        .dining(1, green=2, red=2, pink=1, blue=1)
        .professors(green=1, pink=0)
        .entrance(0, blue=7)
        .coins(2, 1)
        .turn()
        .state()
    )
    events = do(state, "play farmer")
    assert kinds(events) == ["character played", "professor taken"]
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 1}
    assert professor(state, "red") == 1
    events = do(state, "blue dining")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "blue", "from": 1}


def test_herald_resolves_and_mother_nature_still_walks() -> None:
    state = (
        Position(2, ("herald",))
        .island(7, green=2)
        .professors(green=0)
        .coins(3, 1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play herald")
    assert options(state) == EVERY_ISLAND
    events = do(state, "island 7")
    assert kinds(events) == ["island proclaimed", "island conquered"]
    assert facts(events, "island proclaimed") == {"island": 7}
    assert (tower(state, 7), look(state, "mother"), state.decision) == ((0, 1), 1, "mother")
    do(state, "mother 3")
    assert look(state, "mother") == 4


@pytest.mark.parametrize(("value", "most"), [(1, 3), (4, 4), (10, 7)])
def test_postman_adds_two_steps(value: int, most: int) -> None:
    state = Position(2, ("postman",)).turn(0, "mother", played=(value, 2)).state()
    do(state, "play postman")
    assert options(state) == {f"mother {steps}" for steps in range(1, most + 1)}
    assert look(state, "turn")["steps"] == most
    illegal = refused(state, f"mother {most + 1}")
    assert illegal.code == "too-many-steps"
    if most < 7:
        assert f"and the Postman let Mother Nature go 1 to {most} steps" in illegal.text
    do(state, f"mother {most}")
    assert look(state, "mother") == 1 + most


def test_grandma() -> None:
    state = ready("grandma").state()
    do(state, "play grandma")
    assert options(state) == EVERY_ISLAND
    events = do(state, "island 4")
    assert facts(events, "no entry placed") == {"island": 4}
    assert look(state, "island/4")["no_entry"] == 1
    assert look(state, "character/1")["no_entry"] == 3


def test_centaur_lets_islands_join_as_usual() -> None:
    state = (
        Position(2, ("centaur",))
        .island(2, green=1, tower=1)
        .island(3, 4, tower=0)
        .professors(green=0)
        .coins(3, 1)
        .turn(0, "mother")
        .state()
    )
    assert kinds(do(state, "play centaur")) == ["character played"]
    events = do(state, "mother 1")
    assert facts(events, "islands joined") == {"island": 2, "tiles": [2, 3, 4]}


def test_jester_ends_by_itself_after_three_swaps_or_when_done() -> None:
    state = ready("jester").entrance(0, red=4).card("jester", green=6).state()
    do(state, "play jester")
    assert options(state) == {"swap red green", "swap blue green"}
    events = do(state, "swap red green")
    assert facts(events, "students swapped") == {"seat": 0, "mine": "red", "theirs": "green"}
    assert options(state) == {"swap red green", "swap blue green", "done"}
    stopped = GAME.copy(state)
    do(stopped, "done")
    assert on_card(stopped, "jester") == {"green": 5, "red": 1}
    assert in_entrance(stopped, 0) == {"green": 1, "red": 3, "blue": 3}
    assert stopped.decision == "student"
    do(state, "swap red green", "swap red green")
    assert on_card(state, "jester") == {"green": 3, "red": 3}
    assert state.decision == "student"
    assert refused(state, "done").code == "wrong-phase"


def test_jester_refuses_students_that_are_not_there() -> None:
    state = ready("jester").card("jester", green=6).state()
    do(state, "play jester")
    assert refused(state, "swap red green").text == (
        "You have no red student to move in your Entrance. There: blue."
    )
    assert refused(state, "swap blue red").text == (
        "There is no red student to take on the Jester's card. There: green."
    )


def test_knight_counts_for_the_user_on_every_island() -> None:
    state = (
        Position(2, ("knight",))
        .island(2, green=1, tower=0)
        .island(3, red=1, tower=1)
        .professors(green=0, red=1)
        .coins(2, 1)
        .turn()
        .state()
    )
    do(state, "play knight")
    assert look(state, "island/2")["influence"] == [4, 0]
    assert look(state, "island/3")["influence"] == [2, 2]


def test_mushroom_leaves_towers_in_the_count() -> None:
    state = (
        Position(2, ("mushroom",))
        .island(2, green=3, red=1, tower=1)
        .professors(green=0, red=1)
        .coins(3, 1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play mushroom")
    assert options(state) == EVERY_COLOUR
    assert look(state, "island/2")["influence"] == [3, 2]
    do(state, "pick green")
    assert look(state, "island/2")["influence"] == [0, 2]
    do(state, "mother 1")
    assert tower(state, 2) == (1, 1)


def test_minstrel_moves_students_both_ways() -> None:
    state = ready("minstrel").entrance(0, pink=2).state()
    do(state, "play minstrel")
    assert options(state) == {
        f"swap {mine} {theirs}" for mine in ("pink", "blue") for theirs in ("green", "red")
    }
    do(state, "swap pink green", "swap pink red")
    assert in_dining(state, 0) == {"green": 1, "red": 1, "pink": 2}
    assert in_entrance(state, 0) == {"green": 1, "red": 1, "blue": 5}
    assert (professor(state, "pink"), state.moves_left) == (0, 3)


def test_princess_seats_with_coin_and_professor_and_is_refilled() -> None:
    state = (
        ready("princess")
        .dining(1, green=2)
        .professors(green=1)
        .card("princess", green=1, red=3)
        .state()
    )
    do(state, "play princess")
    assert options(state) == {"pick green", "pick red"}
    assert refused(state, "pick pink").code == "no-such-student"
    events = do(state, "pick green")
    assert kinds(events) == [
        "student invited",
        "coin earned",
        "professor taken",
        "card refilled",
    ]
    assert facts(events, "student invited") == {"seat": 0, "colour": "green"}
    assert in_dining(state, 0) == {"green": 3, "red": 2}
    assert state.coins[0] == 4 - 2 + 1
    assert sum(on_card(state, "princess").values()) == 4
    assert state.moves_left == 3


def test_thief_takes_three_from_everyone_or_all_if_fewer() -> None:
    state = (
        Position(4, ("thief",))
        .dining(0, green=10)
        .dining(1, green=3)
        .dining(2, green=1)
        .coins(3, 1, 1, 1)
        .turn()
        .state()
    )
    before = in_bag(state).get("green", 0)
    do(state, "play thief")
    assert options(state) == EVERY_COLOUR
    events = do(state, "pick green")
    stolen = {"seat": state.seat, "colour": "green", "by_seat": [3, 3, 1, 0]}
    assert facts(events, "students stolen") == stolen
    assert [in_dining(state, seat) for seat in range(4)] == [{"green": 7}, {}, {}, {}]
    assert in_bag(state)["green"] == before + 7
