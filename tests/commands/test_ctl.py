"""`eriantys ctl` against a real server: every order, and everything that can go wrong."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import msgspec
import pytest

from eriantys import exits
from eriantys.commands.ctl.words import WORDS, span
from eriantys.server.operator import orders
from eriantys.server.outside.side_door import INSIDE_MOST
from eriantys.wire.from_client import Create, Resign
from eriantys.wire.from_server import Ended, Notice, Seated, ServerBye, Started
from tests.commands.orders_given import (
    NOBODY,
    ctl,
    done,
    door,
    play_first,
    refused,
    tell,
)
from tests.commands.program import run, runtime_directory
from tests.keys import A_NONCE
from tests.scenarios.real import Server, serving

# People and matches.


def test_an_operator_looks_after_a_house(server: Server) -> None:
    ada, bert = server.seat("Ada", "Bert", title="Evening")
    match = ada.last(Started).match
    assert "1 running" in done(server, "status")
    assert done(server, "check") == "All is well.\n"
    heads, row = done(server, "matches").splitlines()
    assert heads.split() == [
        "match",
        "game",
        "state",
        "line",
        "quiet",
        "watchers",
        "players",
        "title",
    ]
    assert row.split()[:3] == [str(match), "eriantys", "running"]
    assert "Evening" in row
    assert "*Ada, Bert " in row or "Ada, *Bert " in row
    page = done(server, "show", str(match))
    assert page.startswith(f"Match {match} “Evening”: eriantys, running\n")
    assert [line.split()[1] for line in done(server, "players").splitlines()[1:]] == [
        "Ada",
        "Bert",
    ]

    assert done(server, "say", "Tea", "at", "five") == "2 people have been told.\n"
    assert ada.wait_for(Notice).text == "Tea at five"
    assert done(server, "kick", "bert", "--reason", "rude") == "Bert was sent away.\n"
    assert bert.wait_for(ServerBye).text == "You were sent away: rude."
    assert done(server, "close", str(match)) == f"Match {match} is closed.\n"
    assert ada.wait_for(Ended).reason == "closed"


def test_whoever_is_banned_stays_out_across_a_restart(server: Server) -> None:
    (ada,) = server.enter("Ada")
    assert "1 sent away" in done(server, "ban", "Ada", "--for", "2h", "--reason", "spam")
    assert ada.wait_for(ServerBye).code == "banned"
    done(server, "stop")
    assert server.wait() == exits.OK
    assert not door(server).exists()
    with serving(server.store) as second:
        rows = done(second, "bans").splitlines()[1:]
        assert len(rows) == 1
        assert rows[0].split()[:2] == ["ada", "banned"]
        assert rows[0].endswith("spam")
        done(second, "unban", "ada")
        assert "not banned" in refused(ctl(second, "unban", "ada"))
        second.enter("Ada")
        done(second, "mute", "ada")
        assert done(second, "unmute", "ada") == "ada is heard again.\n"


def test_a_name_is_freed(server: Server) -> None:
    server.enter("Ada")
    assert done(server, "forget", "Ada") == "Ada is free for anybody again.\n"
    assert "Nobody is called" in refused(ctl(server, "forget", "Ada"))


def test_a_drained_server_stops_after_its_last_match(server: Server) -> None:
    ada, _ = server.seat("Ada", "Bert")
    assert "1 match goes on" in done(server, "drain", "--within", "1h")
    assert "in 60 minutes" in done(server, "status")
    done(server, "undrain")
    done(server, "drain")
    ada.say(Resign())
    assert server.wait() == exits.OK


# Figures.


def test_scripts_get_json(server: Server) -> None:
    server.seat("Ada", "Bert")
    found = json.loads(done(server, "--json", "status"))["found"]
    assert found["house"]["running"] == 1
    assert found["doors"] == [f"127.0.0.1:{server.port}"]
    finished = ctl(server, "--json", "kick", "Eve")
    assert finished.code == exits.FAILED
    assert json.loads(finished.out)["refused"]["code"] == "not-here"


def test_what_holds_for_all_orders_may_stand_before_the_order_or_after_it(
    server: Server, tmp_path: Path
) -> None:
    assert json.loads(done(server, "check", "--json")) == {"found": {"text": "All is well."}}
    after = ("check", "--socket", str(door(server)))
    assert run("ctl", *after, cwd=tmp_path).out == "All is well.\n"
    assert run("ctl", "--socket", "nothing", *after, cwd=tmp_path).out == "All is well.\n"


def test_all_that_is_measured_is_told(server: Server) -> None:
    ada, bert = server.seat("Ada", "Bert")
    play_first(ada, bert)
    rows = {line.split()[0]: line for line in done(server, "stats").splitlines()}
    assert rows["moves_total"].split()[1:] == ["eriantys", "1"]
    assert "1, 50% within" in rows["move_seconds"]
    assert {"resident_memory_bytes", "open_descriptors", "commit_seconds"} < rows.keys()


# What goes wrong.


def test_without_a_server_there_is_one_sentence(tmp_path: Path) -> None:
    elsewhere = {"XDG_RUNTIME_DIR": str(tmp_path)}
    finished = run("ctl", "status", cwd=tmp_path, **elsewhere)
    assert "no server takes orders" in refused(finished, exits.UNAVAILABLE)
    finished = run("ctl", "--socket", "nothing", "status", cwd=tmp_path)
    assert "there is no socket nothing" in refused(finished, exits.UNAVAILABLE)
    (tmp_path / "file").write_text("")
    finished = run("ctl", "--socket", "file", "status", cwd=tmp_path)
    assert "no server answers at file" in refused(finished, exits.UNAVAILABLE)
    finished = run("ctl", "--socket", "x" * 200, "status", cwd=tmp_path)
    assert "too long" in refused(finished, exits.UNAVAILABLE)


def test_the_only_server_is_found_by_itself_and_of_several_one_must_be_named(
    tmp_path: Path,
) -> None:
    place = Path(runtime_directory(), "two")
    here = {"XDG_RUNTIME_DIR": str(place)}
    folder = place / "eriantys"
    first, second = (str(folder / f"{name}.sock") for name in ("first", "second"))
    with serving(tmp_path / "1.db", "--socket", first):
        (folder / "killed.sock").touch()
        assert run("ctl", "check", cwd=tmp_path, **here).out == "All is well.\n"
        with serving(tmp_path / "2.db", "--socket", second):
            finished = run("ctl", "check", cwd=tmp_path, **here)
            assert f"{first}, {second}" in refused(finished, exits.USAGE)


def test_a_job_that_knows_less_than_the_server_did_finds_it(tmp_path: Path) -> None:
    state = tmp_path / "state"
    socket_there = str(state / "eriantys" / "1.sock")
    with serving(tmp_path / "house.db", "--socket", socket_there):
        for runtime in ("", str(tmp_path)):
            here = {"XDG_RUNTIME_DIR": runtime, "XDG_STATE_HOME": str(state)}
            assert run("ctl", "check", cwd=tmp_path, **here).out == "All is well.\n"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("dance",),
        ("show",),
        ("show", "first"),
        ("show", "0"),
        ("ban", "Ada", "--for", "soon"),
        ("ban", "Ada", "--for", "0"),
        ("ban", ""),
        ("say",),
        ("backup",),
        ("export", "1"),
        ("status", "now"),
    ],
    ids=" ".join,
)
def test_what_is_no_order_is_refused_before_anybody_is_asked(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    finished = run("ctl", *words, cwd=tmp_path)
    assert "--help" in refused(finished, exits.USAGE)


def test_what_a_killed_server_leaves_behind_is_no_hindrance(tmp_path: Path) -> None:
    name = str(Path(runtime_directory(), "again.sock"))
    with serving(tmp_path / "house.db", "--socket", name) as first:
        first.stop(9)
        assert Path(name).exists()
    with serving(tmp_path / "house.db", "--socket", name):
        assert run("ctl", "--socket", name, "check", cwd=tmp_path).code == exits.OK
        finished = run(
            *("serve", "--port=0", "--store=other.db", "--socket", name), cwd=tmp_path
        )
        assert "another server takes orders there" in refused(finished, exits.CANNOT_CREATE)


def test_where_no_socket_can_be_made_the_server_does_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with serving(tmp_path / "house.db", "--socket", "") as server:
        assert not door(server).exists()
        server.enter("Ada")
    finished = run(
        *("serve", "--port=0", "--socket", "file/x.sock", "--store=s.db"), cwd=tmp_path
    )
    assert "cannot take orders at" in refused(finished, exits.CANNOT_CREATE)


@pytest.mark.parametrize(("name", "why"), [("file", "no socket"), (".", "a folder")])
def test_what_lies_where_the_socket_is_to_be_made_stays(
    tmp_path: Path, name: str, why: str
) -> None:
    (tmp_path / "file").touch()
    finished = run(*("serve", "--port=0", "--socket", name, "--store=s.db"), cwd=tmp_path)
    assert why in refused(finished, exits.CANNOT_CREATE)
    assert (tmp_path / "file").is_file()


def test_nonsense_at_the_socket_is_refused_and_nobody_notices(server: Server) -> None:
    (ada,) = server.enter("Ada")
    nested = b"[" * 50_000 + b"\n"
    no_letter = b'{"order":"say","text":"\xff"}\n'
    for line in (b"\n", no_letter, b"{}\n", b'{"order":"dance"}\n', nested, b"1\n"):
        answer = msgspec.json.decode(tell(server, line))
        assert answer["refused"]["code"] == "malformed"
    assert tell(server, b"x" * (orders.LINE_MOST + 1)) == b""
    for order in (b'{"order":"show","match":-1}\n', b'{"order":"kick","who":7}\n'):
        assert b"malformed" in tell(server, order)
    assert b"must begin with /" in tell(server, b'{"order":"backup","file":"copy"}\n')
    ada.say(Create("eriantys", 2, A_NONCE))
    ada.wait_for(Seated)


def test_those_who_come_and_say_nothing_make_room_for_others(server: Server) -> None:
    silent = []
    for _ in range(3 * INSIDE_MOST):
        end = socket.socket(socket.AF_UNIX)
        end.connect(str(door(server)))
        silent.append(end)
    assert b"All is well" in tell(server, b'{"order":"check"}\n')
    for end in silent:
        end.close()
    assert b"All is well" in tell(server, b'{"order":"check"}\n')


def test_the_socket_is_its_owners_alone(server: Server) -> None:
    assert door(server).stat().st_mode & 0o777 == 0o600
    assert door(server).parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_nobody_else_is_obeyed_even_where_the_file_lets_them(server: Server) -> None:
    door(server).chmod(0o666)
    for folder in (door(server).parent, door(server).parent.parent):
        folder.chmod(0o755)
    child = os.fork()
    if not child:
        heard = b""
        try:
            os.setuid(NOBODY)
            heard = tell(server, b'{"order":"stop"}\n')
        finally:
            os._exit(bool(heard))
    assert os.waitpid(child, 0) == (child, 0), "somebody else was answered"
    assert done(server, "check") == "All is well.\n"
    assert f"user {NOBODY} may not give orders here" in server.errors.read_text()


def test_what_no_order_can_have_in_it_is_refused_in_a_sentence(server: Server) -> None:
    for words, code, said in (
        (("say", "x" * 301), exits.FAILED, "301 characters, and 300 are allowed"),
        (("mute", "x" * 100), exits.FAILED, "is no name"),
        (("kick", "x" * 100), exits.FAILED, "Nobody called"),
        (("kick", "#" + "9" * 60), exits.FAILED, "Nobody called"),
        (("forget", "x" * 100), exits.FAILED, "Nobody is called"),
        (("say", "x" * 100_000), exits.USAGE, "far more than"),
        (("say", os.fsdecode(b"\xff")), exits.USAGE, "UTF-8"),
        (("backup", os.fsdecode(b"\xff.db")), exits.USAGE, "UTF-8"),
        (("backup", "x" * 300), exits.FAILED, "too long"),
    ):
        assert said in refused(ctl(server, *words), code)


# Words.


def test_a_mistyped_order_is_told_with_the_nearest(tmp_path: Path) -> None:
    finished = run("ctl", "statsu", cwd=tmp_path)
    assert "there is no order 'statsu'; the nearest is stats;" in refused(finished, exits.USAGE)
    assert "undrain" in refused(run("ctl", "xyz", cwd=tmp_path), exits.USAGE)


def test_every_order_has_a_word() -> None:
    made = {order.__name__.lower() for order in orders.Order.__subclasses__()}
    assert {word.name for word in WORDS} == made


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("30m", 1800), ("2h", 7200), ("1.5D", 129_600)]
)
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert span(text) == seconds
