"""The lobby: one list of all matches that can be joined, gone back to or looked at."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.keys import Click, Event, Key
from eriantys.client.model import Place
from eriantys.client.screens.art import put_big
from eriantys.client.screens.create import NONCE, Create
from eriantys.client.screens.frame import (
    BAR,
    GUIDE_BRIGHT,
    GUIDE_KEY,
    TITLE,
    asking,
    banner,
    guidance,
    hints,
)
from eriantys.client.screens.listing import (
    Columns,
    Row,
    detail,
    draw_header,
    draw_row,
    rows,
)
from eriantys.client.screens.results import Results
from eriantys.client.screens.room import Room
from eriantys.client.screens.say import Say, draw_talk
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import flow, standing
from eriantys.client.screens.widgets import Prompt, Roll, Spot, TextField, put_cut
from eriantys.client.text import cut, width, wrap
from eriantys.wire.from_client import Join, List, Mute, Quick, Resume, Watch
from eriantys.wire.from_server import RoomCard, RunningCard

REFRESH_SECONDS = 5.0
"""How often the running matches are asked for; a list costs as much as ten keys."""
ASLEEP_SECONDS = 600.0
"""Without a key for so long nobody is looking: the server may then count us as idle."""
CODE_LETTERS = 8

_SUBTITLE = "twelve islands, ten cards and one restless Mother Nature"
_ENTER = {"open": "join", "saved": "go on", "running": "watch"}


class Lobby(Screen):
    """Where everybody is who is not at a table."""

    def __init__(self, app: App, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        super().__init__(app)
        self._entropy = entropy
        self._roll = Roll()
        self._rows: list[Row] = []
        self._match: int | None = None
        """The match under the cursor, which stays there when the list changes."""
        self._filter = ""
        self._prompt: Prompt | None = None
        self._answer: Callable[[str], None] | None = None
        """What Enter does with what was typed at the prompt."""
        self._quitting = False
        self._create: Create | None = None
        """The form as it was left, so that a refusal costs nobody what was typed."""
        self._line = Room(app, entropy)
        """Draws what the first in line is asked, who is still in the lobby meanwhile."""
        self._canvas: Canvas | None = None
        self._touched = app.now
        self._due = app.now

    @property
    def _asked(self) -> bool:
        asked = self.model.asked
        return asked is not None and asked.kind in ("seats", "mode")

    @property
    def selected(self) -> Row | None:
        """The match under the cursor."""
        return self._rows[self._roll.at] if self._rows else None

    def tick(self) -> None:
        """Ask for the list again when that is due."""
        self._line.tick()
        app = self.app
        if not app.line.online or self.model.place is not Place.LOBBY or self._asked:
            return
        if app.now >= self._due and app.now - self._touched < ASLEEP_SECONDS:
            self._due = app.now + REFRESH_SECONDS
            self.model.send(List(running=True))

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

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the list, the match under the cursor and the talk."""
        if self._asked:
            self._line.draw(canvas)
            return
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
        band = Area(0, 1, canvas.width, big + 3)
        canvas.fill(band, ink("text", "sea"))
        plain = self.app.settings.ascii_only
        y = put_big(canvas, 2, "ERIANTYS", ink("accent", "sea"), most=big, plain=plain)
        canvas.put((canvas.width - width(_SUBTITLE)) // 2, y, _SUBTITLE, ink("dim", "sea"))
        top = band.y + band.height
        high = canvas.height - 2 - top
        side = max(30, min(60, canvas.width * 3 // 10))
        self._draw_list(canvas, Area(0, top, canvas.width - side, high))
        box = Area(canvas.width - side, top, side, min(16, high // 2 + 2))
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

    def _draw_last_words(self, canvas: Canvas, y: int) -> None:
        """Show the latest line of the talk, where there is room for one only."""
        spoken = self.model.chat.get("lobby")
        x, stop = 2, canvas.width - 1
        if spoken:
            name, text, _ = spoken[-1]
            who = "you" if name == self.model.name else name
            x = put_cut(canvas, x, y, f"{who} » ", ink("accent"), stop // 2)
            x = put_cut(canvas, x, y, text, ink(), stop - 12) + 2
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

    # Acting.

    def handle(self, event: Event) -> bool:
        """Move, filter, or go to a table."""
        self._touched = self.app.now
        if self._asked:
            return self._line.handle(event)
        self._refresh()
        if isinstance(event, Click) and event.button == "left":
            return self._click(event)
        if self._prompt is not None:
            return self._type(self._prompt, event)
        if self._quitting:
            self._quitting = False
            if isinstance(event, Key) and event.name in ("Enter", "q", "y"):
                self.app.quit()
            return True
        if self._roll.handle(event):
            self._match = self._rows[self._roll.at].match
            return True
        if not isinstance(event, Key):
            return False
        action = self._actions().get(event.name)
        if action is None:
            return False
        action()
        return True

    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "Enter": self._go,
            "n": self._new,
            "o": self._resume,
            "w": self._watch,
            "j": self._ask_code,
            "k": self._quick,
            "/": self._ask_filter,
            "t": lambda: self.app.push(Say(self.app, "lobby")),
            "m": self._ask_mute,
            "h": lambda: self.app.push(Results(self.app)),
            "q": self._ask_quit,
            "Esc": self._show_all,
        }

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if self._prompt is not None or not isinstance(meaning, Spot):
            return False
        if meaning.owner is not self._roll or meaning.which >= len(self._rows):
            return False
        if meaning.which == self._roll.at:
            self._go()
        self._roll.at = meaning.which
        self._match = self._rows[meaning.which].match
        return True

    def _act(self, message: Join | Resume | Watch | Quick) -> None:
        """Go somewhere, and do not ask for a list that could not be told there."""
        self._due = self.app.now + REFRESH_SECONDS
        self.model.send(message)

    def _go(self) -> None:
        """Do with the match under the cursor what one does with such a match."""
        row = self.selected
        if row is None:
            self.app.say("There is no match to go to: n opens one.")
        elif row.kind == "open":
            self._act(Join(self._entropy(NONCE), match=row.match))
        elif row.kind == "saved":
            self._act(Resume(match=row.match))
        else:
            self._watch()

    def _watch(self) -> None:
        row = self.selected
        if row is None:
            self.app.say("There is no match to look on at.")
        elif not isinstance(row.card, RunningCard):
            self.app.say("It can be looked at once it is being played.")
        elif not row.card.watchable:
            self.app.say("Nobody else may look on at that match.")
        else:
            self._act(Watch(match=row.match))

    def _resume(self) -> None:
        if self.model.saved:
            self._act(Resume())
        else:
            self.app.say("No saved match waits for you.")

    def _new(self) -> None:
        welcome = self.model.welcome
        if welcome is None or not welcome.games:
            self.app.say("There is no server to open a table at.")
            return
        if self._create is None or self._create.welcome is not welcome:
            self._create = Create(self.app, welcome, self._entropy)
        self._due = self.app.now + REFRESH_SECONDS
        self.app.push(self._create)

    def _quick(self) -> None:
        """Stand in line for the game under the cursor, or for the first one there is."""
        games = self.model.welcome.games if self.model.welcome is not None else ()
        if not games:
            self.app.say("There is no server to play at.")
            return
        row = self.selected
        offered = [game.id for game in games]
        game = row.card.game if row is not None and row.card.game in offered else offered[0]
        self._act(Quick(game, self._entropy(NONCE)))

    # Typing.

    def _ask(self, prompt: Prompt, answer: Callable[[str], None]) -> None:
        self._prompt, self._answer = prompt, answer

    def _type(self, prompt: Prompt, event: Event) -> bool:
        name = event.name if isinstance(event, Key) else ""
        if name == "Esc":
            self._prompt = None
            if self._answer == self._set_filter:
                self._set_filter("")
            return True
        if name in ("Enter", "Tab") and self._answer is not None:
            answer = self._answer
            if name == "Tab":
                if answer != self._join_code:
                    return False
                answer = self._watch_code
            self._prompt = None
            answer(prompt.field.text.strip())
            return True
        if not prompt.field.handle(event):
            return self._answer == self._set_filter and self._roll.handle(event)
        if self._answer == self._set_filter:
            self._set_filter(prompt.field.text.strip())
        return True

    def _ask_filter(self) -> None:
        field = TextField(self._filter, 40)
        keys = [("Enter", "keep it"), ("Esc", "show all")]
        self._ask(Prompt("Only matches with", field, keys), self._set_filter)

    def _set_filter(self, text: str) -> None:
        self._filter = text
        self._refresh()

    def _show_all(self) -> None:
        self._set_filter("")

    def _ask_code(self) -> None:
        keys = [("Enter", "sit down"), ("Tab", "only look on"), ("Esc", "back")]
        prompt = Prompt("Invitation code", TextField("", 300), keys, "as in ABCD-2345")
        self._ask(prompt, self._join_code)

    def _join_code(self, text: str) -> None:
        code = read_code(text)
        if not code:
            self._refuse_code()
        else:
            self._act(Join(self._entropy(NONCE), code=code))

    def _watch_code(self, text: str) -> None:
        code = read_code(text)
        if not code:
            self._refuse_code()
        else:
            self._act(Watch(code=code))

    def _refuse_code(self) -> None:
        self.app.say("A code has eight letters and digits, as in ABCD-2345.")

    def _ask_mute(self) -> None:
        """Ask whom not to hear any more, or again; the latest speaker stands there."""
        spoken = self.model.chat.get("lobby", ())
        others = [line.name for line in reversed(spoken) if line.name != self.model.name]
        muted = ", ".join(self.model.muted)
        keys = [("Enter", "mute, or hear again"), ("Esc", "back")]
        field = TextField(next(iter(others), ""), 64)
        note = f"muted: {muted}" if muted else "nobody is muted"
        self._ask(Prompt("Mute whom", field, keys, note), self._mute)

    def _mute(self, name: str) -> None:
        if name:
            muted = name.casefold() in (each.casefold() for each in self.model.muted)
            self.model.send(Mute(name, muted=not muted))

    def _ask_quit(self) -> None:
        self._quitting = True

    def brief(self) -> tuple[str, str]:
        """Name the match under the cursor."""
        self._refresh()
        row = self.selected
        what = f"{row.title}, {row.state}" if row is not None else "No match is open."
        return (what, "↑↓ pick  Enter go  n new  k quick  q quit")


def read_code(text: str) -> str:
    """Find the code in what somebody typed or pasted; empty if there is none.

    A whole invitation will do too: the code is what stands after its number sign.
    """
    code = text.rpartition("#")[2].replace("-", "").replace(" ", "").strip("'\"").upper()
    return code if len(code) == CODE_LETTERS and code.isascii() and code.isalnum() else ""
