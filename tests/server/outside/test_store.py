"""What is committed is there, whatever happens; what is not, is not."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from cbor2 import CBOREncodeError

from eriantys.games.contract import Outcome
from eriantys.server.outside.store import DAY, Store
from eriantys.server.rows import (
    Agreement,
    Archive,
    GuestDropped,
    MatchEnded,
    MatchResumed,
    MatchSuspended,
    NameKept,
    Row,
    TurnKept,
)
from tests.games.play import Case, all_games, cases, play_match
from tests.server.outside.store_children import child, hear, kill, tell
from tests.server.outside.store_rows import (
    ADA,
    HISTORY,
    STORED,
    UNFINISHED,
    WHEN,
    ask,
    beginning,
    begun,
    kept,
    line,
    whole,
)
from tests.server.outside.store_victim import TURN, rows_of

KILLS = 20

GUEST = NameKept("Guest", b"g" * 32, guest=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store.open(path)) as opened:
        yield opened


def reopened(store: Store) -> Store:
    store.close()
    return Store.open(store.path)


# What is kept.


@pytest.mark.parametrize("where", ["file", "memory"])
def test_some_of_everything_is_read_back(where: str, path: Path) -> None:
    with closing(Store.open(path) if where == "file" else Store.in_memory()) as store:
        archive: Archive = store
        store.commit(HISTORY)
        if where == "file":
            archive = store = reopened(store)
        assert archive.unfinished() == UNFINISHED
        assert [archive.load(card.match) for card in UNFINISHED] == STORED
        assert archive.find_name("aDA") == ADA
        assert archive.find_name("BOB") == NameKept("Bob", b"\0" * 32, guest=True)
        assert archive.find_name("gone") is None
        assert archive.next_match() == 7
        store.close()


def test_the_end_is_kept_with_its_reason(store: Store, path: Path) -> None:
    store.commit(HISTORY)
    with pytest.raises(LookupError):
        store.load(4)
    store.close()
    (by_rules, left) = ask(
        path,
        "SELECT status, reason, hex(outcome), ended_by FROM matches WHERE match IN (4, 5)",
    )
    assert by_rules[:2] == ("ended", "towers")
    assert bytes.fromhex(by_rules[2]).startswith(b"\xa3\x67ranking")
    assert left == ("ended", "left", "", 1)


def test_a_name_changes_hands_whatever_its_capitals(path: Path) -> None:
    times = iter([WHEN, WHEN + 1, WHEN + 2])
    registered = NameKept("GUEST", b"n" * 32, guest=False)
    with closing(Store.open(path, clock=lambda: next(times))) as store:
        store.commit([GUEST])
        store.commit([registered])
        assert store.find_name("guest") == registered
        store.commit([GuestDropped("guest")])
        assert store.find_name("guest") == registered, "it is no guest's name any more"
    assert ask(path, "SELECT made, changed FROM names") == [(WHEN, WHEN + 1)]


def test_a_number_is_never_given_twice(store: Store, path: Path) -> None:
    assert store.next_match() == 1
    store.commit(beginning(7))
    assert store.next_match() == 8
    store.close()
    ask(path, "DELETE FROM states", "DELETE FROM seats", "DELETE FROM matches")
    with closing(Store.open(path)) as again:
        assert again.next_match() == 8


def test_only_the_latest_state_is_kept(store: Store, path: Path) -> None:
    store.commit(beginning(1))
    for number in range(1, 8):
        store.commit([line(1, number), *([kept(1, number)] if number % 3 == 0 else [])])
    loaded = store.load(1)
    assert loaded.kept == kept(1, 6)
    assert loaded.since == (line(1, 7),)
    assert loaded.left_ms == line(1, 7).left_ms
    store.commit([kept(1, 7)])
    loaded = store.load(1)
    assert (loaded.kept, loaded.since) == (kept(1, 7), ())
    assert loaded.left_ms is None, "another turn has begun"
    store.close()
    assert ask(path, "SELECT count(*) FROM states") == [(1,)]
    assert ask(path, "SELECT count(*) FROM log") == [(7,)]


def test_overdue_is_measured_from_the_suspension_by_wall_clock(path: Path) -> None:
    now = [WHEN]
    with closing(Store.open(path, clock=lambda: now[0])) as store:
        for match in (1, 2, 3, 4):
            store.commit([*beginning(match), MatchSuspended(match)])
        now[0] += 20 * DAY
        store.commit(
            [MatchResumed(2), MatchResumed(3), MatchSuspended(3), MatchEnded(4, "left")]
        )
        now[0] += 10 * DAY
        assert store.overdue(30) == ()
        now[0] += 1
        assert store.overdue(30) == (1,)
        assert store.overdue(9.5) == (1, 3)
    assert ask(path, "SELECT made, changed FROM matches WHERE match = 3") == [
        (WHEN, WHEN + 20 * DAY)
    ]


@pytest.mark.parametrize("case", [cases(game)[-1] for game in all_games()], ids=str)
def test_a_real_match_comes_back_to_the_last_draw(case: Case, store: Store) -> None:
    match, game = play_match(case, 0), case.game
    options = msgspec.to_builtins(case.options)
    agreed = Agreement(game.id, case.seats, options, "full", 180, "wait", undo=True)
    store.commit([begun(1, agreed), TurnKept(1, 0, game.version, {})])
    for number, state in enumerate(match.states):
        snapshot = game.snapshot(state)
        store.commit([TurnKept(1, number, game.version, snapshot)])
        loaded = store.load(1)
        assert game.snapshot(game.restore(loaded.kept.state)) == snapshot
    assert msgspec.convert(loaded.begun.agreement.options, game.Options) == case.options


# All or nothing.


FAULTS: dict[str, tuple[Row, type[Exception]]] = {
    "a line that is there already": (line(1, 1, "another"), sqlite3.IntegrityError),
    "a line of no match": (line(9, 1), sqlite3.IntegrityError),
    "a line before the first": (line(1, 0), sqlite3.IntegrityError),
    "a state of no match": (kept(9, 0), sqlite3.IntegrityError),
    "a state that is not plain data": (kept(1, 1, {"x": object()}), CBOREncodeError),
    "a match that is there already": (begun(1), sqlite3.IntegrityError),
    "a second end": (MatchEnded(2, "left"), LookupError),
    "an end of no match": (MatchEnded(9, "x", Outcome(((0,),), (1,), "x")), LookupError),
    "a suspension of what is suspended": (MatchSuspended(3), LookupError),
    "a resumption of what goes on": (MatchResumed(1), LookupError),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_program_is_told_as_such_and_keeps_nothing(
    fault: str, store: Store, path: Path
) -> None:
    row, error = FAULTS[fault]
    matches = [*beginning(1), line(1, 1), *beginning(2), *beginning(3)]
    store.commit([ADA, *matches, MatchEnded(2, "left"), MatchSuspended(3)])
    before = [store.load(1), store.load(3)]
    with pytest.raises(error):
        store.commit([GUEST, line(1, 2), row, line(1, 3)])
    assert store.find_name("guest") is None
    assert [store.load(1), store.load(3)] == before
    store.commit([GUEST, line(1, 2)])
    assert store.load(1).since == (line(1, 1), line(1, 2))
    assert store.find_name("ada") == ADA


def test_nothing_is_lost_when_the_disk_is_full(tmp_path: Path) -> None:
    process = child("store_disk", tmp_path)
    out, err = process.communicate()
    assert process.returncode == 0, err
    met = {name: (int(well), int(ill)) for name, well, ill in map(str.split, out.splitlines())}
    assert list(met) == ["opening", "log", "file"]
    assert all(well > 20 for well, _ in met.values()), met
    assert (met["opening"][1] > 20, met["log"][1] > 100, met["file"][1]) == (True, True, 6)


def test_whatever_was_acknowledged_survives_kill_9(path: Path) -> None:
    chance = Random("kill -9")
    acknowledged: dict[int, int] = {}
    # The next ones get ready while one is at work.
    victims = [child("store_victim", path) for _ in range(2)]
    try:
        for _ in range(KILLS):
            victims.append(child("store_victim", path))
            acknowledged.update(told_before_killed(victims.pop(0), chance.randrange(40)))
            with closing(Store.open(path)) as store:
                for match, number in acknowledged.items():
                    check_lines(store, match, number)
            assert whole(path)
            assert list(path.parent.iterdir()) == [path]
    finally:
        for victim in victims:
            kill(victim)
    assert len(acknowledged) > KILLS / 2


def told_before_killed(victim: subprocess.Popen[str], lines: int) -> list[tuple[int, int]]:
    """Kill it after so many lines at the earliest: it goes on while we are at it."""
    tell(victim, "go")
    told = [hear(victim) for _ in range(1 + lines)]
    rest, complaint = kill(victim)
    assert (told[0], complaint) == ("opening\n", "")
    pairs = [line.split() for line in (*told[1:], *rest.splitlines())]
    return [(int(match), int(number)) for match, number in pairs]


def check_lines(store: Store, match: int, acknowledged: int) -> None:
    """See that all that was acknowledged is there, and of the next commit all or nothing."""
    loaded = store.load(match)
    last = loaded.since[-1].number if loaded.since else loaded.kept.number
    assert last in (acknowledged, acknowledged + 1)
    assert loaded.kept.number == last - last % TURN, "a line without its state"
    expected = [row for number in range(1, last + 1) for row in rows_of(match, number)]
    assert [row for row in expected if isinstance(row, TurnKept)][-1:] in ([], [loaded.kept])
    assert loaded.since == tuple(
        line(match, n) for n in range(loaded.kept.number + 1, last + 1)
    )
