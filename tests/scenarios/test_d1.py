"""The second document: standing lobbies, names, the kinds of messages, what is confirmed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from eriantys.wire import from_client, from_server
from eriantys.wire.cards import RoomCard
from eriantys.wire.frames import FrameReader, decode
from eriantys.wire.from_client import Create, FromClient, Join, List, Login, Quick
from eriantys.wire.from_server import (
    FromServer,
    Matches,
    Named,
    Request,
    Seated,
    Started,
    Update,
    Waiting,
    Welcome,
)
from eriantys.wire.messages import (
    CLIENT_TYPES,
    SERVER_TYPES,
    read_from_client,
    read_from_server,
    write,
)
from tests.keys import A_NONCE, key_of
from tests.scenarios.checks import refuse
from tests.scenarios.driver import Table
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, news
from tests.wire import samples


def lobby(seats: int, expert: bool, **more: str) -> Quick:
    return Quick("eriantys", A_NONCE, seats, {"expert": expert}, **more)


def open_rooms(client: Client) -> dict[int, RoomCard]:
    news(client)
    client.say(List())
    return {card.match: card for card in client.wait_for(Matches, whole=True).open}


def test_d1_1_each_combination_has_a_standing_lobby_that_is_drained_when_full(
    empty_house: Server,
) -> None:
    combinations = list(itertools.product((2, 3, 4), (False, True)))
    (onlooker,) = empty_house.enter("onlooker")
    waiting: dict[tuple[int, bool], list[Client]] = {}
    for seats, expert in combinations:
        # Whoever comes finds a lobby of the kind open, and nobody of another kind in it.
        waiting[seats, expert] = empty_house.enter(f"first_{seats}_{expert:d}")
        waiting[seats, expert][0].say(lobby(seats, expert))
        card = waiting[seats, expert][0].wait_for(Seated).room
        assert card.seats == (f"first_{seats}_{expert:d}", *[None] * (seats - 1))
        assert (card.standing, card.options) == (True, {"expert": expert})
    numbers = {key: clients[0].last(Seated).match for key, clients in waiting.items()}
    assert len(set(numbers.values())) == 6
    assert set(open_rooms(onlooker)) == set(numbers.values())
    # All fill at the same time, one player in each after the other.
    for place in range(1, 4):
        for (seats, expert), clients in waiting.items():
            if place < seats:
                clients += empty_house.enter(f"later_{seats}_{expert:d}_{place}")
                clients[-1].say(lobby(seats, expert))
                seated = clients[-1].wait_for(Seated)
                assert (seated.match, seated.seat) == (numbers[seats, expert], place)
    for (seats, expert), clients in waiting.items():
        for client in clients:
            started = client.wait_for(Started)
            assert started.match == numbers[seats, expert]
            assert started.players == tuple(each.name for each in clients)
            assert started.options == {"expert": expert}
    assert open_rooms(onlooker) == {}
    # Drained, they are open for the next at once, beside the matches that go on.
    for seats, expert in combinations:
        (client,) = empty_house.enter(f"next_{seats}_{expert:d}")
        client.say(lobby(seats, expert))
        seated = client.wait_for(Seated)
        assert seated.match not in numbers.values()
        assert client.wait_for(Waiting).names == (client.name,)


def test_d1_1_wishes_that_differ_do_not_meet(server: Server) -> None:
    guided, unguided, created = server.enter("guided", "unguided", "created")
    guided.say(lobby(2, False))
    unguided.say(lobby(2, False, guidance="none"))
    created.say(Create("eriantys", 2, A_NONCE))
    assert len({client.wait_for(Seated).match for client in (guided, unguided, created)}) == 3


BAD_NAMES = ("", "a", "a" * 21, "-", "._-", "two words", "naïve", "t\t", "n\n", "名前", "a/b")


@pytest.mark.parametrize("name", BAD_NAMES)
def test_d1_2_a_name_that_is_none_is_refused(server: Server, name: str) -> None:
    client = server.connect()
    request = client.last(Request)
    error = refuse(client, Login(name, key=key_of("x")), "bad-name", asked=request)
    assert "2 to 20" in error.text
    refuse(client, List(), "unexpected", asked=None)  # still nobody
    client.log_in(fresh(1)[0])


@pytest.mark.parametrize("name", ["ab", "B" * 20, "4_", "x-y.z", "_0_"])
def test_d1_2_a_good_name_is_granted_as_it_was_written(server: Server, name: str) -> None:
    client = server.connect()
    client.log_in(name)
    assert client.last(Named).name == name


def test_d1_2_the_least_length_is_for_the_operator_to_say(tmp_path: Path) -> None:
    with serving(tmp_path / "store.db", "--name-least", "4") as server:
        client = server.connect()
        assert client.last(Welcome).limits.name_least == 4
        request = client.last(Request)
        error = refuse(client, Login("abc", key=key_of("abc")), "bad-name", asked=request)
        assert "4 to 20" in error.text
        client.log_in("abcd")


def test_d1_2_a_name_is_unique_over_the_whole_server_in_any_case(server: Server) -> None:
    table = Table(server.enter("Unique", "unique.2"))
    server.enter("Guest", guest=True)
    (offline,) = server.enter("Offline")
    offline.say(from_client.Bye())
    offline.wait_for_end()
    client = server.connect()
    request = client.last(Request)
    for taken in ("UNIQUE", "gUEST", "offline"):
        message = Login(taken, key=key_of("somebody else"))
        refuse(client, message, "name-taken", *table.others, asked=request)
    assert not news(table.player)
    # Nor is the owner two people by writing it in another way.
    message = Login("uniquE", key=key_of("unique"))
    refuse(client, message, "already-connected", *table.clients, asked=request)
    client.say(Login("OFFLINE", key=key_of("offline")))
    assert client.next() == Named("Offline")


def test_d1_2_what_is_to_be_played_is_checked_as_well(empty_house: Server) -> None:
    (client,) = empty_house.enter("checked")
    news(client)
    for message, code in (
        (Quick("chess", A_NONCE, 2), "no-such-game"),
        (Quick("chess", A_NONCE), "no-such-game"),
        (lobby(5, False), "bad-seats"),
        (lobby(1, True), "bad-seats"),
        (Quick("eriantys", A_NONCE, 2, {"expert": 1}), "bad-option"),
        (Quick("eriantys", A_NONCE, 2, {"hard": True}), "bad-option"),
    ):
        refuse(client, message, code, asked=None)
    sitting = {name for card in open_rooms(client).values() for name in card.seats}
    assert client.name not in sitting


KINDS: dict[str, tuple[type[FromClient | FromServer], ...]] = {
    "Connection": (from_client.Login, from_client.Quick, from_server.Welcome),
    "Ack": (from_server.Named, from_server.Started, from_server.Update),
    "Update": (from_server.Update, from_server.State),
    "Game": (from_client.Move, from_client.Answer),
    "Error": (from_server.Error,),
    "Async": (from_client.Leave, from_client.Bye, from_server.Presence, from_server.ServerBye),
    "Ping": (from_client.Ping, from_server.ServerPing),
    "Pong": (from_client.Pong, from_server.ServerPong),
}
"""The document's kinds of messages, and the classes that are ours."""


def test_d1_3_each_kind_of_message_has_classes() -> None:
    known = {*CLIENT_TYPES.values(), *SERVER_TYPES.values()}
    for classes in KINDS.values():
        assert set(classes) <= known


def test_d1_3_the_class_of_a_message_is_chosen_by_its_type() -> None:
    for messages, types, read in (
        (samples.FROM_CLIENT, CLIENT_TYPES, read_from_client),
        (samples.FROM_SERVER, SERVER_TYPES, read_from_server),
    ):
        assert {type(message) for message in messages} == set(types.values())
        for message in messages:
            reader = FrameReader(2**20)
            reader.feed(write(message))
            content = reader.next_frame()
            assert content is not None
            assert types[decode(content)["type"]] is type(message)
            assert type(read(content)) is type(message)


def test_d1_5_login_lobby_and_move_are_each_confirmed(server: Server) -> None:
    client = server.connect()
    client.say(Login("ack_anna", key=key_of("ack_anna")))
    assert client.next() == Named("ack_anna")
    (other,) = server.enter("ack_ben")
    client.say(Create("eriantys", 2, A_NONCE))
    match = client.wait_for(Seated).match
    assert isinstance(client.next(), Waiting)
    other.say(Join(A_NONCE, match))
    other.wait_for(Seated)
    # The lobby is complete: both are told, and nothing comes in between.
    for each in (client, other):
        started = each.next()
        assert isinstance(started, Started)
        assert (started.match, started.players) == (match, ("ack_anna", "ack_ben"))


def test_d1_5_a_correct_move_is_confirmed_with_the_number_of_its_request(
    server: Server,
) -> None:
    table = Table(server.enter("ack_carla", "ack_dario"))
    for _ in range(40):
        player, request, action = table.player, table.request, table.legal[-1]
        update = table.act(action)
        assert (update.number, update.action) == (request.id, action)
        assert update.seat == table.clients.index(player)
        assert all(client.last(Update) == update for client in table.clients)
