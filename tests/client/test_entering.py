"""The login and the way from there, as the messages go."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eriantys.client.address import Address
from eriantys.client.entering import CLIENT, Entered, Entrance, Incompatible, InUse, Refused
from eriantys.client.keyring import Keyring
from eriantys.wire.cards import SavedCard
from eriantys.wire.from_client import FromClient, Join, Login, Resume, Watch
from eriantys.wire.from_server import Ended, Error, Matches, Named, Request, Seated, Started
from tests.client.linking import WELCOME
from tests.keys import proof
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
