"""`eriantys play` alone: a game with bots at once, and nothing is left behind by it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.at_home import insist_on_quitting, playing
from tests.terminal.harness import PATIENCE, Terminal

CARD = "NEW GAME"
READY = "you against"
"""What the card says once the table is set up."""
MY_TURN = "YOUR TURN"
SHOULD_BE_GONE = 5.0
"""Seconds within which processes end by themselves; it takes them some tenths of one."""


def descendants(process: int) -> set[int]:
    """Find every process that a process has started, and those that they have."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()]
    children: dict[int, list[int]] = {}
    for number, parent, state in rows:
        if not state.startswith("Z"):
            children.setdefault(int(parent), []).append(int(number))
    found: set[int] = set()
    waiting = [process]
    while waiting:
        more = children.get(waiting.pop(), [])
        found.update(more)
        waiting += more
    return found


def alive(processes: set[int]) -> set[int]:
    """Find those that are still running."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    running = {
        int(number)
        for number, state in map(str.split, listed.splitlines())
        if not state.startswith("Z")
    }
    return processes & running


def assert_gone(processes: set[int]) -> None:
    deadline = time.monotonic() + SHOULD_BE_GONE
    while alive(processes) and time.monotonic() < deadline:
        select_nothing()
    assert not alive(processes)


def select_nothing() -> None:
    """Give others a moment; looking at all processes takes longer than this."""
    time.sleep(0.02)


def begin(terminal: Terminal, *keys: str) -> None:
    """Start the game of the card."""
    terminal.wait_for(READY)
    terminal.press(*keys, "Enter")


def test_one_key_leads_to_a_game_and_another_back_to_it(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        begin(terminal)
        terminal.wait_for(MY_TURN)
        terminal.press("Enter")  # plays an assistant
        terminal.wait_for(re.compile(r"MOVE 1/3.*YOUR TURN"))
        schools = [row for row in terminal.screen() if "Bot " in row]
        processes = descendants(terminal.process.pid)
        assert len(processes) == 2, "the server, and what thinks for its bots"
        assert insist_on_quitting(terminal) == 0
        assert not alive(processes), "quitting waits for all of them"
        assert terminal.left_on() == []
    with playing(tmp_path) as terminal:
        terminal.wait_for("NOT OVER YET")
        terminal.press("c")
        terminal.wait_for(re.compile(r"MOVE 1/3.*YOUR TURN"))
        assert schools[0] in terminal.screen()
        insist_on_quitting(terminal)


def test_games_that_are_damaged_are_told_of_whole_and_enter_begins_anew(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.wait_for(READY)
        insist_on_quitting(terminal)
    [store] = tmp_path.rglob("1.db")
    store.write_text("Dear diary")
    with playing(tmp_path) as terminal:
        terminal.wait_for("Enter tries once more.")
        said = "".join(row.strip(" │") for row in terminal.screen())
        assert "The games at home are damaged." in said
        [aside] = tmp_path.rglob("1.db.damaged-????????")
        assert aside.name in said, "even where the whole path takes several lines"
        terminal.press("Enter")
        terminal.wait_for(READY)
        insist_on_quitting(terminal)


def test_a_game_for_one_says_so(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.wait_for(READY)
        terminal.press("Right", "Right", "Down", "Left")
        terminal.wait_for("Masters of Renaissance: you alone")
        insist_on_quitting(terminal)


def test_a_whole_game_against_a_bot_and_its_result(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-animations") as terminal:
        begin(terminal)
        terminal.wait_for("YOUR SCHOOL")
        terminal.press("f")  # at once
        terminal.wait_until(lambda: over_after_a_key(terminal), "the end of the game", 120)
        terminal.wait_for(re.compile("rematch", re.IGNORECASE))
        insist_on_quitting(terminal)


def over_after_a_key(terminal: Terminal) -> bool:
    """Do whatever is suggested, if it is one's turn; tell whether the game is over."""
    text = terminal.text()
    if MY_TURN in text:
        terminal.press("Enter")
    terminal.pump(0.05)
    return "GAME OVER" in terminal.text()


def at_once(_terminal: Terminal) -> None:
    """Right after the start, before anything is seen."""


def first_picture(terminal: Terminal) -> None:
    terminal.wait_until(lambda: bool(terminal.emulator.frames), "a first picture")


def at_the_card(terminal: Terminal) -> None:
    terminal.wait_for(READY)


def as_it_begins(terminal: Terminal) -> None:
    begin(terminal, "Down", "Right", "Right")


def while_hard_bots_think(terminal: Terminal) -> None:
    terminal.wait_for(READY)
    terminal.press("Down", "Right", "Right", "Down", "Right", "Down", "Right", "Right")
    terminal.wait_for("hard bots")
    terminal.press("Enter")
    terminal.wait_until(
        lambda: len(descendants(terminal.process.pid)) > 1, "a process for the bots"
    )


def on_turn(terminal: Terminal) -> None:
    begin(terminal)
    terminal.wait_for(MY_TURN)


def while_advice_is_sought(terminal: Terminal) -> None:
    on_turn(terminal)
    seek_advice(terminal)


def seek_advice(terminal: Terminal) -> None:
    terminal.press("H")
    terminal.wait_for("thinks about your decision")


def test_advice_that_will_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        on_turn(terminal)
        before = descendants(terminal.process.pid)
        seek_advice(terminal)
        for adviser in descendants(terminal.process.pid) - before:
            os.kill(adviser, signal.SIGKILL)
        terminal.wait_for("No bot has an answer just now.")
        terminal.press("H")
        terminal.wait_for("A bot would play")
        insist_on_quitting(terminal)


STAGES: list[Callable[[Terminal], None]] = [
    at_once,
    first_picture,
    at_the_card,
    as_it_begins,
    while_hard_bots_think,
    on_turn,
    while_advice_is_sought,
]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_a_killed_client_leaves_nothing_running_and_loses_nothing(
    tmp_path: Path, stage: Callable[[Terminal], None]
) -> None:
    with playing(tmp_path) as terminal:
        stage(terminal)
        processes = descendants(terminal.process.pid)
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end(PATIENCE)
    assert_gone(processes)
    with playing(tmp_path) as terminal:
        # Whoever was in a game when the client died is in the same game again.
        terminal.wait_for(re.compile(f"{READY}|YOUR SCHOOL"))
        insist_on_quitting(terminal)
