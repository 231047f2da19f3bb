"""The layout of 130x42: the school as it is printed, the hand as cards, log and chat apart."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys import large
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas
from eriantys.client.match import Away
from tests.client.boards import scenes
from tests.client.boards.moments import NAMED, TALL, clicks, moment, named, row_with, text


def drawn(shown: Scene, width: int = 130, height: int = 42) -> Canvas:
    return scenes.screen(large.draw, shown, width, height)


@pytest.mark.parametrize(("seats", "decision", "expert"), NAMED)
def test_the_screen_is_as_stored(seats: int, decision: str, expert: bool) -> None:
    canvas = drawn(moment(seats, decision, expert=expert))
    scenes.golden(f"large-{named(seats, decision, expert)}", canvas)


def test_a_late_game_is_as_stored() -> None:
    shown = scenes.scene(scenes.late(), cursor=Target("island", 9), inspected=9)
    scenes.golden("large-late", drawn(shown))


def test_a_simple_game_shows_no_coins() -> None:
    for seats in (2, 3, 4):
        assert "¢" not in text(drawn(moment(seats, "student", expert=False)))


# The own school.


def test_the_four_parts_of_the_school_have_their_titles() -> None:
    row = row_with(drawn(moment(2, "student")), "ENTRANCE")
    assert row[:87].split("│")[1:-1] == [
        "  ENTRANCE    ",
        "  DINING ROOM                                ",
        " PROF  ",
        " TOWERS left 3  ",
    ]


def test_walls_stand_straight_through_the_school() -> None:
    for shown in (moment(2, "student"), moment(3, "cloud"), moment(3, "student", shown=1)):
        rows = drawn(shown).rows()
        assert all(row[wall] == "│" for row in rows[21:31] for wall in (15, 61, 69))


def test_towers_still_to_build_stand_and_the_others_leave_gaps() -> None:
    rows = [row[70:86] for row in drawn(moment(2, "student")).rows()[20:32]]
    assert "".join(rows).count("♜") == 3
    assert "".join(rows).count("·") == 5
    three = [row[70:86] for row in drawn(moment(3, "student")).rows()[20:32]]
    assert "".join(three).count("♜") + "".join(three).count("·") == 6


def test_the_student_taken_up_or_under_the_cursor_has_signs_around_it() -> None:
    assert "│ ( R )   Y    │" in text(drawn(moment(2, "student")))
    pointed = moment(2, "student", cursor=Target("entrance", 1))
    assert "│ ▶ R ◀   Y    │" in text(drawn(pointed))


def test_nine_students_have_room_and_the_new_ones_a_plus() -> None:
    canvas = drawn(moment(3, "cloud"))
    left = "".join(row[1:15] for row in canvas.rows()[22:31])
    assert left.split() == ["G", "G", "R", "B", "B", "+", "Y", "+", "B", "+", "B", "+", "B"]


def test_a_student_is_drawn_where_it_would_sit() -> None:
    assert "●  ▶R◀  ○" in text(drawn(moment(2, "student", cursor=Target("dining"))))


def test_a_full_table_has_no_seat_for_another_student() -> None:
    state = scenes.sample(2)
    shown = scenes.scene(state, cursor=Target("dining"), picked=1)
    shown.match.view = shown.match.view | {"dining/0": bytes((0, 10, 0, 0, 0))}
    assert "▶R◀" not in text(drawn(shown))


def test_everything_of_the_own_side_can_be_clicked() -> None:
    canvas = drawn(moment(2, "student"))
    assert clicks(canvas, "entrance") == {0, 1, 2, 3, 4}
    assert clicks(canvas, "dining") == {0}
    assert clicks(canvas, "seat") == {1}
    assert clicks(canvas, "assistant") == {1, 2, 5, 6, 8, 9, 10}
    y = next(y for y, row in enumerate(canvas.rows()) if "DINING ROOM" in row)
    assert canvas.hit(30, y + 3) == Target("dining")


def test_another_school_is_shown_in_place_of_the_own() -> None:
    canvas = drawn(moment(3, "student", shown=2, cursor=None))
    assert "Chiara’s school (Esc: back)" in text(canvas)
    assert clicks(canvas, "entrance") == clicks(canvas, "dining") == set()
    assert "d here" not in text(canvas)


# The others and the hand.


def test_three_other_boards_are_whole() -> None:
    canvas = drawn(moment(4, "student"))
    assert clicks(canvas, "seat") == {1, 2, 3}
    assert sum("entrance" in row[87:] for row in canvas.rows()) == 3
    assert "Chiara +ally" in text(canvas)
    assert "rival" not in text(canvas)


def test_the_frame_of_somebody_away_says_for_how_long() -> None:
    shown = moment(3, "student")
    shown.match.away[2] = Away("lost", -65.0, None)
    assert "╰─ away 1:05 ─" in text(drawn(shown))


def test_cards_tell_why_they_cannot_be_played() -> None:
    canvas = drawn(moment(3, "assistant"))
    cards = [row[:87] for row in canvas.rows()[32:39]]
    assert cards[1].count("╭╌╌╌╌╌╌╮") == 2
    assert cards[1].count("┏▶━━━━◀┓") == 1
    assert cards[3].count("played") == 2
    assert "Bruno " in cards[4]
    assert "Chiara" in cards[4]


def test_the_card_of_this_round_says_so() -> None:
    canvas = drawn(moment(2, "student"))
    row = row_with(canvas, " now ")
    assert row.index("now") == canvas.rows()[canvas.rows().index(row) - 2].index(" 4 ")


# More room.


def test_the_chat_moves_below_the_hand_where_there_are_rows() -> None:
    shown = moment(4, "student", log=TALL)
    assert "├─ CHAT" in text(drawn(shown, 130, 46))
    assert "╭─ CHAT" in text(drawn(shown, 130, 47))


def test_boards_stand_beside_each_other_where_there_are_columns() -> None:
    canvas = drawn(moment(4, "student"), 180, 42)
    row = row_with(canvas, "─ Bruno ─")
    assert "─ Chiara +ally ─" in row
    assert "─ ISLAND 9 ─" in row_with(canvas, "─ Dario ─")


def test_rows_beyond_the_least_go_to_the_log() -> None:
    shown = moment(2, "student", log=TALL)
    seen = [text(drawn(shown, 130, height)).count(" of the log") for height in range(42, 61)]
    assert seen == sorted(seen)
    assert seen[0] == 13
    assert seen[-1] > 35
