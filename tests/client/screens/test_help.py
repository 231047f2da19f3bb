"""The help: what to do now, and the keys of every screen in whole words."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.boards import room_of
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.canvas import Span
from eriantys.client.known import KnownServers
from eriantys.client.screens.connect import Connect
from eriantys.client.screens.help import EVERYWHERE, Help
from eriantys.client.screens.lobby import Lobby
from eriantys.client.screens.log import Log
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.result import Result
from eriantys.client.screens.room import Room
from eriantys.client.screens.screen import Aid, Screen
from eriantys.client.screens.table import Table
from tests.client.players import Player
from tests.client.screens.afterwards import end, tape_of
from tests.client.screens.reading import ALL_SIZES, RULES, inside, opened, words
from tests.client.screens.stage import ROOMS, Stage, arrived, assert_sound, entropy, seated
from tests.client.test_app import on_turn, table


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
    return Result(stage, match, room_of(match.started.game).summary)


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


LONG_LINES = {
    "words": "the server goes down in five minutes, finish your turn " * 5 + "and come back",
    "one word": "x" * 290 + "the-end",
    "no blanks": "棋" * 200 + "終",
}


@pytest.mark.parametrize("size", [(80, 24), (130, 42)])
@pytest.mark.parametrize("text", LONG_LINES.values(), ids=LONG_LINES)
def test_all_of_a_long_line_can_be_read_in_the_log(text: str, size: tuple[int, int]) -> None:
    stage = Stage()
    log = Log(stage, [[Span("a line before")], [Span("Ada » "), Span(text)], [Span("after")]])
    stage.push(log)
    shown = ""
    for row in stage.text(*size).splitlines():
        shown += row.strip("│┃ ")
    assert text.replace(" ", "") in shown.replace(" ", "")
    assert_sound(stage.draw(*size))


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
