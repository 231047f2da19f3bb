"""A terminal in memory: what somebody sees of all that a program writes.

pyte does the drawing. What it does not know is done here: synchronized updates, the alternate
screen, marks without a class, strings that a terminal swallows, and the questions that a
program may ask.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Any

import pyte
from wcwidth import wcwidth

SYNCHRONIZED = 2026
ALTERNATE = 1049
AT_FIRST = frozenset({7, 25})
"""The private modes that are on from the beginning: lines are wrapped, the cursor is seen."""
KNOWN = frozenset({1, 7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026})
"""Those about which this terminal gives an answer."""

_TOKEN = re.compile(
    r"\x1b\[(?P<private>[<=>?]?)(?P<numbers>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b\](?P<system>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b(?P<kind>[PX^_])(?P<string>[^\x1b]*)\x1b\\"
    r"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    r"|(?P<text>[^\x1b]+)"
)


class Screen(pyte.Screen):
    """A screen on which every mark stands on its letter."""

    def draw(self, data: str) -> None:
        """Draw a text at the cursor."""
        if data.isascii():
            super().draw(data)
            return
        for sign in data:
            if wcwidth(sign) == 0 and unicodedata.category(sign)[0] == "M":
                self._join(sign)
            else:
                super().draw(sign)

    def _join(self, mark: str) -> None:
        line = self.buffer[self.cursor.y]
        at = self.cursor.x - 1
        if at > 0 and not line[at].data:
            at -= 1
        if at >= 0:
            line[at] = line[at]._replace(
                data=unicodedata.normalize("NFC", line[at].data + mark)
            )

    def cells(self) -> list[list[str]]:
        """Give the letters row by row; the right half of a wide sign is empty."""
        return [
            [self.buffer[y][x].data for x in range(self.columns)] for y in range(self.lines)
        ]


class Emulator:
    """Takes in what a program writes, and knows what is on the screen after it."""

    def __init__(self, width: int, height: int) -> None:
        self.main = Screen(width, height)
        self.alternate = Screen(width, height)
        self.modes = set(AT_FIRST)
        """The private modes that are on."""
        self.keyboard = 0
        """How often the ways of the keyboard were changed and not changed back."""
        self.keypad = False
        self.title = ""
        self._titles: list[str] = []
        """Those that were put away to be got back."""
        self.bells = 0
        self.frames: list[int] = []
        """How long each synchronized update was."""
        self.torn = 0
        """Drawing outside of synchronized updates, on the alternate screen."""
        self.clears: list[str] = []
        """Sequences that clear the alternate screen outside of a synchronized update."""
        self.sequences: set[str] = set()
        """Every kind of sequence that ever came, without its numbers unless it is private."""
        self.answers: list[str] = []
        """What a real terminal would have said to all that, and nobody has taken yet."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._held: list[list[str]] | None = None
        self._frame = 0
        self._streams = {
            id(screen): pyte.Stream(screen) for screen in (self.main, self.alternate)
        }

    @property
    def screen(self) -> Screen:
        """The screen that is drawn on."""
        return self.alternate if ALTERNATE in self.modes else self.main

    def feed(self, data: bytes | str) -> None:
        """Take in what was written, in whatever pieces it came."""
        text = data if isinstance(data, str) else self._decoder.decode(data)
        self._rest += text
        at = 0
        while found := _TOKEN.match(self._rest, at):
            at = found.end()
            self._frame += len(found[0].encode())
            self._take(found)
        self._rest = self._rest[at:]
        assert len(self._rest) < 10_000, f"this never ends: {self._rest[:100]!r}"

    def cells(self) -> list[list[str]]:
        """Give what is seen: the latest complete picture, cell by cell."""
        return self.screen.cells() if self._held is None else self._held

    def rows(self) -> list[str]:
        """Give what is seen, row by row."""
        return ["".join(row) for row in self.cells()]

    def resize(self, width: int, height: int) -> None:
        """Have another size from now on."""
        for screen in (self.main, self.alternate):
            screen.resize(height, width)
        if self._held is not None:
            self._held = self.screen.cells()

    def left_on(self) -> list[str]:
        """Name everything that is not as it was in the beginning."""
        strange = [f"mode {mode}" for mode in sorted(self.modes - AT_FIRST)]
        strange += [f"mode {mode} is off" for mode in sorted(AT_FIRST - self.modes)]
        if self.keyboard:
            strange.append("the keyboard's ways")
        if self.keypad:
            strange.append("the keypad's ways")
        if self.screen.cursor.attrs != self.screen.default_char:
            strange.append("a style")
        if self.screen.margins is not None:
            strange.append("margins")
        if self.title or self._titles:
            strange.append("the window's title")
        return strange

    # One token each.

    def _take(self, found: re.Match[str]) -> None:
        part = found.groupdict()
        if part["text"] is not None:
            self.bells += part["text"].count("\a")
            self._draw(part["text"])
        elif part["final"] is not None:
            self._control(found[0], **part)
        elif part["system"] is not None:
            self._system(part["system"])
        elif part["escape"] is not None:
            self._escape(part["escape"])
        elif part["kind"] == "P" and part["string"].startswith("+q"):
            self.answers.append("\x1bP0+r\x1b\\")  # no such ability

    def _draw(self, text: str) -> None:
        if ALTERNATE in self.modes and self._held is None and text.strip("\a"):
            self.torn += 1
        self._streams[id(self.screen)].feed(text)

    def _control(
        self, whole: str, private: str, numbers: str, between: str, final: str, **_: Any
    ) -> None:
        known = numbers if private else ""
        self.sequences.add(f"{private}{known}{between}{final}")
        asked = (private, between, final)
        if asked in (("?", "", "h"), ("?", "", "l")):
            for number in numbers.split(";"):
                self._mode(int(number), final == "h")
        elif asked == ("?", "$", "p"):
            mode = int(numbers)
            state = (1 if mode in self.modes else 2) if mode in KNOWN else 0
            self.answers.append(f"\x1b[?{mode};{state}$y")
        elif asked == (">", "", "q"):
            self.answers.append("\x1bP>|emulator(1)\x1b\\")
        elif asked == (">", "", "c"):
            self.answers.append("\x1b[>1;1;0c")
        elif asked in ((">", "", "u"), ("<", "", "u")):
            self.keyboard += 1 if private == ">" else -1
        elif not private and not between:
            self._plain(whole, numbers, final)

    def _plain(self, whole: str, numbers: str, final: str) -> None:
        if final == "c":
            self.answers.append("\x1b[?62;22c")
        elif final == "n":
            cursor = self.screen.cursor
            place = f"\x1b[{cursor.y + 1};{cursor.x + 1}R"
            self.answers.append(place if numbers == "6" else "\x1b[0n")
        elif final == "t":
            self._window(numbers)
        else:
            if final == "J" and ALTERNATE in self.modes and self._held is None:
                self.clears.append(whole)
            self._streams[id(self.screen)].feed(whole)

    def _window(self, numbers: str) -> None:
        if numbers == "18":
            self.answers.append(f"\x1b[8;{self.screen.lines};{self.screen.columns}t")
        elif numbers in ("22;2", "22;0;0"):
            self._titles.append(self.title)
        elif numbers in ("23;2", "23;0;0") and self._titles:
            self.title = self._titles.pop()

    def _mode(self, mode: int, on: bool) -> None:
        if mode == SYNCHRONIZED and on:
            self._held = self.screen.cells()
            self._frame = len(f"\x1b[?{SYNCHRONIZED}h")
        elif mode == SYNCHRONIZED and self._held is not None:
            self._held = None
            self.frames.append(self._frame)
        (self.modes.add if on else self.modes.discard)(mode)
        if mode == ALTERNATE and on:
            self.alternate.reset()
        if mode == 7:
            for stream in self._streams.values():
                stream.feed(f"\x1b[?7{'h' if on else 'l'}")

    def _system(self, text: str) -> None:
        number, _, value = text.partition(";")
        if number in ("0", "2"):
            self.title = value
        elif number in ("10", "11") and value == "?":
            shade = "dddd" if number == "10" else "0000"
            self.answers.append(f"\x1b]{number};rgb:{shade}/{shade}/{shade}\x1b\\")

    def _escape(self, text: str) -> None:
        if text in ("=", ">"):
            self.keypad = text == "="
        elif text in ("7", "8", "M", "D", "E"):
            self._streams[id(self.screen)].feed(f"\x1b{text}")
        elif text == "c":
            self.clears.append("\x1bc")
            self.screen.reset()
