"""What the system did not take yet, so kept that whole frames can be dropped from it."""

from __future__ import annotations

from eriantys.wire.frames import HEADER_SIZE


class Unsent:
    """Bytes that wait until the other end has read those before them.

    Whatever is put in is made of whole frames, so that `_first` begins with one: from there
    any place in it can be told to lie between two frames, or inside of which. One that is
    empty is of no more use.
    """

    __slots__ = ("_first", "_later", "_sent", "size")

    def __init__(self, data: bytes, sent: int) -> None:
        self._first = data
        self._sent = sent
        """How much of the first is on its way."""
        self._later: list[bytes] = []
        self.size = len(data) - sent

    def add(self, data: bytes) -> None:
        """Put some more at the end."""
        self._later.append(data)
        self.size += len(data)

    def next(self) -> memoryview:
        """Show what is to be sent next, which may not be all."""
        return memoryview(self._first)[self._sent :]

    def took(self, count: int) -> None:
        """Forget so many bytes of what is next."""
        self._sent += count
        self.size -= count
        if self._sent == len(self._first):
            # In one piece again, or a thousand short messages would be sent one by one.
            self._first = b"".join(self._later)
            self._later.clear()
            self._sent = 0

    def drop_unbegun(self, held: int) -> None:
        """Drop every frame that is not begun; so many bytes of what is next count as sent."""
        begun = self._sent + held
        end = 0
        while end < begun:
            end += HEADER_SIZE + int.from_bytes(self._first[end : end + HEADER_SIZE], "big")
        self._first = self._first[:end]
        self._later.clear()
        self.size = len(self._first) - self._sent
