"""A match step by step: its board at any place, and each step in a sentence."""

from __future__ import annotations

from eriantys.client.boards.afterwards import in_one_sentence
from eriantys.client.boards.masters import foot, layouts, telling, words
from eriantys.client.boards.masters.choosing import Choice
from eriantys.client.boards.masters.scene import Panel, Scene
from eriantys.client.boards.reading import part, player
from eriantys.client.boards.room import Mark
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.frame import BAR
from eriantys.client.match import Line, Match
from eriantys.wire.fields import Parts

CARD_MARK = Mark("▣", "accent", "card")
REPORT_MARK = Mark("✚", "mn", "report")
LEADER_MARK = Mark("♛", "gold", "leader")
_MARKS = {
    "vatican report": REPORT_MARK,
    "card bought": CARD_MARK,
    "leader played": LEADER_MARK,
}
_OWN = ("depot changed", "produced", "strongbox changed", "faith moved")
"""Events that are seen best on the board of whoever acted."""


class Retelling:
    """What a replay asks about the game."""

    marked = (REPORT_MARK, CARD_MARK, LEADER_MARK)

    def round(self, view: Parts) -> int | None:
        """Tell which round it is; None in the set-up."""
        return words.round_of(view)

    def turn(self, view: Parts) -> object:
        """Tell which turn it is."""
        turn = part(view, "turn")
        return None if turn.get("seat") is None else turn.get("turns")

    def marks(self, line: Line) -> tuple[Mark, ...]:
        """Mark the steps that brought a card, a leader or a report."""
        kinds = {event.kind for event in line.events}
        return tuple(mark for kind, mark in _MARKS.items() if kind in kinds)

    def log(self, match: Match, line: Line) -> list[list[Span]]:
        """Write a step as lines of the log."""
        return telling.log_line(match, line)

    def sentence(self, match: Match, line: Line) -> str:
        """Say what a step did."""
        told = [
            "".join(span.text for span in spans).strip()
            for spans in telling.log_line(match, line)
        ]
        return in_one_sentence(told, player(match, line.seat).name)

    def phases(self, view: Parts, *, short: bool) -> list[Span]:  # noqa: ARG002 - as all boards
        """Say for the banner how far the turn is."""
        return steps(words.phase_words(view), BAR)

    def guidance_rows(self, wide: int, high: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(wide, high)

    def draw(
        self,
        canvas: Canvas,
        match: Match,
        now: float,  # noqa: ARG002 - as all boards
        eyes: int,
        log: list[list[Span]],
    ) -> Area:
        """Draw the board as a seat sees it; return the place of the log, for the timeline."""
        line = match.story[-1] if match.story else None
        scene = Scene(
            match=match,
            choice=Choice(match),
            eyes=eyes,
            shown=eyes,
            panel=_panel(line, eyes),
            log=log,
            silent=True,
        )
        layouts.draw(canvas, scene)
        if layouts.is_large(canvas.width, canvas.height):
            return layouts.TIMELINE
        return Area(0, foot.TOP, canvas.width, canvas.height - 2 - foot.TOP)


def _panel(line: object, eyes: int) -> Panel:
    """Choose the panel on which a step is seen."""
    if not isinstance(line, Line):
        return Panel.TABLE
    kinds = {event.kind for event in line.events}
    if kinds & {"line taken", "card bought"}:
        return Panel.TABLE
    if "token revealed" in kinds:
        return Panel.OTHERS
    if kinds & {"leader played", "leader discarded", "leader dropped"} and line.seat == eyes:
        return Panel.LEADERS
    if kinds & set(_OWN):
        return Panel.OWN if line.seat == eyes else Panel.OTHERS
    return Panel.TABLE
