"""The grid of cells: wide signs at every edge, what spills, and what a click means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from eriantys.client.canvas import (
    PAPER,
    Area,
    Canvas,
    Span,
    card,
    centred,
    ink,
    spans_width,
)
from eriantys.client.text import width

LOUD = ink("bright", "alarm", "bold")


def assert_whole(canvas: Canvas) -> None:
    """Check that every row is as wide as the canvas, and no half of a wide sign is alone."""
    assert len(canvas.letters) == len(canvas.styles) == canvas.height
    for letters, styles in zip(canvas.letters, canvas.styles, strict=True):
        assert len(letters) == len(styles) == canvas.width
        for x, letter in enumerate(letters):
            if not letter:
                assert x, "a right half in the first column"
                assert width(letters[x - 1]) == 2
            elif width(letter) == 2:
                assert letters[x + 1 : x + 2] == [""]


def test_a_text_stands_where_it_was_put_and_the_next_column_is_told() -> None:
    canvas = Canvas(10, 2)
    assert canvas.put(2, 1, "漢a", LOUD) == 5
    assert canvas.rows() == [" " * 10, "  漢a     "]
    assert canvas.styles[1] == [PAPER] * 2 + [LOUD] * 3 + [PAPER] * 5
    assert canvas.spilled == []


def test_the_other_half_of_a_wide_sign_that_is_overwritten_is_blank() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "漢字漢")
    canvas.put(1, 0, "ab")
    assert canvas.letters[0] == [" ", "a", "b", " ", "漢", ""]
    canvas.put(4, 0, "c")
    assert canvas.letters[0] == [" ", "a", "b", " ", "c", " "]


def test_a_wide_sign_over_two_others_leaves_blanks_on_both_sides() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "漢字")
    canvas.put(1, 0, "語")
    assert canvas.letters[0] == [" ", "語", "", " "]


def test_what_does_not_fit_is_cut_off_and_told() -> None:
    canvas = Canvas(4, 2)
    assert canvas.put(2, 0, "abc") == 5
    assert canvas.put(-1, 1, "xyz") == 2
    assert canvas.put(0, 2, "below") == 5
    assert canvas.put(9, 0, "right") == 14
    assert canvas.put(-9, 0, "left") == -5
    assert canvas.rows() == ["  ab", "yz  "]
    assert canvas.spilled == ["abc", "xyz", "below", "right", "left"]


def test_half_a_wide_sign_is_not_drawn_at_either_edge() -> None:
    canvas = Canvas(3, 2)
    canvas.put(0, 0, "a漢字")
    canvas.put(-1, 1, "漢b")
    assert canvas.letters == [["a", "漢", ""], [" ", "b", " "]]
    canvas.put(2, 0, "字")
    assert canvas.letters[0] == ["a", " ", " "]
    assert_whole(canvas)


def test_nothing_can_be_put_anywhere_and_never_spills() -> None:
    canvas = Canvas(3, 1)
    for x in (-1, 0, 3, 7):
        assert canvas.put(x, 0, "") == x
    assert canvas.put(0, 5, "") == 0
    assert canvas.spilled == []


def test_a_painted_area_leaves_no_half_signs_at_its_edges() -> None:
    canvas = Canvas(6, 3)
    for y in range(3):
        canvas.put(0, y, "漢字漢")
    canvas.fill(Area(1, 1, 4, 5), LOUD, "·")
    assert canvas.letters[0] == ["漢", "", "字", "", "漢", ""]
    assert canvas.letters[1] == [" ", "·", "·", "·", "·", " "]
    assert canvas.styles[1] == [PAPER, *[LOUD] * 4, PAPER]
    canvas.fill(Area(-5, -5, 3, 3), LOUD)
    canvas.fill(Area(6, 0, 3, 3), LOUD)
    assert_whole(canvas)


def test_the_topmost_meaning_of_a_click_counts() -> None:
    canvas = Canvas(10, 4)
    canvas.mark(Area(0, 0, 10, 4), "all")
    canvas.mark(Area(2, 1, 3, 2), "part")
    assert canvas.hit(2, 1) == canvas.hit(4, 2) == "part"
    assert canvas.hit(5, 1) == canvas.hit(2, 3) == canvas.hit(1, 1) == "all"
    assert canvas.hit(10, 0) is canvas.hit(0, 4) is None


def test_a_frame_with_a_title_keeps_what_is_inside() -> None:
    canvas = Canvas(12, 3)
    canvas.put(1, 1, "inside")
    canvas.box(canvas.area, PAPER)
    canvas.title(canvas.area, "a very long title", PAPER)
    assert canvas.rows() == ["╭─ a ver… ─╮", "│inside    │", "╰──────────╯"]
    assert canvas.spilled == []
    canvas.box(Area(0, 0, 1, 1), LOUD)
    assert LOUD not in canvas.styles[0]


def test_a_card_covers_what_was_there_and_lies_in_the_middle() -> None:
    canvas = Canvas(20, 9)
    canvas.fill(canvas.area, PAPER, "x")
    area = centred(canvas, 12, 5)
    inside = card(canvas, area, "Title", ink("cur", "panel"))
    assert area == Area(4, 2, 12, 5)
    assert inside == Area(6, 3, 8, 3)
    assert canvas.rows()[3] == "xxxx┃          ┃xxxx"
    assert " Title " in canvas.rows()[2]
    assert centred(canvas, 100, 100) == canvas.area


def test_an_area_can_look_otherwise() -> None:
    canvas = Canvas(4, 2)
    canvas.put(0, 0, "abcd", LOUD)
    canvas.restyle(Area(2, -1, 9, 9), lambda style: style._replace(fg="dim"))
    assert canvas.styles[0] == [LOUD, LOUD, *[LOUD._replace(fg="dim")] * 2]
    assert canvas.styles[1] == [PAPER, PAPER, *[PAPER._replace(fg="dim")] * 2]
    assert canvas.rows()[0] == "abcd"


def test_pieces_of_text_follow_one_another() -> None:
    canvas = Canvas(8, 1)
    spans = [Span("漢", LOUD), Span("b")]
    assert spans_width(spans) == 3
    assert canvas.spans(1, 0, spans) == 4
    assert canvas.rows() == [" 漢b    "]


def test_equal_styles_are_the_same_style() -> None:
    assert ink("dim", "sea", "bold", "strike") is ink("dim", "sea", "bold", "strike")
    assert ink("dim", "sea", "strike", "bold") == ink("dim", "sea", "bold", "strike")


texts = st.text(st.sampled_from("ab漢字e\u0323…"), max_size=9)
puts = st.lists(st.tuples(st.integers(-6, 14), st.integers(-2, 4), texts), max_size=12)
fills = st.lists(
    st.builds(Area, *[st.integers(-4, 9)] * 2, *[st.integers(0, 9)] * 2), max_size=3
)


@given(puts, fills, puts)
def test_whatever_is_drawn_the_cells_stay_whole(
    before: list[tuple[int, int, str]], areas: list[Area], after: list[tuple[int, int, str]]
) -> None:
    canvas = Canvas(9, 3)
    for x, y, text in before:
        canvas.put(x, y, text)
        assert_whole(canvas)
    for area in areas:
        canvas.fill(area, LOUD)
        assert_whole(canvas)
    for x, y, text in after:
        assert canvas.put(x, y, text) == x + width(text)
        assert_whole(canvas)
    fits = [
        not width(text) or (0 <= y < 3 and x >= 0 and x + width(text) <= 9)
        for x, y, text in (*before, *after)
    ]
    assert len(canvas.spilled) == fits.count(False)
