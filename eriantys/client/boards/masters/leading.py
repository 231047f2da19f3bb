"""Leaders: their faces, what they still want to see, and those of the others in a line."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import BRIGHT, DIM, GOLD, HEAD
from eriantys.client.boards.masters.reading import Held
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    CARD_LETTERS,
    CARD_ROLES,
    GOODS,
    ROMAN,
    Target,
)
from eriantys.client.boards.reading import number, part
from eriantys.client.canvas import HEAVY, ROUND, Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten
from eriantys.client.sentences import counted
from eriantys.client.text import wrap
from eriantys.games.masters.cards import Leader
from eriantys.games.masters.decisions import LEADERS
from eriantys.games.masters.names import (
    COLOURS,
    DEPOT,
    DISCARDED,
    DISCOUNT,
    MARBLE,
    PLAYED,
    RESOURCES,
)

_TITLES = {DISCOUNT: "DISCOUNT", DEPOT: "DEPOT", MARBLE: "MARBLE"}


def title_of(leader: Leader) -> str:
    """Name a kind of leader."""
    return _TITLES.get(leader.ability, "PRODUCTION")


def does(leader: Leader, bg: str = "bg") -> list[Span]:
    """Say in short what a leader does."""
    text = ink("text", bg)
    good = Span(GOODS[leader.resource], chips.good(leader.resource))
    match leader.ability:
        case "discount":
            return [Span("cards cost ", text), good, Span(" less", text)]
        case "depot":
            return [Span("holds two more ", text), good]
        case "marble":
            return [Span("W", chips.chip("wh")), Span(" marbles give ", text), good]
    made = [Span("any 1", text), Span(" + ", text), Span("F", chips.chip("R"))]
    return [good, Span("1", ink("text", bg, "bold")), Span(" ▸ ", text), *made]


def sign(leader: Leader) -> list[Span]:
    """Show in a few signs what a leader does."""
    good = Span(GOODS[leader.resource], chips.good(leader.resource))
    match leader.ability:
        case "discount":
            return [Span("−1", chips.FINE), good]
        case "depot":
            return [Span("+2", chips.FINE), good]
        case "marble":
            return [Span("W", chips.chip("wh")), Span("▸"), good]
    return [good, Span("▸?"), Span("F", chips.chip("R"))]


def needs(scene: Scene, leader: Leader, bg: str = "bg") -> list[Span]:
    """Show what a leader wants to see, each with whether it is there."""
    lacks, cards = reading.missing(scene.view, scene.eyes, leader)
    spans: list[Span] = []
    for kind, count in enumerate(leader.goods):
        if count:
            spans += [*chips.counted(kind, count, bg), _tick(not lacks[kind], bg)]
    for colour, count in enumerate(leader.cards):
        if count:
            letter = CARD_LETTERS[colour]
            label = f"{letter} {ROMAN[leader.level]}" if leader.level else f"{count} {letter}"
            spans += [
                Span(label, chips.chip(CARD_ROLES[colour])),
                _tick(not cards[colour], bg),
            ]
    return spans


def _tick(there: bool, bg: str) -> Span:
    if there:
        return Span(" ✓ ", ink("fine", bg, "bold"))
    return Span(" ✗ ", ink("bad", bg, "bold"))


def lacking(scene: Scene, leader: Leader) -> str:
    """Say what a leader still wants: `1 stone is missing`; empty if it can be played."""
    listed = missing_words(scene, leader)
    if not listed:
        return ""
    one = len(listed) == 1 and listed[0].startswith("1 ")
    return f"{' and '.join(listed)} {'is' if one else 'are'} missing"


def missing_words(scene: Scene, leader: Leader) -> list[str]:
    """List what a leader still wants, in words."""
    lacks, cards = reading.missing(scene.view, scene.eyes, leader)
    listed = [counted(count, RESOURCES[kind]) for kind, count in enumerate(lacks) if count]
    level = f" {ROMAN[leader.level]}" if leader.level else ""
    listed += [
        f"{count} {COLOURS[colour]}{level} card{'' if count == 1 else 's'}"
        for colour, count in enumerate(cards)
        if count
    ]
    return listed


def draw_card(canvas: Canvas, scene: Scene, held: Held, area: Area) -> None:
    """Draw a leader of the own hand, with what can be done with it in the last row."""
    leader = held.leader
    play, discard = Target("play", held.slot), Target("discard", held.slot)
    pointed = scene.cursor in (play, discard)
    bg = "panel" if pointed else "bg"
    canvas.fill(area, ink("text", bg))
    if pointed:
        canvas.box(area, ink("cur", bg, "bold"), HEAVY)
    else:
        canvas.box(area, ink("fine" if held.fate == PLAYED else "line", bg), ROUND)
    name = f" {title_of(leader)} "
    canvas.put(area.x + 2, area.y, name, ink("bright", bg, "bold"))
    worth = f" {leader.points}VP "
    canvas.put(area.x + area.width - 1 - len(worth), area.y, worth, ink("gold", bg, "bold"))
    x, y, room = area.x + 2, area.y + 1, area.width - 3
    canvas.spans(x, y, does(leader, bg))
    row = canvas.spans(x, y + 2, [Span("needs ", ink("dim", bg))])
    wanted = needs(scene, leader, bg)
    if row + spans_width(wanted) <= area.x + area.width - 1:
        canvas.spans(row, y + 2, wanted)
        at = y + 3
    else:
        canvas.spans(x, y + 3, wanted)
        at = y + 4
    if held.fate == PLAYED:
        canvas.put(x, area.y + area.height - 2, "✓ works for you", ink("fine", bg, "bold"))
        return
    if held.fate == DISCARDED:
        canvas.put(x, area.y + area.height - 2, "thrown away", ink("dim", bg))
        return
    lacks = [] if scene.match.decision == LEADERS else missing_words(scene, leader)
    said = f"you lack {' and '.join(lacks)}" if lacks else ""
    for line in wrap(said, room - 1)[: max(0, area.y + area.height - 2 - at)]:
        canvas.put(x, at, line, ink("dim", bg))
        at += 1
    _draw_choices(canvas, scene, held, Area(area.x, area.y, area.width, area.height), bg)


def _draw_choices(canvas: Canvas, scene: Scene, held: Held, area: Area, bg: str) -> None:
    """Draw what can be done with a leader: both are a target each."""
    y = area.y + area.height - 2
    x = area.x + 1
    pairs = (("play", "play"), ("discard", "away" if area.width < 22 else "throw away"))
    for kind, word in pairs:
        target = Target(kind, held.slot)
        if target not in scene.choice.level or not scene.asks:
            continue
        wide = len(word) + 2
        canvas.mark(Area(x, y, wide, 1), target)
        if scene.cursor == target:
            canvas.put(x, y, f"▶{word}◀", ink("ink", "cur", "bold"))
        else:
            canvas.put(x, y, f"[{word}]", ink("accent", bg, "bold"))
        x += wide + 1


def draw_hand(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw all own leaders beside each other."""
    held = reading.leaders(scene.view, scene.eyes)
    wide = min(26, area.width // max(1, len(held)))
    for place, each in enumerate(held):
        draw_card(canvas, scene, each, Area(area.x + place * wide, area.y, wide, area.height))


def draw_panel(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the own leaders, those of the others, and how to read them."""
    x, y = area.x, area.y
    held = reading.leaders(scene.view, scene.eyes)
    if scene.match.seat is None and not scene.silent:
        canvas.put(x + 1, y, "Hands are hidden: only what was played is seen.", DIM)
    else:
        canvas.put(x + 1, y, "LEADERS" if scene.silent else "YOUR LEADERS", HEAD)
        told = "what was played" if scene.silent else "those in hand are seen by you alone"
        canvas.put(x + 15, y, told, DIM)
    draw_hand(canvas, scene, Area(x, y + 1, min(area.width, 26 * max(1, len(held))), 8))
    if len(held) < 3:
        right = Area(x + 53, y + 1, area.width - 54, 8)
        canvas.box(right, ink("line"))
        canvas.title(right, "THE OTHERS", BRIGHT)
        row = y + 2
        for seat in scene.others():
            name = shorten(scene.match.name_of(seat), right.width - 4)
            canvas.put(right.x + 2, row, name, ink(scene.role(seat), "bg", "bold"))
            canvas.spans(right.x + 2, row + 1, brief(scene, seat, right.width - 4)[0])
            row += 2
        if not scene.others():
            canvas.put(right.x + 2, row, "Lorenzo has none.", DIM)
    for at, spans in enumerate(_notes(scene)):
        canvas.spans(x + 1, y + 10 + at, spans)


def _notes(scene: Scene) -> list[list[Span]]:
    choosing = scene.match.decision == LEADERS
    last = "Throwing a leader away gives you 1 faith. Playing costs nothing."
    if choosing:
        last = "You keep two of the four; the others leave the game and bring nothing."
    return [
        [
            Span("2 G", chips.chip("G")),
            Span(" two green cards, covered ones count  ", DIM),
            Span("Y II", chips.chip("Y")),
            Span(" a yellow card of level II", DIM),
        ],
        [
            *chips.counted(0, 5),
            Span(" so many coins, wherever they lie; nothing of that is paid", DIM),
        ],
        [Span(last, DIM)],
    ]


def brief(scene: Scene, seat: int, room: int) -> list[list[Span]]:
    """Say in short rows which leaders a player has played, and how many are hidden."""
    played = [held for held in reading.leaders(scene.view, seat) if held.fate == PLAYED]
    hidden = reading.hidden(scene.view, seat)
    gone = number(part(scene.view, f"leaders/{seat}").get("discarded"))
    first: list[Span] = [Span("leaders ", DIM)] if room >= 24 else []
    for held in played:
        first += [*sign(held.leader), Span(" ", DIM)]
    if not played:
        first.append(Span("none ", DIM))
    first.append(Span(f"· {hidden} hidden", DIM))
    if gone and spans_width(first) + 9 <= room:
        first.append(Span(f" · {gone} gone", DIM))
    return [first]


def draw_box(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the own leaders in a box, two rows for each."""
    canvas.box(area, ink("line"))
    canvas.title(area, "LEADERS PLAYED" if scene.silent else "YOUR LEADERS", BRIGHT)
    x, y = area.x + 2, area.y + 1
    if scene.asks and scene.match.decision == LEADERS:
        canvas.put(x, y, "Keep two of those on the left:", DIM)
        canvas.put(x, y + 1, "nobody else sees them.", DIM)
        return
    for held in reading.leaders(scene.view, scene.eyes)[:2]:
        leader = held.leader
        canvas.spans(x, y, [*does(leader), Span(" ", DIM)])
        canvas.put(area.x + area.width - 5, y, f"{leader.points}VP", GOLD)
        row = y + 1
        if held.fate == PLAYED:
            canvas.put(x, row, "✓ played", chips.FINE)
        elif held.fate == DISCARDED:
            canvas.put(x, row, "thrown away", DIM)
        else:
            at = canvas.spans(x, row, needs(scene, leader))
            short = area.x + area.width - 1 - at
            _draw_small_choices(canvas, scene, held.slot, at, row, short)
        y += 2


def _draw_small_choices(
    canvas: Canvas, scene: Scene, slot: int, x: int, y: int, room: int
) -> None:
    for kind, word in (("play", "play"), ("discard", "throw")):
        target = Target(kind, slot)
        if not scene.legal(target) or room < len(word) + 2:
            continue
        canvas.mark(Area(x, y, len(word) + 2, 1), target)
        if scene.cursor == target:
            canvas.put(x, y, f"▶{word}◀", ink("ink", "cur", "bold"))
        else:
            canvas.put(x, y, f"[{word}]", ink("accent", "bg", "bold"))
        x += len(word) + 2
        room -= len(word) + 2


def spoken(leader: Leader) -> str:
    """Say what a leader does, to be listened to."""
    name = RESOURCES[leader.resource]
    return {
        DISCOUNT: f"cards cost one {name} less",
        DEPOT: f"two more places for {name}s",
        MARBLE: f"white marbles give a {name}",
    }.get(leader.ability, f"one {name} makes anything and one faith")


def spoken_needs(leader: Leader) -> str:
    """Say what a leader wants to see."""
    listed = [
        counted(count, RESOURCES[kind]) for kind, count in enumerate(leader.goods) if count
    ]
    level = f" of level {leader.level}" if leader.level else ""
    listed += [
        f"{count} {COLOURS[colour]} card{'' if count == 1 else 's'}{level}"
        for colour, count in enumerate(leader.cards)
        if count
    ]
    return " and ".join(listed)
