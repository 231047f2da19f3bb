"""A match that is over: its result, where the points come from, and every step once more."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from eriantys.client.boards.masters.summary import SUMMARY, points_of
from eriantys.client.match import Match
from eriantys.client.screens.replay import Replay
from eriantys.client.screens.result import Result
from eriantys.client.tape import Tape, from_record
from eriantys.games import record
from tests.client.boards.masters.scenes import LARGE, MIDDLE, SMALL, golden
from tests.client.screens.afterwards import DATA, NUMBER, end, history_of
from tests.client.screens.stage import Stage, assert_sound, entropy

NAMES = ("1-colour", "1-lorenzo", "1-won", "2", "2-cards", "3", "4")
TODAY = date(2026, 11, 18)


def tape_of(name: str, seat: int | None = 0) -> Tape:
    """Play one of the stored records again, as somebody on a seat sees it."""
    path = DATA / "masters" / f"masters-{name}.game"
    tape = from_record(record.read(path.read_text("utf-8")))
    assert tape.ended is not None
    started = msgspec.structs.replace(
        tape.started, match=NUMBER, seat=seat, title="In Florence"
    )
    return Tape(started, tape.steps, msgspec.structs.replace(tape.ended, match=NUMBER))


def over(name: str, seat: int | None = 0) -> tuple[Stage, Match, Tape]:
    """Show the result of a stored match."""
    stage, tape = Stage(), tape_of(name, seat)
    match = end(stage, tape)
    stage.sent()
    result = Result(stage, match, SUMMARY, plain=False, entropy=entropy, today=lambda: TODAY)  # type: ignore[arg-type]
    stage.push(result)
    stage.now += 1
    stage.hear(*history_of(tape))
    return stage, match, tape


@pytest.mark.parametrize("name", NAMES)
def test_the_result_looks_as_it_was_found_good(name: str) -> None:
    stage, _, _ = over(name)
    for size in (SMALL, MIDDLE, LARGE):
        assert_sound(stage.draw(*size))
    golden(f"result-{name}", stage.draw(*SMALL))


@pytest.mark.parametrize("name", NAMES)
def test_the_points_add_up_and_are_those_of_the_server(name: str) -> None:
    _, match, tape = over(name)
    assert tape.ended is not None
    for seat, score in enumerate(tape.ended.scores):
        told = points_of(match.view, seat)
        assert told.total == score == sum(told[:-1])


def test_every_way_to_end_has_a_sentence_and_says_what_decided() -> None:
    said = {name: " ".join(SUMMARY.why(over(name)[1])) for name in NAMES}
    assert "colour" in said["1-colour"]
    assert "cross" in said["1-lorenzo"]
    assert "against Lorenzo" in said["1-won"]
    assert "seventh card" in said["2-cards"]
    for name in ("2", "2-cards", "3", "4"):
        assert "Most points win" in said[name] or "each" in said[name]


def test_whoever_lost_against_the_game_is_told_so() -> None:
    assert Result(*_result("1-colour"), SUMMARY, plain=True).brief()[0] == "YOU LOST"  # type: ignore[arg-type]
    assert Result(*_result("1-won"), SUMMARY, plain=True).brief()[0] == "YOU WON!"  # type: ignore[arg-type]
    lookers = Result(*_result("1-colour", None), SUMMARY, plain=True)  # type: ignore[arg-type]
    assert lookers.brief()[0].endswith("LOST")


def _result(name: str, seat: int | None = 0) -> tuple[Stage, Match]:
    stage, match, _ = over(name, seat)
    return stage, match


@pytest.mark.parametrize("name", NAMES)
def test_the_chart_ends_with_the_points_and_has_a_place_for_each_round(name: str) -> None:
    _, match, tape = over(name)
    lines, labels = SUMMARY.series(tape)
    assert tape.ended is not None
    assert sorted(line.values[-1] for line in lines) == sorted(tape.ended.scores)
    assert {len(line.values) for line in lines} == {len(labels)}
    assert len(labels) - 1 == SUMMARY.round(match.view)


@pytest.mark.parametrize("name", ["1-won", "2-cards", "4"])
def test_every_step_can_be_seen_and_told_again(name: str) -> None:
    tape = tape_of(name)
    stage = Stage()
    stage.push(Replay(stage, tape, SUMMARY))  # type: ignore[arg-type]
    for place in range(tape.last):
        if place % 7 == 0:
            assert_sound(stage.draw(*(SMALL, MIDDLE, LARGE)[place % 3]))
        stage.press("Right")
    golden(f"replay-{name}-80x24", stage.draw(*SMALL))
    golden(f"replay-{name}-130x42", stage.draw(*LARGE))
    for line in tape.lines:
        said = SUMMARY.sentence(tape.match(line.number, 0.0), line)
        assert said.endswith("."), said
        assert said[0] == said[0].upper()


def test_cards_leaders_and_reports_are_marked() -> None:
    tape = tape_of("2-cards")
    words = {mark.word for line in tape.lines for mark in SUMMARY.marks(line)}
    assert words == {"card", "leader", "report"}
