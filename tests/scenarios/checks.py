"""What anybody who is connected can check: what was heard, what stands, what was refused."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from eriantys.server.login import LOGIN_REQUEST
from eriantys.wire.from_client import FromClient, Login, Sync
from eriantys.wire.from_server import (
    Error,
    Request,
    Started,
    State,
    Waiting,
)
from eriantys.wire.messages import type_of
from tests.scenarios.real import Client
from tests.scenarios.steps import news

T = TypeVar("T", Request, State, Waiting)


def timeless(message: T) -> T:
    """Leave the time out that is left, which is never the same twice."""
    return msgspec.structs.replace(message, left_ms=0)


def assert_heard_nothing(*clients: Client) -> None:
    for client in clients:
        said = news(client)
        assert not said, f"{client.name} heard {said}"


def assert_sentence(text: str) -> None:
    """Check that a text is for people: one line, and no bare code."""
    assert re.fullmatch(r"[A-Za-z0-9'`][^\n]+[.!]", text), text


def what_stands(client: Client) -> tuple[State, Request | None]:
    """Let a player ask for the whole view, and for what stands to be answered."""
    client.say(Sync())
    state = client.next()
    assert isinstance(state, State), state
    if state.turn is None or state.turn != client.last(Started).seat:
        return timeless(state), None
    request = client.next()
    assert isinstance(request, Request), request
    return timeless(state), timeless(request)


def assert_asked_again(client: Client, asked: Request) -> Request:
    """Check that the next message is the same request, with the time that is left."""
    again = client.next()
    assert isinstance(again, Request), again
    assert timeless(again) == timeless(asked)
    assert 0 < again.left_ms <= asked.left_ms
    return again


def refuse(
    client: Client, message: FromClient, code: str, *others: Client, asked: Request | None
) -> Error:
    """Say what must be refused; check that only the sender hears, and is asked again."""
    client.say(message)
    error = client.error()
    said: dict[str, Any] = msgspec.structs.asdict(message)
    assert (error.code, error.about) == (code, type_of(message)), error
    # A login names no request: there is only one that it can answer.
    answered = LOGIN_REQUEST if isinstance(message, Login) else said.get("request")
    assert (error.request, error.action) == (answered, said.get("action", ""))
    assert_sentence(error.text)
    if asked is not None:
        assert_asked_again(client, asked)
    assert_heard_nothing(client, *others)
    return error
