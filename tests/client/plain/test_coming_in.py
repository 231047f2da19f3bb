"""Coming to a server line by line: the name, the lobby, and the way out again."""

from __future__ import annotations

from pathlib import Path

from eriantys import exits
from eriantys.wire.from_client import (
    Bye,
    Chat,
    Join,
    Login,
)
from eriantys.wire.from_server import (
    Error,
    Matches,
    Named,
    Request,
    ServerBye,
)
from tests.client.linking import WELCOME
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position


def test_the_way_in_is_told_and_the_lobby_listed(tmp_path: Path) -> None:
    table = Table(tmp_path)
    said = table.enter()
    assert "You are Ada at games.example:7777." in said
    assert said[-2:] == [
        "You are in the lobby.",
        "No match waits for players: new opens one, and quick finds you one.",
    ]
    assert isinstance(table.sent[0], Login)


def test_without_a_name_the_first_line_is_the_name(tmp_path: Path) -> None:
    table = Table(tmp_path, "")
    assert "name" in table.printed()[0]
    table.hear(WELCOME, Request(0, "login", 60000))
    assert table.sent == []
    table.type("Zoe")
    [login] = table.sent
    assert isinstance(login, Login)
    assert login.name == "Zoe"


def test_the_end_of_the_input_before_any_name_says_what_is_missing(tmp_path: Path) -> None:
    table = Table(tmp_path, "")
    table.session.end_of_input(table.now)
    assert table.printed() == [
        "Type the name under which you want to play.",
        "The input ends before there is a name: give one with --name NAME.",
    ]
    assert table.session.over
    assert table.session.code == exits.USAGE
    assert table.hear(ServerBye("goodbye", "Goodbye.")) == []


def test_a_script_whose_connection_is_lost_before_it_was_obeyed_has_failed(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    table.type("join 3")
    table.session.end_of_input(table.now)
    table.hear(WELCOME)
    table.session.lost("The server is gone.", table.now, for_good=False)
    assert table.session.over
    assert table.session.code == exits.UNAVAILABLE


def test_a_refused_name_can_be_replaced_and_one_in_use_taken_over(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.hear(WELCOME, Request(0, "login", 60000))
    said = table.hear(
        Error("bad-name", "That is no name.", "login"), Request(1, "login", 60000)
    )
    assert said == ["That is no name.", "Type another name."]
    table.type("Zoe")
    said = table.hear(
        Error("already-connected", "In use.", "login"), Request(2, "login", 60000)
    )
    assert said[-1] == "Type take over, or another name."
    table.type("take over")
    login = table.sent[-1]
    assert isinstance(login, Login)
    assert (login.name, login.take_over) == ("Zoe", True)


def test_lines_typed_too_early_are_obeyed_once_the_lobby_is_there(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.type("join 3", "say hi")
    table.session.end_of_input(table.now)
    assert not table.session.over
    table.enter()
    assert table.session.over
    assert [type(message) for message in table.sent] == [Login, Join, Chat, Bye]


def test_between_the_name_and_the_lobby_nothing_is_taken_for_a_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.hear(WELCOME, Request(0, "login", 60000), Named("Ada"))
    table.type("say hi")
    assert [type(message) for message in table.sent] == [Login]
    table.hear(Matches(whole=True))
    assert table.sent[1:] == [Chat("lobby", "hi")]


def test_the_end_of_the_input_says_goodbye(table: Table) -> None:
    table.session.end_of_input(table.now)
    table.printed()
    assert table.sent == [Bye()]
    assert table.session.over
    assert table.session.code == exits.OK


def test_a_lost_connection_is_told_and_nothing_typed_meanwhile_is_sent(table: Table) -> None:
    table.begin(Position(2).state())
    table.session.lost("The server is gone.", table.now, for_good=False)
    assert table.printed() == ["The server is gone. Trying to come back."]
    assert table.type("island 9")[0].startswith("Island 9")
    assert table.type("say hi") == ["There is no connection just now, so that was not sent."]
    assert table.sent == []
    table.type("retry")
    assert table.session.retrying
    said = table.enter()
    assert "You are Ada at games.example:7777." in said


def test_the_last_words_of_the_server_are_told_once(table: Table) -> None:
    assert table.hear(ServerBye("restarting", "The server restarts.")) == [
        "The server restarts."
    ]
