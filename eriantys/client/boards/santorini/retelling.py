"""A match of Santorini step by step: its town at any place, and each step in a sentence."""

from __future__ import annotations

from eriantys.client.boards.afterwards import in_one_sentence
from eriantys.client.boards.reading import part, player
from eriantys.client.boards.room import Mark
from eriantys.client.boards.santorini import layouts, list_view, offer, reading, sides, telling
from eriantys.client.boards.santorini.motion import touched
from eriantys.client.boards.santorini.offer import Offer
from eriantys.client.boards.santorini.pantheon import Pantheon
from eriantys.client.boards.santorini.scene import Scene
from eriantys.client.boards.santorini.words import phase_words
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.frame import BAR
from eriantys.client.match import Line, Match
from eriantys.games.santorini import decisions
from eriantys.wire.fields import Parts

UP_MARK = Mark("▴", "accent", "up to level 2")
TOWER_MARK = Mark("◆", "dome", "tower complete")
OUT_MARK = Mark("✗", "bad", "somebody out")


class Retelling:
    """What a replay asks about the game."""

    marked = (OUT_MARK, TOWER_MARK, UP_MARK)

    def round(self, view: Parts) -> int | None:
        """Tell which round it is: everybody has a turn in each."""
        turn = reading.turn_number(view)
        if not turn or reading.is_over(view):
            return None
        return (turn - 1) // reading.seats(view) + 1

    def turn(self, view: Parts) -> object:
        """Tell which turn it is."""
        return None if reading.is_over(view) else part(view, "turn").get("number")

    def marks(self, line: Line) -> tuple[Mark, ...]:
        """Mark the steps that completed a tower, led up to level 2, or put somebody out."""
        found = []
        for event in line.events:
            facts = event.facts
            to = part(line.view, f"square/{facts.get('to')}")
            if event.kind == "player out":
                found.append(OUT_MARK)
            elif event.kind == "built" and facts.get("piece") == "dome":
                if facts.get("level") == reading.SUMMIT:
                    found.append(TOWER_MARK)
            elif event.kind == "worker moved" and to.get("level") == 2:
                found += [UP_MARK] if facts.get("rise") == 1 else []
        return tuple(mark for mark in self.marked if mark in found)

    def log(self, match: Match, line: Line) -> list[list[Span]]:
        """Write a step as lines of the log."""
        return telling.log_line(match, line)

    def sentence(self, match: Match, line: Line) -> str:
        """Say what a step did."""
        told = telling.in_words(match, line)
        return in_one_sentence(told, player(match, line.seat).name)

    def phases(self, view: Parts, *, short: bool) -> list[Span]:
        """Say for the banner how far the set-up or the turn is."""
        del short
        before = [Span("set-up  ", BAR)] if reading.is_set_up(view) else []
        return [*before, *steps(phase_words(view), BAR)]

    def guidance_rows(self, wide: int, high: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(wide, high)

    def draw(
        self, canvas: Canvas, match: Match, now: float, eyes: int, log: list[list[Span]]
    ) -> Area:
        """Draw the town as a seat sees it; return the place for the timeline."""
        del now
        line = match.story[-1] if match.story else None
        fresh = touched(line) if isinstance(line, Line) else frozenset()
        scene = Scene(match=match, eyes=eyes, fresh=fresh, log=log, silent=True)
        decision = reading.decision(match.view)
        rows = self.guidance_rows(canvas.width, canvas.height)
        area = Area(0, 1, canvas.width, canvas.height - 2 - rows)
        if decision == decisions.GODS and match.ended is None:
            large = layouts.is_large(canvas.width, canvas.height)
            kept = area._replace(height=area.height - sides.TIMELINE)
            list_view.draw(canvas, scene, Pantheon(match, min), kept, beside=large)
            low = area.y + kept.height
            return Area(area.x, low, area.width, sides.TIMELINE)
        if decision in (decisions.GOD, decisions.START) and match.ended is None:
            return offer.draw(canvas, scene, Offer(match), area)
        return layouts.draw(canvas, scene)
