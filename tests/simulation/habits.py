"""What people usually do in each place that a client can be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args

from eriantys.wire import from_client as client
from eriantys.wire.cards import GameCard
from eriantys.wire.fields import Level
from tests.simulation.company import a_code, invite, look_back
from tests.simulation.plan import pick
from tests.simulation.playing import after, leave, nothing, playing, watching

if TYPE_CHECKING:
    from tests.simulation.people import Person


# Before the login.


def new(person: Person) -> None:
    """Log in, rightly or wrongly."""
    mind = person.mind
    if mind.request is None or mind.replied is not None:
        return
    if person.world.now < person.stalls_until:
        return
    mind.replied = mind.request.id
    if person.sensible or person.chance.random() < 0.85:
        take_over = mind.error == "already-connected" or person.chance.random() < 0.2
        # A guest's name may have been let go of meanwhile: then there is nothing to prove.
        proves = person.chance.random() < (0.3 if person.guest else 0.8)
        if person.registered and mind.error != "unknown-name" and proves:
            person.say(client.Login(person.name, proof=person.prove(), take_over=take_over))
        else:
            key, guest = person.key, person.guest
            person.say(client.Login(person.name, key=key, guest=guest, take_over=take_over))
        return
    # Whoever is not known yet would lose the name to this one; a guest's may be free, and any
    # may be where there is an operator who frees names.
    known = [
        other.name
        for other in person.world.people
        if other.registered and not other.guest and not person.world.plan.orders
    ]
    wrong: list[tuple[float, client.Login]] = [
        (1, client.Login(person.name, proof=bytes(32))),
        (1, client.Login(f"nobody-{person.index}", proof=bytes(32))),
        (1, client.Login(person.chance.choice(known), key=b"w" * 32) if known else _BAD_NAME),
        (1, _BAD_NAME),
        (1, client.Login(person.name, key=person.key, guest=person.guest, protocol=99)),
    ]
    person.say(pick(person.chance, wrong))


_BAD_NAME = client.Login("no spaces, please", key=bytes(32))


# In the lobby.


def lobby(person: Person) -> None:
    """Look for something to play."""
    if person.world.now < person.stalls_until:
        return
    mind, saved = person.mind, bool(person.mind.saved)
    if saved and person.chance.random() < 5 * person.world.plan.restless:
        _resume(person)
        return
    if person.curious and not person.sensible and person.chance.random() < 0.8:
        (_watch if mind.running or person.invitations else _look_around)(person)
        mind.running = ()
        return
    pick(
        person.chance,
        [
            (4, nothing),
            (0.5, lambda person: person.say(client.List())),
            (1, _look_around),
            (0.7, look_back),
            (1 if mind.rooms else 3, _create),
            (8 if mind.rooms or person.invitations else 0.2, _join),
            (2, _quick),
            (3, _quick_line),
            (4 if saved else 0.2, _resume),
            (5 if mind.running else 1.5, _watch),
        ],
    )(person)


def _look_around(person: Person) -> None:
    person.say(client.List(running=True))


def _nonce(person: Person) -> bytes:
    return person.chance.randbytes(16)


def _card(person: Person) -> GameCard:
    wanted = person.chance.choice(person.world.plan.games)
    return next(card for card in person.mind.games if card.id == wanted)


def _options(person: Person, card: GameCard) -> dict[str, Any]:
    chance = person.chance
    options: dict[str, Any] = {}
    for name, default in card.options.items():
        if chance.random() < 0.7:
            good = chance.random() < 0.5 if isinstance(default, bool) else chance.randint(1, 2)
            options[name] = good if chance.random() < 0.97 else "wrong"
    if chance.random() < 0.03:
        options["colour"] = 1
    return options


def _seats(person: Person, card: GameCard) -> int:
    chance = person.chance
    return chance.choice(card.seats) if chance.random() < 0.97 else chance.choice((9, 16))


def _create(person: Person) -> None:
    chance, card, limits = person.chance, _card(person), person.world.plan.limits
    seats = _seats(person, card)
    fitting = chance.randint(limits.turn_least, min(limits.turn_most, 60))
    seconds = pick(chance, [(4, None), (4, fitting), (0.3, limits.turn_most + 1)])
    person.say(
        client.Create(
            game=card.id if chance.random() < 0.98 else "chess",
            seats=seats,
            nonce=_nonce(person),
            options=_options(person, card),
            guidance=chance.choice(("full", "full", "none")),
            turn_seconds=seconds,
            absence=pick(chance, [(4, "end"), (6, "wait"), (4, "bot")]),
            undo=chance.random() < 0.7,
            seat=chance.randrange(seats) if chance.random() < 0.97 else 15,
            title=pick(chance, [(6, ""), (3, "Come in!"), (0.2, "\x1b[2J")]),
            private=chance.random() < 0.3,
            watchers=chance.random() < 0.8,
            bots=_bots(person, seats),
            bot_level=chance.choice(get_args(Level)),
        )
    )


def _bots(person: Person, seats: int) -> tuple[Level, ...]:
    """Choose some company, now and then more than there are seats."""
    chance = person.chance
    if not person.mind.levels and chance.random() < 0.9:
        return ()
    most = min(seats, 4) if chance.random() < 0.05 else min(seats, 4) - 1
    many = chance.randint(0, most) if chance.random() < 0.6 else 0
    return tuple(chance.choice(get_args(Level)) for _ in range(many))


def _join(person: Person) -> None:
    chance, rooms = person.chance, person.mind.rooms
    if person.invitations and chance.random() < 0.5:
        person.say(client.Join(_nonce(person), code=a_code(person)))
        return
    if chance.random() < 0.03:
        person.say(client.Join(_nonce(person), chance.choice((None, 1)), code="ABCD-2345"))
        return
    if not rooms or chance.random() < 0.05:
        match = chance.randint(1, person.world.records.highest + 1)
        person.say(client.Join(_nonce(person), match))
        return
    card = rooms[chance.choice(list(rooms))]
    free = [seat for seat, name in enumerate(card.seats) if name is None]
    seat = pick(chance, [(5, None), (5, chance.choice(free)), (0.4, 0), (0.1, 15)])
    person.say(client.Join(_nonce(person), card.match, seat))


def _quick(person: Person) -> None:
    card, guidance = _card(person), person.chance.choice(("full", "none"))
    seats, options = _seats(person, card), _options(person, card)
    person.say(client.Quick(card.id, _nonce(person), seats, options, guidance))  # type: ignore


def _quick_line(person: Person) -> None:
    person.say(client.Quick(_card(person).id, _nonce(person)))


def _resume(person: Person) -> None:
    chance, saved = person.chance, [card.match for card in person.mind.saved]
    person.say(client.Resume(chance.choice([None, *saved]) if saved else None))


def _watch(person: Person) -> None:
    chance, running = person.chance, person.mind.running
    if person.invitations and chance.random() < 0.4:
        person.say(client.Watch(code=a_code(person)))
    elif running and chance.random() < 0.9:
        person.say(client.Watch(chance.choice(running).match))
    else:
        number = chance.randint(1, person.world.records.highest)
        code = pick(chance, [(9, ""), (1, "ABCD-2345")])
        person.say(client.Watch(pick(chance, [(9, number), (1, None)]), code))


# In line, and at a match that waits for players.


def queued(person: Person) -> None:
    """Wait in line, mostly."""
    pick(person.chance, [(9, nothing), (1, leave)])(person)


def asked(person: Person) -> None:
    """Say what shall be played."""
    request = person.mind.request
    if request is None or person.mind.replied == request.id:
        return
    if person.world.now < person.stalls_until:
        return
    chance = person.chance
    right = chance.choice(request.legal or (1, 2))
    wrong = chance.choice(("wrong", 99, True, "full"))
    old, future = request.id - 1, request.id + 3
    number, value = pick(
        chance,
        [
            (9, (request.id, right)),
            (1, (request.id, wrong)),
            (0.4, (old, 2)),
            (0.3, (future, 2)),
        ],
    )
    if chance.random() < 0.03:
        leave(person)
    elif chance.random() < 0.7:
        person.mind.replied = request.id if number == request.id else None
        person.say(client.Answer(number, value))


def seated(person: Person) -> None:
    """Wait for others, and perhaps sit somewhere else."""
    chance, room = person.chance, person.mind.room
    assert room is not None
    seat = chance.randrange(len(room.room.seats)) if chance.random() < 0.95 else 15
    if room.code and chance.random() < 0.5:
        invite(person, room.code)
    pick(
        chance,
        [
            (12, nothing),
            (1, lambda person: person.say(client.TakeSeat(seat))),
            (0.5, lambda person: person.say(client.TakeSeat(nonce=_nonce(person)))),
            (0.3, lambda person: person.say(client.TakeSeat(seat, _nonce(person)))),
            (0.3, leave),
            (0.6, lambda person: person.say(client.AddBot(chance.choice(get_args(Level))))),
            (0.2, lambda person: person.say(client.AddBot(seat=seat))),
            (0.2, lambda person: person.say(client.RemoveBot(seat))),
        ],
    )(person)


HABITS: dict[str, Callable[[Person], None]] = {
    "new": new,
    "lobby": lobby,
    "queued": queued,
    "asked": asked,
    "seated": seated,
    "playing": playing,
    "after": after,
    "watching": watching,
}
