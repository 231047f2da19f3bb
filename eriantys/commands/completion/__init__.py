"""`eriantys completion`: prints what a shell needs to complete command lines.

All of it is read from the parsers themselves, so that a new command or option is completed
without a word here.
"""

from __future__ import annotations

import argparse

from eriantys import console, exits
from eriantys.commands.completion import bash, fish, zsh
from eriantys.commands.completion.words import commands_of

SHELLS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say for which shells there is something."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """Print the script for a shell."""
    console.say(*SHELLS[options.shell](commands_of(options.everything())))
    return exits.OK
