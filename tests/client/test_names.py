"""Names in little room: they fit, and those of one stem stay apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eriantys.client.names import fill, in_a_row, shorten
from eriantys.client.text import clean, width

WORDS = st.text(max_size=30).map(clean)


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [
        ("Random 1", 8, "Random 1"),
        ("Random 1", 7, "Ran…m 1"),
        ("Maximilian-2", 6, "Max…-2"),
        ("Maximilian", 3, "M…n"),
        ("Maximilian", 2, "M…"),
        ("Maximilian", 1, "…"),
        ("Maximilian", 0, ""),
        ("Bot Mina", 8, "Bot Mina"),
        ("Bot Mina", 7, "B.Mina"),
        ("Bot Mina", 6, "B.Mina"),
        ("Bot Mina", 5, "Bo…na"),
        ("日本語の卓", 6, "日…卓"),
        ("日本語の卓", 7, "日…卓"),
    ],
)
def test_what_is_left_out_is_left_out_of_the_middle(name: str, most: int, short: str) -> None:
    assert shorten(name, most) == short


@given(WORDS, st.integers(0, 40))
def test_a_shortened_name_fits_whatever_it_is(name: str, most: int) -> None:
    assert width(shorten(name, most)) <= most
    assert width(fill(name, most)) == most


@given(st.lists(WORDS, max_size=6), st.integers(0, 60))
def test_any_names_fit_in_a_row(names: list[str], most: int) -> None:
    assert width(in_a_row(names, most)) <= most


def test_in_a_row_only_the_longest_are_shortened() -> None:
    names = ("Random-Player-1", "Ada", "Random-Player-2")
    assert in_a_row(names, 60) == "Random-Player-1, Ada, Random-Player-2"
    assert in_a_row(names, 24) == "Rand…r-1, Ada, Rand…r-2"
    assert in_a_row(names, 12) == "Random-Play…"
