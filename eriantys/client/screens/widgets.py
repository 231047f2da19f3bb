"""What the screens before a match are made of: fields to type in, lists, choices, forms.

Each of them draws itself into a part of the canvas and acts on the events that it knows. A
click is told by what `Canvas.hit` found there: a `Spot` of the widget that was clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from wcwidth import wcwidth

from eriantys.client.canvas import Area, Canvas, Span, Style, ink
from eriantys.client.frame import GUIDE_BRIGHT, GUIDE_DIM, GUIDE_KEY, guidance, hints
from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.text import clean, cut, width

FOCUS = ink("cur", "panel", "bold")
LABEL = ink("dim", "panel")
VALUE = ink("bright", "panel", "bold")
OTHER = ink("dim", "panel")
ARROW = ink("accent", "panel")


class Spot(NamedTuple):
    """What a click means: which part of which widget was hit."""

    owner: object
    which: int = 0


class TextField:
    """One line that can be typed and pasted into."""

    def __init__(self, text: str = "", most: int = 300) -> None:
        self.most = most
        """How many characters it takes."""
        self.text = ""
        self.cursor = 0
        """Before which character the next one is put."""
        self._first = 0
        """The first character that is seen, where the line is longer than its place."""
        self.set(text)

    def set(self, text: str) -> None:
        """Put another text in its place."""
        self.text = clean(text)[: self.most]
        self.cursor = len(self.text)

    def handle(self, event: Event) -> bool:
        """Edit the text; tell whether the event had any meaning."""
        if isinstance(event, Paste):
            self._insert(clean(event.text))
            return True
        if not isinstance(event, Key):
            return False
        if event.sign:
            self._insert(event.sign)
            return True
        edit = _EDITS.get(event.name)
        if edit is None:
            return False
        edit(self)
        return True

    def draw(self, canvas: Canvas, area: Area, style: Style, *, focused: bool) -> None:
        """Show the part around the cursor, and let the terminal's cursor blink there."""
        room = area.width - 1  # the cursor can stand behind the last letter
        self._first = min(self._first, self.cursor)
        while width(self.text[self._first : self.cursor]) > room:
            self._first = self._next(self._first)
        shown = self.text[self._first :]
        while width(shown) > area.width:
            shown = shown[:-1]
        canvas.fill(Area(area.x, area.y, area.width, 1), style)
        canvas.put(area.x, area.y, shown, style)
        canvas.mark(Area(area.x, area.y, area.width, 1), Spot(self))
        if focused:
            at = width(self.text[self._first : self.cursor])
            canvas.cursor = (area.x + at, area.y)

    def _insert(self, text: str) -> None:
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        if not before and text and wcwidth(text[0]) == 0:
            return  # a mark needs a letter to stand on
        text = text[: max(0, self.most - len(self.text))]
        if text.isprintable():
            self.text = before + text + after
            self.cursor += len(text)

    def _next(self, at: int) -> int:
        """Step over one letter and the marks on it."""
        at = min(at + 1, len(self.text))
        while at < len(self.text) and wcwidth(self.text[at]) == 0:
            at += 1
        return at

    def _previous(self, at: int) -> int:
        at = max(0, at - 1)
        while at and wcwidth(self.text[at]) == 0:
            at -= 1
        return at

    def _cut(self, begin: int, end: int) -> None:
        self.text = self.text[:begin] + self.text[end:]
        self.cursor = begin

    def _left(self) -> None:
        self.cursor = self._previous(self.cursor)

    def _right(self) -> None:
        self.cursor = self._next(self.cursor)

    def _home(self) -> None:
        self.cursor = 0

    def _end(self) -> None:
        self.cursor = len(self.text)

    def _backspace(self) -> None:
        self._cut(self._previous(self.cursor), self.cursor)

    def _delete(self) -> None:
        self._cut(self.cursor, self._next(self.cursor))

    def _cut_before(self) -> None:
        self._cut(0, self.cursor)

    def _cut_after(self) -> None:
        self._cut(self.cursor, len(self.text))

    def _cut_word(self) -> None:
        head = self.text[: self.cursor].rstrip(" ")
        self._cut(head.rfind(" ") + 1, self.cursor)


_EDITS: dict[str, Callable[[TextField], None]] = {
    "Left": TextField._left,
    "Right": TextField._right,
    "Home": TextField._home,
    "End": TextField._end,
    "C-a": TextField._home,
    "C-e": TextField._end,
    "Backspace": TextField._backspace,
    "Delete": TextField._delete,
    "C-d": TextField._delete,
    "C-u": TextField._cut_before,
    "C-k": TextField._cut_after,
    "C-w": TextField._cut_word,
}
"""What the editing keys do, as in most shells."""


class Roll:
    """A list that scrolls under a cursor; what its rows show is for others to draw."""

    def __init__(self) -> None:
        self.count = 0
        self.at = 0
        """The row under the cursor."""
        self._top = 0
        self._page = 1

    def resize(self, count: int) -> None:
        """Learn how many rows there are."""
        self.count = count
        self.at = max(0, min(self.at, count - 1))

    def handle(self, event: Event) -> bool:
        """Move the cursor by a key or the wheel; tell whether the event had any meaning."""
        steps = {"Up": -1, "Down": 1, "PageUp": -self._page, "PageDown": self._page}
        steps |= {"Home": -self.count, "End": self.count, "wheel-up": -1, "wheel-down": 1}
        name = event.name if isinstance(event, Key) else ""
        if isinstance(event, Click) and event.button.startswith("wheel"):
            name = event.button
        if name not in steps or not self.count:
            return False
        self.at = max(0, min(self.at + steps[name], self.count - 1))
        return True

    def draw(self, canvas: Canvas, area: Area, row: Callable[[int, Area], None]) -> None:
        """Draw the rows that can be seen, and a bar beside them if there are more."""
        self._page = max(1, area.height)
        last_top = max(0, self.count - area.height)
        self._top = max(self.at - area.height + 1, min(self._top, self.at, last_top), 0)
        more = self.count > area.height
        wide = area.width - 1 if more else area.width
        for y in range(min(area.height, self.count - self._top)):
            place = Area(area.x, area.y + y, wide, 1)
            row(self._top + y, place)
            canvas.mark(place, Spot(self, self._top + y))
        if more:
            self._draw_bar(canvas, area, last_top)

    def _draw_bar(self, canvas: Canvas, area: Area, last_top: int) -> None:
        long = max(1, area.height * area.height // self.count)
        begin = (area.height - long) * self._top // last_top
        for y in range(area.height):
            inside = begin <= y < begin + long
            style = ink("accent") if inside else ink("line")
            x = area.x + area.width - 1
            canvas.put(x, area.y + y, "█" if inside else "│", style)


class Choice:
    """One of several values, stepped through with the arrows."""

    def __init__(self, choices: Sequence[tuple[Any, str]], value: Any = None) -> None:
        self.choices = tuple(choices)
        """Each value, and what it is called."""
        self.at = 0
        self.pick(value)

    @property
    def value(self) -> Any:
        """What is chosen."""
        return self.choices[self.at][0]

    def pick(self, value: Any) -> None:
        """Choose a value, if it is one of them."""
        values = [each for each, _ in self.choices]
        self.at = values.index(value) if value in values else self.at

    def handle(self, event: Event) -> bool:
        """Step through the values; tell whether the event had any meaning."""
        name = event.name if isinstance(event, Key) else ""
        if name == "Left":
            self.at = max(0, self.at - 1)
        elif name == "Right":
            self.at = min(len(self.choices) - 1, self.at + 1)
        elif name == " ":
            self.at = (self.at + 1) % len(self.choices)
        else:
            return bool(name) and len(name) == 1 and self._jump(name)
        return True

    def draw(self, canvas: Canvas, area: Area, *, focused: bool) -> None:
        """Show all values with the chosen one in brackets, or that one between arrows."""
        chosen = FOCUS if focused else VALUE
        wide = sum(width(text) + 2 for _, text in self.choices)
        if wide <= area.width and len(self.choices) > 1:
            x = area.x
            for at, (_, text) in enumerate(self.choices):
                here = at == self.at
                label = f"[{text}]" if here else f" {text} "
                canvas.mark(Area(x, area.y, width(label), 1), Spot(self, at))
                x = canvas.put(x, area.y, label, chosen if here else OTHER)
            return
        text = cut(self.choices[self.at][1], area.width - 4)
        x = canvas.put(area.x, area.y, "◂ ", ARROW if self.at else LABEL)
        canvas.mark(Area(area.x, area.y, 2, 1), Spot(self, max(0, self.at - 1)))
        x = canvas.put(x, area.y, text, chosen)
        last = len(self.choices) - 1
        canvas.mark(Area(x, area.y, 2, 1), Spot(self, min(last, self.at + 1)))
        canvas.put(x, area.y, " ▸", ARROW if self.at < last else LABEL)

    def _jump(self, sign: str) -> bool:
        """Go to the value that begins with a letter or digit."""
        texts = [text.casefold() for _, text in self.choices]
        following = [*range(self.at + 1, len(texts)), *range(self.at + 1)]
        found = [at for at in following if texts[at].startswith(sign.casefold())]
        if found:
            self.at = found[0]
        return bool(found)


Control: TypeAlias = TextField | Choice


class Entry(NamedTuple):
    """One line of a form."""

    label: str
    control: Control
    note: str = ""
    """What it means, for whoever is about to fill it in."""


class Form:
    """Lines with a label and a field or a choice each, one of which has the cursor."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self.at = 0

    @property
    def current(self) -> Entry:
        """The line that has the cursor."""
        return self.entries[self.at]

    def focus(self, control: Control) -> None:
        """Put the cursor on a line."""
        self.at = next(at for at, each in enumerate(self.entries) if each.control is control)

    def handle(self, event: Event) -> bool:
        """Move between the lines, or change the one with the cursor."""
        name = event.name if isinstance(event, Key) else ""
        if name in ("Up", "S-Tab", "Down", "Tab"):
            step = 1 if name in ("Down", "Tab") else -1
            self.at = (self.at + step) % len(self.entries)
            return True
        return self.current.control.handle(event)

    def click(self, spot: Any) -> bool:
        """Act on a click; tell whether it was on one of the lines."""
        if not isinstance(spot, Spot):
            return False
        if spot.owner is self:
            self.at = spot.which
            return True
        for at, entry in enumerate(self.entries):
            if spot.owner is entry.control:
                self.at = at
                if isinstance(entry.control, Choice):
                    entry.control.at = spot.which
                return True
        return False

    def draw(self, canvas: Canvas, area: Area, labels: int, *, focused: bool = True) -> None:
        """Draw the lines below each other, the labels in a column so many cells wide."""
        for at, (label, control, _) in enumerate(self.entries):
            y = area.y + at
            here = focused and at == self.at
            canvas.mark(Area(area.x, y, area.width, 1), Spot(self, at))
            canvas.put(area.x, y, "▶" if here else " ", FOCUS)
            canvas.put(area.x + 2, y, cut(label, labels - 3), VALUE if here else LABEL)
            place = Area(area.x + labels, y, area.width - labels, 1)
            if isinstance(control, TextField):
                style = ink("bright", "panel", "underline", *(("bold",) if here else ()))
                control.draw(canvas, place, style, focused=here)
            else:
                control.draw(canvas, place, focused=here)


def bar(cells: int, share: float) -> tuple[str, str]:
    """Make the full and the empty part of a bar, to an eighth of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * cells * 8)
    whole, part = divmod(eighths, 8)
    full = "█" * whole + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[part]
    return full, "░" * (cells - len(full))


def put_cut(canvas: Canvas, x: int, y: int, text: str, style: Style, stop: int) -> int:
    """Write a text that ends before a column, cut if it must be; return the column after."""
    return canvas.put(x, y, cut(text, max(0, stop - x)), style)


class Prompt:
    """A question in the guidance line, answered by typing."""

    def __init__(
        self, question: str, field: TextField, keys: Sequence[tuple[str, str]], note: str = ""
    ) -> None:
        self.question = question
        self.field = field
        self.keys = tuple(keys)
        """What Enter, Esc and others do, for the line of keys."""
        self.note = note
        """What there is to know before typing, behind the field."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it in the last two rows."""
        y = canvas.height - 2
        guidance(canvas, [[Span("▸ ", GUIDE_KEY), Span(self.question, GUIDE_BRIGHT)]])
        x = min(4 + width(self.question), canvas.width // 2)
        note = cut(self.note, max(0, canvas.width - x - 26))
        wide = canvas.width - x - 1 - (width(note) + 2 if note else 0)
        self.field.draw(canvas, Area(x, y, wide, 1), ink("bright", "bar"), focused=True)
        canvas.put(canvas.width - 1 - width(note), y, note, GUIDE_DIM)
        hints(canvas, self.keys)
