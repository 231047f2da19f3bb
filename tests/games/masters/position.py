"""Tables in the middle of a match, set up by words, and actions by notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from eriantys.games.contract import Event, Illegal
from eriantys.games.masters import GAME, decisions
from eriantys.games.masters.cards import CARDS, LEADERS, PILES, Goods
from eriantys.games.masters.holdings import points_of
from eriantys.games.masters.lorenzo import STACK
from eriantys.games.masters.names import (
    DEPOT,
    DISCARDED,
    IN_HAND,
    MARBLES,
    NOTHING,
    PLAYED,
    RESOURCES,
    TOKENS,
)
from eriantys.games.masters.setup import empty_table
from eriantys.games.masters.state import State, put
from tests.games.assertions import assert_refusal
from tests.games.play import fair_dice

PLAIN_MARKET = (
    "yellow grey purple blue / yellow grey purple blue / white white white white / red"
)
FATES = {"hand": IN_HAND, "played": PLAYED, "discarded": DISCARDED}

HAND = ((53, "hand"), (54, "hand"))
"""Two depot leaders that nobody can play without five goods: they keep a turn open."""
NO_HAND = ((53, "discarded"), (54, "discarded"))
"""No leader is left, so the turn ends by itself after the main action."""


def goods(text: str) -> Goods:
    """Count goods named by words: `goods("coin coin shield")`."""
    words = text.split()
    return tuple(words.count(name) for name in RESOURCES)


def depots(*contents: str) -> bytes:
    """Make a warehouse: each depot by the words of its goods; `(coin)` opens one for coins."""
    kinds, counts = [NOTHING] * 5, [0] * 5
    for depot, content in enumerate(contents):
        words = content.replace("(", "").replace(")", "").split()
        if words:
            kinds[depot] = RESOURCES.index(words[0])
            counts[depot] = 0 if "(" in content else len(words)
    return bytes(kinds + counts)


def marbles(text: str) -> bytes:
    """Make a market: three rows and the slide, parted by strokes."""
    return bytes(MARBLES.index(word) for word in text.split() if word != "/")


def cards(*slots: Sequence[int]) -> tuple[bytes, ...]:
    """Make the slots of a player."""
    return tuple(bytes(slot) for slot in (*slots, (), (), ())[:3])


def tokens(*names: str) -> bytes:
    """Make a stack of tokens; the first one named comes first."""
    return bytes(TOKENS.index(name) for name in reversed(names))


class Table:
    """A table on which the first seat has its turn, unless told otherwise."""

    def __init__(self, seats: int = 2, *, market: str = PLAIN_MARKET, seat: int = 0) -> None:
        state = empty_table(seats, fair_dice("position"))
        state.market = marbles(market)
        state.piles = PILES
        state.hands = (bytes(card for card, _ in HAND),) * seats
        state.fates = (bytes(FATES[fate] for _, fate in HAND),) * seats
        state.seat = seat
        state.turns = 10
        state.decision = decisions.ACTION
        if seats == 1:
            state.stack = STACK
        self.state = state

    def player(
        self,
        seat: int = 0,
        *,
        held: bytes | None = None,
        chest: str = "",
        slots: tuple[bytes, ...] | None = None,
        leaders: Sequence[tuple[int, str]] | None = None,
        faith: int | None = None,
    ) -> Table:
        """Give a player what a test needs; owned cards leave their piles."""
        state = self.state
        if leaders is not None:
            state.hands = put(state.hands, seat, bytes(card for card, _ in leaders))
            state.fates = put(state.fates, seat, bytes(FATES[fate] for _, fate in leaders))
        if held is not None:
            state.depots = put(state.depots, seat, held)
        warehouse = bytearray(state.depots[seat])
        for slot, (card, fate) in enumerate(leaders or ()):
            if fate == "played" and LEADERS[card].ability == DEPOT:
                warehouse[3 + slot] = LEADERS[card].resource
        state.depots = put(state.depots, seat, bytes(warehouse))
        if chest:
            state.strongbox = put(state.strongbox, seat, goods(chest))
        if slots is not None:
            state.slots = put(state.slots, seat, slots)
            self.without(*b"".join(slots))
        if faith is not None:
            state.faith = put(state.faith, seat, faith)
        return self

    def without(self, *gone: int) -> Table:
        """Take cards out of the piles."""
        self.state.piles = tuple(
            bytes(card for card in pile if card not in gone) for pile in self.state.piles
        )
        return self

    def top(self, *numbers: int) -> Table:
        """Let these cards be on top of their piles."""
        self.state.piles = tuple(
            bytes(
                [card for card in pile if card not in numbers]
                + [card for card in pile if card in numbers]
            )
            for pile in self.state.piles
        )
        return self

    def set(self, **fields: Any) -> Table:
        """Set fields of the state."""
        for name, value in fields.items():
            assert hasattr(self.state, name)
            setattr(self.state, name, value)
        return self

    def ready(self) -> State:
        """Count everybody's points, and note how the depots lie."""
        state = self.state
        state.points = tuple(points_of(state, seat) for seat in range(state.seats))
        state.reached = frozenset((state.depots[state.seat],))
        return state


def play(state: State, *lines: str) -> list[Event]:
    """Let whoever is asked play these lines; return all that happened."""
    events: list[Event] = []
    for line in lines:
        action = GAME.parse(line)
        if line == GAME.format(action):
            known = [GAME.format(each) for each in GAME.legal(state)]
            # The short forms for the only place are synonyms, and not listed.
            assert line in known or line.startswith(("put", "buy", "discard rest")), known
        events += GAME.apply(state, state.seat, action)
    return events


def refused(state: State, line: str) -> str:
    """Expect that a line is refused, unlisted and without a trace; return the code."""
    action, before = GAME.parse(line), GAME.snapshot(state)
    assert action not in GAME.legal(state)
    with pytest.raises(Illegal) as illegal:
        GAME.apply(state, state.seat, action)
    assert_refusal(illegal.value)
    assert GAME.snapshot(state) == before
    return illegal.value.code


def listed(state: State, start: str = "") -> list[str]:
    """List the legal lines that begin so."""
    lines = [GAME.format(action) for action in GAME.legal(state)]
    return [line for line in lines if line.startswith(start)]


def facts(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    """List what the events of a kind say."""
    return [event.facts for event in events if event.kind == kind]


def kinds(events: Sequence[Event]) -> list[str]:
    """List the kinds of events, each once, in order."""
    return list(dict.fromkeys(event.kind for event in events))


def cost_of(card: int) -> str:
    """Name the goods that a card costs."""
    cost = CARDS[card].cost
    return " ".join(name for name, n in zip(RESOURCES, cost, strict=True) for _ in range(n))
