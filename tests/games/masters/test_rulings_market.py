"""Rulings 1 to 4, 9 to 11, 18 and 33: the market, white marbles and the depots."""

from __future__ import annotations

import pytest

from eriantys.games.masters import decisions, warehouse
from eriantys.games.masters.names import MARBLES
from eriantys.games.masters.state import State
from tests.games.masters.position import (
    HAND,
    Table,
    depots,
    facts,
    goods,
    listed,
    marbles,
    play,
    refused,
)

DIFFERENT = "yellow grey purple blue / red yellow white blue / white grey white purple / white"
"""No two neighbours are alike, so that every push is seen."""


def market_after(line: str) -> str:
    state = Table(market=DIFFERENT).ready()
    play(state, line)
    named = [MARBLES[marble] for marble in state.market]
    return " / ".join(" ".join(named[at : at + 4]) for at in (0, 4, 8, 12))


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "take row 1",
            "grey purple blue white / red yellow white blue / white grey white purple / yellow",
        ),
        (
            "take row 3",
            "yellow grey purple blue / red yellow white blue / grey white purple white / white",
        ),
        (
            "take column 1",
            "red grey purple blue / white yellow white blue / white grey white purple / yellow",
        ),
        (
            "take column 4",
            "yellow grey purple blue / red yellow white purple / white grey white white / blue",
        ),
    ],
)
def test_ruling_1_rows_push_to_the_left_and_columns_up(line: str, after: str) -> None:
    assert market_after(line) == after


def test_ruling_2_a_good_may_be_discarded_though_there_is_room() -> None:
    state = Table(market=DIFFERENT).ready()
    play(state, "take column 3")  # purple and two white
    assert listed(state, "put") == ["put servant 1", "put servant 2", "put servant 3"]
    play(state, "discard servant")
    assert state.faith == (0, 1)


def test_ruling_3_what_was_stored_before_cannot_be_discarded_or_go_back() -> None:
    state = Table().player(held=depots("", "stone")).ready()
    play(state, "take row 1", "put coin 1")
    assert refused(state, "back 2") == "not-from-the-market"
    play(state, "put stone 2", "put servant 3")
    # Goods of a kind are alike: one of the two stones came now, and one may go back.
    assert "back 2" in listed(state)
    play(state, "back 2")
    assert refused(state, "back 2") == "not-from-the-market"
    assert refused(state, "discard coin") == "no-such-good"
    assert state.box == goods("stone shield")


def test_ruling_3_a_good_taken_now_may_go_back_and_elsewhere() -> None:
    state = Table().ready()
    play(state, "take row 1", "put coin 3", "put stone 2", "back 3")
    assert state.box == goods("coin servant shield")
    play(state, "put servant 3", "put coin 1", "discard rest")
    assert state.depots[0] == depots("coin", "stone", "servant")
    assert state.faith == (0, 1)


def test_ruling_4_own_faith_moves_before_anything_is_stored() -> None:
    market = "red yellow grey blue / yellow grey purple blue / white white white white / purple"
    state = Table(market=market).player(0, faith=7).player(1, faith=4).ready()
    events = play(state, "take row 1")
    assert facts(events, "vatican report") == [{"report": 1, "seats": [0]}]
    assert state.decision == decisions.STORE
    play(state, "discard rest")
    assert state.faith == (8, 7)
    assert state.tiles[1][0] == 2, "the others moved too late for it"


def with_white_leaders(*leaders: tuple[int, str]) -> State:
    return Table().player(leaders=leaders).ready()


def test_ruling_9_a_white_marble_with_one_leader_is_that_resource() -> None:
    state = with_white_leaders((57, "played"), (53, "hand"))
    play(state, "take row 3")
    assert state.box == goods("servant servant servant servant")
    play(state, "put servant 3", "put servant 3", "put servant 3", "discard servant")
    assert state.faith == (0, 1), "not wanting it is a discard"


def test_ruling_10_with_two_leaders_each_white_marble_is_chosen_by_itself() -> None:
    state = with_white_leaders((57, "played"), (60, "played"))
    play(state, "take row 3")
    assert listed(state) == ["white servant", "white coin"]
    assert refused(state, "white stone") == "no-such-good"
    assert refused(state, "put coin 1") == "wrong-phase"
    play(state, "white servant", "white coin", "white coin", "white servant")
    assert state.box == goods("coin coin servant servant")


def test_ruling_11_a_leader_counts_from_when_it_is_played() -> None:
    slots = (bytes((4,)), bytes((8,)), bytes((3,)))
    before = Table().player(slots=slots, leaders=((57, "hand"), HAND[0])).ready()
    play(before, "leader play 1", "take row 3")
    assert before.box == goods("servant servant servant servant")
    after = Table().player(slots=slots, leaders=((57, "hand"), HAND[0])).ready()
    play(after, "take row 3", "leader play 1")
    assert after.box == goods("")
    assert after.decision == decisions.END


def test_ruling_18_goods_move_between_depots_and_those_of_leaders() -> None:
    leaders = ((53, "played"), (54, "hand"))
    state = Table().player(held=depots("", "stone stone"), leaders=leaders).ready()
    assert set(listed(state, "move")) == {"move 2 4"}
    play(state, "move 2 4", "move 2 4")
    assert state.depots[0] == depots("", "", "", "stone stone")
    play(state, "move 4 3")
    assert state.depots[0] == depots("", "", "stone", "stone")
    assert refused(state, "move 3 5") == "no-such-depot"


def test_ruling_18_only_the_resource_of_the_leader_goes_there() -> None:
    state = Table().player(held=depots("coin"), leaders=((53, "played"), HAND[1])).ready()
    assert refused(state, "move 1 4") == "does-not-fit"
    play(state, "take row 1")
    assert "put stone 4" in listed(state)
    assert refused(state, "put coin 4") == "does-not-fit"


def test_ruling_33_no_arrangement_is_offered_twice_in_a_turn() -> None:
    state = Table().player(held=depots("coin", "stone")).ready()
    play(state, "swap 1 2")
    assert refused(state, "swap 1 2") == "reached-before"
    play(state, "swap 2 3")
    for _ in range(10):
        moves = listed(state, "swap")
        if not moves:
            break
        play(state, moves[0])
    else:
        pytest.fail("the depots can be moved about for ever")


def test_ruling_33_a_good_just_stored_goes_back_only_to_lie_otherwise() -> None:
    state = Table().ready()
    play(state, "take row 1", "put coin 1")
    assert refused(state, "back 1") == "reached-before"
    assert state.unfinished == 1, "but that step can be taken back"


def arrangements(held: bytes) -> set[bytes]:
    """All ways to lay the same goods, counted out without any of the rules' moves."""
    total = warehouse.held(held)
    found = set()
    shapes = [
        (kinds, counts)
        for kinds in product_of(5, 3)
        for counts in product_of(4, 3)
        if all((kind == 4) == (count == 0) for kind, count in zip(kinds, counts, strict=True))
        and all(count <= size for count, size in zip(counts, (1, 2, 3), strict=True))
    ]
    for kinds, counts in shapes:
        used = [kind for kind in kinds if kind < 4]
        if len(set(used)) < len(used):
            continue
        for extra in product_of(3, 2):
            cells = bytes((*kinds, *held[3:5], *counts, *extra))
            closed = any(held[3 + at] == 4 and extra[at] for at in (0, 1))
            if not closed and warehouse.held(cells) == total:
                found.add(cells)
    return found


def product_of(number: int, times: int) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()]
    for _ in range(times):
        rows = [(*row, each) for row in rows for each in range(number)]
    return rows


@pytest.mark.parametrize(
    "held",
    [
        depots("coin", "stone", "shield"),
        depots("coin", "stone stone", "shield shield"),
        depots("", "stone stone", "shield shield shield"),
        depots("coin", "", "shield", "(coin)"),
        depots("coin", "stone stone", "shield", "coin", "(stone)"),
        depots("", "stone stone", "shield shield", "shield shield", "stone"),
    ],
    ids=str,
)
def test_every_arrangement_of_the_same_goods_can_be_reached(held: bytes) -> None:
    met, waiting = {held}, [held]
    while waiting:
        for _, after in warehouse.rearrangements(waiting.pop()):
            if after not in met:
                met.add(after)
                waiting.append(after)
    assert met == arrangements(held)


def test_two_depots_of_the_warehouse_never_hold_the_same_kind() -> None:
    state = Table().player(held=depots("", "coin")).ready()
    play(state, "take row 1")
    assert refused(state, "put coin 1") == "does-not-fit"
    assert refused(state, "put stone 2") == "does-not-fit"
    play(state, "put coin 2", "put stone 1")
    assert state.depots[0] == depots("stone", "coin coin")


def test_a_line_without_goods_is_over_at_once() -> None:
    state = Table().ready()
    play(state, "take row 3")
    assert state.decision == decisions.END
    assert state.market == marbles(
        "yellow grey purple blue / yellow grey purple blue / white white white red / white"
    )
