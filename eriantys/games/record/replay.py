"""Playing a recorded match again, and proving what it claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from eriantys.games.contract import (
    BadSetting,
    Event,
    Game,
    Illegal,
    Outcome,
    check_seats,
    check_together,
    excerpt,
    read_options,
)
from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.games.record.match import Match, Move
from eriantys.games.record.troubles import Untrue, Unverifiable


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a replay, and the state that it has led to."""

    move: Move
    events: list[Event]
    state: Any


def first_state(game: Game[Any, Any], match: Match) -> Any:
    """Set a recorded match up again; raise `Unverifiable` or `Untrue` if that cannot be."""
    if match.version != game.version:
        raise Unverifiable(
            match.lines.get("Rules", 0),
            f"it was played by version {match.version} of the rules of {game.title}, "
            f"and here is version {game.version}.",
        )
    if match.secret is None:
        raise Unverifiable(
            match.lines.get("Commitment", 0),
            "the secret is not revealed, so the draws cannot be repeated.",
        )
    try:
        seats = check_seats(game, len(match.players))
    except BadSetting as error:
        raise Untrue(match.lines.get(f"Player {len(match.players)}", 0), str(error)) from None
    try:
        options = read_options(game, match.options)
        check_together(game, seats, options)
    except BadSetting as error:
        raise Untrue(match.lines.get("Options", 0), str(error)) from None
    return game.new(seats, options, FairDice(match_seed(match.secret, match.nonces)))


def replay(game: Game[Any, Any], match: Match) -> Iterator[Step]:
    """Play a recorded match again, a step a move; each step has a state of its own."""
    return _steps(game, match, first_state(game, match))


def _steps(game: Game[Any, Any], match: Match, state: Any) -> Iterator[Step]:
    for move in match.moves:
        state = game.copy(state)
        try:
            events = game.apply(state, move.seat, game.parse(move.action))
        except Illegal as refusal:
            raise Untrue(move.line, f"{excerpt(move.action)}: {refusal.text}") from None
        yield Step(move, events, state)


def verify(game: Game[Any, Any], match: Match) -> None:
    """Play a recorded match again and raise `Untrue` at the first false claim."""
    state = first_state(game, match)
    if match.secret is not None and commitment(match.secret) != match.commitment:
        raise Untrue(
            match.lines.get("Secret", 0), "the secret is not the one that was committed to."
        )
    for step in _steps(game, match, state):
        state = step.state
    _compare(match, game.outcome(state))


def _compare(match: Match, outcome: Outcome | None) -> None:
    claimed, where = match.outcome, match.lines.get
    if claimed is None and outcome is None:
        return
    if outcome is None:
        raise Untrue(
            where("Result", 0), "a result is claimed, but after the last move the game goes on."
        )
    if claimed is None:
        line = where("Result", 0) or match.moves[-1].line
        raise Untrue(line, "no result is given, but with the last move the game is over.")
    if claimed.ranking != outcome.ranking:
        raise Untrue(where("Result", 0), f"the result is another: {describe(outcome)}.")
    if claimed.scores != outcome.scores:
        scores = " ".join(map(str, outcome.scores))
        raise Untrue(where("Scores", 0), f"the scores are others: {scores}.")
    if claimed.reason != outcome.reason:
        raise Untrue(where("Reason", 0), f"the game ended by another reason: {outcome.reason}.")


def describe(outcome: Outcome) -> str:
    """Say in a few words how a match ended."""
    if not outcome.winners:
        return f"nobody wins ({outcome.reason})"
    *most, last = (f"player {seat + 1}" for seat in outcome.winners)
    winners = f"{', '.join(most)} and {last} win" if most else f"{last} wins"
    return f"{winners} ({outcome.reason})"
