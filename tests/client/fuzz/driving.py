"""Plays a script to a whole client, and looks after every step whether all is well.

Nothing may be raised; nothing that is drawn may lie outside of the window; and nothing may be
written but our own sequences and signs that print.
"""

from __future__ import annotations

import signal
import socket
import tempfile
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path
from types import FrameType
from typing import NamedTuple
from unittest.mock import patch

import eriantys
from eriantys.client import app as app_module
from eriantys.client import files
from eriantys.client.app import App
from eriantys.client.boards import unreadable
from eriantys.client.canvas import PAPER, Canvas, Style
from eriantys.client.channel import Channel
from eriantys.client.known import KnownServers
from eriantys.client.paint import paint
from eriantys.client.plain.session import PlainSession
from eriantys.client.settings import Settings
from eriantys.client.starting import rules_of
from eriantys.client.theme import Theme
from eriantys.wire.from_server import FromServer, Started, State, Update
from eriantys.wire.messages import write
from tests.client.fuzz.script import Done, Heard, Lost, Passed, Resized, Script, Step, Typed
from tests.client.players import ADDRESS, Keys, ParlourLink
from tests.client.test_hostile_texts import OWN

BEGIN = 1000.0
STEP_SECONDS = 3.0
"""Of the processor, which no step may ever need."""
PIECE = 32 * 1024
"""Bytes that a connection takes at a time."""
PROGRAM = Path(eriantys.__file__).parent
CANVAS = PROGRAM / "client" / "canvas.py"
"""Where every text that spills is put, whoever put it there."""
PLACES_NAMED = 2
"""How many lines of the program a cause is known by."""


class Fault(NamedTuple):
    """Something that must never happen."""

    cause: str
    """The same for all that have the same cause, as far as one can tell."""
    story: str
    """All there is to know about it."""
    step: int
    """Which step it was."""


class Spilled(Exception):
    """A text was drawn where there is no room for it."""


class Steered(Exception):
    """Something was written that is neither ours nor a sign that prints."""


class Slow(Exception):
    """A step took so long that whoever plays would notice."""


class _Complaints(list[str]):
    """Refuses every text that does not fit, right where it is drawn."""

    def append(self, text: str) -> None:
        raise Spilled(ascii(text))


class _StrictCanvas(Canvas):
    def __init__(self, width: int, height: int, style: Style = PAPER) -> None:
        super().__init__(width, height, style)
        self.spilled = _Complaints()


def play(script: Script, seen: Callable[[Canvas], None] | None = None) -> Fault | None:
    """Play a script, perhaps to an onlooker too; return what was wrong, if anything was."""
    with tempfile.TemporaryDirectory(prefix="eriantys-fuzz-") as folder, _strictly():
        client = _Lines(script) if script.plain else _Screen(script, Path(folder), seen)
        try:
            for at, step in enumerate(script.steps):
                trouble = _take(client, step)
                if trouble is not None:
                    story = "".join(traceback.format_exception(trouble))
                    return Fault(_cause(trouble), story, at)
                if client.over:
                    break
        finally:
            client.hang_up()
    return None


def _take(client: _Client, step: Step) -> Exception | None:
    """Let a client take one step; return what it raised."""
    signal.setitimer(signal.ITIMER_VIRTUAL, STEP_SECONDS)
    try:
        client.take(step)
    except Exception as error:  # whatever it is, it must not be
        return error
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return None


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise Slow(f"more than {STEP_SECONDS} s")


@contextmanager
def _strictly() -> Iterator[None]:
    """Let nothing be drawn outside of the window, nothing go on for ever, and nothing be saved.

    How long a step takes is measured by the processor's time, so that other programs do not
    count; and whoever goes on for ever is stopped right there, so that one sees where it is.
    """
    write_file = files.write

    def write_but_no_record(path: Path, content: bytes, *, anew: bool = False) -> None:
        if anew:  # under whatever name the keys have typed
            raise PermissionError(EACCES, "nothing is saved here")
        write_file(path, content)

    with (
        patch.object(app_module, "Canvas", _StrictCanvas),
        patch.object(files, "write", write_but_no_record),
    ):
        before = signal.signal(signal.SIGVTALRM, _ring)
        try:
            yield
        finally:
            signal.signal(signal.SIGVTALRM, before)


def _cause(error: Exception) -> str:
    """Name a cause by the kind of trouble, and by where in the program it came up."""
    frames = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if PROGRAM in Path(frame.filename).parents and Path(frame.filename) != CANVAS
    ]
    return " ".join((type(error).__name__, *reversed(frames[-PLACES_NAMED:])))


class _Client(ABC):
    """What both kinds of clients have: a connection, a clock, and an end."""

    def __init__(self) -> None:
        self.now = BEGIN
        self._far: socket.socket | None = None
        self._channel: Channel | None = None

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether it has ended, as somebody wanted it to."""

    @abstractmethod
    def take(self, step: Step) -> None:
        """Let something happen to it, and look whether all is well."""

    def hang_up(self) -> None:
        """Let go of the connection."""
        if self._channel is not None and self._far is not None:
            self._channel.close()
            self._far.close()
        self._channel = self._far = None

    def _receive(self, data: bytes) -> list[FromServer]:
        """Let bytes go through a real connection."""
        if self._channel is None or self._far is None:
            self._far, near = socket.socketpair()
            self._channel = Channel(near)
        messages: list[FromServer] = []
        for at in range(0, len(data), PIECE):  # more might not fit, and then it would wait
            self._far.sendall(data[at : at + PIECE])
            messages += self._channel.receive()[1]
            if self._channel.ending is not None:
                break
        return messages

    @property
    def _ended(self) -> str:
        """Why the connection is at its end; empty if it is not."""
        ending = self._channel.ending if self._channel is not None else None
        return ending.sentence if ending is not None else ""


class _Screen(_Client):
    """The full screen, as its loop drives it."""

    def __init__(
        self, script: Script, folder: Path, seen: Callable[[Canvas], None] | None
    ) -> None:
        super().__init__()
        self._seen = seen
        self._theme = Theme(script.depth, script.look, ascii_only=script.ascii_only)
        self._link = ParlourLink()
        self._app = App(
            Settings(animations=script.animations, ascii_only=script.ascii_only),
            self._link,
            Keys(),
            KnownServers(folder),
            rules_of,
            BEGIN,
            lambda: 1_700_000_000.0,
        )
        self._size = (80, 24)
        self._shown: Canvas | None = None
        self._app.begin_at(ADDRESS, script.name, guest=False)

    @property
    def over(self) -> bool:
        return self._app.over

    def take(self, step: Step) -> None:
        match step:
            case Heard():
                self._hear(step.data)
            case Done():
                self._app.handle(step.event)
            case Resized():
                self._size = (step.width, step.height)
            case Passed():
                self.now += step.seconds
            case Lost():
                self._lose("The network is gone.", for_good=step.for_good)
        self._look()

    def _hear(self, data: bytes) -> None:
        self._link.connected = True
        for message in self._receive(data):
            if not self._link.connected:
                break  # the client has hung up on what it was told before
            self._app.hear(message)
        if self._ended or not self._link.connected:
            self._lose(self._ended or self._link.hung_up, for_good=True)

    def _lose(self, sentence: str, *, for_good: bool) -> None:
        self.hang_up()
        self._link.hang_up(sentence)
        self._link.waits_for_key = for_good

    def _look(self) -> None:
        """Do what is due, and draw."""
        self._app.now = self.now
        self._app.tick()
        self._app.next_due()
        for message in self._app.take_outgoing():
            write(message)
        canvas = self._app.picture(*self._size)
        written = paint(self._theme, self._shown, canvas)
        strange = OWN.sub("", written)
        if strange or not self._app.call.title.isprintable():
            raise Steered(ascii(strange or self._app.call.title))
        self._shown = canvas
        if self._seen is not None:
            self._seen(canvas)


class _Lines(_Client):
    """The client that speaks line by line, as its loop drives it."""

    def __init__(self, script: Script) -> None:
        super().__init__()
        self._session = PlainSession(ADDRESS, script.name, Keys())

    @property
    def over(self) -> bool:
        return self._session.over

    def take(self, step: Step) -> None:
        match step:
            case Heard():
                self._hear(step.data)
            case Typed():
                self._session.typed(step.line, self.now)
            case Passed():
                self.now += step.seconds
            case Lost():
                self._lose("The network is gone.", for_good=step.for_good)
        self._session.tick(self.now)
        for message in self._session.take_outgoing():
            write(message)
        for line in self._session.take_output():
            if not line.isprintable():
                raise Steered(ascii(line))

    def _hear(self, data: bytes) -> None:
        trouble = ""
        for message in self._receive(data):
            if isinstance(message, Started | State | Update):
                trouble = unreadable(message, self._session.model.match)
                if trouble:
                    break
            self._session.hear(message, self.now)
        if self._ended or trouble:
            self._lose(self._ended or trouble, for_good=True)

    def _lose(self, sentence: str, *, for_good: bool) -> None:
        self.hang_up()
        self._session.lost(sentence, self.now, for_good=for_good)
