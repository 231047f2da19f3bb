"""What is said of the game before a match, and by those who are not at it."""

from __future__ import annotations

from eriantys.client.boards.room import Words
from eriantys.games.masters import decisions

WORDS = Words(
    options={},
    phases={
        decisions.LEADERS: "set-up",
        decisions.RESOURCES: "set-up",
        decisions.ACTION: "action",
        decisions.WHITE: "market",
        decisions.STORE: "market",
        decisions.PAY: "paying",
        decisions.PRODUCTION: "production",
        decisions.END: "turn ends",
    },
    tasks=decisions.QUESTIONS,
)
