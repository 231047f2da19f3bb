"""Talk: the line to write one's own, over the last two rows, and the lines of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.conversation import Spoken
from eriantys.client.frame import GUIDE, GUIDE_DIM, GUIDE_KEY, hints
from eriantys.client.keys import Event, Key
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import DAY, HOUR, MINUTE
from eriantys.client.screens.widgets import TextField, put_cut
from eriantys.client.text import pad, width, wrap
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import Chat

LINE_MOST = 300
"""Characters that a line of chat may have."""
NEARLY_FULL = 40
"""So many before the end, it is told how many are left."""

_NAMES: dict[Audience, str] = {
    "lobby": "the lobby",
    "match": "the table",
    "team": "your team",
    "watchers": "all who look on",
}
_BEGIN = "▸ To "


class Say(Screen):
    """Writes one line of chat."""

    covers = False

    def __init__(self, app: App, to: Audience, others: Sequence[Audience] = ()) -> None:
        super().__init__(app)
        self._audiences = (to, *others)
        """To whom it can be said; Tab goes to the next."""
        self._to = 0
        self.field = TextField(most=LINE_MOST)

    @property
    def to(self) -> Audience:
        """To whom it will be said."""
        return self._audiences[self._to]

    def draw(self, canvas: Canvas) -> None:
        """Draw the line where the guidance was."""
        y = canvas.height - 2
        canvas.fill(Area(0, y, canvas.width, 1), GUIDE)
        x = canvas.put(1, y, _BEGIN, GUIDE_KEY)
        x = canvas.put(x, y, f"{_NAMES[self.to]} » ", GUIDE_KEY)
        left = LINE_MOST - len(self.field.text)
        note = f" {left} left" if left <= NEARLY_FULL else ""
        stop = canvas.width - 1 - width(note)
        area = Area(x, y, stop - x, 1)
        self.field.draw(canvas, area, ink("bright", "me"), focused=True)
        canvas.put(stop, y, note, GUIDE_DIM)
        others = [("Tab", "say it to others")] if len(self._audiences) > 1 else []
        hints(canvas, [("Enter", "say it"), ("Esc", "drop it"), *others])

    def handle(self, event: Event) -> bool:
        """Type, send or drop the line."""
        name = event.name if isinstance(event, Key) else ""
        if name == "Esc":
            self.app.pop(self)
        elif name == "Enter":
            text = self.field.text.strip()
            if text:
                self.model.send(Chat(self.to, text))
            self.app.pop(self)
        elif name == "Tab" and len(self._audiences) > 1:
            self._to = (self._to + 1) % len(self._audiences)
        else:
            return self.field.handle(event)
        return True

    def brief(self) -> tuple[str, str]:
        """Show the line that is being written."""
        return (f"» {self.field.text}", "Enter say it  Esc drop it")


def age(seconds: float) -> str:
    """Tell in three cells how long ago something was."""
    if seconds < MINUTE:
        return "now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE):2}m"
    if seconds < DAY:
        return f"{int(seconds // HOUR):2}h"
    return f"{min(99, int(seconds // DAY)):2}d"


def draw_talk(
    canvas: Canvas, area: Area, spoken: Iterable[Spoken], *, me: str, now: float, hint: str
) -> None:
    """Draw as many of the latest lines as fit, and in the last row how to write one."""
    if area.height < 1 or area.width < 16:
        return
    rows: list[list[Span]] = []
    for name, text, at in reversed(tuple(spoken)):
        if len(rows) >= area.height - 1:
            break
        rows[:0] = _lines(name, text, now - at, area.width, own=name == me)
    for row, spans in enumerate(rows[max(0, len(rows) - area.height + 1) :]):
        canvas.spans(area.x, area.y + row, spans)
    y = area.y + min(len(rows), area.height - 1)
    x = canvas.put(area.x, y, "» ", ink("accent"))
    put_cut(canvas, x, y, hint, ink("dim"), area.x + area.width)


def _lines(name: str, text: str, ago: float, wide: int, *, own: bool) -> list[list[Span]]:
    """Break one line of chat into rows: its age, its speaker, and what was said."""
    who = "you" if own else name
    indent = 4
    style = ink("cur", "bg", "bold") if own else ink("accent", "bg")
    rows = wrap(f"{pad(who, min(width(who), wide // 2))} » {text}", wide - indent)
    made: list[list[Span]] = []
    for at, row in enumerate(rows):
        lead = f"{age(ago)} " if at == 0 else " " * indent
        head, mark, tail = row.partition(" » ") if at == 0 else ("", "", row)
        made.append(
            [
                Span(lead, ink("line")),
                Span(head + mark, style) if mark else Span(head, ink()),
                Span(tail, ink()),
            ]
        )
    return made
