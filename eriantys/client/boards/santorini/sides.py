"""The column beside the small town: gods, what is in force, the supply, and the talk."""

from __future__ import annotations

from eriantys.client.boards.folding import latest
from eriantys.client.boards.santorini import cards, facts, reading, town
from eriantys.client.boards.santorini.facts import BRIGHT, DIM, KEY, LINE, TEXT, TITLE
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.boards.talking import draw_hint, draw_lines, hint_for
from eriantys.client.canvas import Area, Canvas, Span, Style, ink
from eriantys.client.names import shorten
from eriantys.client.text import cut, width, wrap

TALK = 4
"""Rows that the log has at least, its title included."""
TIMELINE = 4
_SUPPLY = 2


def draw(canvas: Canvas, scene: Scene, area: Area) -> Area:
    """Draw the column; return the place for a timeline, which is empty but in a replay."""
    bottom = area.y + area.height - (TIMELINE if scene.silent else 0)
    least = (2 if scene.silent else TALK) + _SUPPLY
    rules = facts.rules_lines(scene, area.width)
    room = bottom - area.y - least
    heads = 1 + scene.seats + 1
    # The texts of the gods give way to what is in force now.
    rules = facts.shortened(rules, room - heads - scene.seats, area.width)
    rows = max(0, room - heads - len(rules))
    y = _draw_players(canvas, scene, area, rows)
    title, style = facts.rules_title(scene)
    y = rule(canvas, area, y, title, style)
    for spans in rules:
        canvas.spans(area.x, y, spans)
        y += 1
    y = _draw_supply(canvas, scene, area, y)
    y = rule(canvas, area, y, "LOG" if scene.silent else "LOG & CHAT", TITLE)
    draw_talk(canvas, scene, Area(area.x, y, area.width, bottom - y))
    return Area(area.x, bottom, area.width, TIMELINE)


def rule(canvas: Canvas, area: Area, y: int, title: str, style: Style) -> int:
    """Draw a title in a line; return the row after it."""
    canvas.put(area.x, y, "─" * area.width, LINE)
    canvas.put(area.x + 1, y, f" {title} ", style)
    return y + 1


def _draw_players(canvas: Canvas, scene: Scene, area: Area, rows: int) -> int:
    """Draw each player with a god, whose text has so many rows for all of them together."""
    with_gods = reading.with_gods(scene.view)
    y = rule(canvas, area, area.y, "GODS" if with_gods else "PLAYERS", TITLE)
    texts = [_text(scene, seat, area.width, rows // scene.seats) for seat in scene.order()]
    spare = rows - sum(map(len, texts))
    for seat, lines in zip(scene.order(), texts, strict=True):
        begin = y
        head(canvas, scene, seat, area.x, y, area.width)
        for at, spans in enumerate(lines, 1):
            canvas.spans(area.x, y + at, spans)
        y += 1 + len(lines)
        canvas.mark(Area(area.x, begin, area.width, y - begin), Target("player", str(seat)))
        if spare > 0:
            y, spare = y + 1, spare - 1
    return y


def _text(scene: Scene, seat: int, wide: int, rows: int) -> list[list[Span]]:
    """Write the text of a god, in its short form where there is no room for the whole."""
    if not reading.with_gods(scene.view):
        return [facts.workers_line(scene, seat)][:rows]
    god = reading.god_of(scene.view, seat)
    if not god:
        return [[Span("takes a god", DIM)]][:rows]
    card = cards.card(god)
    whole, short = wrap(card.power, wide), wrap(card.short, wide)
    lines = [[Span(line, DIM)] for line in (whole if len(whole) <= rows else short)]
    return facts.shortened(lines, rows, wide) if rows else []


def head(canvas: Canvas, scene: Scene, seat: int, x: int, y: int, wide: int) -> None:
    """Draw the letter, the name and the god of a player, and a note at the right."""
    note = facts.note(scene, seat)
    god = facts.god_span(scene, seat)
    name = facts.name_span(scene, seat)
    end = x + wide
    if note.text:
        end = (
            canvas.put(end - width(note.text), y, note.text, note.style) - width(note.text) - 1
        )
    x = canvas.spans(x, y, [reading.chip(seat, out_of_it=bool(reading.out(scene.view, seat)))])
    room = end - x - 1 - (width(god.text) + 1 if god.text else 0)
    x = canvas.put(x + 1, y, shorten(name.text, max(3, room)), name.style)
    if god.text:
        canvas.put(x + 1, y, cut(god.text, max(0, end - x - 1)), god.style)


def _draw_supply(canvas: Canvas, scene: Scene, area: Area, y: int) -> int:
    canvas.mark(Area(area.x, y, area.width, _SUPPLY + 1), Target("supply"))
    y = rule(canvas, area, y, "LEFT IN SUPPLY", TITLE)
    x = area.x
    for at, left in enumerate(reading.stock(scene.view)):
        if at < reading.SUMMIT:
            stone = town.STONES[at]
            light = ink(f"l{at + 1}", f"l{at + 1}")
            digit = Span(str(at + 1), ink("ink", f"l{at + 1}", "bold"))
            x = canvas.spans(x, y, [Span(stone, light), digit, Span(stone, light)])
        else:
            x = canvas.put(x, y, "▟█▙", ink("dome", "bg", "bold"))
        x = canvas.put(x + 1, y, f"{left:<2}", TEXT if left else BRIGHT) + 2
    return y + 1


def draw_talk(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the latest of log and chat, and how to say something."""
    rows = area.height
    if rows <= 0:
        return
    hint = 0 if scene.silent or rows < 3 else 1
    said = [] if scene.silent else latest(scene.chat, area.width, max(1, (rows - hint) // 3))
    log = latest(scene.turns(), area.width, rows - hint - len(said))
    draw_lines(canvas, area, [*log, *said])
    if hint:
        y = area.y + len(log) + len(said)
        draw_hint(canvas, area.x, y, area.width, hint_for(scene.match, KEY))
