"""How a waiting room looks."""

from __future__ import annotations

from eriantys.client.address import BadAddress, invitation
from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.frame import (
    BAR,
    GUIDE_BRIGHT,
    GUIDE_KEY,
    TITLE,
    asking,
    banner,
    guidance,
    hints,
)
from eriantys.client.names import shorten
from eriantys.client.screens import queueing
from eriantys.client.screens.room_talk import Doorman, draw_room_talk
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.texts import (
    flow,
    game_title,
    listed,
    room_title,
    standing,
    terms,
)
from eriantys.client.screens.widgets import Roll, Spot, bar, put_cut
from eriantys.client.sentences import counted
from eriantys.client.text import cut, width, wrap
from eriantys.client.times import clock
from eriantys.wire.fields import Level
from eriantys.wire.from_server import Request, Seated

_TEAM_CHIPS = ("B", "Y")
"""The roles behind the letters of the two teams."""
_HEAD = ink("dim", "bg", "underline")
_SECONDS = 1000


class RoomView(Screen):
    """Draws the room or the line; what its keys do is told elsewhere."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._roll = Roll()
        """Over the seats, or over what can be answered."""
        self._until = 0.0
        """When the question will have waited too long."""
        self._level_at = 1
        """Which of the levels the next bot gets."""
        self._answered: Request | None = None
        self._doorman = Doorman()
        self._canvas: Canvas | None = None
        """What was drawn last, to know what a click means."""

    @property
    def asked(self) -> Request | None:
        """What the first in line is asked."""
        asked = self.model.asked
        return asked if asked is not None and asked.kind in ("seats", "mode") else None

    def _seats(self, seated: Seated) -> tuple[str | None, ...]:
        waiting, seats = self.model.waiting, seated.room.seats
        if waiting is not None and waiting.match == seated.match:
            return waiting.seats if len(waiting.seats) == len(seats) else seats
        return seats

    def _bots(self, seated: Seated) -> tuple[Level | None, ...]:
        """Tell by seat how well the bot plays that sits there; None where none does."""
        waiting, seats = self.model.waiting, self._seats(seated)
        told = seated.room.bots
        if waiting is not None and waiting.match == seated.match and waiting.seats:
            told = waiting.bots
        return told if len(told) == len(seats) else (None,) * len(seats)

    @property
    def _levels(self) -> tuple[Level, ...]:
        """How well bots can play here; nothing where there are none."""
        welcome, seated = self.model.welcome, self.model.seated
        standing = seated is None or seated.room.standing
        return () if welcome is None or standing else welcome.bots

    @property
    def _level(self) -> Level:
        """How well the next bot will play."""
        return self._levels[self._level_at % len(self._levels)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the room, or the line."""
        self._canvas = canvas
        seated = self.model.seated
        in_line = self.asked is not None or seated is None
        left = [
            Span("ERIANTYS", TITLE),
            Span("  in line" if in_line else "  waiting room", BAR),
        ]
        banner(canvas, left, standing(self.app, canvas.width * 3 // 4))
        if self.asked is not None:
            now, until = self.app.now, self._until
            queueing.draw_question(canvas, self.model, now, self.asked, self._roll, until)
        elif seated is None:
            queueing.draw_waiting(canvas, self.model, self.app.now)
        elif canvas.width >= 100 and canvas.height >= 32:
            self._draw_wide(canvas, seated)
        else:
            self._draw_small(canvas, seated)
        guidance(canvas, [asking(self.app.said) if self.app.said else self._guide()])
        hints(canvas, self._keys())

    def _draw_small(self, canvas: Canvas, seated: Seated) -> None:
        talk_high = 7
        box = Area(0, 1, canvas.width, canvas.height - 3 - talk_high)
        self._draw_frame(canvas, box, seated)
        side = canvas.width - 26
        self._draw_seats(canvas, Area(1, 2, side - 1, box.height - 5), seated)
        for y in range(2, box.y + box.height - 4):
            canvas.put(side, y, "│", ink("line"))
        x, stop = side + 2, canvas.width - 2
        canvas.put(x, 2, "INVITATION" if seated.code else "OPEN TABLE", _HEAD)
        self._draw_code(canvas, x, 3, stop, seated)
        canvas.put(x, 7, "DEADLINE", _HEAD)
        self._draw_deadline(canvas, x, 8, stop)
        self._draw_foot(canvas, Area(2, box.y + box.height - 4, canvas.width - 4, 3), seated)
        self._draw_talk(canvas, Area(0, box.y + box.height, canvas.width, talk_high))

    def _draw_wide(self, canvas: Canvas, seated: Seated) -> None:
        talk_high = max(8, (canvas.height - 3) // 3)
        high = canvas.height - 3 - talk_high
        side = max(34, min(60, canvas.width // 3))
        box = Area(0, 1, canvas.width - side, high)
        self._draw_frame(canvas, box, seated)
        self._draw_seats(canvas, Area(1, 2, box.width - 2, high - 7), seated)
        self._draw_foot(
            canvas, Area(2, box.y + high - 4, box.width - 4, 3), seated, rules=False
        )
        x, stop = box.width + 2, canvas.width - 2
        for top, tall, title in (
            (1, 6, "INVITATION" if seated.code else "OPEN TABLE"),
            (7, 5, "DEADLINE"),
            (12, high - 11, "WHAT WAS AGREED"),
        ):
            panel = Area(box.width, top, side, tall)
            canvas.box(panel, ink("line"))
            canvas.title(panel, title, ink("bright", "bg", "bold"))
        self._draw_code(canvas, x, 3, stop, seated)
        self._draw_deadline(canvas, x, 8, stop)
        room = seated.room
        teams = ["teams of two"] if vocabulary.teams(room.game, len(room.seats)) else []
        agreed = [vocabulary.mode(room.game, room.options), *teams, *terms(room)]
        for row, text in enumerate(filter(None, agreed)):
            if 13 + row < high:
                put_cut(canvas, x, 13 + row, text, ink(), stop)
        self._draw_talk(canvas, Area(0, 1 + high, canvas.width, talk_high))

    def _draw_frame(self, canvas: Canvas, box: Area, seated: Seated) -> None:
        room = seated.room
        canvas.box(box, ink("accent"))
        parts = [game_title(self.model.welcome, room.game)]
        parts.append(vocabulary.mode(room.game, room.options))
        parts += ["teams"] if vocabulary.teams(room.game, len(room.seats)) else []
        what = cut(" · ".join(filter(None, parts)), box.width // 2)
        head = Area(box.x, box.y, box.width - width(what) - 4, 1)
        canvas.title(head, room_title(room), ink("bright", "bg", "bold"))
        canvas.put(box.width - width(what) - 4, box.y, f" {what} ", ink("gold"))

    def _draw_seats(self, canvas: Canvas, area: Area, seated: Seated) -> None:
        seats, bots = self._seats(seated), self._bots(seated)
        game, many = seated.room.game, len(seats)
        teams, pieces = vocabulary.teams(game, many), vocabulary.pieces_head(game)
        spread = max(1, min(3 if canvas.height >= 40 else 2, area.height // many))
        team_at = area.x + area.width - 20
        piece_at = area.x + area.width - 11
        name_stop = team_at if teams else piece_at if pieces else piece_at + 9
        for x, text in (
            (area.x + 1, "SEAT"),
            (area.x + 8, "PLAYER"),
            *([(team_at, "TEAM")] if teams else []),
            *([(piece_at, pieces.upper())] if pieces else []),
        ):
            canvas.put(x, area.y, text, _HEAD)

        def draw(at: int, place: Area) -> None:
            name = seats[at]
            here, own = at == self._roll.at, at == seated.seat
            bg = "me" if here else "bg"
            canvas.fill(place, ink("text", bg))
            y = place.y
            canvas.put(place.x, y, "▶" if here else " ", ink("cur", bg, "bold"))
            canvas.put(place.x + 2, y, f"{at + 1:2}", ink("bright", bg, "bold"))
            x = canvas.put(
                place.x + 6,
                y,
                "○ " if name is None else "● ",
                ink("dim" if name is None else "fine", bg),
            )
            fg = "dim" if name is None else "cur" if own else "bright"
            you = " (you)" if own else ""
            room = name_stop - 1 - x
            level = f", {bots[at]}" if bots[at] is not None else ""
            after = you + level
            text = "free seat" if name is None else shorten(name, room - len(after)) + after
            looks = () if name is None else ("bold",)
            put_cut(canvas, x, y, text, ink(fg, bg, *looks), name_stop - 1)
            for letter, chip, team in zip("AB", _TEAM_CHIPS, teams, strict=False):
                if at in team:
                    canvas.put(team_at, y, f" {letter} ", ink("ink", chip, "bold"))
            piece = vocabulary.piece(game, many, at)
            if piece is not None:
                # Black pieces are ink on their own ground, as on the board.
                black = piece.role == "bk"
                style = ink("ink", "bk") if black else ink(piece.role, bg)
                x = canvas.put(piece_at, y, piece.sign, style)
                canvas.put(x, y, f" {piece.name}", ink("text", bg))

        rows = Area(area.x, area.y + 1, area.width, area.height)
        if spread == 1:
            self._roll.draw(canvas, rows, draw)
            return
        for at in range(many):
            place = Area(rows.x, rows.y + spread * at, rows.width, 1)
            draw(at, place)
            canvas.mark(place, Spot(self._roll, at))

    def _draw_code(self, canvas: Canvas, x: int, y: int, stop: int, seated: Seated) -> None:
        if not seated.code:
            for row, line in enumerate(wrap("Everybody in the lobby can sit down.", stop - x)):
                canvas.put(x, y + row, line, ink("dim"))
            return
        code = cut(seated.code, stop - x - 2)
        canvas.put(x, y, f" {code} ", ink("ink", "cur", "bold"))
        for row, line in enumerate(("in the lobby: j", "or paste the long line")):
            put_cut(canvas, x, y + 1 + row, line, ink("dim"), stop)

    def _draw_deadline(self, canvas: Canvas, x: int, y: int, stop: int) -> None:
        left = max(0.0, self.model.waiting_until - self.app.now)
        if self.model.waiting is None:
            put_cut(canvas, x, y, "not known yet", ink("dim"), stop)
            return
        after = put_cut(canvas, x, y, "seats close in ", ink(), stop)
        put_cut(canvas, after, y, clock(left), ink("bright", "bg", "bold"), stop)
        limits = self.model.welcome.limits if self.model.welcome is not None else None
        whole = limits.room_ms / _SECONDS if limits is not None else left
        share = left / whole if whole else 0.0
        self._draw_bar(canvas, x, y + 1, stop - x, share)

    def _draw_bar(self, canvas: Canvas, x: int, y: int, cells: int, share: float) -> None:
        full, empty = bar(cells, share)
        role = "fine" if share > 0.3 else "gold" if share > 0.1 else "bad"
        x = canvas.put(x, y, full, ink(role))
        canvas.put(x, y, empty, ink("line"))

    def _draw_foot(
        self, canvas: Canvas, area: Area, seated: Seated, *, rules: bool = True
    ) -> None:
        """Draw who plays with whom, what was agreed, and the line to pass on."""
        stop = area.x + area.width
        seats = self._seats(seated)
        y = area.y
        teams = vocabulary.teams(seated.room.game, len(seats))
        if teams:
            x = canvas.put(area.x, y, "teams ", ink("dim"))
            for at, (letter, chip, team) in enumerate(
                zip("AB", _TEAM_CHIPS, teams, strict=False), 1
            ):
                x = put_cut(canvas, x, y, letter, ink("ink", chip), stop)
                half = area.x + area.width * at // 2
                each = (half - x - len("  and    ")) // 2
                names = [shorten(seats[seat] or "free seat", each) for seat in team]
                x = put_cut(canvas, x, y, f" {listed(names)}   ", ink(), half)
            y += 1
        if rules:
            how = vocabulary.mode(seated.room.game, seated.room.options)
            agreed = terms(seated.room)
            rows = area.y + 2 - y
            lines = flow([how, *agreed] if how else agreed, area.width)
            if len(lines) > rows:
                lines = flow(agreed, area.width)  # the frame says how it is played, too
            for row, line in enumerate(lines[:rows]):
                canvas.put(area.x, y + row, line, ink("dim"))
        if seated.code:
            x = canvas.put(area.x, area.y + 2, "paste ", ink("accent"))
            line = self._invitation(seated.code)
            put_cut(canvas, x, area.y + 2, line, ink("bright", "bg", "bold"), stop)

    def _invitation(self, code: str) -> str:
        try:
            return invitation(self.app.shared or self.app.line.address, code)
        except BadAddress:
            return code

    def _draw_talk(self, canvas: Canvas, box: Area) -> None:
        canvas.box(box, ink("line"))
        canvas.title(box, "CHAT", ink("bright", "bg", "bold"))
        draw_room_talk(
            canvas,
            Area(box.x + 2, box.y + 1, box.width - 4, box.height - 2),
            (*self.model.chat.get("match", ()), *self._doorman.notes),
            me=self.model.name,
            now=self.app.now,
        )

    # Words.

    def _guide(self) -> list[Span]:
        asked, seated = self.asked, self.model.seated
        if asked is not None:
            if asked is self._answered:
                return asking("Telling the server …")
            return [
                *asking(f"{queueing.question(self.model, asked)}  "),
                Span("↑↓", GUIDE_KEY),
                Span(" pick  ", GUIDE_BRIGHT),
                Span("Enter", GUIDE_KEY),
                Span(" choose", GUIDE_BRIGHT),
            ]
        if seated is None:
            return asking("You are in line. Esc goes back to the lobby.")
        seats = self._seats(seated)
        free = seats.count(None)
        missing = f"Waiting for {counted(free, 'more player')}." if free else "All are here."
        at = min(self._roll.at, len(seats) - 1)
        spans = asking(f"{missing}  ")
        if seats[at] is None:
            spans += [
                Span(f"Seat {at + 1} is free: ", GUIDE_BRIGHT),
                Span("Enter", GUIDE_KEY),
                Span(" sit there", GUIDE_BRIGHT),
            ]
            if self._levels:
                spans += [Span("  b", GUIDE_KEY), Span(f" {self._level} bot", GUIDE_BRIGHT)]
        elif self._levels and self._bots(seated)[at] is not None:
            spans += [Span("b", GUIDE_KEY), Span(" sends this bot away", GUIDE_BRIGHT)]
        else:
            spans.append(Span("Pass the invitation on." if seated.code else "", GUIDE_BRIGHT))
        return spans

    def _keys(self) -> list[tuple[str, str]]:
        if self.asked is not None:
            return [("↑↓", "pick"), ("Enter", "choose"), ("t", "chat"), ("Esc", "leave")]
        if self.model.seated is None:
            return [("t", "chat"), ("?", "help"), ("Esc", "leave the line")]
        return [
            ("↑↓", "seat"),
            ("Enter", "sit there"),
            *([("b", "bot"), ("←→", "level")] if self._levels else []),
            ("t", "chat"),
            ("?", "help"),
            ("Esc", "leave"),
        ]
