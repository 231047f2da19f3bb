"""`eriantys play` and `eriantys watch`: a table in the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from eriantys import console, exits

if TYPE_CHECKING:
    from eriantys.client.destination import Destination


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
    looks = parser.add_argument_group("how it looks and sounds, for this run")
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
    from eriantys.client.terminal import is_fit

    goal = _destination(options)
    if options.plain or not is_fit():
        return _plain(options, goal)
    sentence = _play_at_home(options) if goal is None else _play(options, goal)
    if sentence:
        console.say(sentence)
    return exits.OK


def _play(options: argparse.Namespace, goal: Destination) -> str:
    from eriantys.client.starting import play

    return play(options, goal)


def _play_at_home(options: argparse.Namespace) -> str:
    from eriantys.client.home import Home

    home = Home(port=options.host)
    try:
        home.set_up()  # it takes as long as what is imported meanwhile
        from eriantys.client.starting import play_at_home

        return play_at_home(options, home)
    finally:
        home.close()


def _destination(options: argparse.Namespace) -> Destination | None:
    """Read where to go; None for the table at home."""
    from eriantys.client.address import BadAddress
    from eriantys.client.destination import check_port, check_trust, to_play, to_watch

    try:
        if options.command == "watch":
            goal = to_watch(options.address, options.match)
        elif not options.address:
            check_port(options.host)
            return None
        elif options.host is not None:
            raise BadAddress("--host opens your own table: name no server with it.")
        else:
            goal = to_play(options.address)
        check_trust(goal.address, options.ca_file)
        return goal
    except BadAddress as error:
        raise exits.Quit(exits.USAGE, str(error)) from None


def _plain(options: argparse.Namespace, goal: Destination | None) -> int:
    from eriantys.client.plain import loop

    name = options.name or ""
    if goal is None:
        return loop.run_at_home(name, options.host)
    return loop.run(goal.address, name, options.guest, options.ca_file, watch=goal.watch)
