"""The layout of 100x32: its panels, what they tell, and what can be clicked."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.client.boards import folding
from eriantys.client.boards.eriantys import hand, inspector, middle
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas, Span, ink
from eriantys.client.match import Away
from tests.client.boards import scenes
from tests.client.boards.moments import NAMED, TALL, clicks, moment, named, row_with, text
from tests.games.eriantys.position import Position


def drawn(shown: Scene, width: int = 100, height: int = 32) -> Canvas:
    return scenes.screen(middle.draw, shown, width, height)


def style_at(canvas: Canvas, row: str, sign: str) -> Any:
    y = next(y for y, letters in enumerate(canvas.rows()) if row in letters)
    return canvas.styles[y][canvas.rows()[y].index(sign)]


@pytest.mark.parametrize(("seats", "decision", "expert"), NAMED)
def test_the_screen_is_as_stored(seats: int, decision: str, expert: bool) -> None:
    canvas = drawn(moment(seats, decision, expert=expert))
    scenes.golden(f"middle-{named(seats, decision, expert)}", canvas)


def test_a_late_game_is_as_stored() -> None:
    shown = scenes.scene(scenes.late(), cursor=Target("island", 9), inspected=9)
    scenes.golden("middle-late", drawn(shown))


def test_a_simple_game_shows_no_coins() -> None:
    for seats in (2, 3, 4):
        assert "¢" not in text(drawn(moment(seats, "student", expert=False)))


# The own school.


def test_the_student_taken_up_or_under_the_cursor_has_signs_around_it() -> None:
    assert "( R )" in row_with(drawn(moment(2, "student")), "entrance   ")
    pointed = drawn(moment(2, "student", cursor=Target("entrance", 1)))
    assert "▶ R ◀" in row_with(pointed, "entrance   ")


def test_students_of_the_chosen_cloud_are_in_the_entrance_with_a_plus() -> None:
    row = row_with(drawn(moment(3, "cloud")), "│ entrance   ")
    assert "G   G   R   B   B + Y + B + B + B" in row


def test_a_student_is_drawn_where_it_would_sit() -> None:
    canvas = drawn(moment(2, "student", cursor=Target("dining")))
    assert "R  ●  ●  ● ▶R◀ ○" in text(canvas)


def test_the_cursor_on_a_table_is_seen() -> None:
    shown = moment(2, "student", cursor=Target("table", 4), picked=None)
    shown.marked = frozenset({Target("table", 0)})
    assert "▶ B ◀" in text(drawn(shown))
    assert "[ G ]" in text(drawn(shown))


def test_students_and_the_dining_room_can_be_clicked() -> None:
    canvas = drawn(moment(2, "student"))
    assert clicks(canvas, "entrance") == {0, 1, 2, 3, 4}
    assert clicks(canvas, "dining") == {0}
    assert clicks(canvas, "table") == set()
    y = next(y for y, row in enumerate(canvas.rows()) if "( R )" in row)
    x = canvas.rows()[y].index("( R )")
    assert canvas.hit(x + 2, y) == Target("entrance", 1)
    assert canvas.hit(x + 2, y - 4) == Target("dining")


def test_tables_can_be_clicked_while_the_minstrel_asks_for_them() -> None:
    shown = moment(2, "student")
    shown.match.decision = "minstrel-swap"
    assert clicks(drawn(shown), "table") == {0, 1, 2, 3, 4}


def test_students_of_a_cloud_that_is_only_looked_at_cannot_be_clicked() -> None:
    shown = moment(2, "cloud")
    before = drawn(moment(2, "cloud", coming=(0,) * 5))
    count = sum(area.height for area, meaning in before.hits if meaning[0] == "entrance")
    after = [1 for _, meaning in drawn(shown).hits if meaning[0] == "entrance"]
    assert len(after) == count


def test_another_school_is_shown_in_place_of_the_own() -> None:
    canvas = drawn(moment(3, "student", shown=1, cursor=Target("dining")))
    assert "Bruno’s school (Esc: back)" in text(canvas)
    assert "YOUR SCHOOL" not in text(canvas)
    assert "shown below" in text(canvas)
    assert "▶" not in text(canvas)
    assert clicks(canvas, "entrance") == clicks(canvas, "dining") == set()


def test_whoever_looks_on_has_no_own_school() -> None:
    canvas = drawn(scenes.scene(scenes.sample(2), None))
    assert "Ada’s school" in text(canvas)
    assert "Ada’s ASSISTANTS" in text(canvas)
    assert clicks(canvas, "assistant") == set()


def test_a_watcher_sees_the_hand_of_the_school_looked_at() -> None:
    assert "Bruno’s ASSISTANTS" in text(drawn(scenes.scene(scenes.sample(2), None, shown=1)))


# The others.


def test_every_other_player_has_a_board_to_click() -> None:
    for seats in (2, 3, 4):
        assert clicks(drawn(moment(seats, "student")), "seat") == set(range(1, seats))


def test_the_ally_is_marked() -> None:
    canvas = drawn(moment(4, "student"))
    assert "+Chiara" in text(canvas)
    assert text(canvas).count("rival team") == 2
    assert text(canvas).count("ally, shares towers") == 1


def test_whoever_is_on_turn_is_marked() -> None:
    shown = moment(3, "student")
    assert "▸YOUR SCHOOL" in text(drawn(shown))
    shown.match.turn = 2
    assert "▸Chiara" in text(drawn(shown))
    assert "▸YOUR" not in text(drawn(shown))


def test_the_frame_of_somebody_away_says_for_how_long() -> None:
    shown = moment(3, "student")
    shown.match.away[1] = Away("lost", -108.0, None)
    row = row_with(drawn(shown), " away 1:48 ")
    assert row.index("away") > 72
    shown.match.away[1] = Away("lost", -3720.0, None)
    assert " away 1h02 " in text(drawn(shown))


def test_others_follow_in_the_order_of_their_seats() -> None:
    canvas = drawn(scenes.scene(scenes.sample(3), 1))
    rows = [row[72:] for row in canvas.rows()]
    names = [
        name for row in rows for name in ("Ada", "Bruno", "Chiara") if f"─ {name} ─" in row
    ]
    assert names == ["Chiara"]
    assert any("▸Ada" in row for row in rows)


def test_what_has_just_changed_is_drawn_otherwise() -> None:
    before, shown = drawn(moment(3, "student")), moment(3, "student")
    shown.fresh = frozenset({Target("table", 0), Target("table", 2), Target("seat", 2)})
    after = drawn(shown)
    assert after.rows() == before.rows()
    changed = {
        (letters[x], after.styles[y][x])
        for y, letters in enumerate(after.letters)
        for x in range(100)
        if after.styles[y][x] != before.styles[y][x]
    }
    crowns = {style.bg for letter, style in changed if letter == "♛"}
    assert crowns == {"G", "Y"}
    assert {style.fg for letter, style in changed if letter == "╭"} == {"bright"}


# The hand.


def test_the_hand_tells_what_was_played_and_who_took_which_value() -> None:
    canvas = drawn(moment(3, "assistant"))
    notes = row_with(canvas, "played")
    assert notes.split() == [
        *(
            "│",
            "»",
            "»",
            "played",
            "»»",
            "»»»",
            "Bruno",
            "played",
            "»»»»",
            "Chiara",
            "»»»»»",
            "│",
        )
    ]
    values = canvas.rows()[canvas.rows().index(notes) - 1]
    assert "▶   5   ◀" in values
    assert "strike" in style_at(canvas, "▶   5   ◀", "3").looks
    assert "strike" not in style_at(canvas, "▶   5   ◀", "6").looks
    assert style_at(canvas, "▶   5   ◀", "6").fg == "dim"


def test_only_cards_of_the_hand_can_be_clicked() -> None:
    assert clicks(drawn(moment(2, "assistant")), "assistant") == {1, 2, 4, 5, 6, 8, 9, 10}


def test_nobody_has_taken_a_value_once_planning_is_over() -> None:
    assert all(not card.taken_by for card in hand.cards(moment(3, "student")))


def test_with_nothing_but_taken_values_all_of_them_are_open() -> None:
    state = Position(2, round=9).planning(5, first=1).hands({5, 7}, {7}).state()
    (five, seven) = [card for card in hand.cards(scenes.scene(state)) if card.held]
    assert (five.open, five.taken_by) == (False, "Bruno")
    assert (seven.open, seven.taken_by) == (True, "")
    state = Position(2, round=10).planning(5, first=1).hands({5}, ()).state()
    (five,) = [card for card in hand.cards(scenes.scene(state)) if card.held]
    assert (five.open, five.taken_by) == (True, "Bruno")


# The inspector.


def test_the_inspector_tells_who_counts_with_what() -> None:
    canvas = drawn(moment(2, "student"))
    right = [row[72:].strip("│ ") for row in canvas.rows()]
    at = next(y for y, row in enumerate(right) if "ISLAND 9" in row)
    assert [" ".join(row.split()) for row in right[at + 1 : at + 7]] == [
        "G R Y P B ♜",
        "here 1 · · 1 · ·",
        "you 1 · · · · ·",
        "Bruno · · · 1 · ·",
        "influence you 1, Bruno 1",
        "tie: nothing changes",
    ]


@pytest.mark.parametrize(
    ("name", "label", "told"),
    [
        ("Bot Mina", "B.Mina", "you 1, Bot Mina 1"),
        ("Maximilian-Oberhuber", "Max…er", "you 1, Maximil…erhuber 1"),
    ],
)
def test_a_long_name_hides_no_number_of_the_inspector(name: str, label: str, told: str) -> None:
    shown = scenes.scene(scenes.sample(2), names=("Ada", name), inspected=9)
    rows = [row[72:].strip("│ ") for row in drawn(shown).rows()]
    assert told in rows
    assert any(row.startswith(f"{label} ") for row in rows)


def test_without_a_choice_the_inspector_is_where_mother_nature_is() -> None:
    assert "ISLAND 7" in text(drawn(scenes.scene(scenes.sample(2))))


def test_an_island_is_said_in_sentences() -> None:
    shown = moment(2, "student")
    assert inspector.sentences(shown, 9) == [
        "Island 9: 1 green, 1 pink, no tower.",
        "Green counts for you, pink for Bruno.",
        "Influence: you 1, Bruno 1.",
        "Tie: nothing changes.",
    ]
    assert inspector.sentences(shown, 12) == [
        "Island 10+11+12: 1 green, 2 red, 4 yellow, 3 blue, 3 white towers.",
        "Green counts for you, red for you, yellow for Bruno, blue for you.",
        "Influence: you 9, Bruno 4.",
        "You keep it.",
    ]
    assert "Mother Nature is here." in inspector.sentences(shown, 7)
    assert "1 No Entry tile lies on it." in inspector.sentences(shown, 5)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(2).island(1, green=2), "Nobody counts here yet."),
        (Position(2).island(1, green=2).dining(1, green=1), "Bruno would build here."),
        (Position(2).island(1, green=2, tower=1).dining(1, green=1), "Bruno keeps it."),
        (Position(2).island(1, green=2, tower=1).dining(0, green=1), "You would take it over."),
        (
            Position(4).island(1, green=2, tower=1).dining(2, green=1),
            "Your team would take it over.",
        ),
    ],
)
def test_what_would_come_of_a_visit_is_said(position: Position, words: str) -> None:
    assert inspector.sentences(scenes.scene(position.state()), 1)[-1] == words


# Log and chat.


def test_the_latest_lines_are_shown_with_the_talk_below() -> None:
    shown = moment(2, "student", log=TALL)
    rows = [row[52:].strip("│ ") for row in drawn(shown).rows()[17:24]]
    assert rows[-3:] == ["line 100 of the log", "Ada » good luck!", "» t to write"]
    assert rows[0] == "line 96 of the log"


def test_a_long_line_goes_on_in_the_next_row() -> None:
    spans = [
        Span("Bruno ", ink("bright")),
        Span("takes the red professor from you", ink("dim")),
    ]
    rows = ["".join(text for text, _ in row) for row in folding.fold(spans, 16)]
    assert rows == ["Bruno takes the ", "  red professor ", "  from you"]


def test_no_row_begins_with_the_comma_of_the_one_before() -> None:
    """What has another style, and no blank before it, belongs to the same word."""
    spans = [Span("you take a block off c1"), Span(", now 0", ink("dim"))]
    rows = ["".join(text for text, _ in row) for row in folding.fold(spans, 23)]
    assert rows == ["you take a block off ", "  c1, now 0"]


def test_a_word_that_fits_nowhere_is_shortened() -> None:
    rows = folding.fold([Span("x" * 30)], 10)
    assert ["".join(text for text, _ in row) for row in rows] == ["x" * 9 + "…"]


def test_rows_and_columns_beyond_the_least_go_to_the_log() -> None:
    shown = moment(2, "student", log=TALL)
    seen = [text(drawn(shown, 100, height)).count(" of the log") for height in range(32, 61)]
    assert seen == sorted(seen)
    assert seen[0] == 5
    assert seen[-1] > 30
    wider = [text(drawn(shown, width, 36)).count(" of the log") for width in range(100, 201)]
    assert wider == sorted(wider)
