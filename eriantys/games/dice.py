"""The fair dice, and a fast twin with the same face for playouts.

A match is fair when nobody could choose its draws, and when anybody can check that
afterwards. The server publishes a commitment to a secret before it sees anything from
the players; each player brings a nonce; the seed is made of both. Every draw comes from
a stream keyed with that seed. Once the secret is revealed, `commitment` and `match_seed`
let anyone re-run the match.

It proves fairness to a player who saw the commitment before the match and finds it, and
the nonce that this player brought, in the record. What it does not promise: whoever knows
the secret can look ahead, and together with the player who brings the last nonce can
choose among seeds.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from struct import Struct
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

SECRET_SIZE = 32
NONCE_SIZE = 16

_WORDS_PER_BLOCK = 16
_WORD_RANGE = 1 << 32
_read_words = Struct(f">{_WORDS_PER_BLOCK}I").unpack


class Dice(Protocol):
    """The only source of chance that a game may use."""

    def below(self, bound: int) -> int:
        """Roll a number from 0 to bound - 1, each equally likely; bound is at most 2**32."""

    def copy(self) -> Dice:
        """Make dice for a copy of the state."""


class FairDice:
    """Dice whose every roll follows from the seed and the words used before it."""

    __slots__ = ("_block", "_words", "counter", "seed")

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter
        self._block = -1
        self._words: tuple[int, ...] = ()

    def below(self, bound: int) -> int:
        """Roll a number from 0 to bound - 1, each exactly equally likely."""
        # Words past the last whole multiple of the bound would favour small numbers:
        # they are thrown away.
        ceiling = _WORD_RANGE - _WORD_RANGE % bound
        if not ceiling:
            raise ValueError(f"{bound} is more than the dice have faces")
        while True:
            block, place = divmod(self.counter, _WORDS_PER_BLOCK)
            if block != self._block:
                self._block = block
                self._words = _read_words(_keyed_hash(self.seed, b"stream", _number(block)))
            self.counter += 1
            word = self._words[place]
            if word < ceiling:
                return word % bound

    def copy(self) -> FairDice:
        """Make dice that will roll the same from here on."""
        twin = FairDice.__new__(FairDice)
        twin.seed = self.seed
        twin.counter = self.counter
        twin._block = self._block
        twin._words = self._words
        return twin

    def snapshot(self) -> dict[str, Any]:
        """Tell the seed and the counter, which is all there is to know."""
        return {"seed": self.seed, "counter": self.counter}

    @classmethod
    def restore(cls, data: dict[str, Any]) -> FairDice:
        """Take the dice up again where `snapshot` left them."""
        return cls(data["seed"], data["counter"])


class QuickDice:
    """Dice for playouts: several times faster, repeatable by seed, and proof of nothing.

    Copies go on rolling from the same stream, so that every playout from a position
    meets other luck.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        """Roll a number from 0 to bound - 1, as good as equally likely."""
        return int(self._random() * bound)

    def copy(self) -> QuickDice:
        """Share the stream."""
        return self


def shuffled(dice: Dice, items: Iterable[T]) -> list[T]:
    """Return the items in random order."""
    result = list(items)
    return sample(dice, result, len(result))


def sample(dice: Dice, items: Iterable[T], count: int) -> list[T]:
    """Return so many of the items in random order, each at most once."""
    result = list(items)
    for place in range(count):
        other = place + dice.below(len(result) - place)
        result[place], result[other] = result[other], result[place]
    return result[:count]


def commitment(secret: bytes) -> bytes:
    """Give the public promise of a secret: it fixes the secret and does not tell it."""
    return _keyed_hash(b"", b"commit", secret)[:32]


def match_seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """Mix the server's secret with every player's nonce, in the order of the seats."""
    # Each nonce goes in with its length, so that no two lists make the same text.
    mixed = b"".join(_number(len(nonce)) + nonce for nonce in nonces)
    return _keyed_hash(secret, b"seed", mixed)[:32]


def derive(seed: int, purpose: str, index: int = 0) -> bytes:
    """Stretch a small number that a person typed into 32 bytes for one purpose."""
    return _keyed_hash(b"", b"derive", f"{purpose}/{seed}/{index}".encode())[:32]


def _keyed_hash(key: bytes, purpose: bytes, text: bytes) -> bytes:
    return blake2b(text, key=key, person=purpose).digest()


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")
