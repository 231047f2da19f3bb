"""Ten thousand hostile texts, wherever a server can put one: terminal and board hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from eriantys.client.known import KnownServers
from eriantys.client.paint import paint
from eriantys.client.text import clean
from eriantys.client.theme import Theme
from eriantys.wire.cards import Said
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_server import Error, FromServer, Notice, Presence, ServerChat, Started
from eriantys.wire.messages import read_from_server, write
from tests.client.players import Player
from tests.client.test_app import on_turn, table
from tests.client.test_text import HOSTILE_TEXTS, hostile_texts

OWN = re.compile(
    r"\x1b\[\d+;\d+H|\x1b\[[0-9;]+m|\x1b\[\?2026[hl]|\x1b\[\?25[hl]|[^\x00-\x1f\x7f-\x9f]"
)
"""All that may ever be written: our own sequences, and signs that print."""
RING = range(1, 11)
"""The rows of the islands, in which nobody's words have any place."""


def texts_by(size: int, most: int = HOSTILE_TEXTS) -> Iterator[tuple[str, ...]]:
    """Give hostile texts, so many together; half signs cannot even be sent."""
    texts = [text.encode("utf-8", "ignore").decode() for text in hostile_texts()[:most]]
    for at in range(0, len(texts) - size + 1, size):
        yield tuple(texts[at : at + size])


def heard(message: FromServer) -> FromServer:
    """Take a message as it comes through the link."""
    reader = FrameReader(1 << 20)
    reader.feed(write(message))
    content = reader.next_frame()
    assert content is not None
    read = read_from_server(content, clean)
    assert read is not None
    return read


def messages(texts: tuple[str, ...], number: int) -> Iterator[FromServer]:
    """Put texts wherever a server can."""
    one, two, three, four = texts
    yield ServerChat("match", (Said(one, two),), match=number)
    yield Error("stale", three, "move")
    yield Notice("more-time", four, number, 1000)
    yield Presence(number, None, one, True, "watching")


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return on_turn(table(KnownServers(tmp_path), "Ada", "Bruno"))


def test_words_of_others_neither_steer_the_terminal_nor_move_the_board(player: Player) -> None:
    theme = Theme()
    before = player.see()
    ring = [before.letters[y] for y in RING]
    number = player.app.model.match.id if player.app.model.match is not None else 0
    for texts in texts_by(4):
        for message in messages(texts, number):
            player.app.hear(heard(message))
        after = player.app.picture(80, 24)
        assert after.spilled == []
        assert [after.letters[y] for y in RING] == ring, texts
        written = paint(theme, before, after)
        assert not OWN.sub("", written), texts
        before = after


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_names_and_titles_do_not_move_the_board(player: Player, size: tuple[int, int]) -> None:
    [started] = [message for message in player.person.heard if isinstance(message, Started)]
    theme = Theme()
    whole = None
    for one, two, title in texts_by(3, 600):
        named = msgspec.structs.replace(started, players=(one, two), title=title)
        player.app.hear(heard(named))
        canvas = player.app.picture(*size)
        assert canvas.spilled == []
        assert not OWN.sub("", paint(theme, None, canvas)), (one, two)
        ring = [letters[:70] for letters in canvas.letters[1:16]] if size[0] >= 100 else []
        ring = ring or [canvas.letters[y] for y in RING]
        whole = whole or ring
        assert ring == whole, (one, two)
