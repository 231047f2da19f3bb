"""What happens to one client: every byte it hears, every key and every line, from one seed.

A script is made before anybody plays it and does not depend on what the client does, so it can
be played again, and with steps left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from eriantys.client.keys import Click, Event, Key, Paste
from eriantys.client.theme import Depth, Look
from tests.client.fuzz.mutation import Mutator
from tests.client.fuzz.recording import TABLES, Message, Recording, record

MESSAGES = 40
"""How many are told one by one; what was said before comes all at once."""
SIZES = (
    *((80, 24), (80, 24), (100, 32), (130, 42), (79, 23), (99, 31), (90, 28), (200, 60)),
    *((300, 100), (60, 20), (40, 12), (20, 5), (1, 1), (60, 18), (129, 41)),
)
KEYS = (
    *("Enter",) * 8,
    *("Esc", "Esc", "Tab", "S-Tab", "Up", "Down", "Left", "Right", "Home", "End", "PageUp"),
    *("PageDown", "Backspace", "Delete", "C-l", "C-u", "C-w", "C-a", "C-e", "F1", "F12"),
    *"abcdefghijklmnopqrstuvwxyzABNRVLGIHTC0123456789 ?+-=<>[]/.:,",
    *("C-c", "é", "漢", "\u0301"),
)
WAYS = (
    *(("p",), ("p",), ("p", "End"), ("h",), ("h", "Enter"), ("q", "Enter"), ("l", "End")),
    *((":", *"mother 1", "Enter"), ("t", *"hello", "Enter"), ("?", "Down"), ("i",), ("n",)),
    *(("n", "Enter"), ("c", "Right", "Enter"), ("s", "Enter"), ("v", "v"), ("u",), ("T",)),
)
"""Keys that lead somewhere when they come one after the other."""
BEFORE = {"results": ("Esc", "h"), "vote": ("T", "Enter")}
"""By type of a message: the keys by which somebody asks for it."""
AFTER = {"results": ("Enter",), "history": ("p",), "tried": ("Right",), "vote": ("1",)}
"""By type of a message: the keys by which somebody makes use of it."""
BUTTONS = ("left", "left", "left", "right", "middle", "wheel-up", "wheel-down")
LINES = (
    *("board", "characters", "clouds", "school", "school bruno", "island 3", "island 12"),
    *("island", "log", "log all", "log 5", "legal", "time", "help", "rules", "undo"),
    *("vote yes", "vote pause", "vote time", "vote end", "resign", "yes", "no", "leave"),
    *("list", "join 1", "new eriantys 2 expert", "quick", "watch 1", "code ABCD-2345"),
    *("resume", "resume 1", "results", "results ada", "seat 1", "rematch", "say hi", "team hi"),
    *("mute zed", "try assistant 1", "try mother 1, cloud 1", "try red 9", "assistant 1"),
    *("mother 1", "cloud 1", "red 9", "red dining", "play monk", "pick red", "done", "3", "a7"),
    *("retry", "take over", "²", "9" * 40, ","),
)


class Heard(NamedTuple):
    """Bytes come from the server; where there was no connection, there is one again."""

    data: bytes


class Done(NamedTuple):
    """Somebody presses a key, clicks or pastes."""

    event: Event


class Typed(NamedTuple):
    """Somebody types a line."""

    line: str


class Resized(NamedTuple):
    """The window is another from now on."""

    width: int
    height: int


class Passed(NamedTuple):
    """Time passes."""

    seconds: float


class Lost(NamedTuple):
    """The connection breaks."""

    for_good: bool


Step: TypeAlias = Heard | Done | Typed | Resized | Passed | Lost


class Script(NamedTuple):
    """One client, and all that happens to it."""

    plain: bool
    """Whether it is the one that speaks line by line."""
    name: str
    depth: Depth
    look: Look
    ascii_only: bool
    animations: bool
    steps: tuple[Step, ...]


def write(seed: int) -> Script:
    """Make up what happens under a seed."""
    chance = Random(f"client/{seed}")
    plain = chance.random() < 0.3
    table = chance.choice(TABLES)
    told = chance.choice(record(*table))
    everything = [message for each in record(*table) for message in each.messages]
    mutator = Mutator(everything, chance)
    writer = _Writer(chance, mutator, told, plain=plain)
    return Script(
        plain=plain,
        name=told.name,
        depth=chance.choice(list(Depth)),
        look=chance.choice(("dark", "light", "terminal")),
        ascii_only=chance.random() < 0.2,
        animations=chance.random() < 0.3,
        steps=tuple(writer.steps()),
    )


class _Writer:
    """Makes up the steps of one script."""

    def __init__(
        self, chance: Random, mutator: Mutator, told: Recording, *, plain: bool
    ) -> None:
        self._chance = chance
        self._mutator = mutator
        self._told = told
        self._plain = plain
        self._wild = chance.choice((0.05, 0.2, 0.5))
        """How many messages have a changed one before them."""
        self._careless = chance.choice((0.0, 0.0, 0.05))
        """How many are left out, told twice or told too late."""

    def steps(self) -> Iterator[Step]:
        told = self._told.messages
        begin = self._beginning()
        yield Resized(*self._chance.choice(SIZES))
        yield from self._at_once(told[:begin])
        now = _Now(told[:begin])
        for message in self._disordered(told[begin : begin + MESSAGES]):
            if self._chance.random() < self._wild:
                yield from self._strange(message, now)
            now.hear(message)
            yield from self._sensibly(BEFORE.get(message["type"], ()))
            yield Heard(self._mutator.framed(message))
            yield from self._sensibly(AFTER.get(message["type"], ()))
            yield from self._meanwhile()

    def _beginning(self) -> int:
        """Choose from where on messages are told one by one; no type is overlooked."""
        kinds = [message["type"] for message in self._told.messages]
        kind = self._chance.choice(list(dict.fromkeys(kinds)))
        at = self._chance.choice([at for at, each in enumerate(kinds) if each == kind])
        return max(0, at - self._chance.randrange(6))

    def _at_once(self, messages: Sequence[Message]) -> Iterator[Step]:
        yield Heard(b"".join(map(self._mutator.framed, messages)))

    def _disordered(self, messages: Sequence[Message]) -> list[Message]:
        """Leave some messages out, repeat some and swap some."""
        order = list(range(len(messages)))
        for at in range(len(order) - 1):
            if self._chance.random() < self._careless:
                order[at], order[at + 1] = order[at + 1], order[at]
        chosen: list[Message] = []
        for at in order:
            luck = self._chance.random()
            if luck >= self._careless:
                chosen.append(messages[at])
            if luck > 1 - self._careless:
                chosen.append(messages[at])
        return chosen

    def _strange(self, message: Message, now: _Now) -> Iterator[Step]:
        """Say something that no honest server says."""
        luck = self._chance.random()
        if luck < 0.07:
            yield Heard(self._mutator.garbled(self._mutator.framed(message)))
            yield from self._meanwhile()
            yield from self._at_once(self._told.door[:-1])
            return
        base = message if luck < 0.5 else now.fitted(self._mutator.other(), self._chance)
        changed = self._mutator.framed(self._mutator.changed(base))
        for _ in range(self._chance.choice((1, 1, 1, 1, 2))):
            yield Heard(changed)
            yield from self._meanwhile()
        if self._chance.random() < 0.5:
            # Whoever has seen a strange table listens again only after a greeting.
            yield Heard(self._mutator.framed(self._told.messages[0]))

    def _meanwhile(self) -> Iterator[Step]:
        """Let people do something before they hear more."""
        chance = self._chance
        luck = chance.random()
        if luck < 0.1:
            yield Resized(*chance.choice(SIZES))
        elif luck < 0.3:
            yield Passed(chance.choice((0.01, 0.3, 3.0, 100.0)))
        elif luck < 0.32:
            yield Lost(chance.random() < 0.5)
        if chance.random() < 0.15:
            yield from self._act(*map(Key, chance.choice(WAYS)))
        elif chance.random() < 0.6:
            yield from self._act(*(self._event() for _ in range(chance.choice((1, 1, 2, 4)))))

    def _sensibly(self, keys: Sequence[str]) -> Iterator[Step]:
        """Do what belongs to a message, half of the time, and not in haste."""
        if keys and self._chance.random() < 0.5:
            yield Passed(2.0)
            yield from self._act(*map(Key, keys))

    def _act(self, *events: Event) -> Iterator[Step]:
        """Do something; line by line there is nothing but lines."""
        if not self._plain:
            yield from map(Done, events)
        elif self._chance.random() < 0.5:
            strange = self._chance.random() < 0.1
            yield Typed(self._mutator.text() if strange else self._chance.choice(LINES))

    def _event(self) -> Event:
        chance = self._chance
        luck = chance.random()
        if luck < 0.8:
            return Key(chance.choice(KEYS))
        if luck < 0.97:
            return Click(chance.randrange(130), chance.randrange(42), chance.choice(BUTTONS))
        return Paste(self._mutator.text())


class _Now:
    """Where an honest client would be: which match, and which line of its log."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._match: int | None = None
        self._number = 0
        for message in messages:
            self.hear(message)

    def hear(self, message: Message) -> None:
        if message["type"] in ("started", "state", "update"):
            self._match, self._number = message["match"], message["number"]

    def fitted(self, message: Message, chance: Random) -> Message:
        """Let a message be about the match of now, most of the time."""
        if self._match is not None and "match" in message and chance.random() < 0.7:
            message = message | {"match": self._match}
        if message["type"] == "update" and chance.random() < 0.7:
            message = message | {"number": self._number + 1}
        return message
