"""Help: the keys that mean something now, the signs on the board, and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.board import Board
from eriantys.client.canvas import Area, Canvas, card, ink
from eriantys.client.keys import Click, Event, Key
from eriantys.client.screens.frame import hints
from eriantys.client.screens.screen import App, Screen
from eriantys.client.text import cut, wrap

_TEXT = ink("text", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_DIM = ink("dim", "panel")
_KEY = ink("accent", "panel", "bold")
_PAGES = ("keys", "signs", "rules")

ALWAYS = [
    ("t T", "chat to all, to your team"),
    (":", "type an action; Tab completes"),
    ("u", "take the last action back"),
    ("l", "the whole log"),
    ("q", "menu: pause, leave, resign, settings"),
    ("a", "animations on or off"),
    ("?", "this help"),
    ("Ctrl-L", "draw the screen again"),
    ("Ctrl-Z", "put the program to sleep; fg wakes it"),
    ("Ctrl-C", "menu; twice: quit"),
]


class Help(Screen):
    """A card with pages; the clock runs on, and the card says so."""

    covers = False
    last_page = 0
    """The page that was open last, which is opened again."""

    def __init__(self, app: App, board: Board | None, rules: Sequence[str]) -> None:
        super().__init__(app)
        self._board = board
        self._rules = rules
        """The rules of the game, line by line; empty where there is no game yet."""
        self._top = 0
        self._rows = 1
        self._seen: Canvas | None = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the open page."""
        area = Area(1, 1, canvas.width - 2, canvas.height - 2)
        inside = card(canvas, area, "HELP", ink("cur", "panel", "bold"))
        x = area.x + area.width - 30
        for number, page in enumerate(_PAGES):
            shown = f"[{page}]" if number == Help.last_page else f" {page} "
            style = _BRIGHT if number == Help.last_page else _DIM
            canvas.mark(Area(x, area.y, len(shown), 1), Key(page[0]))
            x = canvas.put(x, area.y, shown, style) + 1
        self._rows = inside.height
        page = _PAGES[Help.last_page]
        if page == "rules":
            self._draw_rules(canvas, inside)
        elif page == "keys":
            self._draw_keys(canvas, inside)
        else:
            self._draw_pairs(canvas, inside, self._board.help()[1] if self._board else [])
        hints(
            canvas,
            [("k", "keys"), ("s", "signs"), ("r", "rules"), ("↑↓", "scroll"), ("Esc", "close")],
        )
        self._seen = canvas

    def _draw_keys(self, canvas: Canvas, inside: Area) -> None:
        y = inside.y
        if self._board is not None:
            for line in wrap(self._board.possible(), inside.width)[:3]:
                canvas.put(inside.x, y, line, _BRIGHT)
                y += 1
            y += 1
        own = self._board.help()[0] if self._board else []
        half = inside.width // 2
        columns = [("YOUR MOVE", own), ("AT ALL TIMES", ALWAYS)] if own else [("KEYS", ALWAYS)]
        for number, (title, pairs) in enumerate(columns):
            x = inside.x + number * half
            canvas.put(x, y, title, _DIM)
            room = Area(x, y + 1, half - 1, inside.y + inside.height - y - 1)
            self._draw_pairs(canvas, room, pairs)
        canvas.put(
            inside.x, inside.y + inside.height - 1, "Nothing is lost: your clock runs on.", _DIM
        )

    def _draw_pairs(self, canvas: Canvas, area: Area, pairs: Sequence[tuple[str, str]]) -> None:
        wide = max((len(key) for key, _ in pairs), default=0)
        for row, (key, words) in enumerate(pairs[: area.height]):
            canvas.put(area.x + wide - len(key), area.y + row, key, _KEY)
            canvas.put(
                area.x + wide + 2, area.y + row, cut(words, area.width - wide - 2), _TEXT
            )

    def _draw_rules(self, canvas: Canvas, inside: Area) -> None:
        lines = [
            (part, line.startswith("#"))
            for line in self._rules
            for part in (wrap(line.lstrip("# "), inside.width) or [""])
        ]
        self._top = max(0, min(self._top, len(lines) - inside.height))
        for row, (line, title) in enumerate(lines[self._top : self._top + inside.height]):
            canvas.put(inside.x, inside.y + row, line, _BRIGHT if title else _TEXT)
        if not lines:
            canvas.put(inside.x, inside.y, "Join a match to read its rules here.", _DIM)

    def handle(self, event: Event) -> bool:
        """Turn pages, scroll or close."""
        steps = {"Up": -1, "Down": 1, "PageUp": -self._rows, "PageDown": self._rows, " ": 10}
        match event:
            case Key(name="Esc" | "?" | "q" | "Enter"):
                self.app.pop(self)
            case Key(name="k" | "s" | "r"):
                Help.last_page = "ksr".index(event.name)
            case Key(name="Left" | "Right" | "Tab"):
                way = -1 if event.name == "Left" else 1
                Help.last_page = (Help.last_page + way) % len(_PAGES)
            case Key() if event.name in steps:
                self._top += steps[event.name]
            case Click(button="wheel-up" | "wheel-down"):
                self._top += -3 if event.button == "wheel-up" else 3
            case Click() if self._seen is not None:
                meaning = self._seen.hit(event.x, event.y)
                return isinstance(meaning, Key) and self.handle(meaning)
            case _:
                return False
        return True
