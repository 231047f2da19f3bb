"""A match made up again from what was seen of it, for those who think ahead."""

from __future__ import annotations

from typing import Any

from eriantys.games.contract import View
from eriantys.games.dice import Dice, shuffled
from eriantys.games.masters import lorenzo
from eriantys.games.masters.actions import DEALT
from eriantys.games.masters.cards import LEADERS, PILES
from eriantys.games.masters.names import DISCARDED, IN_HAND, PLAYED
from eriantys.games.masters.notation import parse_action
from eriantys.games.masters.setup import empty_table
from eriantys.games.masters.state import NO_PILE, State
from eriantys.games.masters.view import PILE_NAMES


def guess(seen: View, seat: int, dice: Dice) -> State:
    """Set up the table that a view shows; what it does not show is dealt by chance."""
    table = seen["table"]
    state = empty_table(table["seats"], dice)
    state.first = table["first"]
    seats = range(state.seats)
    market = seen["market"]
    state.market = bytes((*b"".join(market["rows"]), market["slide"]))
    state.depots = tuple(
        seen[f"depots/{each}"]["kinds"] + seen[f"depots/{each}"]["counts"] for each in seats
    )
    state.strongbox = tuple(tuple(seen[f"strongbox/{each}"]) for each in seats)
    state.slots = tuple(tuple(seen[f"slots/{each}"]) for each in seats)
    players = [seen[f"player/{each}"] for each in seats]
    state.faith = tuple(player["faith"] for player in players)
    state.tiles = tuple(player["tiles"] for player in players)
    state.points = tuple(player["points"] for player in players)
    state.reached = frozenset(seen["reached"])
    _put_turn(state, seen["turn"])
    _put_action(state, seen["action"])
    ending = seen["ending"]
    state.reports, state.triggered = ending["reports"], ending["triggered"]
    state.ended = ending["ended"]
    if seen["lorenzo"] is not None:
        _put_lorenzo(state, seen["lorenzo"])
    _deal_cards(state, [seen[f"pile/{name}"] for name in PILE_NAMES])
    _deal_leaders(state, [seen[f"leaders/{each}"] for each in seats], seat)
    return state


def _put_turn(state: State, turn: dict[str, Any]) -> None:
    state.seat = turn["acting"]
    state.decision = turn["decision"]
    state.turns = turn["turns"]
    state.acted = turn["acted"]
    state.undoable = turn["undoable"]
    state.unfinished = turn["unfinished"]


def _put_action(state: State, action: dict[str, Any]) -> None:
    state.box = tuple(action["box"])
    state.whites = action["whites"]
    state.fresh = tuple(action["fresh"])
    state.thrown = action["thrown"]
    state.pile = NO_PILE if action["pile"] is None else PILE_NAMES.index(action["pile"])
    state.slot = 0 if action["slot"] is None else action["slot"] - 1
    state.powers = tuple(map(parse_action, action["powers"]))
    state.owed = tuple(action["owed"])


def _put_lorenzo(state: State, seen: dict[str, Any]) -> None:
    state.cross = seen["cross"]
    state.drawn, state.removed = seen["drawn"], seen["removed"]
    left = list(lorenzo.STACK)
    for token in state.drawn:
        left.remove(token)
    state.stack = bytes(shuffled(state.dice, left))


def _deal_cards(state: State, piles: list[dict[str, Any]]) -> None:
    """Shuffle what can lie under the top card of each pile."""
    gone = set(state.removed)
    for slots in state.slots:
        gone.update(*slots)
    dealt = []
    for cards, pile in zip(PILES, piles, strict=True):
        top = pile["card"]
        if top is None:
            dealt.append(b"")
            continue
        under = [card for card in cards if card != top and card not in gone]
        if len(under) > 1:
            under = shuffled(state.dice, under)
        dealt.append(bytes((*under, top)))
    state.piles = tuple(dealt)


def _deal_leaders(state: State, seen: list[dict[str, Any]], seat: int) -> None:
    """Deal what the others may have in hand, or may have discarded."""
    own = seen[seat]["own"]
    known = {*own["cards"], *own["dropped"]}
    for part in seen:
        known.update(card for _, card in part["played"])
    unknown = [card for card in LEADERS if card not in known]
    if state.seats > 1:
        unknown = shuffled(state.dice, unknown)
    hands, fates, dropped = [], [], []
    for other, part in enumerate(seen):
        if other == seat:
            hands.append(own["cards"])
            fates.append(own["fates"])
            dropped.append(own["dropped"])
            continue
        played = dict(part["played"])
        number = part["hand"] + part["discarded"] + len(played)
        places = range(1, number + 1)
        hand = [played.get(slot) or unknown.pop() for slot in places]
        hands.append(bytes(hand))
        fates.append(_fates(part, played, number))
        dropped.append(bytes(unknown.pop() for _ in range(DEALT - number)))
    state.hands, state.fates, state.dropped = tuple(hands), tuple(fates), tuple(dropped)


def _fates(part: dict[str, Any], played: dict[int, int], number: int) -> bytes:
    """Say what has become of each leader, where only numbers are known."""
    discarded = part["discarded"]
    found = []
    for slot in range(1, number + 1):
        if slot in played:
            found.append(PLAYED)
        elif discarded:
            found.append(DISCARDED)
            discarded -= 1
        else:
            found.append(IN_HAND)
    return bytes(found)
