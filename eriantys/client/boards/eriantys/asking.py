"""The guidance: what is asked, what the choice under the cursor means, and the keys for it.

One line says it on a small screen, two on a larger one. Everything is a whole sentence or the
name of a key, because the plain mode and a tiny window show the same words.
"""

from __future__ import annotations

from eriantys.client.boards.eriantys import reading, words
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.scene import LETTERS, Target
from eriantys.client.canvas import Span, ink, spans_width
from eriantys.client.match import Match
from eriantys.client.screens.frame import GUIDE, GUIDE_BRIGHT, GUIDE_DIM, GUIDE_KEY
from eriantys.client.text import width
from eriantys.games.eriantys.names import COLOURS, MOTHER_STEPS

_TARGET = ink("cur", "me", "bold")
_GAP = Span("   ", GUIDE)

_HEADS = {
    "assistant": "Play an assistant",
    "student": "Move a student",
    "mother": "Mother Nature",
    "cloud": "Take a cloud",
    "end": "Your turn is over but for a character",
    "monk-student": "Monk, 1 of 2: pick a student of the card",
    "monk-island": "Monk, 2 of 2",
    "herald-island": "Herald: resolve which island",
    "grandma-island": "Grandma Herbs: no entry to which island",
    "jester-swap": "Jester",
    "minstrel-swap": "Minstrel",
    "mushroom-colour": "Mushroom Man: which colour shall not count",
    "princess-student": "Princess: pick a student of the card",
    "thief-colour": "Thief: which colour goes back to the bag",
}


def colour_span(number: int) -> Span:
    """Write a colour's name in its colour."""
    return Span(COLOURS[number], ink(LETTERS[number], "me", "bold"))


def asked(choice: Choice) -> str:
    """Say what is asked in a few words."""
    return _HEADS.get(choice.decision, choice.decision)


def chosen(choice: Choice) -> list[Span]:
    """Say what is under the cursor."""
    cursor, first = choice.cursor, choice.first
    spans: list[Span] = []
    if first is not None:
        spans.append(colour_span(first.which))
    if cursor is None or cursor == first:
        return spans
    match cursor.kind:
        case "island":
            label = reading.island_name(choice.match.view, cursor.which)
            if choice.decision == "mother":
                steps = choice.action.split()[-1]
                spans.append(Span(f"{steps} to island {label}", _TARGET))
            else:
                spans += [
                    Span(" to " if spans else "", GUIDE_BRIGHT),
                    Span(f"island {label}", _TARGET),
                ]
        case "dining":
            spans += [Span(" to your ", GUIDE_BRIGHT), Span("dining room", _TARGET)]
        case "cloud":
            spans.append(Span(f"cloud {cursor.which}", _TARGET))
        case "assistant":
            most = MOTHER_STEPS[cursor.which]
            plural = "s" if most > 1 else ""
            spans += [
                Span(f"{cursor.which}", _TARGET),
                Span(f", up to {most} step{plural}", GUIDE_BRIGHT),
            ]
        case "card" | "table":
            spans += [Span(" for " if spans else "", GUIDE_BRIGHT), colour_span(cursor.which)]
        case "entrance" | "colour":
            spans.append(colour_span(cursor.which))
        case "done":
            spans.append(Span(_done(choice), _TARGET))
    return spans


def _done(choice: Choice) -> str:
    return "end your turn" if choice.decision == "end" else "stop here"


def verb(choice: Choice) -> str:
    """Say what Enter does."""
    cursor = choice.cursor
    if choice.double and choice.first is None and cursor != Target("done"):
        return "take it up"
    match choice.decision, cursor.kind if cursor is not None else "":
        case _, "done":
            return _done(choice)
        case "assistant", _:
            return "play it"
        case "mother", _:
            return "go"
        case "cloud" | "monk-student" | "princess-student", _:
            return "take it"
        case "jester-swap" | "minstrel-swap", _:
            return "swap"
        case _:
            return "do it"


def keys(choice: Choice) -> list[tuple[str, str]]:
    """Name the keys that this choice answers to, the most useful first."""
    pairs = [("Enter", verb(choice))] if choice.cursor is not None else []
    kinds = {target.kind for target in choice.targets}
    taken_up = choice.first is not None
    picked = {target.which for target in choice.targets if target.kind in _PICKED}
    letters = "".join(COLOURS[number][0] for number in sorted(picked))
    if taken_up and Target("dining") in choice.targets:
        pairs.append(("d", "dining room"))
    if taken_up and choice.decision == "student":
        pairs.append(("0-9", "island"))
    if letters and not (taken_up and choice.decision == "student"):
        pairs.append((letters, "colour" if kinds & {"colour"} else "student"))
    if Target("done") in choice.targets and choice.cursor != Target("done"):
        pairs.append(("x", _done(choice)))
    if len(choice.targets) > 1:
        pairs.append(("←→", "other"))
    if taken_up:
        pairs.append(("Esc", "other student"))
    elif choice.match.request is not None and choice.decision.partition("-")[2]:
        pairs.append(("Esc", "take the card back"))
    return pairs


_PICKED = ("entrance", "card", "table", "colour")


def one_line(choice: Choice, consequence: str, wide: int) -> list[Span]:
    """Say it all in one line, for eighty columns."""
    if not choice.mine:
        return _waiting(choice.match)
    spans = [Span("▸ ", GUIDE_KEY)]
    picked = chosen(choice)
    if picked and (choice.action or choice.first is not None):
        name = _SHORT.get(choice.decision, asked(choice).partition(":")[0])
        spans.append(Span(f"{name}: " if name else "", GUIDE_BRIGHT))
        spans += picked
        if consequence:
            spans.append(Span(f"  {consequence}", GUIDE))
    else:
        spans.append(Span(words.question(choice.match), GUIDE_BRIGHT))
    room = wide - 2 - spans_width(spans)
    for key, word in keys(choice):
        room -= 3 + width(key) + width(word)
        if room < 0:
            break
        spans += [Span("  ", GUIDE), Span(key, GUIDE_KEY), Span(f" {word}", GUIDE_DIM)]
    return spans


_SHORT = {"student": "", "cloud": "Take", "assistant": "Assistant", "end": ""}


def two_lines(choice: Choice, consequence: str) -> list[list[Span]]:
    """Say it in two lines: what and its consequence above, the keys below."""
    if not choice.mine:
        return [
            _waiting(choice.match),
            [Span("  v", GUIDE_KEY), Span(" look around", GUIDE_DIM)],
        ]
    above = [Span("▸ ", GUIDE_KEY)]
    picked = chosen(choice)
    if picked and (choice.action or choice.first is not None):
        above.append(Span(f"{asked(choice)}: ", GUIDE_BRIGHT))
        above += picked
        if consequence:
            above += [_GAP, Span(consequence, GUIDE)]
    else:
        above.append(Span(words.question(choice.match), GUIDE_BRIGHT))
    below = [Span(" ", GUIDE)]
    for key, word in keys(choice):
        below += [Span(" ", GUIDE), Span(key, GUIDE_KEY), Span(f" {word}  ", GUIDE)]
    if choice.plays:
        below += [Span(" c", GUIDE_KEY), Span(" play a character", GUIDE)]
    return [above, below]


def _waiting(match: Match) -> list[Span]:
    return [Span("▸ ", GUIDE_KEY), Span(words.question(match), GUIDE_BRIGHT)]
