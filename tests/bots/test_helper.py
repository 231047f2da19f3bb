"""The server's helper as a process of its own, to which the tests hand seats over sockets."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from typing import TypeVar

import pytest
from msgspec.structs import replace

from eriantys import exits
from eriantys.games.eriantys import GAME
from eriantys.wire.frames import FrameReader, encode
from eriantys.wire.from_client import FromClient, Move, Pong, Ticket
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Request,
    ServerBye,
    ServerPing,
    Started,
    Update,
)
from eriantys.wire.messages import read_from_client, write
from tests.bots.tables import listed, new
from tests.commands.program import PATIENCE, PROGRAM, environment
from tests.server.parlour import Parlour, Person
from tests.wire import samples

M = TypeVar("M")

LED = """
import sys
from eriantys.bots.thinking import Mind
from eriantys.cli import main

def decide(mind, decision, now, waiting=1):
    print(decision.match, waiting, flush=True)
    if sys.stdin.readline() == "for ever\\n":
        print("thinking", flush=True)
        while True:
            pass
    return decision.offered[0]

Mind.decide = decide
sys.exit(main(["bot", "--helper", sys.argv[1]]))
"""
"""A helper that tells what it thinks about, for how many, and goes on when it is told to."""

LED_PROGRAM = (sys.executable, "-c", LED)
USUAL_PROGRAM = (*PROGRAM, "bot", "--helper")

STARTED = replace(
    next(each for each in samples.FROM_SERVER if isinstance(each, Started)), number=0, seat=0
)
REQUEST = Request(1, "move", 600_000, "move", ("a", "b"))


class SeatLine:
    """The server's end of the connection of one seat."""

    def __init__(self, connection: socket.socket, ticket: bytes) -> None:
        self.socket = connection
        self.socket.settimeout(PATIENCE)
        self.ticket = ticket
        self._reader = FrameReader(2**16)

    def say(self, *messages: FromServer) -> None:
        self.socket.sendall(b"".join(map(write, messages)))

    def hear(self) -> FromClient | None:
        """Return the next message; None at the end."""
        while (content := self._reader.next_frame()) is None:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self._reader.feed(data)
        return read_from_client(content)

    def sit_down(self, match: int = 17) -> None:
        """Let the bot in, as a server would."""
        self.say(Request(0, "login", 60_000))
        assert self.hear() == Ticket(self.ticket)
        self.say(replace(STARTED, match=match))


class Helper:
    """The process, and the control line to it."""

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self.process = process
        self.control = control
        self.lines: list[SeatLine] = []

    def call(self, level: str = "easy") -> SeatLine:
        """Hand a seat over."""
        ours, theirs = socket.socketpair()
        ticket = bytes([len(self.lines)]) * 32
        with theirs:
            call = encode({"ticket": ticket, "level": level})
            socket.send_fds(self.control, [call], [theirs.fileno()])
        self.lines.append(SeatLine(ours, ticket))
        return self.lines[-1]

    def told(self) -> str:
        """Return the next line that a led helper prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()

    def tell(self, what: str = "") -> None:
        """Let a led helper go on."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what}\n".encode())
        self.process.stdin.flush()

    def end(self) -> tuple[int, str, str]:
        """Hang up, and return what came of the process."""
        self.control.close()
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


@contextmanager
def helping(program: tuple[str, ...]) -> Iterator[Helper]:
    """Start a helper as a server does, and make sure that it does not outlive the test."""
    ours, theirs = socket.socketpair()
    with (
        theirs,
        subprocess.Popen(
            [*program, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        theirs.close()
        made = Helper(process, ours)
        try:
            yield made
        finally:
            process.kill()
            ours.close()
            for line in made.lines:
                line.socket.close()


@pytest.fixture
def helper() -> Iterator[Helper]:
    with helping(USUAL_PROGRAM) as made:
        yield made


@pytest.fixture
def led() -> Iterator[Helper]:
    with helping(LED_PROGRAM) as made:
        yield made


class Through:
    """A seat of a helper, led through to a server in memory under somebody's name."""

    def __init__(self, parlour: Parlour, line: SeatLine, name: str) -> None:
        self.line, self.name = line, name
        self.person: Person = parlour.connect()
        self.sent = 0

    def forward(self) -> None:
        """Hand on what the server has said."""
        news, self.sent = self.person.raw[self.sent :], len(self.person.raw)
        if news:
            self.line.socket.sendall(news)

    def take_in(self) -> None:
        """Hand on one message of the helper, its ticket as a login."""
        message = self.line.hear()
        assert message is not None
        if isinstance(message, Ticket):
            assert message.ticket == self.line.ticket
            self.person.prove(self.name)
        else:
            self.person.say(message)


@pytest.mark.parametrize("guidance", ["full", "none"])
def test_a_helper_plays_whole_matches_on_all_seats(helper: Helper, guidance: str) -> None:
    parlour = Parlour()
    names = ("luna", "nova", "stella")
    for person in parlour.seat(*names, game="eriantys", guidance=guidance):
        person.drop()
    seats = [Through(parlour, helper.call(), name) for name in names]
    with DefaultSelector() as selector:
        for seat in seats:
            selector.register(seat.line.socket, EVENT_READ, seat)
        while not all(seat.person.all(Ended) for seat in seats):
            for seat in seats:
                seat.forward()
            ready = selector.select(PATIENCE)
            assert ready, "nobody says anything any more"
            for key, _ in ready:
                key.data.take_in()
    for seat in seats:
        assert seat.person.last(Ended).scores, "it ended by its rules"
        assert seat.person.all(Error) == []
    assert helper.end() == (exits.OK, "", "")


def test_every_seat_has_its_own_ticket_however_many_come_at_once(helper: Helper) -> None:
    lines = [helper.call() for _ in range(40)]
    for line in reversed(lines):
        line.sit_down()
    assert helper.end() == (exits.OK, "", "")


def test_every_seat_that_is_taken_in_is_answered_on_the_control_line(helper: Helper) -> None:
    helper.control.settimeout(PATIENCE)
    for _ in range(3):
        helper.call()
        assert helper.control.recv(100) == b"+"
    assert helper.end() == (exits.OK, "", "")


def test_a_helper_that_is_stuck_in_a_thought_takes_no_seat_in(led: Helper) -> None:
    line = led.call()
    line.sit_down()
    assert led.control.recv(100) == b"+"
    line.say(REQUEST)
    led.told()
    led.call()
    led.control.setblocking(False)
    with pytest.raises(BlockingIOError):
        led.control.recv(100)
    led.tell()
    line.hear()
    led.control.settimeout(PATIENCE)
    assert led.control.recv(100) == b"+"


def test_a_helper_gives_way_to_everybody_else(helper: Helper) -> None:
    helper.call().sit_down()
    assert os.getpriority(os.PRIO_PROCESS, helper.process.pid) == 19


@pytest.mark.parametrize("what", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_the_end_of_a_terminal_are_for_the_server(
    helper: Helper, what: signal.Signals
) -> None:
    line = helper.call()
    line.sit_down()
    helper.process.send_signal(what)
    line.say(ServerPing())
    assert line.hear() == Pong()
    assert helper.end() == (exits.OK, "", "")


def test_a_helper_ends_with_its_server_in_the_middle_of_a_thought(led: Helper) -> None:
    line = led.call()
    line.sit_down()
    line.say(REQUEST)
    led.told()
    led.tell("for ever")
    assert led.told() == "thinking"
    assert led.end() == (exits.OK, "", "")


def test_a_helper_that_nobody_needs_yet_ends_with_its_server(helper: Helper) -> None:
    assert helper.end() == (exits.OK, "", "")


def test_nobody_starves_while_others_are_asked_again_and_again(led: Helper) -> None:
    first, second, third = (led.call() for _ in range(3))
    matches = {1: first, 2: second, 3: third}
    for match, line in matches.items():
        line.sit_down(match)
    numbers = dict.fromkeys(matches, 1)
    asked: list[int] = []
    # While the first is thought about, the other two come to wait behind it.
    first.say(REQUEST)
    assert led.told() == "1 1"
    second.say(REQUEST)
    third.say(REQUEST)
    current = 1
    for _ in range(9):
        led.tell()
        assert matches[current].hear() == Move(numbers[current], "a")
        asked.append(current)
        thinking_of, waiting = map(int, led.told().split())
        assert waiting == 2, "the third was just asked again"
        number = numbers[current]
        numbers[current] += 1
        matches[current].say(
            Update(current, number, 0, "a", (), {}, 0, "move", 600_000),
            replace(REQUEST, id=number + 1),
        )
        current = thinking_of
    assert sorted(asked[:3]) == [1, 2, 3]
    assert asked[3:6] == asked[:3]
    assert asked[6:] == asked[:3]


def test_a_thought_that_was_overtaken_is_not_said(led: Helper) -> None:
    line = led.call()
    line.sit_down()
    line.say(REQUEST)
    led.told()
    line.say(
        Update(17, 1, 0, "c", (), {}, 0, "move", 600_000), replace(REQUEST, id=2), ServerPing()
    )
    led.tell()
    assert line.hear() == Pong()
    led.told()
    led.tell()
    assert line.hear() == Move(2, "a")


def break_the_view(line: SeatLine) -> None:
    line.sit_down()
    line.say(replace(STARTED, view={}), REQUEST)


def talk_nonsense(line: SeatLine) -> None:
    line.socket.sendall(b"\0\0\0\1?")


@pytest.mark.parametrize(
    ("fail", "said"),
    [
        (break_the_view, "ERROR eriantys.bots: match 17: the bot cannot go on\n  Traceback"),
        (talk_nonsense, "ERROR eriantys.bots: the server cannot be understood: "),
    ],
)
def test_a_fault_at_one_seat_is_reported_and_the_others_go_on(
    helper: Helper, fail: Callable[[SeatLine], None], said: str
) -> None:
    good, bad = helper.call(), helper.call()
    fail(bad)
    assert bad.hear() is None
    play_once(good)
    code, out, err = helper.end()
    assert (code, out) == (exits.OK, "")
    assert said in err


def test_a_level_that_there_is_not_leaves_the_seat_alone(helper: Helper) -> None:
    assert helper.call("godlike").hear() is None
    play_once(helper.call())
    assert "There is no level 'godlike'" in helper.end()[2]


def bye(line: SeatLine) -> None:
    line.say(ServerBye("taken-over", "The player is back."))


def ask_for_a_name_again(line: SeatLine) -> None:
    line.say(Error("bad-ticket", "No.", "ticket"), Request(0, "login", 60_000))


def hang_up(line: SeatLine) -> None:
    line.socket.shutdown(socket.SHUT_WR)


@pytest.mark.parametrize("leave", [bye, ask_for_a_name_again, hang_up])
def test_a_seat_that_is_over_is_let_go_of_in_silence(
    helper: Helper, leave: Callable[[SeatLine], None]
) -> None:
    line, other = helper.call(), helper.call()
    line.sit_down()
    leave(line)
    assert line.hear() is None
    play_once(other)
    assert helper.end() == (exits.OK, "", "")


def play_once(line: SeatLine) -> None:
    """Let a bot make one decision at a real table."""
    state = new(2, expert=False, seed=1)
    seat = GAME.turn(state)
    line.sit_down()
    line.say(
        replace(STARTED, view=GAME.view(state, seat), seat=seat),
        replace(REQUEST, legal=tuple(listed(state))),
    )
    move = line.hear()
    assert isinstance(move, Move)
    assert move.action in listed(state)


def test_nonsense_on_the_control_line_is_a_fault(helper: Helper) -> None:
    helper.control.sendall(encode({"ticket": b"short", "level": "easy"}))
    code, out, err = helper.end()
    assert (code, out) == (exits.BROKEN, "")
    assert "the control line cannot be understood" in err
