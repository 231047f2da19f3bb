"""One deadline for each key, the earliest first, however often they are set anew."""

from __future__ import annotations

import math
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from eriantys.server.timers import Timers
from tests.processes import under_two_hash_seeds

KEYS = [f"match/{number}" for number in range(8)]


def drain(timers: Timers[str], now: float = math.inf) -> list[str]:
    """Take out every key that is due."""
    keys = []
    while (key := timers.pop(now)) is not None:
        keys.append(key)
    return keys


def test_without_deadlines_nothing_is_due() -> None:
    timers: Timers[str] = Timers()
    assert len(timers) == 0
    assert timers.next_due() is None
    assert timers.pop(math.inf) is None
    assert timers.due("a") is None
    timers.cancel("a")
    assert len(timers) == 0


def test_deadlines_come_up_earliest_first_and_not_before_their_time() -> None:
    timers: Timers[str] = Timers()
    for key, due in (("c", 3.0), ("a", 1.0), ("b", 2.0)):
        timers.set(key, due)
    assert timers.next_due() == 1.0
    assert timers.pop(math.nextafter(1.0, 0)) is None
    assert timers.pop(1.0) == "a", "the very instant counts"
    assert timers.pop(1.0) is None
    assert timers.due("a") is None
    assert timers.next_due() == 2.0
    assert drain(timers, 10.0) == ["b", "c"]
    assert timers.next_due() is None


def test_setting_again_replaces_the_deadline() -> None:
    timers: Timers[str] = Timers()
    timers.set("later", 1.0)
    timers.set("sooner", 9.0)
    timers.set("later", 5.0)
    timers.set("sooner", 2.0)
    assert len(timers) == 2
    assert (timers.due("later"), timers.due("sooner")) == (5.0, 2.0)
    assert timers.next_due() == 2.0
    assert timers.pop(1.5) is None, "the old deadline is forgotten"
    assert drain(timers) == ["sooner", "later"], "each comes up once"


def test_a_key_that_came_up_can_be_set_again() -> None:
    timers: Timers[str] = Timers()
    timers.set("a", 1.0)
    assert timers.pop(1.0) == "a"
    timers.set("a", 1.0)
    assert timers.pop(1.0) == "a"
    assert timers.pop(1.0) is None


def test_a_cancelled_deadline_does_not_come_up() -> None:
    timers: Timers[str] = Timers()
    timers.set("a", 1.0)
    timers.set("b", 2.0)
    timers.cancel("a")
    assert len(timers) == 1
    assert timers.due("a") is None
    assert timers.next_due() == 2.0
    timers.cancel("a")
    timers.set("a", 3.0)
    assert drain(timers) == ["b", "a"]


def test_equal_instants_come_up_in_the_order_of_setting() -> None:
    timers: Timers[str] = Timers()
    keys = [f"{number * 37 % 200}" for number in range(200)]
    for key in keys:
        timers.set(key, 7.0)
    timers.set(keys[0], 7.0)
    assert drain(timers) == [*keys[1:], keys[0]], "setting it again puts it last"


def test_keys_need_not_be_comparable() -> None:
    timers: Timers[object] = Timers()
    keys = [object(), ("a", 1), "a", 1]
    for key in keys:
        timers.set(key, 1.0)
    assert [timers.pop(1.0) for _ in keys] == keys


def test_a_sweep_keeps_the_order_of_equal_instants() -> None:
    timers: Timers[str] = Timers()
    for key in KEYS:
        timers.set(key, 7.0)
    for number in range(1000):
        timers.set("busy", number)
    assert drain(timers, 7.0) == KEYS
    assert drain(timers) == ["busy"]


def test_dead_entries_do_not_pile_up() -> None:
    """A player's silence is set anew with every message: it must not cost memory each time."""
    timers: Timers[str] = Timers()
    for number in range(10_000):
        timers.set(f"{number % 10}", 1000.0 + number)
        assert len(timers._heap) < 100
    for number in range(10_000):
        timers.set(f"once/{number}", 5000.0)
        timers.cancel(f"once/{number}")
        assert len(timers._heap) < 100
    assert drain(timers) == [f"{number}" for number in range(10)]


def test_a_crowd_that_leaves_at_once_leaves_nothing_behind() -> None:
    timers: Timers[str] = Timers()
    for number in range(10_000):
        timers.set(f"{number}", 5.0)
    for number in range(10_000):
        timers.cancel(f"{number}")
    assert len(timers._heap) < 100
    assert drain(timers) == []


def test_many_live_deadlines_are_not_swept_again_and_again() -> None:
    timers: Timers[str] = Timers()
    for number in range(10_000):
        timers.set(f"{number}", 10_000.0 - number)
    heap = timers._heap
    for number in range(9_000):
        timers.set(f"{number}", number)
    assert timers._heap is heap, "fewer than half are dead"
    for number in range(9_000):
        timers.set(f"{number}", number)
    assert timers._heap is not heap
    assert len(timers._heap) <= 20_000
    assert drain(timers, 8_999.0)[-1] == "8999"


class NaiveTimers:
    """The same thing, told simply: look at all of them every time."""

    def __init__(self) -> None:
        self.deadlines: dict[str, tuple[float, int]] = {}
        self.settings = 0

    def set(self, key: str, due: float) -> None:
        self.settings += 1
        self.deadlines[key] = (due, self.settings)

    def cancel(self, key: str) -> None:
        self.deadlines.pop(key, None)

    def due(self, key: str) -> float | None:
        return self.deadlines[key][0] if key in self.deadlines else None

    def next_due(self) -> float | None:
        return min(self.deadlines.values())[0] if self.deadlines else None

    def pop(self, now: float) -> str | None:
        if not self.deadlines:
            return None
        key = min(self.deadlines, key=lambda key: self.deadlines[key])
        if self.deadlines[key][0] > now:
            return None
        del self.deadlines[key]
        return key


def assert_alike(timers: Timers[str], naive: NaiveTimers, key: str) -> None:
    assert len(timers) == len(naive.deadlines)
    assert timers.due(key) == naive.due(key)
    assert timers.next_due() == naive.next_due()


instants = st.integers(0, 5).map(float) | st.floats(-1e9, 1e9) | st.just(math.inf)
steps = st.tuples(st.sampled_from(["set", "cancel", "pop"]), st.sampled_from(KEYS), instants)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.lists(steps, max_size=60))
def test_a_naive_model_agrees(course: list[tuple[str, str, float]]) -> None:
    timers: Timers[str] = Timers()
    naive = NaiveTimers()
    for what, key, instant in course:
        if what == "set":
            timers.set(key, instant)
            naive.set(key, instant)
        elif what == "cancel":
            timers.cancel(key)
            naive.cancel(key)
        else:
            assert timers.pop(instant) == naive.pop(instant)
        assert_alike(timers, naive, key)


def story(steps: int) -> list[str]:
    """Live through a long course of events on a clock that goes on, and tell what came up.

    Many keys, most of them set anew long before they are due: the heap is swept often.
    """
    chance = Random("timers")
    timers: Timers[str] = Timers()
    naive = NaiveTimers()
    told = []
    for now in range(steps):
        key = f"connection/{chance.randrange(60)}"
        if chance.random() < 0.1:
            timers.cancel(key)
            naive.cancel(key)
        else:
            due = now + chance.choice([1, 20, 60, 60, 60, 500])
            timers.set(key, due)
            naive.set(key, due)
        assert_alike(timers, naive, key)
        while (popped := timers.pop(now)) is not None:
            assert popped == naive.pop(now)
            told.append(f"{now} {popped}")
        assert naive.pop(now) is None
    return told


def test_a_naive_model_agrees_for_a_long_time() -> None:
    assert len(story(20_000)) > 1000


def test_what_comes_up_does_not_depend_on_the_process() -> None:
    """The hashes of texts differ from process to process; the order must not."""
    told = under_two_hash_seeds("tests.server.test_timers")
    assert told[0].split("\n")[:-1] == story(2000)
    assert told[0] == told[1]


if __name__ == "__main__":
    print(*story(2000), sep="\n")
