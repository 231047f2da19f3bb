"""Somebody who plays line by line, and a real server, for every test that needs them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.plain.table import Table
from tests.scenarios.real import Server, serving


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Somebody in the lobby."""
    table = Table(tmp_path)
    table.enter()
    table.sent.clear()
    return table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("plain") / "store") as server:
        yield server
