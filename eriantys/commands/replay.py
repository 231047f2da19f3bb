"""`eriantys replay`: look at a recorded match again."""

from __future__ import annotations

import argparse
import shlex

from eriantys import console, exits
from eriantys.commands.verify import text_of
from eriantys.games import record


def run(options: argparse.Namespace) -> int:
    """Show a record step by step."""
    from eriantys.client.terminal import is_fit

    name = options.file
    try:
        match = record.read(text_of(name))
    except record.Damaged as damage:
        raise exits.Quit(exits.BAD_DATA, f"{name} is no whole record: {damage}") from None
    if not is_fit():
        raise exits.Quit(
            exits.UNAVAILABLE,
            "replay needs a terminal that can show a full screen; "
            f"eriantys verify {shlex.quote(name)} checks the record without one.",
        )
    from eriantys.client.screens.replay import replay_app
    from eriantys.client.starting import replay

    try:
        screen = replay_app(match)
    except (record.Damaged, record.Unverifiable, record.Untrue) as trouble:
        raise exits.Quit(exits.BAD_DATA, f"{name} cannot be shown: {trouble}") from None
    sentence = replay(options, screen)
    if sentence:
        console.say(sentence)
    return exits.OK
