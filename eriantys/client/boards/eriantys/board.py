"""The board of Eriantys at the table: its choices, its looks around and its drawing."""

from __future__ import annotations

from eriantys.client.boards import key_line
from eriantys.client.boards.board import UNUSED, Reply, Talk
from eriantys.client.boards.eriantys import (
    asking,
    helping,
    inspector,
    layouts,
    objections,
    panels,
    words,
)
from eriantys.client.boards.eriantys.choosing import ISLAND_KEYS, Choice
from eriantys.client.boards.eriantys.motion import Motion
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.boards.playing import PlayedBoard, Told
from eriantys.client.boards.pointing import ARROWS, places_on
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.games.eriantys.names import COLOURS

_TOLD = Told(
    words.log_line,
    words.consequence,
    helping.KEYS,
    helping.LOOKS,
    helping.SIGNS,
    helping.LESSONS,
)


class EriantysBoard(PlayedBoard[Motion]):
    """One match of Eriantys on the screen."""

    typing = False

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__(match, settings, Motion(match, settings), _TOLD)
        self.choice = Choice(match)
        self._shown: int | None = None
        """Whose school is looked at; None for the own."""
        self._card = 0
        """The character whose card is open, counted from 1; 0 for none."""

    # Drawing.

    @property
    def asks_in_panel(self) -> bool:
        """Whether a panel that asks lies over the lower half."""
        return panels.is_open(self.choice, self._card)

    def place_for_lesson(self, canvas: Canvas) -> Area:
        """Tell where a lesson hides nothing that is needed: the title of the hand."""
        hand = next(area for area, meaning in canvas.hits if meaning == Target("hand"))
        return Area(hand.x, hand.y, hand.width, 1)

    def renew(self, now: float) -> None:
        """Look at the match again, because it may have changed."""
        super().renew(now)
        self.choice.waits = self._settings.ask_before_sending

    def _take_in(self) -> None:
        self.choice = Choice(self.match, self.choice)
        if not self.choice.plays and self._card and not self.choice.mine:
            self._card = 0

    def draw(self, canvas: Canvas, now: float, talk: Talk) -> None:
        """Draw everything between the banner and the guidance."""
        self._size = (canvas.width, canvas.height)
        scene = self.scene(now, talk)
        layouts.draw(canvas, scene)
        panels.draw(canvas, scene, self.choice, self._card)

    def scene(self, now: float, talk: Talk) -> Scene:
        """Gather what is drawn."""
        choice = self.choice
        cursor = choice.cursor if choice.mine else None
        if self._card:
            cursor = Target("character", self._card)
        first = choice.first or cursor
        picked = first.which if first is not None and first.kind == "entrance" else None
        return Scene(
            match=self.match,
            now=now,
            eyes=self.eyes,
            shown=self.eyes if self._shown is None else self._shown,
            cursor=cursor,
            picked=picked,
            marked=self._marked(),
            coming=self._coming(),
            asks_assistant=choice.mine and choice.decision == "assistant",
            inspected=self._inspected(),
            consequence=self.consequence(),
            log=talk.log,
            chat=talk.chat,
            mother_at=self._motion.mother_at(now),
            fresh=self._motion.fresh(now),
        )

    def _marked(self) -> frozenset[Target]:
        """Mark the smaller set: what is legal, but only where not everything is."""
        choice = self.choice
        if not choice.mine or self._card:
            return frozenset()
        targets = choice.targets
        islands = [Target("island", number) for number in choice.heads]
        marked = {target for target in targets if target.kind in ("cloud", "assistant")}
        if any(island not in targets for island in islands):
            marked |= {island for island in islands if island in targets}
        return frozenset(marked)

    def _coming(self) -> tuple[int, ...]:
        cursor = self.choice.cursor
        if not self.choice.mine or cursor is None or cursor.kind != "cloud":
            return (0,) * len(COLOURS)
        return tuple(self.match.view[f"cloud/{cursor.which}"])

    def _inspected(self) -> int:
        cursor = self.choice.cursor
        if cursor is not None and cursor.kind == "island":
            return cursor.which
        return int(self.match.view["mother"])

    # Saying.

    def phases(self, *, short: bool) -> list[Span]:
        """Say for the banner how far the turn is."""
        return steps(words.phase_words(self.match.view, long=not short))

    def guidance_rows(self, width: int, height: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(width, height)

    def guidance(self, rows: int, width: int) -> list[list[Span]]:
        """Say what is asked, what the choice means and what it leads to."""
        if self._card:
            return panels.guidance(self.match, self.choice, self._card, rows)
        if rows == 1:
            return [asking.one_line(self.choice, self.consequence(), width)]
        return asking.two_lines(self.choice, self.consequence(), width)

    def looks_at(self) -> tuple[str, ...] | None:
        """Name the actions whose consequence is to be shown."""
        if self._card:
            play = self.choice.plays.get(self._card)
            return (play,) if play else None
        return (self.choice.action,) if self.choice.action else None

    def _keys(self) -> list[tuple[str, str]]:
        if self._card:
            play = [("Enter", "play")] if self._card in self.choice.plays else []
            return [("←→", "card"), *play, ("Esc", "back"), ("1-3", "number")]
        pairs = asking.keys(self.choice) if self.choice.mine else []
        if not self.asks_in_panel:
            if self.match.view["table"]["expert"]:
                pairs.append(("c", "character"))
            pairs += self.looks()
        return pairs

    def looks(self) -> list[tuple[str, str]]:
        """Name the keys that only look around."""
        return [("v", "school"), ("i", "inspect")]

    def possible(self) -> str:
        """Say in a sentence what can be done now."""
        if not self.choice.mine:
            return words.question(self.match)
        keys = asking.keys(self.choice)
        return key_line.sentence(asking.asked(self.choice), keys, self._size[0])

    def describe(self, meant: object = None) -> list[str]:
        """Say in words what is meant, or else what is under the cursor."""
        island = self._inspected()
        if isinstance(meant, Target) and meant.kind == "island":
            island = meant.which
        return inspector.sentences(self.scene(0.0, Talk([], [])), island)

    # Choosing.

    def suggest(self, action: str) -> None:
        """Put the cursor where an action is chosen; a character's card is opened for it."""
        self._card = next(
            (slot for slot, play in self.choice.plays.items() if play == action), 0
        )
        if not self._card:
            self.choice.find(action)

    def handle(self, event: Event, canvas: Canvas) -> Reply:
        """Act on a key or click."""
        if not isinstance(event, Click):
            self._clicked = None
        match event:
            case Click():
                return self._click(event, canvas)
            case Key(name="Esc"):
                return self._back()
            case Key(name="v" | "V"):
                return self._look_around(1 if event.name == "v" else -1)
            case Key() if self._card:
                return self._on_card(event)
            case Key(name="c"):
                return self._open_card()
            case Key() if self.choice.mine:
                return self._choose(event, canvas)
        return UNUSED

    def _choose(self, key: Key, canvas: Canvas) -> Reply:
        choice = self.choice
        if key.name in ARROWS:
            choice.go(key.name, places_on(canvas, Target))
            return Reply()
        match key.name:
            case "Enter":
                return self._confirm()
            case "n" | "Tab":
                choice.walk(1)
                return Reply()
            case "N" | "S-Tab":
                choice.walk(-1)
                return Reply()
            case "d" if choice.double and choice.decision == "student":
                return self._point(Target("dining"))
            case "x" | "e" if Target("done") in choice.targets:
                return Reply(action=choice.targets[Target("done")])
            case "x" if choice.decision.endswith("-swap"):
                return Reply(say=objections.no_swap_yet(self.match))
        if key.name in ISLAND_KEYS:
            target = choice.numbered(key.name)
            if target is None:
                return Reply(say=objections.too_many_steps(self.match))
            return self._point(target)
        target = choice.lettered(key.name)
        if target is not None:
            return self._point(target)
        for number, colour in enumerate(COLOURS):
            if colour[0] == key.name:
                return Reply(say=objections.objection_to_colour(choice, number))
        return UNUSED

    def _point(self, target: Target, *, click: bool = False) -> Reply:
        """Choose what a key or click names: take it up, point at it, or do it at once.

        Whoever names a place means the student under the cursor, if none is taken up yet.
        """
        choice = self.choice
        if choice.first is None and choice.take_up(target):
            return Reply()
        if target not in choice.targets and not choice.reach(target):
            if choice.take_up(target):
                return Reply()
            return Reply(say=objections.objection(choice, target))
        choice.point_at(target)
        # Elsewhere Enter must follow, also where the cursor was there before: a key that
        # sometimes does nothing and sometimes acts would be a trap. So must a second click.
        at_once = choice.at_once and not click
        return self._confirm() if choice.action and at_once else Reply()

    def _confirm(self) -> Reply:
        choice = self.choice
        if choice.action:
            return Reply(action=choice.action)
        if choice.cursor is not None and choice.take_up(choice.cursor):
            return Reply()
        return Reply(say=self.possible())

    def _back(self) -> Reply:
        if self._card:
            self._card = 0
        elif self.choice.mine and self.choice.back():
            pass
        elif self._shown is not None:
            self._shown = None
        elif self.choice.mine and "-" in self.choice.decision:
            return Reply(undo=True)
        else:
            return UNUSED
        return Reply()

    def _look_around(self, way: int) -> Reply:
        seats = int(self.match.view["table"]["seats"])
        shown = self.eyes if self._shown is None else self._shown
        shown = (shown + way) % seats
        self._shown = None if shown == self.eyes else shown
        return Reply()

    # Characters.

    def _open_card(self) -> Reply:
        if not self.match.view["table"]["expert"]:
            return Reply(say="There are no characters in a simple game.")
        self._card = next(iter(self.choice.plays), 1)
        return Reply()

    def _on_card(self, key: Key) -> Reply:
        match key.name:
            case "Left" | "Right" | "Tab" | "S-Tab":
                way = 1 if key.name in ("Right", "Tab") else -1
                self._card = (self._card - 1 + way) % 3 + 1
            case "1" | "2" | "3":
                self._card = int(key.name)
            case "c":
                self._card = self._card % 3 + 1
            case "Enter":
                return self._play_card()
            case _:
                return UNUSED
        return Reply()

    def _play_card(self) -> Reply:
        play = self.choice.plays.get(self._card)
        if play is None:
            return Reply(say=panels.why_not(self.match, self.choice, self._card))
        self._card = 0
        return Reply(action=play)

    # The mouse.

    def _click(self, click: Click, canvas: Canvas) -> Reply:
        target = canvas.hit(click.x, click.y)
        if not isinstance(target, Target) or target.kind == "hand" or click.button != "left":
            return UNUSED
        if target.kind == "seat":
            self._shown = None if target.which in (self.eyes, self._shown) else target.which
            return Reply()
        again = self._clicks_again(target)
        if target.kind == "character":
            if self._card == target.which and again:
                return self._play_card()
            self._card = target.which
            return Reply()
        self._card = 0
        if not self.choice.mine:
            return Reply(say=words.question(self.match))
        if self.choice.targets.get(target):
            self.choice.point_at(target)
            return self._confirm() if again else Reply()
        return self._point(target, click=True)
