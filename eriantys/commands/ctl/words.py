"""The orders as they are typed: their names, what they take, and what answers them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from eriantys.server.operator import answers, orders
from eriantys.server.operator.orders import Order

Add: TypeAlias = Callable[[argparse.ArgumentParser], object]

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
LONGEST = 3650 * 86400


class Word(NamedTuple):
    """One order."""

    name: str
    says: str
    """What it does, in a sentence."""
    order: Callable[[Any], Order]
    """Makes it of what was typed."""
    answer: type
    """What comes back if it is not refused."""
    arguments: tuple[Add, ...] = ()

    @property
    def help(self) -> str:
        """The sentence as it stands in a list."""
        return self.says[0].lower() + self.says[1:].rstrip(".")


def span(text: str) -> float:
    """Read for how long something shall be: 90, 30m, 2h, 7d."""
    unit = UNITS.get(text[-1:].lower(), 0)
    number = text[:-1] if unit else text
    seconds = float(number) * (unit or 1) if number.replace(".", "", 1).isdecimal() else 0.0
    if not 0 < seconds <= LONGEST:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time: write seconds, or a number with m, h or d after it, "
            f"up to {LONGEST // UNITS['d']}d"
        )
    return seconds


def _number(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 19 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a match")
    return number


def _text(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("that cannot be empty")
    return text


def _path(text: str) -> str:
    """Read the name of a file, which the server may not find from where it stands."""
    try:
        return str(Path(_text(text)).absolute())
    except OSError:
        raise argparse.ArgumentTypeError(
            f"the folder is gone in which {text!r} would be"
        ) from None


def _who(what: str, metavar: str) -> Add:
    return lambda parser: parser.add_argument("who", type=_text, metavar=metavar, help=what)


def _match(parser: argparse.ArgumentParser) -> object:
    return parser.add_argument(
        "match", type=_number, metavar="MATCH", help="the number of the match"
    )


def _file(what: str, kind: Callable[[str], str] = _text) -> Add:
    return lambda parser: parser.add_argument("file", type=kind, metavar="FILE", help=what)


def _reason(parser: argparse.ArgumentParser) -> object:
    return parser.add_argument(
        "--reason", default="", metavar="TEXT", help="what those concerned are told (nothing)"
    )


def _for(parser: argparse.ArgumentParser) -> object:
    return parser.add_argument(
        "--for",
        dest="seconds",
        type=span,
        metavar="TIME",
        help="for how long: seconds, or with m, h or d after the number (for good)",
    )


def _within(parser: argparse.ArgumentParser) -> object:
    return parser.add_argument(
        "--within",
        dest="seconds",
        type=span,
        metavar="TIME",
        help="stop after so long even if some go on: seconds, or with m, h or d (never)",
    )


def _words(parser: argparse.ArgumentParser) -> object:
    return parser.add_argument(
        "text", nargs="+", metavar="TEXT", help="what everybody shall be told"
    )


_NAME = _who("the name", "NAME")
_NAME_OR_CONNECTION = _who("the name, or '#' and the number of a connection, in quotes", "NAME")
_NAME_OR_ADDRESS = _who("a name, an address, or a network such as 192.0.2.0/24", "WHO")

WORDS = (
    Word("status", "Tell how things are.", lambda _: orders.Status(), answers.Outlook),
    Word(
        "check",
        "Tell whether the server answers and can save; for scripts.",
        lambda _: orders.Check(),
        answers.Done,
    ),
    Word(
        "matches",
        "List the matches that are not over.",
        lambda _: orders.Matches(),
        answers.MatchList,
    ),
    Word(
        "show",
        "Tell all about one match, over or not.",
        lambda typed: orders.Show(typed.match),
        answers.MatchPage,
        (_match,),
    ),
    Word(
        "players",
        "List everybody who is connected.",
        lambda _: orders.Players(),
        answers.PlayerList,
    ),
    Word(
        "kick",
        "Send somebody away, who may come back.",
        lambda typed: orders.Kick(typed.who, typed.reason),
        answers.Done,
        (_NAME_OR_CONNECTION, _reason),
    ),
    Word(
        "ban",
        "Keep a name, an address or a network out.",
        lambda typed: orders.Ban(typed.who, typed.seconds, typed.reason),
        answers.Done,
        (_NAME_OR_ADDRESS, _for, _reason),
    ),
    Word(
        "unban",
        "Let a name, an address or a network in again.",
        lambda typed: orders.Unban(typed.who),
        answers.Done,
        (_NAME_OR_ADDRESS,),
    ),
    Word(
        "mute",
        "Let nobody hear what a name says in the chat.",
        lambda typed: orders.Mute(typed.who, typed.seconds, typed.reason),
        answers.Done,
        (_NAME, _for, _reason),
    ),
    Word(
        "unmute",
        "Let a name be heard again.",
        lambda typed: orders.Unmute(typed.who),
        answers.Done,
        (_NAME,),
    ),
    Word(
        "bans",
        "List who is banned and who is muted.",
        lambda _: orders.Bans(),
        answers.SanctionList,
    ),
    Word(
        "forget",
        "Free a name and its key, and forget its results.",
        lambda typed: orders.Forget(typed.who),
        answers.Done,
        (_NAME,),
    ),
    Word(
        "say",
        "Tell everybody something.",
        lambda typed: orders.Say(" ".join(typed.text)),
        answers.Done,
        (_words,),
    ),
    Word(
        "close",
        "End a match or a waiting room.",
        lambda typed: orders.Close(typed.match, typed.reason),
        answers.Done,
        (_match, _reason),
    ),
    Word(
        "drain",
        "Let no match begin, and stop when the last has ended.",
        lambda typed: orders.Drain(typed.seconds),
        answers.Done,
        (_within,),
    ),
    Word("undrain", "Let matches begin again.", lambda _: orders.Undrain(), answers.Done),
    Word(
        "stop",
        "Stop now; every match is saved.",
        lambda _: orders.Stop(),
        answers.Done,
    ),
    Word(
        "reload",
        "Read the configuration and the certificate again.",
        lambda _: orders.Reload(),
        answers.Done,
    ),
    Word(
        "backup",
        "Write a copy of all that is kept into a new file.",
        lambda typed: orders.Backup(typed.file),
        answers.Done,
        (_file("the file to write; it must not be there yet", _path),),
    ),
    Word(
        "export",
        "Write a match that is over into a file, as a game record.",
        lambda typed: orders.Export(typed.match),
        answers.RecordText,
        (_match, _file("the file to write; - writes to standard output")),
    ),
    Word(
        "stats",
        "Tell all that is counted and measured.",
        lambda _: orders.Stats(),
        answers.Figures,
    ),
)
