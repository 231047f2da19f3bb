"""Clients whose servers say anything at all; `bin/chaos client` tries any number of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from unittest.mock import patch

import pytest

from eriantys.client.canvas import Canvas
from eriantys.client.screens.connect import Connect
from eriantys.client.screens.table import Table
from eriantys.wire.messages import SERVER_TYPES
from tests.client.fuzz import driving, recording
from tests.client.fuzz.driving import Fault, play
from tests.client.fuzz.script import Resized, Script, write
from tests.client.fuzz.shrinking import describe, shrink
from tests.processes import under_two_hash_seeds

CLIENTS = 20
SEARCHED = 100
"""Seeds that are tried until one finds what was damaged on purpose."""
FIRST = 1000
"""Other seeds than those with which a long run begins."""


def test_nothing_that_a_server_says_makes_a_client_fall_or_spill() -> None:
    for seed in range(FIRST, FIRST + CLIENTS):
        fault = play(write(seed))
        again = f"bin/chaos client --runs 1 --seed {seed}"
        assert fault is None, f"{fault.story}\nOnce more: {again}"


def test_an_evening_has_all_that_a_client_can_hear_of() -> None:
    heard = {
        message["type"]
        for table in recording.TABLES
        for each in recording.record(*table)
        for message in each.messages
    }
    assert heard == set(SERVER_TYPES)


@pytest.fixture
def damaged() -> Iterator[None]:
    """Let the client fall whenever it is asked for a move in a small window."""
    draw = Table.draw

    def fall(table: Table, canvas: Canvas) -> None:
        if table.match.my_turn and canvas.width < 100:
            raise ZeroDivisionError("on purpose")
        draw(table, canvas)

    with patch.object(Table, "draw", fall):
        yield


def found() -> tuple[Script, Fault]:
    """Make a script that finds something."""
    for seed in range(FIRST, FIRST + SEARCHED):
        script = write(seed)
        fault = play(script)
        if fault is not None:
            return script, fault
    raise AssertionError("no seed finds it")


@pytest.mark.usefixtures("damaged")
def test_a_fault_is_found_and_only_the_steps_that_matter_are_told() -> None:
    script, fault = found()
    assert fault.cause.startswith("ZeroDivisionError")
    assert "on purpose" in fault.story
    few = shrink(script, fault)
    assert len(few.steps) <= 4 < len(script.steps)
    again = play(few)
    assert again is not None
    assert again.cause == fault.cause
    told = [describe(step) for step in few.steps]
    assert any("'type': 'started'" in line for line in told)
    assert all(line.isascii() and line.isprintable() for line in told)


@pytest.mark.parametrize(
    ("trouble", "cause"),
    [
        (lambda canvas: canvas.put(canvas.width - 1, 0, "too long"), "Spilled"),
        (lambda canvas: canvas.letters[0].__setitem__(0, "\x1b]0;mine\a"), "Steered"),
        (lambda canvas: any(canvas.width < 0 for _ in count()), "Slow"),
    ],
    ids=["spills", "steers", "never ends"],
)
def test_every_kind_of_trouble_is_noticed(
    trouble: Callable[[Canvas], object], cause: str
) -> None:
    def draw(_screen: Connect, canvas: Canvas) -> None:
        trouble(canvas)

    script = write(FIRST)._replace(plain=False, steps=(Resized(80, 24),))
    with patch.object(Connect, "draw", draw), patch.object(driving, "STEP_SECONDS", 0.1):
        fault = play(script)
    assert fault is not None
    assert fault.cause.startswith(cause)


def test_a_seed_decides_everything_whatever_the_order_of_sets() -> None:
    once, again = under_two_hash_seeds("tests.chaos", "client", "--runs", "4", "--seed", "1000")
    assert "transcript" in once
    assert again == once
