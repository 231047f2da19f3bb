"""What is told at a match: the table, what others do and say, votes, the help and the end."""

from __future__ import annotations

from eriantys.wire.cards import Said
from eriantys.wire.from_client import (
    Chat,
    Leave,
    Rematch,
    Resign,
    Vote,
)
from eriantys.wire.from_server import Ended, Notice, Presence, ServerChat, ServerVote
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position


def test_the_whole_table_is_told_and_its_parts(table: Table) -> None:
    position = Position(2, ("monk", "grandma"), mother=7, round=3).dining(0, green=5, red=3)
    position.dining(1, green=3).island(3, 4, green=2, tower=1).island(5, blue=2, no_entry=1)
    position.island(9, green=1, pink=1).coins(3, 1)
    table.begin(position.state())
    said = table.type("board")
    assert said[0].startswith("Round 3. Mother Nature is on island 7.")
    assert "Island 3+4: 2 green; 2 black towers, Bruno's." in said
    assert "Island 5: 2 blue; 1 No Entry tile." in said
    assert "Island 7: nobody; Mother Nature is here." in said
    assert "Cloud 1: 1 green, 1 red, 1 pink." in said
    assert "Monk, 1 coin: 1 green, 1 red, 1 yellow, 1 pink." in said
    assert "You, dining room: 5 green with the professor, 3 red with the professor." in said
    assert table.type("island 9") == [
        "Island 9: 1 green, 1 pink; no tower. Influence: you 1, Bruno 0. "
        "If she stopped here now: you build 1 tower."
    ]
    assert table.type("island 99") == ["Islands are numbered 1 to 12, as in island 9."]
    assert table.type("school bru")[0].startswith("Bruno: 6 black towers left, 1 coin")
    assert table.type("school zoe") == ["Nobody here is called so; there are Ada, Bruno."]
    assert len(table.type("characters")) == 12
    assert len(table.type("clouds")) == 2


def test_votes_are_told_and_cast(table: Table) -> None:
    table.begin(Position(2).state())
    table.type("vote pause")
    assert table.sent == [Vote("pause", "yes")]
    vote = ServerVote(7, "pause", ("yes", "no"), (None, "yes"), 2, 60_000)
    assert table.hear(vote) == [
        "Shall the match be paused? Bruno yes. 2 must agree. 1:00 left. "
        "Type vote yes or vote no."
    ]
    table.type("vote no")
    assert table.sent[-1] == Vote("pause", "no")
    table.hear(ServerVote(7, "missing", ("wait", "end"), (None, None), 1))
    assert table.type("vote end") == [
        "Your vote alone ends the match for all. Type yes if you are sure."
    ]
    table.type("yes")
    assert table.sent[-1] == Vote("missing", "end")
    table.type("vote wait")
    assert table.sent[-1] == Vote("missing", "wait")


def test_what_others_do_say_and_suffer_is_told(table: Table) -> None:
    table.begin(Position(2).turn(1, "mother", played=(9, 3)).state())
    assert table.play("mother 1")[0] == "Bruno nature 1 step to island 2: no change."
    said = table.hear(ServerChat("match", (Said("Bruno", "nice one"),), 7))
    assert said == ["Bruno says: nice one"]
    said = table.hear(Presence(7, 1, "Bruno", here=False, cause="closed", left_ms=9000))
    assert said == ["Bruno is away."]
    assert table.hear(Presence(7, None, "Zoe", here=True, cause="")) == ["Zoe looks on."]
    said = table.hear(Notice("suspended", "The match waits for Bruno.", 7))
    assert said == ["The match waits for Bruno."]
    assert table.type("log")[-1] == "The match waits for Bruno."
    assert table.type("log 0") == ["Nothing has happened since you came."]
    assert table.hear(Notice("operator", "tea at five")) == ["Tea at five."]
    assert table.type("log")[-1] == "Tea at five."


def test_talk_goes_to_whoever_can_hear_it(table: Table) -> None:
    table.type("say hello")
    table.begin(Position(4).state())
    table.type("say hello", "team psst")
    table.begin(Position(2).state(), None)
    table.type("say oh")
    assert table.sent == [
        Chat("lobby", "hello"),
        Chat("match", "hello"),
        Chat("team", "psst"),
        Chat("watchers", "oh"),
    ]


def test_the_end_tells_the_places_and_offers_a_rematch(table: Table) -> None:
    table.begin(Position(2).state())
    ended = Ended(
        7, "rules", "Ada has built the last tower.", b"", b"", (), ((0,), (1,)), (8, 5)
    )
    assert table.hear(ended) == [
        "Ada has built the last tower.",
        "Place 1: Ada (you) with 8.",
        "Place 2: Bruno with 5.",
        "Type rematch to play again, or leave for the lobby.",
    ]
    table.type("rematch")
    assert table.sent == [Rematch(bytes(16))]


def test_giving_up_is_asked_about(table: Table) -> None:
    table.begin(Position(2).state())
    assert table.type("resign") == [
        "You give the match up, and the others win. Type yes if you are sure."
    ]
    assert table.type("no") == ["Then nothing was done."]
    assert table.type("resign", "board")[1] == "Then nothing was done."
    assert table.sent == []
    table.type("resign", "yes")
    assert table.sent == [Resign()]


def test_leaving_is_asked_about_only_where_it_ends_the_match(table: Table) -> None:
    table.begin(Position(2).state())
    table.type("leave")
    assert table.sent == [Leave()]
    table.begin(Position(2).state(), absence="end")
    assert table.type("leave") == [
        "The match ends for all if you leave. Type yes if you are sure."
    ]
    assert table.sent == [Leave()]


def test_help_tells_what_can_be_typed_everywhere(table: Table) -> None:
    assert "join 3" in table.type("help")[0]
    table.begin(Position(2).state())
    said = table.type("help")
    assert "school NAME" in said[0]
    assert said[-1] == "Move a student: pick one from your entrance, then where."
