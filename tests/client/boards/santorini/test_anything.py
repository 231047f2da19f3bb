"""Whatever is pressed, clicked or shown, the board goes on: nothing spills, nothing breaks."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.scene import Target
from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.settings import Settings
from eriantys.games.santorini import GAME
from tests.client.boards.santorini.towns import (
    SIZES,
    TALK,
    board_of,
    match_of,
    picture,
    said,
    states,
)

KEYS = (
    *"abcde12345moprfnkxv/0789MOPRFN XYZ",
    *("Enter", "Esc", "Tab", "S-Tab", "Left", "Right", "Up", "Down", "Home", "End", "PageUp"),
    *("PageDown", "Backspace", "F5"),
)


def anything(chance: Random, size: tuple[int, int]) -> Event:
    """Do something that somebody could do."""
    if chance.random() < 0.3:
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        return Click(x, y, chance.choice(("left", "left", "left", "right", "wheel-down")))
    if chance.random() < 0.05:
        return Paste("a pasted text 字")
    return Key(chance.choice(KEYS))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("hardcore", [False, True])
def test_clumsy_players_send_only_what_is_offered(seats: int, hardcore: bool) -> None:
    chance = Random(f"{seats}/{hardcore}")
    sent = 0
    options = {"advanced": True, "hardcore": hardcore}
    for number, state in enumerate(states(seats, seats, **options)):
        if number % 4:
            continue
        size = chance.choice(SIZES)
        board = board_of(state)
        for _ in range(12):
            canvas = picture(board, *size, TALK)
            reply = board.handle(anything(chance, size), canvas)
            if reply.action:
                assert reply.action in board.match.offers
                sent += 1
            assert all(len(said(board, rows, size[0])) for rows in (1, 2))
            assert board.possible()
            assert board.describe()
            assert board.hints() is not None
    assert sent > 5


def test_everything_that_can_be_clicked_can_be_told_in_words() -> None:
    for number, state in enumerate(states(4, 3, advanced=True)):
        if number % 15:
            continue
        for board in (board_of(state), SantoriniBoard(match_of(state, None), Settings())):
            for _, meaning in picture(board, 130, 42, TALK).hits:
                if isinstance(meaning, Target):
                    told = board.describe(meaning)
                    assert told
                    assert all(line.endswith(".") for line in told), told


def test_suggestions_of_any_kind_do_no_harm() -> None:
    for number, state in enumerate(states(5, 2)):
        if number % 10 == 0:
            board = board_of(state)
            for action in ("god zeus", "move z9 a1", "dance", "", "start 9", "place c3"):
                board.suggest(action)
            assert GAME.turn(state) is not None
            picture(board)
