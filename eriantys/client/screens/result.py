"""The card at the end of a match: who won and why, the final table, and the chart.

It knows no game. What the table shows, why a game ended and which numbers are charted is told
by the `Summary` of the game that was played.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import date

from eriantys.client.boards.room import Summary
from eriantys.client.canvas import Area, Canvas, Span, card, ink, spans_width
from eriantys.client.chart import draw_chart, draw_table
from eriantys.client.frame import BAR_DIM, TITLE, banner, hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Line, Match, Remark
from eriantys.client.model import Place
from eriantys.client.screens.art import big, huge
from eriantys.client.screens.headline import headline
from eriantys.client.screens.log import Log
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.saving import kept, to_new_file
from eriantys.client.screens.screen import Aid, App, Screen
from eriantys.client.screens.widgets import TextField
from eriantys.client.tape import Tape, complete, from_history
from eriantys.client.text import cut, width, wrap
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.from_client import History, Rematch

WIDEST = 94
HIGHEST = 36
"""A larger card would only be emptier."""
BIG_ROWS = 3
LEAST_CHART = 4
"""Rows of a chart below which its numbers are not worth drawing."""
LONGEST_FILE_NAME = 200
STARTLED = 0.7
"""Seconds in which letters mean nothing here yet: on the board they were students."""
PATIENCE = 5.0
"""Seconds after which the server will not answer any more."""
BESIDE = 26
"""Cells that the reason needs to stand beside the big letters."""

DIM = ink("dim", "panel")
TEXT = ink("text", "panel")
HEADING = ink("dim", "panel", "underline")


class Result(Screen):
    """How a match ended."""

    def __init__(
        self,
        app: App,
        match: Match,
        summary: Summary,
        *,
        plain: bool = False,
        asked: bool = False,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        save: Callable[[str, str], None] = to_new_file,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(app)
        self.match = match
        self.summary = summary
        self.plain = plain
        """Whether the terminal has no colours, so that lines could not be told apart."""
        self.tape: Tape | None = None
        self._entropy = entropy
        self._save = save
        self._today = today
        self._asked_at: float | None = None
        """When the history was asked for."""
        self._wanted_at: float | None = None
        """When a rematch was."""
        self._name: TextField | None = None
        """The name of a file that is being typed."""
        self._canvas: Canvas | None = None
        self._awake_at = app.now if asked else app.now + STARTLED
        """From when on letters are meant for it."""
        self.tick()

    # What is heard.

    def tick(self) -> None:
        """Ask for the history once, and take it in when all of it has come."""
        if self.tape is not None:
            return
        portions = self.model.history.get(self.match.id, [])
        if complete(portions) and portions[-1].ended is not None:
            self.tape = from_history(self.match.started, portions)
            del self.model.history[self.match.id]
        elif not self.app.line.online:
            self._asked_at = None
        elif self._asked_at is None:
            self._asked_at = self.app.now
            self.model.send(History(self.match.id))

    @property
    def _together(self) -> bool:
        """Whether the players are still at the table."""
        return self.model.place is Place.AFTER and self.match.seat is not None

    # Acting.

    def handle(self, event: Event) -> bool:
        """Act on a key or a click."""
        if self._name is not None:
            return self._type(self._name, event)
        if isinstance(event, Click):
            hit = self._canvas.hit(event.x, event.y) if self._canvas is not None else None
            return isinstance(hit, Key) and event.button == "left" and self.handle(hit)
        if not isinstance(event, Key):
            return False
        if event.sign and self.app.now < self._awake_at:
            return True  # typed for the board that was there a moment ago
        match event.name:
            case "r" if self._together:
                self._want_rematch()
            case "p":
                self._replay()
            case "s":
                self._begin_to_save()
            case "l":
                self.app.push(Log(self.app, self._log()))
            case "t" if self._together:
                self._talk()
            case "b":
                self.app.pop(self)
            case "Esc":
                self.app.pop(self)
                self.app.leave()
            case _:
                return False
        return True

    def _want_rematch(self) -> None:
        """Say so once; whoever was refused may say it again a little later."""
        if self._wanted_at is None or self.app.now - self._wanted_at > PATIENCE:
            self._wanted_at = self.app.now
            self.model.send(Rematch(self._entropy(NONCE_SIZE)))

    def _talk(self) -> None:
        # The line of chat asks the boards for words, and they ask this file what a summary is.
        from eriantys.client.screens.say import Say

        self.app.push(Say(self.app, "match"))

    def _log(self) -> list[list[Span]]:
        """Tell the whole match, or as much of it as was heard here."""
        heard = [line for line in self.match.story if isinstance(line, Line)]
        lines = self.tape.lines if self.tape is not None else heard
        return [spans for line in lines for spans in self.summary.log(self.match, line)]

    def _replay(self) -> None:
        if self.tape is not None:
            self.app.push(Replay(self.app, self.tape, self.summary))
        else:
            self.app.say(self._missing())

    def _missing(self) -> str:
        """Say why there is no tape."""
        if not self.app.line.online:
            return "The server cannot be reached, so the history is not known."
        if self._asked_at is not None and self.app.now - self._asked_at > PATIENCE:
            return "The server does not tell the history of this match."
        return "The server is still telling the history of the match."

    def _begin_to_save(self) -> None:
        if self.tape is None:
            self.app.say(self._missing())
            return
        name = f"{self.match.started.game}-{self.match.id}.game"
        self._name = TextField(name, LONGEST_FILE_NAME)

    def _type(self, name: TextField, event: Event) -> bool:
        if isinstance(event, Key) and event.name == "Esc":
            self._name = None
        elif isinstance(event, Key) and event.name == "Enter":
            self._name = None
            tape, typed = self.tape, name.text.strip()
            self.app.say(kept(tape, typed, self._today(), self._save) if tape else "")
        else:
            name.handle(event)
        return True

    def possible(self) -> str:
        """Say which keys there are."""
        return f"The match is over: {', '.join(map(' '.join, self._keys()))}."

    def brief(self) -> tuple[str, str]:
        """Say who won, and which keys lead on."""
        keys = " ".join(f"{key} {word}" for key, word in self._keys())
        return (headline(self.match), keys)

    def aid(self) -> Aid:
        """Name the keys of the result, and the game that was played."""
        rematch = [("r", "ask for a rematch")] if self._together else []
        chat = [("t", "chat")] if self._together else []
        keys = [
            *rematch,
            ("p", "replay: go through the match again"),
            ("b", "look at the board"),
            ("l", "the whole log"),
            ("s", "save the record of the match"),
            *chat,
            ("Esc", {"lobby": "leave for the lobby", "home": "go home"}[self.outside]),
        ]
        return Aid("the result", keys, self.match.started.game)

    def _keys(self) -> list[tuple[str, str]]:
        rematch = [("r", "rematch")] if self._together else []
        return [
            *rematch,
            ("p", "replay"),
            ("b", "board"),
            ("l", "log"),
            ("s", "save"),
            ("Esc", self.outside),
        ]

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the card, the talk below it and the keys."""
        self._canvas = canvas
        started = self.match.started
        said = f"{started.title} · " if started.title else ""
        left = [
            Span(started.game.upper(), TITLE),
            Span(f"  {said}{self.summary.played(self.match)}", BAR_DIM),
        ]
        banner(canvas, left, [Span(" GAME OVER ", ink("ink", "cur", "bold"))])
        wide = min(canvas.width - 2, WIDEST)
        high = min(canvas.height - 3, HIGHEST)
        over = (canvas.height - 3 - high) // 2
        place = Area((canvas.width - wide) // 2, 1 + over, wide, high)
        inside = card(canvas, place, "", ink("gold", "panel", "bold"))
        self._draw_inside(canvas, Area(inside.x + 1, inside.y, inside.width - 2, inside.height))
        self._draw_talk(canvas, canvas.height - 2)
        if self._name is not None:
            hints(canvas, [("Enter", "save"), ("Esc", "back")])
            return
        pairs = self._keys()
        chat = [("t", "chat")] if self._together else []
        hints(canvas, [*pairs[:-1], *chat, pairs[-1]])

    def _draw_inside(self, canvas: Canvas, area: Area) -> None:
        rows = self.summary.table(self.match, area.width)
        # What is left once everything has its least goes to the gaps, and then to the chart.
        least = BIG_ROWS + 1 + len(rows) + 2 + LEAST_CHART + 1
        spare = area.height - least - 4
        airy = spare >= len(rows) + 1
        y = area.y + (1 if airy else 0)
        y = self._draw_head(canvas, Area(area.x, y, area.width, area.height), airy=airy)
        y += 2 if airy else 1
        for number, row in enumerate(rows):
            if row.own:
                canvas.fill(Area(area.x - 2, y, area.width + 4, 1), ink("text", "me"))
            canvas.spans(area.x, y, row.spans)
            y += 2 if airy and number else 1
        last = area.y + area.height - 1
        if not airy:
            y += 1
        self._draw_chart(canvas, Area(area.x, y, area.width, last - y))
        self._draw_keys(canvas, Area(area.x, last, area.width, 1))

    def _draw_head(self, canvas: Canvas, area: Area, *, airy: bool) -> int:
        """Write in big letters who won, and beside or below it why; return the row after."""
        text = headline(self.match)
        rows: tuple[str, ...] = ()
        if text.isascii():
            rows = (huge(text) if airy else ()) if self.app.settings.ascii_only else big(text)
        ranking = self.match.ended.ranking if self.match.ended is not None else ()
        won = bool(ranking) and self.match.seat in ranking[0]
        style = ink("gold" if won else "text", "panel", "bold")
        why = self.summary.why(self.match)
        wide = max(map(width, rows), default=0)
        beside = wide <= area.width - BESIDE - 4
        if not rows or (not beside and (not airy or wide > area.width - 2)):
            rows, beside = (cut(" ".join(text), area.width),), False
        indent = 1 if len(rows) > 1 else 0
        for row, line in enumerate(rows):
            canvas.put(area.x + indent, area.y + row, line, style)
        if not beside:
            low = area.y + len(rows) + (1 if airy else 0)
            return self._draw_why(canvas, area.x, low, area.width, why, 2)
        x = area.x + wide + 5
        # A long reason may have the row below the letters as well.
        end = self._draw_why(canvas, x, area.y, area.x + area.width - x, why, len(rows) + 1)
        return max(area.y + len(rows), end - 1)

    def _draw_why(
        self, canvas: Canvas, x: int, y: int, wide: int, why: Sequence[str], most: int
    ) -> int:
        """Write as many sentences as fit whole into so many rows; return the row after."""
        for number, sentence in enumerate(why):
            lines = wrap(sentence, wide)
            if number and len(lines) > most:
                break
            for line in lines[:most]:
                canvas.put(x, y, line, DIM if number else TEXT)
                y += 1
            most -= len(lines)
        return y

    def _draw_chart(self, canvas: Canvas, area: Area) -> None:
        """Draw the chart below its heading, or why there is none yet."""
        if area.height < 2:
            return
        x = canvas.put(area.x, area.y, self.summary.charted(), HEADING)
        tape = self.tape
        if tape is None:
            canvas.put(area.x, area.y + 1, cut(self._missing(), area.width), DIM)
            return
        swing = self.summary.swing(tape)
        if swing and x + 4 + width(swing) + 14 <= area.x + area.width:
            x = canvas.put(x + 4, area.y, "biggest swing ", DIM)
            canvas.put(x, area.y, swing, ink("bright", "panel", "bold"))
        series, labels = self.summary.series(tape)
        place = Area(area.x, area.y + 1, area.width, area.height - 1)
        if not any(any(each.values) for each in series):
            canvas.put(place.x, place.y, "All stayed at 0.", DIM)
            return
        plain = self.plain or self.app.settings.ascii_only
        if plain or place.height - 1 < LEAST_CHART - 1:
            draw_table(canvas, place, series, labels)
        else:
            draw_chart(canvas, place, series, labels)

    def _draw_keys(self, canvas: Canvas, area: Area) -> None:
        if self._name is not None:
            x = canvas.put(area.x, area.y, "Save as ", TEXT)
            after = "  Enter save  Esc back"
            wide = area.x + area.width - x - width(after)
            field = ink("bright", "me")
            self._name.draw(canvas, Area(x, area.y, wide, 1), field, focused=True)
            canvas.put(x + wide, area.y, after, ink("accent", "panel", "bold"))
            return
        x = area.x
        for number, (key, word) in enumerate(self._keys()):
            begin = x
            if number == 0 and self._together:
                x = canvas.put(x, area.y, f" {key} {word} ", ink("ink", "cur", "bold"))
            else:
                x = canvas.put(x, area.y, key, ink("accent", "panel", "bold"))
                x = canvas.put(x, area.y, f" {word}", TEXT)
            canvas.mark(Area(begin, area.y, x - begin, 1), Key(key))
            x += 3

    def _draw_talk(self, canvas: Canvas, y: int) -> None:
        """Write what was said last, and how many want a rematch."""
        standing = self.app.said or self._wanted()
        spans: list[Span] = []
        room = canvas.width - 2 - width(standing) - 3
        for remark in reversed(self.match.story):
            if not isinstance(remark, Remark) or not remark.name:
                continue
            name = "you" if remark.name == self.model.name else remark.name
            said = [
                Span(f"{name} » ", ink("accent")),
                Span(f"{remark.text}   ", ink()),
            ]
            if spans_width(said) + spans_width(spans) > room:
                break
            spans = [*said, *spans]
        x = canvas.spans(1, y, spans)
        canvas.put(x, y, cut(standing, canvas.width - 1 - x), ink("dim"))

    def _wanted(self) -> str:
        vote = self.match.vote
        if vote is None or vote.about != "rematch" or vote.match != self.match.id:
            return ""
        if vote.result == "failed":
            return "There will be no rematch: somebody has left."
        wanting = sum(choice is not None for choice in vote.votes)
        return f"{wanting} of {len(vote.votes)} want a rematch"
