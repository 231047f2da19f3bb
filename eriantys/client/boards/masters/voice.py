"""The game line by line: what can be typed at its table, and all that is told there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from eriantys.client.boards.masters import (
    inspector,
    leading,
    outcomes,
    reading,
    telling,
    words,
)
from eriantys.client.boards.masters.targets import (
    FAITH_ROLE,
    GOOD_ROLES,
    GOODS,
    MARBLE_ROLES,
    MARBLES,
    line_label,
)
from eriantys.client.boards.masters.telling import good_words
from eriantys.client.boards.reading import number, part, row
from eriantys.client.boards.voice import Verb, Voice, of_player
from eriantys.client.canvas import Span
from eriantys.client.match import Line, Look, Match
from eriantys.client.sentences import counted, finished
from eriantys.games.masters import decisions
from eriantys.games.masters.names import (
    COLOURS,
    LAST_SPACE,
    LEVELS,
    LINES,
    LOST,
    NOTHING,
    RESOURCES,
    TILE_POINTS,
    TOKENS,
    UP,
)
from eriantys.games.masters.names import MARBLES as MARBLE_NAMES

_LETTERS = {
    **dict(zip(GOODS, RESOURCES, strict=True)),
    "F": "faith",
    "W": "white",
}
_CHIPS = frozenset((*MARBLE_ROLES, FAITH_ROLE, *GOOD_ROLES))
_LINES = {line_label(at): name for at, name in enumerate(LINES)}
"""By what a line of the market is called on the screen: how it is typed."""
_COUNT = re.compile(r"\b([CSVHFW])(\d*)\b")


def sentence(spans: Iterable[Span]) -> str:
    """Say a line of the log: letters on colours as the words they stand for."""
    said = ""
    listing = False
    for written, style in spans:
        text = _LINES.get(written, written)
        if style.fg == "ink" and style.bg in _CHIPS and text.strip() in {*MARBLES, *GOODS}:
            said = f"{said.rstrip()}{',' if listing else ''} {_LETTERS[text.strip()]}"
            listing = True
        elif listing and text.isdecimal():
            head, _, last = said.rpartition(" ")
            said = f"{head} {text} {last}"
        else:
            said += text
            listing = listing and not text.strip()
    return spoken(said)


def spoken(text: str) -> str:
    """Make a sentence of words that were meant for a panel, and read out their letters."""
    said = _COUNT.sub(_read_out, text).replace("→", "to").replace("−", "minus ")
    return finished(said.replace("✚", "the cross ").replace("  ", " "))


def _read_out(found: re.Match[str]) -> str:
    name = _LETTERS[found[1]]
    return f"{found[2]} {name}" if found[2] else name


# The table.


def situation(match: Match) -> str:
    """Tell in a few sentences how far the match has come."""
    round_ = words.round_of(match.view)
    said = [f"Round {round_}." if round_ else "The set-up."]
    if part(match.view, "ending").get("triggered"):
        said.append("It is the last.")
    space = reading.next_report(match.view)
    if space is not None:
        said.append(f"The next vatican report is at space {space}.")
    said.append(finished(words.question(match)))
    return " ".join(said)


def market(match: Match) -> list[str]:
    """Tell the marbles, row by row."""
    said = []
    for line in range(3):
        named = [MARBLE_NAMES[marble] for marble in reading.marbles(match.view, line)]
        said.append(f"Market {LINES[line]}: {', '.join(named)}.")
    slide = MARBLE_NAMES[reading.slide(match.view)]
    gives = [RESOURCES[kind] for kind in reading.whitened(match.view, match.seat or 0)]
    white = f"; white gives you a {' or a '.join(gives)}" if gives else ""
    return [*said, f"On the slide: {slide}{white}."]


def cards(match: Match, typed: str = "") -> list[str]:
    """Tell the cards that can be seen, of all colours or of one."""
    said = []
    for colour, name in enumerate(COLOURS):
        if typed and not name.startswith(typed.lower()):
            continue
        for level in LEVELS:
            pile = colour * len(LEVELS) + level - 1
            card = reading.top(match.view, pile)
            left = counted(reading.left(match.view, pile), "card")
            if card is None:
                said.append(f"{name.capitalize()} {level}: the pile is empty.")
            else:
                said.append(f"{inspector.card_words(card)[:-1]}; {left} in the pile.")
    return said or [f"Cards are {', '.join(COLOURS)}."]


def player(match: Match, seat: int) -> list[str]:
    """Tell all that a player has."""
    view = match.view
    said = [outcomes.standing(match, seat)]
    listed = []
    for depot in reading.depots(view, seat):
        name = RESOURCES[depot.kind] if depot.kind != NOTHING else ""
        has = counted(depot.held, name) if depot.held else "empty"
        listed.append(f"depot {depot.number} of {depot.size}: {has}")
    said.append(
        finished(f"{', '.join(listed)}; strongbox: {good_words(reading.strongbox(view, seat))}")
    )
    for slot, owned in enumerate(reading.slots(view, seat), 1):
        if owned:
            covered = f"; {counted(len(owned) - 1, 'card')} below" if len(owned) > 1 else ""
            said.append(f"Slot {slot}: {inspector.card_words(owned[-1])[:-1]}{covered}.")
    said.append(_tiles(match, seat))
    hidden = reading.hidden(view, seat)
    if seat != match.seat and hidden:
        said.append(f"{counted(hidden, 'leader')} hidden in hand.")
    return said


def _tiles(match: Match, seat: int) -> str:
    told = []
    for worth, tile in zip(TILE_POINTS, reading.tiles(match.view, seat), strict=True):
        state = {UP: "won", LOST: "lost"}.get(tile, "open")
        told.append(f"{worth} points {state}")
    return f"Favour tiles: {', '.join(told)}."


def leaders(match: Match) -> list[str]:
    """Tell the own leaders: what they do, what they need, and what is missing."""
    seat = match.seat or 0
    said = []
    for held in reading.leaders(match.view, seat):
        leader = held.leader
        fate = ("in hand", "played", "thrown away")[held.fate] if held.fate < 3 else ""
        said.append(
            f"Leader {held.slot}, {fate}, {leader.points} points: {leading.spoken(leader)}; "
            f"needs {leading.spoken_needs(leader)}."
        )
    return said or ["You have no leaders."]


def lorenzo(match: Match) -> list[str]:
    """Tell how far Lorenzo is."""
    if not reading.is_solo(match.view):
        return ["Lorenzo plays only against somebody alone."]
    drawn = [
        TOKENS[token]
        for token in row(part(match.view, "lorenzo").get("drawn"))
        if token < len(TOKENS)
    ]
    left = number(part(match.view, "lorenzo").get("left"))
    said = f"Lorenzo’s cross is on {reading.cross(match.view)} of {LAST_SPACE}."
    return [said, f"Tokens drawn: {', '.join(drawn) or 'none'}; {left} to come."]


def overview(match: Match) -> list[str]:
    """Tell everything that lies on the table."""
    said = [situation(match), *market(match), *cards(match)]
    if reading.is_solo(match.view):
        said += lorenzo(match)
    if match.seat is not None:
        said += leaders(match)
    for seat in range(len(match.players)):
        said += player(match, seat)
    return said


def _player(match: Match, typed: str) -> list[str]:
    return of_player(match, typed, player)


class MastersVoice(Voice):
    """Tells a match in sentences."""

    notation = (
        "An action is typed as it is written: take row 2, take column 1, put coin 2, "
        "discard shield, discard rest, swap 1 3, buy green 2 slot 1, pay coin warehouse, "
        "produce card 1, produce basic coin stone -> shield, done, leader play 2, "
        "leader discard 1, end; in short r2, pu c 2, bu g2 1."
    )
    verbs: Mapping[str, Verb] = {
        "market": Verb("market", lambda match, _: market(match)),
        "cards": Verb("cards COLOUR", cards),
        "player": Verb("player NAME", _player),
        "leaders": Verb("leaders", lambda match, _: leaders(match)),
        "lorenzo": Verb("lorenzo", lambda match, _: lorenzo(match)),
    }

    def happened(self, match: Match, line: Line) -> list[str]:
        """Tell one action of the log, and what it brought about."""
        return [sentence(spans) for spans in telling.log_line(match, line)]

    def board(self, match: Match) -> list[str]:
        """Tell everything that lies on the table."""
        return overview(match)

    def task(self, match: Match) -> str:
        """Say in a few words what the player on turn has to do, and with what."""
        said = words.task(match)
        match match.decision:
            case decisions.LEADERS if match.my_turn:
                return f"{said} (leaders tells what they do)"
            case decisions.RESOURCES if which := words.which_beginning(match):
                return f"{said}, {which}"
            case decisions.STORE:
                return f"{said}: {good_words(reading.box(match.view))}"
            case decisions.PAY:
                return f"{said}: {good_words(reading.owed(match.view))} in all"
        return said

    def question(self, match: Match) -> str:
        """Say what the player on turn is asked or does, or why nobody is."""
        return finished(words.question(match))

    def completed(self, match: Match, text: str) -> str:
        """Add the verb to what can only mean one thing."""
        lone = text.strip().lower()
        if match.decision == decisions.LEADERS and lone.isdecimal():
            return f"leader discard {lone}"
        if match.decision == decisions.WHITE and any(
            name.startswith(lone) for name in RESOURCES if lone
        ):
            return f"white {lone}"
        return text

    def consequence(self, match: Match, actions: tuple[str, ...], look: Look) -> str:
        """Say what some actions would lead to."""
        said = outcomes.consequence(match, actions, look) or "there is nothing more to say"
        what = ", ".join(actions)
        return finished(f"{what}: {spoken(said)}")


VOICE = MastersVoice()
