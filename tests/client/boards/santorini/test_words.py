"""What is said of Santorini: consequences, the log, the line mode, the result, the replay."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from eriantys.client.boards import room_of, words_of
from eriantys.client.boards.santorini import describing, helping, shape, words
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.boards.santorini.summary import SUMMARY
from eriantys.client.boards.santorini.voice import VOICE
from eriantys.client.canvas import Canvas, Span
from eriantys.client.settings import Settings
from eriantys.client.tape import Tape
from eriantys.games.dice import FairDice
from eriantys.games.santorini import GAME, decisions
from eriantys.games.santorini.state import State
from eriantys.wire.cards import Happening, Past
from eriantys.wire.from_server import Ended
from tests.client.boards.santorini.towns import (
    NAMES,
    act,
    board_of,
    look,
    match_of,
    press,
    said,
    sample,
    states,
    town,
)


def text(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def phases(state: State) -> str:
    return " ▸ ".join(word for word, _ in words.phase_words(GAME.view(state, None)))


# The banner and the question.


def test_the_banner_shows_how_far_the_set_up_and_the_turn_are() -> None:
    assert phases(sample(3, "gods")) == "CHOOSE 2/3 ▸ take ▸ place"
    assert phases(sample(3, "god")) == "choose ▸ TAKE ▸ place"
    assert phases(sample(3, "place")) == "choose ▸ take ▸ PLACE 2/2"
    assert phases(sample(3, "start")) == "choose ▸ take ▸ START ▸ place"
    assert phases(sample(2)) == "MOVE ▸ build"
    assert phases(sample(2, "build")) == "move ▸ BUILD"
    state = town(("demeter", "pan"))
    act(state, "move b2 b3")
    act(state, "build b2")
    assert phases(state) == "move ▸ build ▸ MORE"


def test_no_lesson_is_cut_on_the_smallest_screen() -> None:
    assert set(helping.LESSONS) == set(decisions.QUESTIONS)
    assert all(len(lesson) <= 66 for lesson in helping.LESSONS.values())


def test_hardcore_is_written_in_the_banner() -> None:
    board = board_of(sample(2, "move", hardcore=True))
    assert text(board.phases(short=True)).startswith("HARDCORE  MOVE")


def test_every_decision_has_a_question_and_a_task_of_its_own() -> None:
    own, others, tasks = set(), set(), set()
    for decision in decisions.QUESTIONS:
        state = sample(2)
        state.decision = decision
        own.add(words.question(match_of(state, 0)))
        tasks.add(words.task(match_of(state, 0)))
        others.add(words.question(match_of(state, 1)))
    assert len(own) == len(tasks) == len(decisions.QUESTIONS)
    assert all(asked.startswith("Ada has to ") for asked in others)


# Consequences.


@pytest.mark.parametrize(
    ("levels", "action", "expected"),
    [
        ({"b3": 1}, "move b2 b3", "up 0→1, then build on 7 squares"),
        ({"b2": 2, "b3": 3}, "move b2 b3", "up 2→3, you win!"),
        ({"b2": 2}, "move b2 b3", "down 2→0, then build on 7 squares"),
        ({}, "move b2 b3", "stays on level 0, then build on 7 squares"),
    ],
)
def test_what_a_move_leads_to_is_asked_of_the_server(
    levels: dict[str, int], action: str, expected: str
) -> None:
    board = board_of(state := town(levels=levels, workers=("b2", "e1", "c4", "e5")))
    board.choice.find(action)
    look(board, state)
    assert board.consequence() == expected


@pytest.mark.parametrize(
    ("levels", "action", "expected"),
    [
        ({"c3": 2, "c4": 2}, "build c3", "2→3, and B1 beside it could win there"),
        ({"c3": 1, "c4": 0}, "build c3", "1→2, out of reach of B1"),
        ({"c3": 0, "c4": 0}, "build c3", "0→1, in reach of B1"),
        ({"c3": 3, "c4": 2}, "dome c3", "completes the tower, stops B1"),
        ({}, "build a2", "0→1"),
    ],
)
def test_what_a_build_leads_to_is_what_anybody_can_see(
    levels: dict[str, int], action: str, expected: str
) -> None:
    state = town(levels=levels, workers=("a3", "e1", "c4", "e5"))
    act(state, "move a3 b3")
    board = board_of(state)
    board.choice.find(action)
    assert board.consequence() == expected


@pytest.mark.parametrize(
    ("gods", "winner"), [(("chronus", "pan"), "you win"), (("pan", "chronus"), "Bruno wins")]
)
def test_the_tower_by_which_chronus_wins_is_told_before(
    gods: tuple[str, str], winner: str
) -> None:
    levels = dict.fromkeys(("a1", "a2", "a3", "a4", "b4"), 3)
    state = town(gods, levels, ("c3", "e1", "d5", "e5"), domes=("a1", "a2", "a3", "a4"))
    act(state, "move c3 b3")
    board = board_of(state)
    board.choice.find("dome b4")
    assert board.consequence() == f"completes tower 5, {winner}!"
    state = town(gods, levels, ("c3", "e1", "d5", "e5"), domes=("a1", "a2", "a3"))
    act(state, "move c3 b3")
    board = board_of(state)
    board.choice.find("dome b4")
    assert board.consequence() == "completes the tower"


def test_a_god_who_denies_the_win_says_so_before() -> None:
    state = town(("pan", "hera"), {"b2": 2, "b1": 3}, ("b2", "e1", "d4", "e5"))
    board = board_of(state)
    board.choice.find("move b2 b1")
    look(board, state)
    assert "but Hera denies the win" in board.consequence()


@pytest.mark.parametrize(
    ("gods", "square", "expected"),
    [
        (("hera", "pan"), "c5", "2→3, in reach of B1"),
        (("hera", "pan"), "c3", "2→3, and B1 beside it could win there"),
        (("pan", "hera"), "c5", "2→3, and B1 beside it could win there"),
    ],
)
def test_nobody_is_said_to_win_where_hera_denies_it(
    gods: tuple[str, str], square: str, expected: str
) -> None:
    state = town(gods, {"c3": 2, "c5": 2, "c4": 2}, ("a3", "e1", "c4", "e5"))
    act(state, "move a3 b4")
    board = board_of(state)
    board.choice.find(f"build {square}")
    assert board.consequence() == expected


def test_whoever_is_ferried_is_named_before() -> None:
    """The very first worker too, whose number is 0."""
    for gods, workers in (
        (("pan", "charon"), ("b3", "e1", "b2", "e5")),
        (("charon", "pan"), ("b2", "e5", "b3", "e1")),
    ):
        mine = gods.index("charon")
        board = board_of(town(gods, workers=workers, seat=mine))
        assert board.choice.find("ferry b2 b3")
        assert board.consequence() == f"{'BA'[mine]}1 comes to your other side"


def test_the_guidance_keeps_its_keys_however_long_the_consequence() -> None:
    board = board_of(sample(2))
    assert said(board).endswith("Enter go  2 A2")
    assert all(len(said(board, 1, wide)) < wide for wide in range(60, 140))
    assert "2 A2" in said(board, 2, 130)
    press(board, "b")
    assert said(board).startswith("▸ Square b_")


def test_hardcore_says_only_what_will_be_sent() -> None:
    board = board_of(sample(2, "move", hardcore=True))
    press(board, "c", "3")
    assert said(board) == (
        "▸ Move A1 to c3: sent as it is, nothing is checked  Enter send  2 A2 instead"
    )


# What a server shows.


def test_views_of_the_game_are_readable_and_damaged_ones_are_not() -> None:
    for seats in (2, 3):
        for state in states(3, seats, advanced=True):
            assert shape.unreadable(GAME.view(state, 0), seats) == ""
    view = GAME.view(sample(2), 0)
    assert shape.unreadable(view, 3)
    for name, value in (
        ("stock", b"abc"),
        ("square/c3", {"level": 9, "dome": False, "worker": None}),
        ("square/c3", {"level": 0, "dome": False, "worker": 0}),
        ("worker/0", {"square": "z9"}),
        ("player/1", {"god": 7, "out": "", "tokens": 0}),
        ("turn", {"number": 1, "seat": 2, "decision": "move"}),
        ("turn", {"number": 1, "seat": 0, "decision": "dance"}),
        ("forbidden", [{"god": "pan", "seat": 2, "why": ""}]),
    ):
        assert shape.unreadable(view | {name: value}, 2).startswith("The server shows"), name
    for name in view:
        without = {part: content for part, content in view.items() if part != name}
        needed = not name.startswith("towers")
        assert bool(shape.unreadable(without, 2)) is needed, name


# Line by line.


def test_the_board_is_spoken_in_sentences() -> None:
    state = sample(2)
    lines = VOICE.board(match_of(state))
    assert lines[0].startswith("Turn 17. Move a worker")
    assert any("A1 on c2, level 1; A2 on e2, level 0" in line for line in lines)
    assert "Bruno, letter B, with Athena." in lines
    assert "Level 3: d3, b4 with a dome." in lines
    assert any("Athena moved up in her last turn" in line for line in lines)
    assert all(line.endswith(".") for line in lines)
    assert not any(sign in " ".join(lines) for sign in "♟▟→×")


def test_no_keys_are_named_where_lines_are_typed() -> None:
    state = town(("demeter", "pan"))
    assert VOICE.question(match_of(state)) == "Move a worker."
    act(state, "move b2 b3")
    act(state, "build b2")
    assert VOICE.question(match_of(state)) == "Go on with your god's help, or be done."
    assert words.question(match_of(state)).endswith("or n: no more")


def test_what_binds_somebody_else_is_not_told_as_if_it_bound_the_listener() -> None:
    banned = "Athena moved up in her last turn"
    for seat, told in ((0, banned), (1, f"For Ada: {banned}"), (None, f"For Ada: {banned}")):
        match = match_of(sample(2), seat)
        for lines in (VOICE.board(match), describing.table(match, "c3")):
            assert any(line.startswith(told) for line in lines), lines
    assert not any(banned in line for line in VOICE.board(match_of(sample(2, hardcore=True))))


def test_names_of_two_words_stay_as_they_are_written() -> None:
    told = describing.table(match_of(sample(2), 0, ("Ada", "Bot Mina")), "c3")
    assert any(line.startswith("Your Atlas: ") for line in told)
    assert any(line.startswith("Bot Mina's Athena: ") for line in told)


def test_the_gods_are_read_out_while_they_are_chosen_and_tokens_as_they_are() -> None:
    setting_up = VOICE.board(match_of(sample(2, "start")))
    assert any("build a dome at any level" in line for line in setting_up)
    state = town(("morpheus", "pan"), {}, ("b2", "e1", "d4", "e5"))
    lines = VOICE.board(match_of(state))
    assert "1 token." in lines
    assert not any("down two or more levels" in line for line in lines)


def test_what_can_be_typed_is_told_and_completed() -> None:
    match = board_of(sample(2, "build")).match
    assert "build and one of: " in " ".join(VOICE.choices(match))
    assert VOICE.example(match)
    assert VOICE.completed(match, "c3") == "build c3"
    assert VOICE.completed(board_of(sample(3, "gods")).match, "pan") == "god pan"
    assert VOICE.completed(board_of(sample(3, "start")).match, "2") == "start 2"
    assert VOICE.verbs["square"].tell(match, "b4")[0] == (
        "Square b4: a tower of level 3 with a dome, a complete one."
    )
    assert "a1 to e5" in VOICE.verbs["square"].tell(match, "z9")[0]
    assert VOICE.verbs["about"].tell(match, "li")[0].startswith("Limus: ")
    rows = VOICE.verbs["map"].tell(match, "")
    assert rows[0] == "Row 5: 0, 1B2, 0, 0, 0."
    assert rows[-1] == "A is you, B is Bruno."


def test_consequences_are_sentences() -> None:
    state = sample(2)
    board = board_of(state)
    action = board.choice.action
    told = VOICE.consequence(board.match, (action,), board.match.looks[(action,)])
    assert told == "C2 to b2: stays on level 1, then build on 8 squares."


# Afterwards.


def played(seats: int = 2, seed: int = 1) -> Tape:
    """Play a match at random, as a tape."""
    chance = Random(seed)
    state = GAME.new(seats, GAME.Options(advanced=True), FairDice(bytes(32)))
    begun = match_of(state, 0, number=0)
    steps = []
    while GAME.outcome(state) is None:
        before, seat = state.copy(), state.seat
        action = chance.choice(GAME.legal(state))
        events = GAME.apply(state, seat, action)
        steps.append(
            Past(
                number=len(steps) + 1,
                seat=seat,
                action=GAME.format(action),
                events=tuple(Happening(event.kind, event.facts) for event in events),
                changes=GAME.changes(before, state, None),
                turn=GAME.turn(state),
                decision=state.decision,
            )
        )
    outcome = GAME.outcome(state)
    assert outcome is not None
    ended = Ended(
        match=1,
        reason=outcome.reason,
        text="It is over.",
        secret=b"",
        commitment=b"",
        nonces=(),
        ranking=outcome.ranking,
        scores=outcome.scores,
    )
    return Tape(begun.started, steps, ended)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_result_has_a_table_reasons_and_a_chart(seats: int) -> None:
    tape = played(seats)
    match = tape.match(tape.last, 0.0)
    for wide in (70, 88):
        rows = SUMMARY.table(match, wide)
        assert len(rows) == seats + 1
        assert all(len(text(row.spans)) <= wide for row in rows)
        assert [row.own for row in rows].count(True) == 1
    assert "won" in text(SUMMARY.table(match, 88)[1].spans)
    assert SUMMARY.why(match)[0].endswith(".")
    assert "turn" in SUMMARY.played(match)
    series, labels = SUMMARY.series(tape)
    assert len(series) == seats
    assert all(len(line.values) == len(labels) for line in series)
    assert max(max(line.values) for line in series) >= 1
    assert SUMMARY.swing(tape) == "" or SUMMARY.swing(tape).startswith("turn ")


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_every_step_can_be_looked_at_again(size: tuple[int, int]) -> None:
    tape = played(3, 2)
    for place in range(0, tape.last + 1, 3):
        match = tape.match(place, 0.0)
        canvas = Canvas(*size)
        area = SUMMARY.draw(canvas, match, 0.0, 1, [])
        assert canvas.spilled == []
        assert area.height >= 4
        assert area.y + area.height <= size[1] - 2
        if place:
            sentence = SUMMARY.sentence(match, tape.lines[place - 1])
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert not sentence.endswith("..")
    begins = tape.beginnings(SUMMARY.round)
    assert SUMMARY.round(tape.view(0)) is None
    assert len(begins) > 2
    marks = {mark for line in tape.lines for mark in SUMMARY.marks(line)}
    assert marks <= set(SUMMARY.marked)
    assert marks


def test_the_room_is_registered_with_all_its_words() -> None:
    room = room_of("santorini")
    assert isinstance(room.board(match_of(sample(2)), Settings()), SantoriniBoard)
    words = words_of("santorini")
    assert set(words.phases) == set(decisions.QUESTIONS)
    assert words.pieces is not None
    assert words.pieces.colours(3, 2) == ("p3", "purple")
    assert len(NAMES) == 3
