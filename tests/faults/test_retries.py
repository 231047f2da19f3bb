"""A connection may break anywhere, and anything may be said twice: it counts once."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

import pytest

from eriantys.wire.from_client import Move, Sync, Undo
from eriantys.wire.from_server import (
    Error,
    FromServer,
    Presence,
    Request,
    Started,
    State,
    Update,
)
from tests.faults.crowd import Crowd
from tests.faults.cuts import Trial, play_all
from tests.faults.evidence import check_lines, check_replay
from tests.faults.lines import WAYS, Cut
from tests.faults.memory import Line
from tests.faults.players import Player, Table
from tests.faults.steps import acknowledged, asked, back, end_of
from tests.scenarios.real import Client, serving

CUTS = 40
"""A connection is cut after each of its first so many messages; the match begins at the 7th."""
LINES = 30
"""So long a match goes on at least: longer than the last cut."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


class CutTable(Table):
    """A table at which one player is cut off once, at a certain message."""

    def __init__(self, number: int, place: int, after: bool) -> None:
        names = (f"a{number}", f"b{number}")
        super().__init__(names, f"cut/{number}", expert=bool(number % 2))
        self.cut_at = number
        self.cut_place = place
        self.after = after
        """Whether the message is still reacted to."""
        self.heard = 0
        self.was_cut = False

    def attend(self, player: Player, message: FromServer) -> None:
        self.heard += player.place == self.cut_place
        if self.was_cut or player.place != self.cut_place or self.heard < self.cut_at:
            player.react(message)
            return
        if self.after:
            player.react(message)
        self.was_cut = True
        player.cut()


@pytest.mark.parametrize("after", [False, True], ids=["unanswered", "answered"])
@pytest.mark.parametrize("place", [0, 1], ids=["host", "other"])
def test_a_connection_may_break_at_any_message(store: Path, place: int, after: bool) -> None:
    tables = [CutTable(number, place, after) for number in range(1, CUTS + 1)]
    crowd = Crowd(tables)

    def all_went_on() -> bool:
        return all(
            table.was_cut
            and table.memory is not None
            and all(player.number >= LINES for player in table.players)
            for table in tables
        )

    with serving(store) as server:
        crowd.come_back_to = server.port
        crowd.enter(server.port)
        crowd.play(all_went_on)
        for table in tables:
            # What the one sees who was cut off is what the other sees, and what is stored.
            assert [*table.memories] == [table.memory and table.memory.match]
        crowd.come_back_to = None
        server.process.send_signal(signal.SIGTERM)
        crowd.play_to_the_end()
        assert end_of(server) == 0
    crowd.close()
    found = check_replay(store, crowd.memories())
    assert check_lines(found, crowd.memories()) >= LINES * CUTS


def test_whole_clients_show_the_same_wherever_their_line_breaks(tmp_path: Path) -> None:
    ways = [(towards, how) for towards, hows in WAYS.items() for how in hows]
    trials = [
        Trial(number % 2, Cut(towards, 9 + 2 * number, how))
        for number, (towards, how) in enumerate(ways)
    ]
    figures = play_all(tmp_path, "short", "santorini", trials)
    assert figures.cuts.total() == len(figures.cuts) == len(ways)
    assert figures.repeated >= 10


def once(client: Client, said: Move | Undo, times: int) -> Update:
    """Say something several times: one of them counts, and the others are told."""
    client.say(*[said] * times, Sync())
    update, stale = None, 0
    while True:
        message = client.next()
        match message:
            case Update():
                assert update is None, "it counted twice"
                update = message
            case Error():
                assert (message.code, message.request) == ("stale", said.request)
                stale += 1
            case State():
                assert update is not None
                assert stale == times - 1
                assert message.number == update.number == said.request
                return update
            case Request():
                assert message.id == said.request + 1
            case _:
                assert isinstance(message, Presence), message  # of the other one


def stale_again(client: Client, *said: Move | Undo) -> None:
    """Say what was answered long ago; nothing may come of it."""
    client.say(*said)
    for each in said:
        error = client.error()
        assert (error.code, error.request) == ("stale", each.request)


def test_an_answer_that_is_repeated_counts_once_also_after_coming_back(store: Path) -> None:
    chance = Random("repeated")
    said: list[Move | Undo] = []
    played: dict[int, Line] = {}
    with serving(store) as server:
        clients = server.seat("ann", "bob")
        by_name: dict[str, list[Move | Undo]] = {"ann": [], "bob": []}
        for _ in range(30):
            client, request = asked(clients)
            assert request.legal
            seat = clients.index(client)
            answer: Move | Undo = Move(request.id, str(chance.choice(request.legal)))
            if request.undo and chance.random() < 0.3:
                answer = Undo(request.id)
            update = once(client, answer, times=3)
            played[request.id] = Line(seat, update.action)
            said.append(answer)
            by_name[client.name].append(answer)
            clients[1 - seat].wait_for(Update, number=request.id)

            client.drop()
            clients[seat] = client = back(server, client.name)
            assert client.wait_for(Started).number == request.id
            mine = by_name[client.name]
            if update.turn == seat:
                assert client.wait_for(Request).id == request.id + 1
            # In whatever order what is old comes again, and whoever says it.
            stale_again(client, *reversed(mine[-5:]), answer)
            client.say(Sync())
            assert client.wait_for(State).number == request.id
            if update.turn == seat:
                assert client.wait_for(Request).id == request.id + 1
        assert any(isinstance(each, Undo) for each in said)
        match = clients[0].last(Started).match
        server.stop(signal.SIGKILL)
    assert check_replay(store, [])[match].lines == played
    with serving(store) as server:
        for name in ("ann", "bob"):
            client = back(server, name)
            started = client.wait_for(Started)
            assert started.number == len(played)
            if started.turn == started.seat:
                client.wait_for(Request)
            # Not even a restart makes an old answer new.
            stale_again(client, *by_name[name])
            assert acknowledged(client) == {}
