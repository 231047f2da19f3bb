"""The room of Masters of Renaissance in the client."""

from __future__ import annotations

from eriantys.client.boards.masters import shape
from eriantys.client.boards.masters.board import MastersBoard
from eriantys.client.boards.masters.summary import SUMMARY
from eriantys.client.boards.masters.voice import VOICE
from eriantys.client.boards.room import Room

ROOM = Room(
    board=MastersBoard,
    summary=SUMMARY,
    unreadable=shape.unreadable,
    voice=VOICE,
)
