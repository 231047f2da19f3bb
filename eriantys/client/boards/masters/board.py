"""The board at the table: its choices, its looks around and its drawing."""

from __future__ import annotations

from eriantys.client.boards import key_line
from eriantys.client.boards.board import UNUSED, Reply, Talk
from eriantys.client.boards.masters import (
    asking,
    helping,
    inspector,
    layouts,
    outcomes,
    telling,
    words,
)
from eriantys.client.boards.masters.choosing import Choice
from eriantys.client.boards.masters.motion import Motion
from eriantys.client.boards.masters.scene import Panel, Scene
from eriantys.client.boards.masters.targets import Target
from eriantys.client.boards.playing import PlayedBoard, Told
from eriantys.client.boards.pointing import ARROWS, places_on
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.masters import decisions

_LONG = {"throws it away": "throw away", "throws all away": "all away", "ends your turn": "end"}


_TOLD = Told(
    telling.log_line,
    outcomes.consequence,
    helping.KEYS,
    helping.LOOKS,
    helping.SIGNS,
    helping.LESSONS,
)


class MastersBoard(PlayedBoard[Motion]):
    """One match on the screen."""

    typing = False

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__(match, settings, Motion(match, settings), _TOLD)
        self.choice = Choice(match)
        self._looking: Panel | None = None
        """The panel that is looked at; None for the one with the cursor."""
        self._shown: int | None = None
        """Whose board is looked at; None for the own."""
        self._known = match.number
        """How many lines the log had when it was looked at last."""

    # Drawing.

    @property
    def asks_in_panel(self) -> bool:
        """Whether a panel that asks lies over what a lesson would be about."""
        return any(target.kind == "card" for target in self.choice.path)

    def place_for_lesson(self, canvas: Canvas) -> Area:
        """Tell where a lesson hides nothing that is needed: the log, or a frame."""
        row = canvas.height - 2 - self.guidance_rows(canvas.width, canvas.height)
        if layouts.is_large(canvas.width, canvas.height):
            row = layouts.FRAME
        return Area(0, row, canvas.width, 1)

    def renew(self, now: float) -> None:
        """Look at the match again, because it may have changed."""
        super().renew(now)
        self.choice.waits = self._settings.ask_before_sending

    def _take_in(self) -> None:
        before = self.choice
        self.choice = Choice(self.match, before)
        if self.choice.number != before.number:
            self._looking = Panel.OTHERS if self._lorenzo_drew() else None
            self._shown = None
        self._known = self.match.number

    def _lorenzo_drew(self) -> bool:
        """Tell whether a token was turned since the last picture: that is worth a look."""
        return any(
            event.kind == "token revealed"
            for line in self.match.story[-3:]
            if isinstance(line, Line) and line.number > self._known
            for event in line.events
        )

    @property
    def panel(self) -> Panel:
        """The panel that is shown where there is room for one."""
        if self._looking is not None:
            return self._looking
        choice = self.choice
        if not choice.mine:
            return Panel.OWN if self._shown is not None else Panel.TABLE
        if choice.naming:
            return Panel.TABLE
        first = choice.path[0] if choice.path else choice.cursor
        return layouts.panel_of(first, choice.decision)

    def draw(self, canvas: Canvas, now: float, talk: Talk) -> None:
        """Draw everything between the banner and the guidance."""
        self._size = (canvas.width, canvas.height)
        scene = self.scene(talk)
        scene.push, scene.walks = self._motion.push(now), self._motion.walks(now)
        scene.fresh = self._motion.fresh(now)
        layouts.draw(canvas, scene)

    def scene(self, talk: Talk) -> Scene:
        """Gather what is drawn, but for what moves."""
        return Scene(
            match=self.match,
            choice=self.choice,
            eyes=self.eyes,
            shown=self.eyes if self._shown is None else self._shown,
            panel=self.panel,
            log=talk.log,
            chat=talk.chat,
            lesson=talk.lesson,
        )

    def _still(self) -> Scene:
        return self.scene(Talk([], []))

    # Saying.

    def phases(self, *, short: bool) -> list[Span]:  # noqa: ARG002 - as all boards
        """Say for the banner how far the turn is."""
        return steps(words.phase_words(self.match.view))

    def guidance_rows(self, width: int, height: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(width, height)

    def guidance(self, rows: int, width: int) -> list[list[Span]]:
        """Say what is asked, what the choice means and what it leads to."""
        return asking.lines(self._still(), self.consequence(), rows, width)

    def looks_at(self) -> tuple[str, ...] | None:
        """Name the actions whose consequence is to be shown."""
        return (self.choice.action,) if self.choice.mine and self.choice.action else None

    def _keys(self) -> list[tuple[str, str]]:
        keys = [(key, _LONG.get(word, word)) for key, word in asking.keys(self.choice)]
        return [*keys, *self.looks()]

    def looks(self) -> list[tuple[str, str]]:
        """Name the keys that only look around."""
        if layouts.is_large(*self._size):
            return [("v", "a board")] if len(self.match.players) > 1 else []
        return [("Tab", "panel")]

    def possible(self) -> str:
        """Say in a sentence what can be done now."""
        if not self.choice.mine:
            return f"{words.question(self.match)}."
        keys = asking.keys(self.choice)
        return key_line.sentence(words.question(self.match), keys, self._size[0])

    def describe(self, meant: object = None) -> list[str]:
        """Say in words what is meant, or else what is under the cursor."""
        target = meant if isinstance(meant, Target) else self.choice.cursor
        return inspector.sentences(self._still(), target)

    # Choosing.

    def suggest(self, action: str) -> None:
        """Put the cursor where an action is chosen, so that Enter sends it."""
        self._return()
        self.choice.find(action)

    def _return(self) -> None:
        """Stop looking around."""
        self._looking = self._shown = None

    @property
    def hidden(self) -> bool:
        """Whether something else is looked at than what is being chosen."""
        looks = self._looking is not None or self._shown is not None
        return self._shown is not None or (looks and not layouts.is_large(*self._size))

    def handle(self, event: Event, canvas: Canvas) -> Reply:
        """Act on a key or click."""
        if not isinstance(event, Click):
            self._clicked = None
        match event:
            case Click():
                return self._click(event, canvas)
            case Key(name="Esc"):
                return self._back()
            case Key(name="v" | "V") if not self._names("v"):
                return self._look_at(1 if event.name == "v" else -1)
            case Key(name="Tab" | "S-Tab"):
                return self._turn_to(1 if event.name == "Tab" else -1)
            case Key() if self.choice.mine:
                return self._choose(event, canvas)
            case Key(name="1" | "2" | "3" | "4"):
                return self._open(Panel(int(event.name)))
        return UNUSED

    def _names(self, sign: str) -> bool:
        """Tell whether a sign names something that can be chosen now."""
        return self.choice.mine and bool(self.choice.keyed(sign))

    def _choose(self, key: Key, canvas: Canvas) -> Reply:
        choice = self.choice
        if key.name == "Enter" and self.hidden:
            self._return()
            return Reply()
        choice.put_down_for(key.name)
        named = choice.keyed(key.name)
        choice.naming = False
        if named:
            return self._point(named)
        if key.name in ARROWS:
            self._shown = None
            choice.go(key.name, places_on(canvas, Target))
            return Reply()
        match key.name:
            case "Enter":
                return self._confirm()
            case "n" | "N":
                self._return()
                choice.walk(1 if key.name == "n" else -1)
                return Reply()
            case "y" if self._can_buy():
                self._return()
                self._name_cards()
                return Reply()
            case "L" if choice.next_leader():
                self._return()
                return Reply()
            case "1" | "2" | "3" | "4" if not layouts.is_large(*self._size):
                if not (choice.path or choice.decision in _DIGITS_ARE_DEPOTS):
                    return self._open(Panel(int(key.name)))
        said = asking.objection(self._still(), key.name)
        return Reply(say=said) if said else UNUSED

    def _can_buy(self) -> bool:
        choice = self.choice
        return any(choice.leads_to(target) for target in choice.level if target.kind == "card")

    def _name_cards(self) -> None:
        """Let the next letter name a card, and go to the first that can be bought."""
        choice = self.choice
        choice.path.clear()
        bought = (each for each in choice.root if each.kind == "card" and choice.leads_to(each))
        choice.cursor = next(bought, choice.cursor)
        choice.naming = True

    def _point(self, named: tuple[Target, ...], *, click: bool = False) -> Reply:
        """Choose what a key or click names: take it up, point at it, or do it at once."""
        choice = self.choice
        self._return()
        for first in named[:-1]:
            choice.take_up(first)
        target = named[-1]
        choice.point_at(target)
        if choice.take_up(target):
            return Reply()
        if not choice.action:
            return Reply(say=asking.why_not(self._still()))
        if click:
            return Reply()
        # Throwing away has a key of its own, which means nothing else.
        thrown = target.kind in ("box", "rest", "end", "done") or (
            target.kind == "discard" and choice.decision != decisions.LEADERS
        )
        sends = choice.at_once(target) or (thrown and not choice.waits)
        return self._confirm() if sends else Reply()

    def _confirm(self) -> Reply:
        choice = self.choice
        if choice.action:
            return Reply(action=choice.action)
        if choice.cursor is not None and choice.take_up(choice.cursor):
            return Reply()
        return Reply(say=asking.why_not(self._still()))

    def _back(self) -> Reply:
        choice = self.choice
        if self._shown is not None or self._looking is not None:
            self._return()
        elif choice.naming:
            choice.naming = False
        elif choice.mine and choice.back():
            pass
        elif choice.mine and choice.decision in asking.UNDER_WAY:
            return Reply(undo=True)
        else:
            return UNUSED
        return Reply()

    # Looking around.

    def _look_at(self, way: int) -> Reply:
        seats = len(self.match.players)
        if seats < 2:
            return Reply(say="Nobody else plays; Lorenzo has the third panel.")
        shown = self.eyes if self._shown is None else self._shown
        shown = (shown + way) % seats
        self._shown = None if shown == self.eyes else shown
        self._looking = None if self._shown is None else Panel.OWN
        return Reply()

    def _turn_to(self, way: int) -> Reply:
        if layouts.is_large(*self._size):
            self.choice.walk(way)
            return Reply()
        return self._open(Panel((self.panel.value - 1 + way) % len(Panel) + 1))

    def _open(self, panel: Panel) -> Reply:
        """Show a panel, with the cursor on something there if anything can be done."""
        choice = self.choice
        self._return()
        choice.naming = False
        if choice.mine and not choice.path:
            there = (
                target
                for target, ways in choice.root.items()
                if ways and layouts.panel_of(target, choice.decision) is panel
            )
            found = next(there, None)
            if found is not None:
                choice.cursor = found
                return Reply()
        self._looking = None if panel is self.panel else panel
        return Reply()

    # The mouse.

    def _click(self, click: Click, canvas: Canvas) -> Reply:
        target = canvas.hit(click.x, click.y)
        if not isinstance(target, Target) or click.button != "left":
            return UNUSED
        if target.kind == "panel":
            return self._open(Panel(target.which))
        if target.kind == "seat":
            self._shown = None if target.which in (self.eyes, self._shown) else target.which
            self._looking = None if self._shown is None else Panel.OWN
            return Reply()
        choice = self.choice
        if not choice.mine:
            return Reply(say=f"{words.question(self.match)}.")
        again = self._clicks_again(target)
        choice.naming = False
        if target == choice.cursor and again:
            return self._confirm()
        if target in choice.level:
            choice.point_at(target)
            # Nothing is sent by one click alone; taking up can be taken back.
            return self._point((target,), click=True)
        if target in choice.within and choice.cursor is not None:
            return self._point((choice.cursor, target), click=True)
        if target in choice.root:
            choice.path.clear()
            return self._point((target,), click=True)
        return Reply(say=self.possible())


_DIGITS_ARE_DEPOTS = (decisions.STORE, decisions.RESOURCES, decisions.LEADERS, decisions.PAY)
"""Decisions in which a digit never is a panel."""
