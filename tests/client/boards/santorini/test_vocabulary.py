"""How Santorini is spoken of before a match."""

from __future__ import annotations

import pytest

from eriantys.client.boards import vocabulary
from eriantys.wire.fields import Setting


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"gods": False, "advanced": False}, "no gods"),
        ({"gods": False, "advanced": True}, "no gods"),
        ({"gods": True, "advanced": False}, "10 gods"),
        ({"gods": True, "advanced": True}, "27 gods"),
        ({"gods": True, "advanced": True, "hardcore": True}, "27 gods, hardcore"),
    ],
)
def test_what_is_played_is_said_in_few_words(options: dict[str, Setting], words: str) -> None:
    assert vocabulary.mode("santorini", options) == words
