"""The gods' cards as they lie on the table: the kind of each, its text, long and short."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.santorini.gods import BY_NAME, PANTHEON


class Card(NamedTuple):
    """A god's card."""

    name: str
    title: str
    kind: str
    """When it matters, in a word."""
    when: str
    power: str
    """Its whole text."""
    short: str
    """The same in two lines of a narrow panel."""
    simple: bool
    seats: tuple[int, ...]


KINDS = {
    "move": "accent",
    "build": "gold",
    "turn": "P",
    "others": "bad",
    "win": "fine",
}
"""By kind: the role of its colour."""
KIND_WORDS = {
    "move": "your moves",
    "build": "your builds",
    "turn": "the course of your turn",
    "others": "binds opponents",
    "win": "another way to win",
}

_SHORT = {
    "apollo": ("move", "May swap places with an opponent's worker beside."),
    "artemis": ("move", "May move twice, but not back to where it began."),
    "athena": ("others", "If she has moved up, no opponent may."),
    "atlas": ("build", "May put a dome at any level."),
    "demeter": ("build", "May build twice, on two squares."),
    "hephaestus": ("build", "May put a second block on the first."),
    "hermes": ("turn", "Both may walk on their level, then one builds."),
    "minotaur": ("move", "May push an opponent's worker straight back."),
    "pan": ("win", "Also wins by stepping down two levels or more."),
    "prometheus": ("turn", "May build first, then not move up."),
    "aphrodite": ("others", "Who starts beside her and moves ends beside her."),
    "ares": ("turn", "The unmoved worker may take a block away."),
    "bia": ("move", "Strikes out who stands right behind her step."),
    "charon": ("turn", "May first ferry an opponent to his other side."),
    "chronus": ("win", "Also wins once five complete towers stand."),
    "eros": ("win", "Also wins when his two meet on a level."),
    "hera": ("others", "No opponent wins by moving to the edge."),
    "hestia": ("build", "May build twice, not on the edge then."),
    "hypnus": ("others", "The highest worker of an opponent cannot move."),
    "limus": ("others", "Nobody else builds beside him, but to complete."),
    "medusa": ("turn", "Lower opponents beside her turn to blocks."),
    "morpheus": ("build", "A token each turn; builds cost one each."),
    "persephone": ("others", "Who can move up must."),
    "poseidon": ("turn", "Unmoved on the ground: up to three builds."),
    "selene": ("build", "Her first worker may put a dome at any level."),
    "triton": ("move", "May go on from each square on the edge."),
    "zeus": ("build", "May build a block under himself."),
}
"""By god: its kind, and its text in few words."""
_FORBIDS = {
    "athena": "moving up",
    "aphrodite": "leaving",
    "hestia": "the edge",
    "hypnus": "the highest",
    "limus": "building",
    "persephone": "staying",
}
"""By god: what it forbids, as a thing that is done."""

_NOBODY = Card("", "no god", "turn", "", "", "", simple=True, seats=(2, 3))


def _card(name: str) -> Card:
    god = PANTHEON[BY_NAME[name]]
    kind, short = _SHORT.get(name, ("turn", god.power))
    title = name.capitalize()
    return Card(name, title, kind, god.when, god.power, short, god.simple, god.seats)


CARDS = {god.name: _card(god.name) for god in PANTHEON}
"""By name, in the order of the list that is chosen from."""
NAMES = tuple(CARDS)


def card(name: str) -> Card:
    """Find the card of a god; that of nobody if there is none."""
    return CARDS.get(name, _NOBODY)


def title(name: object) -> str:
    """Write the name of a god as a name."""
    text = name if isinstance(name, str) else ""
    return text[:20].capitalize() or "no god"


def forbids(name: str) -> str:
    """Say what a god forbids, in few words."""
    return _FORBIDS.get(name, "something")


def seats_words(found: Card) -> str:
    """Say with how many players a god may be chosen."""
    return f"{' or '.join(map(str, found.seats))} players"
