"""What happened and what was said, as the short lines of the log.

Names are bright, the own one has the colour of the cursor, and colours of students are their
own. A line is made for narrow panels, but whole enough to be read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from eriantys.client.boards.afterwards import undone
from eriantys.client.boards.eriantys import reading
from eriantys.client.boards.eriantys.reading import (
    Who,
    colour_name,
    number,
    part,
    player,
    row,
    word,
)
from eriantys.client.boards.eriantys.scene import LETTER_OF, LETTERS, TOWERS
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Match, Remark
from eriantys.client.sentences import counted
from eriantys.wire.cards import Happening

DIM = ink("dim")
GOLD = ink("gold")
NAME = ink("bright", "bg", "bold")
YOU = ink("cur", "bg", "bold")
SAYS = ink("accent")
TOWER = "♜"
COIN = "¢"

ENDINGS = {
    "last-tower": "the last tower is built",
    "three-islands": "only three islands are left",
    "bag-empty": "the bag is empty",
    "no-assistants": "all assistants are played",
}
"""Why a game ends by its rules."""


def log_line(match: Match, line: Line) -> list[list[Span]]:
    """Tell one action of the log in short lines; never nothing, whatever was told."""
    if line.action == "undo":
        return [
            [
                *_named(player(match, line.seat)),
                Span(f" back: {undone(match, line, action_words)}"),
            ]
        ]
    lines: list[list[Span]] = []
    for at, event in enumerate(line.events):
        tell = _TELL.get(event.kind)
        if tell is not None:
            lines += tell(match, line, at)
        else:
            lines.append([Span(event.kind[:60] or "something happened", DIM)])
    if not lines:
        who = player(match, line.seat)
        lines.append([*_named(who), Span(f" {_silent(who, line.action)}")])
    return lines


def _named(who: Who) -> list[Span]:
    return [Span(who.name, YOU if who.own else NAME)]


def colour_span(colour: object, bg: str = "bg") -> Span:
    """Name a colour in that colour."""
    name = colour_name(colour)
    return Span(name, ink(LETTER_OF.get(name, "text"), bg))


def chips(counts: tuple[int, ...]) -> list[Span]:
    """Show students as their letters, each on its colour."""
    shown = []
    for letter, count in zip(LETTERS, counts, strict=False):
        if count > 0:
            shown.append(Span(letter * min(count, 20), ink("ink", letter)))
    return shown


def towers(side: int, count: int) -> Span:
    """Show so many towers of a side."""
    role = TOWERS[side] if 0 <= side < len(TOWERS) else "gy"
    style = ink("ink", "bk") if role == "bk" else ink(role)
    return Span(TOWER * max(0, min(count, 12)), style)


def _silent(who: Who, action: str) -> str:
    """Tell an action of which nothing can be seen yet."""
    if action == "done":
        return "are done" if who.several else "is done"
    verb, _, rest = action.partition(" ")
    if verb == "pick" and rest:
        return f"{who.verb('pick')} {rest}"
    return action_words(action)


def action_words(action: str) -> str:
    """Say an action of the notation in words."""
    match action.split():
        case ["assistant", value]:
            return f"assistant {value}"
        case ["mother", steps]:
            return f"nature {steps} step{'' if steps == '1' else 's'}"
        case ["play", name]:
            return reading.title_of(name)
        case ["pick", colour]:
            return colour
        case ["swap", mine, theirs]:
            return f"{mine} for {theirs}"
        case [colour, "dining"] if colour in LETTER_OF:
            return f"{colour} to dining room"
        case [colour, island] if colour in LETTER_OF:
            return f"{colour} to island {island}"
    return action[:60] or "nothing"


_Told: TypeAlias = list[list[Span]]


def _facts(line: Line, at: int) -> Mapping[str, Any]:
    return line.events[at].facts


def _others(line: Line, at: int, kind: str) -> Iterator[Happening]:
    """Find the events of a kind that came with this one and after it."""
    return (event for event in line.events[at + 1 :] if event.kind == kind)


def _who(match: Match, line: Line, at: int) -> list[Span]:
    return _named(player(match, _facts(line, at).get("seat", line.seat)))


def _assistant_played(match: Match, line: Line, at: int) -> _Told:
    who = player(match, _facts(line, at).get("seat"))
    value = number(_facts(line, at).get("assistant"))
    return [[*_named(who), Span(f" {who.verb('play')} assistant {value}")]]


def _coin(line: Line, at: int) -> list[Span]:
    earned = next(_others(line, at, "coin earned"), None)
    return [Span(", "), Span(f"+{COIN}1", GOLD)] if earned is not None else []


def _student_moved(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    island = facts.get("island")
    where = "dining room" if island is None else f"island {number(island)}"
    told = [*_who(match, line, at), Span(" "), colour_span(facts.get("colour"))]
    return [[*told, Span(f" to {where}"), *(_coin(line, at) if island is None else ())]]


def _student_sent(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    told = [*_who(match, line, at), Span(" "), colour_span(facts.get("colour"))]
    return [[*told, Span(f" from the Monk to island {number(facts.get('island'))}")]]


def _student_invited(match: Match, line: Line, at: int) -> _Told:
    told = [*_who(match, line, at), Span(" "), colour_span(_facts(line, at).get("colour"))]
    return [[*told, Span(" from the Princess to dining room"), *_coin(line, at)]]


def _coin_earned(match: Match, line: Line, at: int) -> _Told:
    seated = ("student moved", "student invited")
    if any(event.kind in seated for event in line.events[:at]):
        return []  # told with the student who earned it
    who = player(match, _facts(line, at).get("seat"))
    told = [*_named(who), Span(" "), Span(f"+{COIN}1", GOLD), Span(" for the ")]
    return [[*told, colour_span(_facts(line, at).get("colour")), Span(" table")]]


def _professor_taken(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    who = player(match, facts.get("seat"))
    told = [*_named(who), Span(f" {who.verb('take')} the "), colour_span(facts.get("colour"))]
    told.append(Span(" professor"))
    if facts.get("from") is not None:
        told += [Span(" from "), *_named(player(match, facts.get("from")))]
    return [told]


_RESOLVED = ("island conquered", "entry refused")


def _unchanged(line: Line, at: int) -> list[Span]:
    """Say so where an island was resolved to no effect."""
    if any(event.kind in _RESOLVED for event in line.events[at + 1 :]):
        return []
    return [Span(": no change", DIM)]


def _mother_moved(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    steps = counted(number(facts.get("steps")), "step")
    told = [*_who(match, line, at), Span(" nature", ink("mn"))]
    told.append(Span(f" {steps} to island {number(facts.get('island'))}"))
    return [told + _unchanged(line, at)]


def _island_proclaimed(match: Match, line: Line, at: int) -> _Told:
    where = f" Herald on island {number(_facts(line, at).get('island'))}"
    return [[*_who(match, line, at), Span(where), *_unchanged(line, at)]]


def _entry_refused(_: Match, line: Line, at: int) -> _Told:
    return [[Span(f"No Entry on island {number(_facts(line, at).get('island'))}: no change")]]


def _no_entry_placed(match: Match, line: Line, at: int) -> _Told:
    who = player(match, line.seat)
    where = f"No Entry on island {number(_facts(line, at).get('island'))}"
    return [[*_named(who), Span(f" {who.verb('put')} {where}")]]


def _island_conquered(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    owner = reading.side(match, facts.get("side"))
    island = number(facts.get("island"))
    built = towers(number(facts.get("side"), -1), number(facts.get("towers")))
    if facts.get("from") is None:
        return [[*_named(owner), Span(f" {owner.verb('build')} on island {island} "), built]]
    loser = reading.side(match, facts.get("from"))
    told = [*_named(owner), Span(f" {owner.verb('take')} island {island} from ")]
    return [[*told, *_named(loser), Span(" "), built]]


def _islands_joined(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    name = "+".join(map(str, row(facts.get("tiles"))[:12])) or str(number(facts.get("island")))
    group = part(line.view, f"island/{number(facts.get('island'))}")
    side = number(group.get("side"), -1)
    owner = reading.side(match, side)
    built = towers(side, number(group.get("towers")))
    return [[*_named(owner), Span(f" {owner.verb('join')} islands {name} "), built]]


def _cloud_taken(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    told = [*_who(match, line, at), Span(f" took cloud {number(facts.get('cloud'))} ")]
    return [[*told, *chips(reading.five(facts.get("students")))]]


def _character_played(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    who = player(match, facts.get("seat"))
    told = [*_named(who), Span(f" {who.verb('play')} ")]
    told.append(Span(reading.title_of(facts.get("character"))[:20], ink("bright")))
    return [[*told, Span(" for "), Span(f"{COIN}{number(facts.get('price'))}", GOLD)]]


def _card_refilled(_: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    card = reading.title_of(facts.get("character"))[:20]
    return [[colour_span(facts.get("colour")), Span(f" comes onto the {card}")]]


def _colour_ignored(_: Match, line: Line, at: int) -> _Told:
    colour = colour_span(_facts(line, at).get("colour"))
    return [[colour, Span(" counts for nobody this turn")]]


def _students_swapped(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    who = player(match, facts.get("seat"))
    told = [*_named(who), Span(f" {who.verb('swap')} "), colour_span(facts.get("mine"))]
    return [[*told, Span(" for "), colour_span(facts.get("theirs"))]]


def _students_stolen(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    colour = colour_span(facts.get("colour"))
    told = [Span("Thief: "), colour]
    losses = [
        (seat, lost) for seat, lost in enumerate(row(facts.get("by_seat"))[:8]) if lost > 0
    ]
    if not losses:
        return [[Span("Thief: nobody has "), colour]]
    for seat, lost in losses:
        told += [Span(", "), *_named(player(match, seat)), Span(f" −{lost}")]
    return [told]


def _round_begun(match: Match, line: Line, at: int) -> _Told:
    facts = _facts(line, at)
    told = [Span(f"round {number(facts.get('round'))} begins", DIM)]
    return [[*told, Span(", first ", DIM), *_named(player(match, facts.get("first")))]]


def _bag_emptied(_: Match, line: Line, at: int) -> _Told:
    clouds = ", without clouds" if _facts(line, at).get("short_round") else ""
    return [[Span(f"the bag is empty: last round{clouds}", ink("mn"))]]


def _game_over(_: Match, line: Line, at: int) -> _Told:
    reason = word(_facts(line, at).get("reason"))
    return [[Span(f"game over: {ENDINGS.get(reason, reason[:40] or 'it ends')}", ink("cur"))]]


_TELL: dict[str, Callable[[Match, Line, int], _Told]] = {
    "assistant played": _assistant_played,
    "bag emptied": _bag_emptied,
    "card refilled": _card_refilled,
    "character played": _character_played,
    "cloud taken": _cloud_taken,
    "coin earned": _coin_earned,
    "colour ignored": _colour_ignored,
    "entry refused": _entry_refused,
    "game over": _game_over,
    "island conquered": _island_conquered,
    "island proclaimed": _island_proclaimed,
    "islands joined": _islands_joined,
    "mother moved": _mother_moved,
    "no entry placed": _no_entry_placed,
    "professor taken": _professor_taken,
    "round begun": _round_begun,
    "student invited": _student_invited,
    "student moved": _student_moved,
    "student sent": _student_sent,
    "students stolen": _students_stolen,
    "students swapped": _students_swapped,
}


def remark_line(match: Match, remark: Remark) -> list[Span]:
    """Tell a line of chat, or what the table says."""
    if not remark.name:
        return [Span(remark.text, DIM)]
    own = match.seat is not None and remark.name == match.name_of(match.seat)
    told = [Span("you" if own else remark.name, YOU if own else NAME)]
    if remark.to in ("team", "watchers", "lobby"):
        told.append(Span(f" ({remark.to})", DIM))
    return [*told, Span(" » ", SAYS), Span(remark.text)]
