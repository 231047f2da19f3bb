"""Ruling 32: what is hidden stays hidden, from every seat and from those who look on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import cbor2
import msgspec
import pytest

from eriantys.games.contract import Event
from eriantys.games.dice import FairDice, shuffled
from eriantys.games.masters import GAME
from eriantys.games.masters.cards import LEADERS
from eriantys.games.masters.names import IN_HAND, PLAYED
from eriantys.games.masters.state import State
from tests.games.assertions import seen
from tests.games.masters.position import Table, facts, play
from tests.games.masters.test_conservation import choose
from tests.games.play import Case, begin, cases, fair_dice

CASES = cases(GAME)
REVEALING = ("buy", "pay", "leader play", "end")
"""What can show something that was hidden; so can any action after which the turn ends."""


def other_world(state: State, eye: int | None, dice: FairDice) -> State:
    """Deal everything anew that somebody may not know."""
    twin = state.copy()
    twin.piles = tuple(bytes((*shuffled(dice, pile[:-1]), *pile[-1:])) for pile in state.piles)
    twin.stack = bytes(shuffled(dice, state.stack))
    known = set()
    for seat, (hand, fates) in enumerate(zip(state.hands, state.fates, strict=True)):
        known.update(card for card, fate in zip(hand, fates, strict=True) if fate == PLAYED)
        if seat == eye:
            known.update(hand, state.dropped[seat])
    free = shuffled(dice, [card for card in LEADERS if card not in known])
    hands, dropped = [], []
    for hand, gone in zip(state.hands, state.dropped, strict=True):
        hands.append(bytes(card if card in known else free.pop() for card in hand))
        dropped.append(bytes(card if card in known else free.pop() for card in gone))
    twin.hands, twin.dropped = tuple(hands), tuple(dropped)
    return twin


def positions(case: Case, number: int) -> Iterator[tuple[State, int]]:
    """Show a lively game at every action, and what is done there."""
    state, chance = begin(case, number), Random(f"{case}/{number}/hidden")
    while (seat := GAME.turn(state)) is not None:
        action = choose(state, chance)
        yield state.copy(), action
        GAME.apply(state, seat, action)


def told(events: list[Event], eye: int | None) -> bytes:
    return cbor2.dumps([msgspec.to_builtins(event) for event in seen(events, eye)])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_ruling_32_two_tables_that_differ_in_secrets_look_the_same(case: Case) -> None:
    compared = 0
    for number, (state, action) in enumerate(positions(case, 3)):
        if number % 3:
            continue
        for eye in case.eyes:
            dice = fair_dice(f"other {eye}", number)
            twin = other_world(state, eye, dice)
            assert GAME.view(twin, eye) == GAME.view(state, eye)
            if eye == state.seat:
                assert list(GAME.legal(twin)) == list(GAME.legal(state))
            if GAME.format(action).startswith(REVEALING):
                continue
            compared += follow(state, twin, action, eye)
    assert compared > 20


def follow(state: State, twin: State, action: int, eye: int | None) -> bool:
    """Play the action on both tables; tell whether the comparison was of any use."""
    before, here, there = state.copy(), state.copy(), twin.copy()
    if action not in GAME.legal(twin):
        return False
    happened = GAME.apply(here, state.seat, action)
    other = GAME.apply(there, state.seat, action)
    if here.turns != state.turns or here.ended:
        return False  # Lorenzo may have shown a token
    assert told(happened, eye) == told(other, eye)
    assert GAME.changes(before, here, eye) == GAME.changes(twin, there, eye)
    return True


@pytest.mark.parametrize("case", CASES, ids=str)
def test_ruling_32_no_part_names_a_hidden_leader(case: Case) -> None:
    for number, (state, _) in enumerate(positions(case, 5)):
        if number % 7:
            continue
        for eye in case.eyes:
            view = GAME.view(state, eye)
            for seat in range(case.seats):
                part = view[f"leaders/{seat}"]
                assert (part["own"] is None) == (seat != eye)
                fates = state.fates[seat]
                assert part["hand"] == fates.count(IN_HAND)
                assert [card for _, card in part["played"]] == [
                    card
                    for card, fate in zip(state.hands[seat], fates, strict=True)
                    if fate == PLAYED
                ]


@pytest.mark.parametrize("phase", ["set-up", "turn"])
def test_ruling_32_which_leader_was_discarded_is_shown_to_its_owner_alone(phase: str) -> None:
    if phase == "set-up":
        state = GAME.new(3, GAME.Options(), fair_dice("shown"))
    else:
        state = Table(3).ready()
    seat, action = state.seat, GAME.parse("leader discard 2")
    views = {eye: GAME.view(state, eye) for eye in (*range(3), None)}
    events = play(state, "leader discard 2")
    (private,) = [event for event in events if event.kind == "leaders available"]
    assert private.to == (seat,)
    for eye in (*range(3), None):
        line = GAME.shown(action, seat, eye)
        assert line == ("leader discard 2" if eye == seat else "leader discard")
        changed = GAME.view(state, eye)[f"leaders/{seat}"]
        assert changed != views[eye][f"leaders/{seat}"]
        assert (changed["own"] is not None) == (eye == seat)


def test_other_actions_are_shown_to_everybody() -> None:
    for line in ("take row 1", "leader play 1", "discard coin", "put stone 2"):
        assert GAME.shown(GAME.parse(line), 0, None) == line


def test_a_guess_knows_what_has_left_the_piles() -> None:
    table = Table(1).player(leaders=((53, "hand"), (54, "hand")), slots=((b"\x01", b"", b"")))
    state = table.set(dropped=(bytes((60, 61)),), stack=bytes((1, 2)), drawn=b"").ready()
    play(state, "take row 3", "end")
    assert len(state.removed) == 2, "the yellow token came"
    seat_view = GAME.view(state, 0)
    for number in range(20):
        guessed = GAME.guess(seat_view, 0, fair_dice("guess", number))
        for pile, other in zip(guessed.piles, state.piles, strict=True):
            assert sorted(pile) == sorted(other)
            assert pile[-1:] == other[-1:]


def test_guesses_deal_other_secrets_each_time() -> None:
    state = Table(2).ready()
    state.dropped = (bytes((60, 61)), bytes((62, 63)))
    state.hands = (bytes((49, 50)), bytes((53, 54)))
    view = GAME.view(state, 0)
    guessed = [GAME.guess(view, 0, fair_dice("guess", number)) for number in range(30)]
    assert all(each.hands[0] == state.hands[0] for each in guessed)
    assert len({each.hands[1] for each in guessed}) > 15
    assert len({each.piles for each in guessed}) == 30
    own = {49, 50, 60, 61}
    assert not any(own & {*each.hands[1], *each.dropped[1]} for each in guessed)


def test_the_token_on_top_is_told_only_once_it_is_turned_up() -> None:
    def shown(order: bytes) -> Any:
        state = Table(1).set(stack=order).ready()
        before = cbor2.dumps(GAME.view(state, 0))
        return before, facts(play(state, "take row 3", "end"), "token revealed")

    before, cross = shown(bytes((0, 1, 4)))
    other, green = shown(bytes((4, 1, 0)))
    assert before == other
    assert cross != green
