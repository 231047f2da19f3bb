"""Ways to play that make some situation likely."""

from __future__ import annotations

from eriantys.games.eriantys.names import COLOURS
from tests.scenarios.driver import Strategy, Table


def first(table: Table) -> str:
    """Do the first thing that is legal: play a character wherever there is one to play."""
    return table.legal[0]


def quiet(table: Table) -> str:
    """Seat nobody: without professors there are no towers, and no match ends early."""
    return _without(table, "play", "dining")


def thrifty(table: Table) -> str:
    """Seat students, which brings coins, and spend none."""
    return next((each for each in table.legal if "dining" in each), _without(table, "play"))


def hire(*characters: str) -> Strategy:
    """Save every coin for some characters, and play them as soon as they can be paid."""

    def play(table: Table) -> str:
        wanted = [f"play {name}" for name in characters]
        return next((each for each in table.legal if each in wanted), thrifty(table))

    return play


def collect(table: Table) -> str:
    """Let the player of seat 0 fill one table, while the others do nothing that matters."""
    if table.seat:
        # A high card: the clouds are for seat 0 to choose from.
        return table.legal[-1] if table.decision == "assistant" else quiet(table)
    colour = _favourite(table)
    name = COLOURS[colour]
    if table.decision == "cloud":
        return max(table.legal, key=lambda each: table.view[each.replace(" ", "/")][colour])
    if table.decision != "student" or f"{name} dining" in table.legal:
        return f"{name} dining" if table.decision == "student" else table.legal[0]
    return next(
        (each for each in table.legal if name not in each and "dining" not in each),
        table.legal[0],
    )


def _favourite(table: Table) -> int:
    """Tell the colour that seat 0 has most of; those at the table count more."""
    entrance, dining = table.view["entrance/0"], table.view["dining/0"]
    return max(range(len(COLOURS)), key=lambda colour: 2 * dining[colour] + entrance[colour])


def _without(table: Table, *words: str) -> str:
    return next(
        (each for each in table.legal if not any(word in each for word in words)),
        table.legal[0],
    )
