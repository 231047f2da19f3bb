"""Where a command line leads: to a server, and there perhaps to a match to look on at."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.address import PORT_MOST, Address, BadAddress, parse
from eriantys.wire.from_client import Watch

MATCH_MOST = 2**31 - 1
"""No match has a higher number."""


class Destination(NamedTuple):
    """A server, and what is asked there as soon as one is in."""

    address: Address
    watch: Watch | None = None


def to_play(text: str) -> Destination:
    """Read where to play, or raise `BadAddress`; a code in it leads to a seat."""
    return Destination(parse(text))


def to_watch(text: str, match: int | None) -> Destination:
    """Read where to look on, or raise `BadAddress`; a code in it leads to no seat.

    Where neither a code nor a number names the match, one is chosen in the lobby.
    """
    address = parse(text)
    check_match(match)
    if match is None and not address.code:
        return Destination(address)
    return Destination(address._replace(code=""), Watch(match, address.code))


def check_trust(address: Address, ca_file: str | None) -> None:
    """Refuse a certificate for a line that would not be encrypted."""
    if ca_file is not None and not address.tls:
        raise BadAddress(f"--ca-file is for encrypted lines: write tls://{address} for one.")


def check_port(number: int | None) -> None:
    """Refuse a port at which no friend could come: 0 would be another one each time."""
    if number is not None and not 1 <= number <= PORT_MOST:
        raise BadAddress(f"--host takes a port from 1 to {PORT_MOST}, not {number}.")


def check_match(number: int | None) -> None:
    """Refuse a number that no match has; none at all is as good."""
    if number is not None and not 1 <= number <= MATCH_MOST:
        raise BadAddress(f"A match has a number from 1 to {MATCH_MOST}, not {number}.")
