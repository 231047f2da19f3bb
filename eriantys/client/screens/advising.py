"""Asking a bot about one's own decision, and telling what it would do."""

from __future__ import annotations

from eriantys.client.boards.board import Board
from eriantys.client.match import Match
from eriantys.client.screens.screen import App
from eriantys.wire.advice import Advice, Question
from eriantys.wire.from_server import Request


class Advising:
    """What is asked of a bot at one table."""

    def __init__(self, app: App, match: Match, board: Board) -> None:
        self._app = app
        self._match = match
        self._board = board
        self._awaited: int | None = None
        """The request about which a bot was asked last, if nothing was done since."""

    def move_on(self) -> None:
        """Learn that something is done, whatever a bot will say."""
        self._awaited = None

    def ask(self, request: Request, seat: int) -> None:
        """Ask what a bot would do."""
        match = self._match
        if not match.guided:
            self._app.say("This match is played without guidance, so without hints.")
            return
        number, game = request.id, match.started.game
        self._awaited = number
        self._app.ask(Question(number, game, match.view, match.offers, seat))
        self._app.say("A bot thinks about your decision …")

    def hear(self, advice: Advice | None) -> None:
        """Show what a bot would do, if that is still to be decided."""
        if advice is None:
            if self._awaited is not None:
                self._awaited = None
                self._app.say("No bot has an answer just now.")
            return
        request = self._match.request
        if request is None or request.id != advice.number:
            return
        if advice.action not in self._match.offers:
            self._app.say("The bot has no idea here.")
            return
        how = ""
        if self._awaited == advice.number:
            # Otherwise somebody is choosing, and must not find another choice under the hand.
            self._board.renew(self._app.now)
            self._board.suggest(advice.action)
            how = " Enter does it."
        chance = "" if advice.chance is None else f", and gives you {advice.chance:.0%}"
        self._app.say(f"A bot would play {advice.action}{chance}.{how}")
