"""Every code of a refusal, and when it comes. Programs may rely on these words."""

from __future__ import annotations

CODES = {
    "already-played": "the assistant was played in this round, and another is in hand",
    "character-unusable": "the character could not have its effect now",
    "character-used": "one character was played in this turn",
    "cloud-taken": "the cloud serves somebody else in this round",
    "dining-room-full": "the table of that colour has no free seat",
    "game-over": "the game has ended",
    "no-entry-full": "the island has a No Entry tile for each of its tiles",
    "no-such-card": "there is no such assistant, or it is no longer in hand",
    "no-such-character": "there is no such character, or it is not in this game",
    "no-such-cloud": "there is no cloud of that number",
    "no-such-island": "islands are numbered 1 to 12",
    "no-such-student": "there is no student of that colour to be moved there",
    "no-swap-yet": "a character that swaps must swap at least once",
    "not-enough-coins": "the character costs more than the player has",
    "not-your-turn": "somebody else is asked",
    "too-few-steps": "Mother Nature goes at least one step",
    "too-many-steps": "the assistant does not let Mother Nature go so far",
    "unknown-action": "the text is no action of this game",
    "wrong-phase": "the action answers another question than the one that is asked",
}
