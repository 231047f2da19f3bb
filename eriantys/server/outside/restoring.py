"""Putting a copy of a store back where a server will look for it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from eriantys import exits
from eriantys.server.outside import backup, schema
from eriantys.server.outside.files import give_name
from eriantys.server.outside.store import Store
from eriantys.server.outside.trouble import refusal_told


def restore(copy: Path, store: Path) -> None:
    """Make a new store of a copy; one that is there is never written over.

    Whatever prevents it raises `Quit`, and leaves nothing behind.
    """
    for path in (str(store), f"{store}-wal"):
        if os.path.lexists(path):
            raise exits.Quit(
                exits.CANNOT_CREATE,
                f"{path} is there already; move it away before {copy} takes its place.",
            )
    partial = store.with_name(f".{store.name}.partial")
    with _opened(copy) as found:
        try:
            store.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _remove(partial)  # of one that was never completed
            with refusal_told(store):
                backup.write(found, partial)
            # It is opened as the server will open it: what is damaged is told now.
            _open(partial, copy)
            give_name(partial, store)
        except OSError as error:
            raise exits.Quit(
                exits.CANNOT_CREATE,
                f"cannot write {store}: {error.strerror}; see to its folder, or name another "
                "--store.",
            ) from None
        finally:
            _remove(partial)


@contextmanager
def _opened(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy to be read, unless it is no store that is whole."""
    try:
        copy.open("rb").close()
    except OSError as error:
        raise exits.Quit(
            exits.NO_INPUT, f"cannot read {copy}: {error.strerror}; name another file."
        ) from None
    # A copy is one file, which may lie where nothing can be written; with what a server has
    # left beside it that was killed, it is a store that must be read as one.
    alone = not os.path.lexists(copy.with_name(copy.name + "-wal"))
    address = f"{copy.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    with refusal_told(copy):
        found = sqlite3.connect(address, uri=True)
    with closing(found):
        with refusal_told(copy):
            if found.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise schema.Damaged
            if found.execute("PRAGMA application_id").fetchone() != (schema.APPLICATION_ID,):
                raise schema.Foreign
        yield found


def _open(partial: Path, copy: Path) -> None:
    """Open what became of a copy once; whatever is wrong with it is wrong with the copy."""
    try:
        Store.open(partial).close()
    except exits.Quit as refused:
        raise exits.Quit(refused.code, refused.text.replace(str(partial), str(copy))) from None


def _remove(store: Path) -> None:
    """Remove a store that nobody uses, with what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm"):
        store.with_name(store.name + ending).unlink(missing_ok=True)
