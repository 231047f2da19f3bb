"""What can be typed: every command with its options, and what may follow them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from eriantys.bots.brain import BRAINS, LEVELS
from eriantys.games import REGISTERED
from eriantys.server.outside.settings import LOG_LEVELS


class Values(NamedTuple):
    """What may stand somewhere; nothing at all if only the user can know."""

    words: tuple[str, ...] = ()
    files: bool = False


_BY_METAVAR = {
    "FILE": Values(files=True),
    "GAME": Values(REGISTERED),
    "ID": Values(REGISTERED),
    "LEVEL": Values(LOG_LEVELS),
    "A,B,...": Values((*BRAINS, *LEVELS)),
    "SHELL": Values(("bash", "zsh", "fish")),
}
"""Values that a parser does not know: commands refuse wrong ones in sentences of their own."""


class Flag(NamedTuple):
    """An option."""

    names: tuple[str, ...]
    says: str
    takes: bool
    """Whether what follows must be its value."""
    values: Values


class Command(NamedTuple):
    """A command, or one of the commands below another."""

    path: tuple[str, ...]
    """Its name, after those of the commands above it; nothing stands for the program."""
    says: str
    flags: tuple[Flag, ...]
    below: tuple[str, ...]
    """The names of the commands that may follow."""
    values: Values
    """What may stand anywhere else after it."""


def commands_of(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = (), says: str = ""
) -> list[Command]:
    """List the program and all of its commands, each before those below it."""
    shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    flags = tuple(map(_flag, (action for action in shown if action.option_strings)))
    below: list[Command] = []
    words: list[str] = []
    files = False
    for action in shown:
        if isinstance(action, argparse._SubParsersAction):
            for name, text in _named(action):
                below += commands_of(action.choices[name], (*path, name), text)
        elif not action.option_strings:
            values = _values(action)
            words += values.words
            files |= values.files
    names = tuple(each.path[-1] for each in below if len(each.path) == len(path) + 1)
    return [Command(path, says, flags, names, Values(tuple(words), files)), *below]


def _named(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> Iterator[tuple[str, str]]:
    """List commands with what is said of them."""
    for each in commands._choices_actions:
        yield each.dest, _plain(each.help)


def _flag(action: argparse.Action) -> Flag:
    takes = action.nargs not in (0, "?", "*")
    return Flag(tuple(action.option_strings), _plain(action.help), takes, _values(action))


def _values(action: argparse.Action) -> Values:
    if action.choices is not None:
        return Values(tuple(map(str, action.choices)))
    return _BY_METAVAR.get(str(action.metavar), Values())


def _plain(text: str | None) -> str:
    """Give a help text as people read it, on one line."""
    return " ".join((text or "").replace("%%", "%").split())
