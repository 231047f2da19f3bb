"""Any text is an action of the game's notation, or is properly refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eriantys.games.contract import Illegal
from tests.games.assertions import (
    AnyGame,
    assert_line,
    assert_refusal,
    assert_refused_or_synonym,
)
from tests.games.each import CASES, each_game
from tests.games.play import Match, candidates_met, play_match


@cache
def sample_match(game_id: str) -> Match:
    """One match of a game, with most seats and most switches on."""
    return play_match([case for case in CASES if case.game.id == game_id][-1], 0)


MOST_OF_A_WORD = 30
"""So many notations that begin with the same word are enough to spoil."""


@cache
def notations(game_id: str) -> list[str]:
    match = sample_match(game_id)
    by_word: dict[str, list[str]] = {}
    for text in sorted({match.game.format(action) for action in candidates_met(match)}):
        by_word.setdefault(text.split(" ")[0], []).append(text)
    return [
        text
        for texts in by_word.values()
        for text in texts[:: -(-len(texts) // MOST_OF_A_WORD)]
    ]


MOST_SPOILED = 60


def to_spoil(game_id: str) -> list[str]:
    """Choose lines evenly, first of all one for every number of words after a first word."""
    lines = notations(game_id)
    forms = {(line.split(" ")[0], line.count(" ")): line for line in lines}
    return sorted({*forms.values(), *lines[:: -(-len(lines) // MOST_SPOILED)]})


ODD_TEXTS = ["", " ", "  ", "\n", "\0", "-", "-1", *"0123456789", "99", "9" * 5000, "1e3"]
ODD_TEXTS += [
    "²",
    "٣",
    "İ",
    "é",
    "\ud800",
    "x",
    "X",
    ".",
    "/",
    "'",
    "{",
    "%s",
    "next",
    "dining",
]


def spoiled(text: str) -> Iterator[str]:
    """Put something odd into every place of a text: between letters, for a letter or word."""
    for odd in ODD_TEXTS:
        for start in range(len(text) + 1):
            yield text[:start] + odd + text[start:]
            yield text[:start] + odd + text[start + 1 :]
        words = text.split(" ")
        for place in range(len(words)):
            yield " ".join([*words[:place], odd, *words[place + 1 :]])


class Reader:
    """Reads texts as a game's notation, and tries each action that comes of it once."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.match = sample_match(game.id)
        self.positions = self.match.positions(8, "texts")
        self.tried: set[Any] = set()

    def read(self, text: str) -> None:
        game = self.game
        try:
            action = game.parse(text)
        except Illegal as illegal:
            assert_refusal(illegal)
            return
        if action in self.tried:
            return
        self.tried.add(action)
        assert_line(game.format(action))
        assert game.parse(game.format(action)) == action
        for position in self.positions:
            state = self.match.states[position]
            if action not in game.legal(state):
                assert_refused_or_synonym(
                    game, state, action, unguided=self.match.case.unguided
                )


@each_game
def test_spoiled_notation_is_read_or_refused(game: AnyGame) -> None:
    reader = Reader(game)
    for notation in to_spoil(game.id):
        for text in spoiled(notation):
            reader.read(text)
    assert len(reader.tried) > 1


@each_game
def test_any_text_is_read_or_refused(game: AnyGame) -> None:
    words = st.sampled_from(sorted({*" ".join(notations(game.id)).split(" ")}))
    phrases = st.lists(st.one_of(words, st.text(max_size=3)), max_size=4).map(" ".join)
    check = given(st.one_of(st.text(), phrases))(Reader(game).read)
    settings(max_examples=300, deadline=None, derandomize=True, database=None)(check)()
