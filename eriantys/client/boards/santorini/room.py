"""The room of Santorini in the client."""

from __future__ import annotations

from eriantys.client.boards.room import Room
from eriantys.client.boards.santorini import shape
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.summary import SUMMARY
from eriantys.client.boards.santorini.voice import VOICE

ROOM = Room(
    board=SantoriniBoard,
    summary=SUMMARY,
    unreadable=shape.unreadable,
    voice=VOICE,
)
