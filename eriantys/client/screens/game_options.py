"""The options of a game as lines of a form; which there are, the server tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eriantys.client.boards import vocabulary
from eriantys.client.screens.widgets import Choice, Entry, TextField
from eriantys.wire.cards import GameCard
from eriantys.wire.fields import Setting


class NoNumber(Exception):
    """Something else than a number was typed where one is wanted."""

    def __init__(self, control: TextField, label: str) -> None:
        super().__init__(f"{label} is a whole number.")
        self.control = control


class GameOptions:
    """What can be chosen for one game."""

    def __init__(self, game: GameCard, chosen: Mapping[str, Setting] | None = None) -> None:
        self._game = game
        usual = dict(game.options) | {
            name: value
            for name, value in (chosen or {}).items()
            if type(value) is type(game.options.get(name))
        }
        self._controls = {name: self._control(name, value) for name, value in usual.items()}

    @property
    def entries(self) -> list[Entry]:
        """The lines of the form."""
        return [
            Entry(vocabulary.option_label(self._game.id, name), control, self._usual(name))
            for name, control in self._controls.items()
        ]

    def values(self) -> dict[str, Setting]:
        """Give what is chosen; raise `NoNumber` for what cannot be."""
        return {name: self._value(name, control) for name, control in self._controls.items()}

    def mode(self) -> str:
        """Say in few words what was chosen; nothing of what is typed."""
        chosen = {
            name: control.value
            for name, control in self._controls.items()
            if isinstance(control, Choice)
        }
        return vocabulary.mode(self._game.id, chosen)

    def note(self, control: TextField | Choice) -> str:
        """Say what one of the lines means as it is chosen now; empty if that is not known."""
        for name, each in self._controls.items():
            if each is control and isinstance(each, Choice):
                return vocabulary.option_note(self._game.id, name, each.value)
        return ""

    def _control(self, name: str, value: Setting) -> TextField | Choice:
        if isinstance(value, bool):
            words = [
                (each, vocabulary.option_value(self._game.id, name, each))
                for each in (False, True)
            ]
            return Choice(words, value)
        return TextField(str(value), 32)

    def _usual(self, name: str) -> str:
        """Say of an option what the server tells: whose it is, and what it usually is."""
        usual = vocabulary.option_value(self._game.id, name, self._game.options[name])
        return f"An option of {self._game.title}" + (
            f"; usually it is {usual}." if usual else "."
        )

    def _value(self, name: str, control: TextField | Choice) -> Any:
        if isinstance(control, Choice):
            return control.value
        text = control.text.strip()
        if isinstance(self._game.options[name], str):
            return text
        try:
            return int(text)
        except ValueError:
            raise NoNumber(control, vocabulary.option_label(self._game.id, name)) from None
