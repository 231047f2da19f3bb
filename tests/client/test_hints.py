"""`H` asks what a bot would do; what it says lies under the cursor, and Enter does it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eriantys.client.known import KnownServers
from eriantys.client.match import Match
from eriantys.wire.advice import Advice, Question
from eriantys.wire.from_client import Move
from eriantys.wire.from_server import Started
from tests.client.players import Player
from tests.client.test_app import on_turn, table


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


def match_of(player: Player) -> Match:
    assert player.app.model.match is not None
    return player.app.model.match


def asked(player: Player) -> Question:
    """Let a player ask, and take the question out as the loop does."""
    player.press("H")
    [question] = player.app.questions
    player.app.questions = []
    return question


def test_the_question_holds_what_the_seat_sees_and_nothing_else(players: list[Player]) -> None:
    player = on_turn(players)
    match, question = match_of(player), asked(player)
    assert match.request is not None
    assert match.seat is not None
    assert question == Question(
        match.request.id, "eriantys", match.view, match.offers, match.seat
    )
    assert "A bot thinks" in player.app.said


def test_the_advice_is_under_the_cursor_and_enter_does_it(players: list[Player]) -> None:
    player = on_turn(players)
    question = asked(player)
    player.app.hear_advice(Advice(question.number, "assistant 7", 0.534))
    assert player.app.said == "A bot would play assistant 7, and gives you 53%. Enter does it."
    assert player.app.said in player.screen()
    player.press("Enter")
    assert player.said[-1] == Move(question.number, "assistant 7")


def test_a_student_and_its_place_are_both_chosen(players: list[Player]) -> None:
    for _ in range(2):
        on_turn(players).press("Enter")
    player = on_turn(players)
    question = asked(player)
    action = question.legal[-1]
    assert len(action.split()) == 2
    player.app.hear_advice(Advice(question.number, action))
    assert player.app.said == f"A bot would play {action}. Enter does it."
    player.press("Enter")
    assert player.said[-1] == Move(question.number, action)


def test_advice_comes_too_late_where_something_else_is_asked(players: list[Player]) -> None:
    player = on_turn(players)
    question = asked(player)
    player.press("Enter")
    player.app.hear_advice(Advice(question.number, "assistant 7", 0.5))
    assert "would play" not in player.app.said
    other = on_turn(players)
    other.app.hear_advice(Advice(question.number, "assistant 7", 0.5))
    assert "would play" not in other.app.said


@pytest.mark.parametrize("action", ["", "assistant 99", "cloud 1", "x" * 300])
def test_what_is_not_on_offer_is_no_idea(players: list[Player], action: str) -> None:
    player = on_turn(players)
    question = asked(player)
    player.app.hear_advice(Advice(question.number, action, 0.5))
    assert player.app.said == "The bot has no idea here."
    player.press("Enter")
    assert player.said[-1] == Move(question.number, "assistant 1")


def test_where_no_answer_will_come_nobody_waits_for_it(players: list[Player]) -> None:
    player = on_turn(players)
    asked(player)
    player.app.hear_advice(None)
    assert player.app.said == "No bot has an answer just now."
    player.press("3")
    player.app.hear_advice(None)
    assert "No bot" not in player.app.said, "who waits for nothing misses nothing"


def test_whoever_goes_on_choosing_keeps_the_own_choice(players: list[Player]) -> None:
    player = on_turn(players)
    question = asked(player)
    player.press("3")
    player.app.hear_advice(Advice(question.number, "assistant 7", 0.5))
    assert player.app.said == "A bot would play assistant 7, and gives you 50%."
    player.press("Enter")
    assert player.said[-1] == Move(question.number, "assistant 3")


def test_out_of_turn_there_is_nothing_to_advise(players: list[Player]) -> None:
    mover = on_turn(players)
    other = next(player for player in players if player is not mover)
    other.press("H")
    assert other.app.said == "It is not your turn: there is nothing to advise."
    assert other.app.questions == []


def test_whoever_looks_on_gets_no_advice(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    players = table(known, "Ada", "Bruno")
    zoe = Player(players[0].parlour, "Zoe", known)
    zoe.parlour.wait(6)
    zoe.go_on()
    zoe.press("w")
    zoe.go_on()
    assert match_of(zoe).watching
    zoe.press("H")
    assert zoe.app.said == "You only look on: there is nothing to advise."
    assert zoe.app.questions == []


def test_without_guidance_there_are_no_hints(players: list[Player]) -> None:
    player = on_turn(players)
    match = match_of(player)
    assert isinstance(match.started, Started)
    match.started = msgspec.structs.replace(match.started, guidance="none")
    player.press("H")
    assert player.app.said == "This match is played without guidance, so without hints."
    assert player.app.questions == []


def test_advice_for_a_table_that_was_left_is_not_heard(players: list[Player]) -> None:
    player = on_turn(players)
    question = asked(player)
    player.press("q", "l", "Enter")
    player.app.hear_advice(Advice(question.number, "assistant 7", 0.5))
    assert "would play" not in player.screen()
