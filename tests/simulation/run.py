"""One run, from its seed to its end."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from eriantys.server.inputs import Input, Overdue
from tests.simulation.plan import GAMES, check, make_plan, pick
from tests.simulation.quiet import compare_everything
from tests.simulation.tally import CRASHES
from tests.simulation.world import World

COMPARED = 0.06
"""The share of rounds after which everything is compared."""
HOUSE_IS_EMPTY = 100_000.0
"""Seconds after which nobody who says nothing can still be here, whatever the limits."""


@dataclass(frozen=True)
class Summary:
    """What came of a run."""

    seed: int
    transcript: str
    """A fingerprint of all that the server said."""
    met: Counter[str]
    fault: str = ""
    story: str = ""
    """What happened last before the fault."""


def simulate(seed: int, games: Sequence[str] = GAMES) -> Summary:
    """Let a seed decide everything that happens, and check that all promises hold."""
    world = World(make_plan(seed, games))
    fault = story = ""
    try:
        for _ in range(world.plan.rounds):
            _play_round(world)
        _bring_to_an_end(world)
    except Exception as error:  # whatever it is, it belongs to this seed
        fault = f"{type(error).__name__}: {error}"
        lines = [f"{now:10.3f} {what} {detail}" for now, what, detail in world.recent]
        story = "\n".join([*lines, traceback.format_exc()])
    finally:
        world.disk.store.close()
    return Summary(seed, world.transcript.hexdigest(), world.tally.met, fault, story)


def _play_round(world: World) -> None:
    chance, plan = world.chance, world.plan
    for person in world.people:
        if chance.random() < 0.8:
            person.act()
    world.automata.act(sensible=False)
    _let_time_pass(world)
    inputs = [*world.network.gather(plan.prompt), *_make_trouble(world)]
    if chance.random() < plan.crashes:
        kind = chance.choice(CRASHES)
        if kind == "stop":
            world.stop(inputs)
        elif kind == "between":
            world.turn(inputs)
            world.crash(kind)
        else:
            world.turn(inputs, crash=kind)
    else:
        world.turn(inputs)
    world.network.deliver(plan.prompt)
    if chance.random() < COMPARED:
        compare_everything(world)


def _let_time_pass(world: World) -> None:
    chance, leap = world.chance, world.plan.leap
    due = world.core.next_due()
    small = chance.uniform(0, leap / 50)
    to_deadline = small if due is None else max(0.0, due - world.now)
    step = pick(
        chance,
        [
            (14, small),
            (3, to_deadline),
            (1, to_deadline + small),
            (1, chance.uniform(0, leap / 10)),
            (0.3, chance.uniform(0, leap)),
        ],
    )
    world.now += step


def _make_trouble(world: World) -> list[Input]:
    """Let the store fail or recover, lose connections, and sweep the store."""
    chance, disk = world.chance, world.disk
    if disk.healthy and chance.random() < world.plan.trouble:
        disk.refuses_rows = chance.choice((0.4, 1.0))
        disk.refuses_reads = chance.choice((0.0, 0.5, 1.0))
    elif not disk.healthy and chance.random() < 0.08:
        disk.heal()
    inputs: list[Input] = []
    for link in list(world.network.links.values()):
        known = link.number in world.core.house.sessions
        if link.ended_above or link.reported or not known:
            continue
        if link.person is None and chance.random() < 0.02:
            inputs.append(world.network.lose(link, "closed"))
        elif chance.random() < 0.002 * world.plan.wildness:
            inputs.append(world.network.lose(link, "unread"))
    if chance.random() < 0.01:
        inputs += world.sweep()
    if chance.random() < world.plan.reloads:
        inputs += world.reload()
    if chance.random() < world.plan.orders:
        inputs += world.operator.give()
    return inputs


def _bring_to_an_end(world: World) -> None:
    """Let everybody come back and play on for a while; then let everybody go for good."""
    world.disk.heal()
    compare_everything(world)
    for person in world.people:
        person.sensible = True
        person.silent_until = person.stalls_until = person.reads_slowly_until = 0.0
    for _ in range(world.plan.encore):
        for person in world.people:
            person.act()
        world.automata.act(sensible=True)
        world.settle()
        world.now += world.chance.uniform(0, 0.05)
    compare_everything(world)
    for person in world.people:
        if person.link is not None:
            person.drop()
    world.settle()
    world.pass_time(HOUSE_IS_EMPTY, meanwhile=lambda: None)
    world.settle()
    world.operator.check_all_answered()
    _check_nothing_is_left(world)
    _check_the_store(world)


def _check_nothing_is_left(world: World) -> None:
    house = world.core.house
    check(not world.network.links, f"{world.network.links} are left")
    check(not world.core.busy, "the server is busy with nothing")
    check(not house.sessions and not house.online, f"{house.sessions} are left")
    check(not house.rooms, f"{house.rooms} are left")
    check(not house.matches, f"{house.matches} are left")
    check(not len(house.timers), f"{house.timers._live} are left")
    check(not house.locks and not house.staged, f"{house.locks} are left")
    check(not house.changed_rooms, f"{house.changed_rooms} are left")
    check(not house.connected, f"{house.connected} are counted and gone")
    check(not house.tickets, f"{house.tickets} are good for nothing")
    check(not house.tellings, f"{house.tellings} are left")
    kept = {card.match for card in house.shelf.cards.values() if card.code}
    check(set(house.codes.values()) == kept, f"{house.codes} lead to {kept}")
    check(not any(line.waiting for line in house.lines.values()), "a line is left")


def _check_the_store(world: World) -> None:
    ledger = world.ledger
    ledger.compare_records(world.records, world.tally)
    statuses = ledger.statuses()
    check("running" not in statuses.values(), f"{statuses}: some go on with nobody")
    for match in statuses:
        ledger.compare_snapshot(match)
        world.tally.add("replayed matches")
    suspended = tuple(match for match, status in statuses.items() if status == "suspended")
    world.turn([Overdue(suspended)])
    compare_everything(world)
    check(not ledger.guests(), f"{ledger.guests()} are kept for ever")
    check(not world.core.house.guests, f"{world.core.house.guests} are known for ever")
    check(set(ledger.statuses().values()) <= {"ended"}, "a match is kept for ever")
    world.tally.add("abandoned in the store", len(suspended))
