"""The keys by which names on servers are one's own: one small file for each, for nobody else.

A key is on disk before it is used. Where nothing can be written it is kept in memory, and the
name is lost with the end of the program; `trouble` says so.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from eriantys.client import files
from eriantys.client.address import Address

KEY_SIZE = 32


class KeptKey(msgspec.Struct):
    """What is in a file."""

    server: str
    name: str
    key: str
    """In hexadecimal digits."""


class Keyring:
    """All keys of this user."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        chance: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._folder = (folder or files.state_directory()) / "keys"
        self._chance = chance
        self._in_memory: dict[Path, bytes] = {}
        self._made: set[Path] = set()
        """The files that were written by this program."""
        self.trouble = ""
        """What went wrong with a file, as a sentence, until somebody has shown it."""

    def find(self, address: Address, name: str) -> bytes | None:
        """Return the key of a name on a server, if there is one."""
        path = self._path(address, name)
        return self._in_memory.get(path) or self._read(path, address, name)

    def make(self, address: Address, name: str) -> bytes:
        """Make a key for a name on a server, unless there is one already, and keep it."""
        found = self.find(address, name)
        if found is not None:
            return found
        path, key = self._path(address, name), self._chance(KEY_SIZE)
        kept = KeptKey(str(address), name, key.hex())
        try:
            files.make_directory(self._folder.parent)
            files.make_directory(self._folder, private=True)
            files.write(path, msgspec.json.encode(kept) + b"\n", anew=True)
            self._made.add(path)
        except FileExistsError:
            # Another client was quicker, or what is there cannot even be read.
            found = self._read(path, address, name)
            if found is not None:
                return found
            self._in_memory[path] = key
        except OSError as error:
            self._in_memory[path] = key
            self.trouble = (
                f"The key of {name} cannot be kept, so the name is lost when you quit: "
                f"{files.reason(error)}."
            )
        return key

    def forget(self, address: Address, name: str) -> None:
        """Drop a key that was made here and has opened nothing; any other stays."""
        path = self._path(address, name)
        self._in_memory.pop(path, None)
        if path not in self._made:
            return
        self._made.discard(path)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = f"{files.shown(path)} cannot be removed: {files.reason(error)}."

    def _path(self, address: Address, name: str) -> Path:
        # The name of a host is no matter of capitals, nor is a player's. One who speaks TLS
        # and one who does not are two servers: nobody shall get a key by leaving TLS away.
        text = f"{address} {name}".lower()
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / f"{digest[:40]}.json"

    def _read(self, path: Path, address: Address, name: str) -> bytes | None:
        try:
            data = files.read(path, private=True)
            return None if data is None else _key_in(data, address, name)
        except OSError as error:
            self.trouble = f"The key of {name} cannot be read: {files.reason(error)}."
        except files.Damaged:
            self.trouble = files.tell_aside(path, f"the key of {name}")
        return None


def _key_in(data: bytes, address: Address, name: str) -> bytes:
    try:
        kept = msgspec.json.decode(data, type=KeptKey)
        key = bytes.fromhex(kept.key)
    except ValueError:
        raise files.Damaged from None
    about = f"{kept.server} {kept.name}".lower()
    if len(key) != KEY_SIZE or about != f"{address} {name}".lower():
        raise files.Damaged
    return key
