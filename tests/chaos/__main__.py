"""Runs a long check by name."""

from __future__ import annotations

import argparse
import sys

from tests.chaos import rules


def at_least_one(text: str) -> int:
    """Read a number of things to do."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("there must be at least 1")
    return number


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/chaos", description="Look for trouble, long.")
    kinds = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    rules_parser = kinds.add_parser(
        "rules", help="random games of Eriantys: conserved pieces, and the literal game agrees"
    )
    rules_parser.add_argument(
        "--games", type=at_least_one, default=10_000, help="how many (10000)"
    )
    rules_parser.add_argument("--first", type=int, default=0, help="number of the first (0)")
    arguments = parser.parse_args()
    try:
        return rules.run(arguments.first, arguments.games)
    except KeyboardInterrupt:
        print("chaos: stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":  # the workers of a pool import this file again
    sys.exit(main())
