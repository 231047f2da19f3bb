"""Where the programs that tests start keep things: never where those of the user do."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

NAMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
MADE = "ERIANTYS_TESTS_PLACE"
"""Tells those that this process starts that their places are made already."""


def keep_apart() -> None:
    """Give everything that is started from here places of its own, which end with this."""
    if MADE in os.environ:
        return
    # Its name is short, for that of a socket cannot be long; and without a hyphen, at which
    # help breaks lines.
    made = tempfile.mkdtemp(prefix="eriantys")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    os.environ |= {name: f"{made}/{name.split('_')[1].lower()}" for name in NAMES}
    os.environ[MADE] = made
    Path(os.environ["XDG_RUNTIME_DIR"]).mkdir(mode=0o700)
