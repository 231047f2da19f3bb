"""The middle of the ring: clouds, characters and the bag, which belong to everybody.

Three ways to draw the same: `strip(canvas, scene, area)` needs two rows of 68 cells,
`centre(canvas, scene, area)` five rows of 42 and `boxes(canvas, scene, area)` six rows of 51;
`area` is what `ring.middle` gives for the form. Each paints its ground itself, and lets clouds
and characters be clicked. A simple game has no characters, and their place stays empty.
`characters(scene)` reads the cards as the view shows them.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.eriantys import chips
from eriantys.client.boards.eriantys.chips import Mark, framed, mark_ink, mark_of, students
from eriantys.client.boards.eriantys.scene import LETTER_OF, LETTERS, Scene, Target
from eriantys.client.canvas import (
    DASHED,
    HEAVY,
    ROUND,
    SQUARE,
    Area,
    Canvas,
    Span,
    Style,
    ink,
    spans_width,
)

SEA = "sea"
GROUND = ink("text", SEA)
DIM = ink("dim", SEA)
BRIGHT = ink("bright", SEA, "bold")
IN_USE = ink("cur", SEA, "bold")

EFFECTS = {
    "monk": ("a student to an island", "to an island"),
    "farmer": ("ties win you professors", "ties win ♛"),
    "herald": ("resolve any island now", "resolve any"),
    "postman": ("Mother Nature 2 further", "2 steps more"),
    "grandma": ("bar an island once", "no entry"),
    "centaur": ("towers do not count", "no towers"),
    "jester": ("swap up to 3 students", "swap up to 3"),
    "knight": ("2 more influence", "2 influence"),
    "mushroom": ("a colour does not count", "minus a colour"),
    "minstrel": ("swap 2 with your tables", "swap 2 seated"),
    "princess": ("a student to your table", "to a table"),
    "thief": ("all lose 3 of a colour", "3 of a colour"),
}
"""What each character does, in 23 cells and in 14."""


class Character(NamedTuple):
    """A character on the table."""

    slot: int
    """From 1 on."""
    name: str
    price: int
    students: tuple[int, ...]
    no_entry: int
    in_use: bool
    """Whether it was played in this turn."""
    within_reach: bool
    """Whether the own coins pay it, and none was played in this turn."""
    colour: str | None
    """The colour that counts for nobody, while the Mushroom is in use."""

    @property
    def title(self) -> str:
        """Its name as it is written on the board."""
        return self.name.capitalize()


def characters(scene: Scene) -> list[Character]:
    """Read the characters of this match; none in a simple game."""
    view = scene.match.view
    played = view["effect"]["character"]
    found = []
    for slot in range(1, 4):
        part = view.get(f"character/{slot}")
        if part is None:
            continue
        in_use = played == part["name"]
        found.append(
            Character(
                slot,
                part["name"],
                part["price"],
                chips.row(part["students"]),
                part["no_entry"],
                in_use,
                not played
                and (scene.nobodys or chips.coins(scene, scene.eyes) >= part["price"]),
                view["effect"]["colour"] if in_use and part["name"] == "mushroom" else None,
            )
        )
    return found


def bag(scene: Scene) -> int:
    """Count the students in the bag."""
    return sum(students(scene, "bag"))


def cloud_size(scene: Scene) -> int:
    """Tell how many students a full cloud holds."""
    return 4 if scene.seats == 3 else 3


def empty_word(scene: Scene) -> str:
    """Say why a cloud is empty."""
    view = scene.match.view
    if view["turn"]["phase"] == "planning" or view["ending"]["short_round"]:
        return "empty"
    return "taken"


# Two rows.


def strip(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the clouds and the bag in one row, the characters in the next."""
    canvas.fill(area, GROUND)
    left = area.x + 1
    wide = 7 + 2 * cloud_size(scene)
    for number in range(1, scene.seats + 1):
        _cloud(canvas, scene, number, left + (number - 1) * wide, area.y, gap=1)
    count = f"bag {bag(scene)}"
    canvas.put(area.x + area.width - 2 - len(count), area.y, count, bag_ink(scene))
    cards = characters(scene)
    written = [_card_in_a_row(scene, card) for card in cards]
    room = area.width - 1 - sum(map(spans_width, written))
    gap = 3 if room >= 3 * len(cards) - 3 else 1
    x = left - 1
    for card, spans in zip(cards, written, strict=True):
        end = canvas.spans(x, area.y + 1, spans)
        canvas.mark(Area(x, area.y + 1, end - x, 1), Target("character", card.slot))
        x = end + gap - 1


def bag_ink(scene: Scene) -> Style:
    """Give the style of the bag's count: an empty bag ends the game."""
    return ink("bad", SEA, "bold") if not bag(scene) else DIM


def _cloud(canvas: Canvas, scene: Scene, number: int, x: int, y: int, gap: int) -> None:
    """Draw `☁1` and its students; its signs stand in the cells before and after it."""
    target = Target("cloud", number)
    mark = mark_of(scene, target)
    five = students(scene, f"cloud/{number}")
    full = any(five)
    canvas.put(x - 1, y, framed(f"☁{number}", mark), mark_ink(mark, SEA))
    if mark is Mark.CURSOR:
        canvas.put(x, y, f"☁{number}", ink("ink", "cur", "bold"))
    elif not full and mark is Mark.NONE:
        canvas.put(x, y, f"☁{number}", DIM)
    begin = x + 3 + gap if full else x + 3
    if full:
        end = chips.chips(canvas, begin, y, five)
    else:
        end = canvas.put(begin, y, empty_word(scene), DIM)
    if target in scene.fresh:
        canvas.restyle(Area(x, y, 2, 1), lambda style: style._replace(fg="bright"))
    canvas.mark(Area(x - 1, y, end - x + 1, 1), target)


def _label(scene: Scene, card: Character) -> list[Span]:
    """Write `c1 Monk ` with its signs; what is out of reach is dim."""
    target = Target("character", card.slot)
    mark = mark_of(scene, target)
    lively = card.within_reach or card.in_use
    name = BRIGHT if target in scene.fresh else GROUND if lively else DIM
    if mark is Mark.CURSOR:
        name = ink("cur", SEA, "bold")
    return [
        Span(framed(f"c{card.slot}", mark), mark_ink(mark, SEA, "accent" if lively else "dim")),
        Span(card.title, name),
    ]


def _price(card: Character) -> Span:
    return Span(f"¢{card.price}", ink("gold" if card.within_reach else "dim", SEA, "bold"))


def _card_in_a_row(scene: Scene, card: Character) -> list[Span]:
    spans = [*_label(scene, card), Span(" ", GROUND)]
    spans.append(Span(_in_use(card), IN_USE) if card.in_use else _price(card))
    if any(card.students):
        spans.append(Span(" ", GROUND))
        spans += [
            Span(LETTERS[colour], chips.chip(colour)) for colour in chips.spread(card.students)
        ]
    if card.no_entry:
        spans.append(Span(f" ⊘{card.no_entry}", ink("bad", SEA, "bold")))
    return spans


def _in_use(card: Character) -> str:
    return "in use" if card.colour is None else f"no {LETTER_OF[card.colour]}"


# Five rows.


def centre(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the clouds in one row, and each character in a row of its own."""
    canvas.fill(area, GROUND)
    left = area.x + 1
    wide = {2: 18, 3: 14, 4: 10}[scene.seats]
    gap = 0 if scene.seats == 4 else 1
    for number in range(1, scene.seats + 1):
        _cloud(canvas, scene, number, left + (number - 1) * wide, area.y, gap)
    count = f"bag {bag(scene)}"
    canvas.put(area.x + area.width - 1 - len(count), area.y + 1, count, bag_ink(scene))
    for card in characters(scene):
        y = area.y + 1 + card.slot
        canvas.spans(left - 1, y, _label(scene, card))
        canvas.spans(left + 12, y, [_price(card)])
        x = left + 16
        if any(card.students):
            x = chips.chips(canvas, x, y, card.students) + 2
        if card.no_entry:
            x = canvas.put(x, y, f"⊘{card.no_entry}", ink("bad", SEA, "bold")) + 1
        if card.in_use:
            canvas.put(x, y, _in_use(card), IN_USE)
        elif not any(card.students):
            canvas.put(x, y, EFFECTS[card.name][0], DIM)
        canvas.mark(Area(left - 1, y, area.width, 1), Target("character", card.slot))


# Six rows.


def boxes(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw each cloud and each character in a box."""
    canvas.fill(area, GROUND)
    for number in range(1, scene.seats + 1):
        _cloud_box(canvas, scene, number, Area(area.x + (number - 1) * 11, area.y, 11, 3))
    canvas.put(area.x + 45, area.y, "bag", DIM)
    style = bag_ink(scene) if not bag(scene) else BRIGHT
    canvas.put(area.x + 45, area.y + 1, str(bag(scene)), style)
    for card in characters(scene):
        place = Area(area.x + (card.slot - 1) * 17, area.y + 3, 17, 3)
        _card_box(canvas, scene, card, place)


def _cloud_box(canvas: Canvas, scene: Scene, number: int, area: Area) -> None:
    target = Target("cloud", number)
    mark = mark_of(scene, target)
    five = students(scene, f"cloud/{number}")
    full = any(five)
    border = mark_ink(mark, SEA) if full else DIM
    canvas.box(area, border, HEAVY if mark is Mark.CURSOR else ROUND if full else DASHED)
    canvas.put(area.x + 2, area.y, framed(f"☁{number}", mark), border)
    if not full:
        canvas.put(area.x + 3, area.y + 1, empty_word(scene), DIM)
    elif cloud_size(scene) == 3:
        chips.chips(canvas, area.x + 2, area.y + 1, five, 3)
    else:
        chips.chips(canvas, area.x + 2, area.y + 1, five)
    canvas.mark(area, target)


def _card_box(canvas: Canvas, scene: Scene, card: Character, area: Area) -> None:
    target = Target("character", card.slot)
    mark = mark_of(scene, target)
    lively = card.within_reach or card.in_use
    if mark is Mark.NONE:
        border = ink("gold" if lively else "line", SEA)
    else:
        border = mark_ink(mark, SEA)
    canvas.box(area, border, HEAVY if mark is Mark.CURSOR else SQUARE)
    blank = Span(" ", GROUND)
    end = canvas.spans(area.x + 1, area.y, [*_label(scene, card), blank])
    if end < area.x + 14:
        canvas.spans(area.x + 12, area.y, [blank, _price(card), blank])
    else:
        canvas.spans(end, area.y, [_price(card)])
    x, y = area.x + 2, area.y + 1
    if any(card.students):
        chips.chips(canvas, x, y, card.students)
    elif card.in_use:
        canvas.put(x, y, _in_use(card), IN_USE)
    elif not card.within_reach:
        canvas.put(x, y, unreachable(scene, card), DIM)
    else:
        if card.no_entry:
            x = canvas.put(x, y, f"⊘{card.no_entry}", ink("bad", SEA, "bold")) + 1
        canvas.put(x, y, EFFECTS[card.name][1], GROUND)
    canvas.mark(area, target)


def unreachable(scene: Scene, card: Character) -> str:
    """Say why a character cannot be played by the own seat now."""
    if chips.coins(scene, scene.eyes) < card.price:
        return "too expensive"
    return "one each turn"
