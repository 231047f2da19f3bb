"""The link to a server: made without anybody waiting, kept alive, and made again when lost.

Nothing here waits or looks at a clock. Whoever drives it waits for what `wanted` names and for
`next_due`, and then calls `readable` and `tick` with the time.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from random import Random
from selectors import EVENT_READ

from eriantys.client.address import HOME, Address
from eriantys.client.channel import Channel, Ending
from eriantys.client.dial import CannotConnect, Dialling, dial
from eriantys.client.pulse import Pulse
from eriantys.wire.from_client import Bye, FromClient, Ping, Pong
from eriantys.wire.from_server import FromServer, Named, ServerPing, ServerPong, Welcome

PAUSES = (1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 20.0, 30.0)
"""Seconds before each attempt to come back; after the last, somebody has to want it."""
SPREAD = 0.1
"""By how much of itself a pause may be longer: not everybody comes back in the same instant."""
DIAL_SECONDS = 10.0
LOOKUP_SECONDS = 20.0
"""What looking a name up may take on top of that; the system itself knows no end of it."""
UNSENT_MOST = 256 * 1024
"""Bytes that may wait for a server which does not read; a player says a hundred at a time."""


class Link:
    """The connection to one server at a time, as screens see it and as the loop drives it."""

    attempts = len(PAUSES)
    """How often it will be tried to come back before somebody has to say what to do."""

    def __init__(
        self,
        address: Address,
        *,
        ca_file: str | None = None,
        home: Callable[[], socket.socket] | None = None,
        chance: Random | None = None,
    ) -> None:
        self.address = address
        self._ca_file = ca_file
        self._home = home
        """Connects to the table at home, where there is one."""
        self._chance = chance or Random()
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)
        self._dialling: Dialling | None = None
        self._dial_until = 0.0
        self._watched = False
        """Whether the loop knows already that there is no connection but a dialling."""
        self._channel: Channel | None = None
        self._pulse = Pulse(0.0)
        """Of the channel, where there is one."""
        self._forget()

    def _forget(self) -> None:
        """Begin as if nothing had been tried."""
        self._trouble = ""
        self._attempt = 0
        self._retry_at: float | None = None
        self._known = False
        """Whether there ever was a server that said welcome."""
        self._coming_back = False
        """Whether it is being tried to come back, and nobody is logged in yet."""

    # How it is.

    @property
    def online(self) -> bool:
        """Whether the server can hear what is said now."""
        return self._channel is not None

    @property
    def dialling(self) -> bool:
        """Whether a connection is being made."""
        return self._dialling is not None

    @property
    def trouble(self) -> str:
        """Why there is no connection, as a sentence."""
        return self._trouble

    @property
    def attempt(self) -> int:
        """How often it was tried in vain to come back."""
        return self._attempt

    @property
    def retry_at(self) -> float | None:
        """When it will be tried again; None while it is being tried, or not by itself."""
        return self._retry_at

    @property
    def needs_key(self) -> bool:
        """Whether nothing will happen until somebody says `retry`."""
        idle = not self.online and not self.dialling and self._retry_at is None
        return idle and bool(self._trouble)

    @property
    def delay(self) -> float | None:
        """Seconds from a ping to its pong; None before the first."""
        return self._pulse.delay if self.online else None

    # What the loop waits for.

    def wanted(self) -> dict[int, int]:
        """Tell the descriptors to wait on, and for which events; for any, call `readable`."""
        self._watched = True
        wanted = {self._woken.fileno(): EVENT_READ}
        if self._channel is not None:
            wanted[self._channel.fileno()] = self._channel.events
        return wanted

    def next_due(self) -> float | None:
        """Tell when `tick` has something to do, if nothing happens before."""
        if self._dialling is not None:
            return self._dial_until
        if self._channel is None:
            return self._retry_at
        return self._pulse.due

    # Coming and going.

    def dial(self, now: float) -> None:
        """Begin to connect, unless that is done or under way."""
        if self.online or self.dialling:
            return
        self._retry_at = None
        self._coming_back = self._known
        self._watched = False
        self._dial_until = now + DIAL_SECONDS + LOOKUP_SECONDS
        connect: Callable[[], socket.socket]
        connect = partial(dial, self.address, timeout=DIAL_SECONDS, ca_file=self._ca_file)
        if self.address == HOME and self._home is not None:
            connect = self._home
        self._dialling = Dialling(self.address, connect, self._wake)

    def retry(self, now: float) -> None:
        """Try at once to come back, because somebody wants it."""
        if self.needs_key:
            self._attempt = 0
        self.dial(now)

    def go_to(self, address: Address, now: float) -> None:
        """Leave this server, if there is one, and begin to connect to another."""
        self._leave()
        self._forget()
        self.address = address
        self.dial(now)

    def hang_up(self, sentence: str) -> None:
        """End the connection for a reason of one's own, and wait for somebody."""
        self._leave()
        self._retry_at = None
        self._trouble = sentence

    def close(self) -> None:
        """End everything; the link cannot be used any more."""
        self._leave()
        self._woken.close()
        self._waker.close()

    def _leave(self) -> None:
        """Say goodbye where anybody listens, so that nobody there waits for a return."""
        if self._dialling is not None:
            self._dialling.abandon()
            self._dialling = None
        if self._channel is not None:
            self._channel.send([Bye()])
            self._channel.close()
            self._channel = None

    # What happens.

    def readable(self, now: float) -> list[FromServer]:
        """Take in what has come, and return what the server said but for signs of life."""
        self._take_connection(now)
        channel = self._channel
        if channel is None:
            return []
        count, messages = channel.receive()
        if count:
            self._pulse.hear(now, halfway=channel.halfway, complete=bool(messages))
        channel.flush()  # TLS may have waited for just this
        kept = [message for message in messages if not self._is_sign_of_life(message, now)]
        if any(isinstance(message, ServerPing) for message in messages):
            channel.send([Pong()])  # one for all: nobody counts them
        if channel.ending is not None:
            self._lose(channel.ending, now)
        return kept

    def writable(self, now: float) -> None:  # noqa: ARG002 - as all that the loop calls
        """Send what could not be sent before."""
        if self._channel is not None:
            self._channel.flush()

    def send(self, messages: Iterable[FromClient]) -> None:
        """Say something to the server; whoever is not connected says it to nobody."""
        if self._channel is not None:
            self._channel.send(messages)

    def tick(self, now: float) -> None:
        """Do what is due."""
        if self._dialling is not None and now >= self._dial_until:
            self._dialling.abandon()
            self._dialling = None
            self._lose(Ending(f"{self.address} does not answer.", passing=True), now)
        if self._channel is not None:
            self._keep_alive(self._channel, now)
        if self._retry_at is not None and now >= self._retry_at:
            self.dial(now)

    # The connection.

    def _wake(self) -> None:
        with suppress(OSError):  # it is full: so somebody will wake up in any case
            self._waker.send(b"!")

    def _take_connection(self, now: float) -> None:
        """Look what has become of dialling."""
        if not self._watched:
            # A new socket may get the number of the one before, and then the loop must have
            # let go of that one first.
            return
        with suppress(BlockingIOError):
            self._woken.recv(100)
        if self._dialling is None or self._dialling.outcome is None:
            return
        outcome = self._dialling.outcome
        self._dialling = None
        if isinstance(outcome, CannotConnect):
            self._lose(Ending(str(outcome), passing=True), now)
            return
        self._channel = Channel(outcome)
        self._trouble = ""
        self._pulse = Pulse(now)

    def _lose(self, ending: Ending, now: float) -> None:
        """Learn that there is no connection, and decide whether to come back."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        self._trouble = ending.sentence
        if self._coming_back:
            self._attempt += 1
        if self._known and ending.passing and self._attempt < len(PAUSES):
            pause = PAUSES[self._attempt]
            self._retry_at = now + pause + pause * SPREAD * self._chance.random()

    def _is_sign_of_life(self, message: FromServer, now: float) -> bool:
        match message:
            case ServerPing():
                return True
            case ServerPong():
                self._pulse.pong(now)
                return True
            case Welcome():
                self._known = True
                self._pulse.welcome(message.limits, now)
            case Named():
                self._coming_back = False
                self._attempt = 0
        return False

    def _keep_alive(self, channel: Channel, now: float) -> None:
        """Give a sign of life where it is time, and look for the server's."""
        gone = self._pulse.gone(now)
        if channel.unsent > UNSENT_MOST:
            gone = "The server does not listen any more."
        if gone:
            self._lose(Ending(gone, passing=True), now)
        elif self._pulse.wants_ping(now):
            channel.send([Ping()])
