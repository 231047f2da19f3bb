"""Looking at a match again: the same board, with a timeline in the place of the hand.

It knows no game. How a board is drawn, which steps are worth a mark and what a step is in
words is told by the `Teller` of the game that was played.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from eriantys.client import boards
from eriantys.client.boards.room import Teller
from eriantys.client.canvas import Canvas, Span, ink, spans_width
from eriantys.client.frame import (
    BAR,
    GUIDE_BRIGHT,
    GUIDE_DIM,
    GUIDE_KEY,
    TITLE,
    asking,
    banner,
    guidance,
    hints,
)
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.screens.screen import Aid, App, Screen
from eriantys.client.screens.timeline import Timeline, Track
from eriantys.client.screens.widgets import TextField
from eriantys.client.tape import TOLD, Tape, from_record
from eriantys.client.text import cut, width, wrap
from eriantys.games import record

_IN_BRACKETS = re.compile(r" \([^()]*\)")
SPEEDS = ((0.5, "½x"), (1.0, "1x"), (2.0, "2x"), (4.0, "4x"), (8.0, "8x"))
"""Steps a second while it plays by itself, and how that is called."""
NORMAL = 1
KEYS = (
    ("←→", "step"),
    ("[ ]", "turn"),
    ("< >", "round"),
    ("+ -", "speed"),
    ("g", "go to"),
    ("n", "next"),
    ("Esc", "out"),
    ("m", "mark"),
    ("v", "eyes"),
    ("Home End", "ends"),
)
"""All keys but Space; those that come first are shown where there is little room."""
EXPLAINED = (
    ("Space", "play, or stop"),
    ("← →", "a step back, a step on"),
    ("[ ]", "the turn before, the next turn"),
    ("< >", "the round before, the next round"),
    ("n N", "the next mark, the one before"),
    ("m", "put a mark here, or take it away"),
    ("g", "go to a step by its number"),
    ("Home End", "the beginning, the end"),
    ("+ -", "faster, slower"),
    ("v V", "see it with another player's eyes"),
    ("Esc", "leave the replay"),
)
"""The same keys, in the words of the help."""


class Replay(Screen):
    """A match that can be gone through in both directions."""

    def __init__(
        self, app: App, tape: Tape, teller: Teller, leave: Callable[[], None] | None = None
    ) -> None:
        super().__init__(app)
        self.tape = tape
        self.place = 0
        """After how many steps the match is shown."""
        self.playing = False
        self._teller = teller
        self._leave = leave if leave is not None else lambda: app.pop(self)
        self._speed = NORMAL
        self._due = 0.0
        self._eyes = tape.started.seat or 0
        self.timeline = Timeline(
            tape.last,
            tape.beginnings(teller.round),
            tape.beginnings(teller.turn),
            {line.number: marks for line in tape.lines if (marks := teller.marks(line))},
            teller.marked,
            set_up=teller.round(tape.view(0)) is None,
        )
        beginning = tape.match(0, app.now)
        self._log = [teller.log(beginning, line) for line in tape.lines]
        self._number: TextField | None = None
        """The number of a step that is being typed."""
        self._canvas: Canvas | None = None

    # Going.

    def go(self, place: int) -> None:
        """Show the match at another place."""
        self.place = max(0, min(place, self.tape.last))

    def tick(self) -> None:
        """Go on by itself, while it plays."""
        if not self.playing or self.app.now < self._due:
            return
        self.go(self.place + 1)
        self.playing = self.place < self.tape.last
        # After a long silence it goes on as before, and does not hurry after the time.
        self._due = max(self._due + self._period, self.app.now)

    def next_due(self) -> float | None:
        """Tell when it wants to go on by itself; None while it stands."""
        return self._due if self.playing else None

    @property
    def _period(self) -> float:
        return 1 / SPEEDS[self._speed][0]

    def _forward(self, places: Sequence[int]) -> None:
        at = bisect_right(places, self.place)
        self.go(places[at] if at < len(places) else self.tape.last)

    def _backward(self, places: Sequence[int]) -> None:
        at = bisect_left(places, self.place)
        self.go(places[at - 1] if at else 0)

    def _play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.place == self.tape.last:
            self.place = 0
        self._due = self.app.now + self._period

    def _hurry(self, way: int) -> None:
        self._speed = max(0, min(self._speed + way, len(SPEEDS) - 1))
        self._due = self.app.now + self._period

    # Acting.

    def handle(self, event: Event) -> bool:
        """Go through the match by keys and clicks."""
        if self._number is not None:
            return self._type(self._number, event)
        if isinstance(event, Click):
            return self._click(event)
        if not isinstance(event, Key):
            return False
        match event.name:
            case " ":
                self._play()
                return True
            case "+" | "=" | "-":
                self._hurry(-1 if event.name == "-" else 1)
                return True
            case "v" | "V":
                way = 1 if event.name == "v" else -1
                self._eyes = (self._eyes + way) % len(self.tape.started.players)
                return True
            case "m":
                self.timeline.own ^= {self.place}
                return True
            case "Esc":
                self._leave()
                return True
        if not self._jump(event.name):
            return False
        self.playing = False  # whoever goes by hand wants to look
        return True

    def _jump(self, key: str) -> bool:
        match key:
            case "Right" | "Down":
                self.go(self.place + 1)
            case "Left" | "Up":
                self.go(self.place - 1)
            case "]" | "PageDown":
                self._forward(self.timeline.turns)
            case "[" | "PageUp":
                self._backward(self.timeline.turns)
            case ">":
                self._forward(self.timeline.rounds)
            case "<":
                self._backward(self.timeline.rounds)
            case "n":
                self._forward(self.timeline.marked)
            case "N":
                self._backward(self.timeline.marked)
            case "Home":
                self.go(0)
            case "End":
                self.go(self.tape.last)
            case "g":
                self._number = TextField(most=len(str(self.tape.last)))
            case _:
                return False
        return True

    def _type(self, number: TextField, event: Event) -> bool:
        match event:
            case Key(name="Esc"):
                self._number = None
            case Key(name="Enter"):
                self._number = None
                if number.text:
                    self.go(int(number.text))
            case Key() if not event.sign or event.sign in "0123456789":
                number.handle(event)
        return True

    def _click(self, click: Click) -> bool:
        meaning = self._canvas.hit(click.x, click.y) if self._canvas is not None else None
        if click.button in ("wheel-up", "wheel-down"):
            return self._jump("Left" if click.button == "wheel-up" else "Right")
        if isinstance(meaning, Key):
            return self.handle(meaning)
        if isinstance(meaning, Track):
            self.playing = False
            self.go(meaning.place(click.x))
            return True
        return False

    def possible(self) -> str:
        """Say which keys there are."""
        return "Space plays, ←→ go a step, [ ] a turn, < > a round, g to a number, Esc leaves."

    def brief(self) -> tuple[str, str]:
        """Say what the step did, and how to go on."""
        return (self._sentence(self.tape.match(self.place, self.app.now)), "←→ step  Esc out")

    def aid(self) -> Aid:
        """Name the keys of a replay, and its game."""
        return Aid("a replay", EXPLAINED, self.tape.started.game)

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the board at this place, and the timeline over its hand."""
        self._canvas = canvas
        match = self.tape.match(self.place, self.app.now)
        log = [
            line
            for lines in self._log[max(0, self.place - TOLD) : self.place]
            for line in lines
        ]
        area = self._teller.draw(canvas, match, self.app.now, self._eyes, log)
        canvas.hits.clear()  # nothing on the board can be chosen
        self._draw_banner(canvas, match)
        framed = self._teller.guidance_rows(canvas.width, canvas.height) > 1
        self.timeline.draw(canvas, area, self.place, self._settings(), framed=framed)
        self._draw_guidance(canvas, match)
        hints(canvas, self._keys())

    def _draw_banner(self, canvas: Canvas, match: Match) -> None:
        short = canvas.width < 100
        number = self.timeline.round_at(self.place)
        round_ = "" if not number else f"r{number}  " if short else f"round {number}  "
        left = [
            Span(match.started.game.upper(), TITLE),
            Span(f"  {round_}", BAR),
            *self._teller.phases(match.view, short=short),
        ]
        speed = self._called(self._speed)
        badge = f" REPLAY ▸ {speed} " if self.playing else f" REPLAY · {speed} "
        banner(canvas, left, [Span(badge, ink("ink", "accent", "bold"))])

    def _draw_guidance(self, canvas: Canvas, match: Match) -> None:
        rows = self._teller.guidance_rows(canvas.width, canvas.height)
        room = canvas.width - 4
        if self._number is not None:
            first = [*asking("Go to which step?"), Span(f" {self._number.text}_", GUIDE_KEY)]
            lines = [[*first, Span(f"  0 to {self.tape.last}, then Enter", GUIDE_DIM)]]
        else:
            text = self.app.said or self._sentence(match, room if rows == 1 else None)
            first_line, *more = wrap(text, room) if rows > 1 else [cut(text, room)]
            lines = [asking(first_line)]
            lines += [[Span(f"  {cut(' '.join(more), room)}", GUIDE_BRIGHT)]] if more else []
        if len(lines) < rows:
            lines.append(_key_spans(self._keys(), room))
        elif rows == 1:
            after = [Span("  ←→", GUIDE_KEY), Span(" step", GUIDE_DIM)]
            if spans_width(lines[0]) + spans_width(after) < canvas.width - 1:
                lines[0] = [*lines[0], *after]
        guidance(canvas, lines)

    def _sentence(self, match: Match, room: int | None = None) -> str:
        """Say what the step did, in so many cells if it must be."""
        if self.place == 0:
            return "The table as it was before the first step."
        line = self.tape.lines[self.place - 1]
        told = self._teller.sentence(match, line)
        end, before = self.place == self.tape.last, ""
        if end:
            ended = self.tape.ended
            before = f"The end: {ended.text} " if ended is not None else "The end. "
        if room is not None:
            told = _briefly(told, room - width(before), end=end)
        return f"{before}{told}"

    def _keys(self) -> list[tuple[str, str]]:
        return [("Space", "pause" if self.playing else "play"), *KEYS]

    def _called(self, speed: int) -> str:
        """Name a speed; no sign of ASCII is a half."""
        name = SPEEDS[speed][1]
        return name.replace("½", "0.5") if self.app.settings.ascii_only else name

    def _settings(self) -> list[list[Span]]:
        """Show the speed, and whose eyes it is."""
        speed = [Span(" speed ", ink("dim"))]
        for at in range(len(SPEEDS)):
            speed.append(_choice(self._called(at), chosen=at == self._speed))
        eyes = [Span("  eyes ", ink("dim"))]
        for seat, name in enumerate(self.tape.started.players):
            eyes.append(_choice(shorten(name, 12), chosen=seat == self._eyes))
        return [speed, eyes]


def _briefly(told: str, room: int, *, end: bool) -> str:
    """Tell a step in so many cells: without the numbers in brackets, and then without parts.

    What it led to at once matters most, at the end what ended the match.
    """
    if width(told) > room:
        told = _IN_BRACKETS.sub("", told)
    parts = told.removesuffix(".").split("; ")
    while len(parts) > 1 and width("; ".join(parts)) >= room:
        del parts[0 if end else -1]
    told = "; ".join(parts)
    return f"{told[:1].upper()}{told[1:]}."


def _choice(name: str, *, chosen: bool) -> Span:
    return Span(f"[{name}]", ink("cur", "bg", "bold")) if chosen else Span(f" {name} ")


def _key_spans(keys: Sequence[tuple[str, str]], room: int) -> list[Span]:
    spans = [Span("  ", GUIDE_DIM)]
    for key, word in keys:
        pair = [Span(f"{key} ", GUIDE_KEY), Span(f"{word}   ", GUIDE_DIM)]
        if spans_width(spans) + spans_width(pair) <= room:
            spans += pair
    return spans


def replay_app(match: record.Match) -> Callable[[App], Replay]:
    """Make ready to show a record; what comes of it makes the screen, which `Esc` quits.

    The record is played again here, so that its troubles are raised before a screen is open.
    """
    tape = from_record(match)
    trouble = boards.unshown(match.game)
    if trouble:
        raise record.Unverifiable(match.lines.get("Game", 0), trouble)
    teller = boards.room_of(match.game).summary
    return lambda app: Replay(app, tape, teller, leave=app.quit)
