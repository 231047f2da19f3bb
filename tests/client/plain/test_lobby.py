"""The lobby and the waiting room line by line: what is told there, and what can be typed."""

from __future__ import annotations

import pytest

from eriantys.wire.cards import RoomCard, RunningCard, SavedCard
from eriantys.wire.from_client import (
    Answer,
    Create,
    Join,
    Leave,
    List,
    Quick,
    Resume,
    TakeSeat,
    Watch,
)
from eriantys.wire.from_server import Matches, Request, Seated, Waiting
from tests.client.plain.table import Table

ROOM = RoomCard(
    *(3, "eriantys", ("Bruno", None), {"expert": True}, "full", 180, "wait", True, False),
    commitment=b"",
    title="A calm one",
    private=False,
    watchers=True,
)


def test_the_lobby_is_a_list_of_sentences(table: Table) -> None:
    said = table.hear(Matches(open=(ROOM,)))
    assert said == [
        "Match 3 is open: A calm one, Eriantys, expert, 3 min a turn, undo, waits for the "
        "absent, open to watchers; 1 of 2 seats taken by Bruno."
    ]
    assert table.hear(Matches(gone=(3,))) == ["Match 3 is no longer open."]
    card = RunningCard(5, "eriantys", "", ("Ada", "Bo"), 0, "student", 9, 5, 1, watchable=True)
    said = table.hear(Matches(running=(card,)))
    assert said == ["Match 5 is being played: Eriantys with Ada and Bo; type watch 5."]
    saved = SavedCard(4, "eriantys", ("Ada", "Bo"), 0, suspended=True)
    said = table.hear(Matches(whole=True, saved=(saved,)))
    assert said == ["Match 4 is saved: Eriantys with Ada and Bo; type resume."]


def test_every_command_of_the_lobby_says_what_it_means(table: Table) -> None:
    table.type("list", "join 3", "watch 5", "code ABCD-2345", "resume", "resume 4", "quick")
    assert table.sent == [
        List(running=True),
        Join(bytes(16), 3),
        Watch(5),
        Join(bytes(16), code="ABCD2345"),
        Resume(),
        Resume(4),
        Quick("eriantys", bytes(16)),
    ]


def test_an_invitation_may_be_typed_as_a_whole_and_looked_on_with(table: Table) -> None:
    table.type("code eriantys play games.example:7777#ABCD-2345", "watch abcd-2345")
    assert table.sent == [Join(bytes(16), code="ABCD2345"), Watch(code="ABCD2345")]


def test_a_match_is_opened_with_words(table: Table) -> None:
    table.type("new eriantys 3 expert private 90s no-undo bot", "new", "quick 2 expert")
    expert = {"expert": True}
    assert table.sent == [
        Create(
            *("eriantys", 3, bytes(16), expert),
            turn_seconds=90,
            absence="bot",
            undo=False,
            private=True,
        ),
        Create("eriantys", 2, bytes(16)),
        Quick("eriantys", bytes(16), 2, expert),
    ]
    table.type("new simple", "new no-expert")
    assert table.sent[3:] == [Create("eriantys", 2, bytes(16), {"expert": False})] * 2
    assert "no-undo" in table.type("new eriantys 2 blue")[0]
    assert table.type("quick expert") == [
        "Say how many play as well, as in quick eriantys 2 expert."
    ]
    assert "new eriantys 2 expert" in table.type("help")[0]


@pytest.mark.parametrize(
    "line",
    [
        *("dance", "join", "join x", "watch -1", "join 99999999999", "seat", "say", "mute"),
        *("code", "code ABC", "watch ABCD-23456"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence_and_nothing_is_sent(
    table: Table, line: str
) -> None:
    said = table.type(line)
    assert len(said) == 1
    assert table.sent == []


def test_one_who_is_asked_for_seats_and_mode_answers_with_a_word(table: Table) -> None:
    table.type("quick")
    table.sent.clear()
    said = table.hear(Request(4, "seats", 60000, legal=(2, 3)))
    assert said == ["How many players? Type 2 or 3."]
    table.type("3")
    said = table.hear(Request(5, "mode", 60000, "expert", (False, True)))
    assert said == ["Mode: which one? Type simple or expert."]
    table.type("expert")
    assert table.sent == [Answer(4, 3), Answer(5, True)]


def test_a_room_tells_the_seat_the_code_and_who_is_there(table: Table) -> None:
    said = table.hear(
        Seated(3, 1, bytes(16), ROOM, "ABCD-2345"),
        Waiting(1, ("Ada",), "players", "Waiting for 1 more player.", 9000, 2, 3),
    )
    assert said == [
        "You have seat 2 of 2 in match 3.",
        "Others come here with the code ABCD-2345.",
        "Waiting for 1 more player. 1 of 2 are here: Ada.",
    ]
    table.type("seat 1", "leave")
    assert table.sent == [TakeSeat(0), Leave()]
