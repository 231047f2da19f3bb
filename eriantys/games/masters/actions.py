"""Every action of the game as a small number, and what the number means.

Actions are numbers because playouts make millions of them. The constructors below give
the number for a meaning, and `MEANINGS` gives the meaning for a number; nothing else
needs to know how they are counted.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

from eriantys.games.masters.names import COLOURS, DEPOT_SIZES, LEVELS, LINES, RESOURCES, SOURCES

Action: TypeAlias = int


class Kind(Enum):
    """The ways to act."""

    LEADER_PLAY = "leader play"
    LEADER_DISCARD = "leader discard"
    TAKE = "take"
    WHITE = "white"
    PUT = "put"
    BACK = "back"
    DISCARD = "discard"
    DISCARD_REST = "discard rest"
    SWAP = "swap"
    MOVE = "move"
    BUY = "buy"
    PAY = "pay"
    BASIC = "produce basic"
    CARD = "produce card"
    LEADER = "produce leader"
    DONE = "done"
    END = "end"


class Meaning(NamedTuple):
    """What an action says: its kind and up to three numbers."""

    kind: Kind
    first: int = 0
    second: int = 0
    third: int = 0


DEALT = 4
"""Leaders that everybody is dealt."""
HAND = 2
"""Leaders that everybody keeps."""
DEPOTS = range(3)
"""The depots of the warehouse; those of leaders follow."""
LEADER_DEPOTS = range(3, len(DEPOT_SIZES))
SLOTS = range(3)
ANY = -1
"""Stands for the only slot, or the only depot, that there is for it."""

_KINDS = range(len(RESOURCES))
_ALL_DEPOTS = range(len(DEPOT_SIZES))
_BETWEEN = tuple(
    pair
    for depot in DEPOTS
    for leader in LEADER_DEPOTS
    for pair in ((depot, leader), (leader, depot))
)

MEANINGS: tuple[Meaning, ...] = (
    *(Meaning(Kind.LEADER_PLAY, slot) for slot in range(HAND)),
    *(Meaning(Kind.LEADER_DISCARD, slot) for slot in range(DEALT)),
    *(Meaning(Kind.TAKE, line) for line in range(len(LINES))),
    *(Meaning(Kind.WHITE, kind) for kind in _KINDS),
    *(Meaning(Kind.PUT, kind, depot) for kind in _KINDS for depot in (ANY, *_ALL_DEPOTS)),
    *(Meaning(Kind.BACK, depot) for depot in _ALL_DEPOTS),
    *(Meaning(Kind.DISCARD, kind) for kind in _KINDS),
    Meaning(Kind.DISCARD_REST),
    *(Meaning(Kind.SWAP, one, other) for one in DEPOTS for other in DEPOTS if one < other),
    *(Meaning(Kind.MOVE, start, end) for start, end in _BETWEEN),
    *(
        Meaning(Kind.BUY, colour, level, slot)
        for colour in range(len(COLOURS))
        for level in LEVELS
        for slot in (ANY, *SLOTS)
    ),
    *(Meaning(Kind.PAY, kind, source) for kind in _KINDS for source in range(len(SOURCES))),
    *(
        Meaning(Kind.BASIC, one, other, made)
        for one, other in combinations_with_replacement(_KINDS, 2)
        for made in _KINDS
    ),
    *(Meaning(Kind.CARD, slot) for slot in SLOTS),
    *(Meaning(Kind.LEADER, slot, made) for slot in range(HAND) for made in _KINDS),
    Meaning(Kind.DONE),
    Meaning(Kind.END),
)
"""What each action says, by its number. All but levels count from 0 here."""

_NUMBERS = {meaning: number for number, meaning in enumerate(MEANINGS)}

# Where the actions of a kind begin, and tables for those that are not counted evenly: the
# constructors below are called for every offer of every position of a search.
_FIRST = {meaning.kind: number for number, meaning in reversed([*enumerate(MEANINGS)])}
_LEADER_PLAY, _LEADER_DISCARD = _FIRST[Kind.LEADER_PLAY], _FIRST[Kind.LEADER_DISCARD]
_TAKE, _WHITE, _PUT = _FIRST[Kind.TAKE], _FIRST[Kind.WHITE], _FIRST[Kind.PUT]
_BACK, _DISCARD, _BUY = _FIRST[Kind.BACK], _FIRST[Kind.DISCARD], _FIRST[Kind.BUY]
_PAY, _CARD, _LEADER = _FIRST[Kind.PAY], _FIRST[Kind.CARD], _FIRST[Kind.LEADER]
_PLACES = len(DEPOT_SIZES) + 1


def _by_numbers(kind: Kind, count: int) -> dict[tuple[int, ...], Action]:
    return {
        (meaning.first, meaning.second, meaning.third)[:count]: number
        for meaning, number in _NUMBERS.items()
        if meaning.kind is kind
    }


_SWAPS, _MOVES = _by_numbers(Kind.SWAP, 2), _by_numbers(Kind.MOVE, 2)
_BASICS = _by_numbers(Kind.BASIC, 3)


def every(*kinds: Kind) -> tuple[Action, ...]:
    """List all actions of some kinds, but for those that leave the place open."""
    return tuple(
        action
        for action, meaning in enumerate(MEANINGS)
        if meaning.kind in kinds and ANY not in meaning
    )


def play_leader(slot: int) -> Action:
    """Play a leader from hand."""
    return _LEADER_PLAY + slot


def discard_leader(slot: int) -> Action:
    """Discard a leader from hand."""
    return _LEADER_DISCARD + slot


def take(line: int) -> Action:
    """Take a row or column of the market."""
    return _TAKE + line


def white(kind: int) -> Action:
    """Let a white marble be this resource."""
    return _WHITE + kind


def put_into(kind: int, depot: int = ANY) -> Action:
    """Put one good of this kind into a depot."""
    return _PUT + _PLACES * kind + depot - ANY


def back(depot: int) -> Action:
    """Take a good that came in this action out of a depot again."""
    return _BACK + depot


def discard(kind: int) -> Action:
    """Throw away one good of this kind that came from the market."""
    return _DISCARD + kind


def swap(one: int, other: int) -> Action:
    """Let two depots of the warehouse change contents."""
    return _SWAPS[min(one, other), max(one, other)]


def move(start: int, end: int) -> Action:
    """Move one good between a depot of the warehouse and one of a leader."""
    return _MOVES[start, end]


def buy(colour: int, level: int, slot: int = ANY) -> Action:
    """Buy the top card of a pile for a slot."""
    return _BUY + (len(SLOTS) + 1) * (len(LEVELS) * colour + level - 1) + slot - ANY


def pay(kind: int, source: int) -> Action:
    """Pay one good of this kind out of a source."""
    return _PAY + len(SOURCES) * kind + source


def basic(one: int, other: int, made: int) -> Action:
    """Let the board turn two goods into one."""
    return _BASICS[min(one, other), max(one, other), made]


def use_card(slot: int) -> Action:
    """Let the top card of a slot produce."""
    return _CARD + slot


def use_leader(slot: int, made: int) -> Action:
    """Let a leader produce a good of one's choice."""
    return _LEADER + len(RESOURCES) * slot + made


DISCARD_REST: Action = _NUMBERS[Meaning(Kind.DISCARD_REST)]
"""Throw away all goods from the market that are not stored."""
DONE: Action = _NUMBERS[Meaning(Kind.DONE)]
"""Choose no more powers: pay, and produce."""
END: Action = _NUMBERS[Meaning(Kind.END)]
"""End the turn."""
