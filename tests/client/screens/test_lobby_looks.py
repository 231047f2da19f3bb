"""How the lobby looks: in every window, with every name, and with very many matches."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.client.address import Address
from eriantys.client.screens.lobby import Lobby
from eriantys.wire.cards import GameCard, Said, SavedCard, Tally
from eriantys.wire.from_server import Matches, Muted, Named, ServerChat, ServerResults
from tests.client.screens.lobbies import lobby_stage, past
from tests.client.screens.stage import (
    GAME,
    HOSTILE,
    OTHER_SIZES,
    SIZES,
    TALK,
    WELCOME,
    QuietLine,
    Stage,
    assert_golden,
    assert_sound,
    entropy,
    room,
    running,
)


@pytest.fixture
def stage() -> Stage:
    return lobby_stage()


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
def test_hostile_names_never_spill(size: tuple[int, int]) -> None:
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    stage.line = QuietLine(Address("x" * 250), delay=123.456)
    names = [(text * 3)[:64] for text in HOSTILE]
    seats = (*names, None, *names, *names)
    stage.hear(
        WELCOME,
        Named(names[1]),
        Matches(
            whole=True,
            open=tuple(
                room(n, *seats[: n % 16 + 1], title=HOSTILE[n % 5] * 2, game="日本" * n)
                for n in range(0, 16, 3)
            ),
            saved=tuple(
                SavedCard(20 + n, text, tuple(names), n, n == 1)
                for n, text in enumerate(HOSTILE)
            ),
        ),
        Matches(
            running=tuple(
                running(30 + n, *names, title=text, decision=text, idle_ms=10**12, turn=9)
                for n, text in enumerate(HOSTILE)
            )
        ),
        ServerChat(
            "lobby",
            tuple(Said(name, text * 5) for name, text in zip(names, HOSTILE, strict=True)),
        ),
        Muted(tuple(names)),
    )
    for _ in range(16):
        assert_sound(stage.draw(*size))
        stage.press("Down")
    for key in ("j", "/", "m"):
        stage.press(key)
        stage.paste(HOSTILE[1] * 9)
        assert_sound(stage.draw(*size))
        stage.press("Esc")
    stage.press("h")
    cards = tuple(
        past(n, title=text, players=tuple(names), game=text, scores=(10**9,) * 5, reason=text)
        for n, text in enumerate(HOSTILE)
    )
    stage.hear(ServerResults("x", cards, tuple(Tally(text, 10**9, 0, 1) for text in HOSTILE)))
    assert_sound(stage.draw(*size))


@pytest.mark.parametrize("size", SIZES)
def test_three_hundred_rooms_scroll(stage: Stage, size: tuple[int, int]) -> None:
    stage.hear(
        Matches(
            open=tuple(
                room(n, f"Player{n}", None, title=HOSTILE[n % 5]) for n in range(100, 400)
            )
        )
    )
    for key in ("PageDown", "PageDown", "End", "PageUp", "Up", "Home"):
        assert_sound(stage.draw(*size))
        stage.press(key)
        assert "▶" in stage.text(*size)


def test_the_lobby_looks_as_it_should(stage: Stage) -> None:
    stage.draw()
    stage.press("Down")
    assert_golden(stage, "lobby")


def test_a_running_match_looks_as_it_should(stage: Stage) -> None:
    stage.draw()
    stage.press("End", "Up", "Up")
    stage.hear(TALK)
    assert_golden(stage, "lobby-running")


@pytest.mark.parametrize("size", SIZES)
def test_the_operator_greets_everybody(size: tuple[int, int]) -> None:
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    for motd in ("Cup on Sunday!", *(text * 9 for text in HOSTILE)):
        stage.hear(msgspec.structs.replace(WELCOME, motd=motd), Matches(whole=True))
        assert_sound(stage.draw(*size))
        assert motd[:10] in stage.text(*size)


def test_many_seats_are_counted_where_discs_do_not_fit(stage: Stage) -> None:
    stage.hear(Matches(open=(room(5, *["Bo"] * 9, *[None] * 7, title="A crowd"),)))
    assert "9/16" in next(row for row in stage.text().splitlines() if "A crowd" in row)


def test_in_ascii_the_title_can_still_be_read(stage: Stage) -> None:
    stage.settings.ascii_only = True
    assert "E R I A N T Y S" in stage.text(100, 32)
    assert "█" in stage.text(130, 42)


def test_a_tiny_window_is_told_the_same_in_two_lines(stage: Stage) -> None:
    stage.draw()
    assert stage.layers[-1].brief()[0] == "Sunday duel, open"
    for line in stage.layers[-1].brief():
        assert line


def test_every_seat_of_the_match_under_the_cursor_is_seen() -> None:
    stage = lobby_stage()
    stage.press("Down", "Down")  # to the match of two teams
    rows = [row[66:] for row in stage.text(100, 32).splitlines()]
    seats = [row for row in rows if "● " in row or "○ " in row]
    assert len([row for row in seats if "ms" not in row]) == 4


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_named_by_its_first_word_where_its_title_does_not_fit(
    size: tuple[int, int],
) -> None:
    card = GameCard("masters", "Masters of Renaissance", 1, (1, 2, 3, 4), {})
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    stage.hear(msgspec.structs.replace(WELCOME, games=(GAME, card)), Named("Ada"))
    stage.hear(Matches(whole=True, open=(room(5, "Ivo", None, game="masters", options={}),)))
    (row,) = (row for row in stage.text(*size).splitlines() if "▶Ivo’s table" in row)
    assert " Masters " in row
    assert "…" not in row[:70]
