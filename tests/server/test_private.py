"""Private matches: on no list, and nothing but their invitation leads there."""

from __future__ import annotations

import re

import pytest

from eriantys.server.lobby.invitations import ALPHABET, invite, normal
from eriantys.server.session import State
from eriantys.wire.from_client import Create, Join, Leave, List, Quick, Resign, Watch
from eriantys.wire.from_server import Matches, Seated, Started
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import a_table, open_match, state_of


def a_private_room(
    parlour: Parlour, name: str = "anna", **create: object
) -> tuple[Person, str]:
    (person,) = parlour.enter(name)
    person.say(Create("toy", 2, A_NONCE, private=True, **create))  # type: ignore[arg-type]
    return person, person.last(Seated).code


def test_a_code_is_easy_to_read_out() -> None:
    _anna, code = a_private_room(Parlour())
    assert re.fullmatch(rf"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", code)
    assert not set("01ILO") & set(ALPHABET)


def test_codes_are_drawn_fairly_and_never_twice() -> None:
    house = Parlour().core.house
    codes = {normal(invite(house, number)) for number in range(2000)}
    assert len(codes) == 2000
    assert {house.codes[code] for code in codes} == set(range(2000))
    counts = [sum(code.count(letter) for code in codes) for letter in ALPHABET]
    assert max(counts) < 1.3 * min(counts)


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "without"])
def test_the_code_leads_to_the_room_however_it_is_typed(typed: str) -> None:
    parlour = Parlour()
    anna, code = a_private_room(parlour)
    forms = {"lower": code.lower(), "without": code.replace("-", "")}
    (bert,) = parlour.enter("bert")
    bert.say(Join(A_NONCE, code=forms.get(typed, typed.format(code))))
    assert bert.last(Started).players == ("anna", "bert")
    assert bert.last(Started).code == anna.last(Started).code == code


def test_nobody_in_the_lobby_hears_of_it() -> None:
    parlour = Parlour()
    (zoe,) = parlour.enter("zoe")
    anna, code = a_private_room(parlour, title="Just us")
    number = open_match(anna)
    (bert,) = parlour.enter("bert")
    bert.say(Join(A_NONCE, code=code))
    parlour.wait(1)
    zoe.say(List(running=True))
    anna.say(Resign())
    parlour.wait(1)
    for matches in zoe.all(Matches):
        assert not matches.open
        assert number not in matches.gone
        assert not matches.running
    assert b"Just us" not in zoe.raw


def test_its_number_alone_leads_nowhere_and_tells_nothing() -> None:
    parlour = Parlour()
    anna, code = a_private_room(parlour)
    number = open_match(anna)
    (zoe,) = parlour.enter("zoe")
    nowhere = zoe.say(Join(A_NONCE, number + 100))
    assert repr(zoe.say(Join(A_NONCE, number))) == repr(nowhere)
    unwatched = zoe.say(Watch(number + 100))
    assert repr(zoe.say(Watch(number))) == repr(unwatched)
    (bert,) = parlour.enter("bert")
    bert.say(Join(A_NONCE, code=code))
    # The same once it has begun.
    assert repr(zoe.say(Join(A_NONCE, number))) == repr(nowhere)
    assert repr(zoe.say(Watch(number))) == repr(unwatched)


def test_with_the_code_one_may_look_on() -> None:
    parlour = Parlour()
    anna, code = a_private_room(parlour)
    bert, zoe = parlour.enter("bert", "zoe")
    bert.say(Join(A_NONCE, open_match(anna), code=code))
    assert error_of(zoe.say(Join(A_NONCE, code=code))) == "match-full"
    zoe.say(Watch(code=code))
    assert zoe.last(Started).match == bert.match
    assert zoe.last(Started).code == code


def test_a_wrong_code_is_refused_and_so_is_no_code_at_all() -> None:
    parlour = Parlour()
    anna, code = a_private_room(parlour)
    (zoe,) = parlour.enter("zoe")
    wrong = ("A" if code[0] != "A" else "B") + code[1:]
    for message in (
        Join(A_NONCE),
        Join(A_NONCE, code=wrong),
        Join(A_NONCE, open_match(anna) + 1, code=code),
        Watch(),
        Watch(code=wrong),
    ):
        assert error_of(zoe.say(message)) == "bad-code"
    assert state_of(zoe) is State.LOBBY


def test_a_code_leads_nowhere_when_the_room_is_empty_expired_or_the_match_over() -> None:
    parlour = Parlour(room=60)
    anna, left = a_private_room(parlour)
    anna.say(Leave())
    _carl, expired = a_private_room(parlour, "carl")
    parlour.wait(60)
    dora, over = a_private_room(parlour, "dora")
    (zoe,) = parlour.enter("zoe")
    zoe.say(Join(A_NONCE, code=over))
    dora.say(Resign())
    (yann,) = parlour.enter("yann")
    for code in (left, expired, over):
        assert error_of(yann.say(Join(A_NONCE, code=code))) == "bad-code"
        assert error_of(yann.say(Watch(code=code))) == "bad-code"
    assert not parlour.core.house.codes


def test_a_code_survives_a_restart_with_its_match() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour, private=True)
    code = on_turn.last(Started).code
    parlour.crash()
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(code=code))
    assert zoe.last(Started).code == code


def test_whoever_guesses_codes_soon_gets_no_answer_any_more() -> None:
    parlour = Parlour(refusals_per_minute=10)
    _anna, code = a_private_room(parlour)
    (zoe,) = parlour.enter("zoe")
    for _ in range(10):
        assert error_of(zoe.say(Join(A_NONCE, code="AAAA-AAAA"))) == "bad-code"
    for _ in range(50):
        assert error_of(zoe.say(Join(A_NONCE, code="AAAA-AAAA"))) == "too-fast"
    assert error_of(zoe.say(Join(A_NONCE, code=code))) == "too-fast", "not even the right one"
    # Whoever shares the address may come in, others may use their codes, and time heals.
    assert not parlour.connect().closed
    elsewhere = parlour.connect("192.0.2.7")
    elsewhere.log_in("yann")
    assert error_of(elsewhere.say(Join(A_NONCE, code="AAAA-AAAA"))) == "bad-code"
    parlour.wait(6)
    zoe.say(Join(A_NONCE, code=code))
    assert zoe.last(Started).players == ("anna", "zoe")


def test_quick_never_leads_into_a_private_room() -> None:
    parlour = Parlour()
    anna, _code = a_private_room(parlour, absence="end")
    (bert,) = parlour.enter("bert")
    bert.say(Quick("toy", A_NONCE, seats=2))
    assert open_match(bert) != open_match(anna)


# Titles.


def test_a_title_is_shown_and_checked() -> None:
    parlour = Parlour()
    anna, zoe = parlour.enter("anna", "zoe")
    assert error_of(anna.say(Create("toy", 2, A_NONCE, title="\x1b[2J"))) == "bad-text"
    anna.say(Create("toy", 2, A_NONCE, title=" Tea time "))
    zoe.say(List())
    assert zoe.last(Matches).open[0].title == "Tea time"
    zoe.say(Join(A_NONCE, open_match(anna)))
    assert zoe.last(Started).title == "Tea time"
