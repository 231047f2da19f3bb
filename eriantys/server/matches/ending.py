"""How a match ends: by its rules, or because somebody resigned or is gone."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.contract import Outcome, Seat
from eriantys.server.house import House, log
from eriantys.server.lobby.listing import enter_lobby, show_to_players
from eriantys.server.matches.match import Match, options_of
from eriantys.server.rows import GuestDropped, MatchBegun, MatchEnded, Row
from eriantys.server.session import State
from eriantys.wire.from_server import Ended

LEFT = "left"
RESIGNED = "resigned"
ABANDONED = "abandoned"


def rows_of_end(house: House, ended: MatchEnded) -> list[Row]:
    """List what must be kept when a match ends: guests let go of their names with it."""
    players = house.shelf.cards[ended.match].players
    free = [name for name in players if unfinished(house, name) <= {ended.match}]
    return [*map(GuestDropped, free), ended]


def unfinished(house: House, name: str) -> set[int]:
    """Name the matches that a player will have once everything that is staged has happened."""
    numbers = {card.match for card in house.shelf.of(name.lower())}
    for change in house.staged:
        for row in change.rows:
            if isinstance(row, MatchEnded):
                numbers.discard(row.match)
            elif isinstance(row, MatchBegun) and name in row.players:
                numbers.add(row.match)
    return numbers


def take_off_shelf(house: House, match: int) -> None:
    """Forget a match that is over, and those guests whom nothing keeps here any more."""
    players = house.shelf.cards[match].players
    house.shelf.drop(match)
    show_to_players(house, players)
    for low in map(str.lower, players):
        if low not in house.online and not house.shelf.of(low):
            house.guests.pop(low, None)


def end(house: House, match: Match, ended: MatchEnded, otherwise: Callable[[], None]) -> None:
    """End a match outside its rules, once that is on disk."""
    house.stage(
        [match.id],
        rows_of_end(house, ended),
        then=lambda: finish(house, match, ended),
        otherwise=otherwise,
    )


def resigned(match: Match, seat: Seat) -> MatchEnded:
    """Let a side give up: the others share the first place, but for those already out."""
    sides = match.game.teams(match.agreement.seats, options_of(match.game, match.begun))
    active = match.game.active(match.state)
    winners: list[Seat] = []
    out: list[Seat] = []
    losers: list[Seat] = []
    for side in sides:
        standing = any(each in active for each in side)
        (losers if seat in side else winners if standing else out).extend(side)
    if not winners:
        return MatchEnded(match.id, RESIGNED, seat=seat)
    places = (tuple(sorted(place)) for place in (winners, out, losers) if place)
    return MatchEnded(match.id, RESIGNED, Outcome(tuple(places), (), RESIGNED), seat)


def finish(house: House, match: Match, ended: MatchEnded) -> None:
    """Tell everybody how it ended, and let them go on from there."""
    log.info("match %d ended: %s", match.id, ended.reason)
    house.matches.pop(match.id, None)
    take_off_shelf(house, match.id)
    house.timers.cancel(("clock", match.id))
    house.timers.cancel(("resume", match.id))
    for seat in range(len(match.places)):
        house.timers.cancel(("away", match.id, seat))
    house.tell_all([*match.here, *match.watchers], _announcement(match, ended))
    for session in match.here:
        session.match = None
        session.seat = None
        house.enter(session, State.AFTER)
    for session in match.watchers:
        session.match = None
        enter_lobby(house, session)


def _announcement(match: Match, ended: MatchEnded) -> Ended:
    outcome = ended.outcome
    return Ended(
        match=match.id,
        reason=ended.reason,
        text=_sentence(match, ended),
        secret=match.begun.secret,
        commitment=match.commitment,
        nonces=match.begun.nonces,
        ranking=outcome.ranking if outcome else (),
        scores=outcome.scores if outcome else (),
        seat=ended.seat,
    )


def _sentence(match: Match, ended: MatchEnded) -> str:
    names = match.begun.players
    if ended.seat is not None:
        name, cause = names[ended.seat], match.places[ended.seat].cause
        if ended.reason == RESIGNED:
            return f"{name} resigned."
        why = {"too-slow": "took too long", "left": "left"}.get(cause, "lost the connection")
        return f"{name} {why}, so the match was ended."
    if ended.outcome is None:
        return "The match waited too long for those who were missing."
    first = [names[seat] for seat in ended.outcome.winners]
    return f"{' and '.join(first)} won." if len(first) == 1 else f"{' and '.join(first)} win."
