"""The second document: a light model, waiting for players, errors, signs of life."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.games.eriantys.codes import CODES
from eriantys.wire.from_client import Join, Leave, Login, Move, Ping
from eriantys.wire.from_server import (
    FromServer,
    Matches,
    Named,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerPing,
    Started,
    Waiting,
    Welcome,
)
from eriantys.wire.messages import read_from_server
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import (
    QUICK,
    all_told,
    choose,
    fresh,
    look,
    news,
    nothing_changes,
    only,
    others,
    play_on,
    play_until,
    stored,
    turn_of,
)


def test_d2_2_a_used_name_is_refused_and_another_one_is_granted(server: Server) -> None:
    taken, free = fresh(2)
    [owner] = server.enter(taken)
    newcomer = server.connect()
    news(owner)
    kept = stored(server)

    newcomer.say(Login(taken, key=key_of("somebody else")))
    error = newcomer.error()
    assert (error.code, error.about) == ("name-taken", "login")
    assert newcomer.wait_for(Request).kind == "login"
    assert news(owner) == []
    assert stored(server) == kept

    newcomer.say(Login(free, key=key_of(free)))
    assert newcomer.wait_for(Named).name == free
    assert isinstance(newcomer.next(), Matches)


def test_d2_2_only_the_first_is_asked_how_many_will_play(empty_house: Server) -> None:
    first, second, third = empty_house.enter("anna", "bert", "cara")
    for client in (first, second, third):
        news(client)

    first.say(QUICK)
    request = only(Request, first)
    assert (request.kind, request.legal) == ("seats", (2, 3, 4))

    second.say(QUICK)
    told = only(Waiting, second)
    assert (told.present, told.names, told.wanted) == (2, ("anna", "bert"), 0)
    assert "anna" in told.reason

    third.say(QUICK)
    assert third.wait_for(Waiting).names == ("anna", "bert", "cara")
    all_told(("anna", "bert", "cara"), second, third)
    assert [news(second), news(third)] == [[], []]
    assert news(first) == [], "whoever is asked need not know who waits"

    choose(first, 3, False, "full")
    starts = [client.wait_for(Started) for client in (first, second, third)]
    assert {start.players for start in starts} == {("anna", "bert", "cara")}
    assert [start.seat for start in starts] == [0, 1, 2]


def test_d2_2_who_waits_is_told_again_at_each_arrival_and_departure(
    empty_house: Server,
) -> None:
    anna, bert, cara = empty_house.enter("anna", "bert", "cara")
    anna.say(QUICK)
    anna.wait_for(Request)
    bert.say(QUICK)
    bert.wait_for(Waiting)

    choose(anna, 4, True, "full")
    assert anna.wait_for(Seated).room.seats == ("anna", None, None, None)
    assert bert.wait_for(Seated).room.seats == ("anna", "bert", None, None)
    for client in (anna, bert):
        waiting = client.wait_for(Waiting, present=2)
        assert (waiting.names, waiting.wanted) == (("anna", "bert"), 4)
        assert "2 more players" in waiting.reason
        assert waiting.left_ms > 0

    cara.say(Join(A_NONCE, waiting.match or 0))
    for client in (anna, bert, cara):
        assert client.wait_for(Waiting, present=3).names == ("anna", "bert", "cara")

    bert.say(Leave())
    assert bert.wait_for(Matches).whole
    for client in (anna, cara):
        assert only(Waiting, client).names == ("anna", "cara")

    cara.drop()
    assert anna.wait_for(Waiting).names == ("anna",)
    assert not any(isinstance(each, Waiting | Started) for each in news(bert))


def test_d2_2_who_stands_in_line_hears_when_another_leaves_it(empty_house: Server) -> None:
    anna, bert, cara = empty_house.enter("anna", "bert", "cara")
    for client in (anna, bert, cara):
        client.say(QUICK)
        news(client)
    all_told(("anna", "bert", "cara"), bert, cara)
    bert.say(Leave())
    assert bert.wait_for(Matches).whole
    assert cara.wait_for(Waiting).names == ("anna", "cara")
    assert [news(anna), news(bert), news(cara)] == [[], [], []]
    assert news(anna) == []


def test_d2_3_an_update_holds_each_part_that_changed_and_no_other(server: Server) -> None:
    players = server.seat(*fresh(2), options={"expert": True})
    for _ in range(30):
        before = [look(player).view for player in players]
        update = play_on(*players)
        for player, old in zip(players, before, strict=True):
            now = look(player).view
            changed = {part: now[part] for part in now if now[part] != old[part]}
            assert update.changes == changed
            assert now.keys() == old.keys(), "merging never needs to delete"


def test_d2_3_merging_the_changes_is_all_that_a_light_model_does(server: Server) -> None:
    players = server.seat(*fresh(3), options={"expert": True})
    for _ in range(30):
        play_on(*players)
        merged = [player.view for player in players]
        assert merged == [look(player).view for player in players]


WRONG = [
    ("assistant", "assistant 11", "no-such-card"),
    ("assistant", "green dining", "wrong-phase"),
    ("assistant", "xyzzy", "unknown-action"),
    ("assistant", "", "unknown-action"),
    ("student", "assistant 1", "wrong-phase"),
    ("student", "green 13", "no-such-island"),
    ("student", "play hangman", "no-such-character"),
    ("mother", "mother 0", "too-few-steps"),
    ("mother", "mother 7", "too-many-steps"),
    ("cloud", "cloud 4", "no-such-cloud"),
]


@pytest.mark.parametrize(("decision", "action", "code"), WRONG)
def test_d2_7_an_invalid_action_is_answered_with_its_kind(
    server: Server, decision: str, action: str, code: str
) -> None:
    players = server.seat(*fresh(2))
    player, request = play_until(decision, *players)
    with nothing_changes(server, player, *others(players, player)):
        player.say(Move(request.id, action))
        error = player.error()
        assert (error.code, error.request, error.action) == (code, request.id, action)
        assert error.code in CODES
        assert re.fullmatch(r"[^\n]+\.", error.text), "a sentence for people"
        assert player.wait_for(Request).legal == request.legal


def test_d2_7_the_kind_says_whose_turn_it_is_not(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    [other] = others(players, player)
    with nothing_changes(server, other, player):
        other.say(Move(request.id, str((request.legal or [])[0])))
        assert other.error().code == "not-your-turn"


def test_d2_7_an_assistant_that_was_played_in_this_round_is_refused(server: Server) -> None:
    players = server.seat(*fresh(2))
    played = play_on(*players).action
    player, request = turn_of(*players)
    with nothing_changes(server, player, *others(players, player)):
        player.say(Move(request.id, played))
        assert player.error().code == "already-played"


def test_d2_8_both_times_are_announced_as_they_were_set(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--ping", "1", "--silence", "5") as server:
        limits = server.connect().last(Welcome).limits
        assert (limits.ping_ms, limits.silence_ms) == (1000, 5000)


def test_d2_8_whoever_pings_unasked_stays_and_whoever_is_silent_is_let_go(
    tmp_path: Path,
) -> None:
    # The document's times, 1 and 5 seconds, five times as fast.
    with serving(tmp_path / "server.db", "--ping", "0.2", "--silence", "1") as server:
        lively, silent = server.seat("lively", "silent")
        lively.answers_pings = False
        silent_since = time.monotonic()
        heard = []
        for message in everything(silent):
            heard.append(message)
            if isinstance(message, ServerPing):
                lively.say(Ping())
        assert time.monotonic() - silent_since >= 0.9
        assert heard[-1] == ServerBye("silence", "Nothing was heard from you for too long.")
        assert sum(isinstance(each, ServerPing) for each in heard) >= 3

        away = lively.wait_for(Presence)
        assert (away.name, away.here, away.cause) == ("silent", False, "silence")
        assert news(lively) == [], "and it is still there"


def test_d2_8_a_stranger_who_never_says_anything_is_let_go(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--ping", "0.1", "--silence", "0.3") as server:
        *_, last = everything(server.connect())
        assert isinstance(last, ServerBye)
        assert last.code == "silence"


def everything(client: Client) -> Iterator[FromServer]:
    """Read to the end without ever saying anything, pings and all."""
    while data := client.socket.recv(65536):
        client.reader.feed(data)
        while (content := client.reader.next_frame()) is not None:
            message = read_from_server(content)
            assert message is not None
            yield message
