"""A small program around one screen, with a real model and without a terminal or a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from eriantys.client.address import Address
from eriantys.client.canvas import Area, Canvas
from eriantys.client.keys import Click, Key, Paste
from eriantys.client.model import Model, Place
from eriantys.client.screens.screen import Screen
from eriantys.client.settings import Settings
from eriantys.wire.advice import Question
from eriantys.wire.cards import Bounds, GameCard, RoomCard, RunningCard, Said, SavedCard
from eriantys.wire.from_client import Leave
from eriantys.wire.from_server import (
    FromServer,
    Matches,
    Named,
    Seated,
    ServerChat,
    Waiting,
    Welcome,
)

SIZES = [(80, 24), (100, 32), (130, 42), (200, 50)]
OTHER_SIZES = [(100, 24), (80, 50), (99, 31), (140, 30), (81, 25)]
GOLDEN = Path(__file__).parent / "golden"

HOSTILE = (
    "W" * 40,
    "日本語の卓へようこそ、一緒に遊びましょう、何度でも",
    "e\u0301" * 40,
    "한국어 " * 8,
    "�" * 40,
)
"""Texts that a server may pass on: as long as they can be, wide, and with marks."""

LIMITS = Bounds(
    frame_before_login=4096,
    frame=16384,
    frame_from_server=262144,
    ping_ms=20_000,
    silence_ms=60_000,
    grace_ms=30_000,
    restart_grace_ms=120_000,
    clock_least_ms=30_000,
    login_ms=60_000,
    answer_ms=60_000,
    room_ms=900_000,
    idle_ms=3_600_000,
    after_ms=600_000,
    frame_wait_ms=10_000,
    vote_ms=60_000,
    pause_ms=3_600_000,
    frames_per_second=30,
    bytes_per_second=32768,
    chat_per_minute=20,
    login_attempts=5,
    name_least=2,
    name_most=20,
    turn_seconds=180,
    turn_least=10,
    turn_most=86400,
    absences=("wait", "end"),
)

GAME = GameCard("eriantys", "Eriantys", 1, (2, 3, 4), {"expert": False})
OTHER_GAME = GameCard(
    "nim",
    "Nim",
    1,
    (1, 2),
    {"misere": True, "sticks": 21, "opening": "free", "wild_card": False},
)
WELCOME = Welcome("play.example", "1.0", 1, b"n" * 16, LIMITS, (GAME,))


@dataclass
class QuietLine:
    """A connection that is as a test wants it."""

    address: Address = field(default_factory=lambda: Address("play.example"))
    online: bool = True
    trouble: str = ""
    attempt: int = 0
    attempts: int = 8
    retry_at: float | None = None
    needs_key: bool = False
    delay: float | None = 0.024


class Stage:
    """Does for one screen what the program does, and notes what it asks for."""

    def __init__(self) -> None:
        self.model = Model()
        self.settings = Settings()
        self.now = 1000.0
        self.colourless = False
        self.shared: Address | None = None
        self.line = QuietLine()
        self.said = ""
        self.layers: list[Screen] = []
        self.connected: list[tuple[Address, str, bool]] = []
        self.over = False
        self.questions: list[Question] = []

    def push(self, screen: Screen) -> None:
        self.layers.append(screen)

    def pop(self, screen: Screen) -> None:
        del self.layers[self.layers.index(screen) :]

    def say(self, text: str) -> None:
        self.said = text

    def connect(self, address: Address, name: str, *, guest: bool = False) -> None:
        self.connected.append((address, name, guest))

    def retry(self) -> None:
        raise AssertionError("nothing here tries again by itself")

    def give_up(self) -> None:
        raise AssertionError("nobody gives up here")

    def take_over(self) -> None:
        raise AssertionError("nobody takes over here")

    def ask(self, question: Question) -> None:
        self.questions.append(question)

    def choose(self, name: str, value: object) -> None:
        setattr(self.settings, name, value)

    def leave(self) -> None:
        if self.model.place is not Place.LOBBY:
            self.model.send(Leave())

    def quit(self) -> None:
        self.over = True

    def hear(self, *messages: FromServer) -> None:
        for message in messages:
            self.model.hear(message, self.now)
        self.tick()

    def tick(self) -> None:
        for screen in self.layers:
            screen.tick()

    def press(self, *names: str) -> bool:
        """Press keys; tell whether the last one had a meaning."""
        meant = False
        for name in names:
            self.said = ""
            meant = self.layers[-1].handle(Key(name))
        return meant

    def type(self, text: str) -> None:
        self.press(*text)

    def paste(self, text: str) -> bool:
        return self.layers[-1].handle(Paste(text))

    def draw(self, wide: int = 80, high: int = 24) -> Canvas:
        canvas = Canvas(wide, high)
        covering = [at for at, screen in enumerate(self.layers) if screen.covers]
        first = covering[-1] if covering else 0
        for screen in self.layers[first:]:
            canvas.hits.clear()  # whatever is covered cannot be clicked
            screen.draw(canvas)
        return canvas

    def text(self, wide: int = 80, high: int = 24) -> str:
        return "\n".join(row.rstrip() for row in self.draw(wide, high).rows()) + "\n"

    def click_on(self, text: str, within: int = 0, button: str = "left") -> bool:
        """Click on the first place where a text is seen, so many cells into it."""
        canvas = self.draw()
        for y, letters in enumerate(canvas.letters):
            row = "".join(letter or "\0" for letter in letters)
            if text in row:
                return self.layers[-1].handle(Click(row.index(text) + within, y, button))
        raise AssertionError(f"{text!r} is not on the screen")

    def sent(self) -> list[object]:
        """Take out what was said to the server."""
        said = list(self.model.outbox)
        self.model.outbox.clear()
        return said


def entropy(count: int) -> bytes:
    """Stand in for chance."""
    return bytes(range(count))


def room(number: int, *seats: str | None, title: str = "", **other: object) -> RoomCard:
    """Make the card of a match that waits for players."""
    fields: dict[str, object] = {
        "match": number,
        "game": "eriantys",
        "seats": seats,
        "options": {"expert": number % 2 == 1},
        "guidance": "full",
        "turn_seconds": 60,
        "absence": "wait",
        "undo": True,
        "standing": False,
        "commitment": b"c" * 32,
        "title": title,
        "private": False,
        "watchers": True,
    }
    return RoomCard(**{**fields, **other})  # type: ignore[arg-type]


def running(number: int, *players: str, title: str = "", **other: object) -> RunningCard:
    """Make the card of a match that is being played."""
    fields: dict[str, object] = {
        "match": number,
        "game": "eriantys",
        "title": title,
        "players": players,
        "turn": 0,
        "decision": "student",
        "number": 42,
        "idle_ms": 12_000,
        "watchers": 3,
        "watchable": True,
    }
    return RunningCard(**{**fields, **other})  # type: ignore[arg-type]


ROOMS = (
    room(1, "Bruno", None, title="Sunday duel"),
    room(2, "Chiara", "Dario", None, title="Three is a crowd"),
    room(3, "Elia", "Fia", "Gio", None, title="Teams tonight"),
    room(4, None, None, standing=True, absence="end"),
)
SAVED = (
    SavedCard(7, "eriantys", ("Ada", "Bruno"), 0, True),
    SavedCard(9, "eriantys", ("Hana", "Ivo", "Ada"), 2, False),
)
RUNNING = (
    running(11, "Hana", "Ivo", title="Masters final"),
    running(12, "Jo", "Kim", decision="assistant", idle_ms=300_000, watchers=0),
    running(13, "Lea", "Max", "Nora", title="Behind closed doors", watchable=False),
)
TALK = ServerChat(
    "lobby",
    (Said("Elia", "one more for teams?", 65_000), Said("Bruno", "duel, anybody?", 3_000)),
)


def arrived(stage: Stage, welcome: Welcome = WELCOME) -> None:
    """Be greeted and named, and come to a full lobby."""
    stage.hear(
        welcome,
        Named("Ada"),
        Matches(whole=True, open=ROOMS, saved=SAVED),
        Matches(running=RUNNING),
        TALK,
    )


def seated(stage: Stage, card: RoomCard, seat: int = 0, code: str = "") -> None:
    """Sit down in a waiting room."""
    names = tuple(name for name in card.seats if name is not None)
    stage.hear(
        Seated(card.match, seat, b"n" * 16, card, code),
        Waiting(
            present=len(names),
            names=names,
            code="players",
            reason="Waiting for 1 more player.",
            left_ms=380_000,
            wanted=len(card.seats),
            match=card.match,
            seats=card.seats,
        ),
    )


def assert_sound(canvas: Canvas) -> None:
    """Check that a picture has no text beyond its edges, and no half of a wide sign."""
    assert canvas.spilled == []
    for row in canvas.letters:
        assert row[0] != ""
        assert len(row) == canvas.width
    for area, _ in canvas.hits:
        assert Area(0, 0, canvas.width, canvas.height).holds(area.x, area.y)


def assert_golden(stage: Stage, name: str) -> None:
    """Compare what is drawn at every size with what was looked at and found good."""
    for wide, high in SIZES:
        assert_sound(stage.draw(wide, high))
        path = GOLDEN / f"{name}-{wide}x{high}.txt"
        text = stage.text(wide, high)
        if os.environ.get("ERIANTYS_RENEW_GOLDEN"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{path.name} looks otherwise now"
