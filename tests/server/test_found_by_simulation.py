"""Faults that long simulations met first, each in the shortest scene that shows it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eriantys.server.inputs import Received, Stop
from eriantys.wire.from_client import Answer, Leave, Move, Quick, Resign, Resume
from eriantys.wire.from_server import Seated, ServerPing
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour
from tests.server.scenes import by_turn

BARE_QUICK = Quick("toy", A_NONCE)


def test_a_deadline_that_rounding_puts_at_this_very_instant_comes_up_only_once() -> None:
    for start in range(200):
        # Times of all kinds: the sum may be now, and the difference still be too small.
        parlour = Parlour(now=1000 + start / 7, ping=0.1, silence=0.3)
        pops = _count_pops(parlour)
        anna = parlour.connect()
        while not anna.closed:
            parlour.now = parlour.core.next_due() or parlour.now
            parlour.turn()
        assert anna.all(ServerPing)
        assert pops.total() < 20


def _count_pops(parlour: Parlour) -> Counter[str]:
    """Count deadlines as they come up, and stop where they do so for ever."""
    timers, pops = parlour.core.house.timers, Counter[str]()
    pop = timers.pop

    def counted(now: float) -> Any:
        pops["all"] += 1
        assert pops.total() < 1000
        return pop(now)

    timers.pop = counted  # type: ignore[method-assign]
    return pops


def test_after_the_goodbye_nothing_is_kept_or_said_any_more() -> None:
    parlour = Parlour(grace=0)
    first, second = by_turn(*parlour.seat("anna", "bert", absence="wait"))
    second.drop()
    # The turn passes to somebody who is gone in the very step in which the server stops.
    move = write(Move(first.request.id, "pass"))
    core = parlour.core
    parlour.commit(core.step([Received(first.connection, move), Stop()], parlour.now))
    core.committed()
    assert core.outgoing()
    assert core.step([], parlour.now) == []
    core.committed()
    assert core.outgoing() == []


def test_a_newcomer_does_not_overtake_those_who_stand_in_line() -> None:
    parlour = Parlour()
    anna, bert, carl, dora = parlour.enter("anna", "bert", "carl", "dora")
    anna.say(BARE_QUICK)
    for value in (2, True, 1, "full"):
        anna.say(Answer(anna.request.id, value))
    parlour.broken = True
    bert.say(BARE_QUICK)
    # The match is full and cannot begin, so carl is asked what the next one shall be.
    carl.say(BARE_QUICK)
    assert carl.request.kind == "seats"
    bert.say(Leave())
    dora.say(BARE_QUICK)
    assert carl.last(Seated).match == anna.last(Seated).match
    assert dora.request.kind == "seats"


def test_nothing_is_due_for_a_match_that_was_given_up_while_it_could_not_go_on() -> None:
    parlour = Parlour()
    first, _ = by_turn(*parlour.seat("anna", "bert", absence="wait"))
    match = first.match
    first.say(Leave())
    parlour.broken = True
    first.say(Resume(match))
    timers = parlour.core.house.timers
    assert timers.due(("resume", match)) is not None
    parlour.broken = False
    first.say(Resign())
    assert match not in parlour.core.house.matches
    assert timers.due(("resume", match)) is None
