"""Every legal action can be chosen: by letters and digits, by arrows, and by the mouse."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from eriantys.client.boards.board import Reply, Talk
from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.choosing import ISLAND_KEYS
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click, Key
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.games.dice import FairDice
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.games.eriantys.state import State
from eriantys.wire.from_server import Request
from tests.client.boards.scenes import match_of
from tests.games.eriantys.position import Position

SIZES = ((80, 24), (100, 32), (130, 42))
NOTHING = Talk([], [])


def asked(state: State) -> Match:
    """Make the match of whoever is on turn, with the request for an action."""
    match = match_of(state, state.seat)
    legal = tuple(map(GAME.format, GAME.legal(state)))
    request = Request(2, "move", 60000, state.decision, legal=legal, undo=True)
    match.take_request(request, 0.0)
    return match


def board_of(state: State) -> EriantysBoard:
    return EriantysBoard(asked(state), Settings())


def picture(board: EriantysBoard, width: int = 80, height: int = 24) -> Canvas:
    canvas = Canvas(width, height)
    board.renew(0.0)
    board.draw(canvas, 0.0, NOTHING)
    assert canvas.spilled == []
    return canvas


def press(board: EriantysBoard, *keys: str, width: int = 80, height: int = 24) -> Reply:
    reply = Reply()  # of no key at all
    for key in keys:
        reply = board.handle(Key(key), picture(board, width, height))
    return reply


def states(seed: int, seats: int, *, expert: bool = True) -> Iterator[State]:
    """Play a random game, in which characters are played as often as possible."""
    chance = random.Random(seed)
    state = GAME.new(seats, GAME.Options(expert=expert), FairDice(bytes([seed]) * 32))
    while GAME.outcome(state) is None:
        yield GAME.copy(state)
        legal = list(GAME.legal(state))
        plays = [action for action in legal if GAME.format(action).startswith("play")]
        GAME.apply(state, state.seat, chance.choice(plays or legal))


def keys_for(state: State, action: str) -> list[str]:
    """Name the keys that a player presses for an action."""
    first, *rest = action.split()
    match first, rest:
        case "done", _:
            return ["x"]
        case "play", [name]:
            character = CHARACTERS.index(name)
            return ["c", str(state.table.characters.index(character) + 1), "Enter"]
        case "pick", [colour]:
            return [colour[0]] if state.decision == "monk-student" else [colour[0], "Enter"]
        case "swap", [mine, theirs]:
            return [mine[0], theirs[0]]
        case _, ["dining"]:
            return [first[0], "d"]
        case _, [number] if first in COLOURS:
            return [first[0], ISLAND_KEYS[int(number) - 1]]
        case _, [number]:
            return [ISLAND_KEYS[int(number) - 1], "Enter"]
    raise AssertionError(action)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_action_takes_at_most_three_keys(seats: int) -> None:
    decided = set()
    for number, state in enumerate(states(seats, seats)):
        if number % 3 and state.decision in decided:
            continue
        for action in map(GAME.format, GAME.legal(state)):
            keys = keys_for(state, action)
            assert len(keys) <= 3
            *before, last = keys
            board = board_of(state)
            assert not press(board, *before).action, "nothing is sent too soon"
            assert press(board, last).action == action, (state.decision, keys)
        decided.add(state.decision)
    assert {"assistant", "student", "mother", "cloud"} <= decided


@pytest.mark.parametrize("size", SIZES)
def test_arrows_and_enter_reach_every_action(size: tuple[int, int]) -> None:
    width, height = size
    for number, state in enumerate(states(5, 2)):
        if number % 7:
            continue
        board = board_of(state)
        found = set()
        for first in [None, *(t for t in board.choice.targets if board.choice.double)]:
            board = board_of(state)
            if first is not None and not board.choice.take_up(first):
                continue
            found |= reached(board, width, height)
        listed = {a for a in map(GAME.format, GAME.legal(state)) if not a.startswith("play")}
        assert found >= listed, state.decision


def reached(board: EriantysBoard, width: int, height: int) -> set[str]:
    """Walk with the arrows wherever they lead, and collect the actions met."""
    seen: set[Target] = set()
    open_ = [board.choice.cursor]
    actions: set[str] = set()
    while open_:
        here = open_.pop()
        if here is None or here in seen:
            continue
        seen.add(here)
        for arrow in ("Left", "Right", "Up", "Down"):
            board.choice.cursor = here
            if board.choice.action:
                actions.add(board.choice.action)
            board.handle(Key(arrow), picture(board, width, height))
            open_.append(board.choice.cursor)
    return actions


@pytest.mark.parametrize("size", SIZES)
def test_two_clicks_choose_every_action(size: tuple[int, int]) -> None:
    width, height = size
    for number, state in enumerate(states(6, 2)):
        if number % 7:
            continue
        for action in map(GAME.format, GAME.legal(state)):
            board = board_of(state)
            assert clicked(board, action, width, height) == action, state.decision


def clicked(board: EriantysBoard, action: str, width: int, height: int) -> str:
    """Click on what an action is about until it is chosen, as somebody would."""
    words = action.split()
    choice = board.choice
    wanted: list[Target] = []
    if words[0] == "play":
        slot = next(slot for slot, play in choice.plays.items() if play == action)
        wanted = [Target("character", slot)] * 2
    elif action == "done":
        return press(board, "x").action
    elif choice.double:
        first = Target("entrance", COLOURS.index(words[1 if words[0] == "swap" else 0]))
        choice.take_up(first)
        second = next(target for target, text in choice.targets.items() if text == action)
        choice.back()
        wanted = [first, second, second]
    else:
        target = next(target for target, text in choice.targets.items() if text == action)
        wanted = [target, target]
    for target in wanted:
        canvas = picture(board, width, height)
        area = next(area for area, meaning in reversed(canvas.hits) if meaning == target)
        reply = board.handle(Click(area.x, area.y), canvas)
        if reply.action:
            return reply.action
    return ""


def test_a_joined_island_is_chosen_by_any_of_its_numbers() -> None:
    state = (
        Position(2).island(3, 4, tower=0).entrance(0, red=3, blue=4).turn(0, "student").state()
    )
    for number in "34":
        assert press(board_of(state), "r", number).action == "red 3"


def test_a_place_alone_means_the_student_under_the_cursor() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    for keys, action in (
        (("5",), "red 5"),
        (("d",), "red dining"),
        (("Enter", "5"), "red 5"),
        (("b", "5"), "blue 5"),
    ):
        board = board_of(state)
        board.choice.point_at(Target("entrance", 1))
        assert press(board, *keys).action == action


def test_a_click_on_a_place_alone_is_only_sent_by_a_second_one() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    board = board_of(state)
    board.choice.point_at(Target("entrance", 1))
    for expected in ("", "red 5"):
        canvas = picture(board)
        area = next(area for area, meaning in canvas.hits if meaning == Target("island", 5))
        assert board.handle(Click(area.x, area.y), canvas).action == expected


@pytest.mark.parametrize("size", SIZES)
def test_a_student_taken_up_looks_unlike_one_under_the_cursor(size: tuple[int, int]) -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    board = board_of(state)
    board.choice.point_at(Target("entrance", 1))
    pointed = "\n".join(picture(board, *size).rows()).replace(" ", "")
    assert "▶R◀" in pointed
    assert "(R)" not in pointed
    press(board, "Enter")
    lifted = "\n".join(picture(board, *size).rows()).replace(" ", "")
    assert "▶R◀" not in lifted
    assert "(R)" in lifted


def test_the_blanks_beside_a_student_can_be_clicked() -> None:
    for seats, beside in ((2, (-1, 0, 1)), (3, (0, 1))):
        entrance = {"green": 2, "red": 1, "blue": 2 * seats}
        state = Position(seats).entrance(0, **entrance).turn(0, "student").state()
        board = board_of(state)
        canvas = picture(board)
        y = next(number for number, row in enumerate(canvas.rows()) if "Entrance" in row)
        x = canvas.rows()[y].index("R", 10)
        for step in beside:
            assert canvas.hit(x + step, y) == Target("entrance", 1)


def test_a_colour_that_is_not_there_is_refused_with_a_sentence() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    reply = press(board_of(state), "g")
    assert reply.used
    assert reply.say == "You have no green student in your entrance. There: red, blue."


def test_with_asking_nothing_is_sent_before_enter() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    board = EriantysBoard(asked(state), Settings(ask_before_sending=True))
    assert not press(board, "r", "5").action
    assert press(board, "Enter").action == "red 5"


def test_escape_goes_back_one_step_and_then_means_nothing() -> None:
    state = Position(2).entrance(0, red=3, blue=4).turn(0, "student").state()
    board = board_of(state)
    press(board, "r")
    assert board.choice.first == Target("entrance", 1)
    assert press(board, "Esc").used
    assert board.choice.first is None
    assert not press(board, "Esc").used


def test_escape_in_a_half_played_card_takes_it_back() -> None:
    state = Position(2, ("monk",)).coins(3, 3).turn(0, "student").state()
    GAME.apply(state, 0, GAME.parse("play monk"))
    assert press(board_of(state), "Esc").undo


def test_what_a_broken_server_offers_is_left_out() -> None:
    state = Position(2).turn(0, "student").state()
    match = match_of(state, 0)
    rubbish = (
        "assistant x",
        "mother 99",
        "cloud 9",
        "island 44",
        "red 13",
        "swap a b",
        "x" * 90,
    )
    match.take_request(Request(2, "move", 1, "student", legal=rubbish), 0.0)
    board = EriantysBoard(match, Settings())
    assert board.choice.targets == {}
    for key in ("Enter", "Left", "1", "r", "d", "x", "c", "n", "Tab"):
        assert not press(board, key).action


@pytest.mark.parametrize(
    "decision", ["assistant", "student", "mother", "cloud", "end", "herald-island", "x-student"]
)
def test_offers_that_do_not_go_with_the_decision_break_nothing(decision: str) -> None:
    state = Position(2).turn(0, "student").state()
    offers = ("done", "red 5", "red dining", "mother 2", "cloud 1", "island 3", "pick red")
    offers += ("assistant 4", "swap red blue")
    for number in range(len(offers)):
        match = match_of(state, 0)
        match.decision = decision
        legal = offers[number:] + offers[:number]
        for some in (legal, legal[:2], legal[:1]):
            match.take_request(Request(2, "move", 1, decision, legal=some), 0.0)
            board = EriantysBoard(match, Settings())
            for key in ("Left", "1", "9", "r", "g", "d", "n", "x", "Tab"):
                press(board, key)
                assert board.guidance(1, 80)
                assert board.guidance(2, 100)
                assert board.possible()
                assert isinstance(board.hints(), list)


def test_a_student_taken_up_stays_so_only_for_the_same_request() -> None:
    state = Position(2, ("jester",)).coins(3, 3).turn(0, "student").state()
    GAME.apply(state, 0, GAME.parse("play jester"))
    match = asked(state)
    board = EriantysBoard(match, Settings())
    press(board, "b")
    assert board.choice.first == Target("entrance", 4)
    assert match.request is not None
    match.take_request(match.request, 0.0)  # asked again, as after a refusal
    picture(board)
    assert board.choice.first == Target("entrance", 4)
    match.take_request(Request(3, "move", 1, state.decision, legal=match.offers), 0.0)
    picture(board)
    assert board.choice.first is None


def test_who_looks_on_is_told_only_of_keys_to_look() -> None:
    board = EriantysBoard(match_of(Position(2).state(), None), Settings())
    assert [key for key, _ in board.help()[0]] == ["c 1-3", "v V", "i"]
