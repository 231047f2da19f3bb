"""How a match ends: by its rules, or because somebody resigned or is gone."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.contract import Outcome, Seat
from eriantys.server.house import House, log
from eriantys.server.lobby.listing import enter_lobby, show_to_players
from eriantys.server.matches.match import Match, options_of
from eriantys.server.rows import MatchBegun, MatchEnded, NameDropped, Row, StoreTrouble
from eriantys.server.session import State
from eriantys.wire.from_server import Ended

LEFT = "left"
RESIGNED = "resigned"
ABANDONED = "abandoned"


def rows_of_end(house: House, ended: MatchEnded) -> list[Row]:
    """List what must be kept when a match ends: guests let go of their names with it."""
    rows: list[Row] = [ended]
    for name in house.shelf.cards[ended.match].players:
        if unfinished(house, name) <= {ended.match} and is_guest(house, name):
            rows.append(NameDropped(name))
    return rows


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


def is_guest(house: House, name: str) -> bool:
    """Tell whether a name is only kept for as long as it has something to play."""
    try:
        known = house.guests.get(name.lower()) or house.archive.find_name(name)
    except StoreTrouble:
        # What cannot be read can hardly be written: the end itself will be tried again.
        return False
    return known is not None and known.guest


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
    """Let a side give up: everybody else shares the first place."""
    sides = match.game.teams(match.agreement.seats, options_of(match.game, match.begun))
    losers = next(side for side in sides if seat in side)
    winners = tuple(s for s in range(match.agreement.seats) if s not in losers)
    ranking = (winners, losers) if winners else (losers,)
    return MatchEnded(match.id, RESIGNED, Outcome(ranking, (), RESIGNED), seat)


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
