"""Reading what is particular to Masters of Renaissance in a view that was found readable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from eriantys.client.boards.reading import View, number, part, row, word
from eriantys.games.masters.cards import CARDS, LEADERS, Card, Goods, Leader
from eriantys.games.masters.names import (
    COLOURS,
    DEPOT_SIZES,
    LEVELS,
    MARBLE,
    NOTHING,
    POPE_SPACES,
    RESOURCES,
    START_GOODS,
    TRACK_POINTS,
)

KINDS = range(len(RESOURCES))
PILES = range(len(COLOURS) * len(LEVELS))
MOST_CARDS = 7
"""Whoever owns so many development cards brings the end."""


class Depot(NamedTuple):
    """A depot of a player's board or of a leader."""

    number: int
    kind: int
    """NOTHING for none: a leader's depot is closed then."""
    held: int
    size: int


class Held(NamedTuple):
    """A leader of a player, as far as it can be seen."""

    slot: int
    """From 1, as the notation counts."""
    leader: Leader
    fate: int


def seats(view: View) -> int:
    """Tell how many play."""
    return number(part(view, "table").get("seats"), 1)


def is_solo(view: View) -> bool:
    """Tell whether it is played against Lorenzo."""
    return view.get("lorenzo") is not None


def depots(view: View, seat: int) -> list[Depot]:
    """List the depots of a player: three of the board, and the open ones of leaders."""
    told = part(view, f"depots/{seat}")
    kinds, counts = row(told.get("kinds"), 5), row(told.get("counts"), 5)
    return [
        Depot(at + 1, kinds[at], counts[at], size)
        for at, size in enumerate(DEPOT_SIZES)
        if at < 3 or kinds[at] != NOTHING
    ]


def strongbox(view: View, seat: int) -> Goods:
    """Count what lies in a strongbox."""
    return row(view.get(f"strongbox/{seat}"), 4)[:4]


def stored(view: View, seat: int) -> Goods:
    """Count what lies in the depots, those of leaders included."""
    counts = [0] * len(RESOURCES)
    for depot in depots(view, seat):
        if depot.kind in KINDS:
            counts[depot.kind] += depot.held
    return tuple(counts)


def goods(view: View, seat: int) -> Goods:
    """Count all goods of a player."""
    return together(stored(view, seat), strongbox(view, seat))


def together(one: Goods, other: Goods) -> Goods:
    """Add up two counts of goods."""
    return tuple(first + second for first, second in zip(one, other, strict=True))


def less(one: Goods, other: Goods) -> Goods:
    """Take one count of goods off another; nothing falls below none."""
    return tuple(max(0, first - second) for first, second in zip(one, other, strict=True))


def slots(view: View, seat: int) -> list[list[Card]]:
    """List the cards in each slot of a player, the one on top last."""
    told = view.get(f"slots/{seat}", ())
    return [[CARDS[each] for each in row(slot) if each in CARDS] for slot in told]


def number_of_cards(view: View, seat: int) -> int:
    """Count the development cards of a player."""
    return sum(map(len, slots(view, seat)))


def faith(view: View, seat: int) -> int:
    """Tell on which space a marker stands."""
    return number(part(view, f"player/{seat}").get("faith"))


def cross(view: View) -> int:
    """Tell on which space Lorenzo's cross stands."""
    return number(part(view, "lorenzo").get("cross"))


def tiles(view: View, seat: int) -> tuple[int, ...]:
    """Tell what has become of a player's three favour tiles."""
    return row(part(view, f"player/{seat}").get("tiles"), 3)[:3]


def points(view: View, seat: int) -> int:
    """Tell what a player would score if it ended now."""
    return number(part(view, f"player/{seat}").get("points"))


def track_points(space: int) -> int:
    """Tell what a marker brings where it stands."""
    return max((worth for at, worth in TRACK_POINTS.items() if at <= space), default=0)


def next_report(view: View) -> int | None:
    """Name the next pope space; None after the last report."""
    held = number(part(view, "ending").get("reports"))
    return POPE_SPACES[held] if 0 <= held < len(POPE_SPACES) else None


def top(view: View, pile: int) -> Card | None:
    """Give the visible card of a pile, counted column by column."""
    card = pile_part(view, pile).get("card")
    return CARDS.get(card) if isinstance(card, int) else None


def left(view: View, pile: int) -> int:
    """Count the cards of a pile."""
    return number(pile_part(view, pile).get("left"))


def pile_part(view: View, pile: int) -> View:
    """Give the part of a pile, counted column by column."""
    colour, level = divmod(pile, len(LEVELS))
    return part(view, f"pile/{COLOURS[colour]}/{level + 1}")


def discounts(view: View, seat: int) -> Goods:
    """Tell by how much each resource is cheaper for a player."""
    return row(part(view, f"player/{seat}").get("discounts"), 4)[:4]


def price(view: View, seat: int, card: Card) -> Goods:
    """Tell what a card costs a player."""
    return less(card.cost, discounts(view, seat))


def slots_for(view: View, seat: int, card: Card) -> list[int]:
    """Number the slots on which a card could lie."""
    owned = slots(view, seat)
    return [at + 1 for at, cards in enumerate(owned) if len(cards) == card.level - 1]


def leaders(view: View, seat: int) -> list[Held]:
    """List the leaders of a player that can be seen: all of the own, the played of others."""
    told = part(view, f"leaders/{seat}")
    own = told.get("own")
    if isinstance(own, Mapping):
        pairs = zip(row(own.get("cards")), row(own.get("fates")), strict=False)
        return [
            Held(at, LEADERS[card], fate)
            for at, (card, fate) in enumerate(pairs, 1)
            if card in LEADERS
        ]
    played = told.get("played", ())
    return [Held(slot, LEADERS[card], 1) for slot, card in played if card in LEADERS]


def hidden(view: View, seat: int) -> int:
    """Count the leaders in a player's hand."""
    return number(part(view, f"leaders/{seat}").get("hand"))


def whitened(view: View, seat: int) -> list[int]:
    """List what a white marble gives a player."""
    return [
        held.leader.resource
        for held in leaders(view, seat)
        if held.fate == 1 and held.leader.ability == MARBLE
    ]


def marbles(view: View, line: int) -> list[int]:
    """List the marbles of a row from the left, or of a column from the top."""
    rows = [row(each) for each in part(view, "market").get("rows", ())]
    if line < len(rows):
        return list(rows[line])
    return [each[line - len(rows)] for each in rows]


def slide(view: View) -> int:
    """Tell which marble is on the slide."""
    return number(part(view, "market").get("slide"))


def decision(view: View) -> str:
    """Tell what is being decided."""
    return word(part(view, "turn").get("decision"))


def box(view: View) -> Goods:
    """Count the goods from the market that still wait."""
    return row(part(view, "action").get("box"), 4)[:4]


def fresh(view: View) -> Goods:
    """Count the goods from the market that have been stored in this action."""
    return row(part(view, "action").get("fresh"), 4)[:4]


def owed(view: View) -> Goods:
    """Count what must still be paid."""
    return row(part(view, "action").get("owed"), 4)[:4]


def beginnings(view: View, seat: int) -> tuple[int, int]:
    """Tell how many resources a player has chosen to begin with, and how many there are."""
    place = (seat - number(part(view, "table").get("first"))) % max(1, seats(view))
    return sum(stored(view, seat)), START_GOODS[place % len(START_GOODS)]


def powers(view: View) -> list[str]:
    """List the powers that have been chosen, in the notation."""
    told = part(view, "action").get("powers")
    return [word(each) for each in told] if isinstance(told, list | tuple) else []


def missing(view: View, seat: int, leader: Leader) -> tuple[Goods, tuple[int, ...]]:
    """Tell what goods, and cards by colour, a leader still wants to see."""
    lacks = less(leader.goods, goods(view, seat))
    owned = [card for cards in slots(view, seat) for card in cards]
    cards = tuple(
        max(0, wanted - sum(_counts(card, colour, leader.level) for card in owned))
        for colour, wanted in enumerate(leader.cards)
    )
    return lacks, cards


def _counts(card: Card, colour: int, level: int) -> bool:
    return card.colour == colour and level in (0, card.level)
