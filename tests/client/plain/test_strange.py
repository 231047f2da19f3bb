"""What a server shows that cannot be told is refused in a sentence, whoever drives it."""

from __future__ import annotations

import msgspec

from eriantys.wire.cards import Said
from eriantys.wire.from_client import Leave
from eriantys.wire.from_server import Matches, ServerChat, Update
from tests.client.linking import WELCOME
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position

UPDATE = Update(7, 1, 0, "red 9", (), {}, 0, "student", 9000)


def strange_update(**wrong: object) -> Update:
    """Write an update that no match of Eriantys can have."""
    return msgspec.structs.replace(UPDATE, **wrong)


def test_a_game_without_a_room_is_refused_in_one_sentence(table: Table) -> None:
    said = table.begin(Position(2).state(), game="chess")
    assert said == ["This version has no board for chess. You leave match 7."]
    assert table.sent == [Leave()]
    assert table.hear(UPDATE) == []
    assert table.hear(Matches(whole=True))[-1].startswith("No match waits")
    assert table.type("board")[0].startswith("Nothing here is called 'board'.")


def test_a_view_that_cannot_be_told_ends_the_connection_and_not_the_session(
    table: Table,
) -> None:
    table.begin(Position(2).state())
    assert table.hear(strange_update(changes={"mother": "everywhere"})) == []
    assert table.session.strange.endswith(".")
    match = table.session.model.match
    assert match is not None
    assert match.number == 0
    assert table.type("board")[0].startswith("Round 1.")


def test_a_strange_server_is_heard_again_once_it_begins_again(table: Table) -> None:
    table.begin(Position(2).state())
    chat = ServerChat("match", (Said("Bruno", "psst"),), 7)
    table.hear(strange_update(turn=5))
    assert "turn of nobody" in table.session.strange
    assert table.hear(chat) == []
    assert table.hear(WELCOME)[0].startswith("This is ")
    assert not table.session.strange
    assert table.hear(chat) == ["Bruno says: psst"]


def test_a_match_with_seats_that_nobody_has_is_refused(table: Table) -> None:
    assert table.begin(Position(2).state(), teams=((0,), (9,))) == []
    assert "names a seat" in table.session.strange
