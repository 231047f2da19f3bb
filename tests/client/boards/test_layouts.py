"""Which layout is taken, and what must hold in every size: nothing spills, the ring stays."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from eriantys.client.boards.eriantys import large, layouts, middle, small
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas
from eriantys.client.match import Away
from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from eriantys.wire.from_server import Request
from tests.client.boards import scenes
from tests.client.boards.moments import DECISIONS, TALL, moment

WIDTHS = (100, 101, 114, 115, 129, 130, 131, 145, 172, 173, 200)
HEIGHTS = (32, 33, 36, 37, 40, 41, 42, 43, 46, 47, 50, 60)
SIZES = [(width, height) for width in WIDTHS for height in HEIGHTS]
ODD_NAMES = (
    "Wolfeschlegelsteinhausen",
    "名前がとても長い人です",
    "x",
    "Ωμέγα the very last of them",
)


def drawn(shown: Scene, width: int, height: int) -> Canvas:
    return scenes.screen(layouts.draw, shown, width, height)


@pytest.mark.parametrize(
    ("size", "layout"),
    [
        ((80, 24), small),
        ((99, 60), small),
        ((200, 31), small),
        ((100, 32), middle),
        ((129, 60), middle),
        ((200, 41), middle),
        ((130, 42), large),
        ((200, 60), large),
    ],
)
def test_the_largest_layout_that_fits_both_ways_is_taken(size: tuple[int, int], layout) -> None:
    shown = moment(3, "student")
    expected = scenes.screen(layout.draw, shown, *size)
    assert drawn(shown, *size).rows() == expected.rows()


def test_only_the_small_layout_has_a_single_row_of_guidance() -> None:
    assert layouts.guidance_rows(80, 24) == layouts.guidance_rows(99, 60) == 1
    assert layouts.guidance_rows(200, 31) == 1
    assert layouts.guidance_rows(100, 32) == layouts.guidance_rows(200, 60) == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("decision", DECISIONS)
def test_nothing_spills_in_any_size(seats: int, decision: str) -> None:
    for expert in (True, False):
        shown = moment(seats, decision, expert=expert, log=TALL)
        for size in SIZES:
            drawn(shown, *size)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_spills_with_odd_names_and_many_words(seats: int) -> None:
    shown = scenes.scene(
        scenes.sample(seats),
        names=ODD_NAMES,
        log=[scenes.LOG[0] * 9] * 40,
        chat=[[*scenes.CHAT[0], *scenes.CHAT[0] * 12]] * 40,
        inspected=12,
    )
    for turn in range(seats):
        shown.match.turn = turn
        shown.match.away = {turn: Away("lost", -359999.0, None)}
        shown.shown = turn
        for size in SIZES:
            drawn(shown, *size)


def test_no_text_runs_over_a_frame() -> None:
    for seats in (2, 3, 4):
        for names in (scenes.NAMES, ODD_NAMES):
            shown = scenes.scene(scenes.sample(seats), names=names, log=TALL, shown=1)
            shown.match.away = {1: Away("lost", -359999.0, None)}
            for width, height in SIZES:
                assert _broken_walls(drawn(shown, width, height)) == []


def _broken_walls(canvas: Canvas) -> list[tuple[int, int]]:
    """Follow every wall down from its upper corner; list the cells where it ends too soon."""
    broken = []
    for y, letters in enumerate(canvas.letters):
        for x, letter in enumerate(letters):
            if letter in ("╭", "╮"):
                row = y + 1
                while canvas.letters[row][x] in ("│", "╎", "├", "┤"):
                    row += 1
                if canvas.letters[row][x] not in ("╰", "╯"):
                    broken.append((x, row))
    return broken


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_banner_guidance_and_keys_are_left_to_others(seats: int) -> None:
    shown = moment(seats, "student", log=TALL)
    for width, height in SIZES:
        rows = drawn(shown, width, height).rows()
        assert not rows[0].strip()
        assert not "".join(rows[-3:]).strip()
        assert all(row.strip() for row in rows[1:16])


def test_the_ring_stays_in_its_place() -> None:
    shown = moment(3, "mother", log=TALL)
    for (width, height), wide in (((100, 32), 72), ((130, 42), 87)):
        ring = _upper_left(drawn(shown, width, height), wide)
        alike = [size for size in SIZES if (size[0] >= 130 and size[1] >= 42) == (wide == 87)]
        for size in alike:
            assert _upper_left(drawn(shown, *size), wide) == ring


def _upper_left(canvas: Canvas, wide: int) -> list[str]:
    return [row[:wide] for row in canvas.rows()[1:16]]


def test_all_that_can_be_chosen_on_the_board_can_be_clicked_and_pointed_at() -> None:
    kinds = {"assistant", "island", "cloud", "entrance", "dining", "table"}
    for shown, choice in _choices(12):
        wanted = {target for target in choice.targets if target.kind in kinds}
        for size in ((100, 32), (130, 42)):
            hits = {
                meaning
                for _, meaning in drawn(shown, *size).hits
                if isinstance(meaning, Target)
            }
            assert wanted <= hits, (shown.match.decision, wanted - hits)


def test_whatever_is_played_can_be_drawn() -> None:
    sizes = ((100, 32), (120, 40), (150, 36), (130, 42), (200, 60))
    for number, (shown, choice) in enumerate(_choices(20)):
        shown.cursor = choice.cursor
        drawn(shown, *sizes[number % len(sizes)])


def _choices(games: int) -> Iterator[tuple[Scene, Choice]]:
    """Play random games, and show every few steps what is asked to whoever is asked."""
    for seed in range(games):
        dice = random.Random(seed)
        seats = 2 + seed % 3
        state = GAME.new(seats, Options(expert=seed % 4 != 3), FairDice(derive(seed, "board")))
        while not state.ended:
            legal = list(GAME.legal(state))
            if dice.random() < 0.25 or state.decision.startswith("minstrel"):
                shown = scenes.scene(state, state.seat)
                offered = tuple(map(GAME.format, legal))
                shown.match.request = Request(1, "move", 42000, state.decision, offered)
                yield shown, Choice(shown.match)
            plays = [action for action in legal if GAME.format(action).startswith("play")]
            chosen = dice.choice(plays if plays and dice.random() < 0.5 else legal)
            GAME.apply(state, state.seat, chosen)
