"""How often somebody may do something: so much at once, and then so much a second."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.server import rates
from eriantys.server.limits import Limits
from eriantys.server.rates import Meter, Rates


def test_so_much_may_be_used_at_once_and_then_so_much_a_second() -> None:
    meter = Meter(2, 3)
    assert [meter.take("ada", 100) for _ in range(4)] == [0, 0, 0, 0.5]
    assert meter.take("ada", 100.5) == 0
    assert meter.take("ada", 100.75) == 0.25


def test_what_was_refused_costs_nothing() -> None:
    meter = Meter(1, 1)
    meter.take("ada", 0)
    assert [meter.take("ada", 0.5) for _ in range(100)] == [0.5] * 100
    assert meter.take("ada", 1) == 0


def test_everybody_has_a_measure_of_their_own() -> None:
    meter = Meter(1, 1)
    assert not meter.take("ada", 0)
    assert meter.take("ada", 0)
    assert not meter.take("zoe", 0)


def test_more_than_the_burst_is_never_saved_up() -> None:
    meter = Meter(1, 3)
    meter.take("ada", 0)
    assert [meter.take("ada", 10_000) for _ in range(4)] == [0, 0, 0, 1]


def test_to_ask_how_long_it_takes_uses_nothing() -> None:
    meter = Meter(1, 1)
    assert meter.wait("ada", 0) == 0
    assert len(meter) == 0
    assert meter.take("ada", 0) == 0
    assert meter.wait("ada", 0) == meter.wait("ada", 0) == 1


def test_a_cost_is_paid_as_a_whole() -> None:
    meter = Meter(10, 100)
    assert meter.take("ada", 0, 90) == 0
    assert meter.take("ada", 0, 20) == pytest.approx(1)
    assert meter.take("ada", 0, 10) == 0
    assert meter.take("ada", 1, 10) == 0


@pytest.mark.parametrize("seed", range(20))
def test_whoever_waits_as_long_as_they_are_told_is_let_in(seed: int) -> None:
    chance = Random(seed)
    meter = Meter(chance.choice((20 / 60, 1 / 3600, 0.7, 5)), chance.randint(1, 20))
    now = chance.uniform(0, 1e6)
    waited = 0
    for _ in range(200):
        wait = meter.take("ada", now)
        if wait:
            waited += 1
            now += wait
            assert meter.take("ada", now) == 0
    assert waited > 80


def test_in_the_long_run_nobody_gets_more_than_the_rate() -> None:
    meter, chance, now, got = Meter(20 / 60, 5), Random(1), 0.0, 0
    while now < 3600:
        now += chance.expovariate(3)
        got += not meter.take("ada", now)
    assert 3600 / 3 - 2 <= got <= 3600 / 3 + 5


def test_whoever_has_used_up_nothing_is_forgotten() -> None:
    meter = Meter(1, 5)
    for number in range(100_000):
        meter.take(f"name {number}", number / 10)
    # Each is remembered for the second that it takes to get everything back.
    assert len(meter) < 2 * rates._SWEEP_FROM


def test_other_limits_count_from_now_on() -> None:
    measures = Rates(Limits(chat_per_minute=60))
    for _ in range(5):
        assert not measures.talk.take("ada", 0)
    assert measures.talk.wait("ada", 0) == 1
    measures.adjust(Limits(chat_per_minute=600))
    assert not measures.talk.wait("zoe", 0)
    assert measures.talk.per_second == 10
