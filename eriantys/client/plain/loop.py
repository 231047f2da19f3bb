"""Running the line mode: the one place where it meets its streams, the network and time."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from selectors import EVENT_READ, SelectSelector

from eriantys import exits
from eriantys.client import settings
from eriantys.client.address import HOME, Address
from eriantys.client.adviser import Adviser
from eriantys.client.entering import Entered
from eriantys.client.home import Home, name_here, reachable_at
from eriantys.client.keyring import Keyring
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.plain.at_home import AtHome
from eriantys.client.plain.session import PlainSession
from eriantys.wire.from_client import Watch
from eriantys.wire.from_server import FromServer

LINE_MOST = 4000
"""Bytes of one line that are looked at; nobody types more."""
PARTING_SECONDS = 3.0
"""How long the server may take for its last words, once all is said."""
TICK = 1.0


class Typist:
    """The lines that somebody types, or that a pipe or a file holds."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.ended = False
        self._begun = b""
        """A line without an end so far."""

    def read(self) -> list[str]:
        """Take in what there is; it must be known that there is something."""
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            data = b""
        lines = (self._begun + data).split(b"\n")
        self._begun = lines.pop()[:LINE_MOST]
        if not data:
            self.ended = True
            lines.append(self._begun)
        return [line[:LINE_MOST].decode("utf-8", "replace") for line in lines]


def run(
    address: Address,
    name: str,
    guest: bool,
    ca_file: str | None,
    watch: Watch | None = None,
) -> int:
    """Play line by line until the input ends or somebody quits; return how it ended."""
    known = KnownServers()
    name = name or known.name_at(address)
    keys, typist = Keyring(), Typist(_standard_input())
    scripted = not os.isatty(typist.descriptor)
    session = PlainSession(address, name, keys, guest=guest, watch=watch, scripted=scripted)
    return _visit(session, Link(address, ca_file=ca_file), keys, known, typist)


def run_at_home(name: str, port: int | None) -> int:
    """Play so at a table of one's own, which is open to friends at a port if there is one."""
    wishes, _ = settings.load()
    name = name or wishes.home.name or name_here()
    keys, typist = Keyring(), Typist(_standard_input())
    shared = AtHome(None if port is None else Address(reachable_at(), port))
    scripted = not os.isatty(typist.descriptor)
    session = PlainSession(HOME, name, keys, home=shared, scripted=scripted)
    home = Home(port=port)
    try:
        return _visit(session, Link(HOME, home=home.connect), keys, KnownServers(), typist)
    finally:
        home.close()


def _visit(
    session: PlainSession, link: Link, keys: Keyring, known: KnownServers, typist: Typist
) -> int:
    visit = _Visit(session, link, keys, known, typist)
    try:
        return visit.run()
    except BrokenPipeError:
        return exits.OK  # whoever read has seen enough
    finally:
        visit.close()


class _Visit:
    """One run of it."""

    def __init__(
        self,
        session: PlainSession,
        link: Link,
        keys: Keyring,
        known: KnownServers,
        typist: Typist,
    ) -> None:
        self._session = session
        self._link = link
        self._keys = keys
        self._known = known
        self._typist = typist
        self._adviser = Adviser()
        self._was_online = False
        self._remembered = False

    def run(self) -> int:
        session, link = self._session, self._link
        link.dial(time.monotonic())
        with SelectSelector() as selector:
            self._selector = selector
            while not session.over:
                self._wait(TICK, typing=not self._typist.ended)
                self._notice_connection()
                if not self._was_online and self._unreachable():
                    return exits.UNAVAILABLE
                session.tick(time.monotonic())
                self._flush()
            self._part()
        return session.code

    def close(self) -> None:
        """Let go of everything."""
        self._link.close()
        self._adviser.close()

    def _wait(self, seconds: float, *, typing: bool) -> None:
        """Wait for something to happen, and let the session know of it."""
        wanted = self._link.wanted()
        if typing:
            wanted[self._typist.descriptor] = EVENT_READ
        adviser = self._adviser.fileno()
        if adviser is not None:
            wanted[adviser] = EVENT_READ
        watched = dict(self._selector.get_map() or {})
        for descriptor in watched:
            self._selector.unregister(descriptor)
        for descriptor, events in wanted.items():
            self._selector.register(descriptor, events)
        for key, _ in self._selector.select(seconds):
            now = time.monotonic()
            if key.fd == self._typist.descriptor:
                self._read(now)
            elif key.fd == adviser:
                self._take_advice()
            else:
                self._hear(self._link.readable(now), now)
        self._link.tick(time.monotonic())

    def _hear(self, messages: list[FromServer], now: float) -> None:
        for message in messages:
            self._session.hear(message, now)
            if self._session.strange:
                self._link.hang_up(self._session.strange)
                return

    def _take_advice(self) -> None:
        for advice in self._adviser.take():
            self._session.hear_advice(advice)
        if self._adviser.fileno() is None:
            self._session.no_advice()

    def _read(self, now: float) -> None:
        for line in self._typist.read():
            self._session.typed(line, now)
        if self._typist.ended:
            self._session.end_of_input(now)

    def _flush(self) -> None:
        """Send and print what there is to be said."""
        self._link.send(self._session.take_outgoing())
        for question in self._session.take_questions():
            self._adviser.ask(question)
        now = time.monotonic()
        self._link.writable(now)
        if self._session.retrying:
            self._session.retrying = False
            self._link.retry(now)
        self._remember()
        self._session.say(self._keys.trouble, self._known.trouble)
        self._keys.trouble = self._known.trouble = ""
        try:
            for line in self._session.take_output():
                sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise exits.Quit(
                exits.CANNOT_WRITE, f"cannot write the output: {error.strerror}."
            ) from None

    def _notice_connection(self) -> None:
        link = self._link
        if self._was_online and not link.online:
            self._session.lost(link.trouble, time.monotonic(), for_good=link.needs_key)
        self._was_online = link.online

    def _unreachable(self) -> bool:
        """Tell whether there never was a server to talk to; say why."""
        if self._remembered or not self._link.needs_key:
            return False
        self._session.say(self._link.trouble)
        self._flush()
        return True

    def _remember(self) -> None:
        outcome = self._session.entrance.outcome
        if isinstance(outcome, Entered) and not self._remembered:
            self._remembered = True
            address = self._session.entrance.address
            if address == HOME:
                return
            self._known.remember(address, outcome.name, time.time(), guest=outcome.guest)

    def _part(self) -> None:
        """Say goodbye, and let the server finish what it has to say to what was typed."""
        self._flush()
        until = time.monotonic() + PARTING_SECONDS
        while self._link.online and time.monotonic() < until:
            self._wait(until - time.monotonic(), typing=False)
            self._session.take_outgoing()
            with suppress(BrokenPipeError):
                self._flush()


def _standard_input() -> int:
    """Name the descriptor of what is typed, or of nothing where there is no input at all."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return os.open(os.devnull, os.O_RDONLY)
