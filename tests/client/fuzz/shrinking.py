"""Leaving steps out of a script that finds a fault, as long as it still finds the same one."""

from __future__ import annotations

from eriantys.wire.errors import WireError
from eriantys.wire.frames import HEADER_SIZE, FrameReader, decode, frame
from tests.client.fuzz.driving import Fault, play
from tests.client.fuzz.script import Heard, Script, Step

PLAYS_MOST = 400
"""How often a script is played to make it shorter."""


def shrink(script: Script, fault: Fault) -> Script:
    """Leave out as many steps as possible: first many at a time, in the end one by one."""
    steps = _apart(script.steps[: fault.step + 1])
    if not _still(script._replace(steps=steps), fault):
        return script
    plays, size = 0, max(1, len(steps) // 2)
    while plays < PLAYS_MOST:
        before = len(steps)
        at = 0
        while at < len(steps) and plays < PLAYS_MOST:
            fewer = steps[:at] + steps[at + size :]
            plays += 1
            if _still(script._replace(steps=fewer), fault):
                steps = fewer
            else:
                at += size
        if size == 1 and len(steps) == before:
            break
        size = max(1, size // 2)
    return script._replace(steps=steps)


def _still(script: Script, fault: Fault) -> bool:
    again = play(script)
    return again is not None and again.cause == fault.cause


def _apart(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Let every message come by itself, so that each can be left out."""
    return tuple(
        each
        for step in steps
        for each in (_frames(step.data) if isinstance(step, Heard) else [step])
    )


def _frames(data: bytes) -> list[Heard]:
    """Cut bytes into frames; what does not consist of such stays in one piece."""
    reader = FrameReader(2**20)
    reader.feed(data)
    try:
        frames = [Heard(frame(content)) for content in iter(reader.next_frame, None)]
    except WireError:
        return [Heard(data)]
    return [Heard(data)] if reader.waiting else frames


def describe(step: Step) -> str:
    """Write a step as one line of ASCII."""
    if isinstance(step, Heard):
        try:
            return f"hears {decode(step.data[HEADER_SIZE:])!a}"
        except WireError:
            return f"hears the bytes {step.data.hex()}"
    return ascii(step)


def short(text: str, most: int) -> str:
    """Cut the middle out of a long line."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
