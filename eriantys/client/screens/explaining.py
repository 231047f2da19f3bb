"""The help that fits what is on the screen just now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eriantys.client.boards.board import Board
from eriantys.client.screens.help import Help
from eriantys.client.screens.screen import App, Screen

Rules = Callable[[str], Sequence[str]]
"""Gives the rules of a game, line by line."""


def help_about(
    app: App, screens: Sequence[Screen], board: Board | None, rules_of: Rules
) -> Help:
    """Explain the keys of what covers everything else, and the game that it is about."""
    aid = next(screen for screen in reversed(screens) if screen.covers).aid()
    match = app.model.match
    game = aid.game or (match.started.game if match is not None else _only_game(app))
    rules = rules_of(game) if game else ()
    return Help(app, board, rules, keys=aid.keys or None, title=aid.title)


def _only_game(app: App) -> str:
    """Name the game of a server that has just one."""
    offered = app.model.welcome.games if app.model.welcome is not None else ()
    return offered[0].id if len(offered) == 1 else ""
