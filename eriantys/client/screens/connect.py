"""The first screen: which server, and under which name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from eriantys.client.address import Address, BadAddress, parse
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import (
    BAR,
    GUIDE_BRIGHT,
    GUIDE_KEY,
    TITLE,
    asking,
    asking_at_length,
    banner,
    guidance,
    hints,
)
from eriantys.client.keys import Click, Event, Key
from eriantys.client.names import shorten
from eriantys.client.screens.screen import Aid, App, Screen
from eriantys.client.screens.title import draw_title, spare_rows
from eriantys.client.screens.widgets import (
    Choice,
    Entry,
    Form,
    Roll,
    Spot,
    TextField,
    put_cut,
)
from eriantys.client.text import cut, wrap

NAME_MOST = 20
"""No server takes longer names."""
_ADDRESS_MOST = 300
_LABELS = 10


class Connect(Screen):
    """Asks where to go."""

    def __init__(
        self,
        app: App,
        known: Sequence[tuple[str, str]],
        give_up: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(app)
        self._known = tuple(known)
        """Servers that were visited, the latest first: the address as text, and the name."""
        self._give_up = give_up
        """Called when somebody does not want to wait for the connection any more."""
        address, name = self._known[0] if self._known else ("localhost", "")
        self._server = TextField(address, _ADDRESS_MOST)
        self._name = TextField(name, NAME_MOST)
        self._guest = Choice(((False, "no"), (True, "yes")))
        self.form = Form(
            [
                Entry("Server", self._server, "HOST, HOST:PORT, or an invitation."),
                Entry("Name", self._name, "Letters, digits and _ - . as others will see it."),
                Entry("Guest", self._guest),
            ]
        )
        self._roll = Roll()
        self._roll.resize(len(self._known))
        self._in_list = False
        """Whether the cursor is among the servers that are known."""
        if not name:
            self.form.focus(self._name)
        self._target: Address | None = None
        """Where it is being tried to connect to, or was in vain."""
        self._since = 0.0
        self._refusal = ""
        self._agree: Callable[[], None] | None = None
        """Moves the name here from another terminal, where that can be done."""
        self._leaving = False
        self._clicked: int | None = None
        """The row of the list that the latest event clicked on; a second click goes there."""
        self._canvas: Canvas | None = None

    # What the program tells.

    def suggest(self, address: Address, name: str, *, guest: bool = False) -> None:
        """Fill in what was named when the program was started; with a name, wait for it."""
        code = f"#{address.code}" if address.code else ""
        self._server.set(f"{address}{code}")
        self._name.set(name)
        self._guest.pick(guest)
        self._in_list = False
        if name:
            self._target, self._since = address, self.app.now
        else:
            self._focus_name()

    def prefer(self, name: str) -> None:
        """Fill in who goes, for somebody who was nowhere else yet."""
        if name and not self._name.text:
            self._name.set(name)
            self.form.focus(self._server)

    def refuse(self, sentence: str) -> None:
        """Say why the name will not do, and let another be typed."""
        self._settle()
        self._refusal = sentence
        self._focus_name()

    def offer_take_over(self, agree: Callable[[], None]) -> None:
        """Ask whether to move the name here from another terminal; Enter calls `agree`."""
        self._refusal = ""
        self._agree = agree

    def _settle(self) -> None:
        """Wait for nothing any more."""
        self._target = None
        self._refusal = ""
        self._agree = None

    def _focus_name(self) -> None:
        self._in_list = False
        self.form.focus(self._name)

    @property
    def connecting(self) -> bool:
        """Whether it is being waited for a server."""
        line = self.app.line
        waits = self._target is not None and self._agree is None
        return waits and (line.online or not line.trouble)

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, the form, and the servers that are known."""
        self._canvas = canvas
        banner(canvas, [Span("ERIANTYS", TITLE), Span("  connect", BAR)])
        wide = min(canvas.width, 76 if canvas.width < 130 else 90)
        x = (canvas.width - wide) // 2
        top = draw_title(canvas, plain=self.app.settings.ascii_only)
        box = Area(x, top, wide, 5)
        canvas.fill(box, ink("text", "panel"))
        canvas.box(box, ink("line" if self._in_list else "accent", "panel"))
        canvas.title(box, "WHERE TO", ink("bright", "panel", "bold"))
        inside = Area(x + 2, top + 1, wide - 4, 3)
        idle = not self._in_list and not self.connecting and self._agree is None
        self.form.draw(canvas, inside, _LABELS, focused=idle)
        note = "your name is kept for you" if not self._guest.value else "only for this evening"
        stop = inside.x + inside.width
        put_cut(canvas, inside.x + _LABELS + 14, inside.y + 2, note, ink("dim", "panel"), stop)
        gap = 1 if spare_rows(canvas) else 0
        self._draw_known(
            canvas, Area(x, top + 5 + gap, wide, min(canvas.height - top - 8 - gap, 8))
        )
        guidance(canvas, self._guide(canvas.width))
        hints(canvas, self._keys())

    def _draw_known(self, canvas: Canvas, box: Area) -> None:
        if box.height < 3:
            return
        canvas.box(box, ink("accent" if self._in_list else "line"))
        canvas.title(box, "WHERE YOU HAVE BEEN", ink("bright", "bg", "bold"))
        inside = Area(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
        if not self._known:
            text = "Nowhere yet. `eriantys play` alone sits you down at home, with bots."
            put_cut(canvas, inside.x + 1, inside.y, text, ink("dim"), inside.x + inside.width)
            return

        def draw(at: int, place: Area) -> None:
            address, name = self._known[at]
            here = self._in_list and at == self._roll.at
            bg = "me" if here else "bg"
            canvas.fill(place, ink("text", bg))
            canvas.put(place.x, place.y, "▶" if here else " ", ink("cur", bg, "bold"))
            stop = place.x + place.width
            style = ink("bright", bg, "bold") if here else ink("text", bg)
            x = put_cut(canvas, place.x + 1, place.y, shorten(name, NAME_MOST), style, stop)
            put_cut(canvas, x, place.y, f" @ {address}", ink("dim", bg), stop)

        self._roll.draw(canvas, inside, draw)

    def _guide(self, wide: int) -> list[list[Span]]:
        """Say what is going on, or what to do."""
        line = self.app.line
        if self._agree is not None:
            name = cut(self._name.text, NAME_MOST)
            spans = [
                *asking(f"{name} is here in another terminal.  "),
                Span("Enter", GUIDE_KEY),
                Span(" move it here  ", GUIDE_BRIGHT),
                Span("Esc", GUIDE_KEY),
                Span(" another name", GUIDE_BRIGHT),
            ]
            return [spans]
        if self._refusal:
            return asking_at_length(self._refusal, wide)
        if self.app.said:
            return asking_at_length(self.app.said, wide)
        if self.connecting:
            dots = "." * (1 + int(self.app.now - self._since) % 3)
            target = cut(str(self._target), max(12, wide - 36))
            words = "Logging in at" if line.online else "Connecting to"
            spans = asking(f"{words} {target} {dots:3}  ")
            return [[*spans, Span("Esc", GUIDE_KEY), Span(" give up", GUIDE_BRIGHT)]]
        if self._target is not None:
            return asking_at_length(f"{line.trouble} Enter tries again.", wide)
        if self._leaving:
            return [asking("Esc once more quits.")]
        if self._in_list:
            return [asking("Enter goes there again.")]
        if self.form.current.control is self._guest:
            return [
                asking(
                    "Guests give their name back when they go."
                    if self._guest.value
                    else "This computer keeps a key, so that the name stays yours."
                )
            ]
        return [asking(f"{self.form.current.note}  Enter connects.")]

    def _keys(self) -> list[tuple[str, str]]:
        if self._agree is not None:
            return [("Enter", "move it here"), ("Esc", "another name")]
        if self.connecting:
            return [("Esc", "give up")]
        choosing = self.form.current.control is self._guest
        if self._in_list:
            editing = []
        else:
            editing = [("←→", "choose")] if choosing else [("Ctrl-U", "empty the field")]
        return [
            ("↑↓", "line"),
            *editing,
            ("Enter", "connect"),
            ("?", "help"),
            ("Esc", "quit"),
        ]

    # Acting.

    def handle(self, event: Event) -> bool:
        """Fill the form in, connect, or quit."""
        if isinstance(event, Click) and event.button == "left":
            return self._click(event)
        self._clicked = None
        name = event.name if isinstance(event, Key) else ""
        if self._agree is not None:
            return self._decide(name)
        if self.connecting:
            if name != "Esc":
                return False
            self._settle()
            self._give_up()
            return True
        self._refusal = ""
        leaving, self._leaving = self._leaving, False
        if name == "Esc":
            if leaving:
                self.app.quit()
            self._leaving = True
            return True
        if name == "Enter":
            self._connect()
            return True
        return self._move(event, name)

    def _decide(self, name: str) -> bool:
        """Answer whether the name shall be moved here."""
        if name == "Esc":
            self._settle()
            self._focus_name()
        elif name == "Enter" and self._agree is not None:
            agree, self._agree = self._agree, None
            self._since = self.app.now
            agree()
        else:
            return False
        return True

    def _move(self, event: Event, name: str) -> bool:
        """Move among the lines of the form and the list below it, or edit."""
        if name == "?":
            return False  # no address and no name has that sign, but it calls for help
        if self._in_list:
            if name in ("Up", "S-Tab") and (self._roll.at == 0 or name == "S-Tab"):
                self._in_list = False
                self.form.focus(self._guest)
                return True
            if name == "Tab":
                self._in_list = False
                self.form.focus(self._server)
                return True
            return self._roll.handle(event)
        last = self.form.current.control is self._guest
        if last and name in ("Down", "Tab") and self._known:
            self._in_list, self._roll.at = True, 0
            return True
        if name == "Up" and self.form.at == 0:
            return True  # above the first line there is nothing
        self._target = None
        return self.form.handle(event)

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if self.connecting or self._agree is not None:
            return False
        if isinstance(meaning, Spot) and meaning.owner is self._roll:
            again = self._in_list and meaning.which == self._clicked
            self._in_list, self._roll.at = True, meaning.which
            self._clicked = None if again else meaning.which
            if again:
                self._connect()
            return True
        self._clicked = None
        if self.form.click(meaning):
            self._in_list = False
            return True
        return False

    def _connect(self) -> None:
        """Go to the server of the form, or to the one under the cursor of the list."""
        if self._in_list:
            address_text, name = self._known[self._roll.at]
            self._server.set(address_text)
            self._name.set(name)
            self._in_list = False
        name = self._name.text.strip()
        try:
            address = parse(_address(self._server.text))
        except BadAddress as problem:
            self._refusal = str(problem)
            self.form.focus(self._server)
            return
        wrong = name_trouble(name)
        if wrong:
            self.refuse(wrong)
            return
        self._target, self._since = address, self.app.now
        self.app.connect(address, name, guest=self._guest.value)

    def possible(self) -> str:
        """Say what can be done now."""
        keys = ", ".join(f"{key} {word}" for key, word in self._keys())
        return f"Here you can: {keys}."

    def brief(self) -> tuple[str, str]:
        """Say what is going on, or what the field under the cursor holds."""
        lines = ("".join(span.text for span in line) for line in self._guide(80))
        text = " ".join(lines).removeprefix("▸ ")
        return (" ".join(wrap(text, 200)), "↑↓ line  Enter connect  Esc quit")

    def aid(self) -> Aid:
        """Name the keys of the form."""
        keys = [
            ("↑↓", "the line above or below"),
            ("Tab", "the next line"),
            ("←→", "choose; move in the text"),
            ("Ctrl-U", "empty the field"),
            ("Enter", "connect"),
            ("Esc", "give up; twice: quit"),
        ]
        return Aid("connecting", keys)


def name_trouble(name: str) -> str:
    """Say why no server would take a name; empty if one may."""
    if not name:
        return "Type the name by which others will know you."
    if not re.fullmatch(r"[A-Za-z0-9_.-]*", name):
        return "A name has letters a to z, digits, and the signs _ - and full stop."
    if not re.search(r"[A-Za-z0-9]", name):
        return "A name needs at least one letter or digit."
    return ""


def _address(text: str) -> str:
    """Find the address in what was typed or pasted: an invitation is a whole command."""
    words = text.split()
    if len(words) > 1 and words[0] == "eriantys":
        return words[-1].strip("'\"")
    return text
