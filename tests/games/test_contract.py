"""Every game keeps the contract: the same properties for the toy and all registered games.

The matches are random and always the same. ERIANTYS_TEST_MATCHES sets how many of each
kind are played (5 unless told), for a longer run of the very same tests.
"""

from __future__ import annotations

import os
import re
from random import Random
from typing import Any

import cbor2
import msgspec
import pytest

from eriantys.games.contract import differences
from eriantys.games.dice import QuickDice
from tests.games.assertions import (
    AnyGame,
    assert_line,
    assert_plain,
    assert_refused_or_synonym,
    refusal,
)
from tests.games.each import CASES, GAMES, each_case, each_game
from tests.games.play import (
    Case,
    Match,
    begin,
    candidates_met,
    fair_dice,
    first_matches,
    match_name,
    play_match,
    play_out,
    replay,
)
from tests.processes import under_two_hash_seeds

MATCHES = int(os.environ.get("ERIANTYS_TEST_MATCHES", "5"))
MOST_LEGAL = 100


@pytest.fixture(scope="module", params=first_matches(CASES, MATCHES), ids=match_name)
def match(request: pytest.FixtureRequest) -> Match:
    return play_match(*request.param)


def some(chance: Random, things: list[Any], number: int) -> list[Any]:
    return chance.sample(things, min(number, len(things)))


# The facts about a game.


@each_game
def test_facts(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]*", game.id)
    assert_line(game.title)
    assert type(game.version) is int
    assert game.version >= 1
    assert game.seats
    assert min(game.seats) >= 1
    assert list(game.seats) == sorted(set(game.seats))
    assert game.Options() == game.Options()


@each_game
def test_ids_are_unique(game: AnyGame) -> None:
    assert [other.id for other in GAMES].count(game.id) == 1


@each_case
def test_teams_share_out_the_seats(case: Case) -> None:
    teams = case.game.teams(case.seats, case.options)
    assert all(teams)
    assert sorted(seat for team in teams for seat in team) == list(range(case.seats))


# The course of a match.


def test_legal_actions_are_few_distinct_candidates(match: Match) -> None:
    game = match.game
    for state in match.states[:-1]:
        legal = list(game.legal(state))
        assert 1 <= len(legal) <= MOST_LEGAL
        assert len(set(legal)) == len(legal)
        candidates = list(game.candidates(state))
        assert len(set(candidates)) == len(candidates)
        assert set(legal) <= set(candidates)


def test_every_listed_action_applies_and_means_something_else(match: Match) -> None:
    game = match.game
    for position in match.positions(8, "listed"):
        state = match.states[position]
        results = []
        for action in game.legal(state):
            tried = game.copy(state)
            events = game.apply(tried, match.seats[position], action)
            assert game.snapshot(tried) != game.snapshot(state)
            results.append(cbor2.dumps([msgspec.to_builtins(events), game.snapshot(tried)]))
        assert len(set(results)) == len(results)


def test_turn_belongs_to_an_active_seat(match: Match) -> None:
    game, before = match.game, set(range(match.case.seats))
    for state in match.states:
        active = game.active(state)
        assert len(set(active)) == len(active)
        assert set(active) <= before, "nobody comes back who was out"
        assert game.turn(state) in {*active, None}
        before = set(active)


def test_turns_rise_when_the_seat_changes(match: Match) -> None:
    game, counted = match.game, [match.game.turns(state) for state in match.states]
    assert counted == sorted(counted)
    assert counted[0] == 0
    for position in range(1, len(match.actions)):
        if match.seats[position] != match.seats[position - 1]:
            assert counted[position] > counted[position - 1]
        if counted[position] > counted[position - 1]:
            assert game.undoable(match.states[position]) == 0


def test_everybody_sees_the_same_where_nothing_is_hidden(match: Match) -> None:
    game = match.game
    if not game.hidden:
        for state in match.states:
            everybody = game.view(state, None)
            assert all(game.view(state, seat) == everybody for seat in match.case.eyes)
        for events in match.events:
            assert all(event.to is None for event in events)
        for seat, action in zip(match.seats, match.actions, strict=True):
            assert all(
                game.shown(action, seat, to) == game.format(action) for to in match.case.eyes
            )


def test_there_is_no_outcome_before_the_end(match: Match) -> None:
    for state in match.states[:-1]:
        assert_line(match.game.decision(state))
        assert match.game.turn(state) is not None
        assert match.game.outcome(state) is None


def test_end(match: Match) -> None:
    game, case, state = match.game, match.case, match.states[-1]
    assert game.turn(state) is None
    assert list(game.legal(state)) == []
    assert game.decision(state) == ""
    assert game.undoable(state) == 0
    assert game.unfinished(state) == 0
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.ranking
    assert all(outcome.ranking[1:]), "only the first place may be empty: the game has won"
    assert all(list(place) == sorted(place) for place in outcome.ranking)
    assert sorted(sum(outcome.ranking, ())) == list(range(case.seats))
    for team in game.teams(case.seats, case.options):
        assert any(set(team) <= set(place) for place in outcome.ranking)
    assert [type(score) for score in outcome.scores] == [int] * case.seats
    assert_line(outcome.reason)
    for action in some(match.chance("end"), candidates_met(match), 10):
        for seat in range(case.seats):
            illegal = refusal(game, game.copy(state), seat, action)
            assert illegal is not None
            assert illegal.code == "game-over"


def test_questions_change_nothing(match: Match) -> None:
    game = match.game
    for position in match.positions(8, "questions"):
        state = match.states[position]
        before = game.snapshot(state)
        asked: list[Any] = [game.turn(state), game.active(state), game.decision(state)]
        asked += [game.legal(state), game.candidates(state), game.outcome(state)]
        asked += [game.undoable(state), game.unfinished(state), game.copy(state)]
        asked += [game.turns(state)]
        for seat in match.case.looks:
            game.view(state, seat)
        assert game.snapshot(state) == before, f"asking changed something: {asked}"


# Refusals.


def test_unlisted_candidates_are_refused_or_synonyms(match: Match) -> None:
    game, chance = match.game, match.chance("unlisted")
    for position in match.positions(10, "unlisted"):
        state = match.states[position]
        unlisted = [each for each in game.candidates(state) if each not in game.legal(state)]
        for action in some(chance, unlisted, 8):
            assert_refused_or_synonym(game, state, action, unguided=match.case.unguided)


def test_answers_to_other_decisions_are_refused_or_synonyms(match: Match) -> None:
    game, chance, met = match.game, match.chance("others"), candidates_met(match)
    for position in match.positions(10, "others"):
        state = match.states[position]
        here = {*game.candidates(state)}
        for action in some(chance, [each for each in met if each not in here], 8):
            assert_refused_or_synonym(game, state, action, unguided=match.case.unguided)


def test_other_seats_are_refused(match: Match) -> None:
    game = match.game
    for position in match.positions(10, "seats"):
        for seat in {*range(-1, match.case.seats + 1)} - {match.seats[position]}:
            state = game.copy(match.states[position])
            illegal = refusal(game, state, seat, match.actions[position])
            assert illegal is not None
            assert illegal.code == "not-your-turn"


# The notation.


def test_notation_of_every_candidate_reads_back(match: Match) -> None:
    for action in candidates_met(match):
        text = match.game.format(action)
        assert_line(text)
        assert match.game.parse(text) == action


# Copies, snapshots and records.


def test_copies_are_independent(match: Match) -> None:
    game = match.game
    for position in match.positions(3, "copies"):
        state = match.states[position]
        before = game.snapshot(state)
        twin = game.copy(state)
        assert game.snapshot(twin) == before
        assert replay(match, twin, position) == match.events[position:]
        assert game.snapshot(twin) == game.snapshot(match.states[-1])
        assert game.snapshot(state) == before, "playing on a copy changed the original"


def test_originals_are_independent(match: Match) -> None:
    game = match.game
    state = begin(match.case, match.number)
    for position, events in enumerate(match.events):
        twin, snapshot = game.copy(state), game.snapshot(state)
        before = cbor2.dumps(snapshot)
        assert replay(match, state, position, position + 1) == [events]
        assert cbor2.dumps(game.snapshot(twin)) == before, "playing on changed a copy"
        assert cbor2.dumps(snapshot) == before, "playing on changed an old snapshot"
    assert game.snapshot(state) == game.snapshot(match.states[-1])


def test_snapshots_are_lossless(match: Match) -> None:
    game = match.game
    for position in [*match.positions(4, "snapshots"), len(match.actions)]:
        snapshot = game.snapshot(match.states[position])
        wire = cbor2.dumps(snapshot)
        assert cbor2.loads(wire) == snapshot
        state = game.restore(snapshot)
        assert game.snapshot(state) == snapshot
        assert replay(match, state, position) == match.events[position:]
        assert game.snapshot(state) == game.snapshot(match.states[-1])
        assert cbor2.dumps(snapshot) == wire, "playing on changed the snapshot"
        for seat in match.case.looks:
            twin = game.restore(cbor2.loads(wire))
            assert game.view(twin, seat) == game.view(match.states[position], seat)
            assert game.legal(twin) == game.legal(match.states[position])


def test_matches_do_not_depend_on_the_process() -> None:
    """The order of a set differs from process to process; a match must not."""
    printed = under_two_hash_seeds("tests.games.play")
    assert len(printed[0].splitlines()) == len(CASES)
    assert printed[0] == printed[1]


# What is seen.


def test_views_are_plain_parts_of_fixed_names(match: Match) -> None:
    game = match.game
    names = set(game.view(match.states[0], None))
    assert names
    for name in names:
        assert_line(name)
    for position in [*match.positions(20, "views"), len(match.actions)]:
        for seat in match.case.looks:
            view = game.view(match.states[position], seat)
            assert_plain(view)
            assert set(view) == names
            assert cbor2.loads(cbor2.dumps(view)) == view


def test_changes_are_the_difference_of_two_views(match: Match) -> None:
    game, last = match.case.game, len(match.actions)
    differ = differences(game.view)
    steps = [(position, position + 1) for position in range(last)]
    # Back as well, as for an action that is taken back, and over more than one action.
    steps += [(after, before) for before, after in steps]
    steps += [(position, min(position + 4, last)) for position in range(0, last, 3)]
    for before, after in steps:
        for seat in match.case.looks:
            states = match.states[before], match.states[after]
            assert game.changes(*states, seat) == differ(*states, seat)


def test_views_stay_as_they_were(match: Match) -> None:
    game = match.game
    state = begin(match.case, match.number)
    for position in range(len(match.actions)):
        views = [game.view(state, seat) for seat in match.case.looks]
        before = cbor2.dumps(views)
        replay(match, state, position, position + 1)
        assert cbor2.dumps(views) == before, "playing on changed an old view"


def test_views_do_not_tell_the_dice(match: Match) -> None:
    game = match.game
    other_dice = fair_dice("other", match.number)
    for position in [*match.positions(12, "dice"), len(match.actions)]:
        state = match.states[position]
        snapshot = game.snapshot(state)
        seed = snapshot["dice"]["seed"]
        counter = snapshot["dice"]["counter"] + 1009
        twin = game.restore(snapshot | {"dice": {"seed": other_dice.seed, "counter": counter}})
        assert list(game.legal(twin)) == list(game.legal(state))
        for seat in match.case.looks:
            view = game.view(state, seat)
            assert game.view(twin, seat) == view
            assert seed.hex() not in repr(view)


def test_events_are_plain_and_have_an_audience(match: Match) -> None:
    for event in (event for events in match.events for event in events):
        assert_line(event.kind)
        assert_plain(event.facts)
        assert cbor2.loads(cbor2.dumps(event.facts)) == event.facts
        if event.to is not None:
            assert event.to
            assert len(set(event.to)) == len(event.to)
            assert set(event.to) <= set(range(match.case.seats))


def test_actions_are_shown_in_one_line(match: Match) -> None:
    game = match.game
    for seat, action in {*zip(match.seats, match.actions, strict=True)}:
        for to in match.case.eyes:
            assert_line(game.shown(action, seat, to))
        assert game.parse(game.shown(action, seat, seat)) == action


# What is guessed.


def assert_guessed_alike(match: Match, position: int) -> None:
    game, state = match.game, match.states[position]
    for seat in range(match.case.seats):
        view = game.view(state, seat)
        before = cbor2.dumps(view)
        guessed = game.guess(view, seat, fair_dice("guess", position))
        assert cbor2.dumps(view) == before, "guessing changed the view"
        assert game.view(guessed, seat) == view
        assert game.turn(guessed) == game.turn(state)
        assert game.decision(guessed) == game.decision(state)
        assert game.active(guessed) == game.active(state)
        assert game.outcome(guessed) == game.outcome(state)
        if game.turn(state) == seat:
            assert list(game.legal(guessed)) == list(game.legal(state))


def test_guesses_look_like_the_real_thing(match: Match) -> None:
    for position in match.positions(10, "guesses"):
        assert_guessed_alike(match, position)


def test_guesses_do_not_mind_the_order_of_the_parts(match: Match) -> None:
    game, chance = match.game, match.chance("order")
    for position in match.positions(2, "order"):
        for seat in range(match.case.seats):
            view = game.view(match.states[position], seat)
            shuffled = dict(some(chance, list(view.items()), len(view)))
            guessed = game.guess(shuffled, seat, fair_dice("order"))
            assert game.view(guessed, seat) == view


def test_guesses_look_like_the_real_end(match: Match) -> None:
    assert_guessed_alike(match, len(match.actions))


def test_guesses_can_be_played_to_the_end(match: Match) -> None:
    game, chance = match.game, match.chance("playouts")
    for position in some(chance, list(range(len(match.actions))), 2):
        for seat in range(match.case.seats):
            view = game.view(match.states[position], seat)
            guessed = game.guess(view, seat, QuickDice(position))
            before = cbor2.dumps(view)
            play_out(game, guessed, chance)
            assert game.outcome(guessed) is not None
            assert cbor2.dumps(view) == before, "playing a guess changed the view"


# What can be taken back.


def test_undo_stays_within_the_turn(match: Match) -> None:
    game, before = match.game, 0
    for position, state in enumerate(match.states):
        undoable, unfinished = game.undoable(state), game.unfinished(state)
        assert 0 <= unfinished <= undoable <= position
        assert undoable <= before + 1
        if position and game.turn(state) != match.seats[position - 1]:
            assert undoable == 0
        if undoable:
            assert {*match.seats[position - undoable : position]} == {game.turn(state)}
        if unfinished:
            assert game.unfinished(match.states[position - unfinished]) == 0
        before = undoable


def test_undo_takes_back_nothing_that_was_learned(match: Match) -> None:
    """Whoever could take back a reveal would have looked: a guess would not foresee it."""
    game, chance = match.game, match.chance("undo")
    taken_back = {at: game.undoable(match.states[at]) for at in range(len(match.states))}
    for position in some(chance, [at for at, number in taken_back.items() if number], 25):
        start = position - taken_back[position]
        seat = match.seats[start]
        view = game.view(match.states[start], seat)
        for number in range(3):
            guessed = game.guess(view, seat, fair_dice("undo", position * 3 + number))
            replay(match, guessed, start, position)
            assert game.view(guessed, seat) == game.view(match.states[position], seat)
