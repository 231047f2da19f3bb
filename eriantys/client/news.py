"""What a server has refused or noticed, in the words in which a player hears of it."""

from __future__ import annotations

from eriantys.client.model import Model, Place
from eriantys.wire.from_server import Error, Notice

_TOO_LATE = ("stale", "unexpected", "not-your-turn")
"""What the server calls an action that has crossed the news on its way."""


def take_news(model: Model) -> str:
    """Take the latest refusal and notice from the model; return what is news to the player."""
    error, model.error = model.error, None
    notice, model.notice = model.notice, None
    return _noticed(notice, model.place) or _refused(error, model.place)


def _noticed(notice: Notice | None, place: Place) -> str:
    """Give a notice to everybody, or one that is not told in the log of a match."""
    if notice is None or place is Place.DOOR:
        return ""
    in_log = place in (Place.MATCH, Place.AFTER) and notice.match is not None
    return "" if in_log else notice.text


def _refused(error: Error | None, place: Place) -> str:
    if error is None or place is Place.DOOR:
        return ""
    if error.about in ("move", "undo") and error.code in _TOO_LATE:
        return "That came too late: the match had gone on already."
    # A share in the luck that comes too late, or a log that cannot be told just now, is nothing
    # that the player has asked for.
    unasked = (error.about, error.code) == ("seat", "unexpected") or error.about == "history"
    return "" if unasked else error.text
