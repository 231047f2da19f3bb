"""What happened, as the short lines of the log.

A line names who acted, what was taken or bought or made, and what followed for the others.
Whatever a server tells, a line comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from eriantys.client.boards.masters import chips, words
from eriantys.client.boards.masters.leading import title_of
from eriantys.client.boards.masters.targets import (
    CARD_ROLES,
    GOODS,
    MARBLE_ROLES,
    MARBLES,
    ROMAN,
    line_label,
    line_number,
)
from eriantys.client.boards.reading import Who, number, player, row, word
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Match
from eriantys.client.sentences import counted
from eriantys.games.masters.cards import LEADERS
from eriantys.games.masters.names import COLOURS, RESOURCES, TILE_POINTS, TOKENS
from eriantys.games.masters.names import MARBLES as MARBLE_NAMES
from eriantys.wire.cards import Happening

DIM = ink("dim")
NAME = ink("bright", "bg", "bold")
YOU = ink("cur", "bg", "bold")
FAITH = ink("R", "bg", "bold")
Spans: TypeAlias = list[Span]

_QUIET = (
    *("line changed", "slide changed", "marble available", "marble taken", "depot changed"),
    *("strongbox changed", "points changed", "card uncovered", "leaders available"),
    "turn begun",
)
"""Events of which the board tells enough by itself."""


def log_line(match: Match, line: Line) -> list[Spans]:
    """Tell one action of the log in short lines; never nothing, whatever was told."""
    who = player(match, line.seat)
    if line.action == "undo":
        return [[*named(who), Span(" took a step back", DIM)]]
    lines: list[Spans] = []
    for event in line.events:
        if event.kind in _QUIET:
            continue
        tell = _TELL.get(event.kind)
        if tell is None:
            lines.append([Span(event.kind[:60] or "something happened", DIM)])
        elif told := tell(match, event):
            lines.append(told)
    return lines or [[*named(who), Span(" "), *action_spans(line.action, who)]]


def named(who: Who) -> Spans:
    """Name whoever acts."""
    return [Span(who.name, YOU if who.own else NAME)]


def good_span(name: object) -> Span:
    """Show a resource by its letter."""
    if name in RESOURCES:
        kind = RESOURCES.index(str(name))
        return Span(GOODS[kind], chips.good(kind))
    return Span(word(name)[:12] or "something", DIM)


def action_spans(action: str, who: Who) -> Spans:
    """Tell an action that has brought no event which the log has words for."""
    match action.split():
        case ["put", good, depot]:
            return [
                Span(f"{who.verb('store')} "),
                good_span(good),
                Span(f" in depot {depot[:2]}", DIM),
            ]
        case ["discard", "rest"]:
            return [Span(f"{who.verb('throw')} the rest away", DIM)]
        case ["discard", good]:
            return [Span(f"{who.verb('throw')} "), good_span(good), Span(" away", DIM)]
        case ["back", depot]:
            return [Span(f"{who.verb('take')} a good back out of depot {depot[:2]}", DIM)]
        case ["swap" | "move", one, other]:
            return [Span(f"{who.verb('rearrange')} depots {one[:2]} and {other[:2]}", DIM)]
        case ["white", good]:
            return [Span(f"{who.verb('make')} white "), good_span(good)]
        case ["pay", good, source]:
            said = [Span(f"{who.verb('pay')} "), good_span(good)]
            return [*said, Span(f" from the {source[:12]}", DIM)]
        case ["produce", *_]:
            return [Span(f"{who.verb('choose')} {action[:50]}", DIM)]
        case ["buy", colour, level, *_]:
            return [Span(f"{who.verb('buy')} {colour[:8]} {level[:2]}", DIM)]
        case ["end"]:
            return [Span(f"{who.verb('end')} the turn", DIM)]
        case ["done"]:
            return [Span(f"{who.verb('pay')} for the production", DIM)]
    return [Span(f"{who.verb('play')} {action[:60]}", DIM)]


# One event each.

_Tell: TypeAlias = Callable[[Match, Happening], Spans]


def _who(match: Match, event: Happening) -> Who:
    return player(match, event.facts.get("seat"))


def _line_taken(match: Match, event: Happening) -> Spans:
    who = _who(match, event)
    name = word(event.facts.get("line"))
    line = line_number(name)
    label = name[:12] if line is None else line_label(line)
    spans = [*named(who), Span(f" {who.verb('take')} "), Span(label), Span(": ")]
    for name in _list(event.facts.get("marbles"))[:4]:
        if name in MARBLE_NAMES:
            marble = MARBLE_NAMES.index(str(name))
            spans.append(Span(MARBLES[marble], chips.chip(MARBLE_ROLES[marble])))
    return spans


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _card_bought(match: Match, event: Happening) -> Spans:
    who, facts = _who(match, event), event.facts
    level = number(facts.get("level"))
    name = f"{word(facts.get('colour'))[:8]} {ROMAN[level] if 0 < level < 4 else level}"
    colour = facts.get("colour")
    role = CARD_ROLES[COLOURS.index(str(colour))] if colour in COLOURS else "text"
    spans = [*named(who), Span(f" {who.verb('buy')} "), Span(name, ink(role, "bg", "bold"))]
    points = number(facts.get("points"))
    return [*spans, Span(f" for slot {number(facts.get('slot'))}, {points} VP", DIM)]


def _produced(match: Match, event: Happening) -> Spans:
    who = _who(match, event)
    names = _list(event.facts.get("resources"))
    spans = [*named(who), Span(f" {who.verb('produce')} ")]
    for kind, name in enumerate(RESOURCES):
        count = names.count(name)
        if count:
            spans += [*chips.counted(kind, count), Span(" ")]
    steps = number(event.facts.get("faith"))
    return [*spans, *chips.faith(steps)] if names or steps else [*spans, Span("nothing", DIM)]


def _discarded(match: Match, event: Happening) -> Spans:
    who = _who(match, event)
    count = number(event.facts.get("number"))
    said = f" {who.verb('throw')} {counted(count, 'good')} away: "
    gains = "the cross moves" if len(match.players) == 1 else "others gain faith"
    return [*named(who), Span(said, DIM), Span(gains, ink("mn", "bg", "bold"))]


def _faith_moved(match: Match, event: Happening) -> Spans:
    space = number(event.facts.get("space"))
    if event.facts.get("seat") is None:
        return [Span("Lorenzo’s cross", FAITH), Span(f" moves to {space}", DIM)]
    who = _who(match, event)
    return [*named(who), Span(f" {who.verb('come')} to faith {space}", DIM)]


def _report(match: Match, event: Happening) -> Spans:
    report = number(event.facts.get("report"))
    there = [seat for seat in row(event.facts.get("seats")) if seat >= 0]
    names = " and ".join(player(match, seat).name for seat in there[:4]) or "nobody"
    worth = TILE_POINTS[report - 1] if 1 <= report <= len(TILE_POINTS) else 0
    said = f"Vatican report {report}: "
    return [Span(said, ink("mn", "bg", "bold")), Span(f"{names} +{worth} VP")]


def _leader(match: Match, event: Happening, verb: str) -> Spans:
    who = _who(match, event)
    number_ = event.facts.get("leader")
    leader = LEADERS.get(number_) if isinstance(number_, int) else None
    spans = [*named(who), Span(f" {who.verb(verb)} ")]
    if leader is None:
        return [*spans, Span("a leader", DIM)]
    letter = Span(GOODS[leader.resource], chips.good(leader.resource))
    return [*spans, Span(f"{title_of(leader).lower()} leader "), letter]


def _leader_played(match: Match, event: Happening) -> Spans:
    return _leader(match, event, "play")


def _leader_discarded(match: Match, event: Happening) -> Spans:
    who = _who(match, event)
    return [*named(who), Span(f" {who.verb('throw')} a leader away", DIM)]


def _leader_dropped(match: Match, event: Happening) -> Spans:
    who = _who(match, event)
    return [*named(who), Span(f" {who.verb('send')} a leader away", DIM)]


def _token(_: Match, event: Happening) -> Spans:
    token = word(event.facts.get("token"))
    spans = [Span("Lorenzo", FAITH), Span(" draws ", DIM)]
    if token in COLOURS:
        role = CARD_ROLES[COLOURS.index(token)]
        gone = len(_list(event.facts.get("cards")))
        said = f": {counted(gone, 'card')} gone"
        return [*spans, Span(f"{token} −2", ink(role, "bg", "bold")), Span(said, DIM)]
    steps = "✚ +2" if token == TOKENS[4] else "✚ +1, shuffle"
    return [*spans, Span(steps, FAITH)]


def _triggered(_: Match, event: Happening) -> Spans:
    reason = words.REASONS.get(word(event.facts.get("reason")), "the end is near")
    said = f"Last round: {reason}"
    return [Span(said, ink("mn", "bg", "bold"))]


def _over(_: Match, event: Happening) -> Spans:
    reason = words.REASONS.get(word(event.facts.get("reason")), "")
    return [Span(f"The game is over{f': {reason}' if reason else ''}", NAME)]


_TELL: dict[str, _Tell] = {
    "line taken": _line_taken,
    "card bought": _card_bought,
    "produced": _produced,
    "goods discarded": _discarded,
    "faith moved": _faith_moved,
    "vatican report": _report,
    "leader played": _leader_played,
    "leader discarded": _leader_discarded,
    "leader dropped": _leader_dropped,
    "token revealed": _token,
    "end triggered": _triggered,
    "game over": _over,
}


def good_words(counts: tuple[int, ...]) -> str:
    """List goods in words: `2 coins, 1 stone`."""
    listed = [counted(count, RESOURCES[kind]) for kind, count in enumerate(counts) if count]
    return ", ".join(listed) or "nothing"
