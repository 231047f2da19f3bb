"""Says in words what a field of a message may hold, as the page of the protocol says it."""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, inspect

from eriantys.wire.cards import (
    Bounds,
    GameCard,
    Happening,
    Past,
    PastCard,
    RoomCard,
    RunningCard,
    Said,
    SavedCard,
    Tally,
)
from eriantys.wire.fields import Number, Parts, Setting, Settings
from eriantys.wire.from_server import Ended

NAMED = [
    (inspect.type_info(Number), "id"),
    (inspect.type_info(Setting), "setting"),
    (inspect.type_info(Settings), "settings"),
    (inspect.type_info(dict[str, Setting]), "settings"),
    (inspect.type_info(Parts), "map"),
]
"""Kinds that the page explains once, under a name."""

CARDS = {
    Bounds: "limits",
    GameCard: "game card",
    RoomCard: "room card",
    SavedCard: "saved card",
    RunningCard: "running card",
    PastCard: "past card",
    Tally: "tally",
    Said: "said",
    Past: "past line",
    Happening: "event",
}
"""Maps inside messages, each with a subsection of its own."""


def in_words(kind: inspect.Type) -> str:
    """Describe one kind of value."""
    for known, name in NAMED:
        if kind == known:
            return name
    match kind:
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.IntType(ge=None, le=None):
            return "number"
        case inspect.IntType(ge=int(least), le=int(most)):
            return f"number {least} to {most}"
        case inspect.StrType(max_length=None):
            return "text"
        case inspect.StrType(max_length=int(most)):
            return f"text of at most {most}"
        case inspect.BytesType(min_length=None, max_length=None):
            return "bytes"
        case inspect.BytesType(min_length=int(least), max_length=int(most)) if least == most:
            return f"{most} bytes"
        case inspect.LiteralType(values=values):
            return " or ".join(f'"{value}"' for value in values)
        case inspect.VarTupleType(item_type=item, max_length=most):
            bound = "" if most is None else f", at most {most} of them"
            return f"[{in_words(item)}]{bound}"
        case inspect.StructType(cls=cls):
            return "ended" if cls is Ended else CARDS[cls]
        case inspect.UnionType(types=types):
            return " or ".join(in_words(each) for each in types)
    raise AssertionError(f"no words for {kind}")


def tag_of(field: inspect.Field) -> str:
    """Write the tag of a field: its name, what it may hold, and what it is if left out."""
    words = in_words(field.type)
    if field.default is NODEFAULT and field.default_factory is NODEFAULT:
        return f"{field.encode_name} ({words})"
    return f"{field.encode_name} ({words}; default {_default(field)})"


def tags_of(cls: type) -> list[str]:
    """Write the tags of all fields of a message, in their order."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return [tag_of(field) for field in info.fields]


def _default(field: inspect.Field) -> str:
    value: Any = field.default
    if value is NODEFAULT:
        value = field.default_factory()
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case ():
            return "[]"
        case {}:
            return "{}"
    return str(value)


def _print_skeleton() -> None:
    from eriantys.wire.messages import CLIENT_TYPES, SERVER_TYPES

    for title, kinds in (("CLIENT", CLIENT_TYPES), ("SERVER", SERVER_TYPES)):
        print(f".SH MESSAGES FROM THE {title}")
        for name, cls in kinds.items():
            print(f".SS {name}")
            _print_tags(cls)
    for cls, name in CARDS.items():
        print(f".SS {name}")
        _print_tags(cls)


def _print_tags(cls: type) -> None:
    for tag in tags_of(cls):
        name, words = tag.split(" ", 1)
        shown = words.replace('"', "\\(dq").replace("-", "\\-")
        print(f'.TP\n.BR {name} " {shown}"')


if __name__ == "__main__":  # what a new message looks like on the page
    _print_skeleton()
