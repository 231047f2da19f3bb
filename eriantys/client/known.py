"""The servers that somebody has been to, and under which name."""

from __future__ import annotations

from pathlib import Path

import msgspec

from eriantys.client import files
from eriantys.client.address import Address, BadAddress, parse
from eriantys.client.text import clean

MOST = 20
"""Older ones are forgotten."""
NAME_MOST = 64
"""Signs; no server takes longer names."""
_WHAT = "the servers that you know"


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A server, and how one was there last."""

    server: str
    """Its address as people type it."""
    name: str
    at: float
    """When that was, in seconds since 1970."""
    guest: bool = False

    @property
    def address(self) -> Address:
        """Its address."""
        return parse(self.server)


class KnownServers:
    """All of them, the latest first."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or files.state_directory()
        self.trouble = ""
        """What went wrong with the file, as a sentence, until somebody has shown it."""

    @property
    def _path(self) -> Path:
        return self._folder / "servers.json"

    def all(self) -> list[Known]:
        """List them."""
        found, trouble = files.load(self._path, list[Known], _WHAT)
        self.trouble = trouble or self.trouble
        good = [known for known in map(_harmless, found or ()) if known is not None]
        return sorted(good, key=lambda known: known.at, reverse=True)[:MOST]

    def name_at(self, address: Address) -> str:
        """Tell under which name one was at a server; nothing if one never was."""
        found = (each.name for each in self.all() if each.server == str(address))
        return next(found, "")

    def remember(self, address: Address, name: str, at: float, *, guest: bool = False) -> None:
        """Note that one is at a server now."""
        self._change(Known(str(address), name, at, guest), address)

    def forget(self, address: Address) -> None:
        """Take a server off the list."""
        self._change(None, address)

    def _change(self, first: Known | None, address: Address) -> None:
        # Other clients change the same file: what they wrote is read again.
        with files.locked(self._folder):
            others = [each for each in self.all() if each.server != str(address)]
            kept = [*([first] if first else []), *others]
            self.trouble = files.save(self._path, kept[:MOST], _WHAT) or self.trouble


def _harmless(known: Known) -> Known | None:
    """Make what was in a file fit to be shown, if it is a server at all."""
    try:
        server = str(parse(known.server))
    except BadAddress:
        return None
    return Known(server, clean(known.name, NAME_MOST), known.at, known.guest)
