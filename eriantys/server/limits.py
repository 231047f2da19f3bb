"""Every number that limits a stranger or a wait, with its reason.

Each is an option of `eriantys serve` and of its configuration file under the same name:
the command line, the file, the manual page and `welcome` all read this one list.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

DAY = 24 * 3600

FRAME_FROM_SERVER = 256 * 1024
"""The longest content of a frame that we send; a whole view takes about 2 KiB."""

_Wait: TypeAlias = Annotated[float, Meta(ge=0.05, le=30 * DAY)]
_WaitOrNone: TypeAlias = Annotated[float, Meta(ge=0, le=30 * DAY)]
_Size: TypeAlias = Annotated[int, Meta(ge=512, le=FRAME_FROM_SERVER)]


class Limits(Struct, frozen=True, kw_only=True):
    """What the operator may set; waits are in seconds, sizes in bytes."""

    # Liveness. Mobile networks forget an idle connection after a minute or two.
    ping: _Wait = 20
    """Say something at least this often, and expect the same."""
    silence: _Wait = 60
    """Take whoever says nothing for so long for gone."""
    grace: _WaitOrNone = 30
    """Keep a lost player's seat for so long; 0 keeps it for nobody."""
    restart_grace: _WaitOrNone = 120
    """Count nobody as gone for so long after a start, until clients have come back."""

    # Waits. Whatever the server waits for has an end.
    login: _Wait = 60
    """Wait so long for a name after the connection is made."""
    answer: _Wait = 60
    """Wait so long for what the first in line chooses."""
    room: _Wait = 900
    """Keep a match that waits for players open for so long."""
    idle: _Wait = 3600
    """Keep a connection that does nothing in the lobby for so long."""
    after: _Wait = 600
    """Keep the players of an ended match together for so long."""
    turn: Annotated[int, Meta(ge=1, le=7 * DAY)] = 180
    """Give each turn so many seconds where the creator of a match chose nothing."""
    turn_least: Annotated[int, Meta(ge=1, le=7 * DAY)] = 10
    """Let nobody create a match with shorter turns."""
    turn_most: Annotated[int, Meta(ge=1, le=7 * DAY)] = DAY
    """Let nobody create a match with longer turns."""
    clock_least: _WaitOrNone = 30
    """Leave at least so much of a turn to whoever comes back to a saved match."""
    keep_saved: Annotated[float, Meta(ge=0.01, le=3650)] = 30
    """Keep suspended matches for so many days."""

    # Frames. A login takes less than 300 bytes, a move less than 200; 64 KiB of empty maps
    # would take 5 ms to decode.
    frame_before_login: _Size = 4 * 1024
    """Refuse longer frames from whoever has no name yet."""
    frame_after_login: _Size = 16 * 1024
    """Refuse longer frames from anybody."""
    frame_wait: _Wait = 10
    """Wait so long for the rest of a frame once its first byte has come."""
    frames_at_once: Annotated[int, Meta(ge=1, le=1000)] = 8
    """Take so many frames of a connection before it is another's turn."""
    unsent_pause: Annotated[int, Meta(ge=1024, le=2**26)] = 64 * 1024
    """Read nothing from a connection that leaves more unread."""
    unsent_most: Annotated[int, Meta(ge=1024, le=2**26)] = 256 * 1024
    """Drop a connection that leaves more unread."""

    # Names.
    name_least: Annotated[int, Meta(ge=1, le=20)] = 2
    """Refuse shorter names."""
    login_attempts: Annotated[int, Meta(ge=1, le=1000)] = 5
    """Close a connection after so many refused logins."""


NAME_MOST = 20
"""The longest name: three of them fit beside each other on a screen of 80 columns."""

LOBBY_INTERVAL = 0.5
"""The lobby's changes go out at most this often, however many there are."""
