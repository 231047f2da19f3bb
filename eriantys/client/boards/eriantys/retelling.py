"""A match of Eriantys step by step: its board at any place, and each step in a sentence."""

from __future__ import annotations

from eriantys.client.boards.afterwards import in_one_sentence
from eriantys.client.boards.eriantys import layouts, reading, words
from eriantys.client.boards.eriantys.reading import number, part, row
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.boards.room import Mark
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.frame import BAR
from eriantys.client.match import Line, Match
from eriantys.wire.fields import Parts

TOWER_MARK = Mark("♜", "bright", "tower")
PROFESSOR_MARK = Mark("♛", "P", "professor")


class Retelling:
    """What a replay asks about the game."""

    marked = (TOWER_MARK, PROFESSOR_MARK)

    def round(self, view: Parts) -> int:
        """Tell which round it is."""
        return number(part(view, "turn").get("round"))

    def turn(self, view: Parts) -> object:
        """Tell which turn it is: everybody has one for the assistant, and one to act."""
        turn = part(view, "turn")
        if turn.get("phase") == "over":
            return None
        return (turn.get("round"), turn.get("phase"), turn.get("acting"))

    def marks(self, line: Line) -> tuple[Mark, ...]:
        """Mark the steps that built towers or brought a professor."""
        kinds = {event.kind for event in line.events}
        built = (TOWER_MARK,) if "island conquered" in kinds else ()
        return (*built, *((PROFESSOR_MARK,) if "professor taken" in kinds else ()))

    def log(self, match: Match, line: Line) -> list[list[Span]]:
        """Write a step as lines of the log."""
        return words.log_line(match, line)

    def sentence(self, match: Match, line: Line) -> str:
        """Say what a step did; where an island was resolved, by which influence."""
        log = self.log(match, line)
        subject = log[0][0].text
        told = ["".join(span.text for span in spans).strip() for spans in log]
        shares = _shares(match, line)
        if shares:
            told[0] = f"{told[0].removesuffix(': no change')} ({shares})"
            if len(told) == 1:
                told[0] += ": no change"
        return in_one_sentence(told, reading.player(match, line.seat).name, subject)

    def phases(self, view: Parts, *, short: bool) -> list[Span]:
        """Say for the banner how far the turn is."""
        return steps(words.phase_words(view, long=not short), BAR)

    def guidance_rows(self, wide: int, high: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""
        return layouts.guidance_rows(wide, high)

    def draw(
        self, canvas: Canvas, match: Match, now: float, eyes: int, log: list[list[Span]]
    ) -> Area:
        """Draw the board as a seat sees it; return the place of the hand."""
        line = match.story[-1] if match.story else None
        fresh = _touched(line) if isinstance(line, Line) else frozenset()
        scene = Scene(
            match=match,
            now=now,
            eyes=eyes,
            shown=eyes,
            inspected=_inspected(match, line),
            log=log,
            fresh=fresh,
            silent=True,
        )
        layouts.draw(canvas, scene)
        return _place_of_hand(canvas)


def _shares(match: Match, line: Line) -> str:
    """Say who had how much influence on the island that a step resolved."""
    at = next(
        (
            number(event.facts.get("island"))
            for event in line.events
            if event.kind in ("mother moved", "island proclaimed")
        ),
        0,
    )
    island = part(line.before, f"island/{at}") or part(match.view, f"island/{at}")
    shares = row(island.get("influence"))
    if not at or not any(shares) or any(event.kind == "entry refused" for event in line.events):
        return ""
    told = sorted(enumerate(shares), key=lambda share: -share[1])
    return ", ".join(f"{reading.side(match, side).name} {share}" for side, share in told)


def _inspected(match: Match, line: object) -> int:
    """Choose the island that the step was about, or that of Mother Nature."""
    if isinstance(line, Line):
        for event in line.events:
            island = event.facts.get("island")
            if island is not None:
                return reading.head_of(match.view, number(island))
    return number(match.view.get("mother"), 1)


def _touched(line: Line) -> frozenset[Target]:
    """Find what a step changed, to be drawn brighter."""
    found: set[Target] = set()
    for event in line.events:
        facts = event.facts
        if facts.get("island") is not None:
            found.add(Target("island", number(facts.get("island"))))
        if event.kind == "cloud taken":
            found.add(Target("cloud", number(facts.get("cloud"))))
        if event.kind == "assistant played":
            found.add(Target("seat", number(facts.get("seat"))))
    return frozenset(found)


def _place_of_hand(canvas: Canvas) -> Area:
    """Find where the layout has put the assistants."""
    return next(area for area, meaning in canvas.hits if meaning == Target("hand"))
