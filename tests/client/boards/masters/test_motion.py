"""What moves by itself: not for long, never in the way, and not at all if unwanted."""

from __future__ import annotations

import pytest

from eriantys.client.boards.masters.motion import GLOW, LONGEST, NUDGE, NUDGES, STRIDE, Motion
from eriantys.client.boards.masters.targets import LORENZO, Target
from eriantys.client.settings import Settings
from eriantys.games.masters.state import State
from tests.client.boards.masters.scenes import LARGE, Sitting, sample
from tests.games.masters.position import NO_HAND, Table, cards, tokens

STILL = Settings(animations=False)


def moving(state: State, *actions: str, settings: Settings | None = None) -> Motion:
    """Let something happen at a table at which nothing else does."""
    sitting = Sitting(state)
    motion = Motion(sitting.match, settings or Settings())
    for action in actions:
        sitting.play(action)
        motion.follow(sitting.match, 10.0)
    return motion


def market_rows(sitting: Sitting, now: float) -> list[str]:
    sitting.stage.now = now
    canvas = sitting.stage.draw(*LARGE)
    return [row[2:23] for row in canvas.rows()[2:8]]


def test_a_row_is_pushed_place_by_place() -> None:
    sitting = Sitting(sample(2), moving=True)
    assert market_rows(sitting, 0.0)[0].startswith("▶ C   W   H   S  ◂a")
    sitting.play("take row 1")
    sitting.board.renew(0.0)
    seen = [market_rows(sitting, step * NUDGE + 0.01)[0].rstrip() for step in range(NUDGES + 1)]
    assert seen == [
        "      W   H   S   V",
        "     W   H   S   V",
        "    W   H   S   V a",
        "   W   H   S   V ◂a",
        "  W   H   S   V  ◂a",
    ]


def test_a_column_is_pushed_up() -> None:
    sitting = Sitting(sample(2), moving=True).play("take column 2")
    sitting.board.renew(0.0)
    half = market_rows(sitting, NUDGE + 0.01)
    assert [row[5:8] for row in half] == ["   ", " W ", "   ", " H ", "   ", "▴e "]
    after = market_rows(sitting, NUDGES * NUDGE + 0.01)
    assert [row[5:8].strip() for row in after] == ["W", "", "H", "", "V", "▴e"]


def test_a_marker_walks_space_by_space() -> None:
    table = Table(2).player(0, slots=cards([4, 17, 33]), chest="coin coin", faith=3)
    motion = moving(table.ready(), "produce card 1")
    walked = [motion.walks(10.0 + step * STRIDE + 0.01).get(0) for step in range(3)]
    assert walked == [3, 4, None]


def test_all_who_gain_walk_at_the_same_time_and_lorenzo_too() -> None:
    state = Table(3).player(leaders=NO_HAND).player(2, faith=4).ready()
    motion = moving(state, "take row 1", "discard rest")
    assert motion.walks(10.0) == {1: 0, 2: 4}
    assert motion.walks(10.0 + 3.5 * STRIDE) == {1: 3, 2: 7}
    alone = Table(1).player(leaders=NO_HAND).set(stack=tokens("cross")).ready()
    assert moving(alone, "take row 3").walks(10.0) == {LORENZO: 0}


def test_the_longest_walk_does_not_take_long() -> None:
    table = Table(2).player(faith=2, slots=cards([4, 21, 41], [2, 19, 42], [3, 17, 43]))
    state = table.player(chest="servant coin stone").ready()
    motion = moving(state, "produce card 1", "produce card 2", "produce card 3")
    assert motion.walks(10.0) == {0: 2}
    assert motion.walks(10.0 + LONGEST) == {}


def test_a_card_that_comes_to_light_glows_for_a_moment() -> None:
    state = Table(2).player(chest="shield shield").top(1).ready()
    motion = moving(state, "buy green 1 slot 1")
    assert motion.fresh(10.0 + GLOW - 0.01) == {Target("card", 0)}
    assert motion.fresh(10.0 + GLOW) == frozenset()


def test_pictures_are_due_until_all_is_still() -> None:
    motion = moving(sample(2), "take row 2")
    now, pictures = 10.0, 0
    while (due := motion.next_due(now)) is not None:
        assert due > now
        now, pictures = due + 1e-9, pictures + 1
        motion.push(now)
        motion.walks(now)
        motion.fresh(now)
        assert pictures < 20
    assert now < 10.0 + LONGEST


@pytest.mark.parametrize("settings", [Settings(), STILL])
def test_a_key_ends_it_and_some_want_none_of_it(settings: Settings) -> None:
    motion = moving(sample(2), "take row 2", settings=settings)
    assert (motion.push(10.0) is None) == (settings is STILL)
    motion.skip()
    assert motion.push(10.0) is None
    assert motion.walks(10.0) == {}
    assert motion.next_due(10.0) is None


def test_whoever_missed_something_sees_how_things_stand() -> None:
    sitting = Sitting(sample(2))
    motion = Motion(sitting.match, Settings())
    sitting.play("take row 2", "discard rest", "end", "take row 1")
    motion.follow(sitting.match, 10.0)
    assert motion.next_due(10.0) is None


def test_a_line_is_pushed_too_if_what_follows_is_told_with_it() -> None:
    sitting = Sitting(sample(2))
    motion = Motion(sitting.match, Settings())
    sitting.play("take row 2", "discard rest")
    motion.follow(sitting.match, 10.0)
    assert motion.push(10.0) is not None
