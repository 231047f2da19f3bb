"""What people usually do at a match: play, look on, vote, and perhaps play it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from eriantys.wire import from_client as client
from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_server import Request
from tests.simulation.ballots import ALL
from tests.simulation.company import invite, look_back
from tests.simulation.nonsense import strange_action
from tests.simulation.plan import pick

if TYPE_CHECKING:
    from tests.simulation.people import Person


def nothing(_person: Person) -> None:
    """Wait and see."""


def leave(person: Person) -> None:
    """Leave the place one has."""
    person.say(client.Leave())


def _sync(person: Person) -> None:
    person.say(client.Sync())


def playing(person: Person) -> None:
    """Answer what is asked, or wait for the others."""
    request = person.mind.request
    table = person.mind.table
    assert table is not None
    if table.started.code and person.chance.random() < 0.2:
        invite(person, table.started.code)
    if not person.sensible and person.chance.random() < (0.3 if table.poll else 0.02):
        _vote(person)
    elif not person.sensible and person.chance.random() < person.world.plan.restless:
        leave(person)
    elif table.paused and not person.sensible and person.chance.random() < 0.97:
        nothing(person)
    elif table.suspended:
        impatient = table.turn == table.seat and person.chance.random() < 0.7
        (_early_move if impatient else pick(person.chance, _SUSPENDED))(person)
    elif not table.view.get("standing", ALL)[table.seat or 0]:
        pick(person.chance, _OUT_OF_GAME)(person)
    elif request is None or person.mind.replied == request.id:
        pick(person.chance, _OUT_OF_TURN if not person.sensible else [(1, nothing)])(person)
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
    (0.3, look_back),
    (1, _old_move),
    (0.3, _early_move),
    (0.1, leave),
    (0.06, _resign),
]
_OUT_OF_TURN: list[tuple[float, _Deed]] = [
    (16, nothing),
    (0.6, _sync),
    (0.5, look_back),
    (0.6, _old_move),
    (0.6, _early_move),
    (0.3, _early_undo),
    (0.12, leave),
    (0.05, _resign),
]
_OUT_OF_GAME: list[tuple[float, _Deed]] = [
    (6, nothing),
    (0.4, _sync),
    (0.4, _early_move),
    (0.4, _resign),
    (0.1, leave),
]
_SUSPENDED: list[tuple[float, _Deed]] = [
    (6, nothing),
    (1, _early_move),
    (0.3, _early_undo),
    (0.3, _sync),
    (1.5, leave),
    (0.03, _resign),
]


def _vote(person: Person) -> None:
    """Propose something, or vote about what somebody has proposed; mostly sensibly."""
    chance, table = person.chance, person.mind.table
    assert table is not None
    if chance.random() < 0.08:
        about: Ballot = chance.choice(get_args(Ballot))
        choice: Choice = chance.choice(get_args(Choice))
    elif table.suspended:
        about = "missing"
        choice = chance.choice(("end", "wait", "bot", "bot"))
    else:
        about = "go-on" if table.paused else chance.choice(("pause", "time"))
        if table.poll is not None and chance.random() < 0.95:
            about = table.poll.about  # type: ignore[assignment]
        choice = "yes" if chance.random() < 0.9 else "no"
    person.say(client.Vote(about, choice))


def after(person: Person) -> None:
    """Look at the result for a while, and perhaps play again."""
    mind, chance = person.mind, person.chance
    again = 0.0 if person.sensible else 4.0 if mind.once_more else 2.0
    pick(
        chance,
        [
            (3, nothing),
            (1 if person.sensible else 0.3, leave),
            (again, lambda person: person.say(client.Rematch(chance.randbytes(16)))),
            (0.5, look_back),
        ],
    )(person)


def watching(person: Person) -> None:
    """Look on."""
    pick(
        person.chance,
        [
            (9, nothing),
            (2, _sync),
            (0.7, look_back),
            (0.25, leave),
            (0 if person.sensible else 4, _read_slowly),
            (0 if person.sensible else 0.5, _look_again),
        ],
    )(person)


def _look_again(person: Person) -> None:
    """Leave and come back in one breath, and perhaps say something first."""
    table = person.mind.table
    assert table is not None
    sync = [client.Sync()] * person.chance.randint(0, 8)
    person.say(*sync, client.Leave(), client.Watch(table.match))


def _read_slowly(person: Person) -> None:
    """Let what comes lie for a while, and mostly have some more of it come."""
    person.read_slowly()
    person.say(*[client.Sync()] * person.chance.randint(0, 2))
