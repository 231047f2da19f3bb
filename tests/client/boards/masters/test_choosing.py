"""Every legal action can be chosen: by at most three keys, by arrows, and by the mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eriantys.client.boards.board import Reply, Talk
from eriantys.client.boards.masters.board import MastersBoard
from eriantys.client.boards.masters.choosing import PAIRS
from eriantys.client.boards.masters.targets import (
    CARD_KEYS,
    GOOD_KEYS,
    LINE_KEYS,
    PAIR_KEYS,
    Target,
    place_of,
)
from eriantys.client.boards.pointing import ARROWS
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click, Key
from eriantys.client.settings import Settings
from eriantys.games.masters import GAME, decisions
from eriantys.games.masters.names import COLOURS, LEVELS, LINES, RESOURCES, SOURCES
from eriantys.games.masters.state import State
from tests.client.boards.masters.scenes import (
    LARGE,
    MARKET,
    SMALL,
    asked,
    beginning,
    played,
    random_states,
    sample,
)
from tests.games.masters.position import Table, cards, depots

SIZES = (SMALL, LARGE)
NOTHING = Talk([], [])
WAYS = (("Up",), ("Down",), ("Left",), ("Right",), ("Tab",), ("Tab", "Tab"), ("S-Tab",))


def board_of(
    state: State, size: tuple[int, int] = SMALL, *, waits: bool = False
) -> MastersBoard:
    board = MastersBoard(asked(state), Settings(ask_before_sending=waits))
    picture(board, size)
    return board


def picture(board: MastersBoard, size: tuple[int, int] = SMALL) -> Canvas:
    canvas = Canvas(*size)
    board.renew(0.0)
    board.draw(canvas, 0.0, NOTHING)
    assert canvas.spilled == []
    return canvas


def press(board: MastersBoard, *keys: str, size: tuple[int, int] = SMALL) -> Reply:
    """Press keys; only for arrows it matters how it all looks."""
    reply = Reply()
    for key in keys:
        board.renew(0.0)
        canvas = picture(board, size) if key in ARROWS else Canvas(*size)
        reply = board.handle(Key(key), canvas)
    return reply


def few(actions: list[str]) -> list[str]:
    """Leave out actions that differ only in their end."""
    return list({tuple(action.split()[:2]): action for action in actions}.values())


def legal(state: State) -> list[str]:
    return [GAME.format(action) for action in GAME.legal(state)]


def letter(resource: str) -> str:
    return GOOD_KEYS[RESOURCES.index(resource)]


def keys_for(state: State, action: str) -> list[str]:
    """Name the keys that a player presses for an action."""
    match action.split():
        case ["take", *line]:
            return [LINE_KEYS[LINES.index(" ".join(line))], "Enter"]
        case ["buy", colour, level, "slot", slot]:
            pile = COLOURS.index(colour) * len(LEVELS) + int(level) - 1
            return ["y", CARD_KEYS[place_of(pile)], slot]
        case ["produce", *power]:
            first = ["p"] if state.decision == decisions.ACTION else []
            return first + keys_for_power(power)
        case ["leader", "discard", slot] if state.decision == decisions.LEADERS:
            return [slot, "Enter"]
        case ["leader", verb, slot]:
            offered = {text.split()[2] for text in legal(state) if text.startswith("leader")}
            steps = sorted(offered).index(slot) + 1
            return ["L"] * steps + ["Enter" if verb == "play" else "x"]
        case ["put", resource, depot]:
            return [letter(resource), depot] if several(state) else [depot]
        case ["swap" | "move", one, other]:
            return ["w", one, other]
        case ["white", resource]:
            return [letter(resource)]
        case ["discard", "rest"]:
            return ["X"]
        case ["discard", resource]:
            return [letter(resource), "x"] if several(state) else ["x"]
        case ["back", depot]:
            return ["b", depot]
        case ["pay", _, source]:
            return [str(SOURCES.index(source) + 1)]
        case ["done"] | ["end"]:
            return ["p" if action == "done" else "e"]
    raise AssertionError(action)


def keys_for_power(power: list[str]) -> list[str]:
    match power:
        case ["card", slot]:
            return [slot]
        case ["leader", slot, _, made]:
            return [str(3 + int(slot)), letter(made)]
        case ["basic", one, other, _, made]:
            pair = tuple(sorted((RESOURCES.index(one), RESOURCES.index(other))))
            return [PAIR_KEYS[PAIRS.index(pair)], letter(made)]
    raise AssertionError(power)


def several(state: State) -> bool:
    """Tell whether goods of several kinds wait."""
    return state.decision == decisions.RESOURCES or sum(map(bool, state.box)) > 1


def positions() -> Iterator[State]:
    """Give positions of every decision, with every kind of action in them."""
    yield beginning(2)
    yield played(beginning(2), "leader discard 1", "leader discard 1").copy()
    second = beginning(2)
    played(second, *["leader discard 1"] * 4)
    yield second
    for seats in (1, 2, 3):
        yield sample(seats)
    yield played(sample(2), "take row 1")
    yield played(sample(2), "take row 1", "put stone 3")
    loose = Table(2, market=MARKET).player(held=depots("shield", "coin", "stone")).ready()
    yield played(loose, "take row 1", "put coin 2", "put stone 3", "swap 2 3")
    yield played(sample(2), "produce card 1")
    yield played(sample(2), "take column 1", "discard rest")
    rich = Table(2).player(
        held=depots("coin", "stone stone", "servant servant", "(shield) shield", "(coin) coin"),
        chest="coin coin coin stone stone stone servant servant servant shield shield",
        slots=cards((1, 21), (2,)),
        leaders=((55, "played"), (56, "played")),
    )
    yield rich.ready()
    yield played(rich.ready().copy(), "buy blue 1 slot 3")
    makers = Table(2).player(
        held=depots("coin", "stone stone", "shield shield"),
        slots=cards((1, 21), (2,)),
        leaders=((61, "played"), (64, "played")),
    )
    yield makers.ready()
    yield played(makers.ready().copy(), "produce leader 1 -> stone")
    whites = Table(2).player(leaders=((57, "played"), (58, "played")))
    yield played(whites.ready(), "take row 3")
    hand = Table(2).player(
        chest="coin coin coin coin coin", leaders=((53, "hand"), (54, "hand"))
    )
    yield hand.ready()


def test_every_kind_of_action_is_looked_at() -> None:
    seen = {text.split()[0] for state in positions() for text in legal(state)}
    assert seen == {
        *("take", "buy", "produce", "leader", "put", "swap", "move", "white", "discard"),
        *("back", "pay", "done", "end"),
    }


@pytest.mark.parametrize("size", SIZES)
def test_every_action_takes_at_most_three_keys(size: tuple[int, int]) -> None:
    for state in positions():
        for action in legal(state):
            keys = keys_for(state, action)
            assert len(keys) <= 3
            *before, last = keys
            board = board_of(state, size)
            assert not press(board, *before, size=size).action, "nothing is sent too soon"
            assert press(board, last, size=size).action == action, (state.decision, keys)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_whatever_comes_can_be_chosen_by_keys(seats: int) -> None:
    for number, state in enumerate(random_states(seats, seats)):
        if number % 11:
            continue
        for action in legal(state):
            board = board_of(state)
            reply = press(board, *keys_for(state, action))
            assert reply.action == action, (state.decision, keys_for(state, action))


@pytest.mark.parametrize("size", SIZES)
def test_arrows_tab_and_enter_reach_every_action(size: tuple[int, int]) -> None:
    for state in positions():
        board = board_of(state, size)
        found: set[str] = set()
        walk(board, (), size, found)
        assert found == set(legal(state)), (state.decision, set(legal(state)) - found)


def walk(
    board: MastersBoard, path: tuple[Target, ...], size: tuple[int, int], found: set[str]
) -> None:
    """Go everywhere that arrows and Tab lead on one level, and into all that it holds."""
    choice = board.choice

    def stand(target: Target | None) -> None:
        choice.path, choice.cursor = list(path), target
        if board.hidden:
            press(board, "Esc", size=size)

    assert choice.cursor is not None
    reached, waiting = {choice.cursor}, [choice.cursor]
    while waiting:
        start = waiting.pop()
        stand(start)
        canvas = picture(board, size)
        for keys in WAYS:
            stand(start)
            for key in keys:
                board.handle(Key(key), canvas)
            if list(path) == choice.path and choice.cursor not in reached:
                assert choice.cursor is not None
                reached.add(choice.cursor)
                waiting.append(choice.cursor)
        stand(start)
    for target in reached:
        stand(target)
        if choice.action:
            reply = press(board, "Enter", size=size)
            assert reply.action
            found.add(reply.action)
        elif choice.within:
            press(board, "Enter", size=size)
            assert choice.path == [*path, target]
            walk(board, (*path, target), size, found)
    stand(choice.cursor)


@pytest.mark.parametrize("size", SIZES)
def test_clicks_reach_every_action(size: tuple[int, int]) -> None:
    for state in positions():
        for action in few(legal(state)):
            board = board_of(state, size)
            board.choice.find(action)
            steps = [*board.choice.path, board.choice.cursor]
            board = board_of(state, size)
            for step in steps:
                assert step is not None
                reply = click(board, step, size)
                assert not reply.action, "one click alone sends nothing"
            assert click(board, steps[-1], size).action == action


def click(board: MastersBoard, target: Target | None, size: tuple[int, int]) -> Reply:
    """Click on a target; where its panel is not shown, on the tabs first."""
    for panel in range(5):
        canvas = picture(board, size)
        for area, meaning in reversed(canvas.hits):
            if meaning == target and canvas.hit(area.x, area.y) == target:
                return board.handle(Click(area.x, area.y), canvas)
        tabs = [area for area, meaning in canvas.hits if meaning == Target("panel", panel + 1)]
        if panel < 4 and tabs:
            board.handle(Click(tabs[0].x, tabs[0].y), canvas)
    raise AssertionError(f"{target} is nowhere on the screen")


def test_a_suggestion_is_done_by_enter() -> None:
    for state in positions():
        for action in few(legal(state)):
            board = board_of(state)
            board.suggest(action)
            assert press(board, "Enter").action == action


def test_with_the_setting_no_key_but_enter_sends_anything() -> None:
    for state in positions():
        for action in few(legal(state)):
            board = board_of(state, waits=True)
            keys = keys_for(state, action)
            reply = press(board, *keys)
            if keys[-1] != "Enter":
                assert not reply.action
                reply = press(board, "Enter")
            assert reply.action == action


def test_esc_goes_back_step_by_step_and_then_takes_back() -> None:
    board = board_of(sample(2))
    press(board, "y", "f")
    assert board.choice.path == [Target("card", 4)]
    assert press(board, "Esc") == Reply()
    assert board.choice.path == []
    assert board.choice.cursor == Target("card", 4)
    assert not press(board, "Esc").used
    board = board_of(played(sample(2), "take row 1"))
    assert press(board, "Esc").undo


def test_a_wrong_key_says_why_or_what_can_be_done() -> None:
    board = board_of(played(sample(2), "take row 1"))
    assert "depot 1" in press(board, "h", "1").say
    assert "no depot 5" in press(board, "5").say
    assert not press(board, "k").used
    assert "throws it away" in board.possible()
    assert all(len(board_of(state).possible()) <= 76 for state in positions())
    assert "lack" in press(board_of(sample(2)), "y", "e").say


def test_digits_and_tab_turn_the_panels() -> None:
    board = board_of(sample(2))
    for key, text in (("2", "WAREHOUSE"), ("3", "Bruno"), ("4", "THE OTHERS"), ("1", "MARKET")):
        press(board, key)
        assert text in "\n".join(picture(board).rows())
    press(board, "Tab")
    assert "WAREHOUSE" in "\n".join(picture(board).rows())
    press(board, "S-Tab")
    assert "SIGNS" in "\n".join(picture(board).rows())


def test_enter_never_does_what_cannot_be_seen() -> None:
    board = board_of(sample(2))
    press(board, "3")
    assert press(board, "Enter") == Reply()
    assert "SIGNS" in "\n".join(picture(board).rows())
    assert press(board, "Enter").action == "take row 1"


def test_v_looks_at_another_board_and_esc_comes_back() -> None:
    for size in SIZES:
        board = board_of(sample(3))
        press(board, "v", size=size)
        assert "Bruno’s BOARD" in "\n".join(picture(board, size).rows())
        press(board, "v", size=size)
        assert "Chiara’s BOARD" in "\n".join(picture(board, size).rows())
        press(board, "Esc", size=size)
        assert "Chiara’s BOARD" not in "\n".join(picture(board, size).rows())
