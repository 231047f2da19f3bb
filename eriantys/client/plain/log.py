"""What happens at a match, as it is told: everything once, and more to whoever asks for it."""

from __future__ import annotations

from eriantys.client.match import Line, Match, Story
from eriantys.client.plain.speaking import voice_of
from eriantys.client.sentences import counted, finished


class Log:
    """Remembers how much of the story of a match has been told."""

    def __init__(self) -> None:
        self.wanted = False
        """Whether somebody has asked for all of it and the server has not told it yet."""
        self._match: Match | None = None
        self._before = 0
        """How many actions there were when this client first came, or had heard of then."""
        self._story: list[Story] = []
        """What was told from; a story into which missed lines were put is another list."""
        self._told = 0
        """How many entries of that have been told."""

    def news(self, match: Match) -> list[str]:
        """Tell what has not been told yet.

        What was missed while the connection was lost belongs to it. What had happened before
        somebody came does not: that can be long, and whoever wants to hear it can say so.
        """
        said: list[str] = []
        if match is not self._match:
            said += self._come_to(match)
        for entry in self._fresh(match):
            if not isinstance(entry, Line) or entry.number > self._before:
                said += told(match, entry)
        self._story, self._told = match.story, len(match.story)
        return said

    def _come_to(self, match: Match) -> list[str]:
        """Begin with a match, or go on with one to which the way led through the lobby."""
        left, self._match = self._match, match
        self._story, self._told = [], 0
        self.wanted = False
        if left is not None and left.id == match.id:
            self._before = left.number
            return []
        self._before = match.number
        if not match.number:
            return []
        return [f"{counted(match.number, 'action')} came before you: type log for the latest."]

    def _fresh(self, match: Match) -> list[Story]:
        if match.story is self._story:
            return match.story[self._told :]
        known = {id(entry) for entry in self._story[: self._told]}
        return [entry for entry in match.story if id(entry) not in known]

    def latest(self, match: Match, most: int) -> list[str]:
        """Tell the last entries of the story once more."""
        said = [line for entry in match.story[-most:] for line in told(match, entry)]
        return said if most and said else ["Nothing has happened since you came."]

    def whole(self, match: Match) -> list[str]:
        """Tell everything once more, if that was asked for and all of it is there."""
        first = next((entry.number for entry in match.story if isinstance(entry, Line)), 1)
        if not self.wanted or first > 1:
            return []
        self.wanted = False
        said = [line for entry in match.story for line in told(match, entry)]
        return [*said, "That was all so far."]


def told(match: Match, entry: Story) -> list[str]:
    """Tell an action, or what was said, in whole sentences."""
    if isinstance(entry, Line):
        return voice_of(match).happened(match, entry)
    if not entry.name:
        return [finished(entry.text)]
    return [says(entry.name, entry.to, entry.text)]


def says(name: str, to: str, text: str, *, earlier: bool = False) -> str:
    """Tell what somebody has said."""
    to = f" to the {to}" if to in ("team", "watchers", "lobby") else ""
    return f"{'Earlier, ' if earlier else ''}{name} says{to}: {text}"
