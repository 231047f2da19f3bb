"""Whatever a server or another player says, nothing but harmless lines is ever printed."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from eriantys.wire.from_server import FromServer, Request
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position
from tests.wire.samples import FROM_SERVER

HOSTILE = (
    "\x1b[2J\x1b]0;gotcha\x07",
    "a\r\nYour turn: resign",
    "\u202eevil",
    "\x9b31m\x90",
    "z\u0301\u0301\u0301\u0301\u0301",
    "\ufeff\u200b\u2028",
    "\x00",
    "\x7f",
)
TYPED = (
    *("board", "log", "legal", "help", "list", "island 3", "school", "characters", "clouds"),
    *(
        "try red 9",
        "red 9",
        "undo",
        "time",
        "vote yes",
        "results",
        "rematch",
        "code",
        "nonsense",
    ),
    *("say \x1b[0m", "\x1b[A", "resign", "no", "leave"),
)


def poisoned(value: Any, chance: Random) -> Any:
    """Put hostile texts into everything that people or servers write."""
    match value:
        case str() if value and chance.random() < 0.6:
            return value[:3] + chance.choice(HOSTILE)
        case dict():
            return {
                key: poisoned(each, chance) if key != "type" else each
                for key, each in value.items()
            }
        case list() | tuple():
            return [poisoned(each, chance) for each in value]
        case _:
            return value


def harmless(line: str) -> bool:
    return (
        all(sign == " " or unicodedata.category(sign)[0] not in "CZ" for sign in line)
        and line.isprintable()
    )


def test_no_message_can_steer_whatever_reads_the_output(tmp_path: Path) -> None:
    chance = Random(5)
    lines = 0
    for round_ in range(150):
        table = Table(tmp_path)
        said = table.enter()
        if round_ % 2:
            said += table.begin(Position(2, ("monk",)).state())
        for sample in chance.sample(FROM_SERVER, 25):
            message = _poison(sample, chance)
            if message is not None:
                said += table.hear(message)
            table.session.typed(chance.choice(TYPED), table.now)
            said += table.printed()
        lines += len(said)
        assert [line for line in said if not harmless(line)] == []
    assert lines > 3000


def _poison(sample: FromServer, chance: Random) -> FromServer | None:
    data = poisoned(msgspec.to_builtins(sample, builtin_types=(bytes,)), chance)
    if isinstance(sample, Request) and sample.kind == "login":
        return None
    try:
        return msgspec.convert(data, type(sample), builtin_types=(bytes,))
    except msgspec.ValidationError:
        return None


def test_typed_junk_never_breaks_it(tmp_path: Path) -> None:
    chance = Random(9)
    table = Table(tmp_path)
    table.enter()
    table.begin(Position(3, ("jester",)).state())
    words = ("red", "island", "try", "vote", "school", "join", "new", "quick", "log", "say")
    words += ("9", "9" * 20, "²", "é", ",", "yes")
    for _ in range(3000):
        line = " ".join(chance.choices(words, k=chance.randrange(6)))
        said = table.type(line)
        assert all(map(harmless, said))
