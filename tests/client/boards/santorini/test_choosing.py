"""Every legal action can be chosen: by few keys, by arrows, and by the mouse."""

from __future__ import annotations

import pytest

from eriantys.client.boards.santorini import asking
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.choosing import KEY_OF, Choice, Way
from eriantys.client.boards.santorini.scene import Target
from eriantys.client.keys import Click, Paste
from eriantys.client.settings import Settings
from eriantys.games.santorini import GAME
from eriantys.games.santorini.state import State
from tests.client.boards.santorini.towns import (
    NOTHING,
    SIZES,
    act,
    asked,
    board_of,
    click,
    new,
    picture,
    press,
    sample,
    states,
    town,
)


def listed(state: State) -> list[str]:
    return list(map(GAME.format, GAME.legal(state)))


def way_of(choice: Choice, action: str) -> Way:
    return next(way for way, each in choice.ways.items() if each == action)


def keys_for(board: SantoriniBoard, action: str) -> list[str]:
    """Name the keys that a player presses for an action."""
    choice = board.choice
    match action.split():
        case ["done"]:
            return ["n"]
        case ["god", name] if board.match.decision == "gods":
            return [*str(board.gods.numbered[name]), "Enter"]
        case [("god" | "start") as kind, which]:
            name = which if kind == "god" else str(int(which) - 1)
            targets = [item.target.which for item in board.offer.items]
            return [str(targets.index(name) + 1), "Enter"]
    way = way_of(choice, action)
    square = [*way.target]
    typed = Choice(choice.match)
    typed.point_at(way.target)
    if typed.action == action:
        return [*square, "Enter"]
    if typed.deed == way.deed:
        seat = choice.match.seat or 0
        worker = choice.match.view[f"square/{way.origin}"]["worker"]
        return [*square, str(worker - 2 * seat + 1)]
    letter = KEY_OF[way.deed]
    return [*square, letter if way.origin in ("", typed.worker) else letter.upper()]


KINDS = [(2, {"gods": False}), (2, {"advanced": True}), (3, {}), (3, {"advanced": True})]


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_every_action_takes_at_most_three_keys(seats: int, options: dict[str, bool]) -> None:
    decided = set()
    for seed in range(2):
        for number, state in enumerate(states(seed, seats, **options)):
            if number % 25 and state.decision in decided:
                continue
            for action in listed(state):
                board = board_of(state)
                keys = keys_for(board, action)
                assert len(keys) <= 3
                *before, last = keys
                assert not press(board, *before).action, "nothing is sent too soon"
                assert press(board, last).action == action, (state.decision, keys)
            decided.add(state.decision)
    assert {"place", "move", "build"} <= decided


def test_every_god_can_be_played_in_three_keys() -> None:
    """Gods who let a worker do several things on one square are met with each of them."""
    met = set()
    for god in (
        "prometheus",
        "charon",
        "hermes",
        "selene",
        "atlas",
        "ares",
        "poseidon",
        "zeus",
    ):
        state = town((god, "pan"), {"c3": 1, "b3": 2}, ("b2", "c2", "c1", "e5"))
        for _ in range(6):
            for action in listed(state):
                board = board_of(state)
                keys = keys_for(board, action)
                assert len(keys) <= 3
                assert press(board, *keys).action == action, (god, keys)
                met.add(way_of(board.choice, action).deed if action != "done" else "done")
            if state.seat:
                break
            act(state, listed(state)[-1] if state.decision == "move" else listed(state)[0])
    assert met == {"move", "build", "other", "ferry", "raze", "done"}


def test_arrows_reach_every_square() -> None:
    for number, state in enumerate(states(5, 3, advanced=True)):
        if state.decision not in ("place", "move", "build", "more") or number % 3:
            continue
        board = board_of(state)
        found = {board.choice.done} if board.choice.done else set()
        for deed in board.choice.deeds():
            for worker in board.choice.workers(deed):
                board.choice.deed, board.choice.worker = deed, worker
                found |= reached(board)
        assert found == set(listed(state))


def reached(board: SantoriniBoard) -> set[str]:
    """Walk with the arrows wherever they lead, and collect the actions met."""
    choice = board.choice
    choice.cursor = choice.squares()[0]
    seen: set[str] = set()
    actions: set[str] = set()
    open_ = [choice.cursor]
    while open_:
        here = open_.pop()
        if here in seen:
            continue
        seen.add(here)
        for arrow in ("Left", "Right", "Up", "Down"):
            choice.cursor = here
            actions.add(choice.action)
            press(board, arrow)
            open_.append(choice.cursor)
    return actions


def test_tab_goes_through_all_squares_in_reading_order() -> None:
    board = board_of(sample(2, "build"))
    met = []
    for _ in board.choice.squares():
        press(board, "Tab")
        met.append(board.choice.cursor)
    assert sorted(met) == sorted(board.choice.squares())
    press(board, "S-Tab")
    assert board.choice.cursor == met[-2]


@pytest.mark.parametrize("size", SIZES)
def test_clicks_choose_every_action(size: tuple[int, int]) -> None:
    for number, state in enumerate(states(6, 2, advanced=True)):
        if number % 12:
            continue
        for action in listed(state):
            assert clicked(board_of(state), action, *size) == action, state.decision


def clicked(board: SantoriniBoard, action: str, width: int, height: int) -> str:
    """Click on what an action is about until it is chosen, and on the names of keys."""
    match action.split():
        case ["done"]:
            return hinted(board, "n")
        case ["god" | "start" as kind, which]:
            target = Target("god", which)
            if kind == "start":
                target = Target("seat", str(int(which) - 1))
            if board.match.decision == "gods":
                board.gods.point_at(which)  # the wheel of a list is its arrows
            click(board, target, width, height)
            return click(board, target, width, height).action
    way = way_of(board.choice, action)
    square = Target("square", way.target)
    click(board, square, width, height)
    if way.deed == board.choice.deed and way.origin != board.choice.worker:
        worker = board.match.view[f"square/{way.origin}"]["worker"]
        hinted(board, str(worker % 2 + 1))
        click(board, square, width, height)
    if board.choice.action == action:
        return click(board, square, width, height).action
    letter = KEY_OF[way.deed]
    other = way.origin not in ("", board.choice.worker)
    return hinted(board, letter.upper() if other else letter)


def hinted(board: SantoriniBoard, key: str) -> str:
    """Click on the name of a key in the last line."""
    picture(board, 130, 42)
    assert key in [each for each, _ in board.hints()], board.hints()
    return press(board, key).action


def test_the_worker_that_has_moved_is_not_called_the_other_one() -> None:
    state = town(("artemis", "pan"), {}, ("c2", "e2", "d4", "b5"))
    act(state, "move c2 b2")
    board = board_of(state)
    press(board, "c", "1")
    keys = dict(asking.keys(board.choice))
    assert keys["m"] == "step on"
    assert "M" not in keys


def test_a_digit_lets_a_worker_act_and_after_a_typed_square_it_does_so_at_once() -> None:
    state = town(levels={"c3": 1}, workers=("b2", "d2", "e5", "a5"))
    board = board_of(state)
    assert press(board, "2").action == ""
    assert board.choice.worker == "d2"
    assert press(board, "c", "3").action == ""
    assert press(board, "1").action == "move b2 c3"
    board = board_of(state)
    assert press(board, "c", "3", "Enter").action == "move b2 c3"
    waiting = SantoriniBoard(asked(state), Settings(ask_before_sending=True))
    assert press(waiting, "c", "3", "2").action == ""
    assert press(waiting, "Enter").action == "move d2 c3"


def test_a_column_waits_for_its_row_and_esc_drops_it() -> None:
    board = board_of(sample(2))
    press(board, "b")
    assert board.choice.column == "b"
    assert board.hints() == [("1-5", "row of b"), ("Esc", "back"), ("i", "in words")]
    press(board, "Esc")
    assert board.choice.column == ""
    assert press(board, "b", "x").used is False
    press(board, "d", "1")
    assert board.choice.cursor == "d1"


def test_a_square_that_cannot_be_chosen_says_why() -> None:
    board = board_of(sample(2))
    assert "Athena moved up" in press(board, "c", "3").say
    assert "closed by a dome" in press(board, "d", "2").say
    assert "taken by B1" in press(board, "d", "4").say
    assert "a5 is not open to you now; open: b1 b2 d1." in press(board, "a", "5").say
    assert "open:" in click(board, Target("square", "a5")).say


def test_typing_the_square_of_an_own_worker_lets_it_act() -> None:
    board = board_of(sample(2))
    press(board, "e", "2")
    assert board.choice.worker == "e2"
    click(board, Target("square", "c2"))
    assert board.choice.worker == "c2"


def test_a_low_dome_is_built_by_its_letter() -> None:
    board = board_of(sample(2, "build"))
    assert press(board, "c", "3", "o").action == "dome c3"
    assert press(board, "c", "3", "Enter").action == "build c3"


def test_a_letter_that_means_nothing_here_shows_where_it_would() -> None:
    state = town(("charon", "pan"), workers=("b2", "d2", "e5", "b3"))
    board = board_of(state)
    assert press(board, "f").action == ""
    assert board.choice.deed == "ferry"
    assert board.choice.cursor == "b3"
    assert press(board, "Enter").action == "ferry b2 b3"
    press(board, "Esc")
    assert board.choice.deed == "move"
    for letter in "rpo":
        assert not press(board, letter).used, "nobody can do that now"
    assert not press(board_of(sample(2)), "f").used, "the table may have a use for it"


def test_esc_takes_the_move_back_where_that_is_allowed() -> None:
    board = board_of(sample(2, "build"))
    assert press(board, "Esc").undo
    assert not press(board_of(sample(2)), "Esc").used


def test_no_more_ends_a_turn_that_a_god_prolongs() -> None:
    state = town(("demeter", "pan"))
    act(state, "move b2 b3")
    act(state, "build b2")
    board = board_of(state)
    assert ("n", "no more") in board.hints()
    assert press(board, "n").action == "done"
    assert not press(board_of(sample(2)), "n").used


def test_hardcore_lets_the_cursor_walk_over_all_squares() -> None:
    board = board_of(sample(2, "move", hardcore=True))
    assert len(board.choice.squares()) == 24
    press(board, "a", "5")
    assert press(board, "Enter").action == "move c2 a5"
    assert board.looks_at() is None
    scene = board.scene(0.0, NOTHING)
    assert not scene.marked
    assert not scene.barred
    built = board_of(sample(2, "build", hardcore=True))
    press(built, "a", "5")
    assert press(built, "o").action == "dome a5"


def test_hardcore_begins_where_something_can_be_placed() -> None:
    state = new(2, hardcore=True, gods=False)
    act(state, "place c3")
    board = board_of(state)
    assert board.choice.cursor == "b2"
    assert press(board, "c", "3", "Enter").action == "place c3", "whoever wants to may try"


def test_suggestions_put_the_cursor_where_enter_does_them() -> None:
    for seats, decision in ((2, "move"), (2, "build"), (3, "gods"), (3, "god"), (3, "start")):
        state = sample(seats, decision)
        for action in listed(state):
            board = board_of(state)
            board.suggest(action)
            assert press(board, "Enter").action == action


def test_others_squares_and_pastes_mean_nothing() -> None:
    board = board_of(sample(2))
    assert not board.handle(Paste("c3"), picture(board)).used
    assert not board.handle(Click(79, 23), picture(board)).used
    assert not board.handle(Click(4, 4, "right"), picture(board)).used


def test_whoever_is_not_asked_is_told_who_is() -> None:
    state = sample(2)
    match = asked(state)
    match.request = None
    match.turn = 1
    board = SantoriniBoard(match, Settings())
    assert click(board, Target("square", "c3")).say == "Bruno has to move a worker."
    assert not press(board, "1").used


def test_the_choice_stays_where_it_was_while_the_same_is_asked() -> None:
    board = board_of(sample(2))
    press(board, "d", "1")
    board.match.change += 1
    picture(board)
    assert board.choice.cursor == "d1"
    fresh = board_of(new(2, gods=False))
    assert fresh.choice.cursor == "c3"
