"""What the tests of sockets are given."""

from __future__ import annotations

from functools import partial

import pytest

from tests.server.outside import scripted
from tests.server.outside.scripted import OpenHouse


@pytest.fixture(params=["plain", "tls"])
def house(request: pytest.FixtureRequest) -> OpenHouse:
    """Give what opens a house: whatever holds without TLS holds with it."""
    return partial(scripted.house, tls=scripted.serving() if request.param == "tls" else None)
