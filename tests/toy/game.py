"""A small card game with every awkward trait, to test whatever serves games with.

Cards go from 0 to 5. A seat on turn acts until it passes. It may lay a card that beats
the last one of its row, drop one in secret, throw one at an opponent (in two steps: the
card, then the target; a die decides), or reveal the top of the pile, which goes to its
row. Who is hit, or reveals a 0, is out. A row is worth the sum of its cards.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Any, NamedTuple

import msgspec

from eriantys.games.contract import (
    Event,
    Game,
    Illegal,
    Outcome,
    Seat,
    Snapshot,
    Teams,
    View,
    differences,
)
from eriantys.games.dice import Dice, FairDice, shuffled

CARDS = range(6)
DECK = [card for card in CARDS for _ in range(3)]
HAND_SIZE = 3
CARD_VERBS = ("lay", "drop", "throw")
VERBS = (*CARD_VERBS, "at", "reveal", "pass")


class Options(msgspec.Struct, frozen=True):
    """What the creator of a match may choose."""

    partners: bool = True
    rounds: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3


class Action(NamedTuple):
    """A verb with a card, or with a target counted from 1 (0: the next opponent)."""

    verb: str
    number: int = 0


REVEAL, PASS, AT_NEXT = Action("reveal"), Action("pass"), Action("at", 0)


class State(msgspec.Struct):
    """The whole table; hands and drops are sorted, and the pile's last card is its top."""

    options: Options
    dice: Any
    hands: list[list[int]]
    dropped: list[list[int]]
    pile: list[int]
    rows: list[list[int]]
    thrown: list[int]
    standing: list[bool]
    seat: Seat
    turns_left: int
    picked: int | None = None
    undo: int = 0


def teams(seats: int, options: Options) -> Teams:
    if seats == 4 and options.partners:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(seats))


def new(seats: int, options: Options, dice: Dice) -> State:
    pile = shuffled(dice, DECK)
    return State(
        options=options,
        dice=dice,
        hands=[sorted(pile.pop() for _ in range(HAND_SIZE)) for _ in range(seats)],
        dropped=[[] for _ in range(seats)],
        pile=pile,
        rows=[[] for _ in range(seats)],
        thrown=[],
        standing=[True] * seats,
        seat=dice.below(seats),
        turns_left=options.rounds * seats,
    )


def turn(state: State) -> Seat | None:
    return None if end(state) else state.seat


def turns(state: State) -> int:
    return state.options.rounds * len(state.hands) - state.turns_left


def active(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, stands in enumerate(state.standing) if stands)


def decision(state: State) -> str:
    return "" if end(state) else "move" if state.picked is None else "target"


def end(state: State) -> str:
    """Give the reason why it is over, or nothing."""
    sides = teams(len(state.hands), state.options)
    standing = sum(any(state.standing[seat] for seat in side) for side in sides)
    return (
        "last-standing"
        if standing < min(2, len(sides))
        else ""
        if state.turns_left
        else "rounds"
    )


def candidates(state: State) -> list[Action]:
    if end(state):
        return []
    if state.picked is not None:
        return [Action("at", number) for number in range(len(state.hands) + 1)]
    return [*(Action(verb, card) for verb in CARD_VERBS for card in CARDS), REVEAL, PASS]


def legal(state: State) -> list[Action]:
    # AT_NEXT is a synonym: it only says in other words what another action says.
    answers = [action for action in candidates(state) if action != AT_NEXT]
    return [action for action in answers if objection(state, action) is None]


def objection(state: State, action: Action) -> Illegal | None:
    verb, number = action
    if (verb == "at") != (state.picked is not None):
        return Illegal("wrong-step", "That is no answer to what is being asked.")
    if verb == "at" and number and number - 1 not in opponents(state):
        return Illegal("no-target", "The target must be an opponent who is not out.")
    if verb == "throw" and not opponents(state):
        return Illegal("no-target", "There is nobody to throw at.")
    if verb in CARD_VERBS and number not in state.hands[state.seat]:
        return Illegal("no-card", f"You do not hold a {number}.")
    if verb == "lay" and number <= max(state.rows[state.seat][-1:], default=0):
        return Illegal("too-low", "The card must beat the last one of your row.")
    if verb == "reveal" and not state.pile:
        return Illegal("no-pile", "The pile is empty.")
    return None


def opponents(state: State) -> list[Seat]:
    """List the opponents who are not out, from the next seat on."""
    seats = len(state.hands)
    side = next(side for side in teams(seats, state.options) if state.seat in side)
    others = ((state.seat + step) % seats for step in range(1, seats))
    return [seat for seat in others if state.standing[seat] and seat not in side]


def apply(state: State, seat: Seat, action: Action) -> list[Event]:
    if end(state):
        raise Illegal("game-over", "The game is over.")
    if seat != state.seat:
        raise Illegal("not-your-turn", "It is the turn of another seat.")
    if refusal := objection(state, action):
        raise refusal
    verb, card = action
    state.undo = state.undo + 1 if verb in CARD_VERBS else 0
    if verb in CARD_VERBS:
        state.hands[seat].remove(card)
    if verb == "lay":
        state.rows[seat].append(card)
        return [Event("laid", {"seat": seat, "card": card})]
    if verb == "drop":
        state.dropped[seat] = sorted([*state.dropped[seat], card])
        secret = Event("dropped-card", {"seat": seat, "card": card}, to=(seat,))
        return [Event("dropped", {"seat": seat}), secret]
    if verb == "throw":
        state.picked = card
        return [Event("picked", {"seat": seat, "card": card})]
    if verb == "at":
        target = action.number - 1 if action.number else opponents(state)[0]
        return throw(state, target)
    if verb == "reveal":
        state.rows[seat].append(card := state.pile.pop())
        events = [Event("revealed", {"seat": seat, "card": card})]
        if card:
            return events
        return [*events, put_out(state, seat), pass_on(state)]
    return [pass_on(state)]


def throw(state: State, target: Seat) -> list[Event]:
    assert state.picked is not None
    card, state.picked = state.picked, None
    state.thrown.append(card)
    hit = state.dice.below(6) < card
    facts = {"seat": state.seat, "target": target, "card": card, "hit": hit}
    return [Event("thrown", facts), *([put_out(state, target)] if hit else [])]


def put_out(state: State, seat: Seat) -> Event:
    state.standing[seat] = False
    return Event("out", {"seat": seat})


def pass_on(state: State) -> Event:
    event = Event("passed", {"seat": state.seat})
    state.turns_left -= 1
    seats = len(state.hands)
    following = ((state.seat + step) % seats for step in range(1, seats + 1))
    state.seat = next((seat for seat in following if state.standing[seat]), state.seat)
    return event


def outcome(state: State) -> Outcome | None:
    if not end(state):
        return None
    scores = [0] * len(state.hands)
    places: dict[tuple[bool, int], tuple[Seat, ...]] = {}
    for side in teams(len(state.hands), state.options):
        points = sum(sum(state.rows[seat]) for seat in side)
        merit = any(state.standing[seat] for seat in side), points
        places[merit] = places.get(merit, ()) + side
        for seat in side:
            scores[seat] = points
    ranking = tuple(tuple(sorted(seats)) for _, seats in sorted(places.items(), reverse=True))
    return Outcome(ranking, tuple(scores), end(state))


def view(state: State, seat: Seat | None) -> View:
    public = ("seat", "turns_left", "picked", "undo")
    parts: View = {
        "options": msgspec.to_builtins(state.options),
        "turn": {name: getattr(state, name) for name in public},
        "standing": list(state.standing),
        "thrown": list(state.thrown),
        "pile": len(state.pile),
    }
    for other, row in enumerate(state.rows):
        hand, dropped = state.hands[other], state.dropped[other]
        parts[f"row/{other}"] = list(row)
        parts[f"hand/{other}"] = list(hand) if other == seat else len(hand)
        parts[f"dropped/{other}"] = list(dropped) if other == seat else len(dropped)
    return parts


def guess(view: View, seat: Seat, dice: Dice) -> State:
    seats = range(len(view["standing"]))
    rows = [list(view[f"row/{other}"]) for other in seats]
    unknown = Counter(DECK)
    for seen in (*rows, view["thrown"], view[f"hand/{seat}"], view[f"dropped/{seat}"]):
        unknown.subtract(seen)
    if view["turn"]["picked"] is not None:
        unknown.subtract([view["turn"]["picked"]])
    pile = shuffled(dice, unknown.elements())

    def known_or_dealt(part: list[int] | int) -> list[int]:
        if isinstance(part, list):
            return list(part)
        return sorted(pile.pop() for _ in range(part))

    return State(
        options=msgspec.convert(view["options"], Options),
        dice=dice,
        hands=[known_or_dealt(view[f"hand/{other}"]) for other in seats],
        dropped=[known_or_dealt(view[f"dropped/{other}"]) for other in seats],
        pile=pile,
        rows=rows,
        thrown=list(view["thrown"]),
        standing=list(view["standing"]),
        **view["turn"],
    )


def shown(action: Action, seat: Seat, to: Seat | None) -> str:
    return "drop" if action.verb == "drop" and to != seat else write(action)


def write(action: Action) -> str:
    if action in (REVEAL, PASS):
        return action.verb
    return "at next" if action == AT_NEXT else f"{action.verb} {action.number}"


def parse(text: str) -> Action:
    if match := re.fullmatch(r"([a-z]+) ?([0-9]|next)?", text.strip().lower()):
        word, number = match.groups()
        verb = next((verb for verb in VERBS if verb.startswith(word)), "")
        if verb in ("reveal", "pass") and number is None:
            return Action(verb)
        if verb == "at" and number == "next":
            return AT_NEXT
        if verb in (*CARD_VERBS, "at") and number not in (None, "next"):
            return Action(verb, int(number))
    raise Illegal("notation", "Write it like this: lay 3, drop 3, throw 3, at 2, reveal, pass.")


def snapshot(state: State) -> Snapshot:
    plain = msgspec.to_builtins(state, builtin_types=(bytes,), enc_hook=FairDice.snapshot)
    assert isinstance(plain, dict)
    return plain


def restore(data: Snapshot) -> State:
    state = msgspec.convert(data, State)
    state.dice = FairDice.restore(data["dice"])
    return state


def copy(state: State) -> State:
    twin = msgspec.convert(msgspec.to_builtins(state, enc_hook=lambda dice: None), State)
    twin.dice = state.dice.copy()
    return twin


TOY: Game[State, Action] = Game(
    id="toy",
    title="Toy",
    version=1,
    seats=(1, 2, 3, 4),
    Options=Options,
    hidden=True,
    teams=teams,
    new=new,
    turn=turn,
    turns=turns,
    active=active,
    decision=decision,
    legal=legal,
    candidates=candidates,
    apply=apply,
    undoable=lambda state: state.undo,
    unfinished=lambda state: 0 if state.picked is None else 1,
    view=view,
    changes=differences(view),
    shown=shown,
    outcome=outcome,
    format=write,
    parse=parse,
    guess=guess,
    snapshot=snapshot,
    restore=restore,
    copy=copy,
)
