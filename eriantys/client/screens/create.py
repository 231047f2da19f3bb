"""The form for a new match, made from what the server offers: it knows no game by name."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, card, centred, ink
from eriantys.client.frame import asking, guidance, hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.screens.game_options import GameOptions, NoNumber
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import (
    ABSENCES,
    DAY,
    HOUR,
    MINUTE,
    duration,
)
from eriantys.client.screens.widgets import Choice, Entry, Form, Spot, TextField, put_cut
from eriantys.client.text import width
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import Bounds, GameCard
from eriantys.wire.fields import TITLE_MOST, Level
from eriantys.wire.from_client import Create as CreateMatch
from eriantys.wire.from_server import Welcome

_STEPS = (
    *(10, 15, 20, 30, 45, MINUTE, 90, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE),
    *(15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 7 * DAY),
)
"""Times for a turn that people choose from, in seconds."""

_YES_NO = ((True, "yes"), (False, "no"))
_WIDE = 70
_LABELS = 18


class Create(Screen):
    """Asks what the new match shall be."""

    covers = False

    def __init__(
        self, app: App, welcome: Welcome, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        super().__init__(app)
        self.welcome = welcome
        self._entropy = entropy
        self._canvas: Canvas | None = None
        limits = welcome.limits
        self._title = TextField(f"{app.model.name}’s table", TITLE_MOST)
        self._game = Choice([(game, game.title) for game in welcome.games])
        self._turn = Choice([(s, duration(s)) for s in turn_steps(limits)], limits.turn_seconds)
        self._guidance = Choice((("full", "full"), ("none", "none")))
        self._absence = Choice([(each, ABSENCES[each][0]) for each in limits.absences], "wait")
        levels = [(level, f"{level} bots") for level in welcome.bots]
        self._others = Choice([("", "people"), *levels])
        self._undo = Choice(_YES_NO, True)
        self._private = Choice(_YES_NO, False)
        self._watchers = Choice(_YES_NO, True)
        self._build()

    @property
    def _card(self) -> GameCard:
        game: GameCard = self._game.value
        return game

    def _build(self) -> None:
        """Make the lines of the form for the chosen game."""
        game = self._card
        self._shown = game
        self._seats = Choice([(seats, str(seats)) for seats in game.seats])
        self._options = GameOptions(game)
        self.form = Form(
            [
                Entry("Title", self._title, "What the match is called in the list."),
                Entry("Game", self._game, "What is played; its own options follow below."),
                Entry("Players", self._seats, "It begins as soon as so many have sat down."),
                *self._options.entries,
                *([Entry("Other seats", self._others)] if self.welcome.bots else []),
                Entry("Turn time", self._turn, "What each player has for one turn."),
                Entry("Guidance", self._guidance),
                Entry("If one is gone", self._absence),
                Entry("Undo", self._undo, "Whether moves can be taken back in one’s own turn."),
                Entry("Private", self._private),
                Entry("Watchers", self._watchers, "Whether others may look on."),
            ]
        )

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the form over the lobby."""
        self._canvas = canvas
        rows = len(self.form.entries)
        area = centred(canvas, _WIDE, rows + 6)
        inside = card(canvas, area, "NEW MATCH", ink("cur", "panel", "bold"))
        canvas.mark(area, Spot(self))
        self.form.draw(canvas, Area(inside.x, inside.y + 1, inside.width, rows), _LABELS)
        y = inside.y + inside.height - 2
        button = " Enter create "
        canvas.mark(Area(inside.x + 1, y, width(button), 1), Key("Enter"))
        x = canvas.put(inside.x + 1, y, button, ink("ink", "cur", "bold")) + 3
        put_cut(canvas, x, y, self._summary(), ink("dim", "panel"), inside.x + inside.width)
        guidance(canvas, [asking(self.app.said or self._note())])
        hints(canvas, [("↑↓", "line"), ("←→", "choose"), ("Enter", "create"), ("Esc", "back")])

    def _summary(self) -> str:
        """Say what Enter would create."""
        game, seats = self._card, self._seats.value
        teams = " in teams" if vocabulary.teams(game.id, seats) else ""
        parts = [f"{game.title} for {seats}{teams}"]
        parts.append(self._options.mode())
        if seats == 1:
            parts.append("for you alone")
        elif self._others.value:
            parts.append(f"{'with' if teams else 'against'} {self._others.value} bots")
        else:
            parts.append("by invitation" if self._private.value else "for everybody")
        return ", ".join(filter(None, parts))

    def _note(self) -> str:
        """Say what the line under the cursor means, as it is chosen now."""
        control = self.form.current.control
        if control is self._absence:
            return ABSENCES[self._absence.value][1]
        if control is self._guidance:
            if self._guidance.value == "full":
                return "Legal moves are shown, and what they would lead to."
            return vocabulary.unguided(self._card.id)
        if control is self._others:
            if self._others.value:
                return "It begins at once; the other seats are taken by bots."
            return "The other seats wait for people; in the room, b lets a bot sit down."
        if control is self._private:
            if self._private.value:
                return "It is on no list: you get an invitation code to pass on."
            return "Everybody in the lobby can see it and sit down."
        return self._options.note(control) or self.form.current.note

    # Acting.

    def handle(self, event: Event) -> bool:
        """Fill the form in, send it or put it away."""
        if isinstance(event, Click):
            return self._click(event)
        name = event.name if isinstance(event, Key) else ""
        if name == "Esc":
            self.app.pop(self)
        elif name == "Enter":
            self._send()
        elif not self.form.handle(event):
            return False
        self._follow()
        return True

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if not self.form.click(meaning):
            return isinstance(meaning, Spot) and meaning.owner is self
        self._follow()
        return True

    def _follow(self) -> None:
        """Ask for what the chosen game wants to know."""
        if self._shown is not self._card:
            self._build()
            self.form.focus(self._game)

    def _send(self) -> None:
        try:
            options = self._options.values()
        except NoNumber as trouble:
            self.form.focus(trouble.control)
            self.app.say(str(trouble))
            return
        level: Level | None = self._others.value or None
        self.model.send(
            CreateMatch(
                game=self._card.id,
                seats=self._seats.value,
                nonce=self._entropy(NONCE_SIZE),
                options=options,
                guidance=self._guidance.value,
                turn_seconds=self._turn.value,
                absence=self._absence.value,
                undo=self._undo.value,
                title=self._title.text.strip(),
                private=self._private.value,
                watchers=self._watchers.value,
                bots=(level,) * (self._seats.value - 1) if level else (),
                bot_level=level or "normal",
            )
        )
        self.app.pop(self)

    def possible(self) -> str:
        """Say what can be done now."""
        return "Arrows choose, Enter opens the match, Esc goes back to the lobby."

    def brief(self) -> tuple[str, str]:
        """Name the line under the cursor."""
        label, control, _ = self.form.current
        text = (
            control.text if isinstance(control, TextField) else control.choices[control.at][1]
        )
        return (f"New match. {label}: {text}", "↑↓ line  ←→ choose  Enter create  Esc")


def turn_steps(limits: Bounds) -> list[int]:
    """List the times for a turn that this server allows, its own among them."""
    ends = (limits.turn_least, limits.turn_most, limits.turn_seconds)
    return sorted(
        {step for step in (*_STEPS, *ends) if limits.turn_least <= step <= limits.turn_most}
    )
