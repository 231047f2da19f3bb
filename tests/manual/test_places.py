"""What the page of the protocol says of wrong values and of lost connections is so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eriantys.server.house import RETRY
from eriantys.server.session import State
from eriantys.wire.frames import encode
from eriantys.wire.from_client import Leave, Login, Move, Resume, Sync
from eriantys.wire.from_server import (
    Error,
    FromServer,
    Matches,
    Presence,
    Request,
    Seated,
    Started,
)
from eriantys.wire.messages import type_of
from tests.keys import A_NONCE
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page
from tests.server.parlour import Parlour, Person, error_of
from tests.test_manual_protocol import GO_TO, patient_parlour

PAGE = Page(FILE)
(VALUES,) = PAGE.below("CONVENTIONS")["Wrong values"].tables
(PLACES,) = PAGE.sections["LOST CONNECTIONS"].tables
ROWS = {row[0]: row[1:] for row in PLACES[1:]}
WITHIN = "playing, within grace_ms"
POLICY_END = "playing, after that, policy end"
POLICY_WAIT = "playing, after that, policy wait"
POLICY_BOT = "playing, after that, policy bot"
SUSPENDED = "playing, suspended"
STATES = [state for state in GO_TO if state is not State.NEW]


# Wrong values.


def create_with(field: str, value: str) -> list[FromServer]:
    """Create a match for two in which one field is something else, given as JSON."""
    (ada,) = Parlour().enter("ada")
    whole = {"type": "create", "game": "eriantys", "seats": 2, "nonce": A_NONCE}
    return ada.say_bytes(encode({**whole, field: json.loads(value)}))


@pytest.mark.parametrize("row", VALUES[1:], ids=lambda row: row[0])
def test_a_wrong_value_is_refused_as_the_page_says(row: list[str]) -> None:
    field, malformed, refused, code = row
    assert error_of(create_with(field, malformed)) == "malformed"
    assert error_of(create_with(field, refused)) == code


@pytest.mark.parametrize(("length", "code"), [(65, "malformed"), (64, "bad-name")])
def test_a_long_name_is_refused_as_the_page_says(length: int, code: str) -> None:
    assert error_of(Parlour().connect().say(Login("n" * length, key=bytes(32)))) == code


# Lost connections.


def heard_on_return(parlour: Parlour, name: str, **more: Any) -> list[FromServer]:
    """Log in on a new connection; return what comes after the name."""
    named, *rest = parlour.connect().prove(name, **more)
    assert type_of(named) == "named"
    return rest


def place_of(heard: list[FromServer]) -> str:
    """Name the place that these messages lead to, in the words of the table."""
    match heard:
        case [Seated(), _] | [Started(seat=int()), *_]:
            return "the same seat"
        case [Started(seat=None)]:
            return "the same match"
        case [Request()]:
            return "the same request"
    (only,) = heard
    return {"matches": "lobby", "waiting": "the same place in line"}[type_of(only)]


def row_of(state: State) -> list[str]:
    return ROWS[WITHIN if state is State.PLAYING else state.value]


def at_suspended(parlour: Parlour) -> tuple[Person, Person]:
    """Suspend a match; return who waits there, and who is missing."""
    ada, zoe = parlour.seat("ada", "zoe", game="eriantys")
    on_turn, other = (ada, zoe) if ada.last(Started).turn == 0 else (zoe, ada)
    on_turn.drop()
    parlour.wait(parlour.limits.grace)
    return other, on_turn


def test_the_table_has_every_state() -> None:
    assert PLACES[0] == ["state", "connection lost", "login again", "take_over"]
    named = list(dict.fromkeys(name.split(",")[0] for name in ROWS))
    assert named == [state.value for state in GO_TO]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.value)
def test_logging_in_again_leads_where_the_page_says(state: State) -> None:
    parlour = Parlour()
    person = GO_TO[state](parlour)
    person.drop()
    assert place_of(heard_on_return(parlour, person.name)) == row_of(state)[1]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.value)
def test_taking_over_leads_where_the_page_says(state: State) -> None:
    parlour = Parlour()
    person = GO_TO[state](parlour)
    heard = heard_on_return(parlour, person.name, take_over=True)
    assert place_of(heard) == row_of(state)[2]
    if state in (State.ASKED, State.PLAYING):
        assert heard[-1] == person.request


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.value)
def test_a_restart_leads_to_the_lobby_but_from_a_match(state: State) -> None:
    parlour = Parlour()
    person = GO_TO[state](parlour)
    parlour.crash()
    place = place_of(heard_on_return(parlour, person.name))
    assert place == ("the same seat" if state is State.PLAYING else "lobby")


def test_a_match_that_does_not_wait_is_over_after_the_grace() -> None:
    parlour = Parlour()
    ada, zoe = parlour.seat("ada", "zoe", game="eriantys", absence="end")
    ada.drop()
    parlour.wait(parlour.limits.grace)
    assert type_of(zoe.heard[-1]) == "ended"
    lost, again, _ = ROWS[POLICY_END]
    assert lost == "the match is over"
    assert place_of(heard_on_return(parlour, "ada")) == again


def test_a_match_that_waits_goes_on_until_the_seat_is_on_turn() -> None:
    parlour = patient_parlour()
    people = parlour.seat("ada", "zoe", game="eriantys")
    turn = people[0].last(Started).turn
    assert turn is not None
    other = people[1 - turn]
    other.drop()
    parlour.wait(parlour.limits.grace)
    before, after = ROWS[POLICY_WAIT][1].split("; once suspended, ")
    back = parlour.connect()
    assert place_of(back.prove(other.name)[1:]) == before
    back.drop()
    parlour.wait(parlour.limits.grace)
    people[turn].play()
    assert place_of(heard_on_return(parlour, other.name)) == after


def test_a_bot_plays_for_the_seat_until_its_player_logs_in() -> None:
    parlour = Parlour(bots=True)
    ada, zoe = parlour.seat("ada", "zoe", game="eriantys", absence="bot")
    ada.drop()
    parlour.wait(parlour.limits.grace)
    lost, again, _ = ROWS[POLICY_BOT]
    assert lost == "gone; a bot plays for the seat"
    assert zoe.last(Presence).bot
    assert place_of(heard_on_return(parlour, "ada")) == again


def test_a_suspended_match_is_found_as_the_page_says() -> None:
    parlour = Parlour()
    waits, _ = at_suspended(parlour)
    _, again, over = ROWS[SUSPENDED]
    assert place_of(heard_on_return(parlour, waits.name, take_over=True)) == over

    parlour = Parlour()
    waits, missing = at_suspended(parlour)
    waits.drop()
    for person in (waits, missing):
        assert place_of(heard_on_return(parlour, person.name)) == again.split(";")[0]


def test_a_restart_forgets_who_left_on_purpose() -> None:
    parlour = Parlour()
    people = parlour.seat("ada", "zoe", game="eriantys")
    turn = people[0].last(Started).turn
    assert turn is not None
    other = people[1 - turn]
    other.say(Leave())
    other.drop()
    assert place_of(heard_on_return(parlour, other.name)) == "lobby"
    parlour.crash()
    assert place_of(heard_on_return(parlour, other.name)) == "the same seat"


def test_who_leaves_on_turn_is_told_the_list_twice() -> None:
    parlour = Parlour()
    heard = GO_TO[State.PLAYING](parlour).say(Leave())
    assert [type_of(each) for each in heard] == ["matches", "matches"]
    assert [each.saved[0].suspended for each in heard if isinstance(each, Matches)] == [
        False,
        True,
    ]


# Refusals.


def test_what_does_not_fit_is_refused_in_the_order_of_the_page() -> None:
    (entry,) = (
        each
        for each in PAGE.below("REQUESTS AND ANSWERS")["Refusals"].entries
        if each.tag == "move, undo, try"
    )
    order = entry.text.split(";")[0].split(", ")
    parlour = Parlour()
    waits, missing = at_suspended(parlour)
    assert error_of(waits.say(Move(0, "nonsense"))) == order[0]
    assert error_of(waits.say(Move(99, "nonsense"))) == order[1]
    parlour.broken = True  # whoever is back is suspended until that can be kept
    back = parlour.connect()
    back.prove(missing.name)
    back.say(Resume())
    assert error_of(back.say(Move(99, "nonsense"))) == order[2]
    parlour.broken = False
    parlour.wait(RETRY)
    assert error_of(back.say(Move(99, "nonsense"))) == order[3]
    assert error_of(back.say(Move(1, "nonsense"))) == "unknown-action"


def test_an_error_names_its_message_and_request_as_the_page_says() -> None:
    person = Parlour(login_attempts=10).connect()
    refused = person.say(Login("ada"))
    assert [type_of(each) for each in refused] == ["error", "request"]
    assert (person.last(Error).about, person.last(Error).request) == ("login", 0)
    person.say_bytes(encode({"type": "login", "name": 5}))
    assert (person.last(Error).about, person.last(Error).request) == ("login", None)
    for strange in ({"type": "dance", "request": 1}, {"type": 5}, {}):
        person.say_bytes(encode(strange))
        assert (person.last(Error).about, person.last(Error).request) == ("", None)
    person.say(Sync())
    assert [type_of(each) for each in person.heard[-1:]] == ["error"]


def test_every_refused_login_counts() -> None:
    parlour = Parlour(login_attempts=7)
    parlour.enter("ada")
    person = parlour.connect()
    codes = [
        error_of(person.say(Login("nobody"))),
        error_of(person.say(Login("ada"))),
        error_of(person.say(Login("ada", key=bytes(32)))),
        error_of(person.say(Login("ada", proof=bytes(32)))),
        error_of(person.say_bytes(encode({"type": "login", "name": 5}))),
        error_of(person.say_bytes(encode({"type": "dance"}))),
    ]
    refused = ["unknown-name", "name-taken", "name-taken", "bad-proof"]
    assert codes == [*refused, "malformed", "unknown-type"]
    assert error_of(person.say(Sync())) == "unexpected", "this is no login, and does not count"
    assert not person.closed
    heard = person.prove("ada")
    assert [type_of(each) for each in heard] == ["error", "bye"]
    assert error_of(heard) == "already-connected"


def test_a_seat_that_comes_too_late_is_unexpected() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("ada", "zoe")
    heard = ada.say_bytes(encode({"type": "seat", "nonce": bytes(16)}))
    assert error_of(heard) == "unexpected"
    assert ada.last(Started).nonces[0] == ada.last(Seated).nonce == A_NONCE
