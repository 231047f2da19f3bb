"""The lobby: opening rooms, sitting down in them, and the list that is kept current."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server.inputs import Received
from eriantys.server.lobby import listing
from eriantys.server.session import State
from eriantys.wire.cards import RoomCard
from eriantys.wire.from_client import (
    Create,
    Join,
    Leave,
    List,
    Quick,
    Resign,
    Resume,
    TakeSeat,
    Watch,
)
from eriantys.wire.from_server import Error, Matches, Notice, Request, Seated, Started, Waiting
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, a_table, in_lobby, open_match, seated, state_of

B_NONCE = b"m" * 16


def list_of(person: Person) -> dict[int, RoomCard]:
    """Put together what somebody in the lobby has been told, as a client does."""
    cards: dict[int, RoomCard] = {}
    for message in person.all(Matches):
        if message.whole:
            cards = {}
        cards |= {card.match: card for card in message.open}
        for number in message.gone:
            cards.pop(number, None)
    return cards


def whole_list(person: Person) -> dict[int, RoomCard]:
    (answer,) = person.say(List())
    assert isinstance(answer, Matches)
    assert answer.whole
    return {card.match: card for card in answer.open}


# Opening and joining.


def test_create_gives_a_seat_and_tells_what_was_agreed() -> None:
    parlour = Parlour(turn=120)
    (anna,) = parlour.enter("anna")
    seat, waiting = anna.say(Create("toy", 3, A_NONCE, options={"rounds": 2}, seat=1))
    assert isinstance(seat, Seated)
    room = seat.room
    assert (seat.seat, room.seats) == (1, (None, "anna", None))
    assert room.options == {"partners": True, "rounds": 2}
    assert (room.turn_seconds, room.absence, room.undo) == (120, "wait", True)
    assert (room.guidance, room.standing, len(room.commitment)) == ("full", False, 32)
    assert isinstance(waiting, Waiting)
    assert (waiting.present, waiting.wanted, waiting.names) == (1, 3, ("anna",))
    assert waiting.left_ms == 900_000


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"seats": 5}, "bad-seats"),
        ({"options": {"speed": 1}}, "bad-option"),
        ({"options": {"rounds": 0}}, "bad-option"),
        ({"options": {"rounds": True}}, "bad-option"),
        ({"options": {"partners": 1}}, "bad-option"),
        ({"options": {"partners": "true"}}, "bad-option"),
        ({"turn_seconds": 9}, "bad-option"),
        ({"turn_seconds": 301}, "bad-option"),
        ({"absence": "bot"}, "no-bots"),
        ({"seat": 2}, "no-such-seat"),
    ],
    ids=str,
)
def test_create_refuses_what_cannot_be_played(wrong: dict[str, Any], code: str) -> None:
    parlour = Parlour(turn_least=10, turn_most=300)
    (anna,) = parlour.enter("anna")
    fields: dict[str, Any] = {"game": "toy", "seats": 2, "nonce": A_NONCE} | wrong
    assert error_of(anna.say(Create(**fields))) == code
    assert state_of(anna) is State.LOBBY
    assert not parlour.core.house.rooms


@pytest.mark.parametrize("seconds", [10, 300])
def test_the_shortest_and_the_longest_turn_are_allowed(seconds: int) -> None:
    parlour = Parlour(turn_least=10, turn_most=300)
    (anna,) = parlour.enter("anna")
    anna.say(Create("toy", 2, A_NONCE, turn_seconds=seconds))
    assert anna.last(Seated).room.turn_seconds == seconds


def test_a_match_for_one_begins_at_once() -> None:
    (anna,) = Parlour().enter("anna")
    anna.say(Create("toy", 1, A_NONCE))
    assert anna.last(Started).players == ("anna",)
    assert anna.request.kind == "move"


def test_everybody_in_the_room_hears_who_comes_and_goes() -> None:
    parlour = Parlour(**PATIENT, room=900)
    first, second = parlour.enter("anna", "bert")
    first.say(Create("toy", 3, A_NONCE))
    parlour.wait(100)
    second.say(Join(A_NONCE, open_match(first)))
    for person in (first, second):
        waiting = person.last(Waiting)
        assert (waiting.names, waiting.left_ms) == (("anna", "bert"), 800_000)
        assert waiting.reason == "Waiting for 1 more player."
    second.say(Leave())
    assert first.last(Waiting).names == ("anna",)
    assert state_of(second) is State.LOBBY


def test_a_room_that_is_full_begins_with_everybody_in_the_chosen_seats() -> None:
    parlour = Parlour()
    anna, bert, carl, dora = parlour.enter("anna", "bert", "carl", "dora")
    anna.say(Create("toy", 4, b"a" * 16, seat=2))
    number = open_match(anna)
    bert.say(Join(b"b" * 16, number))
    carl.say(Join(b"c" * 16, number, seat=3))
    dora.say(Join(b"d" * 16, number))
    for person in (anna, bert, carl, dora):
        started = person.last(Started)
        assert started.players == ("bert", "dora", "anna", "carl")
        assert started.nonces == (b"b" * 16, b"d" * 16, b"a" * 16, b"c" * 16)
        assert started.players[started.seat or 0] == person.name
        assert started.teams == ((0, 2), (1, 3))
        assert started.commitment == anna.last(Seated).room.commitment
    assert len([each for each in (anna, bert, carl, dora) if each.request.kind == "move"]) == 1
    assert not parlour.core.house.rooms


def test_join_refuses_with_a_reason() -> None:
    parlour = Parlour()
    first = seated(parlour, "anna")
    number = open_match(first)
    (bert,) = parlour.enter("bert")
    assert error_of(bert.say(Join(A_NONCE, number + 1))) == "no-such-match"
    assert error_of(bert.say(Join(A_NONCE, number, seat=0))) == "seat-taken"
    assert error_of(bert.say(Join(A_NONCE, number, seat=2))) == "no-such-seat"
    bert.say(Join(A_NONCE, number, seat=1))
    (carl,) = parlour.enter("carl")
    assert error_of(carl.say(Join(A_NONCE, number))) == "match-full"
    assert state_of(carl) is State.LOBBY


def test_two_who_want_the_last_seat_at_once_do_not_both_get_it() -> None:
    parlour = Parlour()
    first = seated(parlour, "anna")
    bert, carl = parlour.enter("bert", "carl")
    join = write(Join(A_NONCE, open_match(first)))
    parlour.turn([Received(bert.connection, join), Received(carl.connection, join)])
    assert bert.last(Started).players == ("anna", "bert")
    assert carl.last(Error).code == "match-full"


def test_whoever_plays_already_cannot_sit_down_elsewhere() -> None:
    parlour = Parlour()
    _on_turn, other = a_table(parlour)
    room = seated(parlour, "carl")
    other.say(Leave())
    for message in (
        Create("toy", 2, A_NONCE),
        Join(A_NONCE, open_match(room)),
        Quick("toy", A_NONCE),
        Quick("toy", A_NONCE, seats=2),
    ):
        assert error_of(other.say(message)) == "already-playing"
    other.say(Resume())
    assert state_of(other) is State.PLAYING


# Seats and luck.


def test_a_seat_may_be_changed_for_a_free_one() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 4, A_NONCE))
    bert.say(Join(A_NONCE, open_match(anna)))
    (seat, *_rest) = bert.say(TakeSeat(seat=3))
    assert isinstance(seat, Seated)
    assert (seat.seat, seat.room.seats) == (3, ("anna", None, None, "bert"))
    assert anna.last(Waiting).names == ("anna", "bert")
    assert error_of(bert.say(TakeSeat(seat=0))) == "seat-taken"
    assert error_of(bert.say(TakeSeat(seat=4))) == "no-such-seat"
    assert parlour.core.house.sessions[bert.connection].seat == 3


def test_another_share_of_the_luck_may_be_brought_after_the_promise_was_seen() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 2, A_NONCE))
    promise = anna.last(Seated).room.commitment
    (seat,) = anna.say(TakeSeat(nonce=B_NONCE))
    assert isinstance(seat, Seated)
    assert (seat.seat, seat.room.commitment) == (0, promise)
    # It goes along to another seat.
    anna.say(TakeSeat(seat=1))
    bert.say(Join(A_NONCE, open_match(anna)))
    assert bert.last(Started).nonces == (A_NONCE, B_NONCE)
    assert bert.last(Started).commitment == promise


def test_every_room_has_a_promise_of_its_own() -> None:
    parlour = Parlour()
    rooms = [seated(parlour, f"anna{number}") for number in range(10)]
    assert len({each.last(Seated).room.commitment for each in rooms}) == 10


# The end of a room.


def test_the_last_one_closes_the_room() -> None:
    parlour = Parlour()
    anna = seated(parlour, "anna")
    anna.say(Leave())
    assert not parlour.core.house.rooms
    assert error_of(anna.say(Join(A_NONCE, open_match(anna)))) == "no-such-match"


def test_a_dropped_connection_leaves_the_room() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 3, A_NONCE))
    bert.say(Join(A_NONCE, open_match(anna)))
    anna.drop()
    assert bert.last(Waiting).names == ("bert",)
    bert.drop()
    assert not parlour.core.house.rooms


def test_a_room_does_not_wait_longer_because_somebody_came() -> None:
    parlour = Parlour(**PATIENT, room=100)
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 3, A_NONCE))
    parlour.wait(90)
    bert.say(Join(A_NONCE, open_match(anna)))
    parlour.wait(10)
    for person in (anna, bert):
        assert person.last(Notice).code == "room-expired"
        assert state_of(person) is State.LOBBY
    assert not parlour.core.house.rooms


# The list.


def test_whoever_enters_the_lobby_sees_every_open_match() -> None:
    parlour = Parlour()
    first, second = seated(parlour, "anna"), seated(parlour, "bert")
    (carl,) = parlour.enter("carl")
    assert set(list_of(carl)) == {open_match(first), open_match(second)}
    assert list_of(carl)[open_match(first)].seats == ("anna", None)


def test_changes_of_the_list_go_out_together_and_at_most_twice_a_second() -> None:
    parlour = Parlour()
    watcher = in_lobby(parlour, "zoe")
    before = len(watcher.all(Matches))
    for number in range(64):
        seated(parlour, f"anna{number}")
        parlour.wait(1 / 16)
    # Four seconds have passed.
    differences = watcher.all(Matches)[before:]
    assert 7 <= len(differences) <= 8
    assert not any(each.whole for each in differences)
    parlour.wait(0.5)
    assert len(list_of(watcher)) == 64


def test_nothing_is_said_where_nothing_has_changed() -> None:
    parlour = Parlour()
    watcher = in_lobby(parlour, "zoe")
    seated(parlour, "anna")
    parlour.wait(1)
    watcher.news()
    parlour.wait(15)
    assert watcher.news() == []


def test_a_difference_is_encoded_once_for_everybody() -> None:
    parlour = Parlour()
    parlour.enter("zoe", "yan", "xaver")
    seated(parlour, "anna")
    parlour.now += 1
    parlour.core.step([], parlour.now)
    parlour.core.committed()
    frames = {id(output.data) for output in parlour.core.outgoing()}
    assert len(frames) == 1


def test_differences_put_together_are_the_list() -> None:
    parlour = Parlour(**PATIENT, seed="list", room=10)
    watcher, other = parlour.enter("zoe", "yan")
    people = parlour.enter(*(f"anna{number}" for number in range(6)))
    seen = set()
    for _ in range(150):
        person = parlour.chance.choice(people)
        match state_of(person):
            case State.LOBBY:
                rooms = list(parlour.core.house.rooms.values())
                if rooms and parlour.chance.random() < 0.6:
                    person.say(Join(A_NONCE, parlour.chance.choice(rooms).id))
                else:
                    person.say(Create("toy", parlour.chance.choice((2, 3, 4)), A_NONCE))
            case State.SEATED if parlour.chance.random() < 0.5:
                person.say(TakeSeat(seat=parlour.chance.randrange(4)))
            case State.PLAYING:
                person.say(Resign())
            case _:
                person.say(Leave())
        parlour.wait(parlour.chance.choice((0.0, 0.5, 1.0)))
        if parlour.core.house.timers.due(("lobby",)) is None:
            # This one never asks for the list: it was sent only once, at the login.
            assert list_of(watcher) == whole_list(other)
            seen |= set(list_of(watcher))
    assert len(watcher.all(Matches)) > 50
    assert len(seen) > 20


def test_list_also_shows_the_matches_to_go_back_to() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    (saved,) = on_turn.say(List())[0].saved
    assert (saved.match, saved.game, saved.suspended) == (on_turn.match, "toy", True)
    assert saved.players[saved.seat] == on_turn.name
    assert other.all(Matches)[-1].saved == ()


def test_who_left_hears_that_the_match_is_saved_now() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    on_turn.say(Leave())
    # The list came when they left; that the match is suspended came when that was kept.
    assert [each.saved[0].suspended for each in on_turn.all(Matches)[-2:]] == [False, True]


def test_a_long_list_comes_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "CARDS_AT_ONCE", 2)
    parlour = Parlour()
    early = in_lobby(parlour, "early")
    rooms = [open_match(seated(parlour, f"anna{number}")) for number in range(5)]
    late = in_lobby(parlour, "late")
    parlour.wait(0.5)
    for person in (early, late):
        assert list(list_of(person)) == rooms
        assert max(len(each.open) for each in person.all(Matches)) == 2
    assert [each.whole for each in late.all(Matches)[:3]] == [True, False, False]


def test_asking_for_the_list_is_not_being_idle() -> None:
    parlour = Parlour(**PATIENT, idle=100)
    anna = in_lobby(parlour, "anna")
    for _ in range(3):
        parlour.wait(99)
        anna.say(List())
    assert not anna.closed


def test_only_a_match_that_goes_on_can_be_watched() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    room = seated(parlour, "carl")
    (zoe,) = parlour.enter("zoe")
    assert error_of(zoe.say(Watch(open_match(room)))) == "no-such-match"
    on_turn.say(Leave())
    assert error_of(zoe.say(Watch(on_turn.match))) == "no-such-match"
    assert not zoe.all(Request)[1:]
