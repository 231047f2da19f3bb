"""What an action leads to, in one short sentence: what the server has tried, put into words."""

from __future__ import annotations

from eriantys.client.boards.masters import leading, reading, storing
from eriantys.client.boards.masters.targets import GOODS, MARBLES, line_number
from eriantys.client.boards.reading import View, number, player
from eriantys.client.match import Look, Match
from eriantys.client.sentences import counted
from eriantys.games.masters.names import RED, RESOURCES, WHITE
from eriantys.wire.from_server import Tried


def consequence(match: Match, actions: tuple[str, ...], look: Look | None) -> str:
    """Say what some actions lead to; "" where that is not known, or nobody wants to be told."""
    if not actions or not match.guided:
        return ""
    refusal = look.refusal if look is not None else None
    if refusal is not None and refusal.code != "cannot-try":
        return refusal.text
    return _sentence(match, actions[-1], look.tried if look is not None else None)


def _sentence(match: Match, action: str, tried: Tried | None) -> str:
    seat = match.seat or 0
    match action.split():
        case ["take", *name] if (line := line_number(" ".join(name))) is not None:
            return _taken(match, line, tried)
        case ["discard", what]:
            count = sum(reading.box(match.view)) if what == "rest" else 1
            return _thrown(match, count, tried)
        case ["leader", "play", slot]:
            held = _held(match, slot)
            return f"{held.leader.points} VP, and it works at once" if held else ""
        case ["leader", "discard", slot] if match.decision == "leaders":
            return ""
        case ["leader", "discard", slot]:
            held = _held(match, slot)
            at = reading.faith(match.view, seat)
            lost = f", no {held.leader.points} VP" if held else ""
            return f"faith {at} → {min(24, at + 1)}{lost}{_reports(tried)}"
        case ["put", good, _] if good in RESOURCES:
            left = sum(reading.box(match.view)) - 1
            if match.decision != "store" or left < 1:
                return ""
            return f"{counted(left, 'good')} still to store"
        case ["end"] if reading.is_solo(match.view):
            return "then Lorenzo draws"
        case ["end"] | ["done"] | ["produce", *_]:
            return _reports(tried).removeprefix(", ")
    return ""


def _held(match: Match, slot: str) -> reading.Held | None:
    held = reading.leaders(match.view, match.seat or 0)
    return next((each for each in held if str(each.slot) == slot), None)


def marble_words(view: View, seat: int, line: int) -> str:
    """Say what a line of the market gives: `C H S, 1 white`."""
    whitened = reading.whitened(view, seat)
    marbles = reading.marbles(view, line)
    gives = whitened[0] if len(whitened) == 1 else None
    listed = [
        GOODS[gives] if marble == WHITE and gives is not None else MARBLES[marble]
        for marble in marbles
        if marble != WHITE or gives is not None
    ]
    whites = marbles.count(WHITE) if gives is None else 0
    said = " ".join(listed)
    if whites:
        word = "white of your choice" if whitened else "white"
        said += f"{', ' if said else ''}{whites} {word}"
    return said


def _taken(match: Match, line: int, tried: Tried | None) -> str:
    """Say for which of the goods there is room, as the server's next answers tell."""
    seat = match.seat or 0
    said = []
    if RED in reading.marbles(match.view, line):
        at = reading.faith(match.view, seat)
        said.append(f"Faith {at} → {min(24, at + 1)}{_reports(tried)}")
    if tried is not None and tried.decision == "store":
        room = _room(match, tried)
        said.append(f"{room[0].lower()}{room[1:]}" if said else room)
    return "; ".join(said)


def _room(match: Match, tried: Tried) -> str:
    """Say what of the goods would have no room, and what another order of depots changes."""
    view, seat = {**match.view, **tried.changes}, match.seat or 0
    lost = storing.without_room(view, seat)
    if not lost:
        return "Room for everything"
    waiting = reading.box(view)
    nowhere = [
        kind
        for kind, count in enumerate(waiting)
        if count and not storing.places_for(tried.legal, kind)
    ]
    told = f"Room for {sum(waiting) - lost} of {sum(waiting)}"
    if sum(waiting[kind] for kind in nowhere) == lost:
        told = f"No room for {' '.join(GOODS[kind] for kind in nowhere)}"
    faith = "Lorenzo" if reading.is_solo(view) else "others"
    told += f": {faith} +{lost} faith"
    way = storing.way_to_room(view, seat, tried.legal)
    if way is None:
        return told
    saved = str(way.gain)
    if way.gain == lost:
        saved = "it" if lost == 1 else "all"
    return f"{told}; {way.verb} {way.one} {way.other} saves {saved}"


def _thrown(match: Match, count: int, tried: Tried | None) -> str:
    others = "Lorenzo’s cross" if reading.is_solo(match.view) else "each other player"
    return f"{others} +{count} faith{_reports(tried)}"


def _reports(tried: Tried | None) -> str:
    """Say which report something would bring."""
    if tried is None:
        return ""
    held = [event for event in tried.events if event.kind == "vatican report"]
    return "".join(f", report {number(event.facts.get('report'))}" for event in held)


def standing(match: Match, seat: int) -> str:
    """Say in one sentence how a player stands."""
    view = match.view
    cards = reading.number_of_cards(view, seat)
    who = player(match, seat)
    has = "have" if who.several else "has"
    faith = reading.faith(view, seat)
    points = counted(reading.points(view, seat), "point")
    played = [held for held in reading.leaders(view, seat) if held.fate == 1]
    said = f"{who.name} {has} {counted(cards, 'card')}, faith {faith} and {points}"
    if played:
        said += f"; leaders: {', '.join(leading.spoken(held.leader) for held in played)}"
    return f"{said[0].upper()}{said[1:]}."
