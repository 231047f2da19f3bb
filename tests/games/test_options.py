"""Seats and options: what a game has is taken, as text or as value, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from eriantys.games.contract import (
    BadSetting,
    agree_options,
    check_options,
    check_seats,
    check_together,
    choices,
    read_options,
    write_options,
)
from tests.games.assertions import AnyGame, assert_sentence
from tests.games.each import each_case, each_game
from tests.games.play import Case
from tests.toy.game import TOY


@each_game
def test_number_of_seats_is_checked(game: AnyGame) -> None:
    for seats in range(-1, max(game.seats) + 3):
        if seats in game.seats:
            assert check_seats(game, seats) == seats
        else:
            with pytest.raises(BadSetting) as refused:
                check_seats(game, seats)
            assert_sentence(str(refused.value))


@each_case
def test_options_survive_as_texts(case: Case) -> None:
    texts = write_options(case.options)
    assert all(type(text) is str for text in texts.values())
    assert read_options(case.game, texts) == case.options


@each_game
def test_unknown_options_are_refused(game: AnyGame) -> None:
    assert read_options(game, {}) == game.Options()
    names = [each.name for each in msgspec.structs.fields(game.Options)]
    for wrong in ({"no-such-option": "1"}, *({name: "nonsense"} for name in names)):
        with pytest.raises(BadSetting) as refused:
            read_options(game, wrong)
        assert_sentence(str(refused.value))


def test_bounds_of_options_are_checked() -> None:
    assert read_options(TOY, {"rounds": "5", "partners": "false"}).rounds == 5
    for rounds in ("0", "6", "-1", "1.5", ""):
        with pytest.raises(BadSetting):
            read_options(TOY, {"rounds": rounds})


@each_case
def test_options_survive_as_values(case: Case) -> None:
    values = msgspec.structs.asdict(case.options)
    assert check_options(case.game, values) == case.options
    assert check_options(case.game, {}) == case.game.Options()


@each_game
def test_unknown_options_are_refused_as_values_too(game: AnyGame) -> None:
    for name in ("no-such-option", "", "\x1b[2J", "x" * 5000):
        with pytest.raises(BadSetting, match="has no option") as refused:
            check_options(game, {name: True})
        assert_sentence(str(refused.value))
        assert len(str(refused.value)) < 200


@each_case
def test_texts_of_options_are_no_values(case: Case) -> None:
    for name, text in write_options(case.options).items():
        if text != getattr(case.options, name):
            with pytest.raises(BadSetting, match=f" for {name}: "):
                check_options(case.game, {name: text})


WRONG_VALUES = [
    ("partners", "true", "Expected `bool`, got `str`"),
    ("partners", 1, "Expected `bool`, got `int`"),
    ("partners", 1.0, "Expected `bool`, got `float`"),
    ("partners", None, "Expected `bool`, got `null`"),
    ("partners", "\x1b[2J" * 1000, "Expected `bool`, got `str`"),
    ("partners", ["\x1b[2J"] * 1000, "Expected `bool`, got `array`"),
    ("rounds", True, "Expected `int`, got `bool`"),
    ("rounds", "3", "Expected `int`, got `str`"),
    ("rounds", 3.0, "Expected `int`, got `float`"),
    ("rounds", b"3", "Expected `int`, got `bytes`"),
    ("rounds", {"rounds": 3}, "Expected `int`, got `object`"),
    ("rounds", 0, "Expected `int` >= 1"),
    ("rounds", 6, "Expected `int` <= 5"),
    ("rounds", 2**64, "Expected `int` <= 5"),
]


@pytest.mark.parametrize(
    ("name", "value", "takes"), WRONG_VALUES, ids=[takes for _, _, takes in WRONG_VALUES]
)
def test_values_of_options_are_of_their_own_type(name: str, value: Any, takes: str) -> None:
    with pytest.raises(BadSetting) as refused:
        check_options(TOY, {"rounds": 2, name: value})
    text = str(refused.value)
    assert text.endswith(f" for {name}: {takes}.")
    assert_sentence(text)
    assert text.isascii()
    assert len(text) < 200


# Options that follow from something else.

CHOOSY = replace(
    TOY,
    unguided="partners",
    objection=lambda seats, options: (
        "One player plays a single round." if seats == 1 and options.rounds > 1 else ""
    ),
)


@pytest.mark.parametrize("guided", [True, False])
def test_the_switch_of_unguided_matches_follows_from_the_guidance(guided: bool) -> None:
    assert agree_options(CHOOSY, 2, {"rounds": 2}, guided=guided) == TOY.Options(not guided, 2)
    assert list(choices(CHOOSY)) == ["rounds"]
    with pytest.raises(BadSetting, match="choose the guidance") as refused:
        agree_options(CHOOSY, 2, {"partners": not guided}, guided=guided)
    assert_sentence(str(refused.value))


@pytest.mark.parametrize("guided", [True, False])
def test_guidance_changes_no_option_of_other_games(guided: bool) -> None:
    assert agree_options(TOY, 1, {"partners": False}, guided=guided) == TOY.Options(False)
    assert list(choices(TOY)) == ["partners", "rounds"]


def test_seats_and_options_that_do_not_go_together_are_refused() -> None:
    check_together(CHOOSY, 1, TOY.Options(rounds=1))
    check_together(CHOOSY, 2, TOY.Options(rounds=2))
    with pytest.raises(BadSetting, match="a single round"):
        check_together(CHOOSY, 1, TOY.Options(rounds=2))
    with pytest.raises(BadSetting, match="a single round"):
        agree_options(CHOOSY, 1, {}, guided=True)
