"""TLS: the certificate that the operator names, and connections that nobody can overhear.

The system's socket is still the one that is waited for. What is kept for later is kept as
it was said, and encrypted at the last moment, so that it can still be dropped.
"""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE
from typing import NoReturn

from eriantys import exits
from eriantys.server.outside.connection import READ_SIZE, Connection

RECORD = 16 * 1024
"""What TLS encrypts in one piece. Offered more, it would want all of it before it said how
much is sent."""

_TOO_EARLY = 9
_TOO_LATE = 10
"""What OpenSSL's verification says of a certificate outside of its time."""


class SecureConnection(Connection):
    """A connection by TLS; before `shake_hands` is done, nothing can be said."""

    __slots__ = ("_tls",)

    def __init__(self, number: int, accepted: socket.socket, context: ssl.SSLContext) -> None:
        super().__init__(number, accepted)
        self.socket = self._tls = context.wrap_socket(
            accepted, server_side=True, do_handshake_on_connect=False
        )

    def at_ease(self) -> bool:
        """Never: TLS may want to send before it can read, and the other way round."""
        return False

    def shake_hands(self) -> bool:
        """Go on with the handshake as far as that goes now; tell whether it is done."""
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            self.receive_needs = EVENT_READ
            return False
        except ssl.SSLWantWriteError:
            self.receive_needs = EVENT_WRITE
            return False
        self.receive_needs = EVENT_READ
        return True

    def receive(self) -> bytes | None:
        """Read what has come: nothing yet is None, and the end an empty text."""
        try:
            data = self._tls.recv(READ_SIZE)
            # The system would not report what is decrypted already.
            while more := self._tls.pending():
                data += self._tls.recv(more)
        except ssl.SSLWantWriteError:  # it must send before it can go on reading
            self.receive_needs = EVENT_WRITE
            return None
        except (ssl.SSLWantReadError, BlockingIOError):
            self.receive_needs = EVENT_READ
            return None
        self.receive_needs = EVENT_READ
        return data

    def finish(self) -> None:
        """Tell the other end that this was all; if that must wait, `finished` stays false."""
        try:
            self._tls.unwrap()
        except ssl.SSLWantWriteError:
            return
        except ssl.SSLError:
            # The same word from the other end has not come yet, and need not. Where there
            # was no handshake there is nothing to end either.
            pass
        # From here on the socket is a plain one: what still comes is not decrypted.
        super().finish()

    def _write(self, data: bytes | memoryview) -> int:
        view = memoryview(data)
        taken = 0
        while taken < len(view):
            # What TLS has taken in without sending it, it wants to see again, neither more nor
            # less of it; so it does, for what is next stays the same until it is taken.
            record = view[taken : taken + RECORD]
            try:
                taken += self._tls.send(record)
            except ssl.SSLWantWriteError:
                self.held, self.send_needs = len(record), EVENT_WRITE
                break
            except ssl.SSLWantReadError:  # it must hear something before it can go on
                self.held, self.send_needs = len(record), EVENT_READ
                break
            self.held, self.send_needs = 0, EVENT_WRITE
        return taken


def load(certificate: str, key: str) -> ssl.SSLContext:
    """Read a certificate and its key, or raise `Quit` with what is wrong with them.

    Without a name for the key, it lies in the same file as the certificate.
    """
    key_file = key or certificate
    _look_into(certificate, "certificate", "CERTIFICATE")
    hint = "" if key else "; name the file that does with --tls-key"
    _look_into(key_file, "key", "PRIVATE KEY", hint)

    def password() -> NoReturn:  # or it would be asked for on the terminal
        _unusable(
            f"the key in {key_file} is locked with a password; write it to a file without "
            "one: openssl pkey -in FILE -out OTHER."
        )

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    # A connection lasts for a whole evening, so nobody needs a ticket to the next one.
    context.num_tickets = 0
    try:
        context.load_cert_chain(certificate, key_file, password)
        _try_out(context, certificate)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            _unusable(
                f"the key in {key_file} does not belong to the certificate in {certificate}; "
                "name two files that were made together."
            )
        why = (error.reason or "one is damaged").replace("_", " ").lower()
        _unusable(f"cannot use the certificate {certificate} and its key: {why}.")
    except OSError as error:  # it was there a moment ago
        _unreadable("certificate", certificate, error)
    return context


def _look_into(file: str, what: str, title: str, hint: str = "") -> None:
    """Make sure that a file can be read and holds what it should."""
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        _unreadable(what, file, error)
    if f"{title}-----".encode() not in content:
        _unusable(
            f"{file} holds no {what} in PEM, whose mark is -----BEGIN {title}-----{hint}."
        )


def _try_out(context: ssl.SSLContext, certificate: str) -> None:
    """Shake hands with ourselves, as a client that trusts this certificate and no other."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    trusting.load_verify_locations(certificate)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(back, there)
    server = context.wrap_bio(there, back, server_side=True)
    try:
        for side in (client, server, client, server):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == _TOO_LATE:
            _unusable(f"the certificate {certificate} has expired; have it renewed.")
        if error.verify_code == _TOO_EARLY:
            _unusable(
                f"the certificate {certificate} is not valid yet; "
                "check the clock of this machine."
            )
        # Whether others trust it is for them to say.


def _unreadable(what: str, file: str, error: OSError) -> NoReturn:
    raise exits.Quit(
        exits.NO_INPUT, f"cannot read the {what} {file}: {error.strerror}."
    ) from None


def _unusable(sentence: str) -> NoReturn:
    raise exits.Quit(exits.BAD_DATA, sentence) from None
