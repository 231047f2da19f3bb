"""The table at home, line by line: what is told there for a lobby, and how friends come."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.address import Address, invitation
from eriantys.client.model import Model
from eriantys.client.plain import lobby
from eriantys.client.screens.texts import game_title, listed
from eriantys.wire.cards import SavedCard


class AtHome(NamedTuple):
    """A table of one's own, which may be open to friends."""

    shared: Address | None = None
    """Where friends find it; None while nobody can come."""

    def greeting(self, model: Model) -> list[str]:
        """Say where one is, and what can be typed."""
        latest = max(model.saved, key=lambda card: card.match, default=None)
        go_on = f"resume goes on with {_unfinished(model, latest)}" if latest else ""
        begin = "new plays against a bot"
        said = [f"You are at home: {'; '.join(filter(None, (begin, go_on)))}."]
        if self.shared is not None:
            said.append("new no-bots keeps seats for friends, and bot fills the others.")
            said.append(f"Friends come by: eriantys play {self.shared}")
        return said + [lobby.room(model, card) for card in model.rooms.values()]

    def way_in(self, code: str) -> str:
        """Say how friends come to a match of this code; nothing where they cannot."""
        if self.shared is None:
            return ""
        return f"Friends come straight to this match by: {invitation(self.shared, code)}"


def _unfinished(model: Model, card: SavedCard) -> str:
    others = list(lobby.people(card.players, card.bots))
    if 0 <= card.seat < len(others):
        del others[card.seat]
    return f"{game_title(model.welcome, card.game)} with {listed(others)}"
