"""Looks into the declared kinds of values: which have no bounds, and what they must refuse."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import cbor2
from msgspec import inspect


def kinds_within(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Find a kind of value and all kinds inside it."""
    yield kind
    inside: tuple[inspect.Type, ...] = ()
    match kind:
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            inside = parts
        case inspect.StructType(fields=fields):
            inside = tuple(field.type for field in fields)
        case inspect.CollectionType(item_type=item):
            inside = (item,)
        case inspect.DictType(key_type=key, value_type=value):
            inside = (key, value)
    for each in inside:
        yield from kinds_within(each)


SMALL = (inspect.BoolType, inspect.NoneType, inspect.LiteralType)
AS_SMALL_AS_THEIR_PARTS = (inspect.UnionType, inspect.StructType, inspect.TupleType)


def is_bounded(kind: inspect.Type) -> bool:
    """Tell whether a kind has bounds of its own; one that is not known here has none."""
    match kind:
        case inspect.IntType(ge=least, le=most):
            return least is not None and most is not None
        case inspect.StrType() | inspect.BytesType() | inspect.CollectionType():
            return kind.max_length is not None
        case inspect.DictType(max_length=most):
            return most is not None
    return isinstance(kind, (*SMALL, *AS_SMALL_AS_THEIR_PARTS))


def unbounded(kind: Any) -> list[inspect.Type]:
    """Find whatever has no bounds in a declared type, at any depth."""
    return [each for each in kinds_within(inspect.type_info(kind)) if not is_bounded(each)]


def beyond(kind: inspect.Type) -> Iterator[Any]:
    """Give values that a kind's bounds exclude by one, or by far."""
    match kind:
        case inspect.IntType(ge=int(least), le=int(most)):
            yield from (least - 1, most + 1, 2**63, 2**64 - 1, -(2**63) - 1, -(2**64))
        case inspect.StrType(max_length=int(most)):
            yield from ("x" * (most + 1), "🍀" * (most + 1))
        case inspect.BytesType(max_length=int(most), min_length=int(least)):
            yield from (b"", b"x" * (least - 1), b"x" * (most + 1))
        case inspect.LiteralType():
            yield from ("", "Full", "\x1b[2J\n", "\\", "🍀" * 3000, "x" * 15_000)
        case inspect.VarTupleType(max_length=int(most)):
            yield from (["x"] * (most + 1), *([each] for each in beyond(kind.item_type)))
        case inspect.DictType(max_length=int(most)):
            yield {str(number): True for number in range(most + 1)}
            yield from ({each: True} for each in beyond(kind.key_type))
            yield from ({"option": each} for each in beyond(kind.value_type))
        case inspect.UnionType(types=types):
            for each in types:
                yield from beyond(each)


PYTHON_TYPES: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.BytesType: bytes,
    inspect.NoneType: type(None),
    inspect.VarTupleType: list,
    inspect.DictType: dict,
}
# A lenient reader would take these texts for bytes of the right length.
IN_BASE64 = [b64encode(b"x" * size).decode() for size in (16, 32)]
OTHER_VALUES: list[Any] = [
    *(True, 1, 1.0, "1", *IN_BASE64, b"1", None, [], {}),
    *(cbor2.undefined, cbor2.CBORSimpleValue(7)),
]


def of_wrong_type(kind: inspect.Type) -> Iterator[Any]:
    """Give values of every type that a kind does not take."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    taken = {PYTHON_TYPES[type(each)] for each in kinds}
    yield from (value for value in OTHER_VALUES if type(value) not in taken)
