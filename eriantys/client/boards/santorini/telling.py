"""What happened, as the short lines of the log; names have the colours of their seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from eriantys.client.boards.reading import number, player, word
from eriantys.client.boards.santorini import reading, words
from eriantys.client.boards.santorini.cards import title
from eriantys.client.boards.santorini.reading import named
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Match

DIM = ink("dim")
BRIGHT = ink("bright", "bg", "bold")
BAD = ink("bad", "bg", "bold")
FINE = ink("fine", "bg", "bold")

_Told: TypeAlias = list[list[Span]]
_Facts: TypeAlias = Mapping[str, Any]


def log_line(match: Match, line: Line) -> _Told:
    """Tell one action of the log in short lines; never nothing, whatever was told."""
    if line.action == "undo":
        return [[named(match, line.seat), Span(f" back: {_undone(match, line)}")]]
    told: _Told = []
    for event in line.events:
        tell = _TELL.get(event.kind)
        if tell is not None:
            told += tell(match, event.facts)
        else:
            told.append([Span(event.kind[:60] or "something happened", DIM)])
    if not told:
        told.append([named(match, line.seat), Span(f" {action_words(line.action)}")])
    return told


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


def _undone(match: Match, line: Line) -> str:
    """Say what an undo took back, as far as this client was there."""
    depth = 1
    for story in reversed(match.story):
        if not isinstance(story, Line) or story.number >= line.number:
            continue
        depth += 1 if story.action == "undo" else -1
        if not depth:
            return action_words(story.action)
    return "the latest action"


def _worker(facts: _Facts) -> Span:
    worker = number(facts.get("worker"), -1)
    seat = worker // reading.EACH
    role = reading.SEATS[seat] if 0 <= seat < len(reading.SEATS) else "text"
    return Span(reading.worker_name(worker), ink(role, "bg", "bold"))


def _square(facts: _Facts, name: str = "square") -> str:
    return word(facts.get(name))[:2] or "?"


def _does(match: Match, facts: _Facts, verb: str, name: str = "seat") -> list[Span]:
    who = player(match, facts.get(name))
    return [named(match, facts.get(name)), Span(f" {who.verb(verb)}")]


def _offered(match: Match, facts: _Facts) -> _Told:
    return [[*_does(match, facts, "offer"), Span(f" {title(facts.get('god'))}", BRIGHT)]]


def _taken(match: Match, facts: _Facts) -> _Told:
    return [[*_does(match, facts, "play"), Span(f" {title(facts.get('god'))}", BRIGHT)]]


def _named_start(match: Match, facts: _Facts) -> _Told:
    return [[*_does(match, facts, "begin", "start")]]


def _placed(match: Match, facts: _Facts) -> _Told:
    said = [*_does(match, facts, "place"), Span(" "), _worker(facts)]
    return [[*said, Span(f" on {_square(facts)}")]]


def _moved(match: Match, facts: _Facts) -> _Told:
    rise = number(facts.get("rise"))
    up = " up" if rise > 0 else " down" if rise < 0 else ""
    way = f" {_square(facts, 'from')}→{_square(facts, 'to')}"
    return [[named(match, facts.get("seat")), Span(" "), _worker(facts), Span(f"{way}{up}")]]


def _forced(_: Match, facts: _Facts) -> _Told:
    way = f" {_square(facts, 'from')}→{_square(facts, 'to')}"
    god = title(facts.get("god"))
    return [[Span(f"{god} forces ", DIM), _worker(facts), Span(way)]]


def _built(match: Match, facts: _Facts) -> _Told:
    square, level = _square(facts), number(facts.get("level"))
    if facts.get("worker") is None:
        return [[Span(f"a block takes the place, {square} is {level}", DIM)]]
    dome = facts.get("piece") == "dome"
    what = Span("dome", BRIGHT) if dome else Span(str(level), BRIGHT)
    said = [named(match, facts.get("seat")), Span(f" built {square} "), what]
    return [[*said, Span(", complete", DIM)] if dome and level == reading.SUMMIT else said]


def _razed(match: Match, facts: _Facts) -> _Told:
    said = [*_does(match, facts, "take"), Span(f" a block off {_square(facts)}")]
    return [[*said, Span(f", now {number(facts.get('level'))}", DIM)]]


def _removed(_: Match, facts: _Facts) -> _Told:
    return [[_worker(facts), Span(f" leaves {_square(facts)}: {title(facts.get('god'))}", BAD)]]


def _denied(_: Match, facts: _Facts) -> _Told:
    where = _square(facts)
    return [[Span(f"{title(facts.get('god'))} denies the win on {where}", BAD)]]


def _token(match: Match, facts: _Facts) -> _Told:
    said = f" a token, {number(facts.get('tokens'))} now"
    return [[*_does(match, facts, "gain"), Span(said)]]


def _broken(match: Match, facts: _Facts) -> _Told:
    gods = facts.get("gods")
    names = " and ".join(title(god) for god in gods) if isinstance(gods, list | tuple) else ""
    said = f" broke what {names or 'a god'} forbids: {action_words(word(facts.get('action')))}"
    return [[named(match, facts.get("seat")), Span(said, BAD)]]


def _unfinished(match: Match, facts: _Facts) -> _Told:
    said = f" cannot finish a turn after {action_words(word(facts.get('action')))}"
    return [[named(match, facts.get("seat")), Span(said, BAD)]]


def _out(match: Match, facts: _Facts) -> _Told:
    reason = word(facts.get("reason"))
    why = words.LOST.get(reason, reason[:40] or "out")
    who = player(match, facts.get("seat"))
    said = f" {'are' if who.several else 'is'} out: {why}"
    return [[named(match, facts.get("seat")), Span(said, BAD)]]


def _over(match: Match, facts: _Facts) -> _Told:
    if facts.get("winner") is None:
        return [[Span("the game is over", BRIGHT)]]
    return [[*_does(match, facts, "win", "winner"), Span(f": {_why(match, facts)}", FINE)]]


def _why(match: Match, facts: _Facts) -> str:
    match word(facts.get("reason")):
        case "top":
            return "up onto level 3"
        case "god":
            return f"by {title(reading.god_of(match.view, number(facts.get('winner'))))}"
        case "last-standing":
            return "nobody else is left"
    return word(facts.get("reason"))[:40] or "it ends"


_TELL: dict[str, Callable[[Match, _Facts], _Told]] = {
    "block removed": _razed,
    "built": _built,
    "game over": _over,
    "god offered": _offered,
    "god taken": _taken,
    "player out": _out,
    "prohibition broken": _broken,
    "start player named": _named_start,
    "token gained": _token,
    "turn cannot be finished": _unfinished,
    "win denied": _denied,
    "worker forced": _forced,
    "worker moved": _moved,
    "worker placed": _placed,
    "worker removed": _removed,
}
