"""The doors: sockets that wait for whoever wants to connect."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import MutableMapping, Sequence
from typing import Any

from eriantys import exits

BACKLOG = 1024
"""How many may knock before the first is let in; the system may allow fewer."""

KERNEL_BUFFER = 64 * 1024
"""What the system may hold for one connection, each way.

Left to itself it would take megabytes for a peer that does not read, before we learned of
it. Whole views are a few KiB, so this is plenty.
"""

_FREE_PORT_TRIES = 10
"""Another program may have, on one of our addresses, the port that was free on another."""


_FIRST_HANDED = 3
"""The descriptor of the first door that a service manager has opened: see sd_listen_fds(3)."""


def handed_over(environment: MutableMapping[str, str] = os.environ) -> list[socket.socket]:
    """Take the doors that a service manager has opened for this process, if any.

    It keeps them open while the server is started anew: whoever knocks meanwhile waits.
    """
    names = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
    whose, count, _ = (environment.pop(name, "") for name in names)  # no child shall see them
    if whose != str(os.getpid()) or not count.isdecimal():
        return []
    return [_take(number) for number in range(_FIRST_HANDED, _FIRST_HANDED + int(count))]


def _take(descriptor: int) -> socket.socket:
    try:
        door = socket.socket(fileno=descriptor)
        listens = door.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
        fits = listens and door.family in (socket.AF_INET, socket.AF_INET6)
    except OSError:
        fits = False
    if not fits:
        raise exits.Quit(
            exits.CONFIGURATION,
            f"descriptor {descriptor} is no TCP socket that listens; have the service manager "
            "open one with ListenStream= and a port, or none.",
        )
    os.set_inheritable(descriptor, False)
    _bound_buffers(door)
    door.setblocking(False)
    return door


def listen(host: str, port: int, option: str = "") -> list[socket.socket]:
    """Open all doors of a host, or those of all addresses if it is empty.

    Port 0 stands for some free one, the same at each door. Whatever prevents it raises
    `Quit`, and names the option that was used for both if it is another than usual.
    """
    addresses = _addresses(host, port, option) if host else _everywhere(port)
    for attempt in range(_FREE_PORT_TRIES):
        try:
            return _listen_on(addresses, port)
        except OSError as error:
            retry = port == 0 and error.errno == errno.EADDRINUSE
            if not retry or attempt == _FREE_PORT_TRIES - 1:
                raise _cannot_listen(error, host, port, option) from None
    raise AssertionError("the last attempt returns or raises")


def describe(door: socket.socket) -> str:
    """Write the address of a door as people do, with its port."""
    address, port = door.getsockname()[:2]
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def is_everywhere(door: socket.socket) -> bool:
    """Tell whether a door leads to all addresses of its family, or of both."""
    return door.getsockname()[0] in ("::", "0.0.0.0")


_Address = tuple[socket.AddressFamily, tuple[Any, ...]]


def _everywhere(port: int) -> list[_Address]:
    # One door for both families where the system has such: then they share the port.
    if socket.has_dualstack_ipv6():
        return [(socket.AF_INET6, ("::", port))]
    return [(socket.AF_INET, ("0.0.0.0", port))]


def _addresses(host: str, port: int, option: str) -> list[_Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise exits.Quit(
            exits.NO_HOST,
            f"cannot find the host {host!r}; {option or '--host'} takes a name or address of "
            "this machine.",
        ) from None
    # The same address may be listed more than once.
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _listen_on(addresses: Sequence[_Address], port: int) -> list[socket.socket]:
    """Open a door at each address that this machine has; there must be at least one."""
    doors: list[socket.socket] = []
    missing: OSError | None = None
    try:
        for family, address in addresses:
            try:
                door = _open(family, (address[0], port, *address[2:]))
            except OSError as error:
                # A name such as localhost may stand for an address of a family that is off.
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                missing = error
            else:
                doors.append(door)
                port = door.getsockname()[1]
        if missing is not None and not doors:
            raise missing
    except OSError:
        for door in doors:
            door.close()
        raise
    return doors


def _open(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A server that starts again need not wait for connections of its former life.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _bound_buffers(door)
        if family == socket.AF_INET6:
            # An IPv4 address of the same name has a door of its own.
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, address[0] != "::")
        door.bind(address)
        door.listen(BACKLOG)
        door.setblocking(False)
    except BaseException:
        door.close()
        raise
    return door


def _bound_buffers(door: socket.socket) -> None:
    """Bound what the system holds for whoever comes in by a door, whose sockets inherit it."""
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, KERNEL_BUFFER)


def _cannot_listen(error: OSError, host: str, port: int, option: str) -> exits.Quit:
    match error.errno:
        case errno.EADDRINUSE:
            return exits.Quit(
                exits.UNAVAILABLE,
                f"port {port} is taken by another program; stop it, or choose another "
                f"{option or '--port'}.",
            )
        case errno.EACCES | errno.EPERM:
            return exits.Quit(
                exits.NO_PERMISSION,
                f"this user may not listen on port {port}; choose a {option or '--port'} above "
                "1023.",
            )
        case errno.EADDRNOTAVAIL | errno.EAFNOSUPPORT:
            return exits.Quit(
                exits.NO_HOST,
                f"{host!r} is no address of this machine; "
                + (
                    f"name one with {option}."
                    if option
                    else "leave --host out to listen on all."
                ),
            )
    return exits.Quit(exits.UNAVAILABLE, f"cannot listen on port {port}: {error.strerror}.")
