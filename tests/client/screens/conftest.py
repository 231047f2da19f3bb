"""What every test of a screen may rely on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eriantys.client.screens.help import Help


@pytest.fixture(autouse=True)
def first_page() -> Iterator[None]:
    """Let the help open on its first page, whatever was read in it before."""
    Help.last_page = "keys"
    yield
    Help.last_page = "keys"
