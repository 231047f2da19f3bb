"""What the page of the protocol says of limits and rates, and of what is voted about, is so."""

from __future__ import annotations

from typing import get_args

from eriantys.server import guard, limits, results
from eriantys.server.limits import Limits
from eriantys.server.lobby import invitations, quick, running
from eriantys.server.matches import history, votes
from eriantys.wire.fields import Ballot
from eriantys.wire.messages import CLIENT_TYPES
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page

PAGE = Page(FILE)
RATES = PAGE.below("LIMITS AND RATES")
USUAL = Limits()


def test_the_page_says_what_each_message_costs() -> None:
    (rows,) = RATES["How fast a connection is heard"].tables
    (heading, *body, (others, least)) = rows
    assert heading == ["message", "cost"]
    assert (others.split(",")[0], least) == ("all others", "1")
    named = {name: int(cost) for names, cost in body for name in names.split(", ")}
    assert named == {
        name: guard.COSTS[cls] for name, cls in CLIENT_TYPES.items() if cls in guard.COSTS
    }


def test_the_page_says_how_fast_a_connection_is_heard() -> None:
    text = RATES["How fast a connection is heard"].whole
    frames, size = USUAL.frames_per_second, USUAL.bytes_per_second
    assert f"frames_per_second of them, by default {frames}, and" in text
    assert f"bytes_per_second, by default {size}," in text
    assert f"in {limits.BURST:g} seconds it may also send at once" in text
    at_once = f"{frames * limits.BURST:g} frames or {size * limits.BURST / 1024:g} KiB."
    assert at_once in text


def test_the_page_says_how_much_there_may_be() -> None:
    (rows,) = RATES["How much there may be"].tables
    assert [int(most) for _, most, _ in rows[1:]] == [
        USUAL.connections,
        USUAL.connections_per_address,
        USUAL.connects_per_minute,
        USUAL.refusals_per_minute,
        USUAL.refusals_per_minute,
        USUAL.names_per_hour,
        USUAL.rooms,
        USUAL.matches_per_name,
        USUAL.matches_per_hour,
        USUAL.watchers_per_match,
        USUAL.chat_per_minute,
        limits.MUTED_MOST,
        limits.UNDOS_PER_TURN,
    ]
    again = f"{USUAL.names_per_hour} names can register another after "
    assert (
        f"{again}{60 / USUAL.names_per_hour:g} minutes." in RATES["How much there may be"].whole
    )


def test_the_numbers_in_the_sentences_about_the_house_are_those_of_the_code() -> None:
    watching, looking = PAGE.sections["WATCHING"].whole, PAGE.below("LOOKING BACK")
    assert f"with at most {running.MOST} cards." in watching
    assert running.FRESH == 1, "the page says: may be a second old"
    assert f"one that has {USUAL.watchers_per_match} of them, by default," in watching
    slow = PAGE.below("WATCHING")["Watchers who read too slowly"].whole
    assert f"more than {USUAL.unsent_pause // 1024} KiB unread" in slow
    line = PAGE.below("THE LOBBY")["The line"].whole
    assert f"names has the first {quick.NAMES_SHOWN}," in line
    assert quick.LINE_INTERVAL == 0.5, "the page says: at most every half second"
    seldom = RATES["What is told less often"].whole
    burst, speed = limits.HISTORY_BURST // 1024, limits.HISTORY_PER_SECOND // 1024
    assert f"some {burst} KiB come at once, and the rest at {speed} KiB a second." in seldom
    told = PAGE.below("MESSAGES FROM THE SERVER")["history"].text
    assert f"portions of at most {history.LINES_AT_ONCE} lines" in told
    assert f"{results.AT_ONCE} at a time" in looking["All matches of a name"].whole
    assert f"is over for {USUAL.keep} days" in PAGE.sections["LOOKING BACK"].whole


def test_the_page_says_what_an_invitation_looks_like() -> None:
    text = PAGE.sections["PRIVATE MATCHES"].whole
    example = "ABCD-2345"
    assert f"A code has the form {example}." in text
    assert set(invitations.normal(example)) <= set(invitations.ALPHABET)
    assert [len(half) for half in example.split("-")] == [invitations.HALF] * 2
    missing = [letter for letter in "01OIL" if f" {letter}" in text.split("there is no")[1]]
    assert not set(missing) & set(invitations.ALPHABET)
    assert len(missing) == 5


def test_the_page_says_what_can_be_voted_about() -> None:
    section = PAGE.sections["VOTES AND PAUSES"]
    (rows,) = section.tables
    assert rows[0] == ["about", "when", "how many", "then"]
    assert {row[0] for row in rows[1:]} == set(get_args(Ballot))
    agreeing = {row[0] for row in rows[1:4]}
    (agree,) = {choices for each, choices in votes.CHOICES.items() if each in agreeing}
    about = section.whole
    assert f"About the first three one votes {' or '.join(agree)}," in about
    assert f"missing {' or '.join(votes.CHOICES['missing'])}." in about
    parts = PAGE.below("VOTES AND PAUSES")
    assert f"vote_ms, by default {USUAL.vote} seconds" in parts["Pause, go-on, time"].whole
    assert f"pause_ms, by default {USUAL.pause} seconds" in parts["Pauses"].whole
