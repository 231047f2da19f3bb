"""What the store remembers of matches that are over, of talk and of those who are not heard."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from eriantys.games.contract import Outcome
from eriantys.server.outside import archive
from eriantys.server.outside import store as writing
from eriantys.server.outside.store import DAY, Store
from eriantys.server.rows import (
    ClockKept,
    GuestDropped,
    MatchEnded,
    Muting,
    NameKept,
    PastMatch,
    Record,
    Row,
    Spoilt,
    Spoke,
    StoreTrouble,
    Story,
)
from tests.server.outside.store_rows import (
    ADA,
    AGREED,
    HISTORY,
    WHEN,
    beginning,
    begun,
    kept,
    line,
    private,
)

BOB = NameKept("Bob", b"b" * 32, guest=False)
GUEST = NameKept("Guest", b"g" * 32, guest=True)
ADA_FIRST = Outcome(((0,), (1,)), (8, 3), "towers")
BOB_FIRST = Outcome(((1,), (0,)), (3, 8), "towers")
BOTH_FIRST = Outcome(((0, 1),), (5, 5), "students")


class Wall:
    """A clock on the wall, which may be set."""

    def __init__(self) -> None:
        self.now = WHEN

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def store(tmp_path: Path, wall: Wall) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "store", clock=wall)) as opened:
        yield opened


def of(store: Store, table: str) -> int:
    """Count the rows of a table."""
    ((count,),) = store._connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    assert isinstance(count, int)
    return count


def played(
    match: int, outcome: Outcome | None, *players: str, game: str = "eriantys", lines: int = 2
) -> list[Row]:
    """Give the rows of a match from its beginning to its end."""
    agreed = msgspec.structs.replace(AGREED, game=game)
    first = msgspec.structs.replace(begun(match, agreed), players=players or ("Ada", "Bob"))
    return [
        first,
        kept(match, 0),
        *(line(match, number) for number in range(1, lines + 1)),
        ended(match, outcome),
    ]


def ended(match: int, outcome: Outcome | None) -> MatchEnded:
    if outcome is None:
        return MatchEnded(match, "left", seat=1)
    return MatchEnded(match, outcome.reason, outcome)


def numbers(store: Store, name: str, before: int | None = None, most: int = 99) -> list[int]:
    return [each.match for each in store.past(name, before, most, private=True)]


# Whole matches.


def test_a_match_is_told_from_its_beginning_over_or_not(store: Store) -> None:
    store.commit(HISTORY)
    lines = tuple(line(1, number) for number in range(1, 6))
    assert store.tell(1) == Story(begun(1), lines, None)
    assert store.tell(4) == Story(begun(4), (), ended(4, BOB_FIRST))
    assert store.tell(5) == Story(begun(5), (), ended(5, None))
    assert store.tell(6) == Story(private(6), (), None)
    with pytest.raises(LookupError):
        store.tell(7)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM log WHERE match = 2 AND number = 1",
        "UPDATE log SET seat = 'first' WHERE match = 2",
        "UPDATE matches SET outcome = x'a1' WHERE match = 2",
        "UPDATE matches SET title = CAST(x'ff' AS TEXT) WHERE match = 2",
        "UPDATE matches SET reason = NULL WHERE match = 2",
    ],
)
def test_a_damaged_past_is_told_as_such_and_spoils_nothing_else(
    change: str, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for match in (1, 2, 3):
        store.commit(played(match, ADA_FIRST))
    store._connection.execute(change)
    with pytest.raises(Spoilt, match="What is stored"):
        store.tell(2)
    assert store.tell(3).ended == ended(3, ADA_FIRST)
    if "log" not in change:
        assert numbers(store, "ada") == [3, 1]
        assert numbers(store, "ada", most=2) == [3, 1], "there is another instead of it"
        assert "match 2: left out" in caplog.text


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches SET players = x'a1' WHERE match = 2",
        "UPDATE matches SET options = 5 WHERE match = 2",
        "UPDATE matches SET absence = 'cry' WHERE match = 2",
        "UPDATE matches SET title = CAST(x'ff' AS TEXT) WHERE match = 2",
        "UPDATE matches SET code = CAST(x'ff' AS BLOB) WHERE match = 2",
        "UPDATE matches SET bots = x'8164656173' WHERE match = 2",
        "UPDATE matches SET bots = x'816465617379' WHERE match = 2",
        "UPDATE matches SET bot_level = 'genius' WHERE match = 2",
    ],
)
def test_a_match_that_cannot_be_read_keeps_no_other_from_being_played(
    change: str, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for match in (1, 2, 3):
        store.commit(beginning(match))
    store._connection.execute(change)
    assert [card.match for card in store.unfinished()] == [1, 3]
    (complaint,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "match 2: left out" in complaint.getMessage()
    assert store.load(3).begun == begun(3)
    assert store.next_match() == 4


def test_what_is_only_needed_to_go_on_goes_with_the_end(store: Store) -> None:
    store.commit([*beginning(1), line(1, 1), ClockKept(1, 1, 5_000), *beginning(2)])
    assert (of(store, "states"), of(store, "clocks")) == (2, 1)
    store.commit([kept(1, 1), MatchEnded(1, "left")])
    assert (of(store, "states"), of(store, "clocks")) == (1, 0)
    assert store.load(2).kept == kept(2, 0)


# Bots.


def test_bots_are_read_back_and_are_nobody_whose_past_is_kept(store: Store) -> None:
    agreed = msgspec.structs.replace(AGREED, bot_level="hard")
    first = msgspec.structs.replace(
        begun(1, agreed), players=("Ada", "Bot Luna"), bots=(None, "easy")
    )
    store.commit([first, kept(1, 0)])
    assert store.load(1).begun == first
    (card,) = store.unfinished()
    assert (card.bots, card.people, card.agreement.bot_level) == (
        (None, "easy"),
        ("Ada",),
        "hard",
    )
    store.commit([ended(1, BOB_FIRST)])
    assert store.tell(1).begun == first
    (past,) = store.past("ada", None, 9, private=True)
    assert (past.players, past.bots) == (("Ada", "Bot Luna"), (None, "easy"))
    assert store.records("ada", private=True) == [Record("eriantys", 1, 0, 0)]
    assert store.past("bot luna", None, 9, private=True) == []
    assert store.records("bot luna", private=True) == []
    assert of(store, "seats") == 1


# Past matches of a name.


def test_past_matches_come_the_latest_first_in_portions(store: Store, wall: Wall) -> None:
    for match in range(1, 7):
        store.commit(played(match, ADA_FIRST if match % 2 else None, lines=match))
    store.commit(beginning(7))
    store.commit(played(8, ADA_FIRST, "Bob", "Eve"))
    wall.now += 100
    assert numbers(store, "aDa") == [6, 5, 4, 3, 2, 1], "not those that go on, or of others"
    assert numbers(store, "ADA", most=2) == [6, 5]
    assert numbers(store, "ada", before=5, most=2) == [4, 3]
    assert numbers(store, "ada", before=1) == []
    assert numbers(store, "nobody") == []
    (one,) = store.past("bob", 4, 1, private=False)
    assert one == PastMatch(3, AGREED, ("Ada", "Bob"), ended(3, ADA_FIRST), 100.0, 3)
    wall.now -= 1000  # somebody has set the clock back
    assert store.past("bob", 4, 1, private=False)[0].ago == 0.0


def test_private_matches_are_listed_only_where_they_are_wanted(store: Store) -> None:
    rows = [*played(1, ADA_FIRST), private(2), kept(2, 0), ended(2, BOB_FIRST)]
    store.commit(rows)
    assert numbers(store, "Ada") == [2, 1]
    assert [each.match for each in store.past("Ada", None, 9, private=False)] == [1]
    assert store.records("Ada", private=True) == [Record("eriantys", 2, 1, 0)]
    assert store.records("Ada", private=False) == [Record("eriantys", 1, 1, 0)]


def test_a_record_counts_what_was_played_won_and_broken_off(store: Store) -> None:
    match = 0
    for outcome, game in [
        *[(ADA_FIRST, "eriantys")] * 3,
        *[(BOB_FIRST, "eriantys")] * 2,
        *[(BOTH_FIRST, "eriantys")],
        *[(None, "eriantys")] * 4,
        *[(BOB_FIRST, "toy")],
    ]:
        match += 1
        store.commit(played(match, outcome, game=game))
    store.commit(beginning(match + 1))
    empty = Outcome((), (), "nothing")
    store.commit(played(match + 2, empty, "Eve", "Bob"))
    assert store.records("ada", private=True) == [
        Record("eriantys", played=6, won=4, broken_off=4),
        Record("toy", played=1, won=0, broken_off=0),
    ]
    assert store.records("BOB", private=True) == [
        Record("eriantys", played=6, won=3, broken_off=5),
        Record("toy", played=1, won=1, broken_off=0),
    ]
    assert store.records("eve", private=True) == [Record("eriantys", 0, 0, 1)]
    assert store.records("nobody", private=True) == []


def test_records_are_those_of_the_outcomes_whatever_was_played(store: Store) -> None:
    """Sum the same up in the plainest way."""
    chance = Random("records")
    names = ["ada", "bob", "eve", "dan"]
    expected: dict[tuple[str, str], list[int]] = {}
    for match in range(1, 60):
        players = chance.sample(names, 4)
        seats = chance.sample(range(4), 4)
        cut = chance.randrange(1, 5)
        ranking = tuple(tuple(sorted(part)) for part in (seats[:cut], seats[cut:]) if part)
        outcome = Outcome(ranking, (), "x") if chance.random() < 0.7 else None
        game = chance.choice(["eriantys", "toy"])
        store.commit(played(match, outcome, *players, game=game))
        for seat, name in enumerate(players):
            row = expected.setdefault((name, game), [0, 0, 0])
            row[0] += outcome is not None
            row[1] += outcome is not None and seat in outcome.winners
            row[2] += outcome is None
    for name in names:
        assert store.records(name, private=False) == [
            Record(game, *expected[name, game]) for game in ("eriantys", "toy")
        ]


# Guests.


@pytest.mark.parametrize("order", ["dropped first", "ended first"])
def test_who_takes_a_guests_name_tomorrow_inherits_nothing(order: str, store: Store) -> None:
    store.commit([ADA, GUEST, *played(1, ADA_FIRST, "Guest", "Ada")])
    store.commit([Muting("guest", "Ada", muted=True), Muting("Ada", "Guest", muted=True)])
    store.commit([Muting("ada", "Bob", muted=True)])
    first = msgspec.structs.replace(begun(2), players=("Ada", "Guest"))
    store.commit([first, kept(2, 0)])
    assert numbers(store, "guest") == [1], "something keeps the guest here"
    last: list[Row] = [GuestDropped("Guest"), GuestDropped("Ada"), ended(2, ADA_FIRST)]
    store.commit(last if order == "dropped first" else last[::-1])
    assert numbers(store, "guest") == []
    assert store.records("guest", private=True) == []
    assert store.muted_by("guest") == []
    assert store.muted_by("ada") == ["Bob", "Guest"], (
        "who does not want to hear a name, does not"
    )
    assert numbers(store, "ada") == [2, 1], "a name that stays has its past"
    assert store.records("ada", private=True) == [Record("eriantys", 2, 1, 0)]
    assert store.tell(2).begun.players == ("Ada", "Guest")

    store.commit([GUEST, *played(3, BOB_FIRST, "Ada", "Guest")])
    assert numbers(store, "guest") == [3]


# Talk.


def test_what_was_said_last_is_told_the_oldest_first(store: Store, wall: Wall) -> None:
    lobby = [Spoke(None, "lobby", None, "Ada", f"{number}") for number in range(5)]
    at_match: list[Row] = [
        Spoke(3, "match", None, "Ada", "Grüße 🎲"),
        Spoke(3, "team", 0, "Bob", "pst"),
        Spoke(3, "watchers", None, "Eve", "oh"),
    ]
    for each in lobby:
        store.commit([each])
        wall.now += 10
    store.commit(at_match)
    wall.now += 10
    assert [each.spoke for each in store.spoken(None, 99)] == lobby
    assert [each.ago for each in store.spoken(None, 99)] == [60, 50, 40, 30, 20]
    assert [each.spoke for each in store.spoken(None, 2)] == lobby[-2:]
    assert [each.spoke for each in store.spoken(3, 99)] == at_match
    assert store.spoken(4, 99) == []


def test_what_was_said_in_a_room_is_not_for_the_next_of_its_number(store: Store) -> None:
    store.commit([*beginning(1), Spoke(5, "match", None, "Ada", "nobody comes")])
    assert store.next_match() == 6


def test_whom_a_name_does_not_hear_is_known_whatever_the_capitals(store: Store) -> None:
    mutings: list[Row] = [
        Muting("Ada", "Mallory", muted=True),
        Muting("ADA", "Eve", muted=True),
        Muting("ada", "EVE", muted=True),
        Muting("Bob", "Ada", muted=True),
        Muting("Bob", "Nobody", muted=False),
    ]
    store.commit(mutings)
    assert store.muted_by("aDa") == ["EVE", "Mallory"]
    store.commit([Muting("ada", "mallory", muted=False)])
    assert store.muted_by("Ada") == ["EVE"]
    assert store.muted_by("bob") == ["Ada"]
    assert store.muted_by("eve") == []


# Forgetting.


def said_at(match: int | None, many: int = 1) -> list[Row]:
    return [Spoke(match, "match" if match else "lobby", None, "Ada", "x") for _ in range(many)]


def old_house(store: Store, wall: Wall) -> None:
    """Fill a store with what is old and what is not, and let some days pass."""
    store.commit([ADA, BOB, *said_at(None, 3), *said_at(99, 2)])
    for match in range(1, 6):
        store.commit([*played(match, ADA_FIRST), *said_at(match)])
    store.commit([*beginning(6), line(6, 1), *said_at(6)])
    wall.now += 10 * DAY
    store.commit([*said_at(None), *said_at(98), *played(7, BOB_FIRST)])
    store.commit([line(6, 2), *said_at(6), *beginning(8)])
    wall.now += 1 * DAY


def everything(store: Store) -> list[str]:
    return list(store._connection.iterdump())


def test_what_is_long_over_is_forgotten_in_portions(store: Store, wall: Wall) -> None:
    old_house(store, wall)
    assert store.forget(12, most=100) == 0
    before = everything(store)
    assert store.forget(11.5, most=100) == 0
    assert everything(store) == before
    gone = []
    while removed := store.forget(10.5, most=2):
        gone.append(removed)
        assert numbers(store, "ada")[0] == 7
    # Matches 1 to 5, and five lines of the lobby and of a room that came to nothing.
    assert gone == [4, 4, 2]
    assert numbers(store, "ada") == [7]
    assert store.records("ada", private=True) == [Record("eriantys", 1, 0, 0)]
    with pytest.raises(LookupError):
        store.tell(3)
    assert store.tell(7).ended == ended(7, BOB_FIRST)
    assert len(store.tell(6).lines) == 2, "it is not over"
    assert len(store.spoken(6, 99)) == 2, "what was said there is kept as long as the match"
    assert len(store.spoken(None, 99)) == len(store.spoken(98, 99)) == 1
    assert store.spoken(99, 99) == store.spoken(3, 99) == []
    assert [of(store, table) for table in ("matches", "seats", "log", "states")] == [3, 6, 4, 2]
    assert (store.find_name("ada"), store.find_name("bob")) == (ADA, BOB)
    assert store._connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_number_of_what_is_forgotten_is_never_given_again(store: Store, wall: Wall) -> None:
    store.commit(played(5, ADA_FIRST))
    wall.now += 2 * DAY
    assert store.forget(1, most=9) == 1
    assert (of(store, "matches"), of(store, "seats"), of(store, "log")) == (0, 0, 0)
    assert store.next_match() == 6


@pytest.mark.parametrize("table", ["log", "seats", "chat", "matches"])
def test_forgetting_that_fails_keeps_everything(table: str, store: Store, wall: Wall) -> None:
    old_house(store, wall)
    before = everything(store)
    store._connection.execute(
        f"CREATE TEMP TRIGGER full BEFORE DELETE ON main.{table} "
        "BEGIN SELECT raise(ABORT, 'no'); END"
    )
    with pytest.raises(sqlite3.IntegrityError):
        store.forget(10.5, most=2)
    assert everything(store) == before
    store._connection.execute("DROP TRIGGER full")
    assert store.forget(10.5, most=2) == 4


def test_forgetting_on_a_full_disk_is_trouble_and_keeps_everything(
    store: Store, wall: Wall
) -> None:
    old_house(store, wall)
    before = everything(store)
    store._connection.execute("PRAGMA query_only = ON")  # SQLite's own word for: cannot write
    with pytest.raises(StoreTrouble):
        store.forget(10.5, most=2)
    with pytest.raises(StoreTrouble):
        store.commit(beginning(9))
    store._connection.execute("PRAGMA query_only = OFF")
    assert everything(store) == before
    assert store.forget(10.5, most=2) == 4


@pytest.mark.parametrize(
    ("question", "values", "index"),
    [
        ("_PAST", ("ada", 9, 1), "USING PRIMARY KEY (folded=? AND match<?)"),
        ("_RECORDS", ("ada", 1), "USING PRIMARY KEY (folded=?)"),
        ("_SPOKEN", (3, 9), "USING INDEX chat_of_match (match=?)"),
        ("_MUTED", ("ada",), "USING PRIMARY KEY (folded=?)"),
        ("_LONG_OVER", (WHEN, 9), "USING INDEX ended (changed<?)"),
        ("_FORGET_TALK", (WHEN, 9), "USING INDEX chat_by_age (made<?)"),
    ],
)
def test_nothing_reads_more_than_it_needs(
    question: str, values: tuple[object, ...], index: str, store: Store
) -> None:
    text = getattr(archive, question, None) or getattr(writing, question)
    plan = store._connection.execute(f"EXPLAIN QUERY PLAN {text}", values).fetchall()
    steps = [step for *_, step in plan]
    assert any(index in step for step in steps), steps
    assert not any(step.startswith("SCAN") for step in steps), steps


def test_a_match_has_its_players_as_they_were_written(store: Store) -> None:
    store.commit(played(1, ADA_FIRST, "ADA", "bob"))
    assert store.past("ada", None, 1, private=False)[0].players == ("ADA", "bob")
