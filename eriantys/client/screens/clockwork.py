"""What the banner tells: whose turn it is, how long it lasts, or that the line is lost."""

from __future__ import annotations

from eriantys.client.canvas import Canvas, Span, ink, spans_width
from eriantys.client.frame import (
    GUIDE,
    GUIDE_BRIGHT,
    GUIDE_KEY,
    asking,
    banner,
    guidance,
    hints,
)
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.screens.screen import Line
from eriantys.client.text import cut, width
from eriantys.client.times import clock

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_YOURS = ink("ink", "cur", "bold")
_THEIRS = ink("bright", "bar", "bold")
_REST = ink("dim", "bar")
_TIME = ink("bright", "bar", "bold")
_ALARM = ink("bright", "alarm", "bold")
_ALARM_TEXT = ink("text", "alarm")
LOW, LOWEST = 0.3, 0.1
"""The shares of a turn from which its time is shown as short, and as nearly up."""
NAME_MOST = 14
LOST_KEYS = (("r", "try now"), ("o", "other server"))
"""What helps where the connection is lost."""
UNHURRIED, LAST_HOUR = 24 * 3600, 3600
"""From so many seconds a turn on nobody is in a hurry until the last of them, and no clock is
shown."""


def badge(match: Match, now: float, *, short: bool) -> list[Span]:
    """Say whose turn it is, and how much of it is left."""
    if match.ended is not None:
        return [Span(" GAME OVER ", _YOURS)]
    whose = _whose(match)
    if not hurries(match, now):
        return [whose]
    left = match.left(now)
    share = left / max(1, match.started.turn_seconds)
    role = "fine" if share > LOW else "mn" if share > LOWEST else "bad"
    cells = 12 if short else 16
    alarm = "!" if share <= LOWEST and match.clock_runs else " "
    return [
        whose,
        Span(" ", _REST),
        *_bar(share, cells, role),
        Span(f"{alarm}{clock(left)}", _TIME if share > LOWEST else ink("bad", "bar", "bold")),
    ]


def hurries(match: Match, now: float) -> bool:
    """Tell whether somebody is on turn whose time is short enough to be shown."""
    unhurried = match.started.turn_seconds >= UNHURRIED and match.left(now) > LAST_HOUR
    return match.turn is not None and not unhurried


def runs_on(match: Match, now: float) -> bool:
    """Tell whether one's own time is shown and runs, whatever lies over the table."""
    return match.my_turn and match.clock_runs and hurries(match, now)


def _whose(match: Match) -> Span:
    if match.paused:
        return Span(" PAUSED ", ink("ink", "mn", "bold"))
    if match.turn is None:
        return Span("")
    absent = match.turn in match.away and match.turn not in match.stand_ins
    if absent or match.suspended:
        name = shorten(match.name_of(match.turn).upper(), NAME_MOST)
        return Span(f" {name} away ", ink("ink", "mn", "bold"))
    if match.turn == match.seat:
        return Span(" YOUR TURN ", _YOURS)
    name = shorten(match.name_of(match.turn).upper(), NAME_MOST)
    bot = " bot" if match.turn in match.stand_ins else ""
    return Span(f" {name}{bot}… ", _THEIRS)


def _bar(share: float, cells: int, role: str) -> list[Span]:
    """Draw how much is left, to an eighth of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * cells * 8)
    full, rest = divmod(eighths, 8)
    drawn = "█" * full + (_EIGHTHS[rest] if rest else "")
    return [Span(drawn, ink(role, "bar")), Span("░" * (cells - len(drawn)), ink("line", "bar"))]


def lost_banner(canvas: Canvas, line: Line, now: float) -> None:
    """Say that the connection is lost, and when it will be tried again."""
    left = [Span("ERIANTYS  ", _ALARM), Span("CONNECTION LOST", _ALARM)]
    if line.retry_at is not None:
        seconds = max(0, round(line.retry_at - now))
        told = f"   retry {line.attempt + 1} of {line.attempts} in {seconds} s"
        left.append(Span(told, _ALARM_TEXT))
    elif line.needs_key:
        left.append(Span("   r comes back", _ALARM_TEXT))
    else:
        left.append(Span("   trying…", _ALARM_TEXT))
    banner(canvas, left, [Span(f"○ {cut(str(line.address), 30)}", _ALARM_TEXT)], "alarm")


def lost_guidance(line: Line, wide: int, rows: int = 1) -> list[list[Span]]:
    """Say why the connection is lost, and what can be done."""
    said = line.trouble or "The server cannot be heard."
    keys = [
        span
        for key, word in LOST_KEYS
        for span in (Span(f"  {key}", GUIDE_KEY), Span(f" {word}", GUIDE))
    ]
    room = wide - 2 - width("▸ ") - (spans_width(keys) if rows == 1 else 0)
    if width(said) > room:  # what could be done about it matters less than the keys
        said = said.partition(";")[0].removesuffix(".") + "."
    above = [Span("▸ ", GUIDE_KEY), Span(cut(said, room), GUIDE_BRIGHT)]
    return [above + keys] if rows == 1 else [above, keys]


def draw_lost(canvas: Canvas, line: Line, now: float, said: str, *, ways: bool) -> None:
    """Say on any screen but a table that the connection is lost, and perhaps the ways out."""
    lost_banner(canvas, line, now)
    if ways:
        guidance(canvas, [asking(said)] if said else lost_guidance(line, canvas.width))
        hints(canvas, [*LOST_KEYS, ("Ctrl-C", "twice: quit")])
