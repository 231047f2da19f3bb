"""Every code that the server can say is listed, and every listed code can be said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import eriantys.server
import eriantys.wire
from eriantys.server import codes
from eriantys.server.house import STORE_UNAVAILABLE
from eriantys.server.matches import ending

SAYING = {
    "refuse": ("errors", 0),
    "Refusal": ("errors", 0),
    "WireError": ("wire", 0),
    "hang_up": ("byes", 1),
    "_turn_away": ("byes", 2),
    "Notice": ("notices", 0),
    "notify": ("notices", 2),
    "lose": ("causes", 3),
    "take_off": ("causes", 2),
    "look_away": ("causes", 2),
    "_lose": ("causes", 1),
    "MatchEnded": ("reasons", 1),
    "end_unseen": ("reasons", 2),
    "close_room": ("notices", 2),
    "send_away": ("byes", 2),
}
"""By the name of what is called: which list its code is of, and which argument that is."""

KNOWN = {"STORE_UNAVAILABLE": STORE_UNAVAILABLE[0]} | {
    f"{prefix}{name}": getattr(ending, name)
    for prefix in ("", "ending.")
    for name in ("LEFT", "RESIGNED", "ABANDONED", "VOTED", "CLOSED")
}
"""Codes that have a name in the source."""

PASSED_ON = {"error.code", "refusal.code", "illegal.code", "session.gone", "outcome.reason"}
"""Codes that somebody else has said before, and that are found there."""


FOR_OPERATORS = {"refuse": ("orders", 0), "Refused": ("orders", 0)}
"""The same in the files that carry out orders, which only operators hear of."""


def files() -> Iterator[tuple[bool, ast.Module]]:
    """Give every file, and whether what it refuses are orders."""
    for package in (eriantys.server, eriantys.wire):
        house = Path(package.__file__ or "").parent
        for file in sorted(house.rglob("*.py")):
            of_orders = file.parent.name in ("operator", "outside")
            yield of_orders, ast.parse(file.read_text(), file.name)


def functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            yield node


def meanings(node: ast.expr, inside: ast.FunctionDef) -> set[str]:
    """Tell what an argument may be, as far as the function that it stands in knows."""
    text = ast.unparse(node).lstrip("*")
    if text in PASSED_ON:
        return set()
    if text in KNOWN:
        return {KNOWN[text]}
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return meanings(node.body, inside) | meanings(node.orelse, inside)
    if isinstance(node, ast.Name):
        if node.id in [argument.arg for argument in inside.args.args]:
            return set()
        for each in ast.walk(inside):
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == node.id:
                return meanings(each.value, inside)
    raise AssertionError(f"{inside.name} says {text}, and nobody knows what that is")


def said() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {kind: set() for kind, _ in SAYING.values()}
    found["orders"] = set()
    for of_orders, module in files():
        saying = SAYING | FOR_OPERATORS if of_orders else SAYING
        for function in functions(module):
            for node in ast.walk(function):
                if not isinstance(node, ast.Call):
                    continue
                kind, place = saying.get(ast.unparse(node.func).split(".")[-1], ("", 0))
                if kind and len(node.args) > place:
                    found[kind] |= meanings(node.args[place], function)
                elif kind and any(isinstance(each, ast.Starred) for each in node.args):
                    found[kind] |= meanings(node.args[-1], function)
    return found


SAID = said()


def test_every_error_is_listed_and_can_happen() -> None:
    assert SAID["errors"] | (SAID["wire"] - {"frame-too-large"}) == set(codes.ERRORS)


def test_every_refusal_of_an_order_is_listed_and_can_happen() -> None:
    # Texts are checked, and matches closed, by the same means as players'.
    assert SAID["orders"] | {"bad-text"} == set(codes.ORDERS)


def test_every_bye_is_listed_and_can_happen() -> None:
    # A frame that is too large is the one refusal of the wire that ends the connection.
    assert SAID["byes"] | {"frame-too-large"} == set(codes.BYES)
    assert "frame-too-large" in SAID["wire"]


def test_every_notice_is_listed_and_can_happen() -> None:
    assert SAID["notices"] == set(codes.NOTICES)


def test_every_cause_is_listed_and_can_happen() -> None:
    # These are set where they arise: nobody's connection is lost because of them.
    assert SAID["causes"] | {"back", "restart", "watching"} == set(codes.CAUSES)


def test_every_reason_is_listed_and_can_happen() -> None:
    assert SAID["reasons"] == set(codes.REASONS)


@pytest.mark.parametrize("table", ["ERRORS", "BYES", "NOTICES", "CAUSES", "REASONS", "ORDERS"])
def test_the_lists_are_in_order_and_say_what_each_code_means(table: str) -> None:
    listed: dict[str, str] = getattr(codes, table)
    assert list(listed) == sorted(listed)
    for code, meaning in listed.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert re.fullmatch(r"[^A-Z.][^.]+[^.]", meaning)
