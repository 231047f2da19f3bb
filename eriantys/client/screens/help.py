"""Help: what to do now, the keys that mean something here, the signs, and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from eriantys.client.boards.board import Board
from eriantys.client.canvas import Area, Canvas, Span, card, ink
from eriantys.client.frame import BAR_DIM, asking, guidance, hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.screens import clockwork
from eriantys.client.screens.key_columns import Pairs, one_column, two_columns
from eriantys.client.screens.rules_page import RulesPage
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.widgets import Prompt, TextField
from eriantys.client.text import width, wrap

_TEXT = ink("text", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_DIM = ink("dim", "panel")
_FRAME = ink("cur", "panel", "bold")

ROOMY = (100, 32)
"""From this size on the page of keys has room for the signs as well."""
KEYS, RULES, SIGNS = "keys", "rules", "signs"

END = 1_000_000
"""Farther down than any page goes; drawing stops at its end."""

TO_PLAY = ((":", "type an action"), ("u", "take back a step"), ("H", "a hint by a bot"))
AT_TABLE = (
    ("l", "the whole log"),
    ("a", "animations"),
    ("f", "pace of bots"),
    ("q", "menu, settings"),
)
EVERYWHERE = (
    ("?", "this help"),
    ("Ctrl-L", "redraw screen"),
    ("Ctrl-Z", "sleep; fg wakes"),
    ("Ctrl-C", "twice: quit"),
)
"""In few words, so that those of the board have room beside them in eighty columns."""


class Help(Screen):
    """A card with pages; the clock runs on, and the card says so.

    With a board it is the help of the table. Where `keys` are given, they are those of the
    screen that it was opened on, and take the place of the board's, whose signs stay.
    """

    covers = False
    last_page: ClassVar[str] = KEYS
    """The page that was open last, which is opened again."""

    def __init__(
        self,
        app: App,
        board: Board | None,
        rules: Sequence[str],
        *,
        keys: Sequence[tuple[str, str]] | None = None,
        title: str = "",
    ) -> None:
        super().__init__(app)
        self._board = board
        self._keys = keys
        self._title = title
        self._rules = RulesPage(rules)
        """Empty where there is no game yet."""
        self._tops: dict[str, int] = {}
        """By page: the first line that is seen of it."""
        self._rows = 1
        self._prompt: Prompt | None = None
        """Where the words to be looked for are typed."""
        self._sought_from = 0
        """Which line of the rules was the first when the search began."""
        self._seen: Canvas | None = None

    @property
    def _pages(self) -> tuple[str, ...]:
        return (KEYS, RULES, SIGNS) if self._board is not None else (KEYS, RULES)

    @property
    def _page(self) -> str:
        return Help.last_page if Help.last_page in self._pages else KEYS

    @property
    def _match(self) -> Match | None:
        """The match that goes on at this table, if it is the table's help."""
        return self.model.match if self._board is not None and self._keys is None else None

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the open page."""
        area = Area(0, 1, canvas.width, canvas.height - 3)
        inside = card(canvas, area, f"HELP  {self._heading()}".strip(), _FRAME)
        self._draw_tabs(canvas, area)
        self._rows = inside.height
        page = self._page
        if page == RULES:
            lines = self._draw_rules(canvas, inside)
        else:
            written = self._keys_page(canvas) if page == KEYS else self._signs_page(canvas)
            lines = len(written)
            top = self._settle(lines)
            for row, spans in enumerate(written[top : top + inside.height]):
                canvas.spans(inside.x, inside.y + row, spans)
        if lines > inside.height:
            seen = min(lines, self._tops[page] + inside.height)
            far = f" {seen * 100 // lines} % "
            x = area.x + area.width - 2 - len(far)
            canvas.put(x, area.y + area.height - 1, far, _BRIGHT)
        if self._prompt is not None:
            self._prompt.draw(canvas)
        else:
            guidance(canvas, [asking(self.app.said or self._standing())])
            hints(canvas, self._hints())
        self._seen = canvas

    def _heading(self) -> str:
        match = self._match
        if self._title or match is None:
            return self._title
        return "your turn" if match.my_turn else "the table"

    def _draw_tabs(self, canvas: Canvas, area: Area) -> None:
        x = area.x + area.width - 3 - sum(len(page) + 3 for page in self._pages)
        x = canvas.put(x, area.y, " ", _DIM)
        for page in self._pages:
            here = page == self._page
            shown = f"[{page}]" if here else f" {page} "
            canvas.mark(Area(x, area.y, len(shown), 1), Key(page[0]))
            x = canvas.put(x, area.y, shown, _BRIGHT if here else _DIM)
            x = canvas.put(x, area.y, " ", _DIM)

    def _settle(self, lines: int) -> int:
        """Keep the first line of the page where something is to be seen; tell which it is."""
        top = max(0, min(self._tops.get(self._page, 0), lines - self._rows))
        self._tops[self._page] = top
        return top

    def _draw_rules(self, canvas: Canvas, inside: Area) -> int:
        before = len(self._rules.lines)
        self._rules.lay_out(inside.width)
        lines = len(self._rules.lines)
        if before and lines != before:
            # In a window of another width, about the same words stay to be seen.
            self._tops[RULES] = self._tops.get(RULES, 0) * lines // before
        self._rules.draw(canvas, inside, self._settle(lines))
        if not lines:
            canvas.put(inside.x, inside.y, "Go to a match to read the rules of its game.", _DIM)
        return lines

    def _signs_page(self, canvas: Canvas) -> list[list[Span]]:
        return one_column("SIGNS", self._signs(), canvas.width - 4)

    def _signs(self) -> Pairs:
        return tuple(self._board.help()[1]) if self._board is not None else ()

    def _keys_page(self, canvas: Canvas) -> list[list[Span]]:
        cells = canvas.width - 4
        roomy = canvas.width >= ROOMY[0] and canvas.height >= ROOMY[1]
        lines = self._now(cells, explained=roomy)
        keys = self._keys
        if keys is None:
            keys = self._board.help()[0] if self._board is not None else ()
        title = "ON THE BOARD" if self._match is not None else "KEYS HERE"
        if keys:
            always = self._always()
            lines += two_columns((title, tuple(keys)), ("AT ALL TIMES", always), cells)
        else:
            lines += one_column("AT ALL TIMES", self._always(), cells)
        signs = self._signs()
        if roomy and signs:
            half = (len(signs) + 1) // 2
            lines += [[], *two_columns(("SIGNS", signs[:half]), ("", signs[half:]), cells)]
        return lines

    def _now(self, cells: int, *, explained: bool) -> list[list[Span]]:
        """Say what to do now, and what comes after it."""
        board, match = self._board, self._match
        if board is None or match is None:
            return []
        now = board.possible()
        texts = [(now if now.endswith(".") else f"{now}.", _BRIGHT)]
        if explained:
            texts.append((board.lessons.get(match.decision, ""), _TEXT))
        texts.append((_afterwards(board, match), _TEXT))
        lines = [[Span(line, style)] for text, style in texts for line in wrap(text, cells)]
        return [*lines, []]

    def _always(self) -> Pairs:
        match = self._match
        if match is None:
            return EVERYWHERE
        allied = any(match.seat in side and len(side) > 1 for side in match.teams)
        chat = ("t T", "chat: all, team") if allied else ("t", "chat")
        playing = TO_PLAY if match.seat is not None else ()
        return (chat, *playing, *AT_TABLE, *EVERYWHERE)

    def _standing(self) -> str:
        """Say what there is to know about the page."""
        if self._page == RULES and self._rules.sought:
            return self._rules.told()
        heading = self._rules.heading(self._tops.get(RULES, 0)) if self._page == RULES else ""
        if heading:
            return heading
        match = self._match
        if match is not None and clockwork.runs_on(match, self.app.now):
            return "Nothing is lost: your clock runs on."
        return "? or Esc closes."

    def _hints(self) -> list[tuple[str, str]]:
        again = [("n", "next")] if self._rules.sought and self._page == RULES else []
        return [
            *((page[0], page) for page in self._pages),
            ("↑↓ PgUp PgDn", "scroll"),
            ("/", "search"),
            *again,
            ("Esc", "close"),
        ]

    # Acting.

    def handle(self, event: Event) -> bool:
        """Turn pages, scroll, search or close."""
        if isinstance(event, Click) and event.button == "left" and self._seen is not None:
            meaning = self._seen.hit(event.x, event.y)
            return isinstance(meaning, Key) and self.handle(meaning)
        if self._prompt is not None and not isinstance(event, Click):
            return self._type(self._prompt, event)
        match event:
            case Key(name="Esc" | "?" | "q" | "Enter"):
                self.app.pop(self)
            case Key() if event.name in [page[0] for page in self._pages]:
                self._open(next(page for page in self._pages if page[0] == event.name))
            case Key(name="Left" | "S-Tab" | "Right" | "Tab"):
                way = -1 if event.name in ("Left", "S-Tab") else 1
                at = self._pages.index(self._page) + way
                self._open(self._pages[at % len(self._pages)])
            case Key(name="/"):
                self._ask()
            case Key(name="n" | "N"):
                self._go_on(1 if event.name == "n" else -1)
            case _:
                return self._scroll(event)
        return True

    def _open(self, page: str) -> None:
        Help.last_page = page

    def _scroll(self, event: Event) -> bool:
        page = max(1, self._rows - 1)  # one line of the page before stays to be seen
        steps = {"Up": -1, "Down": 1, "PageUp": -page, "PageDown": page, " ": page}
        top = self._tops.get(self._page, 0)
        match event:
            case Key(name="Home"):
                top = 0
            case Key(name="End"):
                top = END
            case Key() if event.name in steps:
                top += steps[event.name]
            case Click(button="wheel-up" | "wheel-down"):
                top += -3 if event.button == "wheel-up" else 3
            case _:
                return False
        self._tops[self._page] = top
        return True

    # Searching.

    def _ask(self) -> None:
        self._open(RULES)
        self._sought_from = self._tops.get(RULES, 0)
        keys = [("Enter", "keep it"), ("Esc", "drop it")]
        self._prompt = Prompt("Search the rules for", TextField("", 40), keys)

    def _type(self, prompt: Prompt, event: Event) -> bool:
        name = event.name if isinstance(event, Key) else ""
        if name == "Enter":
            self._prompt = None
        elif name == "Esc":
            self._prompt = None
            self._rules.search("")
            self._tops[RULES] = self._sought_from
        elif prompt.field.handle(event):
            self._tops[RULES] = self._sought_from
            self._show(self._rules.search(prompt.field.text, self._sought_from))
        else:
            return False
        return True

    def _go_on(self, way: int) -> None:
        if not self._rules.sought:
            self._ask()
            return
        self._open(RULES)
        self._show(self._rules.go_on(way))

    def _show(self, line: int | None) -> None:
        """Scroll the rules so that a line can be seen, if there is one."""
        top = self._tops.get(RULES, 0)
        if line is not None and not top <= line < top + self._rows:
            self._tops[RULES] = max(0, line - self._rows // 3)

    def possible(self) -> str:
        """Say what can be done now."""
        return "Here you can turn pages by their letter, ↑↓ scroll, / search, Esc close."

    def brief(self) -> tuple[str, str]:
        """Say what to do now, and how to close this."""
        now = self._board.possible() if self._board is not None else ""
        return (now or "The help is open.", "Esc close")


def _afterwards(board: Board, match: Match) -> str:
    """Say what comes after what is asked now, by the phases of the banner."""
    if match.ended is not None:
        return ""
    phases = [span for span in board.phases(short=False) if width(span.text.strip(" ▸"))]
    here = [at for at, span in enumerate(phases) if span.style != BAR_DIM]
    after = [span.text.strip() for span in phases[here[-1] + 1 :]] if here else []
    if after:
        return f"After that: {', '.join(after)}."
    return "After that your turn is over." if match.my_turn else "After that the turn is over."
