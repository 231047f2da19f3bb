"""Somebody who reads the help, and what is read there."""

from __future__ import annotations

from eriantys.client.canvas import Canvas
from eriantys.client.screens.help import Help
from eriantys.client.starting import rules_of
from tests.client.screens.stage import OTHER_SIZES, SIZES, Stage

RULES = rules_of("eriantys")
ALL_SIZES = SIZES + OTHER_SIZES


def opened(rules: list[str] = RULES, page: str = "r") -> Stage:
    """Open the help where there is no board."""
    stage = Stage()
    stage.push(Help(stage, None, rules))
    stage.press(page)
    return stage


def inside(canvas: Canvas) -> list[str]:
    """Give the lines within the frame of the card."""
    return [row[2:-2].rstrip() for row in canvas.rows()[2:-3]]


def words(canvas: Canvas) -> str:
    """Give the same as one running text."""
    return " ".join(" ".join(inside(canvas)).split())
