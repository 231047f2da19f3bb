"""Drawing the list of gods, with the whole text of the one under the cursor."""

from __future__ import annotations

from eriantys.client.boards.reading import player
from eriantys.client.boards.santorini import cards, reading
from eriantys.client.boards.santorini.cards import CARDS, KINDS, Card
from eriantys.client.boards.santorini.facts import BRIGHT, DIM, TEXT, TITLE, YOU
from eriantys.client.boards.santorini.pantheon import Pantheon
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.text import cut, width, wrap

_NAME, _KIND, _TEXT = 10, 21, 28
"""Columns of a line, counted from the frame."""
_STEPS = 8
_BESIDE = 82
"""Columns of the list where the text has room beside it."""
_FOUND = ink("cur", "bg", "bold")


def draw(canvas: Canvas, scene: Scene, gods: Pantheon, area: Area, *, beside: bool) -> None:
    """Draw the list with the text below it or beside it, and how the set-up goes on."""
    canvas.fill(area, TEXT)
    if beside:
        listed = Area(area.x, area.y, _BESIDE, area.height - _STEPS)
        x = area.x + _BESIDE
        half = (area.height - _STEPS) // 2
        detail = Area(x, area.y, area.width - _BESIDE, half)
        chosen = Area(x, area.y + half, detail.width, area.height - _STEPS - half)
        _draw_chosen(canvas, gods, chosen)
        low = area.y + area.height - _STEPS
        _draw_steps(canvas, scene, Area(area.x, low, area.width, _STEPS))
    else:
        high = _detail_rows(gods, area.width)
        listed = area._replace(height=area.height - high)
        detail = Area(area.x, area.y + area.height - high, area.width, high)
    _draw_list(canvas, gods, listed)
    _draw_detail(canvas, gods, detail, with_chosen=not beside)


def _detail_rows(gods: Pantheon, wide: int) -> int:
    """Tell how high the card below the list is, which never moves: room for every text."""
    longest = max(len(wrap(CARDS[name].power, wide - 4)) for name in gods.numbered)
    return longest + 3


def _frame(canvas: Canvas, area: Area, title: str, right: str, role: str) -> Area:
    canvas.box(area, ink(role))
    canvas.title(area, title, TITLE)
    if right:
        right = cut(f" {right} ", area.width - width(title) - 10)
        canvas.put(area.x + area.width - width(right) - 3, area.y, right, DIM)
    return Area(area.x + 1, area.y + 1, area.width - 2, area.height - 2)


def _draw_list(canvas: Canvas, gods: Pantheon, area: Area) -> None:
    shown = gods.shown
    if gods.typing or gods.sought:
        right = f"/{gods.sought}{'▏' if gods.typing else ''}  {len(shown)} found · Esc clears"
    else:
        right = f"/ filter · k kind: {gods.kind or 'all'}"
    inside = _frame(canvas, area, "GODS", right, "accent")
    names = [card.name for card in shown]
    at = names.index(gods.cursor) if gods.cursor in names else 0
    top = max(0, min(at - inside.height // 2, len(shown) - inside.height))
    for row, card in enumerate(shown[top : top + inside.height]):
        place = Area(inside.x, inside.y + row, inside.width, 1)
        _draw_line(canvas, gods, card, place)
    if not shown:
        canvas.put(inside.x + 2, inside.y, "No god is like that; Esc shows all again.", DIM)
    if len(shown) > inside.height:
        far = top * (inside.height - 1) // max(1, len(shown) - inside.height)
        canvas.put(area.x + area.width - 1, inside.y + far, "█", ink("accent"))


def _draw_line(canvas: Canvas, gods: Pantheon, card: Card, place: Area) -> None:
    here = card.name == gods.cursor
    ground = "me" if here else "bg"
    canvas.fill(place, ink("text", ground))
    x, y = place.x, place.y
    why_not = gods.why_not(card)
    if here:
        canvas.put(x, y, "▶", ink("cur", ground, "bold"))
    canvas.put(x + 2, y, f"{gods.numbered[card.name]:2}", ink("dim", ground))
    if card.name in gods.chosen:
        box, role = f"[{gods.chosen.index(card.name) + 1}]", "cur"
    else:
        box, role = (" × ", "dim") if why_not else ("[ ]", "text")
    canvas.put(x + 5, y, box, ink(role, ground, "bold"))
    dim = bool(why_not) and card.name not in gods.chosen
    canvas.put(x + _NAME - 1, y, card.title, ink("dim" if dim else "bright", ground, "bold"))
    canvas.put(x + _KIND - 1, y, card.kind, ink("dim" if dim else KINDS[card.kind], ground))
    room = place.width - _TEXT
    # The short text fits whole; what was found in the long one is shown there.
    found_in_long = gods.sought and gods.sought.lower() in card.power.lower()
    text = why_not if dim else card.power if found_in_long else card.short
    before, found, after = _around(text, gods.sought, room)
    x = canvas.put(x + _TEXT - 1, y, before, ink("dim", ground))
    x = canvas.put(x, y, found, ink("cur", ground, "bold"))
    canvas.put(x, y, after, ink("dim", ground))
    canvas.mark(place, Target("god", card.name))


def _around(text: str, sought: str, room: int) -> tuple[str, str, str]:
    """Cut a text so that what was sought in it can be seen."""
    at = text.lower().find(sought.lower()) if sought else -1
    if at < 0:
        return cut(text, room), "", ""
    end = at + len(sought)
    if end > room - 1:
        start = end - room + 2
        text, at, end = f"…{text[start:]}", at - start + 1, end - start + 1
    return text[:at], text[at:end], cut(text[end:], room - end)


def _draw_detail(canvas: Canvas, gods: Pantheon, area: Area, *, with_chosen: bool) -> None:
    card = cards.card(gods.cursor)
    right = cards.seats_words(card)
    inside = _frame(canvas, area, f"{card.title.upper()}  {card.when}", right, "cur")
    lines = wrap(card.power, inside.width - 2)
    y = inside.y if with_chosen else inside.y + 1
    rows = inside.height - (1 if with_chosen else 0)
    for line in lines[:rows]:
        canvas.put(inside.x + 1, y, line, TEXT)
        y += 1
    if with_chosen:
        canvas.spans(inside.x + 1, inside.y + inside.height - 1, _chosen(gods))
    else:
        kind = f"{card.kind}: {cards.KIND_WORDS[card.kind]}"
        canvas.put(inside.x + 1, y + 1, kind, ink(KINDS[card.kind], "bg", "bold"))


def _chosen(gods: Pantheon) -> list[Span]:
    spans = [Span("chosen ", DIM)]
    for number in range(reading.seats(gods.match.view)):
        name = gods.chosen[number] if number < len(gods.chosen) else ""
        spans.append(Span(f" {number + 1} ", YOU if name else DIM))
        spans.append(Span(f"{cards.title(name) if name else '·'} ", BRIGHT if name else DIM))
    return spans


def _draw_chosen(canvas: Canvas, gods: Pantheon, area: Area) -> None:
    seats = reading.seats(gods.match.view)
    inside = _frame(canvas, area, f"CHOSEN {len(gods.chosen)} of {seats}", "", "line")
    y, bottom = inside.y, inside.y + inside.height
    for number in range(seats):
        name = gods.chosen[number] if number < len(gods.chosen) else ""
        x = canvas.put(inside.x + 1, y, f" {number + 1} ", _FOUND if name else DIM)
        canvas.put(x + 1, y, cards.title(name) if name else "·", BRIGHT if name else DIM)
        y += 1
        for line in wrap(cards.card(name).power, inside.width - 6) if name else ():
            if y < bottom - (seats - number - 1):
                canvas.put(x + 1, y, line, DIM)
                y += 1


def _draw_steps(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Say how the set-up goes on."""
    inside = _frame(canvas, area, "HOW IT GOES", "", "line")
    match = scene.match
    setup = match.view["setup"]["challenger"]
    challenger = player(match, setup).name
    lines = (
        f"1  The challenger ({challenger}) chooses as many gods as there are players.",
        "2  The others take one each, in the order of their seats.",
        "3  The challenger gets the last one, and names the start player.",
        "4  From the start player on, everybody places two workers.",
    )
    for row, line in enumerate(lines):
        canvas.put(inside.x + 1, inside.y + row, cut(line, inside.width - 2), TEXT)
    x = inside.x + 1
    for kind, role in KINDS.items():
        x = canvas.put(x, inside.y + 5, kind, ink(role, "bg", "bold"))
        x = canvas.put(x, inside.y + 5, f" {cards.KIND_WORDS[kind]}   ", DIM)
