"""The server's helper: one process that plays the seats which the server hands to it.

The server starts it with one end of a socket, the control line, and sends there one frame for
every seat: `{"ticket": bytes, "level": text}`, and with it the descriptor of a connection to
the server. Each is answered by one byte, so that the server knows a process that listens from
one that is stuck. That connection is like anybody's, except that the ticket takes the place of
a name. It is closed when the seat needs no bot any more.

One thing is thought about at a time. Meanwhile everybody else waits, and each in turn gets a
share of the time, so that nobody waits long. When the control line ends, the server is gone,
however that came about, and so is this process: at once, whatever it was thinking about.
"""

from __future__ import annotations

import logging
import os
import secrets
import selectors
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple, NoReturn

import msgspec

from eriantys import exits
from eriantys.bots.seat import Chair, Decision
from eriantys.bots.thinking import Mind
from eriantys.wire.errors import WireError
from eriantys.wire.fields import Key, Word
from eriantys.wire.frames import FrameReader, decode
from eriantys.wire.from_client import FromClient, Ticket
from eriantys.wire.from_server import FromServer, Request, ServerBye
from eriantys.wire.messages import read_from_server, write

log = logging.getLogger("eriantys.bots")

CALL_MOST = 1024
"""The longest content of a frame on the control line, in bytes."""
FRAME_MOST = 256 * 1024
"""The same on the connection of a seat."""
READ_SIZE = 64 * 1024
DESCRIPTORS_AT_ONCE = 16
TAKEN_IN = b"+"
"""What is said on the control line for each seat that has been heard of."""


class Call(msgspec.Struct, frozen=True):
    """What the server says of a seat that wants a bot."""

    ticket: Key
    level: Word


class Place(NamedTuple):
    """A seat that the server has handed over."""

    call: Call
    descriptor: int


class ControlLine:
    """The server's line, read in a thread of its own that also notices its end."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._line.setblocking(True)
        self._reader = FrameReader(CALL_MOST)
        self._descriptors: deque[int] = deque()
        """In the order of the frames to which they belong; some frames may still be coming."""
        self._places: SimpleQueue[Place] = SimpleQueue()
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        threading.Thread(target=self._listen, daemon=True).start()

    def fileno(self) -> int:
        """Tell the descriptor to wait on for more places."""
        return self._woken.fileno()

    def take(self) -> list[Place]:
        """Return the places that have come."""
        with suppress(BlockingIOError):
            self._woken.recv(READ_SIZE)
        places = [self._places.get() for _ in range(self._places.qsize())]
        # Not one may be lost, or this process would count as stuck. The server never waits for
        # us, so it comes to read them; if not, it is not there any more.
        with suppress(OSError):
            self._line.sendall(TAKEN_IN * len(places))
        return places

    def _listen(self) -> None:
        try:
            while self._receive():
                pass
        except Exception:
            log.exception("the control line cannot be understood")
            os._exit(exits.BROKEN)
        # Only this ends the whole process in the middle of a thought.
        os._exit(exits.OK)

    def _receive(self) -> bool:
        """Wait for more; tell whether there was any."""
        try:
            data, came, _, _ = socket.recv_fds(self._line, READ_SIZE, DESCRIPTORS_AT_ONCE)
        except ConnectionError:
            return False
        self._descriptors.extend(came)
        self._reader.feed(data)
        while data and (content := self._reader.next_frame()) is not None:
            call = msgspec.convert(decode(content), Call, builtin_types=(bytes,))
            self._places.put(Place(call, self._descriptors.popleft()))
            with suppress(BlockingIOError):  # it is full, so it will wake up in any case
                self._waker.send(b"!")
        return bool(data)


class Line:
    """The connection of one seat, and the mind that plays there."""

    def __init__(self, place: Place) -> None:
        self.mind = Mind(place.call.level, secrets.randbits(64))
        self.chair = Chair()
        self._socket = socket.socket(fileno=place.descriptor)
        self._socket.setblocking(False)
        self._reader = FrameReader(FRAME_MOST)
        self._ticket: bytes | None = place.call.ticket
        self.over = False
        """Whether nothing more will come of it."""

    def fileno(self) -> int:
        """Tell the descriptor to wait on."""
        return self._socket.fileno()

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def receive(self, now: float) -> None:
        """Take in what the server has said, and say what needs no thinking."""
        try:
            data = self._socket.recv(READ_SIZE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.over = True
        self._reader.feed(data)
        while not self.over and (content := self._reader.next_frame()) is not None:
            message = read_from_server(content)
            if message is not None:
                self.say(self._hear(message, now))

    def say(self, messages: list[FromClient]) -> None:
        """Say something; a server that does not even take these few bytes is not there."""
        try:
            for message in messages:
                self._socket.sendall(write(message))
        except OSError:
            self.over = True

    def _hear(self, message: FromServer, now: float) -> list[FromClient]:
        match message:
            case Request(kind="login"):
                ticket, self._ticket = self._ticket, None
                if ticket is not None:
                    return [Ticket(ticket)]
                self.over = True  # the seat is not to be had any more
            case ServerBye():
                self.over = True
        return self.chair.hear(message, now)


class Helper:
    """All seats of this process, one of which is thought about at a time."""

    def __init__(self, control: socket.socket) -> None:
        self._control = ControlLine(control)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._control, selectors.EVENT_READ)
        self._lines: deque[Line] = deque()
        """The one that was thought about last comes last."""

    def run(self) -> NoReturn:
        """Play until the control line ends, which ends the process."""
        while True:
            self._listen(self._patience(time.monotonic()))
            waiting = self._waiting(time.monotonic())
            if waiting:
                line, decision = waiting[0]
                self._think(line, decision, len(waiting))

    def _waiting(self, now: float) -> list[tuple[Line, Decision]]:
        """List the seats that wait for a decision, the one that waits longest first."""
        wanted = ((line, line.chair.wanted) for line in self._lines)
        return [(line, each) for line, each in wanted if each and each.not_before <= now]

    def _patience(self, now: float) -> float | None:
        """Tell how long there is nothing to think about, if nothing comes."""
        wanted = [each for line in self._lines if (each := line.chair.wanted)]
        return max(0.0, min(each.not_before for each in wanted) - now) if wanted else None

    def _think(self, line: Line, decision: Decision, waiting: int) -> None:
        self._lines.remove(line)
        self._lines.append(line)
        try:
            action = line.mind.decide(decision, time.monotonic(), waiting)
        except Exception:
            about = {"fields": {"match": decision.match}}  # as the server names its matches
            log.exception("match %d: the bot cannot go on", decision.match, extra=about)
            self._drop(line)
            return
        self._listen(0)  # what has come meanwhile may have made the thought a stale one
        if line in self._lines:
            line.say(line.chair.answer(decision, action))
            self._drop_if_over(line)

    def _listen(self, patience: float | None) -> None:
        for key, _ in self._selector.select(patience):
            if isinstance(key.fileobj, Line):
                self._hear(key.fileobj)
            else:
                for place in self._control.take():
                    self._sit_down(place)

    def _sit_down(self, place: Place) -> None:
        try:
            line = Line(place)
        except Exception:
            log.exception("a seat cannot be taken")
            with suppress(OSError):
                os.close(place.descriptor)
            return
        self._lines.append(line)
        self._selector.register(line, selectors.EVENT_READ)

    def _hear(self, line: Line) -> None:
        try:
            line.receive(time.monotonic())
        except WireError as error:
            log.error("the server cannot be understood: %s", error)
            line.over = True
        self._drop_if_over(line)

    def _drop_if_over(self, line: Line) -> None:
        if line.over:
            self._drop(line)

    def _drop(self, line: Line) -> None:
        self._selector.unregister(line)
        self._lines.remove(line)
        line.close()
