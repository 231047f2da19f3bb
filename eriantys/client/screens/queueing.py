"""The line before a quick match: who stands in it, and what the first is asked."""

from __future__ import annotations

from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, card, centred, ink
from eriantys.client.model import Model
from eriantys.client.screens.texts import game_title, listed
from eriantys.client.screens.widgets import Roll, bar, put_cut
from eriantys.client.sentences import counted
from eriantys.client.text import pad, wrap
from eriantys.client.times import clock
from eriantys.wire.fields import Setting
from eriantys.wire.from_server import Request

_SECONDS = 1000


def draw_waiting(canvas: Canvas, model: Model, now: float) -> None:
    """Draw who stands in line, and for how long it is kept."""
    waiting = model.waiting
    names = list(waiting.names) if waiting is not None else []
    inside = card(canvas, centred(canvas, 60, 13), "QUICK MATCH", ink("cur", "panel", "bold"))
    reason = waiting.reason if waiting is not None else "Standing in line …"
    y = inside.y + 1
    for line in wrap(reason, inside.width)[:2]:
        canvas.put(inside.x, y, line, ink("bright", "panel", "bold"))
        y += 1
    if waiting is None:
        return
    more = waiting.present - len(names)
    people = ["you" if name == model.name else name for name in names]
    people += [counted(more, "other")] if more > 0 else []
    text = f"{counted(waiting.present, 'player')} in line: {listed(people)}"
    for row, line in enumerate(wrap(text, inside.width)[:4]):
        canvas.put(inside.x, y + 1 + row, line, ink("text", "panel"))
    left = max(0.0, model.waiting_until - now)
    y = inside.y + inside.height - 3
    canvas.put(inside.x, y, f"The line is kept for {clock(left)}.", ink("dim", "panel"))
    put_cut(
        canvas,
        inside.x,
        y + 1,
        "Whoever is first chooses what all of you will play.",
        ink("dim", "panel"),
        inside.x + inside.width,
    )


def draw_question(
    canvas: Canvas, model: Model, now: float, asked: Request, roll: Roll, until: float
) -> None:
    """Draw what the first in line is asked, and how long the answer may take."""
    legal = asked.legal or ()
    high = min(len(legal), max(3, canvas.height - 12))
    area = centred(canvas, 60, high + 8)
    inside = card(canvas, area, "YOU ARE FIRST IN LINE", ink("cur", "panel", "bold"))
    put_cut(
        canvas,
        inside.x,
        inside.y + 1,
        question(model, asked),
        ink("bright", "panel", "bold"),
        inside.x + inside.width,
    )

    def draw(at: int, place: Area) -> None:
        here = at == roll.at
        bg = "me" if here else "panel"
        canvas.fill(place, ink("text", bg))
        canvas.put(place.x, place.y, "▶" if here else " ", ink("cur", bg, "bold"))
        style = ink("bright", bg, "bold") if here else ink("text", bg)
        text = _answer_text(model, asked, legal[at])
        canvas.put(place.x + 2, place.y, pad(text, place.width - 3), style)

    roll.draw(canvas, Area(inside.x, inside.y + 3, inside.width, high), draw)
    left = max(0.0, until - now)
    limits = model.welcome.limits if model.welcome is not None else None
    whole = limits.answer_ms / _SECONDS if limits is not None else left
    y = inside.y + inside.height - 2
    x = canvas.put(inside.x, y, f"{clock(left)} ", ink("bright", "panel", "bold"))
    full, empty = bar(inside.width - (x - inside.x), left / whole if whole else 0.0)
    x = canvas.put(x, y, full, ink("fine" if left > 10 else "bad", "panel"))
    canvas.put(x, y, empty, ink("line", "panel"))


def question(model: Model, asked: Request) -> str:
    """Say as a question what the first in line is asked."""
    if asked.kind == "seats":
        game = game_title(model.welcome, model.wished)
        return f"How many shall play {game}?" if game else "How many shall play?"
    return f"{vocabulary.option_label(model.wished, asked.decision)}: which one?"


def _answer_text(model: Model, asked: Request, value: Setting) -> str:
    if asked.kind == "seats" and isinstance(value, int):
        return counted(value, "player")
    return vocabulary.option_value(model.wished, asked.decision, value)
