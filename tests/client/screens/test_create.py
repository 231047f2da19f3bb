"""The form of a new match: made of what the server offers, whatever the game."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.client.screens.create import Create, turn_steps
from eriantys.client.screens.lobby import Lobby
from eriantys.wire.from_client import Create as CreateMatch
from eriantys.wire.from_server import GameCard, Welcome
from tests.client.screens.stage import (
    GAME,
    LIMITS,
    OTHER_GAME,
    OTHER_SIZES,
    SIZES,
    WELCOME,
    Stage,
    arrived,
    assert_golden,
    assert_sound,
    entropy,
)


def opened(welcome: Welcome = WELCOME) -> Stage:
    """Open the form over a full lobby."""
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    arrived(stage, welcome)
    stage.press("n")
    stage.sent()
    assert isinstance(stage.layers[-1], Create)
    return stage


def created(stage: Stage) -> CreateMatch:
    stage.press("Enter")
    (message,) = stage.sent()
    assert isinstance(message, CreateMatch)
    assert len(stage.layers) == 1
    return message


def test_enter_at_once_opens_an_ordinary_match() -> None:
    assert created(opened()) == CreateMatch(
        game="eriantys",
        seats=2,
        nonce=bytes(range(16)),
        options={"expert": False},
        guidance="full",
        turn_seconds=180,
        absence="wait",
        undo=True,
        title="Ada’s table",
        private=False,
        watchers=True,
    )


def test_every_line_can_be_changed() -> None:
    stage = opened()
    stage.press("C-u")
    stage.type("Duel!")
    stage.press("Down", "Right")  # the game, of which there is only one
    stage.press("Down", "Right", "Right")
    stage.press("Down", "Right")
    stage.press("Down", "Left", "Left")
    stage.press("Down", "Right")
    stage.press("Down", "Right")
    stage.press("Down", "n")
    stage.press("Down", "y")
    stage.press("Down", " ")
    assert created(stage) == CreateMatch(
        game="eriantys",
        seats=4,
        nonce=bytes(range(16)),
        options={"expert": True},
        guidance="none",
        turn_seconds=90,
        absence="end",
        undo=False,
        title="Duel!",
        private=True,
        watchers=False,
    )


def test_a_title_may_be_left_out_and_is_never_too_long() -> None:
    stage = opened()
    stage.press("C-u")
    assert created(stage).title == ""
    stage = opened()
    stage.type("x" * 100)
    assert len(created(stage).title) == 40


def test_another_game_asks_for_its_own_options() -> None:
    stage = opened(msgspec.structs.replace(WELCOME, games=(GAME, OTHER_GAME)))
    stage.press("Down", "Right")
    text = stage.text()
    assert "[Nim]" in text
    for label in ("Misere", "Sticks", "Opening", "Wild card"):
        assert label in text
    assert "Mode" not in text
    stage.press("Down", "2", "Down", "n", "Down", "C-u", "1", "2", "Down", "C-u")
    stage.type("tight")
    message = created(stage)
    assert message.game == "nim"
    assert message.seats == 2
    assert message.options == {
        "misere": False,
        "sticks": 12,
        "opening": "tight",
        "wild_card": False,
    }


def test_a_number_that_is_none_is_asked_for_again() -> None:
    stage = opened(msgspec.structs.replace(WELCOME, games=(OTHER_GAME,)))
    stage.press("Down", "Down", "Down", "Down", "x", "Enter")
    assert stage.said == "Sticks is a whole number."
    assert stage.sent() == []
    assert len(stage.layers) == 2
    assert stage.said in stage.text()


def test_esc_goes_back_and_the_form_is_found_as_it_was_left() -> None:
    stage = opened()
    stage.press("C-u")
    stage.type("Mine")
    stage.press("Esc")
    assert len(stage.layers) == 1
    stage.press("n")
    assert created(stage).title == "Mine"


def test_another_server_has_another_form() -> None:
    stage = opened()
    stage.type("!")
    stage.press("Esc")
    stage.hear(msgspec.structs.replace(WELCOME, games=(OTHER_GAME,)))
    stage.press("n")
    assert created(stage).game == "nim"


def test_clicks_choose_and_create() -> None:
    stage = opened()
    assert stage.click_on("[simple] expert", within=10)
    assert stage.click_on(" 4 ")
    assert stage.click_on("NEW MATCH")
    assert not stage.click_on("Sunday duel")
    assert stage.click_on("Enter create")
    (message,) = stage.sent()
    assert isinstance(message, CreateMatch)
    assert message.seats == 4
    assert message.options == {"expert": True}


def test_what_has_no_meaning_is_said_to_have_none() -> None:
    stage = opened()
    stage.press("Down")
    assert not stage.press("F5")
    assert not stage.press("z")
    assert not stage.paste("text")


@pytest.mark.parametrize(
    ("least", "most", "default"), [(10, 86400, 180), (1, 7, 3), (59, 61, 60), (604800,) * 3]
)
def test_turn_times_keep_to_the_bounds_of_the_server(
    least: int, most: int, default: int
) -> None:
    limits = msgspec.structs.replace(
        LIMITS, turn_least=least, turn_most=most, turn_seconds=default
    )
    steps = turn_steps(limits)
    assert {least, most, default} <= set(steps)
    assert steps == sorted(steps)
    assert steps[0] == least
    assert steps[-1] == most


def test_the_line_under_the_cursor_is_explained_as_it_is_chosen() -> None:
    stage = opened()
    notes, briefly = set(), set()
    for _ in range(10):
        notes.add(stage.text().splitlines()[-2])
        stage.press("Right")
        notes.add(stage.text().splitlines()[-2])
        briefly.add(stage.layers[-1].brief()[0])
        stage.press("Down")
    assert len(notes) == 13  # guidance, absence and mode mean two things each
    assert len(briefly) == 10
    assert stage.layers[-1].possible()


def test_no_guidance_is_explained_as_the_game_means_it() -> None:
    santorini = GameCard("santorini", "Santorini", 1, (2, 3), {})
    stage = opened(msgspec.structs.replace(WELCOME, games=(GAME, santorini)))
    stage.layers[-1].form.focus(stage.layers[-1]._guidance)  # type: ignore[attr-defined]
    stage.press("Right")
    assert "know the rules, or be refused" in stage.text()
    stage.layers[-1].form.focus(stage.layers[-1]._game)  # type: ignore[attr-defined]
    stage.press("Right")
    stage.layers[-1].form.focus(stage.layers[-1]._guidance)  # type: ignore[attr-defined]
    assert "what a god forbids loses the game." in stage.text()


def test_an_option_is_explained_as_it_is_chosen() -> None:
    stage = opened()
    stage.press("Down", "Down", "Down")
    assert "without coins or characters" in stage.text()
    stage.press("Right")
    assert "Coins and three characters" in stage.text()


def test_an_option_of_an_unknown_game_says_what_the_server_tells() -> None:
    stage = opened(msgspec.structs.replace(WELCOME, games=(OTHER_GAME,)))
    notes = []
    stage.press("Down", "Down")
    for _ in range(4):
        stage.press("Down")
        notes.append(stage.text().splitlines()[-2].strip())
    assert notes == [
        "▸ An option of Nim; usually it is yes.",
        "▸ An option of Nim; usually it is 21.",
        "▸ An option of Nim; usually it is free.",
        "▸ An option of Nim; usually it is no.",
    ]


def test_what_enter_creates_is_told_with_mode_and_teams() -> None:
    stage = opened()
    assert "Eriantys for 2, simple, for everybody" in stage.text()
    stage.press("Down", "Down", "4", "Down", "Right")
    assert "Eriantys for 4 in teams, expert, for everybody" in stage.text()


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
def test_nothing_spills_whatever_a_server_offers(size: tuple[int, int]) -> None:
    long = msgspec.structs.replace(
        OTHER_GAME,
        title="日本語" * 30,
        seats=tuple(range(1, 17)),
        options={f"option_{n}_" + "x" * 20: bool(n % 2) for n in range(5)},
    )
    stage = opened(msgspec.structs.replace(WELCOME, games=(long, GAME)))
    for _ in range(14):
        assert_sound(stage.draw(*size))
        stage.press("Down")


def test_the_form_looks_as_it_should() -> None:
    stage = opened()
    stage.press("Down", "Down", "Right")
    assert_golden(stage, "create")


def test_a_match_for_one_is_for_nobody_else() -> None:
    welcome = msgspec.structs.replace(WELCOME, games=(GAME, OTHER_GAME))
    stage = opened(welcome)
    stage.press("Down", "Right")
    assert "for you alone" in stage.text()
    stage.press("Down", "Right")
    assert "for everybody" in stage.text()
