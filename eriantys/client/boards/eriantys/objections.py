"""Why something cannot be chosen now, and what could be instead.

What is legal, the server says; these are the reasons as they can be seen on the table, in the
words in which the server would refuse it.
"""

from __future__ import annotations

from collections.abc import Iterable

from eriantys.client.boards.eriantys import reading, words
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.reading import five, number, part, row
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.match import Match
from eriantys.client.sentences import counted
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS
from eriantys.games.eriantys.state import TABLE_SEATS


def objection(choice: Choice, target: Target) -> str:
    """Say why something cannot be chosen now."""
    decision = choice.decision
    match target.kind:
        case "assistant" if decision == "assistant":
            return _assistant(choice, target.which)
        case "cloud" if decision == "cloud":
            return _cloud(choice, target.which)
        case "island" if decision == "mother":
            return _far_island(choice, target.which)
        case "island" if decision == "grandma-island":
            return _barred(choice, target.which)
        case "dining" if decision == "student":
            return _full_table(choice)
        case "island" if decision == "student":
            return "Pick a student first: g, r, y, p or b."
        case "entrance" if choice.double:
            return _entrance(choice, target.which)
        case "card" | "table" if "-" in decision:
            return _other_place(choice, target)
    return _wrong_moment(choice.match)


def too_many_steps(match: Match) -> str:
    """Say why Mother Nature cannot go so far."""
    allowing, steps = _allowed(match)
    lets = "let" if " and " in allowing else "lets"
    return f"Your {allowing} {lets} Mother Nature go {steps}."


def objection_to_colour(choice: Choice, colour: int) -> str:
    """Say why a colour's letter means nothing now."""
    decision = choice.decision
    if choice.double and (choice.first is None or decision == "student"):
        return _entrance(choice, colour)
    if decision == "minstrel-swap":
        return _other_place(choice, Target("table", colour))
    if decision.endswith("-student") or decision == "jester-swap":
        return _other_place(choice, Target("card", colour))
    return _wrong_moment(choice.match)


def no_swap_yet(match: Match) -> str:
    """Say why nobody can be done before the first swap."""
    title = reading.title_of(part(match.view, "effect").get("character"))
    return f"Swap at least one student with the {title}, or take it back with Esc."


def _wrong_moment(match: Match) -> str:
    return f"Not now: you have to {words.task(match)}."


def _listing(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"


def _open(choice: Choice, kind: str) -> str:
    return _listing(sorted(target.which for target in choice.targets if target.kind == kind))


# The four steps of a round.


def _assistant(choice: Choice, value: int) -> str:
    match = choice.match
    if value not in ASSISTANTS:
        return f"There is no assistant {value}: they go from 1 to {max(ASSISTANTS)}."
    if value not in row(part(match.view, f"school/{match.seat}").get("hand")):
        return f"You have played {value} before. Still open: {_open(choice, 'assistant')}."
    takers = [
        match.name_of(seat)
        for seat in row(match.view.get("order"))
        if seat != match.seat and part(match.view, f"school/{seat}").get("assistant") == value
    ]
    taker = takers[0] if takers else "somebody"
    still_open = _open(choice, "assistant")
    return f"{taker} has played {value} in this round. Still open: {still_open}."


def _cloud(choice: Choice, cloud: int) -> str:
    seats = number(part(choice.match.view, "table").get("seats"))
    if cloud > seats:
        return f"There is no cloud {cloud}: this table has {seats}."
    still_there = _open(choice, "cloud")
    return f"Cloud {cloud} was already taken this round. Still there: {still_there}."


def _allowed(match: Match) -> tuple[str, str]:
    """Say by what Mother Nature may go, and how far."""
    most = number(part(match.view, "turn").get("steps"), 1)
    card = number(part(match.view, f"school/{match.seat}").get("assistant"))
    postman = part(match.view, "effect").get("character") == "postman"
    allowing = f"assistant {card} and the Postman" if postman else f"assistant {card}"
    return allowing, "1 step" if most <= 1 else f"1 to {most} steps"


def _far_island(choice: Choice, island: int) -> str:
    view = choice.match.view
    ring, mother = reading.heads(view), reading.head_of(view, number(view.get("mother")))
    name = reading.island_name(view, island)
    if island == mother or island not in ring or mother not in ring:
        return f"Mother Nature is on island {name} already: she goes at least 1 step."
    away = (ring.index(island) - ring.index(mother)) % len(ring)
    allowing, steps = _allowed(choice.match)
    allow = "allow" if " and " in allowing else "allows"
    return f"Island {name} is {counted(away, 'step')} away: {allowing} {allow} {steps}."


def _entrance(choice: Choice, colour: int) -> str:
    match, name = choice.match, COLOURS[colour]
    here = five(match.view.get(f"entrance/{match.seat}"))
    to_move = _listing(COLOURS[target.which] for target in choice.firsts)
    if not here[colour]:
        return f"You have no {name} student in your entrance. There: {to_move}."
    if here[colour] <= _came(match, 0)[colour]:
        return f"The {name} student has just come by a swap, and stays."
    return f"Your {name} table is full: it has {TABLE_SEATS} seats."


def _full_table(choice: Choice) -> str:
    student = choice.first or choice.cursor
    if student is None or student not in choice.firsts:
        return "Pick a student first: g, r, y, p or b."
    name = COLOURS[student.which]
    return f"Your {name} table is full: it has {TABLE_SEATS} seats. Put it on an island."


# Characters.


def _came(match: Match, where: int) -> tuple[int, ...]:
    """Count what came by the swaps so far: to the entrance (0), or to the other place (1)."""
    swaps = part(match.view, "effect").get("swaps")
    return five(swaps[where] if isinstance(swaps, list | tuple) and len(swaps) == 2 else None)


def _other_place(choice: Choice, target: Target) -> str:
    match, name = choice.match, COLOURS[target.which]
    if target.kind == "table":
        here = five(match.view.get(f"dining/{match.seat}"))
        where = "in your dining room"
    else:
        title = reading.title_of(part(match.view, "effect").get("character"))
        here, where = _on_card(match), f"on the {title}'s card"
    if choice.double and choice.first is None:
        return "Pick a student of your entrance first: g, r, y, p or b."
    if not here[target.which]:
        return f"There is no {name} student {where}."
    if here[target.which] <= _came(match, 1)[target.which]:
        return f"The {name} student {where} has just come by a swap, and stays."
    if choice.first is not None:
        name = COLOURS[choice.first.which]
    return f"Your {name} table is full: it has {TABLE_SEATS} seats."


def _on_card(match: Match) -> tuple[int, ...]:
    """Count the students on the card of the character that is being played."""
    played = part(match.view, "effect").get("character")
    for slot in (1, 2, 3):
        card = part(match.view, f"character/{slot}")
        if played and card.get("name") == played:
            return five(card.get("students"))
    return five(None)


def why_it_stays(choice: Choice, target: Target) -> str:
    """Say in a few words why a student cannot be swapped; empty if it can be."""
    match = choice.match
    if target.kind == "entrance":
        if target in choice.firsts:
            return ""
        here = five(match.view.get(f"entrance/{match.seat}"))
        came = _came(match, 0)
    else:
        ways = [choice.firsts[choice.first]] if choice.first else choice.firsts.values()
        if any(target in way for way in ways):
            return ""
        at_home = target.kind == "table"
        here = five(match.view.get(f"dining/{match.seat}")) if at_home else _on_card(match)
        came = _came(match, 1)
    return "just came" if here[target.which] <= came[target.which] else "table full"


def _barred(choice: Choice, island: int) -> str:
    view = choice.match.view
    tiles = len(row(part(view, f"island/{island}").get("tiles")))
    has = "its No Entry tile" if tiles <= 1 else f"its {tiles} No Entry tiles"
    name = reading.island_name(view, island)
    return f"Island {name} has {has} already, one for each island."
