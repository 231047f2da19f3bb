"""Taking a line of the market, and what becomes of its marbles and goods."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.masters import decisions, faith, refusals, turns, warehouse
from eriantys.games.masters.actions import ANY
from eriantys.games.masters.holdings import whitened
from eriantys.games.masters.names import (
    COLUMNS,
    LINES,
    MARBLES,
    NOTHING,
    RED,
    RESOURCES,
    ROWS,
    SLIDE,
    WHITE,
)
from eriantys.games.masters.state import NO_GOODS, State, plus, put
from eriantys.games.masters.warehouse import COUNTS

CELLS = (
    *(tuple(range(COLUMNS * row, COLUMNS * (row + 1))) for row in range(ROWS)),
    *(tuple(range(column, SLIDE, COLUMNS)) for column in range(COLUMNS)),
)
"""By line: where its marbles are, the one that is pushed out first."""


def marbles_of(market: bytes, line: int) -> bytes:
    """List the marbles of a line."""
    return bytes(market[cell] for cell in CELLS[line])


def pushed(market: bytes, line: int) -> bytes:
    """Push the marble of the slide into a line: its first one drops out, to the slide."""
    cells, after = CELLS[line], bytearray(market)
    for place, marble in zip(
        cells, (*marbles_of(market, line)[1:], market[SLIDE]), strict=True
    ):
        after[place] = marble
    after[SLIDE] = market[cells[0]]
    return bytes(after)


def take(state: State, line: int, _: int, __: int, events: list[Event]) -> None:
    """Take what a line shows, and push the marble of the slide in."""
    if state.decision != decisions.ACTION:
        raise refusals.wrong_phase(state)
    seat, marbles = state.seat, marbles_of(state.market, line)
    kinds = whitened(state.hands[seat], state.fates[seat])
    state.market = pushed(state.market, line)
    named = [MARBLES[marble] for marble in marbles]
    events.append(Event("line taken", {"seat": seat, "line": LINES[line], "marbles": named}))
    now = [MARBLES[marble] for marble in marbles_of(state.market, line)]
    events.append(Event("line changed", {"line": LINES[line], "marbles": now}))
    events.append(Event("slide changed", {"marble": MARBLES[state.market[SLIDE]]}))
    box = list(NO_GOODS)
    for marble in marbles:
        kind = kinds[0] if marble == WHITE and len(kinds) == 1 else marble
        if kind < RED:
            box[kind] += 1
            _tell_available(state, marble, kind, events)
    state.box = tuple(box)
    state.whites = marbles.count(WHITE) if len(kinds) > 1 else 0
    state.undoable += 1
    faith.move_own(state, marbles.count(RED), events)
    if not state.ended:
        _go_on(state, events)


def choose_white(state: State, kind: int, _: int, __: int, events: list[Event]) -> None:
    """Let a white marble become what one of two leaders makes of it."""
    if state.decision != decisions.WHITE:
        raise refusals.wrong_phase(state)
    kinds = whitened(state.hands[state.seat], state.fates[state.seat])
    if kind not in kinds:
        raise refusals.not_for_white(kind, kinds)
    state.whites -= 1
    state.box = plus(state.box, kind, 1)
    _tell_available(state, WHITE, kind, events)
    turns.step(state)
    _go_on(state, events)


def _tell_available(state: State, marble: int, kind: int, events: list[Event]) -> None:
    facts = {"seat": state.seat, "marble": MARBLES[marble], "resource": RESOURCES[kind]}
    events.append(Event("marble available", facts))


def _tell_taken(state: State, kind: int, events: list[Event], *, stored: bool) -> None:
    facts = {"seat": state.seat, "resource": RESOURCES[kind], "stored": stored}
    events.append(Event("marble taken", facts))


def _go_on(state: State, events: list[Event]) -> None:
    """Ask for what is still open, or settle what was discarded."""
    if state.whites:
        state.decision = decisions.WHITE
    elif any(state.box):
        state.decision = decisions.STORE
    else:
        if state.thrown:
            facts = {"seat": state.seat, "number": state.thrown}
            events.append(Event("goods discarded", facts))
            faith.move_others(state, state.thrown, events)
        if not state.ended:
            turns.finish_action(state)


def store(state: State, kind: int, depot: int, _: int, events: list[Event]) -> None:
    """Put a good into a depot: one from the market, or one to begin with."""
    beginning = state.decision == decisions.RESOURCES
    if not beginning:
        if state.decision != decisions.STORE:
            raise refusals.wrong_phase(state)
        if not state.box[kind]:
            raise refusals.not_in_the_box(state, kind)
    seat = state.seat
    places = warehouse.places_for(state.depots[seat], kind)
    if depot == ANY:
        if not places:
            raise refusals.no_room(state, kind)
        if len(places) != 1:
            raise refusals.ambiguous("depot", f"put {RESOURCES[kind]}", places)
        depot = places[0]
    if depot not in places:
        raise refusals.does_not_fit(state, kind, depot)
    state.depots = put(state.depots, seat, warehouse.add(state.depots[seat], kind, depot))
    if beginning:
        turns.step(state)
        return
    state.box = plus(state.box, kind, -1)
    state.fresh = plus(state.fresh, kind, 1)
    _tell_taken(state, kind, events, stored=True)
    turns.step(state)
    _go_on(state, events)


def take_back(state: State, depot: int, _: int, __: int, events: list[Event]) -> None:
    """Take a good that came in this action out of a depot again."""
    if state.decision != decisions.STORE:
        raise refusals.wrong_phase(state)
    seat = state.seat
    held = state.depots[seat]
    kind = held[depot]
    if kind == NOTHING or not held[COUNTS + depot] or not state.fresh[kind]:
        raise refusals.not_from_the_market(state, depot)
    left = warehouse.remove(held, depot)
    if left in state.reached:
        raise refusals.reached_before()
    state.depots = put(state.depots, seat, left)
    state.box = plus(state.box, kind, 1)
    state.fresh = plus(state.fresh, kind, -1)
    _tell_available(state, kind, kind, events)
    turns.step(state)


def discard(state: State, kind: int, _: int, __: int, events: list[Event]) -> None:
    """Throw away a good from the market; the others gain by it once the action is done."""
    if state.decision != decisions.STORE:
        raise refusals.wrong_phase(state)
    if not state.box[kind]:
        raise refusals.not_in_the_box(state, kind)
    _throw(state, kind, events)
    turns.step(state)
    _go_on(state, events)


def discard_rest(state: State, _: int, __: int, ___: int, events: list[Event]) -> None:
    """Throw away all goods from the market that are not stored."""
    if state.decision != decisions.STORE:
        raise refusals.wrong_phase(state)
    for kind, count in enumerate(state.box):
        for _each in range(count):
            _throw(state, kind, events)
    turns.step(state)
    _go_on(state, events)


def _throw(state: State, kind: int, events: list[Event]) -> None:
    state.box = plus(state.box, kind, -1)
    state.thrown += 1
    _tell_taken(state, kind, events, stored=False)
