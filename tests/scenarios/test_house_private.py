"""The house: private matches, the line that invites to them, and titles."""

from __future__ import annotations

import shlex
import signal
import socket
from pathlib import Path

import msgspec
import pytest

from eriantys.client.address import Address, invitation, parse
from eriantys.wire.from_client import (
    Create,
    FromClient,
    History,
    Join,
    Leave,
    Results,
    Resume,
    Watch,
)
from eriantys.wire.from_server import (
    Error,
    Matches,
    Presence,
    Seated,
    ServerHistory,
    ServerResults,
    Started,
)
from tests.keys import A_NONCE
from tests.scenarios.company import (
    assert_kept_secret,
    come_back,
    join_by_code,
    look_on,
    match_of,
    play,
    play_out,
    running,
    shut_down,
    to_the_lobby,
    verify,
)
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, listed, look, news, stored

NOWHERE = 2**31 - 1
"""The number of no match."""


def open_private(server: Server, seats: int, **more: bool | str) -> tuple[Client, Seated]:
    """Let somebody open a match that is on no list."""
    [host] = server.enter(*fresh(1))
    host.say(Create("eriantys", seats, A_NONCE, private=True, **more))  # type: ignore[arg-type]
    return host, host.wait_for(Seated)


def seat_privately(server: Server, seats: int, **more: bool | str) -> list[Client]:
    """Let a private match begin."""
    host, seated = open_private(server, seats, **more)
    players = [host, *server.enter(*fresh(seats - 1))]
    join_by_code(seated.code, *players[1:])
    for player in players:
        player.wait_for(Started)
    return players


def follow(server: Server, line: str) -> tuple[Client, str]:
    """Do as a line of invitation says, up to the lobby; return the code that it named."""
    program, command, target = shlex.split(line)
    assert (program, command) == ("eriantys", "play")
    address = parse(target)
    assert not address.tls
    guest = server.connect(socket.create_connection((address.host, address.port)))
    guest.log_in(*fresh(1))
    return guest, address.code


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h_5_an_invitation_leads_to_a_seat_and_later_to_a_place_to_look_on(
    server: Server, seats: int
) -> None:
    [lurker] = server.enter(*fresh(1))
    title = f"Just the {seats} of us"
    host, seated = open_private(server, seats, title=title)
    assert seated.room.private
    line = invitation(Address("127.0.0.1", server.port), seated.code)
    assert seated.code in line

    players = [host]
    while len(players) < seats:
        guest, code = follow(server, line)
        guest.say(Join(A_NONCE, code=code))
        assert guest.wait_for(Seated).code == seated.code
        players.append(guest)
    for player in players:
        started = player.wait_for(Started)
        assert (started.match, started.code, started.title) == (
            seated.match,
            seated.code,
            title,
        )
    play(players, 12)

    late, code = follow(server, line)
    late.say(Join(A_NONCE, code=code))
    assert late.wait_for(Error).code == "match-full"
    late.say(Watch(code=code))
    assert late.wait_for(Started).view == players[0].view
    assert [player.wait_for(Presence).name for player in players] == [late.name] * seats
    assert late.last(Started).code == seated.code
    play_out(players, late)
    assert late.view == players[0].view
    verify(host)
    assert_kept_secret(*players, late)

    # Whoever was in the lobby all the time has heard nothing of it.
    assert all(card.match != seated.match for card in running(lurker))
    news(lurker)
    for matches in (each for each in lurker.heard if isinstance(each, Matches)):
        assert seated.match not in (*matches.gone, *(card.match for card in matches.open))
    for word in (title, seated.code, *(player.name for player in players)):
        assert word.encode() not in lurker.raw


def refusal(client: Client, message: FromClient, number: int) -> Error:
    """Return how a message is refused, with the number that it named left out."""
    client.say(message)
    error = client.wait_for(Error)
    return msgspec.structs.replace(error, text=error.text.replace(str(number), "N"))


def test_h_5_the_number_alone_tells_nothing(server: Server) -> None:
    [stranger] = server.enter(*fresh(1))

    def nothing_to_see(number: int) -> list[Error]:
        return [
            refusal(stranger, Join(A_NONCE, number), number),
            refusal(stranger, Watch(number), number),
            refusal(stranger, History(number), number),
            refusal(stranger, Resume(number), number),
            refusal(stranger, History(number, code="AAAA-AAAA"), number),
            refusal(stranger, Join(A_NONCE, number, code="AAAA-AAAA"), number),
            refusal(stranger, Watch(number, "AAAA-AAAA"), number),
        ]

    nowhere = nothing_to_see(NOWHERE)
    host, seated = open_private(server, 2)
    assert nothing_to_see(seated.match) == nowhere, "while it waits for players"
    [guest] = server.enter(*fresh(1))
    join_by_code(seated.code, guest)
    players = [host, guest]
    for player in players:
        player.wait_for(Started)
    play(players, 5)
    for player in players:
        news(player)
    assert nothing_to_see(seated.match) == nowhere, "while it is played"
    for player in players:
        assert news(player) == []
    play_out(players)
    assert nothing_to_see(seated.match) == nowhere, "when it is over"


def test_h_5_a_code_is_read_as_people_type_it_and_no_other_one_is_taken(server: Server) -> None:
    host, seated = open_private(server, 4)
    code = seated.code
    forms = (code.lower(), code.replace("-", ""), f" {code} ")
    guests = server.enter(*fresh(3))
    for guest, form in zip(guests, forms, strict=True):
        wrong = code[:-1] + ("2" if code[-1] != "2" else "3")
        for message in (
            Join(A_NONCE),
            Join(A_NONCE, code=wrong),
            Join(A_NONCE, seated.match + 1, code=code),
        ):
            guest.say(message)
            assert guest.wait_for(Error).code == "bad-code"
        guest.say(Join(A_NONCE, code=form))
        assert guest.wait_for(Seated).match == seated.match
    assert host.wait_for(Started).players == (host.name, *(guest.name for guest in guests))


def test_h_5_not_even_with_the_code_may_one_look_on_if_nobody_shall(server: Server) -> None:
    players = seat_privately(server, 2, watchers=False)
    code = players[0].last(Started).code
    [guest] = server.enter(*fresh(1))
    for player in players:
        news(player)
    guest.say(Watch(code=code), History(match_of(players[0]), code=code))
    codes = [guest.wait_for(Error).code for _ in range(2)]
    assert codes == ["no-watchers", "no-such-match"]
    assert all(news(player) == [] for player in players)


def test_h_5_when_it_is_over_the_code_leads_nowhere_but_back(server: Server) -> None:
    players = seat_privately(server, 2)
    match, code = match_of(players[0]), players[0].last(Started).code
    play_out(players)
    [guest] = server.enter(*fresh(1))
    for message in (Join(A_NONCE, code=code), Watch(code=code)):
        guest.say(message)
        assert guest.wait_for(Error).code == "bad-code"
    guest.say(History(match, code=code))
    assert guest.wait_for(ServerHistory).match == match
    # In the results of its players it is for their eyes only.
    to_the_lobby(players[0])
    players[0].say(Results())
    assert [card.match for card in players[0].wait_for(ServerResults).past] == [match]
    guest.say(Results(players[0].name))
    assert guest.wait_for(ServerResults).past == ()


def test_h_5_whoever_leaves_an_open_room_takes_its_code_along(server: Server) -> None:
    host, seated = open_private(server, 2)
    host.say(Leave())
    host.wait_for(Matches, whole=True)
    [guest] = server.enter(*fresh(1))
    guest.say(Join(A_NONCE, code=seated.code))
    assert guest.wait_for(Error).code == "bad-code"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_h_5_the_code_survives_a_restart(tmp_path: Path, number: int) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = seat_privately(server, 3)
        names = [player.name for player in players]
        code = players[0].last(Started).code
        play(players, 10)
        before = look(players[0])
        _, waiting = open_private(server, 2)
        shut_down(server, number)
    with serving(store) as server:
        watcher = look_on(server, before.match, code=code)
        assert watcher.last(Started).view == before.view
        players = [come_back(server, name) for name in names]
        for player in players:
            started = player.wait_for(Started)
            assert (started.code, started.number) == (code, 10)
        play(players, 5, watcher)
        [stranger] = server.enter("stranger")
        assert running(stranger) == ()
        # What only waited for players is gone, and its code with it.
        stranger.say(Watch(before.match), Join(A_NONCE, code=waiting.code))
        codes = [stranger.wait_for(Error).code for _ in range(2)]
        assert codes == ["no-such-match", "bad-code"]
        play_out(players, watcher)


def test_h_6_a_title_is_on_every_list_and_shown_to_all_who_come(empty_house: Server) -> None:
    host, other, onlooker = empty_house.enter("host", "other", "onlooker")
    host.say(Create("eriantys", 2, A_NONCE, title="  Tè alle cinque ☕ "))
    title = host.wait_for(Seated).room.title
    assert title == "Tè alle cinque ☕"
    [card] = listed(onlooker).open
    assert (card.title, card.private) == (title, False)
    other.say(Join(A_NONCE, card.match))
    for client in (host, other):
        assert client.wait_for(Started).title == title
    [shown] = running(onlooker)
    assert shown.title == title
    onlooker.say(Watch(card.match))
    assert onlooker.wait_for(Started).title == title
    play_out([host, other], onlooker)
    onlooker.say(Results("host"))
    [past] = onlooker.wait_for(ServerResults).past
    assert past.title == title


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("\x1b[2J", "bad-text"),
        ("two\nlines", "bad-text"),
        ("\u202etfel", "bad-text"),
        ("   ", "bad-text"),
        ("x" * 41, "malformed"),
    ],
)
def test_h_6_a_title_that_would_upset_a_screen_opens_no_match(
    server: Server, title: str, code: str
) -> None:
    host, onlooker = server.enter(*fresh(2))
    news(onlooker)
    kept = stored(server)
    host.say(Create("eriantys", 2, A_NONCE, title=title))
    assert host.wait_for(Error).code == code
    assert all(host.name not in room.seats for room in listed(host).open)
    assert stored(server) == kept
    assert news(onlooker) == []
