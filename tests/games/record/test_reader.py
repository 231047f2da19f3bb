"""A damaged record is refused with the line and the reason."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from eriantys.games.contract import Outcome
from eriantys.games.record import (
    END,
    TITLE,
    Damaged,
    Match,
    Move,
    read,
    write,
)
from tests.games.record.samples import (
    MOST_SAID,
    AnyGame,
    Edit,
    real_matches,
)

SAMPLE = f"""\
{TITLE}
Game: toy
Rules: 1
Date: 2026-11-18
Player 1: Ada
Player 2: Bruno
Options: partners=true rounds=1
Commitment: {"ab" * 32}
Secret: {"cd" * 32}
Nonce 1: {"01" * 16}
Nonce 2: {"02" * 16}
Result: 2 > 1
Scores: 3 8
Reason: rounds

1: lay 3
2: pass
end
"""


def put(number: int, line: str) -> Edit:
    """Put another line in the place of this one."""
    return lambda lines: [*lines[: number - 1], line, *lines[number:]]


def add(number: int, line: str) -> Edit:
    """Add a line, which gets this number."""
    return lambda lines: [*lines[: number - 1], line, *lines[number - 1 :]]


def drop(*numbers: int) -> Edit:
    """Drop some lines."""
    return lambda lines: [line for n, line in enumerate(lines, 1) if n not in numbers]


DAMAGES: list[tuple[Edit, int, str]] = [
    # the first line
    (lambda lines: [], 1, f"begins with '{TITLE}'"),
    (put(1, ""), 1, "begins with"),
    (put(1, "Eriantys game record, format 2"), 1, "begins with"),
    (put(1, "<!DOCTYPE html>"), 1, "begins with"),
    (put(1, f" {TITLE}"), 1, "begins with"),
    (add(1, ""), 1, "begins with"),
    (add(1, "# mine"), 1, "begins with"),
    (drop(1), 1, "begins with"),
    # missing headers
    (drop(2), 1, "'Game' is missing"),
    (drop(3), 1, "'Rules' is missing"),
    (drop(4), 1, "'Date' is missing"),
    (drop(5, 6, 10, 11, 12, 13, 14), 1, "'Player 1' is missing"),
    (drop(8), 1, "'Commitment' is missing"),
    (drop(9), 9, "secret and nonces belong together"),
    (drop(10), 10, "'Nonce 2' is there, but 'Nonce 1' is not"),
    (drop(11), 9, "a nonce for each player"),
    (drop(10, 11), 9, "a nonce for each player"),
    (drop(13), 1, "'Scores' is missing"),
    (drop(14), 1, "'Reason' is missing"),
    (drop(13, 14), 1, "'Reason' is missing"),
    # headers too many
    *((add(n + 1, SAMPLE.split("\n")[n - 1]), n + 1, "a second") for n in range(2, 15)),
    (add(15, "Player 1: Zoe"), 15, "a second 'Player 1'"),
    (add(4, "Weather: fine"), 4, "the header 'Weather'"),
    (add(15, "Nonce 4: " + "00" * 16), 15, "'Nonce 4' is there, but 'Nonce 3' is not"),
    (add(7, "Player 4: Dora"), 7, "'Player 4' is there, but 'Player 3' is not"),
    (add(17, "Date: 2026-11-18"), 17, "'Date' stands among the moves"),
    (add(17, "Weather: fine"), 17, "'Weather' stands among the moves"),
    (add(18, SAMPLE.split("\n")[13]), 18, "'Reason' stands among the moves"),
    # no header at all
    (put(2, "game: toy"), 2, "neither a header nor a move"),
    (put(2, "Game toy"), 2, "'Game toy' is neither"),
    (put(2, "Game:toy"), 2, "neither"),
    (put(5, "Player 0: Ada"), 5, "neither"),
    (put(5, "Player 01: Ada"), 5, "neither"),
    (put(5, "Player 100: Ada"), 5, "neither"),
    (put(15, "----"), 15, "'----' is neither"),
    (put(2, "\x00\x01\x02\ufffd"), 2, r"'\x00\x01\x02\ufffd' is neither"),
    (put(2, "\x1b[2J"), 2, r"'\x1b[2J' is neither"),
    # bad values
    (put(3, "Rules:"), 3, "'Rules' must be a number"),
    (put(3, "Rules: one"), 3, "'Rules' must be a number"),
    (put(3, "Rules: -1"), 3, "'Rules' must be a number"),
    (put(3, "Rules: 1.0"), 3, "'Rules' must be a number"),
    (put(3, "Rules: 1234567"), 3, "'Rules' must be a number"),
    (put(3, "Rules: \uff11"), 3, "'Rules' must be a number"),
    (put(4, "Date:"), 4, "'Date' must be a date such as"),
    (put(4, "Date: yesterday"), 4, "'Date' must be a date such as"),
    (put(4, "Date: 2026-02-30"), 4, "'Date' must be a date such as"),
    (put(4, "Date: 18.11.2026"), 4, "'Date' must be a date such as"),
    (put(4, "Date: 2026-11-18T10:00"), 4, "'Date' must be a date such as"),
    (put(4, "Date: 0000-01-01"), 4, "'Date' must be a date such as"),
    (put(4, "Date: 2026\x0011-18"), 4, "'Date' must be a date such as"),
    (put(5, 'Player 1: "Ada'), 5, "'Player 1' must be a text, its quotes closed"),
    (put(5, 'Player 1: "Ada" Ada'), 5, "'Player 1' must be a text, its quotes closed"),
    (put(5, 'Player 1: "\\x"'), 5, "'Player 1' must be a text, its quotes closed"),
    (put(7, "Options: partners"), 7, "'Options' must be like expert=true"),
    (put(7, "Options: partners="), 7, "'Options' must be like expert=true"),
    (put(7, "Options: =true"), 7, "'Options' must be like expert=true"),
    (put(7, "Options: rounds = 3"), 7, "'Options' must be like expert=true"),
    (put(8, "Commitment:"), 8, "'Commitment' must be 64 hexadecimal digits"),
    (put(8, "Commitment: " + "ab" * 31), 8, "'Commitment' must be 64 hexadecimal digits"),
    (put(8, "Commitment: " + "ab" * 33), 8, "'Commitment' must be 64 hexadecimal digits"),
    (put(8, "Commitment: " + "AB" * 32), 8, "'Commitment' must be 64 hexadecimal digits"),
    (put(9, "Secret: " + "xy" * 32), 9, "'Secret' must be 64 hexadecimal digits"),
    (put(9, "Secret: unknown"), 9, "'Secret' must be 64 hexadecimal digits"),
    (put(10, "Nonce 1: " + "01" * 15), 10, "'Nonce 1' must be 32 hexadecimal digits"),
    (put(11, "Nonce 2: " + "02" * 15 + " 2"), 11, "'Nonce 2' must be 32 hexadecimal digits"),
    (put(12, "Result:"), 12, "'Result' must be places such as"),
    (put(12, "Result: draw"), 12, "'Result' must be places such as"),
    (put(12, "Result: 2>1"), 12, "'Result' must be places such as"),
    (put(12, "Result: 2 > 1 >"), 12, "'Result' must be places such as"),
    (put(12, "Result: 0 > 1"), 12, "'Result' must be places such as"),
    (put(12, "Result: 1"), 12, "'Result' must be a ranking with every player once"),
    (put(12, "Result: 1 > 1"), 12, "'Result' must be a ranking with every player once"),
    (put(12, "Result: 1 = 2 > 1"), 12, "'Result' must be a ranking with every player once"),
    (put(12, "Result: 1 > 2 > 3"), 12, "'Result' must be a ranking with every player once"),
    (put(12, "Result: 1 > 3"), 12, "'Result' must be a ranking with every player once"),
    (put(13, "Scores:"), 13, "'Scores' must be a number for each player"),
    (put(13, "Scores: 3"), 13, "'Scores' must be a number for each player"),
    (put(13, "Scores: 3 8 9"), 13, "'Scores' must be a number for each player"),
    (put(13, "Scores: 3 eight"), 13, "'Scores' must be a number for each player"),
    (put(13, "Scores: 3 8.5"), 13, "'Scores' must be a number for each player"),
    (put(13, "Scores: 3 1234567"), 13, "'Scores' must be a number for each player"),
    (put(14, 'Reason: "rounds'), 14, "'Reason' must be a text, its quotes closed"),
    # moves
    (put(16, "3: lay 3"), 16, "there is no player 3"),
    (put(17, "99: pass"), 17, "there is no player 99"),
    (put(16, "0: lay 3"), 16, "'0: lay 3' is neither"),
    (put(16, "100: lay 3"), 16, "'100: lay 3' is neither"),
    (put(16, "-1: lay 3"), 16, "'-1: lay 3' is neither"),
    (put(16, "1 lay 3"), 16, "'1 lay 3' is neither"),
    (put(16, "1:lay 3"), 16, "'1:lay 3' is neither"),
    (put(16, "1:"), 16, "'1:' is neither"),
    (put(16, "lay 3"), 16, "'lay 3' is neither"),
    # the end
    (drop(18), 18, "breaks off: its last line must be 'end'"),
    (put(18, "END"), 18, "'END' is neither"),
    (put(18, "end."), 18, "'end.' is neither"),
    (lambda lines: lines[:16], 16, "breaks off"),
    (lambda lines: lines[:1], 1, "breaks off"),
    (add(19, "end"), 19, "nothing may follow 'end'"),
    (add(19, "1: pass"), 19, "nothing may follow 'end'"),
    (lambda lines: [*lines, "# fine", "", "Date: x"], 22, "nothing may follow 'end'"),
    (put(17, "end"), 18, "nothing may follow 'end'"),
]


@pytest.mark.parametrize(
    ("edit", "line", "reason"), DAMAGES, ids=[f"{line}: {said}" for _, line, said in DAMAGES]
)
def test_damage_is_named_with_its_line(edit: Edit, line: int, reason: str) -> None:
    with pytest.raises(Damaged) as damage:
        read("\n".join(edit(SAMPLE.split("\n"))))
    assert (damage.value.line, reason in damage.value.reason) == (line, True), damage.value
    assert str(damage.value) == f"line {line}: {damage.value.reason}"
    assert damage.value.reason.endswith(".")


def test_the_sample_itself_is_whole() -> None:
    match = read(SAMPLE)
    assert match.players == ("Ada", "Bruno")
    assert match.outcome == Outcome(((1,), (0,)), (3, 8), "rounds")
    assert match.moves == (Move(0, "lay 3"), Move(1, "pass"))
    assert read("\n".join(drop(7)(SAMPLE.split("\n")))).options == {}
    assert read("\n".join(put(7, "Options:")(SAMPLE.split("\n")))).options == {}


@pytest.mark.parametrize(
    ("edit", "line", "named"),
    [
        pytest.param(drop(5), 5, "Player 1", id="first player missing"),
        pytest.param(drop(5, 6), 1, "Player 1", id="no player"),
        pytest.param(drop(12), 1, "Result", id="scores and reason, but no result"),
        pytest.param(put(7, "Options: rounds=1 rounds=2"), 7, "rounds", id="option twice"),
    ],
)
def test_damage_is_blamed_on_its_cause(edit: Edit, line: int, named: str) -> None:
    with pytest.raises(Damaged) as damage:
        read("\n".join(edit(SAMPLE.split("\n"))))
    assert named in damage.value.reason
    assert damage.value.line == line


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.text() | st.lists(st.sampled_from(SAMPLE.split("\n")) | st.text()).map("\n".join))
@example("\x7fELF\x02\x01\x01")
@example("Xx" * 5000)
def test_junk_is_refused_in_a_short_and_harmless_sentence(junk: str) -> None:
    for text in (junk, f"{TITLE}\n{junk}", f"{SAMPLE}\n?{junk}", f"{SAMPLE[:200]}{junk}"):
        with pytest.raises(Damaged) as damage:
            read(text)
        assert 1 <= damage.value.line <= text.count("\n") + 1
        assert str(damage.value).isascii()
        assert str(damage.value).isprintable()
        assert len(str(damage.value)) < MOST_SAID


def test_a_long_header_is_not_repeated_at_length() -> None:
    with pytest.raises(Damaged) as damage:
        read("\n".join(add(4, f"W{'e' * 5000}ther: fine")(SAMPLE.split("\n"))))
    assert damage.value.line == 4
    assert len(str(damage.value)) < MOST_SAID


@real_matches
def test_every_text_that_breaks_off_is_refused(game: AnyGame, match: Match) -> None:
    text = write(match)
    whole_from = len(text.rstrip())
    for length in range(len(text)):
        if length >= whole_from:
            assert read(text[:length]) == match
            continue
        with pytest.raises(Damaged) as damage:
            read(text[:length])
        assert 1 <= damage.value.line <= text.count("\n", 0, length) + 1


@real_matches
def test_every_text_that_breaks_off_at_a_line_says_so(game: AnyGame, match: Match) -> None:
    lines = write(match).split("\n")
    for kept in range(1, lines.index(END) + 1):
        with pytest.raises(Damaged, match="breaks off") as damage:
            read("\n".join(lines[:kept]))
        assert damage.value.line == kept
