"""What an action changes in the view, without drawing all of it twice.

Most actions touch one or two squares, and the states share what has not changed. The tests hold
this to the difference of two views.
"""

from __future__ import annotations

from eriantys.games.contract import View
from eriantys.games.santorini.state import State
from eriantys.games.santorini.view import (
    PLAYER_PARTS,
    add_course,
    add_town,
    player_part,
    setup_part,
)


def changes(before: State, after: State, seat: int | None) -> View:
    """Draw the parts of the view that are not what they were."""
    del seat
    old: View = {}
    new: View = {}
    for state, parts in ((before, old), (after, new)):
        add_course(state, parts)
        parts["setup"] = setup_part(state)
        for player in range(state.table.seats):
            parts[PLAYER_PARTS[player]] = player_part(state, player)
        if _town(before) != _town(after):
            add_town(state, parts)
    return {part: content for part, content in new.items() if old[part] != content}


def _town(state: State) -> tuple[bytes, int, tuple[int, ...]]:
    return state.levels, state.domes, state.workers
