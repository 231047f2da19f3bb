"""Themes: every role can be told and read, on every terminal and by every pair of eyes.

Contrast is that of the Web Content Accessibility Guidelines. Eyes that lack one kind of cones
are simulated in linear light: after Viénot, Brettel and Mollon (1999) where they lack those
for red or green, after Brettel, Viénot and Mollon (1997) with two half-planes for blue. How
different two colours look is their distance in CIE Lab.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from math import dist
from pathlib import Path
from typing import TypeAlias

import pytest

from eriantys.client.canvas import Style, ink
from eriantys.client.theme import Depth, Look, Theme

CLIENT = Path(__file__).resolve().parents[2] / "eriantys" / "client"
LOOKS: tuple[Look, ...] = ("dark", "light", "terminal")
PAINTED: tuple[Look, ...] = ("dark", "light")
STUDENTS = "GRYPB"
GROUNDS = ("bg", "panel", "sea", "land", "me", "bar", "sect")
NOTICES = ("alarm", "warn", "good")
BOARD = ("bg", "panel", "sea", "land")
LETTERS = (
    *("text", "bright", "dim", "line", "accent", "cur", "mn", "gold", "bad", "fine", "ink"),
    *("wh", "bk", "gy", "serv", *STUDENTS),
)
TOWN = ("g0", "g1", "hi")
"""Grounds of the squares of a town."""
SEATS = ("p1", "p2", "p3")
STONES = ("l1", "l2", "l3", "s1", "s2", "s3")
OF_A_TOWN = (*SEATS, *STONES, "dome")
CHIPS = ("cur", "mn", "gold", "accent", "wh", "bk", "gy", "serv", *STUDENTS)
"""Roles that are the ground of a letter in ink."""

Light: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1; linear where nothing else is said."""


def numbers(theme: Theme, style: Style) -> list[int]:
    codes = theme.codes(style)
    found = re.fullmatch(r"\x1b\[([\d;]+)m", codes)
    assert found, repr(codes)
    return [int(number) for number in found[1].split(";")]


def colour(theme: Theme, style: Style, kind: int) -> Light:
    """Read from the codes of a style the colour of its letter (38) or of its ground (48)."""
    codes = numbers(theme, style)
    at = next(i for i in range(len(codes)) if codes[i : i + 2] == [kind, 2])
    red, green, blue = (linear(value / 255) for value in codes[at + 2 : at + 5])
    return red, green, blue


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(light: Light) -> float:
    red, green, blue = light
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(theme: Theme, fg: str, bg: str) -> float:
    style = ink(fg, bg)
    shades = sorted(luminance(colour(theme, style, kind)) for kind in (38, 48))
    return (shades[1] + 0.05) / (shades[0] + 0.05)


@pytest.mark.parametrize("look", PAINTED)
@pytest.mark.parametrize("safe", [False, True])
def test_everything_can_be_read_on_the_ground_it_stands_on(look: Look, safe: bool) -> None:
    theme = Theme(look=look, safe=safe)
    least = {
        **{(fg, bg): 7.0 for fg in ("text", "bright") for bg in (*GROUNDS, *NOTICES)},
        **{(fg, bg): 4.5 for fg in ("dim", "accent", "cur") for bg in (*GROUNDS, *NOTICES)},
        **{("line", bg): 2.5 for bg in GROUNDS},
        **{(fg, bg): 4.5 for fg in ("mn", "gold", "bad", "fine") for bg in GROUNDS},
        **{(fg, bg): 4.5 for fg in ("wh", "bk", "gy", *STUDENTS) for bg in BOARD},
        **{("ink", bg): 4.5 for bg in CHIPS},
    }
    found = {pair: round(contrast(theme, *pair), 2) for pair in least}
    assert {pair: value for pair, value in found.items() if value < least[pair]} == {}


# Eyes that lack one kind of cones.

WITHOUT_RED = ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))
WITHOUT_GREEN = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
WITHOUT_BLUE = (
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
)
DIVIDE = (0.03901, -0.02788, -0.01113)
"""On which side of this plane a light is decides which of the two matrices is for it."""
EYES = ("all cones", "no red", "no green", "no blue")


def times(matrix: tuple[Light, Light, Light], light: Light) -> Light:
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        for row in matrix
    )
    return red, green, blue


def seen(light: Light, eyes: str) -> Light:
    if eyes == "no red":
        return times(WITHOUT_RED, light)
    if eyes == "no green":
        return times(WITHOUT_GREEN, light)
    if eyes == "no blue":
        side = sum(a * b for a, b in zip(DIVIDE, light, strict=True)) < 0
        return times(WITHOUT_BLUE[side], light)
    return light


def lab(light: Light) -> Light:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = luminance(light)
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    f, g, h = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def closest(theme: Theme, eyes: str, kind: int) -> float:
    """Tell how different the two colours of students look that are most alike."""
    shades = []
    for name in STUDENTS:
        style = ink(name, "bg") if kind == 38 else ink("ink", name)
        shades.append(lab(seen(colour(theme, style, kind), eyes)))
    return min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        for one, other in combinations(shades, 2)
    )


@pytest.mark.parametrize("look", PAINTED)
@pytest.mark.parametrize("kind", [38, 48], ids=["letters", "chips"])
def test_the_safe_colours_are_told_apart_by_every_kind_of_eyes(look: Look, kind: int) -> None:
    usual, safe = Theme(look=look), Theme(look=look, safe=True)
    for eyes in EYES:
        assert closest(safe, eyes, kind) >= closest(usual, eyes, kind), eyes
        assert closest(safe, eyes, kind) >= 20, eyes


@pytest.mark.parametrize("look", PAINTED)
@pytest.mark.parametrize("kind", [38, 48], ids=["letters", "chips"])
def test_safe_servants_are_told_from_all_other_goods_and_cards(look: Look, kind: int) -> None:
    def shade(theme: Theme, name: str, eyes: str) -> Light:
        style = ink(name, "bg") if kind == 38 else ink("ink", name)
        return lab(seen(colour(theme, style, kind), eyes))

    def nearest(theme: Theme, eyes: str) -> float:
        own = shade(theme, "serv", eyes)
        return min(dist(own, shade(theme, name, eyes)) for name in ("Y", "bk", "B", "R", "G"))

    for eyes in EYES:
        assert nearest(Theme(look=look, safe=True), eyes) >= 20, eyes
    assert min(nearest(Theme(look=look), eyes) for eyes in EYES) < 15, "the usual ones are not"


def test_the_simulated_eyes_leave_white_and_mix_up_what_they_should() -> None:
    white, red, green = (1.0, 1.0, 1.0), (0.5, 0.1, 0.1), (0.1, 0.27, 0.1)
    for eyes in EYES:
        assert sum(abs(a - b) for a, b in zip(seen(white, eyes), white, strict=True)) < 0.01

    def apart(eyes: str) -> float:
        one, other = lab(seen(red, eyes)), lab(seen(green, eyes))
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5

    assert apart("no green") < apart("all cones") / 3


# Terminals of every ability.


def all_themes() -> Iterator[Theme]:
    for depth in Depth:
        for look in LOOKS:
            for safe in (False, True):
                yield Theme(depth, look, safe=safe)


def test_every_role_has_its_place_in_every_theme() -> None:
    for theme in all_themes():
        for fg in (*LETTERS, *OF_A_TOWN, *TOWN):
            for bg in (*GROUNDS, *NOTICES, *CHIPS, *OF_A_TOWN, *TOWN):
                assert numbers(theme, ink(fg, bg))[0] == 0


def test_every_role_that_is_named_anywhere_in_the_client_is_known() -> None:
    known = {*LETTERS, *GROUNDS, *NOTICES, *OF_A_TOWN, *TOWN}
    named = 0
    for path in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ink":
                for argument in node.args[:2]:
                    if isinstance(argument, ast.Constant):
                        named += 1
                        assert argument.value in known, f"{path.name}:{node.lineno}"
    assert named > 20


def test_without_colour_there_are_no_codes_of_colour() -> None:
    plain = {0, 1, 2, 4, 7, 9}
    for look in LOOKS:
        theme = Theme(Depth.NONE, look)
        for fg in (*LETTERS, *OF_A_TOWN, *TOWN):
            for bg in (*GROUNDS, *NOTICES, *CHIPS, *OF_A_TOWN, *TOWN):
                style = ink(fg, bg, "bold", "underline", "strike", "reverse")
                assert set(numbers(theme, style)) <= plain
                assert set(numbers(theme, ink(fg, bg))) <= plain


def test_sixteen_colours_are_the_terminals_own_and_leave_its_background() -> None:
    theme = Theme(Depth.SIXTEEN)
    for fg in (*LETTERS, *OF_A_TOWN, *TOWN):
        for bg in (*GROUNDS, *NOTICES, *CHIPS, *OF_A_TOWN, *TOWN):
            codes = set(numbers(theme, ink(fg, bg)))
            assert codes <= {0, 1, *range(30, 38), *range(40, 48), *range(90, 108)}
            if bg in (*GROUNDS, *TOWN):
                assert not codes & {*range(40, 48), *range(100, 108)}


def test_the_terminals_own_background_is_left_alone_where_that_is_wanted() -> None:
    for depth in (Depth.MANY, Depth.TRUE):
        theme = Theme(depth, "terminal")
        for bg in (*GROUNDS, *TOWN):
            assert 48 not in numbers(theme, ink("text", bg))
        for bg in (*NOTICES, *CHIPS, *SEATS, *STONES):
            assert 48 in numbers(theme, ink("ink", bg))


def foregrounds(codes: list[int]) -> set[int]:
    """Find the codes that choose the colour of a letter."""
    return set(codes) & {*range(30, 40), *range(90, 98)}


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("safe", [False, True])
def test_text_has_the_terminals_own_colour_where_its_background_is_left(
    depth: Depth, safe: bool
) -> None:
    theme = Theme(depth, "terminal", safe=safe)
    for bg in GROUNDS if depth is not Depth.NONE else ("bg",):
        for fg in ("text", "bright", "dim", "line", "cur", "wh", "bk", "gy"):
            assert not foregrounds(numbers(theme, ink(fg, bg)))
        assert 1 in numbers(theme, ink("bright", bg))
        assert 2 in numbers(theme, ink("dim", bg))
        assert 2 not in numbers(theme, ink("dim", bg, "bold"))


@pytest.mark.parametrize("safe", [False, True])
def test_accents_can_be_read_on_a_background_of_which_nothing_is_known(safe: bool) -> None:
    theme = Theme(look="terminal", safe=safe)
    for fg in ("accent", "mn", "gold", "bad", "fine", *STUDENTS):
        light = luminance(colour(theme, ink(fg), 38)) + 0.05
        assert 1.05 / light >= 4, fg  # on white
        assert light / 0.05 >= 4, fg  # on black


def test_on_a_painted_ground_letters_have_a_colour_of_their_own() -> None:
    theme = Theme(look="terminal")
    for fg, bg in (("text", "alarm"), ("bright", "warn"), ("ink", "cur"), ("bright", "good")):
        assert contrast(theme, fg, bg) >= 4.5


def test_the_sign_of_a_stone_is_seen_by_those_alone_who_see_no_colours() -> None:
    for stone in STONES:
        style = ink(stone, stone)
        assert numbers(Theme(Depth.NONE), style) == [0]
        for look in LOOKS:
            for depth in (Depth.MANY, Depth.TRUE):
                _, *codes = numbers(Theme(depth, look), style)
                half = len(codes) // 2
                assert codes[1:half] == codes[half + 1 :], "letter and ground are alike"
            letter, ground = numbers(Theme(Depth.SIXTEEN, look), style)[1:]
            assert letter + 10 == ground


@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.MANY, Depth.TRUE])
def test_no_two_seats_and_no_two_levels_have_the_same_ground(depth: Depth) -> None:
    for look in LOOKS:
        theme = Theme(depth, look)
        for roles in (SEATS, STONES[:3]):
            grounds = {theme.codes(ink("ink", role)) for role in roles}
            assert len(grounds) == 3


@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.MANY, Depth.TRUE])
@pytest.mark.parametrize("safe", [False, True])
def test_no_two_students_have_the_same_chip(depth: Depth, safe: bool) -> None:
    for look in LOOKS:
        theme = Theme(depth, look, safe=safe)
        assert len({theme.codes(ink("ink", name)) for name in STUDENTS}) == 5


@pytest.mark.parametrize("depth", Depth)
def test_every_look_of_a_letter_has_its_code(depth: Depth) -> None:
    for look, number in {"bold": 1, "underline": 4, "reverse": 7, "strike": 9}.items():
        assert number in numbers(Theme(depth), ink("text", "bg", look))


# Terminals without other signs than those of ASCII.


def written_signs() -> Iterator[tuple[str, str]]:
    """Find every sign beyond ASCII that the client itself writes, and where."""
    for path in CLIENT.rglob("*.py"):
        if path.name in ("text.py", "ascii.py"):
            continue
        tree = ast.parse(path.read_text())
        told = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if id(node) not in told:
                for sign in set(node.value):
                    if not sign.isascii():
                        yield sign, f"{path.relative_to(CLIENT)}:{node.lineno}"


def test_every_sign_that_the_client_writes_has_one_of_ascii() -> None:
    theme = Theme(ascii_only=True)
    missing = {(sign, where) for sign, where in written_signs() if theme.show(sign) == "?"}
    assert missing == set()


def test_every_sign_that_the_client_writes_is_one_cell_wide_everywhere() -> None:
    wide = {
        (sign, where)
        for sign, where in written_signs()
        if unicodedata.east_asian_width(sign) in "WF" or unicodedata.combining(sign)
    }
    assert wide == set()


def test_foreign_signs_stay_as_wide_in_ascii() -> None:
    theme = Theme(ascii_only=True)
    assert theme.show("漢字x") == "? ? x"
    assert theme.show("e\u0323né") == "ene"
    assert theme.show("plain") == "plain"
    assert Theme().show("漢é") == "漢é"
