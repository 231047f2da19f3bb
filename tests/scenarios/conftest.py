"""Servers for the scenarios that need no options of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scenarios.real import Server, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("house") / "server.db") as server:
        yield server


@pytest.fixture
def server(house: Server) -> Iterator[Server]:
    """Lend the server of the module; whoever came to it leaves with the test."""
    yield house
    house.let_go()


@pytest.fixture
def empty_house(tmp_path: Path) -> Iterator[Server]:
    """Start a server of its own, for tests that count on being alone there."""
    with serving(tmp_path / "server.db") as server:
        yield server
