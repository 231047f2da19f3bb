"""What was said before somebody came: told to whoever may hear it, and told once."""

from __future__ import annotations

import pytest

from eriantys.server.chat.remembered import LATEST
from eriantys.server.outside.store import Store
from eriantys.server.rows import Spoken, StoreTrouble
from eriantys.server.session import State
from eriantys.wire.cards import Said
from eriantys.wire.from_client import (
    Chat,
    Create,
    Join,
    Leave,
    List,
    Quick,
    Resign,
    Resume,
    Watch,
)
from eriantys.wire.from_server import Ended, Matches, Named, Request, ServerChat, Started
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person
from tests.server.scenes import PATIENT, a_table, back, state_of


def clocked(**limits: float) -> Parlour:
    """Make a server whose store has the same clock."""
    made: list[Parlour] = []
    store = Store.in_memory(clock=lambda: made[0].now if made else 0)
    made.append(Parlour(store=store, **limits))
    return made[0]


def texts(person: Person, to: str = "lobby") -> list[str]:
    """List what somebody was told of an audience, however it came."""
    return [
        said.text for each in person.all(ServerChat) if each.to == to for said in each.lines
    ]


# The lobby.


def test_whoever_enters_is_told_the_latest_lines_and_how_old_they_are() -> None:
    parlour = Parlour(**PATIENT)
    (anna,) = parlour.enter("Anna")
    anna.say(Chat("lobby", "first"))
    parlour.wait(90)
    anna.say(Chat("lobby", "second"))
    parlour.wait(1.5)
    (bert,) = parlour.enter("bert")
    lines = (Said("Anna", "first", 91_500), Said("Anna", "second", 1_500))
    assert bert.heard[-3:] == [Named("bert"), Matches(whole=True), ServerChat("lobby", lines)]
    anna.say(Chat("lobby", "third"))
    assert bert.heard[-1] == ServerChat("lobby", (Said("Anna", "third"),))


def test_where_nothing_was_said_nothing_is_told() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    other.drop()
    other = back(parlour, other.name)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    zoe.say(Leave())
    assert not [each.all(ServerChat) for each in (on_turn, other, zoe) if each.all(ServerChat)]


def test_only_the_latest_are_remembered() -> None:
    parlour = Parlour(chat_per_minute=10_000, **PATIENT)
    (anna,) = parlour.enter("anna")
    for number in range(2 * LATEST):
        anna.say(Chat("lobby", str(number)))
        parlour.wait(1)
    (bert,) = parlour.enter("bert")
    assert texts(bert) == [str(number) for number in range(LATEST, 2 * LATEST)]


def test_a_restart_does_not_forget_them() -> None:
    parlour = clocked(**PATIENT)
    anna, _ = parlour.seat("anna", "bert")
    anna.say(Chat("match", "not for the lobby"))
    (carl,) = parlour.enter("carl")
    carl.say(Chat("lobby", "hello"), Chat("lobby", "anybody?"))
    parlour.wait(30)
    parlour.crash()
    parlour.wait(30)
    (dora,) = parlour.enter("dora")
    (told,) = dora.all(ServerChat)
    assert told.lines == (Said("carl", "hello", 60_000), Said("carl", "anybody?", 60_000))


def test_a_server_starts_without_them_if_they_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    anna.say(Chat("lobby", "hello"))
    with monkeypatch.context() as patched:
        patched.setattr(parlour.store, "spoken", unreadable)
        parlour.crash()
    assert "cannot be read: the disk hums" in caplog.text
    bert = parlour.enter("bert")[0]
    assert texts(bert) == []
    bert.say(Chat("lobby", "new"))
    assert texts(parlour.enter("carl")[0]) == ["new"]


def unreadable(_match: int | None, _most: int) -> list[Spoken]:
    raise StoreTrouble("the disk hums")


def test_whoever_goes_about_is_told_every_line_once() -> None:
    """Through every state that hears the lobby, and through those that do not."""
    parlour = Parlour(chat_per_minute=10_000, **PATIENT)
    anna, bert, zoe = parlour.enter("anna", "bert", "zoe")
    said = []

    def speak() -> None:
        said.append(f"line {len(said)}")
        parlour.wait(1)
        zoe.say(Chat("lobby", said[-1]))

    speak()
    anna.say(List())
    anna.say(Create("toy", 2, A_NONCE))
    speak()
    anna.say(Leave())
    anna.say(Quick("toy", A_NONCE))
    speak()
    anna.say(Leave())
    speak()
    parlour.begin(anna, bert)
    speak()
    assert texts(anna) == said[:-1]
    anna.say(Resign())
    assert state_of(anna) is State.AFTER
    assert texts(anna) == said, "what was missed, as soon as the lobby is heard again"
    assert isinstance(anna.heard[-1], ServerChat)
    assert isinstance(anna.heard[-2], Ended)
    speak()
    anna.say(Leave())
    assert texts(anna) == said
    speak()
    (carl,) = parlour.enter("carl")
    anna.say(Watch(parlour.begin(bert, carl)))
    assert state_of(anna) is State.WATCHING
    speak()
    assert texts(anna) == said[:-1]
    anna.say(Leave())
    speak()
    assert texts(anna) == texts(zoe) == said


def test_whoever_takes_a_place_over_is_told_what_was_said_there() -> None:
    parlour = Parlour(**PATIENT)
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 3, A_NONCE))
    bert.say(Quick("toy", A_NONCE))
    anna.say(Chat("lobby", "to all"), Chat("match", "to nobody"))
    for person in (anna, bert):
        again = parlour.connect()
        again.prove(person.name, take_over=True)
        assert texts(again) == ["to all"]
        assert texts(again, "match") == (["to nobody"] if person is anna else [])


def test_whoever_takes_a_seat_over_is_told_what_was_said_at_the_match() -> None:
    parlour = Parlour(**PATIENT)
    people, zoe = table_of_four(parlour)
    for person, told in (
        (people[0], ["to the match", "to side 0"]),
        (zoe, ["to the watchers"]),
    ):
        again = parlour.connect()
        again.prove(person.name, take_over=True)
        assert [said.text for each in again.all(ServerChat) for said in each.lines] == told


# Matches.


def table_of_four(parlour: Parlour) -> tuple[list[Person], Person]:
    people = parlour.seat("anna", "bert", "carl", "dora")
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    people[0].say(Chat("match", "to the match"), Chat("team", "to side 0"))
    people[1].say(Chat("team", "to side 1"))
    zoe.say(Chat("watchers", "to the watchers"))
    return people, zoe


@pytest.mark.parametrize("crash", [False, True])
def test_whoever_comes_back_to_a_match_is_told_what_was_for_them(crash: bool) -> None:
    parlour = clocked(**PATIENT)
    people, zoe = table_of_four(parlour)
    number = zoe.match
    parlour.wait(5)
    if crash:
        parlour.crash()
    for seat, person in enumerate(people):
        if not crash:
            person.drop()
        again = back(parlour, person.name)
        side = people[seat % 2]
        assert again.all(ServerChat) == [
            ServerChat("match", (Said("anna", "to the match", 5_000),), number),
            ServerChat("team", (Said(side.name, f"to side {seat % 2}", 5_000),), number),
        ]
        for secret in (f"to side {1 - seat % 2}", "to the watchers"):
            assert secret.encode() not in again.raw
        kinds = [type(each) for each in again.heard if not isinstance(each, Request)]
        assert kinds[-3:] == [Started, ServerChat, ServerChat]


def test_whoever_looks_on_is_told_what_those_said_who_do() -> None:
    parlour = clocked(**PATIENT)
    _, zoe = table_of_four(parlour)
    parlour.wait(5)
    (yan,) = parlour.enter("yan")
    yan.say(Watch(zoe.match))
    assert yan.all(ServerChat) == [
        ServerChat("watchers", (Said("zoe", "to the watchers", 5_000),), zoe.match)
    ]
    assert b"to the match" not in yan.raw
    assert b"to side" not in yan.raw


def test_what_was_said_in_the_waiting_room_belongs_to_the_match() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("anna", "bert", "carl")
    anna.say(Create("toy", 2, A_NONCE))
    anna.say(Chat("match", "waiting"))
    number = parlour.begin(bert, carl)
    carl.say(Chat("match", "elsewhere"))
    assert not anna.all(Started)
    (dora,) = parlour.enter("dora")
    dora.say(Join(A_NONCE, number - 1))
    assert texts(dora, "match") == [], "who has just begun needs nothing"
    dora.drop()
    assert texts(back(parlour, "dora"), "match") == ["waiting"]


def test_a_suspended_match_keeps_what_was_said() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Chat("match", "back tomorrow"))
    on_turn.say(Leave())
    other.say(Leave())
    other.say(Resume())
    assert texts(other, "match") == ["back tomorrow"] * 2


def test_the_latest_of_each_audience_are_found_among_the_others() -> None:
    parlour = Parlour(chat_per_minute=10_000, **PATIENT)
    people = parlour.seat("anna", "bert")
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    people[0].say(Chat("match", "early"))
    for number in range(2 * LATEST):
        zoe.say(Chat("watchers", str(number)))
        parlour.wait(1)
    people[1].drop()
    assert texts(back(parlour, "bert"), "match") == ["early"]
    zoe.say(Leave())
    (yan,) = parlour.enter("yan")
    yan.say(Watch(people[0].match))
    assert texts(yan, "watchers") == [str(number) for number in range(LATEST, 2 * LATEST)]


def test_whoever_comes_to_a_match_gets_there_also_if_they_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    other.say(Chat("match", "hello"))
    monkeypatch.setattr(parlour.store, "spoken", unreadable)
    on_turn.drop()
    again = back(parlour, on_turn.name)
    assert state_of(again) is State.PLAYING
    assert again.request.kind == "move"
    assert not again.all(ServerChat)
