"""Where goods can go: what the board says of it is what the rules do."""

from __future__ import annotations

from collections import Counter

import pytest

from eriantys.client.boards.masters import asking, outcomes, storing
from eriantys.client.boards.masters.targets import Target
from eriantys.games.masters import GAME, decisions, warehouse
from eriantys.games.masters.names import RESOURCES
from eriantys.games.masters.state import State
from tests.client.boards.masters.scenes import (
    LARGE,
    SMALL,
    Sitting,
    asked,
    look_at,
    played,
    random_states,
)
from tests.games.masters.position import Table, depots

COIN = RESOURCES.index("coin")
SERVANT, SHIELD = RESOURCES.index("servant"), RESOURCES.index("shield")


def storing_with(*lying: str) -> State:
    """Let somebody whose depots lie so take one good of each kind."""
    return played(Table().player(held=depots(*lying)).ready(), "take row 1")


def lines(state: State) -> tuple[str, ...]:
    return tuple(map(GAME.format, GAME.legal(state)))


def way(state: State, kind: int | None) -> tuple[str, int, int] | None:
    found = storing.way_to_room(GAME.view(state, state.seat), state.seat, lines(state), kind)
    return None if found is None else (found.verb, found.one, found.other)


def test_a_full_depot_can_change_with_a_larger_one() -> None:
    assert way(storing_with("shield"), SHIELD) == ("swap", 1, 2)
    assert way(storing_with("shield", "coin coin"), SHIELD) == ("swap", 1, 3)


def test_a_good_that_moves_to_a_leader_leaves_its_depot_empty() -> None:
    state = storing_with("coin", "servant servant", "stone", "(stone)")
    assert way(state, SHIELD) == ("move", 3, 4)


def test_where_no_move_helps_none_is_named() -> None:
    # Coins and stones would only change places, and the stones have no room then.
    assert way(storing_with("servant", "coin coin", "stone stone"), COIN) is None
    assert way(storing_with("coin", "stone", "shield"), SERVANT) is None


def most_stored(held: bytes, waiting: tuple[int, ...]) -> int:
    """Count by trying how many of some goods the rules let be stored."""
    best = 0
    for kind, count in enumerate(waiting):
        if not count:
            continue
        rest = (*waiting[:kind], count - 1, *waiting[kind + 1 :])
        for depot in warehouse.places_for(held, kind):
            best = max(best, 1 + most_stored(warehouse.add(held, kind, depot), rest))
    return best


def test_what_is_said_to_make_room_lets_more_be_stored() -> None:
    met = Counter[bool]()
    for state in (state for seats in (1, 2, 3) for state in random_states(seats, seats)):
        if state.decision != decisions.STORE:
            continue
        here = most_stored(state.depots[state.seat], state.box)
        view = GAME.view(state, state.seat)
        assert storing.without_room(view, state.seat) == sum(state.box) - here
        for kind, count in enumerate(state.box):
            if not count or storing.places_for(lines(state), kind):
                continue
            helpful = set()
            for line in lines(state):
                if line.startswith(("swap", "move")):
                    after = played(state.copy(), line)
                    room = warehouse.places_for(after.depots[state.seat], kind)
                    if room and most_stored(after.depots[state.seat], state.box) > here:
                        helpful.add(tuple(line.split()))
            found = way(state, kind)
            assert (found is None) == (not helpful)
            assert found is None or tuple(map(str, found)) in helpful
            met[found is None] += 1
    assert met[True]
    assert met[False]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_panel_names_the_keys_that_make_room(size: tuple[int, int]) -> None:
    sitting = Sitting(storing_with("shield"))
    text = "\n".join(sitting.press("h", wide=size[0], high=size[1]).draw(*size).rows())
    assert "1 shield    w 1 2 first" in text
    assert "shield    no room" not in text


@pytest.mark.parametrize(
    ("lying", "said"),
    [
        ((), "Room for 3 of 4: others +1 faith"),
        (("coin",), "Room for 2 of 4: others +2 faith; swap 1 2 saves 1"),
        (("shield", "coin", "stone"), "No room for V H: others +2 faith"),
        (
            ("coin", "servant servant", "stone", "(stone)", "(shield)"),
            "No room for C V: others +2 faith; swap 1 3 saves 1",
        ),
        (("servant", "stone", "coin", "(shield)"), "No room for V: others +1 faith"),
        (("", "stone", "coin", "(shield)"), "Room for everything"),
    ],
)
def test_what_a_line_leads_to_counts_all_its_goods(lying: tuple[str, ...], said: str) -> None:
    state = Table().player(held=depots(*lying)).ready()
    look = look_at(state, "take row 1")
    assert outcomes.consequence(asked(state), ("take row 1",), look) == said


def test_a_line_may_need_a_depot_that_a_leader_can_empty() -> None:
    held = depots("servant", "shield shield", "stone", "(stone)")
    state = Table().player(held=held).ready()
    action = "take column 1"
    said = outcomes.consequence(asked(state), (action,), look_at(state, action))
    assert said == "No room for C: others +2 faith; move 3 4 saves all"


def test_the_keys_that_make_room_work_with_a_good_in_hand() -> None:
    sitting = Sitting(storing_with("shield")).press("h")
    assert sitting.board.choice.path == [Target("good", SHIELD)]
    assert ("w", "rearrange") in asking.keys(sitting.board.choice)
    sitting.press("w", "1")
    assert sitting.board.choice.path == [Target("arrange"), Target("depot", 1)]
    assert sitting.board.choice.keyed("2") == (Target("depot", 2),)
    assert sitting.board.choice.level[Target("depot", 2)] == "swap 1 2"


def test_what_a_line_leads_to_fits_beside_its_name() -> None:
    sitting = Sitting(Table().player(held=depots("shield", "coin coin")).ready())
    rows = sitting.draw().rows()
    assert rows[22].endswith("Room for 1 of 4: others +3 faith; swap 1 3 saves 1    ")
    market = "red yellow white white / white white purple grey / grey blue blue yellow / purple"
    table = Table(market=market).player(held=depots("coin", "", "shield"))
    rows = Sitting(table.ready()).draw().rows()
    told = "Faith 0 → 1; no room for C: others +1 faith; swap 1 2 saves it"
    assert rows[22].startswith(f" ▸ Market row a: {told}")


def test_a_good_without_room_says_what_is_left_to_do() -> None:
    full = Sitting(storing_with("coin", "stone stone", "servant servant servant"))
    text = "\n".join(full.press("Down", "Down", "Down").draw().rows())
    assert "Shield: no depot takes it; x throws it away" in text
    loose = Sitting(storing_with("shield"))
    text = "\n".join(loose.draw().rows())
    assert "Coin: then its depot, 2 or 3; x throws it away" in text
    text = "\n".join(loose.press("Down", "Down", "Down").draw().rows())
    assert "Shield: w 1 2 makes room; x throws it away" in text


def test_only_what_leaders_make_of_white_is_offered_beside_what_was_taken() -> None:
    market = "yellow white blue white / yellow grey purple blue / white white grey purple / red"
    leaders = ((57, "played"), (60, "played"))
    sitting = Sitting(Table(market=market).player(leaders=leaders).ready()).play("take row 1")
    rows = sitting.draw().rows()
    top = next(at for at, row in enumerate(rows) if "A WHITE MARBLE" in row)
    panel = [" ".join(row[24:56].split()) for row in rows[top + 1 : top + 7]]
    assert panel == [
        "▶ c C coin",
        "v V serVant",
        "",
        "",
        "2 white left to choose for",
        "you have taken C1 H1",
    ]
    assert ("cv", "resource") in asking.keys(sitting.board.choice)
