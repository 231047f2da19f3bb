"""Talk: writing a line over any screen, and showing the lines of others."""

from __future__ import annotations

import pytest

from eriantys.client.canvas import Area, Canvas
from eriantys.client.conversation import Spoken
from eriantys.client.screens.say import Say, age, draw_talk
from eriantys.wire.from_client import Chat
from tests.client.screens.stage import HOSTILE, OTHER_SIZES, SIZES, Stage, assert_sound


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_enter_says_the_line_and_goes(stage: Stage) -> None:
    stage.push(Say(stage, "lobby"))
    stage.type(" hello there ")
    stage.press("Enter")
    assert stage.sent() == [Chat("lobby", "hello there")]
    assert stage.layers == []


def test_esc_drops_the_line(stage: Stage) -> None:
    stage.push(Say(stage, "lobby"))
    stage.type("q?t")
    stage.press("Esc")
    assert stage.sent() == []
    assert stage.layers == []


def test_an_empty_line_is_not_said(stage: Stage) -> None:
    stage.push(Say(stage, "match"))
    stage.press(" ", "Enter")
    assert stage.sent() == []
    assert stage.layers == []


def test_tab_says_it_to_others(stage: Stage) -> None:
    stage.push(Say(stage, "match", ("lobby",)))
    assert "To the table »" in stage.text()
    stage.press("Tab")
    assert "To the lobby »" in stage.text()
    stage.type("hi")
    stage.press("Enter")
    assert stage.sent() == [Chat("lobby", "hi")]


def test_tab_means_nothing_where_there_is_one_audience(stage: Stage) -> None:
    stage.push(Say(stage, "watchers"))
    assert not stage.press("Tab")
    assert not stage.press("Up")


def test_a_paste_is_one_line_and_the_end_is_announced(stage: Stage) -> None:
    stage.push(Say(stage, "lobby"))
    stage.paste("word\nword " * 60)
    text = stage.text()
    assert " 0 left" in text or " 1 left" in text
    stage.press("Enter")
    (chat,) = stage.sent()
    assert isinstance(chat, Chat)
    assert 290 < len(chat.text) <= 300


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_spills_while_somebody_writes(
    stage: Stage, size: tuple[int, int], text: str
) -> None:
    stage.push(Say(stage, "lobby"))
    for _ in range(12):
        stage.paste(text)
        canvas = stage.draw(*size)
        assert_sound(canvas)
        assert canvas.cursor is not None
        assert canvas.cursor[0] < size[0]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "now"), (59, "now"), (60, " 1m"), (3599, "59m"), (7200, " 2h"), (9e9, "99d")],
)
def test_ages_take_three_cells(seconds: float, told: str) -> None:
    assert age(seconds) == told


def test_the_latest_lines_are_shown_and_long_ones_wrapped() -> None:
    spoken = [Spoken("Bruno", f"line {n}", 0.0) for n in range(30)]
    spoken.append(Spoken("Ada", "word " * 30, 90.0))
    canvas = Canvas(50, 12)
    draw_talk(canvas, Area(0, 0, 50, 12), spoken, me="Ada", now=100.0, hint="t to write")
    rows = canvas.rows()
    assert rows[-1].rstrip() == "» t to write"
    assert "now you » word" in "\n".join(rows)
    assert " 1m Bruno » line 29" in "\n".join(rows)
    assert canvas.spilled == []


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("wide", [16, 17, 26, 76])
def test_hostile_talk_stays_in_its_place(name: str, text: str, wide: int) -> None:
    canvas = Canvas(wide, 6)
    spoken = [Spoken(name[:20], text * 3, 0.0)] * 3
    draw_talk(canvas, canvas.area, spoken, me="Ada", now=5.0, hint="t to write")
    assert canvas.spilled == []
