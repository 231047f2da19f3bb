"""The log of Santorini: short lines on the screen, one for each turn, and words to hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from eriantys.client.boards.santorini import consequences, facts, telling, words
from eriantys.client.boards.santorini.scene import Scene
from eriantys.client.boards.santorini.voice import VOICE
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Look, Match
from eriantys.games.santorini import GAME
from eriantys.games.santorini.state import State
from eriantys.wire.cards import Happening
from tests.client.boards.santorini.towns import NAMES, match_of, new, sample, states, tell, town
from tests.client.boards.telling import junk

FACTS = (
    *("seat", "worker", "square", "from", "to", "level", "god", "gods", "rise", "piece"),
    *("reason", "winner", "tokens", "action", "start"),
)


def text(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def test_the_log_tells_each_step_in_a_short_line() -> None:
    state = town(("atlas", "minotaur"), {"b3": 1}, ("b2", "e1", "a4", "e5"))
    match = match_of(state)
    told = [text(line) for line in telling.log_line(match, tell(match, state, "move b2 b3"))]
    assert told == ["you A1 b2→b3 up"]
    told = [text(line) for line in telling.log_line(match, tell(match, state, "dome b2"))]
    assert told == ["you built b2 dome"]
    told = [text(line) for line in telling.log_line(match, tell(match, state, "move a4 b3"))]
    assert told == ["Bruno B1 a4→b3 up", "Minotaur forces A1 b3→c2"]


def test_a_broken_prohibition_is_told_with_whose_it_was() -> None:
    state = town(
        ("atlas", "athena"),
        {"b3": 1},
        ("b2", "e1", "d4", "e5"),
        rose=(1,),
        hardcore=True,
    )
    match = match_of(state)
    line = tell(match, state, "move b2 b3")
    told = " / ".join(text(spans) for spans in telling.log_line(match, line))
    assert "you broke what Athena forbids: b2 to b3" in told
    assert "you are out / " in told
    assert "Bruno wins" in told
    assert words.lost(match, 0) == "broke what Athena forbids: b2 to b3"
    assert "You broke what Athena forbids: b2 to b3." in facts.why(Scene(match))
    came_later = match_of(state)
    assert words.lost(came_later, 0) == "broke what a god forbids"


def test_every_event_of_random_matches_has_words() -> None:
    met = set()
    for seats in (2, 3):
        for seed in range(6):
            for state in states(seed, seats, advanced=True):
                match = match_of(state, None)
                legal = GAME.legal(state)
                line = tell(match, state, GAME.format(legal[seed % len(legal)]))
                assert telling.log_line(match, line)
                met |= {event.kind for event in line.events}
    assert len(met) >= 8
    assert met <= set(telling._TELL)


def test_whatever_a_server_tells_is_told_somehow() -> None:
    chance = Random(7)
    match = match_of(sample(2))
    kinds = [*telling._TELL, "something new", ""]
    for _ in range(600):
        facts = {name: junk(chance) for name in FACTS}
        event = Happening(chance.choice(kinds), facts)
        line = Line(1, 0, "move b2 c3", (event,), {}, {})
        assert telling.log_line(match, line)
        tried = consequences.consequence(match, ("move c2 b2",), Look(None))
        assert tried == "stays on level 1"


# One line for each turn.


def logged(match: Match, state: State, actions: Sequence[str]) -> list[str]:
    """Play actions, and read the log as the panels show it."""
    lines = [tell(match, state, action) for action in actions]
    log = [spans for line in lines for spans in telling.log_line(match, line)]
    return [text(spans) for spans in telling.by_turns(match, log)]


def test_a_turn_is_one_line_of_the_log() -> None:
    state = town(("artemis", "demeter"), {"b3": 1}, ("b2", "e1", "d4", "e5"))
    match = match_of(state)
    first = ["move b2 a2", "move a2 b3", "build b2"]
    second = ["move d4 d5", "build d4", "build c5"]
    assert logged(match, state, [*first, *second]) == [
        "you A1 b2→a2, A1 a2→b3 up, built b2 1",
        "Bruno B1 d4→d5, built d4 1, c5 1",
    ]


def test_what_a_god_does_to_others_stays_in_the_line() -> None:
    state = town(("minotaur", "morpheus"), {}, ("b2", "e1", "b3", "e5"))
    match = match_of(state)
    actions = ["move b2 b3", "build b2", "move e5 d5", "done"]
    assert logged(match, state, actions) == [
        "you A1 b2→b3, Minotaur forces B1 b3→b4, built b2 1",
        "Bruno gains a token, 1 now, B2 e5→d5, no more",
    ]


def test_who_begins_with_a_ferry_is_named_before_it() -> None:
    state = town(("atlas", "charon"), {}, ("b2", "e1", "b3", "e5"))
    match = match_of(state)
    actions = ["move b2 a3", "build a2", "ferry b3 a3", "move b3 b4", "build b5"]
    assert logged(match, state, actions) == [
        "you A1 b2→a3, built a2 1",
        "Bruno: Charon forces A1 a3→c3, B1 b3→b4, built b5 1",
    ]


def test_gods_and_places_are_told_in_one_breath() -> None:
    state = new(2)
    match = match_of(state, None)
    chooser, other = NAMES[state.seat], NAMES[1 - state.seat]
    assert logged(match, state, ["god pan", "god atlas", "god pan"]) == [
        f"{chooser} offers Pan, Atlas",
        f"{other} plays Pan",
        f"{chooser} plays Atlas",
    ]


def test_what_the_table_says_stays_alone() -> None:
    state = town(("pan", "atlas"), {}, ("b2", "e1", "b3", "e5"))
    match = match_of(state)
    moved = telling.log_line(match, tell(match, state, "move b2 a2"))
    remark = [Span("Bruno is away", ink("dim"))]
    built = telling.log_line(match, tell(match, state, "build b2"))
    told = [text(spans) for spans in telling.by_turns(match, [*moved, remark, *built])]
    assert told == ["you A1 b2→a2", "Bruno is away", "you built b2 1"]


def test_joining_leaves_the_log_itself_as_it_was() -> None:
    state = town(("pan", "atlas"), {}, ("b2", "e1", "b3", "e5"))
    match = match_of(state)
    log = [
        *telling.log_line(match, tell(match, state, "move b2 a2")),
        *telling.log_line(match, tell(match, state, "build b2")),
    ]
    before = [list(spans) for spans in log]
    assert telling.by_turns(match, log) == telling.by_turns(match, log)
    assert log == before


# Words to listen to.


def test_whoever_listens_is_told_in_sentences() -> None:
    state = town(("atlas", "minotaur"), {"b3": 1}, ("b2", "e1", "a4", "e5"))
    match = match_of(state)
    told = [
        sentence
        for action in ("move b2 b3", "dome b2", "move a4 b3", "build a4")
        for sentence in VOICE.happened(match, tell(match, state, action))
    ]
    assert told == [
        "You move A1 from b2 to b3, 1 level up.",
        "You build a dome on b2.",
        "Bruno moves B1 from a4 to b3, 1 level up.",
        "Minotaur forces A1 b3 to c2.",
        "Bruno builds a block on a4, level 1 now.",
    ]
