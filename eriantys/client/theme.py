"""Which colours and signs the roles of a style have, on terminals of every ability.

There is a table for each depth of colour, because what a program computes from another depth
is often unreadable. With sixteen colours the background is left alone and text has the
terminal's own colour, which can be read on dark and on light; the look only tells which of the
sixteen can be read there. So it is with any number of colours where the look is the terminal's.
Without colour there are only bold, underlined, struck out and reverse; all that matters is told
by letters anyway.
"""

from __future__ import annotations

import enum
from typing import Literal, NamedTuple, TypeAlias

from eriantys.client.ascii import in_ascii
from eriantys.client.canvas import Style

Look: TypeAlias = Literal["dark", "light", "terminal"]
"""Painted for dark eyes or for light ones; `terminal` leaves the background as it is."""


class Depth(enum.IntEnum):
    """How many colours a terminal can show."""

    NONE = 0
    SIXTEEN = 16
    MANY = 256
    TRUE = 1 << 24


class Colour(NamedTuple):
    """One colour: as red, green and blue, and as a number of the 256."""

    rgb: str
    of_256: int


_DARK = {
    "bg": Colour("0d1117", 233),
    "panel": Colour("131a23", 234),
    "sea": Colour("0b2233", 234),
    "land": Colour("1f2a30", 235),
    "me": Colour("1c2f41", 235),
    "bar": Colour("1b2a3a", 236),
    "alarm": Colour("5a1620", 52),
    "warn": Colour("4a3a10", 237),
    "good": Colour("123f25", 22),
    "text": Colour("d5dbe3", 252),
    "bright": Colour("ffffff", 231),
    "dim": Colour("9aa8b7", 248),
    "line": Colour("67798b", 244),
    "accent": Colour("5ad1e6", 80),
    "cur": Colour("ffd75f", 221),
    "mn": Colour("ff9f43", 215),
    "gold": Colour("f2b632", 214),
    "bad": Colour("ff7b72", 210),
    "fine": Colour("4ccb7a", 78),
    "ink": Colour("0b0e12", 232),
    "wh": Colour("f4f6f8", 255),
    "bk": Colour("a3abb5", 248),
    "gy": Colour("939eab", 247),
    "G": Colour("4ccb7a", 78),
    "R": Colour("ff5f57", 203),
    "Y": Colour("f7d154", 221),
    "P": Colour("ff9ad5", 212),
    "B": Colour("5aa2ff", 75),
    "p1": Colour("6fb1ff", 75),
    "p2": Colour("ff9a76", 209),
    "p3": Colour("b478f5", 141),
    "l1": Colour("77848f", 244),
    "l2": Colour("9fabb8", 248),
    "l3": Colour("eef2f6", 255),
    "s1": Colour("4d5966", 239),
    "s2": Colour("76828f", 243),
    "s3": Colour("bcc6d0", 251),
    "dome": Colour("3f8cff", 33),
    "g0": Colour("14291f", 234),
    "g1": Colour("1a3427", 235),
    "hi": Colour("24415a", 237),
    "serv": Colour("b98cff", 141),
    "sect": Colour("3f240e", 52),
}
"""Every role there is; the other tables say only what is different."""

_LIGHT = _DARK | {
    "bg": Colour("f7f8fa", 255),
    "panel": Colour("eceff3", 254),
    "sea": Colour("dcebf5", 195),
    "land": Colour("eef2ea", 255),
    "me": Colour("d4e6f6", 195),
    "bar": Colour("d5dfe9", 253),
    "alarm": Colour("ffc9c9", 224),
    "warn": Colour("ffe9b3", 223),
    "good": Colour("c6efd4", 194),
    "text": Colour("1f2730", 235),
    "bright": Colour("000000", 16),
    "dim": Colour("505c68", 240),
    "line": Colour("707d89", 243),
    "g0": Colour("d9eadd", 255),
    "g1": Colour("cde2d3", 254),
    "hi": Colour("c6e2f5", 195),
    "sect": Colour("fff0dc", 230),
    "wh": Colour("c9d0d8", 252),
}
"""Grounds on which a letter is in ink, such as the cursor's, are as bright as on the dark; but
white is a light grey, or nobody would see a white marble on white."""
_LIGHT_LETTERS = {
    "accent": Colour("00647e", 24),
    "cur": Colour("7e5200", 94),
    "mn": Colour("a34000", 58),
    "gold": Colour("7d5400", 94),
    "bad": Colour("b3261e", 124),
    "fine": Colour("176c35", 22),
    "wh": Colour("3b4650", 238),
    "bk": Colour("000000", 16),
    "gy": Colour("5b6670", 241),
    "G": Colour("176c35", 22),
    "R": Colour("c0271d", 124),
    "Y": Colour("7a5b00", 94),
    "P": Colour("a8327d", 126),
    "B": Colour("1f5fbf", 26),
    "p1": Colour("1f5fbf", 26),
    "p2": Colour("a83f12", 94),
    "p3": Colour("7a35c0", 91),
    "dome": Colour("1f5fbf", 26),
    "serv": Colour("6f35b8", 55),
}
"""On light ground such bright colours are too pale for a letter."""

_SAFE = {
    "G": Colour("8cffaa", 121),
    "R": Colour("ff733e", 209),
    "Y": Colour("eff700", 226),
    "P": Colour("ea93bd", 175),
    "B": Colour("05a4ff", 39),
    "serv": Colour("c080c8", 176),
}
_SAFE_LIGHT_LETTERS = {
    "G": Colour("186c5b", 23),
    "R": Colour("6b0c18", 52),
    "Y": Colour("6c6101", 58),
    "P": Colour("a500bf", 91),
    "B": Colour("091d6e", 17),
    "serv": Colour("a820b8", 127),
}
"""Told apart by eyes that lack one of the three kinds of cones, by lightness where not by hue:
found by a search for the five that are farthest apart for all three kinds of such eyes, and
then for the purple that is farthest from all that lies beside it on the same table."""

_BARE = ("bg", "panel", "sea", "land", "me", "bar", "g0", "g1", "hi", "sect")
"""Grounds that are the terminal's own where the look is."""
_ON_BOTH = {
    "accent": Colour("008299", 30),
    "mn": Colour("c75000", 166),
    "gold": Colour("9b6d00", 130),
    "bad": Colour("df2d20", 160),
    "fine": Colour("008839", 28),
    "G": Colour("008839", 28),
    "R": Colour("df2d20", 160),
    "Y": Colour("947100", 100),
    "P": Colour("cd3796", 162),
    "B": Colour("1f74db", 32),
    "p1": Colour("1f74db", 32),
    "p2": Colour("c75000", 166),
    "p3": Colour("875fd7", 98),
    "dome": Colour("1f74db", 32),
    "serv": Colour("9358d6", 98),
}
"""As far from black as from white, or as far as one of the 256 can be: letters for a ground of
which nothing is known. All other letters have the terminal's own colour there. They are alike
in lightness, so they can be no safer for eyes that lack a kind of cones; the letter itself
tells."""

_SIXTEEN_DARK = {
    "dim": "90",
    "line": "90",
    "accent": "36",
    "cur": "1",
    "bright": "1",
    "mn": "33",
    "gold": "33",
    "bad": "91",
    "fine": "32",
    "ink": "30",
    "wh": "1",
    "gy": "90",
    "G": "32",
    "R": "91",
    "Y": "33",
    "P": "95",
    "B": "94",
    "serv": "95",
    "p1": "94",
    "p2": "91",
    "p3": "95",
    "dome": "94",
    "g0": "90",
    "g1": "90",
    "hi": "90",
}
_SIXTEEN_LIGHT = {
    "serv": "35",
    "bad": "31",
    "R": "31",
    "P": "35",
    "B": "34",
    "p1": "34",
    "p2": "31",
    "p3": "35",
    "dome": "34",
}
_SIXTEEN_ON_BOTH = {
    "serv": "35",
    "bad": "91",
    "R": "91",
    "P": "35",
    "B": "94",
    "p1": "94",
    "p2": "91",
    "p3": "35",
    "dome": "94",
}
"""On a light ground no green, yellow or cyan of the sixteen can be read, so such letters have
the terminal's own colour there; and so they have where nothing is known of the ground."""
_SIXTEEN_BG = {
    "accent": "106",
    "cur": "103",
    "mn": "103",
    "gold": "103",
    "wh": "107",
    "bk": "47",
    "gy": "100",
    "G": "102",
    "R": "101",
    "Y": "103",
    "P": "105",
    "B": "44",
    "p1": "44",
    "p2": "101",
    "p3": "105",
    "l1": "100",
    "l2": "47",
    "l3": "107",
    "s1": "100",
    "s2": "100",
    "s3": "47",
    "serv": "105",
    "alarm": "41",
    "warn": "43",
    "good": "42",
}
_SIXTEEN_DEEP = ("41", "44")
"""Grounds on which letters are white; on all others they are black, whatever their role."""
_STONE = ("l1", "l2", "l3", "s1", "s2", "s3")
"""Grounds that are drawn in signs as well: without colour the signs are enough."""
_PLAIN_FG = {
    "bright": "1",
    "cur": "1",
    "wh": "1",
    "dim": "2",
    "line": "2",
    "gy": "2",
    "g0": "2",
    "g1": "2",
    "hi": "2",
}
_PLAIN_BG = {ground: "7" for ground in (*_SIXTEEN_BG, "me") if ground not in _STONE}
"""Without colour, whatever else has a ground of its own is reverse."""

_LOOKS = {"bold": "1", "underline": "4", "reverse": "7", "strike": "9"}


class Theme:
    """How everything looks on one terminal."""

    def __init__(
        self,
        depth: Depth = Depth.TRUE,
        look: Look = "dark",
        *,
        safe: bool = False,
        ascii_only: bool = False,
    ) -> None:
        self.depth = depth
        self.ascii_only = ascii_only
        self._look = look
        self._grounds = dict(_LIGHT if look == "light" else _DARK)
        self._grounds |= _SAFE if safe else {}
        self._letters = dict(self._grounds)
        if look == "light":
            self._letters |= _LIGHT_LETTERS | (_SAFE_LIGHT_LETTERS if safe else {})
        self._turns: dict[tuple[Style | None, Style], str] = {}

    def turn(self, before: Style | None, after: Style) -> str:
        """Give the sequence that lets the terminal write in another style than before."""
        found = self._turns.get((before, after))
        if found is None:
            found = self._turns[before, after] = self._turn(before, after)
        return found

    def _turn(self, before: Style | None, after: Style) -> str:
        if before is None or before.looks != after.looks or self.depth < Depth.MANY:
            return self.codes(after)
        old, new = self._numbers(before), self._numbers(after)
        if len(old) < 2 or len(new) < 2:
            return self.codes(after)
        return _sequence(*(code for code in new if code not in old))  # two colours each

    def codes(self, style: Style) -> str:
        """Give the sequence that makes the terminal write in a style, whatever came before."""
        looks = (_LOOKS[look] for look in style.looks)
        return _sequence("0", *filter(None, self._numbers(style)), *looks)

    def show(self, text: str) -> str:
        """Write a text with the signs that this terminal has; it stays as wide as it was."""
        return in_ascii(text) if self.ascii_only else text

    def _numbers(self, style: Style) -> tuple[str, ...]:
        fg, bg, looks = style
        # Nothing is bold and faint at the same time.
        plain = "" if "bold" in looks else _PLAIN_FG.get(fg, "")
        if self.depth is Depth.NONE:
            reverse = _PLAIN_BG.get(bg, "")
            # A faint letter on reverse ground could not be read.
            return ("" if reverse else plain, reverse)
        if self.depth is Depth.SIXTEEN:
            ground = _SIXTEEN_BG.get(bg, "")
            if ground and fg == bg:
                return (str(int(ground) - 10), ground)  # a sign that only others shall see
            if ground:
                return ("97" if ground in _SIXTEEN_DEEP else "30", ground)
            if self._look == "dark":
                return (_SIXTEEN_DARK.get(fg, ""),)
            coloured = _SIXTEEN_LIGHT if self._look == "light" else _SIXTEEN_ON_BOTH
            return (coloured.get(fg, plain),)
        if self._look == "terminal" and bg in _BARE and fg not in _ON_BOTH:
            return (plain,)
        if self._look == "terminal" and bg in _BARE:
            return (self._number(_ON_BOTH[fg], "38"),)
        ground = self._number(self._grounds[bg], "48")
        return (self._number(self._letters[fg], "38"), ground)

    def _number(self, colour: Colour, kind: str) -> str:
        if self.depth is Depth.MANY:
            return f"{kind};5;{colour.of_256}"
        red, green, blue = (int(colour.rgb[at : at + 2], 16) for at in (0, 2, 4))
        return f"{kind};2;{red};{green};{blue}"


def _sequence(*codes: str) -> str:
    """Write a sequence for how letters look; nothing where it would say nothing."""
    return f"\x1b[{';'.join(codes)}m" if codes else ""
