"""Finding the server's socket, and one order and its answer over it."""

from __future__ import annotations

import argparse
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from eriantys import console, exits
from eriantys.games.contract import excerpt
from eriantys.server.operator.answers import Answer, Refused
from eriantys.server.operator.orders import LINE_MOST, Backup, Order
from eriantys.server.outside.control_door import ENDING, where_to_look

PATIENCE = 15.0
"""Seconds for an answer; a copy may take longer, and is waited for."""
KNOCK_PAUSE = 0.1
"""Seconds until we knock again where too many wait at the door."""
ANSWER_MOST = 64 * 2**20
"""Bytes of an answer; the longest there is lists everybody in a full house."""


class Heard(NamedTuple):
    """An answer, and the line of JSON in which it came."""

    found: object
    refused: Refused | None
    line: str


def ask(name: str | None, order: Order, kind: type[object]) -> Heard:
    """Give an order, and understand the answer as what it must be."""
    try:
        said = msgspec.json.encode(order) + b"\n"
    except UnicodeEncodeError:
        text = "what was typed is not in UTF-8, which an order must be."
        raise exits.Quit(exits.USAGE, text) from None
    if len(said) > LINE_MOST:
        raise exits.Quit(exits.USAGE, "that is far more than an order can have in it.")
    path = Path(name) if name is not None else _only_one()
    until = time.monotonic() + PATIENCE
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            _knock(line, path, until)
            line.sendall(said)
            heard = b"".join(_heard(line, None if isinstance(order, Backup) else until))
        except OSError as error:
            raise _unreachable(path, error) from None
    if not heard:
        text = f"the server at {path} has gone without an answer; see to its log."
        raise exits.Quit(exits.UNAVAILABLE, text)
    try:
        answer = msgspec.json.decode(heard, type=Answer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        text = f"{path} gave no answer; is it the socket of an eriantys server?"
        raise exits.Quit(exits.UNAVAILABLE, text) from None
    return Heard(
        found=None if answer.refused is not None else _read(answer, kind),
        refused=answer.refused,
        # In ASCII nothing in it can be mistaken on its way to a terminal or a program.
        line=json.dumps(json.loads(heard), separators=(",", ":")),
    )


def _knock(line: socket.socket, path: Path, until: float) -> None:
    """Connect, as soon as there is room in the queue before the door."""
    while True:
        line.settimeout(_left(until))
        try:
            line.connect(str(path))
        except BlockingIOError:  # nothing waits by itself for such a socket
            time.sleep(min(KNOCK_PAUSE, _left(until)))
        else:
            return


def _heard(line: socket.socket, until: float | None) -> Iterator[bytes]:
    """Hear an answer to its end, unless it has none."""
    size = 0
    while size <= ANSWER_MOST:
        line.settimeout(None if until is None else _left(until))
        data = line.recv(65536)
        if not data:
            return
        size += len(data)
        yield data


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _read(answer: Answer, kind: type[object]) -> object:
    """Take what was found as what it is."""
    try:
        return msgspec.convert(answer.found, kind)
    except msgspec.ValidationError as error:
        raise exits.Quit(
            exits.UNAVAILABLE,
            f"the server answers in another way than this version knows ({error}); "
            "use the version of the server.",
        ) from None


def _only_one() -> Path:
    """Find the socket of the only server that runs here."""
    places = where_to_look()
    found: list[Path] = []
    closed: list[Path] = []
    for place in places:
        try:
            found += sorted(path for path in place.iterdir() if path.suffix == ENDING)
        except PermissionError:
            closed.append(place)
        except OSError:
            pass  # mostly because it is not there
    if len(found) > 1:
        found = [path for path in found if _answers(path)] or found[:1]
    if len(found) > 1:
        raise exits.Quit(
            exits.USAGE,
            f"several servers run here ({', '.join(map(str, found))}); "
            "name one of them with --socket.",
        )
    if not found and closed:
        # That of a service, as a rule, and whoever asks has forgotten to be root.
        raise _forbidden(closed[0])
    if not found:
        raise exits.Quit(
            exits.UNAVAILABLE,
            f"no server takes orders in any of {', '.join(map(str, places))}; "
            "start one, or name its socket with --socket.",
        )
    return found[0]


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
        except (BlockingIOError, TimeoutError):
            return True  # it is there, and busy
        except OSError:
            return False
    return True


def _unreachable(path: Path, error: OSError) -> exits.Quit:
    if isinstance(error, PermissionError):
        return _forbidden(path)
    if isinstance(error, FileNotFoundError):
        return exits.Quit(
            exits.UNAVAILABLE, f"there is no socket {path}; is the server running?"
        )
    if isinstance(error, TimeoutError):
        text = f"the server at {path} does not answer; see to its log."
        return exits.Quit(exits.UNAVAILABLE, text)
    if isinstance(error, ConnectionError):
        text = f"no server answers at {path}; start it again."
        return exits.Quit(exits.UNAVAILABLE, text)
    reason = error.strerror or str(error)
    return exits.Quit(exits.UNAVAILABLE, f"cannot reach {path}: {reason}; name a socket.")


def _forbidden(path: Path) -> exits.Quit:
    text = f"only whoever runs the server may use {path}; become that user, or root."
    return exits.Quit(exits.NO_PERMISSION, text)


class Target:
    """Where a record is to be written: it is looked at before the server is asked."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.is_output = name == "-"
        if not self.is_output and os.path.lexists(name):
            raise exits.Quit(
                exits.CANNOT_CREATE, f"{name} is there already; name another file."
            )

    @classmethod
    def of(cls, options: argparse.Namespace) -> Target:
        """Read where it is to go from the command line."""
        return cls(options.file)

    def write(self, text: str) -> None:
        """Write the record, or leave nothing of it behind."""
        if self.is_output:
            console.say(*text.splitlines())
            return
        path, made = Path(self._name), False
        try:
            with path.open("x", encoding="utf-8") as file:
                made = True
                file.write(text)
        except OSError as error:
            if made:
                path.unlink(missing_ok=True)
            raise exits.Quit(
                exits.CANNOT_CREATE,
                f"cannot write {excerpt(self._name)}: {error.strerror}; name another file.",
            ) from None
