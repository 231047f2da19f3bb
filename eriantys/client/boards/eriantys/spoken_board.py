"""The table of Eriantys in sentences, from the whole of it down to one island or school."""

from __future__ import annotations

from eriantys.client.boards.eriantys import reading, words
from eriantys.client.boards.eriantys.cards import CARDS, price_words, why_not
from eriantys.client.boards.eriantys.consequences import influence_words, resolution_words
from eriantys.client.boards.eriantys.reading import five, number, part, row, word
from eriantys.client.boards.eriantys.resolving import holder_of
from eriantys.client.boards.eriantys.scene import TOWER_NAMES
from eriantys.client.boards.eriantys.spoken import finished, students
from eriantys.client.match import Match
from eriantys.client.sentences import counted
from eriantys.games.eriantys.names import COLOURS


def overview(match: Match) -> list[str]:
    """Tell everything that lies on the table."""
    said = [situation(match)]
    said += [island(match, head) for head in reading.heads(match.view)]
    said += clouds(match)
    for slot in _slots(match):
        said.append(_character(match, slot))
    for seat in range(len(match.players)):
        said += school(match, seat)
    return said


def situation(match: Match) -> str:
    """Tell in a few sentences how far the match has come."""
    view = match.view
    turn = part(view, "turn")
    last = ", the last one" if reading.is_last_round(view) else ""
    said = [f"Round {number(turn.get('round'))}{last}."]
    mother = reading.head_of(view, number(view.get("mother"), 1))
    said.append(f"Mother Nature is on island {reading.island_name(view, mother)}.")
    said.append(f"{counted(sum(five(view.get('bag'))), 'student')} in the bag.")
    effect = part(view, "effect").get("character")
    if effect:
        said.append(f"{reading.title_of(effect)} in play.")
    said.append(finished(words.question(match)))
    return " ".join(said)


def island(match: Match, which: int, *, closely: bool = False) -> str:
    """Tell what is on an island, and if it is looked at closely, who counts there."""
    view = match.view
    head = reading.head_of(view, which)
    here = part(view, f"island/{head}")
    said = f"Island {reading.island_name(view, head)}: {students(five(here.get('students')))}"
    towers = number(here.get("towers"))
    if towers and here.get("side") is not None:
        side = number(here.get("side"), -1)
        said += f"; {_towers(side, towers)}, {reading.side(match, side).whose}"
    elif closely:
        said += "; no tower"
    if number(here.get("no_entry")):
        said += f"; {counted(number(here.get('no_entry')), 'No Entry tile')}"
    if reading.head_of(view, number(view.get("mother"))) == head:
        said += "; Mother Nature is here"
    if not closely:
        return f"{said}."
    influence = row(here.get("influence"))
    outcome = resolution_words(match, head, None)
    shares = influence_words(match, influence)
    if outcome.startswith(shares):
        outcome = outcome.removeprefix(shares).lstrip(": ")
    return f"{said}. Influence: {shares}. If she stopped here now: {outcome}."


def _towers(side: int, count: int) -> str:
    name = TOWER_NAMES[side] if 0 <= side < len(TOWER_NAMES) else ""
    return counted(count, f"{name} tower".strip())


def clouds(match: Match) -> list[str]:
    """Tell what is on the clouds."""
    said = []
    for which in range(1, len(match.players) + 1):
        content = five(match.view.get(f"cloud/{which}"))
        said.append(f"Cloud {which}: {students(content, 'taken')}.")
    return said


def school(match: Match, seat: int) -> list[str]:
    """Tell about the school of a player, in three sentences."""
    view = match.view
    who = reading.player(match, seat)
    part_ = part(view, f"school/{seat}")
    side = reading.side_of(view, seat)
    left = row(view.get("towers"), side + 1)[side] if side >= 0 else 0
    facts = [f"{_towers(side, left)} left"]
    if part(view, "table").get("expert"):
        facts.append(counted(number(part_.get("coins")), "coin"))
    if part_.get("assistant") is not None:
        facts.append(f"assistant {number(part_.get('assistant'))} played")
    facts.append(f"in hand {', '.join(map(str, row(part_.get('hand')))) or 'none'}")
    tables = []
    for colour, count in zip(COLOURS, five(view.get(f"dining/{seat}")), strict=True):
        professor = " with the professor" if holder_of(view, colour) == seat else ""
        if count or professor:
            tables.append(f"{count} {colour}{professor}")
    name = f"{who.name[:1].upper()}{who.name[1:]}"
    return [
        f"{name}: {', '.join(facts)}.",
        f"{name}, entrance: {students(five(view.get(f'entrance/{seat}')))}.",
        f"{name}, dining room: {', '.join(tables) or 'nobody'}.",
    ]


def _slots(match: Match) -> list[int]:
    return [slot for slot in (1, 2, 3) if f"character/{slot}" in match.view]


def _character(match: Match, slot: int) -> str:
    card = part(match.view, f"character/{slot}")
    name = word(card.get("name"))
    said = f"{reading.title_of(name)}, {counted(number(card.get('price')), 'coin')}"
    on_card = five(card.get("students"))
    if any(on_card):
        said += f": {students(on_card)}"
    if number(card.get("no_entry")):
        said += f": {counted(number(card.get('no_entry')), 'No Entry tile')}"
    return f"{said}."


def characters(match: Match) -> list[str]:
    """Tell about the characters: what they do, cost and ask."""
    said = []
    for slot in _slots(match):
        name = word(part(match.view, f"character/{slot}").get("name"))
        said.append(_character(match, slot))
        told = CARDS.get(name)
        if told is not None:
            asks = f" It asks for {', then '.join(told.asks)}." if told.asks else ""
            said.append(f"{told.effect} {told.limits}{asks}")
        said.append(finished(f"price {price_words(match.view, slot)}"))
        if match.seat is not None and match.turn == match.seat:
            reason = why_not(match.view, match.seat, slot)
            said.append(f"Not now: {reason}." if reason else f"Type play {name} to use it.")
    return said or ["There are no characters in this match."]
