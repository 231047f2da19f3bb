"""`bin/chaos terminal`: whole matches in real terminals of every kind, by clumsy players.

Each match has another number of players, another mode, and for each player a window of another
size, other colours and other signs. The players press keys that mean nothing, open and close
whatever can be opened, click anywhere and drag their windows about; and every match must come
to its end, with every terminal left as it was.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from eriantys.commands.progress import Progress
from tests.commands.program import PROGRAM
from tests.terminal.harness import House, Terminal
from tests.terminal.people import OVER, TURN, begin

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
LONG = 900.0
"""Seconds in which a match must be over."""
SIZES = ((80, 24), (90, 28), (99, 31), (100, 32), (120, 36), (130, 42), (160, 50))
LOOKS: tuple[tuple[tuple[str, ...], dict[str, str]], ...] = (
    ((), {}),
    (("--theme", "light"), {}),
    (("--theme", "terminal", "--safe-colours"), {}),
    ((), {"COLORTERM": ""}),
    ((), {"COLORTERM": "", "TERM": "xterm-16color"}),
    ((), {"NO_COLOR": "1"}),
    (("--ascii", "--no-mouse"), {}),
)
"""Options, and what the environment says."""
CLUMSY = (
    *("v", "V", "i", "l", "?", "c", "n", "N", "a", "z", "9", "=", "-", ".", "Tab", "S-Tab"),
    *("Left", "Right", "Up", "Down", "g", "r", "y", "p", "b", "d", "u", ":", "C-l"),
)


def run(seed: str, matches: int) -> int:
    """Play so many matches on all cores; name every seed that found something."""
    seeds = [f"{seed}/{number}" for number in range(matches)]
    failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(matches, "matches") as progress:
        played = zip(seeds, pool.map(trial, seeds), strict=True)
        for done, (name, fault) in enumerate(played, 1):
            if fault:
                failures += 1
                print(f"FAILED seed {name}: {fault}")
            progress.show(done)
    print(f"{matches} matches in terminals, {failures} failures")
    return 1 if failures else 0


def trial(seed: str) -> str:
    """Play one match; return what was wrong."""
    with tempfile.TemporaryDirectory(prefix="eriantys-terminal-") as folder:
        try:
            play(Path(folder), random.Random(seed))
        except Exception as error:  # whatever it is, it belongs to this seed
            return f"{type(error).__name__}: {error}"
    return ""


def play(folder: Path, chance: random.Random) -> None:
    """Let clumsy people play one match to its end."""
    seats = chance.choice((2, 3, 4))
    with House(folder) as house, ExitStack() as stack:
        players = [
            stack.enter_context(sit_down(folder, house.address, name, chance))
            for name in NAMES[:seats]
        ]
        begin(players, expert=chance.random() < 0.7)
        deadline = time.monotonic() + LONG
        while not all(OVER in player.text() for player in players):
            if time.monotonic() > deadline:
                raise AssertionError(f"no end; {players[0].shown()}")
            for player in players:
                act(player, chance)
        for player in players:
            leave(player)


def sit_down(folder: Path, address: str, name: str, chance: random.Random) -> Terminal:
    """Start a client in a terminal of some kind."""
    options, environment = chance.choice(LOOKS)
    settings = {
        "ERIANTYS_CONFIG_DIR": str(folder / f"{name}-config"),
        "ERIANTYS_STATE_DIR": str(folder / "state"),
        **environment,
    }
    command = [*PROGRAM, "play", address, "--name", name, *options]
    return Terminal(command, *chance.choice(SIZES), settings=settings)


def act(player: Terminal, chance: random.Random) -> None:
    """Do something clumsy now and then, and what is asked most of the time."""
    player.pump(0.002)
    if player.process.poll() is not None:
        raise AssertionError(f"it ended; {player.shown()}")
    if OVER in player.text():
        return
    luck = chance.random()
    if luck < 0.03:
        player.resize(*chance.choice((*SIZES, (60, 18), (30, 5))))
        player.pump(0.05)
        player.resize(*chance.choice(SIZES))
    elif luck < 0.06 and 1000 in player.emulator.modes:
        screen = player.emulator.screen
        player.click(chance.randrange(screen.columns), chance.randrange(screen.lines))
        player.press("Esc")
    elif luck < 0.2:
        player.press(*chance.choices(CLUMSY, k=chance.randrange(1, 4)))
        player.press("Esc", "Esc")
    elif TURN in player.screen()[0]:
        before = player.text()
        player.press("Enter")
        until = time.monotonic() + 1.5
        while player.text() == before and time.monotonic() < until:
            player.pump(0.01)


def leave(player: Terminal) -> None:
    """Quit, and look whether the terminal is as it was."""
    player.press("C-c")
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        player.pump(0.05)
    player.press("C-c")
    code = player.wait_for_end()
    if code or player.left_on() or len(player.emulator.clears) > 1:
        raise AssertionError(f"exit {code}, left {player.left_on()}; {player.shown()}")
