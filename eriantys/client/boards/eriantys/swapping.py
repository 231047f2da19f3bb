"""The panel of Jester and Minstrel: two rows of students, the swaps and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eriantys.client.boards.eriantys import chips, objections, panel
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.scene import LETTERS, Scene, Target
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.match import Match
from eriantys.client.text import cut, wrap
from eriantys.games.eriantys.names import COLOURS

MOST_SWAPS = {"jester-swap": 3, "minstrel-swap": 2}
_BESIDE = 49
"""Where the list of swaps begins, at the right of the students."""
_COIN_EVERY = 3
"""Every third seat of a table pays a coin."""
_TAKEN_UP = ink("ink", "cur", "bold")


def draw(canvas: Canvas, scene: Scene, choice: Choice) -> None:
    """Draw the two rows between which students are swapped, and the swaps beside them."""
    match = scene.match
    view = match.view
    most = MOST_SWAPS[choice.decision]
    done = sum(view["effect"]["swaps"][0])
    name = choice.decision.partition("-")[0]
    inside = panel.begin(
        canvas, f"{name.upper()}  swap {done + 1} of {most}", panel.paid(match, scene.eyes)
    )
    at_home = choice.decision == "minstrel-swap"
    y = inside.y
    _row(canvas, inside.x, y + 1, choice, view[f"entrance/{scene.eyes}"], "entrance")
    if at_home:
        _row(canvas, inside.x, y + 3, choice, view[f"dining/{scene.eyes}"], "table")
    else:
        card = next(card for card in _cards(view) if card["name"] == name)
        _row(canvas, inside.x, y + 3, choice, card["students"], "card")
    for at, line in enumerate(wrap(scene.consequence, _BESIDE - 3)[:2]):
        canvas.put(inside.x, y + 5 + at, line, panel.TEXT)
    for at in range(inside.height - 1):
        canvas.put(inside.x + _BESIDE - 2, y + at, "│", panel.LINE)
    beside = Area(inside.x + _BESIDE, y, inside.width - _BESIDE, inside.height - 1)
    below = _draw_swaps(canvas, beside, choice, most)
    if at_home:
        _draw_changes(canvas, scene, choice, beside._replace(y=below))
    panel.put_keys(canvas, inside, choice)


def _cards(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [view[f"character/{slot}"] for slot in (1, 2, 3)]


def _row(
    canvas: Canvas, x: int, y: int, choice: Choice, students: Sequence[int], kind: str
) -> None:
    """Draw the students of a place; those that stay are dim, with the reason below them."""
    title = {"entrance": "entrance", "card": "card", "table": "dining room"}[kind]
    canvas.put(x, y, title, panel.DIM)
    x += 12
    stay: dict[str, list[str]] = {}
    begin = x
    for colour, count in enumerate(students):
        if not count:
            continue
        target = Target(kind, colour)
        reason = objections.why_it_stays(choice, target)
        if reason:
            stay.setdefault(reason, []).append(LETTERS[colour])
        before, after = _signs(choice, target)
        start = x
        x = canvas.spans(x, y, [before])
        x = canvas.put(
            x, y, f" {LETTERS[colour]} ", panel.DIM if reason else chips.chip(colour)
        )
        x = canvas.put(x, y, f"{count}", panel.DIM if reason else panel.BRIGHT)
        x = canvas.spans(x, y, [after])
        canvas.mark(Area(start, y, x - start, 1), target)
        x += 1
    told = "; ".join(f"{' '.join(letters)}: {reason}" for reason, letters in stay.items())
    canvas.put(begin + 1, y + 1, cut(told, _BESIDE - 15), panel.DIM)


def _signs(choice: Choice, target: Target) -> tuple[Span, Span]:
    if target == choice.first:
        return Span("(", _TAKEN_UP), Span(")", _TAKEN_UP)
    if target == choice.cursor:
        return Span("▶", panel.FRAME), Span("◀", panel.FRAME)
    return Span(" ", panel.TEXT), Span(" ", panel.TEXT)


# The swaps.


def pairs_done(match: Match) -> list[tuple[int, int]]:
    """List the swaps of this use, each as what went and what came; empty if not known."""
    pairs = []
    for line in panel.steps_so_far(match):
        words = line.action.split()
        if words[:1] == ["swap"] and len(words) == 3:
            mine, theirs = words[1:]
            if mine in COLOURS and theirs in COLOURS:
                pairs.append((COLOURS.index(mine), COLOURS.index(theirs)))
    came, went = match.view["effect"]["swaps"]
    known = [
        [colours.count(colour) for colour in range(len(COLOURS))]
        for colours in ([theirs for _, theirs in pairs], [mine for mine, _ in pairs])
    ]
    return pairs if known == [[*came], [*went]] else []


def _draw_swaps(canvas: Canvas, area: Area, choice: Choice, most: int) -> int:
    """List the swaps that are done, the one that is chosen and those to come."""
    came, went = choice.match.view["effect"]["swaps"]
    done, pairs = sum(came), pairs_done(choice.match)
    x, y = area.x, area.y
    canvas.put(x, y, "swaps", panel.DIM)
    canvas.put(x + 8, y, "out   in", panel.DIM)
    if done and not pairs:
        # Who came back to the table in between has not heard which went for which.
        after = canvas.put(x, y + 1, f"{done} done: ", panel.DIM)
        after = canvas.spans(after, y + 1, chips.letters(went, "panel"))
        after = canvas.put(after, y + 1, " ⇄ ", panel.DIM)
        canvas.spans(after, y + 1, chips.letters(came, "panel"))
        y, first = y + 1, done
    else:
        first = 0
    for number in range(first, most):
        y += 1
        canvas.put(x, y, str(number + 1), panel.DIM)
        if number < done:
            canvas.put(x + 2, y, "✓", panel.GOLD)
            _draw_pair(canvas, x + 8, y, *pairs[number])
        elif number == done:
            canvas.put(x + 2, y, "now", panel.FRAME)
            mine, theirs = _chosen(choice)
            _draw_pair(canvas, x + 8, y, mine, theirs)
    return y + 1


def _chosen(choice: Choice) -> tuple[int | None, int | None]:
    """Tell which two colours are being swapped, as far as they are chosen."""
    mine = choice.first or choice.cursor
    if mine is None or mine.kind != "entrance":
        return None, None
    if choice.first is None or choice.cursor is None or choice.cursor.kind == "done":
        return mine.which, None
    return mine.which, choice.cursor.which


def _draw_pair(canvas: Canvas, x: int, y: int, mine: int | None, theirs: int | None) -> None:
    for at, colour in ((x, mine), (x + 6, theirs)):
        if colour is None:
            canvas.put(at + 1, y, "·", panel.DIM)
        else:
            canvas.put(at, y, f" {LETTERS[colour]} ", chips.chip(colour))
    canvas.put(x + 4, y, "⇄", panel.DIM)


# What the Minstrel changes.


def _draw_changes(canvas: Canvas, scene: Scene, choice: Choice, area: Area) -> None:
    """Show both tables before and after, whose professors they are, and the coin."""
    mine, theirs = _chosen(choice)
    if mine is None or theirs is None:
        return
    canvas.put(area.x, area.y, "what changes", panel.DIM)
    if mine == theirs:
        canvas.put(area.x, area.y + 1, "nothing", panel.TEXT)
        return
    view = scene.match.view
    tables = view[f"dining/{scene.eyes}"]
    y = area.y
    for colour, more in ((mine, 1), (theirs, -1)):
        y += 1
        canvas.put(area.x, y, f" {LETTERS[colour]} ", chips.chip(colour))
        count = tables[colour]
        x = canvas.put(area.x + 4, y, f"{count} → {count + more}", panel.BRIGHT) + 2
        told = _rival(scene, colour)
        canvas.put(x, y, cut(told, area.x + area.width - x), panel.TEXT)
    told, style = _coin(view, tables, mine)
    canvas.put(area.x, y + 1, cut(told, area.width), style)


def _rival(scene: Scene, colour: int) -> str:
    """Name who has the professor of a colour, and how many the strongest other one has."""
    match = scene.match
    others = [seat for seat in range(scene.seats) if seat != scene.eyes]
    tables = {seat: match.view[f"dining/{seat}"][colour] for seat in others}
    holder = match.view["professors"][colour]
    if holder in tables:
        return f"{match.name_of(holder)} {tables[holder]} ♛"
    strongest = max(others, key=tables.__getitem__)
    rival = f"{match.name_of(strongest)} {tables[strongest]}"
    return f"you ♛, {rival}" if holder == scene.eyes else f"no ♛, {rival}"


def _coin(view: dict[str, Any], tables: Sequence[int], mine: int) -> tuple[str, Any]:
    """Say whether the table that grows pays a coin, counted over the whole use."""
    came, went = view["effect"]["swaps"]
    start = tables[mine] - went[mine] + came[mine]
    after = tables[mine] + 1
    if after > start and start // _COIN_EVERY < after // _COIN_EVERY and view["supply"]:
        return f"+¢1: {COLOURS[mine]} reaches seat {after}", panel.GOLD
    seat = (max(start, after) // _COIN_EVERY + 1) * _COIN_EVERY
    if seat > chips.TABLE_SEATS or not view["supply"]:
        return "no coin", panel.DIM
    return f"no coin before seat {seat}", panel.DIM
