"""The table at home, line by line: a game with bots from a pipe, and the way in for friends."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from eriantys import exits
from eriantys.client.address import HOME, Address
from eriantys.client.keyring import Keyring
from eriantys.client.plain.at_home import AtHome
from eriantys.client.plain.session import PlainSession
from eriantys.wire.cards import SavedCard
from eriantys.wire.from_client import AddBot, Create, Login
from eriantys.wire.from_server import Error, Matches, Named, Request, Seated
from tests.client.linking import WELCOME
from tests.client.plain.table import GAMES, Table
from tests.client.screens.stage import room
from tests.commands.program import Run, assert_refused, run

OPEN = Address("192.0.2.7", 7777)
HOUSE = msgspec.structs.replace(WELCOME, games=GAMES, bots=("easy", "normal", "hard"))


def at_home(folder: Path, shared: Address | None = None) -> Table:
    """Somebody who is about to be let in at home."""
    table = Table(folder)
    table.session = PlainSession(
        HOME, "Ada", Keyring(folder), chance=bytes, home=AtHome(shared)
    )
    return table


def come_in(table: Table, *saved: SavedCard) -> list[str]:
    said = table.hear(HOUSE, Request(0, "login", 60000), Named("Ada"))
    return said + table.hear(Matches(whole=True, saved=saved))


def script(folder: Path, *lines: str, cwd: Path | None = None) -> Run:
    """Play from a pipe, at home in a folder."""
    return run(
        *("play", "--plain", "--name", "Ada"),
        program=(sys.executable, "-P", "-m", "eriantys"),
        cwd=cwd or folder,
        given="".join(f"{line}\n" for line in lines).encode(),
        XDG_STATE_HOME=str(folder),
        XDG_CONFIG_HOME=str(folder),
    )


def test_at_home_there_is_no_lobby_but_what_can_be_played(tmp_path: Path) -> None:
    assert come_in(at_home(tmp_path)) == [
        "You are Ada.",
        "You are at home: new plays against a bot.",
    ]
    saved = SavedCard(4, "eriantys", ("Ada", "Bot Bo"), 0, suspended=True, bots=(None, "easy"))
    assert come_in(at_home(tmp_path), saved)[-1] == (
        "You are at home: new plays against a bot; "
        "resume goes on with Eriantys with Bot Bo (bot, easy)."
    )


def test_new_means_bots_of_the_usual_level_without_hurry(tmp_path: Path) -> None:
    table = at_home(tmp_path)
    come_in(table)
    table.type("new 3 expert", "new hard", "new no-bots")
    first, second, third = (each for each in table.sent if isinstance(each, Create))
    assert (first.seats, first.bots, first.options) == (3, ("easy", "easy"), {"expert": True})
    assert (first.private, first.turn_seconds) == (True, 24 * 3600)
    assert (second.seats, second.bots) == (2, ("hard",))
    assert third.bots == ()


def test_a_name_that_cannot_be_had_is_changed_and_one_in_use_taken_over(tmp_path: Path) -> None:
    table = at_home(tmp_path)
    table.hear(HOUSE, Request(0, "login", 60000))
    said = table.hear(Error("wrong-proof", "No.", "login"), Request(1, "login", 60000))
    said += table.hear(
        Error("already-connected", "In use.", "login"), Request(2, "login", 60000)
    )
    logins = [each for each in table.sent if isinstance(each, Login)]
    assert [each.name for each in logins] == ["Ada", "Ada-2", "Ada-2"]
    assert logins[-1].take_over
    assert said == [], "nobody is asked about it"


def test_friends_are_shown_the_line_that_leads_to_the_table(tmp_path: Path) -> None:
    table = at_home(tmp_path, OPEN)
    assert come_in(table)[-1] == "Friends come by: eriantys play 192.0.2.7:7777"
    said = table.hear(Seated(3, 0, b"", room(3, "Ada", None), "ABCD2345"))
    line = "Friends come straight to this match by: eriantys play 192.0.2.7:7777#ABCD-2345"
    assert said[-1] == line
    assert table.type("code") == [line]
    table.type("bot")
    assert table.sent[-1] == AddBot("easy", None)


def test_a_script_plays_with_bots_and_the_next_one_goes_on(tmp_path: Path) -> None:
    first = script(tmp_path, "new", "assistant 10", "log", "hint")
    assert (first.code, first.err) == (exits.OK, "")
    said = first.out.splitlines()
    assert said[:2] == ["You are Ada.", "You are at home: new plays against a bot."]
    assert "You play assistant 10." in said
    assert any(line.startswith("A bot would type ") for line in said)
    second = script(tmp_path, "resume", "log all")
    assert "resume goes on with Eriantys with Bot " in second.out
    assert second.out.count("You play assistant 10.") == 1
    with closing(sqlite3.connect(tmp_path / "eriantys/home/1.db")) as store:
        [state] = store.execute("PRAGMA integrity_check").fetchone()
    assert state == "ok", "the server has ended, and left all in order"


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_a_port_at_which_no_friend_could_come_is_refused(tmp_path: Path, port: str) -> None:
    refused = run("play", "--plain", "--host", port, cwd=tmp_path)
    said = f"--host takes a port from 1 to 65535, not {port}."
    assert_refused(refused, exits.USAGE, said)


def test_damaged_games_are_put_aside_and_the_next_try_begins_anew(tmp_path: Path) -> None:
    folder = tmp_path / "eriantys/home"
    folder.mkdir(parents=True)
    for ending in ("", "-wal"):
        (folder / f"1.db{ending}").write_text(f"Dear diary{ending}")
    first = script(tmp_path, "new")
    assert first.code == exits.UNAVAILABLE
    [aside] = folder.glob("1.db.damaged-????????")
    said = "The games at home are damaged. The next try sets up a new table; they are kept as"
    assert first.out == f"{said} {aside}.\n"
    for ending in ("", "-wal"):
        assert Path(f"{aside}{ending}").read_text() == f"Dear diary{ending}"
    second = script(tmp_path, "new", "assistant 10")
    assert second.code == exits.OK
    assert "You play assistant 10." in second.out


def test_games_of_a_newer_version_are_left_where_they_are(tmp_path: Path) -> None:
    script(tmp_path, "new")
    path = tmp_path / "eriantys/home/1.db"
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA user_version = 999")
    found = script(tmp_path, "new")
    assert found.code == exits.UNAVAILABLE
    assert "1.db was written by a newer version of eriantys; install that one" in found.out
    with closing(sqlite3.connect(path)) as store:
        assert store.execute("PRAGMA user_version").fetchone() == (999,)


def test_a_folder_that_is_called_like_the_program_is_not_taken_for_it(tmp_path: Path) -> None:
    here = tmp_path / "here"
    (here / "eriantys").mkdir(parents=True)
    (here / "eriantys/__init__.py").write_text("raise SystemExit('not the program')")
    done = script(tmp_path, "new", "hint", cwd=here)
    assert (done.code, done.err) == (exits.OK, "")
    assert "A bot would type " in done.out


def test_a_table_that_cannot_be_set_up_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "eriantys").write_text("in the way")
    done = script(tmp_path)
    assert done.code == exits.UNAVAILABLE
    assert done.out.startswith("The table at home cannot be set up: ")
    assert done.out.count("\n") == 1
    assert done.err == ""
