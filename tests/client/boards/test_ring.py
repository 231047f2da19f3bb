"""The ring of islands and what lies within it, in all three forms."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from eriantys.client.boards.eriantys import chips, clouds, ring
from eriantys.client.boards.eriantys.ring import DOWN, LARGE, LEFT, RIGHT, ROUND, UP, WIDE
from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas
from eriantys.games.eriantys.names import CHARACTERS
from eriantys.games.eriantys.setup import CARD_STUDENTS
from tests.client.boards.scenes import NAMES, golden, joined, late, sample, scene

FORMS = (WIDE, ROUND, LARGE)
RUNS = [(start, length) for start in range(1, 13) for length in range(1, 11)]
STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}
WALLS = set("╭─╮│╰╯┏━┓┃┗┛")
MIDDLES = {"wide": clouds.strip, "round": clouds.centre, "large": clouds.boxes}


def drawn(shown: Scene, form: ring.Form) -> Canvas:
    canvas = Canvas(form.width + 2, form.height + 2)
    ring.draw(canvas, shown, form, 1, 1)
    MIDDLES[form.name](canvas, shown, ring.middle(form, 1, 1))
    assert canvas.spilled == []
    return canvas


def tiles_of(start: int, length: int) -> tuple[int, ...]:
    return tuple((start - 1 + step) % 12 + 1 for step in range(length))


def land(form: ring.Form, tiles: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (x, y)
        for area in ring.shape(form, tiles).grounds
        for x in range(area.x, area.x + area.width)
        for y in range(area.y, area.y + area.height)
    )


def row_of(canvas: Canvas, area: Any, row: int = 0) -> str:
    return "".join(canvas.letters[area.y + row][area.x : area.x + area.width])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_places_of_the_islands_follow_each_other_around_the_ring(form: ring.Form) -> None:
    assert len(form.places) == 12
    for one, other in combinations(form.places, 2):
        apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart_x or apart_y
    bridged = {(one, other) for one, other, _ in form.bridges}
    for number in range(1, 13):
        following = number % 12 + 1
        one, other = form.places[number - 1], form.places[following - 1]
        side_by_side = abs(one.x - other.x) == one.width and one.y == other.y
        above = abs(one.y - other.y) == one.height and one.x == other.x
        assert side_by_side or above or (number, following) in bridged


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_group_has_one_closed_outline(form: ring.Form) -> None:
    for start, length in RUNS:
        cells = land(form, tiles_of(start, length))
        ways = ring.outline(cells)
        for (x, y), directions in ways.items():
            assert directions.bit_count() == 2
            for way, (right, down) in STEPS.items():
                if directions & way:
                    back = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}[way]
                    assert ways[x + right, y + down] & back
        at = first = min(ways)
        came, walked = 0, 0
        while not walked or at != first:
            way = next(way for way in STEPS if ways[at] & way and way != came)
            came = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}[way]
            at = at[0] + STEPS[way][0], at[1] + STEPS[way][1]
            walked += 1
        assert walked == len(ways), "there is more than one wall"
        around = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        edge = {(x, y) for x, y in cells if any((x + r, y + d) not in cells for r, d in around)}
        assert set(ways) == edge


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_group_is_drawn_without_stray_walls_and_can_be_clicked_everywhere(
    form: ring.Form,
) -> None:
    for start, length in RUNS:
        tiles = tiles_of(start, length)
        canvas = drawn(joined(scene(sample()), start, length), form)
        cells = land(form, tiles)
        ways = ring.outline(cells)
        for x, y in cells:
            if (x, y) not in ways:
                assert canvas.letters[y + 1][x + 1] not in WALLS
            assert canvas.hit(x + 1, y + 1) == Target("island", min(tiles))
        unseen = [
            cell for cell in ways if canvas.letters[cell[1] + 1][cell[0] + 1] not in WALLS
        ]
        # Only the label and Mother Nature stand in the wall.
        assert {y for _, y in unseen} == {ring.shape(form, tiles).top.y}
        assert len(unseen) <= 2 + len("+".join(map(str, tiles))) + len("▲ MN ")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_number_mother_nature_and_no_entry_fit_into_every_upper_edge(form: ring.Form) -> None:
    for start, length in RUNS:
        tiles = tiles_of(start, length)
        shown = joined(scene(sample()), start, length, no_entry=4)
        shown.cursor = Target("island", min(tiles))
        canvas = drawn(shown, form)
        top = ring.shape(form, tiles).top
        edge = row_of(canvas, top._replace(x=top.x + 1, y=top.y + 1))
        names = {"+".join(map(str, tiles)), f"{tiles[0]}…{tiles[-1]}"}
        assert edge[0] in "┏━"
        assert edge[-1] in "┓━"
        assert any(edge[1:].startswith(f"▶{name}◀") for name in names)
        assert "⊘4" in edge
        assert ("▲MN" in edge) == (form is not LARGE)
        if form is LARGE:
            assert any("▲ MOTHER NATURE" in row for row in canvas.rows())


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_other_islands_stay_as_they_are_when_some_join(form: ring.Form) -> None:
    before = drawn(joined(scene(sample()), 7, 1), form)
    after = drawn(joined(scene(sample()), 7, 4), form)
    for number in (1, 2, 3, 4, 5, 6, 11, 12):
        area = ring.tile(form, number, 1, 1)
        for row in range(area.height):
            assert row_of(before, area, row) == row_of(after, area, row)


def test_groups_are_called_clockwise_and_shortened_only_where_there_is_no_room() -> None:
    canvas = drawn(scene(late()), WIDE)
    assert "╭ 12+1+2 ─" in canvas.rows()[1]
    assert "╭ 9+10+11 ─" in canvas.rows()[7]
    corner = drawn(joined(scene(sample()), 6, 5), WIDE)
    assert "╭ 6…10 ─▲MN─╮" in corner.rows()[1]


def test_the_cursor_is_a_heavy_outline_around_the_whole_group() -> None:
    canvas = drawn(scene(late(), cursor=Target("island", 1)), WIDE)
    assert canvas.rows()[1].startswith(" ┏▶12+1+2◀━")
    assert canvas.rows()[4].startswith(" ┃   ┏━")
    assert canvas.styles[1][1].fg == "cur"


def test_a_marked_island_has_brackets_and_the_accent() -> None:
    canvas = drawn(scene(sample(), marked=frozenset({Target("island", 8)})), WIDE)
    place = ring.tile(WIDE, 8, 1, 1)
    assert row_of(canvas, place).startswith("╭[8]─")
    assert canvas.styles[place.y][place.x].fg == "accent"
    assert canvas.styles[place.y][place.x - 1].fg == "line"


def test_a_fresh_island_has_a_brighter_wall() -> None:
    canvas = drawn(scene(sample(), fresh=frozenset({Target("island", 2)})), WIDE)
    place = ring.tile(WIDE, 2, 1, 1)
    assert canvas.styles[place.y][place.x].fg == "bright"
    assert row_of(canvas, place).startswith("╭ 2 ─")


@pytest.mark.parametrize("form", [WIDE, ROUND], ids=lambda form: form.name)
def test_mother_nature_is_drawn_where_she_walks(form: ring.Form) -> None:
    standing = drawn(scene(sample()), form)
    walking = drawn(scene(sample(), mother_at=4), form)
    assert "▲" in row_of(standing, ring.tile(form, 7, 1, 1))
    assert "▲" not in row_of(walking, ring.tile(form, 7, 1, 1))
    assert "▲" in row_of(walking, ring.tile(form, 4, 1, 1))


def test_large_counts_are_told_where_there_is_room() -> None:
    many = {"students": bytes((12, 0, 10, 0, 3))}
    single = drawn(joined(scene(sample()), 1, 1, **many), WIDE)
    assert "G+ ·· Y+" in single.rows()[2]
    pair = drawn(joined(scene(sample()), 1, 2, **many), WIDE)
    assert "G12 ··  Y10" in pair.rows()[2]
    assert "12 ·  10 ·  3" in drawn(joined(scene(sample()), 1, 2, **many), ROUND).rows()[3]
    assert "G12  ·  Y10  ·  B3" in drawn(joined(scene(sample()), 1, 2, **many), LARGE).rows()[2]


def test_towers_say_their_colour_without_colour() -> None:
    assert "♜♜bk│" in drawn(scene(sample()), WIDE).rows()[3]
    assert "│ ♜♜ black" in drawn(scene(sample()), ROUND).rows()[4]
    assert "♜♜♜gy│" in drawn(scene(sample(3)), WIDE).rows()[9]
    large = drawn(scene(sample()), LARGE)
    assert large.rows()[5].startswith(" │ no tower      ││ ♜ white ")


@pytest.mark.parametrize(
    ("influence", "words"),
    [
        ((3, 1), "♟ you 3:1"),
        ((1, 4), "♟ Bruno 4:1"),
        ((2, 2), "♟ tie 2:2"),
        ((0, 0), "♟ nobody"),
        ((10, 12), "♟ Bruno 12:10"),
    ],
)
def test_a_large_island_tells_who_leads(influence: tuple[int, int], words: str) -> None:
    shown = joined(scene(sample()), 1, 1, influence=bytes(influence))
    assert row_of(drawn(shown, LARGE), ring.tile(LARGE, 1, 1, 1), 3)[2:15].strip() == words


def test_teams_are_called_by_their_towers_and_watchers_are_nobody() -> None:
    assert ring.side_name(scene(sample(4)), 0) == "you"
    assert ring.side_name(scene(sample(4)), 1) == "black"
    assert ring.side_name(scene(sample(2), seat=None), 0) == "Ada"


def test_a_long_name_of_a_leader_stays_on_the_island() -> None:
    names = ("Ada", "Bartholomäus der Große", *NAMES[2:])
    shown = joined(scene(sample(), names=names), 1, 1, influence=bytes((10, 12)))
    assert row_of(drawn(shown, LARGE), ring.tile(LARGE, 1, 1, 1), 3) == "│ ♟ Bar…ße 12:10│"


def test_the_water_at_the_ends_gives_way_to_bridges() -> None:
    rows = drawn(scene(sample()), WIDE).rows()
    assert rows[5][1] == rows[6][78] == "╎"
    rows = drawn(scene(late()), WIDE).rows()
    assert rows[5][1:6] == "│   │"
    assert rows[6][74:79] == "│   │"


# The middle.


def with_characters(shown: Scene, names: tuple[str, ...], **facts: Any) -> Scene:
    """Lay other characters on the table of a scene."""
    view = dict(shown.match.view)
    for slot, name in enumerate(names, 1):
        count = CARD_STUDENTS.get(CHARACTERS.index(name), 0)
        view[f"character/{slot}"] = {
            "name": name,
            "price": 3,
            "used": True,
            "students": bytes((count, 0, 0, 0, 0)),
            "no_entry": 4 if name == "grandma" else 0,
        }
    view["effect"] = {"character": None, "colour": None, **facts}
    shown.match.view = view
    return shown


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("coins", [0, 9])
def test_any_three_characters_stay_in_the_middle(
    form: ring.Form, seats: int, coins: int
) -> None:
    for names in combinations(CHARACTERS[1:], 3):
        for in_use in (None, *names):
            colour = "green" if in_use in ("mushroom", "thief") else None
            shown = with_characters(
                scene(sample(seats)), names, character=in_use, colour=colour
            )
            shown.match.view["school/0"] = shown.match.view["school/0"] | {"coins": coins}
            area = ring.middle(form, 0, 0)
            # Nothing may touch the column after the middle, nor anything outside of it.
            canvas = Canvas(area.x + area.width, area.y + area.height)
            MIDDLES[form.name](canvas, shown, area)
            assert canvas.spilled == []
            for slot, name in enumerate(names, 1):
                assert any(f"c{slot} {name.capitalize()}" in row for row in canvas.rows())
            if form is LARGE:
                edges = {canvas.letters[area.y + 4][area.x + at] for at in (0, 16, 17, 33, 50)}
                assert edges == {"│"}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_what_costs_too_much_is_dim(form: ring.Form) -> None:
    rich, poor = scene(sample()), scene(sample())
    poor.match.view["school/0"] = poor.match.view["school/0"] | {"coins": 1}
    assert [card.within_reach for card in clouds.characters(rich)] == [True, True, True]
    assert [card.within_reach for card in clouds.characters(poor)] == [True, False, True]
    for shown, role in ((rich, "text"), (poor, "dim")):
        canvas = drawn(shown, form)
        ((x, y),) = [
            (row.find("Grandma"), y) for y, row in enumerate(canvas.rows()) if "Gra" in row
        ]
        assert canvas.styles[y][x].fg == role
        assert canvas.hit(x, y) == Target("character", 2)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_character_in_use_says_so(form: ring.Form) -> None:
    names = ("herald", "mushroom", "knight")
    shown = with_characters(scene(sample()), names, character="herald")
    assert any("in use" in row for row in drawn(shown, form).rows())
    shown = with_characters(scene(sample()), names, character="mushroom", colour="pink")
    assert any("no P" in row for row in drawn(shown, form).rows())


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clouds_are_marked_without_moving_anything(form: ring.Form, seats: int) -> None:
    plain = drawn(scene(sample(seats, "cloud")), form)
    last = Target("cloud", seats)
    marked = drawn(
        scene(sample(seats, "cloud"), cursor=last, marked=frozenset({Target("cloud", 2)})), form
    )
    signs = set("[]▶◀┏━┓┃┗┛")
    for row, other in zip(plain.rows(), marked.rows(), strict=True):
        for old, new in zip(row, other, strict=True):
            assert old == new or new in signs
    text = "\n".join(marked.rows())
    assert f"▶☁{seats}◀" in text
    assert seats == 2 or "[☁2]" in text
    at = next(y for y, row in enumerate(marked.rows()) if "▶☁" in row)
    assert marked.hit(marked.rows()[at].index("▶☁") + 1, at) == last


def test_an_empty_cloud_is_taken_or_just_empty() -> None:
    assert "☁1 taken" in drawn(scene(sample(4)), WIDE).rows()[5]
    short = scene(sample(4))
    short.match.view["ending"] = short.match.view["ending"] | {"short_round": True}
    assert "☁1 empty" in drawn(short, WIDE).rows()[5]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_simple_game_has_clouds_and_a_bag_but_no_prices(form: ring.Form) -> None:
    text = "\n".join(drawn(scene(sample(2, expert=False)), form).rows())
    assert "☁2" in text
    assert "bag" in text
    assert "¢" not in text


def test_an_empty_bag_is_told_in_red() -> None:
    shown = scene(sample())
    shown.match.view["bag"] = bytes(5)
    canvas = drawn(shown, WIDE)
    assert canvas.styles[5][canvas.rows()[5].index("bag 0")].fg == "bad"


def test_rows_of_numbers_are_read_and_nothing_else() -> None:
    assert chips.row(bytes((1, 2))) == (1, 2)
    with pytest.raises(TypeError, match="no row of numbers"):
        chips.row("12")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_ring_looks_as_it_was_drawn(form: ring.Form) -> None:
    cursor, marked = Target("island", 9), frozenset({Target("island", 8)})
    for name, state in (("early", sample(4)), ("late", late())):
        shown = scene(state, cursor=cursor, marked=marked)
        golden(f"ring-{form.name}-{name}", drawn(shown, form))
