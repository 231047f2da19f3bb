"""The one writer: whatever commands say in words goes through here.

Texts that people typed or that stood in a file may hold anything. Here, on their way to
the terminal, signs that could steer it are written out as escapes.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from eriantys import exits


def prepare() -> None:
    """Make the standard streams fit to write to, even where the caller has closed them."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A letter that the terminal's encoding does not have is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")


def say(*lines: str) -> None:
    """Print lines on standard output."""
    with _standard_output() as output:
        for line in lines:
            output.write(f"{printable(line)}\n")


def complain(sentence: str) -> None:
    """Print one sentence on the error output."""
    try:
        sys.stderr.write(f"eriantys: {printable(sentence)}\n")
    except OSError:
        _give_up_on(sys.stderr)


def finish() -> None:
    """Get rid of what is still to be written, or raise `Quit` if that fails."""
    with _standard_output() as output:
        output.flush()


def finish_errors() -> None:
    """Get rid of what is left for the error output; where that fails, nobody can be told."""
    try:
        sys.stderr.flush()
    except OSError:
        _give_up_on(sys.stderr)


def printable(text: str) -> str:
    """Write out signs that a terminal might obey, line breaks among them."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """Lend standard output; a reader who has left is no error, a full disk is one."""
    try:
        yield sys.stdout
    except BrokenPipeError:
        _give_up_on(sys.stdout)
    except OSError as error:
        _give_up_on(sys.stdout)
        raise exits.Quit(
            exits.CANNOT_WRITE, f"cannot write the output: {error.strerror}."
        ) from None


def _give_up_on(stream: TextIO) -> None:
    # Whoever read it has seen enough, or its disk is full. What is left in the buffer must
    # go somewhere, or the interpreter would try once more on its way out.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")
