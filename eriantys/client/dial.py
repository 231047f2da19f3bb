"""Connecting to a server, with a sentence for whatever can prevent it."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable

from eriantys.client.address import Address

_EXPIRED = 10
_OTHER_HOST = (62, 64)
"""What OpenSSL's verification says of a certificate that has expired, or is for others."""


class CannotConnect(Exception):
    """There is no connection; its text is a sentence that says why, and what may help."""


def dial(address: Address, *, timeout: float, ca_file: str | None = None) -> socket.socket:
    """Connect, and return once the server has shown that it is there.

    By TLS, the server's certificate must be one that this machine trusts, or the one that
    lies in `ca_file`. Without TLS the server must have said something, for it speaks first.
    The whole of it takes no longer than `timeout`, but for looking the name up. Whatever
    prevents it raises `CannotConnect`.
    """
    context = _context(ca_file) if address.tls else None
    deadline = time.monotonic() + timeout
    connected = _reach(address, deadline)
    try:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context is not None:
            return _secured(connected, context, address, deadline)
        _await_first_word(connected, address, deadline)
    except BaseException:
        connected.close()
        raise
    return connected


def _context(ca_file: str | None) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca_file)
    except ssl.SSLError:
        raise CannotConnect(
            f"{ca_file} holds no certificate in PEM, whose mark is -----BEGIN CERTIFICATE-----."
        ) from None
    except OSError as error:
        raise CannotConnect(
            f"The certificate {ca_file} cannot be read: {error.strerror}."
        ) from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file is not None:
        # Whoever names a file trusts just this certificate, whoever has signed it; and one
        # that somebody made at home need not have everything that an authority's has.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def _reach(address: Address, deadline: float) -> socket.socket:
    """Connect to the first of the host's addresses where that works."""
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise CannotConnect(
            f"There is no host {address.host}; check the name, and whether you are online."
        ) from None
    trouble: OSError = TimeoutError()
    for family, kind, protocol, _, target in found:
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            made = socket.socket(family, kind, protocol)
        except OSError as error:  # a family that this machine does not have
            trouble = error
            continue
        try:
            made.settimeout(left)
            made.connect(target)
        except OSError as error:
            trouble = error
            made.close()
        else:
            return made
    raise _unreached(address, trouble)


def _unreached(address: Address, trouble: OSError) -> CannotConnect:
    if isinstance(trouble, ConnectionRefusedError):
        return CannotConnect(
            f"{address} refuses the connection; "
            "is the server running there, and is this its port?"
        )
    if isinstance(trouble, TimeoutError):
        return _late(address)
    reason = trouble.strerror or str(trouble)
    return CannotConnect(f"{address} cannot be reached: {reason}; are you online?")


def _late(address: Address) -> CannotConnect:
    return CannotConnect(
        f"{address} does not answer; is the server running there, "
        "and does a firewall let this port through?"
    )


def _await_first_word(connected: socket.socket, address: Address, deadline: float) -> None:
    """Wait for the server's first byte, and leave it to be read."""
    try:
        connected.settimeout(max(0.001, deadline - time.monotonic()))
        spoke = connected.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        # One that wants TLS waits for us to begin, and so do we.
        raise CannotConnect(
            f"{address} takes the connection but says nothing; "
            f"if it wants TLS, connect to {address._replace(tls=True)}."
        ) from None
    except OSError:
        spoke = b""
    if not spoke:
        raise CannotConnect(
            f"{address} closes the connection at once; "
            f"if it wants TLS, connect to {address._replace(tls=True)}."
        )
    connected.settimeout(None)


def _secured(
    connected: socket.socket, context: ssl.SSLContext, address: Address, deadline: float
) -> socket.socket:
    """Shake hands, and make sure that this is the server it should be."""
    # The name of a network card is no part of an address that a certificate names.
    host = address.host.partition("%")[0]
    try:
        connected.settimeout(max(0.001, deadline - time.monotonic()))
        secured = context.wrap_socket(connected, server_hostname=host)
    except ssl.SSLCertVerificationError as error:
        raise _untrusted(address, error) from None
    except TimeoutError:
        raise _late(address) from None
    except ssl.SSLError as error:
        reason = (error.reason or "").replace("_", " ").lower()
        if "alert" in reason:
            raise CannotConnect(
                f"{address} refuses to speak TLS as this program does: {reason}."
            ) from None
        raise _no_tls(address) from None
    except OSError:  # it has hung up
        raise _no_tls(address) from None
    secured.settimeout(None)
    return secured


def _untrusted(address: Address, error: ssl.SSLCertVerificationError) -> CannotConnect:
    if error.verify_code in _OTHER_HOST:
        return CannotConnect(
            f"The certificate of {address} is not for {address.host}; "
            "connect to the name that it is for, or have the name added to it."
        )
    if error.verify_code == _EXPIRED:
        return CannotConnect(
            f"The certificate of {address} has expired; whoever runs the server can renew it."
        )
    return CannotConnect(
        f"The certificate of {address} is not trusted ({error.verify_message}); if it is your "
        "friend's own, get its file from your friend and name it with --ca-file."
    )


def _no_tls(address: Address) -> CannotConnect:
    return CannotConnect(
        f"{address} does not speak TLS; "
        f"if you trust the network, connect to {address._replace(tls=False)}."
    )


class Dialling:
    """A connection that is being made in a thread of its own, so that nobody has to wait."""

    def __init__(
        self, address: Address, connect: Callable[[], socket.socket], wake: Callable[[], None]
    ) -> None:
        self._lock = threading.Lock()
        self._wake = wake
        self._outcome: socket.socket | CannotConnect | None = None
        self._abandoned = False
        try:
            threading.Thread(target=self._run, args=(address, connect), daemon=True).start()
        except RuntimeError:  # this machine has too many already
            self._finish(_unreached(address, OSError("this machine is too busy")))

    @property
    def outcome(self) -> socket.socket | CannotConnect | None:
        """The connection, or why there is none; None while it is being made."""
        return self._outcome

    def abandon(self) -> None:
        """Want no connection any more; what comes all the same is closed."""
        with self._lock:
            self._abandoned = True
            if isinstance(self._outcome, socket.socket):
                self._outcome.close()

    def _run(self, address: Address, connect: Callable[[], socket.socket]) -> None:
        try:
            self._finish(connect())
        except CannotConnect as trouble:
            self._finish(trouble)
        except Exception as fault:  # whoever waits must be told, whatever it was
            self._finish(_unreached(address, OSError(f"a fault in this program, {fault!r}")))

    def _finish(self, outcome: socket.socket | CannotConnect) -> None:
        with self._lock:
            if not self._abandoned:
                self._outcome = outcome
                self._wake()
            elif isinstance(outcome, socket.socket):
                outcome.close()
