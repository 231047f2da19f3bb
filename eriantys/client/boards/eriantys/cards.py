"""The twelve characters in words: what each does, does not do and asks, and why not now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from eriantys.client.boards.eriantys.reading import five, number, part, word
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.state import TABLE_SEATS


class Card(NamedTuple):
    """A character, as a panel or a sentence tells it."""

    title: str
    effect: str
    """What it does, as a sentence."""
    limits: str
    """What it does not do, or what is worth knowing before one pays."""
    asks: tuple[str, ...] = ()
    """What has to be chosen once it is paid, in order."""
    short: str = ""
    """The effect in a few words, for where there is hardly room."""


class Asked(NamedTuple):
    """A question of a character."""

    card: str
    task: str
    """What the player on turn has to do, in a few words."""
    question: str
    """The same, said to that player."""


CARDS: dict[str, Card] = {
    "monk": Card(
        "Monk",
        "Put one student of this card on any island.",
        "It is none of your own moves; a new student comes onto the card from the bag.",
        ("a student of the card", "an island"),
        "its student to an island",
    ),
    "farmer": Card(
        "Farmer",
        "Take professors this turn with as many students as their holder has.",
        "You need at least one student of the colour; what you take stays yours afterwards.",
        short="equal takes professors",
    ),
    "herald": Card(
        "Herald",
        "Resolve any island now, as if Mother Nature had stopped there.",
        "She stays where she is and walks as usual; a No Entry tile stops the Herald too.",
        ("an island",),
        "resolve any island now",
    ),
    "postman": Card(
        "Postman",
        "Mother Nature may walk up to 2 steps farther this turn.",
        "It is of use only before she has walked.",
        short="2 more steps",
    ),
    "grandma": Card(
        "Grandma",
        "Put a No Entry tile on an island: the next time, it is not resolved.",
        "The tile then comes back here; a group holds one for each of its islands.",
        ("an island",),
        "bar an island once",
    ),
    "centaur": Card(
        "Centaur",
        "Towers give nobody influence this turn.",
        "Yours do not count either; it is of use only before Mother Nature has walked.",
        short="towers do not count",
    ),
    "jester": Card(
        "Jester",
        "Swap up to 3 students of your entrance with students of this card.",
        "Nothing is drawn from the bag, and it is none of your own moves.",
        ("a student of your entrance", "one of the card, up to 3 times"),
        "swap up to 3 with it",
    ),
    "knight": Card(
        "Knight",
        "You have 2 more influence on every island this turn.",
        "A team has them once; it is of use only before Mother Nature has walked.",
        short="2 more influence",
    ),
    "mushroom": Card(
        "Mushroom",
        "Students of one colour give nobody influence this turn.",
        "Towers still count; it is of use only before Mother Nature has walked.",
        ("a colour",),
        "one colour does not count",
    ),
    "minstrel": Card(
        "Minstrel",
        "Swap up to 2 students of your entrance with students of your dining room.",
        "A table that grows onto seat 3, 6 or 9 pays a coin; one that shrinks may lose you "
        "its professor.",
        ("a student of your entrance", "one of your dining room, up to 2 times"),
        "swap up to 2 at home",
    ),
    "princess": Card(
        "Princess",
        "Seat one student of this card in your dining room.",
        "Coin and professor follow as usual; a new student comes onto the card from the bag.",
        ("a student of the card",),
        "its student to your table",
    ),
    "thief": Card(
        "Thief",
        "Everybody puts 3 students of one colour back into the bag, or all they have.",
        "You do so too, from your dining room; professors stay where they are.",
        ("a colour",),
        "all lose 3 of a colour",
    ),
}

ASKED: dict[str, Asked] = {
    decisions.MONK_STUDENT: Asked(
        "monk", "pick a student of the Monk", "Monk, 1 of 2: pick a student of the card"
    ),
    decisions.MONK_ISLAND: Asked(
        "monk", "pick an island for the Monk's student", "Monk, 2 of 2: to which island?"
    ),
    decisions.HERALD_ISLAND: Asked(
        "herald", "pick an island for the Herald", "Herald: which island is resolved now?"
    ),
    decisions.GRANDMA_ISLAND: Asked(
        "grandma",
        "pick an island for the No Entry tile",
        "Grandma: on which island does the No Entry tile go?",
    ),
    decisions.JESTER_SWAP: Asked(
        "jester",
        "swap a student with the Jester, up to 3 times",
        "Jester: pick a student of your entrance, then one of the card",
    ),
    decisions.MUSHROOM_COLOUR: Asked(
        "mushroom",
        "pick the colour that counts for nobody",
        "Mushroom: which colour counts for nobody this turn?",
    ),
    decisions.MINSTREL_SWAP: Asked(
        "minstrel",
        "swap a student with the dining room, up to 2 times",
        "Minstrel: pick a student of your entrance, then one of your dining room",
    ),
    decisions.PRINCESS_STUDENT: Asked(
        "princess",
        "pick a student of the Princess",
        "Princess: which student of the card sits down at your table?",
    ),
    decisions.THIEF_COLOUR: Asked(
        "thief",
        "pick the colour that goes back to the bag",
        "Thief: of which colour does everybody lose 3 students?",
    ),
}
"""By decision: the questions of the characters that have any."""

_BEFORE_NATURE = ("postman", "centaur", "knight", "mushroom")
"""They change what Mother Nature does, and so come before her."""
_NOT_YET_WALKED = (decisions.STUDENT, decisions.MOTHER)


def why_not(view: Mapping[str, Any], seat: int, slot: int) -> str:
    """Say in a few words why a seat cannot play the character of a slot now; "" if it can.

    It is the reason that stands beside a dimmed card; what is legal, the server says.
    """
    card = part(view, f"character/{slot}")
    name = word(card.get("name"))
    turn = part(view, "turn")
    if part(view, "effect").get("character") and turn.get("seat") == seat:
        return "one a turn"
    if number(card.get("price")) > number(part(view, f"school/{seat}").get("coins")):
        return "too dear"
    if turn.get("seat") != seat or turn.get("phase") != "action":
        return "not now"
    if name in _BEFORE_NATURE and turn.get("decision") not in _NOT_YET_WALKED:
        return "too late"
    return _nothing_to_choose(view, seat, card, name)


def _nothing_to_choose(
    view: Mapping[str, Any], seat: int, card: Mapping[str, Any], name: str
) -> str:
    on_card, seated = five(card.get("students")), five(view.get(f"dining/{seat}"))
    if name in ("monk", "princess") and not any(on_card):
        return "no student left"
    if name == "princess" and not any(
        count and at_table < TABLE_SEATS
        for count, at_table in zip(on_card, seated, strict=True)
    ):
        return "tables full"
    if name == "grandma" and not number(card.get("no_entry")):
        return "no tile left"
    if name == "minstrel" and not any(seated):
        return "dining room empty"
    return ""


def price_words(view: Mapping[str, Any], slot: int) -> str:
    """Say what a character costs now, and later."""
    card = part(view, f"character/{slot}")
    price = number(card.get("price"))
    if card.get("used"):
        return f"¢{price}, for it was used before"
    return f"¢{price} now; ¢{price + 1} for everybody after this first use"
