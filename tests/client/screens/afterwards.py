"""Matches that are over, for the tests of what can be seen of them afterwards."""

from __future__ import annotations

from pathlib import Path

import msgspec

from eriantys.client.match import Match
from eriantys.client.tape import Tape, from_record
from eriantys.games import record
from eriantys.wire.from_server import Ended, ServerHistory, Started, State
from tests.client.screens.stage import Stage

DATA = Path(__file__).resolve().parents[2] / "data"
NUMBER = 7


def tape_of(name: str, seat: int | None = 0, players: tuple[str, ...] = ()) -> Tape:
    """Play one of the stored records again, as somebody on a seat sees it."""
    tape = from_record(record.read((DATA / f"{name}.game").read_text("utf-8")))
    started = msgspec.structs.replace(
        tape.started,
        match=NUMBER,
        seat=seat,
        title="Three is a crowd",
        players=players or tape.started.players,
    )
    ended = None
    if tape.ended is not None:
        ended = msgspec.structs.replace(tape.ended, match=NUMBER)
    return Tape(started, tape.steps, ended)


def history_of(tape: Tape, portion: int = 25) -> list[ServerHistory]:
    """Tell a match as a server does, in portions."""
    parts = [tape.steps[at : at + portion] for at in range(0, tape.last, portion)]
    return [
        ServerHistory(
            NUMBER,
            lines,
            view=tape.started.view if at == 0 else None,
            last=at == len(parts) - 1,
            ended=tape.ended if at == len(parts) - 1 else None,
        )
        for at, lines in enumerate(parts)
    ]


def end(stage: Stage, tape: Tape, ended: Ended | None = None) -> Match:
    """Let a match begin and be over at once, in its last position."""
    last = tape.last
    state = State(NUMBER, last, tape.view(last), None, "", 0)
    told = ended or tape.ended
    assert told is not None
    stage.hear(tape.started, state, told)
    match = stage.model.match
    assert match is not None
    assert isinstance(match.started, Started)
    return match
