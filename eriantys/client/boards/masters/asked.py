"""Panels that ask about goods: storing, white marbles, what to begin with.

They lie where the own board lies, and repeat of it what is needed for the answer.
"""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading, stores, storing, words
from eriantys.client.boards.masters.chips import DIM
from eriantys.client.boards.masters.reading import KINDS
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import GOOD_KEYS, GOOD_WORDS, Target
from eriantys.client.boards.reading import number, part
from eriantys.client.canvas import HEAVY, Area, Canvas, Span, Style, ink
from eriantys.client.text import width, wrap
from eriantys.games.masters import decisions

TITLES = {
    decisions.STORE: "STORE WHAT YOU TOOK",
    decisions.WHITE: "A WHITE MARBLE",
    decisions.RESOURCES: "WHAT YOU BEGIN WITH",
}
_WHICH = ink("bright", "panel", "bold")
_MIDDLE = 23
"""Where the list of goods begins."""
_WHERE = 17
"""The column, in the list of goods, of the depots that each can be put into."""


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the panel of a decision about goods into eight rows of eighty columns."""
    stores.draw_warehouse(canvas, scene, area.x, area.y)
    _draw_strongbox(canvas, scene, area.x + 59, area.y)
    box = Area(area.x + _MIDDLE, area.y, 34, area.height - 1)
    canvas.fill(box, ink("text", "panel"))
    canvas.box(box, ink("cur", "panel", "bold"), HEAVY)
    canvas.title(box, TITLES.get(scene.choice.decision, ""), ink("bright", "panel", "bold"))
    inside = Area(box.x + 2, box.y + 1, box.width - 4, box.height - 2)
    if scene.choice.decision == decisions.STORE:
        _draw_waiting(canvas, scene, inside)
    else:
        _draw_kinds(canvas, scene, inside)
    _draw_buttons(canvas, scene, area.x, area.y + area.height - 1)


def _draw_strongbox(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    stores.draw_strongbox(canvas, scene, x, y)
    if scene.choice.decision == decisions.STORE:
        canvas.put(x, y + 5, "the market never", DIM)
        canvas.put(x, y + 6, "fills the strongbox", DIM)


def _draw_waiting(canvas: Canvas, scene: Scene, area: Area) -> None:
    """List the goods that still need a place, and what becomes of what has none."""
    waiting = reading.box(scene.view)
    y = area.y
    current = current_kind(scene)
    for kind in KINDS:
        if not waiting[kind]:
            continue
        target = Target("good", kind)
        chosen = kind == current
        at = scene.cursor == target
        bg = "me" if chosen else "panel"
        canvas.fill(Area(area.x - 1, y, area.width + 2, 1), ink("text", bg))
        canvas.put(area.x - 1, y, "▶" if at else "▸" if chosen else " ", ink("cur", bg, "bold"))
        chips.put_good(canvas, area.x + 1, y, kind)
        name = f"{waiting[kind]} {GOOD_WORDS[kind].lower()}{'' if waiting[kind] == 1 else 's'}"
        canvas.put(area.x + 5, y, name, ink("bright" if chosen else "text", bg, "bold"))
        canvas.put(area.x + _WHERE, y, *_where(scene, kind, bg, area.width - _WHERE))
        canvas.mark(Area(area.x, y, area.width, 1), target)
        y += 1
    for line in wrap(_why_nowhere(scene, current), area.width)[: area.y + area.height - y]:
        canvas.put(area.x, y, line, ink("dim", "panel"))
        y += 1


def _where(scene: Scene, kind: int, bg: str, room: int) -> tuple[str, Style]:
    numbers = storing.places_for(scene.match.offers, kind)
    if scene.unguided:
        return "where?", ink("dim", bg)
    if not numbers:
        way = _way_to_room(scene, kind)
        if way:
            return f"{way} first", ink("accent", bg, "bold")
        return "no room", ink("bad", bg, "bold")
    labels = [f"depot {between.join(map(str, numbers))}" for between in (" or ", ", ", " ")]
    fitting = next((label for label in labels if width(label) <= room), labels[-1])
    return fitting, ink("fine", bg, "bold")


def current_kind(scene: Scene) -> int | None:
    """Tell which kind of goods is being put somewhere."""
    taken = scene.taken("good")
    cursor = scene.choice.cursor
    if taken is not None:
        return taken.which
    if cursor is not None and cursor.kind == "good":
        return cursor.which
    waiting = [kind for kind in KINDS if reading.box(scene.view)[kind]]
    return waiting[0] if len(waiting) == 1 else None


def _why_nowhere(scene: Scene, kind: int | None) -> str:
    """Say why a kind of goods has no place, and what would make room; empty if it has one."""
    if kind is None or storing.places_for(scene.match.offers, kind):
        return ""
    why = storing.why_nowhere(scene.view, scene.eyes, kind)
    way = _way_to_room(scene, kind)
    return f"{why}; {way} makes room" if way else why


def _way_to_room(scene: Scene, kind: int) -> str:
    """Name the keys for a move between depots that makes room for a kind; empty if none."""
    way = storing.way_to_room(scene.view, scene.eyes, scene.match.offers, kind)
    return "" if way is None else way.keys


def _draw_kinds(canvas: Canvas, scene: Scene, area: Area) -> None:
    """List the resources that can be chosen."""
    taken = scene.taken("good")
    white = scene.choice.decision == decisions.WHITE
    kinds = [kind for kind in KINDS if not white or Target("good", kind) in scene.choice.level]
    for row, kind in enumerate(kinds):
        target, y = Target("good", kind), area.y + row
        at = scene.cursor == target
        bg = "me" if at or taken == target else "panel"
        canvas.fill(Area(area.x - 1, y, area.width + 2, 1), ink("text", bg))
        canvas.put(area.x - 1, y, "▶" if at else " ", ink("cur", bg, "bold"))
        legal = scene.legal(target)
        canvas.put(
            area.x + 1, y, GOOD_KEYS[kind], ink("accent" if legal else "dim", bg, "bold")
        )
        chips.put_good(canvas, area.x + 3, y, kind)
        style = ink("bright" if legal or taken == target else "dim", bg)
        canvas.put(area.x + 7, y, GOOD_WORDS[kind], style)
        canvas.mark(Area(area.x, y, area.width, 1), target)
    if not white:
        canvas.put(area.x, area.y + 4, "then the depot, 1 2 or 3", ink("dim", "panel"))
        canvas.put(area.x, area.y + 5, words.which_beginning(scene.match), _WHICH)
        return
    left = number(part(scene.view, "action").get("whites"))
    canvas.put(area.x, area.y + 4, f"{left} white left to choose for", ink("dim", "panel"))
    waiting = reading.box(scene.view)
    if any(waiting):
        told = [Span("you have taken ", ink("dim", "panel")), *chips.counts(waiting, "panel")]
        canvas.spans(area.x, area.y + 5, told)


def _draw_buttons(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    if scene.choice.decision != decisions.STORE:
        return
    x = chips.button(canvas, scene, x, y, Target("box"), "x", "throw away")
    if scene.legal(Target("rest")):
        x = chips.button(canvas, scene, x, y, Target("rest"), "X", "all")
    if scene.legal(Target("back")) or scene.taken("back"):
        x = chips.button(canvas, scene, x, y, Target("back"), "b", "take back")
    x = chips.button(canvas, scene, x, y, Target("arrange"), "w", "rearrange")
    thrown = number(part(scene.view, "action").get("thrown"))
    if thrown:
        canvas.put(x + 1, y, f"{thrown} thrown away", ink("mn", "bg", "bold"))
