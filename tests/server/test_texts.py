"""What strangers may write for others to read."""

from __future__ import annotations

import pytest

from eriantys.server.house import Refusal
from eriantys.server.texts import checked

GOOD = {
    "plain": "Hello, who plays?",
    "one": "!",
    "letters": "Grüße aus Łódź, Ελλάδα, Москва, 東京",
    "marks": "e\u0301 and a\u0302\u0303\u0304",
    "hindi": "नमस्ते दुनिया",
    "thai": "สวัสดีที่นี่",
    "hebrew": "שָׁלוֹם",
    "picture": "good luck \N{FOUR LEAF CLOVER} \u2764\ufe0f",
    "spaces": "two  spaces",
    "longest": "x" * 300,
}
BAD = {
    "escape": "\x1b[2J",
    "bell": "ding\a",
    "null": "a\0b",
    "tab": "a\tb",
    "delete": "a\x7f",
    "c1": "a\x9b31m",
    "newline": "a\nanna: b",
    "return": "a\rb",
    "line-separator": "a\u2028b",
    "next-line": "a\x85b",
    "override": "a\u202eb",
    "isolate": "a\u2066b",
    "mark-of-direction": "a\u200fb",
    "zero-width-space": "a\u200bb",
    "zero-width-joiner": "a\u200db",
    "soft-hyphen": "a\xadb",
    "byte-order-mark": "\ufeffa",
    "hard-space": "\xa0a",
    "tag": "a\U000e0041",
    "surrogate": "a\ud800",
    "private": "a\ue000",
    "nobody's": "a\uffff",
    "unassigned": "a\u0378",
    "filler": "\u3164",
    "other-fillers": "\u115f\u1160\uffa0",
    "empty-braille": "\u2800",
    "zalgo": "Z\u0351\u036b\u0343\u036a",
    "enclosed": "a\u20dd\u20de\u20df\u20e0",
    "variations": "a\ufe00\ufe01\ufe02\ufe03",
    "empty": "",
    "spaces": "    ",
    "too-long": "x" * 301,
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_what_prints_is_left_as_it_is(text: str) -> None:
    assert checked(text, 300) == text


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_does_not_print_or_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked(text, 300)
    assert caught.value.code == "bad-text"
    assert caught.value.text.endswith(".")
    assert caught.value.text.isprintable()


def test_spaces_around_a_text_do_not_belong_to_it() -> None:
    assert checked("  a b ", 3) == "a b"


def test_marks_are_counted_in_a_row_and_not_in_all() -> None:
    assert checked("a\u0301\u0302\u0303" * 100, 400)
