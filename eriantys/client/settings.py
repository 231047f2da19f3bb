"""What somebody likes: kept in a file, and changed by options for one run."""

from __future__ import annotations

from typing import Literal

import msgspec


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
    guide_seen: set[str] = msgspec.field(default_factory=set)
    """The lines of the first game's guide that were put away."""
