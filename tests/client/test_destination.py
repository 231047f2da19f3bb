"""What is typed behind `play` and `watch` leads to a seat, to a match to look on at, or in."""

from __future__ import annotations

import pytest

from eriantys.client.address import Address, BadAddress
from eriantys.client.destination import to_play, to_watch
from eriantys.wire.from_client import Watch

HOST = Address("games.example", 7000)


def test_a_code_leads_whoever_plays_to_a_seat() -> None:
    assert to_play("games.example:7000") == (HOST, None)
    assert to_play("games.example:7000#abcd-2345") == (HOST._replace(code="ABCD2345"), None)


def test_whoever_looks_on_is_led_to_no_seat() -> None:
    assert to_watch("games.example:7000", None) == (HOST, None)
    assert to_watch("games.example:7000", 3) == (HOST, Watch(3))
    assert to_watch("games.example:7000#abcd-2345", None) == (HOST, Watch(None, "ABCD2345"))
    assert to_watch("games.example:7000#abcd-2345", 3) == (HOST, Watch(3, "ABCD2345"))


@pytest.mark.parametrize("match", [-5, 0, 2**31, 10**40])
def test_a_number_that_no_match_has_is_refused(match: int) -> None:
    with pytest.raises(BadAddress, match=f"A match has a number from 1 to .*, not {match}\\."):
        to_watch("games.example", match)


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(BadAddress):
        to_play("games.example:0")
    with pytest.raises(BadAddress):
        to_watch("#ABCD-2345", None)
