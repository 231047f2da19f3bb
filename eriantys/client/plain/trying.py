"""What an action would lead to, asked for and answered as a sentence."""

from __future__ import annotations

from eriantys import games
from eriantys.client.boards.eriantys import reading, resolving, words
from eriantys.client.match import Look, Match
from eriantys.client.plain.spoken import finished
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


def written_out(match: Match, text: str) -> str:
    """Write an action in full; raise `Illegal` with a sentence if it is none."""
    text = text.lower()
    if text.isdecimal() and match.decision in _BARE_NUMBERS:
        text = f"{_BARE_NUMBERS[match.decision]} {text}"
    elif match.decision in _BARE_COLOURS and text in (*COLOURS, *(name[0] for name in COLOURS)):
        text = f"pick {text}"
    game = match.started.game
    if game not in games.REGISTERED:
        return text[:100]  # the server will know
    rules = games.find(game)
    written: str = rules.format(rules.parse(text))
    return written


def actions(match: Match, text: str) -> tuple[str, ...]:
    """Read the actions to be tried, with commas between; raise `Illegal` if they are none."""
    return tuple(written_out(match, each.strip()) for each in text.split(",")[:32])


def answer(match: Match, tried: tuple[str, ...], look: Look | None) -> str:
    """Say what some actions lead to."""
    said = words.consequence(match, tried, look)
    what = (
        f"{', '.join(words.action_words(each) for each in tried)}{_reached(match, tried[-1])}"
    )
    return finished(f"{what}: {said or 'there is nothing more to say'}")


def _reached(match: Match, action: str) -> str:
    verb, _, steps = action.partition(" ")
    if verb != "mother" or not steps.isdecimal():
        return ""
    island = resolving.walked_to(match.view, int(steps[:2]))
    return f" to island {reading.island_name(match.view, island)}"


def offers(match: Match) -> list[str]:
    """List what can be answered now; what differs only in its last word shares a line."""
    listed: dict[str, list[str]] = {}
    for action in match.offers:
        first, _, last = action.rpartition(" ")
        listed.setdefault(first, []).append(last)
    return [_offered(first, last) for first, last in listed.items()]


def _offered(first: str, last: list[str]) -> str:
    if not first:
        return ", ".join(last)
    return f"{first} {last[0]}" if len(last) == 1 else f"{first} and one of: {', '.join(last)}"


def example(match: Match) -> str:
    """Name an action or two that could be typed now."""
    plain = [action for action in match.offers if not action.startswith("play ")]
    another = len(plain) * 2 // 5
    chosen = [*plain[:1], *plain[another : another + 1]]
    return " or ".join(dict.fromkeys(chosen))
