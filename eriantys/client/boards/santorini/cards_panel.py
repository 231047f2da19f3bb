"""The column beside the large town: a card for each god, and panels in frames."""

from __future__ import annotations

from eriantys.client.boards.santorini import cards, facts, reading, town
from eriantys.client.boards.santorini.facts import DIM, KEY, LINE, TEXT, TITLE
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.boards.talking import draw_column, draw_lines, hint_for, panel
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.names import shorten
from eriantys.client.text import width, wrap
from eriantys.games.santorini.state import STOCK

TIMELINE = 7
_SUPPLY = len(STOCK) + 2
_TALK = 8
"""Rows that log and chat have at least."""


def draw(canvas: Canvas, scene: Scene, area: Area) -> Area:
    """Draw the column; return the place for a timeline, which is empty but in a replay."""
    bottom = area.y + area.height - (TIMELINE if scene.silent else 0)
    wide = area.width - 4
    lines = facts.rules_lines(scene, wide)
    room = bottom - area.y - _SUPPLY - _TALK - 2
    cards_of = _card_texts(scene, wide, room - len(lines))
    lines = facts.shortened(lines, room - _high(cards_of), wide)
    y = area.y
    for seat, text in cards_of.items():
        y = _draw_card(canvas, scene, seat, text, area, y)
    title, _ = facts.rules_title(scene)
    binding = bool(reading.forbidden(scene.view)) and scene.guided and title != "WHY"
    frame = ink("bad") if binding or title == "HARDCORE" else LINE
    style = facts.BAD if frame.fg == "bad" else TITLE
    inside = panel(canvas, Area(area.x, y, area.width, len(lines) + 2), title, frame, style)
    draw_lines(canvas, inside, lines)
    y += len(lines) + 2
    _draw_supply(canvas, scene, Area(area.x, y, area.width, _SUPPLY))
    y += _SUPPLY
    place = Area(area.x, y, area.width, bottom - y)
    chat = None if scene.silent else scene.chat
    draw_column(canvas, place, scene.turns(), chat, hint_for(scene.match, KEY))
    return Area(area.x, bottom, area.width, TIMELINE)


def _card_texts(scene: Scene, wide: int, rows: int) -> dict[int, list[list[Span]]]:
    """Write the cards of all players, in their short forms if there are not so many rows."""
    whole = {seat: _card_text(scene, seat, wide, short=False) for seat in scene.order()}
    if _high(whole) <= rows:
        return whole
    return {seat: _card_text(scene, seat, wide, short=True) for seat in scene.order()}


def _high(cards_of: dict[int, list[list[Span]]]) -> int:
    return sum(len(text) + 2 for text in cards_of.values())


def _card_text(scene: Scene, seat: int, wide: int, *, short: bool) -> list[list[Span]]:
    lines: list[list[Span]] = []
    if reading.with_gods(scene.view):
        god = reading.god_of(scene.view, seat)
        card = cards.card(god)
        when = Span(f"  {card.when}" if god else "takes a god", DIM)
        lines.append([facts.god_span(scene, seat), when])
        whole = wrap(card.power, wide)
        fits = not short and (len(whole) <= 3 or scene.seats < 3)
        text = whole if fits else wrap(card.short, wide)
        lines += [[Span(line, TEXT)] for line in text]
    if scene.seats < 3 and not reading.is_set_up(scene.view):
        lines.append(facts.workers_line(scene, seat))
    return lines


def _draw_card(
    canvas: Canvas, scene: Scene, seat: int, lines: list[list[Span]], area: Area, y: int
) -> int:
    """Draw the card of a player; return the row after it."""
    place = Area(area.x, y, area.width, len(lines) + 2)
    on_turn = scene.match.turn == seat
    draw_lines(canvas, panel(canvas, place, "", ink("cur") if on_turn else LINE), lines)
    canvas.put(area.x + 1, y, " " * (3 + 1), LINE)
    out = bool(reading.out(scene.view, seat))
    x = canvas.spans(area.x + 2, y, [reading.chip(seat, out_of_it=out)])
    note = facts.note(scene, seat)
    name = facts.name_span(scene, seat)
    room = area.width - 10 - width(note.text)
    canvas.put(x, y, f" {shorten(name.text, room)} ", name.style)
    if note.text:
        canvas.put(area.x + area.width - width(note.text) - 4, y, f" {note.text} ", note.style)
    canvas.mark(place, Target("player", str(seat)))
    return y + len(lines) + 2


def _draw_supply(canvas: Canvas, scene: Scene, area: Area) -> None:
    inside = panel(canvas, area, "LEFT IN SUPPLY")
    names = ("level 1", "level 2", "level 3", "domes")
    left = reading.stock(scene.view)
    for at, (name, of) in enumerate(zip(names, STOCK, strict=True)):
        y = inside.y + at
        if at < reading.SUMMIT:
            role, stone = f"l{at + 1}", town.STONES[at]
            canvas.put(inside.x, y, stone * 3, ink(role, role))
            canvas.put(inside.x + 1, y, str(at + 1), ink("ink", role, "bold"))
        else:
            canvas.put(inside.x, y, "▟█▙", ink("dome", "bg", "bold"))
        count = max(0, min(left[at], of))
        x = canvas.put(inside.x + 4, y, f"{name}  ", DIM) + (9 - len(name) - 2)
        x = canvas.put(x, y, "▮" * count, ink("dome") if at == reading.SUMMIT else TEXT)
        canvas.put(x, y, "·" * (of - count), DIM)
        told = f"{left[at]}/{of}"
        canvas.put(inside.x + inside.width - len(told), y, told, TITLE)
