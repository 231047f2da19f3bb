"""What an operator may say: the one list that all who have to do with orders read.

Each order is a struct with a tag, so that a line of JSON is an order or is refused with the
path of what is wrong. The answers are in a file of their own.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from eriantys.server.limits import DAY

LINE_MOST = 64 * 1024
"""Bytes of an order; the longest has a path and a sentence in it."""

_Who: TypeAlias = Annotated[str, Meta(min_length=1)]
_Match: TypeAlias = Annotated[int, Meta(ge=1, le=2**63 - 1)]
_Path: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4096)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0, le=3650 * DAY)]


class Order(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="order",
    tag=str.lower,
):
    """Something that the operator wants."""


class Status(Order, frozen=True):
    """Tell how things are, on one page."""


class Check(Order, frozen=True):
    """Tell whether all is well, for scripts."""


class Matches(Order, frozen=True):
    """List the matches that wait, go on or are suspended."""


class Show(Order, frozen=True):
    """Tell all about one match."""

    match: _Match


class Players(Order, frozen=True):
    """List who is connected."""


class Kick(Order, frozen=True):
    """Send somebody away."""

    who: _Who
    """A name, or # and the number of a connection."""
    reason: str = ""


class Ban(Order, frozen=True):
    """Keep a name, an address or a network out."""

    who: _Who
    seconds: Seconds | None = None
    """For how long; for good if that is not said."""
    reason: str = ""


class Unban(Order, frozen=True):
    """Let a name, an address or a network in again."""

    who: _Who


class Mute(Order, frozen=True):
    """Let nobody hear what somebody says."""

    who: _Who
    seconds: Seconds | None = None
    reason: str = ""


class Unmute(Order, frozen=True):
    """Let somebody be heard again."""

    who: _Who


class Bans(Order, frozen=True):
    """List who is kept out, and who is not heard."""


class Forget(Order, frozen=True):
    """Free a name and its key, and forget its results."""

    who: _Who


class Say(Order, frozen=True):
    """Tell everybody something."""

    text: str


class Close(Order, frozen=True):
    """End a match or a waiting room."""

    match: _Match
    reason: str = ""


class Drain(Order, frozen=True):
    """Let no match begin, and stop when the last has ended."""

    seconds: Seconds | None = None
    """Stop after so long even if some have not."""


class Undrain(Order, frozen=True):
    """Let matches begin again."""


class Stop(Order, frozen=True):
    """Stop now: every match is saved, and goes on after the next start."""


class Reload(Order, frozen=True):
    """Read the configuration and the certificate again."""


class Backup(Order, frozen=True):
    """Write a copy of the store into a new file."""

    file: _Path


class Export(Order, frozen=True):
    """Tell a match that is over as a game record."""

    match: _Match


class Stats(Order, frozen=True):
    """Tell all that is counted and measured."""


LOOKING = (Status, Check, Matches, Show, Players, Bans, Export, Stats)
"""What changes nothing, and is no line of the log: scripts ask for some of it all the time."""

AnyOrder: TypeAlias = (
    Status
    | Check
    | Matches
    | Show
    | Players
    | Kick
    | Ban
    | Unban
    | Mute
    | Unmute
    | Bans
    | Forget
    | Say
    | Close
    | Drain
    | Undrain
    | Stop
    | Reload
    | Backup
    | Export
    | Stats
)
