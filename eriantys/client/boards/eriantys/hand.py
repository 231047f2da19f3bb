"""The assistants of one player: those that can be played, and why the others cannot.

A card that was played is struck out; one whose value somebody has taken this round is dim,
with the name of whoever took it. The hand is the own one; watchers see the hand of the school
that they look at.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.eriantys import chips
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.boards.eriantys.schools import BRIGHT, CURSOR, DIM, LINE, TEXT
from eriantys.client.canvas import DASHED, HEAVY, ROUND, Area, Canvas, Style, ink
from eriantys.client.names import shorten
from eriantys.client.text import cut, width
from eriantys.games.eriantys.names import ASSISTANTS, MOTHER_STEPS

PANEL_ROWS = 4
CARDS_SIZE = (87, 7)
"""What the cards take, in columns and rows, with the frame around them."""
_CARD_WIDTH = 8

PLAYED = ink("line", "bg", "strike")
STEPS = ink("mn")


class Card(NamedTuple):
    """One assistant, and how it stands with it."""

    value: int
    held: bool
    """Whether it is still in the hand."""
    now: bool
    """Whether it is the one of this round."""
    taken_by: str
    """Who has taken this value this round before; empty for nobody."""
    open: bool
    """Whether it can be played, as far as the others' cards go."""
    cursor: bool

    @property
    def steps(self) -> str:
        """How far Mother Nature may go with it, as signs."""
        return "»" * MOTHER_STEPS[self.value]

    @property
    def note(self) -> str:
        """What is told below its value."""
        if self.now:
            return self.steps
        if not self.held:
            return "played"
        return self.taken_by or self.steps


def owner(scene: Scene) -> int:
    """Tell whose hand is shown."""
    return scene.shown if scene.match.watching else scene.eyes


def cards(scene: Scene) -> list[Card]:
    """Tell of all ten assistants how it stands with them."""
    seat = owner(scene)
    held = set(chips.hand(scene, seat))
    now = chips.assistant(scene, seat)
    taken = _taken(scene, seat) if now is None else {}
    legal = {target.which for target in scene.marked if target.kind == "assistant"}
    if not (scene.asks_assistant and legal):
        # Whoever holds nothing but taken values may repeat one.
        legal = held - set(taken) or held
    return [
        Card(
            value,
            value in held,
            value == now,
            taken.get(value, ""),
            value in legal,
            scene.cursor == Target("assistant", value),
        )
        for value in ASSISTANTS
    ]


def _taken(scene: Scene, seat: int) -> dict[int, str]:
    """Tell who has taken which value, while assistants are being played."""
    if scene.match.view["turn"]["phase"] != "planning":
        return {}
    found: dict[int, str] = {}
    for other in scene.match.view["order"]:
        value = chips.assistant(scene, other)
        if other != seat and value is not None:
            found.setdefault(value, scene.name(other))
    return found


def _title(scene: Scene) -> str:
    seat = owner(scene)
    if seat == scene.match.seat:
        return "ASSISTANTS"
    return f"{scene.match.name_of(seat)}’s ASSISTANTS"


def _frame(canvas: Canvas, scene: Scene, area: Area, hint: str) -> None:
    canvas.mark(area, Target("hand"))
    canvas.box(area, ink("cur") if scene.asks_assistant else LINE)
    title = cut(_title(scene), area.width - 8)
    canvas.put(area.x + 2, area.y, f" {title} ", CURSOR if scene.asks_assistant else BRIGHT)
    at = area.x + 4 + width(title)
    if at + width(hint) + 4 <= area.x + area.width:
        canvas.put(at, area.y, f" {hint} ", DIM)


def _mark(canvas: Canvas, scene: Scene, card: Card, area: Area) -> None:
    if card.held and owner(scene) == scene.match.seat:
        canvas.mark(area, Target("assistant", card.value))


def draw_panel(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the hand in two rows: the values, and below them steps or reasons."""
    _frame(canvas, scene, area, "value, » = steps of Mother Nature")
    place = (area.width - 2) // len(ASSISTANTS)
    begin = area.x + 1 + (area.width - 2 - place * len(ASSISTANTS)) // 2
    for number, card in enumerate(cards(scene)):
        x, y = begin + number * place, area.y + 1
        room = place - 2
        value, note = _panel_styles(card)
        canvas.put(x + 1, y, str(card.value).center(room), value)
        canvas.put(x + 1, y + 1, _centred(card.note, room), note)
        if card.cursor:
            canvas.put(x, y, "▶", CURSOR)
            canvas.put(x + place - 1, y, "◀", CURSOR)
        _mark(canvas, scene, card, Area(x, y, place, 2))


def _panel_styles(card: Card) -> tuple[Style, Style]:
    """Choose the styles of the two rows of a card."""
    if card.cursor or card.now:
        return ink("ink", "cur", "bold"), ink("ink", "cur")
    if not card.held:
        return PLAYED, DIM
    if not card.open:
        return DIM, DIM
    return ink("bright", "land", "bold"), ink("mn" if not card.taken_by else "dim", "land")


def _centred(text: str, room: int) -> str:
    text = shorten(text, room)
    before = (room - width(text)) // 2
    return " " * before + text + " " * (room - width(text) - before)


def draw_cards(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the hand as cards beside each other."""
    _frame(canvas, scene, area, "value, » = steps of Mother Nature; struck out = played")
    room = area.width - 2
    gap = min(2, (room - _CARD_WIDTH * len(ASSISTANTS)) // (len(ASSISTANTS) - 1))
    wide = _CARD_WIDTH * len(ASSISTANTS) + gap * (len(ASSISTANTS) - 1)
    begin = area.x + 1 + (room - wide) // 2
    for number, card in enumerate(cards(scene)):
        place = Area(begin + number * (_CARD_WIDTH + gap), area.y + 1, _CARD_WIDTH, 5)
        _draw_card(canvas, card, place)
        _mark(canvas, scene, card, place)


def _draw_card(canvas: Canvas, card: Card, area: Area) -> None:
    x, y, room = area.x + 1, area.y, area.width - 2
    chosen = card.cursor or card.now
    if chosen:
        canvas.box(area, CURSOR, HEAVY)
    elif card.held:
        canvas.box(area, TEXT if card.open else LINE, ROUND)
    else:
        canvas.box(area, LINE, DASHED)
    value = BRIGHT if (card.open and card.held) or chosen else DIM
    if not card.held and not card.now:
        value = PLAYED
    if card.cursor:
        canvas.put(x, y, "▶".ljust(room - 1, "━") + "◀", CURSOR)
    canvas.put(x, y + 1, _centred(str(card.value), room), value)
    if card.held or card.now:
        steps = STEPS if card.open or chosen else DIM
        canvas.put(x, y + 2, _centred(card.steps, room), steps)
    if card.now:
        canvas.put(x, y + 3, _centred("now", room), ink("ink", "cur", "bold"))
    elif not card.held:
        canvas.put(x, y + 2, _centred("played", room), DIM)
    elif card.taken_by:
        canvas.put(x, y + 3, _centred(card.taken_by, room), DIM)
