"""Refusals say which rule forbids it and what would be legal; the table has every code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eriantys.games.masters as room
from eriantys.games.contract import Illegal
from eriantys.games.masters import GAME
from eriantys.games.masters.codes import CODES
from eriantys.games.masters.setup import empty_table
from eriantys.games.masters.state import State, snapshot
from tests.games.masters.position import Table, cards, depots, play
from tests.games.play import fair_dice

ROOM = Path(room.__file__).parent


def sentence(state: State, line: str) -> tuple[str, str]:
    with pytest.raises(Illegal) as illegal:
        GAME.apply(state, state.seat, GAME.parse(line))
    return illegal.value.code, illegal.value.text


def storing() -> State:
    state = Table().player(held=depots("", "shield")).ready()
    play(state, "take row 1")
    return state


def full(*lying: str) -> State:
    """Give a table whose player has taken goods, some of which have no room."""
    state = Table().player(held=depots(*lying)).ready()
    play(state, "take row 1")
    return state


def several() -> State:
    """Give a table whose player has taken two goods of a kind among others."""
    market = "yellow grey yellow blue / yellow grey purple blue / white white white white / red"
    state = Table(market=market).ready()
    play(state, "take row 1")
    return state


def paying() -> State:
    table = Table().player(held=depots("", "shield shield"), chest="shield shield").top(1)
    state = table.ready()
    play(state, "buy green 1 slot 1")
    return state


def producing() -> State:
    state = Table().player(chest="coin coin coin coin", slots=cards([6])).ready()
    play(state, "produce card 1")
    return state


@pytest.mark.parametrize(
    ("state", "line", "code", "words"),
    [
        (
            storing(),
            "put coin 2",
            "does-not-fit",
            "depot 2 is for shield. Depots for it: 1, 3.",
        ),
        (storing(), "put shield 1", "does-not-fit", "another depot of the warehouse holds"),
        (storing(), "put shield 4", "no-such-depot", "4 or 5 once the leader that opens it"),
        (storing(), "put coin", "ambiguous", "as in put coin 1: it can be 1 or 3."),
        (full(), "put coin", "ambiguous", "as in put coin 1: it can be 1, 2 or 3."),
        (
            several(),
            "put servant",
            "no-such-good",
            "Waiting: 2 coins, 1 stone and 1 shield.",
        ),
        (
            full("coin", "stone stone", "shield shield shield"),
            "put servant",
            "does-not-fit",
            "No depot can take another servant now: discard it.",
        ),
        (
            full("shield"),
            "put shield",
            "does-not-fit",
            "another shield now: arrange your depots in another way, or discard it.",
        ),
        (storing(), "back 2", "not-from-the-market", "shield in depot 2 was there before"),
        (storing(), "back 1", "no-such-good", "There is nothing in depot 1."),
        (storing(), "end", "wrong-phase", "you have to store or discard the goods"),
        (storing(), "done", "wrong-phase", "you have to store or discard the goods"),
        (storing(), "move 1 4", "no-such-depot", "There is no depot 4"),
        (storing(), "swap 1 3", "no-such-good", "nothing to move in depots 1 and 3"),
        (paying(), "pay coin strongbox", "not-owed", "out of the warehouse or strongbox."),
        (producing(), "produce card 1", "power-used", "each of them works once"),
        (producing(), "produce card 2", "no-such-power", "There is no card on slot 2"),
        (producing(), "produce leader 1 -> coin", "no-such-power", "Leader 1 is not on the"),
        (
            producing(),
            "produce basic stone stone -> coin",
            "not-enough-goods",
            "With it you would pay 1 coin and 2 stones, and you hold 4 coins in all.",
        ),
        (
            Table().ready(),
            "buy green 1 slot 1",
            "not-enough-goods",
            "This card costs you 2 coins and 2 shields, and you hold nothing in all.",
        ),
        (
            Table().player(slots=cards([1], [2], [3])).ready(),
            "buy green 1 slot 1",
            "wrong-level",
            "A card of level 1 needs an empty slot",
        ),
        (
            Table().player(slots=cards([1], [2])).ready(),
            "buy green 1 slot 1",
            "wrong-level",
            "slot 1, which only takes level 2 now. Slots for it: 3.",
        ),
        (
            Table().player(slots=cards([1, 17, 33])).ready(),
            "buy green 1 slot 1",
            "wrong-level",
            "slot 1, which is complete.",
        ),
        (
            Table().player(held=depots("coin", "stone stone")).ready(),
            "swap 1 2",
            "does-not-fit",
            "depot 1 has room for 1, and 2 are to go there.",
        ),
        (Table().ready(), "leader play 1", "requirement-not-met", "5 coins more than you hold"),
        (
            Table().player(leaders=((61, "hand"), (62, "discarded")), slots=cards([4])).ready(),
            "leader play 1",
            "requirement-not-met",
            "it asks for 1 more yellow development card of level 2.",
        ),
        (
            Table().player(leaders=((61, "hand"), (62, "discarded"))).ready(),
            "leader discard 2",
            "no-such-leader",
            "You have no leader 2 in hand. There: 1.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_sentence_says_why_and_what_else(
    state: State, line: str, code: str, words: str
) -> None:
    known, text = sentence(state.copy(), line)
    assert known == code
    assert words in text


def test_numbers_that_mean_nothing_are_refused() -> None:
    state = Table().ready()
    with pytest.raises(Illegal, match="no action 9999"):
        GAME.apply(state, 0, 9999)
    with pytest.raises(Illegal, match="It is not your turn: player 1 has to take a line"):
        GAME.apply(state, 1, GAME.parse("take row 1"))


def test_the_table_has_every_code_and_no_other() -> None:
    sources = [file.read_text("utf-8") for file in ROOM.glob("*.py")]
    written = {
        code for text in sources for code in re.findall(r'Illegal\(\s*"([a-z-]+)"', text)
    }
    # A number that is none is refused in one place, with the code of what was numbered.
    counted = set(re.findall(r'"(no-such-[a-z]+)"', (ROOM / "notation.py").read_text("utf-8")))
    assert written | counted == set(CODES)


def test_a_snapshot_forgets_no_field_of_the_state() -> None:
    assert set(snapshot(empty_table(2, fair_dice("fields")))) == set(State.__slots__)
