"""What simulated people say to each other, and what each of them may hear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from eriantys.wire import from_client as client
from eriantys.wire import from_server as server
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from tests.simulation.plan import check, pick

if TYPE_CHECKING:
    from tests.simulation.mind import Mind
    from tests.simulation.people import Person

HEARD_IN = {
    "lobby": ("lobby", "queued", "asked", "seated", "after"),
    "match": ("seated", "playing", "after"),
    "team": ("playing",),
    "watchers": ("watching",),
}
"""By audience: where it is heard."""

_TEXT = re.compile(r"line (\d+) of (\S+) to (\w+)")


class Ears:
    """What one connection has heard of the others."""

    def __init__(self) -> None:
        self.muted: set[str] = set()
        self.sure = True
        """Whether the server surely has the same idea of who is muted."""
        self._heard_again: set[str] = set()
        """Whom one wanted to hear again."""
        self._lobby: dict[str, int] = {}
        """By name: the number of the latest line in the lobby."""

    def mute(self, names: tuple[str, ...]) -> None:
        """Take in whom one does not want to hear, as the server says."""
        check(len(set(names)) == len(names), f"muted more than once: {names}")
        self.muted = set(names)

    def wants(self, message: client.Mute) -> None:
        """Note that one wants to hear somebody again."""
        if not message.muted:
            self._heard_again.add(message.name)

    def unsure(self) -> None:
        """Note that some answer was missed."""
        self.sure = False
        self.muted -= self._heard_again

    def hear(self, mind: Mind, message: server.ServerChat) -> None:
        """Check that these lines are for somebody in this place."""
        # Whoever was taken elsewhere while a line was kept hears it all the same.
        own = [line.name for line in message.lines] == [mind.name]
        check(own or mind.place in HEARD_IN[message.to], f"{message} in {mind.place}")
        check((message.match is None) == (message.to == "lobby"), f"{message}: which match?")
        check(message.lines, "a chat without a line")
        ages = [line.ago_ms for line in message.lines]
        check(ages == sorted(ages, reverse=True), f"{message} is out of order")
        if message.match is not None and not own:
            check(message.match in _within_earshot(mind), f"{message} is for others")
        for line in message.lines:
            self._hear_line(mind, message, line)

    def _hear_line(self, mind: Mind, message: server.ServerChat, line: Said) -> None:
        to = message.to
        check(line.name not in self.muted, f"{line} of somebody who is muted")
        found = _TEXT.fullmatch(line.text)
        assert found is not None, f"nobody said {line}"
        check((found[2], found[3]) == (line.name, to), f"{line} was told to {to}")
        said_to, said_at = mind.records.spoken[line.text]
        check(to == said_to, f"{line} was said to {said_to}, not to {to}")
        check(to == "lobby" or message.match == said_at, f"{message} was said at {said_at}")
        mind.tally.add(f"heard {to}")
        table = mind.table
        if to == "team":
            assert table is not None
            players, teams = table.started.players, table.started.teams
            (side,) = (side for side in teams if table.seat in side)
            check(players.index(line.name) in side, f"{line} is of the other side")
        elif to == "lobby":
            # Whoever hears the lobby hears each line once, wherever they were meanwhile.
            before = self._lobby.get(line.name, -1)
            check(int(found[1]) > before, f"{line} after number {before}")
            self._lobby[line.name] = int(found[1])


def _within_earshot(mind: Mind) -> list[int | None]:
    """List the matches at which somebody is: two, where one is played once more."""
    once_more = mind.records.once_more
    if mind.table is not None:
        return [mind.table.match]
    if mind.room is not None:
        return [mind.room.match, once_more.get(mind.room.match)]
    assert mind.past is not None
    before = mind.past.match
    return [before, *(room for room, after in once_more.items() if after == before)]


def chat(person: Person) -> None:
    """Say something, mostly where it will be heard."""
    chance, place = person.chance, person.mind.place
    fitting = [to for to, places in HEARD_IN.items() if place in places]
    anyone: Sequence[Any] = get_args(Audience) if chance.random() < 0.1 else fitting
    to: Audience = chance.choice(anyone)
    person.lines += 1
    text = f"line {person.lines} of {person.name} to {to}"
    if chance.random() < 0.05:
        text = chance.choice(("\x1b[2J", " ", "a\u202eb", "Z" + "\u0351" * 9))
    times = 1 if chance.random() < 0.9 else 8
    person.say(*[client.Chat(to, text)] if times == 1 else _many(person, to, times))


def _many(person: Person, to: Audience, times: int) -> list[client.Chat]:
    """Say more than anybody may at once."""
    lines = []
    for _ in range(times):
        person.lines += 1
        lines.append(client.Chat(to, f"line {person.lines} of {person.name} to {to}"))
    return lines


def mute(person: Person) -> None:
    """Mute somebody, or hear them again."""
    chance = person.chance
    names = [other.name for other in person.world.people]
    name = pick(chance, [(9, chance.choice(names)), (1, "nobody")])
    person.say(client.Mute(name, chance.random() < 0.6))
