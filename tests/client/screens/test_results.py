"""The matches that are over: one's own, with their outcome, older ones on request."""

from __future__ import annotations

import pytest

from eriantys.wire import from_client
from eriantys.wire.cards import Tally
from eriantys.wire.from_server import ServerResults
from tests.client.screens.lobbies import lobby_stage, past
from tests.client.screens.stage import Stage, assert_golden


@pytest.fixture
def stage() -> Stage:
    return lobby_stage()


def test_h_shows_past_matches_and_asks_for_older_ones(stage: Stage) -> None:
    stage.press("h")
    assert stage.sent() == [from_client.Results()]
    assert "Asking the server" in stage.text()
    cards = (past(90), past(80, 1), past(70, ranking=(), reason="left"))
    stage.hear(ServerResults("Ada", cards, (Tally("eriantys", 40, 20, 3),), True))
    text = stage.text()
    assert "Eriantys  40 played, 20 won, 3 broken off" in text
    for outcome in ("1st", "2nd", "broken off"):
        assert outcome in text
    stage.press("End")
    assert stage.sent() == [from_client.Results(before=70)]
    stage.press("End")
    assert stage.sent() == []
    stage.hear(ServerResults("Ada", (past(70), past(60)), (), False))
    assert sum(" ago " in row for row in stage.text().splitlines()) == 4
    assert "Match 60" in stage.text()
    stage.press("End")
    assert stage.sent() == []
    assert stage.click_on("Match 90")
    assert "▶" in next(row for row in stage.text().splitlines() if "Match 90" in row)
    assert not stage.press("x")
    assert stage.click_on("Esc back")
    assert len(stage.layers) == 1


def test_who_has_no_past_is_told_so(stage: Stage) -> None:
    stage.press("h")
    stage.hear(ServerResults("Ada", (), ()))
    assert "There are none yet" in stage.text()
    assert "replay" not in stage.text()
    assert not stage.press("Down")


def test_partners_do_not_share_a_win_but_others_do(stage: Stage) -> None:
    stage.press("h")
    four = ("Ada", "Bruno", "Chiara", "Dario")
    shared = past(2, players=("Ada", "Bruno"), ranking=((0, 1),))
    cards = (past(3, players=four, ranking=((0, 2), (1, 3))), shared)
    stage.hear(ServerResults("Ada", cards, ()))
    first, second = (row for row in stage.text().splitlines() if " ago " in row)
    assert "shared" not in first
    assert "1st shared" in second


def test_past_matches_of_teams_have_one_score_for_each_side(stage: Stage) -> None:
    stage.press("h")
    four = ("Ada", "Bruno", "Chiara", "Dario")
    cards = (
        past(3, players=four, ranking=((0, 2), (1, 3)), scores=(8, 0, 8, 0)),
        past(2, players=four[:3], ranking=((0,), (1,), (2,)), scores=(6, 4, 2)),
    )
    stage.hear(ServerResults("Ada", cards, ()))
    first, second = (row for row in stage.text().splitlines() if " ago " in row)
    assert first.rstrip("│ ").endswith(" 8 : 0")
    assert second.rstrip("│ ").endswith(" 6 : 4 : 2")


def test_results_look_as_they_should(stage: Stage) -> None:
    stage.press("h")
    cards = tuple(past(90 - n, n % 3) for n in range(20))
    stage.hear(ServerResults("Ada", cards, (Tally("eriantys", 20, 8, 0),), True))
    stage.press("Down")
    assert_golden(stage, "results")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("bag-empty", "; the bag is empty."),
        ("resigned", "; somebody resigned."),
        ("of-its-own", "; of-its-own."),
        ("", " of log."),
    ],
)
def test_how_a_match_ended_is_told_in_words(stage: Stage, reason: str, words: str) -> None:
    stage.press("h")
    stage.hear(ServerResults("Ada", (past(9, reason=reason),), (), False))
    assert stage.text().splitlines()[-2].endswith(words)
