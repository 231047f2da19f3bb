"""What a newcomer is told: the keys of the board, its signs, and a line for each decision."""

from __future__ import annotations

from eriantys.games.masters import decisions

KEYS = [
    ("a-g", "a line of the market"),
    ("y a-l", "buy the card with that letter"),
    ("p", "produce: 1-5 a power, a-j any 2; p again pays"),
    ("c s v h", "coin, stone, servant, shield"),
    ("1-5", "depot, slot or power; panels otherwise"),
    ("x X", "throw away one good, or all that wait"),
    ("w b", "rearrange depots; take a good back"),
    ("L", "next leader: Enter plays, x throws away"),
    ("← → ↑ ↓", "next target, as it lies on the screen"),
    ("Enter Esc", "do what is under the cursor; step back"),
    ("e", "end the turn"),
    ("Tab v", "next panel; another player's board"),
    ("i", "in words, whatever it is"),
]
LOOKS = [("1-4", "the panel of that number"), *KEYS[-2:]]
SIGNS = [
    ("C S", "coin, stone"),
    ("V H", "serVant, sHield"),
    ("F W", "faith; white marble: nothing by itself"),
    ("C2 −1", "costs two coins, one more is off"),
    ("C1▸F1", "production: pays a coin, gets faith"),
    ("G II", "green card of level II; B blue, Y, P"),
    ("×3", "cards in the pile"),
    ("◂a ▴d", "here the marble on the slide goes in"),
    ("✓ ✗", "tile or requirement: won, or not"),
    ("•", "a panel in which you can act"),
    ("+S", "came from the market just now"),
    ("✚", "Lorenzo's black cross"),
]

LESSONS = {
    decisions.LEADERS: "Leaders help all game long: keep two that want the same things.",
    decisions.RESOURCES: "A depot holds one kind; two depots never hold the same.",
    decisions.ACTION: "A turn is one action: market for goods, a card, or production.",
    decisions.WHITE: "Each white marble becomes one of your two leaders' goods.",
    decisions.STORE: "What has no room is thrown away: the others gain faith.",
    decisions.PAY: "Depots fill from the market: pay from them to make room.",
    decisions.PRODUCTION: "All is paid first, and what is made goes to the strongbox.",
    decisions.END: "Leaders can be used before or after the action, never within.",
}
"""By decision: what it is about, for the first game."""
