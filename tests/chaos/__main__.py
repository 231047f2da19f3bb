"""Runs a long check by name."""

from __future__ import annotations

import argparse
import sys

from tests.chaos import (
    client,
    cuts,
    frames,
    hostile,
    kill,
    load,
    restart,
    rules,
    simulation,
    soak,
    terminal,
    writes,
)
from tests.places import keep_apart
from tests.simulation.plan import GAMES, PLAYABLE


def at_least_one(text: str) -> int:
    """Read a number of things to do."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("there must be at least 1")
    return number


def positive(text: str) -> float:
    """Read how long to do something."""
    seconds = float(text)
    if seconds <= 0:
        raise argparse.ArgumentTypeError("there must be some time")
    return seconds


def main() -> int:
    keep_apart()
    parser = argparse.ArgumentParser(prog="bin/chaos", description="Look for trouble, long.")
    kinds = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    rules_parser = kinds.add_parser(
        "rules", help="random games: pieces are conserved; in Eriantys the literal game agrees"
    )
    rules_parser.add_argument(
        "--game", choices=rules.CHECKS, default="eriantys", help="which game (eriantys)"
    )
    rules_parser.add_argument(
        "--games", type=at_least_one, default=10_000, help="how many (10000)"
    )
    rules_parser.add_argument("--first", type=int, default=0, help="number of the first (0)")
    rules_parser.set_defaults(
        run=lambda chosen: rules.run(chosen.game, chosen.first, chosen.games)
    )
    kill_parser = kinds.add_parser(
        "kill", help="kill -9 of a server that is played on: no acknowledged move is lost"
    )
    kill_parser.add_argument(
        "--times", type=at_least_one, default=500, help="how many kills (500)"
    )
    kill_parser.add_argument("--seed", default="kill", help="of what is played (kill)")
    kill_parser.set_defaults(run=lambda chosen: kill.run(chosen.seed, chosen.times))
    simulation_parser = kinds.add_parser(
        "simulation", help="whole houses under a simulated clock: all promises hold"
    )
    simulation_parser.add_argument(
        "--runs", type=at_least_one, default=1000, help="how many (1000)"
    )
    simulation_parser.add_argument("--seed", type=int, default=0, help="of the first (0)")
    simulation_parser.add_argument(
        "--game",
        action="append",
        choices=PLAYABLE,
        help=f"play only this one ({' and '.join(GAMES)})",
    )
    simulation_parser.set_defaults(
        run=lambda chosen: simulation.run(chosen.seed, chosen.runs, chosen.game or GAMES)
    )
    terminal_parser = kinds.add_parser(
        "terminal", help="whole matches in real terminals of every kind, by clumsy players"
    )
    terminal_parser.add_argument(
        "--matches", type=at_least_one, default=60, help="how many (60)"
    )
    terminal_parser.add_argument("--seed", default="terminal", help="of all (terminal)")
    terminal_parser.set_defaults(run=lambda chosen: terminal.run(chosen.seed, chosen.matches))
    _add_client(kinds)
    _add_cuts(kinds)
    _add_frames(kinds)
    _add_hostile(kinds)
    _add_load(kinds)
    _add_restart(kinds)
    _add_soak(kinds)
    _add_writes(kinds)
    arguments = parser.parse_args()
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        print("chaos: stopped.", file=sys.stderr)
        return 130


def _add_client(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "client", help="clients whose server says anything at all: they neither fall nor spill"
    )
    parser.add_argument(
        "--seconds", type=positive, default=60.0, help="until no more are begun (60)"
    )
    parser.add_argument("--runs", type=at_least_one, help="how many at most (any number)")
    parser.add_argument("--seed", type=int, default=0, help="of the first (0)")
    parser.set_defaults(run=lambda chosen: client.run(chosen.seed, chosen.seconds, chosen.runs))


def _add_cuts(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "cuts", help="a line that breaks at each message: clients end up with the same match"
    )
    parser.add_argument(
        "--game", choices=cuts.GAMES, default="santorini", help="what is played (santorini)"
    )
    parser.add_argument(
        "--every", type=at_least_one, default=1, help="try one cut in so many only (1)"
    )
    parser.add_argument("--seed", default="cuts", help="of what is played (cuts)")
    parser.set_defaults(run=lambda chosen: cuts.run(chosen.seed, chosen.game, chosen.every))


def _add_frames(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "frames", help="spoiled frames: both sides read them or refuse them as documented"
    )
    parser.add_argument(
        "--frames", type=at_least_one, default=1_000_000, help="how many (1000000)"
    )
    parser.add_argument("--seed", default="frames", help="of all (frames)")
    parser.set_defaults(run=lambda chosen: frames.run(chosen.seed, chosen.frames))


def _add_hostile(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "hostile", help="thousands of peers who mean no good beside people who play"
    )
    parser.add_argument("--peers", type=at_least_one, default=3000, help="how many (3000)")
    parser.add_argument(
        "--seconds", type=positive, default=30.0, help="within which they come (30)"
    )
    parser.add_argument("--seed", default="hostile", help="of who comes when (hostile)")
    parser.set_defaults(
        run=lambda chosen: hostile.run(chosen.peers, chosen.seconds, chosen.seed)
    )


def _add_load(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    usual = load.Size()
    parser = kinds.add_parser(
        "load", help="moves by a timetable, beside peers who dribble or never read"
    )
    for name, says in (
        ("matches", "that are played"),
        ("dribblers", "peers who send a byte now and then"),
        ("deaf", "peers who never read"),
        ("rounds", "with all of them and without"),
    ):
        default = getattr(usual, name)
        parser.add_argument(
            f"--{name}", type=at_least_one, default=default, help=f"{says} ({default})"
        )
    parser.add_argument(
        "--seconds",
        type=positive,
        default=usual.seconds,
        help=f"of each part of a round ({usual.seconds:.0f})",
    )
    parser.set_defaults(
        run=lambda chosen: load.run(
            load.Size(
                matches=chosen.matches,
                dribblers=chosen.dribblers,
                deaf=chosen.deaf,
                seconds=chosen.seconds,
                rounds=chosen.rounds,
            )
        )
    )


def _add_restart(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "restart",
        help="SIGTERM while many play: an end in time, and everybody is back by itself",
    )
    parser.add_argument(
        "--matches", type=at_least_one, default=100, help="that are played (100)"
    )
    parser.add_argument("--times", type=at_least_one, default=10, help="how often (10)")
    parser.add_argument("--seed", default="restart", help="of what is played (restart)")
    parser.set_defaults(
        run=lambda chosen: restart.run(chosen.seed, chosen.matches, chosen.times)
    )


def _add_soak(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    usual = soak.Size()
    parser = kinds.add_parser(
        "soak", help="a full house for a while: no error, quick moves, and memory stays flat"
    )
    parser.add_argument(
        "--matches",
        type=at_least_one,
        default=usual.matches,
        help=f"that are played, by four each ({usual.matches})",
    )
    parser.add_argument(
        "--parts",
        type=at_least_one,
        default=usual.parts,
        help=f"after each of which memory is looked at ({usual.parts})",
    )
    parser.add_argument(
        "--seconds",
        type=positive,
        default=usual.seconds,
        help=f"of each part ({usual.seconds:.0f})",
    )
    parser.set_defaults(
        run=lambda chosen: soak.run(soak.Size(chosen.matches, chosen.parts, chosen.seconds))
    )


def _add_writes(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = kinds.add_parser(
        "writes", help="a disk that fails at the N-th call: moves are refused, and none is lost"
    )
    parser.add_argument(
        "--calls", type=at_least_one, default=200, help="every N up to this (200)"
    )
    parser.add_argument("--seed", default="writes", help="of what is played (writes)")
    parser.set_defaults(run=lambda chosen: writes.run(chosen.seed, chosen.calls))


if __name__ == "__main__":  # the workers of a pool import this file again
    sys.exit(main())
