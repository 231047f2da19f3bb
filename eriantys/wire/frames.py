"""Frames: four bytes of length, most significant first, and one CBOR map.

Whatever bytes arrive, the outcome is a map or a `WireError`. Two rules see to it:

* a length is believed only as far as the limit goes, before anything is stored for it;
* every freedom of CBOR that this protocol does not need is refused: tags, indefinite
  lengths, keys that come twice or are numbers, deep nesting, bytes after the item.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, NoReturn

import cbor2

from eriantys.wire.errors import WireError

HEADER_SIZE = 4
_SMALL_MAP = 23
MAX_DEPTH = 16
"""Containers within containers; our deepest message has far fewer."""


class FrameReader:
    """Cuts a stream into frames, in whatever pieces it arrives.

    A connection has one for its whole life, so an idle one holds next to nothing.
    """

    __slots__ = ("_buffer", "_start", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        """The longest content of a frame; may be changed between two frames."""
        self._buffer = b""
        self._start = 0

    @property
    def waiting(self) -> bool:
        """Tell whether bytes have come that no frame was made of yet."""
        return self._start < len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take more of the stream in."""
        self._buffer = self._buffer[self._start :] + data if self.waiting else data
        self._start = 0

    def next_frame(self) -> bytes | None:
        """Return the content of the next frame, or None until more of it has come.

        A length over the limit is refused, and again each time this is called: whoever
        sends it has nothing more to say.
        """
        begin = self._start + HEADER_SIZE
        if len(self._buffer) < begin:
            return None
        size = int.from_bytes(self._buffer[self._start : begin], "big")
        if size > self.limit:
            raise WireError(
                "frame-too-large",
                f"A frame of {size} bytes is too large: the limit is {self.limit}.",
            )
        end = begin + size
        if len(self._buffer) < end:
            return None
        content = self._buffer[begin:end]
        self._start = end
        if not self.waiting:
            self._buffer, self._start = b"", 0
        return content


def frame(content: bytes) -> bytes:
    """Put the length before a content."""
    return len(content).to_bytes(HEADER_SIZE, "big") + content


def encode(data: Mapping[str, Any]) -> bytes:
    """Write a map of plain data as a whole frame."""
    return frame(cbor2.dumps(data))


def encode_with(data: Mapping[str, Any], key: str, item: bytes) -> bytes:
    """Write a map of plain data and one more entry, whose value is encoded already."""
    content = cbor2.dumps(data)
    # A small map has the number of its entries in the first byte.
    assert len(data) < _SMALL_MAP
    name = _encoded_key(key)
    size = len(content) + len(name) + len(item)
    head = size.to_bytes(HEADER_SIZE, "big"), bytes((content[0] + 1,))
    return b"".join((*head, content[1:], name, item))


@lru_cache(maxsize=16)  # there are two of them so far
def _encoded_key(key: str) -> bytes:
    return cbor2.dumps(key)


def decode(content: bytes) -> dict[str, Any]:
    """Read the content of a frame, which must be one map and nothing else."""
    stream = BytesIO(content)
    try:
        # A fresh decoder for every frame: one that is used again remembers.
        data = cbor2.CBORDecoder(stream, **_STRICT).decode()
    except cbor2.CBORDecodeError:
        raise WireError(
            "malformed", "The content of the frame is not CBOR as this protocol uses it."
        ) from None
    if stream.tell() != len(content):
        raise WireError("malformed", "There are bytes left over after the map of the frame.")
    if not isinstance(data, dict):
        raise WireError("malformed", "The content of a frame must be a map.")
    return data


class _NoTags(dict[int, Any]):
    """Answers for every tag there is, those that cbor2 would decode by itself included."""

    def __missing__(self, tag: int) -> Any:
        return _refuse_tag


def _refuse_tag(_value: Any, _immutable: bool) -> NoReturn:
    raise ValueError("tags are not part of this protocol")


_STRICT: dict[str, Any] = {
    "max_depth": MAX_DEPTH,
    "allow_indefinite": False,
    "allow_duplicate_keys": False,
    "strict_hashable_types": True,
    "semantic_decoders": _NoTags(),
}
