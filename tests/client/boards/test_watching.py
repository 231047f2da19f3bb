"""Who only looks on, or looks at a match again, is no player; and names stay apart."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys import inspector, layouts, reading, telling
from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.canvas import Canvas
from eriantys.client.match import Line
from eriantys.wire.cards import Happening
from tests.client.boards import scenes
from tests.client.boards.moments import text

SIZES = ((80, 24), (80, 40), (100, 32), (100, 50), (130, 36), (130, 42), (160, 50), (200, 60))
STEM = ("Random-Player-1", "Random-Player-2", "Random-Player-3", "Random-Player-4")


def drawn(shown: Scene, size: tuple[int, int]) -> Canvas:
    return scenes.screen(layouts.draw, shown, *size)


def watched(seats: int = 4, **more: object) -> Scene:
    return scenes.scene(scenes.sample(seats), seat=None, chat=[], log=[], **more)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_watcher_has_no_ally_no_rival_and_is_nobody(
    seats: int, size: tuple[int, int]
) -> None:
    for eyes in range(seats):
        shown = watched(seats, eyes=eyes, shown=eyes, inspected=9)
        words = text(drawn(shown, size)).casefold()
        for word in ("ally", "rival", "your", " you ", "+chiara", "+ada", "+bruno", "+dario"):
            assert word not in words.replace("ada+chiara", "").replace("bruno+dario", "")
        assert not any(shown.ally(seat) for seat in range(seats))


def test_a_watcher_is_told_who_plays_together() -> None:
    words = text(drawn(watched(), (100, 32)))
    assert words.count("plays with ") == 3
    assert "plays with Ada" in words
    assert "plays with Dario" in words


def test_a_player_has_ally_and_rivals_through_whoevers_eyes_it_is_seen() -> None:
    own = scenes.scene(scenes.sample(4), eyes=1, shown=1, silent=True)
    assert [own.ally(seat) for seat in range(4)] == [False, False, True, False]
    words = text(drawn(own, (100, 32)))
    assert words.count("rival team") == 1
    assert words.count("ally, shares towers") == 1
    assert "│ you " in words


def test_words_for_a_watcher_are_names() -> None:
    shown = watched()
    assert reading.player(shown.match, 0).name == "Ada"
    assert reading.side(shown.match, 0).name == "Ada+Chiara"
    conquered = Happening("island conquered", {"island": 9, "side": 0, "towers": 1})
    line = Line(3, 0, "mother 2", (conquered,), {}, {})
    told = "".join(span.text for span in telling.log_line(shown.match, line)[0])
    assert told.startswith("Ada+Chiara build on island 9")
    for island in shown.heads():
        for sentence in inspector.sentences(shown, island):
            assert "you" not in sentence.casefold().split()


@pytest.mark.parametrize("size", SIZES)
def test_where_nothing_works_no_keys_are_named(size: tuple[int, int]) -> None:
    hints = ("to write", "t to chat", "v view", "v school", "i inspect", "CHAT")
    loud = text(drawn(watched(), size))
    assert any(hint in loud for hint in hints)
    silent = text(drawn(watched(silent=True), size))
    for hint in hints:
        assert hint not in silent


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [3, 4])
def test_names_of_one_stem_stay_apart(seats: int, size: tuple[int, int]) -> None:
    shown = scenes.scene(scenes.sample(seats), names=STEM, inspected=9)
    words = text(drawn(shown, size))
    for seat in range(1, seats):
        assert any(f"-{seat + 1}{after}" in words for after in (" ", "+"))
    assert "Random…" not in words


def test_a_team_whose_names_do_not_fit_is_called_by_its_towers() -> None:
    assert "│ Ada+Chiara " in text(drawn(watched(), (160, 50)))
    long = scenes.scene(scenes.sample(4), seat=None, names=STEM)
    words = text(drawn(long, (160, 50)))
    assert "│ white " in words
    assert "│ black " in words


def test_names_of_one_stem_stay_apart_where_a_value_is_taken() -> None:
    shown = scenes.scene(scenes.sample(3, "assistant"), names=STEM, asks_assistant=True)
    notes = drawn(shown, (80, 24)).rows()[20]
    assert "Ran…-2" in notes
    assert "Ran…-3" in notes


@pytest.mark.parametrize("size", [(100, 32), (115, 40), (130, 42), (160, 50), (200, 60)])
def test_the_entrance_stands_beside_the_tables(size: tuple[int, int]) -> None:
    rows = drawn(scenes.scene(scenes.sample(2)), size).rows()
    row = next(row for row in rows[2:] if "entrance" in row)
    table = row[: row.index("entrance")].rstrip()
    assert table.endswith(("·", "♛"))
    assert row.index("entrance") - len(table) <= 8


def test_a_replay_is_silent() -> None:
    canvas = Canvas(100, 32)
    SUMMARY.draw(canvas, scenes.match_of(scenes.sample(2), None), 0.0, 0, [])
    assert "to write" not in text(canvas)


def test_names_of_one_stem_stay_apart_in_the_table_of_a_result() -> None:
    match = scenes.match_of(scenes.sample(4), None, STEM)
    rows = ["".join(span.text for span in row.spans) for row in SUMMARY.table(match, 60)]
    assert not any("(you)" in row for row in rows)
    assert sorted(row.split()[1][-2:] for row in rows[1:]) == ["-1", "-2", "-3", "-4"]
    assert sum("with Ran…r-" in row for row in rows) == 2
