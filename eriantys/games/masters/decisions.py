"""The decisions that a player can be asked for."""

from __future__ import annotations

LEADERS = "leaders"
"""The set-up: which two of four leaders not to keep."""
RESOURCES = "resources"
"""The set-up: which resources to begin with, and where."""
ACTION = "action"
"""The turn begins: market, card or production."""
WHITE = "white"
"""What a white marble becomes."""
STORE = "store"
"""Where the goods from the market go."""
PAY = "pay"
"""Where a good that is owed comes from."""
PRODUCTION = "production"
"""Another power, or no more."""
END = "end"
"""The main action is done, and a leader is still in hand."""
OVER = ""
"""Nothing is asked any more."""

SET_UP = (LEADERS, RESOURCES)
BETWEEN_ACTIONS = (ACTION, END)
"""The moments for leaders: before and after the main action, never within."""
ARRANGING = (ACTION, STORE, END)
"""The moments for moving goods between depots."""

QUESTIONS = {
    LEADERS: "discard two of the four leaders",
    RESOURCES: "choose a resource and its depot",
    ACTION: "take a line, buy a card or produce",
    WHITE: "say what the white marble becomes",
    STORE: "store or discard the goods from the market",
    PAY: "say where the payment comes from",
    PRODUCTION: "choose another power, or be done",
    END: "end the turn, or play or discard a leader",
}
"""Each decision as something that a player has to do."""
