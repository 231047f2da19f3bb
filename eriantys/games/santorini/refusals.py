"""The sentences of the referee: which rule forbids it, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterable

from eriantys.games.contract import Illegal
from eriantys.games.santorini import actions, decisions
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.board import BESIDE, NAMES, NOBODY, SQUARES
from eriantys.games.santorini.decisions import QUESTIONS
from eriantys.games.santorini.gods import PANTHEON
from eriantys.games.santorini.notation import format_action
from eriantys.games.santorini.permitted import can_displace, in_circles, permitted, pieces
from eriantys.games.santorini.prohibitions import culprits, in_order
from eriantys.games.santorini.state import DOME, SUMMIT, WORKERS_EACH, State

LISTED = 8
"""How many legal actions a sentence names at most."""


def game_over() -> Illegal:
    """Refuse whatever comes too late."""
    return Illegal("game-over", "The game is over.")


def not_your_turn(state: State) -> Illegal:
    """Refuse a seat that is not asked."""
    return Illegal(
        "not-your-turn",
        f"It is not your turn: player {state.seat + 1} has to {QUESTIONS[state.decision]}.",
    )


def wrong_phase(state: State) -> Illegal:
    """Refuse an action of another decision."""
    return Illegal(
        "wrong-phase",
        f"This is not the moment for it: now you have to {QUESTIONS[state.decision]}.",
    )


# The set-up.


def god_not_allowed(state: State, number: int) -> Illegal:
    """Refuse a god that this match does not have."""
    god, seats = PANTHEON[number], state.table.seats
    title = god.name.capitalize()
    if seats not in god.seats:
        return Illegal(
            "god-not-allowed", f"{title} is not for {seats} players. Choose another."
        )
    return Illegal(
        "god-not-allowed",
        f"{title} is an advanced god, and this match is played with the ten simple ones.",
    )


def god_chosen(state: State, number: int) -> Illegal:
    """Refuse a god for the second time."""
    chosen = _listing(PANTHEON[other].name for other in state.offered)
    return Illegal(
        "god-chosen",
        f"{PANTHEON[number].name.capitalize()} is chosen already: the gods must be different. "
        f"Chosen: {chosen}.",
    )


def god_not_offered(state: State, number: int) -> Illegal:
    """Refuse a god that the challenger has not chosen, or that is taken."""
    offered = _listing(PANTHEON[other].name for other in state.offered)
    instead = _unless_hardcore(state, f"Take one of these: {offered}.")
    return Illegal(
        "god-not-offered", f"{PANTHEON[number].name.capitalize()} is not to be had. {instead}"
    )


def no_such_player(state: State, seat: int) -> Illegal:
    """Refuse a start player whom this table does not have."""
    return Illegal(
        "no-such-player",
        f"There is no player {seat + 1}: name one from 1 to {state.table.seats}.",
    )


def occupied(state: State, square: int) -> Illegal:
    """Refuse to place a worker where one stands."""
    free = _listing(NAMES[other] for other in SQUARES if state.free(other))
    instead = _unless_hardcore(state, f"Free: {free}.")
    return Illegal("occupied", f"A worker stands on {NAMES[square]} already. {instead}")


def not_to_be_placed(state: State, square: int) -> Illegal:
    """Refuse a square that the player's god does not allow."""
    return Illegal(
        "not-there",
        f"Your worker cannot be placed on {NAMES[square]}: {state.god.power.split('.')[0]}.",
    )


# A turn.


def forbidden(state: State, action: Action) -> Illegal:
    """Refuse what the rules permit, but a god forbids, or what leads nowhere."""
    gods = culprits(state, action)
    if not gods:
        return Illegal(
            "dead-end",
            "After that you could not finish your turn: whoever moves must be able to build. "
            f"{_instead(state)}",
        )
    reasons = []
    for owner, god in gods:
        why = god.because(state, owner) if god.because else ""
        reasons.append(why or f"{god.name.capitalize()}: {god.power}")
    return Illegal("forbidden", f"{' '.join(reasons)} {_instead(state)}")


def which_builder(meant: list[Action]) -> Illegal:
    """Refuse a build that more than one worker could make."""
    written = " or ".join(map(format_action, meant))
    return Illegal("which-worker", f"Either of your workers could: write {written}.")


def not_permitted(state: State, action: Action) -> Illegal:
    """Refuse what the basic rules, or the limits of the player's own god, do not permit."""
    match action.kind:
        case actions.MOVE:
            return _no_move(state, action)
        case actions.BUILD | actions.DOME:
            return _no_build(state, action)
        case actions.FERRY if state.god.ferries and state.decision == decisions.MOVE:
            return _refused(state, "no-ferry", "Your god cannot force that worker across.")
        case actions.RAZE if state.god.razes and state.decision == decisions.MORE:
            return _refused(
                state,
                "no-raze",
                "There is no block to take away: it must be on an unoccupied square next to "
                "your worker that has not moved, once in a turn.",
            )
        case actions.DONE.kind if state.decision == decisions.BUILD and state.god.pays:
            saved = state.tokens[state.seat]
            return _refused(
                state, "must-build", f"You have {saved} tokens: now you must build."
            )
        case _:
            return wrong_phase(state)


def _no_move(state: State, action: Action) -> Illegal:
    origin, target = action.first, action.second
    may_move = state.decision == decisions.MOVE or (
        state.decision == decisions.BUILD and state.god.moves_again
    )
    if not may_move:
        return wrong_phase(state)
    worker = state.worker_on(origin)
    if worker == NOBODY or worker // WORKERS_EACH != state.seat:
        own = _listing(NAMES[state.workers[each]] for each in state.own())
        return Illegal(
            "no-worker", f"You have no worker on {NAMES[origin]}. Yours stand on: {own}."
        )
    if state.bound not in (NOBODY, worker):
        bound = NAMES[state.workers[state.bound]]
        return _refused(
            state, "other-worker", f"Your god has acted through the worker on {bound}."
        )
    if target not in BESIDE[origin]:
        return _refused(
            state, "too-far", f"{NAMES[target]} is no neighbour of {NAMES[origin]}."
        )
    if state.domes >> target & 1:
        return _refused(state, "dome", f"A dome closes {NAMES[target]} for good.")
    if not state.free(target) and not can_displace(state, worker, target):
        return _refused(state, "occupied", f"A worker stands on {NAMES[target]}.")
    rise, reach = state.levels[target] - state.levels[origin], state.god.reach(state)
    if rise > reach:
        limit = "one level" if reach else "no level in this turn"
        return _refused(
            state,
            "too-high",
            f"{NAMES[target]} is on level {state.levels[target]}, and a worker on level "
            f"{state.levels[origin]} may go up {limit}.",
        )
    if in_circles(state, worker, target):
        return _refused(state, "in-circles", "Your turn has been there before.")
    return _refused(state, "not-again", "Your god does not let that worker move there again.")


def _no_build(state: State, action: Action) -> Illegal:
    kind, origin, square = action
    god = state.god
    if state.decision == decisions.MOVE:
        if state.bound != NOBODY or not (god.builds_first or god.stays):
            return wrong_phase(state)
    elif not pieces(state) and state.decision == decisions.MORE and not god.builds_again:
        return wrong_phase(state)
    if origin != actions.IMPLIED:
        worker = state.worker_on(origin)
        if worker == NOBODY or worker // WORKERS_EACH != state.seat:
            return _refused(state, "no-worker", f"You have no worker on {NAMES[origin]}.")
    if state.domes >> square & 1:
        return _refused(state, "dome", f"A dome closes {NAMES[square]} for good.")
    if god.pays and not state.tokens[state.seat]:
        return _refused(state, "no-token", "Each build takes a token, and you have none.")
    own = square in (state.workers[worker] for worker in state.own())
    if not state.free(square) and not (own and god.builds_also):
        return _refused(state, "occupied", f"A worker stands on {NAMES[square]}.")
    level, dome = state.levels[square], kind == actions.DOME
    if not state.left[DOME if dome else min(level, SUMMIT)]:
        piece = "dome" if dome or level == SUMMIT else f"block for level {level + 1}"
        return _refused(state, "no-piece", f"There is no {piece} left.")
    if dome != (level == SUMMIT) and not (dome and god.builds_also):
        needed = "a dome" if level == SUMMIT else "a block"
        return _refused(
            state, "wrong-piece", f"{NAMES[square]} is on level {level}: it gets {needed} next."
        )
    builders = [state.mover()] if state.decision == decisions.BUILD else state.own()
    if not any(square in BESIDE[state.workers[each]] for each in builders if each != NOBODY):
        return _refused(
            state, "too-far", f"{NAMES[square]} is no neighbour of the worker that builds."
        )
    return _refused(state, "not-again", f"Your god does not let you build on {NAMES[square]}.")


def _refused(state: State, code: str, reason: str) -> Illegal:
    return Illegal(code, f"{reason} {_instead(state)}")


def _instead(state: State) -> str:
    """Name what would be legal, or some of it; in hardcore mode that is not even asked."""
    if state.table.hardcore:
        return _unless_hardcore(state, "")
    open_to = [format_action(action) for action in in_order(state) or permitted(state)]
    more = "" if len(open_to) <= LISTED else " and others"
    return f"Open to you: {_listing(open_to[:LISTED])}{more}."


def _unless_hardcore(state: State, hint: str) -> str:
    """Give a hint, but not in hardcore mode, where nothing is suggested."""
    return "Choose something else." if state.table.hardcore else hint


def _listing(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"
