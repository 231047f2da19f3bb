"""Foreign texts: made harmless whatever they were, and measured as a terminal measures them."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth, wcwidth

from eriantys.client.text import COMBINING_MOST, UNKNOWN, clean, cut, pad, split, width, wrap
from tests.terminal.emulator import Emulator

HOSTILE_TEXTS = 10_000
ROOM = 400
"""Wide enough for any of those texts on one row."""

PIECES: tuple[str, ...] = (
    "Ada", "x", " ", "  ", "\t", "\r\n", "\0", "\x7f", "\b\b\b", "\a", "\x0e", "\x1b",
    "\x1b[2J", "\x1b[31;1m", "\x1b[?1049h", "\x1b[6n", "\x1bc", "\x1b(0", "\x9b2J", "\x90q\x9c",
    "\x1b]0;owned\a", "\x1b]52;c;aGk=\x1b\\", "\x1b]8;;http://evil\x1b\\", "\x1bP+q544e\x1b\\",
    "\x1b_Gi=1\x1b\\", "\x1b^secret\x1b\\", "\x85", "\u2028", "\u2029", "\xa0", "\u3000",
    "\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u200b", "\u200c",
    "\u200d", "\u2060", "\ufeff", "\xad", "\u034f", "\u180e", "\u2800", "\u3164", "\uffa0",
    "\u115f", "\ufe0e", "\ufe0f", "\U000e0100", "\U000e0041", "\U000e007f", "\ud800", "\udfff",
    "\ue000", "\U0010ffff", "\u0378", "\ufffe", "\U000f0000", "\u0301", "\u0301" * 30,
    "e\u0301", "Z\u0351\u0363\u0300\u0316" * 3, "\u20e3", "1\ufe0f\u20e3", "漢字", "한국",
    "\u1112\u1161\u11ab", "ﬁ", "Å", "\u212b", "👍", "👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇩🇪",
    "🇩", "❤️", "☁", "♜", "…",
    "हिन्दी", "ไทย", "שלום", "مرحبا", "𝕳𝖊𝖑𝖑𝖔", "\U0001d15e", "\u0958",
)  # fmt: skip


def hostile_texts() -> list[str]:
    chance = Random(20)
    texts = []
    for _ in range(HOSTILE_TEXTS):
        pieces = chance.choices(PIECES, k=chance.randrange(1, 12))
        pieces += [chr(chance.randrange(0x110000)) for _ in range(chance.randrange(3))]
        chance.shuffle(pieces)
        texts.append("".join(pieces))
    return texts


def assert_harmless(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.isprintable(), ascii(text)
    assert "\n" not in cleaned
    assert clean(cleaned) == cleaned, ascii(text)
    assert width(cleaned) == sum(map(wcwidth, cleaned)) == wcswidth(cleaned), ascii(text)
    cleaned.encode()
    run = 0
    for sign in cleaned:
        run = run + 1 if unicodedata.category(sign)[0] == "M" else 0
        assert run <= COMBINING_MOST
        assert unicodedata.bidirectional(sign) not in {"LRE", "RLE", "LRO", "RLO", "PDF"}
        assert unicodedata.bidirectional(sign) not in {"LRI", "RLI", "FSI", "PDI"}


def test_ten_thousand_hostile_texts_are_harmless() -> None:
    for text in hostile_texts():
        assert_harmless(text)


@given(st.text(max_size=60))
@settings(max_examples=1000, deadline=None)
def test_any_text_is_harmless(text: str) -> None:
    assert_harmless(text)


def test_a_terminal_shows_a_cleaned_text_as_wide_as_it_is_said_to_be() -> None:
    emulator = Emulator(ROOM, 1)
    for text in hostile_texts()[::5]:
        cleaned = clean(text)
        emulator.feed("\r\x1b[K" + cleaned)
        assert emulator.screen.cursor.x == width(cleaned), ascii(cleaned)
        row = emulator.cells()[0][: width(cleaned)]
        assert row == [unicodedata.normalize("NFC", cell) for cell in split(cleaned)]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Ada", "Ada"),
        ("two\nlines\r\n", "two lines"),
        ("a\x1b[31mb", "a�[31mb"),
        ("\u202eevil", "evil"),
        ("in\u200bvis\u00adible", "invisible"),
        ("Zo\u0065\u0308", "Zoë"),
        ("a" + "\u0301\u0302\u0303\u0304", "á\u0302\u0303"),
        ("\u0301mark without a letter", "mark without a letter"),
        ("❤️", "❤"),
        ("👍🏽", "👍"),
        ("👨‍👩‍👧", "👨👩👧"),
        ("🇩🇪", "DE"),
        ("\u2800\u2800", ""),
        ("\u3164", ""),
        ("\ud800", UNKNOWN),
        ("\ue000", UNKNOWN),
        ("漢字", "漢字"),
    ],
)
def test_what_becomes_of_a_text(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert clean("x" * 5000) == "x" * 1000
    assert len(clean("\u0958" * 5000)) <= 1000  # each is two signs when normalized
    assert clean("x" * 50, most=7) == "x" * 7


def test_a_mark_shares_the_cell_of_its_letter_and_a_wide_sign_has_two() -> None:
    assert split("e\u0323x") == ("e\u0323", "x")
    assert split("漢\u0301x") == ("漢\u0301", "", "x")
    assert split("\u0301x") == (UNKNOWN, "x")


@pytest.mark.parametrize("steering", ["\x1b", "\0", "\n", "\x9b", "\u202e", "\u200d"])
def test_nothing_that_steers_a_terminal_ever_gets_into_a_cell(steering: str) -> None:
    for text in (steering, f"a{steering}b", f"漢{steering}"):
        assert steering not in "".join(split(text))
        assert width(text) == len(split(text))


short = st.text(st.sampled_from("ab漢字e\u0301…☁ "), max_size=30).map(clean)


@given(short, st.integers(0, 20))
def test_a_cut_text_fits_and_says_that_it_was_cut(text: str, most: int) -> None:
    shortened = cut(text, most)
    assert width(shortened) <= most
    if width(text) <= most:
        assert shortened == text
    elif most:
        assert shortened.endswith("…")
        assert text.startswith(shortened[:-1])
        assert width(shortened) >= most - 1  # a wide sign may leave one cell
    assert width(pad(text, most)) == most


@given(short, st.integers(2, 20))
def test_a_wrapped_text_keeps_every_sign_and_fits(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert all(0 < width(line) <= cells for line in lines), lines
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_words_are_broken_only_where_they_must() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("abce\u0323", 3) == ["abc", "e\u0323"]
    assert wrap("漢字", 1) == ["漢", "字"]  # there is no way to make these fit
    assert wrap("", 5) == []
