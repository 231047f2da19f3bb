"""What must hold when everything has arrived: clients, server and store say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.server.session import Session
from tests.simulation.ledger import plain
from tests.simulation.link import Link
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.mind import Mind
    from tests.simulation.world import World


def compare_everything(world: World) -> None:
    """Let everything arrive, then compare."""
    world.settle()
    house = world.core.house
    check(not house.staged and not house.locks, f"{house.staged} {house.locks} at rest")
    for person in world.people:
        if person.link is not None:
            session = house.sessions.get(person.link.number)
            assert session is not None, f"{person.name} does not know that it is over"
            _compare_client(world, person.mind, session)
            _compare_link(world, person.link, session)
    for automaton in world.automata.living:
        if automaton.link is not None:
            session = house.sessions.get(automaton.link.number)
            assert session is not None, f"{automaton.name} does not know that it is over"
            _compare_client(world, automaton.mind, session)
            _compare_link(world, automaton.link, session)
    statuses = world.ledger.statuses()
    unfinished = {
        number: status == "suspended"
        for number, status in statuses.items()
        if status != "ended"
    }
    on_shelf = {number: card.suspended for number, card in house.shelf.cards.items()}
    check(on_shelf == unfinished, f"the shelf has {on_shelf}, the store {unfinished}")
    for match in house.matches.values():
        world.ledger.compare_loaded(match)
    _check_guests(world, unfinished)


def _compare_link(world: World, link: Link, session: Session) -> None:
    """See to it that nobody is left unheard or untold for no reason."""
    slowed = world.core.house.timers.due(("slow", link.number)) is not None
    check(link.heeded is not slowed, f"{session!r} is heeded or not")
    check(not link.behind and not session.behind, f"{session!r} is told nothing for ever")
    check(link.slack == (session.state.value == "watching"), f"{session!r} may miss things?")
    if link.heeded and not link.spoilt:
        check(not link.said, f"{session!r} said {link.said}, and nobody heard it")
    elif not link.heeded:
        world.tally.add("heard more slowly")


def _compare_client(world: World, mind: Mind, session: Session) -> None:
    house, who = world.core.house, f"{session!r}"
    world.tally.add(f"place {session.state.value}")
    check(mind.place == session.state.value, f"{who} thinks it is in {mind.place}")
    check(mind.name == session.name, f"{who} thinks it is {mind.name}")
    if mind.ears.sure:
        check(mind.ears.muted == set(session.muted.values()), f"{who} mutes others")
    if mind.place == "lobby" and not house.changed_rooms:
        rooms = {number: room.card() for number, room in house.rooms.items() if room.joinable}
        check(plain_cards(mind.rooms) == plain_cards(rooms), f"{who} has another list")
    if mind.place == "asked":
        assert mind.request is not None, f"{who} was not asked"
        assert session.question is not None, f"{who} is asked nothing"
        check(mind.request.id == session.question.id, f"{who} has another question")
    if mind.place == "seated":
        assert mind.room is not None
        assert session.room is not None
        seat = session.seat or 0
        check(
            (mind.room.match, mind.room.seat) == (session.room.id, seat), f"{who} sits where?"
        )
        check(session.room.nonces[seat] in mind.offers.brought, f"{who} brought another share")
    if mind.place in ("playing", "watching"):
        _compare_table(world, mind, session)


def plain_cards(cards: object) -> object:
    """Make lists of rooms comparable, whatever road they took."""
    assert isinstance(cards, dict)
    return sorted((number, repr(card)) for number, card in cards.items())


def _compare_table(world: World, mind: Mind, session: Session) -> None:
    table, match, who = mind.table, session.match, f"{session!r}"
    assert table is not None
    assert match is not None
    check((table.match, table.seat) == (match.id, session.seat), f"{who} is where?")
    check(table.number == match.number, f"{who} is at {table.number}, not {match.number}")
    check(table.turn == match.turn, f"{who} thinks it is the turn of {table.turn}")
    check(table.view == plain(match.game.view(match.state, session.seat)), f"{who}: the view")
    check(table.decision == match.game.decision(match.state), f"{who}: {table.decision}")
    check(table.suspended == match.suspended, f"{who} does not know of the suspension")
    check(table.paused == match.paused, f"{who} does not know of the pause")
    if session.bot:
        # One that is about to be suspended, for want of people, asks nobody.
        stands_still = match.paused or match.deserted
        _compare_request(mind, session, asked=match.turn == session.seat and not stands_still)
        world.tally.add("compared bots")
        return
    check(table.away == set(match.away), f"{who} thinks that {table.away} are away")
    check(table.stand_ins == set(match.stand_ins), f"{who}: {table.stand_ins} have bots?")
    check(sorted(table.watchers) == sorted(match.watcher_names), f"{who}: {table.watchers}")
    told = None if table.poll is None else (table.poll.about, table.poll.votes)
    votes = match.poll and tuple(map(match.poll.votes.get, range(len(match.places))))
    stands = None if match.poll is None else (match.poll.about, votes)
    check(told == stands, f"{who} thinks the vote is {told}, not {stands}")
    _compare_request(mind, session, asked=match.turn == session.seat and not match.suspended)
    world.tally.add("compared views" if session.seat is not None else "compared watchers")


def _compare_request(mind: Mind, session: Session, *, asked: bool) -> None:
    match, who = session.match, f"{session!r}"
    assert match is not None
    if asked:
        assert mind.request is not None, f"{who} was not asked"
        check(mind.request.id == match.number + 1, f"{who} was asked {mind.request}")
        game, guided = match.game, match.agreement.guidance == "full"
        listed = (game.legal if guided else game.candidates)(match.state)
        expected = tuple(map(game.format, listed))
        offered = (mind.request.legal, mind.request.candidates)
        wanted = (expected, None) if guided else (None, expected)
        check(offered == wanted, f"{who} was offered {offered}")
        check(mind.request.undo == match.can_undo(), f"{who}: undo or not?")
    else:
        before = session.bot and (match.paused or match.deserted)
        check(before or mind.request is None, f"{who} thinks it was asked {mind.request}")


def _check_guests(world: World, unfinished: dict[int, bool]) -> None:
    """See to it that guests are kept exactly as long as they have something to play."""
    playing = {
        name.lower()
        for number in unfinished
        for name in world.ledger.players(number)
        if name.startswith("Guest")
    }
    kept = world.ledger.guests()
    check(kept == playing, f"guests {sorted(kept ^ playing)} are kept and need not, or not")
