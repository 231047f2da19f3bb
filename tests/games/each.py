"""Every game and every kind of match, for the tests that run over all of them."""

from __future__ import annotations

import pytest

from tests.games.play import all_games, cases

GAMES = all_games()
CASES = [case for game in GAMES for case in cases(game)]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_case = pytest.mark.parametrize("case", CASES, ids=str)
