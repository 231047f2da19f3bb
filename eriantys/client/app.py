"""The program around the screens: which of them are open, what they hear, when to draw.

It knows no terminal and no socket: the loop tells it what happened and takes what it draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from eriantys.client.address import HOME, Address
from eriantys.client.arriving import Arrival
from eriantys.client.attention import Sentence, TurnCall, moment
from eriantys.client.boards import unreadable
from eriantys.client.canvas import Canvas
from eriantys.client.entering import Keys
from eriantys.client.keys import Click, Event, Key
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.match import Remark
from eriantys.client.model import Model, Place
from eriantys.client.moves import Moves
from eriantys.client.news import take_news
from eriantys.client.pacing import Pace, is_aside
from eriantys.client.screens.clockwork import draw_lost
from eriantys.client.screens.screen import Screen
from eriantys.client.screens.small import draw_too_small, is_too_small
from eriantys.client.screens.texts import duration
from eriantys.client.settings import Settings
from eriantys.client.whereabouts import Whereabouts
from eriantys.wire.advice import Advice, Question
from eriantys.wire.from_client import FromClient, Leave, Watch
from eriantys.wire.from_server import FromServer, Started, State, Update, Welcome

if TYPE_CHECKING:
    from eriantys.client.screens.explaining import Rules
    from eriantys.client.screens.table import Table

TICK = 1.0
"""Seconds between two pictures of a clock."""
TWICE = 2.0
"""Seconds within which a second Ctrl-C quits."""

_HURRY = (Key("Enter"), Key(" "))
"""The keys of somebody who does not want to wait for what bots have done to be shown."""


class App:
    """Everything the client is, but for its terminal and its socket."""

    def __init__(
        self,
        settings: Settings,
        link: Link,
        keys: Keys,
        known: KnownServers,
        rules: Rules,
        now: float,
        calendar: Callable[[], float] = time.time,
        *,
        colourless: bool = False,
    ) -> None:
        self.settings = settings
        self.line = link
        self.model = Model()
        self.now = now
        self.colourless = colourless
        self.shared: Address | None = None
        self.over = False
        self.chosen: set[str] = set()
        """The settings that were changed while playing."""
        self.questions: list[Question] = []
        """What is to be asked of the adviser."""
        self.dirty = True
        self.call = TurnCall(settings)
        self._pace = Pace(settings, self._is_step_of_bot)
        self._unseen = False
        """Whether something that had to wait is there now, and was not drawn yet."""
        self._top_seen: Screen | None = None
        """The uppermost screen of what was drawn last."""
        self._rules = rules
        self._arrival = Arrival(self, keys, known, calendar)
        self._screens: list[Screen] = [self._arrival.door]
        self._where = Whereabouts(self, self._arrival)
        self._seen = Canvas(0, 0)
        """What was drawn last."""
        self._moves = Moves()
        self._sentence = Sentence()
        self._was_online = False
        self._strange = False
        """Whether the server has shown something that cannot be drawn."""
        self._lost_at: float | None = None
        """When it was lost, as long as no match was shown again since."""
        self._interrupted_at = -TWICE
        self._ticked_at = now

    # What screens ask for.

    def push(self, screen: Screen) -> None:
        """Put a screen on top of all others."""
        self._screens.append(screen)

    def pop(self, screen: Screen) -> None:
        """Take a screen away, with all that lie on it."""
        if screen in self._screens[1:]:
            del self._screens[self._screens.index(screen) :]

    def say(self, text: str) -> None:
        """Show a sentence in the guidance line, until the next key or until it is old."""
        self._sentence.say(text, self.now, moment(self.model, online=self.line.online))

    @property
    def said(self) -> str:
        """That sentence; empty if there is none."""
        return self._sentence.text

    def connect(self, address: Address, name: str, *, guest: bool = False) -> None:
        """Leave whatever server this is, and go to another under a name."""
        self._arrival.set_out(address, name, guest=guest)
        self.model = Model()
        self._pace.drop()
        if address != HOME:
            self.shared = None
        self.line.go_to(address, self.now)
        self._where.go_to_door()
        self._screens = [self._arrival.card or self._arrival.door]

    def begin_at_home(self, name: str, shared: Address | None = None) -> None:
        """Begin at the table at home, which may be open to friends."""
        self.shared = shared
        self.connect(HOME, name)

    def show(self, screen: Screen) -> None:
        """Show one screen and nothing else: there is no server to go to."""
        self._screens = [screen]

    def begin_at(
        self, address: Address, name: str, *, guest: bool, watch: Watch | None = None
    ) -> None:
        """Begin with a server that was named, and a name if it is known."""
        self._arrival.wish = watch
        self._arrival.door.suggest(address, name, guest=guest)
        if name:
            self.connect(address, name, guest=guest)

    def retry(self) -> None:
        """Try to come back to the server at once."""
        self.line.retry(self.now)

    def give_up(self) -> None:
        """Stop trying to reach the server."""
        self._pace.drop()
        self.line.hang_up("")

    def take_over(self) -> None:
        """Take the place of the terminal that has the name now."""
        self._arrival.take_over()

    def ask(self, question: Question) -> None:
        """Ask what a bot would do; the answer comes to the table by itself."""
        self.questions.append(question)

    def hear_advice(self, advice: Advice | None) -> None:
        """Let the table show what a bot would do; None if none will answer."""
        self.dirty = True
        if self._table is not None:
            self._table.hear_advice(advice)

    def choose(self, name: str, value: object) -> None:
        """Change a setting, for now and for later."""
        setattr(self.settings, name, value)
        self.chosen.add(name)
        self._show_due()  # at another pace it may be time for it
        self.restyled = True

    def leave(self) -> None:
        """Go from a match to the lobby."""
        self._where.leaving = True
        self._pace.hurry()
        self._show_due()
        if self.model.place is Place.LOBBY:
            self._go_where_the_model_is()
        else:
            self.model.send(Leave())

    def quit(self) -> None:
        """End the program; a game at home is put by, to be gone on with."""
        if self._arrival.at_home and self.model.place is Place.MATCH:
            self.model.send(Leave())
        self.over = True

    # What the loop tells.

    def hear(self, message: FromServer) -> None:
        """Take in what the server said; what bots do is shown step by step."""
        if is_aside(message):
            self._hear(message, self.now)
            return
        self._pace.add(message, self.now)
        if self._where.leaving:
            self._pace.hurry()  # whoever leaves does not want to see the rest
        self._show_due()

    def _is_step_of_bot(self, message: FromServer) -> bool:
        match = self.model.match
        return isinstance(message, Update) and match is not None and match.is_bot(message.seat)

    def _show_due(self) -> None:
        """Take in what may be shown now. Its clocks run since it came, not since it is seen."""
        while (taken := self._pace.take(self.now)) is not None:
            message, came_at = taken
            self._unseen |= came_at < self.now
            self._hear(message, came_at)

    def _hear(self, message: FromServer, came_at: float) -> None:
        self.dirty = True
        if isinstance(message, Welcome):
            self._strange = False
        elif isinstance(message, Started | State | Update) and not self._strange:
            trouble = unreadable(message, self.model.match)
            if trouble:
                self._strange = True
                self.line.hang_up(trouble)
        if self._strange:
            return  # what such a server says besides is not listened to
        self._arrival.hear(message)
        self.model.hear(message, came_at)
        self._arrival.say_wish()
        if isinstance(message, Started | State):
            self._tell_absence()
        self._go_where_the_model_is()
        news = take_news(self.model)
        if news:
            self.say(news)
        self.call.follow(self.model.match)

    def _tell_absence(self) -> None:
        """Put into the log how long the line was lost, before what was missed meanwhile."""
        since, self._lost_at = self._lost_at, None
        match = self.model.match
        if since is None or match is None or not self._where.is_at(match):
            return
        away = duration(self.now - since)
        match.tell(Remark("", f"You were away for {away}."))

    def handle(self, event: Event) -> None:
        """Take in a key, a click or a paste."""
        self.dirty = True
        self._sentence.text = ""
        if isinstance(event, Click) and event.button == "left":
            meaning = self._seen.hit(event.x, event.y)
            # A click on the name of a key is that key.
            event = meaning if isinstance(meaning, Key) else event
        if event in _HURRY and self._hurries():
            return  # the key was not meant for what is seen only now
        top = self._screens[-1]
        if event == Key("C-c"):
            self._interrupt()
        elif event == Key("C-l"):
            self.repaint = True
        elif (self._lost and self._find_a_way(event)) or top.handle(event):
            return
        elif event == Key("?"):
            self._help()
        elif isinstance(event, Key):
            self.say(self._possible())

    def _hurries(self) -> bool:
        """Show what waits to somebody who wants that; tell whether there is anything new."""
        top = self._screens[-1]
        if top.typing:
            return False
        if top is self._table and self._pace.hurry():
            self._show_due()
            return True
        return self._unseen and (top is self._table or top is not self._top_seen)

    def _find_a_way(self, event: Event) -> bool:
        """Act on the keys that help where the connection is lost."""
        if not self._is_free_to_go:
            return False
        if event == Key("r"):
            self.retry()
        elif event == Key("o"):
            self.ask_where_to()
            self._arrival.door.refuse(
                "Choose where to go; your seat is kept as the match allows."
            )
        else:
            return False
        return True

    @property
    def _is_free_to_go(self) -> bool:
        """Whether the keys that help are meant for the place itself, and for no field in it."""
        return len(self._screens) == 1 and not self._screens[0].typing

    def ask_where_to(self) -> None:
        """Go from this server to the question for another."""
        self.give_up()
        self._where.go_to_door()
        self._screens = [self._arrival.door]

    restyled = False
    """Whether the colours or signs are to be others from now on."""
    repaint = False
    """Whether everything must be written again, because something else has been there."""

    def tick(self) -> None:
        """Do what is due."""
        self._show_due()
        for screen in tuple(self._screens):
            screen.tick()
        self.dirty |= self._moves.take(self.now)
        online = self.line.online
        if online != self._was_online:
            self._was_online = online
            self._where.came_back = online and not self._where.at_door
            self.dirty = True
            if not online:
                self._lost_at = self.now if self._lost_at is None else self._lost_at
                self._pace.hurry()
                self._show_due()
                self.model.disconnected()
        self.call.follow(self.model.match)  # whose line is lost is not called any more
        about = moment(self.model, online=online)
        self.dirty |= self._sentence.expire(self.now, about)
        if self.now >= self._ticked_at + TICK:
            self._ticked_at = self.now
            self.dirty = True

    def next_due(self) -> float:
        """Tell when something changes by itself."""
        dues = [self._pace.due, self._moves.due, *(each.next_due() for each in self._screens)]
        return min([self._ticked_at + TICK, *(due for due in dues if due is not None)])

    def take_outgoing(self) -> list[FromClient]:
        """Hand out what is to be said to the server."""
        said, self.model.outbox = self.model.outbox, []
        if said and self._lost:
            self.say("The connection is lost: that was not sent.")
        return said

    def picture(self, width: int, height: int) -> Canvas:
        """Draw what is to be seen now."""
        self.dirty = self._unseen = False
        canvas = Canvas(width, height)
        self._seen, self._top_seen = canvas, self._screens[-1]
        if is_too_small(width, height):
            draw_too_small(canvas, self._screens[-1])
            return canvas
        first = max(at for at, screen in enumerate(self._screens) if screen.covers)
        for screen in self._screens[first:]:
            canvas.hits.clear()  # whatever is covered cannot be clicked
            screen.draw(canvas)
        self._moves.drawn(self._screens[first:])
        if self._lost and self._table is None:
            draw_lost(canvas, self.line, self.now, self.said, ways=self._is_free_to_go)
        return canvas

    @property
    def _lost(self) -> bool:
        """Whether somebody is at a server that cannot be heard."""
        return not self._where.at_door and not self.line.online

    @property
    def _table(self) -> Table | None:
        """The table, if that is what lies below all other screens."""
        return self._where.table(self._screens[0])

    def _go_where_the_model_is(self) -> None:
        screen = self._where.follow(self._screens[0])
        if screen is not None:
            self._screens = [screen]
        if self._table is not None:
            self._table.show_result_if_over()

    def _help(self) -> None:
        from eriantys.client.screens.explaining import help_about

        board = self._table.board if self._table is not None else None
        self.push(help_about(self, self._screens, board, self._rules))

    def _possible(self) -> str:
        top = self._screens[-1]
        return top.possible() or "That key means nothing here; ? shows those that do."

    def _interrupt(self) -> None:
        """Open the menu on Ctrl-C, or quit on the second within a moment."""
        if self.now - self._interrupted_at < TWICE:
            self.quit()
            return
        self._interrupted_at = self.now
        table = self._table
        if table is not None and table is self._screens[-1]:
            table.open_menu()
        else:
            self.say("Ctrl-C once more quits.")
