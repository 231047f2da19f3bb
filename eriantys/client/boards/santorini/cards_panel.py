"""The column beside the large town: a card for each god, and panels in frames."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.folding import latest
from eriantys.client.boards.santorini import cards, facts, reading, sides, town
from eriantys.client.boards.santorini.facts import DIM, LINE, TEXT, TITLE
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.canvas import Area, Canvas, Span, Style, ink
from eriantys.client.names import shorten
from eriantys.client.text import width, wrap
from eriantys.games.santorini.state import STOCK

TIMELINE = 7
_SUPPLY = len(STOCK) + 2
_TALK = 8
"""Rows that log and chat have at least."""
_CHAT = 3


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
    inside = _panel(canvas, Area(area.x, y, area.width, len(lines) + 2), title, frame)
    _lines(canvas, inside, lines)
    y += len(lines) + 2
    _draw_supply(canvas, scene, Area(area.x, y, area.width, _SUPPLY))
    y += _SUPPLY
    _draw_talk(canvas, scene, Area(area.x, y, area.width, bottom - y))
    return Area(area.x, bottom, area.width, TIMELINE)


def _panel(canvas: Canvas, area: Area, title: str, frame: Style = LINE) -> Area:
    canvas.box(area, frame)
    canvas.title(area, title, facts.BAD if frame.fg == "bad" else TITLE)
    return Area(area.x + 2, area.y + 1, area.width - 4, area.height - 2)


def _lines(canvas: Canvas, inside: Area, lines: Sequence[Sequence[Span]]) -> None:
    for row, spans in enumerate(lines):
        canvas.spans(inside.x, inside.y + row, spans)


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
    _lines(canvas, _panel(canvas, place, "", ink("cur") if on_turn else LINE), lines)
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
    inside = _panel(canvas, area, "LEFT IN SUPPLY")
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


def _draw_talk(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the log above the chat in one frame; all rows that are left are the log's."""
    inside = _panel(canvas, area, "LOG")
    if scene.silent:
        _lines(canvas, inside, latest(scene.turns(), inside.width, inside.height))
        return
    chat = max(_CHAT, min(8, area.height // 3))
    wall = inside.y + inside.height - chat - 1
    _lines(canvas, inside, latest(scene.turns(), inside.width, wall - inside.y))
    canvas.put(area.x, wall, f"├─{'─' * (area.width - 4)}─┤", LINE)
    canvas.put(area.x + 2, wall, " CHAT ", TITLE)
    said = latest(scene.chat, inside.width, chat - 1)
    _lines(canvas, Area(inside.x, wall + 1, inside.width, chat), said)
    sides.draw_hint(canvas, scene, inside.x, wall + 1 + len(said), inside.width)
