"""What the log tells of whom: each line names its connection and its match in one form.

    connection 17: logged in as Ada from 192.0.2.1
    connection 17, match 42: Ada sits at seat 1
    match 42: started: eriantys, Ada, Zoe

So one of these, searched for as a word, finds a whole story. A log that programs read has the
same line, and the same numbers as fields beside it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, TypeAlias

from eriantys.games.contract import excerpt
from eriantys.server.seldom import Seldom

if TYPE_CHECKING:
    from eriantys.server.session import Session

log = logging.getLogger("eriantys.server")

_Fields: TypeAlias = Mapping[str, int | str]


class Story(logging.LoggerAdapter[logging.Logger]):
    """Tells the log what happens to somebody, or at a match."""

    def __init__(self, fields: _Fields, part: logging.Logger = log) -> None:
        super().__init__(part)
        self._fields = fields

    def process(
        self, msg: str, kwargs: MutableMapping[str, Any]
    ) -> tuple[str, MutableMapping[str, Any]]:
        """Put what the line is about before it, and its fields beside it."""
        numbers = [f"{kind} {self._fields[kind]}" for kind in _NUMBERED if kind in self._fields]
        fields = {**self._fields, **kwargs.pop("fields", {})}
        return f"{', '.join(numbers)}: {msg}", {**kwargs, "extra": {"fields": fields}}


_NUMBERED = ("connection", "match")


def of(session: Session) -> Story:
    """Tell what happens to a connection, at the match where it is."""
    place = session.room or session.match
    fields: dict[str, int | str] = {
        "connection": session.connection,
        "address": session.address,
    }
    if session.name:
        fields["name"] = session.name
    if place is not None:
        fields["match"] = place.id
    return Story(fields)


def of_connection(number: int, part: logging.Logger) -> Story:
    """Tell what happens to a connection that may not even have been heard of yet."""
    return Story({"connection": number}, part)


def of_match(number: int, part: logging.Logger = log) -> Story:
    """Tell what happens at a match, or in the room in which it will begin."""
    return Story({"match": number}, part)


def closed(story: Story, cause: str, level: int = logging.INFO) -> None:
    """Tell that a connection has ended, and why."""
    story.log(level, "closed: %s", cause, fields={"cause": cause})


def login_refused(session: Session, code: str, name: str) -> None:
    """Tell of a refused login, in the one form that programs watch for to ban an address.

    Whatever comes from the stranger stands at the end, where it can imitate nothing.
    """
    fields = {"code": code}
    said = "login refused from %s: %s, name %s"
    of(session).info(said, session.address, code, excerpt(name), fields=fields)


class LimitsMet:
    """Tells when somebody meets a limit; of each kind only once in a while."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str], Seldom] = {}

    def note(self, session: Session, about: str, code: str, text: str, now: float) -> None:
        """Tell that somebody was refused something because of a limit."""
        if self._kinds.setdefault((about, code), Seldom()).due(now):
            of(session).info(
                "limit met from %s: %s: %s: %s",
                session.address,
                about,
                code,
                text,
                fields={"code": code},
            )
