"""A record is written for people and read back as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eriantys.games.contract import Outcome
from eriantys.games.dice import (
    NONCE_SIZE,
    SECRET_SIZE,
)
from eriantys.games.record import (
    Match,
    Move,
    read,
    verify,
    write,
)
from tests.games.record.samples import (
    ERIANTYS,
    AnyGame,
    played,
    real_matches,
)
from tests.toy.game import TOY

AWKWARD_TEXTS = [
    "",
    " ",
    " Ada",
    "Ada ",
    '"',
    '"Ada"',
    'Ada "the Bold"',
    "\\",
    "# no comment",
    "end",
    "1: pass",
    "Game: toy",
    "none",
    "a\nb",
    "a\r",
    "\x00\x1b[2J",
    "\x85",
    "\u2028",
    "\ufeffAda",
    "A\u0301da",
    "\ud800",
    "Ада 爱达 \U0001f600",
]

any_text = st.text(st.characters(exclude_categories=()), max_size=20)
texts = st.sampled_from(AWKWARD_TEXTS) | any_text
words = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,6})?", fullmatch=True)
option_values = st.from_regex(r"[!-~]{1,8}", fullmatch=True)
printable = st.characters(exclude_categories=("C", "Z")) | st.just(" ")
actions = st.text(printable, max_size=20).map(str.strip).filter(bool)


@st.composite
def outcomes(draw: st.DrawFn, seats: int) -> Outcome:
    order = draw(st.permutations(range(seats)))
    cuts = sorted(draw(st.sets(st.integers(1, seats - 1)))) if seats > 1 else []
    places = tuple(
        tuple(sorted(order[start:stop])) for start, stop in pairwise([0, *cuts, seats])
    )
    score = st.integers(-999_999, 999_999)
    scores = draw(st.lists(score, min_size=seats, max_size=seats))
    return Outcome(places, tuple(scores), draw(words))


@st.composite
def recordable_matches(draw: st.DrawFn) -> Match:
    players = tuple(draw(st.lists(texts, min_size=1, max_size=12)))
    seats = len(players)
    revealed = draw(st.booleans())
    nonce = st.binary(min_size=NONCE_SIZE, max_size=NONCE_SIZE)
    secret = st.binary(min_size=SECRET_SIZE, max_size=SECRET_SIZE)
    ending = draw(st.sampled_from(["finished", "unfinished", "broken off"]))
    move = st.builds(Move, st.integers(0, seats - 1), actions)
    return Match(
        game=draw(words),
        version=draw(st.integers(0, 999_999)),
        date=draw(st.dates()),
        players=players,
        options=draw(st.dictionaries(words, option_values, max_size=4)),
        commitment=draw(secret),
        secret=draw(secret) if revealed else None,
        nonces=tuple(draw(nonce) for _ in players) if revealed else (),
        moves=tuple(draw(st.lists(move, max_size=8))),
        outcome=draw(outcomes(seats)) if ending == "finished" else None,
        broken_off=draw(texts.filter(bool)) if ending == "broken off" else "",
    )


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(recordable_matches())
def test_any_match_is_read_back_as_it_was(match: Match) -> None:
    text = write(match)
    kept = text.encode("utf-8").decode("utf-8")
    again = read(kept)
    assert again == match
    assert list(again.options.items()) == list(match.options.items())
    assert write(again) == text


@pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=ascii)
def test_awkward_texts_are_read_back(text: str) -> None:
    match = replace(played(TOY, 2), players=(text, f"{text}2"), outcome=None, broken_off=text)
    written = write(match)
    assert read(written) == match
    assert written.count("\n") == write(played(TOY, 2)).count("\n") - (1 if text else 3)


@real_matches
def test_a_real_match_is_read_back_and_true(game: AnyGame, match: Match) -> None:
    again = read(write(match))
    assert again == match
    verify(game, again)


def test_a_tie_of_two_sides_is_read_back_and_true() -> None:
    match = played(TOY, 4, number=29)
    assert match.outcome is not None
    assert len(match.outcome.ranking) == 1, "no tie: choose another match"
    again = read(write(match))
    assert again == match
    verify(TOY, again)


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"expert": "very much"}},
        {"options": {"expert": ""}},
        {"version": 10**6},
        {"moves": (Move(0, "green 5\ncloud 1"),)},
        {"moves": (Move(0, " green 5"),)},
        {"moves": (Move(7, "green 5"),)},
        {"secret": None},
        {"outcome": Outcome(((0,), (1,)), (10**6, 0), "last-tower")},
        {"broken_off": "and yet there is a result"},
    ],
    ids=str,
)
def test_what_would_not_read_back_is_not_written(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        write(replace(played(ERIANTYS, 2), **changes))


def test_the_text_looks_as_described() -> None:
    match = Match(
        game="toy",
        version=1,
        date=date(2026, 11, 18),
        players=("Ada", "Bruno", " C "),
        options={"rounds": "2", "partners": "true"},
        commitment=bytes(range(32)),
        secret=bytes(range(32, 64)),
        nonces=(b"\x0a" * 16, b"\xc4" * 16, b"\x00" * 16),
        moves=(Move(1, "lay 3"), Move(0, "pass")),
        outcome=Outcome(((1,), (0, 2)), (3, 8, -1), "last-standing"),
    )
    assert write(match).split("\n") == [
        "Eriantys game record, format 1",
        "Game: toy",
        "Rules: 1",
        "Date: 2026-11-18",
        "Player 1: Ada",
        "Player 2: Bruno",
        'Player 3: " C "',
        "Options: rounds=2 partners=true",
        f"Commitment: {bytes(range(32)).hex()}",
        f"Secret: {bytes(range(32, 64)).hex()}",
        f"Nonce 1: {'0a' * 16}",
        f"Nonce 2: {'c4' * 16}",
        f"Nonce 3: {'00' * 16}",
        "Result: 2 > 1 = 3",
        "Scores: 3 8 -1",
        "Reason: last-standing",
        "",
        "2: lay 3",
        "1: pass",
        "end",
        "",
    ]


def test_a_match_that_the_game_has_won_reads_back() -> None:
    lost = replace(played(TOY, 1), outcome=Outcome(((), (0,)), (8,), "all-hit"))
    assert "Result: nobody > 1" in write(lost).split("\n")
    assert read(write(lost)).outcome == lost.outcome


@real_matches
def test_moves_and_headers_know_their_lines(game: AnyGame, match: Match) -> None:
    lines = write(match).split("\n")
    again = read("\n".join(lines))
    for move in again.moves:
        assert lines[move.line - 1] == f"{move.seat + 1}: {move.action}"
    for name, number in again.lines.items():
        assert lines[number - 1].startswith(f"{name}: ")
    assert len(again.lines) == lines.index("") - 1


def with_comments(text: str) -> str:
    title, *rest = text.split("\n")
    return "\n".join([title, "# by hand", *(f"{line}\n  # a note: end" for line in rest)])


def with_headers_reversed(text: str) -> str:
    title, *headers = text.split("\n\n")[0].split("\n")
    return "\n".join([title, *reversed(headers), text.split("\n\n")[1]])


@pytest.mark.parametrize(
    "edited",
    [
        pytest.param(with_comments, id="comments"),
        pytest.param(lambda text: text.replace("\n", "\n\n \n"), id="empty lines"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param(lambda text: text.replace("\n", " \t \n"), id="trailing blanks"),
        pytest.param(lambda text: text.replace("\n", "\n\t "), id="indented"),
        pytest.param(lambda text: text.replace("\n\n", "\n"), id="no empty line"),
        pytest.param(lambda text: text.rstrip("\n"), id="no last line end"),
        pytest.param(lambda text: f"{text}\n\n# well played\n", id="comment after the end"),
        pytest.param(with_headers_reversed, id="headers in another order"),
    ],
)
@real_matches
def test_a_text_edited_by_hand_is_still_read(
    game: AnyGame, match: Match, edited: Callable[[str], str]
) -> None:
    text = edited(write(match))
    assert text != write(match)
    again = read(text)
    assert again == match
    for move in again.moves:
        assert move.action in text.split("\n")[move.line - 1]
    verify(game, again)
