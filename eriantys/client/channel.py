"""One connection to a server: bytes in and messages out, without ever waiting for either."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable
from selectors import EVENT_READ, EVENT_WRITE
from typing import NamedTuple

from eriantys.client.text import clean
from eriantys.wire.errors import WireError
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer, ServerBye, Welcome
from eriantys.wire.messages import read_from_server, write

FRAME_MOST = 256 * 1024
"""The longest content of a frame, in bytes, as long as the server has not named another."""
FRAME_BELIEVED = 1024 * 1024
"""No limit that a server names is believed beyond this."""
READ_SIZE = 64 * 1024
READS_AT_ONCE = 4
"""More is left for later, so that a server that never stops cannot keep the keyboard out."""


class Ending(NamedTuple):
    """How a connection ended."""

    sentence: str
    passing: bool
    """Whether it makes sense to come back without having been asked to."""


class Channel:
    """A connected socket, and what is on its way through it.

    Nothing that the server does raises anything here: whatever goes wrong becomes `ending`.
    """

    def __init__(self, connected: socket.socket) -> None:
        connected.setblocking(False)
        self._socket = connected
        self._reader = FrameReader(FRAME_MOST)
        self._unsent = bytearray()
        self._deaf = False
        """Whether nothing can be sent any more; what is still to be read tells why."""
        self._read_needs = EVENT_READ
        self._write_needs = EVENT_WRITE
        """What must happen on the socket first; TLS has words of its own to exchange."""
        self.greeted = False
        """Whether the server has said welcome."""
        self.ending: Ending | None = None

    def fileno(self) -> int:
        """Tell the descriptor to wait on."""
        return self._socket.fileno()

    @property
    def events(self) -> int:
        """What to wait for."""
        return self._read_needs | (self._write_needs if self._unsent else 0)

    @property
    def unsent(self) -> int:
        """How many bytes the system has not taken yet."""
        return len(self._unsent)

    @property
    def halfway(self) -> bool:
        """Whether a message has begun to come, and is not complete."""
        return self._reader.waiting

    def close(self) -> None:
        """Let go of the socket."""
        self._socket.close()

    # Sending.

    def send(self, messages: Iterable[FromClient]) -> None:
        """Say something, now or as soon as the server takes it."""
        if self._deaf or self.ending is not None:
            return
        for message in messages:
            self._unsent += write(message)
        self.flush()

    def flush(self) -> None:
        """Send as much of what is unsent as the system takes."""
        while self._unsent:
            try:
                sent = self._socket.send(self._unsent)
            except ssl.SSLWantReadError:
                self._write_needs = EVENT_READ
                return
            except (BlockingIOError, InterruptedError, ssl.SSLWantWriteError):
                self._write_needs = EVENT_WRITE
                return
            except OSError:
                self._deaf = True
                self._unsent.clear()
                return
            del self._unsent[:sent]

    # Receiving.

    def receive(self) -> tuple[int, list[FromServer]]:
        """Take what has come: how many bytes, and the messages that they complete."""
        count, messages = 0, list[FromServer]()
        for _ in range(READS_AT_ONCE):
            data = self._read()
            if not data:
                break
            count += len(data)
            self._reader.feed(data)
            self._understand(messages)
            if self.ending is not None:
                break
        return count, messages

    def _read(self) -> bytes:
        """Read what there is; nothing, if there is nothing now or will never be."""
        try:
            data = self._socket.recv(READ_SIZE)
        except ssl.SSLWantWriteError:
            self._read_needs = EVENT_READ | EVENT_WRITE
            return b""
        except (BlockingIOError, InterruptedError, ssl.SSLWantReadError):
            self._read_needs = EVENT_READ
            return b""
        except OSError as error:
            self.ending = Ending(f"The connection broke: {_reason(error)}.", passing=True)
            return b""
        self._read_needs = EVENT_READ
        if not data:
            self.ending = Ending(self._closed(), passing=True)
        return data

    def _closed(self) -> str:
        if self.halfway:
            return "The server closed the connection in the middle of a message."
        return "The server closed the connection without a word."

    def _understand(self, messages: list[FromServer]) -> None:
        try:
            while self.ending is None and (content := self._reader.next_frame()) is not None:
                message = read_from_server(content, clean)
                if message is None:
                    continue  # a later server may have more to say
                if isinstance(message, Welcome):
                    self.greeted = True
                    self._reader.limit = min(message.limits.frame_from_server, FRAME_BELIEVED)
                elif isinstance(message, ServerBye):
                    sentence = message.text or "The server has ended the connection."
                    self.ending = Ending(sentence, passing=message.code == "restarting")
                messages.append(message)
        except WireError:
            self.ending = Ending(self._garbled(), passing=False)

    def _garbled(self) -> str:
        if self.greeted:
            return "The server said something that this program does not understand."
        return "What answers there is no server of eriantys; check the address and the port."


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return (error.reason or "TLS failed").replace("_", " ").lower()
    return error.strerror or type(error).__name__
