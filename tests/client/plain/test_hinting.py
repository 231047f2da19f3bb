"""Asking a bot line by line what it would do."""

from __future__ import annotations

from pathlib import Path

from eriantys.client.plain.hinting import ADVICE_SECONDS
from eriantys.wire.advice import Advice
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position

THINKS = "A bot thinks about your decision."


def at_a_decision(table: Table, **more: object) -> Table:
    table.begin(Position(2).entrance(0, red=2).turn(0).state(), **more)
    return table


def test_the_question_holds_what_is_to_be_decided_and_the_answer_is_told(table: Table) -> None:
    at_a_decision(table)
    assert table.type("hint") == [THINKS]
    [question] = table.session.take_questions()
    assert (question.number, question.game, question.seat) == (1, "eriantys", 0)
    assert "red 9" in question.legal
    table.session.hear_advice(Advice(1, "red 9", 0.514))
    assert table.printed() == ["A bot would type red 9; it gives you 51% to win."]
    assert table.session.take_questions() == []


def test_a_second_wish_for_the_same_asks_nobody_again(table: Table) -> None:
    at_a_decision(table)
    assert table.type("hint", "hint") == [THINKS, THINKS]
    assert len(table.session.take_questions()) == 1


def test_an_answer_that_comes_too_late_is_not_told(table: Table) -> None:
    at_a_decision(table).type("hint", "red 9")
    table.printed()
    table.session.hear_advice(Advice(1, "red 9", 0.5))
    assert table.printed() == []


def test_an_answer_that_is_no_action_here_is_no_idea(table: Table) -> None:
    at_a_decision(table).type("hint")
    table.session.hear_advice(Advice(1, "mother 9"))
    assert table.printed() == ["The bot has no idea here."]


def test_where_nobody_answers_that_is_told_once(table: Table) -> None:
    at_a_decision(table).type("hint")
    table.session.tick(table.now + ADVICE_SECONDS - 1)
    assert table.printed() == []
    table.session.tick(table.now + ADVICE_SECONDS)
    assert table.printed() == ["No bot has an answer just now."]
    table.session.no_advice()
    assert table.printed() == []


def test_no_hint_out_of_turn_nor_where_guidance_is_none(table: Table) -> None:
    table.begin(Position(2).turn(1).state())
    assert table.type("hint") == ["It is not your turn. Bruno moves students (1 of 3)."]
    at_a_decision(table, guidance="none")
    assert table.type("hint") == ["This match is played without guidance, so without hints."]
    assert table.session.take_questions() == []


def test_a_script_goes_on_once_it_has_its_hint(tmp_path: Path) -> None:
    table = Table(tmp_path, scripted=True)
    table.enter()
    at_a_decision(table)
    assert table.type("hint", "time") == [THINKS]
    table.session.end_of_input(table.now)
    assert not table.session.over
    table.session.hear_advice(Advice(1, "red dining"))
    assert table.printed() == ["A bot would type red dining.", "4:05 left of your turn."]
    assert table.session.over
