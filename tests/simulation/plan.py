"""What a run is like: who takes part, under which limits, and how much goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from eriantys.server.limits import Limits

T = TypeVar("T")

GAMES = ("toy", "eriantys")
"""What is played unless told otherwise: the seeds that found something were run with these."""
PLAYABLE = (*GAMES, "masters")


class Fault(AssertionError):
    """Tells that a promise was broken."""


def check(holds: object, text: str) -> None:
    """Complain unless something holds."""
    if not holds:
        raise Fault(text)


def pick(chance: Random, weighted: Sequence[tuple[float, T]]) -> T:
    """Choose one of some things, each as often as it weighs."""
    weights = [weight for weight, _ in weighted]
    return chance.choices([thing for _, thing in weighted], weights)[0]


@dataclass(frozen=True)
class Plan:
    """The nature of one run; rates are chances for each round."""

    seed: int
    limits: Limits
    games: tuple[str, ...]
    people: int
    rounds: int
    wildness: float
    """How often people do what they should not, relative to what is usual."""
    crashes: float
    trouble: float
    """How often the store begins to fail."""
    restless: float
    """How often people leave a match for no reason, to come back soon."""
    prompt: float
    """The chance of a connection to be served in a round, each way."""
    leap: float
    """The longest time that passes unseen, in seconds."""
    other_limits: Limits
    """What the operator may want instead."""
    reloads: float
    bots: bool
    """Whether the server has any."""
    addresses: int
    """How many machines people share."""
    orders: float
    """How often the operator wants something."""
    encore: int
    """How often everybody does something sensible at the end."""

    def chance(self, purpose: str) -> Random:
        """Make a source of chance for one purpose of this run."""
        return Random(f"simulation/{self.seed}/{purpose}")


def make_plan(seed: int, games: Sequence[str] = GAMES) -> Plan:
    """Let a seed decide what its run is like."""
    chance = Random(f"simulation/{seed}/plan")
    hasty = chance.random() < 0.6
    choose = _hasty if hasty else _patient
    limits, other_limits = (Limits(**choose(chance.choice)) for _ in range(2))
    calm = chance.random() < 0.3
    restless = not calm and chance.random() < 0.5
    return Plan(
        seed=seed,
        limits=limits,
        games=chance.choice([tuple(games), tuple(games), *((game,) for game in games)]),
        people=chance.randint(3, 12),
        rounds=chance.randint(60, 260),
        wildness=0.25 if calm else chance.choice((0.7, 1.0, 2.0)),
        crashes=0.0 if calm else chance.choice((0.0, 0.01, 0.03)),
        trouble=0.0 if calm else 0.1 if restless else chance.choice((0.0, 0.02, 0.06)),
        restless=0.1 if restless else 0.0,
        prompt=chance.choice((0.5, 0.9, 1.0)),
        leap=5.0 if hasty else 100.0,
        other_limits=other_limits,
        reloads=0.0 if calm else chance.choice((0.0, 0.0, 0.02)),
        bots=chance.random() < 0.8,
        addresses=chance.randint(2, 6),
        # From a source of its own: what else a seed decides is as it was before there were any.
        orders=Random(f"simulation/{seed}/orders").choice((0.0, 0.0, 0.0, 0.02, 0.1)),
        encore=chance.choice((10, 40, 250)) if calm else chance.choice((5, 20)),
    )


def _hasty(choice: Callable[[Sequence[Any]], Any]) -> dict[str, Any]:
    """Choose limits so short that all of them are met."""
    ping = choice((1.0, 2.0, 5.0))
    return {
        "ping": ping,
        "silence": ping * choice((1, 2, 4)),
        "grace": choice((0, 0.5, 3, 15)),
        "restart_grace": choice((0, 2, 10)),
        "login": choice((2, 8)),
        "answer": choice((1, 8)),
        "room": choice((1, 6, 20)),
        "idle": choice((2, 10)),
        "after": choice((0.5, 3)),
        "turn": choice((3, 10)),
        "turn_least": 1,
        "turn_most": choice((12, 40)),
        "vote": choice((0.5, 3, 20)),
        "pause": choice((0.3, 0.5, 3)),
        "clock_least": choice((0, 1, 5)),
        "frame_before_login": 512,
        "frame_after_login": choice((512, 4096)),
        "frame_wait": choice((0.5, 2)),
        "frames_at_once": choice((1, 2, 8)),
        "unsent_pause": choice((1024, 2048)),
        "unsent_most": choice((1024, 4096, 65536)),
        "bot_answer": choice((0.1, 0.5, 2)),
        "connections": choice((6, 4000, 4000)),
        "connections_per_address": choice((2, 4, 32)),
        "frames_per_second": choice((4, 10, 30, 1000)),
        "bytes_per_second": choice((1024, 32 * 1024)),
        "rooms": choice((2, 500, 500)),
        "matches_per_name": choice((1, 3, 20)),
        "matches_per_hour": choice((2, 5, 60)),
        "watchers_per_match": choice((1, 2, 50)),
        "chat_per_minute": choice((20, 600)),
        "name_least": choice((1, 4)),
        "login_attempts": choice((1, 3, 5)),
        "refusals_per_minute": choice((3, 20)),
        "names_per_hour": choice((2, 20, 20)),
    }


def _patient(choice: Callable[[Sequence[Any]], Any]) -> dict[str, Any]:
    """Choose limits like those of a real server."""
    return {
        "grace": choice((0, 30)),
        "restart_grace": choice((60, 120)),
        "turn": choice((30, 180)),
        "room": choice((60, 900)),
        "after": choice((30, 600)),
        "idle": choice((100, 3600)),
        "frames_at_once": choice((3, 8)),
        "unsent_pause": choice((2048, 64 * 1024)),
        "connections_per_address": choice((4, 32)),
        "frames_per_second": choice((10, 30)),
        "matches_per_hour": choice((10, 60)),
        "vote": choice((10, 60)),
        "pause": choice((60, 3600)),
        "bot_answer": choice((1, 10)),
    }
