"""Every letter that is ever drawn can be read on its ground, with every number of colours.

Contrast is that of the Web Content Accessibility Guidelines: 4.5 for text, and 3 for what is
no text. Where a terminal chooses its colours itself, they are those of xterm as it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import pytest

from eriantys.client.canvas import Canvas, Style, ink
from eriantys.client.theme import Depth, Look, Theme
from tests.client.boards.santorini import towns
from tests.client.fuzz.driving import play
from tests.client.fuzz.script import write
from tests.client.test_theme import linear, luminance, numbers

Shade: TypeAlias = tuple[int, int, int]

STUDENTS = ("G", "R", "Y", "P", "B")
ACCENTS = ("accent", "bad", "cur", "fine", "gold", "mn")
TOWERS = ("wh", "bk", "gy")
TEXTS = ("text", "bright", "dim")
SEATS = ("p1", "p2", "p3")
STONES = ("l1", "l2", "l3")
SHADOWS = ("s1", "s2", "s3")
GROUND = ("g0", "g1")
DRAWN = {
    "bg": (*TEXTS, "line", "dome", *ACCENTS, *TOWERS, *STUDENTS, *SEATS, "serv"),
    "panel": (*TEXTS, "line", *ACCENTS, *TOWERS, *STUDENTS, *SEATS, "serv"),
    "me": (*TEXTS, "line", *ACCENTS, *TOWERS, *STUDENTS, *SEATS, "serv"),
    "land": (*TEXTS, "line", *ACCENTS, *TOWERS, *STUDENTS),
    "sea": (*TEXTS, "line", *ACCENTS),
    "bar": (*TEXTS, "line", "accent", "bad", "fine", "mn"),
    "alarm": TEXTS,
    "warn": (*TEXTS, "accent", "mn"),
    "good": ("text", "bright"),
    "sect": ("text", "dim", "bad", "cur", "fine", "mn", "G", "R", "B"),
    **dict.fromkeys(GROUND, ("text", "dim", "bad", "cur", "dome", *SEATS)),
    "hi": ("text", "accent", "cur", "dome", *SEATS),
    **dict.fromkeys(("accent", "cur", "gold", "mn", "serv", *TOWERS, *STUDENTS), ("ink",)),
    **dict.fromkeys((*SEATS, *STONES), ("ink",)),
}
"""By ground: the letters that are drawn on it."""
TEXT = 4.5
BARE = ("bg", "panel", "sea", "land", "me", "bar", *GROUND, "hi", "sect")
"""Grounds that are not painted where the look is the terminal's."""
NO_TEXT = ("line", "dome")
HEADS = {(seat, ground) for seat in SEATS for ground in (*GROUND, "hi")}
"""Workers' heads, which are dots; their letters stand on the colours of the seats."""
LINES = 3.0
"""Frames, domes, bars, empty places: nobody reads them, they are only to be seen."""
SEEN = 1.2
"""A chip has a letter that is read; it is enough that something is seen around it."""
UNKNOWN_GROUND = {Depth.TRUE: 4.5, Depth.MANY: 3.8, Depth.SIXTEEN: 3.9}
"""On black and on white alike. No colour can have more than 4.58 on both; of the 256 few come
near that, and of the sixteen none but three."""
BRIGHTEST_BLUE = 4.4
"""The blue of sixteen colours that can best be read on black is not quite as bright as text."""
SCRIPTS = 25

SIXTEEN: tuple[Shade, ...] = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0)),
    *((0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
BLACK, WHITE = SIXTEEN[0], SIXTEEN[15]


class Terminal(NamedTuple):
    """The colours that a terminal has by itself."""

    letter: Shade
    ground: Shade


ON_BLACK = Terminal(SIXTEEN[7], BLACK)
ON_WHITE = Terminal(BLACK, WHITE)


def of_256(number: int) -> Shade:
    """Find a colour of the 256: sixteen, a cube of 6x6x6, and 24 greys."""
    if number < 16:
        return SIXTEEN[number]
    if number < 232:
        red, green, blue = (
            55 + 40 * step if step else 0
            for step in ((number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6)
        )
        return red, green, blue
    grey = 8 + 10 * (number - 232)
    return grey, grey, grey


def shown(theme: Theme, style: Style, terminal: Terminal) -> Terminal:
    """Tell in which colours a terminal shows a style."""
    letter, ground = terminal
    codes = iter(numbers(theme, style))
    for code in codes:
        if code in (38, 48):
            kind = next(codes)
            shade = (
                (next(codes), next(codes), next(codes)) if kind == 2 else of_256(next(codes))
            )
            letter, ground = (shade, ground) if code == 38 else (letter, shade)
        elif code // 10 in (3, 9):
            letter = SIXTEEN[code - 30 if code < 90 else code - 82]
        elif code // 10 in (4, 10) and code >= 40:
            ground = SIXTEEN[code - 40 if code < 100 else code - 92]
    return Terminal(letter, ground)


def contrast(theme: Theme, fg: str, bg: str, terminal: Terminal) -> float:
    """Tell the contrast of a letter on its ground."""
    light = []
    for shade in shown(theme, ink(fg, bg), terminal):
        red, green, blue = (linear(value / 255) for value in shade)
        light.append(luminance((red, green, blue)) + 0.05)
    return max(light) / min(light)


def pairs() -> Iterator[tuple[str, str]]:
    for bg, letters in DRAWN.items():
        yield from ((fg, bg) for fg in letters)


def too_faint(theme: Theme, terminal: Terminal, text: float) -> dict[tuple[str, str], float]:
    """List the pairs that have less contrast than they must."""
    found = {pair: contrast(theme, *pair, terminal) for pair in pairs()}
    return {
        pair: round(value, 2)
        for pair, value in found.items()
        if value < (LINES if pair in HEADS or pair[0] in NO_TEXT else text)
    }


@pytest.mark.parametrize("ground", ["bg", "panel", "me"])
@pytest.mark.parametrize("chip", TOWERS)
@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY])
def test_chips_without_a_hue_are_seen_on_the_ground_they_lie_on(
    depth: Depth, look: Look, chip: str, ground: str
) -> None:
    theme = Theme(depth, look=look)
    light = []
    for role in (chip, ground):
        shade = shown(theme, ink("ink" if role == chip else "text", role), ON_BLACK).ground
        red, green, blue = (linear(value / 255) for value in shade)
        light.append(luminance((red, green, blue)) + 0.05)
    assert max(light) / min(light) > SEEN


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.MANY])
def test_painted_grounds_let_every_letter_be_read(depth: Depth, look: Look, safe: bool) -> None:
    assert too_faint(Theme(depth, look, safe=safe), ON_BLACK, TEXT) == {}


@pytest.mark.parametrize(("look", "terminal"), [("dark", ON_BLACK), ("light", ON_WHITE)])
def test_sixteen_colours_can_be_read_on_the_ground_they_are_for(
    look: Look, terminal: Terminal
) -> None:
    faint = too_faint(Theme(Depth.SIXTEEN, look), terminal, TEXT)
    assert {pair for pair, value in faint.items() if value < BRIGHTEST_BLUE} == set()
    assert {fg for fg, _ in faint} <= {"B", "p1"}


@pytest.mark.parametrize("terminal", [ON_BLACK, ON_WHITE], ids=["black", "white"])
@pytest.mark.parametrize("depth", UNKNOWN_GROUND)
def test_every_letter_can_be_read_where_nothing_is_known_of_the_ground(
    depth: Depth, terminal: Terminal
) -> None:
    least = UNKNOWN_GROUND[depth]
    assert too_faint(Theme(depth, "terminal"), terminal, least) == {}
    # Where a ground is painted, it is known.
    faint = too_faint(Theme(depth, "terminal"), terminal, TEXT)
    assert {pair for pair in faint if pair[1] not in BARE} == set()


def test_nothing_is_drawn_that_is_not_looked_at_here() -> None:
    drawn: set[tuple[str, str]] = set()

    def look(canvas: Canvas) -> None:
        for letters, styles in zip(canvas.letters, canvas.styles, strict=True):
            drawn.update(
                (style.fg, style.bg)
                for letter, style in zip(letters, styles, strict=True)
                if letter.strip()
            )

    for seed in range(SCRIPTS):
        play(write(seed), look)
    for board in towns.every_kind():
        for size in towns.SIZES:
            look(towns.picture(board, *size, towns.TALK))
    assert len(drawn) > 60
    # A sign in the colour of its ground is for those alone who see no colours.
    drawn = {(fg, bg) for fg, bg in drawn if fg != bg and not {fg, bg} & set(SHADOWS)}
    assert drawn <= set(pairs())
