"""Painting: a terminal that is fed with it shows just the canvas, whatever came before."""

from __future__ import annotations

import re
import unicodedata
from random import Random
from typing import Any

import pytest

from eriantys.client.canvas import PAPER, Area, Canvas, Style, ink
from eriantys.client.paint import BEGIN, END, paint
from eriantys.client.text import width
from eriantys.client.theme import Depth, Look, Theme
from tests.terminal.emulator import Emulator

ALLOWED = re.compile(
    r"\x1b\[\d+;\d+H|\x1b\[[\d;]+m|\x1b\[\?2026[hl]|\x1b\[\?25[hl]|[^\x00-\x1f\x7f-\x9f]"
)
"""All that painting may write: go to a cell, a style, an update, the cursor, and letters."""
STYLES = (
    PAPER,
    ink("dim"),
    ink("ink", "G"),
    ink("bright", "alarm", "bold"),
    ink("cur", "panel", "underline"),
    ink("text", "bg", "strike"),
    ink("accent", "sea", "reverse", "bold"),
)
TEXTS = ("a", "Ada", "漢字", "漢", "e\u0323", "──", "☁1", "      ", "│", "ö", "한국어", "…")


def scribble(canvas: Canvas, chance: Random, times: int) -> None:
    for _ in range(times):
        text = chance.choice(TEXTS)
        x, y = chance.randrange(canvas.width), chance.randrange(canvas.height)
        if x + width(text) <= canvas.width:
            canvas.put(x, y, text, chance.choice(STYLES))
        if chance.random() < 0.1:
            area = Area(x, y, chance.randrange(1, 5), chance.randrange(1, 3))
            canvas.fill(area, chance.choice(STYLES))
        if chance.random() < 0.5:
            x, style = chance.randrange(canvas.width), chance.choice(STYLES)
            canvas.restyle(Area(x, y, chance.randrange(1, 5), 1), lambda _, new=style: new)
    size = canvas.width, canvas.height
    canvas.cursor = chance.choice((None, None, (size[0] - 1, size[1] - 1), (0, 0)))


def copy(canvas: Canvas) -> Canvas:
    other = Canvas(canvas.width, canvas.height)
    other.letters = [list(row) for row in canvas.letters]
    other.styles = [list(row) for row in canvas.styles]
    return other


def looks_of(emulator: Emulator) -> list[list[Any]]:
    screen = emulator.screen
    return [
        [screen.buffer[y][x]._replace(data="") for x in range(screen.columns)]
        for y in range(screen.lines)
    ]


def look_by(theme: Theme, style: Style) -> Any:
    """Let a terminal write one letter in a style, and look at it."""
    emulator = Emulator(2, 1)
    emulator.feed(f"{theme.codes(style)}x")
    return looks_of(emulator)[0][0]


def assert_shown(
    emulator: Emulator, theme: Theme, canvas: Canvas, looks: dict[Any, Any]
) -> None:
    shown = [[unicodedata.normalize("NFC", letter) for letter in row] for row in canvas.letters]
    assert emulator.cells() == shown
    for y, (row, letters) in enumerate(zip(looks_of(emulator), canvas.letters, strict=True)):
        for x, look in enumerate(row):
            # The right half of a wide sign looks as its left half does.
            style = canvas.styles[y][x if letters[x] else x - 1]
            if style not in looks:
                looks[style] = look_by(theme, style)
            assert look == looks[style], (x, y, style)
    if canvas.cursor is None:
        assert 25 not in emulator.modes
    else:
        assert 25 in emulator.modes
        cursor = emulator.screen.cursor
        assert (min(cursor.x, canvas.width - 1), cursor.y) == canvas.cursor


@pytest.mark.parametrize("seed", range(12))
def test_a_terminal_shows_just_the_canvas_after_any_changes(seed: int) -> None:
    chance = Random(seed)
    depth = list(Depth)[seed % 4]
    look: Look = ("dark", "light", "terminal")[seed % 3]  # type: ignore[assignment]
    theme = Theme(depth, look, safe=seed % 2 == 0)
    looks: dict[Any, Any] = {}
    size = chance.randrange(2, 40), chance.randrange(1, 12)
    emulator = Emulator(*size)
    before: Canvas | None = None
    for number in range(40):
        if number % 10 == 9:
            size = chance.randrange(2, 40), chance.randrange(1, 12)
            emulator.resize(*size)
        fresh = before is None or (before.width, before.height) != size
        after = Canvas(*size) if fresh or before is None else copy(before)
        scribble(after, chance, chance.randrange(12))
        output = paint(theme, before, after)
        assert ALLOWED.sub("", output) == ""
        emulator.feed(output)
        assert_shown(emulator, theme, after, looks)
        assert emulator.clears == []
        before = after


def test_an_unchanged_canvas_needs_nothing() -> None:
    canvas = Canvas(30, 8)
    scribble(canvas, Random(3), 40)
    again = copy(canvas)
    again.cursor = canvas.cursor
    for theme in (Theme(), Theme(Depth.NONE, ascii_only=True)):
        assert paint(theme, canvas, again) == ""
        assert paint(theme, canvas, canvas) == ""


def test_all_of_a_frame_is_one_synchronized_update() -> None:
    canvas = Canvas(30, 8)
    scribble(canvas, Random(4), 20)
    output = paint(Theme(), None, canvas)
    assert output.startswith(BEGIN)
    assert output.endswith(END)
    assert output.count(BEGIN) == output.count(END) == 1


def test_a_small_change_is_a_small_output() -> None:
    before = Canvas(130, 42)
    after = copy(before)
    after.put(60, 20, "7")
    assert len(paint(Theme(), before, after)) < 100


def test_a_cursor_that_only_moves_is_moved() -> None:
    before, after = Canvas(10, 2), Canvas(10, 2)
    after.cursor = (3, 1)
    emulator = Emulator(10, 2)
    emulator.feed(paint(Theme(), None, before))
    assert 25 not in emulator.modes
    emulator.feed(paint(Theme(), before, after))
    assert (emulator.screen.cursor.x, emulator.screen.cursor.y) == (3, 1)
    assert 25 in emulator.modes
    emulator.feed(paint(Theme(), after, before))
    assert 25 not in emulator.modes


@pytest.mark.parametrize("depth", Depth)
def test_a_terminal_without_other_signs_gets_only_ascii_in_the_right_places(
    depth: Depth,
) -> None:
    theme = Theme(depth, ascii_only=True)
    emulator = Emulator(20, 2)
    before = Canvas(20, 2)
    output = paint(theme, None, before)
    emulator.feed(output)
    after = copy(before)
    after.put(1, 0, "漢字 e\u0323 é ☁ │ok")
    after.put(2, 1, "漢", ink("dim"))
    after.styles[1][3] = PAPER  # only half of a wide sign looks otherwise
    after.put(4, 1, "end")
    output += paint(theme, before, after)
    emulator.feed(paint(theme, before, after))
    assert output.isascii()
    assert emulator.rows() == [" ? ?  e e ~ |ok     ", "  ? end             "]


def test_a_wide_sign_of_which_one_half_looks_otherwise_is_written_whole() -> None:
    before = Canvas(8, 1)
    before.put(2, 0, "漢ab")
    after = copy(before)
    after.restyle(Area(3, 0, 3, 1), lambda _: ink("dim"))
    theme, emulator = Theme(), Emulator(8, 1)
    emulator.feed(paint(theme, None, before))
    emulator.feed(paint(theme, before, after))
    assert emulator.rows() == ["  漢ab  "]
