"""Starting the full screen: from the command line to the loop, and back to the shell."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from eriantys import games
from eriantys.client import settings as wishes
from eriantys.client.address import Address
from eriantys.client.app import App
from eriantys.client.keyring import Keyring
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.loop import Loop
from eriantys.client.screens.screen import Screen
from eriantys.client.settings import Settings
from eriantys.client.terminal import Terminal
from eriantys.client.theme import Depth, Theme
from eriantys.games.contract import BadSetting
from eriantys.wire.from_client import Watch

NOWHERE = Address("localhost")
"""Where the link leads until somebody has said where to go."""


def play(options: argparse.Namespace, address: Address | None, watched: int | None) -> str:
    """Open the table in this terminal; return a last sentence for the shell, if any."""
    settings, trouble = wishes.load()
    _apply(options, settings)
    terminal = Terminal(mouse=settings.mouse)
    settings.ascii_only |= not terminal.speaks_unicode
    known = KnownServers()
    link = Link(address or NOWHERE, ca_file=options.ca_file)
    colourless = terminal.depth is Depth.NONE
    app = App(
        settings, link, Keyring(), known, rules_of, time.monotonic(), colourless=colourless
    )
    if trouble:
        app.say(trouble)
    name = options.name or (known.name_at(address) if address is not None else "")
    if address is not None:
        watch = _watch(address, watched) if options.command == "watch" else None
        if watch is not None and watch.code:
            address = address._replace(code="")
        app.begin_at(address, name, guest=options.guest, watch=watch)
    Loop(terminal, partial(_theme, terminal, settings), app, link).run()
    return _keep(settings, app.chosen)


def replay(options: argparse.Namespace, screen: Callable[[App], Screen]) -> None:
    """Show one screen in this terminal, without any server."""
    settings, _ = wishes.load()
    _apply(options, settings)
    link = Link(NOWHERE)
    app = App(settings, link, Keyring(), KnownServers(), rules_of, time.monotonic())
    app.show(screen(app))
    terminal = Terminal(mouse=settings.mouse)
    Loop(terminal, partial(_theme, terminal, settings), app, link).run()


def _theme(terminal: Terminal, settings: Settings) -> Theme:
    return Theme(
        terminal.depth,
        settings.theme,
        safe=settings.safe_colours,
        ascii_only=settings.ascii_only or not terminal.speaks_unicode,
    )


def _watch(address: Address, match: int | None) -> Watch | None:
    """Name the match to look on at, if one was named."""
    if match is None and not address.code:
        return None
    return Watch(match, address.code)


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
