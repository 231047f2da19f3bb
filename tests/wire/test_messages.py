"""Whatever a frame holds, the outcome is one of the messages or one clean refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from random import Random
from typing import Annotated, Any, get_args

import cbor2
import msgspec
import pytest
from msgspec import NODEFAULT, Meta, Struct, inspect

from eriantys.wire import from_client, from_server
from eriantys.wire.errors import WireError
from eriantys.wire.fields import Setting
from eriantys.wire.frames import FrameReader, decode
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import (
    CLIENT_TYPES,
    read_from_client,
    read_from_server,
    type_of,
    write,
)
from tests.wire.bounds import beyond, of_wrong_type, unbounded
from tests.wire.samples import FROM_CLIENT, FROM_SERVER, NONCE
from tests.wire.spoiling import (
    SIMPLE,
    UNDEFINED,
    assert_clean,
    byte_by_byte,
    check_messages,
    content,
    split,
)

LIMIT = 16 * 1024
MUTATIONS = 50_000
BLOCKS = 5

FROM_CLIENT_NAMES = (
    "login ticket list create join quick answer seat add-bot remove-bot resume watch leave"
    " resign move undo try sync vote rematch chat mute history results ping pong bye"
)
FROM_SERVER_NAMES = (
    "welcome request named matches seated waiting started state update tried error presence"
    " ended notice vote chat muted history results ping pong bye"
)

each_from_client = pytest.mark.parametrize("message", FROM_CLIENT, ids=type_of)
each_from_server = pytest.mark.parametrize("message", FROM_SERVER, ids=type_of)


def as_map(message: FromClient | FromServer) -> dict[str, Any]:
    return decode(content(message))


def refused(data: Any, read: Callable[[bytes], Any] = read_from_client) -> WireError:
    """Send a map, which must be refused."""
    with pytest.raises(WireError) as refusal:
        read(cbor2.dumps(data))
    assert_clean(refusal.value)
    return refusal.value


# The journey.


def test_the_samples_are_of_every_class_with_the_least_and_with_everything() -> None:
    for kind in (*get_args(FromClient), *get_args(FromServer)):
        samples = (each for each in (*FROM_CLIENT, *FROM_SERVER) if type(each) is kind)
        left_out = list(map(defaults_held, samples))
        optional = {each.name for each in msgspec.structs.fields(kind) if not each.required}
        assert optional in left_out, f"no {kind.__name__} with the least it needs"
        assert set() in left_out, f"no {kind.__name__} with every field set"


def defaults_held(message: Struct) -> set[str]:
    """Name the fields of a message that hold their default."""
    held = set()
    for field in msgspec.structs.fields(message):
        make = field.default_factory
        if getattr(message, field.name) == (field.default if make is NODEFAULT else make()):
            held.add(field.name)
    return held


@each_from_client
def test_what_a_client_writes_a_server_reads(message: FromClient) -> None:
    assert read_from_client(content(message)) == message


@each_from_server
def test_what_a_server_writes_a_client_reads(message: FromServer) -> None:
    assert read_from_server(content(message)) == message


@each_from_client
def test_a_client_may_leave_defaults_out(message: FromClient) -> None:
    left_out = defaults_held(message)
    data = {name: value for name, value in as_map(message).items() if name not in left_out}
    assert read_from_client(cbor2.dumps(data)) == message


@each_from_server
def test_a_server_leaves_defaults_out(message: FromServer) -> None:
    left_out = defaults_held(message)
    assert set(as_map(message)) == {"type", *message.__struct_fields__} - left_out


def test_names_on_the_wire_are_the_documented_ones() -> None:
    for module, union, names in (
        (from_client, FromClient, FROM_CLIENT_NAMES),
        (from_server, FromServer, FROM_SERVER_NAMES),
    ):
        assert [kind.__struct_config__.tag for kind in get_args(union)] == names.split()
        structs = (each for each in vars(module).values() if hasattr(each, "__struct_config__"))
        tagged = [each for each in structs if each.__struct_config__.tag_field == "type"]
        assert tagged == list(get_args(union)), "a message is missing from its union"


def test_the_longest_action_that_may_be_sent_may_be_asked_for() -> None:
    move = from_client.Move(request=1, action="x" * 100)
    asked = from_server.Request(id=1, kind="move", left_ms=1, legal=(move.action,))
    assert read_from_client(content(move)) == move
    assert read_from_server(content(asked)) == asked


def read_all(pieces: Iterable[bytes]) -> list[FromClient]:
    reader, found = FrameReader(LIMIT), []
    for piece in pieces:
        reader.feed(piece)
        while (frame := reader.next_frame()) is not None:
            found.append(read_from_client(frame))
    return found


def test_the_cut_of_the_stream_makes_no_difference() -> None:
    stream = b"".join(map(write, FROM_CLIENT))
    assert read_all([stream]) == list(FROM_CLIENT)
    assert read_all(byte_by_byte(stream)) == list(FROM_CLIENT)
    for seed in range(100):
        assert read_all(split(stream, Random(seed))) == list(FROM_CLIENT)


# What is not known.


LATER: dict[str, Any] = {"later": None, "": [1.5, {"deep": UNDEFINED}], "namE": SIMPLE}


@each_from_client
def test_a_server_ignores_unknown_fields(message: FromClient) -> None:
    assert read_from_client(cbor2.dumps(LATER | as_map(message) | LATER)) == message


@each_from_server
def test_a_client_ignores_unknown_fields_however_deep(message: FromServer) -> None:
    data = as_map(message) | LATER
    for name in ("room", "limits"):
        data.get(name, {}).update(LATER)
    for name in ("games", "open", "saved", "events"):
        for card in data.get(name, ()):
            card.update(LATER)
    assert read_from_server(cbor2.dumps(data)) == message


def test_an_unknown_type_is_refused_by_a_server_and_passed_over_by_a_client() -> None:
    for name in ("", "Ping", "ping ", "chats", "\x1b[2J\r\n", "🍀" * 4000, "'" * 15_000):
        data = {"type": name, "name": "ada"}
        assert refused(data).code == "unknown-type"
        assert read_from_server(cbor2.dumps(data)) is None
    for message in FROM_SERVER:
        if type_of(message) not in CLIENT_TYPES:
            assert refused(as_map(message)).code == "unknown-type"


@pytest.mark.parametrize("read", [read_from_client, read_from_server])
def test_every_message_names_its_type(read: Callable[[bytes], Any]) -> None:
    huge = [[["SHOUT" * 1000] * 3]]
    for name in (None, True, 1, 1.5, b"ping", ["ping"], UNDEFINED, SIMPLE, huge, {"x": huge}):
        error = refused({"type": name}, read)
        assert error.code == "malformed"
        assert "SHOUT" not in error.text
    for data in ({}, {b"type": "ping"}, {"Type": "ping"}):
        assert refused(data, read).code == "malformed"


# What is wrong.


@pytest.mark.parametrize("kind", get_args(FromClient))
def test_nothing_that_a_client_sends_is_unbounded(kind: type[Struct]) -> None:
    assert unbounded(kind) == []


UNBOUNDED = [
    *(int, float, str, bytes, bytearray, list[bool], set[bool], tuple[bool, ...]),
    *(dict[Setting, bool], Any, msgspec.Raw, datetime, tuple[bool, str]),
    *(Annotated[each, Meta(max_length=3)] for each in (list[int], dict[str, bool])),
]


@pytest.mark.parametrize("kind", UNBOUNDED)
def test_an_unbounded_field_would_be_found(kind: Any) -> None:
    inner = msgspec.defstruct("Inner", [("field", kind | None)])
    assert unbounded(msgspec.defstruct("Outer", [("inner", inner)]))


@each_from_client
def test_a_value_that_is_out_of_bounds_or_of_another_type_is_refused(
    message: FromClient,
) -> None:
    struct = inspect.type_info(type(message))
    assert isinstance(struct, inspect.StructType)
    for field in struct.fields:
        for value in (*beyond(field.type), *of_wrong_type(field.type)):
            error = refused(as_map(message) | {field.name: value})
            assert error.code == "malformed"
            assert f"`$.{field.name}" in error.text, "the sentence names the field"


@each_from_client
def test_a_field_without_a_default_is_missed(message: FromClient) -> None:
    for field in filter(lambda field: field.required, msgspec.structs.fields(message)):
        data = as_map(message)
        del data[field.name]
        assert f"`{field.name}`" in refused(data).text


@pytest.mark.parametrize("key", [b"name", 1, None, True, 1.5, (1,), UNDEFINED, SIMPLE])
def test_names_of_fields_and_options_are_texts(key: Any) -> None:
    create = {"type": "create", "game": "eriantys", "seats": 2, "nonce": NONCE}
    assert read_from_client(cbor2.dumps(create))
    assert refused(create | {key: 1}).code == "malformed"
    assert refused(create | {"options": {key: 1}}).code == "malformed"


# What is spoiled.


@pytest.mark.many_games
@pytest.mark.parametrize("block", range(BLOCKS))
def test_spoiled_messages_are_read_or_cleanly_refused(block: int) -> None:
    outcomes = check_messages(f"messages/{block}", MUTATIONS // BLOCKS)
    # All of them are really met, on both sides.
    for side, strange in (("server", "unknown-type"), ("client", "passed over")):
        wanted = [f"{side}: {each}" for each in ("read", "malformed", strange)]
        assert min(outcomes[each] for each in wanted) > 200, outcomes


def test_keys_that_are_no_texts_are_refused_where_texts_are_cleaned() -> None:
    content = cbor2.dumps({"type": "error", "code": "a", "text": "b", b"k": 1})
    with pytest.raises(WireError):
        read_from_server(content, str.strip)
