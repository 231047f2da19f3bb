"""Dribblers and deaf ones in a process of their own: whoever is gone comes anew.

Run as `python -m tests.hostile.siege PORT DRIBBLERS DEAF SECONDS`, with the seconds within
which all of them come. It prints a line once they are there. Told to `end` on its standard
input, nobody comes any more, and it waits until the server has sent the last away; if its
input is closed, those who never read leave by themselves. Then it prints what happened.
"""

from __future__ import annotations

import itertools
import os
import sys

from tests.bench.server.contestants import raise_descriptors
from tests.hostile.mob import NICE, Mob, tell
from tests.hostile.peer import Peer

DRIBBLERS = ("dribbles",)
DEAF = (
    "looks on and never reads",
    "asks and never reads",
    "syncs and never reads",
    "lives on and never reads",
)
READY = b"ready\n"


class Siege(Mob):
    """Always as many, until somebody says that it is enough."""

    def __init__(self, port: int, dribblers: int, deaf: int, seconds: float) -> None:
        names = [
            *itertools.islice(itertools.cycle(DRIBBLERS), dribblers),
            *itertools.islice(itertools.cycle(DEAF), deaf),
        ]
        super().__init__(port, names, seconds)
        self._wanted = len(names)
        self._ready = False
        self._ending = False

    def _told(self) -> None:
        self._ending = True
        if not os.read(sys.stdin.fileno(), 100):
            self._epoll.unregister(sys.stdin.fileno())
            for descriptor, (_, peer) in list(self._here.items()):
                if peer.deaf:
                    peer.vanish()
                    self._leave(peer, descriptor)

    def _lead(self, peer: Peer, step: object, descriptor: int | None = None) -> None:
        super()._lead(peer, step, descriptor)
        if not self._ready and len(self._here) == self._wanted:
            # A dribbler may be dropped from its first byte on.
            here = (each for _, each in self._here.values())
            if all(each.deaf or each.may_be_dropped for each in here):
                self._ready = True
                sys.stdout.buffer.write(READY)
                sys.stdout.buffer.flush()

    def _leave(self, peer: Peer, descriptor: int) -> None:
        name, _ = self._here[descriptor]
        super()._leave(peer, descriptor)
        if not self._ending:
            self._come(name)


def main() -> None:
    port, dribblers, deaf, seconds = sys.argv[1:]
    os.nice(NICE)
    raise_descriptors()
    tell(Siege(int(port), int(dribblers), int(deaf), float(seconds)).run())


if __name__ == "__main__":
    main()
