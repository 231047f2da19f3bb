"""Charts show their values where they belong, and tables say the same."""

from __future__ import annotations

from itertools import pairwise

import pytest

from eriantys.client.canvas import Area, Canvas
from eriantys.client.chart import ACROSS, BLANK, DOWN, Series, draw_chart, draw_table

ADA = Series("Ada", (0, 1, 2, 3, 6), "cur")
BRUNO = Series("Bruno", (0, 2, 2, 1, 0), "accent")
LABELS = ["0", "r1", "r2", "r3", "r4"]


def chart(*series: Series, wide: int = 60, high: int = 8, labels: list[str] = LABELS) -> Canvas:
    canvas = Canvas(wide, high)
    draw_chart(canvas, Area(0, 0, wide, high), series, labels[: len(series[0].values)])
    assert canvas.spilled == []
    return canvas


def dots(canvas: Canvas) -> set[tuple[int, int]]:
    """Find the dots that are set, by column and row from the top."""
    bits = {0x01: (0, 0), 0x02: (0, 1), 0x04: (0, 2), 0x08: (1, 0)}
    bits |= {0x10: (1, 1), 0x20: (1, 2), 0x40: (0, 3), 0x80: (1, 3)}
    found: set[tuple[int, int]] = set()
    for y, row in enumerate(canvas.letters):
        for x, letter in enumerate(row):
            code = ord(letter) - BLANK if letter else 0
            if 0 < code < 256:
                for bit, (across, down) in bits.items():
                    if code & bit:
                        found.add((x * ACROSS + across, y * DOWN + down))
    return found


def test_a_line_goes_from_its_first_value_to_its_last_without_a_gap() -> None:
    found = dots(chart(ADA))
    columns = sorted({column for column, _ in found})
    assert columns == list(range(columns[0], columns[-1] + 1))
    heights = {column: [row for at, row in found if at == column] for column in columns}
    assert max(heights[columns[0]]) == 7 * DOWN - 1, "nothing lies at the bottom"
    assert min(heights[columns[-1]]) == 0, "the largest value lies at the top"
    for column, following in pairwise(columns):
        near = min(abs(one - other) for one in heights[column] for other in heights[following])
        assert near <= 1
    # It never falls, as Ada never does.
    tops = [min(heights[column]) for column in columns]
    assert tops == sorted(tops, reverse=True)


@pytest.mark.parametrize("wide", [30, 47, 60, 100])
@pytest.mark.parametrize("high", [4, 6, 9, 20])
def test_every_value_lies_on_its_height(wide: int, high: int) -> None:
    found = dots(chart(ADA, wide=wide, high=high))
    first, last = min(found)[0], max(found)[0]
    rows = (high - 1) * DOWN - 1
    for place, value in enumerate(ADA.values):
        column = first + round(place * (last - first) / (len(ADA.values) - 1))
        there = [row for at, row in found if at == column]
        assert rows - round(value * rows / 6) in there


def test_ends_are_named_beside_the_line_and_never_over_each_other() -> None:
    rows = [row.rstrip() for row in chart(ADA, BRUNO).rows()]
    assert rows[0].endswith("◂ Ada 6")
    assert rows[6].endswith("◂ Bruno 0")
    same = [Series(name, (0, 1, 1), "text") for name in ("Ada", "Bruno", "Chiara", "Dario")]
    rows = [row.rstrip() for row in chart(*same, high=6).rows()]
    assert [row.split("◂ ")[1] for row in rows if "◂" in row] == [
        f"{each.name} 1" for each in same
    ]
    low = [Series(name, (0, 0, 0), "text") for name in ("Ada", "Bruno", "Chiara")]
    rows = [row.rstrip() for row in chart(*low, high=6).rows()]
    assert [row.split("◂ ")[1] for row in rows if "◂" in row] == [
        "Ada 0",
        "Bruno 0",
        "Chiara 0",
    ]


def test_the_first_line_lies_on_top_and_dots_of_others_stay() -> None:
    both, alone = chart(ADA, BRUNO), chart(BRUNO._replace(values=(0, 2, 2, 1, 0, 6)[:5]), ADA)
    assert dots(both) == dots(alone)
    crossing = Series("Bruno", (6, 3, 2, 1, 0), "accent")
    over, under = chart(ADA, crossing), chart(crossing, ADA)
    assert dots(over) == dots(under)
    styles = {
        (x, y): (over.styles[y][x].fg, under.styles[y][x].fg)
        for y, row in enumerate(over.letters)
        for x, letter in enumerate(row)
        if letter and 0 < ord(letter) - BLANK < 256
    }
    assert ("cur", "accent") in styles.values(), "they cross somewhere"


def test_values_are_labelled_where_they_fit_and_never_twice_in_a_row() -> None:
    for high in (4, 6, 8, 12, 30):
        for top in (1, 2, 5, 8, 12, 40, 99):
            rows = chart(Series("Ada", (0, top), "cur"), high=high).rows()[:-1]
            gauge = len(str(top))
            marked = [int(row[:gauge]) for row in rows if row[:gauge].strip()]
            assert marked == sorted(set(marked), reverse=True)
            assert marked[-1] == 0


def test_labels_along_the_chart_do_not_touch() -> None:
    for count in (1, 2, 3, 9, 11, 20, 40):
        labels = ["0", *(f"r{number}" for number in range(1, count))]
        for wide in (24, 40, 60, 90):
            canvas = chart(Series("Ada", tuple(range(count)), "cur"), wide=wide, labels=labels)
            shown = canvas.rows()[-1].split()
            assert shown == [label for label in labels if label in shown]
            assert shown[-1] == labels[-1]
            assert len(shown) >= min(2, count)


def test_a_chart_of_nothing_or_without_room_harms_nobody() -> None:
    flat = chart(Series("Ada", (0, 0, 0), "cur"))
    assert {row for _, row in dots(flat)} == {7 * DOWN - 1}
    one = chart(Series("Ada", (3,), "cur"))
    assert {row for _, row in dots(one)} == {0}
    for wide in range(1, 30):
        for high in range(1, 5):
            chart(Series("A" * 30, (0, 5), "cur"), wide=wide, high=high)


def test_a_table_says_the_same_numbers() -> None:
    canvas = Canvas(60, 4)
    draw_table(canvas, Area(0, 0, 60, 4), [ADA, BRUNO], LABELS)
    rows = [row.split() for row in canvas.rows()]
    assert rows == [LABELS, ["Ada", *"01236"], ["Bruno", *"02210"], []]
    assert canvas.spilled == []


def test_a_narrow_table_keeps_the_latest() -> None:
    for wide in range(10, 60):
        canvas = Canvas(wide, 3)
        draw_table(canvas, Area(0, 0, wide, 3), [ADA, BRUNO], LABELS)
        assert canvas.spilled == []
        rows = [row.split() for row in canvas.rows()]
        assert rows[0][-1] == "r4"
        assert (rows[1][-1], rows[2][-1]) == ("6", "0")
