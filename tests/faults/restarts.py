"""A server that is told to end while many play, and is started again at the same place."""

from __future__ import annotations

import signal
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from eriantys import exits
from tests.bench.server.contestants import raise_descriptors
from tests.faults.clients import Company, Pair, Somebody, company
from tests.faults.evidence import Kept, check_replay, copy_of, read
from tests.faults.steps import end_of
from tests.scenarios.real import Server, serving

GAMES = ("eriantys", "santorini", "masters")
LINES = 3
"""What every match has before the first end, and what it goes on by after each."""
IN_TIME = 2.0
"""Seconds in which the server must have ended."""
BACK_IN_TIME = 10.0
"""Seconds after the new greeting in which everybody must be back; a client tries after one
second, after three and after six, and the start of a server takes some of that."""
LOST = "CONNECTION LOST"
WINDOW = (100, 32)


@dataclass
class Figures:
    """What was seen."""

    restarts: int = 0
    returned: int = 0
    """How often a client came back to its seat."""
    ended: float = 0.0
    """Seconds that the slowest end took, from the signal to the exit."""
    back: float = 0.0
    """Seconds from a greeting until the last of all clients was in its seat."""

    def __str__(self) -> str:
        return (
            f"{self.restarts} restarts, {self.returned} returns of clients: exit within "
            f"{self.ended:.2f} s, all back in their seats within {self.back:.2f} s"
        )


def free_port() -> int:
    """Find a port that is free, and will be again."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def make_pairs(seed: str, port: int, folder: Path, count: int) -> list[Pair]:
    """Bring so many pairs together, each for the next of all games."""

    def somebody(number: int, seat: int) -> Somebody:
        name = f"p{number}-{seat}"
        return Somebody(port, name, folder, Random(f"{seed}/{name}"))

    return [
        Pair(
            (somebody(number, 0), somebody(number, 1)),
            GAMES[number % len(GAMES)],
            again=True,
        )
        for number in range(count)
    ]


def restart_often(
    folder: Path, seed: str, matches: int, times: int, *, patient: bool
) -> Figures:
    """End and start the server so many times while so many matches are played.

    Whoever is not patient does not wait for as long as the clients do before they come back.
    """
    port = free_port()
    store = folder / "store.db"
    figures = Figures()
    raise_descriptors()
    with ExitStack() as stack:

        def start() -> Server:
            return stack.enter_context(serving(store, "--port", str(port)))

        server = start()
        people = stack.enter_context(company(make_pairs(seed, port, folder, matches)))
        people.until(lambda: all(pair.number >= LINES for pair in people.pairs))
        for _ in range(times):
            people.until(lambda: all(pair.running for pair in people.pairs))
            figures.ended = max(figures.ended, end_in_peace(people, server))
            found = read(copy_of(store, "copy"))
            server = start()
            people.patient = patient
            took, returned = all_come_back(people, found)
            figures.back = max(figures.back, took)
            figures.returned += returned
            people.patient = True
            figures.restarts += 1
            play_on(people)
        people.playing = False
        figures.ended = max(figures.ended, end_in_peace(people, server))
    check_replay(store, [])
    return figures


def end_in_peace(people: Company, server: Server) -> float:
    """Tell the server to end; return how long it took until it had."""
    begun = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    people.until(lambda: server.process.poll() is not None)
    took = time.monotonic() - begun
    assert end_of(server) == exits.OK
    assert took < IN_TIME, f"the end took {took:.2f} s"
    people.until(lambda: not any(person.link.online for person in people.people))
    return took


def all_come_back(people: Company, found: dict[int, Kept]) -> tuple[float, int]:
    """Wait until everybody is back in the seat of a match that goes on.

    Tells how long it took, and how many they are. Nobody may have to press a key for it, and
    everybody must see what they had seen before.
    """
    people.playing = False
    wanted: dict[Somebody, tuple[int, int | None, int, Any]] = {}
    for person in people.people:
        match = person.match
        assert match is not None
        kept = found[match.id]
        assert match.number == len(kept.lines), f"{person.name} has not heard of all lines"
        if kept.status != "ended":
            wanted[person] = match.id, match.seat, match.number, dict(match.view)

    def back(person: Somebody) -> bool:
        assert not person.link.needs_key, f"{person.name} must press a key"
        return person.seated or person not in wanted

    took = people.until(lambda: all(map(back, people.people)))
    assert took < BACK_IN_TIME, f"it took {took:.2f} s until everybody was back"
    for person, before in wanted.items():
        match = person.match
        assert match is not None
        assert (match.id, match.seat, match.number, match.view) == before, person.name
        assert LOST not in "\n".join(person.app.picture(*WINDOW).rows())
    people.playing = True
    return took, len(wanted)


def play_on(people: Company) -> None:
    """Let every match go on, or another one begin."""
    before = {pair: (pair.match, pair.number) for pair in people.pairs}

    def went_on(pair: Pair) -> bool:
        match, number = before[pair]
        return pair.running and (pair.match != match or pair.number >= number + LINES)

    people.until(lambda: all(map(went_on, people.pairs)))
