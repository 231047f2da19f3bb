"""From the content of a frame to a message and back.

Both directions are unions of classes that are told apart by the map's `type`. Whatever a
map holds, the outcome of reading it is one of those messages or a `WireError` whose
sentence names the field that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from eriantys.wire.errors import WireError
from eriantys.wire.frames import decode, encode
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer

PROTOCOL = 1
"""Raised when an older client could no longer follow."""

_EXCERPT = 20
"""How much of an unknown type is repeated: more characters than any known one has."""
_REASON_ENDS = 100
"""How much of a long reason is kept at either end; the field is named at the far one."""


def _by_type(union: Any) -> dict[str, type]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


CLIENT_TYPES = _by_type(FromClient)
SERVER_TYPES = _by_type(FromServer)


def type_of(message: FromClient | FromServer) -> str:
    """Name a message as it is named on the wire."""
    return str(message.__struct_config__.tag)


def read_from_client(content: bytes) -> FromClient:
    """Read what a client sent, or refuse it."""
    data = decode(content)
    kind = _named_type(data)
    if kind not in CLIENT_TYPES:
        raise WireError("unknown-type", f"There is no message {kind[:_EXCERPT]!a}.")
    message: FromClient = _convert(data, CLIENT_TYPES[kind])
    return message


def read_from_server(
    content: bytes, clean: Callable[[str], str] | None = None
) -> FromServer | None:
    """Read what a server sent; None for a type that a later version may have added.

    With `clean`, every text in it goes through that function before anything else sees it.
    """
    data = decode(content)
    kind = _named_type(data)
    if kind not in SERVER_TYPES:
        return None
    if clean is not None:
        data = _cleaned(data, clean)
    message: FromServer = _convert(data, SERVER_TYPES[kind])
    return message


def write(message: FromClient | FromServer) -> bytes:
    """Write a message as a whole frame."""
    return encode(msgspec.to_builtins(message, builtin_types=(bytes,)))


def _cleaned(data: Any, clean: Callable[[str], str]) -> Any:
    match data:
        case str():
            return clean(data)
        case dict():
            if not all(isinstance(key, str) for key in data):
                raise WireError("malformed", "The keys of a map must be texts.")
            return {clean(key): _cleaned(value, clean) for key, value in data.items()}
        case list():
            return [_cleaned(item, clean) for item in data]
        case _:
            return data


def _named_type(data: dict[str, Any]) -> str:
    kind = data.get("type")
    if isinstance(kind, str):
        return kind
    raise WireError("malformed", "Every message must name its type with a text.")


def _convert(data: dict[str, Any], kind: type) -> Any:
    # To the one class that is meant: a union would look through all of them.
    try:
        return msgspec.convert(data, kind, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        reason = _harmless(str(error))
        name = data["type"]
        raise WireError("malformed", f"This {name} is wrong: {reason}.", about=name) from None


def _harmless(reason: str) -> str:
    """Turn a reason, which may repeat what a stranger wrote, into a short piece of ASCII."""
    shown = reason.encode("unicode_escape").decode("ascii")
    if len(shown) <= 2 * _REASON_ENDS:
        return shown
    return f"{shown[:_REASON_ENDS]}...{shown[-_REASON_ENDS:]}"
