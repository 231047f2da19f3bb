"""What must hold in every state of Santorini, whatever was played, with every god."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import FairDice
from eriantys.games.santorini import GAME
from eriantys.games.santorini.gods import PANTHEON
from eriantys.games.santorini.state import Options
from tests.games.play import choose

STOCK = (22, 18, 14, 18)
GAMES_PER_GOD = 4

View = dict[str, Any]


def faults(view: View) -> list[str]:
    """List what is wrong with the table that a view shows: nothing, in a sound game."""
    squares = {name[7:]: part for name, part in view.items() if name.startswith("square/")}
    workers = {int(name[7:]): part for name, part in view.items() if name.startswith("worker/")}
    found = []
    for level in (1, 2, 3):
        standing = sum(square["level"] >= level for square in squares.values())
        if standing + view["stock"][level - 1] != STOCK[level - 1]:
            found.append(f"blocks for level {level}")
    if sum(square["dome"] for square in squares.values()) + view["stock"][3] != STOCK[3]:
        found.append("domes")
    for number, worker in workers.items():
        where = worker["square"]
        if where is None:
            continue
        if squares[where]["worker"] != number or squares[where]["level"] != worker["level"]:
            found.append(f"worker {number} is not where it is said to be")
        if squares[where]["dome"]:
            found.append(f"worker {number} stands on a dome")
        if view[f"player/{worker['seat']}"]["out"]:
            found.append(f"worker {number} is of somebody who is out")
    on_squares = [each["worker"] for each in squares.values() if each["worker"] is not None]
    on_board = [number for number, worker in workers.items() if worker["square"]]
    if sorted(on_squares) != sorted(on_board):
        found.append("workers on squares")
    complete = [each for each in squares.values() if each["dome"] and each["level"] == 3]
    if view["towers"] != len(complete):
        found.append("towers")
    return found


def play_with(god: str, number: int, hardcore: bool) -> list[tuple[View, list[Event]]]:
    """Play a random game in which somebody has this god; look at the table at each step."""
    chance = Random(f"{god}/{number}")
    card = next(each for each in PANTHEON if each.name == god)
    seats = chance.choice(card.seats)
    options = Options(advanced=True, hardcore=hardcore)
    state = GAME.new(seats, options, FairDice(chance.randbytes(32)))
    GAME.apply(state, state.seat, GAME.parse(f"god {god}"))
    course = []
    while (seat := GAME.turn(state)) is not None:
        assert len(course) < 1000
        action = choose(GAME, state, chance)
        if hardcore and chance.random() < 0.1:
            action = stray(state, chance) or action
        events = GAME.apply(state, seat, action)
        course.append((GAME.view(state, None), events))
    return course


def stray(state: Any, chance: Random) -> Any:
    """Find an answer that breaks a prohibition, if chance meets one."""
    candidates = list(GAME.candidates(state))
    for action in chance.sample(candidates, min(12, len(candidates))):
        tried = GAME.copy(state)
        try:
            GAME.apply(tried, state.seat, action)
        except Illegal:
            continue
        return action
    return None


def check(god: str, number: int, hardcore: bool) -> set[str]:
    """Look at a whole game; return what happened in it."""
    course = play_with(god, number, hardcore)
    for place, (view, _) in enumerate(course):
        assert not faults(view), f"{god} {number}, after {place} actions: {faults(view)}"
    for (before, _), (after, events) in pairwise(course):
        tell_the_change(before, after, events)
    ending = course[-1][0]["ending"]
    assert ending["winner"] is not None
    return {event.kind for _, events in course for event in events}


def tell_the_change(before: View, after: View, events: list[Event]) -> None:
    """Play the events on the view before, and find the town of the view after."""
    town = {name: dict(part) for name, part in before.items() if "/" in name}
    for event in events:
        facts = event.facts
        match event.kind:
            case "worker placed":
                town[f"worker/{facts['worker']}"]["square"] = facts["square"]
            case "worker moved" | "worker forced":
                town[f"worker/{facts['worker']}"]["square"] = facts["to"]
            case "worker removed":
                town[f"worker/{facts['worker']}"]["square"] = None
            case "built" if facts["piece"] == "dome":
                town[f"square/{facts['square']}"]["dome"] = True
            case "built" | "block removed":
                town[f"square/{facts['square']}"]["level"] = facts["level"]
            case "player out":
                for worker in (2 * facts["seat"], 2 * facts["seat"] + 1):
                    town[f"worker/{worker}"]["square"] = None
    for name, part in town.items():
        if name.startswith("worker/"):
            assert part["square"] == after[name]["square"], events
        if name.startswith("square/"):
            told = {key: part[key] for key in ("level", "dome")}
            assert told == {key: after[name][key] for key in told}, events


@pytest.mark.many_games
@pytest.mark.parametrize("god", [god.name for god in PANTHEON])
def test_nothing_is_lost_and_events_tell_all(god: str) -> None:
    for number in range(GAMES_PER_GOD):
        check(god, number, hardcore=False)


@pytest.mark.many_games
def test_prohibitions_are_broken_in_hardcore_games() -> None:
    happened = set[str]()
    for god in ("athena", "limus", "hypnus", "hestia", "persephone", "aphrodite"):
        for number in range(4):
            happened |= check(god, number, hardcore=True)
    assert "prohibition broken" in happened


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("square/c3", "level", 2),
        ("square/c3", "dome", True),
        ("square/c3", "worker", 1),
        ("worker/0", "square", "c3"),
        ("player/0", "out", "stuck"),
        ("towers", None, 1),
        ("stock", None, bytes(4)),
    ],
)
def test_the_checks_find_what_is_wrong(part: str, key: str | None, value: object) -> None:
    state = GAME.new(2, Options(gods=False), FairDice(bytes(32)))
    for square in ("a1", "b1", "d1", "e1"):
        GAME.apply(state, state.seat, GAME.parse(f"place {square}"))
    view = GAME.view(state, None)
    assert not faults(view)
    if key is None:
        view[part] = value
    else:
        view[part][key] = value
    assert faults(view)
