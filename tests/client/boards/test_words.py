"""What is asked and what it leads to, in words."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.client.boards.eriantys import words
from eriantys.client.match import Look
from eriantys.games.contract import Illegal
from eriantys.games.eriantys import GAME, decisions
from eriantys.games.eriantys.state import State
from eriantys.wire.from_server import Error, Tried
from tests.client.boards.telling import KINDS, junk, look_at, match_of, random_play
from tests.games.eriantys.position import Position

# The banner and the question.


def phases(state: State, *, long: bool = False) -> str:
    view = GAME.view(state, None)
    return " ▸ ".join(word for word, _ in words.phase_words(view, long=long))


def test_the_banner_shows_which_step_is_current() -> None:
    assert phases(Position(2).planning().state()) == "PLAN ▸ move ▸ nature ▸ cloud"
    state = Position(2).turn(0, moves_left=2).state()
    assert phases(state) == "plan ▸ MOVE 2/3 ▸ nature ▸ cloud"
    assert phases(state, long=True) == "plan ▸ MOVE STUDENTS 2/3 ▸ nature ▸ cloud"
    state = Position(3).turn(0, moves_left=1).state()
    assert phases(state) == "plan ▸ MOVE 4/4 ▸ nature ▸ cloud"
    state = Position(2).turn(0, "mother").state()
    assert phases(state, long=True) == "plan ▸ move students ▸ NATURE ▸ cloud"
    assert phases(Position(2).turn(0, "cloud").state()) == "plan ▸ move ▸ nature ▸ CLOUD"


def test_the_banner_says_that_the_last_round_is_the_last() -> None:
    state = Position(2, last_round=True).turn(0, moves_left=2).state()
    assert phases(state) == "LAST ROUND ▸ MOVE 2/3"
    assert phases(state, long=True) == "LAST ROUND ▸ MOVE STUDENTS 2/3 ▸ nature ▸ cloud"
    state = Position(3, short_round=True).turn(0, "mother").state()
    assert phases(state, long=True) == "LAST ROUND ▸ NATURE ▸ no clouds"
    state = Position(3, short_round=True).turn(0, "end").state()
    assert phases(state) == "LAST ROUND ▸ END TURN"


def test_a_character_in_play_leaves_the_step_of_the_turn_in_the_banner() -> None:
    state = Position(2, ("herald",)).coins(5, 5).turn(0, moves_left=2).state()
    GAME.apply(state, 0, GAME.parse("play herald"))
    assert phases(state) == "plan ▸ MOVE 2/3 ▸ nature ▸ cloud"


def test_every_decision_has_a_question_and_a_task_of_its_own() -> None:
    own, others, tasks = set(), set(), set()
    for decision in decisions.QUESTIONS:
        state = Position(2, ("monk", "jester", "thief")).turn(0, "mother").state()
        state.decision = decision
        own.add(words.question(match_of(state, 0)))
        tasks.add(words.task(match_of(state, 0)))
        others.add(words.question(match_of(state, 1)))
    assert len(own) == len(tasks) == len(decisions.QUESTIONS)
    assert all(asked[0].isupper() for asked in own)
    assert all(asked.startswith(("Ada", "It is Ada's")) for asked in others)


def test_the_question_tells_whose_turn_it_is_and_how_far_it_has_come() -> None:
    state = Position(2).turn(1, moves_left=3).state()
    assert words.question(match_of(state)) == "Bruno moves students (1 of 3)"
    state = Position(2).turn(0, "mother", played=(3, 4)).state()
    asked = words.question(match_of(state))
    assert asked == "Move Mother Nature, 1 to 2 steps: pick the island where she stops"
    match = match_of(state)
    match.paused = True
    assert words.question(match) == "The match is paused"
    match.turn = None
    assert words.question(match) == "The match is over"


def test_one_whose_values_are_all_taken_is_told_so() -> None:
    state = Position(2, round=9).hands({5}, {4, 6}).planning(4, first=0).state()
    assert "All your values" not in words.question(match_of(state, 1))
    state = Position(2, round=10).hands((), {4}).planning(4, first=0).state()
    assert words.question(match_of(state, 1)).startswith("All your values are taken")


# Consequences.


SEEN_AS_WELL = ("student", "mother", "princess-student", "monk-island", "herald-island")
"""Decisions of which all that matters can be told from the view alone."""


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_what_is_worked_out_from_the_view_is_what_the_rules_say(
    seats: int, expert: bool
) -> None:
    compared = 0
    chance = Random(seats)
    for number in range(6):
        for state, _ in random_play(seats, expert, number):
            if state.decision not in SEEN_AS_WELL:
                continue
            match = match_of(state, state.seat)
            offered = [GAME.format(action) for action in GAME.legal(state)]
            for action in chance.sample(offered, min(4, len(offered))):
                look = look_at(state, action)
                said = words.consequence(match, (action,), look)
                assert said
                if look.tried is None or action.startswith("play "):
                    continue
                seen = words.consequence(match, (action,), None)
                if "three islands" not in said:
                    assert seen == said, (action, state.decision)
                compared += 1
    assert compared > 300


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_everything_that_can_be_done_has_a_consequence_in_few_words(
    seats: int, expert: bool
) -> None:
    for state, action in random_play(seats, expert, 11):
        match = match_of(state, state.seat)
        for look in (None, look_at(state, action)):
            said = words.consequence(match, (action,), look)
            assert said, action
            assert len(said) <= 100, said


def said_of(state: State, *actions: str, try_it: bool = True) -> str:
    look = look_at(state, *actions) if try_it else None
    return words.consequence(match_of(state, state.seat), actions, look)


def test_a_student_on_an_island_changes_the_influence_there() -> None:
    position = Position(2).entrance(0, red=1, green=1).dining(0, red=2).dining(1, pink=1)
    state = position.island(9, red=1, pink=1).state()
    assert said_of(state, "red 9") == "then you 2, Bruno 1: you lead"
    assert said_of(state, "green 9") == "then you 1, Bruno 1: tie"
    assert said_of(state, "green 5") == "then nobody has influence there"


def test_a_student_in_the_dining_room_may_bring_a_coin_and_a_professor() -> None:
    position = Position(2, ("monk",)).entrance(0, red=1, green=1, pink=1).coins(1, 1)
    state = position.dining(0, red=2, pink=1).dining(1, red=2, pink=4)
    state = state.professors(red=1).state()
    taken = "then 3 at your red table, +¢1: you take the professor from Bruno"
    assert said_of(state, "red dining") == taken
    assert said_of(state, "pink dining") == (
        "then 2 at your pink table: Bruno keeps the professor with 4"
    )
    assert (
        said_of(state, "green dining") == "then 1 at your green table: you take the professor"
    )


def test_mother_nature_builds_joins_and_may_be_barred() -> None:
    position = Position(2, ("grandma",), mother=1).dining(0, green=1).dining(1, red=1)
    position.island(2, green=2, red=1).island(3, tower=0).island(4, red=1, tower=1)
    position.island(5, red=1, no_entry=1).island(6, green=1, red=1)
    state = position.turn(0, "mother", played=(10, 9)).state()
    assert said_of(state, "mother 1") == "you 2, Bruno 1: you build 1 tower, joins 2+3"
    assert said_of(state, "mother 2") == "you 1, Bruno 0: you keep it"
    assert said_of(state, "mother 3") == "you 0, Bruno 2: Bruno keeps it"
    assert said_of(state, "mother 4") == "No Entry, nothing changes"
    assert said_of(state, "mother 5") == "you 1, Bruno 1: tie, nothing changes"


def test_the_last_tower_wins() -> None:
    position = Position(2, mother=1).dining(0, green=1).island(2, green=1)
    position.island(3, 4, 5, 6, 7, 8, 9, tower=0)
    state = position.turn(0, "mother").state()
    assert said_of(state, "mother 1").endswith("you build your last tower and win")
    assert said_of(state, "mother 1", try_it=False) == said_of(state, "mother 1")


def test_an_assistant_tells_the_order_of_play() -> None:
    state = Position(3).planning(6, 9, first=1).state()
    assert said_of(state, "assistant 5") == "you move 1st, before Bruno 6 and Chiara 9"
    assert said_of(state, "assistant 7") == "you move 2nd, after Bruno 6, before Chiara 9"
    state = Position(3).planning(6, first=2).state()
    assert said_of(state, "assistant 5") == "you move 1st so far, before Chiara 6"
    assert said_of(Position(2).planning().state(), "assistant 5") == (
        "you are the first to play one"
    )


def test_a_cloud_tells_the_whole_entrance() -> None:
    position = Position(2).entrance(0, green=2, yellow=1, blue=1).turn(0, "cloud")
    state = position.cloud(1, pink=2, blue=1).state()
    assert said_of(state, "cloud 1") == "entrance then G2 R0 Y1 P2 B2"


def test_characters_tell_what_they_will_do() -> None:
    position = Position(2, ("thief", "farmer", "herald")).coins(3, 1).dining(0, red=4, green=1)
    position.dining(1, red=1, green=1).professors(green=1).island(5, green=2, red=1)
    state = position.state()
    assert (
        said_of(state, "play farmer") == "you keep ¢1; you take the green professor from Bruno"
    )
    assert said_of(state, "play thief", "pick red") == "you −3, Bruno −1"
    assert said_of(state, "play herald", "island 5") == ("you 1, Bruno 2: Bruno builds 1 tower")
    position = Position(2, ("minstrel", "jester")).coins(3, 1).entrance(0, red=1, green=6)
    state = position.dining(0, green=3, blue=1).dining(1, red=1).card("jester", pink=6).state()
    assert said_of(state, "play minstrel", "swap red green", "done") == (
        "tables then G2 R1 Y0 P0 B1: no professor changes hands"
    )
    assert said_of(state, "play jester", "swap red pink") == "entrance then G6 R0 Y0 P1 B0"


def test_what_cannot_be_foreseen_is_said_to_be_so_and_refusals_speak_for_themselves() -> None:
    match = match_of(Position(2).state())
    unknown = Look(None, Error("cannot-try", "What this does cannot be foreseen."))
    assert words.consequence(match, ("fly",), unknown) == "cannot be foreseen"
    illegal = Look(None, Error("too-many-steps", "She goes 2 steps at most."))
    assert words.consequence(match, ("mother 9",), illegal) == "She goes 2 steps at most."
    assert words.consequence(match, (), None) == ""


def test_without_guidance_nothing_is_told_before_it_happens() -> None:
    state = Position(2).entrance(0, red=1).state()
    match = match_of(state, 0, "none")
    assert words.consequence(match, ("red 9",), look_at(state, "red 9")) == ""


def test_no_view_whatever_can_break_the_words() -> None:
    chance = Random(3)
    state = Position(3, ("monk",)).state()
    sane = GAME.view(state, None)
    actions = [GAME.format(action) for action in GAME.candidates(state)]
    actions += ["mother 3", "cloud 9", "pick red", "island 7", "swap red blue", "done", "", "²"]
    actions += ["mother 99999999999", "red 999999999", "assistant 77"]
    for _ in range(1000):
        match = match_of(state)
        match.view = {
            name: junk(chance) if chance.random() < 0.5 else value
            for name, value in sane.items()
        }
        match.decision = chance.choice([*decisions.QUESTIONS, "strange", ""])
        chosen = (chance.choice(actions),)
        look = chance.choice((None, Look(Tried(1, (), {"island/5": junk(chance)}, "", ()))))
        assert isinstance(words.consequence(match, chosen, look), str)
        assert words.question(match)
        assert words.task(match)
        assert words.phase_words(match.view)


def test_an_illegal_try_is_refused_as_the_server_would() -> None:
    """The looks of these tests must be such as a server would give."""
    with pytest.raises(Illegal):
        look_at(Position(2).state(), "mother 1")
