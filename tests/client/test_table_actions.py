"""What is typed, pressed and clicked to act at a table, and when nothing is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.keys import Key, Paste
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.wire.from_client import Move
from tests.client.players import Player, everybody
from tests.client.test_app import on_turn, table


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


def move_students(players: list[Player]) -> Player:
    """Play assistants until somebody is to move students."""
    while True:
        player = on_turn(players)
        match = player.app.model.match
        assert match is not None
        assert match.request is not None
        if match.request.decision == "student":
            return player
        player.press("Enter")


def test_letters_typed_before_the_server_has_answered_are_for_what_it_asks_next(
    players: list[Player],
) -> None:
    mover = move_students(players)
    assert mover.app.model.match is not None
    colours = [action for action in mover.app.model.match.offers if action.endswith("dining")]
    first, last = colours[0], colours[-1]
    assert first != last, "another start is needed"
    mover.press(first[0])
    for sign in ("d", last[0], "d"):  # the server does not come to a word in between
        mover.app.handle(Key(sign))
    mover.go_on()
    moves = [message.action for message in mover.said if isinstance(message, Move)]
    assert moves[-2:] == [first, last]


def test_letters_typed_ahead_of_a_turn_that_ends_are_forgotten(players: list[Player]) -> None:
    mover = on_turn(players)
    mover.see()
    mover.app.handle(Key("Enter"))
    mover.app.handle(Key("d"))
    for player in (*players, *players):
        player.go_on()
    other = on_turn(players)
    assert other is not mover
    other.press("Enter")
    assert len([message for message in mover.said if isinstance(message, Move)]) == 1


def test_a_typed_action_can_be_dropped_pasted_and_refused(players: list[Player]) -> None:
    ada = on_turn(players)
    before = len(ada.said)
    ada.press(":")
    ada.app.handle(Paste("assistant 3"))
    assert "assistant 3" in ada.screen()
    ada.press("Esc")
    ada.press(":")
    ada.type("zzz")
    ada.press("Tab")
    assert "no action begins like that" in ada.screen()
    ada.press("Enter")
    assert len(ada.said) > before
    assert "is no action" in ada.app.said
    ada.press(":")
    ada.type("undo")
    ada.press("Enter")
    assert "nothing that you may take back" in ada.app.said


def test_out_of_turn_keys_explain_themselves(players: list[Player]) -> None:
    mover = on_turn(players)
    other = next(player for player in players if player is not mover)
    for key, words in ((":", "not your turn"), ("u", "not your turn"), ("Z", "assistant")):
        other.press(key)
        assert words in other.app.said, key
    other.press("a")
    assert "Animations are on" in other.app.said


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("lost", "The connection is lost"),
        ("over", "The match is over"),
        ("waits", "It is not your turn"),
    ],
)
def test_whoever_is_asked_for_nothing_hears_why(
    players: list[Player], why: str, said: str
) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("gre")
    if why == "lost":
        ada.link.hang_up("Gone.")
    elif why == "over":
        next(each for each in players if each is not ada).press("q", "r", "y")
    else:
        ada.app.model.act(ada.app.model.match.offers[0])
    everybody(players)
    ada.parlour.wait(1)
    ada.press(*(["b"] if why == "over" else []), "Enter")
    assert ada.app.said == f"{said}: gre was not sent."
    for key, word in ((":", "type"), ("u", "take back"), ("H", "advise")):
        ada.press(key)
        assert f"{said}: there is nothing to {word}" in ada.app.said


def test_the_keys_in_the_guidance_can_be_clicked_and_stay_while_something_is_said(
    players: list[Player],
) -> None:
    ada = on_turn(players)
    ada.size = (100, 32)
    ada.press("Z")
    seen = ada.screen().splitlines()
    assert "Play an assistant: " in seen[-3]
    assert seen[-2].split() == ["Enter", "plays", "it", "0-9", "card", "←→", "other"]
    assert "Enter" not in seen[-1]
    ada.click("Enter plays it   0-9 card")
    assert isinstance(ada.said[-1], Move)


def test_nothing_is_answered_twice(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.see()
    before, typed = len(ada.said), ada.app.model.match.offers[1]
    for key in ("Enter", "Enter", ":", *typed, "Enter"):
        ada.app.handle(Key(key))  # the server hears nothing meanwhile
    assert ada.app.said == f"What you did before is still on its way: {typed} was not sent."
    ada.go_on()
    assert [type(said) for said in ada.said[before:]] == [Move]


def test_an_action_that_was_refused_can_be_tried_again(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("nonsense")
    ada.press("Enter")
    assert ada.app.said
    ada.press("Enter")
    assert [type(said) for said in ada.said[-2:]] == [Move, Move]
    assert not ada.app.said


def test_an_action_that_crosses_the_end_is_told_in_words_for_people(
    players: list[Player],
) -> None:
    ada = on_turn(players)
    bruno = next(each for each in players if each is not ada)
    ada.see()
    bruno.press("q", "r", "y")
    ada.app.handle(Key("Enter"))
    everybody(players)
    assert ada.app.model.place is Place.AFTER
    assert ada.app.said == "That came too late: the match had gone on already."


def test_a_typed_line_comes_back_with_up(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("assistant 99")
    ada.press("Enter", ":", "Up")
    assert "assistant 99" in ada.screen()
