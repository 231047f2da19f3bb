"""The worked exchange of the protocol's page: a real run of the core, with luck held fast.

`python -m tests.manual.exchange` prints it as it stands on the page, and
`python -m tests.manual.exchange --write` puts it there.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

from eriantys.games import find
from eriantys.server.core import Core
from eriantys.server.limits import Limits
from eriantys.wire.frames import HEADER_SIZE, FrameReader, decode, encode
from eriantys.wire.from_client import Join
from eriantys.wire.from_server import Request, Seated
from tests.manual.page import FOLDER
from tests.server.parlour import Parlour, Person

PAGE = FOLDER / "eriantys-protocol.7"
BEGIN = '.\\" The exchange begins: tests/manual/exchange.py writes it.'
END = '.\\" The exchange ends.'

HEX_BYTES = 32
"""Bytes on a line of the dump."""
WIDTH = 70
_GLUE = "\0"
"""Stands for a space at which no line is broken."""


class Frame(NamedTuple):
    """A frame that went over the line, its length included."""

    sender: str
    data: bytes

    @property
    def content(self) -> dict[str, Any]:
        """The map that it carries."""
        return decode(self.data[HEADER_SIZE:])


class EriantysOnly(Parlour):
    """The server as everybody starts it: with the games of the house, and no toy."""

    def _new_core(self) -> Core:
        return Core(
            limits=Limits(),
            archive=self.store,
            entropy=self.chance.randbytes,
            now=self.now,
            motd=self.motd,
            games={"eriantys": find("eriantys")},
        )


class Recorder:
    """One person's connection with every frame on it, in the order of the conversation."""

    def __init__(self, parlour: Parlour) -> None:
        self.frames: list[Frame] = []
        self._taken = 0
        self._reader = FrameReader(2**20)
        self.person: Person = parlour.connect()
        self.listen()

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message with just these fields, and note it and what it brings."""
        data = encode({"type": kind, **fields})
        self.frames.append(Frame("client", data))
        self.person.say_bytes(data)
        self.listen()

    def listen(self) -> None:
        """Note what has come since."""
        self._reader.feed(self.person.raw[self._taken :])
        self._taken = len(self.person.raw)
        while (content := self._reader.next_frame()) is not None:
            size = len(content).to_bytes(HEADER_SIZE, "big")
            self.frames.append(Frame("server", size + content))


def play() -> list[Frame]:
    """Run the conversation of Ada's client, from `welcome` to the first `update`."""
    parlour = EriantysOnly(seed="the protocol's page 1", motd="Be kind.")
    ada = Recorder(parlour)
    parlour.wait(2.5)
    ada.say("login", name="Ada", key=bytes(range(32)))
    parlour.wait(4)
    ada.say("create", game="eriantys", seats=2, nonce=bytes(16))
    parlour.wait(0.25)
    ada.say("seat", nonce=bytes(range(0xA0, 0xB0)))
    match = ada.person.last(Seated).match
    parlour.wait(10)
    (zoe,) = parlour.enter("Zoe")
    zoe.say(Join(bytes(range(0xE0, 0xF0)), match))
    ada.listen()
    parlour.wait(6)
    request = ada.person.last(Request)
    assert request.kind == "move", "it is Zoe's turn: choose another seed"
    ada.say("move", request=request.id, action="a7")
    return ada.frames


def diagnostic(value: Any) -> str:
    """Write a value in the diagnostic notation of CBOR, with glue where it must not break."""
    match value:
        case dict():
            return "{" + ", ".join(_pair(*pair) for pair in value.items()) + "}"
        case list():
            numbers = all(isinstance(each, int | None) for each in value)
            return "[" + ("," if numbers else ", ").join(map(diagnostic, value)) + "]"
        case bytes():
            return f"h'{value.hex()}'"
        case bool():
            return str(value).lower()
        case None:
            return "null"
        case str():
            assert value.isascii()
            assert value.isprintable()
            assert not set(value) & {'"', "\\"}
            return f'"{value}"'.replace(" ", _GLUE)
    return str(int(value))


def _pair(key: str, value: Any) -> str:
    long = isinstance(value, bytes) and len(value) > HEX_BYTES // 2
    return f"{diagnostic(key)}:{' ' if long else _GLUE}{diagnostic(value)}"


def shown(content: dict[str, Any]) -> str:
    """Write a message as the page shows it: a field a line, those of a view as well."""
    lines = []
    for name, value in content.items():
        if name in ("view", "changes"):
            parts = [f'  "{part}": {diagnostic(each)}' for part, each in value.items()]
            lines += [f'"{name}": {{', ",\n ".join(parts) + "},"]
        else:
            lines.append(f'"{name}": {diagnostic(value)},')
    text = "{" + "\n ".join(lines).removesuffix(",") + "}"
    return "\n".join(map(_wrapped, text.splitlines())).replace(_GLUE, " ")


def _wrapped(line: str) -> str:
    indent = len(line) - len(line.lstrip()) + 1
    return textwrap.fill(
        line,
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def dump(data: bytes) -> str:
    """Write bytes in hexadecimal."""
    lines = (data[start : start + HEX_BYTES] for start in range(0, len(data), HEX_BYTES))
    return "\n".join(line.hex() for line in lines)


def section(frames: list[Frame]) -> str:
    """Write the whole exchange as source of the page."""
    lines = [BEGIN]
    for number, each in enumerate(frames, start=1):
        lines += [
            f'.SS "{number}. {each.sender}: {each.content["type"]}"',
            *(".nf", _escaped(shown(each.content)), ".fi"),
            ".PP",
            *(".nf", dump(each.data), ".fi"),
        ]
    return "\n".join([*lines, END])


def _escaped(text: str) -> str:
    return text.replace("-", "\\-").replace("'", "\\(aq")


def put_into(page: Path, text: str) -> None:
    """Replace the exchange on the page."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(before + text + after, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the worked exchange of the protocol.")
    parser.add_argument("--write", action="store_true", help=f"put it into {PAGE.name}")
    text = section(play())
    if parser.parse_args().write:
        put_into(PAGE, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
