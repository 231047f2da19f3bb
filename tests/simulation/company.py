"""What people know of each other besides what the server tells: codes, and old times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.wire import from_client as client
from tests.simulation.plan import pick

if TYPE_CHECKING:
    from tests.simulation.people import Person


def a_code(person: Person) -> str:
    """Type an invitation that one was given, in one's own way."""
    chance = person.chance
    code = chance.choice(person.invitations[-3:])
    typed = [(6, code), (2, code.lower()), (2, code.replace("-", "")), (0.3, code[:-1])]
    return pick(chance, typed)


def invite(person: Person, code: str) -> None:
    """Tell somebody a code; most likely one who would like to look on."""
    people = person.world.people
    curious = [other for other in people if other.curious]
    friends = curious if curious and person.chance.random() < 0.6 else people
    person.chance.choice(friends).invitations.append(code)


def look_back(person: Person) -> None:
    """Ask what has happened in some match, or how somebody has fared."""
    chance, mind = person.chance, person.mind
    if chance.random() < 0.3:
        names = ["", *(other.name for other in person.world.people), "nobody"]
        before = pick(chance, [(4, None), (1, chance.randint(0, 30))])
        person.say(client.Results(chance.choice(names), before))
        return
    match = chance.randint(1, person.world.records.highest + 1)
    table = mind.table or mind.past
    if table is not None and chance.random() < 0.7:
        match = table.match
    line = pick(chance, [(3, 0), (2, chance.randint(0, 30))])
    code = a_code(person) if person.invitations and chance.random() < 0.5 else ""
    person.say(client.History(match, line, code))
