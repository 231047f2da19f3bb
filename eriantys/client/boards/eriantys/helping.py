"""What a newcomer is told: the keys of the board, its signs, and a line for each phase."""

from __future__ import annotations

KEYS = [
    ("g r y p b", "take up that student; a colour"),
    ("← → ↑ ↓", "next target, as it lies on the screen"),
    ("n N", "next and previous target along the ring"),
    ("1-9 0 - =", "island 1 to 12; card, cloud or steps"),
    ("d", "to the dining room"),
    ("Enter", "do what is under the cursor"),
    ("Esc", "one step back, never out of the match"),
    ("c 1-3", "character: its text and its price"),
    ("x", "stop swapping; end the turn"),
    ("v V", "another player's school"),
    ("i", "the island in words"),
]
LOOKS = [pair for pair in KEYS if pair[0] in ("c 1-3", "v V", "i")]
SIGNS = [
    ("G R Y P B", "students: green, red, yellow, pink, blue"),
    ("♜wh bk gy", "towers: white, black, grey"),
    ("♛", "professor"),
    ("▲MN", "Mother Nature"),
    ("¢", "coin, or a seat that pays one"),
    ("⊘1", "no entry: the next visit does nothing"),
    ("▶9◀", "the cursor"),
    ("(G)", "the student that you have taken up"),
    ("[8]", "a legal target, where not all are"),
    ("#4", "the assistant played this round"),
    ("+", "your ally, or what would be added"),
]

LESSONS = {
    "assistant": "A low card lets you move first, a high one walks farther.",
    "student": "Islands give influence; most in a dining room wins the professor.",
    "mother": "Where she stops, whoever has most influence builds a tower.",
    "cloud": "The students of the cloud that you take are your next moves.",
}
"""By decision: what it is about, for the first game."""
