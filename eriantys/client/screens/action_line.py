"""The line that an action is typed into, in the game's notation, with completion."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import GUIDE_BRIGHT, GUIDE_DIM, GUIDE_KEY
from eriantys.client.keys import Event, Key
from eriantys.client.screens.widgets import TextField
from eriantys.client.text import cut

HINTS = (("Tab", "complete"), ("↑", "before"), ("Enter", "send"), ("Esc", "drop"))
_FIELD_AT, _FIELD_WIDE = 4, 44
_SHOWN_MOST = 8
"""Ways to go on that are shown."""


class ActionLine:
    """What is being typed, and what was typed before."""

    def __init__(self) -> None:
        self._field: TextField | None = None
        """Nothing while nobody types."""
        self._typed: list[str] = []
        """What was typed before, the latest last."""

    @property
    def is_open(self) -> bool:
        """Whether somebody types."""
        return self._field is not None

    def open(self) -> None:
        """Begin with an empty line."""
        self._field = TextField()

    def drop(self) -> None:
        """Forget what is being typed."""
        self._field = None

    def spans(self, offers: Sequence[str], wide: int) -> list[Span]:
        """Show how what is typed could go on, behind the place of the field."""
        assert self._field is not None
        typed = self._field.text.lower()
        ways = [offer for offer in offers if offer.startswith(typed)]
        room = wide - _FIELD_AT - _FIELD_WIDE - 4
        shown = cut("  ".join(ways[:_SHOWN_MOST]) or "no action begins like that", room)
        return [
            Span(" : ", GUIDE_KEY),
            Span(" " * (_FIELD_WIDE + 1), GUIDE_BRIGHT),
            Span(shown, GUIDE_DIM),
        ]

    def draw(self, canvas: Canvas, row: int) -> None:
        """Draw the field."""
        if self._field is not None:
            area = Area(_FIELD_AT, row, _FIELD_WIDE, 1)
            self._field.draw(canvas, area, ink("bright", "me", "bold"), focused=True)

    def handle(self, event: Event, offers: Sequence[str]) -> tuple[bool, str]:
        """Edit the line; tell whether the event had a meaning, and what is to be sent."""
        field = self._field
        assert field is not None
        match event:
            case Key(name="Esc"):
                self._field = None
            case Key(name="Enter"):
                self._field = None
                text = field.text.strip()
                if text:
                    self._typed.append(text)
                return True, text
            case Key(name="Tab"):
                field.set(_completed(field.text, offers))
            case Key(name="Up") if self._typed:
                field.set(self._typed[-1])
            case _:
                return field.handle(event), ""
        return True, ""


def _completed(typed: str, offers: Sequence[str]) -> str:
    """Go on with what is typed as far as all that begin so agree."""
    ways = [offer for offer in offers if offer.startswith(typed.lower())]
    if not ways:
        return typed
    common = ways[0]
    for way in ways[1:]:
        while not way.startswith(common):
            common = common[:-1]
    return common
