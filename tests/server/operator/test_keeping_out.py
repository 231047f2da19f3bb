"""Bans and mutes: whom they concern, for how long, and across a restart."""

from __future__ import annotations

import pytest

from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, Refused, SanctionList
from eriantys.server.session import State
from eriantys.wire.from_client import Chat, Login
from eriantys.wire.from_server import Ended, Error, ServerBye, ServerChat
from tests.keys import key_of
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import state_of

HOUR = 3600.0


def knock(parlour: Parlour, address: str) -> Person:
    return parlour.connect(address)


def turned_away(person: Person) -> bool:
    return person.closed and person.last(ServerBye).code == "banned"


def test_a_banned_name_is_sent_away_and_stays_out() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    answer = parlour.order(orders.Ban("ADA", reason="spam."))
    assert answer == Done("Ada is banned for good, and 1 sent away.")
    parlour.wait(0)
    assert ada.last(ServerBye) == ServerBye("banned", "You are banned here: spam.")
    again = parlour.connect()
    assert error_of(again.log_in("Ada")) == "banned"
    assert again.last(Error).text == "Ada is banned here: spam."
    assert state_of(again) is State.NEW
    assert state_of(parlour.enter("Bert")[0]) is State.LOBBY


def test_a_proof_does_not_help_a_banned_name() -> None:
    parlour = Parlour()
    parlour.enter("Ada")
    parlour.order(orders.Ban("Ada"))
    again = parlour.connect()
    assert error_of(again.prove("Ada")) == "banned"


def test_a_ban_ends_by_itself_or_by_the_operator() -> None:
    parlour = Parlour(silence=1e6, ping=1e6, idle=1e6, login=1e6)
    parlour.order(orders.Ban("Ada", HOUR))
    person = parlour.connect()
    parlour.wait(HOUR / 2)
    person.say(Login("Ada", key=key_of("Ada")))
    assert person.last(Error).text == "Ada is banned here for another 30 minutes."
    parlour.wait(HOUR / 2)
    person.say(Login("Ada", key=key_of("Ada")))
    assert state_of(person) is State.LOBBY
    assert parlour.order(orders.Bans()) == SanctionList(())

    parlour.order(orders.Ban("Bert"))
    assert parlour.order(orders.Unban("bert")) == Done("bert may come again.")
    assert state_of(parlour.enter("Bert")[0]) is State.LOBBY


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.0/24", "192.0.2.200", "192.0.3.1"),
        # Whoever has one of the long addresses has all of its first half.
        ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1"),
        ("[2001:db8::]/32", "2001:db8:5::1", "2001:db9::1"),
        ("fe80::/10", "fe80::1%eth0", "192.0.2.1"),
        # The old kind of address, as some systems write it.
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("::ffff:192.0.2.0/120", "192.0.2.200", "192.0.3.1"),
    ],
)
def test_a_banned_address_gets_no_further_than_the_door(
    banned: str, inside: str, outside: str
) -> None:
    parlour = Parlour()
    here, elsewhere = knock(parlour, inside), knock(parlour, outside)
    assert isinstance(parlour.order(orders.Ban(banned.replace("[", "").replace("]", ""))), Done)
    parlour.wait(0)
    assert turned_away(here)
    assert not elsewhere.closed
    assert turned_away(knock(parlour, inside))
    assert not knock(parlour, outside).closed
    parlour.order(orders.Unban(banned.replace("[", "").replace("]", "")))
    assert not knock(parlour, inside).closed


def test_all_players_of_a_banned_address_go_though_they_sit_at_one_match() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert", absence="end")
    (carl,) = parlour.enter("Carl")
    assert isinstance(parlour.order(orders.Ban("127.0.0.1")), Done)
    parlour.wait(0)
    assert all(map(turned_away, (ada, bert, carl)))
    # The second went after the first had ended the match, and so heard of it.
    assert {bool(ada.all(Ended)), bool(bert.all(Ended))} == {True, False}


def test_bans_and_mutes_outlive_a_restart() -> None:
    parlour = Parlour()
    parlour.order(orders.Ban("Ada", reason="spam"))
    parlour.order(orders.Ban("192.0.2.0/24", 10 * HOUR))
    parlour.order(orders.Mute("Bert"))
    before = parlour.order(orders.Bans())
    parlour.crash()
    after = parlour.order(orders.Bans())
    assert isinstance(after, SanctionList)
    assert [(each.kind, each.who, each.reason) for each in after.sanctions] == [
        ("address", "192.0.2.0/24", ""),
        ("mute", "bert", ""),
        ("name", "ada", "spam"),
    ]
    assert [each.left is None for each in after.sanctions] == [False, True, True]
    assert len(before.sanctions) == 3
    assert turned_away(knock(parlour, "192.0.2.4"))


def test_a_newer_ban_replaces_the_one_before() -> None:
    parlour = Parlour()
    parlour.order(orders.Ban("Ada"))
    parlour.order(orders.Ban("Ada", HOUR, "spam"))
    (only,) = parlour.order(orders.Bans()).sanctions
    assert (only.left, only.reason) == (HOUR, "spam")


def test_whoever_is_muted_is_told_so_and_nobody_hears_them() -> None:
    parlour = Parlour()
    ada, bert = parlour.enter("Ada", "Bert")
    assert parlour.order(orders.Mute("Ada", HOUR)) == Done("Ada is muted for 60 minutes.")
    ada.say(Chat("lobby", "Buy this!"))
    assert ada.last(Error).code == "silenced"
    assert ada.last(Error).text == "Nobody hears what you say here for another 60 minutes."
    assert not [each for each in bert.all(ServerChat) if each.lines]
    parlour.order(orders.Unmute("ada"))
    ada.say(Chat("lobby", "Sorry."))
    assert bert.last(ServerChat).lines[0].text == "Sorry."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
    ],
)
def test_what_is_banned_is_told_in_full(typed: str, told: str) -> None:
    parlour = Parlour()
    assert parlour.order(orders.Ban(typed)) == Done(f"{told} is banned for good.")
    assert [each.who for each in parlour.order(orders.Bans()).sanctions] == [told]
    assert parlour.order(orders.Unban(typed)) == Done(f"{told} may come again.")


def test_a_name_that_nobody_has_may_be_a_slip_and_is_told_as_one() -> None:
    parlour = Parlour()
    parlour.enter("Ada")
    assert parlour.order(orders.Ban("192.0.2")) == Done(
        "192.0.2 is banned for good. Nobody has that name so far."
    )
    assert parlour.order(orders.Mute("Adda")).text.endswith(" Nobody has that name so far.")


def test_who_is_banned_with_others_is_told_which() -> None:
    parlour = Parlour()
    parlour.order(orders.Ban("192.0.2.0/24"))
    for who in ("192.0.2.7", "192.0.2.0/25"):
        answer = parlour.order(orders.Unban(who))
        assert answer.code == "not-there"
        assert "with all of 192.0.2.0/24" in answer.text
    for who in ("192.0.0.0/16", "192.0.3.1"):
        assert "is not banned" in parlour.order(orders.Unban(who)).text


def test_what_makes_no_sense_is_refused() -> None:
    parlour = Parlour()
    for order in (
        orders.Ban("no name!"),
        orders.Ban("x" * 30),
        orders.Mute("192.0.2.0/24"),
        orders.Unban("?"),
    ):
        answer = parlour.order(order)
        assert isinstance(answer, Refused)
        assert answer.code == "bad-name"
    assert parlour.order(orders.Unban("Ada")).code == "not-there"
    assert parlour.order(orders.Unmute("Ada")).code == "not-there"
    assert parlour.order(orders.Ban("Ada", reason="\x1b")).code == "bad-text"


def test_a_ban_that_cannot_be_kept_is_none() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    parlour.broken = True
    answer = parlour.order(orders.Ban("Ada"))
    assert isinstance(answer, Refused)
    assert answer.code == "store-unavailable"
    assert not ada.closed
    parlour.broken = False
    assert parlour.order(orders.Bans()) == SanctionList(())
