"""Putting a copy of a store back where a server will look for it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from eriantys import exits
from eriantys.server.outside import schema
from eriantys.server.outside.store import Store
from eriantys.server.outside.trouble import refusal_told


def restore(copy: Path, store: Path) -> None:
    """Make a new store of a copy; one that is there is never written over.

    Whatever prevents it raises `Quit`, and leaves nothing behind.
    """
    for path in (store, store.with_name(store.name + "-wal")):
        if os.path.lexists(path):
            raise exits.Quit(
                exits.CANNOT_CREATE,
                f"{path} is there already; move it away before {copy} takes its place.",
            )
    partial = store.with_name(f".{store.name}.partial")
    try:
        _look_at(copy)
        store.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            partial.unlink()
        # Opened so that nobody else can read it from its first moment.
        descriptor = os.open(
            partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600
        )
        with os.fdopen(descriptor, "wb") as target, copy.open("rb") as source:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        raise exits.Quit(
            exits.NO_INPUT,
            f"cannot restore {copy} as {store}: {error.strerror}; see to that file.",
        ) from None
    try:
        # It is opened as the server will open it: what is damaged is told now.
        Store.open(partial).close()
        os.link(partial, store)
    finally:
        for ending in ("", "-wal", "-shm"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)


def _look_at(copy: Path) -> None:
    """Refuse what is no store before anything is copied."""
    with refusal_told(copy):
        copy.open("rb").close()
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as found:
            if found.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise schema.Damaged
            if found.execute("PRAGMA application_id").fetchone() != (schema.APPLICATION_ID,):
                raise schema.Foreign
