"""`eriantys ctl`: gives an order to a server that is running on this machine."""

from __future__ import annotations

import argparse

from eriantys import console, exits
from eriantys.commands.ctl import asking, showing
from eriantys.commands.ctl.words import WORDS
from eriantys.server.operator import answers, orders


def add_options(parser: argparse.ArgumentParser) -> None:
    """Tell a parser all orders, and what each of them takes."""
    _add_shared(parser, socket=None, json=False)
    commands = parser.add_subparsers(
        title="orders", dest="order", metavar="ORDER", required=True
    )
    for word in WORDS:
        command = commands.add_parser(word.name, help=word.help, description=word.says)
        for add in word.arguments:
            add(command)
        # After the order they are as good as before it, and leave alone what was said there.
        _add_shared(command, socket=argparse.SUPPRESS, json=argparse.SUPPRESS)


def _add_shared(
    parser: argparse.ArgumentParser, *, socket: str | None, json: bool | str
) -> None:
    """Tell a parser the options of all orders, and what stands for those not given."""
    parser.add_argument(
        "--socket",
        metavar="FILE",
        default=socket,
        help="the socket of the server (that of the only one that is running)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=json,
        help="print the answer as a line of JSON, for scripts",
    )


def run(options: argparse.Namespace) -> int:
    """Give the order and print what comes back."""
    word = next(each for each in WORDS if each.name == options.order)
    order = word.order(options)
    target = asking.Target.of(options) if isinstance(order, orders.Export) else None
    heard = asking.ask(options.socket, order, word.answer)
    if heard.refused is not None:
        if options.json:
            console.say(heard.line)
            return exits.FAILED
        raise exits.Quit(exits.FAILED, heard.refused.text)
    if target is not None and not (options.json and target.is_output):
        assert isinstance(heard.found, answers.RecordText)
        target.write(heard.found.record)
    elif options.json:
        console.say(heard.line)
    else:
        console.say(*showing.lines(heard.found))
    return exits.OK
