"""How the little Markdown of the rules is laid out in cells."""

from __future__ import annotations

from eriantys.client.screens import markdown
from eriantys.client.screens.markdown import lay_out
from tests.client.screens.reading import RULES


def laid(text: str, cells: int) -> list[str]:
    return [line.text for line in lay_out(text.splitlines(), cells)]


def test_hard_line_ends_are_joined_and_wrapped_anew() -> None:
    text = "One two three\nfour five\nsix.\n\nSeven."
    assert laid(text, 80) == ["One two three four five six.", "", "Seven."]
    assert laid(text, 13) == ["One two three", "four five", "six.", "", "Seven."]


def test_headings_are_bold_and_stand_alone() -> None:
    head, blank, text = lay_out(["# The title", "Text."], 40)
    assert head.heading
    assert head.text == "The title"
    assert all("bold" in span.style.looks for span in head.spans)
    assert blank.text == ""
    assert not text.heading


def test_items_hang() -> None:
    assert laid("- one two\n  three\n- four", 9) == ["• one two", "  three", "• four"]
    assert laid("9.  one two\n10. three\n    four", 11) == [
        " 9. one two",
        "10. three",
        "    four",
    ]


def test_marks_of_emphasis_become_styles() -> None:
    (line,) = lay_out(["**Knight.** Type `play knight`, *now*; 2 * 3 * 4 and a_b_c."], 80)
    assert line.text == "Knight. Type play knight, now; 2 * 3 * 4 and a_b_c."
    styles = {span.text.strip(): span.style for span in line.spans}
    assert styles["Knight."] == markdown.STRONG
    assert styles["play knight"] == markdown.TYPED
    assert styles["now"] == markdown.STRONG


def test_emphasis_goes_on_in_the_next_line() -> None:
    first, second = lay_out(["a **bold", "word** b"], 6)
    assert first.spans[-1] == markdown.Span("bold", markdown.STRONG)
    assert second.spans[0].text.strip() == "word"
    assert second.spans[0].style == markdown.STRONG


TABLE = """
| name | price | what it does             |
| ---- | ----- | ------------------------ |
| Monk | 1     | a student goes somewhere |
|      |       | of your choice           |
| Bag  |       |                          |
"""


def test_tables_stand_in_columns_and_rows_without_a_name_go_on() -> None:
    assert laid(TABLE, 60) == [
        "name  price  what it does",
        "Monk  1      a student goes somewhere of your choice",
        "Bag",
    ]
    assert laid(TABLE, 35) == [
        "name  price  what it does",
        "Monk  1      a student goes",
        "             somewhere of your",
        "             choice",
        "Bag",
    ]


def test_a_table_that_is_too_narrow_is_told_row_by_row() -> None:
    assert laid(TABLE, 24) == [
        "Monk: price 1, what it",
        "  does a student goes",
        "  somewhere of your",
        "  choice",
        "Bag",
    ]


def test_an_example_stays_as_it_was_typed() -> None:
    assert laid("So:\n\n    g d   to the table\n          and so on", 40) == [
        "So:",
        "",
        "  g d   to the table",
        "        and so on",
    ]


def test_odd_pages_are_no_trouble() -> None:
    for text in ("", "|", "| - |\n| - |", "#", "-", "||\n||", "**", "`", "    ", "1."):
        for cells in (1, 3, 40):
            lay_out(text.splitlines(), cells)


def test_the_rules_fit_every_width_and_show_no_marks() -> None:
    for cells in range(20, 120, 7):
        lines = [line.text for line in lay_out(RULES, cells)]
        assert max(map(len, lines)) <= cells
        whole = "\n".join(lines)
        assert "**" not in whole
        assert "`" not in whole
        assert "|" not in whole
        assert "##" not in whole
