"""How much may be said: by one name, and in the lobby by all together."""

from __future__ import annotations

import math

from eriantys.server.limits import LOBBY_TALK_BURST, LOBBY_TALK_PER_SECOND, TALK_BURST
from eriantys.server.session import State
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import Chat, Create, Quick
from eriantys.wire.from_server import Error, ServerChat
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, back, state_of

WORDS = "Shall we?"


def say_much(person: Person, to: Audience = "lobby", most: int = 100) -> int:
    """Speak until that is too fast; return how many lines it took."""
    for number in range(most):
        news = person.say(Chat(to, f"line {number}"))
        if any(isinstance(each, Error) for each in news):
            assert error_of(news) == "too-fast"
            return number
        assert [each.lines for each in news if isinstance(each, ServerChat)]
    return most


def test_some_lines_may_come_at_once_and_then_so_many_a_minute() -> None:
    parlour = Parlour(chat_per_minute=20, **PATIENT)
    anna, bert = parlour.enter("anna", "bert")
    assert say_much(anna) == TALK_BURST
    assert anna.last(Error).text == "You say too much at once: wait 3 seconds."
    assert len(bert.all(ServerChat)) == TALK_BURST
    parlour.wait(2)
    assert error_of(anna.say(Chat("lobby", WORDS))) == "too-fast"
    assert anna.last(Error).text == "You say too much at once: wait 1 second."
    parlour.wait(1)
    assert say_much(anna) == 1
    # One's own hurry is nobody else's.
    assert say_much(bert) == TALK_BURST
    parlour.wait(60)
    assert say_much(anna) == TALK_BURST


def test_neither_a_new_connection_nor_another_audience_gives_more() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("Anna")
    assert say_much(anna) == TALK_BURST
    anna.drop()
    anna = back(parlour, "aNNa")
    assert say_much(anna) == 0
    anna.say(Create("toy", 2, A_NONCE))
    assert say_much(anna, "match") == 0


def test_a_line_that_is_refused_costs_nothing() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    for _ in range(20):
        assert error_of(anna.say(Chat("lobby", "\a"))) == "bad-text"
        assert error_of(anna.say(Chat("match", WORDS))) == "unexpected"
    assert say_much(anna) == TALK_BURST


def test_the_lobby_as_a_whole_has_its_measure() -> None:
    parlour = Parlour(chat_per_minute=10_000)
    crowd = parlour.enter(*(f"name{number}" for number in range(LOBBY_TALK_BURST + 5)))
    for person in crowd[:LOBBY_TALK_BURST]:
        assert person.say(Chat("lobby", WORDS))[-1] == ServerChat(
            "lobby", (Said(person.name, WORDS),)
        )
    late = crowd[-1]
    for _ in range(50):
        assert error_of(late.say(Chat("lobby", WORDS))) == "too-fast"
    assert late.last(Error).text == "Too much is said in the lobby: wait 1 second."
    # Elsewhere one may speak, and what was refused in the lobby has cost nothing.
    late.say(Create("toy", 2, A_NONCE))
    assert say_much(late, "match", TALK_BURST) == TALK_BURST
    parlour.wait(math.ceil(1 / LOBBY_TALK_PER_SECOND))
    assert say_much(crowd[-2]) == LOBBY_TALK_PER_SECOND


def test_one_who_says_too_much_does_not_use_up_the_lobby() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    for _ in range(10 * LOBBY_TALK_BURST):
        anna.say(Chat("lobby", WORDS))
    assert say_much(bert) == TALK_BURST


def test_whoever_talks_in_the_lobby_is_not_idle() -> None:
    parlour = Parlour(idle=100, **PATIENT)
    (anna,) = parlour.enter("anna")
    for _ in range(3):
        parlour.wait(99)
        anna.say(Chat("lobby", WORDS))
    parlour.wait(99)
    assert state_of(anna) is State.LOBBY
    parlour.wait(1)
    assert anna.closed


def test_whoever_talks_does_not_get_more_time_to_choose() -> None:
    parlour = Parlour(answer=100, **PATIENT)
    (anna,) = parlour.enter("anna")
    anna.say(Quick("toy", A_NONCE))
    parlour.wait(99)
    anna.say(Chat("lobby", WORDS))
    parlour.wait(1)
    assert anna.closed
