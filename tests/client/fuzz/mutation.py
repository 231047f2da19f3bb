"""Changing what a server says: other types, other bounds, parts left out, swapped or repeated.

Most changes keep the type of what they change, because whatever has another type is refused
where it is read and never comes any further.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import cbor2

from eriantys.wire.frames import frame
from tests.client.fuzz.recording import Message
from tests.client.test_text import PIECES

NUMBERS = (
    *(
        -(2**64),
        -(2**63),
        -1,
        0,
        1,
        2,
        3,
        4,
        5,
        9,
        10,
        11,
        12,
        13,
        20,
        26,
        60,
        127,
        200,
        255,
        256,
    ),
    *(255, 256, 9999, 10**6, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64 - 1),
)
REALS = (float("nan"), float("inf"), -float("inf"), 1e308, 0.5, -0.0)
BYTES = (0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 20, 26, 27, 60, 127, 200, 255)
WORD_MOST = 40
"""Longer texts are not put in the place of others."""
NESTED_MOST = 3
CHANGES = (1, 1, 1, 2, 3, 6)
"""How many there are of one message."""

Path = tuple[Any, ...]


class Mutator:
    """Changes messages, with an eye for what other messages hold in the same places."""

    def __init__(self, messages: Sequence[Message], chance: Random) -> None:
        self._chance = chance
        self._by_type: dict[str, list[Message]] = defaultdict(list)
        words: dict[str, None] = {}  # a set would have another order in each run
        for message in messages:
            self._by_type[message["type"]].append(message)
            for value in _values(message):
                if isinstance(value, str) and len(value) <= WORD_MOST:
                    words[value] = None
        self._words = tuple(words)

    def other(self) -> Message:
        """Give any message; each type is as likely as another."""
        return self._chance.choice(self._by_type[self._chance.choice(list(self._by_type))])

    def changed(self, message: Message) -> Message:
        """Change a message in some places; it still says what type it is."""
        for _ in range(self._chance.choice(CHANGES)):
            paths = [path for path in _paths(message) if path and path != ("type",)]
            if not paths:
                break
            # Otherwise the many small numbers far inside would be all that is ever changed.
            depth = self._chance.choice(sorted({len(path) for path in paths}))
            path = self._chance.choice([path for path in paths if len(path) == depth])
            likely = self._chance.random() < 0.8
            message = _replaced(message, path, self._alike if likely else self._anything)
        return message

    def framed(self, message: Message) -> bytes:
        """Write a message as a frame; nothing, if it cannot even be written."""
        try:
            return frame(cbor2.dumps(message))
        except (cbor2.CBOREncodeError, UnicodeEncodeError):
            return b""

    def garbled(self, data: bytes) -> bytes:
        """Damage the bytes of a frame."""
        chance, at = self._chance, self._chance.randrange(len(data))
        match chance.randrange(5):
            case 0:
                return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                return data[:at]
            case 2:
                return data[:at] + chance.randbytes(chance.randrange(1, 9)) + data[at:]
            case 3:
                return data[:at] + data[at + chance.randrange(1, 9) :]
            case _:
                return chance.randbytes(chance.randrange(1, 200))

    def text(self) -> str:
        """Give a text that nobody means well with."""
        pieces = self._chance.choices(PIECES, k=self._chance.randrange(1, 12))
        return "".join(pieces).encode("utf-8", "ignore").decode()

    def _anything(self, _old: Any = None, depth: int = 0) -> Any:
        chance = self._chance
        kinds: list[Callable[[], Any]] = [
            lambda: chance.choice(NUMBERS),
            lambda: chance.choice(REALS),
            lambda: chance.choice((None, True, False, "", cbor2.undefined)),
            lambda: chance.randbytes(chance.choice((0, 1, 4, 5, 6, 12, 32))),
            lambda: "x" * chance.choice((1, 100, 3000)),
            lambda: chance.choice(self._words),
            self.text,
        ]
        if depth < NESTED_MOST:
            some = range(chance.choice((0, 1, 3, 5)))
            kinds += [
                lambda: [self._anything(depth=depth + 1) for _ in some],
                lambda: {self._key(): self._anything(depth=depth + 1) for _ in some},
            ]
        return chance.choice(kinds)()

    def _key(self) -> Any:
        return self._chance.choice((self.text(), *self._chance.choices(self._words, k=3), 7))

    def _alike(self, old: Any) -> Any:
        """Give another value of the same type."""
        match old:
            case bool():
                return not old
            case int():
                near = (old + 1, old - 1, -old, self._chance.randrange(16))
                return self._chance.choice((*near, *self._chance.choices(NUMBERS, k=2)))
            case str():
                long = old + self._chance.choice((" ", "0", " 9" * 12, "x" * 3000))
                words = self._chance.choices(self._words, k=3)
                return self._chance.choice((self.text(), self.text(), *words, long, ""))
            case bytes():
                return self._other_bytes(old)
            case list():
                return self._other_list(old)
            case dict():
                return self._other_map(old)
            case None:
                return self._chance.choice((0, 1, 2, 3, 7, "yes", []))
        return self._anything()

    def _other_bytes(self, old: bytes) -> bytes:
        chance = self._chance
        at = chance.randrange(len(old) + 1)
        if chance.random() < 0.6:
            return old[:at] + bytes([chance.choice(BYTES)]) + old[at + 1 :]
        return chance.choice((old[:at], old + old[:at], chance.randbytes(len(old))))

    def _other_list(self, old: list[Any]) -> list[Any]:
        chance = self._chance
        if not old:
            return [self._anything()]
        at = chance.randrange(len(old))
        repeated = [old[at]] * chance.choice((1, 3, 20, 300))
        mixed = chance.sample(old, len(old))
        return chance.choice(([], old[:at], old[at + 1 :], old + repeated, mixed))

    def _other_map(self, old: dict[Any, Any]) -> dict[Any, Any]:
        chance = self._chance
        names = list(old)
        luck = chance.random()
        if not names or luck < 0.2:
            return old | {self._key(): self._anything()}
        name = chance.choice(names)
        if luck < 0.6:
            return {key: value for key, value in old.items() if key != name}
        return old | {name: old[chance.choice(names)]}


def _values(value: Any) -> Iterator[Any]:
    yield value
    for inner in value.values() if isinstance(value, dict) else _items(value):
        yield from _values(inner)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Name every place in a message, itself included."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(_items(value))
    for key, each in inner:
        yield from _paths(each, (*path, key))


def _replaced(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """Change what is in one place; all other places stay."""
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = _replaced(value[path[0]], path[1:], change)
    return copy
