"""Addresses as people type them, and the line by which they invite each other."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

from eriantys.games.contract import excerpt
from eriantys.wire.address import DEFAULT_PORT

PORT_MOST = 65535
HOST_MOST = 253
"""The longest name that the Internet's directory can hold."""
CODE_LETTERS = 8
"""Letters and digits of an invitation."""

_SCHEME = "tls://"
_FORM = "write HOST, HOST:PORT or tls://HOST:PORT"


class BadAddress(Exception):
    """A text that is no address; its own text is a sentence for whoever typed it."""


class Address(NamedTuple):
    """Where a server is, how to speak with it, and to which match somebody is invited."""

    host: str
    """A name, or an address without the brackets that one of IPv6 is typed in."""
    port: int = DEFAULT_PORT
    tls: bool = False
    code: str = ""
    """The code of an invitation, eight capitals and digits; empty if there is none."""

    def __str__(self) -> str:
        if self == HOME:
            return self.host
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{_SCHEME if self.tls else ''}{host}:{self.port}"


HOME = Address("home", 0)
"""The table of one's own, which is at no port."""


def parse(text: str) -> Address:
    """Read an address, or raise `BadAddress`."""
    rest, hash_sign, typed_code = text.strip().partition("#")
    code = _code(typed_code) if hash_sign else ""
    tls = rest[: len(_SCHEME)].lower() == _SCHEME
    if tls:
        rest = rest[len(_SCHEME) :]
    elif "://" in rest:
        scheme = rest.partition("://")[0]
        raise BadAddress(f"There is no way to {excerpt(scheme + '://')}; {_FORM}.")
    host, port = _bracketed(rest) if rest.startswith("[") else _plain(rest)
    return Address(host, DEFAULT_PORT if port is None else _port(port), tls, code)


def invitation(address: Address, code: str) -> str:
    """Write the one line by which somebody else comes to the same match."""
    code = _code(code)
    target = f"{address}#{code[:4]}-{code[4:]}"
    # Some shells take brackets for a pattern of names of files.
    return f"eriantys play '{target}'" if "[" in target else f"eriantys play {target}"


def read_code(text: str) -> str:
    """Read a code that was typed or pasted, or raise `BadAddress`.

    A whole invitation will do too: the code is what stands after its number sign.
    """
    return _code(text.rpartition("#")[2].strip(" '\""))


def _plain(text: str) -> tuple[str, str | None]:
    """Take a name, or an address of IPv4, from its port."""
    host, colon, port = text.partition(":")
    if ":" in port:
        raise BadAddress(
            "An address of IPv6 is written in brackets: "
            f"[::1], or [::1]:{DEFAULT_PORT} with a port."
        )
    if not host:
        raise BadAddress(f"The name of the host is missing; {_FORM}.")
    # Letters of any language: whether there is such a name, the directory will say.
    if len(host) > HOST_MOST or not re.fullmatch(r"\w(?:[\w.-]*[\w.])?", host):
        raise BadAddress(f"{excerpt(host)} cannot be the name of a host; {_FORM}.")
    return host, port if colon else None


def _bracketed(text: str) -> tuple[str, str | None]:
    """Take an address of IPv6 from its port."""
    host, bracket, rest = text[1:].partition("]")
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        bracket = ""
    # The name of a network card may follow a sign of percent, and could be anything.
    if not bracket or not re.fullmatch(r"[\w:.%-]+", host) or rest[:1] not in ("", ":"):
        raise BadAddress(
            f"{excerpt(text)} is no address of IPv6; "
            f"write one as in [::1], or [::1]:{DEFAULT_PORT} with a port."
        )
    return host, rest[1:] if rest else None


def _port(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,5}", text) and 1 <= int(text) <= PORT_MOST:
        return int(text)
    raise BadAddress(f"A port is a number from 1 to {PORT_MOST}, not {excerpt(text)}.")


def _code(text: str) -> str:
    """Read the code of an invitation, however it was written."""
    code = text.replace("-", "").replace(" ", "")
    if not re.fullmatch(rf"[A-Za-z0-9]{{{CODE_LETTERS}}}", code):
        raise BadAddress(
            "The code of an invitation has eight letters and digits, as in ABCD-2345, "
            f"unlike {excerpt(text)}."
        )
    return code.upper()
