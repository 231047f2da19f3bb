"""Order: whatever comes in one step is handled as if it had come one after the other."""

from __future__ import annotations

from eriantys.server.inputs import Closed, Received
from eriantys.wire.from_client import (
    Answer,
    Create,
    Join,
    Leave,
    Login,
    Move,
    Ping,
    Quick,
    Resign,
    Sync,
    Undo,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Presence,
    Request,
    Seated,
    ServerPong,
    Started,
    Update,
    Waiting,
)
from eriantys.wire.from_server import State as Shown
from eriantys.wire.messages import write
from tests.keys import A_NONCE, key_of
from tests.server.parlour import Parlour
from tests.server.scenes import a_table, by_turn, hand_of, open_match


def test_nothing_is_said_before_the_rows_are_kept() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    rows = parlour.core.step(
        [Received(on_turn.connection, write(Move(1, "pass")))], parlour.now
    )
    assert rows
    assert parlour.core.outgoing() == []
    parlour.store.commit(rows)
    parlour.core.committed()
    assert len(parlour.core.outgoing()) == 3


def test_messages_that_come_in_one_piece_are_handled_one_after_the_other() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    first, second, third = hand_of(on_turn)
    news = on_turn.say(
        Move(1, f"drop {first}"),
        Move(2, f"drop {second}"),
        Undo(3),
        Ping(),
        Move(4, f"drop {third}"),
        Move(5, "pass"),
        Sync(),
    )
    kinds = [type(each) for each in news]
    step = [Update, Request]
    assert kinds == [*step * 3, ServerPong, *step, Update, Shown]
    assert [each.number for each in other.all(Update)] == [1, 2, 3, 4, 5]
    assert news[-1].number == 5


def test_the_moves_of_several_players_in_one_step_are_handled_one_after_the_other() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl")
    inputs = [
        Received(person.connection, write(Move(number, "pass")))
        for number, person in enumerate(by_turn(*people), start=1)
    ]
    parlour.turn(inputs)
    assert [each.number for each in people[0].all(Update)] == [1, 2, 3]
    assert not any(person.all(Error) for person in people)


def test_what_follows_a_durable_change_finds_what_it_changed() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 2, A_NONCE, absence="end"))
    news = bert.say(Join(A_NONCE, open_match(anna)), Sync(), Leave(), Create("toy", 2, A_NONCE))
    assert [type(each) for each in news if not isinstance(each, Request)] == [
        Seated,
        Started,
        Shown,
        Ended,
        Matches,
        Seated,
        Waiting,
    ]


def test_bytes_that_are_no_message_are_refused_after_the_move_before_them() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    news = on_turn.say_bytes(write(Move(1, "pass")) + b"\0\0\0\1\x80")
    assert [type(each) for each in news] == [Update, Error]


def test_what_was_said_before_the_connection_was_lost_still_counts() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    said = b"".join(map(write, (Move(1, f"drop {hand_of(on_turn)[0]}"), Move(2, "pass"))))
    parlour.turn([Received(on_turn.connection, said), Closed(on_turn.connection, "closed")])
    assert [each.number for each in other.all(Update)] == [1, 2]
    assert other.last(Presence).cause == "closed"
    assert other.request.id == 3


def test_more_frames_than_are_taken_at_once_are_not_lost() -> None:
    parlour = Parlour(frames_at_once=3)
    (anna,) = parlour.enter("anna")
    assert anna.say(*[Ping()] * 20) == [ServerPong()] * 20
    news = anna.say(Quick("toy", A_NONCE), *(Answer(n, 2) for n in range(1, 8)), Leave())
    assert isinstance(news[-1], Matches)


def test_a_flood_of_one_does_not_keep_the_others_waiting() -> None:
    parlour = Parlour(frames_at_once=8)
    anna, bert = parlour.enter("anna", "bert")
    parlour.core.step(
        [
            Received(anna.connection, write(Ping()) * 100),
            Received(bert.connection, write(Ping())),
        ],
        parlour.now,
    )
    parlour.core.committed()
    sent = [each.connection for each in parlour.core.outgoing()]
    assert sent == [anna.connection] * 8 + [bert.connection]
    assert parlour.core.busy
    assert parlour.core.crowded(anna.connection)


def test_a_login_that_waits_for_a_seat_in_use_is_handled_after_the_move() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    newcomer = parlour.connect()
    login = Login(on_turn.name, key=key_of(on_turn.name), take_over=True)
    parlour.turn(
        [
            Received(on_turn.connection, write(Move(1, "pass"))),
            Received(newcomer.connection, write(login)),
        ]
    )
    assert on_turn.last(Update).number == 1
    assert newcomer.last(Started).number == 1


def test_a_watcher_who_comes_during_a_move_sees_it_once() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    parlour.turn(
        [
            Received(on_turn.connection, write(Move(1, "pass"))),
            Received(zoe.connection, write(Watch(on_turn.match))),
        ]
    )
    assert zoe.last(Started).number == 1
    assert not zoe.all(Update)


def test_who_left_is_free_as_soon_as_the_match_is_over() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    other.say(Leave())
    parlour.turn(
        [
            Received(on_turn.connection, write(Resign())),
            Received(other.connection, write(Create("toy", 2, A_NONCE))),
        ]
    )
    assert not other.all(Error)
    assert other.last(Seated).room.seats == (other.name, None)
