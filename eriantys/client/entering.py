"""Coming to a server: the login, and from there to where somebody is invited or was before.

All that the server says goes through `Entrance.hear`, which returns what is to be answered. It
knows no socket: a connection begins for it with `welcome`, the first one and every later one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from eriantys import __version__
from eriantys.client.address import Address
from eriantys.client.returning import Return
from eriantys.wire.from_client import FromClient, Login
from eriantys.wire.from_server import Error, FromServer, Named, Request, Welcome
from eriantys.wire.messages import PROTOCOL

CLIENT = f"eriantys {__version__}"
NAME_MOST = 64
"""Signs; a longer name cannot even be said."""
_NOT_OURS = ("bad-name", "name-taken", "too-many")
"""Refusals after which a key that was made for the name opens nothing."""


class Keys(Protocol):
    """Where the keys are kept."""

    trouble: str
    """What went wrong with keeping them, as a sentence, until somebody has shown it."""

    def find(self, address: Address, name: str) -> bytes | None:
        """Return the key of a name on a server, if there is one."""

    def make(self, address: Address, name: str) -> bytes:
        """Make a key for a name on a server, and keep it."""

    def forget(self, address: Address, name: str) -> None:
        """Drop a key that has opened nothing."""


class Refused(NamedTuple):
    """The server does not grant the name: another can be chosen, or the same again."""

    sentence: str
    code: str


class InUse(NamedTuple):
    """The name is one's own, but connected from somewhere else: it can be taken over."""

    sentence: str


class Incompatible(NamedTuple):
    """The server speaks another protocol: there is nothing to do but to hang up."""

    sentence: str


class Entered(NamedTuple):
    """The server has granted a name."""

    name: str
    guest: bool


Outcome: TypeAlias = Refused | InUse | Incompatible | Entered


class Entrance:
    """The way to one server under one name, through as many connections as it takes."""

    def __init__(
        self,
        address: Address,
        name: str,
        keys: Keys,
        *,
        guest: bool = False,
        chance: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.address = address
        self.name = name
        self.guest = guest
        self.outcome: Outcome | None = None
        """What came of it; None while the server has the word."""
        self._keys = keys
        self._return = Return(address.code, chance)
        self._nonce: bytes | None = None
        """Of this connection; None before it has begun."""
        self._asked = False
        """Whether the server waits for a login."""
        self._was_in = False
        """Whether this client has had the name: so whoever has it now is itself."""
        self._taking_over = False
        self._registering = False
        """Whether nobody has the name, and the key must be shown."""
        self._fresh = False
        """Whether the key that was shown last was made for that."""

    def hear(self, message: FromServer) -> list[FromClient]:
        """Take in what the server said, and return what to answer."""
        match message:
            case Welcome():
                self._begin(message)
            case Request(kind="login"):
                self._asked = True
                return self._log_in()
            case Error(about="login") if not isinstance(self.outcome, Entered):
                self._refuse(message)
            case Named():
                self.outcome = Entered(message.name, message.guest)
                self.name, self._was_in = message.name, True
                self._asked = self._taking_over = False
                self._return.enter()
            case _ if isinstance(self.outcome, Entered):
                return self._return.hear(message)
        return []

    def choose(self, name: str, *, guest: bool = False) -> list[FromClient]:
        """Want another name, or the same once more; return what to say."""
        self.name, self.guest = name, guest
        self.outcome = None
        self._was_in = self._taking_over = self._registering = False
        return self._log_in()

    def take_over(self) -> list[FromClient]:
        """Want the name although it is connected from somewhere else; return what to say."""
        self.outcome = None
        self._taking_over = True
        return self._log_in()

    def take_remark(self) -> str:
        """Return a sentence about where the login has led, if there is one to be shown."""
        remark, self._return.remark = self._return.remark, ""
        return remark

    def _begin(self, welcome: Welcome) -> None:
        self._nonce = welcome.nonce
        self._asked = self._registering = False
        self.outcome = None
        if welcome.protocol != PROTOCOL:
            self.outcome = Incompatible(
                f"{self.address} speaks protocol {welcome.protocol} and this program "
                f"{PROTOCOL}: use the eriantys of its version, {welcome.version}."
            )

    def _log_in(self) -> list[FromClient]:
        """Answer the request for a login, if it stands and there is anything to say."""
        if not self._asked or self._nonce is None or self.outcome is not None:
            return []
        if not _can_be_said(self.name):
            self.outcome = Refused(
                "That is no name: it is too long, or has signs that cannot be sent.", "bad-name"
            )
            return []
        self._asked = False
        key = self._keys.find(self.address, self.name)
        self._fresh = key is None
        if key is None:
            key = self._keys.make(self.address, self.name)
        # Only whoever registers a name shows the key itself: it may be overheard.
        shown = self._fresh or self._registering
        said = self._nonce + self.name.encode()
        login = Login(
            self.name,
            key=key if shown else None,
            proof=None if shown else hmac.digest(key, said, hashlib.sha256),
            guest=self.guest,
            take_over=self._taking_over or self._was_in,
            protocol=PROTOCOL,
            client=CLIENT,
        )
        return [login]

    def _refuse(self, error: Error) -> None:
        """Learn that a login was refused; the same request follows in most cases."""
        sentence = error.text or f"{self.address} does not take the name."
        match error.code:
            case "unknown-name" if not self._registering:
                self._registering = True
                return
            case "already-connected" if not self._taking_over:
                self.outcome = InUse(f"{self.name} is connected from somewhere else already.")
                return
            case "bad-proof":
                sentence = (
                    f"{self.name} is somebody else's at {self.address}, "
                    "or its key is on another machine: choose another name."
                )
        if self._fresh and error.code in _NOT_OURS:
            self._keys.forget(self.address, self.name)
        self.outcome = Refused(sentence, error.code)


def _can_be_said(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:  # half a sign, as a terminal may send it
        return False
    return len(name) <= NAME_MOST
