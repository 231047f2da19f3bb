"""The fourth document, in the lobby: the list, creating, joining, waiting, and what is late."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from eriantys.server.codes import ERRORS
from eriantys.wire.cards import RoomCard
from eriantys.wire.from_client import Create, Join, Leave, Login, Move, Quick, Resign, TakeSeat
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Notice,
    Request,
    Seated,
    ServerBye,
    Started,
    Update,
    Waiting,
)
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import (
    QUICK,
    fresh,
    listed,
    look,
    news,
    others,
    stored,
    turn_of,
)

FOR_TWO = Create("eriantys", 2, A_NONCE)


class Board:
    """The list as a client keeps it: once the whole of it, then only what changes."""

    def __init__(self, client: Client) -> None:
        self.client = client
        whole = client.wait_for(Matches)
        assert whole.whole
        self.open = {card.match: card for card in whole.open}

    def catch_up(self) -> dict[int, RoomCard]:
        """Wait for the next differences and write them down."""
        changes = self.client.wait_for(Matches)
        assert not changes.whole
        self.open |= {card.match: card for card in changes.open}
        for match in changes.gone:
            self.open.pop(match, None)
        return self.open


def test_d4_1_the_list_comes_with_the_name_and_is_kept_current(empty_house: Server) -> None:
    anna, bert = empty_house.enter("anna", "bert")
    news(anna)
    anna.say(Create("eriantys", 3, A_NONCE, options={"expert": True}, seat=1))
    match = anna.wait_for(Seated).match

    reader = empty_house.connect()
    reader.log_in("reader")
    board = Board(reader)
    [room] = board.open.values()
    assert (room.match, room.game, room.seats) == (match, "eriantys", (None, "anna", None))
    assert room.options["expert"] is True

    # The lobby hears of that room as well, once; then of whoever comes and goes.
    assert board.catch_up() == {match: room}
    bert.say(Join(A_NONCE, match, 2))
    bert.wait_for(Seated)
    assert board.catch_up()[match].seats == (None, "anna", "bert")
    anna.say(Leave())
    assert board.catch_up()[match].seats == (None, None, "bert")
    assert board.open == {card.match: card for card in listed(reader).open}

    # The last one closes it. Who has a seat hears nothing of the list.
    heard = bert.heard[bert.heard.index(bert.last(Seated)) :]
    assert not any(isinstance(each, Matches) for each in heard)
    bert.say(Leave())
    assert board.catch_up() == {}
    assert listed(reader).open == ()


def test_d4_1_many_changes_come_together(empty_house: Server) -> None:
    [reader] = empty_house.enter("reader")
    board = Board(reader)
    creators = empty_house.enter(*fresh(5))
    for creator in creators:
        creator.say(FOR_TWO)
        creator.wait_for(Seated)
    assert board.catch_up().keys() == {1, 2, 3, 4, 5}

    # What is given up, and what has begun, can be joined no longer.
    creators[0].say(Leave())
    news(creators[0])
    creators[0].say(Join(A_NONCE, 2))
    creators[0].wait_for(Started)
    assert board.catch_up().keys() == {3, 4, 5}
    assert reader.last(Matches) == Matches(gone=(1, 2)), "only what has changed is said"


GOOD: dict[str, Any] = {"game": "eriantys", "seats": 3, "nonce": A_NONCE}
BAD_CREATES = [
    ({"seats": 1}, "bad-seats"),
    ({"seats": 5}, "bad-seats"),
    ({"game": "chess"}, "no-such-game"),
    ({"options": {"expert": "yes"}}, "bad-option"),
    ({"options": {"jokers": True}}, "bad-option"),
    ({"turn_seconds": 9}, "bad-option"),
    ({"turn_seconds": 24 * 3600 + 1}, "bad-option"),
    ({"bots": ("easy",) * 3}, "bad-seats"),
    ({"seat": 3}, "no-such-seat"),
    ({"seats": 0}, "malformed"),
    ({"seats": 17}, "malformed"),
    ({"guidance": "some"}, "malformed"),
    ({"absence": "never"}, "malformed"),
    ({"nonce": b"short"}, "malformed"),
]


def test_d4_2_a_match_is_created_or_the_motive_told(empty_house: Server) -> None:
    anna, reader = empty_house.enter("anna", "reader")
    board = Board(reader)
    news(anna)
    kept = stored(empty_house)
    for wrong, code in BAD_CREATES:
        anna.say(Create(**(GOOD | wrong)))
        error = anna.error()
        assert error.code == code
        assert error.code in ERRORS
        assert error.text.endswith(".")
        assert news(anna) == []
    assert listed(anna).open == ()

    anna.say(Create(**GOOD, absence="end", turn_seconds=60, undo=False, guidance="none"))
    seated = anna.wait_for(Seated)
    assert (seated.seat, seated.room.seats) == (0, ("anna", None, None))
    assert seated.room.options == {"expert": False}
    assert (seated.room.absence, seated.room.turn_seconds) == ("end", 60)
    assert (seated.room.undo, seated.room.guidance) == (False, "none")
    waiting = anna.wait_for(Waiting)
    assert (waiting.match, waiting.present, waiting.wanted) == (seated.match, 1, 3)
    # Nothing else has ever been on the list, and nothing is kept before a match begins.
    assert board.catch_up() == {seated.match: seated.room}
    assert stored(empty_house) == kept


def test_d4_2_a_name_that_is_not_unique_is_refused_before(server: Server) -> None:
    [name] = fresh(1)
    server.enter(name)
    stranger = server.connect()
    stranger.say(Login(name, key=key_of("a stranger")), FOR_TWO)
    assert stranger.error().code == "name-taken"
    assert stranger.wait_for(Error).code == "unexpected", "nobody creates without a name"


def test_d4_2_who_plays_already_creates_nothing(server: Server) -> None:
    players = server.seat(*fresh(2))
    playing = players[1 - (players[0].last(Started).turn or 0)]
    playing.say(Leave())
    news(playing)
    kept = stored(server)
    for message in (FOR_TWO, QUICK, Quick("eriantys", A_NONCE, seats=2)):
        playing.say(message)
        assert playing.wait_for(Error).code == "already-playing"
    assert stored(server) == kept


def test_d4_3_who_waits_too_long_is_back_in_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--room", "0.7") as server:
        anna, bert, cara, reader = server.enter("anna", "bert", "cara", "reader")
        board = Board(reader)
        kept = stored(server)
        anna.say(Create(**GOOD))
        created = anna.wait_for(Seated).match
        cara.say(Quick("eriantys", A_NONCE, seats=3))
        standing = cara.wait_for(Seated).match
        first = anna.wait_for(Waiting)
        assert 0 < first.left_ms <= 700
        begun = time.monotonic()
        while time.monotonic() < begun + 0.01:
            news(reader)
        bert.say(Join(A_NONCE, created))
        assert bert.wait_for(Waiting).left_ms < first.left_ms, "nobody prolongs the wait"
        assert board.catch_up()[created].seats == ("anna", "bert", None)

        for client, match in [(anna, created), (bert, created), (cara, standing)]:
            notice = client.wait_for(Notice)
            assert (notice.code, notice.match) == ("room-expired", match)
            assert notice.text == "Not enough players came in time."
            menu = client.next()
            assert isinstance(menu, Matches)
            assert menu.whole
            assert match not in [card.match for card in menu.open]
        assert board.catch_up() == {}
        assert stored(server) == kept

        bert.say(Join(A_NONCE, created))
        assert bert.wait_for(Error).code == "no-such-match"
        anna.say(FOR_TWO)
        assert anna.wait_for(Seated).match > standing


def test_d4_5_a_seat_is_joined_by_the_number_of_its_match(server: Server) -> None:
    anna, bert, cara, dora = server.enter(*fresh(4))
    anna.say(Create("eriantys", 3, A_NONCE, seat=1))
    match = anna.wait_for(Seated).match
    bert.say(Join(b"b" * 16, match, 2))
    assert bert.wait_for(Seated).seat == 2
    for client in (anna, bert):
        news(client)
    kept = stored(server)

    refused = [
        (Join(A_NONCE, match, 1), "seat-taken"),
        (Join(A_NONCE, match, 3), "no-such-seat"),
        (Join(A_NONCE, match + 1), "no-such-match"),
        (Join(A_NONCE, 2**31 - 1), "no-such-match"),
    ]
    for message, code in refused:
        cara.say(message)
        error = cara.wait_for(Error)
        assert (error.code, error.about) == (code, "join")
        assert error.code in ERRORS
    assert [news(client) for client in (anna, bert)] == [[], []]
    assert stored(server) == kept

    cara.say(Join(b"c" * 16, match))
    for client in (anna, bert, cara):
        started = client.wait_for(Started)
        assert started.players == (cara.name, anna.name, bert.name)
        assert started.nonces == (b"c" * 16, A_NONCE, b"b" * 16)

    dora.say(Join(A_NONCE, match))
    assert dora.wait_for(Error).code == "match-full"
    anna.say(Resign())
    anna.wait_for(Ended)
    dora.say(Join(A_NONCE, match))
    assert dora.wait_for(Error).code == "no-such-match"
    assert news(bert)[-1] == news(cara)[-1] == anna.last(Ended)


def test_d4_5_partners_can_sit_down_together(server: Server) -> None:
    anna, bert, cara, dora = server.enter(*fresh(4))
    anna.say(Create("eriantys", 4, A_NONCE))
    match = anna.wait_for(Seated).match
    bert.say(Join(A_NONCE, match))
    assert bert.wait_for(Seated).seat == 1
    bert.say(TakeSeat(2))
    assert bert.wait_for(Seated).seat == 2
    assert anna.wait_for(Waiting, present=2).names == (anna.name, bert.name)
    for client in (cara, dora):
        client.say(Join(A_NONCE, match))
    started = anna.wait_for(Started)
    assert (0, 2) in started.teams
    assert started.players[2] == bert.name


SHORT = ("--login", "0.5", "--answer", "0.5", "--idle", "0.5", "--turn-least", "1")


def test_d4_7_there_is_a_timer_on_whatever_is_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", *SHORT) as server:
        players = server.seat("cara", "dora", turn_seconds=1)
        stranger, asked, idle = server.connect(), server.connect(), server.connect()
        idle.say(Login("idle", key=key_of("idle")))
        asked.say(Login("asked", key=key_of("asked")), QUICK)

        for client, kind, code in [
            (stranger, "login", "too-slow"),
            (asked, "seats", "too-slow"),
            (players[players[0].last(Started).turn or 0], "move", "too-slow"),
            (idle, "login", "idle"),
        ]:
            bye = client.wait_for(ServerBye)
            request = client.last(Request)
            assert (request.kind, bye.code) == (kind, code)
            assert 0 < request.left_ms <= 1000
            assert client.wait_for_end() == []


def test_d4_7_a_message_counts_in_the_state_that_the_one_before_led_to(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    [other] = others(players, player)
    before = look(other)
    player.say(Leave(), Move(request.id, str((request.legal or ())[0])))
    assert player.wait_for(Matches).whole
    assert player.wait_for(Error).code == "unexpected"
    after = look(other)
    assert (after.number, after.view, after.turn) == (before.number, before.view, before.turn)
    assert not any(isinstance(each, Update) for each in other.heard)
