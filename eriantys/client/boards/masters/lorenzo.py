"""Lorenzo in the solo game: his last token, those that can still come, and the cards left."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import DIM, HEAD
from eriantys.client.boards.masters.faith import CROSS
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import CARD_ROLES
from eriantys.client.boards.reading import View, part, row
from eriantys.client.canvas import HEAVY, Area, Canvas, Span, Style, ink
from eriantys.client.match import Line
from eriantys.games.masters.cards import CARDS
from eriantys.games.masters.names import COLOURS, LAST_SPACE, LEVELS, TOKENS

STACK = (0, 1, 2, 3, 4, 4, 5)
"""All his tokens, by number."""
_TWICE = 2


def token_word(token: int) -> str:
    """Say in short what a token does."""
    if token < len(COLOURS):
        return f"{COLOURS[token]} −2"
    return f"{CROSS} +2" if TOKENS[token] == "cross" else f"{CROSS} +1, shuffle"


def token_style(token: int) -> Style:
    """Give the style of a token that can still come."""
    return chips.chip(CARD_ROLES[token] if token < len(COLOURS) else "R")


def last_token(scene: Scene) -> tuple[int, tuple[int, ...]] | None:
    """Find the token that came last, and the cards that it took."""
    for entry in reversed(scene.match.story):
        if isinstance(entry, Line):
            for event in entry.events:
                if event.kind == "token revealed":
                    token = event.facts.get("token")
                    if token in TOKENS:
                        return TOKENS.index(str(token)), row(event.facts.get("cards"))
    drawn = [token for token in drawn_tokens(scene.view) if token < len(TOKENS)]
    return (drawn[-1], ()) if drawn else None


def drawn_tokens(view: View) -> tuple[int, ...]:
    """List the tokens that came since the last shuffle."""
    return row(part(view, "lorenzo").get("drawn"))


def chances(view: View) -> tuple[int, int, int]:
    """Count the tokens to come: those with a cross, those with a colour, and all."""
    left = list(STACK)
    for token in drawn_tokens(view):
        if token in left:
            left.remove(token)
    colours = sum(token < len(COLOURS) for token in left)
    return len(left) - colours, colours, len(left)


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw him into nine rows of eighty columns."""
    x, y = area.x, area.y
    canvas.put(x + 2, y, "LAST TOKEN", HEAD)
    _draw_last(canvas, scene, Area(x + 1, y + 1, 20, 5))
    at = reading.cross(scene.view)
    canvas.spans(
        x + 2,
        y + 6,
        [
            Span("cross ", DIM),
            Span(str(at), ink("R", "bg", "bold")),
            Span(f" of {LAST_SPACE}", DIM),
        ],
    )
    report = reading.next_report(scene.view)
    if report is not None:
        canvas.put(x + 2, y + 7, f"report {report}: he in {max(0, report - at)}", DIM)
    canvas.put(x + 23, y, "TOKENS, drawn: struck", HEAD)
    for place, (token, is_drawn) in enumerate(_tokens(scene.view)):
        _draw_token(canvas, x + 23, y + 1 + place, token, drawn=is_drawn)
    _draw_left(canvas, scene, x + 50, y)
    canvas.put(x + 43, y + 7, "he wins at 24, or when a colour ends", DIM)


def _tokens(view: View) -> list[tuple[int, bool]]:
    gone = list(drawn_tokens(view))
    told: list[tuple[int, bool]] = []
    for token in STACK:
        is_drawn = token in gone
        if is_drawn:
            gone.remove(token)
        told.append((token, is_drawn))
    return told


def _draw_last(canvas: Canvas, scene: Scene, area: Area) -> None:
    canvas.fill(area, ink("text", "panel"))
    canvas.box(area, ink("R", "panel", "bold"), HEAVY)
    told = last_token(scene)
    if told is None:
        canvas.put(area.x + 2, area.y + 1, "none yet: one", ink("dim", "panel"))
        canvas.put(area.x + 2, area.y + 2, "after each turn", ink("dim", "panel"))
        return
    token, cards = told
    canvas.put(area.x + 2, area.y + 1, f" {token_word(token)} ", token_style(token))
    for line, text in enumerate(_what_it_did(token, cards)):
        canvas.put(area.x + 2, area.y + 2 + line, text, ink("text", "panel"))


def _what_it_did(token: int, cards: tuple[int, ...]) -> list[str]:
    if token >= len(COLOURS):
        return ["the cross moves"]
    known = [CARDS[card] for card in cards if card in CARDS]
    levels = " and ".join("I" * card.level for card in known)
    return [f"took {levels}" if levels else "took two cards"]


def _draw_token(canvas: Canvas, x: int, y: int, token: int, *, drawn: bool) -> None:
    if drawn:
        canvas.put(x, y, "✓", chips.FINE)
        canvas.put(x + 2, y, f" {token_word(token)} ", ink("dim", "bg", "strike"))
    else:
        canvas.put(x, y, "·", DIM)
        canvas.put(x + 2, y, f" {token_word(token)} ", token_style(token))


def _draw_left(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Count the cards that are left, by colour and level; a colour that ends is a loss."""
    canvas.put(x, y, "CARDS", HEAD)
    canvas.put(x + 9, y, "I    II   III  all", DIM)
    for colour, name in enumerate(COLOURS):
        row_ = y + 1 + colour
        canvas.put(x, row_, f" {name} ".ljust(8), chips.chip(CARD_ROLES[colour]))
        counts = [reading.left(scene.view, colour * len(LEVELS) + at) for at in range(3)]
        for level, count in enumerate(counts):
            bars = "▮" * min(4, count)
            at = canvas.put(x + 9 + 5 * level, row_, bars, ink(CARD_ROLES[colour]))
            canvas.put(at, row_, "·" * (4 - len(bars)), DIM)
        total = sum(counts)
        style = chips.BAD if total <= _TWICE else chips.BRIGHT
        canvas.put(x + 24, row_, f"{total:>3}", style)
    crosses, colours, left = chances(scene.view)
    said = [Span("next: ", DIM), Span(CROSS, ink("R", "bg", "bold"))]
    said.append(Span(f" {crosses} of {left}, colour {colours}", DIM))
    canvas.spans(x, y + 5, said)


def draw_box(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw him in a box of eighteen rows and at least 36 columns."""
    canvas.box(area, ink("R"))
    canvas.title(area, "LORENZO", ink("R", "bg", "bold"))
    at = f" cross {reading.cross(scene.view)}/{LAST_SPACE} "
    canvas.put(area.x + area.width - len(at) - 2, area.y, at, ink("R", "bg", "bold"))
    x, y = area.x + 2, area.y + 1
    told = last_token(scene)
    canvas.put(x, y, "last token", DIM)
    if told is None:
        canvas.put(x + 11, y, "none yet", DIM)
    else:
        canvas.put(x + 11, y, f" {token_word(told[0])} ", token_style(told[0]))
        for line, text in enumerate(_what_it_did(*told)):
            canvas.put(x + 11, y + 1 + line, text, DIM)
    canvas.put(x, y + 3, "TOKENS, drawn ones struck out", HEAD)
    for place, (token, is_drawn) in enumerate(_tokens(scene.view)):
        column, line = divmod(place, 4)
        _draw_token(canvas, x + 16 * column, y + 4 + line, token, drawn=is_drawn)
    _draw_left(canvas, scene, x, y + 9)
    canvas.put(x, y + 15, "he wins at 24 or without a colour", DIM)
