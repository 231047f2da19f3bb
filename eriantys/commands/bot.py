"""`eriantys bot`: brings a bot to a server, or thinks for another process of this machine.

The bot's side of it lies in `eriantys.bots`; how to reach a server, and to come back to it, it
has in common with `eriantys play`. Here the two meet.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import socket
import time
from collections.abc import Iterator
from selectors import SelectSelector

from eriantys import console, exits, games
from eriantys.bots.brain import LEVELS
from eriantys.bots.thinking import Mind
from eriantys.bots.visit import Aim, Visit
from eriantys.commands import logs
from eriantys.games.contract import BadSetting, check_seats, excerpt

NAMES_TRIED = 4
"""How many names of its own making a bot tries; a server bears with five logins."""
LOWEST_PRIORITY = 19
TICK = 1.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what can be chosen."""
    parser.add_argument(
        "address",
        nargs="?",
        metavar="HOST[:PORT][#CODE]",
        help="which server; tls://HOST for one with TLS",
    )
    parser.add_argument(
        "--level", choices=tuple(LEVELS), default="normal", help="how well it plays (normal)"
    )
    parser.add_argument("--name", metavar="NAME", help="what it is called (bot-LEVEL-1234)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--match", type=int, metavar="N", help="play the match of this number")
    where.add_argument(
        "--code", default="", metavar="CODE", help="play the match of this invitation"
    )
    where.add_argument(
        "--quick", action="store_true", help="play with whoever wants a quick match"
    )
    parser.add_argument(
        "--game", default="eriantys", metavar="ID", help="which game to play (eriantys)"
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="play only matches of so many players"
    )
    parser.add_argument(
        "--matches", type=int, default=1, metavar="N", help="how many matches to play (1)"
    )
    parser.add_argument(
        "--ca-file", metavar="FILE", help="trust the server whose certificate is in FILE"
    )
    # How a server starts its own bots; nobody else has the descriptor that goes with it.
    parser.add_argument("--helper", type=int, metavar="FD", help=argparse.SUPPRESS)
    parser.add_argument("--log-json", action="store_true", help=argparse.SUPPRESS)
    # The same for a client whose player wants a hint.
    parser.add_argument("--advise", type=int, metavar="FD", help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    """Play at a server until all is played, or think for another process until it is gone."""
    if options.helper is not None:
        from eriantys.bots.helper import Helper

        line = _begin_in_background(options.helper, "--helper", log_json=options.log_json)
        Helper(line).run()
    if options.advise is not None:
        from eriantys.bots import advice

        advice.serve(_begin_in_background(options.advise, "--advise"))
    return _Stay(options).run()


def _begin_in_background(
    descriptor: int, option: str, *, log_json: bool = False
) -> socket.socket:
    """Make ready to work for another process of this machine; return the line to it."""
    # Ctrl-C in the terminal, and its end, are for whoever started this, who will hang up; or
    # who goes on, as a server does that was started with nohup.
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.nice(LOWEST_PRIORITY)
    logs.begin(as_json=log_json)
    try:
        return socket.socket(fileno=descriptor)
    except (OSError, ValueError):
        raise exits.Quit(
            exits.USAGE, f"{option} is for other processes of eriantys: name a server instead."
        ) from None


class _Stay:
    """A bot at a server."""

    def __init__(self, options: argparse.Namespace) -> None:
        from eriantys.client import address as addresses
        from eriantys.client.destination import check_match, check_trust
        from eriantys.client.link import Link

        if not options.address:
            raise exits.Quit(exits.USAGE, "name the server: eriantys bot HOST:PORT.")
        try:
            address = addresses.parse(options.address)
            check_match(options.match)
            check_trust(address, options.ca_file)
        except addresses.BadAddress as error:
            raise exits.Quit(exits.USAGE, str(error)) from None
        aim = _aim(options, options.code or address.code)
        self._mind = Mind(options.level, secrets.randbits(64))
        self._visit = Visit(aim, _names(options), secrets.token_bytes)
        self._link = Link(address, ca_file=options.ca_file)

    def run(self) -> int:
        """Stay until all is played; return the exit code, or raise `Quit`."""
        visit, link = self._visit, self._link
        link.dial(time.monotonic())
        try:
            while visit.parting is None and not link.needs_key:
                self._wait(self._patience())
                self._decide()
        finally:
            link.close()
        if visit.parting is None:
            raise exits.Quit(exits.UNAVAILABLE, link.trouble)
        if visit.parting.code != exits.OK:
            raise exits.Quit(*visit.parting)
        return exits.OK

    def _patience(self) -> float:
        """Tell how long nothing has to be done, if nothing comes."""
        now, wanted = time.monotonic(), self._visit.chair.wanted
        dues = (self._link.next_due(), wanted.not_before if wanted else None)
        return max(0.0, min([due - now for due in dues if due is not None], default=TICK))

    def _wait(self, seconds: float) -> None:
        """Wait for something to happen, and take it in."""
        link = self._link
        with SelectSelector() as selector:
            for descriptor, events in link.wanted().items():
                selector.register(descriptor, events)
            selector.select(seconds)
        was_online, now = link.online, time.monotonic()
        for message in link.readable(now):
            link.send(self._visit.hear(message, now))
        link.tick(now)
        if was_online and link.retry_at is not None:
            console.say(f"{link.trouble} Trying to come back.")
        console.say(*self._visit.take_lines())
        console.finish()  # whoever follows this through a pipe wants to see it now

    def _decide(self) -> None:
        """Think about what is wanted, if anything is."""
        chair, now = self._visit.chair, time.monotonic()
        decision = chair.wanted
        if decision is None or now < decision.not_before:
            return
        try:
            action = self._mind.decide(decision, now)
        except BadSetting as error:
            raise exits.Quit(exits.UNAVAILABLE, str(error)) from None
        except Exception as error:
            if os.environ.get("ERIANTYS_DEBUG"):
                raise
            raise exits.Quit(
                exits.UNAVAILABLE,
                f"the bot cannot go on with match {decision.match}: what the server shows does "
                f"not fit the rules here ({type(error).__name__}); it may have others.",
            ) from None
        self._wait(0)  # what has come meanwhile may have made the thought a stale one
        self._link.send(chair.answer(decision, action))


def _aim(options: argparse.Namespace, code: str) -> Aim:
    try:
        game = games.find(options.game)
        if options.seats is not None:
            check_seats(game, options.seats)
    except BadSetting as error:
        raise exits.Quit(exits.USAGE, str(error)) from None
    if options.matches < 1:
        raise exits.Quit(exits.USAGE, f"--matches must be at least 1, not {options.matches}.")
    named = code or options.match is not None
    if named and (options.seats is not None or options.matches > 1):
        raise exits.Quit(
            exits.USAGE, "--seats and --matches say nothing about a match that is named."
        )
    return Aim(
        game=game.id,
        match=options.match,
        code=code,
        quick=options.quick,
        seats=options.seats,
        matches=options.matches,
    )


def _names(options: argparse.Namespace) -> Iterator[str]:
    """Tell what the bot may be called: as it was told, or whatever is free."""
    if options.name is not None:
        if not options.name.isprintable():
            raise exits.Quit(
                exits.USAGE, f"{excerpt(options.name)} has signs that no name can have."
            )
        yield options.name
        return
    for _ in range(NAMES_TRIED):
        yield f"bot-{options.level}-{secrets.randbelow(10_000):04}"
