"""The notation: an action as one readable line, and any line as an action or a refusal."""

from __future__ import annotations

import re

from eriantys.games.contract import Illegal, excerpt
from eriantys.games.eriantys import actions
from eriantys.games.eriantys.actions import MEANINGS, Action, Kind, Meaning
from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS

_LONGEST = 64  # no line of the notation comes near it; longer texts are not searched

_WORDS = re.compile(r"[a-z]+|[0-9]+")
_LINE = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")

_COLOUR_WORDS = {name: number for number, name in enumerate(COLOURS)}
_COLOUR_WORDS |= {name[0]: number for number, name in enumerate(COLOURS)}

_VERBS = {
    "assistant": Kind.ASSISTANT,
    "a": Kind.ASSISTANT,
    "mother": Kind.MOTHER,
    "m": Kind.MOTHER,
    "cloud": Kind.CLOUD,
    "c": Kind.CLOUD,
    "play": Kind.PLAY,
    "pick": Kind.PICK,
    "island": Kind.ISLAND,
    "i": Kind.ISLAND,
    "swap": Kind.SWAP,
    "s": Kind.SWAP,
    "done": Kind.DONE,
}

_EXAMPLES = (
    "assistant 7, green dining, green 5, mother 3, cloud 2, play monk, pick green, "
    "island 5, swap red blue, done"
)


def format_action(action: Action) -> str:
    """Write an action as one line."""
    return _LINES[action]


def parse_action(text: str) -> Action:
    """Read a line, short forms included; raise `Illegal` for anything else."""
    action = _BY_LINE.get(text)
    if action is not None:
        return action  # written out in full, as programs do
    line = " ".join(text[:_LONGEST].lower().split())
    if len(text) > _LONGEST or not text.isascii() or not _LINE.fullmatch(line):
        raise _unknown(text)
    words = _WORDS.findall(line)
    verb = _VERBS.get(words[0])
    if verb is not None:
        return _parse_verb(verb, words[1:], text)
    if words[0] in _COLOUR_WORDS:
        return _parse_student(_COLOUR_WORDS[words[0]], words[1:], text)
    raise _unknown(text)


def _parse_verb(verb: Kind, words: list[str], text: str) -> Action:
    match verb, words:
        case Kind.ASSISTANT, [number] if number.isdigit():
            return _assistant(int(number))
        case Kind.MOTHER, [number] if number.isdigit():
            return _mother(int(number))
        case Kind.CLOUD, [number] if number.isdigit():
            return _cloud(int(number))
        case Kind.ISLAND, [number] if number.isdigit():
            return actions.island(_tile(int(number)))
        case Kind.PLAY, [name] if not name.isdigit():
            return _play(name)
        case Kind.PICK, [colour] if colour in _COLOUR_WORDS:
            return actions.pick(_COLOUR_WORDS[colour])
        case Kind.SWAP, [mine, theirs] if mine in _COLOUR_WORDS and theirs in _COLOUR_WORDS:
            return actions.swap(_COLOUR_WORDS[mine], _COLOUR_WORDS[theirs])
        case Kind.DONE, []:
            return actions.DONE
    raise _unknown(text)


def _parse_student(colour: int, words: list[str], text: str) -> Action:
    match words:
        case ["dining" | "d"]:
            return actions.to_dining(colour)
        case [number] | ["island" | "i", number] if number.isdigit():
            return actions.to_island(colour, _tile(int(number)))
    raise _unknown(text)


def _assistant(value: int) -> Action:
    if value not in ASSISTANTS:
        raise Illegal(
            "no-such-card", f"There is no assistant {value}: their values are 1 to 10."
        )
    return actions.assistant(value)


def _mother(steps: int) -> Action:
    if steps < 1:
        raise Illegal("too-few-steps", "Mother Nature must go at least 1 step.")
    if steps > actions.MOST_STEPS:
        raise Illegal(
            "too-many-steps",
            f"Mother Nature never goes {steps} steps: {actions.MOST_STEPS} is the most, "
            "with assistant 9 or 10 and the Postman.",
        )
    return actions.mother(steps)


def _cloud(number: int) -> Action:
    if not 1 <= number <= actions.MOST_CLOUDS:
        raise Illegal(
            "no-such-cloud",
            f"There is no cloud {number}: clouds are numbered from 1, one for each player.",
        )
    return actions.take_cloud(number - 1)


def _tile(number: int) -> int:
    if not 1 <= number <= len(actions.TILES):
        raise Illegal(
            "no-such-island", f"There is no island {number}: islands are numbered 1 to 12."
        )
    return number - 1


def _play(name: str) -> Action:
    meant = [
        number for number, known in enumerate(CHARACTERS) if known and known.startswith(name)
    ]
    if not meant:
        raise Illegal(
            "no-such-character",
            f"There is no character {excerpt(name)}; "
            f"the twelve are: {', '.join(CHARACTERS[1:])}.",
        )
    if len(meant) > 1:
        names = " or ".join(CHARACTERS[number] for number in meant)
        raise Illegal("no-such-character", f"{name!r} could be {names}: write more of it.")
    return actions.play(meant[0])


def _unknown(text: str) -> Illegal:
    return Illegal(
        "unknown-action", f"{excerpt(text)} is no action. Actions look like: {_EXAMPLES}."
    )


def _line(meaning: Meaning) -> str:
    kind, first, second = meaning
    match kind:
        case Kind.STUDENT:
            where = "dining" if second == actions.TO_DINING else second + 1
            return f"{COLOURS[first]} {where}"
        case Kind.CLOUD | Kind.ISLAND:
            return f"{kind.value} {first + 1}"
        case Kind.PLAY:
            return f"play {CHARACTERS[first]}"
        case Kind.PICK:
            return f"pick {COLOURS[first]}"
        case Kind.SWAP:
            return f"swap {COLOURS[first]} {COLOURS[second]}"
        case Kind.DONE:
            return "done"
        case _:
            return f"{kind.value} {first}"


_LINES = tuple(_line(meaning) for meaning in MEANINGS)
_BY_LINE = {line: action for action, line in enumerate(_LINES)}
