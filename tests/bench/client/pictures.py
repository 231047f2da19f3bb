"""The pictures that are measured: a whole client in the middle of a match, in no terminal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from eriantys import games
from eriantys.client.canvas import Canvas
from eriantys.client.known import KnownServers
from eriantys.client.match import Match
from eriantys.client.paint import paint
from eriantys.client.theme import Theme
from eriantys.wire.fields import Setting
from eriantys.wire.from_client import Create, Join
from tests.client.players import Player
from tests.keys import A_NONCE
from tests.server.parlour import Parlour

MOVES = 40
"""How many are played before anything is measured, so that the board is well filled."""
OPTIONS: dict[str, dict[str, Setting]] = {"eriantys": {"expert": True}}
"""What makes the board of a game as full as can be."""
NAMES = ("Ada", "Bruno", "Chiara", "Dario")


class Sitting:
    """A client at a match with as many as can play, which goes on by itself."""

    def __init__(self, folder: Path, game: str, width: int, height: int) -> None:
        self.chance = Random(3)
        self.theme = Theme()
        played = games.find(game)
        parlour = Parlour(games={game: played}, seed="pictures", silence=1e6, ping=1e6)
        known = KnownServers(folder / "known")
        names = NAMES[: played.seats[-1]]
        self.players = [Player(parlour, name, known, width, height) for name in names]
        self.player = self.players[0]
        options = OPTIONS.get(game, {})
        self.players[0].person.say(Create(game, len(names), A_NONCE, options=options))
        self.players[0].go_on()
        seated = self.players[0].app.model.seated
        assert seated is not None
        for player in self.players[1:]:
            player.person.say(Join(A_NONCE, seated.match))
        for _ in range(MOVES):
            self.move()

    @property
    def match(self) -> Match:
        """The match, as the player at the client knows it."""
        match = self.player.app.model.match
        assert match is not None
        return match

    def go_on_until_asked(self) -> None:
        """Go on until it is the player's turn, who then has something to choose."""
        while not self.match.my_turn and self.match.ended is None:
            self.move()

    def stir(self) -> None:
        """Let the board look at the match again, as it has to whenever something happened."""
        self.match.change += 1

    def move(self) -> None:
        """Let whoever is on turn act."""
        for player in self.players:
            player.go_on()
        for player in self.players:
            match = player.app.model.match
            if match is not None and match.my_turn:
                player.app.model.act(self.chance.choice(match.offers))
                player.go_on()
                break
        self.player.go_on()

    def picture(self) -> Canvas:
        """Draw what is known."""
        return self.player.app.picture(*self.player.size)

    def paint(self, before: Canvas | None, after: Canvas) -> bytes:
        """Write what makes one picture of another, as it goes to the terminal."""
        return paint(self.theme, before, after).encode()


@contextmanager
def sitting(game: str, width: int, height: int) -> Iterator[Sitting]:
    """Sit down at a match, with files that are gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield Sitting(Path(folder), game, width, height)
