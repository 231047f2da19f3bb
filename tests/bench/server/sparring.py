"""People who play with bots, in a process of their own: they answer at once, and bots think.

Run as `python -m tests.bench.server.sparring PORT BOTS LEVEL`. Each of them plays with three
bots, and begins another match when one is over. It prints a line once all bots have begun to
act. When its input ends, they leave, and it prints how often bots have acted in between.
"""

from __future__ import annotations

import os
import selectors
import socket
import sys

from eriantys.wire.fields import Level
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import Create, FromClient, Leave, Login, Move, Pong
from eriantys.wire.from_server import (
    Ended,
    FromServer,
    Matches,
    Request,
    ServerPing,
    Update,
)
from eriantys.wire.messages import read_from_server, write
from tests.keys import A_NONCE, key_of

READY = b"ready\n"
BOTS_EACH = 3
"""How many bots one person plays with: as many as a match takes."""
FRAME_MOST = 256 * 1024
TURN_SECONDS = 3600
NICE = 19


class Sparring:
    """One person and the bots at the same table."""

    def __init__(self, port: int, number: int, bots: int, level: Level) -> None:
        self.name = f"sparring-{number}"
        self.acted = 0
        """How often the bots have acted."""
        self._bots = (level,) * bots
        self._reader = FrameReader(FRAME_MOST)
        self._socket = socket.create_connection(("127.0.0.1", port))

    def fileno(self) -> int:
        """Tell the descriptor to wait on."""
        return self._socket.fileno()

    def listen(self) -> None:
        """Take in what has come, and answer it."""
        data = self._socket.recv(65536)
        if not data:
            sys.exit(f"the server has closed the connection of {self.name}")
        self._reader.feed(data)
        while (content := self._reader.next_frame()) is not None:
            message = read_from_server(content)
            answer = self._answer(message) if message is not None else None
            if answer is not None:
                self._socket.sendall(write(answer))

    def _answer(self, message: FromServer) -> FromClient | None:
        match message:
            case Request(kind="login"):
                return Login(self.name, key=key_of(self.name))
            case Matches(whole=True):
                seats = len(self._bots) + 1
                agreed = {"turn_seconds": TURN_SECONDS, "private": True}
                return Create("eriantys", seats, A_NONCE, bots=self._bots, **agreed)
            case Request(kind="move") if message.legal:
                return Move(message.id, message.legal[message.id % len(message.legal)])
            case Update():
                self.acted += message.seat != 0
            case Ended():
                return Leave()
            case ServerPing():
                return Pong()
        return None


def main() -> None:
    """Play until the input ends."""
    port, bots, level = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    os.nice(NICE)
    sizes = [BOTS_EACH] * (bots // BOTS_EACH) + [bots % BOTS_EACH] * (bots % BOTS_EACH > 0)
    people = [Sparring(port, number, size, level) for number, size in enumerate(sizes)]
    begun = 0
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        for person in people:
            selector.register(person, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if not isinstance(key.fileobj, Sparring):
                    print(sum(person.acted for person in people) - begun)
                    return
                key.fileobj.listen()
            if not begun and all(person.acted for person in people):
                begun = sum(person.acted for person in people)
                sys.stdout.buffer.write(READY)
                sys.stdout.flush()


if __name__ == "__main__":
    main()
