"""The login and the way from there: as the messages go, and at a real server."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from eriantys.client.address import Address
from eriantys.client.entering import (
    CLIENT,
    Entered,
    Entrance,
    Incompatible,
    InUse,
    Outcome,
    Refused,
)
from eriantys.client.keyring import Keyring
from eriantys.wire.from_client import Bye, Create, FromClient, Join, Leave, Login, Resume, Watch
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Named,
    Request,
    SavedCard,
    Seated,
    ServerBye,
    Started,
    Waiting,
)
from tests.client.linking import WELCOME, Driver, driving
from tests.keys import A_NONCE, proof
from tests.scenarios.company import come_back
from tests.scenarios.real import Client, Server, serving
from tests.wire.samples import FROM_SERVER

ADDRESS = Address("games.example", 7777)
ASKED = Request(0, "login", 60000)
STARTED = next(sample for sample in FROM_SERVER if isinstance(sample, Started))
SEATED = next(sample for sample in FROM_SERVER if isinstance(sample, Seated))
ENDED = next(sample for sample in FROM_SERVER if isinstance(sample, Ended))
LOBBY = Matches(whole=True)


def refused(code: str, text: str = "No.", about: str = "login") -> Error:
    return Error(code, text, about)


def entrance(
    folder: Path, name: str = "Ada", code: str = "", *, guest: bool = False
) -> Entrance:
    address = ADDRESS._replace(code=code)
    return Entrance(address, name, Keyring(folder), guest=guest, chance=bytes)


def hear(entry: Entrance, *messages: object) -> list[FromClient]:
    """Let somebody hear messages, and return all that they say."""
    return [said for each in messages for said in entry.hear(each)]  # type: ignore[arg-type]


# As the messages go.


def test_a_new_name_is_registered_with_a_key_that_is_kept_before(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    [login] = hear(entry, WELCOME, ASKED)
    key = Keyring(tmp_path).find(ADDRESS, "Ada")
    assert key is not None
    assert login == Login("Ada", key=key, protocol=1, client=CLIENT)
    assert entry.outcome is None
    assert hear(entry, Named("Ada"), LOBBY) == []
    assert entry.outcome == Entered("Ada", guest=False)


def test_a_name_with_a_key_is_proved_and_the_key_stays_at_home(tmp_path: Path) -> None:
    key = Keyring(tmp_path).make(ADDRESS, "ada")
    [login] = hear(entrance(tmp_path), WELCOME, ASKED)
    assert login == Login(
        "Ada", proof=proof(key, WELCOME.nonce, "Ada"), protocol=1, client=CLIENT
    )


def test_a_server_that_has_forgotten_the_name_is_shown_the_key(tmp_path: Path) -> None:
    key = Keyring(tmp_path).make(ADDRESS, "Ada")
    entry = entrance(tmp_path, guest=True)
    hear(entry, WELCOME, ASKED)
    assert hear(entry, refused("unknown-name")) == []
    [login] = hear(entry, ASKED)
    assert login == Login("Ada", key=key, guest=True, protocol=1, client=CLIENT)
    assert hear(entry, refused("unknown-name", "Never."), ASKED) == []
    assert entry.outcome == Refused("Never.", "unknown-name")


def test_a_server_is_shown_the_key_only_where_it_has_just_forgotten_the_name(
    tmp_path: Path,
) -> None:
    Keyring(tmp_path).make(ADDRESS, "Ada")
    entry = entrance(tmp_path)
    hear(entry, WELCOME, ASKED, refused("unknown-name"))
    [login] = hear(entry, WELCOME, ASKED)
    assert isinstance(login, Login)
    assert login.key is None


@pytest.mark.parametrize("code", ["name-taken", "bad-name", "too-many", "of-tomorrow"])
def test_a_refusal_waits_for_another_name(tmp_path: Path, code: str) -> None:
    entry = entrance(tmp_path)
    assert hear(entry, WELCOME, ASKED, refused(code, "Choose another."), ASKED)[1:] == []
    assert entry.outcome == Refused("Choose another.", code)
    [login] = entry.choose("Bob", guest=True)
    assert isinstance(login, Login)
    assert (login.name, login.guest, entry.outcome) == ("Bob", True, None)
    assert entry.choose("Cleo") == [], "one login is under way, and its answer comes first"


def test_a_name_that_is_chosen_before_the_server_asks_is_told_when_it_does(
    tmp_path: Path,
) -> None:
    entry = entrance(tmp_path)
    hear(entry, WELCOME, ASKED, refused("bad-name"))
    assert entry.choose("Bob") == []
    [login] = hear(entry, ASKED)
    assert isinstance(login, Login)
    assert login.name == "Bob"


@pytest.mark.parametrize("code", ["name-taken", "bad-name", "too-many"])
def test_a_key_that_has_opened_nothing_is_not_kept(tmp_path: Path, code: str) -> None:
    hear(entrance(tmp_path), WELCOME, ASKED, refused(code))
    assert Keyring(tmp_path).find(ADDRESS, "Ada") is None


def test_a_key_that_may_open_the_name_by_now_is_kept(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    [first] = hear(entry, WELCOME, ASKED)
    hear(entry, refused("store-unavailable"), ASKED)
    [again] = entry.choose("Ada")
    assert isinstance(first, Login)
    assert isinstance(again, Login)
    assert first.key is not None
    assert again.proof == proof(first.key, WELCOME.nonce, "Ada")


def test_a_key_that_was_there_before_is_kept_whatever_the_server_says(tmp_path: Path) -> None:
    key = Keyring(tmp_path).make(ADDRESS, "Ada")
    entry = entrance(tmp_path)
    hear(entry, WELCOME, ASKED, refused("bad-proof"))
    assert isinstance(entry.outcome, Refused)
    assert entry.outcome.sentence == (
        "Ada is somebody else's at games.example:7777, "
        "or its key is on another machine: choose another name."
    )
    hear(entry, WELCOME, ASKED, refused("unknown-name"), ASKED, refused("name-taken"))
    assert Keyring(tmp_path).find(ADDRESS, "Ada") == key


def test_a_refusal_without_a_text_still_gives_a_reason(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    hear(entry, WELCOME, ASKED, refused("bad-name", ""))
    assert isinstance(entry.outcome, Refused)
    assert entry.outcome.sentence == "games.example:7777 does not take the name."


def test_a_name_in_use_is_taken_over_only_by_who_wants_it(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    assert hear(entry, WELCOME, ASKED, refused("already-connected"), ASKED)[1:] == []
    assert entry.outcome == InUse("Ada is connected from somewhere else already.")
    [login] = entry.take_over()
    assert isinstance(login, Login)
    assert login.take_over
    hear(entry, refused("already-connected", "Still no."))
    assert entry.outcome == Refused("Still no.", "already-connected")


def test_after_a_lost_connection_the_own_place_is_taken_over(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    [first] = hear(entry, WELCOME, ASKED)
    hear(entry, Named("ADA"), LOBBY)
    assert entry.outcome == Entered("ADA", guest=False)
    [again] = hear(entry, WELCOME, ASKED)
    assert entry.outcome is None
    assert isinstance(first, Login)
    assert isinstance(again, Login)
    assert (first.take_over, again.take_over) == (False, True)
    assert (again.name, again.key) == ("ADA", None)
    hear(entry, refused("bad-proof"), ASKED)
    [other] = entry.choose("Bob")
    assert isinstance(other, Login)
    assert not other.take_over, "that name was never ours"


def test_another_protocol_is_told(tmp_path: Path) -> None:
    entry = entrance(tmp_path)
    welcome = msgspec.structs.replace(WELCOME, protocol=2, version="9.0")
    assert hear(entry, welcome, ASKED) == []
    assert entry.outcome == Incompatible(
        "games.example:7777 speaks protocol 2 and this program 1: "
        "use the eriantys of its version, 9.0."
    )


@pytest.mark.parametrize("name", ["\udcff", "x" * 65])
def test_a_name_that_cannot_be_said_is_not_said(tmp_path: Path, name: str) -> None:
    entry = entrance(tmp_path, name)
    assert hear(entry, WELCOME, ASKED) == []
    assert isinstance(entry.outcome, Refused)
    assert entry.outcome.code == "bad-name"
    assert len(entry.choose("Ada")) == 1


def test_a_server_that_talks_out_of_turn_gets_nothing(tmp_path: Path) -> None:
    entry = entrance(tmp_path, code="ABCD2345")
    assert hear(entry, ASKED, LOBBY, STARTED, SEATED, refused("match-full", about="join")) == []
    assert hear(entry, WELCOME, LOBBY) == []
    assert len(hear(entry, ASKED)) == 1
    assert hear(entry, Named("Ada"), ASKED, refused("bad-name"), ASKED) == []
    assert entry.outcome == Entered("Ada", guest=False)


# Where the login leads.

CODE = "ABCD2345"
JOIN = Join(bytes(16), code=CODE)
SAVED = SavedCard(7, "eriantys", ("Ada", "Bob"), 0, suspended=True)


def arrived(folder: Path, code: str, *messages: object) -> tuple[Entrance, list[FromClient]]:
    """Let somebody log in, and hear more; return what is said after the login."""
    entry = entrance(folder, code=code)
    return entry, hear(entry, WELCOME, ASKED, Named("Ada"), *messages)[1:]


def test_an_invitation_is_followed_once(tmp_path: Path) -> None:
    entry, said = arrived(tmp_path, CODE, LOBBY)
    assert said == [JOIN]
    assert hear(entry, SEATED, LOBBY, LOBBY) == []
    assert hear(entry, WELCOME, ASKED, Named("Ada"), LOBBY)[1:] == []


def test_an_invitation_is_followed_again_if_the_connection_breaks(tmp_path: Path) -> None:
    entry, _ = arrived(tmp_path, CODE, LOBBY)
    assert hear(entry, WELCOME, ASKED, Named("Ada"), LOBBY)[1:] == [JOIN]


def test_a_match_that_has_begun_is_watched(tmp_path: Path) -> None:
    full = refused("match-full", about="join")
    entry, said = arrived(tmp_path, CODE, LOBBY, full)
    assert said == [JOIN, Watch(code=CODE)]
    assert hear(entry, msgspec.structs.replace(STARTED, seat=None), LOBBY) == []


@pytest.mark.parametrize(
    "cards", [(), (SAVED,), (SAVED, msgspec.structs.replace(SAVED, match=8))]
)
def test_the_own_match_that_is_suspended_is_resumed(
    tmp_path: Path, cards: tuple[SavedCard, ...]
) -> None:
    full, missing = refused("match-full", about="join"), refused("no-such-match", about="watch")
    _, said = arrived(tmp_path, CODE, Matches(whole=True, saved=cards), full, missing)
    expected = [Resume(7)] if len(cards) == 1 else []  # of several nobody knows which it is
    assert said == [JOIN, Watch(code=CODE), *expected]


def test_the_own_match_that_is_going_on_is_resumed(tmp_path: Path) -> None:
    playing = refused("already-playing", about="join")
    entry, said = arrived(tmp_path, CODE, LOBBY, playing)
    assert said == [JOIN, Resume()]
    hear(entry, msgspec.structs.replace(STARTED, seat=0, code="ABCD-2345"))
    assert entry.take_remark() == ""


def test_whoever_is_brought_to_another_match_is_told(tmp_path: Path) -> None:
    brought = msgspec.structs.replace(STARTED, seat=0, code="")
    entry, said = arrived(tmp_path, CODE, brought, LOBBY)
    assert said == []
    assert entry.take_remark() == (
        "You are back in a match that is going on: "
        "play it out before you follow the invitation."
    )
    assert entry.take_remark() == ""


@pytest.mark.parametrize("code", ["bad-code", "too-fast", "no-such-match", "too-many"])
def test_an_invitation_that_leads_nowhere_is_tried_once(tmp_path: Path, code: str) -> None:
    entry, said = arrived(tmp_path, CODE, LOBBY, refused(code, about="join"))
    assert said == [JOIN]
    assert hear(entry, WELCOME, ASKED, Named("Ada"), LOBBY)[1:] == []


def lost_at(folder: Path, *place: object) -> tuple[Entrance, Entrance]:
    """Let two people lose the connection at the same place, and log in again."""
    both = []
    for name in ("one", "two"):
        entry, _ = arrived(folder / name, "", LOBBY, *place)
        hear(entry, WELCOME, ASKED, Named("Ada"))
        both.append(entry)
    return both[0], both[1]


def test_a_seat_that_is_lost_is_gone_back_to_where_that_is_possible(tmp_path: Path) -> None:
    playing = msgspec.structs.replace(STARTED, match=7, seat=0)
    suspended, over = lost_at(tmp_path, playing)
    assert hear(suspended, Matches(whole=True, saved=(SAVED,))) == [Resume(7)]
    assert hear(over, LOBBY) == []
    brought, _ = lost_at(tmp_path, playing)
    assert hear(brought, playing) == []


def test_whoever_looked_on_looks_on_again(tmp_path: Path) -> None:
    watching = msgspec.structs.replace(STARTED, match=7, seat=None, code="ABCD-2345")
    again, taken_over = lost_at(tmp_path, watching)
    assert hear(again, LOBBY) == [Watch(7, "ABCD-2345")]
    assert hear(again, refused("no-such-match", about="watch")) == []
    assert hear(again, WELCOME, ASKED, Named("Ada"), LOBBY)[1:] == [], "it is over"
    assert hear(taken_over, watching, LOBBY) == []


def test_whoever_waited_in_a_private_room_comes_back_to_it(tmp_path: Path) -> None:
    private = msgspec.structs.replace(SEATED, code="ABCD-2345")
    again, taken_over = lost_at(tmp_path, private)
    assert hear(again, LOBBY) == [Join(bytes(16), code="ABCD-2345")]
    assert hear(taken_over, private, LOBBY) == []
    public, _ = lost_at(tmp_path, msgspec.structs.replace(SEATED, code=""))
    assert hear(public, LOBBY) == [], "its number may be another's by now"


@pytest.mark.parametrize("gone", [LOBBY, ENDED])
def test_a_match_that_was_left_or_is_over_is_not_gone_back_to(
    tmp_path: Path, gone: object
) -> None:
    playing = msgspec.structs.replace(STARTED, match=7, seat=0)
    entry, _ = lost_at(tmp_path, playing, gone)
    assert hear(entry, Matches(whole=True, saved=(SAVED,))) == []


# At a real server.


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
