"""The notation: every way to write an action, and every text that is none."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.actions import MEANINGS
from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.games.eriantys.state import State

from .position import Position, do, options

SPELLINGS = [
    ("assistant 7", "assistant 7"),
    ("assistant7", "assistant 7"),
    ("a 7", "assistant 7"),
    ("a7", "assistant 7"),
    ("a10", "assistant 10"),
    ("A1", "assistant 1"),
    ("a07", "assistant 7"),
    ("green dining", "green dining"),
    ("green d", "green dining"),
    ("g dining", "green dining"),
    ("g d", "green dining"),
    ("R D", "red dining"),
    ("green 5", "green 5"),
    ("green5", "green 5"),
    ("g5", "green 5"),
    ("g 12", "green 12"),
    ("g island 5", "green 5"),
    ("green i5", "green 5"),
    ("y1", "yellow 1"),
    ("p2", "pink 2"),
    ("b3", "blue 3"),
    ("r4", "red 4"),
    ("mother 3", "mother 3"),
    ("m3", "mother 3"),
    ("M 7", "mother 7"),
    ("cloud 2", "cloud 2"),
    ("c2", "cloud 2"),
    ("C 4", "cloud 4"),
    ("play monk", "play monk"),
    ("PLAY Monk", "play monk"),
    ("play mo", "play monk"),
    ("play g", "play grandma"),
    ("play h", "play herald"),
    ("play mus", "play mushroom"),
    ("play mi", "play minstrel"),
    ("play po", "play postman"),
    ("play pr", "play princess"),
    ("pick green", "pick green"),
    ("pick g", "pick green"),
    ("Pick B", "pick blue"),
    ("island 5", "island 5"),
    ("i5", "island 5"),
    ("i 12", "island 12"),
    ("swap red blue", "swap red blue"),
    ("swap r b", "swap red blue"),
    ("s r b", "swap red blue"),
    ("S Red b", "swap red blue"),
    ("done", "done"),
    ("  DONE ", "done"),
    ("\tgreen   dining\n", "green dining"),
    ("a7".rjust(64), "assistant 7"),
]

REFUSED = [
    ("", "unknown-action"),
    ("   ", "unknown-action"),
    ("hello", "unknown-action"),
    ("gd", "unknown-action"),
    ("green", "unknown-action"),
    ("green mother", "unknown-action"),
    ("green dining 5", "unknown-action"),
    ("5 green", "unknown-action"),
    ("7", "unknown-action"),
    ("assistant", "unknown-action"),
    ("assistant green", "unknown-action"),
    ("assistant 7 8", "unknown-action"),
    ("assistant -1", "unknown-action"),
    ("assistant 7.", "unknown-action"),
    ("assistant seven", "unknown-action"),
    ("mother", "unknown-action"),
    ("mother two", "unknown-action"),
    ("cloud", "unknown-action"),
    ("play", "unknown-action"),
    ("play 3", "unknown-action"),
    ("play monk 3", "unknown-action"),
    ("pick", "unknown-action"),
    ("pick orange", "unknown-action"),
    ("pick 3", "unknown-action"),
    ("island", "unknown-action"),
    ("island green", "unknown-action"),
    ("swap red", "unknown-action"),
    ("swap red orange", "unknown-action"),
    ("swap red blue green", "unknown-action"),
    ("done 1", "unknown-action"),
    ("assistant ٣", "unknown-action"),
    ("green\x00dining", "unknown-action"),
    ("a" * 65, "unknown-action"),
    ("a7".rjust(65), "unknown-action"),
    ("a0", "no-such-card"),
    ("a11", "no-such-card"),
    ("m0", "too-few-steps"),
    ("m8", "too-many-steps"),
    ("c0", "no-such-cloud"),
    ("c5", "no-such-cloud"),
    ("i0", "no-such-island"),
    ("i13", "no-such-island"),
    ("g0", "no-such-island"),
    ("green 13", "no-such-island"),
    ("play wizard", "no-such-character"),
    ("play m", "no-such-character"),
    ("play p", "no-such-character"),
]


@pytest.mark.parametrize(("text", "canonical"), SPELLINGS)
def test_spellings(text: str, canonical: str) -> None:
    assert GAME.format(GAME.parse(text)) == canonical


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_other_texts_are_refused(text: str, code: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.parse(text)
    assert caught.value.code == code
    assert caught.value.text.endswith(".")
    assert len(caught.value.text) < 250


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a11", "There is no assistant 11: their values are 1 to 10."),
        ("m0", "Mother Nature must go at least 1 step."),
        ("m8", "7 is the most"),
        ("c5", "There is no cloud 5"),
        ("i13", "There is no island 13: islands are numbered 1 to 12."),
        ("play wizard", "There is no character 'wizard'; the twelve are: monk, farmer,"),
        ("play m", "'m' could be monk or mushroom or minstrel: write more of it."),
        ("?" * 40, f"'{'?' * 30}...' is no action."),
        ("hello", "'hello' is no action. Actions look like: assistant 7, green dining,"),
    ],
)
def test_what_refusals_of_texts_say(text: str, words: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.parse(text)
    assert words in caught.value.text


def test_a_refusal_repeats_only_a_short_and_harmless_part_of_the_text() -> None:
    with pytest.raises(Illegal) as caught:
        GAME.parse("\x1b[31m" + "é" * 100)
    assert caught.value.text.isascii()
    assert caught.value.text.isprintable()
    assert len(caught.value.text) < 300


@pytest.mark.parametrize("action", range(len(MEANINGS)), ids=lambda action: GAME.format(action))
def test_every_action_is_read_back(action: int) -> None:
    text = GAME.format(action)
    assert GAME.parse(text) == action
    assert GAME.parse(text.upper()) == action
    assert GAME.shown(action, 0, 1) == GAME.shown(action, 0, None) == text


def test_no_two_actions_are_written_alike() -> None:
    assert len({GAME.format(action) for action in range(len(MEANINGS))}) == len(MEANINGS)


@pytest.mark.parametrize("name", CHARACTERS[1:])
def test_unmistakable_beginnings_name_a_character(name: str) -> None:
    for length in range(1, len(name) + 1):
        start = name[:length]
        if sum(other.startswith(start) for other in CHARACTERS[1:]) == 1:
            assert GAME.format(GAME.parse(f"play {start}")) == f"play {name}"


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_go_by_their_first_letter(colour: str) -> None:
    assert GAME.parse(f"{colour[0]} d") == GAME.parse(f"{colour} dining")


def joined(character: str) -> State:
    return (
        Position(2, (character,), mother=5)
        .island(12, 1, 2, red=1, tower=1)
        .entrance(0, green=1)
        .professors(green=0)
        .coins(3, 1)
        .turn()
        .state()
    )


@pytest.mark.parametrize(
    ("character", "before", "answer"),
    [
        ("monk", (), "green {}"),
        ("monk", ("play monk", "pick green"), "island {}"),
        ("herald", ("play herald",), "island {}"),
        ("grandma", ("play grandma",), "island {}"),
    ],
    ids=["student", "monk", "herald", "grandma"],
)
def test_a_joined_group_answers_to_the_number_of_any_member(
    character: str, before: tuple[str, ...], answer: str
) -> None:
    outcomes = []
    for number in (1, 2, 12):
        state = joined(character)
        do(state, *before)
        assert answer.format(1) in options(state)
        assert not {answer.format(2), answer.format(12)} & options(state)
        events = do(state, answer.format(number))
        outcomes.append((GAME.snapshot(state), events))
    assert outcomes[0] == outcomes[1] == outcomes[2]
