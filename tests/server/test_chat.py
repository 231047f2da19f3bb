"""Chat: who may speak to whom, who hears it and who must not, and how often."""

from __future__ import annotations

import pytest

from eriantys.server.chat import saying
from eriantys.server.chat.saying import AUDIENCES
from eriantys.server.inputs import Received, Send
from eriantys.server.rows import Spoke
from eriantys.server.session import State
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import (
    Bye,
    Chat,
    Create,
    Join,
    Leave,
    List,
    Move,
    Rematch,
    Resign,
    Watch,
)
from eriantys.wire.from_server import Error, Matches, ServerChat, Started, Update
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import (
    PATIENT,
    WAYS,
    back,
    by_turn,
    fingerprint,
    open_match,
    state_of,
)

WORDS = "Shall we? \N{FOUR LEAF CLOVER}"
EVERY_AUDIENCE: tuple[Audience, ...] = ("lobby", "match", "team", "watchers")


def line(name: str, text: str = WORDS) -> tuple[Said, ...]:
    return (Said(name, text),)


def heard(person: Person, text: str = WORDS) -> bool:
    """Tell whether somebody was sent these words, in whatever message."""
    return text.encode() in person.raw


# Who hears whom.


def everybody(parlour: Parlour) -> dict[str, Person]:
    """Put somebody into every place that there is; of two matches one is played in teams."""
    people = {state.value: way(parlour, f"in-{state.value}") for state, way in WAYS.items()}
    names = [f"seat{number}" for number in range(4)]
    people |= dict(zip(names, parlour.seat(*names), strict=True))
    people |= dict(zip(("zoe", "yan"), parlour.enter("zoe", "yan"), strict=True))
    for name in ("zoe", "yan"):
        people[name].say(Watch(people["seat0"].match))
    (people["other"],) = parlour.enter("other")
    people["other"].say(Create("toy", 3, A_NONCE))
    (people["guest"],) = parlour.enter("guest", guest=True)
    people["guest"].say(Join(A_NONCE, open_match(people["other"])))
    return people


LOBBY = {"lobby", "queued", "asked", "seated", "after", "other", "guest"}
"""Who hears the lobby, of those above."""


@pytest.mark.parametrize(
    ("speaker", "to", "hearers"),
    [
        ("lobby", "lobby", LOBBY),
        ("queued", "lobby", LOBBY),
        ("asked", "lobby", LOBBY),
        ("seated", "lobby", LOBBY),
        ("after", "lobby", LOBBY),
        ("guest", "lobby", LOBBY),
        ("seated", "match", {"seated"}),
        ("other", "match", {"other", "guest"}),
        ("guest", "match", {"other", "guest"}),
        ("after", "match", {"after"}),
        ("playing", "match", {"playing"}),
        ("seat1", "match", {"seat0", "seat1", "seat2", "seat3"}),
        ("seat0", "team", {"seat0", "seat2"}),
        ("seat3", "team", {"seat1", "seat3"}),
        ("watching", "watchers", {"watching"}),
        ("zoe", "watchers", {"zoe", "yan"}),
    ],
)
def test_a_line_is_heard_by_its_audience_and_by_nobody_else(
    speaker: str, to: Audience, hearers: set[str]
) -> None:
    parlour = Parlour()
    people = everybody(parlour)
    before = fingerprint(parlour)
    people[speaker].say(Chat(to, WORDS))
    assert {name for name, person in people.items() if heard(person)} == hearers
    told = people[speaker].last(ServerChat)
    assert (told.to, told.lines) == (to, line(people[speaker].name))
    assert (told.match is None) == (to == "lobby")
    assert {people[name].last(ServerChat) for name in hearers} == {told}
    assert fingerprint(parlour) == before
    side = {"seat0": 0, "seat3": 1}.get(speaker) if to == "team" else None
    assert parlour.kept[-1] == Spoke(told.match, to, side, people[speaker].name, WORDS)


@pytest.mark.parametrize("to", EVERY_AUDIENCE)
@pytest.mark.parametrize("state", WAYS)
def test_whoever_is_elsewhere_cannot_be_spoken_to(state: State, to: Audience) -> None:
    if to in AUDIENCES.get(state, ()):
        return
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    before, rows = fingerprint(parlour), len(parlour.kept)
    (answer,) = person.say(Chat(to, WORDS))
    assert isinstance(answer, Error)
    assert (answer.code, answer.about) == ("unexpected", "chat")
    assert (fingerprint(parlour), len(parlour.kept)) == (before, rows)


@pytest.mark.parametrize("create", [{}, {"options": {"partners": False}}])
def test_whoever_plays_alone_has_no_team(create: dict[str, object]) -> None:
    parlour = Parlour()
    names = ("anna", "bert", "carl", "dora") if create else ("anna", "bert", "carl")
    people = parlour.seat(*names, **create)
    assert error_of(people[0].say(Chat("team", WORDS))) == "no-team"
    assert not any(map(heard, people))


def test_the_team_of_a_real_game_is_its_side() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl", "dora", game="eriantys")
    sides = people[0].last(Started).teams
    people[1].say(Chat("team", WORDS))
    (own,) = (side for side in sides if 1 in side)
    assert {seat for seat, each in enumerate(people) if heard(each)} == set(own)


def test_those_who_are_away_hear_nothing_and_the_others_do() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.seat("anna", "bert", "carl")
    carl.drop()
    anna.say(Chat("match", WORDS))
    assert (heard(anna), heard(bert), heard(carl)) == (True, True, False)


def test_players_stay_in_touch_after_the_match() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.seat("anna", "bert", "carl")
    number = anna.match
    anna.say(Resign())
    carl.say(Leave())
    bert.say(Chat("match", WORDS))
    assert anna.last(ServerChat) == ServerChat("match", line("bert"), number)
    assert not heard(carl)


def test_those_who_want_a_rematch_and_those_who_have_not_decided_hear_each_other() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.seat("anna", "bert", "carl")
    anna.say(Resign())
    bert.say(Rematch(A_NONCE))
    assert state_of(bert) is State.SEATED
    bert.say(Chat("match", "again!"))
    carl.say(Chat("match", WORDS))
    for person in (anna, bert, carl):
        assert heard(person, "again!")
        assert heard(person)


def test_a_room_that_is_left_or_never_begins_leaves_nothing_behind() -> None:
    parlour = Parlour(room=100, **PATIENT)
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 3, A_NONCE))
    number = open_match(anna)
    bert.say(Join(A_NONCE, number))
    bert.say(Leave())
    anna.say(Chat("match", WORDS))
    assert not heard(bert)
    parlour.wait(100)
    assert state_of(anna) is State.LOBBY
    parlour.crash()
    # The next match has another number: what was said there is not for its players.
    people = parlour.seat("carl", "dora")
    assert people[0].match > number
    people[0].drop()
    assert not heard(back(parlour, "carl"))


def test_a_line_of_a_room_that_is_closed_meanwhile_is_for_its_speaker_alone() -> None:
    parlour = Parlour(room=100, **PATIENT)
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 3, A_NONCE))
    bert.say(Join(A_NONCE, open_match(anna)))
    parlour.now += 100
    anna.say(Chat("match", WORDS))
    assert state_of(anna) is state_of(bert) is State.LOBBY
    assert (heard(anna), heard(bert)) == (True, False)


# Text.


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "a\nb", "\u202eabc", "a\u200bb", "  ", "Z" + "\u0351" * 4]
)
def test_what_does_not_print_reaches_nobody(text: str) -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    before = len(bert.raw), len(parlour.kept)
    assert error_of(anna.say(Chat("lobby", text))) == "bad-text"
    assert (len(bert.raw), len(parlour.kept)) == before


def test_half_a_pair_is_no_text_at_all() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    good = write(Chat("lobby", "abc"))
    assert error_of(anna.say_bytes(good.replace(b"abc", b"\xed\xa0\x80"))) == "malformed"


def test_too_long_a_line_is_malformed_and_the_longest_is_not() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    assert error_of(anna.say(Chat("lobby", "x" * 301))) == "malformed"
    anna.say(Chat("lobby", "\N{FOUR LEAF CLOVER}" * 300))
    assert anna.last(ServerChat).lines == line("anna", "\N{FOUR LEAF CLOVER}" * 300)


def test_a_line_is_told_without_the_spaces_around_it() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    anna.say(Chat("lobby", "  a  b "))
    assert anna.last(ServerChat).lines == line("anna", "a  b")


# Order and disk.


def test_lines_come_in_the_order_in_which_they_were_said() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(*(Chat("lobby", str(number)) for number in range(5)))
    assert [each.lines[0].text for each in bert.all(ServerChat)] == list("01234")


def test_what_somebody_does_next_comes_after_the_line() -> None:
    parlour = Parlour()
    on_turn, other = by_turn(*parlour.seat("anna", "bert"))
    on_turn.say(Chat("match", WORDS), Move(on_turn.request.id, "pass"), Leave(), List())
    kinds = [type(each) for each in other.heard if isinstance(each, ServerChat | Update)]
    assert kinds == [ServerChat, Update]
    assert isinstance(on_turn.heard[-1], Matches)


def test_a_line_and_a_goodbye_in_one_breath_is_heard() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Chat("lobby", WORDS), Bye())
    assert heard(anna)
    assert heard(bert)
    assert anna.closed


def test_a_line_holds_nobody_elses_move_up() -> None:
    parlour = Parlour()
    on_turn, other = by_turn(*parlour.seat("anna", "bert"))
    inputs = [
        Received(other.connection, write(Chat("match", WORDS))),
        Received(on_turn.connection, write(Move(on_turn.request.id, "pass"))),
    ]
    rows = parlour.core.step(inputs, parlour.now)
    assert [type(row).__name__ for row in rows][:2] == ["Spoke", "Acted"], "in one commit"
    parlour.core.committed()


def test_nobody_hears_what_is_not_on_disk() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    parlour.broken = True
    (answer,) = anna.say(Chat("lobby", WORDS))
    assert isinstance(answer, Error)
    assert (answer.code, answer.about) == ("store-unavailable", "chat")
    assert not heard(bert)
    parlour.broken = False
    anna.say(Chat("lobby", "second try"))
    assert bert.last(ServerChat).lines == line("anna", "second try")
    (carl,) = parlour.enter("carl")
    assert not heard(carl)


@pytest.mark.parametrize("broken", [False, True])
def test_a_speaker_whose_clock_runs_out_in_the_same_step_is_told_nothing_more(
    broken: bool,
) -> None:
    parlour = Parlour(**PATIENT)
    on_turn, other = by_turn(*parlour.seat("anna", "bert", turn_seconds=10))
    parlour.broken = broken
    parlour.now += 10
    on_turn.say(Chat("match", WORDS))
    assert on_turn.closed
    assert not heard(on_turn)
    assert heard(other) is not broken


def test_no_deadline_is_left_of_a_speaker_whose_clock_has_run_out() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, _ = by_turn(*parlour.seat("anna", "bert", turn_seconds=10))
    timers, sign = parlour.core.house.timers, ("live", on_turn.connection)
    timers.set(sign, parlour.now + 9)  # comes up first, and is put off
    said = Received(on_turn.connection, write(Chat("match", WORDS)))
    assert parlour.core.step([said], parlour.now + 10)
    assert on_turn.connection not in parlour.core.house.sessions
    assert timers.due(sign) is None


def test_a_line_is_encoded_once_for_all_who_hear_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    people = parlour.enter(*(f"name{number}" for number in range(500)))
    calls = 0

    def counted(message: ServerChat) -> bytes:
        nonlocal calls
        calls += 1
        return write(message)

    monkeypatch.setattr(saying, "write", counted)
    rows = parlour.core.step(
        [Received(people[0].connection, write(Chat("lobby", WORDS)))], parlour.now
    )
    assert rows == [Spoke(None, "lobby", None, "name0", WORDS)]
    parlour.core.committed()
    sent = [each for each in parlour.core.outgoing() if isinstance(each, Send)]
    assert len(sent) == 500
    assert len({id(each.data) for each in sent}) == 1
    assert calls == 1
