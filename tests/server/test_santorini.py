"""Santorini at the server: its options, hardcore mode, and losers who look on."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.games import find
from eriantys.wire.from_client import Answer, Create, Move, Quick
from eriantys.wire.from_server import Ended, Error, Request, Seated, Started, Update, Welcome
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person
from tests.server.scenes import match_of

SANTORINI = {"santorini": find("santorini")}


def a_match(*names: str, **more: Any) -> tuple[Parlour, list[Person]]:
    parlour = Parlour(games=SANTORINI)
    return parlour, list(parlour.seat(*names, game="santorini", **more))


def on_turn(people: list[Person]) -> Person:
    return next(each for each in people if match_of(each).turn == people.index(each))


def say(people: list[Person], action: str) -> list[Any]:
    person = on_turn(people)
    return person.say(Move(person.request.id, action))


def test_what_a_creator_can_choose_is_announced_without_the_switch() -> None:
    parlour = Parlour(games=SANTORINI)
    (anna,) = parlour.enter("anna")
    (card,) = anna.last(Welcome).games
    assert card.options == {"gods": True, "advanced": False}


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"seats": 3, "options": {"gods": False}}, "always played with gods"),
        ({"seats": 2, "options": {"gods": False, "advanced": True}}, "advanced gods"),
        ({"seats": 2, "options": {"hardcore": True}}, "choose the guidance"),
        ({"seats": 2, "options": {"hardcore": False}, "guidance": "none"}, "the guidance"),
    ],
)
def test_what_does_not_go_together_is_refused(wish: dict[str, Any], reason: str) -> None:
    (anna,) = Parlour(games=SANTORINI).enter("anna")
    (error,) = anna.say(Create("santorini", nonce=A_NONCE, **wish))
    assert isinstance(error, Error)
    assert error.code == "bad-option"
    assert reason in error.text


@pytest.mark.parametrize("guidance", ["full", "none"])
def test_the_mode_follows_from_the_guidance(guidance: str) -> None:
    _, people = a_match("anna", "bert", guidance=guidance)
    options = people[0].last(Started).options
    assert options == {"gods": True, "advanced": False, "hardcore": guidance == "none"}
    assert people[0].last(Started).view["table"]["hardcore"] is (guidance == "none")


def test_the_first_in_line_is_asked_for_all_but_the_switch() -> None:
    (anna,) = Parlour(games=SANTORINI).enter("anna")
    anna.say(Quick("santorini", A_NONCE))
    asked = []
    for value in (3, True, True, "none"):
        asked.append(anna.request.decision or anna.request.kind)
        anna.say(Answer(anna.request.id, value))
    assert asked == ["seats", "gods", "advanced", "guidance"]
    room = anna.last(Seated).room
    assert room.options == {"gods": True, "advanced": True, "hardcore": True}


def test_the_first_in_line_cannot_leave_the_gods_out_for_three() -> None:
    (anna,) = Parlour(games=SANTORINI).enter("anna")
    anna.say(Quick("santorini", A_NONCE))
    anna.say(Answer(1, 3))
    error, again = anna.say(Answer(2, False))
    assert (error.code, again.decision) == ("bad-option", "gods")


def begun(people: list[Person], *gods: str) -> None:
    """Choose these gods, the challenger getting the last; he begins, and all are placed."""
    for god in (*gods, *gods[:-1]):
        say(people, f"god {god}")
    challenger = people.index(on_turn(people))
    say(people, f"start {challenger + 1}")
    for square in ("c3", "a1", "e5", "e1", "a5", "b5")[: 2 * len(people)]:
        say(people, f"place {square}")


def test_without_guidance_a_basic_mistake_is_refused_and_asked_again() -> None:
    _, people = a_match("anna", "bert", guidance="none")
    begun(people, "pan", "athena")
    person = on_turn(people)
    before = person.request
    error, again = person.say(Move(before.id, "move c3 c5"))
    assert isinstance(error, Error)
    assert isinstance(again, Request)
    assert (error.code, again.candidates) == ("too-far", before.candidates)
    assert "move" not in error.text, "nothing is suggested"


def test_a_broken_prohibition_is_refused_with_guidance_and_loses_without() -> None:
    for guidance in ("full", "none"):
        _, people = a_match("anna", "bert", guidance=guidance)
        begun(people, "pan", "athena")
        for action in ("move c3 c4", "build d4", "move e5 e4", "build d5", "move c4 d4"):
            say(people, action)
        say(people, "build c4")
        heard = say(people, "move e4 d5")
        if guidance == "full":
            assert heard[0].code == "forbidden"
        else:
            assert people[0].last(Ended).reason == "last-standing"
            out = [
                event for event in people[0].last(Update).events if event.kind == "player out"
            ]
            assert out[0].facts["reason"] == "broke-prohibition"


def test_whoever_is_out_of_three_goes_on_looking() -> None:
    _, people = a_match("anna", "bert", "carl", guidance="none")
    begun(people, "pan", "atlas", "athena")
    for action in ("move c3 c4", "build d4", "move e5 e4", "build d5", "move a5 a4"):
        say(people, action)
    say(people, "build b4")
    say(people, "move c4 d4")
    say(people, "build c4")
    loser = on_turn(people)
    say(people, "move e4 d5")
    match = match_of(people[0])
    assert people.index(loser) not in match.game.active(match.state)
    assert match.turn is not None
    news = on_turn(people)
    news.say(Move(news.request.id, "move a4 a5"))
    assert loser.last(Update).action == "move a4 a5"
