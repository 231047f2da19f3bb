"""The words of Santorini: what is asked, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eriantys.client.boards.reading import View, number, part, player, word
from eriantys.client.boards.santorini import reading
from eriantys.client.boards.santorini.cards import title
from eriantys.client.boards.standing import standstill
from eriantys.client.match import Line, Match
from eriantys.games.santorini import decisions

_SET_UP = {
    decisions.GODS: "choose",
    decisions.GOD: "take",
    decisions.START: "start",
    decisions.PLACE: "place",
}
_TURN = {decisions.MOVE: "move", decisions.BUILD: "build", decisions.MORE: "more"}

_TASKS = {
    decisions.GODS: "choose a god for this match",
    decisions.GOD: "take one of the gods",
    decisions.START: "name the start player",
    decisions.PLACE: "place a worker",
    decisions.MOVE: "move a worker",
    decisions.BUILD: "build",
    decisions.MORE: "go on with the god's help, or be done",
}


def phase_words(view: View, *, over: bool = False) -> list[tuple[str, bool]]:
    """Name the steps of the set-up or of a turn, each with whether it is the current one."""
    if over or reading.is_over(view):
        return [("THE END", True)]
    now = reading.decision(view)
    if reading.is_set_up(view):
        names = dict(_SET_UP)
        if not reading.with_gods(view):
            names = {decisions.PLACE: "place"}
        elif now != decisions.START:
            del names[decisions.START]  # the banner has no room for what takes one key
        names[now] += _progress(view, now)
    else:
        names = dict(_TURN)
        if now != decisions.MORE:
            del names[decisions.MORE]
    return [
        (name.upper() if each == now else name, each == now) for each, name in names.items()
    ]


def _progress(view: View, now: str) -> str:
    """Count the steps of a decision that has several."""
    if now == decisions.GODS:
        return f" {len(reading.offered(view)) + 1}/{reading.seats(view)}"
    if now == decisions.PLACE:
        seat = number(part(view, "turn").get("seat"))
        return f" {len(reading.team(view, seat)) + 1}/{reading.EACH}"
    return ""


def task(match: Match) -> str:
    """Say in a few words what the player on turn has to do."""
    decision = word(match.decision)
    return _TASKS.get(decision) or decision.replace("-", " ")[:40] or "wait"


def question(match: Match, *, keys: bool = True) -> str:
    """Say what the player on turn is asked, or is doing; with the keys of the board or not."""
    stands = standstill(match)
    if stands:
        return stands
    who = player(match, match.turn)
    if not who.own:
        away = ", who is away," if match.turn in match.away else ""
        return f"{who.name}{away} has to {task(match)}"
    return _own_question(match, keys)


def _own_question(match: Match, keys: bool) -> str:
    view = match.view
    match word(match.decision):
        case decisions.GODS:
            return f"You are the challenger: choose {reading.seats(view)} gods for this match"
        case decisions.GOD:
            return "Take one of the gods on the table"
        case decisions.START:
            return "Name who places first and has the first turn"
        case decisions.PLACE:
            return "Place a worker on a free square"
        case decisions.MOVE:
            return "Move a worker: 1 or 2, then a square" if keys else "Move a worker"
        case decisions.BUILD:
            return "Build with the worker that has moved"
        case decisions.MORE:
            return f"Go on with your god's help, or {'n: no more' if keys else 'be done'}"
    return f"It is your turn: {task(match)}"


ENDINGS = {
    "top": "{winner} stepped up onto level 3",
    "god": "{winner} won by the power of a god",
    "last-standing": "nobody but {winner} is left",
}
"""Why a game ends by its rules."""
BROKE = "broke-prohibition"
LOST = {
    "stuck": "could not move and build",
    "forbidden": "could do nothing that no god forbids",
    "no-workers": "had no worker left",
    BROKE: "broke what a god forbids",
}
"""By the game's word: why somebody is out."""


def ending(match: Match) -> str:
    """Say why the game ended by its rules; empty if it did not."""
    found = part(match.view, "ending")
    reason = word(found.get("reason"))
    if not reason:
        return ""
    winner = found.get("winner")
    who = player(match, winner)
    told = ENDINGS.get(reason)
    if told is None:
        return reason[:60]
    if reason == "god":
        god = reading.god_of(match.view, winner) if isinstance(winner, int) else ""
        return f"{who.name} won by the power of {god.capitalize() or 'a god'}"
    return told.format(winner=who.name)


def lost(match: Match, seat: int) -> str:
    """Say why a player is out, after the name."""
    reason = reading.out(match.view, seat)
    if reason == BROKE:
        for story in reversed(match.story):
            for event in story.events if isinstance(story, Line) else ():
                if event.kind == "prohibition broken" and event.facts.get("seat") == seat:
                    return broke(event.facts)
    return LOST.get(reason, reason.replace("-", " ")[:40])


def broke(facts: Mapping[str, Any]) -> str:
    """Say whose prohibition somebody broke, and by what."""
    gods = facts.get("gods")
    names = " and ".join(map(title, gods)) if isinstance(gods, list | tuple) else ""
    action = action_words(word(facts.get("action")))
    return f"broke what {names or 'a god'} forbids: {action}"


def action_words(action: str) -> str:
    """Say an action of the notation in words."""
    match action.split():
        case ["god", name]:
            return f"god {title(name)}"
        case ["place", square]:
            return f"a worker on {square}"
        case ["move", origin, target]:
            return f"{origin} to {target}"
        case ["build", *_, target]:
            return f"a block on {target}"
        case ["dome", *_, target]:
            return f"a dome on {target}"
        case ["ferry", origin, target]:
            return f"{origin} ferries from {target}"
        case ["raze", target]:
            return f"a block off {target}"
        case ["done"]:
            return "no more"
    return action[:60] or "nothing"
