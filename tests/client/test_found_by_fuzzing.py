"""Faults that `bin/chaos client` met first, each in the shortest scene that shows it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from eriantys.client.boards.eriantys.shape import unreadable
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.games.dice import FairDice
from eriantys.games.eriantys import GAME
from eriantys.wire.from_client import Create, Vote
from eriantys.wire.from_server import Seated, Waiting
from tests.client.players import Player
from tests.client.test_app import ERIANTYS, on_turn, table
from tests.keys import A_NONCE
from tests.server.parlour import Parlour

SEED = bytes(32)


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path)


def test_the_last_entry_of_the_menu_is_still_one_when_a_vote_takes_others_away(
    known: KnownServers,
) -> None:
    players = table(known, "Ada", "Bruno")
    ada = on_turn(players)
    [bruno] = [player for player in players if player is not ada]
    bruno.person.say(Vote("pause", "yes"))
    ada.go_on()
    ada.press("C-c", "Up")
    assert "Vote" in ada.screen()
    ada.person.say(Vote("pause", "yes"))
    ada.go_on()
    assert "Vote" not in ada.screen()
    ada.press("Enter")
    assert "quit" in ada.screen().lower()
    assert not ada.app.over


def test_a_seat_that_the_room_does_not_have_is_no_seat(known: KnownServers) -> None:
    ada = Player(Parlour(games=ERIANTYS), "Ada", known)
    told = ada.person.say(Create("eriantys", 2, A_NONCE))
    [seated] = [message for message in told if isinstance(message, Seated)]
    for change in ({"seat": 2}, {"seat": -1}):
        ada.app.hear(msgspec.structs.replace(seated, **change))
        assert ada.app.model.place is Place.LOBBY
    empty = msgspec.structs.replace(seated.room, seats=())
    ada.app.hear(msgspec.structs.replace(seated, room=empty))
    assert "lobby" in ada.screen()


def test_a_room_has_as_many_seats_as_it_had(known: KnownServers) -> None:
    ada = Player(Parlour(games=ERIANTYS), "Ada", known)
    ada.person.say(Create("eriantys", 3, A_NONCE))
    ada.go_on()
    before = ada.screen()
    waiting = ada.person.last(Waiting)
    ada.app.hear(msgspec.structs.replace(waiting, seats=waiting.seats[:1]))
    assert ada.screen() == before


def _started(seats: int, expert: bool) -> dict[str, Any]:
    state = GAME.new(seats, GAME.Options(expert=expert), FairDice(SEED))
    return dict(GAME.view(state, None))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_place_holds_what_there_is_room_for_and_no_more(seats: int) -> None:
    view = _started(seats, expert=True)
    cloud, entrance = (4, 9) if seats == 3 else (3, 7)
    bounds: dict[str, tuple[Any, Any]] = {
        "cloud/1": (bytes((cloud, 0, 0, 0, 0)), bytes((cloud, 1, 0, 0, 0))),
        "entrance/0": (bytes((entrance, 0, 0, 0, 0)), bytes((entrance, 0, 0, 0, 1))),
        "dining/0": (bytes((10, 10, 10, 10, 10)), bytes((0, 0, 11, 0, 0))),
        "bag": (bytes((26, 26, 26, 26, 26)), bytes((0, 27, 0, 0, 0))),
        "supply": (20, 21),
        "towers": (bytes((8,)) * len(view["towers"]), bytes((9,)) * len(view["towers"])),
    }
    for part, (most, more) in bounds.items():
        assert unreadable(view | {part: most}, seats) == ""
        assert "none of Eriantys" in unreadable(view | {part: more}, seats), part
    facts: dict[tuple[str, str], tuple[Any, Any]] = {
        (f"island/{view['mother']}", "students"): (bytes((26,) * 5), bytes((27, 0, 0, 0, 0))),
        (f"island/{view['mother']}", "towers"): (8, 9),
        (f"island/{view['mother']}", "no_entry"): (4, 5),
        ("character/1", "students"): (bytes((6, 0, 0, 0, 0)), bytes((6, 1, 0, 0, 0))),
        ("character/1", "price"): (4, 5),
        ("school/0", "coins"): (20, 21),
        ("turn", "round"): (10, 11),
        ("turn", "moves_left"): (4, 5),
        ("turn", "steps"): (7, 8),
    }
    for (part, fact), (most, more) in facts.items():
        assert unreadable(view | {part: view[part] | {fact: most}}, seats) == ""
        assert unreadable(view | {part: view[part] | {fact: more}}, seats), (part, fact)


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_honest_table_is_refused(seats: int, expert: bool) -> None:
    chance = Random(f"{seats}/{expert}")
    for _ in range(3):
        state = GAME.new(seats, GAME.Options(expert=expert), FairDice(chance.randbytes(32)))
        while (seat := GAME.turn(state)) is not None:
            GAME.apply(state, seat, chance.choice(list(GAME.legal(state))))
            assert unreadable(GAME.view(state, None), seats) == ""
