"""`eriantys rules`: shows the rules page of a game."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys

from eriantys import console, exits, games
from eriantys.games.contract import BadSetting


def run(options: argparse.Namespace) -> int:
    """Show the page in the pager, or print it where there is no terminal."""
    try:
        page = games.rules_page(options.game)
    except BadSetting as error:
        raise exits.Quit(exits.USAGE, str(error)) from None
    pager = _pager() if sys.stdout.isatty() else None
    if pager is None or not _shown_in(pager, page):
        console.say(*page.splitlines())
    return exits.OK


def _pager() -> list[str] | None:
    """Choose what the user has named, or else less, or else more."""
    try:
        named = shlex.split(os.environ.get("PAGER", ""))
    except ValueError:
        named = []
    for command in (named, ["less"], ["more"]):
        if command and shutil.which(command[0]):
            return command
    return None


def _shown_in(pager: list[str], page: str) -> bool:
    # F: a page that fits needs no key to leave it; R, X: as git and man do.
    environment = {"LESS": "FRX", **os.environ}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, text=True, env=environment)
    except OSError:
        return False
    # Ctrl-C is a key of the pager. It must not take us away from under it, for only the
    # pager can put the terminal back as it was.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.communicate(page)
    finally:
        signal.signal(signal.SIGINT, before)
    # 127 is a shell that has not found what it should start.
    return process.returncode != 127
