"""How the board looks in every size: stored screens, nothing spills, all can be clicked."""

from __future__ import annotations

import pytest

from eriantys.client.boards.board import Talk
from eriantys.client.boards.santorini import cards, facts
from eriantys.client.boards.santorini import town as towns_drawn
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.scene import Target
from eriantys.client.canvas import Canvas, Span
from eriantys.client.settings import Settings
from eriantys.games.santorini import GAME
from eriantys.games.santorini.board import NAMES as SQUARES
from eriantys.games.santorini.gods import BY_NAME as GOD_NUMBER
from eriantys.games.santorini.turns import begin_turn
from tests.client.boards.santorini.towns import (
    NAMES,
    NOTHING,
    SIZES,
    TALK,
    act,
    asked,
    board_of,
    golden,
    match_of,
    picture,
    press,
    sample,
    states,
    tell,
    town,
)

DECISIONS = ("gods", "god", "start", "place", "move", "build")
OTHER_SIZES = ((81, 25), (99, 31), (129, 60), (140, 30), (131, 43), (200, 60))
ODD_NAMES = ("Wolfeschlegelsteinhausen", "名前がとても長い人です", "x")
ENDLESS = Talk([[Span("a very long line of the log " * 9)]] * 40, [[Span("字" * 90)]] * 40)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("decision", DECISIONS)
def test_it_looks_as_it_was_found_good(
    decision: str, seats: int, size: tuple[int, int]
) -> None:
    canvas = picture(board_of(sample(seats, decision)), *size, TALK)
    golden(f"{seats}-{decision}-{size[0]}x{size[1]}", canvas)


def test_hardcore_looks_as_it_was_found_good() -> None:
    board = board_of(sample(2, "move", hardcore=True))
    press(board, "c", "3")
    canvas = picture(board, 80, 24, TALK)
    golden("hardcore-80x24", canvas)
    text = "\n".join(canvas.rows())
    assert "HARDCORE" in text
    assert "╭" not in text
    assert "×" not in text


def ended() -> SantoriniBoard:
    """Let somebody step up onto level 3."""
    state = town(("atlas", "athena"), {"b2": 2, "c3": 3, "d4": 1}, ("b2", "e1", "d4", "a5"))
    match = match_of(state, 0)
    board = SantoriniBoard(match, Settings(animations=False))
    tell(match, state, "move b2 c3")
    return board


def test_the_end_says_why_and_points_there() -> None:
    canvas = picture(ended(), 80, 24, TALK)
    golden("end-80x24", canvas)
    text = "\n".join(canvas.rows())
    assert "WHY" in text
    assert "stepped up onto level 3" in " ".join(text.split())
    assert "winner" in text


def test_somebody_who_is_out_is_struck_out_and_gone_from_the_town() -> None:
    state = town(("pan", "limus", "atlas"), {}, ("a1", "b1", "e5", "e4", "c3", "c4"))
    state.levels = bytes(2 if name in ("a2", "b2", "c1", "c2") else 0 for name in SQUARES)
    begin_turn(state, 0, [])
    assert state.reasons[0] == "stuck"
    board = SantoriniBoard(match_of(state, 1), Settings())
    canvas = picture(board, 80, 24, TALK)
    text = "\n".join(canvas.rows())
    assert "out" in text
    assert "♟A1" not in text
    struck = [
        style
        for letters, styles in zip(canvas.letters, canvas.styles, strict=True)
        for letter, style in zip(letters, styles, strict=True)
        if letter.strip() and "strike" in style.looks
    ]
    assert struck
    golden("out-80x24", canvas)


def test_what_a_god_forbids_is_marked_where_it_would_be_legal_without() -> None:
    board = board_of(sample(2))
    scene = board.scene(0.0, NOTHING)
    assert scene.barred == {"b3": "B", "c1": "B", "c3": "B"}
    assert scene.marked == {"b1", "b2", "d1"}
    free = sample(2)
    free.rose = (False, False)
    free.offers = None
    legal = {action.split()[-1] for action in map(GAME.format, GAME.legal(free))}
    assert set(scene.barred) <= legal
    board.choice.choose_worker("e2")
    assert board.scene(0.0, NOTHING).barred == {"e3": "B"}


def bound_twice() -> SantoriniBoard:
    """Let the gods of both opponents forbid something."""
    levels = {"a2": 1, "c3": 1, "d3": 1, "e5": 1, "b3": 2, "d4": 2, "a5": 2, "b4": 3, "c4": 3}
    workers = ("c3", "b2", "c4", "d1", "e4", "a5")
    return board_of(town(("hermes", "limus", "persephone"), levels, workers, domes=("b4",)))


@pytest.mark.parametrize("size", [(80, 24), (130, 42)])
def test_why_two_gods_forbid_something_is_told_to_the_end(size: tuple[int, int]) -> None:
    """The texts of the gods give way to it."""
    column = [
        row[50 if size[0] == 80 else 82 :] for row in picture(bound_twice(), *size).rows()
    ]
    said = " ".join(" ".join(column).replace("│", " ").split())
    assert "Limus forbids building next to c4 and d1 you may only complete towers." in said
    assert "Persephone forbids staying you can move up in this turn, so one of your" in said
    assert "so one of your workers must." in said
    assert "Who can move up must." in said


def test_a_text_that_is_cut_says_so() -> None:
    rows = picture(bound_twice(), 80, 24).rows()
    assert any(row.endswith("Both may walk on their level,…") for row in rows)
    lines = [[Span("first")], [Span("last but "), Span("one")], [Span("last")]]
    assert facts.shortened(lines, 3, 12) == lines
    assert facts.shortened(lines, 2, 12)[1] == [Span("last but "), Span("on…")]
    assert facts.shortened(lines, 0, 12) == [[Span("first…")]]


def test_all_is_marked_by_nothing_where_all_is_legal() -> None:
    assert not board_of(sample(3, "place")).scene(0.0, NOTHING).marked
    assert board_of(sample(2, "build")).scene(0.0, NOTHING).marked


@pytest.mark.parametrize("size", [*SIZES, *OTHER_SIZES])
@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_spills_with_odd_names_and_many_words(
    seats: int, size: tuple[int, int]
) -> None:
    for decision in DECISIONS:
        state = sample(seats, decision)
        picture(board_of(state, ODD_NAMES), *size, ENDLESS)
        match = match_of(state, None, ODD_NAMES)
        picture(SantoriniBoard(match, Settings()), *size, ENDLESS)
    picture(ended(), *size, ENDLESS)


@pytest.mark.parametrize("seats", [2, 3])
def test_whatever_is_played_can_be_drawn(seats: int) -> None:
    for seed in range(3):
        for number, state in enumerate(states(seed, seats, advanced=True)):
            if number % 5 == 0:
                picture(board_of(state), *(*SIZES, *OTHER_SIZES)[number % 9], TALK)


def test_every_square_lies_where_it_is_drawn() -> None:
    for form, size in ((towns_drawn.SMALL, (80, 24)), (towns_drawn.LARGE, (130, 42))):
        canvas = picture(board_of(sample(2)), *size)
        for name in SQUARES:
            area = form.square(name, 0, 1)
            assert canvas.hit(area.x, area.y) == Target("square", name)
            end = (area.x + area.width - 1, area.y + area.height - 1)
            assert canvas.hit(*end) == Target("square", name)


def outline(canvas: Canvas, name: str) -> list[str]:
    """Give the letters of a small square."""
    area = towns_drawn.SMALL.square(name, 0, 1)
    rows = canvas.rows()[area.y : area.y + area.height]
    return [row[area.x : area.x + area.width] for row in rows]


def test_heights_can_be_read_from_the_outline_alone() -> None:
    canvas = picture(board_of(sample(2)))
    assert outline(canvas, "a4") == ["·       ·", " " * 9, " " * 9, " ▒▒▒1▒▒▒ "]
    assert outline(canvas, "c4")[2:] == ["  ▓▓2▓▓  ", " ▒▒▒▒▒▒▒ "]
    assert outline(canvas, "d3")[1:] == ["   ▇3▇   ", "  ▓▓▓▓▓  ", " ▒▒▒▒▒▒▒ "]
    assert outline(canvas, "b4")[0] == "·  ▟█▙  ·"
    assert outline(canvas, "d2")[3] == "   ▟█▙   "
    assert outline(canvas, "b5")[2:] == ["   ♟B2   ", " ▒▒▒1▒▒▒ "]
    assert outline(canvas, "c2")[2] == "  ▸♟A1◂  "
    assert outline(canvas, "b3")[0] == "·     ×B·"


def test_a_worker_on_level_3_keeps_its_letter_under_the_cursor() -> None:
    board = ended()
    assert outline(picture(board), "c3")[0] == "┏▶ ♟A1 ━┓"


def test_the_worker_whom_selene_has_marked_has_a_sign_of_its_own() -> None:
    state = town(("selene", "pan"), workers=("b2", "d2", "e5", "a5"))
    text = "\n".join(picture(board_of(state)).rows())
    assert "♀A1" in text
    assert "♟A2" in text
    assert "♟B1" in text


def test_the_supply_is_counted() -> None:
    text = "\n".join(picture(board_of(sample(2))).rows())
    assert "▒1▒ 10  ▓2▓ 12  ▇3▇ 12  ▟█▙ 16" in text


def test_more_rows_are_the_logs() -> None:
    long = Talk([[Span(f"line {number}")] for number in range(60)], [])
    board = board_of(sample(2))
    small = "\n".join(picture(board, 100, 24, long).rows())
    tall = "\n".join(picture(board, 100, 40, long).rows())
    assert tall.count("line ") >= small.count("line ") + 14


def test_without_gods_the_players_and_their_heights_are_told() -> None:
    state = town(levels={"b2": 2}, workers=("b2", "d4", "c4", "d2"))
    text = "\n".join(picture(board_of(state)).rows())
    assert "PLAYERS" in text
    assert "♟A1 level 2  ♟A2 level 0" in text


def test_what_another_has_done_glows_for_a_moment_and_a_key_ends_it() -> None:
    state = town()
    match = asked(state, NAMES)
    state.seat, match.seat = 0, 1
    board = SantoriniBoard(match, Settings())
    tell(match, state, "move b2 b3")
    board.renew(10.0)
    assert board.scene(10.1, NOTHING).fresh == {"b3"}
    assert board.next_due(10.1) == pytest.approx(10.6)
    board.skip()
    assert not board.scene(10.1, NOTHING).fresh
    assert board.next_due(10.1) is None
    act(state, "build b2")


@pytest.mark.parametrize("god", [god for god in cards.NAMES if 3 in cards.card(god).seats])
def test_the_text_of_a_god_on_offer_is_whole_or_says_that_it_is_cut(god: str) -> None:
    state = sample(3, "god")
    number = GOD_NUMBER[god]
    state.offered = tuple(sorted({number, *[each for each in range(4) if each != number][:2]}))
    board = board_of(state)
    press(board, str(state.offered.index(number) + 1))
    rows = picture(board, 80, 24).rows()
    left = 1 + 26 * state.offered.index(number)
    read = " ".join(" ".join(row[left + 1 : left + 24] for row in rows[5:18]).split())
    text = " ".join(cards.card(god).power.split())
    assert text in read or "…" in read
    assert ("i", "in words") in board.hints()
    assert "…" not in read or god == "eros"


def test_a_lesson_leaves_the_latest_of_a_short_log() -> None:
    talk = Talk([[Span("earlier")], [Span("latest")]], [], lesson=True)
    board = board_of(sample(3, "god"))
    canvas = picture(board, 80, 24, talk)
    row = canvas.rows()[board.place_for_lesson(canvas).y]
    assert not row.strip()
    assert "latest" in "\n".join(canvas.rows())
