"""A record is believed only where it is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eriantys.games.contract import Illegal, Outcome
from eriantys.games.record import (
    END,
    Damaged,
    Match,
    Move,
    Untrue,
    Unverifiable,
    describe,
    first_state,
    read,
    replay,
    verify,
    write,
)
from tests.games.record.samples import (
    MOST_SAID,
    AnyGame,
    line_of,
    played,
    two_players,
    with_header,
    with_line,
    without,
)
from tests.toy.game import TOY


def assert_untrue(game: AnyGame, text: str, line: int, *said: str) -> None:
    match = read(text)
    with pytest.raises(Untrue) as untruth:
        verify(game, match)
    assert untruth.value.line == line, untruth.value
    for words_said in said:
        assert words_said in untruth.value.reason
    prefix = f"line {line}: " if line else ""
    assert str(untruth.value) == f"{prefix}{untruth.value.reason}"
    assert untruth.value.reason.endswith(".")
    assert str(untruth.value).isprintable()
    assert len(str(untruth.value)) < MOST_SAID


def state_before(game: AnyGame, match: Match, place: int) -> Any:
    steps = list(replay(game, replace(match, moves=match.moves[:place])))
    return steps[-1].state if steps else first_state(game, match)


@pytest.mark.parametrize("where", ["first", "middle", "last"])
@two_players
def test_an_illegal_move_is_untrue(game: AnyGame, match: Match, where: str) -> None:
    place = {"first": 0, "middle": len(match.moves) // 2, "last": len(match.moves) - 1}[where]
    state, seat = state_before(game, match, place), match.moves[place].seat
    text = write(match)
    line = read(text).moves[place].line
    legal = set(game.legal(state))
    for action in game.candidates(state):
        if action in legal:
            continue
        try:
            game.apply(game.copy(state), seat, action)
        except Illegal as refusal:
            said = (f"{game.format(action)!r}: ", refusal.text)
            changed = with_line(text, line, f"{seat + 1}: {game.format(action)}")
            assert_untrue(game, changed, line, *said)


@pytest.mark.parametrize("nonsense", ["dance", "!", "x" * 5000, "é\x1b[2J", '"pass"', "lay ٣"])
@two_players
def test_a_move_that_is_no_move_is_untrue(game: AnyGame, match: Match, nonsense: str) -> None:
    text = write(match)
    line, seat = read(text).moves[5].line, match.moves[5].seat
    changed = with_line(text, line, f"{seat + 1}: {nonsense}")
    assert_untrue(game, changed, line, ascii(nonsense[:20])[:-1])


@two_players
def test_a_move_of_another_seat_is_untrue(game: AnyGame, match: Match) -> None:
    text = write(match)
    for move in read(text).moves:
        changed = with_line(text, move.line, f"{2 - move.seat}: {move.action}")
        assert_untrue(game, changed, move.line, repr(move.action))


@two_players
def test_a_move_after_the_end_is_untrue(game: AnyGame, match: Match) -> None:
    last = match.moves[-1]
    text = write(replace(match, moves=(*match.moves, last)))
    assert_untrue(game, text, line_of(text, END) - 1, repr(last.action), "over")


@two_players
def test_another_winner_is_untrue(game: AnyGame, match: Match) -> None:
    assert match.outcome is not None
    (winner,), (loser,) = match.outcome.ranking
    text = write(match)
    line = line_of(text, "Result:")
    truth = f"player {winner + 1} wins ({match.outcome.reason})"
    swapped = with_header(text, "Result", f"{loser + 1} > {winner + 1}")
    assert_untrue(game, swapped, line, "the result is another", truth)
    shared = with_header(text, "Result", f"{winner + 1} = {loser + 1}")
    assert_untrue(game, shared, line, "the result is another", truth)


@two_players
def test_another_score_is_untrue(game: AnyGame, match: Match) -> None:
    text = with_header(write(match), "Scores", "77 78")
    assert match.outcome is not None
    truth = " ".join(map(str, match.outcome.scores))
    assert_untrue(game, text, line_of(text, "Scores:"), truth)


@two_players
def test_another_reason_is_untrue(game: AnyGame, match: Match) -> None:
    text = with_header(write(match), "Reason", "boredom")
    assert match.outcome is not None
    assert_untrue(game, text, line_of(text, "Reason:"), match.outcome.reason)


@two_players
def test_a_missing_result_is_untrue(game: AnyGame, match: Match) -> None:
    text = without(write(match), "Result:", "Scores:", "Reason:")
    assert_untrue(game, text, read(text).moves[-1].line, "no result is given")


@two_players
def test_a_finished_match_was_not_broken_off(game: AnyGame, match: Match) -> None:
    text = with_header(without(write(match), "Scores:"), "Result", "none")
    assert_untrue(game, text, line_of(text, "Result:"), "no result is given")


@two_players
def test_a_result_before_the_end_is_untrue(game: AnyGame, match: Match) -> None:
    for played_moves in (0, 1, len(match.moves) // 2, len(match.moves) - 1):
        text = write(replace(match, moves=match.moves[:played_moves]))
        assert_untrue(game, text, line_of(text, "Result:"), "a result is claimed", "goes on")


@two_players
def test_a_match_that_was_not_played_to_its_end_is_true(game: AnyGame, match: Match) -> None:
    for played_moves in (0, 1, len(match.moves) - 1):
        unfinished = replace(match, moves=match.moves[:played_moves], outcome=None)
        verify(game, read(write(unfinished)))
        verify(game, read(write(replace(unfinished, broken_off="Ada left"))))


@two_players
def test_another_secret_is_untrue(game: AnyGame, match: Match) -> None:
    text = with_header(write(match), "Secret", "00" * 32)
    assert_untrue(game, text, line_of(text, "Secret:"), "not the one that was committed to")


@two_players
def test_another_commitment_is_untrue(game: AnyGame, match: Match) -> None:
    text = with_header(write(match), "Commitment", "00" * 32)
    assert_untrue(game, text, line_of(text, "Secret:"), "not the one that was committed to")


@two_players
def test_another_nonce_is_untrue(game: AnyGame, match: Match) -> None:
    """Other draws do not allow the same moves, or do not end the same."""
    nonces = match.nonces
    for others in ((nonces[1], nonces[0]), (nonces[0], bytes(16)), (bytes(16), nonces[1])):
        with pytest.raises(Untrue) as untruth:
            verify(game, read(write(replace(match, nonces=others))))
        assert untruth.value.line >= line_of(write(match), "Result:")


@two_players
def test_other_rules_cannot_be_checked(game: AnyGame, match: Match) -> None:
    text = with_header(write(match), "Rules", "999")
    with pytest.raises(Unverifiable, match=f"version 999 of the rules of {game.title}") as why:
        verify(game, read(text))
    assert why.value.line == 3
    assert f"here is version {game.version}" in why.value.reason


@two_players
def test_seats_that_the_game_does_not_have_are_untrue(game: AnyGame, match: Match) -> None:
    five = replace(match, players=tuple("ABCDE"), nonces=(bytes(16),) * 5, outcome=None)
    text = write(five)
    with pytest.raises(Untrue, match=f"{game.title} is for .* players, not 5") as untruth:
        verify(game, read(text))
    allowed = {0, *(line_of(text, f"Player {number}:") for number in range(1, 6))}
    assert untruth.value.line in allowed, "the line must be one that tells of the players"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param("colour=red", "has no option 'colour'", id="name"),
        pytest.param("{known}=perhaps", "write true or false", id="value"),
        pytest.param("{known}=", None, id="empty"),
        pytest.param("x" * 5000 + "=1", "has no option", id="long name"),
        pytest.param("{known}=" + "x" * 5000, "write true or false", id="long value"),
        pytest.param("\x1b[2J=1", r"has no option '\x1b[2J'", id="odd name"),
        pytest.param("{known}=\x1b[2J", "write true or false", id="odd value"),
        pytest.param("{known}=\ud800", "write true or false", id="no UTF-8 value"),
    ],
)
@two_players
def test_options_that_the_game_does_not_have_are_untrue(
    game: AnyGame, match: Match, options: str, said: str | None
) -> None:
    (known, *_) = match.options
    text = with_header(write(match), "Options", options.format(known=known))
    if said is None:
        with pytest.raises(Damaged):
            read(text)
    else:
        assert_untrue(game, text, line_of(text, "Options:"), said)


@two_players
def test_without_the_secret_nothing_can_be_checked(game: AnyGame, match: Match) -> None:
    text = without(write(match), "Secret:", "Nonce ")
    with pytest.raises(Unverifiable, match="the secret is not revealed") as why:
        verify(game, read(text))
    assert why.value.line == line_of(text, "Commitment:")
    with pytest.raises(Unverifiable):
        next(replay(game, read(text)))


def test_equal_places_may_be_written_in_any_order() -> None:
    match = played(TOY, 4)
    text = write(match)
    result = text.split("\n")[line_of(text, "Result:") - 1].removeprefix("Result: ")
    turned = " > ".join(" = ".join(place.split(" = ")[::-1]) for place in result.split(" > "))
    assert turned != result
    verify(TOY, read(with_header(text, "Result", turned)))


@two_players
def test_a_match_that_was_never_a_text_is_judged_without_lines(
    game: AnyGame, match: Match
) -> None:
    verify(game, match)
    for false in (
        replace(match, secret=bytes(32)),
        replace(match, version=999),
        replace(match, outcome=None),
        replace(match, moves=match.moves[:-1]),
        replace(match, secret=None, nonces=()),
        replace(match, options={"colour": "red"}),
        replace(match, moves=(Move(0, "dance"),)),
    ):
        with pytest.raises((Untrue, Unverifiable)) as untruth:
            verify(game, false)
        assert untruth.value.line == 0
        assert not str(untruth.value).startswith("line")


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        (((0,), (1,)), "player 1 wins (last-tower)"),
        (((2,), (0, 1)), "player 3 wins (last-tower)"),
        (((0, 2), (1, 3)), "player 1 and player 3 win (last-tower)"),
        (((), (0,)), "nobody wins (last-tower)"),
        (((0, 1, 2),), "player 1, player 2 and player 3 win (last-tower)"),
    ],
)
def test_an_outcome_is_told_in_a_few_words(
    ranking: tuple[tuple[int, ...], ...], said: str
) -> None:
    assert describe(Outcome(ranking, (0,) * 4, "last-tower")) == said
