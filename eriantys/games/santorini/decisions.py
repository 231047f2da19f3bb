"""The decisions that a player can be asked for."""

from __future__ import annotations

GODS = "gods"
"""The challenger chooses as many gods as there are players, one by one."""
GOD = "god"
START = "start"
PLACE = "place"
MOVE = "move"
"""The turn has begun: a worker moves, or a god acts before that."""
BUILD = "build"
"""A worker has moved: it builds, or goes on where its god permits that."""
MORE = "more"
"""All that must be done is done; a god permits more."""
OVER = ""
"""Nothing is asked any more."""

TURN_STEPS = (MOVE, BUILD, MORE)

QUESTIONS = {
    GODS: "choose a god for this match",
    GOD: "take one of the gods",
    START: "name the start player",
    PLACE: "place a worker",
    MOVE: "move a worker",
    BUILD: "build",
    MORE: "use your god once more, or be done",
}
"""Each decision as something that a player has to do."""
