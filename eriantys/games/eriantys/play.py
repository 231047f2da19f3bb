"""Playing an action: whose turn it is, the plain moves, and the way to the characters."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.contract import Event
from eriantys.games.eriantys import characters, decisions, refusals, swaps, turns
from eriantys.games.eriantys.actions import MEANINGS, TO_DINING, Action, Kind
from eriantys.games.eriantys.decisions import MOTHER, STUDENT
from eriantys.games.eriantys.influence import resolve
from eriantys.games.eriantys.names import COLOURS, MOTHER_STEPS, POSTMAN
from eriantys.games.eriantys.schools import seat_student
from eriantys.games.eriantys.state import (
    CLOUD,
    DINING,
    ENTRANCE,
    ISLAND,
    TABLE_SEATS,
    State,
    put,
)

POSTMAN_STEPS = 2


def apply(state: State, seat: int, action: Action) -> list[Event]:
    """Act for a seat, in place, and tell what happened; or raise `Illegal`."""
    if seat != state.seat:
        raise refusals.not_your_turn(state)
    try:
        move, first, second = _MOVES[action]
    except KeyError:
        raise refusals.unknown_action(state, action) from None
    events: list[Event] = []
    move(state, first, second, events)
    return events


def most_steps(state: State) -> int:
    """Tell how far Mother Nature may go in this turn."""
    return steps_with(state.played[state.seat], state.character)


def steps_with(assistant: int, character: int) -> int:
    """Tell how far an assistant lets her go, in a turn with this character."""
    steps = MOTHER_STEPS[assistant]
    return steps + POSTMAN_STEPS if character == POSTMAN else steps


def _play_assistant(state: State, value: int, _: int, events: list[Event]) -> None:
    if state.decision != decisions.ASSISTANT:
        raise refusals.wrong_phase(state)
    seat, card = state.seat, 1 << value
    hand = state.hands[seat]
    if not hand & card:
        raise refusals.card_gone(state, value)
    if state.taken & card and hand & ~state.taken:
        raise refusals.already_played(state, value)
    state.hands = put(state.hands, seat, hand ^ card)
    state.played = put(state.played, seat, value)
    state.taken |= card
    events.append(Event("assistant played", {"seat": seat, "assistant": value}))
    turns.next_to_plan(state)


def _move_student(state: State, colour: int, tile: int, events: list[Event]) -> None:
    if state.decision != STUDENT:
        raise refusals.wrong_phase(state)
    seat, students = state.seat, state.students
    cell = ENTRANCE[seat] + colour
    if not students[cell]:
        raise refusals.not_in_the_entrance(state, colour)
    island = None
    if tile != TO_DINING:
        head = state.head[tile]
        students[ISLAND[head] + colour] += 1
        island = head + 1
    elif students[DINING[seat] + colour] == TABLE_SEATS:
        raise refusals.dining_room_full(state, colour)
    students[cell] -= 1
    facts = {"seat": seat, "colour": COLOURS[colour], "island": island}
    events.append(Event("student moved", facts))
    if island is None:
        seat_student(state, colour, events)
    state.undoable += 1
    state.moves_left -= 1
    if not state.moves_left:
        state.decision = MOTHER


def _walk_mother(state: State, steps: int, _: int, events: list[Event]) -> None:
    if state.decision != MOTHER:
        raise refusals.wrong_phase(state)
    if steps > most_steps(state):
        raise refusals.too_many_steps(state, most_steps(state))
    ring = state.ring
    head = ring[(ring.index(state.mother) + steps) % len(ring)]
    state.mother = head
    state.undoable += 1
    events.append(
        Event("mother moved", {"seat": state.seat, "steps": steps, "island": head + 1})
    )
    resolve(state, head, events)
    if not state.ended:
        turns.go_on(state, events)


def _take_cloud(state: State, cloud: int, _: int, events: list[Event]) -> None:
    if state.decision != decisions.CLOUD:
        raise refusals.wrong_phase(state)
    if cloud >= state.table.seats:
        raise refusals.no_such_cloud(state, cloud)
    if not state.has_some(CLOUD[cloud]):
        raise refusals.cloud_taken(state, cloud)
    turns.take_cloud(state, cloud, events)
    turns.end_turn(state, events)


def _done(state: State, _first: int, _second: int, events: list[Event]) -> None:
    if state.decision == decisions.END:
        turns.end_turn(state, events)
    elif state.decision in (decisions.JESTER_SWAP, decisions.MINSTREL_SWAP):
        swaps.end_swaps(state, events)
    else:
        raise refusals.wrong_phase(state)


_HANDLERS: dict[Kind, Callable[[State, int, int, list[Event]], None]] = {
    Kind.ASSISTANT: _play_assistant,
    Kind.STUDENT: _move_student,
    Kind.MOTHER: _walk_mother,
    Kind.CLOUD: _take_cloud,
    Kind.PLAY: characters.play,
    Kind.PICK: characters.pick,
    Kind.ISLAND: characters.name_island,
    Kind.SWAP: swaps.swap,
    Kind.DONE: _done,
}

_MOVES = {
    action: (_HANDLERS[kind], first, second)
    for action, (kind, first, second) in enumerate(MEANINGS)
}
"""By action: the function that plays it, and the two numbers of its meaning."""
