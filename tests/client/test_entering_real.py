"""The login and the way from there, at a real server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.client.address import Address
from eriantys.client.entering import Entered, Entrance, InUse, Outcome, Refused
from eriantys.client.keyring import Keyring
from eriantys.wire.from_client import Bye, Create, Join, Leave, Watch
from eriantys.wire.from_server import Matches, Request, Seated, ServerBye, Started, Waiting
from tests.client.linking import Driver, driving
from tests.keys import A_NONCE
from tests.scenarios.company import come_back
from tests.scenarios.real import Client, Server, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "s.db") as made:
        yield made


class Visit:
    """Somebody who comes to a real server by an entrance."""

    def __init__(
        self, server: Server, keys: Keyring, name: str, code: str = "", *, guest: bool = False
    ) -> None:
        self.server = server
        address = Address("127.0.0.1", server.port, code=code)
        self.entrance = Entrance(address, name, keys, guest=guest)
        self.connect()

    def connect(self) -> None:
        """Make a connection, and go through the door as far as possible."""
        self.client = Client(self.server.port)
        self.server.clients.append(self.client)
        self.go_on(Request)
        self.settle()

    def settle(self) -> None:
        """Hear the server until there is an outcome."""
        while self.entrance.outcome is None:
            self.hear()

    def hear(self) -> object:
        message = self.client.next()
        self.client.say(*self.entrance.hear(message))
        return message

    def go_on(self, kind: type, **fields: object) -> None:
        """Hear the server until it says something."""
        while True:
            message = self.hear()
            if isinstance(message, kind) and all(
                getattr(message, name) == value for name, value in fields.items()
            ):
                return

    def leave(self) -> None:
        """End the connection, and wait until the server knows it."""
        self.client.say(Bye())
        self.client.wait_for_end()

    @property
    def outcome(self) -> Outcome | None:
        return self.entrance.outcome


def test_people_register_and_come_again(server: Server, tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    for name in ("Ada", "ada", "ADA"):
        visit = Visit(server, keys, name)
        assert visit.outcome == Entered("Ada", guest=False)
        visit.leave()
    assert len(list((tmp_path / "keys").iterdir())) == 1


def test_a_stranger_chooses_another_name(server: Server, tmp_path: Path) -> None:
    assert Visit(server, Keyring(tmp_path / "a"), "Ada").outcome == Entered("Ada", False)
    other = Keyring(tmp_path / "b")
    visit = Visit(server, other, "Ada")
    assert visit.outcome == Refused(
        "Somebody else has this name: choose another one.", "name-taken"
    )
    visit.client.say(*visit.entrance.choose("?"))
    visit.settle()
    assert isinstance(visit.outcome, Refused)
    assert visit.outcome.code == "bad-name"
    visit.client.say(*visit.entrance.choose("Bob", guest=True))
    visit.settle()
    assert visit.outcome == Entered("Bob", guest=True)
    other.make(Address("127.0.0.1", server.port), "Ada")
    stubborn = Visit(server, other, "Ada")
    assert isinstance(stubborn.outcome, Refused)
    assert stubborn.outcome.code == "bad-proof"


def test_a_guest_whose_name_was_given_back_gets_it_again(
    server: Server, tmp_path: Path
) -> None:
    keys = Keyring(tmp_path)
    for _ in range(2):
        visit = Visit(server, keys, "Gil", guest=True)
        assert visit.outcome == Entered("Gil", guest=True)
        visit.leave()


def test_a_second_client_of_the_same_name_moves_here(server: Server, tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    first = Visit(server, keys, "Ada")
    second = Visit(server, keys, "Ada")
    assert isinstance(second.outcome, InUse)
    second.client.say(*second.entrance.take_over())
    second.settle()
    assert second.outcome == Entered("Ada", guest=False)
    assert first.client.wait_for(ServerBye).code == "taken-over"


def test_a_client_that_comes_back_takes_itself_over(server: Server, tmp_path: Path) -> None:
    visit = Visit(server, Keyring(tmp_path), "Ada")
    visit.connect()  # the old connection is still there
    assert visit.outcome == Entered("Ada", guest=False)


def private_match(server: Server, keys: Keyring) -> tuple[Visit, Visit, str]:
    """Let two people begin a private match, one of them by invitation."""
    ada = Visit(server, keys, "Ada")
    ada.client.say(Create("eriantys", 2, A_NONCE, private=True))
    ada.go_on(Waiting)
    code = ada.client.last(Seated).code
    bob = Visit(server, keys, "Bob", code.replace("-", ""))
    bob.go_on(Started)
    ada.go_on(Started)
    return ada, bob, code.replace("-", "")


def test_an_invitation_leads_to_a_seat_then_to_watching_and_back_to_the_own_seat(
    server: Server, tmp_path: Path
) -> None:
    keys = Keyring(tmp_path)
    ada, bob, code = private_match(server, keys)
    match = ada.client.last(Started).match
    cleo = Visit(server, keys, "Cleo", code)
    cleo.go_on(Started, match=match, seat=None)
    bob.client.say(Leave())
    bob.go_on(Matches, whole=True)
    bob.leave()
    again = Visit(server, keys, "Bob", code)
    again.go_on(Started, match=match, seat=1)
    assert again.entrance.take_remark() == ""


def test_an_invitation_leads_back_to_a_suspended_match(server: Server, tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    ada, bob, code = private_match(server, keys)
    match = ada.client.last(Started).match
    for visit in (ada, bob):
        visit.client.say(Leave())
        visit.go_on(Matches, whole=True)
        visit.leave()
    assert bob.client.last(Matches).saved[0].suspended
    for name, seat in (("Ada", 0), ("Bob", 1)):
        again = Visit(server, keys, name, code)
        again.go_on(Started, match=match, seat=seat)


def test_a_watcher_comes_back_to_the_match(server: Server, tmp_path: Path) -> None:
    server.seat("Ann", "Ben")
    match = server.clients[0].last(Started).match
    visit = Visit(server, Keyring(tmp_path), "Cleo")
    visit.client.say(Watch(match))
    visit.go_on(Started)
    visit.leave()
    visit.connect()
    visit.go_on(Started, match=match, seat=None)


def test_a_player_is_back_at_the_same_request_after_a_restart(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    with serving(tmp_path / "s.db") as server:
        [bob] = server.enter("Bob")
        with driving(server.port) as driver:
            entry = Entrance(driver.link.address, "Ada", keys)
            driver.hearing = entry.hear
            driver.until_heard(Matches)
            driver.link.send([Create("eriantys", 2, A_NONCE)])
            match = driver.until_heard(Seated).match
            bob.say(Join(A_NONCE, match))
            before = _asked(driver, bob)
            server.stop(signal.SIGKILL)
            driver.until_lost()
            assert driver.link.retry_at == driver.now + 1
            driver.heard.clear()
            with serving(tmp_path / "s.db", "--port", str(server.port)) as again:
                driver.wait(1)
                driver.until(lambda: any(isinstance(each, Started) for each in driver.heard))
                assert entry.outcome == Entered("Ada", guest=False)
                returned = come_back(again, "Bob")
                assert _asked(driver, returned) == before


def _asked(driver: Driver, other: Client) -> tuple[int, str, object]:
    """Wait until one of two players is asked for a move, and tell what."""
    started = other.wait_for(Started)
    driver.until(lambda: any(isinstance(each, Started) for each in driver.heard))
    if started.turn == started.seat:
        request = other.request(started.number + 1)
    else:
        found: list[Request] = []

        def asked() -> bool:
            found[:] = [
                each
                for each in driver.heard
                if isinstance(each, Request) and each.kind == "move"
            ]
            return bool(found)

        driver.until(asked)
        request = found[-1]
    return request.id, request.decision, request.legal
