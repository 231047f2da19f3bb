"""The page of the rules: read from end to end, scrolled and searched."""

from __future__ import annotations

import pytest

from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click
from eriantys.client.screens import markdown, rules_page
from eriantys.client.screens.markdown import lay_out
from eriantys.client.screens.rules_page import FOUND, FOUND_HERE
from tests.client.screens.reading import ALL_SIZES, RULES, inside, opened
from tests.client.screens.stage import assert_sound


@pytest.mark.parametrize("size", ALL_SIZES)
def test_the_rules_are_readable_from_end_to_end(size: tuple[int, int]) -> None:
    stage = opened()
    seen: list[str] = []
    shown: list[str] = []
    while (now := inside(stage.draw(*size))) != shown:
        assert_sound(stage.draw(*size))
        seen += now if not seen else [line for line in now if line not in shown]
        shown = now
        stage.press("PageDown")
    assert "100 %" in stage.text(*size)
    text = " ".join(" ".join(seen).split())
    assert "Students. Move 3 students out of your Entrance (4 with three players)" in text
    assert "60. Playing by itself." in text


def test_it_is_laid_out_once_for_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[int] = []

    def counted(page: list[str], cells: int) -> list[markdown.Laid]:
        widths.append(cells)
        return lay_out(page, cells)

    monkeypatch.setattr(rules_page, "lay_out", counted)
    stage = opened()
    for _ in range(3):
        stage.draw()
        stage.press("Down")
    stage.draw(100, 32)
    stage.draw(100, 32)
    assert widths == [76, 96]


def test_scrolling_and_how_far_one_is() -> None:
    stage = opened()
    lines = lay_out(RULES, 76)
    rows = len(inside(stage.draw()))
    assert f" {rows * 100 // len(lines)} % " in stage.text()
    assert inside(stage.draw())[0] == lines[0].text

    def first() -> int:
        return next(
            at
            for at in range(len(lines))
            if [line.text for line in lines[at : at + rows]] == inside(stage.draw())
        )

    stage.press("Down", "Down", "Up")
    assert first() == 1
    stage.press("PageDown")
    assert first() == rows
    stage.press("PageUp")
    assert first() == 1
    stage.layers[-1].handle(Click(9, 9, "wheel-down"))
    assert first() == 4
    stage.layers[-1].handle(Click(9, 9, "wheel-up"))
    assert first() == 1
    stage.press("End")
    assert first() == len(lines) - rows
    assert " 100 % " in stage.text()
    assert "44 to 60: bag, coins, the end, and the rest" in stage.text()  # the section
    stage.press("Home")
    assert first() == 0


def test_another_width_shows_about_the_same_words() -> None:
    stage = opened()
    stage.draw()
    stage.press("/", *"12. How many", "Enter")
    assert "12. How many characters" in stage.text()
    assert "12. How many characters" in stage.text(120, 24)
    assert "12. How many characters" in stage.text()


def found(canvas: Canvas, style: object) -> str:
    """Give the letters that stand out in a style."""
    return "".join(
        letter
        for letters, styles in zip(canvas.letters, canvas.styles, strict=True)
        for letter, each in zip(letters, styles, strict=True)
        if each == style
    )


def test_words_are_searched_while_they_are_typed() -> None:
    stage = opened(page="k")
    stage.draw()
    stage.press("/", *"short ROUND")
    assert "Search the rules for" in stage.text()
    assert found(stage.draw(), FOUND_HERE) == "Short round"
    stage.press("Enter")
    assert "“short ROUND”: 1 of 2." in stage.text()
    stage.press("n")
    assert "45. Short round." in stage.text()
    assert "2 of 2" in stage.text()
    stage.press("n")
    assert "1 of 2" in stage.text()
    stage.press("N")
    assert "2 of 2" in stage.text()


def test_words_are_found_across_the_end_of_a_line() -> None:
    stage = opened(["x " * 36 + "no entry tile"])
    assert inside(stage.draw())[1] == "entry tile"
    stage.press("/", *"no entry tile", "Enter")
    assert "1 of 1" in stage.text()
    assert found(stage.draw(), FOUND_HERE) == "no" + "entry tile"


def test_other_places_on_the_page_stand_out_less() -> None:
    stage = opened(["Bag, bag and bag."])
    stage.press("/", *"bag", "Enter", "n")
    canvas = stage.draw()
    assert found(canvas, FOUND_HERE) == "bag"
    assert found(canvas, FOUND) == "Bagbag"


def test_a_search_in_vain_says_so_and_one_can_be_dropped() -> None:
    stage = opened()
    before = inside(stage.draw())
    stage.press("/", *"bagzz")
    assert inside(stage.draw()) == before
    stage.press("Enter")
    assert "“bagzz” is not in the rules." in stage.text()
    assert "n next" in stage.text()
    stage.press("n")
    assert "is not in the rules" in stage.text()
    stage.press("/", *"Knight in a team")
    assert inside(stage.draw()) != before
    stage.press("Esc")
    assert inside(stage.draw()) == before
    assert "n next" not in stage.text()
    stage.press("n")
    assert "Search the rules for" in stage.text()
    stage.press("Esc", "Esc")
    assert stage.layers == []


def test_a_search_may_be_typed_before_anything_was_drawn() -> None:
    stage = opened()
    stage.press("/", *"Knight in a team", "Enter")
    assert "36. Knight in a team." in stage.text(130, 42)
    assert "1 of 1" in stage.text(130, 42)
