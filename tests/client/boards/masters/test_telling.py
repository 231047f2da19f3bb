"""The words of the game: the log, the guidance and the line mode, whatever a server tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from eriantys.client.boards.masters import helping, inspector, outcomes, telling, words
from eriantys.client.boards.masters.shape import unreadable
from eriantys.client.boards.masters.targets import Target
from eriantys.client.boards.masters.voice import VOICE
from eriantys.client.canvas import spans_width
from eriantys.client.match import Line, Match
from eriantys.games.masters import GAME, decisions
from eriantys.games.masters.cards import CARDS
from eriantys.games.masters.state import State
from eriantys.wire.cards import Happening
from tests.client.boards.masters.scenes import (
    MARKET,
    NAMES,
    Sitting,
    asked,
    beginning,
    look_at,
    played,
    random_states,
    sample,
    started,
)
from tests.client.boards.telling import HUGE, junk
from tests.games.masters.position import Table, depots

WIDEST = 60
LETTERS = set("▸▴◂✚→·×✓✗")
"""Signs that nobody should have to listen to."""


def lines(seats: int, number: int) -> Iterator[tuple[Sitting, Line]]:
    """Play a match at random, as somebody hears of it."""
    sitting = None
    for state in random_states(number, seats):
        if sitting is None:
            sitting = Sitting(state, 0)
        else:
            action = difference(sitting.state, state)
            sitting.play(action)
            line = sitting.match.story[-1]
            assert isinstance(line, Line)
            yield sitting, line


def difference(before: State, after: State) -> str:
    """Find the action that leads from one position to the next."""
    wanted = GAME.snapshot(after)
    for action in GAME.legal(before):
        copy = before.copy()
        GAME.apply(copy, copy.seat, action)
        if GAME.snapshot(copy) == wanted:
            return GAME.format(action)
    raise AssertionError("no action leads there")


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_line_of_whole_matches_is_told_and_fits(seats: int) -> None:
    seen = set()
    for sitting, line in lines(seats, seats):
        seen |= {event.kind for event in line.events}
        told = telling.log_line(sitting.match, line)
        assert told
        for spans in told:
            text = "".join(span.text for span in spans)
            assert text.strip()
            assert text not in seen, "it has no words of its own"
            assert spans_width(spans) <= WIDEST, text
        for sentence in VOICE.happened(sitting.match, line):
            assert sentence.endswith((".", "!", "?"))
            assert not LETTERS & set(sentence), sentence
    assert len(seen) >= 15


def test_the_log_speaks_of_what_was_done() -> None:
    sitting = Sitting(sample(2)).play("take row 1", "put stone 3", "discard rest")
    told = ["".join(s.text for s in spans) for spans in sitting.screen.log]
    assert told[0] == "you take row a: CWHS"
    assert told[1] == "you store S in depot 3"
    assert "you throw 2 goods away: others gain faith" in told
    assert "Bruno comes to faith 14" in told
    assert VOICE.happened(sitting.match, _line(sitting, 0)) == [
        "You take row 1: coin, white, shield, stone."
    ]


def _line(sitting: Sitting, at: int) -> Line:
    line = sitting.match.story[at]
    assert isinstance(line, Line)
    return line


def test_buying_producing_and_leaders_are_told() -> None:
    state = sample(2)
    sitting = Sitting(state).play("buy yellow 1 slot 3")
    while state.decision == decisions.PAY:
        sitting.play(GAME.format(GAME.legal(state)[0]))
    sitting.play("leader discard 2")
    told = [entry for entry in sitting.match.story if isinstance(entry, Line)]
    said = [each for line in told for each in VOICE.happened(sitting.match, line)]
    assert "You buy yellow I for slot 3, 4 VP." in said
    assert "You throw a leader away." in said
    state = sample(2)
    sitting = Sitting(state).play("produce card 1", "done")
    while state.decision == decisions.PAY:
        sitting.play(GAME.format(GAME.legal(state)[0]))
    assert "You produce 1 coin." in VOICE.happened(sitting.match, _line(sitting, -1))


def test_lorenzo_is_told() -> None:
    sitting = Sitting(sample(1)).play("take row 1", "discard rest", "end")
    said = " ".join(VOICE.happened(sitting.match, _line(sitting, 2)))
    assert "Lorenzo draws" in said
    assert "Lorenzo’s cross" in said


def test_a_secret_discard_stays_one() -> None:
    sitting = Sitting(sample(2), 1).play("leader discard 2")
    assert VOICE.happened(sitting.match, _line(sitting, 0)) == [
        "Ada throws a leader away.",
        "Ada comes to faith 10.",
    ]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("take row 1", "No room for C H: others +2 faith"),
        ("take row 2", "Faith 9 → 10"),
        ("take column 4", "Faith 9 → 10; room for"),
        ("leader discard 2", "faith 9 → 10, no 3 VP"),
    ],
)
def test_what_an_action_leads_to_is_said(action: str, said: str) -> None:
    state = sample(2)
    match = asked(state)
    assert said in outcomes.consequence(match, (action,), look_at(state, action))


def test_what_follows_in_a_consequence_begins_with_no_capital() -> None:
    state = Table(2, market=MARKET).ready()
    said = outcomes.consequence(asked(state), ("take row 2",), look_at(state, "take row 2"))
    assert said == "Faith 0 → 1; room for everything"


def test_room_for_everything_is_said_as_well() -> None:
    state = Table(2, market=MARKET).ready()
    said = outcomes.consequence(
        asked(state), ("take column 1",), look_at(state, "take column 1")
    )
    assert said == "Room for everything"


@pytest.mark.parametrize(("action", "steps"), [("discard coin", 1), ("discard rest", 3)])
def test_a_discard_says_how_far_the_others_move(action: str, steps: int) -> None:
    state = played(sample(2), "take row 1")
    said = outcomes.consequence(asked(state), (action,), look_at(state, action))
    assert said == f"each other player +{steps} faith"
    alone = played(sample(1), "take row 1")
    said = outcomes.consequence(asked(alone), (action,), look_at(alone, action))
    assert said == f"Lorenzo’s cross +{steps} faith"


def test_a_discard_says_which_report_it_brings() -> None:
    state = played(sample(2, faith=(9, 15)), "take row 1")
    match = asked(state)
    said = outcomes.consequence(match, ("discard rest",), look_at(state, "discard rest"))
    assert said.endswith("report 2")


def test_every_decision_has_a_question_a_lesson_and_a_phase() -> None:
    seen = set()
    for seats in (2, 4):
        for state in random_states(seats, seats):
            if state.decision in seen:
                continue
            seen.add(state.decision)
            match = asked(state)
            assert state.decision in helping.LESSONS
            assert words.question(match) != f"It is your turn: {words.task(match)}"
            other = Match(started(state, None), 0.0)
            assert NAMES[state.seat] in words.question(other)
            assert sum(now for _, now in words.phase_words(match.view)) == 1
    assert seen >= {*decisions.QUESTIONS} - {decisions.WHITE, decisions.PAY}


def test_what_is_asked_of_the_leaders_holds_for_each_that_goes() -> None:
    state = beginning(2)
    for _ in range(2):
        asked = words.question(Sitting(state, state.seat).match)
        assert asked == "Which of these leaders do you not keep? Two stay"
        played(state, "leader discard 1")


def test_a_line_of_the_market_is_called_as_it_is_on_the_screen() -> None:
    board = Sitting(sample(2)).board
    assert board.describe(Target("line", 0))[0].startswith("Row a of the market: ")
    assert board.describe(Target("line", 6))[0].startswith("Column g of the market: ")


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_whole_table_can_be_listened_to(seats: int) -> None:
    for number, state in enumerate(random_states(seats + 7, seats)):
        if number % 29:
            continue
        for match in (asked(state), Match(started(state, None), 0.0)):
            said = VOICE.board(match)
            assert len(said) > 15
            for sentence in said:
                assert sentence.endswith(".")
                assert not LETTERS & set(sentence), sentence
        match = asked(state)
        assert VOICE.question(match).endswith(("?", "."))
        assert VOICE.example(match).split(" or ")[0] in match.offers
        for verb in VOICE.verbs.values():
            for typed in ("", "green", "ada", "nobody at all"):
                assert verb.tell(match, typed)


def test_what_is_left_out_is_added() -> None:
    state = beginning(2)
    match = asked(state)
    assert VOICE.completed(match, "2") == "leader discard 2"
    assert VOICE.completed(match, "end") == "end"


def test_every_line_of_the_explanation_is_read_as_it_is_typed() -> None:
    explained = VOICE.notation.removesuffix(".").partition("written: ")[2]
    lines = re.split(r"; in short |, ", explained)
    assert len(lines) > 15
    for line in lines:
        GAME.parse(line)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "discard two of the four leaders (leaders tells what they do)"),
        (
            ["take row 1"],
            "store or discard the goods from the market: 1 coin, 1 stone, 1 shield",
        ),
    ],
)
def test_what_has_to_be_done_is_told_with_what_it_is_about(lines: list[str], said: str) -> None:
    state = played(sample(2), *lines) if lines else beginning(2)
    assert VOICE.task(asked(state)).startswith(said)


def test_whoever_begins_with_two_resources_is_told_which_one_is_asked_for() -> None:
    state = played(beginning(4), *["leader discard 1"] * 8)
    told = []
    while state.decision == decisions.RESOURCES:
        told.append(VOICE.task(asked(state)).partition(", ")[2])
        panel = "\n".join(Sitting(state.copy(), state.seat).draw().rows())
        assert ("of two" in panel) == bool(told[-1])
        assert told[-1] in panel
        played(state, "put coin 3")
    assert told == ["", "", "the first of two", "the second of two"]


def test_what_is_owed_is_told_with_the_question_from_where() -> None:
    table = Table().player(held=depots("", "shield shield"), chest="shield shield").top(1)
    state = played(table.ready(), "buy green 1 slot 1")
    assert VOICE.task(asked(state)) == "say where the payment comes from: 2 shields in all"


def test_one_point_is_no_more_than_one() -> None:
    assert inspector.card_words(CARDS[1]).startswith("Green I, 1 point: costs 2 shields")
    assert inspector.card_words(CARDS[5]).startswith("Green I, 2 points: ")


def test_a_consequence_is_a_sentence() -> None:
    state = sample(2)
    match = asked(state)
    said = VOICE.consequence(match, ("take row 1",), look_at(state, "take row 1"))
    assert said == "Take row 1: No room for coin shield: others +2 faith."


# Whatever a server tells.


def test_junk_in_events_is_told_somehow() -> None:
    chance = Random(1)
    match = asked(sample(3))
    kinds = [*telling._TELL, "something new", "x" * 999]
    for number in range(600):
        facts = {
            name: junk(chance)
            for name in ("seat", "line", "marbles", "cards", "level", "points", "resources")
        }
        facts |= {name: junk(chance) for name in ("faith", "space", "report", "seats", "token")}
        facts |= {
            name: junk(chance) for name in ("leader", "reason", "number", "slot", "colour")
        }
        event = Happening(chance.choice(kinds), facts)
        action = chance.choice(("put coin 2", "buy x", "", "end", "pay a b", "y" * 500))
        line = Line(number, chance.randrange(-1, 5), action, (event,), {}, {})
        told = telling.log_line(match, line)
        assert told
        assert all(VOICE.happened(match, line))


def test_a_text_is_not_taken_for_the_bytes_that_it_may_stand_for_elsewhere() -> None:
    view = GAME.view(sample(1), 0)
    told = {"lorenzo": {"drawn": "AAAA"}, "market": {"rows": ["AAAAAA=="] * 3}}
    for name, texts in told.items():
        assert unreadable(view | {name: {**view[name], **texts}}, 1), name


@pytest.mark.parametrize("seats", [1, 4])
def test_junk_in_a_view_is_unreadable_or_can_be_drawn(seats: int) -> None:
    chance = Random(seats)
    state = sample(seats)
    view = GAME.view(state, 0)
    assert unreadable(view, seats) == ""
    refused = 0
    for _ in range(400):
        name = chance.choice(sorted(view))
        told = dict(view)
        value = told[name]
        if isinstance(value, dict) and value and chance.random() < 0.8:
            inner = chance.choice(sorted(value))
            told[name] = {**value, inner: chance.choice((junk(chance), HUGE, b"\xff" * 5))}
        else:
            told[name] = junk(chance)
        if unreadable(told, seats):
            refused += 1
            continue
        sitting = Sitting(state, 0)
        sitting.match.view = told
        sitting.match.change += 1
        for key in "1234":
            sitting.board.renew(0.0)
            sitting.stage.press(key)
            assert sitting.stage.draw().spilled == [], name
        assert sitting.stage.draw(130, 42).spilled == [], name
        assert VOICE.board(sitting.match)
    assert refused > 200
    for name in view:
        assert unreadable({part: view[part] for part in view if part != name}, seats) or (
            name in ("reached",)
        )
    assert unreadable(view, seats + 1)


def test_who_looks_on_is_told_only_of_keys_to_look() -> None:
    keys = [key for key, _ in Sitting(sample(2), None).board.help()[0]]
    assert keys == ["1-4", "Tab v", "i"]
    own = dict(Sitting(sample(2)).board.help()[0])
    assert {"i", "Enter Esc"} <= own.keys()
