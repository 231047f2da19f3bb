"""`eriantys watch`: look on at a match."""

from __future__ import annotations

from eriantys.commands.play import run

__all__ = ["run"]
