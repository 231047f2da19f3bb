"""Lines of a script: each waits until the one before it has led somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.address import Address
from eriantys.client.keyring import Keyring
from eriantys.client.plain.patience import SILENCE_SECONDS
from eriantys.client.plain.session import PlainSession
from eriantys.wire.cards import Said
from eriantys.wire.from_client import Bye, Chat, Create, Join, List, Move
from eriantys.wire.from_server import (
    Error,
    Matches,
    Named,
    Request,
    Seated,
    ServerChat,
    Waiting,
)
from tests.client.linking import WELCOME
from tests.client.plain.table import Table
from tests.client.screens.stage import room
from tests.games.eriantys.position import Position

ROOM = room(3, None, "Ada")
FULL = room(3, "Bruno", "Ada")


@pytest.fixture
def script(tmp_path: Path) -> Table:
    """A script in the lobby."""
    table = Table(tmp_path, scripted=True)
    table.enter()
    table.sent.clear()
    return table


def kinds(table: Table) -> list[type]:
    """Name what was sent since somebody asked last."""
    table.printed()
    sent, table.sent = table.sent, []
    return [type(message) for message in sent]


def test_a_line_waits_for_the_answer_to_the_one_before_it(script: Table) -> None:
    script.type("list", "join 3", "say hi")
    assert kinds(script) == [List]
    script.hear(Matches(running=()))
    assert kinds(script) == [Join], "the answer to a wish comes before anything is said"
    script.hear(Seated(3, 1, b"", ROOM))
    assert kinds(script) == [Chat]


def test_a_refusal_is_an_answer_too_if_it_is_about_that_line(script: Table) -> None:
    script.type("join 3", "say hi")
    script.hear(Error("too-fast", "Not so fast.", "chat"))
    assert kinds(script) == [Join]
    script.hear(Error("full", "Match 3 is full.", "join"))
    assert kinds(script) == [Chat]


def test_what_changes_nothing_is_not_waited_for(script: Table) -> None:
    script.type("say one", "say two")
    assert kinds(script) == [Chat, Chat]


def test_nobody_at_a_keyboard_has_to_wait(table: Table) -> None:
    table.type("join 3", "join 4", "say hi")
    assert kinds(table) == [Join, Join, Chat]


def test_a_room_that_is_full_has_to_begin_first(script: Table) -> None:
    script.type("join 3", "say hi")
    script.hear(Seated(3, 1, b"", FULL))
    assert kinds(script) == [Join]
    script.begin(Position(2).turn(1).state(), 1)
    assert kinds(script) == [Chat]


def test_a_room_that_is_full_no_more_is_not_waited_for(script: Table) -> None:
    script.type("join 3", "say hi")
    script.hear(Seated(3, 1, b"", FULL))
    script.hear(Waiting(1, ("Ada",), "players", "", 0, match=3, seats=(None, "Ada")))
    assert kinds(script) == [Join, Chat]


def test_an_action_waits_until_bots_have_acted_and_talk_does_not(script: Table) -> None:
    position = Position(2).entrance(0, red=1).entrance(1, red=1, blue=1)
    script.begin(position.turn(1, moves_left=2).state(), bots=(None, "easy"))
    script.type("say hi", "board", "red 9", "say well played")
    assert kinds(script) == [Chat]
    script.play("red dining")
    assert kinds(script) == [], "the bot is still on turn"
    script.session.tick(script.now + SILENCE_SECONDS + 1)
    assert "It is not your turn." in script.printed()[0]


def test_nobody_waits_for_people(script: Table) -> None:
    script.begin(Position(2).turn(1).state())
    [said] = script.type("red 9")
    assert said.startswith("It is not your turn. ")


def test_an_action_leads_to_the_next_question_before_more_is_obeyed(script: Table) -> None:
    state = Position(2).entrance(0, red=2, green=1).turn(0).state()
    script.begin(state)
    for line in ("red 9", "red 9", "green 12"):
        script.session.typed(line, script.now)
    script.printed()
    assert [move for move in script.sent if isinstance(move, Move)] == [Move(1, "red 9")]
    script.play("red 9")
    assert [move.action for move in script.sent if isinstance(move, Move)] == ["red 9"] * 2
    script.play("red 9")
    assert [move.action for move in script.sent if isinstance(move, Move)][2:] == ["green 12"]


def test_after_a_long_silence_nothing_is_waited_for(script: Table) -> None:
    script.type("join 3", "say hi")
    script.session.tick(script.now + SILENCE_SECONDS)
    assert kinds(script) == [Join]
    script.session.tick(script.now + SILENCE_SECONDS + 1)
    assert kinds(script) == [Chat]


def test_a_lost_connection_answers_nothing_and_the_rest_comes_after_it(script: Table) -> None:
    script.type("join 3", "say hi")
    script.session.lost("The server is gone.", script.now, for_good=False)
    assert kinds(script) == [Join]
    script.enter()
    assert Chat in kinds(script)


def test_the_end_of_a_script_waits_for_its_last_line(script: Table) -> None:
    script.type("join 3", "say hi", "quit")
    assert not script.session.over
    script.hear(Error("full", "Match 3 is full.", "join"))
    assert script.session.over
    assert kinds(script) == [Join, Chat, Bye]


def test_a_code_in_the_address_leads_to_the_table_before_anything_is_obeyed(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    address = Address("games.example", 7777, code="ABCD2345")
    table.session = PlainSession(address, "Ada", Keyring(tmp_path), chance=bytes)
    table.hear(WELCOME, Request(0, "login", 60000))
    table.hear(Named("Ada"), Matches(whole=True))
    table.sent.clear()
    table.type("say hi")
    assert kinds(table) == []
    table.hear(Seated(3, 1, b"", ROOM))
    assert kinds(table) == [Chat]


def test_what_others_say_meanwhile_is_no_answer(script: Table) -> None:
    script.type("new", "say hi")
    script.hear(ServerChat("lobby", (Said("Bruno", "hello"),)))
    assert kinds(script) == [Create]
