"""The guidance: what is asked, what the choice under the cursor means, and the keys for it.

One line says it on a small screen, two on a larger one. Everything is a whole sentence or the
name of a key, because the plain mode and a tiny window show the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from eriantys.client.boards.eriantys import reading, words
from eriantys.client.boards.eriantys.choosing import ISLAND_KEYS, Choice
from eriantys.client.boards.eriantys.scene import LETTERS, Target
from eriantys.client.boards.key_line import digits, with_keys
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
from eriantys.client.text import cut, width
from eriantys.games.eriantys.names import COLOURS, MOTHER_STEPS

_GAP = Span("  ", GUIDE)

_HEADS = {
    "assistant": "Play an assistant",
    "student": "Move a student",
    "mother": "Mother Nature",
    "cloud": "Take a cloud",
    "end": "Your turn is over but for a character",
    "monk-student": "Monk, 1 of 2: pick a student of the card",
    "monk-island": "Monk, 2 of 2",
    "herald-island": "Herald: resolve which island",
    "grandma-island": "Grandma: no entry to which island",
    "jester-swap": "Jester",
    "minstrel-swap": "Minstrel",
    "mushroom-colour": "Mushroom: which colour shall not count",
    "princess-student": "Princess: pick a student of the card",
    "thief-colour": "Thief: which colour goes back to the bag",
}


def colour_span(number: int) -> Span:
    """Write a colour's name in its colour."""
    return Span(COLOURS[number], ink(LETTERS[number], "me", "bold"))


def asked(choice: Choice) -> str:
    """Say what is asked in a few words."""
    if choice.decision == "mother":
        return f"Mother Nature, {_digits(choice)} {_digits_word(choice)}"
    return _HEADS.get(choice.decision, choice.decision)


def chosen(choice: Choice) -> list[Span]:
    """Say what is under the cursor."""
    cursor, first = choice.cursor, choice.first
    spans: list[Span] = []
    if first is not None:
        spans.append(colour_span(first.which))
    elif choice.decision == "monk-island":
        colour = reading.part(choice.match.view, "effect").get("colour")
        spans += [colour_span(COLOURS.index(colour))] if colour in COLOURS else []
    if cursor is None or cursor == first:
        return spans
    match cursor.kind:
        case "island":
            label = reading.island_name(choice.match.view, cursor.which)
            if choice.decision == "mother":
                steps = choice.action.split()[-1]
                spans.append(Span(f"{steps} to island {label}", GUIDE_CHOSEN))
            else:
                spans += [
                    Span(" to " if spans else "", GUIDE_BRIGHT),
                    Span(f"island {label}", GUIDE_CHOSEN),
                ]
        case "dining":
            spans += [Span(" to ", GUIDE_BRIGHT), Span("your dining room", GUIDE_CHOSEN)]
        case "cloud":
            spans.append(Span(f"cloud {cursor.which}", GUIDE_CHOSEN))
        case "assistant":
            most = MOTHER_STEPS[cursor.which]
            plural = "s" if most > 1 else ""
            spans += [
                Span(f"{cursor.which}", GUIDE_CHOSEN),
                Span(f", up to {most} step{plural}", GUIDE_BRIGHT),
            ]
        case "card" | "table":
            spans += [Span(" for " if spans else "", GUIDE_BRIGHT), colour_span(cursor.which)]
        case "entrance" | "colour":
            spans.append(colour_span(cursor.which))
        case "done":
            spans.append(Span(_done(choice), GUIDE_CHOSEN))
    return spans


def _done(choice: Choice) -> str:
    return "end your turn" if choice.decision == "end" else "stop here"


# The keys.


def verb(choice: Choice) -> str:
    """Say what Enter does."""
    cursor = choice.cursor
    if cursor == Target("done"):
        return "ends your turn" if choice.decision == "end" else "stops here"
    if choice.double and choice.first is None:
        return "takes it up"
    match choice.decision:
        case "assistant":
            return "plays it"
        case "mother":
            return "goes there"
        case "jester-swap" | "minstrel-swap":
            return "swaps"
        case "student" | "monk-island" | "grandma-island":
            return "puts it"
        case "herald-island":
            return "resolves it"
        case _:
            return "takes it"


def keys(choice: Choice) -> list[tuple[str, str]]:
    """Name the keys that this choice answers to, the most useful first.

    Where letters and digits only point and Enter must follow, Enter comes before them.
    """
    pairs = [*_pointing(choice)]
    if choice.cursor is not None:
        enter = ("Enter", verb(choice))
        pairs.insert(len(pairs) if choice.at_once else 0, enter)
    if choice.first is not None or (choice.mine and "-" in choice.decision):
        pairs.append(("Esc", "back"))
    if len(choice.targets) > 1:
        pairs.append(("←→", "other"))
    return pairs


def _pointing(choice: Choice) -> Iterator[tuple[str, str]]:
    """Name the letters and digits that mean something, each with what it names."""
    targets = choice.targets
    placing = choice.decision == "student"
    if placing and choice.first is not None:
        yield from _places(choice)
        return
    picked = {target.which for target in targets if target.kind in _PICKED}
    letters = "".join(COLOURS[which][0] for which in sorted(picked))
    if letters and choice.at_once and not choice.double:
        yield letters, "takes it"
    elif letters:
        students = placing or choice.decision.endswith("-student")
        yield letters, "student" if students else "colour"
    if placing:
        yield from _places(choice)
    elif _digits(choice):
        yield _digits(choice), _digits_word(choice)
    if Target("done") in targets and choice.cursor != Target("done"):
        yield "x", "end turn" if choice.decision == "end" else "stop"


def _places(choice: Choice) -> Iterator[tuple[str, str]]:
    """Name the keys of where a student can go, taken up or under the cursor."""
    student = choice.first or choice.cursor
    ways = choice.firsts.get(student, {}) if student is not None else {}
    if any(target.kind == "island" for target in ways):
        yield "0-9", "island"
    if Target("dining") in ways:
        yield "d", "dining"


_PICKED = ("entrance", "card", "table", "colour")


def _digits(choice: Choice) -> str:
    """Tell which digits mean something: `1-3`, or `1 4` where some are left out."""
    targets = choice.targets
    kinds = {target.kind for target in targets}
    if choice.decision == "mother":
        walks = [action for action in targets.values() if action.startswith("mother ")]
        numbers = [int(action.removeprefix("mother ")) for action in walks]
    elif "cloud" in kinds:
        numbers = [target.which for target in targets if target.kind == "cloud"]
    elif kinds & {"assistant", "island"} and not choice.double:
        return "0-9"
    else:
        return ""
    return digits(numbers, ISLAND_KEYS)


def _digits_word(choice: Choice) -> str:
    if choice.decision == "mother":
        return "step" if len(choice.targets) == 1 else "steps"
    kind = next(iter(choice.targets)).kind
    return "card" if kind == "assistant" else kind


# The lines.


def one_line(choice: Choice, consequence: str, wide: int) -> list[Span]:
    """Say it all in one line, for eighty columns; the sentence matters more than the keys."""
    if not choice.mine:
        return asking(words.question(choice.match))
    room = wide - 1
    picked = chosen(choice)
    if not (picked and (choice.action or choice.first is not None)):
        return with_keys(asking(words.question(choice.match)), keys(choice), room)
    name = _SHORT.get(choice.decision, asked(choice).partition(":")[0])
    spans = [GUIDE_ARROW, Span(f"{name}: " if name else "", GUIDE_BRIGHT), *picked]
    needed = width(consequence) + spans_width([_GAP])
    if consequence and spans_width(spans) + needed > room:
        spans = [GUIDE_ARROW, *picked]
    if consequence:
        left = room - spans_width([*spans, _GAP])
        enter = 0 if choice.at_once else width(f"   Enter {verb(choice)}")
        spans += [_GAP, Span(_upshot(consequence, left, enter), GUIDE)]
    return with_keys(spans, keys(choice), room)


_SHORT = {
    "student": "",
    "cloud": "Take",
    "assistant": "Assistant",
    "end": "",
    "monk-island": "Monk",
}


def _upshot(consequence: str, room: int, more: int) -> str:
    """Shorten a consequence that is too long: what matters most of it is how it ends.

    So many cells more are left free beside it, if that takes nothing away from it.
    """
    # The colour, and so the table, stands before it already.
    shorter = re.sub(" at your [a-z]+ table", " there", consequence)
    for said, least in ((consequence, room - more), (shorter, room - more), (shorter, room)):
        if width(said) <= least:
            return said
    end = consequence.partition(": ")[2]
    if end and width(end) <= room:
        return end
    return cut(consequence, room)


def two_lines(choice: Choice, consequence: str, wide: int) -> list[list[Span]]:
    """Say it in two lines: what and its consequence above, the keys below.

    A consequence for which there is no room above goes below, before the keys.
    """
    if not choice.mine:
        return [
            asking(words.question(choice.match)),
            [Span("  v", GUIDE_KEY), Span(" look around", GUIDE_DIM)],
        ]
    room = wide - 1
    below = [Span(" ", GUIDE)]
    picked = chosen(choice)
    if picked and (choice.action or choice.first is not None):
        above = [GUIDE_ARROW, Span(f"{asked(choice)}: ", GUIDE_BRIGHT), *picked]
        said = [_GAP, Span(consequence, GUIDE)] if consequence else []
        if spans_width(above) + spans_width(said) <= room:
            above += said
        else:
            below = [Span("  ", GUIDE), Span(cut(consequence, room - 2), GUIDE), _GAP]
    else:
        above = asking(words.question(choice.match))
    pairs = keys(choice)
    if choice.plays:
        pairs.append(("c", "play a character"))
    left = room - spans_width(below)
    for key, word in pairs:
        left -= 4 + width(key) + width(word)
        if left < 0:
            break
        below += [Span(" ", GUIDE), Span(key, GUIDE_KEY), Span(f" {word}  ", GUIDE)]
    return [above, below]
