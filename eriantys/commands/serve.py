"""`eriantys serve`: hosts matches until it is told to stop."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import socket
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from eriantys import __version__, console, exits
from eriantys.commands import logs
from eriantys.server.core import Core
from eriantys.server.limits import Limits
from eriantys.server.outside import listening
from eriantys.server.outside.control import Control
from eriantys.server.outside.control_door import ControlDoor, by_port
from eriantys.server.outside.home_line import HomeLine, unhurried
from eriantys.server.outside.loop import (
    Loop,
    led_by_signals,
    put_off_hangups,
    raise_descriptor_limit,
)
from eriantys.server.outside.meters import Meters
from eriantys.server.outside.pool import Pool, helper_command
from eriantys.server.outside.porter import Porter
from eriantys.server.outside.reloading import Reloading, load_certificate, set_log_level
from eriantys.server.outside.restoring import restore
from eriantys.server.outside.settings import (
    AUTO,
    OPTIONS,
    Option,
    Settings,
    place_of,
    read_settings,
)
from eriantys.server.outside.store import Store
from eriantys.server.outside.surroundings import Surroundings
from eriantys.server.rows import Spoilt, StoreTrouble

log = logging.getLogger("eriantys.server")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Tell a parser all that can be chosen.

    Values stay the texts that were typed: settings know what each of them may be, from
    wherever it comes.
    """
    parser.add_argument(
        "--config", metavar="FILE", help="read settings from this file, which is TOML"
    )
    parser.add_argument(
        "--restore",
        metavar="FILE",
        help="begin with the names and matches of this copy, made by eriantys ctl backup",
    )
    # How `eriantys play` starts a server for itself; nobody else has the descriptor for it.
    parser.add_argument("--home", type=int, metavar="FD", help=argparse.SUPPRESS)
    limits = Limits.__struct_fields__
    _add(parser, (option for option in OPTIONS if option.name not in limits))
    group = parser.add_argument_group(
        "limits", "How long the server waits, and how much it takes from anybody."
    )
    _add(group, (option for option in OPTIONS if option.name in limits))


def _add(group: argparse._ActionsContainer, options: Iterable[Option]) -> None:
    for option in options:
        does = option.says[0].lower() + option.says[1:].rstrip(".")
        default = "all addresses" if option.name == "host" else option.default_text
        said = f"{does} ({default or 'none'})".replace("%", "%%")
        if option.kind is bool:
            group.add_argument(
                option.flag, dest=option.name, action="store_const", const="true", help=said
            )
        else:
            group.add_argument(option.flag, dest=option.name, metavar=option.unit, help=said)


def run(options: argparse.Namespace) -> int:
    """Serve until a signal says that it is enough."""
    put_off_hangups()
    chosen = {option.name: getattr(options, option.name) for option in OPTIONS}
    typed = {name: text for name, text in chosen.items() if text is not None}
    settings = read_settings(typed, options.config)
    at_home = options.home is not None
    if at_home:
        settings = msgspec.structs.replace(settings, limits=unhurried(settings.limits))
    logs.begin(as_json=settings.log_json)
    set_log_level(settings.log_level)
    certificate = load_certificate(settings)
    descriptors = raise_descriptor_limit()
    # At home there is no door, unless a port was named for friends.
    open_to_others = not at_home or "port" in typed
    doors = _doors(settings) if open_to_others else []
    if options.restore is not None:
        restore(Path(options.restore), Path(settings.store))
    meters = Meters()
    store = Store.open(Path(settings.store))
    control_door = None
    try:
        core = _core(settings, store)
        porter = Porter(doors, settings.limits, descriptors, core.crowded, certificate)
        reloading = Reloading(settings, typed, options.config, porter)
        pool = Pool(settings.bots, porter, partial(helper_command, log_json=settings.log_json))
        loop = Loop(core, store, porter, settings.limits, reloading, pool, meters)
        if at_home:
            HomeLine(options.home, porter, loop.stop)
        else:
            control_door = _control_door(settings, doors)
            metrics = _metrics_doors(settings.metrics)
            if os.geteuid() == 0:
                log.warning(
                    "running as root, which nothing here needs; a user of its own is safer"
                )
            loop.office = Control(
                porter=porter,
                store=store,
                leader=loop,
                reloaded=lambda: reloading.outcome,
                around=Surroundings(
                    doors=tuple(map(listening.describe, doors)),
                    tls=lambda: porter.tls is not None,
                    store=store.path.absolute(),
                    bots=lambda: pool.running,
                    meters=meters,
                ),
                door=None if control_door is None else control_door.socket,
                metrics=metrics,
            )
        with led_by_signals(loop, porter.alarm_bell.fileno()):
            greeting = _greeting(settings, doors, descriptors)
            log.info("%s", greeting)
            console.say(f"{greeting}.")
            console.finish()
            loop.run()
        log.info("stopped")
    except exits.Quit:
        raise
    except Exception:
        # Every match is on disk as of its latest move: whoever looks after the server can
        # start it again, and players come back to where they were.
        log.exception("the server must stop: this is a fault in the program")
        raise exits.Quit(
            exits.BROKEN,
            "a fault in the program, reported above; every match is saved, start again.",
        ) from None
    finally:
        if control_door is not None:
            control_door.remove()
        store.close()
    return exits.OK


def _control_door(settings: Settings, doors: Sequence[socket.socket]) -> ControlDoor | None:
    """Make the socket for orders; where nobody has asked for one, do without if need be."""
    if settings.socket != AUTO:
        return ControlDoor(Path(settings.socket)) if settings.socket else None
    try:
        return ControlDoor(by_port(doors[0].getsockname()[1]))
    except exits.Quit as refused:
        log.warning("%s", refused.text)
        return None


def _metrics_doors(place: str) -> list[socket.socket]:
    if not place:
        return []
    found = place_of(place)
    assert found is not None
    doors = listening.listen(*found, option="--metrics")
    for door in doors:
        log.info("metrics at http://%s/metrics", listening.describe(door))
    return doors


def _doors(settings: Settings) -> list[socket.socket]:
    """Open the doors that are wanted, unless a service manager has opened some already."""
    return listening.handed_over() or listening.listen(settings.host, settings.port)


def _core(settings: Settings, store: Store) -> Core:
    try:
        return Core(
            limits=settings.limits,
            archive=store,
            entropy=secrets.token_bytes,
            now=time.monotonic(),
            server="eriantys",
            motd=settings.motd,
            bots=settings.bots > 0,
        )
    except StoreTrouble as trouble:
        # The disk's troubles pass: what is stored is not to be taken for damaged.
        code = exits.BAD_DATA if isinstance(trouble, Spoilt) else exits.UNAVAILABLE
        raise exits.Quit(
            code, f"cannot go on with what {settings.store} holds: {trouble}"
        ) from None


def _greeting(settings: Settings, doors: Sequence[socket.socket], descriptors: int) -> str:
    if not doors:
        return f"eriantys {__version__} plays at home, store {settings.store}"
    places = " and ".join(map(listening.describe, doors))
    if any(map(listening.is_everywhere, doors)):
        places += " (all addresses)"
    if settings.tls_cert:
        places += " with TLS"
    return (
        f"eriantys {__version__} listens on {places}, "
        f"store {settings.store}, {descriptors} descriptors"
    )
