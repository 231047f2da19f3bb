"""The notation: every way to write an action, and every text that is none."""

from __future__ import annotations

import time

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.masters import GAME
from eriantys.games.masters.actions import MEANINGS

SPELLINGS = [
    ("take row 2", "take row 2"),
    ("Take  ROW 2", "take row 2"),
    ("take r2", "take row 2"),
    ("t r 2", "take row 2"),
    ("r2", "take row 2"),
    ("take column 4", "take column 4"),
    ("take col 4", "take column 4"),
    ("t c4", "take column 4"),
    ("c1", "take column 1"),
    ("row 3", "take row 3"),
    ("column 4", "take column 4"),
    ("white coin", "white coin"),
    ("w st", "white stone"),
    ("put coin 2", "put coin 2"),
    ("put c2", "put coin 2"),
    ("pu se 5", "put servant 5"),
    ("put coin", "put coin"),
    ("back 2", "back 2"),
    ("ba2", "back 2"),
    ("discard shield", "discard shield"),
    ("dis sh", "discard shield"),
    ("discard shields", "discard shield"),
    ("discard rest", "discard rest"),
    ("discard all", "discard rest"),
    ("di r", "discard rest"),
    ("swap 1 3", "swap 1 3"),
    ("swap 3 1", "swap 1 3"),
    ("s 1 3", "swap 1 3"),
    ("move 1 3", "swap 1 3"),
    ("swap 3 4", "move 3 4"),
    ("m 5 2", "move 5 2"),
    ("buy green 2 slot 1", "buy green 2 slot 1"),
    ("buy g2 slot1", "buy green 2 slot 1"),
    ("buy g2 s1", "buy green 2 slot 1"),
    ("bu p 3 2", "buy purple 3 slot 2"),
    ("buy yellow 1", "buy yellow 1"),
    ("pay coin strongbox", "pay coin strongbox"),
    ("pa sh w", "pay shield warehouse"),
    ("pay se l", "pay servant leader"),
    ("produce basic coin stone -> shield", "produce basic coin stone -> shield"),
    ("produce basic stone coin->shield", "produce basic coin stone -> shield"),
    ("produce basic stone coin shield", "produce basic coin stone -> shield"),
    ("pr b se se c", "produce basic servant servant -> coin"),
    ("produce card 3", "produce card 3"),
    ("pr c3", "produce card 3"),
    ("produce leader 2 -> coin", "produce leader 2 -> coin"),
    ("pr l 2 c", "produce leader 2 -> coin"),
    ("done", "done"),
    ("do", "done"),
    ("leader play 2", "leader play 2"),
    ("l p 2", "leader play 2"),
    ("leader discard 4", "leader discard 4"),
    ("l d1", "leader discard 1"),
    ("end", "end"),
    ("e", "end"),
]


@pytest.mark.parametrize(("text", "line"), SPELLINGS)
def test_short_forms(text: str, line: str) -> None:
    assert GAME.format(GAME.parse(text)) == line


def test_every_action_reads_back() -> None:
    lines = [GAME.format(action) for action in range(len(MEANINGS))]
    assert len(set(lines)) == len(lines)
    for action, line in enumerate(lines):
        assert GAME.parse(line) == action
        assert GAME.parse(f" {line.upper()}  ") == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take row 4", "no-such-line"),
        ("take column 0", "no-such-line"),
        ("buy green 4", "no-such-pile"),
        ("buy green 1 slot 4", "no-such-slot"),
        ("produce card 0", "no-such-slot"),
        ("produce leader 3 -> coin", "no-such-leader"),
        ("leader play 3", "no-such-leader"),
        ("leader discard 5", "no-such-leader"),
        ("put coin 6", "no-such-depot"),
        ("swap 0 1", "no-such-depot"),
        ("move 2 2", "does-not-fit"),
        ("move 4 5", "does-not-fit"),
    ],
)
def test_numbers_that_there_are_not(text: str, code: str) -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.parse(text)
    assert illegal.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "5", "->", "take", "take row", "take 2", "row", "x2", "white", "white red"),
        *(
            "put",
            "put 2",
            "put s 2",
            "put coin two",
            "discard",
            "discard 1",
            "d",
            "b 1",
            "p c 2",
        ),
        *("swap 1", "swap 1 2 3", "buy", "buy green", "buy green slot 1", "buy 2 green"),
        *("pay coin", "pay coin s 1", "produce", "produce basic coin -> stone", "produce card"),
        *("produce leader 1", "produce basic coin stone -> -> shield", "done 1", "end turn"),
        *("leader", "leader 1", "leader keep 1", "take-row 2", "take row ²", "tåke row 2"),
        "take row 2" + " " * 80,
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.parse(text)
    assert illegal.value.code == "unknown-action"
    assert "produce basic coin stone -> shield" in illegal.value.text


@pytest.mark.parametrize("text", ["a" * 64, "->" * 32, "a-" * 32, "a " * 31 + "!", "9" * 5000])
def test_no_text_takes_long_to_refuse(text: str) -> None:
    """Once a long word that is none kept the reader busy for ever."""
    begun = time.process_time()
    with pytest.raises(Illegal):
        GAME.parse(text)
    assert time.process_time() - begun < 1
