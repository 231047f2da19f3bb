"""The line mode knows no game: whatever it tells of one comes from the voice in its room."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from eriantys import games
from eriantys.client import boards
from eriantys.client.boards.room import Words
from eriantys.client.boards.voice import Verb, Voice
from eriantys.client.match import Line, Look, Match
from eriantys.games.dice import FairDice
from eriantys.games.eriantys import GAME
from eriantys.wire.cards import Happening
from eriantys.wire.from_client import Move
from eriantys.wire.from_server import Request, Started, Tried, Update
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position
from tests.toy.game import TOY, Options


class ToyVoice:
    """Just enough words for a small card game."""

    notation = "Cards are laid by their number."
    verbs: Mapping[str, Verb] = {"pile": Verb("pile", lambda _, rest: [f"The pile, {rest}."])}

    def happened(self, match: Match, line: Line) -> list[str]:
        return [f"{match.name_of(line.seat)} did {line.action}."]

    def board(self, match: Match) -> list[str]:
        return [f"{len(match.view)} things lie on the table."]

    def task(self, match: Match) -> str:
        return "lay a card"

    def question(self, match: Match) -> str:
        return f"{match.name_of(match.turn)} lays a card."

    def choices(self, match: Match) -> list[str]:
        return [*match.offers]

    def example(self, match: Match) -> str:
        return match.offers[0]

    def completed(self, match: Match, text: str) -> str:
        return f"lay {text}" if text.isdecimal() else text

    def consequence(self, match: Match, actions: tuple[str, ...], look: Look) -> str:
        return f"That leads to {len(look.tried.changes) if look.tried else 0} changes."


VOICE: Voice = ToyVoice()


@pytest.fixture
def toy(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Somebody on turn in a match of another game than Eriantys, which has a room."""
    room = SimpleNamespace(voice=VOICE, unreadable=lambda view, players: "")
    words = Words(options={}, phases={}, tasks={})
    parts = {"room": SimpleNamespace(ROOM=room), "vocabulary": SimpleNamespace(WORDS=words)}
    for name, part in parts.items():
        found = f"{boards.__name__}.toy.{name}"
        monkeypatch.setitem(sys.modules, found, part)  # type: ignore[arg-type]
    monkeypatch.setattr(boards, "REGISTERED", (*boards.REGISTERED, "toy"))
    monkeypatch.setattr(games, "find", lambda game: {"toy": TOY, "eriantys": GAME}[game])
    state = TOY.new(2, Options(partners=False), FairDice(bytes(32)))
    agreed: tuple[Any, ...] = (9, "toy", 1, ("Ada", "Bruno"), ((0,), (1,)), {})
    started = Started(
        *agreed,
        guidance="full",
        turn_seconds=300,
        absence="wait",
        undo=True,
        commitment=b"",
        nonces=(),
        view=TOY.view(state, 0),
        number=0,
        turn=0,
        decision="act",
        left_ms=60_000,
        seat=0,
    )
    table.hear(started)
    return table


def ask(table: Table, *legal: str) -> list[str]:
    return table.hear(Request(1, "move", 60_000, "act", legal))


def test_another_game_is_asked_for_told_and_helped_with_in_its_own_words(toy: Table) -> None:
    assert ask(toy, "lay 3", "pass") == ["Your turn: lay a card. 1:00 left."]
    assert toy.type("board")[0].endswith("things lie on the table.")
    assert toy.type("pile top") == ["The pile, top."]
    assert toy.type("legal") == ["You can lay a card:", "lay 3", "pass"]
    assert toy.type("dance") == [
        "Write it like this: lay 3, drop 3, throw 3, at 2, reveal, pass."
    ]
    possible, notation, question = toy.type("help")
    assert possible.startswith("Here you can type: board, pile, log, ")
    assert notation == "Cards are laid by their number. eriantys rules toy prints the rules."
    assert question == "Ada lays a card."


def test_another_game_is_tried_and_acted_in(toy: Table) -> None:
    ask(toy, "lay 3", "pass")
    toy.type("try 3")
    assert toy.hear(Tried(1, (), {"hand/0": [1]}, "act", ())) == ["That leads to 1 changes."]
    toy.type("3")
    assert toy.sent[-1] == Move(1, "lay 3")
    events = (Happening("card laid", {}),)
    said = toy.hear(Update(9, 1, 0, "lay 3", events, {}, 1, "act", 60_000))
    assert said == ["Ada did lay 3.", "Bruno's turn: lay a card."]
    assert toy.type("pass") == ["It is not your turn. Bruno lays a card."]


def test_an_answer_goes_before_a_command_of_the_same_name(
    toy: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyVoice, "completed", lambda self, match, text: "pass")
    ask(toy, "pass")
    toy.type("leave")
    assert toy.sent == [Move(1, "pass")]


def test_no_command_is_taken_for_an_action_of_eriantys(table: Table) -> None:
    table.begin(Position(2, ("monk",)).coins(3, 1).state())
    commands = ("list", "join 1", "code 1", "resume", "results", "seat 1", "say 1", "team 1")
    for line in (*commands, "mute 1", "unmute 1", "help", "rematch", "quick", "watch 1"):
        table.type(line)
    assert not any(isinstance(message, Move) for message in table.sent)
