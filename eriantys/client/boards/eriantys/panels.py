"""Panels that ask: the characters' cards, and the steps that they ask for.

They take the lower half of the screen. The ring stays to be seen, because it is what most of
the questions are about.
"""

from __future__ import annotations

from eriantys.client.boards.eriantys import asking, cards, layouts
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.scene import LETTERS, Scene, Target
from eriantys.client.canvas import HEAVY, ROUND, Area, Canvas, Span, ink
from eriantys.client.keys import Key
from eriantys.client.match import Match
from eriantys.client.screens.frame import GUIDE, GUIDE_BRIGHT, GUIDE_DIM, GUIDE_KEY
from eriantys.client.text import cut, width, wrap

_FRAME = ink("cur", "panel", "bold")
_TEXT = ink("text", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_DIM = ink("dim", "panel")
_KEY = ink("accent", "panel", "bold")
_GOLD = ink("gold", "panel", "bold")
_CURSOR = ink("ink", "cur", "bold")
_LINE = ink("line", "panel")

_WITH_PANEL = {
    "monk-student": "MONK  1 of 2: pick a student",
    "princess-student": "PRINCESS  pick a student",
    "mushroom-colour": "MUSHROOM MAN  pick a colour",
    "thief-colour": "THIEF  pick a colour",
    "jester-swap": "JESTER",
    "minstrel-swap": "MINSTREL",
}
_MOST_SWAPS = {"jester-swap": 3, "minstrel-swap": 2}


def is_open(choice: Choice, card: int) -> bool:
    """Tell whether there is a panel now."""
    return bool(card) or (choice.mine and choice.decision in _WITH_PANEL)


def draw(canvas: Canvas, scene: Scene, choice: Choice, card: int) -> None:
    """Draw the panel that is asking now, if any."""
    if card:
        _draw_cards(canvas, scene, choice, card)
    elif choice.mine and choice.decision in _MOST_SWAPS:
        _draw_swaps(canvas, scene, choice)
    elif choice.mine and choice.decision in _WITH_PANEL:
        _draw_colours(canvas, scene, choice)


def _panel(canvas: Canvas, title: str, right: str) -> Area:
    """Draw an empty panel over the lower half, and return what is inside."""
    rows = layouts.guidance_rows(canvas.width, canvas.height)
    top = 11 if rows == 1 else layouts.LOWER_HALF[canvas.width >= 130 and canvas.height >= 42]
    area = Area(0, top, canvas.width, min(canvas.height - 1 - rows - top, 13))
    canvas.fill(area, _TEXT)
    canvas.box(area, _FRAME, HEAVY)
    canvas.put(2, top, f" {title} ", _BRIGHT)
    if right:
        canvas.put(canvas.width - len(right) - 5, top, f" {right} ", _GOLD)
    return Area(3, top + 1, canvas.width - 6, area.height - 2)


def guidance(match: Match, choice: Choice, card: int, rows: int) -> list[list[Span]]:
    """Say what playing the open card would cost and do."""
    part = match.view[f"character/{card}"]
    title = cards.CARDS[part["name"]].title
    above = [Span("▸ ", GUIDE_KEY)]
    if card in choice.plays:
        coins = match.view[f"school/{match.seat}"]["coins"]
        left = coins - part["price"]
        above.append(Span(f"Play {title} for ¢{part['price']}?", GUIDE_BRIGHT))
        above.append(Span(f" You keep ¢{left}.", GUIDE))
        pairs = [("Enter", "play"), ("Esc", "back")]
    else:
        above.append(Span(why_not(match, choice, card), GUIDE_BRIGHT))
        pairs = [("←→", "other card"), ("Esc", "back")]
    keys = [
        span
        for key, word in pairs
        for span in (Span(f"  {key}", GUIDE_KEY), Span(f" {word}", GUIDE_DIM))
    ]
    return [above + keys] if rows == 1 else [above, keys]


def why_not(match: Match, choice: Choice, card: int) -> str:
    """Say why a character cannot be played now."""
    part = match.view[f"character/{card}"]
    title = cards.CARDS[part["name"]].title
    if match.seat is None:
        return f"{title} can be played by the players only."
    if not choice.mine:
        return f"It is not your turn; {title} can be played in it."
    played = match.view["effect"]["character"]
    if played:
        return f"You have played {cards.CARDS[played].title} in this turn: one is all."
    coins = match.view[f"school/{match.seat}"]["coins"]
    if part["price"] > coins:
        return f"{title} costs ¢{part['price']}, and you have ¢{coins}."
    if choice.decision == "assistant":
        return "Characters are played in the action phase."
    reason = cards.why_not(match.view, match.seat, card)
    return f"{title} cannot be played now: {reason}." if reason else f"Not now: {title}."


def _short_reason(match: Match, slot: int) -> str:
    return "" if match.seat is None else cards.why_not(match.view, match.seat, slot)


def _draw_cards(canvas: Canvas, scene: Scene, choice: Choice, card: int) -> None:
    match = scene.match
    coins = "" if match.seat is None else f"you ¢{match.view[f'school/{match.seat}']['coins']}"
    inside = _panel(canvas, "CHARACTERS", coins)
    x, y = inside.x, inside.y
    for slot in (1, 2, 3):
        part = match.view[f"character/{slot}"]
        label = f" {slot} {cards.CARDS[part['name']].title} ¢{part['price']} "
        reason = "" if slot in choice.plays else _short_reason(match, slot)
        begin = x
        if slot == card:
            x = canvas.put(x, y, f"▶{label}◀", _CURSOR)
        else:
            x = canvas.put(x, y, f" {label} ", _BRIGHT if slot in choice.plays else _DIM)
        if reason and x + len(reason) < inside.x + inside.width * slot // 3:
            x = canvas.put(x, y, reason, _DIM)
        canvas.mark(Area(begin, y, x - begin, 1), Target("character", slot))
        x += 2
    part = match.view[f"character/{card}"]
    told = cards.CARDS[part["name"]]
    rows: list[tuple[str, str, bool]] = [
        *(("", line, True) for line in wrap(told.effect, inside.width)),
        *(("", line, False) for line in wrap(told.limits, inside.width)),
    ]
    room = inside.height - 5
    y += 2
    for _, line, bright in rows[: max(1, room)]:
        canvas.put(inside.x, y, line, _BRIGHT if bright else _DIM)
        y += 1
    y = _card_students(canvas, part, inside, y)
    canvas.put(inside.x, y, "it asks", _DIM)
    canvas.put(inside.x + 13, y, cut(_asked(told), inside.width - 13), _TEXT)
    y += 1
    canvas.put(inside.x, y, "price", _DIM)
    words = cards.price_words(match.view, card)
    canvas.put(inside.x + 13, y, cut(words, inside.width - 13), _GOLD)


def _asked(told: cards.Card) -> str:
    steps = [f"{number} {step}" for number, step in enumerate(told.asks, 1)]
    return "  ".join(steps) or "nothing: it works at once"


def _card_students(canvas: Canvas, part: dict[str, object], inside: Area, y: int) -> int:
    students = part["students"]
    assert isinstance(students, bytes)
    if any(students):
        canvas.put(inside.x, y, "on the card", _DIM)
        _chips(canvas, inside.x + 13, y, students)
        return y + 1
    if part["name"] == "grandma":
        canvas.put(inside.x, y, "on the card", _DIM)
        canvas.put(inside.x + 13, y, f"⊘{part['no_entry']} no-entry tiles", _TEXT)
        return y + 1
    return y


def _chips(canvas: Canvas, x: int, y: int, students: bytes) -> int:
    for colour, count in enumerate(students):
        for _ in range(count):
            x = (
                canvas.put(x, y, f" {LETTERS[colour]} ", ink("ink", LETTERS[colour], "bold"))
                + 1
            )
    return x


def _draw_colours(canvas: Canvas, scene: Scene, choice: Choice) -> None:
    """Draw one wide chip for each student or colour that can be picked."""
    inside = _panel(canvas, _WITH_PANEL[choice.decision], _paid(scene))
    x, y = inside.x, inside.y + 1
    wide = 11
    for target in choice.targets:
        here = target == choice.cursor
        area = Area(x, y, wide, 4)
        canvas.box(area, _FRAME if here else _LINE, HEAVY if here else ROUND)
        letter = LETTERS[target.which]
        canvas.put(x + 4, y + 1, f" {letter} ", ink("ink", letter, "bold"))
        note = cut(_note(scene, choice, target.which), wide - 2)
        canvas.put(x + 1 + (wide - 2 - len(note)) // 2, y + 2, note, _TEXT if here else _DIM)
        canvas.mark(area, target)
        x += wide + 1
    told = cards.CARDS[choice.decision.partition("-")[0]]
    y += 5
    for line in wrap(told.effect, inside.width)[: max(0, inside.y + inside.height - 1 - y)]:
        canvas.put(inside.x, y, line, _DIM)
        y += 1
    _draw_keys(canvas, inside, choice)


def _note(scene: Scene, choice: Choice, colour: int) -> str:
    """Say below a chip what matters about this colour."""
    view = scene.match.view
    match choice.decision:
        case "princess-student":
            count = view[f"dining/{scene.eyes}"][colour]
            return f"{count}→{count + 1}"
        case "thief-colour":
            mine = min(3, view[f"dining/{scene.eyes}"][colour])
            return f"you −{mine}"
        case _:
            holder = view["professors"][colour]
            return "no ♛" if holder is None else f"{scene.name(holder)} ♛"


def _draw_swaps(canvas: Canvas, scene: Scene, choice: Choice) -> None:
    """Draw the two rows between which students are swapped."""
    view = scene.match.view
    most = _MOST_SWAPS[choice.decision]
    done = sum(view["effect"]["swaps"][0])
    inside = _panel(
        canvas, f"{_WITH_PANEL[choice.decision]}  swap {done + 1} of {most}", _paid(scene)
    )
    y = inside.y + 1
    canvas.put(inside.x, y, "entrance", _DIM)
    _swap_row(canvas, inside.x + 12, y, choice, view[f"entrance/{scene.eyes}"], "entrance")
    y += 2
    if choice.decision == "jester-swap":
        card = next(
            view[f"character/{slot}"]
            for slot in (1, 2, 3)
            if view[f"character/{slot}"]["name"] == "jester"
        )
        canvas.put(inside.x, y, "card", _DIM)
        _swap_row(canvas, inside.x + 12, y, choice, card["students"], "card")
    else:
        canvas.put(inside.x, y, "dining room", _DIM)
        _swap_row(canvas, inside.x + 12, y, choice, view[f"dining/{scene.eyes}"], "table")
    y += 2
    if scene.consequence:
        canvas.put(inside.x, y, cut(scene.consequence, inside.width), _TEXT)
    y += 1
    out, into = view["effect"]["swaps"][1], view["effect"]["swaps"][0]
    if done:
        canvas.put(inside.x, y, f"{done} done:", _DIM)
        x = canvas.put(inside.x + 12, y, "out ", _DIM)
        x = _chips(canvas, x, y, out)
        x = canvas.put(x, y, " in ", _DIM)
        _chips(canvas, x, y, into)
    _draw_keys(canvas, inside, choice)


def _draw_keys(canvas: Canvas, inside: Area, choice: Choice) -> None:
    """Name the keys of a panel in its last row."""
    x, y = inside.x, inside.y + inside.height - 1
    for key, word in asking.keys(choice):
        if x + width(key) + 1 + width(word) > inside.x + inside.width:
            break
        begin = x
        x = canvas.put(x, y, key, _KEY)
        x = canvas.put(x, y, f" {word}", _DIM) + 3
        if len(key) == 1 or key in ("Enter", "Esc"):
            canvas.mark(Area(begin, y, x - 3 - begin, 1), Key(key))


def _swap_row(
    canvas: Canvas, x: int, y: int, choice: Choice, students: bytes, kind: str
) -> None:
    for colour, count in enumerate(students):
        if not count:
            continue
        target = Target(kind, colour)
        here = target in (choice.cursor, choice.first)
        begin = x
        x = canvas.put(x, y, "▶" if here else " ", _FRAME)
        x = canvas.put(x, y, f" {LETTERS[colour]} ", ink("ink", LETTERS[colour], "bold"))
        x = canvas.put(x, y, f"{count}", _BRIGHT)
        x = canvas.put(x, y, "◀" if here else " ", _FRAME)
        canvas.mark(Area(begin, y, x - begin, 1), target)
        x += 1


def _paid(scene: Scene) -> str:
    """Show the coins that are left after the price was paid."""
    return f"you ¢{scene.match.view[f'school/{scene.eyes}']['coins']}"
