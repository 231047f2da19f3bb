"""What a bot would do: asked of the adviser, and told as a sentence when it has answered."""

from __future__ import annotations

from eriantys.client.match import Match
from eriantys.wire.advice import Advice, Question

ADVICE_SECONDS = 30.0
"""How long a hint may take; even on a slow machine a bot thinks for some seconds only."""


class Hints:
    """The hint that somebody waits for, if any."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        """What is to be asked of the adviser, until somebody does."""
        self._asked: int | None = None
        """The request about which a bot thinks."""
        self._until = 0.0

    @property
    def awaited(self) -> bool:
        """Whether a bot is thinking."""
        return self._asked is not None

    def ask(self, match: Match, now: float) -> str:
        """Ask about what is to be decided now; return what to say to that."""
        if not match.guided:
            return "This match is played without guidance, so without hints."
        if match.request is None or match.seat is None:
            return "There is nothing to advise."
        if self._asked != match.request.id:
            self._asked, self._until = match.request.id, now + ADVICE_SECONDS
            self.questions.append(
                Question(self._asked, match.started.game, match.view, match.offers, match.seat)
            )
        return "A bot thinks about your decision."

    def hear(self, advice: Advice, match: Match | None) -> str:
        """Say what a bot would do, if that is still to be decided."""
        if advice.number != self._asked:
            return ""
        self._asked = None
        request = match.request if match is not None else None
        if match is None or request is None or request.id != advice.number:
            return ""
        if advice.action not in match.offers:
            return "The bot has no idea here."
        chance = "" if advice.chance is None else f"; it gives you {advice.chance:.0%} to win"
        return f"A bot would type {advice.action}{chance}."

    def expire(self, now: float) -> str:
        """Give up where it takes too long."""
        return self.give_up() if now >= self._until else ""

    def give_up(self) -> str:
        """Wait no longer; say so, if anybody waited."""
        if self._asked is None:
            return ""
        self._asked = None
        return "No bot has an answer just now."
