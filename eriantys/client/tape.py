"""The tape: a whole match, step by step, with the view at each step.

It is made of a record, by playing it again, or of what a server tells of a match. Only what
each step changed is kept, and the whole view now and then; any view is made of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

import msgspec

from eriantys import games
from eriantys.client.match import Line, Match, retold
from eriantys.client.text import clean
from eriantys.games import record
from eriantys.games.contract import BadSetting, Event, Outcome, read_options
from eriantys.wire.cards import Happening, Past, PastCard
from eriantys.wire.fields import Parts
from eriantys.wire.from_server import Ended, ServerHistory, Started

WHOLE_EVERY = 16
"""After so many steps the whole view is kept, so that none is far from any place."""
TOLD = 60
"""Steps before a place that a match made for it remembers."""
TAKEN_BACK = "undo"
"""The action of a line that takes the latest one back that still stands."""


class Tape:
    """A match as a sequence of steps; place 0 is before the first, the last after all."""

    def __init__(
        self, started: Started, steps: Sequence[Past], ended: Ended | None = None
    ) -> None:
        self.started = started
        """The match at its beginning."""
        self.steps = tuple(steps)
        """What was done, numbered from 1; nothing that was taken back is among them."""
        self.ended = ended
        self.lines: tuple[Line, ...] = tuple(retold(started.view, self.steps))
        """The same as the log tells it."""
        view: Parts = started.view
        self._whole: list[Parts] = []
        """Every so manieth view, from the first on."""
        for place, step in enumerate(self.steps):
            if place % WHOLE_EVERY == 0:
                self._whole.append(view)
            view = view | step.changes
        if len(self.steps) % WHOLE_EVERY == 0:
            self._whole.append(view)

    @property
    def last(self) -> int:
        """The place after the last step."""
        return len(self.steps)

    def view(self, place: int) -> Parts:
        """Give the whole view at a place."""
        near = place // WHOLE_EVERY
        view = self._whole[near]
        for step in self.steps[near * WHOLE_EVERY : place]:
            view = view | step.changes
        return view

    def views(self) -> Iterator[Parts]:
        """Give the view at every place, from the first to the last."""
        view: Parts = self.started.view
        yield view
        for step in self.steps:
            view = view | step.changes
            yield view

    def beginnings(self, key: Callable[[Parts], Any]) -> tuple[int, ...]:
        """List the places where something of the view begins to be another, 0 among them.

        So the rounds and turns of a match are found; where the key is None it is as before.
        """
        found: list[int] = []
        known: Any = None
        for place, view in enumerate(self.views()):
            now = key(view)
            if not found or (now is not None and now != known):
                found.append(place)
                known = now
        return tuple(found)

    def match(self, place: int, now: float) -> Match:
        """Make the match as it was at a place, as a board shows it."""
        turn, decision = self.started.turn, self.started.decision
        if place:
            turn, decision = self.steps[place - 1].turn, self.steps[place - 1].decision
        started = msgspec.structs.replace(
            self.started,
            view=self.view(place),
            number=place,
            turn=turn,
            decision=decision,
            left_ms=0,
            away=(),
            suspended=False,
            paused=False,
        )
        match = Match(started, now)
        match.story.extend(self.lines[max(0, place - TOLD) : place])
        if place == self.last:
            match.ended = self.ended
        return match

    def record(self, played: date) -> record.Match:
        """Write the match down as a record; one that is not over has no secret to tell."""
        started, ended = self.started, self.ended
        by_the_rules = ended is not None and bool(ended.ranking) and ended.seat is None
        outcome = None
        if ended is not None and by_the_rules:
            outcome = Outcome(ended.ranking, ended.scores, ended.reason)
        return record.Match(
            game=started.game,
            version=started.version,
            date=played,
            players=started.players,
            options={name: str(value).lower() for name, value in started.options.items()},
            commitment=ended.commitment if ended is not None else started.commitment,
            secret=ended.secret if ended is not None else None,
            nonces=ended.nonces if ended is not None else (),
            moves=tuple(record.Move(step.seat, step.action) for step in self.steps),
            outcome=outcome,
            broken_off=ended.reason if ended is not None and not by_the_rules else "",
        )

    def written(self, played: date) -> str:
        """Write the record as a text that holds; refuse with `ValueError` if there is none."""
        match = self.record(played)
        record.verify(games.find(match.game), match)
        return record.write(match)


def from_record(match: record.Match) -> Tape:
    """Play a recorded match again.

    What is wrong with the record is raised as one of its troubles: it may name a game that is
    not here, keep its secret, or claim an action that was not legal.
    """
    try:
        game = games.find(match.game)
    except BadSetting as error:
        raise record.Damaged(match.lines.get("Game", 0), str(error)) from None
    state = record.first_state(game, match)
    options = read_options(game, match.options)
    started = Started(
        match=0,
        game=game.id,
        version=game.version,
        players=tuple(map(clean, match.players)),
        teams=game.teams(len(match.players), options),
        options=msgspec.structs.asdict(options),
        guidance="none",
        turn_seconds=0,
        absence="wait",
        undo=False,
        commitment=match.commitment,
        nonces=match.nonces,
        number=0,
        view=game.view(state, None),
        turn=game.turn(state),
        decision=game.decision(state),
        left_ms=0,
    )
    steps: list[Past] = []
    for number, step in enumerate(record.replay(game, match), 1):
        steps.append(
            Past(
                number=number,
                seat=step.move.seat,
                action=game.format(game.parse(step.move.action)),
                events=tuple(_happening(event) for event in step.events if event.seen_by(None)),
                changes=game.changes(state, step.state, None),
                turn=game.turn(step.state),
                decision=game.decision(step.state),
            )
        )
        state = step.state
    return Tape(started, steps, _ended(match, game.outcome(state)))


def _happening(event: Event) -> Happening:
    return Happening(event.kind, event.facts)


def _ended(match: record.Match, outcome: Outcome | None) -> Ended | None:
    """Tell how a recorded match ended; the outcome is that of the game played again."""
    if outcome is None and not match.broken_off:
        return None
    text = clean(match.broken_off)
    if outcome is not None:
        names = " and ".join(clean(match.players[seat]) for seat in outcome.winners) or "Nobody"
        text = f"{names} {'won' if len(outcome.winners) < 2 else 'win'}."
    return Ended(
        match=0,
        reason=outcome.reason if outcome is not None else clean(match.broken_off),
        text=text,
        secret=match.secret or b"",
        commitment=match.commitment,
        nonces=match.nonces,
        ranking=outcome.ranking if outcome is not None else (),
        scores=outcome.scores if outcome is not None else (),
    )


def complete(portions: Sequence[ServerHistory]) -> bool:
    """Tell whether all that a server tells of a match has come."""
    return bool(portions) and portions[0].view is not None and portions[-1].last


def from_history(started: Started, portions: Sequence[ServerHistory]) -> Tape:
    """Put together what a server told of a match, from its beginning on.

    Whatever was taken back is left out, together with the taking back: the view is then as if
    nothing had been, so that what the other steps changed still fits.
    """
    standing: list[Past] = []
    for portion in portions:
        for line in portion.lines:
            if line.action != TAKEN_BACK:
                standing.append(line)
            elif standing:
                standing.pop()
    steps = [msgspec.structs.replace(step, number=at) for at, step in enumerate(standing, 1)]
    view = portions[0].view or {}
    asked = view.get("turn")
    begun = msgspec.structs.replace(
        started,
        view=view,
        number=0,
        turn=steps[0].seat if steps else started.turn,
        # Games tell in their view what is asked, and the server only what is asked later.
        decision=asked.get("decision", "") if isinstance(asked, dict) else started.decision,
    )
    return Tape(begun, steps, portions[-1].ended)


def started_of(card: PastCard) -> Started:
    """Make the beginning of a past match, as far as its card tells; history has the rest.

    Refuses with `BadSetting` a game that this client does not have.
    """
    game = games.find(card.game)
    options = game.Options()
    return Started(
        match=card.match,
        game=card.game,
        version=game.version,
        players=card.players,
        teams=game.teams(len(card.players), options),
        options={},
        guidance="none",
        turn_seconds=0,
        absence="wait",
        undo=False,
        commitment=b"",
        nonces=(),
        number=0,
        view={},
        turn=None,
        decision="",
        left_ms=0,
        seat=card.seat,
        title=card.title,
    )
