"""The set-up: the list of gods with its filters, what lies to be taken, who begins."""

from __future__ import annotations

import pytest

from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.cards import CARDS, KINDS
from eriantys.client.boards.santorini.scene import Target
from eriantys.client.keys import Click, Key, Paste
from eriantys.client.screens.guide import Guide
from eriantys.client.settings import Settings
from eriantys.client.text import wrap
from eriantys.games.santorini.gods import PANTHEON
from tests.client.boards.santorini.towns import (
    act,
    board_of,
    click,
    match_of,
    new,
    picture,
    press,
    said,
    sample,
)


def text(board: SantoriniBoard) -> str:
    return "\n".join(picture(board).rows())


def choosing(seats: int = 3) -> SantoriniBoard:
    return board_of(new(seats, advanced=True))


def test_every_god_has_a_card_with_a_kind_and_a_text_of_two_short_lines() -> None:
    assert list(CARDS) == [god.name for god in PANTHEON]
    for card in CARDS.values():
        assert card.kind in KINDS
        assert card.short != card.power, "a text of its own"
        assert len(wrap(card.short, 30)) <= 2, card.short


def test_the_simple_gods_are_listed_alone_where_only_they_are_played() -> None:
    assert len(board_of(new(2)).gods.shown) == 10
    assert len(choosing().gods.shown) == len(PANTHEON)


def test_a_filter_looks_at_names_and_texts_and_shows_what_it_found() -> None:
    board = choosing()
    press(board, "/")
    assert board.typing
    for sign in "PERIMETER":
        press(board, sign)
    names = [card.name for card in board.gods.shown]
    assert names == ["hera", "hestia", "triton"]
    assert board.gods.cursor == "hera"
    assert "/PERIMETER" in text(board)
    assert "a perimeter square" in text(board)
    press(board, "Enter")
    assert not board.typing
    assert press(board, "Down", "Enter").action == "god hestia"
    press(board, "Esc")
    assert len(board.gods.shown) == len(PANTHEON)


def test_every_key_belongs_to_the_filter_while_it_is_typed() -> None:
    board = choosing()
    press(board, "/", "t", "q", "1", "Backspace", "Backspace")
    assert board.gods.sought == "t"
    board.handle(Paste("riton"), picture(board))
    assert [card.name for card in board.gods.shown] == ["triton"]
    press(board, "x", "y")
    assert "No god is like that" in text(board)
    press(board, "Esc")
    assert not board.typing
    assert board.gods.sought == ""


def test_kinds_are_gone_through_one_by_one() -> None:
    board = choosing()
    seen = []
    for kind in KINDS:
        press(board, "k")
        assert {card.kind for card in board.gods.shown} == {kind}
        seen += [card.name for card in board.gods.shown]
    assert sorted(seen) == sorted(CARDS)
    press(board, "k")
    assert len(board.gods.shown) == len(PANTHEON)


def test_what_cannot_be_chosen_says_why() -> None:
    board = choosing()
    number = str(board.gods.numbered["aphrodite"])
    assert press(board, *number, "Enter").say == "Aphrodite: only with 2 players."
    assert "only with 2 players" in text(board)
    state = new(3, advanced=True)
    act(state, "god pan")
    board = board_of(state)
    board.gods.cursor = "pan"
    assert press(board, "Enter").say == "Pan: chosen already."
    assert "[1]" in text(board)


def test_after_a_choice_the_cursor_goes_on_to_the_next_god() -> None:
    state = new(3)
    board = board_of(state)
    assert press(board, "Enter").action == "god apollo"
    act(state, "god apollo")
    board = board_of(state)
    board.gods.settle()
    assert press(board, "Enter").action == "god artemis"


def test_numbers_go_to_a_god_and_beyond_them_is_none() -> None:
    board = choosing()
    press(board, "2", "7")
    assert board.gods.cursor == "zeus"
    press(board, "9", "9")
    assert board.gods.cursor == "pan", "there is no 99th: the second digit begins anew"
    assert "from 1 to 27" in press(board, "Down", "0").say


def test_one_at_random_is_one_that_can_be_chosen() -> None:
    board = choosing()
    board.gods._draw_lot = max
    assert press(board, "x").action == "god zeus"


def test_a_god_is_clicked_twice() -> None:
    board = choosing()
    assert click(board, Target("god", "atlas")).action == ""
    assert board.gods.cursor == "atlas"
    assert click(board, Target("god", "atlas")).action == "god atlas"


def test_others_may_read_the_list_and_choose_nothing() -> None:
    match = match_of(new(3), None)
    board = SantoriniBoard(match, Settings())
    press(board, "Down")
    assert board.gods.cursor == "artemis"
    assert "not your turn" in press(board, "Enter").say
    assert not press(board, "x").used


def test_taking_says_what_is_left_for_the_others() -> None:
    state = sample(3, "god")
    board = board_of(state)
    names = [item.title for item in board.offer.items]
    press(board, "1")
    assert said(board).startswith(f"▸ Take {names[0]}?  that leaves ")
    taken = press(board, "Enter").action
    act(state, taken)
    board = board_of(state)
    assert press(board, "1", "Enter").say.endswith("has taken that one.")
    assert "taken by" in text(board)


def test_the_start_player_is_named_among_all() -> None:
    board = board_of(sample(3, "start"))
    assert press(board, "3", "Enter").action == "start 3"
    assert "Chiara places first and has the first turn." in said(board)
    assert press(board, "Left", "Enter").action == "start 2"
    press(board, "1")
    assert "you place first and have the first turn." in said(board)
    assert "numbered from 1 to 3" in press(board, "4").say


@pytest.mark.parametrize("decision", ["gods", "god", "start", "place", "move", "build"])
def test_every_decision_has_a_lesson_a_question_and_keys(decision: str) -> None:
    board = board_of(sample(3, decision))
    canvas = picture(board)
    assert board.lessons[decision]
    assert 1 <= board.place_for_lesson(canvas).y < 23
    assert board.possible().endswith(".")
    assert said(board).startswith("▸ ")
    assert "Enter" in dict(board.hints())
    assert len(board.describe()) >= 1
    assert not board.handle(Key("F5"), canvas).used


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("decision", ["place", "move", "build", "more"])
def test_a_lesson_beside_the_small_town_is_whole_and_leaves_the_coordinates(
    seats: int, decision: str
) -> None:
    canvas = picture(board := board_of(sample(seats, "build")))
    lesson, place = board.lessons[decision], board.place_for_lesson(canvas)
    Guide(Settings(), board.lessons).draw(canvas, place, lesson)
    rows = canvas.rows()
    assert rows[21][:50].split() == list("abcde")
    shown = " ".join(row[place.x :] for row in rows[place.y : place.y + place.height])
    assert shown.split() == ["?", *lesson.split(), ".", "got", "it"]
    assert not board.handle(Click(place.x, place.y, "left"), canvas).say


def test_who_looks_on_is_told_only_of_keys_to_look() -> None:
    keys, _ = SantoriniBoard(match_of(sample(2), None), Settings()).help()
    assert [key for key, _ in keys] == ["/ k", "i"]
    assert len(board_of(sample(2)).help()[0]) > len(keys)


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_the_text_of_every_god_in_the_list_is_whole(size: tuple[int, int]) -> None:
    board = choosing()
    for card in CARDS.values():
        board.gods.point_at(card.name)
        rows = picture(board, *size).rows()
        below = next(at for at, row in enumerate(rows) if f"─ {card.title.upper()} " in row)
        left = rows[below].index(f"─ {card.title.upper()} ")
        read = " ".join(" ".join(row[left:].strip("│ ") for row in rows[below + 1 :]).split())
        assert read.startswith(" ".join(card.power.split()))
