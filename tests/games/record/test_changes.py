"""Whatever is changed in a record, it is refused, or it is still true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any

import pytest

from eriantys.games.contract import Illegal, read_options
from eriantys.games.dice import (
    FairDice,
    match_seed,
)
from eriantys.games.record import (
    END,
    Damaged,
    Match,
    Move,
    Untrue,
    first_state,
    read,
    replay,
    verify,
    write,
)
from tests.games.record.samples import (
    ERIANTYS,
    AnyGame,
    played,
    real_matches,
    two_players,
)

CHANGES_BY_CHANCE = 250
ODD_CHARACTERS = '0123456789abcdefghijklmnopqrstuvwxyz :=>#"\\\n\r\t\0\x1bPGé\u2028\ud800'


def with_a_line_dropped(lines: list[str]) -> Iterator[list[str]]:
    for place in range(len(lines)):
        yield [*lines[:place], *lines[place + 1 :]]


def with_a_line_twice(lines: list[str]) -> Iterator[list[str]]:
    for place in range(len(lines)):
        yield [*lines[:place], lines[place], *lines[place:]]


def with_two_lines_swapped(lines: list[str]) -> Iterator[list[str]]:
    for place in range(len(lines) - 1):
        yield [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]


def with_a_character_changed(lines: list[str]) -> Iterator[list[str]]:
    text = "\n".join(lines)
    chance = Random(text)
    for _ in range(CHANGES_BY_CHANCE):
        place = chance.randrange(len(text))
        changed = text[:place] + chance.choice(ODD_CHARACTERS) + text[place + 1 :]
        yield changed.split("\n")


def with_a_move_of_the_same_match(lines: list[str]) -> Iterator[list[str]]:
    """Put a move elsewhere into the text: it looks right, wherever it stands."""
    moves = range(lines.index("") + 1, lines.index(END))
    chance = Random("\n".join(lines))
    for _ in range(CHANGES_BY_CHANCE):
        source, target = chance.choice(moves), chance.choice(moves)
        yield [*lines[:target], lines[source], *lines[target + 1 :]]


def is_true(game: AnyGame, match: Match) -> bool:
    """Judge a match by the contract alone."""
    assert match.secret is not None
    if blake2b(match.secret, person=b"commit").digest()[:32] != match.commitment:
        return False
    dice = FairDice(match_seed(match.secret, match.nonces))
    state = game.new(len(match.players), read_options(game, match.options), dice)
    for move in match.moves:
        if game.turn(state) != move.seat:
            return False
        before, action = game.snapshot(state), game.parse(move.action)
        listed = action in game.legal(state)
        try:
            game.apply(state, move.seat, action)
        except Illegal:
            return False
        if not listed and not is_synonym(game, before, state, move.seat):
            return False
    return game.outcome(state) == match.outcome


def is_synonym(game: AnyGame, before: Any, after: Any, seat: int) -> bool:
    """Tell whether some listed action leads to the same state."""
    for action in game.legal(game.restore(before)):
        other = game.restore(before)
        game.apply(other, seat, action)
        if game.snapshot(other) == game.snapshot(after):
            return True
    return False


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(with_a_line_dropped, id="line dropped"),
        pytest.param(with_a_line_twice, id="line twice"),
        pytest.param(with_two_lines_swapped, id="lines swapped"),
        pytest.param(with_a_character_changed, id="character changed"),
        pytest.param(with_a_move_of_the_same_match, id="move put elsewhere"),
    ],
)
@real_matches
def test_a_changed_record_is_refused_or_still_true(
    game: AnyGame, match: Match, changes: Callable[[list[str]], Iterator[list[str]]]
) -> None:
    """Names, date, layout and the order of headers may change, and the same words be others.

    Another legal way to the same result is as true as the first, and cannot be told from it.
    """
    refused = 0
    lines = write(match).split("\n")
    for changed_lines in changes(lines):
        changed = "\n".join(changed_lines)
        refusal, again = judge(game, changed)
        if again is None:
            assert refusal is not None
            assert 0 <= refusal.line <= len(changed_lines)
            refused += 1
            continue
        played_alike = replace(again, players=match.players, date=match.date) == match
        assert played_alike or is_true(game, again), changed
        assert (again.secret, again.commitment) == (match.secret, match.commitment), changed
        assert (again.version, again.outcome) == (match.version, match.outcome), changed
        assert len(again.players) == len(match.players), changed
    assert refused


def judge(game: AnyGame, text: str) -> tuple[Damaged | Untrue | None, Match | None]:
    """Read and check a text; any error but the two that are meant for it goes through."""
    try:
        match = read(text)
        if match.game != game.id:
            return Untrue(match.lines["Game"], "whoever reads it finds no such game."), None
        verify(game, match)
    except (Damaged, Untrue) as refusal:
        return refusal, None
    return None, match


@two_players
def test_another_word_for_the_same_action_is_as_good(game: AnyGame, match: Match) -> None:
    shouted = tuple(Move(move.seat, move.action.upper()) for move in match.moves)
    changed = read(write(replace(match, moves=shouted)))
    assert changed != match
    verify(game, changed)


def test_a_joined_island_may_be_called_by_another_number() -> None:
    match = played(ERIANTYS, 2)
    state, moves, renamed = first_state(ERIANTYS, match), [*match.moves], 0
    for place, step in enumerate(replay(ERIANTYS, match)):
        if re.fullmatch(r"(green|red|yellow|pink|blue) [0-9]+", step.move.action):
            colour = step.move.action.split()[0]
            for action in (f"{colour} {tile}" for tile in range(1, 13)):
                other = ERIANTYS.copy(state)
                ERIANTYS.apply(other, step.move.seat, ERIANTYS.parse(action))
                same = ERIANTYS.snapshot(other) == ERIANTYS.snapshot(step.state)
                if same and action != step.move.action:
                    moves[place] = Move(step.move.seat, action)
                    renamed += 1
        state = step.state
    assert renamed, "no island was joined: choose another match"
    verify(ERIANTYS, read(write(replace(match, moves=tuple(moves)))))
