"""Runs a benchmark by name."""

from __future__ import annotations

import argparse
import sys

from tests.bench import rules, start


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/bench", description="Measure by comparing.")
    benchmarks = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    rules_parser = benchmarks.add_parser("rules", help="random games beside python-chess")
    rules_parser.add_argument("--rounds", type=int, default=9, help="interleaved rounds (9)")
    rules_parser.add_argument(
        "--seconds", type=float, default=0.5, help="CPU seconds for each turn of a round (0.5)"
    )
    start_parser = benchmarks.add_parser("start", help="what bin/eriantys adds to a start")
    start_parser.add_argument("--rounds", type=int, default=41, help="interleaved rounds (41)")
    arguments = parser.parse_args()
    try:
        if arguments.name == "start":
            return start.run(arguments.rounds)
        return rules.run(arguments.rounds, arguments.seconds)
    except KeyboardInterrupt:
        print("bench: stopped.", file=sys.stderr)
        return 130


sys.exit(main())
