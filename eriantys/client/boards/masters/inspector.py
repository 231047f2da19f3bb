"""What is under the cursor, or was clicked, in whole sentences."""

from __future__ import annotations

from eriantys.client.boards.masters import leading, outcomes, paying, reading
from eriantys.client.boards.masters.grid import standing
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import Target, line_label
from eriantys.client.boards.masters.telling import good_words
from eriantys.client.sentences import counted
from eriantys.games.masters.cards import Card
from eriantys.games.masters.names import LINES, MARBLES


def sentences(scene: Scene, target: Target | None) -> list[str]:
    """Say in words what a target is; without one, how the player stands."""
    if target is not None:
        match target.kind:
            case "line" if target.which < len(LINES):
                return _line(scene, target.which)
            case "card":
                card = reading.top(scene.view, target.which)
                if card is not None:
                    return [card_words(card), _standing(scene, target.which, card)]
            case "play" | "discard":
                held = reading.leaders(scene.view, scene.eyes)
                found = [each for each in held if each.slot == target.which]
                if found:
                    return [leader_words(scene, found[0])]
            case "seat" if target.which < scene.seats:
                return [outcomes.standing(scene.match, target.which)]
    return [outcomes.standing(scene.match, scene.eyes)]


def _line(scene: Scene, line: int) -> list[str]:
    named = [MARBLES[marble] for marble in reading.marbles(scene.view, line)]
    slide = MARBLES[reading.slide(scene.view)]
    name = line_label(line).capitalize()
    return [
        f"{name} of the market: {', '.join(named)}. The {slide} marble is pushed in there.",
        "Yellow gives a coin, grey a stone, purple a servant, blue a shield, red one faith.",
    ]


def card_words(card: Card) -> str:
    """Say all that is printed on a card."""
    brings = good_words(card.makes) if any(card.makes) else ""
    if card.faith:
        brings += f"{', ' if brings else ''}{card.faith} faith"
    worth = counted(card.points, "point")
    return (
        f"{paying.name_of(card)}, {worth}: costs {good_words(card.cost)}; "
        f"takes {good_words(card.needs)} and makes {brings}."
    )


def _standing(scene: Scene, pile: int, card: Card) -> str:
    cost = reading.price(scene.view, scene.eyes, card)
    left = counted(reading.left(scene.view, pile), "card")
    said = standing(scene, pile, card)
    words = {
        "✓ buy": "You can buy it",
        "no slot": "None of your slots can take it",
        "not now": "It cannot be bought now",
        "in reach": "There is enough to pay it",
    }
    lacks = reading.less(cost, reading.goods(scene.view, scene.eyes))
    told = words.get(said, f"You lack {good_words(lacks)}")
    return f"{told}; with your leaders it costs {good_words(cost)}. {left} in the pile."


def leader_words(scene: Scene, held: reading.Held) -> str:
    """Say what a leader does and wants."""
    leader = held.leader
    lacks = leading.lacking(scene, leader)
    fate = ("in your hand", "played", "thrown away")[held.fate] if held.fate < 3 else ""
    more = f" {lacks[0].upper()}{lacks[1:]}." if lacks and held.fate == 0 else ""
    return (
        f"Leader {held.slot}, {fate}, {leader.points} points: {leading.spoken(leader)}. "
        f"It needs {leading.spoken_needs(leader)}.{more}"
    )
