"""How the lobby looks: the list, the match under the cursor, the talk, and the words below."""

from __future__ import annotations

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import (
    BAR,
    GUIDE_BRIGHT,
    GUIDE_KEY,
    TITLE,
    asking,
    banner,
    guidance,
    hints,
)
from eriantys.client.keys import Key
from eriantys.client.screens.art import put_big
from eriantys.client.screens.listing import (
    Columns,
    Row,
    detail,
    draw_header,
    draw_row,
    rows,
)
from eriantys.client.screens.say import draw_talk
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import SUBTITLE, flow, standing
from eriantys.client.screens.widgets import Prompt, Roll, put_cut
from eriantys.client.text import cut, width, wrap
from eriantys.wire.cards import RoomCard, RunningCard

_TALK_LEAST = 6
"""Rows of the talk beside the list, its frame included."""
_ENTER = {"open": "join", "saved": "go on", "running": "watch"}


class LobbyView(Screen):
    """Draws the lobby; what its keys do is told elsewhere."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._roll = Roll()
        self._rows: list[Row] = []
        self._match: int | None = None
        """The match under the cursor, which stays there when the list changes."""
        self._filter = ""
        self._prompt: Prompt | None = None
        self._quitting = False
        self._canvas: Canvas | None = None
        """What was drawn last, to know what a click means."""

    @property
    def selected(self) -> Row | None:
        """The match under the cursor."""
        return self._rows[self._roll.at] if self._rows else None

    def _refresh(self) -> None:
        """Take the list from the model, and find the cursor's match in it again."""
        every = rows(self.model)
        self._rows = [row for row in every if row.holds(self._filter)]
        self._roll.resize(len(self._rows))
        places = {row.match: at for at, row in enumerate(self._rows)}
        if self._match in places:
            self._roll.at = places[self._match]
        elif self._rows:
            self._match = self._rows[self._roll.at].match

    def draw(self, canvas: Canvas) -> None:
        """Draw the list, the match under the cursor and the talk."""
        self._canvas = canvas
        self._refresh()
        left = [Span("ERIANTYS", TITLE), Span("  lobby", BAR)]
        banner(canvas, left, standing(self.app, canvas.width * 3 // 4))
        if canvas.width >= 100 and canvas.height >= 32:
            self._draw_wide(canvas)
        else:
            self._draw_small(canvas)
        if self._prompt is not None:
            self._prompt.draw(canvas)
        else:
            guidance(canvas, [asking(self.app.said) if self.app.said else self._guide()])
            hints(canvas, self._keys())

    def _draw_small(self, canvas: Canvas) -> None:
        high = canvas.height
        self._draw_list(canvas, Area(0, 1, canvas.width, high - 10))
        box = Area(0, high - 9, canvas.width, 6)
        row = self.selected
        inside = self._draw_selected_box(canvas, box, f": {row.title}" if row else "")
        if row is not None:
            facts, seats = detail(row)
            stop = inside.x + inside.width
            for at, line in enumerate(flow(facts, inside.width)[:2]):
                canvas.put(inside.x, inside.y + at, line, ink("dim"))
            x = inside.x
            for spans in seats:
                for text, style in spans:
                    x = put_cut(canvas, x, inside.y + 2, text, style, stop)
                x = min(x + 3, stop)
            self._draw_acts(canvas, inside, inside.y + 3)
        self._draw_last_words(canvas, canvas.height - 3)

    def _draw_wide(self, canvas: Canvas) -> None:
        big = 5 if canvas.height >= 42 else 3
        band = Area(0, 1, canvas.width, big + 3 + big // 5)
        canvas.fill(band, ink("text", "sea"))
        plain = self.app.settings.ascii_only
        y = put_big(canvas, 2, "ERIANTYS", ink("accent", "sea"), most=big, plain=plain)
        y += big // 5  # the bigger letters want some air below them
        greeting = cut(self._motd or SUBTITLE, canvas.width - 4)
        canvas.put((canvas.width - width(greeting)) // 2, y, greeting, ink("dim", "sea"))
        top = band.y + band.height
        high = canvas.height - 2 - top
        side = max(30, min(60, canvas.width * 3 // 10))
        self._draw_list(canvas, Area(0, top, canvas.width - side, high))
        least = min(16, high // 2 + 2)
        tall = max(least, min(self._needed(side - 4), high - _TALK_LEAST))
        box = Area(canvas.width - side, top, side, tall)
        inside = self._draw_selected_box(canvas, box)
        if self.selected is not None:
            self._draw_detail(canvas, inside, self.selected)
        talk = Area(box.x, top + box.height, side, high - box.height)
        canvas.box(talk, ink("line"))
        canvas.title(talk, "LOBBY CHAT", ink("bright", "bg", "bold"))
        draw_talk(
            canvas,
            Area(talk.x + 2, talk.y + 1, talk.width - 4, talk.height - 2),
            self.model.chat.get("lobby", ()),
            me=self.model.name,
            now=self.app.now,
            hint="t to write",
        )

    def _needed(self, wide: int) -> int:
        """Count the rows of a box in which all about the match under the cursor is seen."""
        if self.selected is None:
            return 0
        facts, seats = detail(self.selected)
        title = wrap(self.selected.title, wide)[:2]
        return len(title) + len(flow(facts, wide)) + len(seats) + 4

    def _draw_list(self, canvas: Canvas, box: Area) -> None:
        canvas.box(box, ink("accent"))
        title = "MATCHES"
        if self._filter:
            title += f" with “{self._filter}”: {len(self._rows)} of {len(rows(self.model))}"
        elif len(self._rows) > box.height - 3:
            title += f"  {self._roll.at + 1} of {len(self._rows)}"
        canvas.title(box, title, ink("bright", "bg", "bold"))
        inside = Area(box.x + 1, box.y + 2, box.width - 2, box.height - 3)
        more = len(self._rows) > inside.height
        games = len(self.model.welcome.games) if self.model.welcome is not None else 0
        columns = Columns.of(inside.width - 2 - (1 if more else 0), games)
        if not self._rows:
            self._draw_nothing(canvas, inside)
            return
        draw_header(canvas, inside.x + 1, box.y + 1, columns)
        self._roll.draw(
            canvas,
            inside,
            lambda at, place: draw_row(
                canvas, place, self._rows[at], columns, here=at == self._roll.at
            ),
        )

    def _draw_nothing(self, canvas: Canvas, inside: Area) -> None:
        if self._filter:
            lines = ["Nothing here fits what you typed.", "/ then Esc shows all again."]
        else:
            lines = [
                "Nobody is playing or waiting here yet.",
                "n opens a table of your own, k takes whoever comes first.",
                "j goes where somebody waits for you, by the code of the invitation.",
            ]
        y = inside.y + inside.height // 2 - 1
        for row, line in enumerate(lines):
            text = cut(line, inside.width)
            x = inside.x + (inside.width - width(text)) // 2
            canvas.put(x, y + row, text, ink("dim" if row else "text"))

    def _draw_selected_box(self, canvas: Canvas, box: Area, title: str = "") -> Area:
        canvas.box(box, ink("line"))
        canvas.title(box, f"SELECTED{title}", ink("bright", "bg", "bold"))
        return Area(box.x + 2, box.y + 1, box.width - 4, box.height - 2)

    def _draw_detail(self, canvas: Canvas, inside: Area, row: Row) -> None:
        """Draw everything below each other, and what can be done at the bottom."""
        facts, seats = detail(row)
        y, last = inside.y, inside.y + inside.height - 2
        for line in wrap(row.title, inside.width)[:2]:
            canvas.put(inside.x, y, line, ink("bright", "bg", "bold"))
            y += 1
        for line in flow(facts, inside.width):
            if y < last:
                canvas.put(inside.x, y, line, ink("dim"))
            y += 1
        for spans in seats:
            x = inside.x
            for text, style in spans:
                if y < last:
                    x = put_cut(canvas, x, y, text, style, inside.x + inside.width)
            y += 1
        self._draw_acts(canvas, inside, inside.y + inside.height - 1)

    def _draw_acts(self, canvas: Canvas, inside: Area, y: int) -> None:
        x, stop = inside.x, inside.x + inside.width
        for key, word in self._acts():
            canvas.mark(Area(x, y, width(f"{key} {word}"), 1), Key(key))
            x = put_cut(canvas, x, y, key, ink("accent", "bg", "bold"), stop)
            x = put_cut(canvas, x, y, f" {word}", ink(), stop)
            x = min(x + 3, stop)

    def _acts(self) -> list[tuple[str, str]]:
        """Say what can be done with the match under the cursor."""
        row = self.selected
        if row is None:
            return []
        if isinstance(row.card, RoomCard):
            return [("Enter", "sit down")]
        if isinstance(row.card, RunningCard):
            return [("Enter", "look on")] if row.card.watchable else []
        return [("Enter", "back to your seat")]

    @property
    def _motd(self) -> str:
        """What the operator greets everybody with."""
        return self.model.welcome.motd if self.model.welcome is not None else ""

    def _draw_last_words(self, canvas: Canvas, y: int) -> None:
        """Show the latest line of the talk, or else the operator's greeting."""
        spoken = self.model.chat.get("lobby")
        x, stop = 2, canvas.width - 1
        if spoken:
            name, text, _ = spoken[-1]
            who = "you" if name == self.model.name else name
            x = put_cut(canvas, x, y, f"{who} » ", ink("accent"), stop // 2)
            x = put_cut(canvas, x, y, text, ink(), stop - 12) + 2
        elif self._motd:
            x = put_cut(canvas, x, y, self._motd, ink(), stop - 12) + 2
        put_cut(canvas, x, y, "t to write", ink("dim"), stop)

    def _guide(self) -> list[Span]:
        """Say what Enter would do, and what else there is."""
        if self._quitting:
            return [
                *asking("Leave the server and quit?  "),
                Span("Enter", GUIDE_KEY),
                Span(" quit   any other key stays", GUIDE_BRIGHT),
            ]
        row = self.selected
        if row is None:
            return [
                *asking("Press "),
                Span("n", GUIDE_KEY),
                Span(" to open a table, or ", GUIDE_BRIGHT),
                Span("k", GUIDE_KEY),
                Span(" to play with whoever comes.", GUIDE_BRIGHT),
            ]
        title = cut(row.title, 32)
        if isinstance(row.card, RoomCard):
            free = row.seats.count(False)
            last = "the last free seat" if free == 1 else f"one of {free} free seats"
            words = f"{title}: take {last}"
        elif isinstance(row.card, RunningCard):
            words = f"{title}: " + (
                "look on" if row.card.watchable else "nobody else may look on"
            )
        else:
            words = f"{title}: go back to your seat"
        return [
            *asking(f"{words}   "),
            Span("Enter", GUIDE_KEY),
            Span(" ok   ", GUIDE_BRIGHT),
            Span("n", GUIDE_KEY),
            Span(" opens a new one", GUIDE_BRIGHT),
        ]

    def _keys(self) -> list[tuple[str, str]]:
        row = self.selected
        enter = [("Enter", _ENTER[row.kind])] if row is not None else []
        pick = [("↑↓", "pick")] if len(self._rows) > 1 else []
        return [
            *pick,
            *enter,
            ("n", "new"),
            ("k", "quick"),
            ("j", "code"),
            ("/", "filter"),
            ("t", "chat"),
            ("?", "help"),
            ("q", "quit"),
            *([("o", "saved")] if self.model.saved else []),
            ("w", "watch"),
            ("h", "past"),
            ("m", "mute"),
        ]
