"""Whatever bytes arrive, the outcome is a map or one clean refusal."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import cbor2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eriantys.games.eriantys import GAME
from eriantys.wire.errors import WireError
from eriantys.wire.frames import MAX_DEPTH, FrameReader, decode, encode, frame
from tests.games.play import cases, play_match
from tests.wire.spoiling import LIMIT, byte_by_byte, check_streams, outcome, split

MUTATIONS = 50_000

plain_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)
maps = st.dictionaries(st.text(max_size=8), plain_data, max_size=6)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.lists(maps, max_size=5), st.integers(0, 1000))
def test_maps_arrive_as_they_were_sent_however_the_stream_is_cut(
    sent: list[dict[str, Any]], seed: int
) -> None:
    stream = b"".join(map(encode, sent))
    for pieces in ([stream], byte_by_byte(stream), split(stream, Random(seed))):
        contents, refusal = outcome(FrameReader(LIMIT * 16), iter(pieces))
        assert (list(map(decode, contents)), refusal) == (sent, "")


def test_a_frame_is_four_bytes_of_length_and_a_map() -> None:
    assert encode({"type": "ping"}) == bytes.fromhex("0000000b a1 64 74797065 64 70696e67")


def test_an_idle_reader_holds_nothing() -> None:
    reader = FrameReader(LIMIT)
    reader.feed(encode({"type": "ping"}) * 100)
    assert reader.waiting
    while reader.next_frame() is not None:
        pass
    assert not reader.waiting
    assert sys.getsizeof(reader) + sys.getsizeof(reader._buffer) < 120


def test_a_frame_that_has_begun_is_waited_for() -> None:
    reader = FrameReader(LIMIT)
    assert not reader.waiting
    reader.feed(b"\0")
    assert reader.waiting
    assert reader.next_frame() is None
    reader.feed(b"\0\0\1\xa0")
    assert reader.next_frame() == b"\xa0"
    assert not reader.waiting


@pytest.mark.parametrize("size", [LIMIT + 1, 2**31, 2**32 - 1])
def test_a_length_over_the_limit_is_refused_before_anything_is_stored(size: int) -> None:
    reader = FrameReader(LIMIT)
    reader.feed(encode({}) + size.to_bytes(4, "big"))
    assert reader.next_frame() == b"\xa0"
    for _ in range(2):
        with pytest.raises(WireError) as refusal:
            reader.next_frame()
        assert refusal.value.code == "frame-too-large"
        assert str(size) in refusal.value.text
        assert str(LIMIT) in refusal.value.text


def test_the_limit_is_exact_and_may_be_raised() -> None:
    reader = FrameReader(10)
    reader.feed(frame(b"x" * 10) + frame(b"y" * 11))
    assert reader.next_frame() == b"x" * 10
    with pytest.raises(WireError):
        reader.next_frame()
    reader.limit = 11
    assert reader.next_frame() == b"y" * 11


REFUSED = {
    "nothing": b"",
    "no map": b"\x01",
    "a list": b"\x80",
    "bytes left over": b"\xa0\x00",
    "cut off": b"\xa1\x61a",
    "number as a key": b"\xa1\x01\x02",
    "list as a key": b"\xa1\x80\x02",
    "same key twice": b"\xa2\x61a\x01\x61a\x02",
    "map without a length": b"\xbf\xff",
    "list without a length": b"\xa1\x61a\x9f\xff",
    "text without a length": b"\xa1\x61a\x7f\xff",
    "broken text": b"\xa1\x61\xff\x01",
    "number beyond 64 bits": cbor2.dumps({"a": 2**64}),
    "date": b"\xa1\x61a\xc1\x01",
    "regular expression": b"\xa1\x61a\xd8\x23\x61x",
    "shared value": b"\xa1\x61a\xd8\x1c\x80",
    "reference": b"\xa1\x61a\xd8\x1d\x00",
    "unknown tag": b"\xa1\x61a\xd9\x12\x34\x01",
    "tag around all": b"\xd9\xd9\xf7\xa0",
    "too deep": b"\xa1\x61a" + b"\x81" * MAX_DEPTH + b"\x01",
    "very deep": b"\x81" * 100_000,
    "text that claims to be endless": b"\xa1\x61a\x7b" + b"\x7f" + b"\xff" * 7,
    "list that claims to be endless": b"\xa1\x61a\x9b" + b"\x7f" + b"\xff" * 7,
}


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_freedoms_of_cbor_that_nobody_needs_are_refused(content: bytes) -> None:
    with pytest.raises(WireError) as refusal:
        decode(content)
    assert refusal.value.code == "malformed"
    assert refusal.value.text.endswith(".")


def test_depth_is_enough_and_exact() -> None:
    nested = b"\xa1\x61a" + b"\x81" * (MAX_DEPTH - 1) + b"\x01"
    assert decode(nested)["a"]
    with pytest.raises(WireError):
        decode(b"\xa1\x61a" + b"\x81" * MAX_DEPTH + b"\x01")


def test_every_view_of_a_match_survives_the_journey() -> None:
    for case in cases(GAME):
        for state in play_match(case, 0).states[::10]:
            view = GAME.view(state, None)
            assert decode(encode(view)[4:]) == view


@pytest.mark.many_games
@pytest.mark.parametrize("block", range(5))
def test_spoiled_frames_are_read_or_refused_and_the_cut_makes_no_difference(
    block: int,
) -> None:
    outcomes = check_streams(f"frames/{block}", MUTATIONS // 5)
    assert min(outcomes[each] for each in ("read", "frame-too-large")) > 500
