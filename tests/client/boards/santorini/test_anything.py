"""Whatever is pressed, clicked or shown, the board goes on: nothing spills, nothing breaks."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.client.boards.santorini import shape
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.scene import Target
from eriantys.client.boards.santorini.voice import VOICE
from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.settings import Settings
from eriantys.games.santorini import GAME
from eriantys.wire.from_server import Request
from tests.client.boards.santorini.towns import (
    SIZES,
    TALK,
    asked,
    board_of,
    match_of,
    picture,
    said,
    sample,
    states,
)
from tests.client.boards.telling import junk

DECISIONS = ("gods", "god", "start", "place", "move", "build")

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


def spoilt(chance: Random, part: object) -> object:
    """Change something somewhere in a part of a view, or all of it."""
    if isinstance(part, dict) and part and chance.random() < 0.8:
        name = chance.choice([*part])
        return part | {name: spoilt(chance, part[name])}
    if isinstance(part, int) and chance.random() < 0.7:
        return chance.randrange(-1, 8)
    texts = ("pan", "limus", "c3", "a1", "move", "gods", "god", "start", "", "zzz", "top")
    if isinstance(part, str) or (part is None and chance.random() < 0.5):
        return chance.choice(texts)
    if isinstance(part, list):
        actions = chance.choices(("move b2 c3", "build", "", "god x", " c3"), k=2)
        one = {"god": chance.choice(texts), "seat": 1, "why": "", "actions": actions}
        return chance.choice(([], ["pan"], ["zzz"], [one], [chance.randrange(3)]))
    return junk(chance)


def test_a_view_that_is_readable_can_be_drawn_whatever_it_says() -> None:
    chance = Random(11)
    positions = [sample(seats, each) for seats in (2, 3) for each in DECISIONS]
    offers = ("god", "god zzz", "god pan", "start", "start 7", "move", "build z1", "done", "")
    drawn = 0
    for _ in range(700):
        state = chance.choice(positions)
        match = asked(state)
        view = dict(match.view)
        for _ in range(chance.randrange(1, 4)):
            name = chance.choice([*view])
            view[name] = spoilt(chance, view[name])
        if shape.unreadable(view, state.table.seats):
            continue
        match.view = view
        match.turn = chance.choice((None, 0, 1))
        match.decision = chance.choice((*DECISIONS, "more", "", "dance"))
        if chance.random() < 0.3:
            match.request = Request(9, "move", 1, match.decision, legal=offers)
        board = SantoriniBoard(match, Settings())
        for _ in range(3):
            canvas = picture(board, *chance.choice(SIZES), TALK)
            board.handle(anything(chance, (80, 24)), canvas)
        assert said(board)
        assert board.possible()
        assert board.describe()
        assert VOICE.board(match)
        drawn += 1
    assert drawn > 60


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
