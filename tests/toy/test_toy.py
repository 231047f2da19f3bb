"""What stays hidden: the toy tells where its secrets are, so it can be watched closely."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eriantys.games.contract import Seat
from tests.games.assertions import assert_refused_or_synonym, refusal, seen
from tests.games.play import (
    Case,
    Match,
    begin,
    cases,
    fair_dice,
    first_matches,
    match_name,
    play_match,
)
from tests.toy.game import TOY, Action

MATCHES = 8
TOY_CASES = cases(TOY)


@pytest.fixture(scope="module", params=first_matches(TOY_CASES, MATCHES), ids=match_name)
def toy_match(request: pytest.FixtureRequest) -> Match:
    return play_match(*request.param)


def twin_with_other_secrets(state: Any, seat: Seat | None, chance: Random) -> Any:
    """Deal anew whatever the toy hides from this seat."""
    data = TOY.snapshot(state)
    others = [other for other in range(len(data["hands"])) if other != seat]
    hidden = [data[name][other] for name in ("hands", "dropped") for other in others]
    hidden.append(data["pile"])
    cards = [card for place in hidden for card in place]
    chance.shuffle(cards)
    for place in hidden:
        place[:] = [cards.pop() for _ in place]
    for place in hidden[:-1]:
        place.sort()
    return TOY.restore(data)


def test_hidden_cards_are_not_in_views(toy_match: Match) -> None:
    chance = toy_match.chance("hidden")
    for state in toy_match.states:
        for seat in toy_match.case.eyes:
            twin = twin_with_other_secrets(state, seat, chance)
            assert TOY.view(twin, seat) == TOY.view(state, seat)


def test_hidden_cards_are_not_in_events(toy_match: Match) -> None:
    chance, compared = toy_match.chance("hidden events"), 0
    for position, action in enumerate(toy_match.actions):
        actor, state = toy_match.seats[position], toy_match.states[position]
        for seat in toy_match.case.eyes:
            twin = twin_with_other_secrets(state, seat, chance)
            if action not in TOY.legal(twin):
                continue
            if action.verb == "reveal" and twin.pile[-1] != state.pile[-1]:
                continue
            events = seen(TOY.apply(twin, actor, action), seat)
            assert events == seen(toy_match.events[position], seat)
            assert TOY.view(twin, seat) == TOY.view(toy_match.states[position + 1], seat)
            compared += 1
    assert compared or toy_match.case.seats == 1


def test_secret_discards_look_alike(toy_match: Match) -> None:
    for position, state in enumerate(toy_match.states[:-1]):
        actor = toy_match.seats[position]
        drops = [action for action in TOY.legal(state) if action.verb == "drop"]
        for seat in {*toy_match.case.eyes} - {actor}:
            looks = []
            for action in drops:
                tried = TOY.copy(state)
                events = seen(TOY.apply(tried, actor, action), seat)
                shown = TOY.shown(action, actor, seat)
                looks.append((shown, events, TOY.view(tried, seat)))
            assert all(look == looks[0] for look in looks)


def test_toy_guesses_deal_anew() -> None:
    state = begin(Case(TOY, 3, TOY.Options()), 0)
    view = TOY.view(state, 0)
    guesses = [TOY.guess(view, 0, fair_dice("anew", number)) for number in range(20)]
    assert len({str([guessed.hands, guessed.pile]) for guessed in guesses}) == len(guesses)


def test_toy_meets_every_awkward_trait() -> None:
    """The tests above prove little unless the random matches get into all corners."""
    played = [play_match(case, number) for case in TOY_CASES for number in range(MATCHES)]
    actions = {action.verb for match in played for action in match.actions}
    assert actions == {"lay", "drop", "throw", "at", "reveal", "pass"}
    reasons = {getattr(TOY.outcome(match.states[-1]), "reason", "") for match in played}
    assert reasons == {"last-standing", "rounds"}
    states = [state for match in played for state in match.states]
    assert any(
        1 < len(TOY.active(state)) < len(state.hands) and TOY.turn(state) is not None
        for state in states
    )
    assert max(map(TOY.undoable, states)) >= 3
    assert max(map(TOY.unfinished, states)) == 1
    assert any(TOY.unfinished(state) and TOY.undoable(state) > 1 for state in states)
    assert any(not state.pile for state in states)


def test_toy_synonym_does_the_same() -> None:
    state = begin(Case(TOY, 3, TOY.Options()), 0)
    seat = state.seat
    TOY.apply(state, seat, Action("throw", state.hands[seat][0]))
    assert TOY.parse("at next") not in TOY.legal(state)
    assert_refused_or_synonym(TOY, state, TOY.parse("at next"))
    assert refusal(TOY, TOY.copy(state), seat, TOY.parse("at next")) is None
