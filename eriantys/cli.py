"""The front door: reads the command line and hands over to the command.

A command's module is imported only when that command runs, so that none pays for the
others. Whatever goes wrong ends here as one sentence and an exit code.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from eriantys import __version__, console, exits
from eriantys.wire.address import DEFAULT_PORT

_MISTYPED = re.compile(r"argument ([A-Z]+): invalid choice: (.*) \(choose from (.*)\)", re.S)
"""How argparse complains of a command that there is not."""


def _nearest(slot: str, typed: str, choices: str) -> str:
    """Say that there is no such command, and which may have been meant."""
    import difflib  # which nobody needs who types what there is

    names = re.findall(r"[\w-]+", choices)
    near = difflib.get_close_matches(typed.strip("'\""), names, n=1)
    there_are = f"the nearest is {near[0]}" if near else f"there are {', '.join(names)}"
    return f"there is no {slot.lower()} {typed}; {there_are}"


class _Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        mistyped = _MISTYPED.fullmatch(message)
        if mistyped:
            message = _nearest(*mistyped.groups())
        raise exits.Quit(exits.USAGE, f"{message}; try {self.prog} --help.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    console.prepare()
    try:
        code = _run(arguments)
        console.finish()
    except exits.Quit as quit_with:
        console.complain(quit_with.text)
        code = quit_with.code
    except KeyboardInterrupt:
        console.complain("stopped.")
        code = exits.INTERRUPTED
    except Exception as error:
        if os.environ.get("ERIANTYS_DEBUG"):
            raise
        console.complain(
            f"a fault in the program: {type(error).__name__}: {error}; "
            "please report it with what ERIANTYS_DEBUG=1 shows."
        )
        code = exits.BROKEN
    with suppress(exits.Quit):  # whatever it was, it has been said
        console.finish()
    console.finish_errors()
    return code


def _run(arguments: Sequence[str] | None) -> int:
    typed = sys.argv[1:] if arguments is None else arguments
    try:
        options, unknown = _parser(typed).parse_known_args(typed)
    except SystemExit:  # --help and --version have said all there is to say
        return exits.OK
    if unknown:
        # argparse itself would not say of which command they are unknown.
        raise exits.Quit(
            exits.USAGE,
            f"unrecognized arguments: {' '.join(unknown)}; "
            f"try eriantys {options.command} --help.",
        )
    code: int = import_module(f"eriantys.commands.{options.command}").run(options)
    return code


def _file_name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("the name of a file cannot be empty")
    return text


def _parser(typed: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="eriantys",
        description="A table for board games in the terminal.",
        epilog="eriantys COMMAND --help tells more of a command, and eriantys(6) all of it.",
    )
    parser.add_argument("--version", action="version", version=f"eriantys {__version__}")
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", required=True
    )

    play = commands.add_parser(
        "play",
        help="play: at home with bots, or at a server",
        description="Play on the whole screen: at home with bots, where no server is named, or "
        "at a server with others. The line by which a friend invites you names the match too.",
        epilog="Inside, ? shows the keys. eriantys(6) tells more.",
    )
    play.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT][#CODE]",
        help="which server; tls://HOST for one with TLS (a table at home, with bots)",
    )
    play.add_argument(
        "--host",
        nargs="?",
        type=int,
        const=DEFAULT_PORT,
        metavar="PORT",
        help=f"open the table at home to friends ({DEFAULT_PORT})",
    )
    watch = commands.add_parser(
        "watch",
        help="look on at a match",
        description="Go to a server and look on at a match: the one named, or one chosen from "
        "the list there.",
    )
    watch.add_argument(
        "address", metavar="HOST[:PORT][#CODE]", help="which server, as for play"
    )
    watch.add_argument(
        "match", nargs="?", type=int, metavar="MATCH", help="the number of the match"
    )
    replay = commands.add_parser(
        "replay",
        help="look at a recorded match again",
        description="Show a recorded match step by step, on the same board on which it was "
        "played.",
        epilog="Inside, Space plays, the arrows step, and Esc leaves. eriantys(6) tells more.",
    )
    replay.add_argument("file", type=_file_name, metavar="FILE", help="the record")
    if {"play", "watch", "replay"} & set(typed):
        options = import_module("eriantys.commands.play")
        for command in (play, watch):
            options.add_options(command)
        options.add_looks(replay)

    simulate = commands.add_parser(
        "simulate",
        help="play random games and count how they end",
        description="Play games in which every player chooses at random among the legal "
        "actions, then tell who won, how the games ended and how fast it went.",
    )
    simulate.add_argument(
        "--game", default="eriantys", metavar="ID", help="which game to play (eriantys)"
    )
    simulate.add_argument(
        "--seats", type=int, metavar="N", help="number of players (as few as may be)"
    )
    simulate.add_argument(
        "--expert", action="store_true", help="short for --option expert=true"
    )
    simulate.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="choose an option of the game; may be given several times",
    )
    simulate.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many games (100)"
    )
    simulate.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="play the games of this seed (a new one each time)",
    )
    simulate.add_argument(
        "--record", type=_file_name, metavar="FILE", help="write the first game down in FILE"
    )

    arena = commands.add_parser(
        "arena",
        help="let brains play against each other and count who wins",
        description="Let brains play against each other, every seed from every side, then tell "
        "who won more than an equal share. A pairing stops early once that is settled.",
        epilog="Brains: random, greedy, mcts; levels: easy, normal, hard. eriantys(6) tells "
        "more.",
    )
    if "arena" in typed:
        import_module("eriantys.commands.arena").add_options(arena)

    bot = commands.add_parser(
        "bot",
        help="bring a bot to a table of a server",
        description="Go to a server and let a bot play there: the match that is named, a quick "
        "one, or the first that is open.",
        epilog="eriantys(6) tells more.",
    )
    if "bot" in typed:
        import_module("eriantys.commands.bot").add_options(bot)

    verify = commands.add_parser(
        "verify",
        help="check a game record: moves, result and dice",
        description="Play a recorded match again. Say that every action was legal, that the "
        "result is what the record claims and that the dice match their commitment; or name "
        "the first line that is not so.",
    )
    verify.add_argument(
        "file", type=_file_name, metavar="FILE", help="the record; - reads standard input"
    )

    rules = commands.add_parser(
        "rules",
        help="show the rules of a game",
        description="Show the rules of a game, in your pager where there is a terminal.",
    )
    rules.add_argument(
        "game", nargs="?", default="eriantys", metavar="GAME", help="which game (eriantys)"
    )

    completion = commands.add_parser(
        "completion",
        help="print what a shell needs to complete command lines",
        description="Print a script by which bash, zsh or fish complete what is typed after "
        "eriantys: commands, options, choices and files.",
        epilog="eriantys(6) says where to put it.",
    )
    if "completion" in typed:
        import_module("eriantys.commands.completion").add_options(completion)
        completion.set_defaults(everything=lambda: _parser(list(commands.choices)))

    serve = commands.add_parser(
        "serve",
        help="host matches for whoever connects",
        description="Host matches for whoever connects, until SIGTERM or Ctrl-C. A move that "
        "was accepted is on disk: stopped in any way and started again, the server goes on "
        "with every match where it was.",
        epilog="In the configuration file an option has the same name with _ for -, and the "
        "command line wins. eriantys-serve(8) tells more.",
    )
    if "serve" in typed:  # what can be chosen is known by modules that others need not load
        import_module("eriantys.commands.serve").add_options(serve)

    ctl = commands.add_parser(
        "ctl",
        help="give orders to a server that is running here",
        description="Give an order to a server that runs on this machine and belongs to you: "
        "look at it, look after its people and matches, copy its store, stop it.",
        epilog="eriantys ctl ORDER --help tells more of an order, and eriantys-ctl(8) all.",
    )
    if "ctl" in typed:
        import_module("eriantys.commands.ctl").add_options(ctl)
    return parser
