"""What the tests of commands are given."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys import exits
from tests.commands.program import (
    Terminal,
    run,
)
from tests.scenarios.real import Server, serving


@pytest.fixture(scope="module", autouse=True)
def _ctrl_c_is_not_ignored() -> Iterator[None]:
    """A test run in the background would hand on to every process that it is."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.hang_up()
    os.close(made.ours)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "house.db") as started:
        yield started


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """Give a pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.fixture(scope="module")
def record_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("record")
    finished = run("simulate", "--games=1", "--seed=5", "--record=r.txt", cwd=folder)
    assert finished.code == exits.OK, finished.err
    return (folder / "r.txt").read_text("utf-8")
