"""The third document's rules: what nobody asked for, wrong answers, one clock for a turn."""

from __future__ import annotations

from pathlib import Path

from eriantys.wire.frames import encode
from eriantys.wire.from_client import (
    Answer,
    Create,
    FromClient,
    Join,
    Leave,
    List,
    Login,
    Move,
    Quick,
    Resign,
    Resume,
    Sync,
    TakeSeat,
    Try,
    Undo,
    Watch,
)
from eriantys.wire.from_server import (
    Matches,
    Notice,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerVote,
    Started,
    State,
    Update,
    Waiting,
)
from eriantys.wire.messages import type_of, write
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import (
    QUICK,
    choose,
    fresh,
    news,
    nothing_changes,
    only,
    others,
    play_on,
    play_until,
    stored,
    turn_of,
)

BEFORE_A_MATCH: list[FromClient] = [
    *(Login("other", key=key_of("other")), List(), Create("eriantys", 2, A_NONCE)),
    *(
        Join(A_NONCE, 1),
        Quick("eriantys", A_NONCE, seats=2),
        QUICK,
        Answer(1, 2),
        TakeSeat(1),
        Resume(),
        Watch(1),
    ),
]
AT_A_MATCH: list[FromClient] = [
    *(Resign(), Move(1, "assistant 1"), Undo(1), Try(1, ("assistant 1",)), Sync()),
]


def test_d3_5_what_was_not_asked_for_at_a_match_has_no_effect(server: Server) -> None:
    players = server.seat(*fresh(2))
    play_on(*players)
    player, _ = turn_of(*players)
    for one in (player, *others(players, player)):
        with nothing_changes(server, one, *others(players, one)):
            for message in BEFORE_A_MATCH:
                one.say(message)
                error = one.error()
                assert (error.code, error.about) == ("unexpected", type_of(message))
                assert news(one) == [], "nor is anything asked again"


def test_d3_5_an_answer_to_no_request_has_no_effect(server: Server) -> None:
    players = server.seat(*fresh(2))
    play_on(*players)
    player, request = turn_of(*players)
    action = str((request.legal or ())[0])
    with nothing_changes(server, player, *others(players, player)):
        for number, code in [(request.id + 1, "unexpected"), (request.id - 1, "stale")]:
            for message in (Move(number, action), Undo(number), Try(number, (action,))):
                player.say(message)
                error = player.error()
                assert (error.code, error.request) == (code, number)
                assert news(player) == []


def test_d3_5_what_was_not_asked_for_in_the_lobby_has_no_effect(empty_house: Server) -> None:
    anna, bert, cara = empty_house.enter("anna", "bert", "cara")
    bert.say(Create("eriantys", 2, A_NONCE))
    bert.wait_for(Waiting)
    cara.say(QUICK)
    cara.wait_for(Request)
    # Of the lobby's own news only this one comes; whatever else happened would follow it.
    assert anna.wait_for(Matches, whole=False).open[0].seats == ("bert", None)
    kept = stored(empty_house)

    unasked = {
        anna: [Login("other", key=key_of("other")), Answer(1, 2), TakeSeat(1), Leave()],
        bert: [*BEFORE_A_MATCH[:6], Answer(1, 2), Resume(), Watch(1)],
        cara: [*BEFORE_A_MATCH[:6], TakeSeat(1), Resume(), Watch(1)],
    }
    for client, messages in unasked.items():
        news(client)
        for message in messages + AT_A_MATCH:
            client.say(message)
            error = client.error()
            assert (error.code, error.about) == ("unexpected", type_of(message))
        assert news(client) == []
    assert [news(client) for client in (anna, bert, cara)] == [[], [], []]
    assert stored(empty_house) == kept

    # Everybody is where they were.
    anna.say(Join(A_NONCE, 1))
    assert anna.wait_for(Started).players == ("bert", "anna")
    choose(cara, 3, False, "full")
    assert cara.wait_for(Seated).room.seats == ("cara", None, None)


def test_d3_5_a_stranger_can_only_log_in(server: Server) -> None:
    [there] = server.enter(*fresh(1))
    news(there)
    stranger = server.connect()
    kept = stored(server)
    for message in BEFORE_A_MATCH[1:] + AT_A_MATCH:
        stranger.say(message)
        assert stranger.error().code == "unexpected"
    assert news(stranger) == []
    assert news(there) == []
    assert stored(server) == kept
    stranger.log_in(*fresh(1))


MALFORMED = [
    b"\xff",
    {"type": "move"},
    {"type": "move", "request": "1", "action": "assistant 1"},
    {"type": "move", "request": 1, "action": 7},
    {"type": "move", "request": 1, "action": "assistant 1" * 100},
    {"type": "moove"},
    {"kind": "move"},
]


def test_d3_6_who_answers_wrongly_is_told_and_must_answer_again(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    frames = [
        write(Move(request.id, "assistant 0")),
        *(
            len(each).to_bytes(4, "big") + each if isinstance(each, bytes) else encode(each)
            for each in MALFORMED
        ),
    ]
    with nothing_changes(server, player, *others(players, player)):
        left = request.left_ms
        for frame in frames:
            player.say_bytes(frame)
            error, again = player.error(), player.next()
            assert error.text
            assert isinstance(again, Request)
            assert (again.id, again.kind, again.legal) == (request.id, "move", request.legal)
            assert again.left_ms <= left
            left = again.left_ms

    player.play(request)
    for each in players:
        assert each.wait_for(Update).number == request.id


def test_d3_6_a_malformed_answer_in_line_must_be_given_again(empty_house: Server) -> None:
    [anna] = empty_house.enter("anna")
    anna.say(QUICK)
    request = anna.wait_for(Request)
    for wrong in (None, 2.0, [2], "x" * 100, 2**40):
        anna.say_bytes(encode({"type": "answer", "request": request.id, "value": wrong}))
        assert anna.error().code == "malformed"
        again = anna.next()
        assert isinstance(again, Request)
        assert (again.id, again.legal) == (request.id, request.legal)
    choose(anna, 2, False, "full")
    anna.wait_for(Seated)


def lefts(*connections: Client) -> list[int]:
    """List what each message of a turn said to be left of it."""
    heard = [message for connection in connections for message in connection.heard]
    timed = [each for each in heard if isinstance(each, Request | Update | State | Started)]
    return [each.left_ms for each in timed if each.decision == "student"]


def test_d3_7_one_clock_spans_all_that_a_player_does_in_a_turn(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--turn-least", "1") as server:
        players = server.seat("anna", "bert", turn_seconds=1)
        player, request = play_until("student", *players)
        [other] = others(players, player)
        action = str((request.legal or ())[0])

        player.say(Try(request.id, (action,)), Move(request.id, "xyzzy"), Sync())
        player.wait_for(State)
        player.say(Move(request.id, action), Undo(request.id + 1))
        request = player.request(request.id + 2)
        player.drop()
        news(other)
        back = server.connect()
        back.prove(player.name)
        back.wait_for(Request, id=request.id)
        again = server.connect()
        again.prove(player.name, take_over=True)
        again.wait_for(Request, id=request.id)

        # Being busy does not help either.
        while not isinstance(again.heard[-1], ServerBye):
            again.say(Try(request.id, (action,)), Move(request.id, "xyzzy"), Sync())
            while not isinstance(again.next(), State | ServerBye):
                pass

        assert again.last(ServerBye).code == "too-slow"
        seen = lefts(player, back, again)
        assert len(seen) > 12
        assert seen[0] <= 1000
        assert seen == sorted(seen, reverse=True), "it never grows"

        # Then the match does as its policy says: here it waits.
        away = other.wait_for(Presence, cause="too-slow")
        assert (away.name, away.here, away.left_ms) == (player.name, False, 0)
        notice, vote = news(other)
        assert isinstance(notice, Notice)
        assert isinstance(vote, ServerVote)
        assert (notice.code, vote.about) == ("suspended", "missing")


def test_d3_7_each_turn_has_the_whole_time_again(server: Server) -> None:
    players = server.seat(*fresh(2), turn_seconds=60)
    player, request = play_until("student", *players)
    assert request.left_ms == 60_000
    while request.left_ms == 60_000:
        player.say(Sync())
        request = player.wait_for(Request)
    while (update := play_on(*players)).turn == player.last(Started).seat:
        assert update.left_ms < 60_000
    next_one, request = turn_of(*players)
    assert next_one is not player
    assert request.left_ms == update.left_ms == 60_000


def test_d3_7_the_clock_stands_still_while_a_connection_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--turn-least", "1", "--room", "1.2") as server:
        [waiting] = server.enter("waiting")
        players = server.seat("anna", "bert", turn_seconds=1)
        player, request = turn_of(*players)
        [other] = others(players, player)
        player.drop()
        away = other.wait_for(Presence)
        assert (away.name, away.here, away.cause) == (player.name, False, "closed")
        assert away.left_ms > 0

        # Something that takes longer than the whole turn.
        waiting.say(Create("eriantys", 2, A_NONCE))
        waiting.wait_for(Notice, code="room-expired")

        back = server.connect()
        back.prove(player.name)
        asked = back.wait_for(Request, id=request.id)
        assert 0 < asked.left_ms <= request.left_ms
        assert (asked.legal, back.last(Started).suspended) == (request.legal, False)
        here = only(Presence, other)
        assert (here.name, here.here, here.cause) == (player.name, True, "back")
        back.play(asked)
        assert other.wait_for(Update).number == request.id


def test_d3_7_the_questions_in_line_share_one_time(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--answer", "0.5") as server:
        [anna] = server.enter("anna")
        anna.say(QUICK)
        request = anna.wait_for(Request)
        anna.say(Answer(request.id, 2))
        while not isinstance(anna.heard[-1], ServerBye):
            anna.say(Answer(request.id + 1, "neither"))
            while not isinstance(anna.next(), Request | ServerBye):
                pass
        assert anna.last(ServerBye).code == "too-slow"
        seen = [each.left_ms for each in anna.heard if isinstance(each, Request)][1:]
        assert seen[0] <= 500
        assert seen == sorted(seen, reverse=True)
