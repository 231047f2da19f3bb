"""A bot's seat: what it knows of its match, what it is asked, and what it answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from eriantys.bots.seat import RETRY_SECONDS, Chair, Decision
from eriantys.wire.from_client import Move, Pong, Sync
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Notice,
    Request,
    ServerPing,
    Started,
    State,
    Update,
    Welcome,
)
from tests.server.parlour import Parlour, Person
from tests.server.scenes import match_of
from tests.wire import samples

NOW = 500.0
SAMPLE = next(each for each in samples.FROM_SERVER if isinstance(each, Started))
STARTED = replace(SAMPLE, number=0, view={"table": 0, "hand": 5}, seat=1, turn=1)


def update(number: int, match: int = STARTED.match, **changes: Any) -> Update:
    return Update(match, number, 0, "a", (), changes, 1, "move", 9000)


def request(number: int, *legal: str, left_ms: int = 8000) -> Request:
    return Request(number, "move", left_ms, "move", legal or ("a", "b"))


def candidates(number: int, *actions: str) -> Request:
    return Request(number, "move", 8000, "move", candidates=actions)


def refusal(number: int, action: str, code: str = "wrong-phase") -> Error:
    return Error(code, "No.", "move", number, action)


def chair_after(*messages: FromServer) -> Chair:
    chair = Chair()
    for message in (STARTED, *messages):
        assert chair.hear(message, NOW) == []
    return chair


def wanted(chair: Chair) -> Decision:
    assert chair.wanted is not None
    return chair.wanted


def test_a_request_becomes_a_decision() -> None:
    decision = wanted(chair_after(update(1, table=1), request(2, "a", "b", left_ms=1500)))
    assert decision == Decision(
        game="eriantys",
        match=17,
        request=2,
        seat=1,
        view={"table": 1, "hand": 5},
        offered=("a", "b"),
        certain=True,
        until=NOW + 1.5,
        not_before=NOW,
    )


def test_nothing_is_wanted_before_a_match_after_it_and_of_one_who_looks_on() -> None:
    chair = Chair()
    assert chair.hear(request(1), NOW) == []
    assert chair.wanted is None
    chair = chair_after(request(1))
    chair.hear(replace(samples.ENDED, match=17), NOW)
    assert chair.wanted is None
    chair = chair_after(replace(STARTED, seat=None), request(1))
    assert chair.wanted is None


def test_a_view_that_was_shown_to_a_brain_does_not_change_under_it() -> None:
    chair = chair_after(request(1))
    shown = wanted(chair).view
    chair.hear(update(1, table=1), NOW)
    assert shown == {"table": 0, "hand": 5}


def test_after_a_gap_the_whole_view_is_asked_for_once() -> None:
    chair = chair_after(update(1))
    assert chair.hear(update(3, table=3), NOW) == [Sync()]
    assert chair.hear(update(4, table=4), NOW) == []
    assert chair.hear(request(5), NOW) == []
    assert chair.wanted is None, "it does not see the table of that request"
    whole = State(17, 4, {"table": 4, "hand": 2}, 1, "move", 7000)
    assert chair.hear(whole, NOW) == []
    assert wanted(chair).view == whole.view
    assert chair.hear(update(6), NOW) == [Sync()], "another gap is another question"


def test_a_request_for_more_than_is_known_shows_a_gap() -> None:
    chair = chair_after(update(1))
    assert chair.hear(request(4), NOW) == [Sync()]
    assert chair.wanted is None


@pytest.mark.parametrize(
    "message",
    [
        update(1, table=9),
        update(2, table=9, match=99),
        update(7, table=9, match=99),
        State(99, 5, {"table": 9}, 0, "move", 100),
        Notice("paused", "Stop.", 99),
        refusal(1, "a"),
        replace(samples.ENDED, match=99),
        Request(0, "login", 100),
        Request(7, "seats", 100, legal=(2, 3)),
    ],
    ids=repr,
)
def test_what_is_old_or_of_another_match_changes_nothing(message: FromServer) -> None:
    chair = chair_after(update(1, table=1), request(2))
    before = wanted(chair)
    assert chair.hear(message, NOW + 1) == []
    assert chair.wanted == before


def test_an_old_request_is_not_wanted() -> None:
    assert chair_after(update(1), update(2), request(2)).wanted is None


def test_a_request_is_answered_once() -> None:
    chair = chair_after(request(1))
    decision = wanted(chair)
    assert chair.answer(decision, "b") == [Move(1, "b")]
    assert chair.wanted is None
    assert chair.answer(decision, "b") == []


@pytest.mark.parametrize(
    "meanwhile",
    [
        [update(1)],
        [update(1), request(2)],
        [update(5)],
        [replace(samples.ENDED, match=17)],
        [replace(STARTED, match=18), request(1)],
        [Notice("paused", "Stop.", 17)],
        [refusal(1, "b"), request(1)],
        [request(1, "a", "c")],
        [samples.FROM_SERVER[0]],
    ],
    ids=repr,
)
def test_a_thought_that_was_overtaken_is_dropped(meanwhile: list[FromServer]) -> None:
    chair = chair_after(request(1))
    decision = wanted(chair)
    for message in meanwhile:
        chair.hear(message, NOW + 1)
    assert chair.answer(decision, "b") == []


def test_a_thought_about_a_request_that_is_only_made_again_still_counts() -> None:
    chair = chair_after(request(1))
    decision = wanted(chair)
    for message in (replace(STARTED), request(1, left_ms=2000)):
        chair.hear(message, NOW + 1)
    assert wanted(chair).until == NOW + 3
    assert chair.answer(decision, "b") == [Move(1, "b")]


def test_what_was_refused_is_not_offered_again_for_that_request() -> None:
    chair = chair_after(candidates(1, "a", "b", "c"))
    assert not wanted(chair).certain
    for refused, left in (("a", ("b", "c")), ("c", ("b",))):
        assert chair.answer(wanted(chair), refused) == [Move(1, refused)]
        assert chair.hear(refusal(1, refused), NOW) == []
        assert chair.wanted is None, "it is asked again, or it is not"
        chair.hear(candidates(1, "a", "b", "c"), NOW)
        assert wanted(chair).offered == left
    chair.hear(update(1), NOW)
    chair.hear(candidates(2, "a", "b"), NOW)
    assert wanted(chair).offered == ("a", "b")


def test_where_everything_is_refused_nothing_is_left_to_say() -> None:
    chair = chair_after(request(1, "a"))
    chair.answer(wanted(chair), "a")
    for message in (refusal(1, "a"), request(1, "a")):
        chair.hear(message, NOW)
    assert chair.wanted is None


@pytest.mark.parametrize("code", ["stale", "unexpected", "not-your-turn", "suspended"])
def test_an_answer_to_no_question_says_nothing_about_the_action(code: str) -> None:
    chair = chair_after(request(1), refusal(1, "a", code), request(1))
    assert wanted(chair).offered == ("a", "b")


def test_what_the_server_could_not_keep_is_said_again_a_little_later() -> None:
    chair = chair_after(request(1))
    for message in (refusal(1, "a", "store-unavailable"), request(1)):
        chair.hear(message, NOW + 1)
    decision = wanted(chair)
    assert decision.offered == ("a", "b")
    assert decision.not_before == NOW + 1 + RETRY_SECONDS


@pytest.mark.parametrize(("still", "again"), [("paused", "going-on"), ("suspended", "resumed")])
def test_nothing_is_decided_while_a_match_stands_still(still: str, again: str) -> None:
    chair = chair_after(request(1), Notice(still, "Stop.", 17, 5000))
    assert chair.wanted is None
    chair.hear(Notice(again, "Go.", 17, 5000), NOW + 100)
    assert wanted(chair).until == NOW + 105
    whole = replace(STARTED, **{still: True})
    for message in (whole, request(1)):
        chair.hear(message, NOW)
    assert chair.wanted is None


def test_a_ping_is_answered() -> None:
    assert chair_after().hear(ServerPing(), NOW) == [Pong()]


def test_nothing_that_a_server_can_say_is_too_much() -> None:
    for seed in range(50):
        chair, chance = Chair(), Random(seed)
        strange = [
            *samples.FROM_SERVER,
            *(replace(STARTED, seat=chance.choice([None, 0, 15])) for _ in range(9)),
            *(update(chance.randrange(-2, 4)) for _ in range(9)),
            *(request(chance.randrange(-2, 4)) for _ in range(9)),
            Request(1, "move", -5, legal=()),
            Request(1, "move", 2**70, legal=(True, 7, "a")),
            Request(1, "move", 5),
            refusal(1, ""),
            Notice("paused", "", 17, -1),
        ]
        chance.shuffle(strange)
        for message in strange:
            for said in chair.hear(message, NOW):
                assert isinstance(said, Pong | Sync)
            if chair.wanted is not None:
                assert all(isinstance(action, str) for action in chair.wanted.offered)


class Sitting:
    """A chair at a real server, of somebody who chooses at random."""

    def __init__(self, person: Person, chance: Random) -> None:
        self.person, self.chance = person, chance
        self.chair = Chair()
        self.read = 0
        self.moves: list[Move] = []

    def go_on(self) -> bool:
        """Hear one message or decide one thing; tell whether there was any."""
        heard, now = self.person.heard, self.person.parlour.now
        if self.read < len(heard):
            self.read += 1
            said = self.chair.hear(heard[self.read - 1], now)
        elif self.chair.wanted is not None:
            decision = self.chair.wanted
            said = self.chair.answer(decision, self.chance.choice(decision.offered))
            self.moves += [each for each in said if isinstance(each, Move)]
        else:
            return False
        if said:
            self.person.say(*said)
        return True


@pytest.mark.parametrize("guidance", ["full", "none"])
@pytest.mark.parametrize("game", ["toy", "eriantys"])
def test_whole_matches_are_played_at_a_real_server(game: str, guidance: str) -> None:
    for seed in range(4):
        parlour = Parlour(seed=seed)
        people = parlour.seat("ada", "zoe", game=game, guidance=guidance)
        sittings = [Sitting(person, Random(seed)) for person in people]
        while any(sitting.go_on() for sitting in sittings):
            pass
        for person, sitting in zip(people, sittings, strict=True):
            assert person.last(Ended).scores, "it ended by its rules"
            said = [(move.request, move.action) for move in sitting.moves]
            assert len(set(said)) == len(said), "nothing is said twice"
            if guidance == "full":
                assert person.all(Error) == []


def test_the_view_is_always_the_one_that_the_server_has() -> None:
    parlour = Parlour(seed=7)
    people = parlour.seat("ada", "zoe", "kim", game="toy")
    sittings = [Sitting(person, Random(7)) for person in people]
    compared = 0
    while any(sitting.go_on() for sitting in sittings):
        for sitting in sittings:
            decision = sitting.chair.wanted
            if decision is not None and sitting.read == len(sitting.person.heard):
                assert decision.view == match_of(sitting.person).view(decision.seat)
                compared += 1
    assert compared > 10


def test_a_new_connection_is_asked_anew() -> None:
    parlour = Parlour(seed=1)
    people = parlour.seat("ada", "zoe", game="eriantys")
    sittings = [Sitting(person, Random(1)) for person in people]
    for _ in range(60):
        if not any(sitting.go_on() for sitting in sittings):
            break
    on_turn = next(each for each in sittings if each.person.request.kind == "move")
    name = on_turn.person.name
    on_turn.person.drop()
    on_turn.person, on_turn.read = parlour.connect(), 0
    on_turn.person.prove(name)
    assert isinstance(on_turn.person.heard[0], Welcome)
    while any(sitting.go_on() for sitting in sittings):
        pass
    for sitting in sittings:
        assert sitting.person.last(Ended).scores
        assert sitting.person.all(Error) == []
