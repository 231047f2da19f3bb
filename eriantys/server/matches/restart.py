"""Matches on disk: loading one when it is needed, and what becomes of those nobody needs."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.server import logbook
from eriantys.server.house import RETRY, House, refuse
from eriantys.server.limits import AT_ONCE
from eriantys.server.lobby.listing import show_to_players
from eriantys.server.matches import ending
from eriantys.server.matches.match import Match, Presence
from eriantys.server.rows import MatchEnded, MatchSuspended, Spoilt

SOON = 0.05
"""Seconds between two portions of many matches, in which others have their turn."""


def find_match(house: House, number: int) -> Match:
    """Return an unfinished match, from disk where it is not loaded yet."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None:
        return match
    try:
        match = _load(house, number)
    except Spoilt as trouble:
        logbook.of_match(number).error("cannot be loaded: %s", trouble)
        refuse("cannot-load", f"Match {number} cannot be loaded; the operator's log says why.")
    house.matches[number] = match
    if not match.suspended:
        for seat in match.away:
            match.places[seat].presence = Presence.AWAY
            match.places[seat].cause = "restart"
            house.timers.set(("away", number, seat), house.back_by)
    return match


def _load(house: House, number: int) -> Match:
    game = house.games.get(house.shelf.cards[number].agreement.game)
    if game is None:
        raise Spoilt("Its game is not installed any more.")
    stored = house.archive.load(number)
    if stored.kept.version > game.version:
        raise Spoilt(f"It was played by version {stored.kept.version} of the rules.")
    try:
        match = Match.restore(game, stored, house.limits.clock_least, house.now)
    except Exception as error:
        # Whatever a state of old rules or a spoilt file does to a game, it is one match's
        # trouble: it must not take the whole house down, at every login anew.
        logbook.of_match(number).exception("cannot be loaded")
        raise Spoilt(f"It does not fit the rules: {error!r}") from error
    for place in match.places:
        place.grace = house.limits.grace
    return match


def settle_after_restart(house: House) -> None:
    """Deal with matches to which nobody at all has come back since the server's start."""
    waiting = [
        card
        for card in house.shelf.cards.values()
        if not card.suspended and card.match not in house.matches
    ]

    def again() -> None:
        house.timers.set(("restart",), house.now + RETRY)

    if len(waiting) > AT_ONCE:
        house.timers.set(("restart",), house.now + SOON)
    for card in waiting[:AT_ONCE]:
        if card.agreement.absence == "end":
            end_unseen(house, card.match, ending.ABANDONED, otherwise=again)
        else:
            _shelve(house, card.match, otherwise=again)


def give_up(house: House, numbers: tuple[int, ...]) -> None:
    """End matches that were suspended for too long, even if somebody still waits there."""

    def otherwise() -> None:
        """What cannot be kept now is overdue the next time as well."""

    if len(numbers) > AT_ONCE:
        house.timers.set(("overdue", numbers[AT_ONCE:]), house.now + SOON)
    for number in numbers[:AT_ONCE]:
        card = house.shelf.cards.get(number)
        if card is None or not card.suspended or number in house.locks:
            continue
        match = house.matches.get(number)
        if match is None:
            end_unseen(house, number, ending.ABANDONED, otherwise)
        else:
            ending.end(house, match, MatchEnded(number, ending.ABANDONED), otherwise)


def end_unseen(
    house: House,
    number: int,
    reason: str,
    otherwise: Callable[[], None],
    then: Callable[[], None] = lambda: None,
) -> None:
    """End a match that nobody is at."""

    def over() -> None:
        ending.take_off_shelf(house, number, reason)
        then()

    rows = ending.rows_of_end(house, MatchEnded(number, reason))
    house.stage([number], rows, over, otherwise)


def _shelve(house: House, number: int, otherwise: Callable[[], None]) -> None:
    """Suspend a match that nobody is at."""

    def then() -> None:
        logbook.of_match(number).info("suspended: nobody came back after the restart")
        house.shelf.mark(number, suspended=True)
        show_to_players(house, house.shelf.cards[number].people)

    house.stage(
        [number],
        [MatchSuspended(number)],
        then,
        otherwise,
    )
