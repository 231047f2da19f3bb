"""The menu of a match: pause, leave, resign, settings, quit; what ends anything asks first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from eriantys.client.canvas import Area, Canvas, card, centred, ink
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.screens import clockwork, voting
from eriantys.client.screens.screen import App, Screen
from eriantys.client.text import cut, wrap
from eriantys.wire.from_client import Resign, Vote

_TEXT = ink("text", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_DIM = ink("dim", "panel")
_CURSOR = ink("ink", "cur", "bold")
_FRAME = ink("cur", "panel", "bold")


class Entry(NamedTuple):
    """One thing that can be chosen from a menu."""

    key: str
    words: str
    act: Callable[[], None]
    sure: str = ""
    """What is asked before it is done; empty where nothing is lost."""


class Menu(Screen):
    """A card with a list of things to do."""

    covers = False

    def __init__(self, app: App, match: Match, open_vote: Callable[[], None]) -> None:
        super().__init__(app)
        self._match = match
        self._open_vote = open_vote
        self._cursor = 0
        self._asked: Entry | None = None
        """What must be confirmed."""
        self._seen: Canvas | None = None

    @property
    def _entries(self) -> list[Entry]:
        settings = self.app.settings
        entries = [Entry("b", "Back to the table", self._close)]
        match = self._match
        if voting.is_open(match):
            entries.append(Entry("v", "Vote", self._vote_now))
        if match.seat is not None and match.ended is None:
            if match.paused:
                entries.append(Entry("g", "Ask all to go on", lambda: self._vote("go-on")))
            else:
                entries.append(Entry("p", "Ask all for a pause", lambda: self._vote("pause")))
                entries.append(Entry("m", "Ask all for more time", lambda: self._vote("time")))
        for key, name, words in _SWITCHES:
            if name == "bell" and match.seat is None:
                continue
            value = getattr(settings, name)
            state = value if isinstance(value, str) else "on" if value else "off"
            entries.append(Entry(key, f"{words}: {state}", partial(self._switch, name)))
        entries += self._ways_out()
        # A vote that is over takes its entries away, perhaps the one under the cursor.
        self._cursor = min(self._cursor, len(entries) - 1)
        return entries

    @property
    def _leave_words(self) -> str:
        return {"lobby": "Leave for the lobby", "home": "Leave, and go home"}[self.outside]

    def _ways_out(self) -> list[Entry]:
        match = self._match
        if match.seat is None or match.ended is not None:
            leave = [Entry("l", self._leave_words, self._leave)]
        else:
            leave = [
                Entry("l", self._leave_words, self._leave, _LEAVING[match.started.absence]),
                Entry("r", "Resign", self._resign, "Give the match up? The others will win."),
            ]
        sure = "" if match.seat is None or match.ended is not None else _QUITTING[self.outside]
        return [*leave, Entry("Q", "Quit the program", self.app.quit, sure)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the list, or the question whether that is meant."""
        entries = self._entries
        if self._asked is not None:
            lines = wrap(self._asked.sure, 46)
            area = centred(canvas, 52, len(lines) + 4)
            inside = card(canvas, area, self._asked.words.upper(), _FRAME)
            for row, line in enumerate(lines):
                canvas.put(inside.x, inside.y + row, line, _BRIGHT)
            canvas.put(inside.x, inside.y + len(lines) + 1, "Enter yes   Esc no", _DIM)
            canvas.mark(area, Key("Enter"))
        else:
            area = centred(canvas, 44, len(entries) + 3)
            inside = card(canvas, area, "MENU", _FRAME)
            for row, entry in enumerate(entries):
                style = _CURSOR if row == self._cursor else _TEXT
                text = cut(f" {entry.key}  {entry.words}", inside.width).ljust(inside.width)
                canvas.put(inside.x, inside.y + row, text, style)
                canvas.mark(Area(inside.x, inside.y + row, inside.width, 1), Key(entry.key))
            hurried = clockwork.runs_on(self._match, self.app.now)
            foot = "Your clock runs on." if hurried else "Esc closes"
            canvas.put(inside.x + 1, inside.y + len(entries), foot, _DIM)
        self._seen = canvas

    def handle(self, event: Event) -> bool:
        """Choose, confirm or close."""
        if isinstance(event, Click):
            meaning = self._seen.hit(event.x, event.y) if self._seen is not None else None
            return isinstance(meaning, Key) and self.handle(meaning)
        if not isinstance(event, Key):
            return False
        if self._asked is not None:
            return self._confirm(event)
        entries = self._entries
        match event.name:
            case "Esc" | "q":
                self._close()
            case "Up" | "Down":
                way = 1 if event.name == "Down" else -1
                self._cursor = (self._cursor + way) % len(entries)
            case "Enter":
                self._choose(entries[self._cursor])
            case _:
                entry = next((entry for entry in entries if entry.key == event.name), None)
                if entry is None:
                    return False
                self._choose(entry)
        return True

    def _confirm(self, key: Key) -> bool:
        entry = self._asked
        assert entry is not None
        if key.name in ("Enter", "y"):
            self._asked = None
            entry.act()
        elif key.name in ("Esc", "n", "q"):
            self._asked = None
        else:
            return False
        return True

    def _choose(self, entry: Entry) -> None:
        if entry.sure:
            self._asked = entry
        else:
            entry.act()

    def _close(self) -> None:
        self.app.pop(self)

    def _vote(self, about: str) -> None:
        self.model.send(Vote(about, "yes"))  # type: ignore[arg-type]
        self._close()

    def _switch(self, name: str) -> None:
        """Choose the next value of a setting, for now and for later."""
        value = getattr(self.app.settings, name)
        at_last = value not in _THEMES or value == _THEMES[-1]
        following = _THEMES[0] if at_last else _THEMES[_THEMES.index(value) + 1]
        self.app.choose(name, following if name == "theme" else not value)

    def _vote_now(self) -> None:
        self._open_vote()
        self._close()

    def _leave(self) -> None:
        self._close()
        self.app.leave()

    def _resign(self) -> None:
        self.model.send(Resign())
        self._close()


_SWITCHES = (
    ("a", "animations", "Animations"),
    ("s", "bell", "Bell when it is your turn"),
    ("c", "ask_before_sending", "Ask before each action"),
    ("w", "window_title", "Your turn in the window's title"),
    ("t", "theme", "Theme"),
    ("k", "safe_colours", "Colours for the colour-blind"),
    ("i", "ascii_only", "Signs of ASCII only"),
)
_THEMES = ("dark", "light", "terminal")
_LEAVING = {
    "wait": "Leave? Your seat is kept: the match waits for you when it is your turn.",
    "end": "Leave? The match ends for everybody.",
    "bot": "Leave? A bot plays for you until you are back.",
}
_QUITTING = {
    "lobby": "Quit? Your seat is kept for a while, and the lobby lists the match as saved.",
    "home": "Quit? The game is kept, and you can go on with it next time.",
}
"""By where one comes from a match: what is asked before the program ends."""
