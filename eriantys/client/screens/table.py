"""The table: a match that is going on, with its board, its clock and its talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from eriantys.client.boards import room_of, vocabulary
from eriantys.client.boards.board import Reply
from eriantys.client.canvas import Area, Canvas, Span, Style, ink
from eriantys.client.frame import (
    BAR,
    GUIDE_KEY,
    TITLE,
    asking,
    banner,
    guidance,
    hints,
    named_in,
)
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.model import Place
from eriantys.client.pacing import SECONDS
from eriantys.client.screens import clockwork, voting
from eriantys.client.screens.action_line import HINTS, ActionLine
from eriantys.client.screens.advising import Advising
from eriantys.client.screens.guide import Guide
from eriantys.client.screens.inspect import Inspect
from eriantys.client.screens.log import Log
from eriantys.client.screens.menu import Menu
from eriantys.client.screens.result import Result
from eriantys.client.screens.say import Say
from eriantys.client.screens.screen import App, Screen
from eriantys.client.screens.table_talk import TableTalk
from eriantys.wire.advice import Advice
from eriantys.wire.fields import Audience
from eriantys.wire.from_server import Request

PACE_WORDS = {"slow": "slowly", "normal": "step by step", "at once": "at once"}

MOST_TYPED_AHEAD = 8
"""More letters than that are of somebody who leans on the keyboard."""


class Table(Screen):
    """A match, played or watched."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match = match
        self._room = room_of(match.started.game)
        self.board = self._room.board(match, app.settings)
        self._guide = Guide(app.settings, self.board.lessons)
        self._talk = TableTalk(match, self.board)
        self._action_line = ActionLine()
        self._answered: Request | None = None
        """What was answered last; the server has not heard it yet if it is still asked."""
        self._ahead: list[Key] = []
        """Letters typed before the server has heard that answer: for what it asks next."""
        self._advising = Advising(app, match, self.board)
        self._put_aside = ""
        """The vote that somebody does not want to answer now."""
        self._result_shown = False
        self._seen = Canvas(0, 0)
        """What was drawn last: where things lie that somebody clicks on."""

    # Drawing.

    def draw(self, canvas: Canvas) -> None:
        """Draw the whole table."""
        self.board.renew(self.app.now)
        talk = self._talk.listen(self.model)
        self._look_ahead()
        self._draw_banner(canvas)
        line = "" if self.board.asks_in_panel else self._guide.line(self.match)
        self.board.draw(canvas, self.app.now, talk._replace(lesson=bool(line)))
        rows = self.board.guidance_rows(canvas.width, canvas.height)
        if line:
            self._guide.draw(canvas, self.board.place_for_lesson(canvas), line)
        if self._asks_for_vote:
            voting.draw(canvas, self.match, self.app.now, rows)
        lines = self._guidance(rows, canvas.width)
        guidance(canvas, lines)
        self._action_line.draw(canvas, canvas.height - 1 - rows)
        # On a small screen the guidance names whatever there is room for just now, and keys
        # would come and go below it.
        hints(canvas, self._hints(named_in(lines) if rows > 1 else ()))
        if not self.app.line.online:
            canvas.restyle(Area(0, 1, canvas.width, canvas.height - 1 - rows - 1), _pale)
        self._seen = canvas

    def _draw_banner(self, canvas: Canvas) -> None:
        line = self.app.line
        if not line.online:
            clockwork.lost_banner(canvas, line, self.app.now)
            return
        short = canvas.width < 100
        started = self.match.started
        title, said = started.game.upper(), []
        if canvas.width >= 130:
            title = " ".join(title)
            said.append(vocabulary.mode(started.game, started.options))
        number = self._room.summary.round(self.match.view)
        if number is not None:
            said.append(f"r{number}" if short else f"round {number}")
        about = " · ".join(filter(None, said))
        apart = Span(f"  {about}  " if about else "  ", BAR)
        left = [Span(title, TITLE), apart]
        if self.match.ended is None:  # then the badge says so, and there are no phases
            left += self.board.phases(short=short)
        banner(canvas, left, clockwork.badge(self.match, self.app.now, short=short))

    def _guidance(self, rows: int, wide: int) -> list[list[Span]]:
        lines: list[list[Span]]
        if self._action_line.is_open:
            lines = [self._action_line.spans(self.match.offers, wide)]
        elif not self.app.line.online:
            lines = clockwork.lost_guidance(self.app.line, wide, rows)
            if self.app.said:
                lines[0] = asking(self.app.said)
        elif self._asks_for_vote:
            said = self.app.said
            lines = [asking(said) if said else voting.guidance(self.match)]
        elif self.match.paused:
            lines = [asking(self.app.said or self._paused())]
        else:
            lines = self.board.guidance(rows, wide)
            if self.app.said:
                lines[0] = asking(self.app.said)
        return lines + [[] for _ in range(rows - len(lines))]

    def _paused(self) -> str:
        if self.match.my_turn:
            return "The match is paused: your move ends the pause; q asks all to go on."
        return "The match is paused; q asks all to go on."

    def _hints(self, named: Collection[str]) -> Sequence[tuple[str, str]]:
        if self._action_line.is_open:
            return HINTS
        if self._asks_for_vote:
            return [*voting.hints(self.match), ("Esc", "later"), ("t", "chat"), ("q", "menu")]
        ends = [("l", "log"), ("?", "help"), ("q", "menu")]
        if not self.app.line.online:
            return [*clockwork.LOST_KEYS, *self.board.looks(), *ends]
        if self.match.ended is not None:
            keys = [("b", "result"), ("Esc", self.outside)]
            return [*keys, *self.board.looks(), ("t", "chat"), *ends]
        pairs = list(self.board.hints(named))
        if self.board.typing:
            return pairs
        if self.match.request is not None and self.match.request.undo:
            pairs.append(("u", "undo"))
        return [*pairs, ("t", "chat"), *ends]

    def headline(self) -> str:
        """Say whose turn it is, and how long it still lasts."""
        words = "".join(span.text for span in self.board.phases(short=True))
        badge = clockwork.badge(self.match, self.app.now, short=True)
        ends = badge if len(badge) == 1 else (badge[0], badge[-1])
        told = " ".join(span.text.strip() for span in ends)
        return f"{told}  {words}"

    def brief(self) -> tuple[str, str]:
        """Say in two short lines what is asked and which keys answer."""
        self.board.renew(self.app.now)
        # The keys that stand behind the words have a row of their own there.
        mark, *told = self.board.guidance(1, 200)[0]
        spans = [mark, *takewhile(lambda span: span.style != GUIDE_KEY, told)]
        keys = "  ".join(f"{key} {word}" for key, word in self.board.hints())
        return "".join(span.text for span in spans).rstrip(), keys

    def _look_ahead(self) -> None:
        actions = self.board.looks_at()
        if actions is not None and self.app.line.online:
            self.model.look_ahead(actions)

    @property
    def log(self) -> list[list[Span]]:
        """What happened, one line each."""
        return self._talk.listen(self.model).log

    # Acting.

    @property
    def _asks_for_vote(self) -> bool:
        if not voting.is_open(self.match) or not self.app.line.online:
            return False
        assert self.match.vote is not None
        return self._put_aside != voting.name_of(self.match.vote)

    def open_vote(self) -> None:
        """Ask again for a vote that was put aside."""
        self._put_aside = ""

    @property
    def typing(self) -> bool:
        """Whether an action is being typed, or something else on the board."""
        return self._action_line.is_open or self.board.typing

    def open_menu(self) -> None:
        """Show the menu, whatever was being typed."""
        self._action_line.drop()
        self.app.push(Menu(self.app, self.match, self.open_vote))

    def next_due(self) -> float | None:
        """Tell when something on the board moves by itself."""
        return self.board.next_due(self.app.now)

    def show_result_if_over(self) -> None:
        """Put the card with the result on the table, once."""
        if self.match.ended is not None and not self._result_shown:
            self._result_shown = True
            self._show_result()

    def _show_result(self, *, asked: bool = False) -> None:
        plain = self.app.settings.ascii_only or self.app.colourless
        summary = self._room.summary
        self.app.push(Result(self.app, self.match, summary, plain=plain, asked=asked))

    def handle(self, event: Event) -> bool:
        """Act on a key, a click or a paste."""
        self._advising.move_on()
        self.board.skip()
        if self._action_line.is_open:
            used, text = self._action_line.handle(event, self.match.offers)
            if text:
                self._send_typed(text)
            return used
        self.board.renew(self.app.now)
        if isinstance(event, Click):
            if event.button == "wheel-up":
                self.app.push(Log(self.app, self.log))
                return True
            meaning = self._seen.hit(event.x, event.y)
            if isinstance(meaning, Key):
                return self.handle(meaning)
            if event.button == "right":
                self.app.push(Inspect(self.app, self.board, meaning))
                return True
        if isinstance(event, Key) and not self.board.typing:
            if self._asks_for_vote and self._vote(event):
                return True
            if self._always(event):
                return True
            if event.sign and self._is_on_its_way:
                self._ahead = [*self._ahead, event][:MOST_TYPED_AHEAD]
                return True
        return self._reply(self.board.handle(event, self._seen)) or self._seldom(event)

    def tick(self) -> None:
        """Act on what was typed ahead, once the server asks for it."""
        if not self._ahead or self._is_on_its_way:
            return
        request = self.match.request
        if request is None and self.match.turn == self.match.seat and self.app.line.online:
            return  # the next question is about to come
        ahead, self._ahead = self._ahead, []
        refused = request and self._answered and request.id == self._answered.id
        if request is not None and not refused:
            for key in ahead:
                self.handle(key)

    def _vote(self, key: Key) -> bool:
        """Vote, or put the question aside to go on with what it hides."""
        if key.name == "Esc" and self.match.vote is not None:
            self._put_aside = voting.name_of(self.match.vote)
            self.app.say("Put aside: the menu (q) has it.")
            return True
        return voting.handle(self.model, key)

    def _reply(self, reply: Reply) -> bool:
        if reply.say:
            self.app.say(reply.say)
        if reply.action or reply.undo:
            if not self.app.line.online:
                self.app.say("The connection is lost: nothing can be sent until it is back.")
            elif reply.undo:
                self._undo()
            elif not self._is_on_its_way:  # Enter is easily pressed twice
                self._answered = self.match.request
                self.model.act(reply.action)
        return reply.used

    @property
    def _is_on_its_way(self) -> bool:
        """Whether what is asked was answered already, and the server has yet to say so."""
        return self.match.request is not None and self.match.request is self._answered

    def _always(self, key: Key) -> bool:
        """Act on the keys that mean the same at all times."""
        match key.name:
            case "b" if self.match.ended is not None:
                self._show_result(asked=True)
            case "Esc" if self.match.ended is not None:
                self.app.leave()
            case "u":
                self._undo()
            case "t":
                self.app.push(Say(self.app, self._audience()))
            case "T":
                team = self.match.seat is not None and any(
                    self.match.seat in side and len(side) > 1 for side in self.match.teams
                )
                if team:
                    self.app.push(Say(self.app, "team"))
                else:
                    self.app.say("Nobody plays on your side: t writes to all.")
            case "l":
                self.app.push(Log(self.app, self.log))
            case "H":
                self._ask_for_advice()
            case "i":
                self.app.push(Inspect(self.app, self.board))
            case "q":
                self.open_menu()
            case ":":
                if self.match.request is None:
                    self.app.say(f"{self._unasked()}: there is nothing to type now.")
                else:
                    self._action_line.open()
            case ".":
                self._guide.dismiss(self.match)
            case _:
                return False
        return True

    def _seldom(self, event: Event) -> bool:
        """Act on a key that some board may want for itself."""
        if event == Key("f") and any(map(self.match.is_bot, range(len(self.match.players)))):
            self._change_pace()
            return True
        if event != Key("a"):
            return False
        self.app.choose("animations", not self.app.settings.animations)
        on = "on" if self.app.settings.animations else "off"
        self.app.say(f"Animations are {on}.")
        return True

    def _change_pace(self) -> None:
        """Let what bots do be shown more quickly, or at last more slowly again."""
        paces = list(SECONDS)
        pace = paces[(paces.index(self.app.settings.bot_pace) + 1) % len(paces)]
        self.app.choose("bot_pace", pace)
        self.app.say(f"What bots do is shown {PACE_WORDS[pace]}.")

    def _ask_for_advice(self) -> None:
        request, seat = self.match.request, self.match.seat
        if request is None or seat is None:
            self.app.say(f"{self._unasked()}: there is nothing to advise.")
        else:
            self._advising.ask(request, seat)

    def hear_advice(self, advice: Advice | None) -> None:
        """Show what a bot would do, if that is still to be decided."""
        self._advising.hear(advice)

    def _audience(self) -> Audience:
        return "watchers" if self.match.watching else "match"

    def _undo(self) -> None:
        request = self.match.request
        if request is None:
            self.app.say(f"{self._unasked()}: there is nothing to take back.")
        elif not request.undo:
            self.app.say("There is nothing that you may take back now.")
        elif not self._is_on_its_way:
            self._answered = request
            self.model.undo()

    def _send_typed(self, text: str) -> None:
        if text in ("undo", "u"):
            self._reply(Reply(undo=True))
        elif self.match.request is None:
            self.app.say(f"{self._unasked()}: {text} was not sent.")
        elif self._is_on_its_way:
            self.app.say(f"What you did before is still on its way: {text} was not sent.")
        else:
            self._reply(Reply(action=text))

    def _unasked(self) -> str:
        """Say why the player is not asked for anything."""
        if not self.app.line.online:
            return "The connection is lost"
        if self.match.ended is not None:
            return "The match is over"
        return "You only look on" if self.match.watching else "It is not your turn"

    def possible(self) -> str:
        """Say what can be done now, for somebody who pressed a wrong key."""
        if self.model.place is Place.AFTER:
            return "The match is over: b shows the result, l the log, q the menu."
        return self.board.possible()


def _pale(style: Style) -> Style:
    """Let what is not live any more look so; chips keep their colour."""
    fg = "dim" if style.fg in ("text", "bright", "cur", "accent", "gold", "mn") else style.fg
    return ink(fg, style.bg, *(look for look in style.looks if look != "bold"))
