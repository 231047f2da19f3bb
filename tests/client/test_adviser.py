"""The adviser is a process that answers, and keeps nobody waiting."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.bots.advice import advise
from eriantys.client.adviser import Adviser
from eriantys.games.dice import FairDice
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.wire.advice import FRAME_MOST, Advice, Question, read_advice, write
from eriantys.wire.frames import FrameReader, encode
from tests.client.boards.scenes import late, sample
from tests.commands.program import PROGRAM, environment

PATIENCE = 30.0
"""Much longer than any thought, even on a busy machine."""
NONSENSE = Question(7, "chess", {}, ("e2e4", "d2d4"), 0)


def question(state: State, number: int = 1) -> Question:
    """Ask as whoever is on turn would."""
    legal = tuple(map(GAME.format, GAME.legal(state)))
    return Question(number, "eriantys", GAME.view(state, state.seat), legal, state.seat)


def answer(adviser: Adviser) -> Advice:
    """Wait for the next answer."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        descriptor = adviser.fileno()
        assert descriptor is not None, "the process has ended"
        if select.select([descriptor], [], [], PATIENCE)[0]:
            for advice in adviser.take():
                return advice
    raise AssertionError("there was no answer")


def process_of(adviser: Adviser) -> subprocess.Popen[bytes]:
    assert adviser._companion is not None
    return adviser._companion._process


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    made = Adviser()
    yield made
    made.close()


def test_it_names_a_legal_action_and_a_chance(adviser: Adviser) -> None:
    assert adviser.fileno() is None
    asked = question(late(), 42)
    adviser.ask(asked)
    advice = answer(adviser)
    assert advice.number == 42
    assert advice.action in asked.legal
    assert advice.chance is not None
    assert 0 <= advice.chance <= 1


def test_nonsense_is_answered_without_an_idea(adviser: Adviser) -> None:
    for asked in (NONSENSE, Question(8, "eriantys", {"mother": "x"}, ("mother 1",) * 2, 3)):
        adviser.ask(asked)
        assert answer(adviser) == Advice(asked.number, "", None)


@pytest.mark.parametrize("part", ["table", "island/5", "turn", "mother", "bag", "school/0"])
@pytest.mark.parametrize("rubbish", [None, 77, "x", b"", [], {}])
def test_no_view_is_too_strange_to_be_answered(part: str, rubbish: object) -> None:
    asked = question(late(), 3)
    broken = Question(3, "eriantys", asked.view | {part: rubbish}, (), asked.seat)
    assert advise(broken, 1) == Advice(3, "")


def test_the_only_action_needs_no_thought() -> None:
    asked = question(late(), 5)
    only = Question(5, "eriantys", asked.view, asked.legal[:1], asked.seat)
    assert advise(only, 1) == Advice(5, asked.legal[0], None)


@pytest.mark.parametrize("noticed", [True, False])
def test_a_dead_process_is_started_again_by_the_next_question(
    adviser: Adviser, noticed: bool
) -> None:
    adviser.ask(NONSENSE)
    answer(adviser)
    first, process = adviser.fileno(), process_of(adviser)
    process.kill()
    process.wait()
    if noticed:
        assert adviser.take() == []
        assert adviser.fileno() is None
    adviser.ask(NONSENSE)
    assert answer(adviser).number == NONSENSE.number
    assert process_of(adviser) is not process
    assert adviser.fileno() != first, "whoever waits for the first would miss the second"


def test_a_stuck_process_keeps_nobody_waiting(adviser: Adviser) -> None:
    adviser.ask(NONSENSE)
    answer(adviser)
    stuck = process_of(adviser)
    stuck.send_signal(signal.SIGSTOP)
    long = Question(9, "chess", {"filler": "x" * 100_000}, (), 0)
    while process_of(adviser) is stuck:  # until there is no more room on the line
        adviser.ask(long)
    assert stuck.returncode == -signal.SIGKILL
    assert answer(adviser).number == 9


def test_what_is_no_advice_ends_the_line(adviser: Adviser) -> None:
    adviser.ask(NONSENSE)
    answer(adviser)
    ours, theirs = socket.socketpair()
    with theirs:
        assert adviser._companion is not None
        adviser._companion.line.close()
        adviser._companion.line = ours
        theirs.sendall(encode({"strange": True}))
        assert adviser.take() == []
    assert adviser.fileno() is None


def test_closing_ends_the_process(adviser: Adviser) -> None:
    adviser.ask(question(sample()))
    process = process_of(adviser)
    adviser.close()
    assert process.returncode is not None
    assert adviser.fileno() is None
    adviser.close()


# The process by itself.


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, subprocess.Popen[bytes]]]:
    """Start the process as whoever wants advice does."""
    ours, theirs = socket.socketpair()
    with (
        ours,
        theirs,
        subprocess.Popen(
            [*PROGRAM, "bot", "--advise", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(),
            pass_fds=[theirs.fileno()],
        ) as process,
    ):
        theirs.close()
        ours.settimeout(PATIENCE)
        yield ours, process
        process.kill()


def heard(line: socket.socket) -> Advice:
    reader = FrameReader(FRAME_MOST)
    while (content := reader.next_frame()) is None:
        data = line.recv(65536)
        assert data, "the process has ended"
        reader.feed(data)
    return read_advice(content)


def worked(process: subprocess.Popen[bytes]) -> int:
    """Tell how many ticks of its processor a process has used."""
    stat = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(stat[11])


def test_the_end_of_the_line_is_its_end_in_the_middle_of_a_thought(
    line: tuple[socket.socket, subprocess.Popen[bytes]],
) -> None:
    ours, process = line
    ours.sendall(write(NONSENSE))
    heard(ours)
    before = worked(process)
    state = GAME.new(4, GAME.Options(expert=True), FairDice(bytes(32)))
    ours.sendall(write(question(state)))
    while worked(process) < before + 3:
        assert not select.select([ours], [], [], 0.01)[0], "it thinks too quickly for this"
    ours.close()
    closed = time.monotonic()
    assert process.wait(PATIENCE) == os.EX_OK
    assert time.monotonic() - closed < 1
    assert process.stdout is not None
    assert process.stdout.read() == b""


def test_whoever_asks_again_does_not_wait_for_the_first_answer(
    line: tuple[socket.socket, subprocess.Popen[bytes]],
) -> None:
    ours, _ = line
    several = [Question(number, "chess", {}, (), 0) for number in range(200)]
    ours.sendall(b"".join(map(write, several)))
    numbers = [heard(ours).number]
    while numbers[-1] != 199:
        numbers.append(heard(ours).number)
    assert numbers == sorted(set(numbers))


def test_what_cannot_be_read_ends_it(
    line: tuple[socket.socket, subprocess.Popen[bytes]],
) -> None:
    ours, process = line
    ours.sendall(encode({"number": "none"}))
    assert process.wait(PATIENCE) == os.EX_OK
    assert process.stdout is not None
    assert process.stdout.read() == b""
