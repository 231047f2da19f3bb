"""The operator's socket: a line of JSON comes in, a line of JSON goes out.

It is a file of the one who runs the server, and the system itself lets nobody else speak to
it. What concerns the house is carried there; the rest is done here.
"""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from eriantys.server.inputs import Answered
from eriantys.server.operator import answers, desk, orders
from eriantys.server.operator.answers import Answer, Done, Refused
from eriantys.server.operator.orders import AnyOrder, Order
from eriantys.server.outside.backup import Backup
from eriantys.server.outside.clerk import Clerk
from eriantys.server.outside.export import export
from eriantys.server.outside.metrics import Metrics
from eriantys.server.outside.porter import Porter
from eriantys.server.outside.side_door import SideDoor
from eriantys.server.outside.store import Store
from eriantys.server.outside.surroundings import Surroundings
from eriantys.server.rows import StoreTrouble

log = logging.getLogger("eriantys.server.outside.control")

SERIALIZED = 3
"""How DB-API says that threads may share a connection; SQLite is seldom built otherwise."""

_READER = msgspec.json.Decoder(AnyOrder)
_PEER = struct.Struct("3i")
"""How Linux tells who is at the other end: a process, a user and a group."""


class Leader(Protocol):
    """What can be asked of the loop."""

    def stop(self) -> None:
        """Have it end soon."""

    def reload(self) -> None:
        """Have it read the operator's settings again."""


class Control:
    """Deals with the operator: the loop's office."""

    def __init__(
        self,
        *,
        porter: Porter,
        store: Store,
        leader: Leader,
        reloaded: Callable[[], Done | Refused],
        around: Surroundings,
        door: socket.socket | None,
        metrics: Sequence[socket.socket] = (),
    ) -> None:
        self._porter = porter
        self._store = store
        self._leader = leader
        self._reloaded = reloaded
        """Tells what became of the latest reload."""
        self._around = around
        self._clerk = Clerk(porter)
        self._doors: list[SideDoor] = []
        self._want_reload: list[int] = []
        """Those who are to hear how the reload went."""
        self._backup: Backup | None = None
        if door is not None:
            self._side = SideDoor(
                porter,
                [door],
                length=lambda heard: heard.find(b"\n") + 1,
                most=orders.LINE_MOST,
                heed=self._heed,
                welcome=_is_ours,
            )
            self._doors.append(self._side)
        if metrics:
            self._doors.append(Metrics(metrics, porter, self._clerk, around.figures).side)

    # What the loop needs.

    def answered(self, answered: Answered) -> None:
        """Take an answer of the house to whoever waits for it."""
        self._clerk.answered(answered)

    def next_due(self) -> float | None:
        """Tell when somebody at one of the doors must be gone."""
        dues = [due for door in self._doors if (due := door.next_due()) is not None]
        return min(dues, default=None)

    def keep_time(self, now: float) -> None:
        """See those out whose time is up; tell those who wait for it of a reload."""
        for number in self._want_reload:
            self._tell(number, self._reloaded())
        self._want_reload.clear()
        for door in self._doors:
            door.keep_time(now)

    def close(self) -> None:
        """Let nobody give orders any more; a copy that is being made is given up."""
        if self._backup is not None:
            self._backup.give_up()
        for door in self._doors:
            door.close()

    # Orders.

    def _heed(self, number: int, line: bytes) -> None:
        try:
            order = _READER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._tell(number, Refused("malformed", f"That is no order: {error}."))
            return
        level = logging.DEBUG if isinstance(order, orders.LOOKING) else logging.INFO
        log.log(level, "order %s", msgspec.json.encode(order).decode())
        if type(order) in desk.HANDLERS:
            self._clerk.ask(order, lambda answer: self._tell(number, self._completed(answer)))
        else:
            _HERE[type(order)](self, number, order)

    def _completed(self, answer: Struct) -> Struct:
        """Add what is around the house, where an answer is about that too."""
        match answer:
            case answers.House():
                return self._around.outlook(answer)
            case answers.Figures():
                return self._around.figures(answer)
        return answer

    def _tell(self, number: int, answer: Struct) -> None:
        refused = answer if isinstance(answer, Refused) else None
        found = None if refused else answer
        self._side.answer(number, msgspec.json.encode(Answer(found, refused)) + b"\n")

    def _check(self, number: int, _order: Order) -> None:
        try:
            self._store.probe()
        except StoreTrouble as trouble:
            self._tell(number, Refused("store-unavailable", f"Nothing can be saved: {trouble}"))
        else:
            self._tell(number, Done("All is well."))

    def _stop(self, number: int, _order: Order) -> None:
        self._tell(number, Done("The server stops; every match is saved."))
        self._leader.stop()

    def _reload(self, number: int, _order: Order) -> None:
        self._want_reload.append(number)
        self._leader.reload()

    def _export(self, number: int, order: orders.Export) -> None:
        try:
            self._tell(number, export(self._store, order.match))
        except StoreTrouble as trouble:
            self._tell(number, Refused("cannot-load", str(trouble)))

    def _back_up(self, number: int, order: orders.Backup) -> None:
        file = Path(order.file)
        if self._backup is not None:
            self._tell(
                number, Refused("too-fast", "Another backup is being made: wait for it.")
            )
        elif sqlite3.threadsafety != SERIALIZED:
            text = "This SQLite lets no other thread in: stop the server and copy the file."
            self._tell(number, Refused("cannot-copy", text))
        elif not file.is_absolute() or not file.name or "\0" in order.file:
            text = (
                f"{order.file} is no path of a file: it must begin with /, end with a name and "
                "have no zero in it."
            )
            self._tell(number, Refused("bad-file", text))
        else:

            def then(outcome: Done | Refused) -> None:
                self._backup = None
                self._tell(number, outcome)

            self._backup = Backup(self._store.connection, file, self._porter, then)


_HERE: dict[type[Order], Callable[[Control, int, Any], None]] = {
    orders.Check: Control._check,
    orders.Stop: Control._stop,
    orders.Reload: Control._reload,
    orders.Export: Control._export,
    orders.Backup: Control._back_up,
}
"""What concerns the process and its files."""


def _is_ours(end: socket.socket) -> bool:
    """Tell whether whoever has come is the one who runs the server, or the system's own."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # the file's mode has kept everybody else out
    _, user, _ = _PEER.unpack(end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    if user in (0, os.geteuid()):
        return True
    log.warning("user %d may not give orders here", user)
    return False
