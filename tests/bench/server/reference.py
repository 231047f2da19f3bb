"""The least that a durable match server can do: the measure for ours.

`python -m tests.bench.server.reference STORE` listens on a free port and prints it. It seats
two players at each match, checks whose turn it is, counts a student, writes the move down and
tells both what changed. There are no rules, names, clocks, limits or logs. All moves of one
turn of its loop are committed together, and nobody hears of a move before it is on disk.
"""

from __future__ import annotations

import selectors
import socket
import sqlite3
import sys
from collections.abc import Callable
from typing import Any

import cbor2

from eriantys.wire.frames import HEADER_SIZE, frame

READ_SIZE = 65536
ACCEPT_AT_ONCE = 64
LONGEST = 65536

COLOURS = 5
ISLANDS = 12
BAG = 90


class Match:
    """Two seats, and the students that were put on islands."""

    __slots__ = ("islands", "number", "seats", "turn", "uid")

    def __init__(self, uid: int) -> None:
        self.uid = uid
        self.turn = 0
        self.number = 0
        self.seats: list[Player | None] = [None, None]
        self.islands = [[0] * COLOURS for _ in range(ISLANDS)]


class Player:
    """One connection."""

    __slots__ = ("match", "seat", "slow", "socket", "unread", "unsent")

    def __init__(self, accepted: socket.socket) -> None:
        self.socket = accepted
        self.unread = b""
        self.unsent = b""
        self.slow = False
        """Whether the loop waits until more can be sent."""
        self.match: Match | None = None
        self.seat = 0


class Reference:
    """The whole server."""

    def __init__(self, store: str) -> None:
        self.selector = selectors.DefaultSelector()
        self.door = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.door.setblocking(False)
        self.selector.register(self.door, selectors.EVENT_READ)
        self.matches: dict[str, Match] = {}
        self.moves: list[tuple[int, int, int, bytes]] = []
        """What is not on disk yet."""
        self.talked_to: dict[Player, None] = {}
        """Those with something unsent."""
        self.store = sqlite3.connect(store, isolation_level=None)
        self.store.execute("PRAGMA journal_mode = WAL").fetchall()
        self.store.execute("PRAGMA synchronous = FULL")
        self.store.execute(
            "CREATE TABLE moves (match INTEGER, number INTEGER, seat INTEGER, move BLOB,"
            " PRIMARY KEY (match, number)) WITHOUT ROWID"
        )

    def run(self) -> None:
        """Serve until somebody ends the process."""
        while True:
            for key, events in self.selector.select():
                if key.data is None:
                    self.let_in()
                elif events & selectors.EVENT_READ:
                    self.read(key.data)
                else:
                    self.talked_to[key.data] = None
            if self.moves:
                self.store.execute("BEGIN")
                self.store.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", self.moves)
                self.store.execute("COMMIT")
                self.moves.clear()
            for player in self.talked_to:
                self.send(player)
            self.talked_to.clear()

    def let_in(self) -> None:
        """Accept those who wait at the door."""
        for _ in range(ACCEPT_AT_ONCE):
            try:
                accepted, _ = self.door.accept()
            except BlockingIOError:
                return
            accepted.setblocking(False)
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.selector.register(accepted, selectors.EVENT_READ, Player(accepted))

    def read(self, player: Player) -> None:
        """Take in what a player has sent, and do what it says."""
        try:
            data = player.socket.recv(READ_SIZE)
            if not data:
                raise ConnectionError
            self.take_in(player, data)
        except BlockingIOError:
            return
        except (OSError, ValueError, KeyError):
            self.drop(player)

    def take_in(self, player: Player, data: bytes) -> None:
        """Cut what has come into frames."""
        if player.unread:
            data = player.unread + data
        begin, size = 0, len(data)
        while size - begin >= HEADER_SIZE:
            end = begin + HEADER_SIZE + int.from_bytes(data[begin : begin + HEADER_SIZE], "big")
            if end - begin > LONGEST:
                raise ValueError("a frame is too long")
            if end > size:
                break
            message = cbor2.loads(data[begin + HEADER_SIZE : end])
            HANDLERS[message["type"]](self, player, message)
            begin = end
        player.unread = data[begin:] if begin < size else b""

    def join(self, player: Player, message: dict[str, Any]) -> None:
        """Seat a player, and show the match."""
        match = self.matches.get(message["match"])
        if match is None:
            match = self.matches[message["match"]] = Match(len(self.matches) + 1)
        player.match, player.seat = match, message["seat"]
        match.seats[player.seat] = player
        shown = {"type": "state", "number": match.number, "islands": match.islands}
        self.tell(player, frame(cbor2.dumps(shown)))

    def move(self, player: Player, message: dict[str, Any]) -> None:
        """Let a move happen, and tell both players of it once it is on disk."""
        match, move = player.match, message["move"]
        if match is None or match.turn != player.seat:
            raise ValueError("it is not this player's turn")
        colour, island = move["colour"], move["to"]
        match.number += 1
        match.islands[island][colour] += 1
        match.turn = 1 - match.turn
        self.moves.append((match.uid, match.number, player.seat, cbor2.dumps(move)))
        delta = {
            "type": "moved",
            "match": message["match"],
            "number": match.number,
            "seat": player.seat,
            "move": move,
            "bag": match.number * 7 % BAG,
            "set": [[island, colour, match.islands[island][colour]], [5, 2, 1]],
            "turn": match.turn,
            "left": 30.5,
        }
        told = frame(cbor2.dumps(delta))
        for seated in match.seats:
            if seated is not None:
                self.tell(seated, told)

    def ping(self, player: Player, _message: dict[str, Any]) -> None:
        """Give a sign of life."""
        self.tell(player, frame(cbor2.dumps({"type": "pong"})))

    def tell(self, player: Player, data: bytes) -> None:
        """Note what a player shall be sent at the end of this turn of the loop."""
        player.unsent += data
        self.talked_to[player] = None

    def send(self, player: Player) -> None:
        """Send what the system takes."""
        try:
            sent = player.socket.send(player.unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.drop(player)
            return
        player.unsent = player.unsent[sent:]
        if bool(player.unsent) != player.slow:
            player.slow = not player.slow
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if player.slow else 0)
            self.selector.modify(player.socket, events, player)

    def drop(self, player: Player) -> None:
        """Let go of a connection."""
        self.selector.unregister(player.socket)
        player.socket.close()
        if player.match is not None:
            player.match.seats[player.seat] = None


HANDLERS: dict[str, Callable[[Reference, Player, dict[str, Any]], None]] = {
    "join": Reference.join,
    "move": Reference.move,
    "ping": Reference.ping,
}


def main() -> None:
    reference = Reference(sys.argv[1])
    print(f"listening on 127.0.0.1:{reference.door.getsockname()[1]}", flush=True)
    reference.run()


if __name__ == "__main__":
    main()
