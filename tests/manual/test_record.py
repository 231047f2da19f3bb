"""A game record can be written as the page of the game says."""

from __future__ import annotations

import pytest

from eriantys.games import record
from eriantys.games.dice import NONCE_SIZE, SECRET_SIZE
from eriantys.games.eriantys import GAME
from tests.manual.page import FOLDER, Page

PAGE = Page(FOLDER / "eriantys.6")
SECTION = PAGE.below("GAME RECORDS")["Writing a record"]
(TEXT,) = SECTION.blocks
HEADERS = TEXT.split("\n\n")[0].splitlines()[1:]
OBLIGATORY = ("Game", "Rules", "Date", "Player 1", "Player 2", "Commitment")


def said_of(tag: str) -> str:
    (text,) = (entry.text for entry in SECTION.entries if entry.tag == tag)
    return text


def verified(text: str) -> record.Match:
    match = record.read(text)
    record.verify(GAME, match)
    return match


def test_the_record_on_the_page_is_whole_and_true() -> None:
    match = verified(TEXT)
    assert record.write(match) == f"{TEXT}\n"
    assert match.broken_off == "resigned"
    assert match.version == GAME.version


def test_what_was_taken_back_would_have_been_legal() -> None:
    verified(TEXT.replace("\nend", "\n2: red dining\nend"))


@pytest.mark.parametrize("header", HEADERS, ids=lambda line: line.split(":")[0])
def test_the_obligatory_headers_are_those_that_the_page_names(header: str) -> None:
    name = header.split(":")[0]
    without = TEXT.replace(f"{header}\n", "")
    if name == "Options":
        assert verified(without).options == {}
        return
    with pytest.raises(record.Damaged):
        record.read(without)
    named = name.split()[0]
    alone = said_of("Headers").partition(" must be there.")[0]
    assert (named in alone) == (name in OBLIGATORY)


def test_only_secret_and_nonces_or_the_result_may_be_missing() -> None:
    lines = TEXT.splitlines()
    unproved = [line for line in lines if not line.startswith(("Secret", "Nonce"))]
    with pytest.raises(record.Unverifiable):
        verified("\n".join(unproved))
    verified("\n".join(line for line in lines if not line.startswith(("Result", "Reason"))))


def test_headers_may_come_in_any_order_and_actions_in_short() -> None:
    head, _, actions = TEXT.partition("\n\n")
    title, *headers = head.splitlines()
    verified("\n".join([title, *reversed(headers), "", actions]))
    verified(TEXT.replace("assistant 7", "a7").replace("green dining", "g d"))


def test_any_date_will_do_but_no_other_form_of_it() -> None:
    verified(TEXT.replace("2026-11-18", "1970-01-01"))
    with pytest.raises(record.Damaged):
        record.read(TEXT.replace("2026-11-18", "18.11.2026"))


def test_bytes_are_so_many_digits_in_lower_case() -> None:
    assert f"{2 * SECRET_SIZE} of them for commitment and secret" in said_of("Bytes")
    assert f"{2 * NONCE_SIZE} for a nonce." in said_of("Bytes")
    for line in HEADERS:
        name, value = line.split(": ")
        if name.split()[0] in ("Commitment", "Secret", "Nonce"):
            with pytest.raises(record.Damaged):
                record.read(TEXT.replace(line, f"{name}: {value.upper()}"))


@pytest.mark.parametrize(
    "result",
    [
        "Result: 1 > 2\nScores: 0 0",
        "Result: none\nScores: 0 0",
        "Result: 1>2\nScores: 0 0",
    ],
)
def test_a_match_that_was_broken_off_has_neither_winners_nor_scores(result: str) -> None:
    with pytest.raises((record.Damaged, record.Untrue)):
        verified(TEXT.replace("Result: none", result))


def test_undo_is_no_action() -> None:
    with pytest.raises(record.Untrue):
        verified(TEXT.replace("\nend", "\n2: red dining\n2: undo\nend"))
