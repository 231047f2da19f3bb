"""What happened, as the short lines of the log; names have the colours of their seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from eriantys.client.boards.afterwards import undone
from eriantys.client.boards.reading import number, player, word
from eriantys.client.boards.santorini import reading, words
from eriantys.client.boards.santorini.cards import title
from eriantys.client.boards.santorini.reading import named
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Match
from eriantys.client.sentences import counted

DIM = ink("dim")
BRIGHT = ink("bright", "bg", "bold")
BAD = ink("bad", "bg", "bold")
FINE = ink("fine", "bg", "bold")

_Told: TypeAlias = list[list[Span]]
_Facts: TypeAlias = Mapping[str, Any]
_Teller: TypeAlias = Callable[[Match, _Facts], _Told]

_RECENT = 400
"""Lines of the log that are joined: many more than any screen has rows."""


def log_line(match: Match, line: Line) -> _Told:
    """Tell one action of the log in short lines; never nothing, whatever was told."""
    return _lines(match, line, _TELL)


def in_words(match: Match, line: Line) -> list[str]:
    """Tell the same in words, for those who listen and for whoever sees a single step."""
    told = ["".join(span.text for span in spans) for spans in _lines(match, line, _SAY)]
    return [text.strip().replace("→", " to ") for text in told]


def by_turns(match: Match, log: Sequence[list[Span]]) -> _Told:
    """Join what is told of one player after the other into a line each, as turns are.

    A line that names nobody goes with the one before; what the table itself says is a single
    piece, and stays alone.
    """
    players = [named(match, seat) for seat in range(len(match.players))]
    lines: _Told = []
    whose, did = None, None
    for spans in log[-_RECENT:]:
        subject = spans[0] if spans[:1] and spans[0] in players else None
        if whose is None or len(spans) == 1 or subject not in (whose, None):
            lines.append(list(spans))
            whose, did = subject, spans[1:2]
            continue
        more = list(spans[1:] if subject else spans)
        if subject and more[:1] == did:  # the same verb is not said twice
            del more[0]
        did = spans[1:2] if subject else None
        lines[-1] += [Span(", "), *_without_blank(more)]
    return lines


def _without_blank(spans: Sequence[Span]) -> list[Span]:
    return [span._replace(text=span.text.lstrip()) for span in spans[:1]] + list(spans[1:])


def _lines(match: Match, line: Line, tellers: Mapping[str, _Teller]) -> _Told:
    if line.action == "undo":
        return [
            [named(match, line.seat), Span(f" back: {undone(match, line, words.action_words)}")]
        ]
    told: _Told = []
    for event in line.events:
        tell = tellers.get(event.kind)
        if tell is not None:
            told += tell(match, event.facts)
        else:
            told.append([Span(event.kind[:60] or "something happened", DIM)])
    if line.events and line.events[0].kind == "worker forced":
        # The turn begins with it, as with a ferry: or it would seem to be somebody else's.
        told[0] = [named(match, line.seat), Span(": "), *told[0]]
    if not told:
        told.append([named(match, line.seat), Span(f" {words.action_words(line.action)}")])
    return told


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
        return [
            [
                Span("a block takes the place: ", DIM),
                Span(f"{square} "),
                Span(str(level), BRIGHT),
            ]
        ]
    dome = facts.get("piece") == "dome"
    what = Span("dome", BRIGHT) if dome else Span(str(level), BRIGHT)
    said = [named(match, facts.get("seat")), Span(" built"), Span(f" {square} "), what]
    return [[*said, Span(", complete", DIM)] if dome and level == reading.SUMMIT else said]


def _razed(match: Match, facts: _Facts) -> _Told:
    said = [*_does(match, facts, "take"), Span(f" a block off {_square(facts)}")]
    return [[*said, Span(f", now {number(facts.get('level'))}", DIM)]]


def _removed(_: Match, facts: _Facts) -> _Told:
    return [[_worker(facts), Span(f" leaves {_square(facts)}: {title(facts.get('god'))}", BAD)]]


def _denied(_: Match, facts: _Facts) -> _Told:
    where = _square(facts)
    return [[Span(title(facts.get("god")), BRIGHT), Span(f" denies the win on {where}", BAD)]]


def _token(match: Match, facts: _Facts) -> _Told:
    said = f" a token, {number(facts.get('tokens'))} now"
    return [[*_does(match, facts, "gain"), Span(said)]]


def _broken(match: Match, facts: _Facts) -> _Told:
    return [[named(match, facts.get("seat")), Span(f" {words.broke(facts)}", BAD)]]


def _unfinished(match: Match, facts: _Facts) -> _Told:
    said = f" cannot finish a turn after {words.action_words(word(facts.get('action')))}"
    return [[named(match, facts.get("seat")), Span(said, BAD)]]


def _out(match: Match, facts: _Facts) -> _Told:
    reason = word(facts.get("reason"))
    why = words.LOST.get(reason, reason[:40] or "out")
    who = player(match, facts.get("seat"))
    # What somebody broke has been told right before.
    told = "" if reason == words.BROKE else f": {why}"
    said = f" {'are' if who.several else 'is'} out{told}"
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


_TELL: dict[str, _Teller] = {
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


def _moved_in_words(match: Match, facts: _Facts) -> _Told:
    rise = number(facts.get("rise"))
    way = f" from {_square(facts, 'from')} to {_square(facts, 'to')}"
    told = f", {counted(abs(rise), 'level')} {'up' if rise > 0 else 'down'}" if rise else ""
    return [[*_does(match, facts, "move"), Span(" "), _worker(facts), Span(f"{way}{told}")]]


def _built_in_words(match: Match, facts: _Facts) -> _Told:
    if facts.get("worker") is None:
        return _built(match, facts)
    level = number(facts.get("level"))
    what = f"a block on {_square(facts)}, level {level} now"
    if facts.get("piece") == "dome":
        complete = ", which completes the tower" if level == reading.SUMMIT else ""
        what = f"a dome on {_square(facts)}{complete}"
    return [[*_does(match, facts, "build"), Span(f" {what}")]]


_SAY = {**_TELL, "worker moved": _moved_in_words, "built": _built_in_words}
