"""What somebody is told of the past, held against the log played again from the beginning."""

from __future__ import annotations

from typing import Any

import msgspec

from eriantys.games.contract import Seat
from eriantys.server.matches.match import happenings
from eriantys.wire import from_server as server
from eriantys.wire.cards import Past
from tests.simulation.ledger import Story, plain
from tests.simulation.plan import check
from tests.simulation.records import Records
from tests.simulation.tally import Tally


class LookingBack:
    """A match of the past, as far as it was told on one connection."""

    def __init__(self, records: Records, tally: Tally) -> None:
        self._records = records
        self._tally = tally
        self._match = 0
        self._view: Any = None
        self._lines: list[Past] = []

    def miss(self) -> None:
        """Notice that some of it may be missing: it is told from the beginning then."""
        self._view = None

    def hear(self, name: str, message: server.ServerHistory) -> None:
        """Take in one portion, and check everything after the last one."""
        if message.view is not None:
            self._match, self._view, self._lines = message.match, message.view, []
        check(self._view is not None, f"{message.match} is told from the middle on")
        check(message.match == self._match, f"{message.match} in the middle of {self._match}")
        self._lines += message.lines
        if message.last:
            self._check(name)
            if message.ended is not None:
                self._records.was_ended(message.ended)
            self._view = None

    def _check(self, name: str) -> None:
        story = self._records.ledger.story(self._match)
        about = self._records.ledger.about(self._match)
        own = about.players.index(name) if name in about.players else None
        may: list[Seat | None] = [own]
        if name.startswith("Guest") and about.ended:
            may = [own, None]  # the name may have been another's
        check(any(self._is(story, eyes) for eyes in may), f"{self._match} was not like that")
        self._tally.add("looked back", len(self._lines))

    def _is(self, story: Story, eyes: Seat | None) -> bool:
        game = story.game
        after = self._lines[0].number - 1 if self._lines else len(story.lines)
        views = {
            number: plain(game.view(story.kept[number], eyes))
            for number in range(after, after + len(self._lines) + 1)
        }
        if self._lines and self._view != views[after]:
            return False
        for number, told in enumerate(self._lines, start=after + 1):
            line, state = story.lines[number - 1], story.kept[number]
            shown = (
                "undo" if line.undo else game.shown(game.parse(line.action), line.seat, eyes)
            )
            view, before = views[number], views[number - 1]
            changes = {part: now for part, now in view.items() if before[part] != now}
            events = plain(msgspec.to_builtins(happenings(line.events, eyes)))
            expected = (number, line.seat, shown, changes, game.turn(state))
            found = (told.number, told.seat, told.action, told.changes, told.turn)
            if found != expected or told.decision != game.decision(state):
                return False
            if plain(msgspec.to_builtins(told.events)) != events:
                return False
        return True

    def check_results(self, name: str, message: server.ServerResults) -> None:
        """Hold a list of past matches against what is stored."""
        numbers = [card.match for card in message.past]
        check(numbers == sorted(set(numbers), reverse=True), f"{numbers} are out of order")
        ledger = self._records.ledger
        for card in message.past:
            about = ledger.about(card.match)
            check(about.ended, f"{card} is not over")
            check(not about.private or name == message.name, f"{card} is private")
            check(card.players == about.players, f"{card}: who played?")
            check(card.bots == about.bots, f"{card}: who was a bot?")
            check(card.players[card.seat] == message.name, f"{card}: where did they sit?")
            check(card.number == len(ledger.story(card.match).lines), f"{card}: how long?")
            ended = self._records.ended.get(card.match)
            if ended is not None:
                told = (card.reason, card.ranking, card.scores, card.ended_by)
                expected = (ended.reason, ended.ranking, ended.scores, ended.seat)
                check(told == expected, f"{card} ended as {ended}")
        total = sum(each.played + each.broken_off for each in message.tally)
        check(total >= len(numbers), f"{message} miscounts")
        if not message.more and len(numbers) == total:
            self._tally.add("results summed up")
        self._tally.add("results checked")
