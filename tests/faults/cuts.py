"""Matches of whole clients, of which one loses its line at a certain message.

In the end both must show the same as the store: the same table, every line of the log once,
and how it ended.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from eriantys import exits
from eriantys.client.model import Place
from eriantys.games.contract import Game
from eriantys.wire.from_client import Results
from tests.bench.server.contestants import raise_descriptors
from tests.faults.clients import Pair, Somebody, company
from tests.faults.evidence import Kept, check_replay, plain, replay
from tests.faults.lines import WAYS, BreakableLine, Cut, Lines, Towards
from tests.faults.memory import UNDO, Line
from tests.faults.steps import end_of
from tests.scenarios.real import Server, serving

AT_ONCE = 30
"""Matches that are played at the same time."""
OLD = ("stale", "unexpected")
"""Refusals of what was said twice, or too late."""


class Trial(NamedTuple):
    """One match: which of both loses the line, and where."""

    place: int
    cut: Cut | None


@dataclass
class Figures:
    """What came of it."""

    cuts: Counter[str] = field(default_factory=Counter)
    """How often a line broke, by direction and how."""
    not_met: int = 0
    """Matches that were over before their line broke."""
    lines: int = 0
    repeated: int = 0
    """Requests that were refused because they had been answered."""
    missed_the_end: int = 0
    """Clients that came back when the match was over, and found it among the results."""

    def __iadd__(self, other: Figures) -> Figures:
        self.cuts += other.cuts
        self.not_met += other.not_met
        self.lines += other.lines
        self.repeated += other.repeated
        self.missed_the_end += other.missed_the_end
        return self

    def __str__(self) -> str:
        cuts = ", ".join(f"{count} {how}" for how, count in sorted(self.cuts.items()))
        return (
            f"{self.cuts.total()} cuts ({cuts}), {self.not_met} matches over before, "
            f"{self.lines} lines, {self.repeated} repeated requests refused, "
            f"{self.missed_the_end} back after the end"
        )


def count_messages(folder: Path, seed: str, game: str) -> dict[tuple[int, Towards], int]:
    """Play one match without a fault; count the messages of each client in each direction."""
    found: dict[tuple[int, Towards], int] = {}
    with ExitStack() as stack:
        server = stack.enter_context(serving(folder / "count.db"))
        lines = Lines()
        stack.callback(lines.close)
        for place in range(2):
            match = _Played(folder, lines, server, f"{seed}-{place}", game, Trial(place, None))
            with company([match.pair]) as people:
                people.beside(lines)
                people.until(lambda match=match: match.settled)
            match.line.close()
            found |= {(place, towards): n for towards, n in match.line.passed.items()}
    return found


def all_trials(messages: dict[tuple[int, Towards], int]) -> list[Trial]:
    """List every way in which the line can break at every message."""
    return [
        Trial(place, Cut(towards, at, how))
        for (place, towards), count in messages.items()
        for at in range(1, count + 1)
        for how in WAYS[towards]
    ]


def play_all(
    folder: Path,
    seed: str,
    game: str,
    trials: Sequence[Trial],
    progress: Callable[[Figures], None] = lambda _: None,
) -> Figures:
    """Play a match for each trial at one server, and check all of them."""
    raise_descriptors()
    figures = Figures()
    left = iter(enumerate(trials))
    store = folder / "store.db"
    with serving(store) as server:
        seen: dict[int, list[_Seen]] = {}
        while some := list(islice(left, AT_ONCE)):
            found, shown = _play(folder, server, seed, game, some)
            figures += found
            for each in shown:
                seen.setdefault(each.match, []).append(each)
            progress(figures)
        server.process.send_signal(signal.SIGTERM)
        assert end_of(server) == exits.OK
    for match, kept in check_replay(store, []).items():
        _check(kept, seen[match])
        figures.lines += len(kept.lines)
    return figures


def _play(
    folder: Path, server: Server, seed: str, game: str, some: Sequence[tuple[int, Trial]]
) -> tuple[Figures, list[_Seen]]:
    """Play some matches at the same time; tell what everybody has seen of them."""
    figures = Figures()
    with ExitStack() as stack:
        lines = Lines()
        stack.callback(lines.close)
        played = []
        for number, trial in some:
            match = _Played(folder, lines, server, f"{seed}-{number}", game, trial)
            stack.callback(match.line.close)
            played.append(match)
        people = stack.enter_context(company([match.pair for match in played]))
        people.patient = False
        people.beside(lines)
        people.until(lambda: all(match.settled for match in played))
        for match in played:
            match.count(figures)
        return figures, [seen for match in played for seen in match.seen()]


class _Seen(NamedTuple):
    """What one client shows in the end, and what was said to it."""

    name: str
    match: int
    seat: int
    said: dict[int, set[str]]
    view: dict[str, Any] | None
    """None for one that came back when the match was over."""
    lines: list[tuple[int, int, str]]
    reason: str
    """Why the match ended, as the client was told at its end or among the results."""


class _Played:
    """One match of a trial."""

    def __init__(
        self, folder: Path, lines: Lines, server: Server, name: str, game: str, trial: Trial
    ) -> None:
        self.trial = trial
        self.line = BreakableLine(lines, server.port, trial.cut)
        ports = [server.port, server.port]
        ports[trial.place] = self.line.port
        first, second = (
            Somebody(port, f"{name}{'ab'[place]}", folder, Random(f"{name}/{place}"))
            for place, port in enumerate(ports)
        )
        self.pair = Pair((first, second), game, again=False)
        self._looked: set[Somebody] = set()

    @property
    def settled(self) -> bool:
        """Whether the match is over, and both know it."""
        return self.pair.match is not None and all(map(self._knows, self.pair.people))

    def _knows(self, person: Somebody) -> bool:
        model = person.app.model
        if not person.link.online:
            return False
        if model.place is Place.LOBBY and person not in self._looked:
            self._looked.add(person)
            model.results = None
            model.send(Results())
        if model.place is Place.LOBBY:
            return model.results is not None and bool(model.results.past)
        return model.place is Place.AFTER and model.match is not None

    def count(self, figures: Figures) -> None:
        """Note how it went."""
        cut = self.trial.cut
        if cut is not None and self.line.broken:
            figures.cuts[f"{cut.how} towards the {cut.towards}"] += 1
        else:
            figures.not_met += 1
        for person in self.pair.people:
            for refusal in person.refusals():
                if refusal.code in OLD:
                    figures.repeated += 1
                else:
                    assert refusal.about in ("join", "login"), f"{self.trial}: {refusal}"
            figures.missed_the_end += person.match is None

    def seen(self) -> list[_Seen]:
        """Tell what both show."""
        assert self.pair.match is not None
        found = []
        for seat, person in enumerate(self.pair.people):
            match, results = person.match, person.app.model.results
            if match is not None:
                assert match.seat == seat
                assert match.ended is not None
                reason = match.ended.reason
            else:
                assert results is not None
                reason = results.past[0].reason
                assert results.past[0].match == self.pair.match
            found.append(
                _Seen(
                    name=f"{person.name}, {self.trial}",
                    match=self.pair.match,
                    seat=seat,
                    said=person.said,
                    view=None if match is None else dict(match.view),
                    lines=[(line.number, line.seat, line.action) for line in person.lines()],
                    reason=reason,
                )
            )
        return found


def _check(kept: Kept, seen: Sequence[_Seen]) -> None:
    """Hold what clients show against what is stored."""
    game, last = kept.game, replay(kept, {})
    assert kept.status == "ended", f"{seen[0].name}: {kept.status}"
    for each in seen:
        assert each.reason == kept.reason, each.name
        if each.view is not None:
            assert each.view == plain(game.view(last, each.seat)), each.name
            shown = [
                (number, line.seat, _shown(game, line, each.seat))
                for number, line in kept.lines.items()
            ]
            assert each.lines == shown, each.name
        for number, line in kept.lines.items():
            if line.seat == each.seat:
                assert line.action in each.said[number], f"{each.name}: line {number} {line}"


def _shown(game: Game[Any, Any], line: Line, seat: int) -> str:
    if line.action == UNDO:
        return UNDO
    return game.shown(game.parse(line.action), line.seat, seat)
