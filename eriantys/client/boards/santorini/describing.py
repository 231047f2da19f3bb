"""What lies on the table in whole sentences, for those who ask and for those who listen."""

from __future__ import annotations

from eriantys.client.boards.reading import number, part, player
from eriantys.client.boards.santorini import cards, reading, words
from eriantys.client.boards.santorini.choosing import Choice
from eriantys.client.match import Line, Match
from eriantys.client.sentences import counted
from eriantys.games.santorini.board import NAMES


def barred(match: Match, choice: Choice) -> dict[str, str]:
    """List the squares that only a god keeps the chosen worker from, with its seat's letter."""
    found: dict[str, str] = {}
    if not choice.mine:
        return found
    open_to = set(choice.squares())
    for each in reading.forbidden(match.view):
        for action in each.actions:
            *verb, square = action.split()
            of_another = verb[0] == "move" and choice.worker not in ("", verb[-1])
            if square in NAMES and square not in open_to and not of_another:
                found.setdefault(square, reading.LETTERS[each.seat % len(reading.LETTERS)])
    return found


def decided_on(match: Match) -> str:
    """Name the square where the match was decided; empty if there is none."""
    lines = [line for line in match.story if isinstance(line, Line)]
    ending = part(match.view, "ending")
    if ending.get("reason") not in ("top", "god") or not lines:
        return ""
    moved = [event for event in lines[-1].events if event.kind in ("worker moved", "built")]
    if not moved:
        return ""
    facts = moved[-1].facts
    name = facts.get("to") if moved[-1].kind == "worker moved" else facts.get("square")
    return name if name in NAMES else ""


def square(match: Match, name: str) -> list[str]:
    """Tell what stands on a square."""
    view = match.view
    stands = reading.square(view, name)
    height = "the ground" if not stands.level else f"a tower of level {stands.level}"
    said = f"Square {name}: {height}"
    if stands.dome:
        complete = "complete" if stands.level == reading.SUMMIT else "low"
        said += f" with a dome, a {complete} one"
    if stands.worker is not None:
        said += f", and on it {whose(match, stands.worker)}"
    sentences = [f"{said}."]
    around = reading.neighbours(name)
    beside = [
        f"{reading.worker_name(worker)} on level {reading.square(view, place).level}"
        for seat in range(reading.seats(view))
        for worker, place in reading.team(view, seat)
        if place in around
    ]
    if beside:
        sentences.append(f"Beside it: {', '.join(beside)}.")
    return sentences


def whose(match: Match, worker: int) -> str:
    """Name a worker with its player: `A1, your worker`."""
    who = player(match, worker // reading.EACH)
    return f"{reading.worker_name(worker)}, {who.whose} worker"


def god(name: str) -> list[str]:
    """Tell what a god does."""
    if name not in cards.CARDS:
        return ["There is no god here."]
    found = cards.card(name)
    return [
        f"{found.title}: {found.when}.",
        found.power,
        f"For {cards.seats_words(found)}.",
    ]


def in_force(match: Match) -> list[str]:
    """Say what gods forbid whoever is on turn, and why; nothing in hardcore mode."""
    if not match.guided:
        return []
    whom = match.turn
    # The reason is told to whoever is on turn.
    others = "" if whom is None or whom == match.seat else f"For {match.name_of(whom)}: "
    return [f"{others}{each.why}" for each in reading.forbidden(match.view) if each.why]


def player_words(match: Match, seat: int) -> list[str]:
    """Tell about a player: whose god it plays, its workers, and whether it is still there."""
    view = match.view
    who = player(match, seat)
    name = f"{who.name[:1].upper()}{who.name[1:]}"
    letter = reading.LETTERS[seat % len(reading.LETTERS)]
    name_of_god = reading.god_of(view, seat)
    with_god = f", with {cards.title(name_of_god)}" if name_of_god else ""
    said = [f"{name}, letter {letter}{with_god}."]
    if reading.out(view, seat):
        return [f"{name} {'are' if who.several else 'is'} out: {words.lost(match, seat)}."]
    workers = [
        f"{reading.worker_name(worker)} on {place}, level {reading.square(view, place).level}"
        for worker, place in reading.team(view, seat)
    ]
    said.append(f"Workers: {'; '.join(workers) or 'none on the board'}.")
    tokens = number(part(view, f"player/{seat}").get("tokens"))
    if tokens:
        said.append(f"{counted(tokens, 'token')}.")
    return said


def player_and_god(match: Match, seat: int) -> list[str]:
    """Tell about a player, and what its god does while that is in the game."""
    held = "" if reading.out(match.view, seat) else reading.god_of(match.view, seat)
    return [*player_words(match, seat), *(god(held) if held else [])]


def table(match: Match, cursor: str) -> list[str]:
    """Tell about the square under the cursor, what is in force, and the own god."""
    said = square(match, cursor) if cursor in NAMES else []
    said += in_force(match)
    for seat in range(reading.seats(match.view)):
        name = reading.god_of(match.view, seat)
        if name and not reading.out(match.view, seat):
            found = cards.card(name)
            whose_god = player(match, seat).whose
            name = f"{whose_god[:1].upper()}{whose_god[1:]}"
            said.append(f"{name} {found.title}: {found.power}")
    return said or [f"{words.question(match)}."]
