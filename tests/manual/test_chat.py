"""What the page of the protocol says of chat is so."""

from __future__ import annotations

from eriantys.server.chat.remembered import LATEST
from eriantys.server.chat.saying import AUDIENCES
from eriantys.server.limits import (
    LOBBY_TALK_BURST,
    LOBBY_TALK_PER_SECOND,
    MUTED_MOST,
    TALK_BURST,
    TALK_MOST,
    Limits,
)
from eriantys.server.texts import MARKS_MOST
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page

PAGE = Page(FILE)


def test_the_page_says_where_each_audience_is_spoken_to() -> None:
    (rows,) = PAGE.sections["CHAT"].tables
    heading, *body = rows
    assert heading == ["to", "said and heard in", "who hears it"]
    assert {to: states for to, states, _ in body} == {
        to: ", ".join(state.value for state, those in AUDIENCES.items() if to in those)
        for to in ("lobby", "match", "team", "watchers")
    }


def test_the_numbers_in_the_sentences_about_chat_are_those_of_the_code() -> None:
    parts = {title: " ".join(part.whole.split()) for title, part in PAGE.below("CHAT").items()}
    assert f"A line has 1 to {TALK_MOST} characters" in parts["Lines"]
    assert f"at most {MARKS_MOST} marks in a row" in parts["Lines"]
    much = parts["How much may be said"]
    assert f"A name may say {TALK_BURST} lines at once" in much
    assert f"of welcome, by default {Limits().chat_per_minute}." in much
    assert f"all together may say {LOBBY_TALK_BURST} lines at once" in much
    assert f"and then {LOBBY_TALK_PER_SECOND} a second" in much
    assert f"at most {LATEST} for each audience" in parts["Lines that were said before"]
    assert f"A name can mute at most {MUTED_MOST} others." in parts["Muting"]
