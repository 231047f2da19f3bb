"""What can be read beside a board: the log of the match and the chat, in words and colours."""

from __future__ import annotations

from eriantys.client.boards.board import Board, Talk
from eriantys.client.canvas import Span, ink
from eriantys.client.conversation import Spoken
from eriantys.client.match import Line, Match
from eriantys.client.model import Model

NAME = ink("bright", "bg", "bold")
YOU = ink("cur", "bg", "bold")
SAID = ink("text")
QUIET = ink("dim")
_HEARD = {"match": "", "team": " (team)", "watchers": " (watchers)"}
"""Whose talk is shown at the table, and how each is marked."""


class TableTalk:
    """The log and the chat of one match; only what is new is put into words."""

    def __init__(self, match: Match, board: Board) -> None:
        self._match = match
        self._board = board
        self._talk = Talk([], [])
        self._spoken: list[tuple[float, str, Spoken]] = []
        """The chat that is in the talk."""
        self._story = match.story
        self._told = 0
        """How much of the story is in the talk."""

    def listen(self, model: Model) -> Talk:
        """Put what has happened since into words, and give all there is to read."""
        story = self._match.story
        if story is not self._story:  # what was missed has been put in
            self._talk.log.clear()
            self._told = 0
        for entry in story[self._told :]:
            if isinstance(entry, Line):
                self._talk.log.extend(self._board.log_line(entry))
            elif not entry.name:
                self._talk.log.append([Span(entry.text, QUIET)])
        self._story, self._told = story, len(story)
        spoken = [(line.at, to, line) for to in _HEARD for line in model.chat.get(to, ())]
        if spoken != self._spoken:
            self._spoken = list(spoken)
            spoken.sort(key=lambda each: each[0])
            self._talk.chat[:] = [_remark(model.name, to, line) for _, to, line in spoken]
        return self._talk


def _remark(me: str, to: str, line: Spoken) -> list[Span]:
    own = line.name == me
    name = Span("you" if own else line.name, YOU if own else NAME)
    return [name, Span(f"{_HEARD[to]} » ", QUIET), Span(line.text, SAID)]
