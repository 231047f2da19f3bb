"""Every code of a refusal, and when it comes. Programs may rely on these words."""

from __future__ import annotations

CODES = {
    "ambiguous": "there is more than one slot or depot for it, so it must be named",
    "already-acted": "the main action of this turn is done",
    "does-not-fit": "the depots cannot hold it so",
    "game-over": "the game has ended",
    "no-passing": "every turn has a main action",
    "no-power-chosen": "a production needs at least one power",
    "no-such-depot": "there is no such depot, or no leader has opened it",
    "no-such-good": "there is no good of that kind there",
    "no-such-leader": "there is no such leader in hand",
    "no-such-line": "rows are numbered 1 to 3 and columns 1 to 4",
    "no-such-pile": "levels are 1 to 3",
    "no-such-power": "nothing there can produce",
    "no-such-slot": "slots are numbered 1 to 3",
    "not-enough-goods": "the player does not hold what it takes",
    "not-from-the-market": "only goods that were taken in this action can go back",
    "not-owed": "that is not what must be paid now",
    "not-your-turn": "somebody else is asked",
    "pile-empty": "the pile has no card left",
    "power-used": "the power is in this production already",
    "reached-before": "the depots have been arranged so before in this turn",
    "requirement-not-met": "the leader asks for more than the player has",
    "unknown-action": "the text is no action of this game",
    "wrong-level": "the slot does not take a card of that level",
    "wrong-phase": "the action answers another question than the one that is asked",
}
