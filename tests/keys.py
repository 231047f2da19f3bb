"""Keys and proofs of the people in the tests."""

from __future__ import annotations

import hashlib
import hmac

A_NONCE = b"n" * 16
"""Somebody's share in the luck of a match, where it does not matter."""


def key_of(name: str) -> bytes:
    """Make the key that the person of this name keeps in all tests."""
    return hashlib.sha256(name.lower().encode()).digest()


def proof(key: bytes, nonce: bytes, name: str) -> bytes:
    """Prove a name as the manual says."""
    return hmac.digest(key, nonce + name.encode(), hashlib.sha256)


def proof_of(name: str, nonce: bytes) -> bytes:
    """Prove a name with the key that its person keeps."""
    return proof(key_of(name), nonce, name)
