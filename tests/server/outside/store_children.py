"""Starts and ends the processes that the tests of the store need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def child(module: str, path: Path) -> subprocess.Popen[str]:
    """Start a module of the tests as a process, with pipes to and from it."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", f"tests.server.outside.{module}", str(path)]
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def tell(process: subprocess.Popen[str], line: str) -> None:
    """Send it a line."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    """Wait for its next line; there is none when it has ended."""
    assert process.stdout is not None
    return process.stdout.readline()


def kill(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Kill it, if it still runs, and tell what else it had to say on either output."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.kill()
        # Not by `communicate`, which overlooks what `hear` has taken from the pipe already.
        return process.stdout.read(), process.stderr.read()
