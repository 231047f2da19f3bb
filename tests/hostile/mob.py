"""All peers who mean no good, in a process of their own: they come, misbehave and are gone.

Run as `python -m tests.hostile.mob PORT PEERS SECONDS SEED`; what happened to them is printed
in JSON once the last of them is gone. It ends early if its standard input is closed.
"""

from __future__ import annotations

import heapq
import itertools
import os
import select
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from eriantys.server.outside.porter import CLOSE_WAIT
from tests.bench.server.contestants import raise_descriptors
from tests.hostile.guests import GUESTS
from tests.hostile.peer import Fault, Gone, Kind, Peer
from tests.hostile.strangers import STRANGERS

KINDS: dict[str, Kind] = STRANGERS | GUESTS
PATIENCE = 60.0
"""Seconds after which an answer will not come any more."""
LATEST = 0.95 * CLOSE_WAIT
"""Seconds after its deadline at which somebody must be gone. That is less than those have who
do not read their goodbye: whoever does is told at once that there is no more."""
FAULTS_TOLD = 20
NICE = 10
"""Those who play beside it come first, where they share a core."""


class OfKind(msgspec.Struct):
    """What happened to the peers of one kind."""

    peers: int = 0
    sent_away: int = 0
    """How many the server had to end by a deadline."""
    latest: float = 0.0
    """How many seconds after its deadline the last of them was gone."""


class Summary(msgspec.Struct):
    """What happened to all of them."""

    kinds: dict[str, OfKind] = {}
    met: dict[str, int] = {}
    """How often the server said `error` or `bye`, by code."""
    faults: list[str] = []
    most: int = 0
    """How many were there at a time."""

    @property
    def peers(self) -> int:
        """How many came in all."""
        return sum(kind.peers for kind in self.kinds.values())

    @property
    def latest(self) -> float:
        """How many seconds after its deadline the last of all was gone."""
        return max(kind.latest for kind in self.kinds.values())


class Mob:
    """Leads every peer through its script, in one thread."""

    def __init__(
        self, port: int, names: Sequence[str], seconds: float, seed: str = "mob"
    ) -> None:
        self.summary = Summary(kinds={name: OfKind() for name in names})
        self._port = port
        self._chance = Random(seed)
        self._coming = self._plan(names, seconds)
        self._here: dict[int, tuple[str, Peer]] = {}
        self._events: dict[int, int] = {}
        self._due: list[tuple[float, int, int, Peer]] = []
        self._order = itertools.count()
        self._met: Counter[str] = Counter()
        self._epoll = select.epoll()
        self._epoll.register(sys.stdin.fileno(), select.EPOLLIN)
        self._unwanted = False

    def _plan(self, names: Sequence[str], seconds: float) -> list[tuple[float, str]]:
        """Decide who comes when, the first at the end."""
        mixed = self._chance.sample(names, len(names))
        start = time.monotonic()
        times = sorted((self._chance.uniform(0, seconds) for _ in mixed), reverse=True)
        return [(start + at, name) for at, name in zip(times, mixed, strict=True)]

    def run(self) -> Summary:
        """Let all of them come, and wait until the last is gone."""
        while (self._coming or self._here) and not self._unwanted:
            now = time.monotonic()
            while self._coming and self._coming[-1][0] <= now:
                self._come(self._coming.pop()[1])
            for number, events in self._epoll.poll(self._patience()):
                if number == sys.stdin.fileno():
                    self._told()
                elif number in self._here:
                    peer = self._here[number][1]
                    self._lead(peer, lambda peer, events=events: peer.happened(events))
            self._keep_time()
        self.summary.met = dict(self._met)
        return self.summary

    def _keep_time(self) -> None:
        """See to those whose time is up, now that all that has happened before is known."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            _, _, ticket, peer = heapq.heappop(self._due)
            if not peer.closed and peer.ticket == ticket:
                self._lead(peer, self._time_is_up)

    def _told(self) -> None:
        """End: whoever has started this does not want to know any more."""
        self._unwanted = True

    def _patience(self) -> float:
        times = [self._coming[-1][0]] if self._coming else []
        times += [self._due[0][0]] if self._due else []
        return max(0.0, min(times, default=time.monotonic() + 1) - time.monotonic())

    def _come(self, name: str) -> None:
        kind = self.summary.kinds[name]
        kind.peers += 1
        number = next(self._order)
        peer = Peer(self._port, number, KINDS[name], Random(self._chance.random()))
        descriptor = peer.socket.fileno()
        self._here[descriptor] = name, peer
        self.summary.most = max(self.summary.most, len(self._here))
        self._events[descriptor] = peer.events
        self._epoll.register(descriptor, peer.events)
        self._lead(peer, Peer.go_on, descriptor)

    def _lead(self, peer: Peer, step: object, descriptor: int | None = None) -> None:
        """Let a peer do something, and wait for what it wants then."""
        descriptor = peer.socket.fileno() if descriptor is None else descriptor
        ticket = peer.ticket
        try:
            step(peer)  # type: ignore[operator]
        except Fault as fault:
            self._blame(self._here[descriptor][0], str(fault))
            peer.close()
        if peer.closed:
            self._leave(peer, descriptor)
            return
        if peer.events != self._events[descriptor]:
            self._events[descriptor] = peer.events
            self._epoll.modify(descriptor, peer.events)
        if peer.ticket != ticket:
            due = time.monotonic() + PATIENCE
            if isinstance(peer.wish, Gone):
                due = peer.wish.by + LATEST
            elif isinstance(peer.wish, float):
                due = time.monotonic() + peer.wish
            heapq.heappush(self._due, (due, next(self._order), peer.ticket, peer))

    def _time_is_up(self, peer: Peer) -> None:
        if isinstance(peer.wish, float):
            peer.go_on()
        elif isinstance(peer.wish, Gone):
            raise Fault(f"it is still there {LATEST:.1f} seconds after its deadline")
        else:
            raise Fault(f"{peer.wish} never came")

    def _leave(self, peer: Peer, descriptor: int) -> None:
        """Note how a peer has ended; its socket is closed, so nothing waits for it."""
        name, _ = self._here.pop(descriptor)
        del self._events[descriptor]
        kind = self.summary.kinds[name]
        self._met += peer.met
        if isinstance(peer.wish, Gone) and peer.ended is not None:
            kind.sent_away += 1
            kind.latest = max(kind.latest, peer.ended - peer.wish.by)

    def _blame(self, name: str, fault: str) -> None:
        if len(self.summary.faults) < FAULTS_TOLD:
            self.summary.faults.append(f"who {name}: {fault}")


def main() -> None:
    port, peers, seconds, seed = sys.argv[1:]
    os.nice(NICE)
    raise_descriptors()
    names = [*itertools.islice(itertools.cycle(KINDS), int(peers))]
    tell(Mob(int(port), names, float(seconds), seed).run())


def tell(summary: Summary) -> None:
    """Print what happened to all of them."""
    sys.stdout.buffer.write(msgspec.json.encode(summary) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
