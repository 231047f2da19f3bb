"""What a newcomer is told: the keys of the board, its signs, and a line for each decision."""

from __future__ import annotations

from eriantys.games.santorini import decisions

KEYS = [
    ("1 2", "the worker that acts; a god's number"),
    ("← → ↑ ↓", "next square that can be chosen"),
    ("a-e 1-5", "a square by its name, such as c3"),
    ("Tab", "the next square in reading order"),
    ("Enter", "do what is under the cursor"),
    ("m p", "move there, build there instead"),
    ("o", "the other piece: a dome instead"),
    ("f r", "ferry somebody, take a block away"),
    ("M P O", "the same with your other worker"),
    ("n", "no more: end your turn"),
    ("Esc", "one step back"),
    ("/ k x", "gods: filter, kind, one at random"),
    ("i", "the square or the god in words"),
]
LOOKS = [("/ k", "gods: filter, kind"), KEYS[-1]]
SIGNS = [
    ("▒1▒", "a tower of one block; ▓2▓ and ▇3▇ higher"),
    ("▟█▙", "a dome: nobody goes there any more"),
    ("♟A1", "a worker: its player, its number"),
    ("♀A1", "the worker whom Selene has marked"),
    ("▸ ◂", "the worker that acts"),
    ("▶c3◀", "the cursor"),
    ("╭ ╮", "a square that can be chosen"),
    ("×B", "forbidden by the god of player B"),
]

LESSONS = {
    decisions.GODS: "Everybody takes one of these gods; you get the one that is left.",
    decisions.GOD: "Your god lets you do what others may not, or keeps them from it.",
    decisions.START: "Whoever begins places workers first, and moves first.",
    decisions.PLACE: "The middle has eight neighbours, a corner only three.",
    decisions.MOVE: "Up at most one level at a time; a step up onto level 3 wins.",
    decisions.BUILD: "Whoever has moved builds beside it. A dome closes a tower.",
    decisions.MORE: "Your god permits something more; n leaves it.",
}
"""By decision: what it is about, for the first game."""
