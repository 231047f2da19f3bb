"""The real terminal: its modes, its size, its keys, and the way back to how it was.

blessed reads the keyboard and knows the modes. Colours, positions and pictures are ours: see
`theme.py` and `paint.py`.
"""

from __future__ import annotations

import codecs
import locale
import os
import sys
import termios
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.text import clean
from eriantys.client.theme import Depth

if TYPE_CHECKING:
    import blessed
    from blessed.keyboard import Keystroke

QUERY_SECONDS = "0.2"
"""How long blessed waits for each answer of a terminal that may never give one."""
ESCAPE_SECONDS = 0.05
"""How long a lone Esc is held back, since the keys with names begin with it too."""
PASTE_MOST = 2000

CLICKS, CLICKS_EXACT, PASTES = 1000, 1006, 2004
"""The private modes that tell of clicks and of what is pasted."""

_NAMES = {
    "KEY_ENTER": "Enter",
    "KEY_ESCAPE": "Esc",
    "KEY_TAB": "Tab",
    "KEY_BTAB": "S-Tab",
    "KEY_SHIFT_TAB": "S-Tab",
    "KEY_BACKSPACE": "Backspace",
    "KEY_DELETE": "Delete",
    "KEY_UP": "Up",
    "KEY_DOWN": "Down",
    "KEY_LEFT": "Left",
    "KEY_RIGHT": "Right",
    "KEY_HOME": "Home",
    "KEY_END": "End",
    "KEY_PGUP": "PageUp",
    "KEY_PGDOWN": "PageDown",
}
_BUTTONS = {
    "MOUSE_LEFT": "left",
    "MOUSE_RIGHT": "right",
    "MOUSE_MIDDLE": "middle",
    "MOUSE_SCROLL_UP": "wheel-up",
    "MOUSE_SCROLL_DOWN": "wheel-down",
}
ESCAPE = "\x1b"
_SIGNS = {"\r": "Enter", "\n": "Enter", "\t": "Tab", "\x7f": "Backspace", "\b": "Backspace"}


def is_fit() -> bool:
    """Tell whether there is a terminal here that can show a full screen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "") not in ("", "dumb")


class Terminal:
    """One terminal, which `opened` turns into a screen for as long as it lasts."""

    def __init__(self, *, mouse: bool = True) -> None:
        self.colourless = bool(os.environ.pop("NO_COLOR", ""))
        """What NO_COLOR asks for; blessed would give up the whole screen because of it."""
        os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", QUERY_SECONDS)
        import blessed  # reads that variable when it is imported, and takes a moment

        self._blessed: blessed.Terminal = blessed.Terminal()
        self._overlook_what_is_no_letter()
        self._mouse = mouse
        self.keyboard = sys.stdin.fileno()
        """The descriptor that can be read when somebody has pressed a key."""
        self._output = sys.stdout.fileno()

    def _overlook_what_is_no_letter(self) -> None:
        """Let bytes that mean nothing in this locale be dropped; blessed would fall over them.

        Noise on a line brings such, and any letter beyond ASCII where the locale is "C".
        """
        decoder = codecs.getincrementaldecoder(self._blessed._encoding)
        self._blessed._keyboard_decoder = decoder("ignore")

    @property
    def depth(self) -> Depth:
        """How many colours it shows."""
        if self.colourless:
            return Depth.NONE
        count = self._blessed.number_of_colors
        depths = [depth for depth in Depth if depth <= max(count, 0)]
        if count == 8:
            return Depth.SIXTEEN  # the bright ones are the same eight in bold there
        return max(depths)

    @property
    def speaks_unicode(self) -> bool:
        """Whether its letters are more than those of ASCII, as far as the locale knows."""
        return locale.getpreferredencoding(False).upper().replace("-", "") == "UTF8"

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in cells."""
        try:
            size = os.get_terminal_size(self._output)
        except OSError:
            return 80, 24
        return max(1, size.columns), max(1, size.lines)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Take the whole screen, and give it back whatever happens."""
        term = self._blessed
        modes = [PASTES, *((CLICKS, CLICKS_EXACT) if self._mouse else ())]
        stack = ExitStack()
        try:
            stack.callback(self.write, "\x1b[0m\x1b[?25h")
            # The title that the window has now is put away, and got back in the end.
            self.write("\x1b[22;2t")
            stack.callback(self.write, "\x1b[23;2t")
            stack.enter_context(term.fullscreen())
            stack.enter_context(term.cbreak())
            _keep_typed_keys(self.keyboard)
            stack.enter_context(term.hidden_cursor())
            stack.enter_context(term.no_line_wrap())
            # Asking first whether the modes are known would take long where nobody answers,
            # and leave out terminals that know them but not the question.
            term._dec_mode_set_enabled(*modes)
            stack.callback(term._dec_mode_set_disabled, *modes)
            yield
        finally:
            try:
                stack.close()
            except (OSError, termios.error):
                self._let_go()

    def _let_go(self) -> None:
        """Write nowhere from now on: the window is closed, and nobody is left to be told.

        What blessed still holds would otherwise fail once more when the program ends.
        """
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._output)
        os.close(nowhere)

    def write(self, text: str) -> None:
        """Write all of a text, however slowly the terminal takes it."""
        data = memoryview(text.encode("utf-8", "replace"))
        while data:
            try:
                data = data[os.write(self._output, data) :]
            except BlockingIOError:
                _wait_until_writable(self._output)
            except OSError:
                return  # the window is closed: there is nobody to write to

    def read(self) -> list[Event]:
        """Take in every key that was pressed so far.

        blessed may have read further than the key it gives, so the descriptor alone does not
        tell whether there are more. `EOFError` means that the terminal is gone.
        """
        events: list[Event] = []
        while stroke := self._blessed.inkey(timeout=0, esc_delay=ESCAPE_SECONDS):
            events += _events(stroke)
        return events


def _keep_typed_keys(keyboard: int) -> None:
    """Let Ctrl-C and Ctrl-Z not throw away what was typed before them.

    blessed has been told by then that there is something to read, and would wait for it.
    """
    modes = termios.tcgetattr(keyboard)
    modes[3] |= termios.NOFLSH
    termios.tcsetattr(keyboard, termios.TCSANOW, modes)


def _wait_until_writable(descriptor: int) -> None:
    import select

    select.select([], [descriptor], [])


def _events(stroke: Keystroke) -> list[Event]:
    name, text = stroke.name or "", str(stroke)
    if name in _BUTTONS:
        x, y = stroke.mouse_xy
        return [Click(x, y, _BUTTONS[name])]
    if name == "BRACKETED_PASTE":
        return [Paste(clean(stroke.text or "", PASTE_MOST))]
    if name in _NAMES:
        return [Key(_NAMES[name])]
    if len(text) == 2 and text[0] == ESCAPE:
        # Esc and another key, pressed so fast that they look like one with Alt.
        return [Key("Esc"), *_sign(text[1])]
    return _sign(text)


def _sign(text: str) -> list[Event]:
    """Make a key of one sign; of anything else that a terminal sends, nothing."""
    if text == ESCAPE:
        return [Key("Esc")]
    if text in _SIGNS:
        return [Key(_SIGNS[text])]
    if len(text) == 1 and text < " ":
        return [Key(f"C-{chr(ord(text) + 96)}")]
    return [Key(text)] if len(text) == 1 and text.isprintable() else []
