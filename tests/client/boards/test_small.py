"""The layout for small windows, in every size that it has to fill."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eriantys.client.boards.eriantys import ring, small
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas, Span, ink
from eriantys.client.match import Away
from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.client.boards.scenes import golden, late, sample, scene, screen

CHOICES: dict[str, dict[str, Any]] = {
    "assistant": {"cursor": Target("assistant", 5), "asks_assistant": True},
    "student": {"cursor": Target("island", 9), "picked": 1},
    "mother": {
        "cursor": Target("island", 9),
        "marked": frozenset({Target("island", 8), Target("island", 9)}),
    },
    "cloud": {"cursor": Target("cloud", 2), "coming": (0, 0, 0, 0, 3)},
}
"""What is under the cursor when something is asked for."""
SIZES = [
    *((width, height) for width in range(80, 100) for height in range(24, 41)),
    *((width, height) for width in (100, 130, 240) for height in range(24, 32)),
]
"""Windows that are too narrow or too low for the larger layouts."""
PHASES = {"assistant": "planning", "student": "student", "mother": "mother", "cloud": "cloud"}


def at(seats: int, decision: str, *, expert: bool = True, **more: Any) -> Scene:
    """Show seat 0 choosing."""
    choice = CHOICES[decision] | more
    if decision == "cloud" and seats == 3:
        choice = choice | {"coming": (0, 0, 1, 0, 3)}
    return scene(sample(seats, decision, expert=expert), **choice)


def drawn(shown: Scene, width: int = 80, height: int = 24) -> Canvas:
    return screen(small.draw, shown, width, height)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("decision", CHOICES)
@pytest.mark.parametrize("expert", [True, False])
def test_the_small_layout_looks_as_it_was_drawn(
    seats: int, decision: str, expert: bool
) -> None:
    mode = "expert" if expert else "simple"
    canvas = drawn(at(seats, decision, expert=expert))
    golden(f"small-{seats}p-{PHASES[decision]}-{mode}", canvas)


def test_a_larger_window_looks_as_it_was_drawn() -> None:
    golden("small-99x31", drawn(at(4, "student", shown=2), 99, 31))


def test_the_end_of_a_game_looks_as_it_was_drawn() -> None:
    marked = frozenset({Target("island", 8)})
    golden("small-late", drawn(scene(late(), cursor=Target("island", 9), marked=marked)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("decision", CHOICES)
def test_nothing_spills_in_any_size(seats: int, decision: str) -> None:
    names = ("Wilhelmina-Josephine", "明美さんと健太さんの家", "Chiara", "D")
    long = [Span("x" * 150, ink())]
    for expert in (True, False):
        state = sample(seats, decision, expert=expert)
        for width, height in SIZES:
            shown = scene(
                state, names=names, **CHOICES[decision], log=[long] * 30, chat=[long] * 30
            )
            shown.match.away = {1: Away("lost", 0.0, None)}
            canvas = drawn(shown, width, height)
            # The banner and the two last rows belong to others.
            for row in (0, height - 2, height - 1):
                assert canvas.rows()[row] == " " * width
            assert canvas.rows()[height - 3].strip(), "every row above is used"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_of_a_game_can_be_drawn(seats: int) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        state = GAME.new(seats, Options(expert=True), FairDice(derive(seed, "drawing")))
        while (seat := GAME.turn(state)) is not None:
            GAME.apply(state, seat, chance.choice(GAME.legal(state)))
            shown = scene(state, seat=chance.randrange(seats), cursor=Target("island", 1))
            drawn(shown)
            for form in (ring.ROUND, ring.LARGE):
                canvas = Canvas(form.width, form.height)
                ring.draw(canvas, shown, form, 0, 0)
                assert canvas.spilled == []


def test_watchers_see_a_school_by_its_name() -> None:
    canvas = drawn(scene(sample(), seat=None))
    assert canvas.rows()[11].startswith("─ Ada’s school ─")
    assert canvas.rows()[18].startswith("─ ASSISTANTS of Ada value:steps ─")
    assert "▸Ada" in canvas.rows()[13]
    assert "You" not in "".join(canvas.rows())


def test_another_school_says_whose_it_is_and_cannot_be_played_from() -> None:
    canvas = drawn(at(4, "student", shown=2))
    assert canvas.rows()[11].startswith("─ Chiara’s school (Esc: back) ┬")
    assert "▶R◀" not in canvas.rows()[17]
    meant = {canvas.hit(x, y) for x in range(30) for y in range(12, 18)}
    assert meant == {None}
    assert "underline" in canvas.styles[15][33].looks


def test_the_entrance_shows_what_is_picked_and_what_would_come() -> None:
    assert "G  G (R)" in drawn(at(2, "student")).rows()[17]
    pointed = at(2, "student", cursor=Target("entrance", 1))
    assert "G  G ▶R◀" in drawn(pointed).rows()[17]
    assert "G  G  R  B +B +B +B" in drawn(at(2, "cloud")).rows()[17]
    assert "G G R B B+Y+B+B+B" in drawn(at(3, "cloud")).rows()[17]


def test_a_student_on_the_way_to_the_dining_room_is_shown_at_its_seat() -> None:
    canvas = drawn(at(2, "student", cursor=Target("dining")))
    assert canvas.rows()[13].startswith("▶R◀● ● ● + ○ ¢ ")
    assert canvas.rows()[12].startswith(" G ● ● ● ● ● ¢ ")


def test_clicks_mean_what_lies_under_them() -> None:
    canvas = drawn(at(2, "student"))
    entrance = canvas.rows()[17]
    assert canvas.hit(entrance.index("G"), 17) == Target("entrance", 0)
    assert canvas.hit(entrance.index("R"), 17) == Target("entrance", 1)
    assert canvas.hit(5, 13) == Target("dining")
    assert canvas.hit(40, 14) == Target("seat", 1)
    assert canvas.hit(canvas.rows()[19].index("8:4"), 19) == Target("assistant", 8)
    assert canvas.hit(canvas.rows()[5].index("☁2"), 5) == Target("cloud", 2)
    assert canvas.hit(canvas.rows()[6].index("Monk"), 6) == Target("character", 1)
    assert canvas.hit(3, 2) == Target("island", 1)


def test_the_table_tells_turn_ally_absence_and_professors() -> None:
    shown = at(4, "student")
    shown.match.away = {3: Away("lost", 0.0, None)}
    rows = drawn(shown).rows()
    assert rows[13][30:].startswith("│ ▸You     ♜3wh ¢3  #4  5♛ 3♛ 1  ·  2  ")
    assert rows[15][30:].startswith("│  Chiara +♜3wh ¢5  #9  ·  2  2  1  3♛ ")
    assert rows[16][30:].startswith("│  Dario  !♜6bk ¢2  #2  ")
    assert rows[17].rstrip().endswith("│ v school · i island   + ally   ! away")
    assert rows[12].index("¢", 30) == rows[13].index("¢", 30) + 1
    assert rows[12].index("G", 30) == rows[13].index("5♛")


def test_a_simple_game_has_no_coins_anywhere() -> None:
    assert all("¢" not in row for row in drawn(at(4, "student", expert=False)).rows())


def test_cards_played_before_are_struck_out_and_the_one_of_this_round_stands_out() -> None:
    canvas = drawn(at(2, "mother"))
    hand = canvas.rows()[19]
    assert "strike" in canvas.styles[19][hand.index("3:2")].looks
    assert canvas.styles[19][hand.index("4:2")].bg == "cur"
    assert canvas.styles[19][hand.index("5:3")].looks == ("bold",)


def test_while_planning_the_hand_says_why_a_card_cannot_be_played() -> None:
    canvas = drawn(at(3, "assistant"))
    hand, notes = canvas.rows()[19:21]
    assert "▶ 5:3  ◀" in hand
    for value, note in (("3:2", "played"), ("6:3", "Bruno"), ("9:5", "Chiara"), ("5:3", "now")):
        assert abs(hand.index(value) - notes.index(note)) <= 2
    assert canvas.styles[19][hand.index("6:3")].fg == "dim"
    assert "strike" not in canvas.styles[19][hand.index("6:3")].looks
    assert canvas.styles[19][hand.index("8:4")].fg == "bright"


def test_who_holds_only_taken_values_may_play_them_all() -> None:
    shown = at(3, "assistant", cursor=Target("assistant", 6))
    shown.match.view["school/0"] = shown.match.view["school/0"] | {"hand": bytes((6, 9))}
    canvas = drawn(shown)
    hand, notes = canvas.rows()[19:21]
    assert canvas.styles[19][hand.index("9:5")].fg == "bright"
    assert "Bruno" in notes
    assert "Chiara" in notes


def test_rows_beyond_24_go_to_the_log() -> None:
    log = [[Span(f"event {number}", ink())] for number in range(20)]
    chat = [[Span(f"remark {number}", ink())] for number in range(20)]
    small_one = drawn(at(2, "mother", log=log, chat=chat)).rows()
    tall = drawn(at(2, "mother", log=log, chat=chat), 80, 32).rows()
    assert small_one[:21] == tall[:21]
    assert "event 19 · remark 19 (t to chat)" in small_one[21]
    assert [row.strip() for row in tall[21:30]] == [
        *(f"event {number}" for number in range(14, 20)),
        *(f"remark {number}" for number in range(17, 20)),
    ]


def test_one_row_of_log_shows_the_latest_and_cuts_it_if_it_must() -> None:
    long = [Span("Bartholomew moves " + "very " * 30, ink())]
    only = drawn(at(2, "mother", log=[long], chat=[])).rows()[21]
    assert only.startswith(" Bartholomew moves very")
    assert only.endswith("… ")
    nothing = drawn(at(2, "mother", log=[], chat=[])).rows()[21]
    assert nothing.strip() == "(t to chat)"
    said = drawn(at(2, "mother", log=[], chat=[[Span("Ada » hello", ink())]])).rows()[21]
    assert said.strip() == "Ada » hello (t to chat)"


def test_a_bot_is_called_by_its_whole_name_beside_the_fullest_entrance() -> None:
    canvas = drawn(at(3, "assistant", names=("Ada", "Bot Mina", "Bot Hugo")))
    assert "  Bot Mina ♜4bk" in canvas.rows()[14]
    assert "B.Mina" in canvas.rows()[20]  # under the value that it has played


def test_long_names_use_the_room_that_there_is() -> None:
    names = ("Ada", "Bartholomew Longfellow")
    state = sample(2)
    assert "  Bart…low ♜6bk" in drawn(scene(state, names=names)).rows()[14]
    assert " Bartholomew Longfellow  ♜6bk" in drawn(scene(state, names=names), 99).rows()[14]
    assert (
        drawn(scene(state), 99).rows()[14].rstrip() == drawn(scene(state)).rows()[14].rstrip()
    )
