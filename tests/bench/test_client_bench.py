"""The smallest version of `bin/bench client`: figures come out, whatever they are."""

from __future__ import annotations

import re

import pytest

from eriantys import games
from tests.bench.client.pictures import sitting
from tests.bench.client.run import HEIGHT, WIDTH, run


@pytest.mark.parametrize(
    ("part", "figures"),
    [
        ("frame", ["model to bytes .* ms", "nothing changed .* ms", "A/A control"]),
        ("bytes", ["the whole screen .* bytes", "a move .* bytes"]),
        ("start", ["eriantys play .* ms", "python -c pass .* ms", "A/A control"]),
    ],
)
def test_every_part_finds_its_figures(
    part: str, figures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run([part], rounds=1, seconds=0.01)
    printed = capsys.readouterr().out
    for figure in figures:
        assert re.search(figure, printed), printed


@pytest.mark.parametrize("game", games.REGISTERED)
def test_what_is_measured_is_a_board_that_changes(game: str) -> None:
    with sitting(game, WIDTH, HEIGHT) as at_table:
        at_table.go_on_until_asked()
        assert at_table.match.my_turn
        before = at_table.picture()
        text = "\n".join(before.rows())
        assert " ".join(game.upper()) in text
        assert "Bruno" in text
        at_table.move()
        assert at_table.picture().rows() != before.rows()
        assert before.spilled == []
