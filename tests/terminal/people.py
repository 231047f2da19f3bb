"""People who play in terminals: what they look for on the screen, and what they press."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from tests.commands.program import PROGRAM
from tests.terminal.harness import Terminal

LONG = 120.0
"""Seconds in which a whole match must be over."""
TURN = "YOUR TURN"
OVER = "GAME OVER"


def sit_down(
    folder: Path,
    address: str,
    name: str,
    width: int = 80,
    height: int = 24,
    *options: str,
    command: str = "play",
    match: str = "",
) -> Terminal:
    """Start the client of somebody, with files of its own."""
    settings = {
        "ERIANTYS_CONFIG_DIR": str(folder / f"{name}-config"),
        "ERIANTYS_STATE_DIR": str(folder / "state"),
    }
    where = [address, match] if match else [address]
    line = [*PROGRAM, command, *where, "--name", name, "--no-animations", *options]
    return Terminal(line, width, height, settings=settings)


def begin(
    terminals: Sequence[Terminal],
    *,
    expert: bool = False,
    games_down: int = 0,
    begun: str = "YOUR SCHOOL",
) -> None:
    """Let the first open a table for all, and the others sit down, by keys.

    The game stands so many places after the first of the list; where it has begun, some words
    are seen.
    """
    host, *guests = terminals
    host.wait_for("lobby")
    host.press("n")
    host.wait_for("NEW MATCH")
    host.press("Down", *["Right"] * games_down)
    host.press("Down", *["Right"] * (len(terminals) - 2))
    if expert:
        host.press("Down", "Right")
    host.press("Enter")
    host.wait_for("waiting room")
    for guest in guests:
        guest.wait_for("s table")  # the sign before it is another in ASCII
        guest.press("Enter")
    for terminal in terminals:
        terminal.wait_for(begun)


def play_out(
    terminals: Sequence[Terminal], act: Callable[[Terminal], None], until: str = OVER
) -> None:
    """Let everybody act when it is their turn, until all see the end, or what is told."""
    deadline = time.monotonic() + LONG
    while not all(until in terminal.text() for terminal in terminals):
        assert time.monotonic() < deadline, terminals[0].shown()
        for terminal in terminals:
            terminal.pump(0.001)
            if TURN in terminal.screen()[0] and OVER not in terminal.text():
                before = terminal.text()
                act(terminal)
                settled = _differs(terminal, before)
                terminal.wait_until(settled, "the screen to change")


def _differs(terminal: Terminal, before: str) -> Callable[[], bool]:
    return lambda: terminal.text() != before


def press_enter(terminal: Terminal) -> None:
    """Do whatever is under the cursor."""
    terminal.press("Enter")


def click_cursor(terminal: Terminal) -> None:
    """Click twice on whatever is under the cursor: the first click only points at it."""
    place = terminal.find("▶")
    assert place is not None, terminal.shown()
    x, y = place
    terminal.click(x + 1, y)
    terminal.click(x + 1, y)


def all_of(stack: ExitStack, *managers: AbstractContextManager[Terminal]) -> list[Terminal]:
    """Enter all of them, to be left together."""
    return [stack.enter_context(manager) for manager in managers]
