"""The past is told in portions, for which nobody has to wait; or it is told why not."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from eriantys.server.inputs import Behind, CaughtUp, Received
from eriantys.server.limits import FRAME_FROM_SERVER
from eriantys.server.matches import history as looking_back
from eriantys.server.rows import StoreTrouble
from eriantys.wire.from_client import (
    History,
    Move,
    Ping,
    Resign,
    Watch,
)
from eriantys.wire.from_server import (
    Error,
    ServerHistory,
    ServerPong,
    Update,
)
from eriantys.wire.messages import write
from tests.server import parlour as harness
from tests.server.looking_back import MANY, ask, lines_of, play_some, told
from tests.server.parlour import GAMES, Parlour, Person, error_of
from tests.server.scenes import (
    back,
    by_turn,
    match_of,
)

# How it is told.


def a_long_match(most: int = 240, **limits: Any) -> tuple[Parlour, Person, Person]:
    """Let two play the real game for long, and give one of them and somebody in the lobby."""
    parlour = Parlour(seed="long", **{**MANY, **limits})
    people = parlour.seat("anna", "bert", game="eriantys", options={"expert": True})
    play_some(Random("long"), people, most, undo=0.6)
    (zoe,) = parlour.enter("zoe")
    return parlour, people[0], zoe


def step(parlour: Parlour, *inputs: Any) -> None:
    """Let the server take one step."""
    parlour.core.step(inputs, parlour.now)
    parlour.core.committed()
    parlour._deliver()


def test_a_step_tells_one_portion_and_nobody_has_to_wait() -> None:
    parlour, anna, zoe = a_long_match()
    lines = match_of(anna).number
    assert lines == 240
    asked = write(History(anna.match))
    step(parlour, Received(anna.connection, asked), Received(zoe.connection, asked))
    seen = []
    while parlour.core.busy:
        seen.append((len(anna.all(ServerHistory)), len(zoe.all(ServerHistory))))
        pongs = len(zoe.all(ServerPong))
        step(parlour, Received(zoe.connection, write(Ping())))
        assert len(zoe.all(ServerPong)) == pongs + 1
        if not parlour.core.busy:
            parlour.wait(0.2)
    # The second log is read one step later: that takes time as well.
    assert seen[:5] == [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)], "one after the other"
    parlour.wait(10)
    for person in (anna, zoe):
        portions = person.all(ServerHistory)
        sizes = [len(portion.lines) for portion in portions]
        assert sizes == [25] * 9 + [15]
        assert max(len(write(portion)) for portion in portions) < FRAME_FROM_SERVER / 4
        assert [line.number for line in lines_of(portions)] == list(range(1, lines + 1))
    assert not parlour.core.busy


def test_what_comes_before_is_played_in_portions_as_well() -> None:
    parlour, anna, _ = a_long_match()
    match = anna.match
    step(parlour, Received(anna.connection, write(History(match, after=235))))
    steps = 1
    while not anna.all(ServerHistory):
        assert parlour.core.busy
        step(parlour)
        steps += 1
    (portion,) = anna.all(ServerHistory)
    assert ([line.number for line in portion.lines], portion.last) == ([*range(236, 241)], True)
    assert steps == 11


def test_a_long_story_does_not_come_faster_than_people_read() -> None:
    parlour, anna, _ = a_long_match(most=400)
    before = len(anna.raw)
    anna.say(History(anna.match))
    at_once = len(anna.raw) - before
    assert not anna.last(ServerHistory).last
    assert looking_back.HISTORY_BURST < at_once < 2 * looking_back.HISTORY_BURST
    parlour.wait(0.5)
    half = len(anna.raw) - before - at_once
    assert 0.35 < half / looking_back.HISTORY_PER_SECOND < 0.65
    parlour.wait(10)
    assert anna.last(ServerHistory).last
    assert len(lines_of(anna.all(ServerHistory))) == 400


def test_one_story_at_a_time() -> None:
    parlour, anna, zoe = a_long_match()
    asked = [History(anna.match), History(anna.match)]
    news = anna.say(*asked)
    assert error_of(news) == "too-fast"
    parlour.wait(10)
    assert len(lines_of(anna.all(ServerHistory))) == 240
    assert lines_of(told(anna, anna.match)) == lines_of(anna.all(ServerHistory)[:10])
    assert len(lines_of(told(zoe, anna.match))) == 240


@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("going", [Person.drop, lambda person: person.parlour.stop()])
def test_who_is_gone_is_told_nothing_more(
    going: Callable[[Person], None], waiting: bool
) -> None:
    parlour, anna, _ = a_long_match(most=400)
    if waiting:
        anna.say(History(anna.match))
    else:
        step(parlour, Received(anna.connection, write(History(anna.match))))
    assert parlour.core.busy is not waiting
    assert not anna.last(ServerHistory).last
    going(anna)
    assert not parlour.core.busy
    assert not parlour.core.house.tellings
    parlour.wait(10)


def test_the_story_is_that_of_the_moment_when_it_was_asked_for() -> None:
    parlour, anna, zoe = a_long_match()
    (bert,) = [each for each in parlour.people.values() if each.name == "bert"]
    step(parlour, Received(zoe.connection, write(History(anna.match))))
    play_some(Random("more"), [anna, bert], 5)
    assert match_of(anna).number == 245
    parlour.wait(10)
    assert len(lines_of(zoe.all(ServerHistory))) == 240
    (rest,) = told(zoe, anna.match, after=240)
    assert [line.number for line in rest.lines] == [241, 242, 243, 244, 245]


def test_who_looks_on_and_missed_some_of_it_is_told_from_the_start() -> None:
    parlour, anna, zoe = a_long_match()
    zoe.say(Watch(anna.match))
    step(parlour, Received(zoe.connection, write(History(anna.match))))
    step(parlour)
    assert len(zoe.all(ServerHistory)) == 2
    step(parlour, Behind(zoe.connection))
    parlour.wait(5)
    assert len(zoe.all(ServerHistory)) == 2, "it would be lost again"
    parlour.turn([CaughtUp(zoe.connection)])
    parlour.wait(10)
    portions = zoe.all(ServerHistory)[2:]
    assert portions[0].view is not None
    assert len(lines_of(portions)) == 240
    assert portions[-1].last


# What cannot be told.


def test_rules_of_another_version_tell_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parlour = Parlour()
    anna, _ = parlour.seat("anna", "bert")
    anna.say(Resign())
    monkeypatch.setitem(harness.GAMES, "toy", dataclasses.replace(GAMES["toy"], version=2))
    parlour.crash()
    assert ask(back(parlour, "anna"), 1) == "cannot-load"
    monkeypatch.delitem(harness.GAMES, "toy")
    parlour.crash()
    assert ask(back(parlour, "anna"), 1) == "cannot-load"
    assert caplog.text.count("match 1: cannot be told") == 2
    (zoe,) = parlour.enter("zoe")
    assert ask(zoe, 2) == "no-such-match"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE log SET action = 'lay 5' WHERE number = 2",
        "UPDATE log SET action = 'gibberish' WHERE number = 2",
        "UPDATE log SET undo = 1 WHERE number = 1",
        "UPDATE matches SET options = x'a166726f756e647307'",
        "UPDATE log SET seat = 9",
        "DELETE FROM log WHERE number = 1",
        "UPDATE matches SET title = CAST(x'ff' AS TEXT)",
    ],
)
def test_a_spoilt_log_is_one_matchs_trouble(
    change: str, caplog: pytest.LogCaptureFixture
) -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert")
    for _ in range(2):
        person = by_turn(*people)[0]
        person.say(Move(person.request.id, "pass"))
    parlour.store._connection.execute(change)
    anna = people[0]
    news = anna.say(History(anna.match))
    (error,) = [each for each in news if isinstance(each, Error)]
    assert (error.code, error.about) == ("cannot-load", "history")
    assert "match 1: cannot be told" in caplog.text
    assert not parlour.core.busy
    assert error_of(anna.say(History(anna.match))) == "cannot-load", "not too-fast"
    person = by_turn(*people)[0]
    assert isinstance(person.say(Move(person.request.id, "pass"))[0], Update)


def test_a_store_that_cannot_be_read_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    anna, _ = parlour.seat("anna", "bert")

    def fail(match: int) -> None:
        raise StoreTrouble("The disk reports an error.")

    with monkeypatch.context() as broken:
        broken.setattr(parlour.store, "tell", fail)
        assert error_of(anna.say(History(anna.match))) == "store-unavailable"
    assert ask(anna, anna.match) == "seat 0"


def test_nothing_is_left_of_what_somebody_was_told_who_goes_meanwhile() -> None:
    parlour, anna, zoe = a_long_match()

    def left() -> list[looking_back.Telling]:
        return [each for each in gc.get_objects() if isinstance(each, looking_back.Telling)]

    gc.collect()
    gc.disable()
    try:
        step(parlour, Received(zoe.connection, write(History(anna.match))))
        assert len(left()) == 1
        zoe.drop()
        parlour.wait(10)
        assert left() == []
    finally:
        gc.enable()
