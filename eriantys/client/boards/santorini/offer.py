"""What lies side by side to take one of: the gods on the table, or the players to begin."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.board import UNUSED, Reply
from eriantys.client.boards.folding import latest
from eriantys.client.boards.reading import part, player
from eriantys.client.boards.santorini import cards, facts, reading, sides
from eriantys.client.boards.santorini.facts import DIM, TEXT, TITLE
from eriantys.client.boards.santorini.reading import named
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.canvas import DASHED, HEAVY, ROUND, Area, Canvas, Span, ink, spans_width
from eriantys.client.keys import Event, Key
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.text import wrap
from eriantys.games.santorini import decisions

_HIGHEST = 15
_WIDEST = 40


class Item(NamedTuple):
    """One of the things to take."""

    target: Target
    title: str
    role: str
    """The role of the title's colour."""
    about: str
    text: str
    taker: int | None
    """Who has taken it."""


class Offer:
    """What can be taken, and what is under the cursor."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.at = next((at for at, item in enumerate(self.items) if item.taker is None), 0)

    @property
    def items(self) -> list[Item]:
        """List what lies there: gods in their order, or players by their seat."""
        view = self.match.view
        if reading.decision(view) == decisions.START:
            return [self._seat(seat) for seat in range(reading.seats(view))]
        takers = {reading.god_of(view, seat): seat for seat in range(reading.seats(view))}
        lying = {*reading.offered(view), *takers}
        return [_god(name, takers.get(name)) for name in cards.NAMES if name in lying]

    def _seat(self, seat: int) -> Item:
        card = cards.card(reading.god_of(self.match.view, seat))
        who = player(self.match, seat).name
        target = Target("seat", str(seat))
        return Item(target, who, reading.SEATS[seat], card.title, card.power, None)

    def action(self) -> str:
        """Give the action that takes what is under the cursor; empty if it cannot be taken."""
        item = self.items[self.at]
        kind, which = item.target
        wanted = f"god {which}" if kind == "god" else f"start {int(which) + 1}"
        return wanted if wanted in self.match.offers else ""

    def find(self, action: str) -> None:
        """Put the cursor on what an action takes."""
        for at in range(len(self.items)):
            before, self.at = self.at, at
            if self.action() == action:
                return
            self.at = before

    def handle(self, event: Event) -> Reply:
        """Act on a key."""
        if not isinstance(event, Key):
            return UNUSED
        items = self.items
        match event.name:
            case "Left" | "Up" | "S-Tab":
                self.at = (self.at - 1) % len(items)
            case "Right" | "Down" | "Tab":
                self.at = (self.at + 1) % len(items)
            case "Enter" | " ":
                return self.take()
            case name if name.isdecimal():
                if not 1 <= int(name) <= len(items):
                    return Reply(say=f"They are numbered from 1 to {len(items)}.")
                self.at = int(name) - 1
            case _:
                return UNUSED
        return Reply()

    def take(self) -> Reply:
        """Take what is under the cursor."""
        action = self.action()
        if action:
            return Reply(action=action)
        if self.match.request is None:
            return Reply(say="It is not your turn to take anything.")
        taker = self.items[self.at].taker
        who = "somebody" if taker is None else player(self.match, taker).name
        return Reply(say=f"{who} {'have' if who == 'you' else 'has'} taken that one.")

    def consequence(self) -> str:
        """Say what would be left for the others."""
        view = self.match.view
        if reading.decision(view) == decisions.START:
            who = player(self.match, int(self.items[self.at].target.which))
            has = "have" if who.several else "has"
            return f"{who.does('place')} first and {has} the first turn"
        picked = self.items[self.at].target.which
        left = [cards.title(name) for name in reading.offered(view) if name != picked]
        challenger = player(self.match, part(view, "setup").get("challenger")).name
        if len(left) == 1:
            return f"{challenger} would then play {left[0]}"
        return f"that leaves {' and '.join(left)}"


def _god(name: str, taker: int | None) -> Item:
    card = cards.card(name)
    target = Target("god", name)
    role = cards.KINDS[card.kind]
    return Item(target, card.title, role, card.when, card.power, taker)


def draw(canvas: Canvas, scene: Scene, offer: Offer, area: Area) -> Area:
    """Draw the cards side by side, and the talk below; return the place for a timeline."""
    canvas.fill(area, TEXT)
    _draw_heading(canvas, scene, area)
    items = offer.items
    bottom = area.y + area.height - (sides.TIMELINE if scene.silent else 0)
    wide = min(_WIDEST, (area.width - 2) // max(1, len(items)))
    high = max(6, min(_HIGHEST, bottom - area.y - 4 - 3))
    for at, item in enumerate(items):
        place = Area(area.x + 1 + at * wide, area.y + 4, wide - 1, high)
        _draw_item(canvas, scene, item, place, at + 1, here=at == offer.at and not scene.silent)
    y = sides.rule(canvas, area, area.y + 4 + high, "LOG", TITLE)
    inner = Area(area.x + 1, y, area.width - 2, bottom - y)
    if inner.height < 3:
        # The latest line is not to lie under a lesson.
        rows = max(1, inner.height - scene.lesson)
        lines = latest([*scene.turns(), *scene.chat], inner.width, rows)
        for row, spans in enumerate(lines):
            canvas.spans(inner.x, inner.y + row, spans)
    else:
        sides.draw_talk(canvas, scene, inner)
    return Area(area.x, bottom, area.width, sides.TIMELINE)


def _draw_heading(canvas: Canvas, scene: Scene, area: Area) -> None:
    match, view = scene.match, scene.view
    challenger = part(view, "setup").get("challenger")
    who = player(match, challenger)
    if reading.decision(view) == decisions.START:
        said = [_capital(match, challenger)]
        said.append(Span(f" {who.verb('name')} the start player.", TEXT))
        canvas.spans(area.x + 2, area.y + 1, said)
        return
    said = [_capital(match, challenger)]
    said.append(Span(", the challenger, put these gods on the table."))
    canvas.spans(area.x + 2, area.y + 1, said)
    first = challenger if isinstance(challenger, int) else 0
    seats = scene.seats
    said = [Span("order ", DIM)]
    for step in range(1, seats):
        seat = (first + step) % seats
        done = " ✓" if reading.god_of(view, seat) else ""
        said += [named(match, seat), Span(f"{done} · ", DIM)]
    said += [Span("then ", DIM), named(match, first), Span(f" {who.verb('get')} the last", DIM)]
    if spans_width(said) <= area.width - 4:
        canvas.spans(area.x + 2, area.y + 2, said)


def _capital(match: Match, seat: object) -> Span:
    """Name a player at the beginning of a sentence."""
    name, style = named(match, seat)
    return Span(f"{name[:1].upper()}{name[1:]}", style)


def _draw_item(
    canvas: Canvas, scene: Scene, item: Item, area: Area, number: int, *, here: bool
) -> None:
    taken = item.taker is not None
    frame = HEAVY if here else DASHED if taken else ROUND
    style = ink("cur", "bg", "bold") if here else ink("line")
    canvas.box(area, style, frame)
    mark = f"▶ {number} ◀" if here else str(number)
    canvas.put(area.x + 2, area.y, f" {mark} ", ink("cur" if here else "text", "bg", "bold"))
    bottom = area.y + area.height - 2
    x, y, room, gap = area.x + 3, area.y + 2, area.width - 6, 1
    if y + 1 + len(wrap(item.about, room)) + gap + len(wrap(item.text, room)) > bottom:
        x, y, room, gap = area.x + 2, area.y + 1, area.width - 4, 0  # the text needs it more
    looks = ("bold", "strike") if taken else ("bold",)
    role = "dim" if taken else "bright" if item.target.kind == "god" else item.role
    canvas.put(x, y, shorten(item.title.upper(), room), ink(role, "bg", *looks))
    about = item.role if item.target.kind == "god" and not taken else "dim"
    y += 1
    for text, ground in ((item.about, about), (item.text, "dim" if taken else "text")):
        lines = [[Span(line, ink(ground))] for line in wrap(text, room)]
        for spans in facts.shortened(lines, bottom - y, room):
            canvas.spans(x, y, spans)
            y += 1
        y += gap
    if taken:
        _draw_taker(canvas, scene, item, x, bottom, room)
    elif here and scene.mine:
        word = "take it" if item.target.kind == "god" else "begins"
        canvas.put(x, bottom, f" Enter {word} ", ink("ink", "cur", "bold"))
    canvas.mark(area, item.target)


def _draw_taker(canvas: Canvas, scene: Scene, item: Item, x: int, y: int, room: int) -> None:
    assert item.taker is not None  # of those that are taken
    x = canvas.spans(x, y, [Span("taken by ", DIM), reading.chip(item.taker), Span(" ")])
    name = named(scene.match, item.taker)
    canvas.put(x, y, shorten(name.text, max(3, room - 13)), name.style)
