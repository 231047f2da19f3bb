"""What the screens before a match say of a game: its options, and the phases of its turns.

Games that are not here are spoken of in the words that the server has for them.
"""

from __future__ import annotations

from eriantys.games.eriantys import decisions
from eriantys.wire.fields import Setting

_OPTIONS: dict[tuple[str, str], dict[Setting, str]] = {
    ("eriantys", "expert"): {
        False: "Students, towers and Mother Nature, without coins or characters.",
        True: "Coins and three characters: whoever pays one bends the rules for a turn.",
    },
}
"""By game and option: what each of its values means."""

_PHASES = {
    "eriantys": {
        decisions.ASSISTANT: "planning",
        decisions.STUDENT: "students",
        decisions.MOTHER: "nature",
        decisions.CLOUD: "clouds",
        decisions.END: "turn ends",
        **dict.fromkeys(decisions.FIRST_QUESTION.values(), "character"),
        decisions.MONK_ISLAND: "character",
    },
}
"""By game and decision: the phase of a turn in a word."""

_TASKS = {"eriantys": decisions.QUESTIONS}
"""By game and decision: what the player on turn has to do."""


def option_note(game: str, option: str, value: Setting) -> str:
    """Say in a sentence what an option means as it is chosen; empty if that is not known."""
    return _OPTIONS.get((game, option), {}).get(value, "")


def phase(game: str, decision: str) -> str:
    """Name the phase of a turn in a word or two."""
    return _PHASES.get(game, {}).get(decision) or _spoken(decision) or "playing"


def task(game: str, decision: str) -> str:
    """Say what somebody on turn has to do; empty if only the game knows."""
    return _TASKS.get(game, {}).get(decision, "")


def _spoken(decision: str) -> str:
    """Write the server's word for a decision as people would."""
    return decision.replace("-", " ").replace("_", " ").strip()
