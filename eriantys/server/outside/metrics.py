"""What is counted and measured, in the text format that Prometheus reads.

The format is a few lines of text, so nothing is needed for it; a library that serves it would
bring a thread of its own, which would read the house while the loop changes it.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from eriantys.server.operator.answers import Figure, Figures, Sample
from eriantys.server.operator.orders import Stats
from eriantys.server.outside.clerk import Clerk
from eriantys.server.outside.porter import Porter
from eriantys.server.outside.side_door import SideDoor

PATH = b"/metrics"
PREFIX = "eriantys_"
HEAD_MOST = 8 * 1024
"""Bytes of a request; what scrapes metrics sends a few hundred."""
END_OF_HEAD = b"\r\n\r\n"
TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Answers requests for the metrics, over plain HTTP."""

    def __init__(
        self,
        wings: Sequence[socket.socket],
        porter: Porter,
        clerk: Clerk,
        complete: Callable[[Figures], Figures],
    ) -> None:
        self._clerk = clerk
        self._complete = complete
        self.side = SideDoor(porter, wings, length=_length, most=HEAD_MOST, heed=self._heed)

    def _heed(self, number: int, head: bytes) -> None:
        method, _, rest = head.partition(b" ")
        path = rest.split(b" ", 1)[0].split(b"?", 1)[0]
        if method not in (b"GET", b"HEAD"):
            self._answer(number, "405 Method Not Allowed", "Only GET is answered here.\n")
        elif path != PATH:
            self._answer(number, "404 Not Found", "The metrics are at /metrics.\n")
        else:

            def then(answer: Struct) -> None:
                assert isinstance(answer, Figures)
                body = exposition(self._complete(answer).figures)
                self._answer(number, "200 OK", body, whole=method == b"GET")

            self._clerk.ask(Stats(), then)

    def _answer(self, number: int, status: str, text: str, *, whole: bool = True) -> None:
        body = text.encode()
        head = (
            f"HTTP/1.1 {status}\r\nAllow: GET, HEAD\r\nContent-Type: {TYPE}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.side.answer(number, head.encode() + (body if whole else b""))


def _length(heard: bytearray) -> int:
    found = heard.find(END_OF_HEAD)
    return found + len(END_OF_HEAD) if found >= 0 else 0


def exposition(figures: Iterable[Figure]) -> str:
    """Write figures as Prometheus reads them."""
    lines = []
    for figure in figures:
        name = PREFIX + figure.name
        lines.append(f"# HELP {name} {figure.says}")
        lines.append(f"# TYPE {name} {figure.kind}")
        lines += [_line(name, sample) for sample in figure.samples]
    return "\n".join(lines) + "\n"


def _line(name: str, sample: Sample) -> str:
    labels = ",".join(f'{label}="{_quoted(value)}"' for label, value in sample.labels.items())
    value = sample.value
    number = str(int(value)) if value == int(value) else repr(value)
    return f"{name}{sample.suffix}{f'{{{labels}}}' if labels else ''} {number}"


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
