"""Whatever cannot be chosen is refused with the reason, by keys and by clicks."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.objections import objection
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.keys import Click
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.state import State
from tests.client.boards.scenes import sample
from tests.client.boards.test_choosing import board_of, picture, press, states
from tests.games.eriantys.position import Position


def after(state: State, *actions: str) -> EriantysBoard:
    """Ask for whatever comes after some actions."""
    for action in actions:
        GAME.apply(state, state.seat, GAME.parse(action))
    return board_of(state)


def click(board: EriantysBoard, target: Target) -> str:
    """Click on something, and read what is said about it."""
    canvas = picture(board)
    area = next(area for area, meaning in reversed(canvas.hits) if meaning == target)
    return board.handle(Click(area.x, area.y), canvas).say


def test_an_assistant_that_is_taken_or_gone() -> None:
    board = board_of(sample(2, "assistant"))
    assert press(board, "6").say == (
        "Bruno has played 6 in this round. Still open: 1, 2, 4, 5, 8, 9, 10."
    )
    assert press(board, "3").say.startswith("You have played 3 before. Still open: 1,")
    assert press(board, "-").say == "There is no assistant 11: they go from 1 to 10."
    assert click(board, Target("assistant", 6)).startswith("Bruno has played 6")


def test_mother_nature_goes_only_so_far() -> None:
    board = board_of(sample(2, "mother"))
    assert press(board, "7").say == "Your assistant 4 lets Mother Nature go 1 to 2 steps."
    assert click(board, Target("island", 1)) == (
        "Island 1 is 4 steps away: assistant 4 allows 1 to 2 steps."
    )
    assert "already" in click(board, Target("island", 7))


def test_the_postman_is_named_with_the_assistant() -> None:
    state = Position(2, ("postman",)).coins(3, 3).turn(0, "mother", played=(1, 2)).state()
    board = after(state, "play postman")
    assert press(board, "7").say == (
        "Your assistant 1 and the Postman let Mother Nature go 1 to 3 steps."
    )


def test_a_cloud_that_is_taken_or_not_there() -> None:
    board = board_of(sample(4, "cloud"))
    taken = next(n for n in (1, 2, 3, 4) if Target("cloud", n) not in board.choice.targets)
    assert press(board, str(taken)).say.startswith(
        f"Cloud {taken} was already taken this round"
    )
    assert press(board, "5").say == "There is no cloud 5: this table has 4."
    assert click(board, Target("cloud", taken)).startswith(f"Cloud {taken} was already taken")


def test_a_full_table_and_an_island_with_its_tile() -> None:
    state = Position(2).dining(0, red=10).entrance(0, red=3, blue=4).turn(0, "student").state()
    assert "Your red table is full" in press(board_of(state), "r", "d").say
    state = (
        Position(2, ("grandma",)).island(5, no_entry=1).coins(5, 5).turn(0, "student").state()
    )
    said = press(after(state, "play grandma"), "5").say
    assert said.startswith("Island 5 has its No Entry tile already")


def test_what_a_swap_brought_stays() -> None:
    state = (
        Position(2, ("jester",))
        .card("jester", green=1, red=2, yellow=1, pink=1, blue=1)
        .entrance(0, red=3, blue=4)
        .coins(3, 3)
        .turn(0, "student")
        .state()
    )
    board = after(state, "play jester")
    assert "at least one student" in press(board, "x").say
    board = after(state, "swap red green")
    assert press(board, "g").say == ("The green student has just come by a swap, and stays.")
    press(board, "r")
    assert press(board, "g").say == "There is no green student on the Jester's card."


def test_another_thing_than_asked_is_not_for_this_moment() -> None:
    board = board_of(sample(2, "student"))
    said = click(board, Target("cloud", 2))
    assert said == ("Not now: you have to move a student, 2 of 3.")


@pytest.mark.parametrize("seats", [2, 3])
def test_there_is_a_reason_for_everything(seats: int) -> None:
    everything = [
        *(Target("island", number) for number in range(1, 13)),
        *(Target("cloud", number) for number in range(1, 5)),
        *(Target("assistant", value) for value in range(1, 11)),
        *(Target(kind, n) for n in range(len(COLOURS)) for kind in ("entrance", "card")),
        *(Target(kind, n) for n in range(len(COLOURS)) for kind in ("table", "colour")),
        Target("dining"),
        Target("done"),
    ]
    for state in states(seats, seats):
        board = board_of(state)
        for target in everything:
            if target not in board.choice.targets:
                said = objection(board.choice, target)
                assert said.endswith(".")
                assert "some" not in said
                assert len(said) <= 77, "it fits in a line of guidance"
