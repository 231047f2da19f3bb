"""Whatever is suggested lies under the cursor, and Enter sends just that."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Key
from eriantys.games.eriantys import GAME
from tests.client.boards.test_choosing import board_of, picture, states
from tests.games.eriantys.position import Position

UNSEEN = Canvas(80, 24)
"""Enter and the keys that open a card do not depend on where things lie."""


@pytest.mark.parametrize(("seats", "expert"), [(2, False), (2, True), (3, True), (4, True)])
def test_every_action_of_whole_games_can_be_suggested(seats: int, expert: bool) -> None:
    decided = set()
    for state in states(seats, seats, expert=expert):
        decided.add(state.decision)
        board = board_of(state)
        for action in map(GAME.format, GAME.legal(state)):
            # Each is suggested where the one before left the cursor, or a card open.
            board.suggest(action)
            first, cursor, card = board.choice.first, board.choice.cursor, board._card
            assert board.handle(Key("Enter"), UNSEEN).action == action, state.decision
            board.choice.first, board.choice.cursor, board._card = first, cursor, card
    assert {"assistant", "student", "mother", "cloud"} <= decided
    if expert:
        assert any("-" in decision for decision in decided)


def test_the_card_of_a_character_is_opened_and_closed_again() -> None:
    state = Position(2, ("monk",)).coins(3, 3).turn(0, "student").state()
    board = board_of(state)
    board.suggest("play monk")
    assert board.asks_in_panel
    assert picture(board).spilled == []
    student = next(
        action for action in map(GAME.format, GAME.legal(state)) if "dining" in action
    )
    board.suggest(student)
    assert not board.asks_in_panel
    assert board.handle(Key("Enter"), UNSEEN).action == student


def test_what_was_taken_up_is_put_down_for_another() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    board = board_of(state)
    board.handle(Key("r"), picture(board))
    assert board.choice.first == Target("entrance", 1)
    board.suggest("blue 5")
    assert board.choice.first == Target("entrance", 4)
    assert board.choice.cursor == Target("island", 5)
    assert board.handle(Key("Enter"), UNSEEN).action == "blue 5"
