"""How a match ends: by its rules, or because somebody resigned or is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eriantys.games.contract import Outcome, Seat
from eriantys.games.dice import commitment
from eriantys.server import logbook
from eriantys.server.house import House
from eriantys.server.lobby.invitations import withdraw
from eriantys.server.lobby.listing import enter_lobby, show_to_players
from eriantys.server.lobby.rooms import BotSeat
from eriantys.server.lobby.tables import Table, gather
from eriantys.server.matches import bots, slow
from eriantys.server.matches.match import Match, options_of
from eriantys.server.rows import GuestDropped, MatchBegun, MatchEnded, Row
from eriantys.wire.from_server import Ended

LEFT = "left"
RESIGNED = "resigned"
ABANDONED = "abandoned"
VOTED = "voted"
CLOSED = "closed"

_WHY_GONE = {"too-slow": "took too long", "left": "left", "": "was gone"}


def rows_of_end(house: House, ended: MatchEnded) -> list[Row]:
    """List what must be kept when a match ends: guests let go of their names with it."""
    players = house.shelf.cards[ended.match].people
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


def take_off_shelf(house: House, match: int, reason: str) -> None:
    """Forget a match that is over, and those guests whom nothing keeps here any more."""
    logbook.of_match(match).info("ended: %s", reason, fields={"code": reason})
    card = house.shelf.cards[match]
    house.tally.ended[card.agreement.game, reason] += 1
    players = card.people
    withdraw(house, card.code)
    house.shelf.drop(match)
    show_to_players(house, players)
    for low in map(str.lower, players):
        house.drop_guest(low)


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


def finish(house: House, match: Match, ended: MatchEnded, text: str = "") -> None:
    """Tell everybody how it ended, in these words if there are any, and let them go on."""
    house.matches.pop(match.id, None)
    take_off_shelf(house, match.id, ended.reason)
    for kind in ("clock", "resume", "pause", "vote"):
        house.timers.cancel((kind, match.id))
    for seat in range(len(match.places)):
        house.timers.cancel(("away", match.id, seat))
    slow.last_look(house, match)
    cause = "" if ended.seat is None else match.places[ended.seat].cause
    message = announcement(match.begun, ended, cause, text)
    house.tell_all([*match.here, *match.bots, *match.watchers], message)
    bots.send_away(house, match)
    for session in match.here:
        session.match = session.seat = None
    gather(house, _table(match))
    for session in match.watchers:
        session.match = None
        enter_lobby(house, session)


def _table(match: Match) -> Table:
    """Set the table at which those stay who have played, and bots without being there."""
    levels = match.begun.bots or (None,) * len(match.places)
    return Table(
        match.id,
        match.game,
        match.agreement,
        [place.session for place in match.places],
        [
            level and BotSeat(place.name, level)
            for place, level in zip(match.places, levels, strict=True)
        ],
    )


def announcement(
    begun: MatchBegun, ended: MatchEnded, cause: str = "", text: str = ""
) -> Ended:
    """Tell how a match ended; the cause is why somebody was gone, as far as that is known."""
    outcome = ended.outcome
    return Ended(
        match=begun.match,
        reason=ended.reason,
        text=text or _sentence(begun.players, ended, cause),
        secret=begun.secret,
        commitment=commitment(begun.secret),
        nonces=begun.nonces,
        ranking=outcome.ranking if outcome else (),
        scores=outcome.scores if outcome else (),
        seat=ended.seat,
    )


def _sentence(names: Sequence[str], ended: MatchEnded, cause: str) -> str:
    if ended.seat is not None:
        name = names[ended.seat]
        if ended.reason == RESIGNED:
            return f"{name} resigned."
        if ended.reason == VOTED:
            return f"{name} was missing, and the others did not want to wait any longer."
        why = _WHY_GONE.get(cause, "lost the connection")
        return f"{name} {why}, so the match was ended."
    if ended.reason == CLOSED:
        return "The match was closed by whoever runs the server."
    if ended.outcome is None:
        return "The match waited too long for those who were missing."
    first = [names[seat] for seat in ended.outcome.winners] or ["Nobody"]
    return f"{' and '.join(first)} won." if len(first) == 1 else f"{' and '.join(first)} win."
