"""Saving the record of a match that is over, and saying what came of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from eriantys.client import files
from eriantys.client.tape import Tape


def to_new_file(name: str, text: str) -> None:
    """Write a text into a file that is not there yet."""
    files.write(Path(name).expanduser(), text.encode(), anew=True)


def kept(
    tape: Tape, name: str, played: date, save: Callable[[str, str], None] = to_new_file
) -> str:
    """Save the record of a match under a name, and say what came of it."""
    if not name:
        return "Nothing was saved, for want of a name."
    try:
        text = tape.written(played)
    except ValueError as error:
        return f"No record can be made of this match: {error}"
    try:
        save(name, text)
    except FileExistsError:
        return f"{name} is there already, and was left as it is."
    except OSError as error:
        return f"{name} could not be written: {files.reason(error)}."
    except (ValueError, RuntimeError):  # as for a user's home that there is none of
        return f"{name} is no name for a file."
    return f"Saved as {name}: `eriantys replay` shows it, `verify` checks it."
