"""The list of open matches: all of it for whoever enters, then what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eriantys.server.chat.earlier import tell_lobby
from eriantys.server.house import House
from eriantys.server.lobby.running import show_running
from eriantys.server.session import Session, State
from eriantys.wire.cards import RoomCard, SavedCard
from eriantys.wire.from_client import List
from eriantys.wire.from_server import Matches
from eriantys.wire.messages import write

CARDS_AT_ONCE = 200
"""Of some 300 bytes each: more would make frames that nobody should have to expect."""


def enter_lobby(house: House, session: Session) -> None:
    """Let somebody choose what to do next, and show what there is."""
    house.enter(session, State.LOBBY)
    show(house, session)
    tell_lobby(house, session)


def show(house: House, session: Session) -> None:
    """Send the whole list, with this name's own saved matches."""
    low = session.name.lower()
    saved = tuple(
        SavedCard(
            match=card.match,
            game=card.agreement.game,
            players=card.players,
            seat=[name.lower() for name in card.players].index(low),
            suspended=card.suspended,
            bots=card.bots,
        )
        for card in house.shelf.of(low)[-CARDS_AT_ONCE:]
    )
    if house.list_frames is None:
        cards = [room.card() for room in house.rooms.values() if room.joinable]
        first, *others = [*_portions(cards)] or [()]
        frames = [write(Matches(whole=True, open=first))]
        frames += [write(Matches(open=portion)) for portion in others]
        house.list_frames = first, frames
    first, frames = house.list_frames
    if saved:
        house.tell(session, Matches(whole=True, open=first, saved=saved))
    else:
        house.send(session, frames[0])
    for frame in frames[1:]:
        house.send(session, frame)


def show_to_players(house: House, players: Iterable[str]) -> None:
    """Show the list again to those in the lobby one of whose saved matches has changed."""
    for name in players:
        session = house.online.get(name.lower())
        if session is not None and session.state is State.LOBBY:
            show(house, session)


def tell_changes(house: House) -> None:
    """Tell all in the lobby what has changed since they were told last."""
    changed, house.changed_rooms = sorted(house.changed_rooms), set()
    found = [house.rooms.get(number) for number in changed]
    cards = [room.card() for room in found if room is not None and room.joinable]
    still_open = {card.match for card in cards}
    gone = tuple(number for number in changed if number not in still_open)
    audience = [each for each in house.sessions.values() if each.state is State.LOBBY]
    house.tell_all(audience, Matches(open=tuple(cards[:CARDS_AT_ONCE]), gone=gone))
    for rest in _portions(cards[CARDS_AT_ONCE:]):
        house.tell_all(audience, Matches(open=rest))


def _portions(cards: list[RoomCard]) -> Iterator[tuple[RoomCard, ...]]:
    for start in range(0, len(cards), CARDS_AT_ONCE):
        yield tuple(cards[start : start + CARDS_AT_ONCE])


def list_matches(house: House, session: Session, message: List) -> None:
    """Answer `list`."""
    house.wait_anew(session)
    show(house, session)
    if message.running:
        show_running(house, session)
