"""What people usually do in each place that a client can be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eriantys.wire import from_client as client
from eriantys.wire.from_server import GameCard, Request
from tests.simulation.nonsense import strange_action
from tests.simulation.plan import pick

if TYPE_CHECKING:
    from tests.simulation.people import Person


def _nothing(_person: Person) -> None:
    """Wait and see."""


def _leave(person: Person) -> None:
    person.say(client.Leave())


def _sync(person: Person) -> None:
    person.say(client.Sync())


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
    # Whoever is not known yet would lose the name to this one, and a guest's may be free.
    known = [
        other.name for other in person.world.people if other.registered and not other.guest
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
    pick(
        person.chance,
        [
            (4, _nothing),
            (0.5, lambda person: person.say(client.List())),
            (1 if mind.rooms else 3, _create),
            (8 if mind.rooms else 0.2, _join),
            (2, _quick),
            (3, _quick_line),
            (4 if saved else 0.2, _resume),
            (1.5, _watch),
        ],
    )(person)


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
            absence=pick(chance, [(4, "end"), (6, "wait"), (0.3, "bot")]),  # type: ignore
            undo=chance.random() < 0.7,
            seat=chance.randrange(seats) if chance.random() < 0.97 else 15,
        )
    )


def _join(person: Person) -> None:
    chance, rooms = person.chance, person.mind.rooms
    if not rooms or chance.random() < 0.05:
        match = chance.randint(1, person.world.records.highest + 1)
        person.say(client.Join(match, _nonce(person)))
        return
    card = rooms[chance.choice(list(rooms))]
    free = [seat for seat, name in enumerate(card.seats) if name is None]
    seat = pick(chance, [(5, None), (5, chance.choice(free)), (0.4, 0), (0.1, 15)])
    person.say(client.Join(card.match, _nonce(person), seat))


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
    person.say(client.Watch(person.chance.randint(1, person.world.records.highest)))


# In line, and at a match that waits for players.


def queued(person: Person) -> None:
    """Wait in line, mostly."""
    pick(person.chance, [(9, _nothing), (1, _leave)])(person)


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
        _leave(person)
    elif chance.random() < 0.7:
        person.mind.replied = request.id if number == request.id else None
        person.say(client.Answer(number, value))


def seated(person: Person) -> None:
    """Wait for others, and perhaps sit somewhere else."""
    chance, room = person.chance, person.mind.room
    assert room is not None
    seat = chance.randrange(len(room.room.seats)) if chance.random() < 0.95 else 15
    pick(
        chance,
        [
            (12, _nothing),
            (1, lambda person: person.say(client.TakeSeat(seat))),
            (0.5, lambda person: person.say(client.TakeSeat(nonce=_nonce(person)))),
            (0.3, lambda person: person.say(client.TakeSeat(seat, _nonce(person)))),
            (0.3, _leave),
        ],
    )(person)


# At a match.


def playing(person: Person) -> None:
    """Answer what is asked, or wait for the others."""
    request = person.mind.request
    table = person.mind.table
    if not person.sensible and person.chance.random() < person.world.plan.restless:
        _leave(person)
    elif table is not None and table.suspended:
        impatient = table.turn == table.seat and person.chance.random() < 0.7
        (_early_move if impatient else pick(person.chance, _SUSPENDED))(person)
    elif table is not None and not table.view.get("standing", _ALL)[table.seat or 0]:
        pick(person.chance, _OUT_OF_GAME)(person)
    elif request is None or person.mind.replied == request.id:
        pick(person.chance, _OUT_OF_TURN if not person.sensible else [(1, _nothing)])(person)
    elif person.sensible:
        _move(person)
    elif person.world.now >= person.stalls_until:
        undo = 3.0 if request.undo else 0.2
        pick(person.chance, [*_ON_TURN, (undo, _undo)])(person)


def _choice(person: Person, request: Request) -> str:
    """Choose among what is offered, mostly by words first: so rare moves are met as well."""
    actions = [str(action) for action in request.legal or request.candidates or ()]
    if person.chance.random() < 0.75:
        by_words: dict[str, list[str]] = {}
        for action in actions:
            by_words.setdefault(action.rstrip("0123456789"), []).append(action)
        actions = person.chance.choice(list(by_words.values()))
    return person.chance.choice(actions)


def _move(person: Person) -> None:
    request = person.mind.request
    assert request is not None
    _send_move(person, request.id, _choice(person, request))
    if person.chance.random() < 0.05 and not person.sensible:
        # Impatient fingers: the same answer again, before the first has come back.
        _send_move(person, request.id, person.mind.moves[-1][1])


def _send_move(person: Person, request: int, action: str) -> None:
    person.mind.replied = request
    person.mind.moves.append((request, action))
    person.say(client.Move(request, action))


def _strange_move(person: Person) -> None:
    request = person.mind.request
    assert request is not None
    _send_move(person, request.id, strange_action(person.chance))


def _old_move(person: Person) -> None:
    if person.mind.moves:
        number, action = person.chance.choice(person.mind.moves)
        person.say(client.Move(number, action))


def _early_move(person: Person) -> None:
    table = person.mind.table
    assert table is not None
    person.say(client.Move(table.number + person.chance.randint(1, 3), "pass"))


def _undo(person: Person) -> None:
    request = person.mind.request
    assert request is not None
    person.mind.replied = request.id
    person.say(client.Undo(request.id))


def _early_undo(person: Person) -> None:
    table = person.mind.table
    assert table is not None
    person.say(client.Undo(table.number + 1))


def _try(person: Person) -> None:
    request = person.mind.request
    assert request is not None
    more = [strange_action(person.chance)] if person.chance.random() < 0.3 else []
    person.say(client.Try(request.id, (_choice(person, request), *more)))


def _resign(person: Person) -> None:
    person.say(client.Resign())


_Deed = Callable[["Person"], None]

_ON_TURN: list[tuple[float, _Deed]] = [
    (26, _move),
    (2, _strange_move),
    (2, _try),
    (0.6, _sync),
    (1, _old_move),
    (0.3, _early_move),
    (0.1, _leave),
    (0.06, _resign),
]
_OUT_OF_TURN: list[tuple[float, _Deed]] = [
    (16, _nothing),
    (0.6, _sync),
    (0.6, _old_move),
    (0.6, _early_move),
    (0.3, _early_undo),
    (0.12, _leave),
    (0.05, _resign),
]
_ALL = (True,) * 16
"""Who is still in a game that puts nobody out."""
_OUT_OF_GAME: list[tuple[float, _Deed]] = [
    (6, _nothing),
    (0.4, _sync),
    (0.4, _early_move),
    (0.4, _resign),
    (0.1, _leave),
]
_SUSPENDED: list[tuple[float, _Deed]] = [
    (6, _nothing),
    (1, _early_move),
    (0.3, _early_undo),
    (0.3, _sync),
    (1.5, _leave),
    (0.03, _resign),
]


def after(person: Person) -> None:
    """Look at the result for a while."""
    pick(person.chance, [(1, _nothing), (1, _leave)])(person)


def watching(person: Person) -> None:
    """Look on."""
    pick(person.chance, [(16, _nothing), (1, _sync), (0.5, _leave)])(person)


HABITS: dict[str, _Deed] = {
    "new": new,
    "lobby": lobby,
    "queued": queued,
    "asked": asked,
    "seated": seated,
    "playing": playing,
    "after": after,
    "watching": watching,
}
