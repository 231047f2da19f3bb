"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.places import keep_apart
from tests.server import parlour

keep_apart()


@pytest.fixture(autouse=True)
def closed_parlours() -> Iterator[None]:
    """Close the database of every server in memory that a test has made."""
    yield
    for living in list(parlour.LIVING):
        living.close()
        parlour.LIVING.discard(living)
