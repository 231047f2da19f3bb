"""Orders about matches: listing them, looking at one, closing one.

What an operator is shown of a match is what anybody at its table may know: neither hands nor
draws to come, nor the invitation that leads to a private one.
"""

from __future__ import annotations

from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.limits import TALK_MOST
from eriantys.server.lobby.joining import close_room
from eriantys.server.lobby.rooms import Room
from eriantys.server.matches import clock, ending, restart
from eriantys.server.matches.match import Match, Place
from eriantys.server.operator import orders
from eriantys.server.operator.answers import (
    Done,
    MatchList,
    MatchPage,
    MatchRow,
    Refused,
    SeatRow,
)
from eriantys.server.operator.replying import Reply
from eriantys.server.rows import Agreement, MatchEnded, Story, Unfinished
from eriantys.server.texts import checked


def matches(house: House, _order: orders.Matches, reply: Reply) -> None:
    """List what waits, goes on or is suspended."""
    rows = [_waiting(room) for room in house.rooms.values()]
    rows += [_unfinished(house, card) for card in house.shelf.cards.values()]
    reply(MatchList(tuple(sorted(rows, key=lambda row: row.match))))


def show(house: House, order: orders.Show, reply: Reply) -> None:
    """Tell all about one match, from disk if it is not going on."""
    number = order.match
    house.need(number)
    room, card = house.rooms.get(number), house.shelf.cards.get(number)
    if room is not None:
        reply(_page(_waiting(room), room.agreement, _seats_of_room(room)))
    elif card is not None:
        match = house.matches.get(number)
        row = _unfinished(house, card)
        reply(_asleep(row, card) if match is None else _awake(house, row, match))
    else:
        try:
            story = house.archive.tell(number)
        except LookupError:
            refuse("no-such-match", f"There is no match {number}.")
        reply(_over(story))


def close(house: House, order: orders.Close, reply: Reply) -> None:
    """End a match or a waiting room; those there are told why."""
    number = order.match
    house.need(number)
    why = checked(order.reason, TALK_MOST).rstrip(".") if order.reason else ""
    text = f"Closed by whoever runs the server{f': {why}' if why else ''}."
    done = Done(f"Match {number} is closed.")
    match = house.matches.get(number)

    def otherwise() -> None:
        reply(Refused(*STORE_UNAVAILABLE))

    if number in house.rooms:
        close_room(house, number, "closed", text)
        reply(done)
    elif match is not None:
        ended = MatchEnded(number, ending.CLOSED)

        def then() -> None:
            ending.finish(house, match, ended, text)
            reply(done)

        house.stage([number], ending.rows_of_end(house, ended), then, otherwise)
    elif number in house.shelf.cards:
        restart.end_unseen(house, number, ending.CLOSED, otherwise, then=lambda: reply(done))
    else:
        refuse("no-such-match", f"There is no match {number} that is not over.")


# Rows.


def _waiting(room: Room) -> MatchRow:
    return MatchRow(
        match=room.id,
        game=room.agreement.game,
        state="waiting",
        players=room.names,
        turn=None,
        number=None,
        quiet=None,
        watchers=0,
        private=room.agreement.private,
        title=room.agreement.title,
    )


def _unfinished(house: House, card: Unfinished) -> MatchRow:
    match = house.matches.get(card.match)
    state = "suspended" if card.suspended else "running"
    if match is not None and match.paused:
        state = "paused"
    turn = None if match is None or match.turn is None else match.turn + 1
    return MatchRow(
        match=card.match,
        game=card.agreement.game,
        state=state,
        players=card.players,
        turn=turn,
        number=None if match is None else match.number,
        quiet=None if match is None else round(house.now - match.touched, 1),
        watchers=0 if match is None else len(match.watchers),
        private=card.agreement.private,
        title=card.agreement.title,
    )


# Pages.


def _page(
    row: MatchRow,
    agreed: Agreement,
    seats: list[SeatRow],
    *,
    decision: str = "",
    clock_left: float | None = None,
    watchers: tuple[str, ...] = (),
    reason: str = "",
    winners: tuple[int, ...] = (),
) -> MatchPage:
    return MatchPage(
        row=row,
        options=agreed.options,
        guidance=agreed.guidance,
        turn_seconds=agreed.turn_seconds,
        absence=agreed.absence,
        undo=agreed.undo,
        watchers_allowed=agreed.watchers,
        seats=tuple(seats),
        decision=decision,
        clock_left=clock_left,
        watchers=watchers,
        reason=reason,
        winners=winners,
    )


def _awake(house: House, row: MatchRow, match: Match) -> MatchPage:
    return _page(
        row,
        match.agreement,
        [_seat(number, place) for number, place in enumerate(match.places, 1)],
        decision="" if match.turn is None else match.game.decision(match.state),
        clock_left=round(clock.left_ms(house, match) / 1000, 1),
        watchers=match.watcher_names,
    )


def _seat(number: int, place: Place) -> SeatRow:
    bot = None if place.bot is None else place.bot.level
    player = place.player
    return SeatRow(
        seat=number,
        name=place.name,
        bot=bot,
        presence=place.presence.value,
        cause=place.cause,
        connection=None if player is None else player.connection,
    )


def _asleep(row: MatchRow, card: Unfinished) -> MatchPage:
    levels = card.bots or (None,) * len(card.players)
    seats = [
        SeatRow(number, name, level, "gone", "", None)
        for number, (name, level) in enumerate(zip(card.players, levels, strict=True), 1)
    ]
    return _page(row, card.agreement, seats)


def _seats_of_room(room: Room) -> list[SeatRow]:
    rows = []
    for number, (player, bot) in enumerate(zip(room.players, room.bots, strict=True), 1):
        if player is not None:
            rows.append(SeatRow(number, player.name, None, "here", "", player.connection))
        elif bot is not None:
            rows.append(SeatRow(number, bot.name, bot.level, "here", "", None))
    return rows


def _over(story: Story) -> MatchPage:
    begun, ended = story.begun, story.ended
    levels = begun.bots or (None,) * len(begun.players)
    seats = [
        SeatRow(number, name, level, "gone", "", None)
        for number, (name, level) in enumerate(zip(begun.players, levels, strict=True), 1)
    ]
    row = MatchRow(
        match=begun.match,
        game=begun.agreement.game,
        state="over",
        players=begun.players,
        turn=None,
        number=len(story.lines),
        quiet=None,
        watchers=0,
        private=begun.agreement.private,
        title=begun.agreement.title,
    )
    outcome = None if ended is None else ended.outcome
    return _page(
        row,
        begun.agreement,
        seats,
        reason="" if ended is None else ended.reason,
        winners=() if outcome is None else tuple(seat + 1 for seat in outcome.winners),
    )
