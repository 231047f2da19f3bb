"""The help: what to do now, the keys of every screen in whole words, and readable rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.client.boards import summary_of
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click
from eriantys.client.known import KnownServers
from eriantys.client.screens import markdown, rules_page
from eriantys.client.screens.connect import Connect
from eriantys.client.screens.help import EVERYWHERE, Help
from eriantys.client.screens.lobby import Lobby
from eriantys.client.screens.log import Log
from eriantys.client.screens.markdown import lay_out
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.result import Result
from eriantys.client.screens.room import Room
from eriantys.client.screens.rules_page import FOUND, FOUND_HERE
from eriantys.client.screens.screen import Aid, Screen
from eriantys.client.screens.table import Table
from eriantys.client.starting import rules_of
from tests.client.players import Player
from tests.client.screens.afterwards import end, tape_of
from tests.client.screens.stage import (
    OTHER_SIZES,
    ROOMS,
    SIZES,
    Stage,
    arrived,
    assert_sound,
    entropy,
    seated,
)
from tests.client.test_app import on_turn, table

RULES = rules_of("eriantys")
ALL_SIZES = SIZES + OTHER_SIZES


@pytest.fixture(autouse=True)
def _first_page() -> Iterator[None]:
    Help.last_page = "keys"
    yield
    Help.last_page = "keys"


def opened(rules: list[str] = RULES, page: str = "r") -> Stage:
    """Open the help where there is no board."""
    stage = Stage()
    stage.push(Help(stage, None, rules))
    stage.press(page)
    return stage


def inside(canvas: Canvas) -> list[str]:
    """Give the lines within the frame of the card."""
    return [row[2:-2].rstrip() for row in canvas.rows()[2:-3]]


def words(canvas: Canvas) -> str:
    return " ".join(" ".join(inside(canvas)).split())


def laid(text: str, cells: int) -> list[str]:
    return [line.text for line in lay_out(text.splitlines(), cells)]


# How Markdown is laid out.


def test_hard_line_ends_are_joined_and_wrapped_anew() -> None:
    text = "One two three\nfour five\nsix.\n\nSeven."
    assert laid(text, 80) == ["One two three four five six.", "", "Seven."]
    assert laid(text, 13) == ["One two three", "four five", "six.", "", "Seven."]


def test_headings_are_bold_and_stand_alone() -> None:
    head, blank, text = lay_out(["# The title", "Text."], 40)
    assert head.heading
    assert head.text == "The title"
    assert all("bold" in span.style.looks for span in head.spans)
    assert blank.text == ""
    assert not text.heading


def test_items_hang() -> None:
    assert laid("- one two\n  three\n- four", 9) == ["• one two", "  three", "• four"]
    assert laid("9.  one two\n10. three\n    four", 11) == [
        " 9. one two",
        "10. three",
        "    four",
    ]


def test_marks_of_emphasis_become_styles() -> None:
    (line,) = lay_out(["**Knight.** Type `play knight`, *now*; 2 * 3 * 4 and a_b_c."], 80)
    assert line.text == "Knight. Type play knight, now; 2 * 3 * 4 and a_b_c."
    styles = {span.text.strip(): span.style for span in line.spans}
    assert styles["Knight."] == markdown.STRONG
    assert styles["play knight"] == markdown.TYPED
    assert styles["now"] == markdown.STRONG


def test_emphasis_goes_on_in_the_next_line() -> None:
    first, second = lay_out(["a **bold", "word** b"], 6)
    assert first.spans[-1] == markdown.Span("bold", markdown.STRONG)
    assert second.spans[0].text.strip() == "word"
    assert second.spans[0].style == markdown.STRONG


TABLE = """
| name | price | what it does             |
| ---- | ----- | ------------------------ |
| Monk | 1     | a student goes somewhere |
|      |       | of your choice           |
| Bag  |       |                          |
"""


def test_tables_stand_in_columns_and_rows_without_a_name_go_on() -> None:
    assert laid(TABLE, 60) == [
        "name  price  what it does",
        "Monk  1      a student goes somewhere of your choice",
        "Bag",
    ]
    assert laid(TABLE, 35) == [
        "name  price  what it does",
        "Monk  1      a student goes",
        "             somewhere of your",
        "             choice",
        "Bag",
    ]


def test_a_table_that_is_too_narrow_is_told_row_by_row() -> None:
    assert laid(TABLE, 24) == [
        "Monk: price 1, what it",
        "  does a student goes",
        "  somewhere of your",
        "  choice",
        "Bag",
    ]


def test_an_example_stays_as_it_was_typed() -> None:
    assert laid("So:\n\n    g d   to the table\n          and so on", 40) == [
        "So:",
        "",
        "  g d   to the table",
        "        and so on",
    ]


def test_odd_pages_are_no_trouble() -> None:
    for text in ("", "|", "| - |\n| - |", "#", "-", "||\n||", "**", "`", "    ", "1."):
        for cells in (1, 3, 40):
            lay_out(text.splitlines(), cells)


def test_the_rules_fit_every_width_and_show_no_marks() -> None:
    for cells in range(20, 120, 7):
        lines = [line.text for line in lay_out(RULES, cells)]
        assert max(map(len, lines)) <= cells
        whole = "\n".join(lines)
        assert "**" not in whole
        assert "`" not in whole
        assert "|" not in whole
        assert "##" not in whole


# The page of the rules.


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


def test_without_a_game_there_are_no_rules() -> None:
    stage = opened([])
    assert "Go to a match to read the rules of its game." in stage.text()
    stage.press("/", *"bag", "Enter", "End")
    assert_sound(stage.draw())


def test_pages_are_turned_by_keys_and_clicks() -> None:
    stage = opened(page="k")
    assert "[keys]" in stage.text()
    stage.press("Tab")
    assert "[rules]" in stage.text()
    stage.press("Right")
    assert "[keys]" in stage.text()
    stage.press("S-Tab")
    assert "[rules]" in stage.text()
    assert stage.click_on(" keys ", 2)
    assert "[keys]" in stage.text()
    assert "signs" not in stage.text()  # there is no board
    assert not stage.press("s")
    stage.press("r", "Esc")
    stage.push(Help(stage, None, RULES))
    assert "[rules]" in stage.text()  # as it was left


# The keys of other screens.


def connect(stage: Stage) -> Screen:
    return Connect(stage, [("play.example", "Ada")])


def lobby(stage: Stage) -> Screen:
    arrived(stage)
    return Lobby(stage, entropy)


def room(stage: Stage) -> Screen:
    arrived(stage)
    seated(stage, ROOMS[0])
    return Room(stage, entropy)


def replay(stage: Stage) -> Screen:
    return Replay(stage, tape_of("eriantys-2-expert"), SUMMARY)


def result(stage: Stage) -> Screen:
    match = end(stage, tape_of("eriantys-2-expert"))
    return Result(stage, match, summary_of(match))


@pytest.mark.parametrize(
    ("make", "title", "game"),
    [
        (connect, "connecting", ""),
        (lobby, "the lobby", "eriantys"),
        (room, "the waiting room", "eriantys"),
        (replay, "a replay", "eriantys"),
        (result, "the result", "eriantys"),
    ],
)
def test_every_screen_names_its_own_keys(make: object, title: str, game: str) -> None:
    stage = Stage()
    screen = make(stage)  # type: ignore[operator]
    stage.push(screen)
    stage.draw()
    aid = screen.aid()
    assert (aid.title, aid.game) == (title, game)
    named = "".join(key for key, _ in aid.keys).replace(" ", "") + "?"
    for key, _ in screen._keys():
        assert key.replace(" ", "") in named, f"{key} is shown below and not in the help"
    stage.push(Help(stage, None, RULES, keys=aid.keys, title=aid.title))
    assert f"HELP  {title}" in stage.text()
    for size in ALL_SIZES:
        canvas = stage.draw(*size)
        assert_sound(canvas)
        for key, meaning in [*aid.keys, *EVERYWHERE]:
            assert key in words(canvas)
            assert all(word in words(canvas) for word in meaning.split())
    assert "take back a step" not in stage.text()  # as at a table


def test_the_keys_of_the_lobby_are_all_that_it_acts_on() -> None:
    stage = Stage()
    screen = lobby(stage)
    assert isinstance(screen, Lobby)
    named = {key for key, _ in screen.aid().keys}
    assert set(screen._actions()) == named - {"↑↓"}


def test_the_line_has_keys_of_its_own() -> None:
    stage = Stage()
    arrived(stage)
    aid = Room(stage, entropy).aid()
    assert aid.title == "in line"
    assert ("Esc", "leave the line") in aid.keys


def test_a_screen_without_keys_of_its_own_names_none() -> None:
    assert Log(Stage(), []).aid() == Aid()
    stage = Stage()
    stage.push(Help(stage, None, ()))
    assert "twice: quit" in stage.text()


def test_the_form_of_connecting_leaves_the_key_for_help_alone() -> None:
    stage = Stage()
    stage.push(Connect(stage, []))
    before = stage.text()
    assert not stage.press("?")
    assert stage.text() == before


# The table.


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


@pytest.mark.parametrize("size", ALL_SIZES)
def test_nothing_on_the_page_of_keys_is_cut(
    players: list[Player], size: tuple[int, int]
) -> None:
    ada = on_turn(players)
    ada.size = size
    ada.press("?")
    canvas = ada.see()
    assert "…" not in words(canvas)
    assert " % " not in "".join(canvas.rows())  # and all of it is seen at once
    board = ada.app._screens[0].board  # type: ignore[attr-defined]
    roomy = size[0] >= 100 and size[1] >= 32
    keys, signs = board.help()
    for key, meaning in [*keys, *EVERYWHERE, *(signs if roomy else [])]:
        assert key in words(canvas)
        assert all(word in words(canvas) for word in meaning.split())
    assert ("professor" in words(canvas)) == roomy
    ada.press("s")
    for sign, meaning in signs:
        assert f"{sign}  {meaning}" in ada.screen()


def test_first_it_says_what_to_do_now_and_what_comes_after(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press("?")
    first, second, third, *_ = inside(ada.see())
    assert first.startswith("Play an assistant")
    assert second == "After that: move students, nature, cloud."
    assert third == ""
    assert "HELP  your turn" in ada.screen()
    assert "your clock runs on" in ada.screen()
    (bruno,) = (player for player in players if player is not ada)
    bruno.press("?")
    assert inside(bruno.see())[0].endswith(" plays an assistant.")
    assert "HELP  the table" in bruno.screen()
    assert "your clock" not in bruno.screen()


def test_a_roomy_page_also_says_what_it_is_about(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.size = (100, 32)
    ada.press("?")
    assert inside(ada.see())[1] == "A low card lets you move first, a high one walks farther."


def test_after_the_last_step_the_turn_is_over(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = on_turn(players)
    base = ada.app._screens[0]
    assert isinstance(base, Table)
    phases = base.board.phases(short=False)
    monkeypatch.setattr(base.board, "phases", lambda short: phases[:1])
    ada.press("?")
    assert inside(ada.see())[1] == "After that your turn is over."


def test_keys_of_a_team_are_only_named_in_a_team(tmp_path: Path) -> None:
    four = table(KnownServers(tmp_path), "Ada", "Bruno", "Chiara", "Dario")
    four[0].press("?")
    assert "t T  chat: all, team" in four[0].screen()


def test_a_key_without_meaning_is_answered_below_the_card(players: list[Player]) -> None:
    ada = players[0]
    ada.press("?", "x")
    assert "Here you can turn pages by their letter" in ada.screen()


def test_in_a_tiny_window_it_says_how_to_close_it(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press("?")
    ada.size = (60, 18)
    assert "Esc close" in ada.screen()
    assert "Play an assistant" in ada.screen()
