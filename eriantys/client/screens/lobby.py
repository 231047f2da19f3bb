"""The lobby: one list of all matches that can be joined, gone back to or looked at."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.address import BadAddress, read_code
from eriantys.client.keys import Click, Event, Key
from eriantys.client.model import Place
from eriantys.client.screens.create import Create
from eriantys.client.screens.lobby_view import LobbyView
from eriantys.client.screens.results import Results
from eriantys.client.screens.say import Say
from eriantys.client.screens.screen import Aid, App
from eriantys.client.screens.widgets import Prompt, Spot, TextField
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import RunningCard
from eriantys.wire.from_client import Join, List, Mute, Quick, Resume, Watch

REFRESH_SECONDS = 5.0
"""How often the running matches are asked for; a list costs as much as ten keys."""
ASLEEP_SECONDS = 600.0
"""Without a key for so long nobody is looking: the server may then count us as idle."""
KEYS = (
    ("↑↓", "pick a match"),
    ("Enter", "go there: join, go on, look on"),
    ("n", "open a table of your own"),
    ("k", "quick match with whoever comes"),
    ("j", "type an invitation code"),
    ("o", "go on with a saved match"),
    ("w", "look on at a match"),
    ("/", "show only some matches"),
    ("Esc", "show all matches"),
    ("t", "chat in the lobby"),
    ("m", "mute somebody, or hear again"),
    ("h", "past matches, to see again"),
    ("q", "quit"),
)
"""All keys of the lobby, in the words of the help."""


class Lobby(LobbyView):
    """Where everybody is who is not at a table."""

    def __init__(self, app: App, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        super().__init__(app)
        self._entropy = entropy
        self._answer: Callable[[str], None] | None = None
        """What Enter does with what was typed at the prompt."""
        self._create: Create | None = None
        """The form as it was left, so that a refusal costs nobody what was typed."""
        self._clicked: int | None = None
        """The match that the latest event clicked on; a second click there acts."""
        self._touched = app.now
        self._due = app.now

    @property
    def typing(self) -> bool:
        """Whether something is being typed at the prompt."""
        return self._prompt is not None

    def tick(self) -> None:
        """Ask for the list again when that is due."""
        app = self.app
        if not app.line.online or self.model.place is not Place.LOBBY:
            return
        if self.model.outbox:
            # What is about to be said may lead away from here, where no list is told.
            self._due = app.now + REFRESH_SECONDS
        elif app.now >= self._due and app.now - self._touched < ASLEEP_SECONDS:
            self._due = app.now + REFRESH_SECONDS
            self.model.send(List(running=True))

    # Acting.

    def handle(self, event: Event) -> bool:
        """Move, filter, or go to a table."""
        self._touched = self.app.now
        self._refresh()
        if isinstance(event, Click) and event.button == "left":
            return self._click(event)
        self._clicked = None
        if self._prompt is not None:
            return self._type(self._prompt, event)
        if self._quitting:
            self._quitting = False
            if isinstance(event, Key) and event.name in ("Enter", "q", "y"):
                self.app.quit()
            return True
        if self._move(event):
            return True
        if not isinstance(event, Key):
            return False
        action = self._actions().get(event.name)
        if action is None:
            return False
        action()
        return True

    def _move(self, event: Event) -> bool:
        """Move the cursor, and remember on which match it is."""
        moved = self._roll.handle(event)
        if moved:
            self._match = self._rows[self._roll.at].match
        return moved

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
        match = self._rows[meaning.which].match
        again = match == self._clicked
        self._roll.at, self._match = meaning.which, match
        self._clicked = None if again else match
        if again:
            self._go()
        return True

    def _go(self) -> None:
        """Do with the match under the cursor what one does with such a match."""
        row = self.selected
        if row is None:
            self.app.say("There is no match to go to: n opens one.")
        elif row.kind == "open":
            self.model.send(Join(self._entropy(NONCE_SIZE), match=row.match))
        elif row.kind == "saved":
            self.model.send(Resume(match=row.match))
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
            self.model.send(Watch(match=row.match))

    def _resume(self) -> None:
        if self.model.saved:
            self.model.send(Resume())
        else:
            self.app.say("No saved match waits for you.")

    def _new(self) -> None:
        welcome = self.model.welcome
        if welcome is None or not welcome.games:
            self.app.say("There is no server to open a table at.")
            return
        if self._create is None or self._create.welcome is not welcome:
            self._create = Create(self.app, welcome, self._entropy)
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
        self.model.send(Quick(game, self._entropy(NONCE_SIZE)))

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
            return self._answer == self._set_filter and self._move(event)
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
        prompt = Prompt("Invitation code:", TextField("", 300), keys, "as in ABCD-2345")
        self._ask(prompt, self._join_code)

    def _join_code(self, text: str) -> None:
        code = self._read_code(text)
        if code:
            self.model.send(Join(self._entropy(NONCE_SIZE), code=code))

    def _watch_code(self, text: str) -> None:
        code = self._read_code(text)
        if code:
            self.model.send(Watch(code=code))

    def _read_code(self, text: str) -> str:
        """Read a code, or say what one looks like and return nothing."""
        try:
            return read_code(text)
        except BadAddress as error:
            self.app.say(str(error))
            return ""

    def _ask_mute(self) -> None:
        """Ask whom not to hear any more, or again; the latest speaker stands there."""
        spoken = self.model.chat.get("lobby", ())
        others = [line.name for line in reversed(spoken) if line.name != self.model.name]
        muted = ", ".join(self.model.muted)
        keys = [("Enter", "mute, or hear again"), ("Esc", "back")]
        field = TextField(next(iter(others), ""), 64)
        note = f"muted: {muted}" if muted else "nobody is muted"
        self._ask(Prompt("Mute whom?", field, keys, note), self._mute)

    def _mute(self, name: str) -> None:
        if name:
            muted = name.casefold() in (each.casefold() for each in self.model.muted)
            self.model.send(Mute(name, muted=not muted))

    def _ask_quit(self) -> None:
        self._quitting = True

    def possible(self) -> str:
        """Say what can be done now."""
        return "Arrows pick a match, Enter goes there; n opens one, k takes whoever comes."

    def brief(self) -> tuple[str, str]:
        """Name the match under the cursor."""
        self._refresh()
        row = self.selected
        what = f"{row.title}, {row.state}" if row is not None else "No match is open."
        return (what, "↑↓ pick  Enter go  n new  k quick  q quit")

    def aid(self) -> Aid:
        """Name the keys of the lobby, and the game of the match under the cursor."""
        self._refresh()
        row = self.selected
        return Aid("the lobby", KEYS, row.card.game if row is not None else "")
