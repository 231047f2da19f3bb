"""The guard: how many may come from where, and how much each of them is listened to."""

from __future__ import annotations

import logging
import os
from random import Random

import pytest

from eriantys.server import guard, seldom
from eriantys.server.guard import household
from eriantys.server.inputs import Opened, Received, Reload, Send
from eriantys.server.limits import BURST, GUESTS_IN_HOUSE, Limits
from eriantys.server.session import State
from eriantys.wire.from_client import (
    Bye,
    Create,
    FromClient,
    Join,
    Leave,
    List,
    Login,
    Move,
    Ping,
    Quick,
    Rematch,
    Resign,
)
from eriantys.wire.from_server import Error, Matches, ServerBye, ServerPong, Update, Welcome
from eriantys.wire.messages import write
from tests.keys import A_NONCE, key_of, proof_of
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, a_table, by_turn, state_of


def say_often(person: Person, message: FromClient, times: int) -> None:
    """Say the same again and again, all in one piece."""
    data = write(message) * times
    person.parlour.turn([Received(person.connection, data)])


# Connections.


def test_only_so_many_may_be_connected() -> None:
    parlour = Parlour(connections=3)
    first, *_others = [parlour.connect(f"192.0.2.{n}") for n in range(3)]
    late = parlour.connect("192.0.2.9")
    assert late.closed
    (bye,) = late.heard
    assert isinstance(bye, ServerBye)
    assert bye.code == "server-full"
    first.drop()
    assert not parlour.connect("192.0.2.9").closed


def test_the_log_tells_of_a_limit_but_not_every_time(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    parlour = Parlour(connections=1)
    parlour.connect("192.0.2.1")
    for _ in range(100):
        parlour.connect("192.0.2.2")
    parlour.wait(seldom.INTERVAL + 1)
    parlour.connect("192.0.2.2")
    told = [each.getMessage() for each in caplog.records]
    text = "limit met from 192.0.2.2: connect: server-full: This server is full"
    assert told == [
        "connection 1: connected from 192.0.2.1",
        f"connection 2: {text}: come back later.",
        f"connection 102: {text}: come back later.",
    ]


def test_only_so_many_may_be_connected_from_one_address() -> None:
    parlour = Parlour(connections_per_address=2)
    first = parlour.connect("192.0.2.1")
    parlour.connect("192.0.2.1")
    assert parlour.connect("192.0.2.1").last(ServerBye).code == "server-full"
    assert not parlour.connect("192.0.2.2").closed
    first.say(Bye())
    assert not parlour.connect("192.0.2.1").closed


def test_nothing_is_remembered_of_an_address_without_connections() -> None:
    parlour = Parlour(connections_per_address=2)
    for how in range(40):
        person = parlour.connect(f"2001:db8:0:{how:x}::1")
        parlour.connect(f"2001:db8:0:{how:x}::1").drop()
        person.drop() if how % 2 else person.say(Bye())
    assert not parlour.core.house.connected


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
    ],
)
def test_of_long_addresses_everybody_has_many(address: str, wanted: str) -> None:
    assert household(address) == wanted


# Guessing.


def test_when_an_address_was_refused_too_often_one_more_is_the_last() -> None:
    parlour = Parlour(refusals_per_minute=10, login_attempts=5)
    parlour.enter("anna")
    for _ in range(2):
        person = parlour.connect()
        for _ in range(5):
            assert not person.closed
            person.say(Login("bert", proof=os.urandom(32)))
        assert person.closed
    late = parlour.connect()
    late.say(Login("bert", proof=os.urandom(32)))
    assert late.closed
    assert late.last(ServerBye).code == "too-many-logins"
    # Whoever has a name is let in all the same, also from there.
    owner = parlour.connect()
    owner.prove("anna", take_over=True)
    assert state_of(owner) is State.LOBBY
    parlour.wait(60)
    later = parlour.connect()
    later.say(Login("bert", proof=os.urandom(32)))
    assert not later.closed


def test_only_so_many_may_connect_from_one_address_in_a_minute() -> None:
    parlour = Parlour(connects_per_minute=30)
    for _ in range(30):
        parlour.connect().drop()
    late = parlour.connect()
    assert late.closed
    assert [type(each) for each in late.heard] == [ServerBye]
    assert not parlour.connect("192.0.2.7").closed
    parlour.wait(2)
    assert not parlour.connect().closed


def test_a_hundred_thousand_guessed_proofs_lead_nowhere() -> None:
    parlour = Parlour(
        refusals_per_minute=20,
        login_attempts=5,
        connections_per_address=32,
        connects_per_minute=120,
    )
    parlour.enter("anna")
    house = parlour.core.house
    guess = write(Login("anna", proof=bytes(32)))
    looked_at = 0
    for connection in range(100, 100 + 20_000):
        parlour.core.step([Opened(connection, "192.0.2.66")], parlour.now)
        parlour.core.committed()
        parlour.core.step([Received(connection, guess * 5)], parlour.now)
        parlour.core.committed()
        sent = [each for each in parlour.core.outgoing() if isinstance(each, Send)]
        looked_at += sum(b"bad-proof" in each.data for each in sent)
        assert connection not in house.sessions
        parlour.now += 0.001
    # In twenty seconds: those of the first connections, then one for each that was let in.
    assert 20 <= looked_at <= 20 + 4 + 120 + 20 * 2
    assert list(house.online) == ["anna"]
    assert len(house.sessions) == 1
    assert len(house.rates.refusals) == 1
    # The owner, who is somewhere else, is not troubled by it.
    (owner,) = (person for person in parlour.people.values() if person.name == "anna")
    assert owner.say(Ping()) == [ServerPong()]


def test_a_hundred_thousand_proofs_that_are_looked_at_are_all_refused() -> None:
    parlour = Parlour(login_attempts=1000)
    parlour.enter("anna")
    house, chance = parlour.core.house, Random("proofs")
    for connection in range(100, 200):
        parlour.core.step([Opened(connection, "192.0.2.66")], parlour.now)
        nonce = house.sessions[connection].nonce
        near = bytearray(proof_of("anna", nonce))
        near[chance.randrange(32)] ^= 1 << chance.randrange(8)
        guesses = [write(Login("anna", proof=bytes(near)))]
        guesses += [write(Login("anna", proof=chance.randbytes(32))) for _ in range(998)]
        # What proves it on another connection does not on this one.
        guesses.append(write(Login("anna", proof=proof_of("anna", bytes(32)))))
        parlour.core.step([Received(connection, b"".join(guesses))], parlour.now)
        while parlour.core.busy:
            assert not parlour.core.step([], parlour.now)
        refused = [each for each in parlour.core.outgoing() if isinstance(each, Send)]
        assert sum(b"bad-proof" in each.data for each in refused) == 1000
        assert connection not in house.sessions
    assert list(house.online) == ["anna"]


def test_an_address_registers_only_so_many_names() -> None:
    parlour = Parlour(names_per_hour=3)
    parlour.enter("n1", "n2", "n3")
    person = parlour.connect()
    assert error_of(person.log_in("n4")) == "too-many"
    person.log_in("n4", guest=True)
    assert state_of(person) is State.LOBBY
    elsewhere = parlour.connect("192.0.2.1")
    elsewhere.log_in("n5")
    assert state_of(elsewhere) is State.LOBBY
    parlour.wait(20 * 60)
    parlour.enter("n6")


# Talking too much.


def test_whoever_says_too_much_is_heard_more_slowly_and_nothing_is_lost() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=10)
    (anna,) = parlour.enter("anna")
    parlour.wait(60)
    at_once = int(10 * BURST) + 1
    say_often(anna, Ping(), 200)
    assert len(anna.all(ServerPong)) == at_once
    assert not anna.heeded
    parlour.wait(1)
    assert len(anna.all(ServerPong)) == at_once + 10
    parlour.wait(60)
    assert len(anna.all(ServerPong)) == 200
    assert anna.heeded
    assert not anna.closed


def test_the_others_are_not_held_up_by_it() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=10)
    anna, bert = parlour.enter("anna", "bert")
    say_often(anna, Ping(), 1000)
    assert bert.say(Ping()) == [ServerPong()]


def test_what_makes_more_work_counts_more() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=10)
    (anna,) = parlour.enter("anna")
    parlour.wait(60)
    before = len(anna.all(Matches))
    say_often(anna, List(), 100)
    assert len(anna.all(Matches)) - before == int(10 * BURST / guard.COSTS[List]) + 1


def test_many_bytes_count_as_well() -> None:
    parlour = Parlour(**PATIENT, bytes_per_second=1024)
    (anna,) = parlour.enter("anna")
    parlour.wait(60)
    long = Move(1, "x" * 100)
    say_often(anna, long, 200)
    size = len(write(long))
    assert len(anna.all(Error)) == int(1024 * BURST / size) + 1


def test_what_cannot_be_read_counts_as_well() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=10)
    (anna,) = parlour.enter("anna")
    parlour.wait(60)
    anna.say_bytes(b"\0\0\0\1\xf6" * 500)
    assert len(anna.all(Error)) == int(10 * BURST) + 1


def test_whoever_is_heard_slowly_is_neither_silent_nor_stuck_in_a_frame() -> None:
    parlour = Parlour(frames_per_second=1, frame_wait=5, silence=20, ping=10)
    (anna,) = parlour.enter("anna")
    say_often(anna, Ping(), 100)
    parlour.wait(90)
    assert not anna.closed
    assert len(anna.all(ServerPong)) > 80
    parlour.wait(30)
    assert len(anna.all(ServerPong)) == 100
    parlour.wait(40)
    assert anna.last(ServerBye).code == "silence", "afterwards everything is as usual"


def test_whoever_is_heard_slowly_and_goes_leaves_nothing_behind() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=10)
    (anna,) = parlour.enter("anna")
    say_often(anna, Ping(), 1000)
    anna.drop()
    assert state_of(anna) is State.CLOSED
    assert parlour.core.house.timers.due(("slow", anna.connection)) is None


def test_a_person_at_play_is_never_held_up() -> None:
    parlour = Parlour(**PATIENT, frames_per_second=Limits().frames_per_second)
    on_turn, other = a_table(parlour, game="eriantys")
    for _ in range(60):
        on_turn, other = by_turn(on_turn, other)
        on_turn.play()
        parlour.wait(0.1)
        assert on_turn.heeded
    assert on_turn.last(Update).number == 60


# Matches.


def test_guests_who_change_their_names_begin_no_more_matches_for_that() -> None:
    parlour = Parlour(**PATIENT, matches_per_hour=2)
    begun = 0
    for number in range(20):
        (guest,) = parlour.enter(f"g{number}", guest=True)
        guest.say(Create("toy", 1, A_NONCE))
        begun += state_of(guest) is State.PLAYING
        guest.say(Bye())
    assert begun == 2 * GUESTS_IN_HOUSE


def test_a_full_disk_does_not_use_up_the_names() -> None:
    parlour = Parlour(names_per_hour=3)
    parlour.broken = True
    person = parlour.connect()
    for _ in range(10):
        assert error_of(person.log_in("anna")) == "store-unavailable"
    parlour.broken = False
    person.log_in("anna")
    assert state_of(person) is State.LOBBY


def test_there_may_be_only_so_many_rooms() -> None:
    parlour = Parlour(rooms=2)
    people = parlour.enter("anna", "bert", "carl", "dora")
    for person in people[:2]:
        person.say(Create("toy", 2, A_NONCE))
    assert error_of(people[2].say(Create("toy", 2, A_NONCE))) == "server-full"
    assert error_of(people[2].say(Quick("toy", A_NONCE, seats=2))) == "server-full"
    assert state_of(people[2]) is State.LOBBY
    people[0].say(Leave())
    people[2].say(Create("toy", 2, A_NONCE))
    assert state_of(people[2]) is State.SEATED


def test_nobody_has_too_many_matches() -> None:
    parlour = Parlour(matches_per_name=2)
    (bert,) = parlour.enter("bert")
    for number in range(2):
        anna = parlour.connect()
        anna.log_in(f"a{number}")
        parlour.begin(anna, bert)
        by_turn(anna, bert)[0].say(Leave())
        if state_of(bert) is not State.LOBBY:
            bert.say(Leave())
    assert state_of(bert) is State.LOBBY
    for message in (Create("toy", 2, A_NONCE), Quick("toy", A_NONCE), Join(A_NONCE, 1)):
        assert error_of(bert.say(message)) == "too-many"
    assert state_of(bert) is State.LOBBY


def test_nobody_begins_matches_without_end() -> None:
    parlour = Parlour(**PATIENT, matches_per_hour=3)
    anna, bert = parlour.seat("anna", "bert")
    for _ in range(2):
        anna.say(Resign())
        anna.say(Rematch(A_NONCE))
        bert.say(Rematch(A_NONCE))
    anna.say(Resign())
    assert error_of(anna.say(Rematch(A_NONCE))) == "too-many"
    assert error_of(bert.say(Create("toy", 2, A_NONCE))) == "too-many"
    parlour.wait(20 * 60)
    bert.say(Create("toy", 2, A_NONCE))
    assert state_of(bert) is State.SEATED


# Other limits while the house is open.


def test_other_limits_and_another_greeting_count_from_now_on() -> None:
    parlour = Parlour()
    before = parlour.connect()
    parlour.turn([Reload(Limits(connections_per_address=1, turn=77), "Closing at ten.")])
    assert parlour.connect().closed
    later = parlour.connect("192.0.2.1")
    assert later.last(Welcome).motd == "Closing at ten."
    assert later.last(Welcome).limits.turn_seconds == 77
    before.say(Login("anna", key=key_of("anna")))
    assert state_of(before) is State.LOBBY
    assert parlour.core.house.rates.names.burst == Limits().names_per_hour
