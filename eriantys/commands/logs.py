"""How the log of a server is written: a line for people, or an object for programs.

Whatever strangers have put into a line stays inside of it. What follows a line, where a fault
shows how it came about, is indented: so nothing in it can pass for a line of its own.
"""

from __future__ import annotations

import json
import logging
import sys
import time

from eriantys import console

_TIME = "%Y-%m-%dT%H:%M:%S%z"


def begin(*, as_json: bool = False) -> None:
    """Let everything that this program logs go to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Objects() if as_json else _Lines())
    logging.getLogger("eriantys").addHandler(handler)
    # A log that cannot be written is no reason to stop, nor to complain at every line.
    logging.raiseExceptions = False


class _Lines(logging.Formatter):
    """One line with time, level, part of the server and message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", _TIME)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return console.printable(super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802
        lines = super().formatException(ei).split("\n")  # type: ignore[arg-type]
        return "\n".join(f"  {console.printable(line)}" for line in lines)


class _Objects(logging.Formatter):
    """One line with a JSON object; JSON in ASCII holds nothing that a terminal obeys."""

    def format(self, record: logging.LogRecord) -> str:
        whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(record.created))
        zone = time.strftime("%z", time.localtime(record.created))
        told = {
            "time": f"{whole}.{int(record.msecs):03}{zone}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            # What the line is about, as numbers and words: see `server/logbook.py`.
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told)
