"""What somebody likes: kept in a file, and changed by options for one run."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from eriantys.client import files

_WHAT = "the settings"


BotPace: TypeAlias = Literal["slow", "normal", "at once"]
"""How quickly what bots do is shown."""


class HomeWishes(msgspec.Struct, omit_defaults=True, frozen=True):
    """What somebody played at home last, and under which name."""

    name: str = ""
    game: str = ""
    seats: int = 2
    options: dict[str, bool | int | str] = {}
    level: str = "easy"


class Settings(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=False):
    """How the client behaves."""

    animations: bool = True
    bell: bool = True
    """Whether it rings when it is one's turn."""
    window_title: bool = True
    mouse: bool = True
    theme: Literal["dark", "light", "terminal"] = "dark"
    safe_colours: bool = False
    ascii_only: bool = False
    ask_before_sending: bool = False
    """Whether each action waits for Enter."""
    bot_pace: BotPace = "normal"
    home: HomeWishes = HomeWishes()
    guide_seen: set[str] = msgspec.field(default_factory=set)
    """The lines of the first game's guide that were put away."""


def load(folder: Path | None = None) -> tuple[Settings, str]:
    """Read the settings; if that is impossible, return the usual ones and a sentence why."""
    found, trouble = files.load(_path(folder), Settings, _WHAT)
    return found or Settings(), trouble


def save(settings: Settings, folder: Path | None = None) -> str:
    """Keep the settings; return why not, as a sentence, if that is impossible."""
    return files.save(_path(folder), settings, _WHAT)


def _path(folder: Path | None) -> Path:
    return (folder or files.config_directory()) / "settings.json"
