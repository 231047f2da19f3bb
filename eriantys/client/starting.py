"""Starting the full screen: from the command line to the loop, and back to the shell."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from eriantys import games
from eriantys.client import settings as wishes
from eriantys.client.address import HOME, Address
from eriantys.client.app import App
from eriantys.client.destination import Destination
from eriantys.client.home import Home, name_here, reachable_at
from eriantys.client.keyring import Keyring
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.loop import Loop
from eriantys.client.screens.screen import Screen
from eriantys.client.settings import Settings
from eriantys.client.terminal import Terminal
from eriantys.client.theme import Depth, Theme
from eriantys.games.contract import BadSetting

NOWHERE = Address("localhost")
"""Where the link leads until somebody has said where to go."""


def play(options: argparse.Namespace, goal: Destination) -> str:
    """Open the table in this terminal; return a last sentence for the shell, if any."""
    known = KnownServers()

    def begin(app: App) -> None:
        name = options.name or known.name_at(goal.address)
        app.begin_at(goal.address, name, guest=options.guest, watch=goal.watch)

    return _open(options, Link(goal.address, ca_file=options.ca_file), known, begin)


def play_at_home(options: argparse.Namespace, home: Home) -> str:
    """Open the table at home in this terminal; return a last sentence, too."""
    link = Link(HOME, ca_file=options.ca_file, home=home.connect)
    shared = None if options.host is None else Address(reachable_at(), options.host)

    def begin(app: App) -> None:
        app.begin_at_home(options.name or app.settings.home.name or name_here(), shared)

    return _open(options, link, KnownServers(), begin)


def replay(options: argparse.Namespace, screen: Callable[[App], Screen]) -> str:
    """Show one screen in this terminal, without any server; return a last sentence, too."""
    return _open(options, Link(NOWHERE), KnownServers(), lambda app: app.show(screen(app)))


def _open(
    options: argparse.Namespace,
    link: Link,
    known: KnownServers,
    begin: Callable[[App], None],
) -> str:
    """Take the terminal, let somebody begin, and go on until it is over."""
    settings, trouble = wishes.load()
    _apply(options, settings)
    terminal = Terminal(mouse=settings.mouse)
    settings.ascii_only |= not terminal.speaks_unicode
    colourless = terminal.depth is Depth.NONE
    app = App(
        settings, link, Keyring(), known, rules_of, time.monotonic(), colourless=colourless
    )
    begin(app)
    if trouble:
        app.say(trouble)
    Loop(terminal, partial(_theme, terminal, settings), app, link).run()
    # On the screen the trouble may have passed too quickly to be read.
    return " ".join(filter(None, (trouble, _keep(settings, app.chosen))))


def _theme(terminal: Terminal, settings: Settings) -> Theme:
    return Theme(
        terminal.depth,
        settings.theme,
        safe=settings.safe_colours,
        ascii_only=settings.ascii_only or not terminal.speaks_unicode,
    )


def _apply(options: argparse.Namespace, settings: Settings) -> None:
    """Let what was typed count for this run."""
    if options.theme:
        settings.theme = options.theme
    settings.safe_colours |= options.safe_colours
    settings.ascii_only |= options.ascii
    settings.mouse &= not options.no_mouse
    settings.animations &= not options.no_animations
    settings.bell &= not options.no_bell


def _keep(settings: Settings, chosen: set[str]) -> str:
    """Keep what was chosen while playing, and not what was typed for one run.

    Another client may have kept something since: it is read again, and only added to.
    """
    kept, _ = wishes.load()
    seen = kept.guide_seen | settings.guide_seen
    if not chosen and seen == kept.guide_seen:
        return ""
    kept.guide_seen = seen
    for name in chosen:
        setattr(kept, name, getattr(settings, name))
    return wishes.save(kept)


def rules_of(game: str) -> list[str]:
    """Read the rules of a game, line by line; none where there are none here."""
    try:
        return games.rules_page(game).splitlines()
    except BadSetting:
        return []
