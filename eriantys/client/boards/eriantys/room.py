"""The room of Eriantys in the client."""

from __future__ import annotations

from eriantys.client.boards.eriantys import shape
from eriantys.client.boards.eriantys.board import EriantysBoard
from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.boards.eriantys.voice import VOICE
from eriantys.client.boards.room import Room

ROOM = Room(
    board=EriantysBoard,
    summary=SUMMARY,
    unreadable=shape.unreadable,
    voice=VOICE,
)
