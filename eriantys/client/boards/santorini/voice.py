"""Santorini line by line: what can be typed at its table, and all that is told there."""

from __future__ import annotations

from collections.abc import Mapping

from eriantys.client.boards.reading import player
from eriantys.client.boards.santorini import (
    cards,
    consequences,
    describing,
    reading,
    telling,
    words,
)
from eriantys.client.boards.voice import Verb, Voice
from eriantys.client.match import Line, Look, Match
from eriantys.client.sentences import counted, finished
from eriantys.games.santorini import decisions
from eriantys.games.santorini.board import COLUMNS, NAMES

_BARE_SQUARES = {decisions.PLACE: "place", decisions.BUILD: "build", decisions.MORE: "build"}
"""Decisions in which a square alone can only mean one thing."""


def _square(match: Match, typed: str) -> list[str]:
    if typed in NAMES:
        return describing.square(match, typed)
    return ["Squares are called a1 to e5, as in square c3."]


def _god(match: Match, typed: str) -> list[str]:
    if not typed:
        held = [reading.god_of(match.view, seat) for seat in range(len(match.players))]
        names = [name for name in held if name] or reading.offered(match.view)
        return [line for name in names for line in describing.god(name)] or [
            "Nobody has a god yet; about NAME tells of any."
        ]
    found = [name for name in cards.NAMES if name.startswith(typed.lower())]
    return describing.god(found[0]) if found else [f"The gods: {', '.join(cards.NAMES)}."]


class SantoriniVoice(Voice):
    """Tells a match of Santorini in sentences."""

    notation = (
        "An action is typed as it is written: god pan, start 2, place b2, move b2 c3, "
        "build c4, build b2 c4, dome c4, ferry b2 c2, raze c4, done; in short b2 c3, b c4."
    )
    verbs: Mapping[str, Verb] = {
        "square": Verb("square c3", _square),
        "about": Verb("about NAME", _god),
        "map": Verb("map", lambda match, _: _map(match)),
    }

    def happened(self, match: Match, line: Line) -> list[str]:
        """Tell one action of the log, and what it brought about."""
        return [finished(text) for text in telling.in_words(match, line)]

    def board(self, match: Match) -> list[str]:
        """Tell everything that lies on the table."""
        view = match.view
        turn = reading.turn_number(view)
        said = [f"{f'Turn {turn}. ' if turn else ''}{self.question(match)}"]
        # The gods are read out while they are chosen; afterwards `about` tells what they do.
        tell = describing.player_words if turn else describing.player_and_god
        for seat in range(len(match.players)):
            said += tell(match, seat)
        said += _towers(match)
        blocks = reading.stock(view)
        said.append(
            f"Left: {counted(blocks[0], 'block')} for level 1, {blocks[1]} for level 2, "
            f"{blocks[2]} for level 3, and {counted(blocks[3], 'dome')}."
        )
        said += describing.in_force(match)
        if reading.decision(view) in (decisions.GODS, decisions.GOD):
            said.append(f"On the table: {', '.join(reading.offered(view)) or 'no gods yet'}.")
        return said

    def task(self, match: Match) -> str:
        """Say in a few words what the player on turn has to do."""
        return words.task(match)

    def question(self, match: Match) -> str:
        """Say what the player on turn is asked or does, or why nobody is."""
        return finished(words.question(match, keys=False))

    def completed(self, match: Match, text: str) -> str:
        """Add the verb to a square, a god or a number alone, where only one thing is meant."""
        if text in NAMES and match.decision in _BARE_SQUARES:
            return f"{_BARE_SQUARES[match.decision]} {text}"
        if match.decision in (decisions.GODS, decisions.GOD) and text in cards.CARDS:
            return f"god {text}"
        if match.decision == decisions.START and text.isdecimal():
            return f"start {text}"
        return text

    def consequence(self, match: Match, actions: tuple[str, ...], look: Look) -> str:
        """Say what some actions would lead to."""
        said = consequences.consequence(match, actions, look) or "there is nothing more to say"
        what = ", ".join(words.action_words(action) for action in actions)
        return _spoken(f"{what}: {said}")


def _spoken(text: str) -> str:
    """Make a whole sentence of a short line, and read out its signs."""
    return finished(text.replace("→", " to "))


def _towers(match: Match) -> list[str]:
    """List what stands in the town, by height."""
    view = match.view
    said = []
    for level in range(reading.SUMMIT, 0, -1):
        found = [n for n in NAMES if reading.square(view, n).level == level]
        listed = [f"{n} with a dome" if reading.square(view, n).dome else n for n in found]
        if listed:
            said.append(f"Level {level}: {', '.join(listed)}.")
    low = [n for n in NAMES if reading.square(view, n)[:2] == (0, True)]
    if low:
        said.append(f"Domes on the ground: {', '.join(low)}.")
    return said or ["Nothing is built yet."]


def _map(match: Match) -> list[str]:
    """Draw the town as five lines of text, from row 5 down to row 1."""
    view = match.view
    lines = []
    for row in reversed(reading.ROWS):
        cells = []
        for column in COLUMNS:
            stands = reading.square(view, f"{column}{row}")
            worker = "" if stands.worker is None else reading.worker_name(stands.worker)
            cells.append(f"{stands.level}{'dome' if stands.dome else worker}")
        lines.append(f"Row {row}: {', '.join(cells)}.")
    names = [player(match, seat).name for seat in range(len(match.players))]
    listed = zip(reading.LETTERS, names, strict=False)
    return [*lines, f"{', '.join(f'{letter} is {name}' for letter, name in listed)}."]


VOICE = SantoriniVoice()
