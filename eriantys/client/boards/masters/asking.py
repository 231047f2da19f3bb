"""The guidance: what is asked, what the choice under the cursor means, and the keys for it.

One line says it on a small screen, two on a larger one. Everything is a whole sentence or the
name of a key, because the plain mode and a tiny window show the same words.
"""

from __future__ import annotations

import re

from eriantys.client.boards.key_line import Pairs, digits, with_keys
from eriantys.client.boards.masters import (
    leading,
    outcomes,
    paying,
    production,
    reading,
    storing,
    words,
)
from eriantys.client.boards.masters.choosing import PAIRS, Choice
from eriantys.client.boards.masters.grid import standing
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    CARD_KEYS,
    GOOD_KEYS,
    GOODS,
    LINE_KEYS,
    MARBLE_ROLES,
    MARBLES,
    Target,
    line_label,
)
from eriantys.client.canvas import Span, ink, spans_width
from eriantys.client.frame import (
    GUIDE,
    GUIDE_ARROW,
    GUIDE_BRIGHT,
    GUIDE_CHOSEN,
    GUIDE_DIM,
    GUIDE_KEY,
    asking,
)
from eriantys.client.sentences import counted
from eriantys.client.text import cut, width
from eriantys.games.masters import decisions
from eriantys.games.masters.names import RESOURCES


def chosen(scene: Scene) -> tuple[str, str]:
    """Say what is under the cursor: its name, and what there is to know of it."""
    cursor = scene.choice.cursor
    if cursor is None:
        return "", ""
    match cursor.kind:
        case "line":
            seat = scene.match.seat or 0
            name = f"Market {line_label(cursor.which)}"
            return name, outcomes.marble_words(scene.view, seat, cursor.which)
        case "card":
            return _card(scene, cursor.which)
        case "slot":
            return _slot(scene, cursor.which)
        case "good":
            return RESOURCES[cursor.which].capitalize(), _good(scene, cursor.which)
        case "depot":
            return _depot(scene, cursor.which)
        case "power":
            return f"Power {cursor.which}", _power(scene)
        case "pair":
            one, other = PAIRS[cursor.which]
            return "Basic power", f"{GOODS[one]}{GOODS[other]} ▸ any 1"
        case "made":
            return f"Get a {RESOURCES[cursor.which]}", _power(scene)
        case "play" | "discard":
            return _leader(scene, cursor)
        case "source":
            return _payment(scene, cursor.which)
    return _BUTTONS.get(cursor.kind, ("", ""))


_SOURCE = ("depots", "leader’s depot", "strongbox")


def _payment(scene: Scene, source: int) -> tuple[str, str]:
    """Say which good is paid from a source, and what is owed then."""
    verb = scene.choice.action.split()
    if len(verb) < 2 or verb[1] not in RESOURCES:
        return f"Pay from the {_SOURCE[source]}", ""
    kind = RESOURCES.index(verb[1])
    owed = list(reading.owed(scene.view))
    owed[kind] -= 1
    then = f"then {_goods(tuple(owed))} is left to pay" if any(owed) else "then all is paid"
    return f"Pay a {verb[1]} from the {_SOURCE[source]}", then


_BUTTONS = {
    "produce": ("Production", "pay goods, get others into the strongbox"),
    "arrange": ("Rearrange", "goods change depots"),
    "back": ("Take back", "a good out of its depot"),
    "box": ("Throw it away", ""),
    "rest": ("Throw all that is left away", ""),
    "done": ("Pay and produce", ""),
    "end": ("End your turn", ""),
}


def _card(scene: Scene, pile: int) -> tuple[str, str]:
    card = reading.top(scene.view, pile)
    if card is None:
        return "", ""
    name = f"{paying.name_of(card)}, {card.points} VP"
    if not scene.choice.leads_to(Target("card", pile)):
        why = standing(scene, pile, card)
        said = why.replace("need ", "you lack ").replace("no slot", "no slot can take it")
        return name, f"{said} · costs {_goods(reading.price(scene.view, scene.eyes, card))}"
    cost = reading.price(scene.view, scene.eyes, card)
    keep = reading.less(reading.goods(scene.view, scene.eyes), cost)
    return f"Buy {name}", f"for {_goods(cost)}, you keep {_goods(keep)}"


def _slot(scene: Scene, slot: int) -> tuple[str, str]:
    card = paying.card_of(scene)
    if card is None:
        return f"Slot {slot}", ""
    cost = reading.price(scene.view, scene.eyes, card)
    cards = reading.number_of_cards(scene.view, scene.eyes) + 1
    said = f"pay {_goods(cost)}; then {counted(cards, 'card')}"
    return f"{paying.name_of(card)} on slot {slot}", said


def _goods(counts: tuple[int, ...]) -> str:
    listed = [f"{GOODS[kind]}{count}" for kind, count in enumerate(counts) if count]
    return " ".join(listed) or "nothing"


def _good(scene: Scene, kind: int) -> str:
    if scene.choice.decision == decisions.STORE:
        return f"{_where_to(scene, kind)}; x throws it away"
    if scene.choice.decision == decisions.RESOURCES:
        return "then its depot: 1, 2 or 3"
    return ""


def _where_to(scene: Scene, kind: int) -> str:
    """Say where a good from the market can go."""
    offers = scene.match.offers
    numbers = storing.places_for(offers, kind)
    if scene.unguided:
        return "then the number of its depot"
    if numbers:
        return f"then its depot, {' or '.join(map(str, numbers))}"
    way = storing.way_to_room(scene.view, scene.eyes, offers, kind)
    return "no depot takes it" if way is None else f"{way.keys} makes room"


def _depot(scene: Scene, depot: int) -> tuple[str, str]:
    choice = scene.choice
    if scene.taken("arrange"):
        ends = [target.which for target in choice.path if target.kind == "depot"]
        if ends:
            return f"Depots {ends[0]} and {depot}", "change"
        return f"Rearrange depot {depot}", "then with which"
    if scene.taken("back"):
        return f"Out of depot {depot}", "a good waits again"
    verb = choice.action.split()
    if len(verb) > 1 and verb[0] == "put":
        return f"{verb[1].capitalize()} to depot {depot}", ""
    return f"Depot {depot}", ""


def _power(scene: Scene) -> str:
    action = scene.choice.action
    if not action.startswith("produce "):
        return "then what it brings: c s v h"
    each = production.worth(scene, action)
    faith = f" F{each.faith}" if each.faith else ""
    brings = _goods(each.brings) if any(each.brings) else ""
    return f"pay {_goods(each.takes)}, get {brings}{faith}".replace("get  ", "get ")


def _leader(scene: Scene, target: Target) -> tuple[str, str]:
    held = next(
        (each for each in reading.leaders(scene.view, scene.eyes) if each.slot == target.which),
        None,
    )
    name = leading.title_of(held.leader).capitalize() if held is not None else "Leader"
    resource = f" {RESOURCES[held.leader.resource]}" if held is not None else ""
    if target.kind == "play":
        return f"Play {name}{resource}", ""
    if scene.choice.decision == decisions.LEADERS:
        left = len(reading.leaders(scene.view, scene.eyes)) - 2
        return f"Send {name}{resource} away", f"{counted(left, 'leader')} to go"
    why = leading.lacking(scene, held.leader) if held is not None else ""
    return f"Throw {name}{resource} away", f"{why}; or: " if why else ""


# The keys.


def verb(choice: Choice) -> str:
    """Say what Enter does."""
    cursor = choice.cursor
    if cursor is None or (not choice.action and not choice.within):
        return "why not"
    if choice.within:
        return "takes it up"
    words_ = {
        "line": "takes it",
        "slot": "buys it",
        "box": "throws it away",
        "rest": "throws all away",
        "discard": "throws it away",
        "play": "plays it",
        "end": "ends your turn",
        "done": "produces",
        "source": "pays",
        "depot": "does it",
        "good": "chooses it",
    }
    return words_.get(cursor.kind, "does it")


def keys(choice: Choice) -> Pairs:
    """Name the keys that this choice answers to, the most useful first."""
    if not choice.mine:
        return []
    if choice.naming:
        return [(f"{CARD_KEYS[0]}-{CARD_KEYS[-1]}", "card"), ("Esc", "back")]
    pairs: Pairs = []
    if choice.cursor is not None:
        pairs.append(("Enter", verb(choice)))
    pairs += _pointing(choice)
    if choice.path or choice.decision in UNDER_WAY:
        pairs.append(("Esc", "back"))
    return pairs


UNDER_WAY = (decisions.WHITE, decisions.STORE, decisions.PAY, decisions.PRODUCTION)
"""Decisions that Esc takes back."""


def _pointing(choice: Choice) -> Pairs:
    """Name the letters and digits that mean something, each with what it names."""
    level = {**choice.level, **(choice.within if _sees_within(choice) else {})}
    kinds = {target.kind for target in level}
    pairs: Pairs = []
    lines = [target.which for target in level if target.kind == "line"]
    if lines:
        pairs.append((f"{LINE_KEYS[min(lines)]}-{LINE_KEYS[max(lines)]}", "line"))
    if any(choice.leads_to(target) for target in level if target.kind == "card"):
        pairs.append(("y", "buy"))
    for kind, word in (
        ("depot", "depot"),
        ("slot", "slot"),
        ("power", "power"),
        ("source", "from"),
    ):
        numbers = sorted(
            target.which + (kind == "source") for target in level if target.kind == kind
        )
        if numbers:
            pairs.append((digits(numbers), word))
    if "pair" in kinds:
        pairs.append(("a-j", "any 2"))
    letters = {target.which for target in level if target.kind in ("good", "made")}
    if letters:
        pairs.append(("".join(GOOD_KEYS[kind] for kind in sorted(letters)), "resource"))
    if choice.decision == decisions.LEADERS:
        numbers = sorted(target.which for target in level if target.kind == "discard")
        pairs.append((digits(numbers), "leader"))
    elif kinds & {"play", "discard"}:
        pairs.append(("L", "leader"))
        if choice.cursor is not None and choice.cursor.kind == "play":
            pairs.append(("x", "throw away"))
    at = choice.cursor.kind if choice.cursor is not None else ""
    kinds |= {target.kind for target in choice.root if choice.beside(target)}
    pairs += [(key, word) for kind, key, word in _BUTTON_KEYS if kind in kinds - {at}]
    return pairs


_BUTTON_KEYS = (
    ("box", "x", "throw away"),
    ("rest", "X", "all away"),
    ("produce", "p", "produce"),
    ("back", "b", "take back"),
    ("arrange", "w", "rearrange"),
    ("end", "e", "end"),
    ("done", "p", "pay and produce"),
)


def _sees_within(choice: Choice) -> bool:
    return choice.cursor is not None and choice.cursor.kind == "good"


# The lines.


def lines(scene: Scene, consequence: str, rows: int, wide: int) -> list[list[Span]]:
    """Say it all in one line or in two; the sentence matters more than the keys."""
    choice = scene.choice
    if not choice.mine:
        return _waiting(scene, rows)
    name, detail = chosen(scene)
    room = wide - 1
    if choice.naming:
        name, detail, consequence = "Buy a card", "press the letter at its lower edge", ""
    if not name:
        above = asking(words.question(scene.match))
    else:
        above = [GUIDE_ARROW, Span(f"{name}", GUIDE_CHOSEN)]
        told = _joined(detail, consequence)
        if told:
            above.append(Span(": ", GUIDE_BRIGHT))
            left = room - spans_width(above)
            above += _coloured(_fit(consequence, told, left))
    pairs = keys(choice)
    if rows == 1:
        return [with_keys(above, pairs, room)]
    return [above, with_keys([Span("  ", GUIDE)], pairs, room, gap="   ")]


def _coloured(text: str) -> list[Span]:
    """Give the letters of goods in a sentence their colours."""
    spans: list[Span] = []
    for piece in _LETTER.split(text):
        if piece and (piece[0] in MARBLES and (len(piece) == 1 or piece[1:].isdecimal())):
            role = MARBLE_ROLES[MARBLES.index(piece[0])]
            spans.append(Span(piece, ink(role, "me", "bold")))
        elif piece:
            spans.append(Span(piece, GUIDE))
    return spans


_LETTER = re.compile(r"\b([CSVHFW]\d*)\b")


def _joined(detail: str, consequence: str) -> str:
    if detail.endswith(": "):
        return detail + consequence
    return ". ".join(each for each in (detail, consequence) if each)


def _fit(consequence: str, told: str, room: int) -> str:
    """Shorten what is too long: what follows from it matters more than what it is."""
    if width(told) <= room or not consequence:
        return cut(told, room)
    return cut(consequence, room)


def _waiting(scene: Scene, rows: int) -> list[list[Span]]:
    above = asking(words.question(scene.match))
    if rows == 1:
        return [above]
    return [above, [Span("  v", GUIDE_KEY), Span(" looks at a player’s board", GUIDE_DIM)]]


def objection(scene: Scene, sign: str) -> str:
    """Say why a key that the game knows leads nowhere now; empty if it does not know it."""
    choice = scene.choice
    if sign.isdecimal() and choice.decision in (decisions.STORE, decisions.RESOURCES):
        depot = int(sign)
        there = [each.number for each in reading.depots(scene.view, scene.eyes)]
        if depot not in there:
            listed = ", ".join(map(str, there))
            return f"You have no depot {depot}; there are {listed}."
        return f"That does not fit into depot {depot}: a depot holds one kind, each kind once."
    if sign == "p" and choice.decision == decisions.ACTION:
        return "Nothing can produce now: what it takes is not there."
    if sign == "w":
        return "No two depots can change their goods now."
    if sign == "y" and choice.decision == decisions.ACTION:
        return "No card can be bought now: the faces say what is missing."
    if sign == "L":
        return "You have no leader in hand."
    return ""


def why_not(scene: Scene) -> str:
    """Say why what is under the cursor cannot be chosen."""
    name, detail = chosen(scene)
    return f"{name}: {detail}." if name else words.question(scene.match)
