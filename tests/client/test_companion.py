"""A process beside the client takes along what it has started, however stuck that is."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path

import pytest

from eriantys.client.companion import Companion
from tests.commands.program import PATIENCE

STUCK = """#!/bin/sh
sleep 600 &
echo begun >&2
wait
"""
"""Does not look at its line, and has started something that does not, either."""


def test_what_is_stuck_is_ended_with_all_that_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "stuck"
    program.write_text(STUCK)
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    ours, theirs = os.pipe()
    with os.fdopen(ours) as said:
        companion = Companion("play", "--nothing", errors=theirs)
        os.close(theirs)
        assert said.readline() == "begun\n"
        companion.close(patience=0)
        assert select.select([said], [], [], PATIENCE)[0], "somebody holds the other end yet"
        assert said.read() == ""
