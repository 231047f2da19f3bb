"""Lorenzo il Magnifico, who plays against whoever is alone: a token after each turn."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.dice import Dice, shuffled
from eriantys.games.masters import faith, scoring
from eriantys.games.masters.cards import CARDS, pile_of, printed
from eriantys.games.masters.names import COLOURS, CROSS, LEVELS, SHUFFLE, TOKENS
from eriantys.games.masters.state import State, put

STACK = bytes((*range(len(COLOURS)), CROSS, CROSS, SHUFFLE))
"""The seven tokens."""
CARDS_TAKEN = 2
CROSS_STEPS = 2
SHUFFLE_STEPS = 1
_NO_CARD = dict.fromkeys(printed(min(CARDS)))
"""What is printed where a pile is empty."""


def new_stack(dice: Dice) -> bytes:
    """Shuffle all tokens."""
    return bytes(shuffled(dice, STACK))


def act(state: State, events: list[Event]) -> None:
    """Turn up the next token and do what it says."""
    token = state.stack[-1]
    state.stack, state.drawn = state.stack[:-1], state.drawn + bytes((token,))
    taken = _cards_to_take(state, token) if token < len(COLOURS) else []
    facts = {
        "token": TOKENS[token],
        "cards": [state.piles[pile][-1 - at] for pile, at in taken],
    }
    events.append(Event("token revealed", facts))
    if token == CROSS:
        faith.move_cross(state, CROSS_STEPS, events)
    elif token == SHUFFLE:
        faith.move_cross(state, SHUFFLE_STEPS, events)
        state.stack, state.drawn = new_stack(state.dice), b""
    else:
        for pile, _ in taken:
            take_top(state, pile, events)
        if colour_gone(state, token):
            scoring.finish(state, scoring.COLOUR_GONE)


def _cards_to_take(state: State, colour: int) -> list[tuple[int, int]]:
    """List the piles from which cards go, the lowest first, and how deep each card lies."""
    piles = [pile_of(colour, level) for level in LEVELS]
    cards = [(pile, at) for pile in piles for at in range(len(state.piles[pile]))]
    return cards[:CARDS_TAKEN]


def take_top(state: State, pile: int, events: list[Event]) -> None:
    """Take the visible card of a pile away."""
    cards = state.piles[pile]
    state.removed += cards[-1:]
    uncover(state, pile, events)


def uncover(state: State, pile: int, events: list[Event]) -> None:
    """Let the card under the visible one be seen."""
    left = state.piles[pile][:-1]
    state.piles = put(state.piles, pile, left)
    colour, below = divmod(pile, len(LEVELS))
    facts = printed(left[-1]) if left else dict(_NO_CARD)
    facts |= {"colour": COLOURS[colour], "level": below + 1, "left": len(left)}
    events.append(Event("card uncovered", facts))


def colour_gone(state: State, colour: int) -> bool:
    """Tell whether no card of a colour is left."""
    return not any(state.piles[pile_of(colour, level)] for level in LEVELS)
