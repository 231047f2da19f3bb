"""Whether what a server says belongs to what is known already."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, get_args

from eriantys.client.match import Match
from eriantys.wire.fields import Choice
from eriantys.wire.from_server import ServerVote, Started

_CHOICES = set(get_args(Choice))


class _Said(Protocol):
    """A line of talk, as it was told or as it is kept."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...


def same_match(one: Started, other: Started) -> bool:
    """Tell whether it is the same match, and not another that is given for it."""
    alike = (one.match, one.game, one.version) == (other.match, other.game, other.version)
    return alike and len(one.players) == len(other.players) and one.seat == other.seat


def fits(vote: ServerVote, match: Match) -> bool:
    """Tell whether a vote can be one of this match."""
    known = set(vote.choices) <= _CHOICES and len(vote.votes) == len(match.players)
    return known and vote.match == match.id


def overlap(kept: Iterable[_Said], lines: Iterable[_Said]) -> int:
    """Tell with how many of these lines the kept ones end."""
    old = [(line.name, line.text) for line in kept]
    told = [(line.name, line.text) for line in lines]
    most = min(len(old), len(told))
    return next((count for count in range(most, 0, -1) if old[-count:] == told[:count]), 0)
