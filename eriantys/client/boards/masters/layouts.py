"""The two layouts: one panel at a time above a foot that stays, or all at once from 130x42 on.

What lies between belongs to the smaller one: extra rows go to the log, and the cards grow a
little with the columns.
"""

from __future__ import annotations

from eriantys.client.boards.masters import (
    asked,
    chips,
    faith,
    foot,
    grid,
    leading,
    lorenzo,
    market,
    others,
    own,
    paying,
    production,
    reading,
)
from eriantys.client.boards.masters.chips import DIM, LINE
from eriantys.client.boards.masters.scene import Panel, Scene
from eriantys.client.boards.masters.targets import Target
from eriantys.client.canvas import Area, Canvas, ink
from eriantys.games.masters import decisions

LARGE = (130, 42)
_TABS = {
    Panel.TABLE: "MARKET & CARDS",
    Panel.OWN: "MY BOARD",
    Panel.OTHERS: "OTHERS",
    Panel.LEADERS: "LEADERS",
}
TIMELINE = Area(0, 35, 93, 4)
"""Where the timeline of a replay lies in the large layout."""
FRAME = 26
"""The row of the large layout in which only the frame of the faith track lies."""
_RIGHT = 94
"""The column of the others in the large layout."""


def is_large(width: int, height: int) -> bool:
    """Tell whether everything has room at once."""
    return width >= LARGE[0] and height >= LARGE[1]


def guidance_rows(width: int, height: int) -> int:
    """Tell how many rows the guidance has."""
    return 2 if is_large(width, height) else 1


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything between the banner and the guidance."""
    if is_large(canvas.width, canvas.height):
        _draw_large(canvas, scene)
    else:
        _draw_small(canvas, scene)


def panel_of(target: Target | None, decision: str) -> Panel:
    """Tell in which panel a target lies."""
    if decision == decisions.LEADERS:
        return Panel.LEADERS
    if target is None:
        return Panel.TABLE
    if target.kind in ("line", "card", "slot"):
        return Panel.TABLE
    if target.kind in ("play", "discard") and decision != decisions.STORE:
        return Panel.LEADERS
    return Panel.OWN


# One panel at a time.


def _draw_small(canvas: Canvas, scene: Scene) -> None:
    _draw_tabs(canvas, scene)
    match scene.panel:
        case Panel.TABLE:
            _draw_table(canvas, scene)
        case Panel.OWN:
            top = faith.draw_lanes(canvas, scene, 2)
            _draw_own(canvas, scene, top)
        case Panel.OTHERS if reading.is_solo(scene.view):
            top = faith.draw_lanes(canvas, scene, 2)
            canvas.put(0, top, "─" * canvas.width, LINE)
            canvas.put(1, top, " LORENZO ", ink("R", "bg", "bold"))
            lorenzo.draw(canvas, scene, Area(0, top + 1, canvas.width, foot.TOP - top - 1))
        case Panel.OTHERS:
            others.draw_panel(canvas, scene, Area(0, 2, canvas.width, foot.TOP - 2))
        case Panel.LEADERS:
            leading.draw_panel(canvas, scene, Area(0, 3, canvas.width, foot.TOP - 3))
    foot.draw(canvas, scene)


def _draw_tabs(canvas: Canvas, scene: Scene) -> None:
    x = 1
    for panel, name in _TABS.items():
        if panel is Panel.OTHERS and reading.is_solo(scene.view):
            name = "LORENZO"
        dot = "•" if _acts_in(scene, panel) else " "
        label = f" {panel.value} {name}{dot}"
        if panel is scene.panel:
            style = ink("ink", "accent", "bold")
        else:
            style = ink("text", "land", *(("bold",) if dot == "•" else ()))
        after = canvas.put(x, 1, label, style)
        canvas.mark(Area(x, 1, after - x, 1), Target("panel", panel.value))
        x = after + 1
    told = "• = you can act there" if x + 22 < canvas.width else "• = act there"
    if scene.asks and x + len(told) < canvas.width:
        canvas.put(canvas.width - len(told) - 1, 1, told, DIM)


def _acts_in(scene: Scene, panel: Panel) -> bool:
    """Tell whether something can be done in a panel."""
    choice = scene.choice
    return scene.asks and any(
        ways and panel_of(target, choice.decision) is panel
        for target, ways in choice.root.items()
    )


def _draw_table(canvas: Canvas, scene: Scene) -> None:
    market.draw(canvas, scene, Area(0, 2, 22, 10))
    market.draw_signs(canvas, scene, 1, 12)
    wide = min(18, 14 + (canvas.width - 80) // 4)
    grid.draw(canvas, scene, 23, 2, wide, 5)
    if scene.card() is not None:
        area = Area(max(0, (23 + 4 * wide - paying.SIZE[0]) // 2), 4, *paying.SIZE)
        paying.draw_buy(canvas, scene, area)


def _draw_own(canvas: Canvas, scene: Scene, top: int) -> None:
    area = Area(0, top + 1, canvas.width, foot.TOP - top - 1)
    own.draw_rule(canvas, scene, top)
    _draw_place(canvas, scene, area)


def _draw_place(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw into the place of the own board what is asked there, or else the board."""
    looks = scene.shown != scene.eyes
    decision = scene.choice.decision if scene.asks else ""
    if looks:
        own.draw(canvas, scene, area)
    elif decision in asked.TITLES:
        asked.draw(canvas, scene, area)
    elif decision == decisions.PRODUCTION or (scene.asks and scene.taken("produce")):
        production.draw(canvas, scene, area)
    elif decision == decisions.PAY:
        wide = min(paying.SIZE[0], area.width)
        place = Area(area.x + (area.width - wide) // 2, area.y, wide, paying.height(scene))
        paying.draw_pay(canvas, scene, place)
    else:
        own.draw(canvas, scene, area)


# Everything at once.


def _draw_large(canvas: Canvas, scene: Scene) -> None:
    market.draw(canvas, scene, Area(0, 1, 24, 10))
    market.draw_large_signs(canvas, scene, Area(0, 11, 24, 9))
    grid.draw(canvas, scene, 25, 1, 17, 6)
    right = Area(_RIGHT, 1, canvas.width - _RIGHT, 19)
    _draw_others(canvas, scene, right)
    track = Area(0, 20, max(LARGE[0], min(canvas.width, 140)), 7)
    faith.draw_wide(canvas, scene, track)
    bottom = canvas.height - 3
    # In a replay the timeline lies below the board, which has nothing to be pressed then.
    area = Area(0, 27, 93, 8 if scene.silent else 12)
    inside = own.draw_box(canvas, scene, area)
    if scene.card() is not None and scene.shown == scene.eyes:
        paying.draw_buy(canvas, scene, area)
    elif scene.asks and scene.choice.decision == decisions.LEADERS:
        canvas.fill(inside, chips.TEXT)
        leading.draw_hand(canvas, scene, Area(inside.x, inside.y, inside.width, inside.height))
    else:
        _draw_place(canvas, scene, inside)
    leading.draw_box(canvas, scene, Area(_RIGHT, 27, right.width, 6))
    foot.draw_box(canvas, scene, _RIGHT, 33, right.width, bottom - 33)


def _draw_others(canvas: Canvas, scene: Scene, area: Area) -> None:
    seats = scene.others()
    if reading.is_solo(scene.view):
        lorenzo.draw_box(canvas, scene, area)
    elif len(seats) == 1:
        others.draw_tall(canvas, scene, seats[0], area)
    else:
        high = 6 if len(seats) > 2 else others.ROOMY
        for place, seat in enumerate(seats):
            place_ = Area(area.x, area.y + place * high, area.width, high)
            others.draw_short(canvas, scene, seat, place_)
