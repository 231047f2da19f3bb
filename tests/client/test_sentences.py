"""Whole sentences out of shorter words."""

from __future__ import annotations

import pytest

from eriantys.client.sentences import counted, finished, gathered


def test_one_thing_is_no_plural() -> None:
    assert [counted(number, "step") for number in range(3)] == ["0 steps", "1 step", "2 steps"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("you build", "You build."),
        (" Well done! ", "Well done!"),
        ("which one?", "Which one?"),
        ("you can type:", "You can type:"),
        ("¢1 for B2", "¢1 for B2."),
        ("", ""),
        ("  ", ""),
    ],
)
def test_words_become_a_sentence(words: str, sentence: str) -> None:
    assert finished(words) == sentence


def test_what_differs_only_in_its_last_word_shares_a_line() -> None:
    offered = ["red 1", "done", "blue dining", "red 12", "pass", "swap red blue"]
    assert gathered(offered) == [
        "red and one of: 1, 12",
        "done, pass",
        "blue dining",
        "swap red blue",
    ]
    assert gathered([]) == []
