"""Fields, lists, choices and forms: every key that they know, and texts of every width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eriantys.client.canvas import Area, Canvas, ink
from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.screens.art import big, huge, put_big
from eriantys.client.screens.widgets import Choice, Entry, Form, Roll, Spot, TextField, bar
from eriantys.client.text import width


def typed(field: TextField, *keys: str) -> tuple[str, str]:
    """Press keys; return what is before and after the cursor."""
    for key in keys:
        assert field.handle(Key(key))
    return field.text[: field.cursor], field.text[field.cursor :]


def test_what_is_typed_goes_in_where_the_cursor_is() -> None:
    assert typed(TextField("Ada"), "Home", "x", "End", "y") == ("xAday", "")


@pytest.mark.parametrize(
    ("keys", "before", "after"),
    [
        (("Left",), "two word", "s"),
        (("Left", "Right"), "two words", ""),
        (("Home",), "", "two words"),
        (("C-a",), "", "two words"),
        (("Home", "End"), "two words", ""),
        (("Home", "C-e"), "two words", ""),
        (("Backspace",), "two word", ""),
        (("Home", "Backspace"), "", "two words"),
        (("Home", "Delete"), "", "wo words"),
        (("Home", "C-d"), "", "wo words"),
        (("Delete",), "two words", ""),
        (("C-u",), "", ""),
        (("Left", "C-u"), "", "s"),
        (("Home", "Right", "C-k"), "t", ""),
        (("C-w",), "two ", ""),
        (("C-w", "C-w"), "", ""),
        (("C-w", "C-w", "C-w"), "", ""),
    ],
)
def test_editing_keys_do_what_shells_do(keys: tuple[str, ...], before: str, after: str) -> None:
    assert typed(TextField("two words"), *keys) == (before, after)


@pytest.mark.parametrize("key", ["Enter", "Esc", "Tab", "Up", "PageDown", "C-x"])
def test_other_keys_are_left_to_others(key: str) -> None:
    field = TextField("abc")
    assert not field.handle(Key(key))
    assert not field.handle(Click(1, 1))
    assert field.text == "abc"


def test_a_paste_becomes_one_harmless_line_no_longer_than_allowed() -> None:
    field = TextField(most=10)
    assert field.handle(Paste("one\ntwo\x1b[31m three four"))
    assert len(field.text) == 10
    assert field.text.startswith("one two")
    assert field.text.isprintable()


def test_a_full_field_takes_nothing_more() -> None:
    assert typed(TextField("abc", most=3), "d") == ("abc", "")


def test_the_cursor_steps_over_a_letter_with_all_its_marks() -> None:
    field = TextField("x")
    typed(field, "e", "\u0301", "\u0323", "y")
    assert typed(field, "Left", "Left") == ("x", field.text[1:])
    assert typed(field, "Delete") == ("x", "y")


def test_a_mark_without_a_letter_is_not_taken() -> None:
    assert typed(TextField(), "\u0301") == ("", "")


@given(st.text("aé日語\u0301 �", max_size=60), st.integers(0, 60), st.integers(4, 30))
def test_a_field_shows_the_part_around_the_cursor(text: str, cursor: int, wide: int) -> None:
    field = TextField(text)
    typed(field, *["Left"] * cursor)
    canvas = Canvas(wide + 4, 1)
    field.draw(canvas, Area(2, 0, wide, 1), ink(), focused=True)
    assert canvas.spilled == []
    assert canvas.cursor is not None
    x, _ = canvas.cursor
    assert 2 <= x < 2 + wide
    # What lies before the cursor on the screen lies before it in the text.
    shown = "".join(canvas.letters[0][2:x])
    assert field.text[: field.cursor].endswith(shown)


def test_a_list_follows_its_cursor_and_never_leaves_its_rows() -> None:
    roll = Roll()
    roll.resize(100)
    seen: list[int] = []
    canvas = Canvas(10, 5)

    def draw() -> list[int]:
        seen.clear()
        roll.draw(canvas, canvas.area, lambda at, _: seen.append(at))
        return list(seen)

    assert draw() == [0, 1, 2, 3, 4]
    for key, at in [("Down", 1), ("End", 99), ("PageUp", 94), ("Up", 93), ("Home", 0)]:
        assert roll.handle(Key(key))
        assert roll.at == at
        assert at in draw()
    assert roll.handle(Click(0, 0, "wheel-down"))
    assert roll.at == 1
    roll.at = 99
    draw()
    roll.resize(3)
    assert roll.at == 2
    assert draw() == [0, 1, 2]


def test_an_empty_list_leaves_its_keys_to_others() -> None:
    roll = Roll()
    assert not roll.handle(Key("Down"))
    roll.draw(Canvas(10, 3), Area(0, 0, 10, 3), lambda at, place: pytest.fail("no rows"))


def test_a_bar_beside_a_long_list_tells_where_one_is() -> None:
    roll = Roll()
    roll.resize(20)
    canvas = Canvas(4, 5)
    roll.draw(canvas, canvas.area, lambda at, place: None)
    assert [row[-1] for row in canvas.rows()] == ["█", "│", "│", "│", "│"]
    roll.handle(Key("End"))
    canvas = Canvas(4, 5)
    roll.draw(canvas, canvas.area, lambda at, place: None)
    assert [row[-1] for row in canvas.rows()] == ["│", "│", "│", "│", "█"]


COLOURS = Choice([("g", "green"), ("r", "red"), ("y", "yellow")], "r")


def chosen(*keys: str) -> str:
    choice = Choice(COLOURS.choices, "r")
    for key in keys:
        assert choice.handle(Key(key))
    return str(choice.value)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ((), "r"),
        (("Left",), "g"),
        (("Left", "Left"), "g"),
        (("Right",), "y"),
        (("Right", "Right"), "y"),
        ((" ",), "y"),
        ((" ", " "), "g"),
        (("y",), "y"),
        (("G",), "g"),
    ],
)
def test_a_choice_is_made_by_arrows_space_and_first_letters(
    keys: tuple[str, ...], value: str
) -> None:
    assert chosen(*keys) == value


def test_a_choice_leaves_what_it_does_not_know_to_others() -> None:
    events: list[Event] = [Key("x"), Key("Enter"), Paste("y"), Click(0, 0)]
    for event in events:
        assert not COLOURS.handle(event)


@pytest.mark.parametrize(("wide", "shown"), [(30, " green [red] yellow "), (10, "◂ red ▸")])
def test_a_choice_shows_all_values_or_only_its_own(wide: int, shown: str) -> None:
    canvas = Canvas(wide, 1)
    COLOURS.draw(canvas, canvas.area, focused=True)
    assert canvas.rows()[0].rstrip() == shown.rstrip()
    assert canvas.spilled == []


def test_a_form_moves_between_its_lines_and_clicks_choose() -> None:
    name, colour = TextField("Ada"), Choice(COLOURS.choices)
    form = Form([Entry("Name", name), Entry("Colour", colour)])
    assert form.handle(Key("x"))
    assert form.handle(Key("Down"))
    assert form.handle(Key("Right"))
    assert (name.text, colour.value) == ("Adax", "r")
    for key, at in [("Tab", 0), ("S-Tab", 1), ("Up", 0), ("Up", 1)]:
        form.handle(Key(key))
        assert form.at == at
    form.focus(name)
    canvas = Canvas(60, 2)
    form.draw(canvas, canvas.area, 12)
    x = canvas.rows()[1].index("yellow")
    assert form.click(canvas.hit(x, 1))
    assert colour.value == "y"
    assert form.current.control is colour
    assert form.click(canvas.hit(3, 0))
    assert form.current.control is name
    assert not form.click(None)
    assert not form.click(Spot(object()))


@pytest.mark.parametrize("share", [-1.0, 0.0, 0.01, 0.5, 0.99, 1.0, 7.0])
def test_a_bar_has_always_its_length(share: float) -> None:
    full, empty = bar(20, share)
    assert len(full) + len(empty) == 20
    assert (full == "") == (share <= 0)
    assert (empty == "") == (share >= 0.99)


def test_all_letters_and_digits_have_a_big_form_of_their_own() -> None:
    signs = "ABCDEFGHIJKLMNOPQRTUVWXYZ0123467890!".replace("0", "")
    drawn = {sign: big(sign) for sign in signs}
    assert len(set(drawn.values())) == len(drawn)
    for text in ("YOU WIN!", "ada wins 42", "日本"):
        for rows, high in ((big(text), 3), (huge(text), 5)):
            assert len(rows) == high
            assert len({width(row) for row in rows}) == 1


@pytest.mark.parametrize("wide", [8, 20, 40, 80])
@pytest.mark.parametrize("plain", [False, True])
def test_big_letters_shrink_with_the_screen(wide: int, plain: bool) -> None:
    canvas = Canvas(wide, 6)
    after = put_big(canvas, 0, "ERIANTYS", ink(), most=5, plain=plain)
    assert canvas.spilled == []
    assert after in (1, 3, 5)
    if plain:
        assert not set("▀▄") & set("".join(canvas.rows()))
