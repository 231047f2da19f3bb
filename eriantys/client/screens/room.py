"""The waiting room of a match, and the line before a quick match."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click, Event, Key
from eriantys.client.model import Place
from eriantys.client.screens.room_view import RoomView
from eriantys.client.screens.say import Say
from eriantys.client.screens.screen import Aid, App
from eriantys.client.screens.widgets import Spot
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.from_client import AddBot, Answer, Leave, RemoveBot, TakeSeat
from eriantys.wire.from_server import Request, Seated


class Room(RoomView):
    """Where one waits for the others."""

    def __init__(self, app: App, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        super().__init__(app)
        self._entropy = entropy
        self._match: int | None = None
        """The room in which the cursor is, and for which a fresh nonce was sent."""
        self._question: Request | None = None
        self._seen: tuple[str | None, ...] = ()
        """Who sat where when that was looked at last."""
        self._clicked: int | None = None
        """The row that the latest event clicked on; a second click there acts."""

    def tick(self) -> None:
        """Bring a share in the luck that was made after the server's promise was seen."""
        self._follow()

    def _follow(self) -> None:
        """Take note of a new question or a new room."""
        asked, seated = self.asked, self.model.seated
        if asked is not self._question:
            self._question = asked
            self._roll.at = 0
            if asked is not None:
                self._until = self.app.now + asked.left_ms / 1000
        if asked is not None:
            self._roll.resize(len(asked.legal or ()))
        elif seated is not None:
            if seated.match != self._match:
                self._enter(seated)
            self._follow_seats(seated)

    def _follow_seats(self, seated: Seated) -> None:
        """Note who came and went, and leave a seat that somebody has just taken."""
        seats = self._seats(seated)
        self._doorman.look(seats, self.model.name, self.app.now)
        self._roll.resize(len(seats))
        at = self._roll.at
        if len(self._seen) == len(seats) and self._seen[at] is None and seats[at]:
            self._roll.at = _first_free(seats, at)
        self._seen = seats

    def _enter(self, seated: Seated) -> None:
        self._match = seated.match
        self._doorman.forget()
        self._seen = seats = self._seats(seated)
        self._roll.resize(len(seats))
        self._roll.at = _first_free(seats, seated.seat)
        # A match that is full begins at once, and takes no other nonce any more.
        if None in seats and self.model.place is Place.ROOM:
            self.model.send(TakeSeat(nonce=self._entropy(NONCE_SIZE)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the room, or the line."""
        self._follow()
        super().draw(canvas)

    # Acting.

    def handle(self, event: Event) -> bool:
        """Pick a seat or an answer, talk, or leave."""
        self._follow()
        if isinstance(event, Click) and event.button == "left":
            return self._click(event)
        self._clicked = None
        name = event.name if isinstance(event, Key) else ""
        if name == "Esc":
            self.model.send(Leave())
        elif name == "t":
            in_room = self.model.seated is not None and self.asked is None
            self.app.push(
                Say(self.app, "match", ("lobby",)) if in_room else Say(self.app, "lobby")
            )
        elif name == "Enter" and self.asked is not None:
            self._answer(self.asked)
        elif name == "Enter" and self.model.seated is not None:
            self._sit(self.model.seated)
        elif name == "b" and self._levels and self.model.seated is not None:
            self._seat_bot(self.model.seated)
        elif name in ("Left", "Right") and self._levels:
            step = 1 if name == "Right" else -1
            self._level_at = (self._level_at + step) % len(self._levels)
        else:
            return self._can_pick and self._roll.handle(event)
        return True

    def _seat_bot(self, seated: Seated) -> None:
        """Let a bot sit on the seat under the cursor, or send the one there away."""
        seat = self._roll.at
        name = self._seats(seated)[seat]
        if self._bots(seated)[seat] is not None:
            self.model.send(RemoveBot(seat))
        elif name is None:
            self.model.send(AddBot(self._level, seat))
        else:
            self.app.say(_taken(name, own=seat == seated.seat))

    @property
    def _can_pick(self) -> bool:
        return self.asked is not None or self.model.seated is not None

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if not isinstance(meaning, Spot) or meaning.owner is not self._roll:
            return False
        again = meaning.which == self._clicked == self._roll.at
        self._roll.at = meaning.which
        if again:
            return self.handle(Key("Enter"))
        self._clicked = meaning.which
        return True

    def _answer(self, asked: Request) -> None:
        if asked.legal and asked is not self._answered:
            self._answered = asked
            self.model.send(Answer(asked.id, asked.legal[self._roll.at]))

    def _sit(self, seated: Seated) -> None:
        seat = self._roll.at
        name = self._seats(seated)[seat]
        if name is not None:
            self.app.say(_taken(name, own=seat == seated.seat))
        else:
            self.model.send(TakeSeat(seat=seat))

    def possible(self) -> str:
        """Say what can be done now."""
        keys = ", ".join(f"{key} {word}" for key, word in self._keys())
        return f"Here you can: {keys}."

    def brief(self) -> tuple[str, str]:
        """Say what is being waited for."""
        text = "".join(span.text for span in self._guide()).removeprefix("▸ ")
        return (text, "  ".join(f"{key} {word}" for key, word in self._keys()))

    def aid(self) -> Aid:
        """Name the keys of the room, or of the line, and the game that will be played."""
        if self.asked is not None:
            pick = [("↑↓", "pick an answer"), ("Enter", "choose it")]
        elif self.model.seated is not None:
            pick = [("↑↓", "pick a seat"), ("Enter", "sit there, if it is free")]
            if self._levels:
                pick += [
                    ("b", "put a bot there, or send it away"),
                    ("←→", "how well the next bot plays"),
                ]
        else:
            pick = []
        seated = self.model.seated
        if seated is None:
            keys = [*pick, ("t", "chat in the lobby"), ("Esc", "leave the line")]
            return Aid("in line", keys)
        keys = [*pick, ("t", "chat at this table"), ("Esc", self._leaving)]
        return Aid("the waiting room", keys, seated.room.game)

    @property
    def _leaving(self) -> str:
        return {"lobby": "leave for the lobby", "home": "leave, and go home"}[self.outside]


def _taken(name: str, *, own: bool) -> str:
    """Say who sits on a seat."""
    return "That is your own seat." if own else f"{name} sits there."


def _first_free(seats: tuple[str | None, ...], otherwise: int) -> int:
    """Find the first seat on which nobody sits."""
    return seats.index(None) if None in seats else otherwise
