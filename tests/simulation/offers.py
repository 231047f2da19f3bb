"""The shares in the luck that somebody brings, and which of them counts."""

from __future__ import annotations

from collections import deque

from eriantys.wire.from_client import FromClient
from eriantys.wire.messages import type_of


class Offers:
    """What was said on one connection to get a seat."""

    KINDS = ("create", "join", "quick", "seat", "rematch")

    def __init__(self, before: Offers | None) -> None:
        self._pending: deque[tuple[str, bytes | None]] = deque()
        """What may bring a share in the luck, and is neither accepted nor refused yet."""
        self.brought: set[bytes] = set()
        """The share that goes with the place in the line or in the room.

        Whoever takes a place over from the connection before knows only which it may be.
        """
        if before is not None:
            pending = {nonce for _, nonce in before._pending if nonce is not None}
            self.brought = before.brought | pending

    def said(self, message: FromClient) -> None:
        """Remember an offer, if it is one."""
        if hasattr(message, "nonce"):
            self._pending.append((type_of(message), message.nonce))

    def accept(self, *kinds: str) -> str:
        """Note that the earliest offer of some kinds was accepted, and tell which it was."""
        kind, nonce = self.take(*kinds)
        if nonce is not None:
            self.brought = {nonce}
        return kind

    def take(self, *kinds: str) -> tuple[str, bytes | None]:
        """Take out the earliest offer of some kinds: whatever comes in now answers that."""
        offer = next(offer for offer in self._pending if offer[0] in kinds)
        self._pending.remove(offer)
        return offer
