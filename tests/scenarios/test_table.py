"""The tables of the documents' rows, and of our own, and the tests that show them."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
ROWS = {"D0": 10, "D1": 12, "D2": 9, "D3": 15, "D4": 12, "H": 22}
"""How many rows each document has, and what the house has beyond them."""


def rows() -> dict[str, str]:
    """Read the table: which file shows each row."""
    text = (HERE / "README.md").read_text("utf-8")
    found = re.findall(r"(?m)^\| ((?:D\d+|H)\.\d+) \| [^|]+ \| ([^|]+) \|$", text)
    assert len(found) == len(dict(found)), "a row is there twice"
    return dict(found)


def shown() -> dict[str, set[str]]:
    """Find the tests: in which files each row is named."""
    found = defaultdict(set)
    for path in HERE.glob("test_*.py"):
        names = re.findall(r"(?m)^def test_(d\d+|h)_(\d+)_", path.read_text("utf-8"))
        for document, row in names:
            found[f"{document.upper()}.{row}"].add(f"`{path.name}`")
    return found


def test_the_table_has_every_row() -> None:
    every = [f"{name}.{row}" for name, count in ROWS.items() for row in range(1, count + 1)]
    assert list(rows()) == every


def test_each_row_is_shown_where_the_table_says() -> None:
    tests = shown()
    for row, where in rows().items():
        assert tests.get(row, set()) == set(where.split(", ")), row


def test_each_test_belongs_to_a_row() -> None:
    assert set(shown()) == set(rows())
