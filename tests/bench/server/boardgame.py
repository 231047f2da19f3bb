"""boardgame.io beside us: a widely used server of turn-based games, in memory.

It is installed on first use, into the user's cache. Its own settings are the default ones: it
sends whole states. It keeps nothing on disk and has next to no rules to follow.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path

from eriantys.games.dice import QuickDice
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.bench.server.contestants import CACHE, Contestant, Trouble
from tests.bench.server.crowd import Slice

VERSION = "0.50.2"
SCRIPTS = Path(__file__).parent / "javascript"
INSTALL_WAIT = 300.0
NAP = 0.002
WARM_UP = 1.5
"""Seconds of CPU until the compiler of node has made of it what it can."""


def install() -> Path:
    """Return where its modules are, after fetching them if need be; or raise `Trouble`."""
    folder = CACHE / f"boardgame.io-{VERSION}"
    modules = folder / "node_modules"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise Trouble("node and npm are not installed")
    finished = folder / "finished"
    if finished.exists():
        return modules
    folder.mkdir(parents=True, exist_ok=True)
    print(f"(fetching boardgame.io {VERSION} into {folder})", flush=True)
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund"]
    try:
        subprocess.run(
            [*command, f"boardgame.io@{VERSION}"],
            check=True,
            capture_output=True,
            timeout=INSTALL_WAIT,
        )
    except (subprocess.SubprocessError, OSError):
        raise Trouble("npm could not fetch it; is there a network?") from None
    finished.touch()
    return modules


def boardgame_io(folder: Path, modules: Path, port: int = 0) -> Contestant:
    """Start it, with what a new match of ours looks like as its state."""
    view = folder / "view.json"
    shown = GAME.view(GAME.new(2, Options(), QuickDice(1)), None)
    view.write_text(json.dumps(shown, default=list))  # JSON has no strings of bytes
    return Contestant(
        ["node", SCRIPTS / "server.js", str(port), view],
        folder / "boardgame.io.log",
        _environment(modules),
    )


def _environment(modules: Path) -> dict[str, str]:
    return {"NODE_ENV": "production", "NODE_PATH": str(modules)}


class BoardgameCrowd:
    """The load for it, in a process of its own on our core."""

    def __init__(self, contestant: Contestant, modules: Path, matches: int) -> None:
        self.contestant = contestant
        command = ["node", SCRIPTS / "driver.js", str(contestant.port()), str(matches)]
        log = contestant.log.with_suffix(".driver.log")
        self._driver = Contestant(command, log, _environment(modules), beside_us=True)
        self._answer()
        self.play(WARM_UP)

    def play(self, seconds: float) -> Slice:
        """Let every match go on until the server has used so many seconds of CPU."""
        contestant, driver = self.contestant, self._driver
        contestant.settle()
        before, load_before = contestant.cpu(), driver.cpu()
        self._say("go")
        while contestant.cpu() - before < 1e9 * seconds:
            time.sleep(NAP)
        self._say("stop")
        played = json.loads(self._answer())
        load = driver.cpu() - load_before
        contestant.settle()
        server = contestant.cpu() - before
        return Slice(played["moves"], server / 1e9, load / 1e9, played["wall"])

    def close(self) -> None:
        """Break all connections."""
        self._driver.stop()

    def _say(self, line: str) -> None:
        pipe = self._driver.process.stdin
        assert pipe is not None
        pipe.write(line.encode() + b"\n")
        pipe.flush()

    def _answer(self) -> bytes:
        pipe = self._driver.process.stdout
        assert pipe is not None
        answer = pipe.readline()
        if not answer:
            raise Trouble(
                f"boardgame.io's driver failed: {self._driver.log.read_text()[-500:]}"
            )
        return answer
