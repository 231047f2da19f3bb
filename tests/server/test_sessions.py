"""The table of states and messages, walked through cell by cell."""

from __future__ import annotations

import pytest

from eriantys.server.session import WAITS, State
from eriantys.server.table import ALWAYS, TABLE
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import (
    AddBot,
    Answer,
    Bye,
    Chat,
    Create,
    FromClient,
    History,
    Join,
    Leave,
    List,
    Login,
    Move,
    Mute,
    Ping,
    Pong,
    Quick,
    Rematch,
    RemoveBot,
    Resign,
    Results,
    Resume,
    Sync,
    TakeSeat,
    Ticket,
    Try,
    Undo,
    Vote,
    Watch,
)
from eriantys.wire.from_server import Error, Notice, Request, ServerBye, ServerPing, ServerPong
from eriantys.wire.messages import CLIENT_TYPES, type_of, write
from tests.keys import A_NONCE, key_of
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import MOMENT, PATIENT, WAYS, a_table, fingerprint, state_of

_AUDIENCES: dict[State, Audience] = {State.PLAYING: "match", State.WATCHING: "watchers"}


def say_what(parlour: Parlour, person: Person, kind: type[FromClient]) -> FromClient:
    """Make a message that would do, wherever it is accepted."""
    number = next(iter(parlour.core.house.rooms), 1)
    running = next(iter(parlour.core.house.matches), 1)
    asked = [each.id for each in person.all(Request)] or [1]
    messages: dict[type[FromClient], FromClient] = {
        Login: Login("somebody", key=key_of("somebody")),
        Ticket: Ticket(bytes(32)),
        List: List(),
        Create: Create("toy", 2, A_NONCE),
        Join: Join(A_NONCE, number),
        Quick: Quick("toy", A_NONCE),
        Answer: Answer(asked[-1], 2),
        TakeSeat: TakeSeat(nonce=b"m" * 16),
        AddBot: AddBot(),
        RemoveBot: RemoveBot(1),
        Resume: Resume(),
        Watch: Watch(running),
        Leave: Leave(),
        Resign: Resign(),
        Move: Move(asked[-1], "pass"),
        Undo: Undo(asked[-1]),
        Try: Try(asked[-1], ()),
        Sync: Sync(),
        Vote: Vote("pause", "yes"),
        Rematch: Rematch(A_NONCE),
        Chat: Chat(_AUDIENCES.get(state_of(person), "lobby"), "hello"),
        Mute: Mute("somebody"),
        History: History(running),
        Results: Results(),
        Ping: Ping(),
        Pong: Pong(),
        Bye: Bye(),
    }
    return messages[kind]


def test_there_is_a_row_for_every_state_and_a_way_into_it() -> None:
    assert set(TABLE) == set(State)
    assert set(WAYS) == set(State) - {State.CLOSED}
    assert not TABLE[State.CLOSED].accepts


@pytest.mark.parametrize("state", WAYS)
def test_the_way_into_a_state_leads_there(state: State) -> None:
    assert state_of(WAYS[state](Parlour(), "anna")) is state


@pytest.mark.parametrize("state", WAYS)
def test_what_is_not_in_the_row_is_unexpected_and_touches_nobody(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    # All around there is whatever a message might disturb.
    for other, way in WAYS.items():
        way(parlour, f"o-{other.value}")
    for kind in CLIENT_TYPES.values():
        if kind in TABLE[state].accepts or kind in ALWAYS:
            continue
        before, rows = fingerprint(parlour), len(parlour.kept)
        heard = {each.connection: len(each.heard) for each in parlour.people.values()}
        (answer,) = person.say(message := say_what(parlour, person, kind))
        assert isinstance(answer, Error)
        assert (answer.code, answer.about) == ("unexpected", type_of(message))
        assert state_of(person) is state
        assert fingerprint(parlour) == before
        assert len(parlour.kept) == rows
        heard[person.connection] += 1
        assert heard == {each.connection: len(each.heard) for each in parlour.people.values()}


@pytest.mark.parametrize(
    ("state", "kind"),
    [(state, kind) for state in WAYS for kind in (*TABLE[state].accepts, *ALWAYS)],
    ids=lambda value: value.value if isinstance(value, State) else value.__name__.lower(),
)
def test_what_is_in_the_row_is_not_unexpected(state: State, kind: type[FromClient]) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    news = person.say(say_what(parlour, person, kind))
    assert "unexpected" not in [each.code for each in news if isinstance(each, Error)]


@pytest.mark.parametrize("state", WAYS)
def test_a_sign_of_life_is_answered_and_changes_nothing(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    before = fingerprint(parlour)
    assert person.say(Ping()) == [ServerPong()]
    assert person.say(Pong()) == []
    assert fingerprint(parlour) == before


@pytest.mark.parametrize("state", WAYS)
def test_bye_is_answered_and_closes_in_every_state(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    *_, last = person.say(Bye())
    assert isinstance(last, ServerBye)
    assert last.code == "goodbye"
    assert person.closed
    assert state_of(person) is State.CLOSED


# Deadlines.


def test_a_state_that_waits_for_itself_says_what_its_expiry_does() -> None:
    assert set(WAITS) == {state for state, row in TABLE.items() if row.expiry is not None}


@pytest.mark.parametrize("state", WAYS)
def test_whatever_the_server_waits_for_has_a_deadline(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    house = parlour.core.house
    session = house.sessions[person.connection]
    if state in WAITS:
        key: tuple[object, ...] = ("state", person.connection)
        assert house.timers.due(key) == house.now + getattr(house.limits, WAITS[state])
    elif session.room is not None:
        assert house.timers.due(("room", session.room.id)) is not None
    else:
        assert session.match is not None
        assert house.timers.due(("clock", session.match.id)) is not None
    assert house.timers.due(("live", person.connection)) is not None


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State.NEW, "too-slow"),
        (State.LOBBY, "idle"),
        (State.ASKED, "too-slow"),
        (State.PLAYING, "too-slow"),
    ],
)
def test_who_takes_too_long_is_told_and_closed_at_the_very_moment(
    state: State, code: str
) -> None:
    parlour = Parlour(**PATIENT, login=40, idle=50, answer=60, turn=70)
    person = WAYS[state](parlour, "anna")
    waits = {State.NEW: 40, State.LOBBY: 50, State.ASKED: 60, State.PLAYING: 70}
    before = len(person.heard)
    parlour.wait(waits[state] - MOMENT)
    assert person.heard[before:] == []
    parlour.wait(MOMENT)
    (bye,) = person.heard[before:]
    assert isinstance(bye, ServerBye)
    assert bye.code == code
    assert person.closed


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (State.QUEUED, "line-expired"),
        (State.SEATED, "room-expired"),
        (State.AFTER, "table-cleared"),
    ],
)
def test_who_waited_too_long_is_back_in_the_lobby_at_the_very_moment(
    state: State, code: str
) -> None:
    parlour = Parlour(**PATIENT, room=40, after=40, answer=1000)
    person = WAYS[state](parlour, "anna")
    parlour.wait(40 - MOMENT)
    assert state_of(person) is state
    person.news()
    parlour.wait(MOMENT)
    notice, _matches = person.news()
    assert isinstance(notice, Notice)
    assert notice.code == code
    assert state_of(person) is State.LOBBY


@pytest.mark.parametrize("state", WAYS)
def test_whoever_says_nothing_at_all_is_given_up(state: State) -> None:
    waits = {"login": 1000, "idle": 1000, "answer": 1000, "turn": 1000}
    parlour = Parlour(silence=60, ping=20, **waits)
    person = WAYS[state](parlour, "anna")
    parlour.wait(60 - MOMENT)
    assert state_of(person) is state
    assert len(person.all(ServerPing)) == 2
    parlour.wait(MOMENT)
    assert person.last(ServerBye).code == "silence"
    assert person.closed


def test_the_server_says_something_at_least_so_often_and_no_more_than_needed() -> None:
    parlour = Parlour(silence=60, ping=20)
    (person,) = parlour.enter("anna")
    parlour.wait(15)
    person.say(Ping())
    # The pong was a sign of life as well.
    parlour.wait(20 - MOMENT)
    assert not person.all(ServerPing)
    parlour.wait(MOMENT)
    assert len(person.all(ServerPing)) == 1


def test_any_bytes_are_a_sign_of_life() -> None:
    parlour = Parlour(silence=60, ping=20, frame_wait=1000)
    (person,) = parlour.enter("anna")
    parlour.wait(59)
    person.say_bytes(b"\0")
    parlour.wait(59)
    assert not person.closed
    parlour.wait(1)
    assert person.last(ServerBye).code == "silence"


# Deadlines that come at the same instant.


def test_a_deadline_that_another_of_the_same_instant_calls_off_does_not_fire() -> None:
    parlour = Parlour(**PATIENT, answer=60, room=60)
    first, second = parlour.enter("anna", "bert")
    first.say(Quick("toy", A_NONCE))
    second.say(Quick("toy", A_NONCE))
    parlour.wait(60)
    assert first.closed
    # The first one's end gave the second a question, and time of its own for it.
    assert state_of(second) is State.ASKED
    assert second.request.left_ms == 60_000
    parlour.wait(60 - MOMENT)
    assert not second.closed


@pytest.mark.parametrize("late", [0, 5])
def test_silence_and_the_end_of_the_turn_may_come_together(late: float) -> None:
    parlour = Parlour(silence=60, ping=20)
    on_turn, other = a_table(parlour, turn_seconds=60)
    other.say(Ping())
    # The loop may be late for both, whichever was due first.
    parlour.now += 60 + late
    parlour.turn()
    assert on_turn.closed
    assert on_turn.last(ServerBye).code in ("silence", "too-slow")


@pytest.mark.parametrize("room", [59, 60, 61])
def test_silence_and_the_end_of_a_room_may_come_together(room: float) -> None:
    parlour = Parlour(silence=60, ping=20, room=room)
    (person,) = parlour.enter("anna")
    person.say(Create("toy", 2, A_NONCE))
    parlour.now += 65
    parlour.turn()
    assert person.last(ServerBye).code == "silence"
    assert not parlour.core.house.rooms


# Bytes that are no message.


@pytest.mark.parametrize("state", WAYS)
def test_a_frame_that_is_no_message_is_refused_and_the_request_made_again(
    state: State,
) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    before = fingerprint(parlour)
    news = person.say_bytes(b"\0\0\0\1\x80")
    assert error_of(news) == "malformed"
    assert fingerprint(parlour) == before
    again = [each for each in news if isinstance(each, Request)]
    assert len(again) == (1 if TABLE[state].repeat is not None else 0)


def test_a_length_over_the_limit_closes_the_connection() -> None:
    parlour = Parlour(frame_before_login=600, frame_after_login=700)
    person = parlour.connect()
    (bye,) = person.say_bytes((601).to_bytes(4, "big"))
    assert isinstance(bye, ServerBye)
    assert bye.code == "frame-too-large"
    (named,) = parlour.enter("anna")
    assert named.say_bytes((700).to_bytes(4, "big")) == []
    (other,) = parlour.enter("bert")
    assert other.say_bytes((701).to_bytes(4, "big"))[0].code == "frame-too-large"
    assert other.closed


def test_the_rest_of_a_frame_must_come_in_time() -> None:
    parlour = Parlour(frame_wait=10)
    (person,) = parlour.enter("anna")
    person.say_bytes(b"\0\0")
    parlour.wait(9)
    # More bytes of the same frame buy no time.
    person.say_bytes(b"\0")
    parlour.wait(1 - MOMENT)
    assert not person.closed
    parlour.wait(MOMENT)
    assert person.last(ServerBye).code == "too-slow"


def test_every_frame_has_a_wait_of_its_own() -> None:
    parlour = Parlour(frame_wait=10)
    (person,) = parlour.enter("anna")
    ping = write(Ping())
    person.say_bytes(ping[:3])
    for _ in range(5):
        # There is always a piece of some frame waiting, but never for long.
        parlour.wait(6)
        assert person.say_bytes(ping[3:] + ping[:3]) == [ServerPong()]
    assert not person.closed
