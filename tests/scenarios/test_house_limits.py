"""The house: how much of everything there may be, and who decides about that."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from eriantys.server.limits import BURST
from eriantys.wire.from_client import (
    Bye,
    Chat,
    Create,
    History,
    Join,
    Leave,
    Login,
    Ping,
    Rematch,
    Results,
    Watch,
)
from eriantys.wire.from_server import (
    Error,
    Matches,
    Named,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerHistory,
    ServerPong,
    ServerResults,
    Started,
    Welcome,
)
from eriantys.wire.messages import write
from tests.keys import A_NONCE, key_of
from tests.scenarios.checks import assert_sentence
from tests.scenarios.company import (
    come_back,
    look_on,
    match_of,
    play,
    play_out,
    resign,
    running,
    shut_down,
    to_the_lobby,
    wait_until,
)
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import look, news, stored

DAY = 24 * 3600


def turned_away(server: Server, code: str = "server-full") -> None:
    """Check that whoever knocks now hears one word, and nothing else."""
    late = Client(server.port)
    [bye] = late.wait_for_end()
    assert isinstance(bye, ServerBye)
    assert bye.code == code
    assert_sentence(bye.text)
    late.drop()


def refused(client: Client, code: str) -> Error:
    error = client.wait_for(Error)
    assert error.code == code
    assert_sentence(error.text)
    return error


@pytest.mark.parametrize("option", ["--connections-per-address", "--connections"])
def test_h_16_one_connection_too_many_is_told_so_and_the_others_stay(
    tmp_path: Path, option: str
) -> None:
    with serving(tmp_path / "server.db", option, "3") as server:
        players = server.seat("anna", "bert")
        watcher = look_on(server, match_of(players[0]))
        for _ in range(3):
            turned_away(server)
        play(players, 10, watcher)
        watcher.drop()
        for player in players:
            player.wait_for(Presence, here=False)
        server.enter("cara")
        turned_away(server)
        play(players, 3)


def test_h_16_whoever_guesses_codes_gets_no_more_answers(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--refusals-per-minute", "6") as server:
        players = server.seat("anna", "bert")
        [guesser] = server.enter("guesser")
        for number in range(6):
            guesser.say(Join(A_NONCE, code=f"AAAA-AAA{number + 2}"))
            refused(guesser, "bad-code")
        guesser.say(Join(A_NONCE, code="AAAA-AAA9"))
        refused(guesser, "too-fast")
        # Whoever is inside stays there, and whoever shares the address may come in.
        play(players, 5)
        assert news(guesser) == []
        server.enter("neighbour")


def test_h_16_whoever_guesses_proofs_is_sent_away_and_the_owner_is_let_in(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "server.db", "--refusals-per-minute", "6") as server:
        [anna] = server.enter("anna")
        anna.say(Bye())
        anna.wait_for_end()
        for number in range(4):
            guesser = server.connect()
            # The first connection may try five times, then the address has used up its share.
            for _ in range(5 if number == 0 else 1):
                guesser.say(Login("anna", proof=os.urandom(32)))
                refused(guesser, "bad-proof")
            if number != 1:
                assert guesser.wait_for(ServerBye).code == "too-many-logins"
                guesser.wait_for_end()
        server.enter("anna")


def test_h_17_whoever_says_too_much_is_heard_more_slowly_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    rate = 20
    at_once, more = int(rate * BURST) + 1, rate
    options = ("--frames-per-second", str(rate))
    with serving(tmp_path / "server.db", *options) as server:
        hasty = server.connect()
        # This one has said nothing so far, and so has all that one may have at once.
        sent = time.monotonic()
        hasty.say_bytes(write(Ping()) * (at_once + more))

        # Meanwhile everybody else is served as ever.
        players = server.seat("anna", "bert")
        play(players, 10)

        heard: list[float] = []
        while len(heard) < at_once + more:
            hasty.wait_for(ServerPong)
            heard.append(time.monotonic() - sent)
        for place, when in enumerate(heard[at_once:], start=1):
            assert when >= place / rate - 0.01, f"{place} more than may be at once"
        assert heard[at_once - 1] < BURST / 2, "none of these had to wait"
        assert news(hasty) == []
        hasty.log_in("hasty")
        play(players, 3)


def test_h_17_five_hundred_pings_are_all_answered(tmp_path: Path) -> None:
    rate = 90
    with serving(tmp_path / "server.db", "--frames-per-second", str(rate)) as server:
        [hasty, calm] = server.enter("hasty", "calm")
        sent = time.monotonic()
        hasty.say_bytes(write(Ping()) * 500)
        calm.say(Ping())
        calm.wait_for(ServerPong)
        for _ in range(500):
            hasty.wait_for(ServerPong)
        assert time.monotonic() - sent >= (500 - rate * BURST - 1) / rate - 0.01
        assert news(hasty) == []


def test_h_17_what_makes_more_work_counts_more(tmp_path: Path) -> None:
    options = ("--frames-per-second", "20")
    with serving(tmp_path / "server.db", *options) as server:
        players = server.seat("anna", "bert")
        resign(players)
        [reader] = server.enter("reader")
        sent = time.monotonic()
        # Each is worth thirty other frames: four may come at once, and the fifth must wait.
        for _ in range(5):
            reader.say(History(match_of(players[0])))
            reader.wait_for(ServerHistory)
        assert time.monotonic() - sent >= (4 * 30 - 20 * BURST) / 20 - 0.01


def test_h_18_only_so_many_may_look_on_at_a_match(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--watchers-per-match", "2") as server:
        players = server.seat("anna", "bert")
        match = match_of(players[0])
        first, second = (look_on(server, match) for _ in range(2))
        [late] = server.enter("late")
        [card] = running(late)
        assert (card.watchers, card.watchable) == (2, False)
        for player in players:
            news(player)
        late.say(Watch(match))
        refused(late, "too-many")
        assert [news(player) for player in players] == [[], []]
        first.say(Leave())
        first.wait_for(Matches, whole=True)
        late.say(Watch(match))
        late.wait_for(Started)
        play(players, 5, second, late)


def test_h_18_only_so_many_matches_may_wait_for_players(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--rooms", "1") as server:
        anna, bert, cara = server.enter("anna", "bert", "cara")
        anna.say(Create("eriantys", 2, A_NONCE))
        match = anna.wait_for(Seated).match
        bert.say(Create("eriantys", 2, A_NONCE))
        refused(bert, "server-full")
        # A match that has begun waits for nobody, so there is room again.
        bert.say(Join(A_NONCE, match))
        bert.wait_for(Started)
        anna.wait_for(Started)
        cara.say(Create("eriantys", 2, A_NONCE))
        cara.wait_for(Seated)
        play([anna, bert], 3)


def test_h_18_only_so_many_names_may_be_registered_but_guests_are_welcome(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "server.db", "--names-per-hour", "2") as server:
        server.enter("anna", "bert")
        late = server.connect()
        late.say(Login("cara", key=key_of("cara")))
        refused(late, "too-many")
        assert late.wait_for(Request).kind == "login"
        assert [row["name"] for row in stored(server)["names"]] == ["anna", "bert"]
        late.say(Login("cara", key=key_of("cara"), guest=True))
        assert late.wait_for(Named).guest
        # Whoever has a name already needs no other.
        again = server.connect()
        again.prove("anna", take_over=True)
        assert again.wait_for(Matches).whole


def test_h_18_nobody_begins_more_matches_than_so_many(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--matches-per-hour", "2") as server:
        players = server.seat("anna", "bert")
        resign(players)
        for player in players:
            player.say(Rematch(A_NONCE))
        for player in players:
            player.wait_for(Started)
        resign(players)
        for player in players:
            player.say(Rematch(A_NONCE))
            refused(player, "too-many")
        to_the_lobby(*players)
        players[0].say(Create("eriantys", 2, A_NONCE))
        refused(players[0], "too-many")


def test_h_18_nobody_has_more_unfinished_matches_than_so_many(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--matches-per-name", "1", "--grace", "0") as server:
        players = server.seat("anna", "bert")
        turn = players[0].last(Started).turn
        leaver = players[turn or 0]
        leaver.say(Leave())
        leaver.wait_for(Matches, whole=True)
        leaver.say(Create("eriantys", 2, A_NONCE))
        refused(leaver, "too-many")


def told_by_log(server: Server, words: str) -> None:
    wait_until(lambda: words in server.errors.read_text())


def test_h_19_a_signal_raises_a_limit_while_people_play(tmp_path: Path) -> None:
    file = tmp_path / "eriantys.toml"
    file.write_text('watchers_per_match = 1\nchat_per_minute = 5\nmotd = "before"\n')
    with serving(tmp_path / "server.db", "--config", str(file)) as server:
        players = server.seat("anna", "bert", "cara")
        match = match_of(players[0])
        first = look_on(server, match)
        [late] = server.enter("late")
        assert late.last(Welcome).motd == "before"
        late.say(Watch(match))
        refused(late, "too-many")
        play(players, 10, first)
        before = look(players[0])

        file.write_text('watchers_per_match = 2\nchat_per_minute = 5\nmotd = "after"\n')
        server.process.send_signal(signal.SIGHUP)
        told_by_log(server, "changed: motd, watchers_per_match")
        late.say(Watch(match))
        late.wait_for(Started)
        assert [player.wait_for(Presence).name for player in players] == ["late"] * 3
        assert look(players[0]).view == before.view
        play(players, 10, first, late)
        [new] = server.enter("new")
        assert new.last(Welcome).motd == "after"

        # A file that will not do changes nothing.
        file.write_text("watchers_per_match = many\n")
        server.process.send_signal(signal.SIGHUP)
        told_by_log(server, "everything stays as it was")
        new.say(Watch(match))
        refused(new, "too-many")
        late.say(Chat("watchers", "still here"))
        news(late)
        play_out(players, first, late)


def set_back(store: Path, table: str, column: str, days: float) -> None:
    """Let all that a closed store says of a table have happened so long ago."""
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {column} = {column} - ?", (days * DAY,))


def test_h_20_what_is_long_over_is_removed_and_the_rest_is_not(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        old = server.seat("anna", "bert")
        old[0].say(Chat("match", "good luck"))
        play_out(old)
        waits = server.seat("cara", "dora")
        play(waits, 3)
        waiting = match_of(waits[0])
        over = match_of(old[0])
        shut_down(server)
    set_back(store, "matches", "changed", days=11)
    set_back(store, "chat", "made", days=11)
    with serving(store, "--keep", "12") as server:
        anna = come_back(server, "anna")
        anna.say(History(over))
        assert anna.wait_for(ServerHistory, last=True).match == over
        anna.say(Results())
        assert len(anna.wait_for(ServerResults).past) == 1
        new = server.seat("emil", "fred")
        play_out(new)
        recent = match_of(new[0])
        shut_down(server)
    with serving(store, "--keep", "10") as server:
        anna = come_back(server, "anna")
        wait_until(lambda: over not in [row["match"] for row in stored(server)["matches"]])
        anna.say(History(over))
        refused(anna, "no-such-match")
        anna.say(Results())
        assert anna.wait_for(ServerResults) == ServerResults("anna", (), ())
        rows = stored(server)
        for table in ("matches", "seats", "log", "chat", "states", "clocks"):
            assert over not in [row["match"] for row in rows[table]], table
        # Names stay, and so do what is not over and what is over since yesterday.
        assert "bert" in [row["name"] for row in rows["names"]]
        emil = come_back(server, "emil")
        emil.say(History(recent))
        assert emil.wait_for(ServerHistory).match == recent
        for name in ("cara", "dora"):
            assert come_back(server, name).wait_for(Started).match == waiting
