"""Names, keys and proofs; and taking one's own place over."""

from __future__ import annotations

import pytest

from eriantys.server.inputs import Received
from eriantys.server.rows import NameKept, StoreTrouble
from eriantys.server.session import State
from eriantys.wire.frames import encode
from eriantys.wire.from_client import Bye, Leave, Login, Move, Resume
from eriantys.wire.from_server import (
    Error,
    Matches,
    Named,
    Presence,
    Request,
    ServerBye,
    Started,
    Update,
    Welcome,
)
from eriantys.wire.messages import write
from tests.keys import key_of, proof
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import WAYS, a_table, match_of, pass_to, state_of

GOOD_NAMES = ["ab", "Anna", "x.y-z_0", "0815", "a" * 20, "--a", "..1", "_._a_._"]
BAD_NAMES = ["", "a", "a" * 21, "..", "---", "an na", "änna", "anna\n", "a\0b", "anna!", "#12"]
BAD_NAMES += ["192.0.2.1", "0.0.0.0"]  # a ban of such a name would be one of the address


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_a_good_name_is_granted_as_it_was_typed(name: str) -> None:
    person = Parlour().connect()
    named, matches = person.log_in(name)
    assert named == Named(name)
    assert isinstance(matches, Matches)
    assert matches.whole


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused_and_asked_for_again(name: str) -> None:
    parlour = Parlour()
    person = parlour.connect()
    error, again = person.log_in(name)
    assert isinstance(error, Error)
    assert (error.code, error.about) == ("bad-name", "login")
    assert again == Request(0, "login", 60_000)
    assert not parlour.kept


def test_the_operator_sets_how_short_a_name_may_be() -> None:
    parlour = Parlour(name_least=4)
    assert error_of(parlour.connect().log_in("bob")) == "bad-name"
    assert parlour.connect().log_in("bobo")[0] == Named("bobo")


def test_a_name_is_registered_once_and_kept() -> None:
    parlour = Parlour()
    parlour.enter("Anna")
    assert parlour.kept == [NameKept("Anna", key_of("anna"), guest=False)]
    parlour.crash()
    parlour.connect().prove("Anna")
    assert len(parlour.kept) == 1


@pytest.mark.parametrize("typed", ["anna", "ANNA", "aNNa"])
def test_capitals_do_not_make_another_name(typed: str) -> None:
    parlour = Parlour()
    (first,) = parlour.enter("Anna")
    first.say(Bye())
    stranger = parlour.connect()
    assert error_of(stranger.say(Login(typed, key=b"s" * 32))) == "name-taken"
    assert parlour.connect().prove(typed)[0] == Named("Anna")


def test_a_name_that_nobody_has_cannot_be_proved() -> None:
    person = Parlour().connect()
    assert error_of(person.prove("anna")) == "unknown-name"
    assert error_of(person.say(Login("anna"))) == "unknown-name"
    assert person.log_in("anna")[0] == Named("anna")


def test_without_key_and_proof_a_name_that_somebody_has_is_taken() -> None:
    parlour = Parlour()
    parlour.enter("anna")
    assert error_of(parlour.connect().say(Login("anna"))) == "name-taken"
    assert error_of(parlour.connect().say(Login("anna", key=b"k" * 32))) == "name-taken"


def test_a_proof_is_made_of_key_and_nonce_and_name_and_nothing_less() -> None:
    parlour = Parlour(login_attempts=10)
    parlour.enter("anna")[0].say(Bye())
    person = parlour.connect()
    nonce, key = person.last(Welcome).nonce, key_of("anna")
    for wrong in (
        proof(b"x" * 32, nonce, "anna"),
        proof(key, b"x" * 32, "anna"),
        proof(key, nonce, "bert"),
        proof(key, nonce, "Anna"),
        key,
    ):
        error, again = person.say(Login("anna", proof=wrong))
        assert isinstance(error, Error)
        assert error.code == "bad-proof"
        assert again == Request(0, "login", 60_000)
    assert person.prove("anna")[0] == Named("anna")


def test_a_key_does_not_help_where_the_proof_is_wrong() -> None:
    parlour = Parlour()
    parlour.enter("anna")[0].say(Bye())
    both = Login("anna", key=key_of("anna"), proof=b"p" * 32)
    assert error_of(parlour.connect().say(both)) == "bad-proof"


def test_a_recorded_proof_is_worth_nothing_on_another_connection() -> None:
    parlour = Parlour()
    parlour.enter("anna")[0].say(Bye())
    person = parlour.connect()
    recorded = proof(key_of("anna"), person.last(Welcome).nonce, "anna")
    person.say(Login("anna", proof=recorded))
    person.say(Bye())
    for _ in range(3):
        thief = parlour.connect()
        assert error_of(thief.say(Login("anna", proof=recorded))) == "bad-proof"


def test_no_two_connections_have_the_same_nonce() -> None:
    parlour = Parlour()
    nonces = {parlour.connect().last(Welcome).nonce for _ in range(50)}
    assert len(nonces) == 50
    assert {len(nonce) for nonce in nonces} == {32}


def test_whoever_lost_the_reply_sends_the_key_again() -> None:
    parlour = Parlour()
    (first,) = parlour.enter("anna")
    first.drop()
    # This client never heard that its name was registered.
    assert parlour.connect().log_in("anna")[0] == Named("anna")
    assert len(parlour.kept) == 1


def test_too_many_refused_logins_close_the_connection() -> None:
    parlour = Parlour(login_attempts=3)
    person = parlour.connect()
    assert [each.code for each in person.log_in("!") if isinstance(each, Error)] == ["bad-name"]
    person.log_in("!")
    error, bye = person.log_in("!")
    assert isinstance(error, Error)
    assert isinstance(bye, ServerBye)
    assert bye.code == "too-many-logins"
    assert person.closed


def test_nonsense_counts_as_a_refused_login() -> None:
    person = Parlour(login_attempts=3).connect()
    for _ in range(3):
        assert not person.closed
        person.say_bytes(encode({"type": "login", "name": 7}))
    assert person.last(ServerBye).code == "too-many-logins"


def test_the_time_for_a_login_is_not_given_anew() -> None:
    parlour = Parlour(login=60)
    person = parlour.connect()
    parlour.wait(25)
    assert person.log_in("!")[-1] == Request(0, "login", 35_000)


def test_two_who_want_the_same_free_name_at_once_do_not_both_get_it() -> None:
    parlour = Parlour()
    first, second = parlour.connect(), parlour.connect()
    parlour.turn(
        [
            Received(first.connection, write(Login("anna", key=b"1" * 32))),
            Received(second.connection, write(Login("Anna", key=b"2" * 32))),
        ]
    )
    assert first.last(Named) == Named("anna")
    assert second.last(Error).code == "name-taken"
    assert state_of(second) is State.NEW
    assert len(parlour.kept) == 1


def test_what_follows_a_login_in_the_same_piece_is_handled_after_it() -> None:
    parlour = Parlour()
    person = parlour.connect()
    news = person.say(Login("anna", key=key_of("anna")), Leave())
    assert [type(each) for each in news] == [Named, Matches, Error]


def test_a_name_that_cannot_be_kept_is_not_granted() -> None:
    parlour = Parlour()
    parlour.broken = True
    person = parlour.connect()
    error, again = person.log_in("anna")
    assert isinstance(error, Error)
    assert (error.code, error.about, error.request) == ("store-unavailable", "login", 0)
    assert again == Request(0, "login", 60_000)
    assert state_of(person) is State.NEW
    parlour.broken = False
    assert person.log_in("anna")[0] == Named("anna")


def test_a_store_that_cannot_be_read_is_not_held_against_whoever_logs_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parlour = Parlour(login_attempts=2)
    person = parlour.connect()

    def unreadable(_name: str) -> None:
        raise StoreTrouble("The disk reports an error.")

    with monkeypatch.context() as patch:
        patch.setattr(parlour.store, "find_name", unreadable)
        for _ in range(5):
            assert error_of(person.log_in("anna")) == "store-unavailable"
    assert person.log_in("anna")[0] == Named("anna")


# Taking over.


@pytest.mark.parametrize("state", [state for state in WAYS if state is not State.NEW])
@pytest.mark.parametrize("grace", [0, 30])
def test_a_second_login_takes_over_only_if_it_says_so(state: State, grace: float) -> None:
    parlour = Parlour(grace=grace)
    first = WAYS[state](parlour, "anna")
    second = parlour.connect()
    assert error_of(second.prove("anna")) == "already-connected"
    assert state_of(first) is state
    second.prove("anna", take_over=True)
    assert first.last(ServerBye).code == "taken-over"
    assert first.closed
    assert state_of(second) is (State.LOBBY if state is State.AFTER else state)


@pytest.mark.parametrize("grace", [0, 30])
@pytest.mark.parametrize("absence", ["end", "wait"])
def test_a_seat_that_changes_hands_was_never_empty(grace: float, absence: str) -> None:
    parlour = Parlour(grace=grace)
    on_turn, other = a_table(parlour, absence=absence, turn_seconds=100)
    parlour.wait(40)
    second = parlour.connect()
    started, request = second.prove(on_turn.name, take_over=True)[-2:]
    assert isinstance(started, Started)
    assert isinstance(request, Request)
    assert request.id == on_turn.request.id
    # The clock went on as if nothing had happened.
    assert (started.left_ms, request.left_ms) == (60_000, 60_000)
    assert [each.here for each in other.all(Presence)] == [True] * len(other.all(Presence))
    second.say(Move(request.id, "pass"))
    assert other.last(Update).number == request.id
    parlour.wait(59)
    assert not second.closed


def test_the_clock_runs_out_for_whoever_took_over() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour, turn_seconds=50)
    parlour.wait(40)
    second = parlour.connect()
    second.prove(on_turn.name, take_over=True)
    parlour.wait(10)
    assert second.last(ServerBye).code == "too-slow"


def test_a_stranger_cannot_take_over() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    thief = parlour.connect()
    assert error_of(thief.say(Login("anna", key=b"k" * 32, take_over=True))) == "name-taken"
    wrong = Login("anna", proof=b"p" * 32, take_over=True)
    assert error_of(thief.say(wrong)) == "bad-proof"
    assert not anna.closed


def test_take_over_of_somebody_who_is_not_there_is_a_plain_login() -> None:
    parlour = Parlour()
    assert parlour.connect().log_in("anna", take_over=True)[0] == Named("anna")


def test_a_login_leads_back_to_the_match_that_still_expects_the_player() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("anna", "bert", "carl")
    first = parlour.begin(anna, bert)
    pass_to(anna, bert)
    anna.say(Leave())
    second = parlour.begin(anna, carl)
    pass_to(carl, anna)
    carl.say(Leave())
    anna.say(Leave())
    anna.say(Resume(first))
    # The later match goes on without anna, who is busy at the earlier one.
    carl.say(Resume(second))
    assert not match_of(carl).suspended
    anna.drop()
    back = parlour.connect()
    back.prove("anna")
    assert back.match == first
    back.say(Leave())
    assert error_of(back.say(Resume(99))) == "no-saved-match"
    back.say(Resume(second))
    assert back.match == second
