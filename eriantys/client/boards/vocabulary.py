"""What the screens before a match say of a game: its options, its seats, its turns.

Games that cannot be shown are spoken of in the words that the server has for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from eriantys.client import boards
from eriantys.client.boards.room import Words
from eriantys.wire.fields import Setting

_UNKNOWN = Words(options={}, phases={}, tasks={})


class Piece(NamedTuple):
    """What the pieces of a seat look like."""

    sign: str
    role: str
    """The role of their colour."""
    name: str
    """What that colour is called."""


def _words(game: str) -> Words:
    return boards.words_of(game) if boards.can_show(game) else _UNKNOWN


_BROKEN_OFF = {
    "abandoned": "somebody who was missing did not come back",
    "left": "somebody left",
    "resigned": "somebody resigned",
    "voted": "those who were there did not want to wait",
}
"""By reason: how a match of any game ends outside its rules."""


def ending(game: str, reason: str) -> str:
    """Say in a few words how a match came to its end; as the server names it, if unknown."""
    return _words(game).endings.get(reason) or _BROKEN_OFF.get(reason, reason)


def option_label(game: str, name: str) -> str:
    """Name an option, as the label of a form does."""
    option = _words(game).options.get(name)
    return (option.label if option is not None else _spoken(name)).capitalize()


def option_value(game: str, name: str, value: Setting) -> str:
    """Name the value of an option."""
    option = _words(game).options.get(name)
    if option is not None and value in option.values:
        return option.values[value]
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def option_note(game: str, name: str, value: Setting) -> str:
    """Say in a sentence what an option means as it is chosen; empty if that is not known."""
    option = _words(game).options.get(name)
    return "" if option is None else option.notes.get(value, "")


def unguided(game: str) -> str:
    """Say in a sentence what it means to play a game without guidance."""
    usual = "Nothing is pointed out: know the rules, or be refused."
    return _words(game).unguided or usual


def mode(game: str, options: Mapping[str, Setting]) -> str:
    """Say in few words what a match is played with; nothing of what is only switched off."""
    briefly = _words(game).mode
    if briefly is not None:
        return briefly(options)
    words = []
    for name, value in options.items():
        option = _words(game).options.get(name)
        if option is not None and value in option.values:
            words.append(option.values[value])
        elif not isinstance(value, bool):
            words.append(f"{_spoken(name)} {value}")
        elif value:
            words.append(_spoken(name))
    return ", ".join(words)


def phase(game: str, decision: str) -> str:
    """Name the phase of a turn in a word or two."""
    return _words(game).phases.get(decision) or _spoken(decision) or "playing"


def task(game: str, decision: str) -> str:
    """Say what somebody on turn has to do; empty if only the game knows."""
    return _words(game).tasks.get(decision, "")


def pieces_head(game: str) -> str:
    """Name the pieces of a game over a column of them; empty where there are none."""
    pieces = _words(game).pieces
    return "" if pieces is None else pieces.head


def piece(game: str, seats: int, seat: int) -> Piece | None:
    """Tell which pieces belong to a seat; None where that is not known."""
    pieces = _words(game).pieces
    if pieces is None:
        return None
    return Piece(pieces.sign, *pieces.colours(seats, seat))


def teams(game: str, seats: int) -> tuple[tuple[int, ...], ...]:
    """List who plays with whom; nothing where everybody plays alone."""
    return _words(game).teams.get(seats, ())


def _spoken(word: str) -> str:
    """Write the server's word for a thing as people would."""
    return word.replace("-", " ").replace("_", " ").strip()
