"""What is written without its class is what the class would have written."""

from __future__ import annotations

import cbor2
import msgspec
import pytest

from eriantys.wire.frames import HEADER_SIZE, encode_with
from eriantys.wire.from_server import Request, Update
from eriantys.wire.messages import read_from_server, write
from eriantys.wire.often import write_move_request, write_update
from tests.wire.samples import CHANGES, HAPPENINGS, LEGAL


@pytest.mark.parametrize("turn", [None, 1])
def test_an_update_is_the_same_to_the_byte(turn: int | None) -> None:
    update = Update(
        match=17,
        number=70_000,
        seat=0,
        action=LEGAL[3],
        events=HAPPENINGS,
        changes=CHANGES,
        turn=turn,
        decision="assistant",
        left_ms=180_000,
    )
    fields = {name: getattr(update, name) for name in update.__struct_fields__}
    fields["events"] = msgspec.to_builtins(HAPPENINGS)
    assert write_update(**fields) == write(update)


@pytest.mark.parametrize("undo", [False, True])
@pytest.mark.parametrize("field", ["legal", "candidates"])
def test_a_request_has_the_same_content(field: str, undo: bool) -> None:
    request = Request(
        id=40, kind="move", left_ms=90_000, decision="student", undo=undo, **{field: LEGAL}
    )
    frame = write_move_request(
        number=40,
        left_ms=90_000,
        decision="student",
        undo=undo,
        field=field,
        actions=cbor2.dumps(LEGAL),
    )
    assert int.from_bytes(frame[:HEADER_SIZE], "big") == len(frame) - HEADER_SIZE
    assert read_from_server(frame[HEADER_SIZE:]) == request
    # A field that holds its default is left out here as well.
    assert len(frame) == len(write(request))


def test_a_map_has_as_many_entries_as_it_says() -> None:
    for size in range(23):
        data = {str(number): number for number in range(size)}
        frame = encode_with(data, "more", cbor2.dumps([1, 2]))
        assert cbor2.loads(frame[HEADER_SIZE:]) == {**data, "more": [1, 2]}
    with pytest.raises(AssertionError):
        encode_with({str(number): 0 for number in range(23)}, "more", b"\0")
