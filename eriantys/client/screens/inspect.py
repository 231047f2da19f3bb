"""What is under the cursor, in words."""

from __future__ import annotations

from eriantys.client.boards.board import Board
from eriantys.client.canvas import Canvas, card, centred, ink
from eriantys.client.keys import Click, Event, Key
from eriantys.client.screens.screen import App, Screen
from eriantys.client.text import wrap


class Inspect(Screen):
    """A card with sentences about one thing on the board."""

    covers = False

    def __init__(self, app: App, board: Board, meant: object = None) -> None:
        super().__init__(app)
        self._board = board
        self._meant = meant
        """What was clicked; None for what is under the cursor."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the sentences in the middle."""
        wide = min(64, canvas.width - 4)
        lines = [
            part
            for text in self._board.describe(self._meant)
            for part in (*wrap(text, wide - 4), "")
        ]
        area = centred(canvas, wide, min(canvas.height - 4, len(lines) + 3))
        inside = card(canvas, area, "IN WORDS", ink("cur", "panel", "bold"))
        for row, line in enumerate(lines[: inside.height - 1]):
            canvas.put(inside.x, inside.y + row, line, ink("text", "panel"))
        canvas.put(inside.x, inside.y + inside.height - 1, "Esc closes", ink("dim", "panel"))

    def handle(self, event: Event) -> bool:
        """Close, by any key that closes or by a click."""
        if isinstance(event, Click) or event in (Key("Esc"), Key("i"), Key("Enter"), Key("q")):
            self.app.pop(self)
            return True
        return False
