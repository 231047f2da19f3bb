"""The faith track: markers move, and whoever comes to a pope space calls a report."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.games.contract import Event
from eriantys.games.masters import scoring
from eriantys.games.masters.names import LAST_SPACE, LOST, POPE_SPACES, SECTIONS, UP
from eriantys.games.masters.state import State


def move_own(state: State, steps: int, events: list[Event]) -> None:
    """Move the marker of the seat on turn."""
    if steps:
        own = (steps if seat == state.seat else 0 for seat in range(state.seats))
        move_markers(state, tuple(own), 0, events)


def move_others(state: State, steps: int, events: list[Event]) -> None:
    """Move the markers of all but the seat on turn; Lorenzo's in the solo game."""
    others = (0 if seat == state.seat else steps for seat in range(state.seats))
    move_markers(state, tuple(others), steps if state.solo else 0, events)


def move_cross(state: State, steps: int, events: list[Event]) -> None:
    """Move Lorenzo's cross."""
    move_markers(state, (0,), steps, events)


def move_markers(state: State, steps: Sequence[int], cross: int, events: list[Event]) -> None:
    """Move all markers together, and only then hold the reports that they have reached."""
    before = state.faith
    state.faith = tuple(min(LAST_SPACE, at + go) for at, go in zip(before, steps, strict=True))
    for seat, space in enumerate(state.faith):
        if space != before[seat]:
            events.append(Event("faith moved", {"seat": seat, "space": space}))
    if cross and state.cross < LAST_SPACE:
        state.cross = min(LAST_SPACE, state.cross + cross)
        events.append(Event("faith moved", {"seat": None, "space": state.cross}))
    _hold_reports(state, events)
    if LAST_SPACE in state.faith:
        scoring.reach(state, scoring.FAITH, events)
    elif state.cross == LAST_SPACE:
        scoring.finish(state, scoring.LORENZO)


def _hold_reports(state: State, events: list[Event]) -> None:
    furthest = max(*state.faith, state.cross)
    while state.reports < len(POPE_SPACES) and furthest >= POPE_SPACES[state.reports]:
        report = state.reports
        state.reports += 1
        there = [seat for seat, at in enumerate(state.faith) if at >= SECTIONS[report]]
        state.tiles = tuple(
            tiles[:report] + bytes((UP if seat in there else LOST,)) + tiles[report + 1 :]
            for seat, tiles in enumerate(state.tiles)
        )
        events.append(Event("vatican report", {"report": report + 1, "seats": there}))
