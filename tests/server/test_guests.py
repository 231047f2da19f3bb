"""Guests: their names are theirs as long as they are here or have something to play."""

from __future__ import annotations

import pytest

from eriantys.server.inputs import Overdue, Received
from eriantys.server.session import State
from eriantys.wire.from_client import Bye, Join, Leave, Login, Resign
from eriantys.wire.from_server import Error, Named, Started
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import pass_to, seated, state_of


def test_nothing_is_kept_of_a_guest_who_plays_nothing() -> None:
    parlour = Parlour()
    (guest,) = parlour.enter("anna", guest=True)
    assert guest.last(Named) == Named("anna", guest=True)
    assert parlour.kept == []
    assert error_of(parlour.connect().say(Login("anna", key=b"k" * 32))) == "name-taken"
    guest.say(Bye())
    assert parlour.connect().say(Login("anna", key=b"k" * 32))[0] == Named("anna")


def guest_and_other(parlour: Parlour) -> tuple[Person, Person]:
    (guest,) = parlour.enter("anna", guest=True)
    (other,) = parlour.enter("bert")
    parlour.begin(guest, other)
    return guest, other


def is_free(parlour: Parlour, name: str) -> bool:
    """Tell whether a stranger could have the name, without letting one have it."""
    person = parlour.connect()
    answer = person.say(Login(name, proof=b"p" * 32))[0]
    person.drop()
    assert isinstance(answer, Error)
    return answer.code == "unknown-name"


def test_a_guest_has_the_name_until_the_match_is_over_and_they_are_gone() -> None:
    parlour = Parlour()
    guest, other = guest_and_other(parlour)
    other.say(Resign())
    assert parlour.store.find_name("anna") is None
    assert not is_free(parlour, "anna")
    guest.say(Leave())
    guest.say(Bye())
    assert is_free(parlour, "anna")
    assert not is_free(parlour, "bert")


def test_a_guest_who_is_gone_before_the_match_is_over_keeps_the_name_until_then() -> None:
    parlour = Parlour()
    guest, other = guest_and_other(parlour)
    guest.drop()
    assert not is_free(parlour, "anna")
    other.say(Resign())
    assert is_free(parlour, "anna")


def test_a_guest_finds_the_seat_again_after_a_crash() -> None:
    parlour = Parlour()
    guest_and_other(parlour)
    parlour.crash()
    assert error_of(parlour.connect().say(Login("anna", key=b"k" * 32))) == "name-taken"
    person = parlour.connect()
    assert person.prove("anna")[0] == Named("anna", guest=True)
    assert state_of(person) is State.PLAYING
    person.say(Resign())
    person.say(Bye())
    assert is_free(parlour, "anna")


def test_a_guest_may_play_one_match_after_the_other() -> None:
    parlour = Parlour()
    guest, other = guest_and_other(parlour)
    guest.say(Resign())
    guest.say(Leave())
    other.say(Leave())
    parlour.begin(guest, other)
    assert parlour.store.find_name("anna") is not None
    parlour.crash()
    assert not is_free(parlour, "anna")


def guest_with_saved_match(parlour: Parlour) -> tuple[Person, Person]:
    """Let a guest leave a match that then waits for them."""
    guest, other = guest_and_other(parlour)
    pass_to(guest, other)
    guest.say(Leave())
    return guest, other


def test_a_match_that_is_given_up_frees_the_names_of_its_guests() -> None:
    parlour = Parlour()
    guest, other = guest_with_saved_match(parlour)
    guest.say(Bye())
    other.say(Bye())
    assert not is_free(parlour, "anna")
    parlour.turn([Overdue((1,))])
    assert is_free(parlour, "anna")


def test_two_matches_of_a_guest_that_end_at_once_free_the_name() -> None:
    parlour = Parlour()
    guest, other = guest_with_saved_match(parlour)
    (third,) = parlour.enter("carl")
    parlour.begin(guest, third)
    parlour.turn([Received(each.connection, write(Resign())) for each in (other, third)])
    assert not parlour.core.house.shelf.cards
    assert parlour.store.find_name("anna") is None
    guest.drop()
    assert is_free(parlour, "anna")


@pytest.mark.parametrize("end_first", [True, False])
def test_a_match_that_begins_while_another_ends_keeps_its_guest(end_first: bool) -> None:
    parlour = Parlour()
    guest, other = guest_with_saved_match(parlour)
    waiting = seated(parlour, "carl")
    number = next(iter(parlour.core.house.rooms))
    end = Received(other.connection, write(Resign()))
    begin = Received(guest.connection, write(Join(A_NONCE, number)))
    parlour.turn([end, begin] if end_first else [begin, end])
    assert waiting.last(Started).players == ("carl", "anna")
    # Otherwise anybody could register the name after a crash, and take the seat.
    parlour.crash()
    assert not is_free(parlour, "anna")
