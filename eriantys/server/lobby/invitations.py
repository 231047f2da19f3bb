"""Invitation codes: what leads to a match that is on no list.

A code is easy to read out and to type: eight letters and digits that are not mistaken for
each other, in two halves. There are too many to find one by guessing, the less so since
after some wrong ones no more are looked up for a while.
"""

from __future__ import annotations

from eriantys.server import guard
from eriantys.server.house import House, refuse
from eriantys.server.session import Session

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that look like others: 0 and O, 1, I and L."""
HALF = 4
"""Letters in each half of a code."""

_FAIR = 256 - 256 % len(ALPHABET)
"""Bytes from here on would make some letters more frequent than others."""


def normal(typed: str) -> str:
    """Write a code as it is looked up, however it was typed."""
    return typed.upper().replace("-", "").strip()


def invite(house: House, number: int) -> str:
    """Make a code that leads to a match from now on."""
    while True:
        letters = "".join(
            ALPHABET[byte % len(ALPHABET)] for byte in house.entropy(32) if byte < _FAIR
        )[: 2 * HALF]
        if len(letters) == 2 * HALF and letters not in house.codes:
            house.codes[letters] = number
            return f"{letters[:HALF]}-{letters[HALF:]}"


def withdraw(house: House, code: str) -> None:
    """Let a code lead nowhere any more; a match without one has an empty one."""
    house.codes.pop(normal(code), None)


def number_of(house: House, session: Session, match: int | None, code: str) -> int:
    """Tell which match is meant: that of the code, or that of the number if there is none."""
    if not code:
        if match is None:
            refuse("bad-code", "Name a match, or give an invitation code.")
        return match
    guard.may_guess(house, session)
    number = house.codes.get(normal(code))
    if number is None or match not in (None, number):
        guard.note_guess(house, session)
        refuse("bad-code", "No match has this invitation code: it is mistyped, or over.")
    return number
