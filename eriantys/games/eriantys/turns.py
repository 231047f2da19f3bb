"""The course of play: rounds, the order of the seats, and the steps of a turn."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys import decisions, scoring
from eriantys.games.eriantys.bag import bag_emptied, fill_clouds, filled_clouds
from eriantys.games.eriantys.hiring import playable
from eriantys.games.eriantys.state import CLOUD, ENTRANCE, NO_COLOUR, State


def begin_round(state: State, first: int, events: list[Event]) -> None:
    """Fill the clouds and ask the first player for an assistant, the others clockwise."""
    state.round += 1
    state.played = (0,) * state.table.seats
    state.taken = 0
    state.order = state.table.clockwise_from[first]
    state.acting = 0
    state.seat = first
    state.decision = decisions.ASSISTANT
    fill_clouds(state)
    clouds = [state.five(CLOUD[cloud]) for cloud in range(state.table.seats)]
    events.append(
        Event("round begun", {"round": state.round, "first": first, "clouds": clouds})
    )
    if state.last_round:
        events.append(bag_emptied(state))


def next_to_plan(state: State) -> None:
    """Ask the next seat for an assistant, or begin the action phase."""
    state.acting += 1
    if state.acting < state.table.seats:
        state.seat = state.order[state.acting]
        return
    # A stable sort: whoever played an equal value first also acts first.
    state.order = tuple(sorted(state.order, key=state.played.__getitem__))
    state.acting = 0
    _begin_turn(state)


def _begin_turn(state: State) -> None:
    state.seat = state.order[state.acting]
    state.decision = decisions.STUDENT
    state.moves_left = state.table.cloud_size


def go_on(state: State, events: list[Event]) -> None:
    """Ask what is next once Mother Nature has moved, unless there is nothing to choose.

    Where a character could still be played, the player is asked for the cloud, or for
    the end of the turn, even if there is but one answer.
    """
    state.decision = decisions.END if state.short_round else decisions.CLOUD
    last = state.acting == state.table.seats - 1
    if not (last or state.short_round) or playable(state):
        return
    if not state.short_round:
        remaining = filled_clouds(state)[0]
        take_cloud(state, remaining, events, by_itself=True)
    end_turn(state, events)


def take_cloud(
    state: State, cloud: int, events: list[Event], *, by_itself: bool = False
) -> None:
    """Move all students of a cloud to the Entrance of the player on turn."""
    students, entrance, place = state.students, ENTRANCE[state.seat], CLOUD[cloud]
    taken = state.five(place)
    for colour, count in enumerate(taken):
        students[entrance + colour] += count
        students[place + colour] = 0
    facts = {"seat": state.seat, "cloud": cloud + 1, "students": taken, "by_itself": by_itself}
    events.append(Event("cloud taken", facts))


def end_turn(state: State, events: list[Event]) -> None:
    """Let this turn's effects go and pass on to the next seat, round, or the end."""
    state.character = 0
    state.colour = NO_COLOUR
    state.undoable = 0
    if state.acting + 1 < state.table.seats:
        state.acting += 1
        _begin_turn(state)
    elif state.last_round:
        scoring.finish(state, scoring.BAG_EMPTY, events)
    elif not state.hands[0]:
        # All hands are of the same size.
        scoring.finish(state, scoring.NO_ASSISTANTS, events)
    else:
        begin_round(state, state.order[0], events)


def another_step(state: State) -> None:
    """Count a step of a character that has not had its effect yet."""
    state.undoable += 1
    state.unfinished += 1


def finish_character(state: State, events: list[Event], *, revealing: bool = False) -> None:
    """Let the character have had its whole effect, and take the turn up again."""
    if state.ended:
        return
    # What came out of the bag cannot be unseen.
    state.undoable = 0 if revealing else state.undoable + 1
    state.unfinished = 0
    state.decision, state.resume = state.resume, ""
    if state.decision in (decisions.CLOUD, decisions.END):
        go_on(state, events)
