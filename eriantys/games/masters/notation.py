"""The notation: an action as one readable line, and any line as an action or a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from eriantys.games.contract import Illegal, excerpt
from eriantys.games.masters import actions
from eriantys.games.masters.actions import ANY, MEANINGS, Action, Kind, Meaning
from eriantys.games.masters.names import (
    COLOURS,
    COLUMNS,
    DEPOT_SIZES,
    LEVELS,
    LINES,
    RESOURCES,
    ROWS,
    SOURCES,
)

_LONGEST = 64  # no line of the notation comes near it; longer texts are not searched

_ARROW = "->"
_ROW = ("row", "r")
_COLUMN = ("column", "col", "c")
_WORDS = re.compile(r"->|[a-z]+|[0-9]+")
_LINE = re.compile(r"(?:[a-z0-9 ]|->)+")

_EXAMPLES = (
    "take row 2, white coin, put coin 2, back 2, discard shield, discard rest, swap 1 3, "
    "move 3 4, buy green 2 slot 1, pay coin strongbox, produce basic coin stone -> shield, "
    "produce card 1, produce leader 1 -> coin, done, leader play 2, leader discard 1, end"
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
    found = _read_line(words)
    if found is None:
        raise _unknown(text)
    return found


def _read_line(words: Sequence[str]) -> Action | None:
    verb = _named(words[0], tuple(_VERBS))
    if verb is not None:
        return _VERBS[tuple(_VERBS)[verb]](words[1:])
    if words[0] in _ROW or words[0] in _COLUMN:
        return _take(words)
    return None


def _take(words: Sequence[str]) -> Action | None:
    match words:
        case [word, number] if word in _ROW and number.isdigit():
            return actions.take(_numbered(number, ROWS, "no-such-line", "row"))
        case [word, number] if word in _COLUMN and number.isdigit():
            column = _numbered(number, COLUMNS, "no-such-line", "column")
            return actions.take(ROWS + column)
    return None


def _white(words: Sequence[str]) -> Action | None:
    match words:
        case [name] if (kind := _resource(name)) is not None:
            return actions.white(kind)
    return None


def _put(words: Sequence[str]) -> Action | None:
    match words:
        case [name] if (kind := _resource(name)) is not None:
            return actions.put_into(kind)
        case [name, number] if (kind := _resource(name)) is not None and number.isdigit():
            return actions.put_into(kind, _depot(number))
    return None


def _back(words: Sequence[str]) -> Action | None:
    match words:
        case [number] if number.isdigit():
            return actions.back(_depot(number))
    return None


def _discard(words: Sequence[str]) -> Action | None:
    match words:
        case ["rest" | "r" | "all"]:
            return actions.DISCARD_REST
        case [name] if (kind := _resource(name)) is not None:
            return actions.discard(kind)
    return None


def _move(words: Sequence[str]) -> Action | None:
    match words:
        case [one, other] if one.isdigit() and other.isdigit():
            start, end = _depot(one), _depot(other)
            if start == end:
                raise Illegal("does-not-fit", "Name two different depots to move between.")
            between = (start in actions.LEADER_DEPOTS) + (end in actions.LEADER_DEPOTS)
            if between > 1:
                raise Illegal(
                    "does-not-fit", "Two depots of leaders never hold the same resource."
                )
            return actions.move(start, end) if between else actions.swap(start, end)
    return None


def _buy(words: Sequence[str]) -> Action | None:
    match words:
        case [name, level, *rest] if (
            colour := _named(name, COLOURS)
        ) is not None and level.isdigit():
            height = _numbered(level, len(LEVELS), "no-such-pile", "level") + 1
            if rest[:1] in (["slot"], ["s"]):
                rest = rest[1:]
            match rest:
                case [] if words[-1].isdigit():
                    return actions.buy(colour, height)
                case [number] if number.isdigit():
                    return actions.buy(colour, height, _slot(number))
    return None


def _pay(words: Sequence[str]) -> Action | None:
    match words:
        case [name, place] if (kind := _resource(name)) is not None and (
            source := _named(place, SOURCES)
        ) is not None:
            return actions.pay(kind, source)
    return None


def _produce(words: Sequence[str]) -> Action | None:
    match words:
        case ["card" | "c", number] if number.isdigit():
            return actions.use_card(_slot(number))
        case ["leader" | "l", number, *made] if number.isdigit():
            kind = _made(made)
            return None if kind is None else actions.use_leader(_leader(number), kind)
        case ["basic" | "b", name, second, *made]:
            one, other, kind = _resource(name), _resource(second), _made(made)
            if one is not None and other is not None and kind is not None:
                return actions.basic(one, other, kind)
    return None


def _made(words: Sequence[str]) -> int | None:
    match words:
        case ["->", name] | [name]:
            return _resource(name)
    return None


def _lead(words: Sequence[str]) -> Action | None:
    match words:
        case ["play" | "p", number] if number.isdigit():
            return actions.play_leader(_leader(number))
        case ["discard" | "d", number] if number.isdigit():
            slot = _numbered(number, actions.DEALT, "no-such-leader", "leader")
            return actions.discard_leader(slot)
    return None


def _done(words: Sequence[str]) -> Action | None:
    return None if words else actions.DONE


def _end(words: Sequence[str]) -> Action | None:
    return None if words else actions.END


_VERBS: dict[str, Callable[[Sequence[str]], Action | None]] = {
    "take": _take,
    "white": _white,
    "put": _put,
    "back": _back,
    "discard": _discard,
    "swap": _move,
    "move": _move,
    "buy": _buy,
    "pay": _pay,
    "produce": _produce,
    "leader": _lead,
    "done": _done,
    "end": _end,
}
"""What each first word asks to be read; its beginning will do where no other begins so."""


def _named(word: str, names: Sequence[str]) -> int | None:
    """Find the only name that begins so."""
    if word in names:
        return names.index(word)
    meant = [number for number, name in enumerate(names) if name.startswith(word)]
    return meant[0] if len(meant) == 1 else None


def _resource(word: str) -> int | None:
    return _named(word.removesuffix("s") if len(word) > 1 else word, RESOURCES)


def _slot(number: str) -> int:
    return _numbered(number, len(actions.SLOTS), "no-such-slot", "slot")


def _depot(number: str) -> int:
    return _numbered(number, len(DEPOT_SIZES), "no-such-depot", "depot")


def _leader(number: str) -> int:
    return _numbered(number, actions.HAND, "no-such-leader", "leader")


def _numbered(number: str, most: int, code: str, what: str) -> int:
    if not 1 <= int(number) <= most:
        raise Illegal(code, f"There is no {what} {int(number)}: they are numbered 1 to {most}.")
    return int(number) - 1


def _unknown(text: str) -> Illegal:
    return Illegal(
        "unknown-action", f"{excerpt(text)} is no action. Actions look like: {_EXAMPLES}."
    )


def _line(meaning: Meaning) -> str:
    kind, first, second, third = meaning
    words: list[object] = [kind.value]
    match kind:
        case Kind.TAKE:
            words += [LINES[first]]
        case Kind.WHITE | Kind.DISCARD:
            words += [RESOURCES[first]]
        case Kind.PUT:
            words += [RESOURCES[first], *([second + 1] if second != ANY else [])]
        case Kind.SWAP | Kind.MOVE:
            words += [first + 1, second + 1]
        case Kind.BUY:
            words += [COLOURS[first], second, *(["slot", third + 1] if third != ANY else [])]
        case Kind.PAY:
            words += [RESOURCES[first], SOURCES[second]]
        case Kind.BASIC:
            words += [RESOURCES[first], RESOURCES[second], _ARROW, RESOURCES[third]]
        case Kind.LEADER:
            words += [first + 1, _ARROW, RESOURCES[second]]
        case Kind.DONE | Kind.END | Kind.DISCARD_REST:
            pass
        case _:
            words += [first + 1]
    return " ".join(map(str, words))


_LINES = tuple(_line(meaning) for meaning in MEANINGS)
_BY_LINE = {line: action for action, line in enumerate(_LINES)}
