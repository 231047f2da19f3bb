"""The sentences of the referee: which rule forbids it, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eriantys.games.contract import Illegal
from eriantys.games.masters import decisions
from eriantys.games.masters.actions import LEADER_DEPOTS, SLOTS
from eriantys.games.masters.cards import CARDS, LEADERS, Goods
from eriantys.games.masters.decisions import QUESTIONS
from eriantys.games.masters.holdings import goods_of, missing_cards, missing_goods
from eriantys.games.masters.names import (
    COLOURS,
    DEPOT_SIZES,
    IN_HAND,
    LEVELS,
    NOTHING,
    RESOURCES,
    SOURCES,
)
from eriantys.games.masters.state import State
from eriantys.games.masters.warehouse import COUNTS, places_for, rearrangements


def game_over() -> Illegal:
    """Refuse whatever comes too late."""
    return Illegal("game-over", "The game is over.")


def not_your_turn(state: State) -> Illegal:
    """Refuse a seat that is not asked."""
    if state.ended:
        return game_over()
    return Illegal(
        "not-your-turn",
        f"It is not your turn: player {state.seat + 1} has to {QUESTIONS[state.decision]}.",
    )


def unknown_action(state: State, action: object) -> Illegal:
    """Refuse a number that means nothing."""
    if state.ended:
        return game_over()
    return Illegal("unknown-action", f"There is no action {action!r}: now you {_must(state)}.")


def wrong_phase(state: State) -> Illegal:
    """Refuse an action of another decision."""
    if state.ended:
        return game_over()
    if state.decision == decisions.END:
        return Illegal(
            "already-acted",
            "You have done the one main action of this turn: "
            "end it, or play or discard a leader.",
        )
    return Illegal("wrong-phase", f"This is not the moment for it: now you {_must(state)}.")


def no_passing(state: State) -> Illegal:
    """Refuse to end a turn that has done nothing, or is in the middle of something."""
    if state.decision != decisions.ACTION:
        return wrong_phase(state)
    return Illegal(
        "no-passing", "Nobody may pass: take a line of the market, buy a card or produce first."
    )


def no_power_chosen(state: State) -> Illegal:
    """Refuse a production of nothing."""
    if state.decision != decisions.ACTION:
        return wrong_phase(state)
    return Illegal(
        "no-power-chosen",
        "A production needs at least one power: name one, as in produce card 1.",
    )


def _must(state: State) -> str:
    return f"have to {QUESTIONS[state.decision]}"


def no_such_leader(state: State, slot: int) -> Illegal:
    """Refuse a leader that is not in hand, or no longer."""
    fates = state.fates[state.seat]
    hand = _listing(place + 1 for place, fate in enumerate(fates) if fate == IN_HAND)
    return Illegal("no-such-leader", f"You have no leader {slot + 1} in hand. There: {hand}.")


def requirement_not_met(state: State, card: int) -> Illegal:
    """Refuse a leader that asks for more."""
    leader, seat = LEADERS[card], state.seat
    cards = missing_cards(card, state.slots[seat])
    wanted = [
        f"{count} more {colour}" for colour, count in zip(COLOURS, cards, strict=True) if count
    ]
    level = f" of level {leader.level}" if leader.level else ""
    noun = "card" if sum(cards) == 1 else "cards"
    missing = f"{' and '.join(wanted)} development {noun}{level}"
    goods = missing_goods(card, goods_of(state, seat))
    if any(goods):
        missing = f"{_counted(goods)} more than you hold"
    return Illegal(
        "requirement-not-met", f"You cannot play this leader yet: it asks for {missing}."
    )


def no_such_depot(depot: int) -> Illegal:
    """Refuse a depot that no leader has opened."""
    return Illegal(
        "no-such-depot",
        f"There is no depot {depot + 1}: yours are 1 to 3, "
        "and 4 or 5 once the leader that opens it is played.",
    )


def does_not_fit(state: State, kind: int, depot: int) -> Illegal:
    """Refuse a good that a depot cannot take."""
    warehouse = state.depots[state.seat]
    if depot in LEADER_DEPOTS and warehouse[depot] == NOTHING:
        return no_such_depot(depot)
    name, holding = RESOURCES[kind], warehouse[depot]
    size, count = DEPOT_SIZES[depot], warehouse[COUNTS + depot]
    if holding not in (kind, NOTHING):
        rule = f"depot {depot + 1} is for {RESOURCES[holding]}"
    elif count == size:
        rule = f"depot {depot + 1} is full with {size}"
    else:
        rule = f"another depot of the warehouse holds {name} already"
    places = _listing(place + 1 for place in places_for(warehouse, kind))
    return Illegal(
        "does-not-fit", f"The {name} does not fit there: {rule}. Depots for it: {places}."
    )


def no_room(state: State, kind: int) -> Illegal:
    """Refuse a good that no depot can take as they lie."""
    name = RESOURCES[kind]
    ways = "discard it"
    if any(after not in state.reached for _, after in rearrangements(state.depots[state.seat])):
        ways = "arrange your depots in another way, or discard it"
    return Illegal("does-not-fit", f"No depot can take another {name} now: {ways}.")


def cannot_arrange(state: State, one: int, other: int) -> Illegal:
    """Refuse a move between depots that breaks their rules or does nothing."""
    warehouse = state.depots[state.seat]
    for depot in (one, other):
        if depot in LEADER_DEPOTS and warehouse[depot] == NOTHING:
            return no_such_depot(depot)
    between = one in LEADER_DEPOTS or other in LEADER_DEPOTS
    if not (warehouse[COUNTS + one] or (warehouse[COUNTS + other] and not between)):
        where = f"depot {one + 1}" if between else f"depots {one + 1} and {other + 1}"
        return Illegal("no-such-good", f"There is nothing to move in {where}.")
    if between:
        return does_not_fit(state, warehouse[one], other)
    small, large = min(one, other), max(one, other)
    if warehouse[COUNTS + large] > DEPOT_SIZES[small]:
        return Illegal(
            "does-not-fit",
            f"You cannot swap depots {one + 1} and {other + 1}: depot {small + 1} has "
            f"room for {DEPOT_SIZES[small]}, and {warehouse[COUNTS + large]} are to go there.",
        )
    return Illegal("does-not-fit", f"Depots {one + 1} and {other + 1} are alike already.")


def reached_before() -> Illegal:
    """Refuse to go round in circles."""
    return Illegal(
        "reached-before",
        "Your depots have been arranged so before in this turn: "
        "take the moves back instead, or arrange them in another way.",
    )


def ambiguous(what: str, name: str, places: Iterable[int]) -> Illegal:
    """Refuse to guess where something is meant to go."""
    found = [str(place + 1) for place in places]
    return Illegal(
        "ambiguous",
        f"Say which {what}, as in {name} {found[0]}: it can be {_joined(found, 'or')}.",
    )


def not_in_the_box(state: State, kind: int) -> Illegal:
    """Refuse a good that the market did not bring."""
    return Illegal(
        "no-such-good",
        f"No {RESOURCES[kind]} waits to be stored. Waiting: {_counted(state.box)}.",
    )


def not_from_the_market(state: State, depot: int) -> Illegal:
    """Refuse to take out of a depot what was there before the action."""
    warehouse = state.depots[state.seat]
    if depot in LEADER_DEPOTS and warehouse[depot] == NOTHING:
        return no_such_depot(depot)
    if not warehouse[COUNTS + depot]:
        return Illegal("no-such-good", f"There is nothing in depot {depot + 1}.")
    return Illegal(
        "not-from-the-market",
        f"The {RESOURCES[warehouse[depot]]} in depot {depot + 1} was there before: only goods "
        f"taken in this action can go back. Those stored so far: {_counted(state.fresh)}.",
    )


def not_for_white(kind: int, kinds: Iterable[int]) -> Illegal:
    """Refuse a resource that no played leader gives for white."""
    choice = " or ".join(RESOURCES[each] for each in kinds)
    return Illegal(
        "no-such-good",
        f"A white marble cannot become {RESOURCES[kind]}: your leaders make it {choice}.",
    )


def pile_empty(colour: int, level: int) -> Illegal:
    """Refuse to buy what is not there."""
    return Illegal(
        "pile-empty", f"There is no {COLOURS[colour]} card of level {level} left to buy."
    )


def wrong_level(state: State, level: int, slot: int) -> Illegal:
    """Refuse a slot for a card of this level."""
    slots = state.slots[state.seat]
    wants = LEVELS[0] if not slots[slot] else CARDS[slots[slot][-1]].level + 1
    fitting = _listing(place + 1 for place in SLOTS if len(slots[place]) == level - 1)
    takes = f"only takes level {wants} now" if wants in LEVELS else "is complete"
    return Illegal(
        "wrong-level",
        f"A card of level {level} does not go on slot {slot + 1}, which {takes}. "
        f"Slots for it: {fitting}.",
    )


def no_slot(level: int) -> Illegal:
    """Refuse a card that fits on no slot."""
    wants = "an empty slot" if level == 1 else f"a slot whose top card is of level {level - 1}"
    return Illegal("wrong-level", f"A card of level {level} needs {wants}, and you have none.")


def too_expensive(state: State, needs: Goods, what: str) -> Illegal:
    """Refuse what takes more goods than there are."""
    have = goods_of(state, state.seat)
    return Illegal(
        "not-enough-goods", f"{what} {_counted(needs)}, and you hold {_counted(have)} in all."
    )


def power_used() -> Illegal:
    """Refuse a power that is chosen already."""
    return Illegal(
        "power-used",
        "That power is in this production already: each of them works once. "
        "Choose another, or be done.",
    )


def nothing_produces(what: str) -> Illegal:
    """Refuse a power that is not there."""
    return Illegal(
        "no-such-power",
        f"{what}: the board, the top card of each slot and played production leaders produce.",
    )


def not_owed(asked: int, sources: Iterable[int]) -> Illegal:
    """Refuse a payment that does not answer the question."""
    places = " or ".join(SOURCES[source] for source in sources)
    return Illegal("not-owed", f"Now you pay a {RESOURCES[asked]}, out of the {places}.")


def _counted(goods: Goods) -> str:
    """List goods in words: `2 coins, 1 stone and 1 shield`."""
    listed = [
        f"{count} {name}{'' if count == 1 else 's'}"
        for name, count in zip(RESOURCES, goods, strict=True)
        if count
    ]
    return _joined(listed, "and") or "nothing"


def _joined(words: Sequence[str], last: str) -> str:
    """List words with commas, and another one before the last."""
    *most, end = words or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def _listing(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"
