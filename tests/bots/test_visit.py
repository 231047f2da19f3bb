"""A bot's visits to a server in memory: how it gets to a match, plays it, and comes back."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from eriantys import exits
from eriantys.bots.thinking import Mind
from eriantys.bots.visit import Aim, Parting, Visit
from eriantys.wire.from_client import Create, Join, Resign
from eriantys.wire.from_server import Ended, Error, Request, Seated, ServerBye, Started, Welcome
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person
from tests.wire import samples

ANY = Aim("eriantys")
QUICK = Aim("eriantys", quick=True, seats=2)
DONE = Parting(exits.OK)


class Visitor:
    """A bot that plays well enough, and connects again whenever it is cut off."""

    def __init__(self, parlour: Parlour, aim: Aim, *names: str) -> None:
        self.parlour = parlour
        self.visit = Visit(aim, iter(names), Random(names[0]).randbytes)
        self.mind = Mind("easy", 1)
        self.person: Person = parlour.connect()
        self.read = 0
        self.lines: list[str] = []
        self.errors: list[Error] = []

    def go_on(self) -> bool:
        """Hear one message or decide one thing; tell whether there was any."""
        visit = self.visit
        if visit.parting is not None:
            return False
        if self.read < len(self.person.heard):
            message = self.person.heard[self.read]
            self.read += 1
            if isinstance(message, Error):
                self.errors.append(message)
            said = visit.hear(message, self.parlour.now)
        elif self.person.closed:
            self.person, self.read = self.parlour.connect(), 0
            return True
        elif visit.chair.wanted is not None:
            decision = visit.chair.wanted
            action = self.mind.decide(decision, self.parlour.now)
            said = visit.chair.answer(decision, action)
        else:
            return False
        if said:
            self.person.say(*said)
        self.lines += visit.take_lines()
        return True


def go_on(*visitors: Visitor, steps: int = 5000) -> None:
    """Let everybody go on until nobody has anything to do, or for so many steps."""
    for _ in range(steps):
        if not any([visitor.go_on() for visitor in visitors]):  # noqa: C419 - each, not one
            return


def test_two_bots_meet_in_the_quick_line_and_play() -> None:
    parlour = Parlour()
    visitors = [Visitor(parlour, QUICK, name) for name in ("luna", "nova")]
    go_on(*visitors)
    for visitor in visitors:
        assert visitor.visit.parting == DONE
        assert visitor.errors == []
        assert visitor.lines[1].startswith("Sat down at match 1, seat ")
    first, second = (visitor.lines for visitor in visitors)
    assert first[0] == "Logged in as luna."
    assert first[2] == "Match 1 begins: luna, nova."
    assert first[3].startswith("Match 1 is over, ")
    assert first[3].endswith(" won.") or first[3].endswith(" win.")
    assert first[4].startswith("Scores: luna ")
    assert first[3:] == second[3:]


def test_whoever_is_first_in_line_chooses_what_is_usual() -> None:
    parlour = Parlour()
    visitors = [
        Visitor(parlour, Aim("eriantys", quick=True), name) for name in ("luna", "nova")
    ]
    go_on(*visitors, steps=20)
    started = visitors[0].person.last(Started)
    assert (len(started.players), started.options) == (2, {"expert": False})
    assert started.guidance == "full"
    assert {each.kind for each in visitors[0].person.all(Request)} >= {"seats", "mode"}


def test_the_first_match_that_suits_is_joined() -> None:
    parlour = Parlour()
    ada, kim, zoe = parlour.enter("ada", "kim", "zoe")
    ada.say(Create("toy", 2, A_NONCE))
    kim.say(Create("eriantys", 3, A_NONCE))
    zoe.say(Create("eriantys", 2, A_NONCE))
    choosy = Visitor(parlour, Aim("eriantys", seats=2), "luna")
    easy = Visitor(parlour, ANY, "nova")
    go_on(choosy, easy, steps=20)
    assert choosy.person.last(Started).players == ("zoe", "luna")
    assert easy.person.last(Seated).match == kim.last(Seated).match


def test_where_nothing_is_open_it_waits_until_something_is() -> None:
    parlour = Parlour()
    visitor = Visitor(parlour, ANY, "luna")
    go_on(visitor)
    parlour.wait(5)
    go_on(visitor)
    assert visitor.lines[1:] == ["No match is open; waiting for one."]
    (ada,) = parlour.enter("ada")
    ada.say(Create("eriantys", 2, A_NONCE))
    parlour.wait(1)
    go_on(visitor, steps=5)
    assert visitor.person.last(Started).players == ("ada", "luna")


def test_a_seat_that_others_have_taken_first_is_no_reason_to_leave() -> None:
    parlour = Parlour()
    ada, kim, zoe = parlour.enter("ada", "kim", "zoe")
    ada.say(Create("eriantys", 2, A_NONCE))
    kim.say(Create("eriantys", 2, A_NONCE))
    visitor = Visitor(parlour, ANY, "luna")
    while "Logged in as luna." not in visitor.lines:
        visitor.go_on()
    zoe.say(Join(A_NONCE, ada.last(Seated).match))
    go_on(visitor, steps=10)
    assert [error.code for error in visitor.errors] == ["match-full"]
    assert visitor.person.last(Started).players == ("kim", "luna")


def test_a_private_match_is_joined_by_its_code() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("ada")
    ada.say(Create("eriantys", 2, A_NONCE, private=True))
    visitor = Visitor(parlour, Aim("eriantys", code=ada.last(Seated).code), "luna")
    go_on(visitor, steps=10)
    assert visitor.person.last(Started).players == ("ada", "luna")


@pytest.mark.parametrize(
    ("aim", "code", "said"),
    [
        (Aim("eriantys", match=77), exits.UNAVAILABLE, "That match is not there"),
        (Aim("eriantys", code="ABCD-2345"), exits.UNAVAILABLE, "No match has this"),
        (Aim("eriantys", match=-1), exits.USAGE, "This join is wrong"),
        (Aim("chess", quick=True), exits.USAGE, "There is no such game"),
        (Aim("eriantys", quick=True, seats=7), exits.USAGE, "is for 2, 3 or 4 players"),
    ],
)
def test_what_is_not_to_be_had_ends_the_visit(aim: Aim, code: int, said: str) -> None:
    visitor = Visitor(Parlour(), aim, "luna")
    go_on(visitor)
    parting = visitor.visit.parting
    assert parting is not None
    assert parting.code == code
    assert said in parting.sentence


def test_a_match_that_is_full_ends_the_visit_of_whoever_wanted_that_one() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("ada", "zoe", game="eriantys")
    visitor = Visitor(parlour, Aim("eriantys", match=ada.match), "luna")
    go_on(visitor)
    assert visitor.visit.parting == (exits.UNAVAILABLE, "That match has begun already.")


def test_a_name_that_is_taken_is_left_to_others() -> None:
    parlour = Parlour()
    parlour.enter("luna")
    inventive = Visitor(parlour, ANY, "luna", "nova")
    stubborn = Visitor(parlour, ANY, "luna")
    go_on(inventive, stubborn)
    assert inventive.lines[0] == "Logged in as nova."
    assert stubborn.visit.parting is not None
    assert stubborn.visit.parting.code == exits.UNAVAILABLE
    assert "choose another" in stubborn.visit.parting.sentence


def test_a_name_that_cannot_be_is_a_mistake() -> None:
    visitor = Visitor(Parlour(), ANY, "?", "nova")
    go_on(visitor)
    assert visitor.visit.parting is not None
    assert visitor.visit.parting.code == exits.USAGE


def test_it_plays_as_many_matches_as_it_came_for() -> None:
    parlour = Parlour()
    aim = QUICK._replace(matches=3)
    visitors = [Visitor(parlour, aim, name) for name in ("luna", "nova")]
    go_on(*visitors)
    for visitor in visitors:
        assert visitor.visit.parting == DONE
        begun = [line for line in visitor.lines if "begins" in line]
        assert [line.split()[1] for line in begun] == ["1", "2", "3"]


def test_a_match_that_somebody_gives_up_counts() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("ada")
    ada.say(Create("eriantys", 2, A_NONCE))
    visitor = Visitor(parlour, ANY, "luna")
    go_on(visitor)
    ada.say(Resign())
    go_on(visitor)
    assert visitor.visit.parting == DONE
    assert visitor.lines[-1] == "Match 1 is over, resigned: ada resigned."


def test_a_room_to_which_nobody_comes_is_not_the_end() -> None:
    parlour = Parlour(room=30)
    visitor = Visitor(parlour, QUICK, "luna")
    go_on(visitor)
    for _ in range(10):  # it shows that it is alive, as its link does
        parlour.wait(5)
        go_on(visitor)
    assert "Not enough players came in time." in visitor.lines
    assert len([line for line in visitor.lines if "Sat down" in line]) == 2


@pytest.mark.parametrize("trouble", ["lost", "silently lost", "stopped", "killed"])
def test_it_comes_back_to_its_seat(trouble: str) -> None:
    parlour, chance = Parlour(), Random(trouble)
    visitors = [Visitor(parlour, QUICK, name) for name in ("luna", "nova")]
    for turn in count():
        go_on(*visitors, steps=40)
        if all(visitor.visit.parting for visitor in visitors):
            break
        assert turn < 100
        unlucky = chance.choice(visitors)
        match trouble:
            case "lost" if not unlucky.person.closed:
                unlucky.person.drop()
                unlucky.person.closed = True
            case "silently lost":
                unlucky.person, unlucky.read = parlour.connect(), 0
            case "stopped":
                parlour.stop()
                parlour.crash()
            case "killed":
                parlour.crash()
    for visitor in visitors:
        assert visitor.visit.parting == DONE
    told = [line for visitor in visitors for line in visitor.lines]
    assert any(line.startswith("Back at match 1: luna, nova.") for line in told)
    ended = visitors[0].person.last(Ended)
    assert ended.scores


def test_a_guest_whom_a_restarted_server_forgot_comes_again() -> None:
    parlour = Parlour()
    visitor = Visitor(parlour, ANY, "luna")
    go_on(visitor)
    parlour.crash()
    visitor.person.closed = True
    go_on(visitor)
    assert [error.code for error in visitor.errors] == ["unknown-name"]
    assert visitor.lines.count("Logged in as luna.") == 2


def test_a_goodbye_of_the_server_ends_the_visit() -> None:
    visit = Visit(ANY, iter(["luna"]), Random(1).randbytes)
    visit.hear(ServerBye("kicked", "You are not wanted here."), 0.0)
    assert visit.parting == (exits.UNAVAILABLE, "You are not wanted here.")
    assert visit.hear(Request(0, "login", 1000), 0.0) == [], "there is nothing more to say"


def test_a_server_that_is_restarting_is_not_left_for_good() -> None:
    visit = Visit(ANY, iter(["luna"]), Random(1).randbytes)
    visit.hear(ServerBye("restarting", "Back soon."), 0.0)
    assert visit.parting is None


def test_another_protocol_is_not_tried() -> None:
    visit = Visit(ANY, iter(["luna"]), Random(1).randbytes)
    welcome = next(each for each in samples.FROM_SERVER if isinstance(each, Welcome))
    visit.hear(replace(welcome, protocol=9), 0.0)
    assert visit.parting is not None
    assert visit.parting.code == exits.UNAVAILABLE
    assert "speaks protocol 9 and this program 1" in visit.parting.sentence


def test_nothing_that_a_server_can_say_is_too_much() -> None:
    for seed in range(50):
        visit, chance = Visit(QUICK, iter(["luna"]), Random(1).randbytes), Random(seed)
        strange = [
            *samples.FROM_SERVER,
            Request(3, "mode", 5, "colour"),
            Error("x", "", "join"),
        ]
        chance.shuffle(strange)
        for message in strange:
            visit.hear(message, 0.0)
        assert visit.parting is None or visit.parting.sentence or visit.parting == DONE
