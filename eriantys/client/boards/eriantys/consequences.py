"""What an action leads to, in one short sentence, so that nobody has to count by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eriantys.client.boards.eriantys import reading, resolving
from eriantys.client.boards.eriantys.cards import CARDS
from eriantys.client.boards.eriantys.reading import (
    five,
    number,
    part,
    player,
    row,
    word,
)
from eriantys.client.match import Look, Match
from eriantys.client.sentences import counted
from eriantys.games.eriantys.characters import STOLEN
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.play import POSTMAN_STEPS
from eriantys.games.eriantys.scoring import LAST_TOWER, THREE_ISLANDS
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Tried

UNFORESEEN = "cannot be foreseen"


def consequence(match: Match, actions: tuple[str, ...], look: Look | None) -> str:
    """Say what some actions lead to; "" where that is not known, or nobody wants to be told.

    The last of the actions is the one that is being chosen; those before it are the steps
    that lead to it, as when a character is played. What the choice itself is, an island or
    how far an assistant goes, stands beside it anyway and is not said again.
    """
    if not actions or not match.guided:
        return ""
    refusal = look.refusal if look is not None else None
    if refusal is not None and refusal.code != "cannot-try":
        return refusal.text
    said = _sentence(match, actions, look.tried if look is not None else None)
    return said or (UNFORESEEN if refusal is not None else "")


def _sentence(match: Match, actions: tuple[str, ...], tried: Tried | None) -> str:
    view = match.view
    match actions[-1].split():
        case ["assistant", value] if value.isdecimal():
            return _assistant(match, number(int(value[:3])))
        case ["mother", steps] if steps.isdecimal():
            island = resolving.walked_to(view, number(int(steps[:3])))
            return resolution_words(match, island, tried)
        case ["cloud", cloud]:
            return _cloud(match, cloud)
        case ["play", name]:
            return _play(match, name, tried)
        case ["pick", colour] if colour in COLOURS:
            return _pick(match, actions, colour, tried)
        case ["island", island] if island.isdecimal():
            return _island(match, actions, number(int(island[:3])), tried)
        case ["swap", _, _] | ["done"]:
            return _swaps(match, actions, tried)
        case [colour, "dining"] if colour in COLOURS:
            return _seated(match, colour, tried)
        case [colour, island] if colour in COLOURS and island.isdecimal():
            return _on_island(match, number(int(island[:3])), colour, tried)
    return ""


def _name(view: Mapping[str, Any], island: int) -> str:
    return reading.island_name(view, island)


# Influence.


def influence_words(match: Match, influence: Sequence[int]) -> str:
    """Say who has how much influence: `you 2, Bruno 1`; the own side comes first."""
    own = -1 if match.seat is None else reading.side_of(match.view, match.seat)
    sides = sorted(range(len(influence)), key=lambda side: (side != own, side))
    return ", ".join(f"{reading.side(match, side).name} {influence[side]}" for side in sides)


def lead_words(match: Match, influence: Sequence[int]) -> str:
    """Say who has the most of it."""
    first = resolving.leader(influence)
    if first is not None:
        return reading.side(match, first).does("lead")
    return "tie" if any(influence) else "nobody leads"


def _on_island(match: Match, island: int, colour: str, tried: Tried | None) -> str:
    head = reading.head_of(match.view, island)
    influence = resolving.influence_with(match.view, head, colour)
    if tried is not None:
        after = part({**match.view, **tried.changes}, f"island/{head}")
        influence = row(after.get("influence"))
    if not any(influence):
        return "then nobody has influence there"
    return f"then {influence_words(match, influence)}: {lead_words(match, influence)}"


def resolution_words(match: Match, island: int, tried: Tried | None) -> str:
    """Say what becomes of an island that is resolved."""
    if tried is not None:
        result = resolving.resolution_told(tried.events)
    else:
        result = resolving.resolution_seen(match.view, island)
    if result.barred:
        return "No Entry, nothing changes"
    here = part(match.view, f"island/{reading.head_of(match.view, island)}")
    influence = row(here.get("influence"))
    if not any(influence):
        return "nobody has influence, nothing changes"
    shares = influence_words(match, influence)
    if result.winner is None:
        first = resolving.leader(influence)
        if first is None:
            return f"{shares}: tie, nothing changes"
        return f"{shares}: {reading.side(match, first).does('keep')} it"
    return f"{shares}: {_built(match, result, tried)}"


def _built(match: Match, result: resolving.Resolution, tried: Tried | None) -> str:
    winner = reading.side(match, result.winner)
    if result.ended == LAST_TOWER:
        last = f"{'your' if winner.own else 'the'} last tower"
        return f"{winner.does('build')} {last} and {winner.verb('win')}"
    if result.loser is None:
        said = f"{winner.does('build')} {counted(result.towers, 'tower')}"
    else:
        said = f"{winner.does('take')} it from {reading.side(match, result.loser).name}"
    if result.tiles:
        said += f", joins {'+'.join(map(str, result.tiles))}"
    if result.ended == THREE_ISLANDS:
        said += f"; three islands are left{_winning(match, tried)}"
    return said


def _winning(match: Match, tried: Tried | None) -> str:
    if tried is None:
        return " and the game ends"
    first = resolving.winners({**match.view, **tried.changes})
    if len(first) != 1:
        return ": a shared victory"
    return f" and {reading.side(match, first[0]).does('win')}"


# The dining room.


def _seated(match: Match, colour: str, tried: Tried | None) -> str:
    seat = match.seat if match.seat is not None else -1
    if tried is not None:
        result = resolving.seating_told(tried.events, seat, colour)
    else:
        result = resolving.seating_seen(match.view, seat, colour)
    said = f"then {resolving.at_table(match.view, seat, colour) + 1} at your {colour} table"
    said += ", +¢1" if result.coin else ""
    if result.professor:
        loser = f" from {player(match, result.loser).name}" if result.loser is not None else ""
        return f"{said}: you take the professor{loser}"
    holder = resolving.holder_of(match.view, colour)
    if holder is None or holder == seat:
        return f"{said}: the professor is yours" if holder == seat else said
    has = resolving.at_table(match.view, holder, colour)
    return f"{said}: {player(match, holder).does('keep')} the professor with {has}"


# Assistants and clouds.


def _assistant(match: Match, value: int) -> str:
    played = {}
    for seat in range(len(match.players)):
        assistant = part(match.view, f"school/{seat}").get("assistant")
        if seat != match.seat and assistant is not None:
            played[seat] = number(assistant)
    if not played:
        return "you are the first to play one"
    # Of two equal cards, the one played earlier goes first.
    before = [seat for seat in played if played[seat] <= value]
    after = [seat for seat in played if played[seat] > value]
    place = ("1st", "2nd", "3rd", "4th")[min(len(before), 3)]
    so_far = "" if len(played) == len(match.players) - 1 else " so far"
    said = f"you move {place}{so_far}"
    for link, seats in (("after", before), ("before", after)):
        seats.sort(key=played.__getitem__)
        names = " and ".join(f"{match.name_of(seat)} {played[seat]}" for seat in seats)
        said += f", {link} {names}" if names else ""
    return said


def counts_words(counts: Sequence[int]) -> str:
    """Count all five colours, zero included: what one will lack is the interesting part."""
    return " ".join(
        f"{colour[0].upper()}{count}" for colour, count in zip(COLOURS, counts, strict=False)
    )


def _cloud(match: Match, cloud: str) -> str:
    entrance = five(match.view.get(f"entrance/{match.seat}"))
    coming = five(match.view.get(f"cloud/{cloud}"))
    both = [old + new for old, new in zip(entrance, coming, strict=True)]
    return f"entrance then {counts_words(both)}"


# Characters.


def _character(match: Match, actions: tuple[str, ...]) -> str:
    for action in actions:
        if action.startswith("play "):
            return action.removeprefix("play ")
    return word(part(match.view, "effect").get("character"))


def _play(match: Match, name: str, tried: Tried | None) -> str:
    card = CARDS.get(name)
    if card is None:
        return ""
    slots = [part(match.view, f"character/{slot}") for slot in (1, 2, 3)]
    price = next((number(slot.get("price")) for slot in slots if slot.get("name") == name), 0)
    coins = number(part(match.view, f"school/{match.seat}").get("coins"))
    said = f"you keep ¢{max(0, coins - price)}"
    if card.asks:
        return f"{said}, then pick {', then '.join(card.asks)}"
    match name:
        case "farmer":
            return f"{said}; {_professors(match, tried.events) if tried else card.short}"
        case "postman":
            steps = number(part(match.view, "turn").get("steps"))
            return f"{said}; Mother Nature may go up to {steps + POSTMAN_STEPS} steps"
    return f"{said}; {card.short} this turn"


def _professors(match: Match, events: Sequence[Happening]) -> str:
    """Say which professors change hands."""
    said = []
    for event in events:
        if event.kind == "professor taken":
            who, loser = player(match, event.facts.get("seat")), event.facts.get("from")
            colour = reading.colour_name(event.facts.get("colour"))
            source = "" if loser is None else f" from {player(match, loser).name}"
            said.append(f"{who.does('take')} the {colour} professor{source}")
    return ", ".join(said) or "no professor changes hands"


def _pick(match: Match, actions: tuple[str, ...], colour: str, tried: Tried | None) -> str:
    match _character(match, actions):
        case "princess":
            return _seated(match, colour, tried)
        case "mushroom":
            return _uncounted(match, colour)
        case "thief":
            losses = []
            for seat in range(len(match.players)):
                lost = min(STOLEN, resolving.at_table(match.view, seat, colour))
                losses.append(f"{player(match, seat).name} −{lost}")
            return ", ".join(losses)
        case "monk":
            holder = resolving.holder_of(match.view, colour)
            if holder is None:
                return f"nobody has the {colour} professor"
            return f"the {colour} professor is {_whose(match, holder)}"
    return ""


def _uncounted(match: Match, colour: str) -> str:
    """Say how much influence is gone on all islands together, and whose it is."""
    holder = resolving.holder_of(match.view, colour)
    if holder is None:
        return "nobody has its professor, nothing changes"
    lost = on_islands(match.view, colour)
    who = reading.side(match, reading.side_of(match.view, holder))
    return f"without it {who.does('lose')} {lost} influence in all"


def on_islands(view: Mapping[str, Any], colour: str) -> int:
    """Count the students of a colour on all islands."""
    heads = reading.heads(view)
    students = [five(part(view, f"island/{head}").get("students")) for head in heads]
    return sum(row[COLOURS.index(colour)] for row in students)


def _whose(match: Match, seat: int) -> str:
    who = player(match, seat)
    return "yours" if who.own else who.whose


def _island(match: Match, actions: tuple[str, ...], island: int, tried: Tried | None) -> str:
    match _character(match, actions):
        case "herald":
            return resolution_words(match, island, tried)
        case "grandma":
            return f"the next time, island {_name(match.view, island)} is not resolved"
        case "monk":
            picked = [each.removeprefix("pick ") for each in actions if each[:5] == "pick "]
            colour = picked[-1] if picked else word(part(match.view, "effect").get("colour"))
            return _on_island(match, island, colour, tried)
    return ""


def _swaps(match: Match, actions: tuple[str, ...], tried: Tried | None) -> str:
    character = _character(match, actions)
    if character not in ("jester", "minstrel"):
        return "your turn ends" if actions[-1] == "done" else ""
    view = match.view if tried is None else {**match.view, **tried.changes}
    entrance = [*five(view.get(f"entrance/{match.seat}"))]
    tables = [*five(view.get(f"dining/{match.seat}"))]
    if tried is None:
        for action in actions:
            _swap_by_hand(action, entrance, tables)
    if character == "jester":
        return f"entrance then {counts_words(entrance)}"
    said = f"tables then {counts_words(tables)}"
    if tried is None:
        return said
    if any(event.kind == "coin earned" for event in tried.events):
        said += ", +¢1"
    return f"{said}: {_professors(match, tried.events)}"


def _swap_by_hand(action: str, entrance: list[int], tables: list[int]) -> None:
    match action.split():
        case ["swap", mine, theirs] if mine in COLOURS and theirs in COLOURS:
            gone, come = COLOURS.index(mine), COLOURS.index(theirs)
            entrance[gone] -= 1
            entrance[come] += 1
            tables[gone] += 1
            tables[come] -= 1
