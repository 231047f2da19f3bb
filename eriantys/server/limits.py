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

NAME_MOST = 20
"""The longest name: three of them fit beside each other on a screen of 80 columns."""

_SECONDS = Meta(extra={"unit": "SECONDS"})
_DAYS = Meta(extra={"unit": "DAYS"})
_BYTES = Meta(extra={"unit": "BYTES"})
_COUNT = Meta(extra={"unit": "N"})

_Wait: TypeAlias = Annotated[float, Meta(ge=0.05, le=30 * DAY), _SECONDS]
_WaitOrNone: TypeAlias = Annotated[float, Meta(ge=0, le=30 * DAY), _SECONDS]
_Turn: TypeAlias = Annotated[int, Meta(ge=1, le=7 * DAY), _SECONDS]
_Days: TypeAlias = Annotated[float, Meta(ge=0.01, le=3650), _DAYS]
_Size: TypeAlias = Annotated[int, Meta(ge=512, le=FRAME_FROM_SERVER), _BYTES]
_Unsent: TypeAlias = Annotated[int, Meta(ge=1024, le=2**26), _BYTES]
_Count: TypeAlias = Annotated[int, Meta(ge=1, le=1000), _COUNT]
_Letters: TypeAlias = Annotated[int, Meta(ge=1, le=NAME_MOST), _COUNT]


def _says(text: str) -> Meta:
    """Say what a limit does, for `--help` and for whoever reads this file."""
    return Meta(description=text)


class Limits(Struct, frozen=True, kw_only=True):
    """What the operator may set; waits are in seconds, sizes in bytes."""

    # Liveness. Mobile networks forget an idle connection after a minute or two.
    ping: Annotated[_Wait, _says("Say something at least so often; expect the same.")] = 20
    silence: Annotated[_Wait, _says("Take whoever says nothing for so long for gone.")] = 60
    grace: Annotated[
        _WaitOrNone,
        _says("Keep a lost player's seat for so long in each turn; 0 keeps it for nobody."),
    ] = 30
    restart_grace: Annotated[
        _WaitOrNone,
        _says("Wait so long after a restart for the players of the matches it interrupted."),
    ] = 120

    # Waits. Whatever the server waits for has an end.
    login: Annotated[_Wait, _says("Wait so long for a name after the connection is made.")] = 60
    answer: Annotated[_Wait, _says("Wait so long for what the first in line chooses.")] = 60
    room: Annotated[_Wait, _says("Keep a match that waits for players open for so long.")] = 900
    idle: Annotated[
        _Wait, _says("Keep a connection that does nothing in the lobby for so long.")
    ] = 3600
    after: Annotated[
        _Wait, _says("Keep the players of an ended match together for so long.")
    ] = 600
    turn: Annotated[
        _Turn,
        _says("Give each turn so many seconds where the creator of a match chose nothing."),
    ] = 180
    turn_least: Annotated[_Turn, _says("Let nobody create a match with shorter turns.")] = 10
    turn_most: Annotated[_Turn, _says("Let nobody create a match with longer turns.")] = DAY
    clock_least: Annotated[
        _WaitOrNone,
        _says("Leave at least so much of a turn to whoever comes back to a saved match."),
    ] = 30
    keep_saved: Annotated[_Days, _says("Keep suspended matches for so many days.")] = 30

    # Frames. A login takes less than 300 bytes, a move less than 200; 64 KiB of empty maps
    # would take 5 ms to decode.
    frame_before_login: Annotated[
        _Size, _says("Refuse longer frames from whoever has no name yet.")
    ] = 4 * 1024
    frame_after_login: Annotated[_Size, _says("Refuse longer frames from anybody.")] = 16 * 1024
    frame_wait: Annotated[
        _Wait, _says("Wait so long for the rest of a frame once its first byte has come.")
    ] = 10
    frames_at_once: Annotated[
        _Count, _says("Take so many frames of a connection before it is another's turn.")
    ] = 8
    unsent_pause: Annotated[
        _Unsent, _says("Read nothing from a connection that leaves more unread.")
    ] = 64 * 1024
    unsent_most: Annotated[_Unsent, _says("Drop whoever leaves more unread.")] = 256 * 1024

    # Names.
    name_least: Annotated[_Letters, _says("Refuse shorter names.")] = 2
    login_attempts: Annotated[
        _Count, _says("Close a connection after so many refused logins.")
    ] = 5


UNDOS_PER_TURN = 100
"""More is no second thought: each is a line of the log, which is replayed after a restart."""

AT_ONCE = 100
"""Matches that are given up or shelved in one step, however many are due together."""

OUTPUT_OF_CONNECTION = 64 * 1024
OUTPUT_OF_STEP = 4 * 1024 * 1024
"""What the answers to one connection, or to all, may weigh in one step; the rest waits."""

LOBBY_INTERVAL = 0.5
"""The lobby's changes go out at most this often, however many there are."""
