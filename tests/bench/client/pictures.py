"""The pictures that are measured: a whole client in the middle of a match, on no terminal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from eriantys.client.canvas import Canvas
from eriantys.client.known import KnownServers
from eriantys.client.paint import paint
from eriantys.client.theme import Theme
from eriantys.wire.from_client import Create, Join
from tests.client.players import Player
from tests.keys import A_NONCE
from tests.server.parlour import Parlour

MOVES = 40
"""How many are played before anything is measured, so that the board is well filled."""


class Sitting:
    """A client whose player looks on while a match of four goes on by itself."""

    def __init__(self, folder: Path, width: int, height: int) -> None:
        self.chance = Random(3)
        self.theme = Theme()
        parlour = Parlour(seed="pictures", silence=1e6, ping=1e6)
        known = KnownServers(folder / "known")
        names = ("Ada", "Bruno", "Chiara", "Dario")
        self.players = [Player(parlour, name, known, width, height) for name in names]
        self.player = self.players[0]
        options = {"expert": True}
        self.players[0].person.say(Create("eriantys", 4, A_NONCE, options=options))
        self.players[0].go_on()
        seated = self.players[0].app.model.seated
        assert seated is not None
        for player in self.players[1:]:
            player.person.say(Join(A_NONCE, seated.match))
        for _ in range(MOVES):
            self.move()

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
def sitting(width: int, height: int) -> Iterator[Sitting]:
    """Sit down at a match, with files that are gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield Sitting(Path(folder), width, height)
