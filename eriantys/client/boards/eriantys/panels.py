"""Panels that ask: the characters' cards, and the steps that they ask for.

They take the lower half of the screen. The ring stays to be seen, because it is what most of
the questions are about.
"""

from __future__ import annotations

from eriantys.client.boards.eriantys import cards, chips, consequences, panel, swapping
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.reading import number
from eriantys.client.boards.eriantys.scene import LETTERS, Scene, Target
from eriantys.client.canvas import HEAVY, ROUND, Area, Canvas, Span, ink
from eriantys.client.frame import GUIDE, GUIDE_BRIGHT, GUIDE_DIM, GUIDE_KEY
from eriantys.client.match import Match
from eriantys.client.text import cut, width, wrap
from eriantys.games.eriantys.characters import STOLEN
from eriantys.games.eriantys.names import COLOURS

_CURSOR = ink("ink", "cur", "bold")
_BOX = 11
"""Columns of the box around a colour."""

_WITH_PANEL = {
    "monk-student": "MONK  1 of 2: pick a student",
    "princess-student": "PRINCESS  pick a student",
    "mushroom-colour": "MUSHROOM  pick a colour",
    "thief-colour": "THIEF  pick a colour",
}


def is_open(choice: Choice, card: int) -> bool:
    """Tell whether there is a panel now."""
    asks = choice.decision in _WITH_PANEL or choice.decision in swapping.MOST_SWAPS
    return bool(card) or (choice.mine and asks)


def draw(canvas: Canvas, scene: Scene, choice: Choice, card: int) -> None:
    """Draw the panel that is asking now, if any."""
    if card:
        _draw_cards(canvas, scene, choice, card)
    elif choice.mine and choice.decision in swapping.MOST_SWAPS:
        swapping.draw(canvas, scene, choice)
    elif choice.mine and choice.decision in _WITH_PANEL:
        _draw_colours(canvas, scene, choice)


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


def _short_reason(match: Match, choice: Choice, slot: int) -> str:
    """Say beside a card why it cannot be played; those who look on need no reason."""
    if match.seat is None or slot in choice.plays:
        return ""
    return cards.why_not(match.view, match.seat, slot) or "not now"


def _draw_cards(canvas: Canvas, scene: Scene, choice: Choice, card: int) -> None:
    match = scene.match
    coins = "" if match.seat is None else f"you ¢{match.view[f'school/{match.seat}']['coins']}"
    inside = panel.begin(canvas, "CHARACTERS", coins)
    y = inside.y
    for slot in (1, 2, 3):
        part = match.view[f"character/{slot}"]
        label = f" {slot} {cards.CARDS[part['name']].title} ¢{part['price']} "
        place = Area(inside.x + (slot - 1) * (inside.width // 3), y, inside.width // 3, 2)
        if slot == card:
            canvas.put(place.x, y, f"▶{label}◀", _CURSOR)
        else:
            lively = slot in choice.plays
            canvas.put(place.x, y, f" {label} ", panel.BRIGHT if lively else panel.DIM)
        reason = cut(_short_reason(match, choice, slot), place.width - 4)
        canvas.put(place.x + 4, y + 1, reason, panel.DIM)
        canvas.mark(place, Target("character", slot))
    part = match.view[f"character/{card}"]
    told = cards.CARDS[part["name"]]
    lines = [
        *((line, panel.BRIGHT) for line in wrap(told.effect, inside.width)),
        *((line, panel.DIM) for line in wrap(told.limits, inside.width)),
    ]
    y += 2
    for line, style in lines[: inside.height - 5]:
        canvas.put(inside.x, y, line, style)
        y += 1
    y = _card_students(canvas, part, inside, y)
    canvas.put(inside.x, y, "it asks", panel.DIM)
    room = inside.y + inside.height - 1 - y
    for line in wrap(_asked(told), inside.width - 13)[:room]:
        canvas.put(inside.x + 13, y, line, panel.TEXT)
        y += 1
    canvas.put(inside.x, y, "price", panel.DIM)
    words = cards.price_words(match.view, card)
    canvas.put(inside.x + 13, y, cut(words, inside.width - 13), panel.GOLD)


def _asked(told: cards.Card) -> str:
    steps = [f"{number} {step}" for number, step in enumerate(told.asks, 1)]
    return "; ".join(steps) or "nothing: it works at once"


def _card_students(canvas: Canvas, part: dict[str, object], inside: Area, y: int) -> int:
    students = chips.row(part["students"])
    if any(students):
        canvas.put(inside.x, y, "on the card", panel.DIM)
        panel.put_students(canvas, inside.x + 13, y, students)
        return y + 1
    if part["name"] == "grandma":
        canvas.put(inside.x, y, "on the card", panel.DIM)
        canvas.put(inside.x + 13, y, f"⊘{part['no_entry']} no-entry tiles", panel.TEXT)
        return y + 1
    return y


def _draw_colours(canvas: Canvas, scene: Scene, choice: Choice) -> None:
    """Draw one wide chip for each student or colour that can be picked."""
    title, paid = _WITH_PANEL[choice.decision], panel.paid(scene.match, scene.eyes)
    inside = panel.begin(canvas, title, paid)
    x, y = inside.x, inside.y
    high = 0
    for target in choice.targets:
        if target.kind not in ("card", "colour"):
            continue  # a broken server may offer anything
        notes = _notes(scene, choice.decision, target.which)
        high = len(notes) + 3
        area = Area(x, y, _BOX, high)
        here = target == choice.cursor
        canvas.box(area, panel.FRAME if here else panel.LINE, HEAVY if here else ROUND)
        letter = LETTERS[target.which]
        canvas.put(x + 4, y + 1, f" {letter} ", chips.chip(target.which))
        for row, note in enumerate(notes):
            begin = x + 1 + (_BOX - 2 - width(note)) // 2
            canvas.put(begin, y + 2 + row, note, panel.TEXT if here else panel.DIM)
        canvas.mark(area, target)
        x += _BOX + 1
    told = cards.CARDS[choice.decision.partition("-")[0]]
    y += high
    for line in wrap(told.effect, inside.width)[: max(0, inside.y + inside.height - 1 - y)]:
        canvas.put(inside.x, y, line, panel.DIM)
        y += 1
    panel.put_keys(canvas, inside, choice)


def _notes(scene: Scene, decision: str, colour: int) -> list[str]:
    """Say below a chip what matters about this colour, in lines that fit its box."""
    view = scene.match.view
    match decision:
        case "princess-student":
            count = view[f"dining/{scene.eyes}"][colour]
            return [f"{count}→{count + 1}"]
        case "thief-colour":
            return [_loss(scene, seat, colour) for seat in range(scene.seats)]
    holder = view["professors"][colour]
    whose = "no ♛" if holder is None else f"{cut(scene.name(holder), _BOX - 4)} ♛"
    if decision == "mushroom-colour":
        count = consequences.on_islands(view, COLOURS[colour])
        return [whose, "−0" if holder is None else f"−{count}"]
    return [whose]


def _loss(scene: Scene, seat: int, colour: int) -> str:
    """Say how many students of a colour the Thief takes from a player."""
    lost = min(STOLEN, number(scene.match.view[f"dining/{seat}"][colour]))
    return f"{cut(scene.name(seat), _BOX - 5)} −{lost}"
