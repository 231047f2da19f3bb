"""The codes of refusals are those of the table, and the manual page lists them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import eriantys.games.santorini as room
from eriantys.games.santorini.codes import CODES
from eriantys.games.santorini.state import State, snapshot

from .position import position, refused, why

ROOM = Path(room.__file__).parent
MANUAL = Path(__file__).parents[3] / "man" / "eriantys.6"
WITH_CODES = {"Illegal": 0, "_refused": 1}
"""What is called with a code, and the place of that among its arguments."""


def codes_in(source: str) -> set[str]:
    """List the codes that are written down in calls."""
    return {
        argument.value
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in WITH_CODES
        and isinstance(argument := call.args[WITH_CODES[call.func.id]], ast.Constant)
    }


def test_the_table_has_every_code_and_no_other() -> None:
    used = set[str]().union(*(codes_in(file.read_text("utf-8")) for file in ROOM.glob("*.py")))
    assert used == set(CODES)


def test_the_manual_page_lists_every_code() -> None:
    page = MANUAL.read_text("utf-8").replace("\\-", "-")
    section = page.split(".SH REFUSALS")[1].split(".SH ")[0].split(".SS ")[2]
    assert re.findall(r"(?m)^\.B ([a-z-]+)$", section) == sorted(CODES)


def test_a_snapshot_forgets_no_field_of_the_state() -> None:
    follows_from_the_rest = {"powers", "offers"}
    kept = set(snapshot(position("a1 a2 / e1 e2")))
    assert kept == set(State.__slots__) - follows_from_the_rest


def test_a_refusal_says_what_would_be_legal_but_not_in_hardcore_mode() -> None:
    guided = position("c3 a1 / e5 e1", "c4=2", gods="pan athena")
    assert "Open to you: move c3 " in why(guided, "move c3 c4")
    unguided = position("c3 a1 / e5 e1", "c4=2", gods="pan athena", hardcore=True)
    assert refused(unguided, "move c3 c4") == "too-high"
    assert "move" not in why(unguided, "move c3 c4")
