"""The guidance and the keys follow the choice, and what they say stays whole."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys import asking
from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.canvas import Canvas
from eriantys.client.frame import hints, named_in
from eriantys.client.settings import Settings
from eriantys.games.eriantys import GAME
from tests.client.boards.scenes import match_of, sample
from tests.client.boards.test_choosing import asked, board_of, picture, press, states
from tests.client.boards.test_panels import said, with_character
from tests.games.eriantys.position import Position

TABLE = [("u", "undo"), ("t", "chat"), ("l", "log"), ("?", "help"), ("q", "menu")]


def key_line(board: EriantysBoard, width: int = 80) -> str:
    """Draw the line of keys as the table does."""
    picture(board, width, 24)
    canvas = Canvas(width, 1)
    hints(canvas, [*board.hints(), *TABLE])
    return canvas.rows()[0]


def after(name: str, *actions: str) -> EriantysBoard:
    state = with_character(name)
    for action in (f"play {name}", *actions):
        GAME.apply(state, 0, GAME.parse(action))
    return board_of(state)


def test_keys_name_only_what_can_be_chosen() -> None:
    state = Position(2).turn(0, "mother", played=(1, 2)).state()
    assert "1 step " in key_line(board_of(state))
    assert "1-2 steps" in key_line(board_of(sample(2, "mother")))
    assert "2 cloud" in key_line(board_of(sample(2, "cloud")))
    assert "1-4" not in key_line(board_of(sample(2, "cloud")))
    state = Position(3).turn(0, "cloud").state()
    assert "1-3 cloud" in key_line(board_of(state))
    board = board_of(sample(2, "student"))
    assert "grypb student  0-9 island  d dining" in key_line(board)
    press(board, "g")
    assert "0-9 island  d dining  Enter ok  Esc back" in key_line(board)
    press(board, "c")
    assert "Esc back" in key_line(board)


def test_what_stands_in_the_guidance_is_not_said_again_below_it() -> None:
    board = board_of(sample(2, "student"))
    press(board, "g")
    for wide, high in ((100, 32), (130, 42)):
        picture(board, wide, high)
        lines = board.guidance(board.guidance_rows(wide, high), wide)
        named = named_in(lines)
        assert {"0-9", "d", "Enter", "Esc", "←→", "c"} <= named
        assert [key for key, _ in board.hints(named)] == ["v", "i"]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_wrong_key_is_answered_with_what_fits(seats: int) -> None:
    for decision in ("assistant", "student", "mother", "cloud"):
        board = board_of(sample(seats, decision))
        for wide, high in ((80, 24), (100, 32)):
            picture(board, wide, high)
            assert len(board.possible()) <= wide - 4
            assert board.possible().endswith(".")


def test_inside_a_character_the_keys_are_its_own() -> None:
    line = key_line(after("jester", "swap yellow green"))
    assert "x stop" in line
    assert "Esc back" in line
    assert "character" not in line
    assert "school" not in line
    assert "Esc back" in key_line(after("monk"))
    assert "Esc back" in key_line(after("monk", "pick red"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_help_and_menu_never_fall_off(seats: int) -> None:
    for number, state in enumerate(states(seats, seats)):
        if number % 3:
            continue
        board = board_of(state)
        assert key_line(board).rstrip().endswith("q menu")
        press(board, "Enter" if board.choice.double else "n")
        assert key_line(board).rstrip().endswith("q menu")
        if not board.asks_in_panel:
            press(board, "c")
            assert key_line(board).rstrip().endswith("q menu")


def test_a_wide_screen_says_what_enter_does_and_who_only_looks_on_has_keys_too() -> None:
    assert "Enter takes it up" in key_line(board_of(sample(2, "student")), 130)
    board = EriantysBoard(match_of(sample(2, "student"), 1), Settings())
    assert "c character  v school  i inspect" in key_line(board)


def test_the_steps_of_mother_nature_are_told_with_their_range() -> None:
    board = board_of(sample(2, "mother"))
    assert said(board).startswith("▸ Mother Nature, 1-2 steps: ")
    assert said(board, 2).startswith("▸ Mother Nature, 1-2 steps: ")


@pytest.mark.parametrize(
    ("name", "actions", "words"),
    [
        ("monk", (), "gryp takes it"),
        ("monk", ("pick red",), "Enter puts it"),
        ("thief", (), "Enter takes it"),
        ("princess", (), "Enter takes it"),
        ("mushroom", (), "Enter takes it"),
        ("grandma", (), "Enter puts it"),
        ("herald", (), "Enter resolves it"),
    ],
)
def test_where_enter_is_needed_the_guidance_says_so(
    name: str, actions: tuple[str, ...], words: str
) -> None:
    board = after(name, *actions)
    (line,) = board.guidance(1, 80)
    assert words in "".join(span.text for span in line)


def test_with_asking_no_letter_claims_to_take_anything() -> None:
    state = with_character("monk")
    GAME.apply(state, 0, GAME.parse("play monk"))
    board = EriantysBoard(asked(state), Settings(ask_before_sending=True))
    picture(board)
    assert "gryp student" in said(board)
    assert "Enter takes it" in said(board)


def test_a_sentence_that_is_too_long_loses_its_keys_and_then_its_beginning() -> None:
    board = board_of(with_character("minstrel"))
    press(board, "r")
    board.choice.point_at(Target("dining"))

    def line(consequence: str) -> str:
        return "".join(span.text for span in asking.one_line(board.choice, consequence, 80))

    long = "then 2 at your red table, +¢1: you take the professor from Bruno"
    assert line(long).endswith("then 2 there, +¢1: you take the professor from Bruno")
    longer = "you 2, Bartholomäus-Maria 1, Chiara-Antonia 0: you take it, joins 8+9"
    assert line(longer).endswith("  you take it, joins 8+9  0-9 island  d dining")
    assert "…" not in line("then 1 at your red table: the professor is yours")
    assert line("x" * 90).endswith("…")


def test_what_has_no_room_above_goes_below_before_the_keys() -> None:
    board = board_of(with_character("minstrel"))
    press(board, "r")
    consequence = (
        "a sentence of about ninety letters that has no room in the line above, so below"
    )
    above, below = asking.two_lines(board.choice, consequence, 100)
    assert consequence not in "".join(span.text for span in above)
    assert "".join(span.text for span in below).strip().startswith(consequence)
    above, below = asking.two_lines(board.choice, "short", 100)
    assert "short" in "".join(span.text for span in above)
