"""Counts of what was met in a run, and the list of what must be met in some."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from eriantys.server import codes, core, rows
from eriantys.server.deadlines import HOUSE_TIMERS
from eriantys.server.operator import desk
from eriantys.server.session import WAITS, State
from eriantys.wire.fields import Audience, Level
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import CLIENT_TYPES, SERVER_TYPES, type_of

CRASHES = ("before-commit", "after-commit", "half-sent", "between", "stop")
GARBAGE = ("noise", "no-map", "no-type", "bad-type", "bad-field", "too-large", "half")


class Tally:
    """How often each thing was met."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def add(self, what: str, times: int = 1) -> None:
        """Count something."""
        self.met[what] += times

    def add_told(self, message: FromServer) -> None:
        """Count a message of the server by its type, and by the code that it carries."""
        kind = type_of(message)
        self.add(f"told {kind}")
        field = _CODES.get(kind)
        if field is not None:
            self.add(f"{_CALLED.get(kind, kind)} {getattr(message, field)}")


_CODES = {
    "request": "kind",
    "waiting": "code",
    "error": "code",
    "bye": "code",
    "notice": "code",
    "presence": "cause",
    "ended": "reason",
}
_CALLED = {"presence": "cause", "ended": "reason"}


def wanted() -> list[str]:
    """List everything that a hundred runs must have met."""
    # More matches than are given up at once would take a run far too long.
    kinds = {*core._CONNECTION_TIMERS, *HOUSE_TIMERS} - {"overdue"}
    return [
        *(f"sent {kind}" for kind in CLIENT_TYPES),
        *(f"told {kind}" for kind in SERVER_TYPES),
        *(f"error {code}" for code in codes.ERRORS),
        *(f"bye {code}" for code in codes.BYES),
        *(f"notice {code}" for code in codes.NOTICES),
        *(f"cause {cause}" for cause in codes.CAUSES),
        *(f"reason {reason}" for reason in codes.REASONS if reason != "abandoned"),
        *(f"waiting {code}" for code in codes.WAITS),
        *(f"request {kind}" for kind in ("login", "seats", "mode", "move")),
        *(f"place {state.value}" for state in State if state is not State.CLOSED),
        *(f"waited in {state.value}" for state in WAITS),
        *(f"timer {kind}" for kind in sorted(kinds)),
        *(f"kept {kind.__name__}" for kind in rows.Row.__args__),
        *(f"crash {kind}" for kind in CRASHES),
        *(f"garbage {kind}" for kind in GARBAGE),
        *(f"{game} ended by its rules" for game in ("toy", "eriantys")),
        *("trouble commit", "trouble read", "overdue", "flood", "undone", "compared views"),
        *("compared watchers", "replayed matches", "checked moves", "abandoned in the store"),
        *("messages missed", "caught up", "dropped for not reading", "heard more slowly"),
        *("joined by invitation", "watched by invitation", "voted to end", "reloaded"),
        *("looked back", "results checked"),
        *("bot died", "stand-in", "voted for a bot", "compared bots"),
        *(f"called {level}" for level in get_args(Level)),
        *(f"heard {audience}" for audience in get_args(Audience)),
        *(f"order {kind.__name__.lower()} done" for kind in desk.HANDLERS),
        *("order kick refused", "order close refused", "order forget refused", "drained"),
    ]
