"""Somebody at a whole client who plays with bots, at a real server in memory."""

from __future__ import annotations

from eriantys.client.known import KnownServers
from eriantys.client.match import Match
from eriantys.client.model import Place
from eriantys.games import find
from eriantys.wire.from_server import Update
from tests.client.players import Player
from tests.server.automata import answer_all, come_all, is_asked
from tests.server.parlour import Parlour, Person

PATIENT = {"bot_answer": 3600}
"""Nobody plays for a bot that waits until a test lets it act."""


def table_with_bots(known: KnownServers, seats: int = 3) -> tuple[Player, list[Person]]:
    """Let somebody open a table for bots, by keys, and let the bots come."""
    parlour = Parlour(games={"eriantys": find("eriantys")}, bots=True, **PATIENT)
    ada = Player(parlour, "Ada", known)
    ada.press("n", "Down", "Down", *["Right"] * (seats - 2), "Down", "Down", "Right", "Enter")
    bots = come_all(parlour)
    ada.go_on()
    assert ada.app.model.place is Place.MATCH, ada.screen()
    return ada, bots


def match_of(player: Player) -> Match:
    """Give the match as its client knows it."""
    assert player.app.model.match is not None
    return player.app.model.match


def latest(player: Player) -> int:
    """Tell the number of the latest action of which the server has told a player."""
    return max((update.number for update in player.person.all(Update)), default=0)


def let_bots_act(ada: Player, bots: list[Person], least: int = 4) -> int:
    """Play until bots have acted so many times in a row; tell how often they did.

    Nothing of it has reached the client yet. It is the player's turn again.
    """
    pace, ada.settings.bot_pace = ada.settings.bot_pace, "at once"
    for _ in range(100):
        answer_all(*bots)
        steps = latest(ada) - match_of(ada).number
        if steps >= least:
            ada.settings.bot_pace = pace
            return steps
        ada.go_on()
        while is_asked(ada.person):
            ada.press("Enter")
    raise AssertionError("the bots are never on turn for so long")
