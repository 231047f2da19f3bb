"""The parts that all screens share: the banner, the guidance and the line of keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.keys import Key
from eriantys.client.text import cut, width, wrap

TITLE = ink("accent", "bar", "bold")
BAR = ink("text", "bar")
BAR_DIM = ink("dim", "bar")
GUIDE = ink("text", "me")
GUIDE_BRIGHT = ink("bright", "me", "bold")
GUIDE_KEY = ink("accent", "me", "bold")
GUIDE_DIM = ink("dim", "me")
GUIDE_CHOSEN = ink("cur", "me", "bold")
GUIDE_ARROW = Span("▸ ", GUIDE_KEY)
"""Before what is asked."""
HINT_KEY = ink("accent")
HINT = ink("dim")


def banner(
    canvas: Canvas, left: Iterable[Span], right: Sequence[Span] = (), bg: str = "bar"
) -> None:
    """Draw the first row: where we are on the left, and how things stand on the right."""
    canvas.fill(Area(0, 0, canvas.width, 1), ink("text", bg))
    room = canvas.width - spans_width(right) - 2
    x = 1
    for text, style in left:
        text = cut(text, max(0, room - x))
        x = canvas.put(x, 0, text, style)
    canvas.spans(canvas.width - spans_width(right) - 1, 0, right)


def guidance(canvas: Canvas, lines: Sequence[Iterable[Span]]) -> None:
    """Draw what is asked now, in the rows above the line of keys; its keys can be clicked."""
    top = canvas.height - 1 - len(lines)
    canvas.fill(Area(0, top, canvas.width, len(lines)), GUIDE)
    for row, spans in enumerate(lines):
        x = 1
        for text, style in spans:
            begin = x
            x = canvas.put(x, top + row, cut(text, max(0, canvas.width - x)), style)
            if style == GUIDE_KEY and x > begin:
                _mark(canvas, Area(begin, top + row, x - begin, 1), text.strip())


def named_in(lines: Iterable[Iterable[Span]]) -> set[str]:
    """Tell which keys a guidance names."""
    return {text.strip() for spans in lines for text, style in spans if style == GUIDE_KEY}


def hints(canvas: Canvas, pairs: Iterable[tuple[str, str]]) -> None:
    """Draw the keys that mean something now in the last row; a click on one is that key.

    What does not fit is left out, so the important ones come first; a pair is the key as it
    is shown and what it does. A key that is no single key, such as `←→`, cannot be clicked.
    """
    y = canvas.height - 1
    canvas.fill(Area(0, y, canvas.width, 1), HINT)
    x = 1
    for key, word in pairs:
        wide = width(key) + 1 + width(word)
        if x + wide > canvas.width:
            break
        begin = x
        x = canvas.put(x, y, key, HINT_KEY)
        x = canvas.put(x, y, f" {word}", HINT) + 2
        _mark(canvas, Area(begin, y, wide, 1), key)


def _mark(canvas: Canvas, area: Area, key: str) -> None:
    if (len(key) == 1 and key.isascii()) or key in ("Enter", "Esc", "Tab", "Space"):
        canvas.mark(area, Key(" " if key == "Space" else key))


def asking(text: str) -> list[Span]:
    """Make the guidance of a plain sentence."""
    return [GUIDE_ARROW, Span(text, GUIDE_BRIGHT)]


def asking_at_length(text: str, wide: int, most: int = 3) -> list[list[Span]]:
    """Make the guidance of a sentence that is to be read to its end, in several rows."""
    first, *more = wrap(text, wide - 4) or [""]
    return [asking(first), *([Span(f"  {line}", GUIDE_BRIGHT)] for line in more[: most - 1])]
