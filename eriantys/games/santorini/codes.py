"""Every code of a refusal, and when it comes. Programs may rely on these words."""

from __future__ import annotations

CODES = {
    "dead-end": "the turn could not be finished after that",
    "dome": "a dome closes the square",
    "forbidden": "a god forbids it, or forbids whatever could follow",
    "game-over": "the game has ended",
    "god-chosen": "the challenger has chosen that god already",
    "god-not-allowed": "the god is not for this match",
    "god-not-offered": "the god was not chosen by the challenger, or is taken",
    "in-circles": "the turn has been in that position before",
    "must-build": "so many tokens are saved that a build is a duty",
    "no-ferry": "nobody can be ferried like that",
    "no-piece": "the piece is used up",
    "no-raze": "there is no block to take away",
    "no-such-god": "there is no god of that name",
    "no-such-player": "there is no player of that number",
    "no-such-square": "squares are a1 to e5",
    "no-token": "each build takes a token, and there is none",
    "no-worker": "none of the player's workers stands there",
    "not-again": "the player's god does not permit that after what has been done",
    "not-there": "the player's god does not permit to place a worker there",
    "not-your-turn": "somebody else is asked",
    "occupied": "a worker stands there",
    "other-worker": "the worker through which the god has acted must move",
    "too-far": "the square is no neighbour",
    "too-high": "the square is too many levels higher",
    "unknown-action": "the text is no action of this game",
    "which-worker": "more than one worker could build that",
    "wrong-phase": "the action answers another question than the one that is asked",
    "wrong-piece": "the square gets another piece next",
}
"""What each code means."""
