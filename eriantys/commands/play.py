"""`eriantys play` and `eriantys watch`: a table in the terminal."""

from __future__ import annotations

import argparse

from eriantys import console, exits


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe what can be chosen on the command line."""
    parser.add_argument("--name", metavar="NAME", help="who you are there (asked if not known)")
    parser.add_argument(
        "--guest", action="store_true", help="keep the name only until you have left"
    )
    parser.add_argument(
        "--ca-file", metavar="FILE", help="trust the server whose certificate is in FILE"
    )
    parser.add_argument(
        "--plain", action="store_true", help="line by line, for pipes and screen readers"
    )
    add_looks(parser)


def add_looks(parser: argparse.ArgumentParser) -> None:
    """Describe how the screen can look."""
    looks = parser.add_argument_group("how it looks (kept once chosen in the menu)")
    looks.add_argument(
        "--theme",
        choices=("dark", "light", "terminal"),
        help="painted dark or light, or on the terminal's own background",
    )
    looks.add_argument(
        "--safe-colours",
        action="store_true",
        help="colours that most colour-blind people can tell apart",
    )
    looks.add_argument("--ascii", action="store_true", help="draw with signs of ASCII only")
    looks.add_argument("--no-mouse", action="store_true", help="leave the mouse alone")
    looks.add_argument("--no-animations", action="store_true", help="nothing moves by itself")
    looks.add_argument("--no-bell", action="store_true", help="no bell when it is your turn")


def run(options: argparse.Namespace) -> int:
    """Open the table, or talk line by line where there is no screen."""
    from eriantys.client import address as addresses

    try:
        address = addresses.parse(options.address) if options.address else None
    except addresses.BadAddress as error:
        raise exits.Quit(exits.USAGE, str(error)) from None
    watched = getattr(options, "match", None)
    if options.plain or not _has_screen():
        return _plain(options, address, watched)
    from eriantys.client.starting import play

    sentence = play(options, address, watched)
    if sentence:
        console.say(sentence)
    return exits.OK


def _has_screen() -> bool:
    from eriantys.client.terminal import is_fit

    return is_fit()


def _plain(options: argparse.Namespace, address: object, watched: int | None) -> int:
    from eriantys.client.address import Address
    from eriantys.client.plain.loop import run as run_plain

    if not isinstance(address, Address):
        raise exits.Quit(
            exits.USAGE, "line by line, name the server: eriantys play --plain HOST:PORT."
        )
    name = options.name or ""
    return run_plain(address, name, options.guest, options.ca_file, watch=watched)
