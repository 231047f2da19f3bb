"""The codes of refusals are those of the table, and the manual page lists them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import eriantys.games.eriantys as room
from eriantys.games.eriantys.codes import CODES
from eriantys.games.eriantys.setup import empty_table
from eriantys.games.eriantys.state import State, Table, snapshot
from tests.games.play import fair_dice

ROOM = Path(room.__file__).parent
MANUAL = Path(__file__).parents[3] / "man" / "eriantys.6"


def codes_in(source: str) -> list[str]:
    """List the first arguments of every `Illegal(...)`."""
    return [
        ast.literal_eval(call.args[0])
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Illegal"
    ]


def test_the_table_has_every_code_and_no_other() -> None:
    used = {code for file in ROOM.glob("*.py") for code in codes_in(file.read_text("utf-8"))}
    assert used == set(CODES)


def test_the_manual_page_lists_every_code() -> None:
    page = MANUAL.read_text("utf-8").replace("\\-", "-")
    section = page.split(".SH REFUSALS")[1].split(".SS ")[1]
    assert re.findall(r"(?m)^\.B ([a-z-]+)$", section) == sorted(CODES)


def test_a_snapshot_forgets_no_field_of_the_state() -> None:
    state = empty_table(Table.of(2, True, (1, 2, 3)), fair_dice("fields"))
    parts_of_the_table = {"seats", "expert", "characters"}
    assert set(snapshot(state)) - parts_of_the_table == set(State.__slots__) - {"table"}
