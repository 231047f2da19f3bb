"""How to play at our server and at the reference, with as little effort as possible.

Load that is dear would be measured instead of the server. So the two messages that come with
every move are recognised by their first bytes, and a legal action is copied out of the bytes
of a request. Whatever looks unusual is decoded as it should be.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

import cbor2

from eriantys.wire.frames import HEADER_SIZE, encode, frame
from tests.bench.server.contestants import Trouble
from tests.bench.server.people import Connection, Table

PING = encode({"type": "ping"})
PONG = encode({"type": "pong"})
KEY = b"k" * 32
NONCE = b"n" * 16
TURN_SECONDS = 24 * 3600

_TYPE_AT = HEADER_SIZE + 1
"""Where the first key of a small map is."""
_UPDATE = cbor2.dumps("type") + cbor2.dumps("update")
_REQUEST = cbor2.dumps("type") + cbor2.dumps("request")
_MOVED = cbor2.dumps("type") + cbor2.dumps("moved")
_ID = cbor2.dumps("id")
_LEGAL = cbor2.dumps("legal")
_TURN = cbor2.dumps("turn")
_MOVE = b"\xa3" + b"".join(map(cbor2.dumps, ("type", "move", "request")))
_ACTION = cbor2.dumps("action")

_SMALL, _ONE_BYTE, _TWO_BYTES = 24, 24, 25
_ARRAY, _TEXT = 0x80, 0x60


class _Ears(ABC):
    """Cuts what comes into frames."""

    def __init__(self) -> None:
        self.ended: list[Table] = []
        self.arrived = 0

    def hear(self, connection: Connection, data: bytes) -> bytes | None:
        """Take in what was said; return a move if this connection has to make one."""
        if connection.unread:
            data = connection.unread + data
        elif not data:
            raise Trouble(f"the server has closed the connection of {connection.name!r}")
        begin, size, move = 0, len(data), None
        while size - begin >= HEADER_SIZE:
            end = begin + HEADER_SIZE + int.from_bytes(data[begin : begin + HEADER_SIZE], "big")
            if end > size:
                break
            move = self.take(connection, data, begin, end) or move
            begin = end
        connection.unread = data[begin:] if begin < size else b""
        return move

    @abstractmethod
    def take(self, connection: Connection, data: bytes, begin: int, end: int) -> bytes | None:
        """Look at one frame; return the move that answers it, if it asks for one."""


class Eriantys(_Ears):
    """Plays matches by the base rules, choosing among the legal actions."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self._choose = Random(seed).random

    def greet(self, connection: Connection) -> None:
        """Wait for the server's request for a login."""

    def begin_again(self, table: Table) -> None:
        """Open another match right after the last."""
        table.present = 0
        table.players[0].send(_create(len(table.players)))

    def take(self, connection: Connection, data: bytes, begin: int, end: int) -> bytes | None:
        """Take one frame in."""
        if data.startswith(_UPDATE, begin + _TYPE_AT):
            assert connection.table is not None
            connection.table.heard += 1
            return None
        if data.startswith(_REQUEST, begin + _TYPE_AT):
            move = self.answer(data, begin, end)
            if move is not None:
                return move
        return self._consider(connection, cbor2.loads(data[begin + HEADER_SIZE : end]))

    def answer(self, data: bytes, begin: int, end: int) -> bytes | None:
        """Answer a request for a move by the look of its bytes; None if it looks strange."""
        number = data.find(_ID, begin, end) + len(_ID)
        legal = data.find(_LEGAL, begin, end) + len(_LEGAL)
        if number < len(_ID) or legal < len(_LEGAL):
            return None
        width = data[number]
        last = number + 1 if width < _SMALL else number + width - _ONE_BYTE + 2
        count = data[legal] - _ARRAY
        legal += 1
        if count == _ONE_BYTE:
            count = data[legal]
            legal += 1
        if width > _TWO_BYTES or not 0 < count < 256:
            return None
        if width == _TWO_BYTES:
            last = number + 3
        for _ in range(int(self._choose() * count)):
            legal += data[legal] - _TEXT + 1
        size = data[legal] - _TEXT
        if not 0 < size < _SMALL:
            return None
        action = data[legal : legal + size + 1]
        return frame(_MOVE + data[number:last] + _ACTION + action)

    def _consider(self, connection: Connection, message: dict[str, Any]) -> bytes | None:
        """Do what is to be done about a message that does not come with every move."""
        table = connection.table
        match message:
            case {"type": "ping"}:
                connection.send(PONG)
            case {"type": "pong"} if table is None:
                self.arrived += 1
            case {"type": "request", "kind": "login"}:
                connection.send(_login(connection.name) if connection.name else PING)
            case {"type": "request", "kind": "move", "id": number, "legal": [*legal]}:
                action = legal[int(self._choose() * len(legal))]
                return encode({"type": "move", "request": number, "action": action})
            case {"type": "matches", "whole": True} if not connection.named:
                connection.named = True
                self._in_lobby(connection)
            case {"type": "seated", "match": number} if table and connection.seat == 0:
                join = encode({"type": "join", "match": number, "nonce": NONCE})
                for player in table.players[1:]:
                    player.send(join)
            case {"type": "ended"} if table is not None:
                table.present += 1
                if table.present == len(table.players):
                    self.ended.append(table)
            case {"type": "error" | "bye", "text": text}:
                raise Trouble(f"the server says to {connection.name!r}: {text}")
        return None

    def _in_lobby(self, connection: Connection) -> None:
        table = connection.table
        if table is None:
            connection.send(PING)
            return
        table.present += 1
        if table.present == len(table.players):
            self.begin_again(table)


def _login(name: str) -> bytes:
    return encode({"type": "login", "name": name, "key": KEY})


def _create(seats: int) -> bytes:
    wanted = {
        "game": "eriantys",
        "seats": seats,
        "nonce": NONCE,
        "turn_seconds": TURN_SECONDS,
    }
    return encode({"type": "create", **wanted})


class Reference(_Ears):
    """Plays at the reference, whose matches never end."""

    def __init__(self) -> None:
        super().__init__()
        self._moves: dict[Connection, bytes] = {}

    def greet(self, connection: Connection) -> None:
        """Sit down at a match, or show a sign of life."""
        if connection.table is None:
            connection.send(PING)
            return
        seat, match = connection.seat, connection.table.match
        connection.send(encode({"type": "join", "match": match, "seat": seat}))

    def begin_again(self, table: Table) -> None:
        """Nothing ends here."""

    def take(self, connection: Connection, data: bytes, begin: int, end: int) -> bytes | None:
        """Take one frame in."""
        table = connection.table
        if table is None:
            self.arrived += 1
            return None
        if data.startswith(_MOVED, begin + _TYPE_AT):
            table.heard += 1
            turn = data.find(_TURN, begin, end) + len(_TURN)
            return self._move(connection) if data[turn] == connection.seat else None
        table.present += 1
        if table.present == len(table.players):
            table.mover, table.move = table.players[0], self._move(table.players[0])
        return None

    def _move(self, connection: Connection) -> bytes:
        """Repeat the one move that a connection has, like others of other connections."""
        move = self._moves.get(connection)
        if move is None:
            assert connection.table is not None
            number = len(self._moves)
            made = {"kind": "student", "colour": number % 5, "to": number % 12}
            said = {"type": "move", "match": connection.table.match, "number": 0, "move": made}
            move = self._moves[connection] = encode(said)
        return move
