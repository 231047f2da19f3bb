"""`eriantys verify`: checks that a game record tells the truth."""

from __future__ import annotations

import argparse
import sys
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

from eriantys import console, exits, games
from eriantys.games import record
from eriantys.games.contract import BadSetting, Game

LARGEST = 1 << 20
"""Bytes; a long match takes some 5 KiB, so that more is no record."""
PIECE = 1 << 16


def run(options: argparse.Namespace) -> int:
    """Check a record; its first false or damaged line is named."""
    name = options.file
    try:
        match = record.read(text_of(name))
        game = _game(match)
        record.verify(game, match)
    except record.Damaged as damage:
        raise exits.Quit(exits.BAD_DATA, f"{name} is no whole record: {damage}") from None
    except record.Unverifiable as obstacle:
        raise exits.Quit(exits.BAD_DATA, f"{name} cannot be checked: {obstacle}") from None
    except record.Untrue as untruth:
        raise exits.Quit(exits.FAILED, f"{name} does not hold: {untruth}") from None
    count = len(match.players)
    result = f"No result is claimed: {match.broken_off or 'the match was not over'}."
    if match.outcome is not None:
        result = f"The result is as claimed: {record.describe(match.outcome)}."
    console.say(
        f"{game.title}, {count} {'player' if count == 1 else 'players'}, "
        f"{match.date.isoformat()}",
        f"Every one of the {len(match.moves)} actions was legal.",
        result,
        "The dice match their commitment.",
    )
    return exits.OK


def _game(match: record.Match) -> Game[Any, Any]:
    try:
        return games.find(match.game)
    except BadSetting as error:
        raise record.Damaged(match.lines["Game"], str(error)) from None


def text_of(name: str) -> str:
    """Read a record's file, or raise `Quit` with the reason."""
    try:
        if name == "-" and sys.stdin is None:
            raise exits.Quit(exits.NO_INPUT, "cannot read -: standard input is closed.")
        if name == "-":
            data = _read(cast("BufferedReader", sys.stdin.buffer))
        else:
            with Path(name).open("rb") as file:
                data = _read(file)
    except OSError as error:
        raise exits.Quit(exits.NO_INPUT, f"cannot read {name}: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise exits.Quit(exits.BAD_DATA, f"{name} is no record: it is larger than 1 MiB.")
    try:
        return data.decode("utf-8-sig")  # some editors begin a text with a mark of their own
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise record.Damaged(line, "this is not UTF-8 text.") from None


def _read(file: BufferedReader) -> bytes:
    """Read a little more than is allowed, piece by piece, so that Ctrl-C is heard."""
    data = b""
    while len(data) <= LARGEST and (piece := file.read1(PIECE)):
        data += piece
    return data
