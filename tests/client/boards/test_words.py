"""What happened, what is asked and what it leads to, in words, for every decision there is."""

from __future__ import annotations

import string
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from eriantys.client.boards.eriantys import cards, words
from eriantys.client.canvas import Span, spans_width
from eriantys.client.match import Line, Look, Match, Remark
from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME, decisions
from eriantys.games.eriantys.names import CHARACTERS
from eriantys.games.eriantys.state import Options, State
from eriantys.wire.from_server import Error, Happening, Started, Tried, Update
from tests.games.eriantys.position import Position

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
WIDEST = 46
"""The inside of the narrowest panel in which a line of the log stands alone."""


def match_of(state: State, seat: int | None = 0, guidance: Any = "full") -> Match:
    seats = state.table.seats
    started = Started(
        *(1, "eriantys", 1, NAMES[:seats], (), {}, guidance, 60, "wait", True, b"", (), 0),
        view=GAME.view(state, seat),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=60_000,
        seat=seat,
    )
    return Match(started, 0.0)


def happenings(events: list[Event]) -> tuple[Happening, ...]:
    return tuple(Happening(event.kind, event.facts) for event in events)


def act(match: Match, state: State, action: str) -> Line:
    """Play an action, and let the match hear of it."""
    before, seat = state.copy(), state.seat
    events = GAME.apply(state, seat, GAME.parse(action))
    update = Update(
        match=1,
        number=match.number + 1,
        seat=seat,
        action=action,
        events=happenings(events),
        changes=GAME.changes(before, state, None),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=1000,
    )
    assert match.take_update(update, 0.0)
    line = match.story[-1]
    assert isinstance(line, Line)
    return line


def look_at(state: State, *actions: str) -> Look:
    """Try some actions as the server does."""
    copy, events = state.copy(), list[Event]()
    for step, action in enumerate(actions):
        events += GAME.apply(copy, state.seat, GAME.parse(action))
        if GAME.undoable(copy) <= step:
            return Look(None, Error("cannot-try", "What this does cannot be foreseen."))
    changes = GAME.changes(state, copy, None)
    return Look(Tried(1, happenings(events), changes, copy.decision, ()))


def text(spans: list[Span]) -> str:
    return "".join(span.text for span in spans)


def told(match: Match, line: Line) -> list[str]:
    return [text(spans).strip() for spans in words.log_line(match, line)]


def random_play(seats: int, expert: bool, number: int) -> Iterator[tuple[State, str]]:
    """Play a match at random; give each position and the action that is about to be played."""
    chance = Random(f"{seats}-{expert}-{number}")
    seed = derive(number, f"words-{seats}-{expert}")
    state = GAME.new(seats, Options(expert=expert), FairDice(seed))
    while not state.ended:
        legal = [GAME.format(action) for action in GAME.legal(state)]
        plays = [action for action in legal if action.startswith("play ")]
        action = chance.choice(plays if plays and chance.random() < 0.4 else legal)
        yield state.copy(), action
        GAME.apply(state, state.seat, GAME.parse(action))


KINDS = [(2, False), (2, True), (3, True), (4, True)]


# The log.


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


HUGE = -(10**5000)
"""Python refuses to write such a number out."""


def junk(chance: Random, depth: int = 0) -> Any:
    """Make any value that a message can hold."""
    simple = [
        None,
        True,
        chance.choice((-1, 0, 1, 3, 255, HUGE, 2**63)),
        1.5,
        float("nan"),
        "".join(chance.choices(string.printable + "é字\x1b\u202e", k=chance.randrange(80))),
        bytes(chance.randrange(256) for _ in range(chance.randrange(20))),
        chance.choice(("green", "monk", "last-tower")),
    ]
    if depth < 2 and chance.random() < 0.3:
        items = [junk(chance, depth + 1) for _ in range(chance.randrange(4))]
        return chance.choice((items, {str(number): item for number, item in enumerate(items)}))
    return chance.choice(simple)


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


# The banner and the question.


def phases(state: State, *, long: bool = False) -> str:
    view = GAME.view(state, None)
    return " ▸ ".join(word for word, _ in words.phase_words(view, long=long))


def test_the_banner_shows_which_step_is_current() -> None:
    assert phases(Position(2).planning().state()) == "PLAN ▸ move ▸ nature ▸ cloud"
    state = Position(2).turn(0, moves_left=2).state()
    assert phases(state) == "plan ▸ MOVE 2/3 ▸ nature ▸ cloud"
    assert phases(state, long=True) == "plan ▸ MOVE STUDENTS 2/3 ▸ nature ▸ cloud"
    state = Position(3).turn(0, moves_left=1).state()
    assert phases(state) == "plan ▸ MOVE 4/4 ▸ nature ▸ cloud"
    state = Position(2).turn(0, "mother").state()
    assert phases(state, long=True) == "plan ▸ move students ▸ NATURE ▸ cloud"
    assert phases(Position(2).turn(0, "cloud").state()) == "plan ▸ move ▸ nature ▸ CLOUD"


def test_the_banner_says_that_the_last_round_is_the_last() -> None:
    state = Position(2, last_round=True).turn(0, moves_left=2).state()
    assert phases(state) == "LAST ROUND ▸ MOVE 2/3"
    assert phases(state, long=True) == "LAST ROUND ▸ MOVE STUDENTS 2/3 ▸ nature ▸ cloud"
    state = Position(3, short_round=True).turn(0, "mother").state()
    assert phases(state, long=True) == "LAST ROUND ▸ NATURE ▸ no clouds"
    state = Position(3, short_round=True).turn(0, "end").state()
    assert phases(state) == "LAST ROUND ▸ END TURN"


def test_a_character_in_play_leaves_the_step_of_the_turn_in_the_banner() -> None:
    state = Position(2, ("herald",)).coins(5, 5).turn(0, moves_left=2).state()
    GAME.apply(state, 0, GAME.parse("play herald"))
    assert phases(state) == "plan ▸ MOVE 2/3 ▸ nature ▸ cloud"


def test_every_decision_has_a_question_and_a_task_of_its_own() -> None:
    own, others, tasks = set(), set(), set()
    for decision in decisions.QUESTIONS:
        state = Position(2, ("monk", "jester", "thief")).turn(0, "mother").state()
        state.decision = decision
        own.add(words.question(match_of(state, 0)))
        tasks.add(words.task(match_of(state, 0)))
        others.add(words.question(match_of(state, 1)))
    assert len(own) == len(tasks) == len(decisions.QUESTIONS)
    assert all(asked[0].isupper() for asked in own)
    assert all(asked.startswith(("Ada", "It is Ada's")) for asked in others)


def test_the_question_tells_whose_turn_it_is_and_how_far_it_has_come() -> None:
    state = Position(2).turn(1, moves_left=3).state()
    assert words.question(match_of(state)) == "Bruno moves students (1 of 3)"
    state = Position(2).turn(0, "mother", played=(3, 4)).state()
    asked = words.question(match_of(state))
    assert asked == "Move Mother Nature, 1 to 2 steps: pick the island where she stops"
    match = match_of(state)
    match.paused = True
    assert words.question(match) == "The match is paused"
    match.turn = None
    assert words.question(match) == "The match is over"


def test_one_whose_values_are_all_taken_is_told_so() -> None:
    state = Position(2, round=9).hands({5}, {4, 6}).planning(4, first=0).state()
    assert "All your values" not in words.question(match_of(state, 1))
    state = Position(2, round=10).hands((), {4}).planning(4, first=0).state()
    assert words.question(match_of(state, 1)).startswith("All your values are taken")


# Consequences.

SEEN_AS_WELL = ("student", "mother", "princess-student", "monk-island", "herald-island")
"""Decisions of which all that matters can be told from the view alone."""


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_what_is_worked_out_from_the_view_is_what_the_rules_say(
    seats: int, expert: bool
) -> None:
    compared = 0
    chance = Random(seats)
    for number in range(6):
        for state, _ in random_play(seats, expert, number):
            if state.decision not in SEEN_AS_WELL:
                continue
            match = match_of(state, state.seat)
            offered = [GAME.format(action) for action in GAME.legal(state)]
            for action in chance.sample(offered, min(4, len(offered))):
                look = look_at(state, action)
                said = words.consequence(match, (action,), look)
                assert said
                if look.tried is None or action.startswith("play "):
                    continue
                seen = words.consequence(match, (action,), None)
                if "three islands" not in said:
                    assert seen == said, (action, state.decision)
                compared += 1
    assert compared > 300


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_everything_that_can_be_done_has_a_consequence_in_few_words(
    seats: int, expert: bool
) -> None:
    for state, action in random_play(seats, expert, 11):
        match = match_of(state, state.seat)
        for look in (None, look_at(state, action)):
            said = words.consequence(match, (action,), look)
            assert said, action
            assert len(said) <= 100, said


def said_of(state: State, *actions: str, try_it: bool = True) -> str:
    look = look_at(state, *actions) if try_it else None
    return words.consequence(match_of(state, state.seat), actions, look)


def test_a_student_on_an_island_changes_the_influence_there() -> None:
    position = Position(2).entrance(0, red=1, green=1).dining(0, red=2).dining(1, pink=1)
    state = position.island(9, red=1, pink=1).state()
    assert said_of(state, "red 9") == "then you 2, Bruno 1: you lead"
    assert said_of(state, "green 9") == "then you 1, Bruno 1: tie"
    assert said_of(state, "green 5") == "then nobody has influence there"


def test_a_student_in_the_dining_room_may_bring_a_coin_and_a_professor() -> None:
    position = Position(2, ("monk",)).entrance(0, red=1, green=1, pink=1).coins(1, 1)
    state = position.dining(0, red=2, pink=1).dining(1, red=2, pink=4)
    state = state.professors(red=1).state()
    taken = "then 3 at your red table, +¢1: you take the professor from Bruno"
    assert said_of(state, "red dining") == taken
    assert said_of(state, "pink dining") == (
        "then 2 at your pink table: Bruno keeps the professor with 4"
    )
    assert (
        said_of(state, "green dining") == "then 1 at your green table: you take the professor"
    )


def test_mother_nature_builds_joins_and_may_be_barred() -> None:
    position = Position(2, ("grandma",), mother=1).dining(0, green=1).dining(1, red=1)
    position.island(2, green=2, red=1).island(3, tower=0).island(4, red=1, tower=1)
    position.island(5, red=1, no_entry=1).island(6, green=1, red=1)
    state = position.turn(0, "mother", played=(10, 9)).state()
    assert said_of(state, "mother 1") == "you 2, Bruno 1: you build 1 tower, joins 2+3"
    assert said_of(state, "mother 2") == "you 1, Bruno 0: you keep it"
    assert said_of(state, "mother 3") == "you 0, Bruno 2: Bruno keeps it"
    assert said_of(state, "mother 4") == "No Entry, nothing changes"
    assert said_of(state, "mother 5") == "you 1, Bruno 1: tie, nothing changes"


def test_the_last_tower_wins() -> None:
    position = Position(2, mother=1).dining(0, green=1).island(2, green=1)
    position.island(3, 4, 5, 6, 7, 8, 9, tower=0)
    state = position.turn(0, "mother").state()
    assert said_of(state, "mother 1").endswith("you build your last tower and win")
    assert said_of(state, "mother 1", try_it=False) == said_of(state, "mother 1")


def test_an_assistant_tells_the_order_of_play() -> None:
    state = Position(3).planning(6, 9, first=1).state()
    assert said_of(state, "assistant 5") == "you move 1st, before Bruno 6 and Chiara 9"
    assert said_of(state, "assistant 7") == "you move 2nd, after Bruno 6, before Chiara 9"
    state = Position(3).planning(6, first=2).state()
    assert said_of(state, "assistant 5") == "you move 1st so far, before Chiara 6"
    assert said_of(Position(2).planning().state(), "assistant 5") == (
        "you are the first to play one"
    )


def test_a_cloud_tells_the_whole_entrance() -> None:
    position = Position(2).entrance(0, green=2, yellow=1, blue=1).turn(0, "cloud")
    state = position.cloud(1, pink=2, blue=1).state()
    assert said_of(state, "cloud 1") == "entrance then G2 R0 Y1 P2 B2"


def test_characters_tell_what_they_will_do() -> None:
    position = Position(2, ("thief", "farmer", "herald")).coins(3, 1).dining(0, red=4, green=1)
    position.dining(1, red=1, green=1).professors(green=1).island(5, green=2, red=1)
    state = position.state()
    assert (
        said_of(state, "play farmer") == "you keep ¢1; you take the green professor from Bruno"
    )
    assert said_of(state, "play thief", "pick red") == "you −3, Bruno −1"
    assert said_of(state, "play herald", "island 5") == ("you 1, Bruno 2: Bruno builds 1 tower")
    position = Position(2, ("minstrel", "jester")).coins(3, 1).entrance(0, red=1, green=6)
    state = position.dining(0, green=3, blue=1).dining(1, red=1).card("jester", pink=6).state()
    assert said_of(state, "play minstrel", "swap red green", "done") == (
        "tables then G2 R1 Y0 P0 B1: no professor changes hands"
    )
    assert said_of(state, "play jester", "swap red pink") == "entrance then G6 R0 Y0 P1 B0"


def test_what_cannot_be_foreseen_is_said_to_be_so_and_refusals_speak_for_themselves() -> None:
    match = match_of(Position(2).state())
    unknown = Look(None, Error("cannot-try", "What this does cannot be foreseen."))
    assert words.consequence(match, ("fly",), unknown) == "cannot be foreseen"
    illegal = Look(None, Error("too-many-steps", "She goes 2 steps at most."))
    assert words.consequence(match, ("mother 9",), illegal) == "She goes 2 steps at most."
    assert words.consequence(match, (), None) == ""


def test_without_guidance_nothing_is_told_before_it_happens() -> None:
    state = Position(2).entrance(0, red=1).state()
    match = match_of(state, 0, "none")
    assert words.consequence(match, ("red 9",), look_at(state, "red 9")) == ""


def test_no_view_whatever_can_break_the_words() -> None:
    chance = Random(3)
    state = Position(3, ("monk",)).state()
    sane = GAME.view(state, None)
    actions = [GAME.format(action) for action in GAME.candidates(state)]
    actions += ["mother 3", "cloud 9", "pick red", "island 7", "swap red blue", "done", "", "²"]
    actions += ["mother 99999999999", "red 999999999", "assistant 77"]
    for _ in range(1000):
        match = match_of(state)
        match.view = {
            name: junk(chance) if chance.random() < 0.5 else value
            for name, value in sane.items()
        }
        match.decision = chance.choice([*decisions.QUESTIONS, "strange", ""])
        chosen = (chance.choice(actions),)
        look = chance.choice((None, Look(Tried(1, (), {"island/5": junk(chance)}, "", ()))))
        assert isinstance(words.consequence(match, chosen, look), str)
        assert words.question(match)
        assert words.task(match)
        assert words.phase_words(match.view)


# Characters.


def test_every_character_has_its_card_and_asks_what_the_rules_ask() -> None:
    assert list(cards.CARDS) == list(CHARACTERS[1:])
    asking = {CHARACTERS[number] for number in decisions.FIRST_QUESTION}
    assert {name for name, card in cards.CARDS.items() if card.asks} == asking
    assert set(cards.ASKED) == {decision for decision in decisions.QUESTIONS if "-" in decision}
    for card in cards.CARDS.values():
        assert card.effect.endswith(".")
        assert card.limits.endswith(".")
        assert 0 < len(card.short) <= 26


def test_the_reason_beside_a_card_is_there_just_when_it_cannot_be_played() -> None:
    reasons = set()
    for number in range(40):
        for state, _ in random_play(2 + number % 3, True, 100 + number):
            if state.decision not in decisions.TURN_STEPS:
                continue
            legal = {GAME.format(action) for action in GAME.legal(state)}
            view = GAME.view(state, None)
            for slot in (1, 2, 3):
                reason = cards.why_not(view, state.seat, slot)
                playable = f"play {view[f'character/{slot}']['name']}" in legal
                assert playable == (reason == ""), (reason, view[f"character/{slot}"])
                reasons.add(reason)
    assert {"", "too dear", "one a turn"} <= reasons


def test_cards_that_could_not_have_their_effect_say_why() -> None:
    position = Position(2, ("knight", "minstrel", "grandma")).coins(5, 1).turn(0, "cloud")
    position.island(1, 2, 3, 4, no_entry=4)
    view = GAME.view(position.state(), None)
    assert [cards.why_not(view, 0, slot) for slot in (1, 2, 3)] == [
        "too late",
        "dining room empty",
        "no tile left",
    ]
    assert cards.why_not(view, 1, 1) == "too dear"


def test_the_price_is_told_for_now_and_later() -> None:
    state = Position(2, ("monk", "herald")).used("herald").state()
    view = GAME.view(state, None)
    assert cards.price_words(view, 1) == "¢1 now; ¢2 for everybody after this first use"
    assert cards.price_words(view, 2) == "¢4, for it was used before"


def test_an_illegal_try_is_refused_as_the_server_would() -> None:
    """The helper above must not make up looks that no server would give."""
    with pytest.raises(Illegal):
        look_at(Position(2).state(), "mother 1")
