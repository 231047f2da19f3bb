"""The words of Eriantys: what is asked, and how far the turn has come.

Sentences are short, since they stand in narrow panels, but whole enough to be read aloud. All
words of the game can be had from here: `telling` makes those of the log, `consequences` those
of what an action leads to, and `cards` those of the characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eriantys.client.boards.eriantys import reading
from eriantys.client.boards.eriantys.cards import ASKED
from eriantys.client.boards.eriantys.consequences import consequence
from eriantys.client.boards.eriantys.reading import Who, number, part, player, row, word
from eriantys.client.boards.eriantys.telling import action_words, log_line, remark_line
from eriantys.client.boards.standing import standstill
from eriantys.client.match import Match
from eriantys.games.eriantys import decisions

__all__ = [
    "action_words",
    "consequence",
    "log_line",
    "phase_words",
    "question",
    "remark_line",
    "task",
]


def phase_words(view: Mapping[str, Any], *, long: bool = False) -> list[tuple[str, bool]]:
    """Name the steps of a round for the banner, each with whether it is the current one.

    The last round says so instead of the steps that are over; without `long` it also leaves
    out those to come, since the banner has no room for them.
    """
    turn, ending = part(view, "turn"), part(view, "ending")
    if turn.get("phase") == "over":
        return [("GAME OVER", True)]
    now = _step(view)
    of = reading.moves_in_a_turn(view)
    move = f"move students {_move(view)}/{of}" if long else f"move {_move(view)}/{of}"
    names = {"plan": "plan", "move": move, "nature": "nature", "cloud": "cloud"}
    if now != "move":
        names["move"] = "move students" if long else "move"
    if ending.get("short_round"):
        names["cloud"] = "end turn" if now == "cloud" else "no clouds"
    words = [
        (name.upper() if step == now else name, step == now) for step, name in names.items()
    ]
    if not reading.is_last_round(view):
        return words
    at = [*names].index(now)
    return [("LAST ROUND", True), *(words[at:] if long else words[at : at + 1])]


def _decision(view: Mapping[str, Any]) -> str:
    """Tell what is being decided, apart from a character's questions."""
    decision = word(part(view, "turn").get("decision"))
    if decision in (decisions.ASSISTANT, *decisions.TURN_STEPS):
        return decision
    return word(part(view, "effect").get("resume")) or decision


def _step(view: Mapping[str, Any]) -> str:
    steps = {decisions.STUDENT: "move", decisions.MOTHER: "nature"}
    steps |= {decisions.CLOUD: "cloud", decisions.END: "cloud"}
    return steps.get(_decision(view), "plan")


def _move(view: Mapping[str, Any]) -> int:
    """Tell which of the student moves of a turn is next."""
    of = reading.moves_in_a_turn(view)
    return min(of, max(1, of - number(part(view, "turn").get("moves_left")) + 1))


def task(match: Match) -> str:
    """Say in a few words what the player on turn has to do."""
    view = match.view
    decision = word(match.decision)
    match decision:
        case decisions.ASSISTANT:
            return "play an assistant"
        case decisions.STUDENT:
            return f"move a student, {_move(view)} of {reading.moves_in_a_turn(view)}"
        case decisions.MOTHER:
            return f"move Mother Nature {_steps(view)}"
        case decisions.CLOUD:
            return "take a cloud"
        case decisions.END:
            return "end the turn, for there are no clouds"
    asked = ASKED.get(decision)
    return asked.task if asked is not None else decision.replace("-", " ")[:40] or "wait"


def _steps(view: Mapping[str, Any]) -> str:
    most = number(part(view, "turn").get("steps"), 1)
    return "1 step" if most <= 1 else f"1 to {most} steps"


def question(match: Match) -> str:
    """Say what the player on turn is asked, or is doing."""
    stands = standstill(match)
    if stands:
        return stands
    who = player(match, match.turn)
    if not who.own:
        away = ", who is away" if match.turn in match.away else ""
        return f"{who.name}{away}: {task(match)}" if away else _doing(match, who)
    return _own_question(match)


def _own_question(match: Match) -> str:
    view = match.view
    match word(match.decision):
        case decisions.ASSISTANT:
            return _assistant_question(match)
        case decisions.STUDENT:
            return "Move a student: pick one from your entrance, then where"
        case decisions.MOTHER:
            return f"Move Mother Nature, {_steps(view)}: pick the island where she stops"
        case decisions.CLOUD:
            return "Take a cloud: its students come to your entrance"
        case decisions.END:
            return "No clouds in a short round: end your turn, or play a character"
    asked = ASKED.get(word(match.decision))
    if asked is not None:
        return asked.question
    return f"It is your turn: {task(match)}"


def _assistant_question(match: Match) -> str:
    schools = [part(match.view, f"school/{seat}") for seat in range(len(match.players))]
    own = match.seat or 0
    hand = set(row(schools[own].get("hand")))
    taken = {
        number(school.get("assistant"))
        for seat, school in enumerate(schools)
        if seat != own and school.get("assistant")
    }
    if hand and hand <= taken:
        return "All your values are taken: repeat one, and move after whoever played it"
    return "Play an assistant: low goes first, high lets Mother Nature go farther"


def _doing(match: Match, who: Who) -> str:
    view = match.view
    match word(match.decision):
        case decisions.ASSISTANT:
            return f"{who.does('play')} an assistant"
        case decisions.STUDENT:
            of = reading.moves_in_a_turn(view)
            return f"{who.does('move')} students ({_move(view)} of {of})"
        case decisions.MOTHER:
            return f"{who.does('move')} Mother Nature ({_steps(view)})"
        case decisions.CLOUD:
            return f"{who.does('take')} a cloud"
        case decisions.END:
            return f"{who.does('end')} the turn"
    character = part(view, "effect").get("character")
    if character:
        return f"{who.does('play')} the {reading.title_of(character)[:20]}"
    return f"It is {who.whose} turn"
