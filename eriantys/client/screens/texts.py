"""Words for what the screens before a match show: times, options, policies, who is where."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.canvas import Span, ink
from eriantys.client.screens.screen import App
from eriantys.client.text import cut, width
from eriantys.wire.cards import RoomCard
from eriantys.wire.fields import Absence
from eriantys.wire.from_server import Welcome

SUBTITLE = "a table for board games, with friends, strangers and bots"
"""What stands below the title."""
MINUTE, HOUR, DAY = 60, 3600, 86400

ABSENCES: dict[Absence, tuple[str, str]] = {
    "wait": ("wait", "The match waits for whoever is gone, and is saved meanwhile."),
    "end": ("end", "The match is over for all when somebody is gone."),
    "bot": ("bot", "A bot plays for whoever is gone, until they are back."),
}
"""Each absence policy in a word, and in a sentence."""


def duration(seconds: float) -> str:
    """Tell a time in one unit, as `45 s`, `3 min`, `2 h` or `5 days`."""
    whole = int(seconds)
    if whole < 2 * MINUTE and (whole < MINUTE or whole % MINUTE):
        return f"{whole} s"
    if whole < 2 * HOUR and (whole < HOUR or whole % HOUR):
        return f"{whole // MINUTE} min"
    if whole < DAY:
        return f"{whole // HOUR} h"
    return f"{whole // DAY} day{'s' if whole >= 2 * DAY else ''}"


def compact(seconds: float) -> str:
    """Tell a time in at most four cells, as `45s`, `3m`, `2h` or `5d`."""
    for unit, sign in ((DAY, "d"), (HOUR, "h"), (MINUTE, "m")):
        if seconds >= unit:
            return f"{min(999, int(seconds // unit))}{sign}"
    return f"{max(0, int(seconds))}s"


def listed(names: Sequence[str]) -> str:
    """Name several people in a sentence."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def flow(facts: Sequence[str], cells: int) -> list[str]:
    """Set short facts one after the other, and break lines only between them."""
    lines: list[str] = []
    for fact in facts:
        fact = cut(fact, cells)
        longer = f"{lines[-1]} · {fact}" if lines else ""
        if longer and width(longer) <= cells:
            lines[-1] = longer
        else:
            lines.append(fact)
    return lines


def game_title(welcome: Welcome | None, game: str) -> str:
    """Give the title of a game; its id if this server does not offer it."""
    for card in welcome.games if welcome is not None else ():
        if card.id == game:
            return card.title
    return game


def short_title(title: str, cells: int) -> str:
    """Name a game in so many cells: by its first word, where that says more than a cut."""
    if width(title) <= cells:
        return title
    first = title.partition(" ")[0]
    return first if width(first) <= cells else cut(title, cells)


def room_title(room: RoomCard) -> str:
    """Name a match that waits for players, also one without a title."""
    if room.title:
        return room.title
    if room.standing:
        return "Quick match"
    first = next((name for name in room.seats if name is not None), None)
    return f"{first}’s table" if first else f"Match {room.match}"


def terms(room: RoomCard) -> list[str]:
    """Say what was agreed for a match, one short statement each."""
    said = [f"{duration(room.turn_seconds)} a turn", "undo" if room.undo else "no undo"]
    if room.guidance == "none":
        said.append("no guidance")
    said.append(
        {"wait": "waits for the absent", "end": "ends if one is gone", "bot": "bots fill in"}[
            room.absence
        ]
    )
    said.append("open to watchers" if room.watchers else "no watchers")
    return said


def standing(app: App, most: int) -> list[Span]:
    """Say for the banner who is where, and how the connection is."""
    where = str(app.line.address)
    name = app.model.name
    if app.line.online:
        delay = app.line.delay
        state = f"● {delay * 1000:.0f}ms" if delay is not None else "●"
        sign = Span(state, ink("fine", "bar"))
    else:
        sign = Span("○ offline", ink("bad", "bar", "bold"))
    room = most - width(sign.text) - 1
    text = cut(f"{name} @ {where}" if name else where, room)
    return [Span(f"{text} ", ink("dim", "bar")), sign]
