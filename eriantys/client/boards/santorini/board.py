"""The board of Santorini at the table: its choices, its looks around and its drawing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from eriantys.client.boards.board import UNUSED, Reply, Talk
from eriantys.client.boards.playing import PlayedBoard, Told
from eriantys.client.boards.pointing import ARROWS
from eriantys.client.boards.santorini import (
    asking,
    banner,
    consequences,
    describing,
    helping,
    layouts,
    list_view,
    offer,
    reading,
    setting_up,
    telling,
    words,
)
from eriantys.client.boards.santorini.choosing import LETTERS, Choice
from eriantys.client.boards.santorini.motion import Glow
from eriantys.client.boards.santorini.offer import Offer
from eriantys.client.boards.santorini.pantheon import Pantheon
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Click, Event, Key
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.games.santorini import decisions
from eriantys.games.santorini.board import COLUMNS

_TOLD = Told(
    telling.log_line,
    consequences.consequence,
    helping.KEYS,
    helping.LOOKS,
    helping.SIGNS,
    helping.LESSONS,
)


class SantoriniBoard(PlayedBoard[Glow]):
    """One match of Santorini on the screen."""

    asks_in_panel = False

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__(match, settings, Glow(match, settings), _TOLD)
        self.choice = Choice(match)
        self.gods = Pantheon(match, random.choice)
        self.offer = Offer(match)
        self._decision = reading.decision(match.view)

    # Drawing.

    @property
    def typing(self) -> bool:
        """Whether the list of gods is being filtered by what is typed."""
        return self._lists and self.gods.typing

    @property
    def _lists(self) -> bool:
        return self._open and reading.decision(self.match.view) == decisions.GODS

    @property
    def _offers(self) -> bool:
        asked = (decisions.GOD, decisions.START)
        return self._open and reading.decision(self.match.view) in asked

    @property
    def _open(self) -> bool:
        """Whether the match goes on, so that something is still to be taken."""
        return self.match.ended is None

    def place_for_lesson(self, canvas: Canvas) -> Area:
        """Tell where a lesson hides nothing that is needed.

        That is beside the small town the supply, for below it are the coordinates; below the
        large one they are seen twice.
        """
        for area, meaning in canvas.hits:
            if meaning == Target("supply"):
                return area
        row = canvas.height - 2 - self.guidance_rows(canvas.width, canvas.height)
        return Area(0, row, canvas.width, 1)

    def _take_in(self) -> None:
        self.choice = Choice(self.match, self.choice)
        self.gods.settle()
        if self._decision != reading.decision(self.match.view):
            self._decision = reading.decision(self.match.view)
            self.gods.typing = False
        if self._offers:
            self.offer = Offer(self.match)

    def draw(self, canvas: Canvas, now: float, talk: Talk) -> None:
        """Draw everything between the banner and the guidance."""
        self._size = (canvas.width, canvas.height)
        scene = self.scene(now, talk)
        rows = self.guidance_rows(canvas.width, canvas.height)
        area = Area(0, 1, canvas.width, canvas.height - 2 - rows)
        if self._lists:
            large = layouts.is_large(canvas.width, canvas.height)
            list_view.draw(canvas, scene, self.gods, area, beside=large)
        elif self._offers:
            offer.draw(canvas, scene, self.offer, area)
        else:
            layouts.draw(canvas, scene)

    def scene(self, now: float, talk: Talk) -> Scene:
        """Gather what is drawn."""
        choice, match = self.choice, self.match
        mark = choice.mine and match.guided and not choice.all_legal()
        cursor = choice.cursor if choice.mine else ""
        if reading.is_over(match.view):
            cursor = describing.decided_on(match)
        return Scene(
            match=match,
            eyes=self.eyes,
            cursor=cursor,
            marked=frozenset(choice.squares()) if mark else frozenset(),
            barred=describing.barred(match, choice) if match.guided else {},
            chosen=choice.acting,
            ghost=choice.placing,
            fresh=self._motion.fresh(now),
            guided=match.guided,
            mine=match.request is not None,
            log=talk.log,
            chat=talk.chat,
            lesson=talk.lesson,
        )

    # Saying.

    def phases(self, *, short: bool) -> list[Span]:
        """Say for the banner how far the turn is."""
        del short  # the words are short enough
        return banner.phases(self.match)

    def guidance_rows(self, width: int, height: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(width, height)

    def guidance(self, rows: int, width: int) -> list[list[Span]]:
        """Say what is asked, what the choice means and what it leads to."""
        if self._lists:
            return setting_up.choosing(self.match, self.gods, rows, width)
        if self._offers and self.match.request is not None:
            return setting_up.taking(self.offer, rows, width)
        return asking.lines(self.choice, self.consequence(), rows, width)

    def looks_at(self) -> tuple[str, ...] | None:
        """Name the actions whose consequence is to be shown."""
        action = self.choice.action
        return (action,) if action and self.match.guided and self._open else None

    def _keys(self) -> Sequence[tuple[str, str]]:
        if self._lists:
            if self.gods.typing:
                return [("↑↓", "god"), ("Enter", "keep"), ("Esc", "clear")]
            asked = self.match.request is not None
            pairs = [("↑↓", "god"), ("1-9", "number")]
            pairs += [("Enter", "choose")] if asked else []
            pairs += [("/", "filter"), ("k", "kind")]
            pairs += [("x", "random")] if asked else []
        elif self._offers:
            pairs = [("←→", "other"), (f"1-{len(self.offer.items)}", "number")]
            pairs += [("Enter", "take")] if self.match.request is not None else []
            pairs += self.looks()
        elif self.choice.mine:
            pairs = [*asking.keys(self.choice), *asking.always(self.choice), *self.looks()]
        else:
            pairs = self.looks()
        return pairs

    def looks(self) -> list[tuple[str, str]]:
        """Name the keys that only look around."""
        return [("i", "in words")]

    def possible(self) -> str:
        """Say in a sentence what can be done now."""
        asked = self.match.request is not None
        if asked and self._lists:
            return "Choose a god: ↑↓ or its number, / filters, k kinds, x one at random, Enter."
        if asked and self._offers:
            return f"Take one: ←→ or 1-{len(self.offer.items)}, then Enter."
        return asking.possible(self.choice)

    def describe(self, meant: object = None) -> list[str]:
        """Say in words what is meant, or else what is under the cursor."""
        if isinstance(meant, Target) and meant.kind == "god":
            return describing.god(meant.which)
        if isinstance(meant, Target) and meant.kind in ("player", "seat"):
            return describing.player_and_god(self.match, int(meant.which))
        if isinstance(meant, Target) and meant.kind == "square":
            return describing.square(self.match, meant.which)
        if self._lists:
            return describing.god(self.gods.cursor)
        if self._offers:
            return self.describe(self.offer.items[self.offer.at].target)
        return describing.table(self.match, self.choice.cursor if self.choice.mine else "")

    # Choosing.

    def suggest(self, action: str) -> None:
        """Put the cursor where an action is chosen, so that Enter sends it."""
        if self._lists:
            self.gods.point_at(action.removeprefix("god "))
        elif self._offers:
            self.offer.find(action)
        else:
            self.choice.find(action)

    def handle(self, event: Event, canvas: Canvas) -> Reply:
        """Act on a key or click."""
        if isinstance(event, Click):
            return self._click(event, canvas)
        self._clicked = None
        if self._lists:
            return self.gods.handle(event)
        if self._offers:
            return self.offer.handle(event)
        if isinstance(event, Key) and self.choice.mine:
            return self._choose(event)
        return UNUSED

    def _choose(self, key: Key) -> Reply:
        choice = self.choice
        column, choice.column = choice.column, ""
        named, choice.named = choice.named, False
        name = key.name
        if column and name in reading.ROWS:
            return self._type_square(f"{column}{name}")
        if column and name == "Esc":
            return Reply()
        if name in COLUMNS:
            choice.column = name
            return Reply()
        if name in ARROWS:
            choice.go(name)
            return Reply()
        match name:
            case "Enter":
                return self._confirm()
            case "Tab" | "S-Tab":
                choice.walk(1 if name == "Tab" else -1)
                return Reply()
            case "Esc":
                return self._back()
            case "n" if choice.done:
                return Reply(action=choice.done)
            case "1" | "2":
                return self._worker(int(name) - 1, at_once=named)
        # Of letters for what nobody can do now, the table may have a use.
        if LETTERS.get(name.lower()) in choice.deeds():
            return self._deed(LETTERS[name.lower()], other=name.isupper())
        return UNUSED

    def _type_square(self, square: str) -> Reply:
        """Go to a square by its name; that of an own worker lets it act."""
        choice = self.choice
        if choice.point_at(square):
            choice.named = True
            return Reply()
        if choice.choose_worker(square):
            return Reply()
        return Reply(say=asking.objection(choice, square))

    def _worker(self, which: int, *, at_once: bool) -> Reply:
        """Let a worker act; on a square that was named before, it does so at once."""
        choice = self.choice
        worker = reading.EACH * (self.match.seat or 0) + which
        square = reading.place_of(self.match.view, worker)
        if not square or square not in choice.workers():
            name = reading.worker_name(worker)
            return Reply(say=f"{name} cannot do that now. {self.possible()}")
        here = choice.cursor
        choice.choose_worker(square)
        if at_once and choice.cursor == here and not self._settings.ask_before_sending:
            return self._confirm()
        return Reply()

    def _deed(self, deed: str, *, other: bool) -> Reply:
        """Do something else on this square, or else show where it can be done."""
        choice = self.choice
        worker = choice.other_worker(deed) if other else choice.worker
        here = [
            way
            for way in choice.ways
            if way.deed == deed and way.target == choice.cursor and deed != choice.deed
        ]
        meant = [way for way in here if way.origin in (worker, "")] or ([] if other else here)
        if not meant:
            if other and worker and deed == choice.deed:
                choice.choose_worker(worker)
                return Reply()
            choice.choose_deed(deed)
            return Reply()
        if self._settings.ask_before_sending:
            choice.deed, choice.worker, choice.cursor = meant[0]
            return Reply()
        return Reply(action=choice.ways[meant[0]])

    def _confirm(self) -> Reply:
        choice = self.choice
        if choice.action:
            return Reply(action=choice.action)
        if choice.done and not choice.ways:
            return Reply(action=choice.done)
        return Reply(say=self.possible())

    def _back(self) -> Reply:
        choice = self.choice
        first = next(iter(choice.deeds()), "")
        if choice.deed != first:
            choice.choose_deed(first)
            return Reply()
        return Reply(undo=True) if self.can_undo else UNUSED

    # The mouse.

    def _click(self, click: Click, canvas: Canvas) -> Reply:
        target = canvas.hit(click.x, click.y)
        if not isinstance(target, Target) or click.button != "left":
            return UNUSED
        again = self._clicks_again(target)
        if target.kind in ("player", "supply"):
            return Reply()
        if self._lists:
            self.gods.point_at(target.which)
            return self.gods.choose() if again else Reply()
        if self._offers:
            targets = [item.target for item in self.offer.items]
            if target in targets:
                self.offer.at = targets.index(target)
            return self.offer.take() if again else Reply()
        if target.kind != "square" or not self.choice.mine:
            return Reply(say=f"{words.question(self.match)}.")
        return self._click_square(target.which, again=again)

    def _click_square(self, square: str, *, again: bool) -> Reply:
        choice = self.choice
        choice.column, choice.named = "", False
        if square == choice.cursor and choice.action:
            return self._confirm() if again else Reply()
        # In a match without guidance any square can be chosen, that of one's own worker too.
        if square not in choice.squares() and choice.choose_worker(square):
            return Reply()
        if choice.point_at(square):
            return Reply()
        return Reply(say=asking.objection(choice, square))
