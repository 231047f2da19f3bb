"""One event for each update of the protocol documents, with its fields."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Event
from eriantys.games.masters import GAME
from tests.games.masters.position import NO_HAND, Table, cards, depots, facts, play, tokens
from tests.games.play import Case, cases, fair_dice, play_match

FIELDS = {
    "token revealed": {"token", "cards"},
    "turn begun": {"seat", "turn"},
    "leaders available": {"seat", "leaders"},
    "strongbox changed": {"seat", "strongbox"},
    "card bought": {
        *("seat", "slot", "card", "colour", "level", "points", "cost", "needs", "makes"),
        "faith",
    },
    "game over": {"reason", "winners", "points"},
    "leader played": {"seat", "slot", "leader", "ability", "resource", "points"},
    "card uncovered": {
        *("card", "colour", "level", "points", "cost", "needs", "makes", "faith"),
        "left",
    },
    "marble available": {"seat", "marble", "resource"},
    "marble taken": {"seat", "resource", "stored"},
    "produced": {"seat", "resources", "faith"},
    "slide changed": {"marble"},
    "line changed": {"line", "marbles"},
    "depot changed": {"seat", "depot", "size", "count", "resource"},
    "vatican report": {"report", "seats"},
    "faith moved": {"seat", "space"},
    "points changed": {"seat", "points"},
    # And some of our own.
    "line taken": {"seat", "line", "marbles"},
    "goods discarded": {"seat", "number"},
    "leader discarded": {"seat"},
    "leader dropped": {"seat"},
    "end triggered": {"seat", "reason"},
}


def some_events() -> list[Event]:
    """Play what brings every kind of event at least once."""
    table = Table(1).player(leaders=NO_HAND, held=depots("coin"), chest="coin coin")
    solo = table.top(3).set(stack=tokens("green", "cross")).ready()
    events = play(solo, "buy blue 1 slot 2", "pay coin strongbox", "pay coin strongbox")
    table = Table(2, seat=1).player(1, chest="shield " * 6, faith=23, slots=cards([6]))
    duel = table.player(1, leaders=((56, "hand"), (54, "hand"))).player(0, faith=7).ready()
    events += play(duel, "leader play 1", "take row 1", "put coin 4", "put stone 2")
    events += play(duel, "discard rest", "leader discard 2")
    table = Table(2).player(0, slots=cards([6]), chest="coin", leaders=NO_HAND)
    events += play(table.ready(), "produce card 1")
    begun = GAME.new(2, GAME.Options(), fair_dice("events"))
    return events + play(begun, "leader discard 1")


def test_every_kind_has_its_fields_and_there_is_no_other() -> None:
    met = {}
    for event in some_events():
        assert set(event.facts) == FIELDS[event.kind]
        met[event.kind] = event
    assert set(met) == set(FIELDS)


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_random_matches_tell_nothing_else(case: Case) -> None:
    match = play_match(case, 1)
    for event in (event for events in match.events for event in events):
        assert set(event.facts) == FIELDS[event.kind]
        assert (event.to is not None) == (event.kind == "leaders available")


def test_a_line_is_told_marble_by_marble() -> None:
    market = "red yellow white blue / yellow grey purple blue / white white white grey / purple"
    state = Table(market=market).player(leaders=((57, "played"), (53, "hand"))).ready()
    events = play(state, "take row 1")
    assert facts(events, "line taken") == [
        {"seat": 0, "line": "row 1", "marbles": ["red", "yellow", "white", "blue"]}
    ]
    assert facts(events, "line changed") == [
        {"line": "row 1", "marbles": ["yellow", "white", "blue", "purple"]}
    ]
    assert facts(events, "slide changed") == [{"marble": "red"}]
    assert [
        (each["marble"], each["resource"]) for each in facts(events, "marble available")
    ] == [
        ("yellow", "coin"),
        ("white", "servant"),
        ("blue", "shield"),
    ]
    assert facts(events, "faith moved") == [{"seat": 0, "space": 1}]


def test_a_card_that_comes_to_light_is_told_with_all_that_is_printed_on_it() -> None:
    table = Table().player(chest="stone servant shield").without(13, 9)
    events = play(table.top(5).ready(), "buy green 1 slot 1")
    assert facts(events, "card bought") == [
        {
            "seat": 0,
            "slot": 1,
            "card": 5,
            "colour": "green",
            "level": 1,
            "points": 2,
            "cost": [0, 1, 1, 1],
            "needs": [0, 1, 0, 0],
            "makes": [0, 0, 1, 0],
            "faith": 0,
        }
    ]
    assert facts(events, "card uncovered") == [
        {
            "card": 1,
            "colour": "green",
            "level": 1,
            "points": 1,
            "left": 1,
            "cost": [0, 0, 0, 2],
            "needs": [1, 0, 0, 0],
            "makes": [0, 0, 0, 0],
            "faith": 1,
        }
    ]


def test_a_pile_that_is_empty_now_is_told_as_well() -> None:
    state = Table().player(chest="shield shield").without(5, 9, 13).ready()
    (told,) = facts(play(state, "buy green 1 slot 1"), "card uncovered")
    assert told == {
        **dict.fromkeys(("card", "points", "cost", "needs", "makes", "faith")),
        "colour": "green",
        "level": 1,
        "left": 0,
    }


def test_depots_and_strongbox_are_told_as_they_are_now() -> None:
    table = Table().player(held=depots("coin", "shield shield"), chest="coin", slots=cards([6]))
    state = table.ready()
    events = play(state, "swap 1 3")
    assert facts(events, "depot changed") == [
        {"seat": 0, "depot": 1, "size": 1, "count": 0, "resource": None},
        {"seat": 0, "depot": 3, "size": 3, "count": 1, "resource": "coin"},
    ]
    events = play(state, "produce card 1")
    assert not facts(events, "depot changed"), "nothing is paid before all powers are chosen"
    events = play(state, "produce basic shield shield -> stone")
    assert not facts(events, "strongbox changed"), "where the coin comes from is still open"
    events += play(state, "pay coin strongbox")
    assert facts(events, "depot changed") == [
        {"seat": 0, "depot": 2, "size": 2, "count": 0, "resource": None}
    ]
    assert facts(events, "strongbox changed") == [{"seat": 0, "strongbox": [0, 1, 0, 1]}]
    assert facts(events, "produced") == [
        {"seat": 0, "resources": ["stone", "shield"], "faith": 0}
    ]


def test_the_end_is_told_last() -> None:
    state = Table(2, seat=1).player(1, leaders=NO_HAND).set(triggered="faith").ready()
    events = play(state, "take row 3")
    assert events[-1] == Event(
        "game over", {"reason": "faith", "winners": [0, 1], "points": [0, 0]}
    )
