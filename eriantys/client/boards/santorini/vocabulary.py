"""What is said of Santorini before a match, and by those who are not at it."""

from __future__ import annotations

from collections.abc import Mapping

from eriantys.client.boards.room import Option, Pieces, Words
from eriantys.client.boards.santorini.cards import CARDS
from eriantys.client.boards.santorini.reading import SEATS
from eriantys.games.santorini import decisions
from eriantys.wire.fields import Setting

_COLOUR_NAMES = ("blue", "orange", "purple")


def _workers(seats: int, seat: int) -> tuple[str, str]:
    """Tell which workers belong to a seat."""
    del seats
    at = seat % len(SEATS)
    return SEATS[at], _COLOUR_NAMES[at]


def _mode(options: Mapping[str, Setting]) -> str:
    """Say which gods there are, and whether breaking what they forbid loses."""
    offered = [card for card in CARDS.values() if card.simple or options.get("advanced")]
    said = [f"{len(offered)} gods" if options.get("gods") else "no gods"]
    return ", ".join(said + (["hardcore"] if options.get("hardcore") else []))


WORDS = Words(
    options={
        "gods": Option(
            label="gods",
            values={True: "with gods", False: "without gods"},
            notes={
                True: "Everybody has a god's card that bends the rules.",
                False: "Only move and build; for two players.",
            },
        ),
        "advanced": Option(
            label="pantheon",
            values={True: f"all {len(CARDS)}", False: "simple ten"},
            notes={
                True: "The challenger chooses among all gods.",
                False: "The challenger chooses among the ten simple gods.",
            },
        ),
        "hardcore": Option(
            label="hardcore",
            values={True: "hardcore"},
            notes={True: "Breaking what a god forbids loses the game."},
        ),
    },
    phases={
        decisions.GODS: "gods",
        decisions.GOD: "gods",
        decisions.START: "start",
        decisions.PLACE: "placing",
        decisions.MOVE: "moving",
        decisions.BUILD: "building",
        decisions.MORE: "god's help",
    },
    tasks=decisions.QUESTIONS,
    pieces=Pieces("workers", "♟", _workers),
    mode=_mode,
    unguided="Hardcore: no hints, and doing what a god forbids loses the game.",
)
