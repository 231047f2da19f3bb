"""Who is kept out, and who is not heard: the operator's word, for a time or for good.

Addresses are kept as networks, one address being the smallest. However many there are, whether
an address is in any of them is found by looking once for each length of prefix that occurs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import TypeAlias

from eriantys.server.rows import Archive, SanctionKept, SanctionKind

Network: TypeAlias = IPv4Network | IPv6Network

MAPPED = 96
"""Bits before an address of the old kind where it is written as one of the new."""


class Sanction:
    """One of them, and until when it holds on the house's clock."""

    __slots__ = ("kind", "reason", "until", "who")

    def __init__(self, kept: SanctionKept, now: float) -> None:
        self.kind = kept.kind
        self.who = kept.who
        self.reason = kept.reason
        self.until = math.inf if kept.seconds is None else now + kept.seconds

    def sentence(self, begins: str, now: float) -> str:
        """Tell whom it concerns, until when and why."""
        ends = "" if self.until == math.inf else f" for another {duration(self.until - now)}"
        return f"{begins}{ends}{f': {self.reason}' if self.reason else ''}."


class Sanctions:
    """All that are in force."""

    def __init__(self, archive: Archive, now: float) -> None:
        self._held: dict[tuple[SanctionKind, str], Sanction] = {}
        self._lengths: set[tuple[int, int]] = set()
        """The versions of addresses and lengths of prefix among the networks."""
        for kept in archive.sanctions():
            self.put(kept, now)

    def put(self, kept: SanctionKept, now: float) -> None:
        """Let one be in force, instead of any before about the same."""
        self._held[kept.kind, kept.who] = Sanction(kept, now)
        if kept.kind == "address":
            network = ip_network(kept.who)
            self._lengths.add((network.version, network.prefixlen))

    def lift(self, kind: SanctionKind, who: str) -> None:
        """Let one be over."""
        self._held.pop((kind, who), None)

    def find(self, kind: SanctionKind, who: str, now: float) -> Sanction | None:
        """Return the one that is in force about just this."""
        found = self._held.get((kind, who))
        if found is not None and found.until <= now:
            del self._held[kind, who]
            return None
        return found

    def about_address(self, address: str, now: float) -> Sanction | None:
        """Return one that keeps an address out."""
        if not self._lengths:
            return None
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return None  # of the house itself
        return self._about(found, found.max_prefixlen, now)

    def around(self, who: str, now: float) -> Sanction | None:
        """Return one that keeps out a network with all that is around it."""
        network = ip_network(who)
        return self._about(network.network_address, network.prefixlen, now)

    def _about(
        self, address: IPv4Address | IPv6Address, longest: int, now: float
    ) -> Sanction | None:
        for version, length in self._lengths:
            if version == address.version and length <= longest:
                network = str(ip_network((address, length), strict=False))
                if found := self.find("address", network, now):
                    return found
        return None

    def all(self, now: float) -> Iterable[Sanction]:
        """List those that are in force, by kind and whom they concern."""
        self._held = {key: each for key, each in self._held.items() if each.until > now}
        return [self._held[key] for key in sorted(self._held)]


def network_of(text: str) -> Network | None:
    """Read an address or a network; None if it is neither.

    An address of the old kind is one of these however it is written: the long form is how
    some systems tell of it.
    """
    try:
        network = ip_network(text.strip("[]"), strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv6Network) and network.prefixlen >= MAPPED:
        old = network.network_address.ipv4_mapped
        if old is not None:
            return IPv4Network((old, network.prefixlen - MAPPED))
    return network


def duration(seconds: float) -> str:
    """Tell how long something takes, as people do."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}s"
    whole = max(1, round(seconds))
    return f"{whole} second{'s' if whole > 1 else ''}"
