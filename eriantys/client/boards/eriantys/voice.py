"""Eriantys line by line: what can be typed at its table, and all that is told there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eriantys.client.boards.eriantys import reading, resolving, spoken_board, words
from eriantys.client.boards.eriantys.spoken import finished, sentence
from eriantys.client.boards.voice import Verb, Voice, of_player
from eriantys.client.match import Line, Look, Match
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.names import COLOURS

_BARE_NUMBERS = {
    decisions.ASSISTANT: "assistant",
    decisions.MOTHER: "mother",
    decisions.CLOUD: "cloud",
    decisions.MONK_ISLAND: "island",
    decisions.HERALD_ISLAND: "island",
    decisions.GRANDMA_ISLAND: "island",
}
"""Decisions in which a number alone can only mean one thing."""
_BARE_COLOURS = (
    decisions.MONK_STUDENT,
    decisions.PRINCESS_STUDENT,
    decisions.MUSHROOM_COLOUR,
    decisions.THIEF_COLOUR,
)
"""The same for a colour alone."""
_COLOUR_WORDS = (*COLOURS, *(name[0] for name in COLOURS))


def _reached(match: Match, action: str) -> str:
    """Name the island to which steps of Mother Nature lead."""
    verb, _, steps = action.partition(" ")
    if verb != "mother" or not steps.isdecimal():
        return ""
    island = resolving.walked_to(match.view, int(steps[:2]))
    return f" to island {reading.island_name(match.view, island)}"


def _school(match: Match, typed: str) -> list[str]:
    return of_player(match, typed, spoken_board.school)


def _island(match: Match, typed: str) -> list[str]:
    if typed.isdecimal() and len(typed) <= 2 and int(typed) in reading.ISLANDS:
        return [spoken_board.island(match, int(typed), closely=True)]
    return ["Islands are numbered 1 to 12, as in island 9."]


class EriantysVoice(Voice):
    """Tells a match of Eriantys in sentences."""

    notation = (
        "An action is typed as it is written: assistant 7, red 9, red dining, mother 2, "
        "cloud 1, play monk, pick red, island 5, swap red blue, done; in short a7, r9, "
        "r d, m2, c1."
    )
    verbs: Mapping[str, Verb] = {
        "island": Verb("island 9", _island),
        "school": Verb("school NAME", _school),
        "characters": Verb("characters", lambda match, _: spoken_board.characters(match)),
        "clouds": Verb("clouds", lambda match, _: spoken_board.clouds(match)),
    }

    def happened(self, match: Match, line: Line) -> list[str]:
        """Tell one action of the log, and what it brought about."""
        return [sentence(spans) for spans in words.log_line(match, line)]

    def board(self, match: Match) -> list[str]:
        """Tell everything that lies on the table."""
        return spoken_board.overview(match)

    def task(self, match: Match) -> str:
        """Say in a few words what the player on turn has to do."""
        return words.task(match)

    def question(self, match: Match) -> str:
        """Say what the player on turn is asked or does, or why nobody is."""
        return finished(words.question(match))

    def usual(self, match: Match) -> Sequence[str]:
        """Leave characters to their list."""
        return [each for each in match.offers if not each.startswith("play ")]

    def completed(self, match: Match, text: str) -> str:
        """Add the verb to a number or a colour alone, where only one thing can be meant."""
        if text.isdecimal() and match.decision in _BARE_NUMBERS:
            return f"{_BARE_NUMBERS[match.decision]} {text}"
        if match.decision in _BARE_COLOURS and text in _COLOUR_WORDS:
            return f"pick {text}"
        return text

    def consequence(self, match: Match, actions: tuple[str, ...], look: Look) -> str:
        """Say what some actions would lead to."""
        said = words.consequence(match, actions, look) or "there is nothing more to say"
        what = ", ".join(words.action_words(action) for action in actions)
        return finished(f"{what}{_reached(match, actions[-1])}: {said}")


VOICE = EriantysVoice()
