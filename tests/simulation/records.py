"""What all clients of a run together were told, to be compared with what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from eriantys.games.contract import Seat
from eriantys.server.lobby.rooms import Room
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Ended, Started, Update
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.ledger import Ledger


class Records:
    """Everything that was announced and must therefore be true for ever."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.agreements: dict[int, tuple[Any, ...]] = {}
        """By match: what `started` says that must never change."""
        self.seen: dict[tuple[int, int, Seat | None], tuple[Seat, str, tuple[Happening, ...]]]
        self.seen = {}
        """By match, number and who saw it: seat, action and events of an update."""
        self.ended: dict[int, Ended] = {}
        self.turns: dict[tuple[int, int], int] = {}
        """By match and number: how many turns were over then; noted at the server."""
        self.highest = 1
        """The highest number of a room or match that anybody has heard of."""

        self.hidden: set[bytes] = set()
        """Rooms that nobody may see on a list, by the promise that goes with them."""
        self.once_more: dict[int, int | None] = {}
        """By room: after which match it is, if it is for a rematch."""
        self.spoken: dict[str, tuple[str, int | None]] = {}
        """By text: to whom a line was said, and at which match."""

    def was_opened(self, room: Room) -> None:
        """Note what there is to know of a room; noted at the server."""
        self.once_more[room.id] = None if room.table is None else room.table.match
        if room.table is not None or room.agreement.private:
            self.hidden.add(room.card().commitment)

    def agreed(self, started: Started) -> None:
        """Note what a match was agreed to be, or compare it with what was said before."""
        self.highest = max(self.highest, started.match)
        agreement = (
            *(started.game, started.version, started.players, started.teams),
            *(sorted(started.options.items()), started.guidance, started.turn_seconds),
            *(started.absence, started.undo, started.title, started.code),
            *(started.open_to_watchers, started.bots, started.bot_level),
            *(started.commitment, started.nonces),
        )
        before = self.agreements.setdefault(started.match, agreement)
        check(agreement == before, f"match {started.match} was {before}, is {agreement}")

    def saw(self, update: Update, to: Seat | None) -> None:
        """Note an action that was announced, or compare it with what was said before."""
        key = (update.match, update.number, to)
        said = (update.seat, update.action, update.events)
        before = self.seen.setdefault(key, said)
        check(said == before, f"line {key} was {before}, is {said}")

    def was_ended(self, ended: Ended) -> None:
        """Note how a match ended, or compare it with what was said before."""
        before = self.ended.setdefault(ended.match, ended)
        same = ended == before or msgspec.structs.replace(ended, text=before.text) == before
        check(same, f"match {ended.match} ended as {before}, then as {ended}")
