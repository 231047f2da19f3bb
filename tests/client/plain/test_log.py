"""What has happened at a match is told once, and once more only to whoever asks for it."""

from __future__ import annotations

from eriantys.client.match import STORY_MOST
from eriantys.wire.cards import Said
from eriantys.wire.from_client import History
from eriantys.wire.from_server import Error, Matches, ServerChat
from tests.client.linking import WELCOME
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position


def begin(table: Table) -> None:
    """Begin a match in which Bruno has three students to move."""
    set_up(table)
    table.come()


def set_up(table: Table) -> None:
    """Let such a match begin without us."""
    table.set_up(Position(2).entrance(1, red=3).turn(1).state())


def lose(table: Table) -> None:
    """Lose the connection."""
    table.session.lost("The server is gone.", table.now, for_good=False)
    table.printed()


def test_whoever_comes_back_is_told_once_what_was_missed(table: Table) -> None:
    begin(table)
    assert table.play("red 1")[0] == "Bruno red to island 1."
    lose(table)
    table.miss("red 2")
    table.miss("red 3")
    said = table.come()
    assert not any("island" in line for line in said)
    assert table.sent == [History(7, 1)]
    assert table.hear(table.history(1)) == ["Bruno red to island 2.", "Bruno red to island 3."]
    assert table.play("mother 1")[0] == "Bruno nature 1 step to island 2: no change."
    assert table.type("log 4")[0] == "Bruno red to island 1."


def test_the_way_back_may_lead_through_the_lobby(table: Table) -> None:
    begin(table)
    table.play("red 1")
    lose(table)
    table.miss("red 2")
    table.hear(Matches(whole=True))
    table.come()
    assert table.hear(table.history()) == ["Bruno red to island 2."]


def test_what_was_missed_is_told_also_when_more_has_happened_since(table: Table) -> None:
    begin(table)
    lose(table)
    table.miss("red 1")
    table.come()
    missed = table.history()
    assert table.play("red 2") == ["Bruno red to island 2."]
    assert table.hear(missed) == ["Bruno red to island 1."]


def test_whoever_comes_late_is_told_how_to_hear_the_log(table: Table) -> None:
    set_up(table)
    table.miss("red 1")
    table.miss("red 2")
    said = table.come()
    assert said[-2] == "2 actions came before you: type log for the latest."
    assert table.hear(table.history()) == []
    assert table.play("red 3") == ["Bruno red to island 3."]
    assert table.type("log 2") == ["Bruno red to island 2.", "Bruno red to island 3."]


def test_log_all_asks_the_server_and_tells_everything(table: Table) -> None:
    set_up(table)
    table.miss("red 1")
    table.come()
    table.hear(table.history())
    table.play("red 2")
    assert table.type("log all") == []
    assert table.sent[-1] == History(7)
    told = ["Bruno red to island 1.", "Bruno red to island 2.", "That was all so far."]
    assert table.hear(table.history()) == told
    assert table.hear(table.history()) == []


def test_the_server_is_asked_for_one_story_at_a_time(table: Table) -> None:
    set_up(table)
    table.miss("red 1")
    table.come()
    table.type("log all", "log all")
    assert table.sent == [History(7)], "for what was missed"
    assert table.hear(table.history()) == ["Bruno red to island 1.", "That was all so far."]
    assert table.sent == [History(7), History(7)]
    table.hear(Error("too-fast", "Not so fast.", "history"))
    table.type("log all")
    assert len(table.sent) == 3


def test_a_part_of_the_log_that_comes_meanwhile_is_not_taken_for_all_of_it(
    table: Table,
) -> None:
    set_up(table)
    table.miss("red 1")
    table.miss("red 2")
    table.come()
    table.type("log all")
    assert table.hear(table.history(1)) == []
    table.type("log all")
    assert table.hear(table.history())[-1] == "That was all so far."


def test_a_log_that_is_refused_is_news_only_to_whoever_asked(table: Table) -> None:
    begin(table)
    refusal = Error("too-fast", "You are being told already.", "history")
    assert table.hear(refusal) == []
    table.type("log all")
    assert table.hear(refusal) == ["You are being told already."]
    assert table.hear(refusal) == []


def test_talk_is_not_told_again_to_whoever_comes_back(table: Table) -> None:
    begin(table)
    early, late = Said("Bruno", "hello", 9000), Said("Bruno", "are you there?", 2000)
    said = table.hear(ServerChat("match", (early,), 7))
    assert said == ["Earlier, Bruno says: hello"]
    lose(table)
    table.hear(WELCOME)
    table.come()
    assert table.hear(ServerChat("match", (early, late), 7)) == ["Bruno says: are you there?"]


def test_a_story_that_grows_too_long_is_still_told_to_the_end(table: Table) -> None:
    begin(table)
    match = table.session.model.match
    assert match is not None
    for number in range(STORY_MOST + 3):
        said = table.hear(ServerChat("match", (Said("Bruno", f"line {number}"),), 7))
        assert said == [f"Bruno says: line {number}"]
    assert len(match.story) < STORY_MOST
