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
_Many: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000), _COUNT]
_Speed: TypeAlias = Annotated[int, Meta(ge=1024, le=2**30), _BYTES]
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
    vote: Annotated[_Wait, _says("Let players vote about something for so long.")] = 60
    pause: Annotated[
        _Wait, _says("Let a match that its players have paused stand still for so long.")
    ] = 3600
    # A bot thinks for a second or two, and comes back within a few when its process has died.
    bot_answer: Annotated[
        _Wait, _says("Act in the place of a bot that has not come after so long.")
    ] = 10
    turn_least: Annotated[_Turn, _says("Let nobody create a match with shorter turns.")] = 10
    turn_most: Annotated[_Turn, _says("Let nobody create a match with longer turns.")] = DAY
    clock_least: Annotated[
        _WaitOrNone,
        _says("Leave at least so much of a turn to whoever comes back to a saved match."),
    ] = 30
    keep_saved: Annotated[_Days, _says("Keep suspended matches for so many days.")] = 30
    keep: Annotated[
        _Days, _says("Keep finished matches and what was said for so many days.")
    ] = 90

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

    # Strangers. A house full of friends behind one address must get in; one machine that
    # opens whatever it can must not take the place of everybody else.
    connections: Annotated[_Many, _says("Let no more than so many connect at a time.")] = 4000
    connections_per_address: Annotated[
        _Many, _says("Let no more than so many connect from one address.")
    ] = 32
    connects_per_minute: Annotated[
        _Many, _says("Let no more than so many connect from one address in a minute.")
    ] = 120
    # A person sends a few frames a second, an eager client some ten while keys repeat. Who
    # sends more is not refused but heard more slowly.
    frames_per_second: Annotated[
        _Many, _says("Hear no more than so many frames a second from a connection.")
    ] = 30
    bytes_per_second: Annotated[
        _Speed, _says("Hear no more than so much a second from a connection.")
    ] = 32 * 1024
    rooms: Annotated[
        _Many, _says("Let no more than so many matches wait for players at a time.")
    ] = 500
    # A match takes a few KiB on disk for as long as it is kept.
    matches_per_name: Annotated[
        _Many, _says("Let nobody have more unfinished matches than so many.")
    ] = 20
    matches_per_hour: Annotated[
        _Many, _says("Let nobody begin more matches than so many in an hour.")
    ] = 60
    watchers_per_match: Annotated[
        _Many, _says("Let no more than so many look on at one match.")
    ] = 50
    chat_per_minute: Annotated[
        _Many, _says("Let nobody say more than so many lines a minute.")
    ] = 20

    # Names. A key cannot be guessed; whoever tries only makes noise.
    name_least: Annotated[_Letters, _says("Refuse shorter names.")] = 2
    login_attempts: Annotated[
        _Count, _says("Close a connection after so many refused logins.")
    ] = 5
    refusals_per_minute: Annotated[
        _Many,
        _says("After so many refused logins or wrong codes in a minute, bear with no more."),
    ] = 20
    names_per_hour: Annotated[
        _Many, _says("Let one address register no more than so many names in an hour.")
    ] = 20


BURST = 5.0
"""Seconds of talk at the full rate that anybody may have at once, before it takes time."""

TALK_MOST = 300
"""Characters of a line of chat: four lines on a screen of 80 columns."""
TALK_BURST = 5
"""Lines that anybody may say at once, before they have to keep to so many a minute."""
LOBBY_TALK_PER_SECOND = 5
LOBBY_TALK_BURST = 20
"""What may be said in the lobby by all together: each line goes to everybody who is there,
and nobody can read more."""
MUTED_MOST = 100
"""Whom one name may mute: they are told at every login, and kept for ever."""

BOT_COMES_WITHIN = 10.0
BOT_AGAIN_FIRST = 1.0
BOT_AGAIN_MOST = 30.0
"""Seconds until a bot is called again: if the one that was called never came, and if one was
there and is gone. It takes longer each time, so that one that always fails is no burden."""

UNDOS_PER_TURN = 100
"""More is no second thought: each is a line of the log, which is replayed after a restart."""

LINES_BETWEEN_STATES = 16
"""A match's whole state is kept at the first end of a turn after so many lines; whoever comes
back after a restart waits for at most so many more to be played again."""

GUESTS_IN_HOUSE = 4
"""Guests behind one address who may each begin as many matches as a name may."""

TELLINGS_MOST = 32
"""Matches that are told at a time; a long one takes most of a MiB while it lasts."""

AT_ONCE = 100
"""Matches that are given up or shelved in one step, however many are due together."""

OUTPUT_OF_CONNECTION = 64 * 1024
OUTPUT_OF_STEP = 4 * 1024 * 1024
"""What the answers to one connection, or to all, may weigh in one step; the rest waits."""

HISTORY_BURST = 48 * 1024
HISTORY_PER_SECOND = 128 * 1024
"""Bytes of a past match that are told at once, and how fast the rest of a long one follows:
with as much unread, a connection is not listened to."""

LOBBY_INTERVAL = 0.5
"""The lobby's changes go out at most this often, however many there are."""
