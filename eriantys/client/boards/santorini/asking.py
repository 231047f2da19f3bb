"""The guidance: what is asked, what the choice under the cursor means, and the keys for it."""

from __future__ import annotations

from eriantys.client.boards.key_line import Pairs, with_keys
from eriantys.client.boards.santorini import reading, words
from eriantys.client.boards.santorini.choosing import BUILD, KEY_OF, OTHER, Choice
from eriantys.client.canvas import Span, ink, spans_width
from eriantys.client.frame import (
    GUIDE,
    GUIDE_ARROW,
    GUIDE_BRIGHT,
    GUIDE_CHOSEN,
    asking,
)
from eriantys.client.text import cut, width
from eriantys.games.santorini import actions

_WIN = ink("fine", "me", "bold")
_DANGER = ink("bad", "me", "bold")


def _worker(worker: int | None) -> list[Span]:
    if worker is None:
        return []
    role = reading.SEATS[worker // reading.EACH % len(reading.SEATS)]
    return [Span(reading.worker_name(worker), ink(role, "me", "bold"))]


def piece(choice: Choice, deed: str) -> str:
    """Name the piece that would be built under the cursor."""
    top = reading.square(choice.match.view, choice.cursor).level == reading.SUMMIT
    return "dome" if top == (deed == BUILD) else "block"


def chosen(choice: Choice) -> list[Span]:
    """Say what Enter would do."""
    target = Span(choice.cursor, GUIDE_CHOSEN)
    who = _worker(choice.acting)
    match choice.deed:
        case actions.PLACE:
            worker = _worker(choice.placing)
            return [_say("Place "), *worker, _say(" on "), target]
        case actions.MOVE:
            return [_say("Move "), *who, _say(" to "), target]
        case actions.FERRY:
            return [*who, _say(" ferries "), *_standing(choice), _say(" from "), target]
        case actions.RAZE:
            return [_say("Take a block from "), target]
    named = piece(choice, choice.deed)
    by = [*who, _say(": ")] if len(choice.workers()) > 1 and who else []
    if choice.deed == BUILD and named == "block":
        return [*by, _say("Build on "), target]
    return [*by, _say(f"{named.capitalize()} on "), target]


def _standing(choice: Choice) -> list[Span]:
    return _worker(reading.square(choice.match.view, choice.cursor).worker)


def _say(text: str) -> Span:
    return Span(text, GUIDE_BRIGHT)


# The keys.

_ENTER = {
    actions.PLACE: "place",
    actions.MOVE: "go",
    actions.FERRY: "ferry",
    actions.RAZE: "take it",
}


def verb(choice: Choice, deed: str = "") -> str:
    """Say what a key does, in a word or two."""
    deed = deed or choice.deed
    if deed in (BUILD, OTHER):
        instead = " instead" if deed == OTHER else ""
        return f"{piece(choice, deed)}{instead}"
    return _ENTER.get(deed, "")


def keys(choice: Choice) -> Pairs:
    """Name the keys that this choice answers to, the most useful first."""
    pairs: Pairs = []
    if choice.column:
        return [("1-5", f"row of {choice.column}"), ("Esc", "back")]
    if choice.action:
        pairs.append(("Enter", verb(choice) if choice.guided else "send"))
    if choice.done:
        pairs.append(("n", "no more"))
    pairs += worker_keys(choice)
    pairs += [
        (key, "step on" if deed == actions.MOVE else verb(choice, deed))
        for key, deed in choice.others_here()
    ]
    pairs += [
        (key.upper(), f"{verb(choice, deed)} by the other") for key, deed in _by_other(choice)
    ]
    here = {deed for _, deed in choice.others_here()}
    for deed in choice.deeds():
        if deed != choice.deed and deed not in here:
            pairs.append((letter_of(deed), _elsewhere(deed)))
    return pairs


def _by_other(choice: Choice) -> Pairs:
    """List what only a capital letter does here: something else, by the other worker."""
    return [
        (key, deed)
        for key, deed in choice.others_here()
        if (other := choice.other_worker(deed)) and (deed, other, choice.cursor) in choice.ways
    ]


def letter_of(deed: str) -> str:
    """Tell which key stands for something that a worker can do."""
    return KEY_OF[deed]


def _elsewhere(deed: str) -> str:
    words_ = {BUILD: "build", OTHER: "other piece", actions.RAZE: "take a block"}
    return words_.get(deed, deed)


def worker_keys(choice: Choice) -> Pairs:
    """Name the digits of the workers that could act instead."""
    view, seat = choice.match.view, choice.match.seat or 0
    able = choice.workers()
    found = []
    for worker, square in reading.team(view, seat):
        if square in able and square != choice.worker:
            name = reading.worker_name(worker)
            goes = choice.named and (choice.deed, square, choice.cursor) in choice.ways
            found.append((str(worker % reading.EACH + 1), f"{name} instead" if goes else name))
    return found


def always(choice: Choice) -> Pairs:
    """Name the keys that point at squares."""
    if choice.column:
        return []
    pairs = [("↑↓←→", "square"), ("a-e 1-5", "type it")] if choice.ways else []
    if can_go_back(choice):
        pairs.append(("Esc", "back"))
    return pairs


def can_go_back(choice: Choice) -> bool:
    """Tell whether Esc takes something back."""
    request = choice.match.request
    undo = request is not None and request.undo
    return bool(choice.column) or choice.deed != next(iter(choice.deeds()), "") or undo


# The lines.


def lines(choice: Choice, consequence: str, rows: int, wide: int) -> list[list[Span]]:
    """Say it all in one line, or the keys in a second one."""
    if not choice.mine:
        return [asking(words.question(choice.match))]
    room = wide - 1
    if choice.column:
        said = [GUIDE_ARROW, _say("Square "), Span(f"{choice.column}_", GUIDE_CHOSEN)]
        consequence = ""
    elif not choice.action:
        said = asking(words.question(choice.match))
    else:
        said = [GUIDE_ARROW, *chosen(choice)]
        consequence = consequence if choice.guided else "sent as it is, nothing is checked"
    pairs = keys(choice)
    if rows > 1:
        said += _upshot(consequence, room - spans_width(said))
        below = with_keys([], [*pairs, *always(choice)], room - 2)
        return [said, [Span("  ", GUIDE), *below[1:]]]
    least = sum(3 + width(key) + width(word) for key, word in pairs[:1])
    said += _upshot(consequence, room - spans_width(said) - least)
    return [with_keys(said, pairs, room)]


def _upshot(consequence: str, room: int) -> list[Span]:
    """Write a consequence in the colour of what it means."""
    if not consequence or room < 12:
        return []
    style = GUIDE
    if consequence.endswith("you win!"):
        style = _WIN
    elif "could win" in consequence:
        style = _DANGER
    return [Span(cut(f": {consequence}", room), style)]


def possible(choice: Choice) -> str:
    """Say in a sentence what can be done now."""
    if not choice.mine:
        return f"{words.question(choice.match)}."
    told = "".join(span.text for span in chosen(choice)) if choice.action else ""
    pairs = [*keys(choice), *always(choice)]
    listed = ", ".join(f"{key} {word}" for key, word in pairs)
    head = told or words.question(choice.match)
    return f"{head}: {listed}." if listed else f"{head}."


def objection(choice: Choice, square: str) -> str:
    """Say why a square cannot be chosen, and what could be."""
    stands = reading.square(choice.match.view, square)
    listed = " ".join(sorted(choice.squares()))
    why = "is not open to you now"
    if stands.dome:
        why = "is closed by a dome"
    elif stands.worker is not None:
        why = f"is taken by {reading.worker_name(stands.worker)}"
    bans = [
        each
        for each in reading.forbidden(choice.match.view)
        if any(action.split()[-1] == square for action in each.actions)
    ]
    if bans:
        return bans[0].why
    return f"{square} {why}; open: {listed}." if listed else f"{square} {why}."
