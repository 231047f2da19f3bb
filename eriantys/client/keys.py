"""What somebody does at the terminal, as the screens hear of it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Key(NamedTuple):
    """A key: a sign such as `a`, or a name such as `Enter`, `Up`, `S-Tab` or `C-l`."""

    name: str

    @property
    def sign(self) -> str:
        """The one sign that it types; empty for keys that only have a name."""
        return self.name if len(self.name) == 1 else ""


class Click(NamedTuple):
    """A press of the mouse's button on a cell."""

    x: int
    y: int
    button: str = "left"
    """`left`, `right`, `middle`, `wheel-up` or `wheel-down`."""


class Paste(NamedTuple):
    """Text that came from the clipboard all at once."""

    text: str


Event: TypeAlias = Key | Click | Paste
