"""Runs a benchmark by name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from tests.bench import bots, rules, start
from tests.bench.client import run as client
from tests.bench.server import run as server
from tests.places import keep_apart


def main() -> int:
    keep_apart()
    parser = argparse.ArgumentParser(prog="bin/bench", description="Measure by comparing.")
    benchmarks = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    rules_parser = benchmarks.add_parser("rules", help="random games beside python-chess")
    rules_parser.add_argument("--rounds", type=int, default=9, help="interleaved rounds (9)")
    rules_parser.add_argument(
        "--seconds", type=float, default=0.5, help="CPU seconds for each turn of a round (0.5)"
    )
    bots_parser = benchmarks.add_parser("bots", help="how fast the brains think, and on what")
    bots_parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (5)")
    bots_parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU seconds for each turn of a round (1.0)"
    )
    start_parser = benchmarks.add_parser("start", help="what bin/eriantys adds to a start")
    start_parser.add_argument("--rounds", type=int, default=41, help="interleaved rounds (41)")
    _add_server(benchmarks)
    _add_client(benchmarks)
    arguments = parser.parse_args()
    try:
        if arguments.name == "start":
            return start.run(arguments.rounds)
        if arguments.name == "server":
            size = server.Size(arguments.rounds, arguments.seconds, arguments.matches)
            return server.run(arguments.only, size)
        if arguments.name == "client":
            return client.run(arguments.only, arguments.rounds, arguments.seconds)
        if arguments.name == "bots":
            return bots.run(arguments.rounds, arguments.seconds)
        return rules.run(arguments.rounds, arguments.seconds)
    except KeyboardInterrupt:
        print("bench: stopped.", file=sys.stderr)
        return 130


def _add_server(benchmarks: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    usual = server.Size()
    parser = benchmarks.add_parser(
        "server",
        help="a move, a connection and a match beside other servers",
        description="Exits with 1 if a goal is missed, with 2 if the A/A control is off.",
        epilog="Parts: " + "; ".join(f"{name}, {does}" for name, does in server.PARTS.items()),
    )
    parser.add_argument(
        "--rounds", type=int, default=usual.rounds, help=f"interleaved rounds ({usual.rounds})"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=usual.seconds,
        help=f"CPU seconds of a server for each turn of a round ({usual.seconds})",
    )
    parser.add_argument(
        "--matches",
        type=_numbers,
        default=usual.matches,
        help=f"matches at a time ({','.join(map(str, usual.matches))})",
    )
    parser.add_argument(
        "--only",
        type=lambda text: _parts(text, server.PARTS),
        default=list(server.PARTS),
        help="some parts (all of them)",
    )


def _add_client(benchmarks: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = benchmarks.add_parser(
        "client",
        help="what a picture of the client costs",
        description="Exits with 1 if a goal is missed, with 2 if the A/A control is off.",
        epilog="Parts: " + "; ".join(f"{name}, {does}" for name, does in client.PARTS.items()),
    )
    parser.add_argument("--rounds", type=int, default=9, help="interleaved rounds (9)")
    parser.add_argument(
        "--seconds", type=float, default=0.3, help="CPU seconds for each turn of a round (0.3)"
    )
    parser.add_argument(
        "--only",
        type=lambda text: _parts(text, client.PARTS),
        default=list(client.PARTS),
        help="some parts (all of them)",
    )


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _parts(text: str, known: Mapping[str, str]) -> list[str]:
    parts = text.split(",")
    if unknown := set(parts) - set(known):
        raise argparse.ArgumentTypeError(f"there is no part {', '.join(sorted(unknown))}")
    return parts


sys.exit(main())
