"""Finds out of the sources which errors a message can be refused with, without running any.

Whatever a handler calls by its plain name is followed through the rooms of the server, and
every code in a function that refuses something counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import eriantys.server as room
from eriantys.server.codes import ERRORS
from eriantys.server.table import ALWAYS, TABLE

_HOUSE = "eriantys.server"
_REFUSING = ("refuse", "Refusal")

_Place = tuple[str, str]
"""A module of the server, and a function in it."""


def refusals_of(message: type) -> set[str]:
    """Name the errors that the handlers of a message can give."""
    handlers = [row.accepts.get(message) for row in TABLE.values()]
    found: set[str] = set()
    for handler in [*handlers, ALWAYS.get(message)]:
        if handler is not None:
            module = handler.__module__.rpartition(".")[2]
            found |= _codes((module, handler.__name__), set())
    return found


def _codes(place: _Place, seen: set[_Place]) -> set[str]:
    if place in seen or place not in _FUNCTIONS:
        return set()
    seen.add(place)
    calls = list(_calls(_FUNCTIONS[place]))
    found: set[str] = set()
    if any(isinstance(call.func, ast.Name) and call.func.id in _REFUSING for call in calls):
        texts = (each for each in ast.walk(_FUNCTIONS[place]) if isinstance(each, ast.Constant))
        found = {text.value for text in texts if text.value in ERRORS}
    for call in calls:
        found |= _codes(_target(place[0], call), seen)
    return found


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """Find the calls in a function, but none whose refusals it takes back."""
    if isinstance(node, ast.Try) and any(
        isinstance(each.type, ast.Name) and each.type.id == "Refusal" for each in node.handlers
    ):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)


def _target(module: str, call: ast.Call) -> _Place:
    match call.func:
        case ast.Name(id=name):
            return _IMPORTS[module].get(name, (module, name))
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return _IMPORTS[module].get(owner, ("", ""))[1], name
    return "", ""


def _read() -> tuple[dict[_Place, ast.FunctionDef], dict[str, dict[str, _Place]]]:
    functions: dict[_Place, ast.FunctionDef] = {}
    imports: dict[str, dict[str, _Place]] = {}
    for file in Path(room.__file__).parent.rglob("*.py"):
        module, tree = file.stem, ast.parse(file.read_text("utf-8"))
        imports[module] = {
            alias.asname or alias.name: (origin.rpartition(".")[2], alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (origin := node.module or "")
            for alias in node.names
            if origin.startswith(_HOUSE)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                functions[module, node.name] = node
    return functions, imports


_FUNCTIONS, _IMPORTS = _read()
