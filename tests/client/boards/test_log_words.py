"""The log of Eriantys: what happened, told in lines that fit, whatever the facts are."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.client.boards.eriantys import words
from eriantys.client.canvas import spans_width
from eriantys.client.match import Line, Match, Remark
from eriantys.wire.cards import Happening
from tests.client.boards.telling import KINDS, act, junk, match_of, random_play, text
from tests.games.eriantys.position import Position

WIDEST = 46
"""The inside of the narrowest panel in which a line of the log stands alone."""


def told(match: Match, line: Line) -> list[str]:
    return [text(spans).strip() for spans in words.log_line(match, line)]


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_every_line_of_whole_matches_is_told_and_fits(seats: int, expert: bool) -> None:
    seen = set()
    for number in range(5):
        for state, action in random_play(seats, expert, number):
            match = match_of(state, number % seats)
            line = act(match, state, action)
            seen |= {event.kind for event in line.events}
            lines = words.log_line(match, line)
            assert lines
            for spans in lines:
                assert text(spans).strip()
                assert text(spans) not in seen, "it has no words of its own"
                assert spans_width(spans) <= WIDEST, text(spans)
    assert len(seen) >= (10 if expert else 8)


def test_the_log_speaks_of_students_coins_and_professors() -> None:
    state = Position(2, ("monk",)).state()
    match = match_of(state)
    assert told(match, act(match, state, "blue 9")) == ["you blue to island 9"]
    state = Position(2, ("monk",)).entrance(0, green=1).dining(0, green=2).dining(1, green=2)
    state = state.professors(green=1).state()
    match = match_of(state)
    assert told(match, act(match, state, "green dining")) == [
        "you green to dining room, +¢1",
        "you take the green professor from Bruno",
    ]
    line = Line(*match.story[-1])
    assert told(match_of(state, None), line)[1] == "Ada takes the green professor from Bruno"


def test_the_log_speaks_of_mother_nature_towers_and_groups() -> None:
    position = Position(2, mother=1).island(3, green=2).island(4, tower=0).dining(0, green=1)
    state = position.turn(0, "mother").state()
    match = match_of(state, 1)
    line = act(match, state, "mother 2")
    assert told(match, line) == [
        "Ada nature 2 steps to island 3",
        "Ada builds on island 3 ♜",
        "Ada joins islands 3+4 ♜♜",
    ]
    state = position.island(2, yellow=1).turn(0, "mother").state()
    match = match_of(state)
    assert told(match, act(match, state, "mother 1")) == [
        "you nature 1 step to island 2: no change"
    ]


def test_the_log_speaks_of_clouds_rounds_and_characters() -> None:
    state = Position(2, ("knight",), round=3).turn(1, "cloud").cloud(1).state()
    match = match_of(state)
    lines = told(match, act(match, state, "cloud 2"))
    assert lines[0] == "Bruno took cloud 2 GRP"
    assert lines[1] == "round 4 begins, first you"
    state = Position(2, ("knight",)).coins(3, 1).state()
    match = match_of(state, 1)
    assert told(match, act(match, state, "play knight")) == ["Ada plays Knight for ¢2"]


def test_teams_build_together_in_the_log() -> None:
    position = Position(4, mother=1).island(2, green=2).dining(2, green=1)
    state = position.turn(0, "mother").state()
    line = act(match_of(state.copy()), state, "mother 1")
    assert told(match_of(state, 2), line)[1] == "your team builds on island 2 ♜"
    assert told(match_of(state, 1), line)[1] == "Ada+Chiara build on island 2 ♜"


def test_an_undo_says_what_was_taken_back() -> None:
    state = Position(2).entrance(0, red=2, green=1).state()
    match = match_of(state, 1)
    act(match, state, "red 9")
    act(match, state, "green dining")
    first = Line(3, 0, "undo", (), {}, {})
    second = Line(4, 0, "undo", (), {}, {})
    match.story += [first, second]
    assert told(match, first) == ["Ada back: green to dining room"]
    assert told(match, second) == ["Ada back: red to island 9"]
    match.story[:] = [first]
    assert told(match, first) == ["Ada back: the latest action"]


def test_steps_without_events_are_told_too() -> None:
    match = match_of(Position(2).state())
    assert told(match, Line(1, 1, "pick red", (), {}, {})) == ["Bruno picks red"]
    assert told(match, Line(1, 0, "done", (), {}, {})) == ["you are done"]
    assert told(match, Line(1, 1, "fly away", (), {}, {})) == ["Bruno fly away"]


ALL_KINDS = (
    *("assistant played", "bag emptied", "card refilled", "character played", "cloud taken"),
    *("coin earned", "colour ignored", "entry refused", "game over", "island conquered"),
    *("island proclaimed", "islands joined", "mother moved", "no entry placed"),
    *("professor taken", "round begun", "student invited", "student moved", "student sent"),
    *("students stolen", "students swapped", "something new", ""),
)


FACTS = (
    *("seat", "assistant", "short_round", "character", "colour", "price", "cloud", "students"),
    *("by_itself", "island", "reason", "side", "from", "towers", "tiles", "steps", "round"),
    *("first", "clouds", "by_seat", "mine", "theirs"),
)


def test_no_facts_whatever_can_break_the_log() -> None:
    chance = Random(7)
    match = match_of(Position(4, ("monk",)).state(), 0)
    for _ in range(2000):
        events = tuple(
            Happening(
                chance.choice(ALL_KINDS),
                {name: junk(chance) for name in FACTS if chance.random() < 0.7},
            )
            for _ in range(chance.randrange(3))
        )
        parts = {f"island/{n}": junk(chance) for n in range(1, 13)}
        line = Line(
            1, chance.randrange(-2, 9), chance.choice(("", "red 9", "x")), events, parts, {}
        )
        for spans in words.log_line(match, line):
            assert text(spans).strip()
            assert spans_width(spans) < 200


def test_an_unknown_kind_is_shown_as_its_kind() -> None:
    match = match_of(Position(2).state())
    line = Line(1, 0, "fly", (Happening("dragon flown", {}),), {}, {})
    assert told(match, line) == ["dragon flown"]


def test_what_was_said_names_the_speaker_and_to_whom() -> None:
    match = match_of(Position(2).state())
    assert text(words.remark_line(match, Remark("Bruno", "nice one", "match"))) == (
        "Bruno » nice one"
    )
    assert text(words.remark_line(match, Remark("Ada", "hm", "team"))) == "you (team) » hm"
    assert text(words.remark_line(match, Remark("", "Bruno is away."))) == "Bruno is away."
