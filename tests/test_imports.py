"""Who may import whom in the house, held for every source file, without running any.

Games and wire know nobody. Server, client and bots know those two, and not each other. What
a game is played with stays outside of it: no clock, no socket, no terminal, no other game.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "eriantys"
NAME = "eriantys"

COMMON = {"exits", "__version__"}
SHARED = {"wire", "games"}
TABLE = {"record"}
"""The packages in games that are no games, but serve them all."""
ROOMS = {"games", "wire", "server", "client", "bots", "commands", "cli"}

MAY_IMPORT: dict[str, set[str]] = {
    "games": {"games"},
    "wire": {"wire"},
    "server": {"server"} | SHARED | COMMON,
    "client": {"client"} | SHARED | COMMON,
    "bots": {"bots"} | SHARED | COMMON,
    "commands": {"commands", "games", "server", "client", "bots", "console"} | COMMON,
    "cli": ROOMS | {"console"} | COMMON,
    "console": {"exits"},
    "__main__": {"cli"},
    "__init__": set(),
    "exits": set(),
}
"""By room, or by file where one lies in no room; the rooms to come stand here already."""

IMPURE = {
    *("asyncio", "blessed", "logging", "multiprocessing", "os", "random", "secrets", "select"),
    *("selectors", "signal", "socket", "subprocess", "sys", "threading", "time"),
}
"""What no game may reach for, and nothing that all games share."""

EXEMPT = {("games/dice.py", "random")}
"""The playouts' quick dice are made of it; every other chance comes from those dice."""

DYNAMIC_IMPORTS = ("import_module", "__import__")


class Import(NamedTuple):
    """One name that a file imports, all dots resolved."""

    line: int
    name: str

    @property
    def parts(self) -> list[str]:
        return self.name.split(".")

    @property
    def room(self) -> str | None:
        """The room of the house it comes from; None for all that is not of the house."""
        first, *rest = self.parts
        if first != NAME:
            return None
        return rest[0] if rest else "__version__"  # the bare house holds nothing else


def imports_of(source: str, package: str) -> Iterator[Import]:
    """Find every import in a source, however deep inside; `package` is where the file lies."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute("." * node.level + (node.module or ""), package)
            yield from (Import(node.lineno, f"{origin}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and called_name(node) in DYNAMIC_IMPORTS:
            name, origin, *_ = [*map(literal_start, node.args), "", ""]
            if name:
                yield Import(node.lineno, absolute(name, origin or package).rstrip("."))


def absolute(name: str, package: str) -> str:
    """Resolve the leading dots of a name as the language does."""
    bare = name.lstrip(".")
    level = len(name) - len(bare)
    if not level:
        return name
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - level + 1], *([bare] if bare else [])])


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def literal_start(node: ast.expr) -> str:
    """Read a text, or as much of a formatted one as is written out."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text
    return ""


def violations(house: Path) -> list[str]:
    """List whatever the files of a house import and may not."""
    found: list[str] = []
    for file in sorted(house.rglob("*.py")):
        where = file.relative_to(house)
        package = ".".join([NAME, *where.parent.parts])
        for each in imports_of(file.read_text("utf-8"), package):
            if objection := object_to(house, where, each):
                found.append(f"{where.as_posix()}:{each.line}: {objection}")
    return found


def object_to(house: Path, where: Path, what: Import) -> str:
    """Say why this file may not import this; nothing if it may."""
    room = where.parts[0] if len(where.parts) > 1 else where.stem
    if room not in MAY_IMPORT:
        return f"{room} is not in the table of rooms"
    if what.room is not None and what.room not in MAY_IMPORT[room]:
        return f"{room} may not import {what.name}"
    if room == "games":
        return object_to_game(house, where, what)
    if room == "server" and where.parts[1] != "outside":
        return object_to_core(what)
    if room == "client":
        return object_to_client(house, where, what)
    return ""


def object_to_client(house: Path, where: Path, what: Import) -> str:
    """Keep games out of the frame of the client, and the frame out of boards."""
    if what.room != "client" or len(what.parts) < 3:
        return ""
    inside = where.parts[1:]
    if inside[0] == "boards" and what.parts[2] in ("screens", "plain", "app", "loop"):
        return f"boards may not import {what.name}"
    game = what.parts[3] if what.parts[2] == "boards" and len(what.parts) > 3 else ""
    if not game or not (house / "client" / "boards" / game).is_dir():
        return ""
    if inside[:2] != ("boards", game):
        return f"only the room of {game} may import {what.name}"
    return ""


def object_to_core(what: Import) -> str:
    """Keep the server's core a machine that can be run from a seed."""
    if what.parts[0] in IMPURE - {"logging"} | {"datetime", "uuid"}:
        return f"the core of the server may not import {what.parts[0]}"
    if what.parts[:3] == [NAME, "server", "outside"]:
        return f"the core of the server may not import {what.name}"
    return ""


def object_to_game(house: Path, where: Path, what: Import) -> str:
    top = what.parts[0]
    if top in IMPURE and (where.as_posix(), top) not in EXEMPT:
        return f"games may not import {top}"
    own = where.parts[1]
    other = what.parts[2] if what.room == "games" and len(what.parts) > 2 else own
    if other != own and other not in TABLE and (house / "games" / other).is_dir():
        return f"{own} may not import the game {other}"
    return ""


def test_the_house_keeps_its_rules() -> None:
    assert violations(HOUSE) == []


def test_the_files_are_really_read() -> None:
    """A test that looks in the wrong place would pass as well."""
    read = {file.relative_to(HOUSE).as_posix() for file in HOUSE.rglob("*.py")}
    assert {"cli.py", "games/contract.py", "games/eriantys/play.py"} <= read
    dice = list(imports_of((HOUSE / "games/dice.py").read_text("utf-8"), "eriantys.games"))
    assert "random.Random" in [each.name for each in dice]
    table = list(imports_of((HOUSE / "games/__init__.py").read_text("utf-8"), "eriantys.games"))
    assert "eriantys.games.contract.Game" in [each.name for each in table]
    assert table[-1].name == "eriantys.games", "the game is found by a formatted name"


FORBIDDEN = [
    # games and wire know nobody
    ("games/record.py", "from eriantys.wire import frames", "eriantys.wire.frames"),
    ("games/record.py", "import eriantys.server.main", "eriantys.server.main"),
    ("games/record.py", "from eriantys import exits", "eriantys.exits"),
    ("games/record.py", "from eriantys import __version__", "eriantys.__version__"),
    ("games/record.py", "import eriantys", "may not import eriantys"),
    ("games/record.py", "from .. import client", "eriantys.client"),
    ("games/toy/play.py", "from ...wire import frames", "eriantys.wire.frames"),
    ("games/toy/__init__.py", "from ...wire import frames", "eriantys.wire.frames"),
    ("wire/frames.py", "from eriantys.games.contract import Event", "eriantys.games.contract"),
    ("wire/frames.py", "from eriantys.exits import Quit", "eriantys.exits.Quit"),
    ("wire/__init__.py", "from eriantys import *", "eriantys.*"),
    # the server's core knows nothing of the world outside
    ("server/core.py", "import time", "the core of the server may not import time"),
    ("server/matches/clock.py", "from socket import socket", "may not import socket"),
    ("server/core.py", "from eriantys.server.outside.store import Store", "outside.store"),
    ("server/lobby/rooms.py", "from ..outside import loop", "server.outside.loop"),
    # server, client and bots do not know each other
    ("server/lobby.py", "from eriantys.bots import random", "eriantys.bots.random"),
    ("server/lobby.py", "from eriantys.client.screen import Screen", "eriantys.client.screen"),
    ("client/screen.py", "import eriantys.server", "eriantys.server"),
    ("client/screen.py", "from ..bots import minimax", "eriantys.bots.minimax"),
    ("client/deep/er.py", "from ...bots import minimax", "eriantys.bots.minimax"),
    ("bots/player.py", "from eriantys import client", "eriantys.client"),
    ("bots/player.py", "from eriantys.commands import progress", "eriantys.commands.progress"),
    # commands need no screen, the server no words for people, and nobody calls the front door
    ("server/outside/loop.py", "from eriantys import console", "eriantys.console"),
    (
        "server/outside/loop.py",
        "from eriantys.commands import serve",
        "eriantys.commands.serve",
    ),
    ("commands/verify.py", "from eriantys.wire import frames", "eriantys.wire.frames"),
    ("commands/verify.py", "from eriantys.cli import main", "eriantys.cli.main"),
    ("games/record/text.py", "from eriantys import console", "eriantys.console"),
    ("exits.py", "from eriantys import games", "eriantys.games"),
    ("console.py", "from eriantys import games", "eriantys.games"),
    ("__init__.py", "from eriantys.games import find", "eriantys.games.find"),
    ("__main__.py", "from eriantys.games import find", "eriantys.games.find"),
    # the client's frame knows no game, and a board neither the frame nor another game
    (
        "client/boards/toy/board.py",
        "from eriantys.client.screens import table",
        "boards may not",
    ),
    ("client/boards/board.py", "from ..plain import spoken", "boards may not"),
    ("client/screens/table.py", "from ..boards.toy import words", "only the room of toy"),
    ("client/boards/__init__.py", "from .toy.board import ToyBoard", "only the room of toy"),
    # however it is written
    ("games/a.py", "def f():\n    if f:\n        from eriantys import wire", ":3: games may"),
    ("games/a.py", "try:\n    import eriantys.bots\nexcept ImportError: pass", "eriantys.bots"),
    ("games/a.py", "if TYPE_CHECKING:\n    import eriantys.wire", "eriantys.wire"),
    ("games/a.py", "import re, eriantys.wire as w", "eriantys.wire"),
    ("games/a.py", "import_module('eriantys.wire')", "eriantys.wire"),
    ("games/a.py", "importlib.import_module('eriantys.wire')", "eriantys.wire"),
    ("games/a.py", "x = [lambda: import_module(f'eriantys.bots.{x}')]", "eriantys.bots"),
    ("games/a.py", "import_module('..wire', 'eriantys.games')", "eriantys.wire"),
    ("games/a.py", "import_module('..wire', __package__)", "eriantys.wire"),
    ("games/a.py", "__import__('eriantys.wire')", "eriantys.wire"),
    # a game is pure
    *(("games/a.py", f"import {name}", f"may not import {name}") for name in sorted(IMPURE)),
    ("games/toy/play.py", "def f():\n    from random import Random", "import random"),
    ("games/toy/dice.py", "from random import Random", "import random"),
    ("games/dice.py", "import time", "may not import time"),
    ("games/toy/play.py", "from os import path", "may not import os"),
    ("games/toy/play.py", "import os.path", "may not import os"),
    ("games/toy/play.py", "import_module('socket')", "may not import socket"),
    # and alone
    ("games/toy/play.py", "from eriantys.games.other import rules", "the game other"),
    ("games/toy/play.py", "from eriantys.games import other", "the game other"),
    ("games/toy/play.py", "from ..other import rules", "the game other"),
    ("games/toy/deep/er.py", "from ...other import rules", "toy may not import the game other"),
    ("games/record/reader.py", "from eriantys.games.toy import GAME", "the game toy"),
    ("games/contract.py", "def f():\n    from eriantys.games import toy", "the game toy"),
    ("games/__init__.py", "from .toy import GAME", "the game toy"),
    # a room that nobody has thought about
    ("cellar/wine.py", "import eriantys.games", "cellar is not in the table"),
]

ALLOWED = [
    ("games/record.py", "from eriantys.games.contract import Game\nfrom .dice import Dice"),
    ("games/dice.py", "from random import Random"),
    ("games/__init__.py", "import_module(f'eriantys.games.{game_id}')"),
    ("games/toy/play.py", "from eriantys.games.toy import names\nfrom . import names"),
    ("games/toy/play.py", "from eriantys.games import contract\nfrom ..dice import Dice"),
    ("games/toy/play.py", "from eriantys.games import record\nfrom ..record import Match"),
    (
        "games/record/reader.py",
        "from eriantys.games.record import text\nfrom .match import Move",
    ),
    ("games/toy/play.py", "from datetime import date\nimport re, timeit_like, ostrich"),
    ("games/a.py", "import_module(name)\nimport_module()\nprint('eriantys.wire')"),
    ("wire/frames.py", "import socket, time\nfrom eriantys.wire.codec import read"),
    ("server/lobby.py", "from eriantys import wire, games, exits, __version__"),
    ("server/core.py", "import logging, hashlib\nfrom .matches import play"),
    ("server/outside/loop.py", "import time, selectors\nfrom eriantys.server.core import Core"),
    ("client/boards/toy/board.py", "from eriantys.client.boards.toy import words"),
    ("client/boards/toy/board.py", "from eriantys.client import frame\nfrom .. import board"),
    ("client/screens/table.py", "from eriantys.client.boards import room_of, vocabulary"),
    ("client/screen.py", "import blessed\nfrom eriantys.games import find\nimport eriantys"),
    ("bots/player.py", "from eriantys.exits import Quit\nfrom ..wire import frames"),
    ("commands/play.py", "from eriantys import bots, exits, games\nfrom . import progress"),
    ("commands/serve.py", "from eriantys.server.outside.loop import Loop"),
    ("cli.py", "import eriantys.server, eriantys.client, eriantys.bots, eriantys.wire"),
    ("cli.py", "import_module(f'eriantys.commands.{name}')"),
    ("__main__.py", "from eriantys.cli import main\nimport sys"),
]


def build(house: Path, file: str, source: str) -> Path:
    """Build a house of two games, one with a board, and the given file."""
    games = ("games/toy/__init__.py", "games/other/__init__.py")
    for empty in (*games, "client/boards/toy/__init__.py", file):
        (house / empty).parent.mkdir(parents=True, exist_ok=True)
        (house / empty).write_text("")
    (house / file).write_text(source)
    return house


@pytest.mark.parametrize(("file", "source", "named"), FORBIDDEN)
def test_a_forbidden_import_is_found(
    tmp_path: Path, file: str, source: str, named: str
) -> None:
    found = violations(build(tmp_path, file, source))
    assert len(found) == 1, found
    assert found[0].startswith(f"{file}:")
    assert named in found[0]


@pytest.mark.parametrize(("file", "source"), ALLOWED)
def test_an_allowed_import_is_left_alone(tmp_path: Path, file: str, source: str) -> None:
    assert violations(build(tmp_path, file, source)) == []


def test_all_of_a_file_is_reported(tmp_path: Path) -> None:
    source = "import time\nfrom eriantys import wire, server\n"
    assert violations(build(tmp_path, "games/a.py", source)) == [
        "games/a.py:1: games may not import time",
        "games/a.py:2: games may not import eriantys.wire",
        "games/a.py:2: games may not import eriantys.server",
    ]
