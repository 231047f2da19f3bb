"""The panels that ask: cards with their text, and every question of a character."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.keys import Key
from eriantys.client.match import Line
from eriantys.client.settings import Settings
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import CHARACTERS
from eriantys.games.eriantys.state import State
from eriantys.wire.cards import Happening
from tests.client.boards.scenes import match_of
from tests.client.boards.test_choosing import SIZES, asked, board_of, picture, press
from tests.games.eriantys.position import Position


def with_character(name: str, coins: int = 6) -> State:
    return (
        Position(2, (name,), round=3, mother=7)
        .island(5, green=2, red=1)
        .dining(0, green=2, red=1, blue=1)
        .dining(1, red=1, yellow=3)
        .professors(green=0, red=1, yellow=1, blue=0)
        .entrance(0, green=1, red=1, yellow=2, pink=2, blue=1)
        .coins(coins, 2)
        .turn(0, "student")
        .state()
    )


def text(board: EriantysBoard, size: tuple[int, int] = (80, 24)) -> str:
    return "\n".join(picture(board, *size).rows())


def said(board: EriantysBoard, rows: int = 1) -> str:
    return "".join(span.text for line in board.guidance(rows, 100) for span in line)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", CHARACTERS[1:])
def test_a_card_tells_its_effect_its_questions_and_its_price(
    name: str, size: tuple[int, int]
) -> None:
    board = board_of(with_character(name))
    press(board, "c", "1")
    shown = text(board, size)
    assert "CHARACTERS" in shown
    assert "it asks" in shown
    assert "for everybody after this first use" in shown
    assert "Play" in said(board)
    assert "You keep" in said(board, 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("monk", "MONK"),
        ("princess", "PRINCESS"),
        ("mushroom", "MUSHROOM"),
        ("thief", "THIEF"),
        ("jester", "JESTER  swap 1 of 3"),
        ("minstrel", "MINSTREL  swap 1 of 2"),
    ],
)
def test_a_question_of_a_character_has_a_panel_of_its_own(
    name: str, title: str, size: tuple[int, int]
) -> None:
    state = with_character(name)
    GAME.apply(state, 0, GAME.parse(f"play {name}"))
    board = board_of(state)
    shown = text(board, size)
    assert title in shown
    assert "Enter" in shown
    assert board.asks_in_panel


def test_a_done_swap_is_shown_and_the_next_one_counted() -> None:
    state = with_character("jester")
    for action in ("play jester", "swap yellow green"):
        GAME.apply(state, 0, GAME.parse(action))
    board = board_of(state)
    shown = text(board)
    assert "swap 2 of 3" in shown
    assert "1 done" in shown
    assert press(board, "x").action == "done"


def test_a_card_that_is_too_dear_says_so() -> None:
    board = board_of(with_character("herald", coins=1))
    press(board, "c", "1")
    assert "too dear" in text(board)
    assert said(board).startswith("▸ Herald costs ¢3, and you have ¢1.")
    assert "costs" in press(board, "Enter").say


def test_one_card_a_turn() -> None:
    state = with_character("knight")
    GAME.apply(state, 0, GAME.parse("play knight"))
    board = board_of(state)
    press(board, "c", "2")
    assert "You have played Knight in this turn" in press(board, "Enter").say


def test_cards_can_be_read_out_of_turn_and_by_those_who_look_on() -> None:
    state = with_character("monk")
    for seat, words in ((1, "not your turn"), (None, "by the players only")):
        board = EriantysBoard(match_of(state, seat), Settings())
        assert board.handle(Key("c"), picture(board)).used
        assert "CHARACTERS" in text(board)
        assert words in press(board, "Enter").say


def test_cards_are_gone_through_and_closed() -> None:
    board = board_of(with_character("monk"))
    press(board, "c")
    seen = []
    for key in ("Right", "Right", "Right", "Left", "c"):
        press(board, key)
        seen.append(said(board))
    assert len(set(seen)) == 3
    assert not press(board, "z").used
    assert press(board, "Esc").used
    assert not board.asks_in_panel


def test_a_simple_game_has_no_cards() -> None:
    state = Position(2).turn(0, "student").state()
    assert "simple game" in press(board_of(state), "c").say


def test_schools_are_looked_at_one_after_the_other() -> None:
    state = Position(3).turn(0, "student").state()
    board = board_of(state)
    press(board, "v")
    assert "Bruno’s school" in text(board)
    press(board, "v")
    assert "Chiara’s school" in text(board)
    press(board, "V")
    assert "Bruno’s school" in text(board)
    press(board, "Esc")
    assert "YOUR SCHOOL" in text(board)


def test_an_island_is_told_in_words() -> None:
    board = board_of(with_character("monk"))
    assert any("sland" in sentence for sentence in board.describe())


def test_the_guidance_fits_in_one_line_and_in_two() -> None:
    for name in CHARACTERS[1:]:
        state = with_character(name)
        GAME.apply(state, 0, GAME.parse(f"play {name}"))
        board = EriantysBoard(asked(state), Settings())
        for rows in (1, 2):
            lines = board.guidance(rows, 80)
            assert len(lines) == rows
        assert len(said(board)) <= 98


def told(name: str, *actions: str) -> EriantysBoard:
    """Play a character and go on with it, in a match that has heard of all that."""
    state = with_character(name)
    lines: list[Line] = []
    for number, action in enumerate((f"play {name}", *actions), 2):
        events = GAME.apply(state, 0, GAME.parse(action))
        facts = tuple(Happening(event.kind, event.facts) for event in events)
        lines.append(Line(number, 0, action, facts, {}, {}))
    match = asked(state)
    match.story.extend(lines)
    return EriantysBoard(match, Settings())


def test_swaps_are_listed_as_pairs_in_their_order() -> None:
    shown = text(told("jester", "swap yellow green", "swap pink blue"))
    assert "1 ✓      Y  ⇄  G" in shown
    assert "2 ✓      P  ⇄  B" in shown
    assert "3 now" in shown


def test_a_swap_that_was_taken_back_is_no_longer_listed() -> None:
    board = told("jester", "swap pink blue")
    lines = [line for line in board.match.story if isinstance(line, Line)]
    undone = lines[-1]._replace(action="swap yellow green", events=())
    undo = undone._replace(action="undo")
    board.match.story[:] = [lines[0], undone, undo, lines[1]]
    assert "1 ✓      P  ⇄  B" in text(board)


def test_swaps_that_were_not_heard_of_are_only_counted() -> None:
    board = told("jester", "swap yellow green", "swap pink blue")
    board.match.story.clear()
    shown = text(board)
    assert "2 done: YP ⇄ GB" in shown
    assert "you ¢5" in shown


def test_the_price_is_shown_before_and_after() -> None:
    for name in ("jester", "monk", "thief"):
        assert "¢6→¢" in text(told(name))


def test_a_student_that_came_by_a_swap_is_dim_with_the_reason() -> None:
    board = told("minstrel", "swap pink green")
    canvas = picture(board)
    assert "P: just came" in "\n".join(canvas.rows())
    y = next(number for number, row in enumerate(canvas.rows()) if "dining room" in row)
    x = canvas.rows()[y].index("P", 15)
    assert canvas.styles[y][x].fg == "dim"


def test_the_minstrel_tells_what_changes() -> None:
    board = told("minstrel")
    press(board, "y", "Right")
    board.choice.point_at(Target("table", 0))
    shown = text(board)
    assert "0 → 1  Bruno 3 ♛" in shown
    assert "2 → 1  you ♛, Bruno 0" in shown
    assert "no coin before seat 3" in shown
    press(board, "Esc", "g")
    board.choice.point_at(Target("table", 4))
    assert "+¢1: green reaches seat 3" in text(board)
    board.choice.point_at(Target("table", 0))
    assert "nothing" in text(board)


def test_the_thief_tells_what_everybody_loses() -> None:
    shown = text(told("thief"))
    assert "You −2" in shown
    assert "Bruno −3" in shown
    state = (
        Position(4, ("thief",)).dining(3, blue=5).coins(5, 5, 5, 5).turn(0, "student").state()
    )
    GAME.apply(state, 0, GAME.parse("play thief"))
    assert "Dario −3" in text(board_of(state))


def test_the_mushroom_tells_whose_influence_is_gone() -> None:
    board = told("mushroom")
    assert "without it you lose 2 influence in all" in said(board)
    press(board, "p")
    assert "nobody has its professor" in said(board)


def test_a_character_has_one_name_everywhere() -> None:
    for name, other in (("grandma", "Herbs"), ("mushroom", "Man")):
        board = told(name)
        for shown in (text(board), said(board), said(board, 2), board.possible()):
            assert other.lower() not in shown.lower().replace("many", "")


def test_the_card_of_the_monk_is_in_use_and_bars_no_colour() -> None:
    board = told("monk", "pick yellow")
    for size in SIZES:
        assert "no Y" not in text(board, size)
    assert "in use" in text(board)
    state = with_character("mushroom")
    for action in ("play mushroom", "pick yellow"):
        GAME.apply(state, 0, GAME.parse(action))
    assert "no Y" in text(board_of(state))


@pytest.mark.parametrize("name", CHARACTERS[1:])
def test_while_assistants_are_played_every_card_has_its_reason(name: str) -> None:
    state = Position(2, (name,)).coins(2, 2).planning().state()
    board = board_of(state)
    press(board, "c")
    rows = text(board).splitlines()
    reasons = rows[next(number for number, row in enumerate(rows) if "CHARACTERS" in row) + 2]
    assert len([part for part in reasons.strip("┃ ").split("  ") if part.strip()]) == 3


@pytest.mark.parametrize(
    "size", [(80, 24), (99, 31), (100, 32), (100, 50), (130, 36), (130, 42)]
)
def test_a_panel_covers_wholly_what_it_covers(size: tuple[int, int]) -> None:
    board = board_of(with_character("monk"))
    press(board, "c")
    rows = text(board, size).splitlines()
    foot = 1 + board.guidance_rows(*size)
    assert rows[size[1] - foot - 1].startswith("┗━")
    assert not any("ASSISTANTS" in row for row in rows)
    large = size == (130, 42)
    top = next(number for number, row in enumerate(rows) if "CHARACTERS" in row)
    assert rows[top].rstrip().endswith("┓") or size[0] >= 130
    assert not large or rows[top].index("┓") == 86
