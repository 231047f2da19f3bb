"""The games of the house, by id.

A game's room is imported when somebody asks for that game, so that a command pays only
for what it plays.
"""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import Any

from eriantys.games.contract import BadSetting, Game, excerpt

REGISTERED: tuple[str, ...] = ("eriantys", "santorini", "masters")
"""Every game's id; its room is the package of the same name, with a `GAME` in it."""


def find(game_id: str) -> Game[Any, Any]:
    """Return the game with this id, or refuse with a sentence that names those there are."""
    if game_id not in REGISTERED:
        raise BadSetting(
            f"There is no game {excerpt(game_id)}; there is: {', '.join(REGISTERED)}."
        )
    game: Game[Any, Any] = import_module(f"eriantys.games.{game_id}").GAME
    return game


def rules_page(game_id: str) -> str:
    """Return the rules of a game as the text that ships with it."""
    game = find(game_id)
    return files(f"eriantys.games.{game.id}").joinpath("RULES.md").read_text("utf-8")
