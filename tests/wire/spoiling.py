"""Frames and messages that were spoiled on the way, and what both readers may make of them.

A reader may give a message or refuse with a documented code and a clean sentence. Anything else
that is raised, on either side, is a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any

import cbor2

from eriantys.client.text import clean
from eriantys.wire.errors import WireError
from eriantys.wire.frames import HEADER_SIZE, FrameReader, decode, encode
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import (
    CLIENT_TYPES,
    SERVER_TYPES,
    read_from_client,
    read_from_server,
    write,
)
from tests.games.assertions import assert_sentence
from tests.wire.samples import FROM_CLIENT, FROM_SERVER

LIMIT = 4096
CODES = {"malformed", "unknown-type"}
"""What a message can be refused with."""
LONGEST_TEXT = 300

UNDEFINED = cbor2.undefined
SIMPLE = cbor2.CBORSimpleValue(7)


def content(message: FromClient | FromServer) -> bytes:
    return write(message)[HEADER_SIZE:]


def assert_clean(error: WireError) -> None:
    assert error.code in CODES
    assert_sentence(error.text)
    assert error.text.isascii()
    assert len(error.text) <= LONGEST_TEXT


# Streams.


def outcome(reader: FrameReader, pieces: Iterator[bytes]) -> tuple[list[bytes], str]:
    """Feed the pieces; tell the frames that came, and the code of a refusal, if any."""
    found: list[bytes] = []
    try:
        for piece in pieces:
            reader.feed(piece)
            while (content := reader.next_frame()) is not None:
                found.append(content)
    except WireError as error:
        return found, error.code
    return found, ""


def split(stream: bytes, chance: Random) -> Iterator[bytes]:
    """Cut a stream into random pieces."""
    start = 0
    while start < len(stream):
        end = start + chance.choice([1, 2, 3, 7, 50, 1000])
        yield stream[start:end]
        start = end


def byte_by_byte(stream: bytes) -> Iterator[bytes]:
    return (stream[place : place + 1] for place in range(len(stream)))


def mutated(stream: bytes, chance: Random) -> bytes:
    """Spoil a stream a little: change, drop, add, repeat or cut bytes."""
    spoiled = bytearray(stream)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(spoiled) + 1)
        match chance.randrange(5):
            case 0:
                spoiled[place : place + 1] = chance.randbytes(1)
            case 1:
                del spoiled[place : place + chance.randint(1, 8)]
            case 2:
                spoiled[place:place] = chance.randbytes(chance.randint(1, 8))
            case 3:
                spoiled[place:place] = spoiled[place : place + 20]
            case 4:
                del spoiled[place:]
    return bytes(spoiled)


STREAMED = (
    encode({"type": "move", "request": 17, "action": "green 5"}),
    encode({"type": "login", "name": "ada", "proof": b"\1" * 32}),
    encode({"type": "create", "options": {"expert": True}, "seats": [1, 2, [3, None]]}),
    encode({"type": "chat", "text": "hé, buona fortuna! 🍀"}),
)


def check_streams(seed: str, times: int) -> Counter[str]:
    """Spoil so many streams: what is read of them does not depend on how they are cut."""
    chance = Random(seed)
    outcomes: Counter[str] = Counter()
    for _ in range(times):
        stream = mutated(b"".join(chance.choices(STREAMED, k=2)), chance)
        whole = outcome(FrameReader(LIMIT), iter([stream]))
        assert outcome(FrameReader(LIMIT), split(stream, chance)) == whole
        outcomes[whole[1] or "read"] += 1
        for content in whole[0]:
            with suppress(WireError):
                assert isinstance(decode(content), dict)
    return outcomes


# Messages.


ODD_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 15, 16, 2**31, -(2**31), 2**64 - 1, -(2**64), 2**64, 2**999),
    *(0.0, 1.0, 1.5, -1e300, float("nan"), float("inf"), UNDEFINED, SIMPLE),
    *("", "1", "true", "full", "\x1b[2J\x07\r\n", "\u202e\u2028\0", "🍀" * 40, "x" * 3000),
    *(b"", b"1", b"x" * 16, b"x" * 32, b"\xff" * 3000, [], [[]], ["x"] * 40, [None, [1.5]]),
    *({}, {"x": 1}, {"": {"": {}}}, {b"x": 1}, {1: 1}, [[[[[[[[]]]]]]]]),
    *(cbor2.CBORTag(1, 1), cbor2.CBORTag(55799, {}), cbor2.CBORTag(2**40, "x")),
    *(datetime(2024, 1, 1, tzinfo=UTC), {str(number): number for number in range(40)}),
]
ODD_KEYS = ["type", "later", "", "x" * 99, b"type", 1, None, True, 1.5, (1, 2), UNDEFINED]
TYPES = [*CLIENT_TYPES, *SERVER_TYPES, "chat"]


def containers(data: Any) -> Iterator[Any]:
    if isinstance(data, dict | list):
        yield data
        for each in data.values() if isinstance(data, dict) else data:
            yield from containers(each)


def with_other_values(data: dict[str, Any], chance: Random) -> bytes:
    """Change a map a little, at any depth, and write it as CBOR again."""
    places = list(containers(data))  # found before any odd value, which all maps share
    for _ in range(chance.randint(1, 2)):
        # Mostly at the top: a message with a large view is not all view.
        place: Any = data if chance.random() < 0.6 else chance.choice(places)
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        match chance.randrange(6):
            case 0 if isinstance(place, dict):
                place[chance.choice(ODD_KEYS)] = chance.choice(ODD_VALUES)
            case 1 if keys:
                del place[chance.choice(keys)]
            case 2 if len(keys) > 1:
                one, other = chance.sample(keys, 2)
                place[one], place[other] = place[other], place[one]
            case 3:
                data["type"] = chance.choice(TYPES)
            case _ if keys:
                place[chance.choice(keys)] = chance.choice(ODD_VALUES)
    return cbor2.dumps(data)


def spoiled(contents: Sequence[bytes], chance: Random) -> bytes:
    one, other = chance.choices(contents, k=2)
    match chance.randrange(8):
        case 0 | 1:
            return mutated(one, chance)
        case 2:
            return one[: chance.randrange(len(one))] + other[chance.randrange(len(other)) :]
    return with_other_values(decode(one), chance)


def read_as_a_client_does(content: bytes) -> FromServer | None:
    return read_from_server(content, clean)


READERS: dict[str, tuple[Callable[[bytes], Any], set[type]]] = {
    "server": (read_from_client, {*CLIENT_TYPES.values()}),
    "client": (read_as_a_client_does, {*SERVER_TYPES.values(), type(None)}),
}
"""Both sides: how each reads, and what may come of it."""
SAMPLES = tuple(map(content, (*FROM_CLIENT, *FROM_SERVER)))


def check_messages(seed: str, times: int, originals: Sequence[bytes] = SAMPLES) -> Counter[str]:
    """Spoil so many messages and let both sides read each of them; count what came of it."""
    chance = Random(seed)
    outcomes: Counter[str] = Counter()
    for _ in range(times):
        bad = spoiled(originals, chance)
        for side, (read, expected) in READERS.items():
            try:
                message = read(bad)
            except WireError as error:
                assert_clean(error)
                outcomes[f"{side}: {error.code}"] += 1
            else:
                assert type(message) in expected
                outcomes[f"{side}: {'passed over' if message is None else 'read'}"] += 1
    return outcomes
