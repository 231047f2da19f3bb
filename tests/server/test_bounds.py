"""What nobody can do without end, however they ask for it."""

from __future__ import annotations

import pytest

from eriantys.server.inputs import Overdue, Received, Send
from eriantys.server.limits import OUTPUT_OF_CONNECTION, UNDOS_PER_TURN
from eriantys.server.matches import restart
from eriantys.wire.from_client import Create, Leave, List, Move, Sync, Undo
from eriantys.wire.from_server import Request
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, a_table, back, by_turn, hand_of


def test_a_turn_has_only_so_many_second_thoughts() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, other = a_table(parlour, turn_seconds=10_000)
    card = hand_of(on_turn)[0]
    for _ in range(UNDOS_PER_TURN):
        on_turn.say(Move(on_turn.request.id, f"drop {card}"))
        assert on_turn.request.undo
        on_turn.say(Undo(on_turn.request.id))
    on_turn.say(Move(on_turn.request.id, f"drop {card}"))
    assert not on_turn.request.undo
    assert error_of(on_turn.say(Undo(on_turn.request.id))) == "cannot-undo"
    # A restart does not forget them, and the next turn begins with none.
    parlour.crash()
    again, other = back(parlour, on_turn.name), back(parlour, other.name)
    assert not again.request.undo
    again.say(Move(again.request.id, "pass"))
    other.say(Move(other.request.id, f"drop {hand_of(other)[0]}"))
    assert other.request.undo


def suspended(parlour: Parlour, number: int) -> list[int]:
    """Let two people begin and leave so many matches."""
    people = parlour.enter("anna", "bert")
    matches = []
    for _ in range(number):
        matches.append(parlour.begin(*people))
        for person in by_turn(*people):
            person.say(Leave())
    return matches


def test_many_matches_that_are_overdue_are_given_up_a_portion_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(restart, "AT_ONCE", 3)
    parlour = Parlour(**PATIENT)
    matches = suspended(parlour, 8)
    left = []
    parlour.turn([Overdue(tuple(matches))])
    while cards := len(parlour.core.house.shelf.cards):
        left.append(cards)
        parlour.wait(restart.SOON)
    assert left == [5, 2]


@pytest.mark.parametrize("absence", ["end", "wait"])
def test_many_matches_to_which_nobody_came_back_are_settled_a_portion_at_a_time(
    absence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restart, "AT_ONCE", 3)
    parlour = Parlour(**PATIENT, restart_grace=60)
    for number in range(8):
        parlour.seat(f"anna{number}", f"bert{number}", absence=absence)
    parlour.crash()
    left = []
    parlour.wait(60)
    while running := [c for c in parlour.core.house.shelf.cards.values() if not c.suspended]:
        left.append(len(running))
        parlour.wait(restart.SOON)
    assert left == [5, 2]


def test_the_list_is_encoded_once_until_it_changes() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("anna", "bert", "carl")
    anna.say(Create("toy", 2, A_NONCE))

    def sent_to(person: Person) -> bytes:
        parlour.core.step([Received(person.connection, write(List()))], parlour.now)
        parlour.core.committed()
        (output,) = parlour.core.outgoing()
        assert isinstance(output, Send)
        return output.data

    first = sent_to(bert)
    assert sent_to(carl) is first
    anna.say(Leave())
    assert sent_to(carl) != first


def test_whoever_asks_for_much_waits_for_the_next_step() -> None:
    parlour = Parlour(frames_at_once=1000, **PATIENT)
    on_turn, other = a_table(parlour, game="eriantys")
    asked = 200
    rows = parlour.core.step([Received(other.connection, write(Sync()) * asked)], parlour.now)
    assert not rows
    parlour.core.committed()
    sent = sum(len(each.data) for each in parlour.core.outgoing() if isinstance(each, Send))
    assert OUTPUT_OF_CONNECTION < sent < 1.5 * OUTPUT_OF_CONNECTION
    assert parlour.core.crowded(other.connection)
    # Somebody else is heard before the rest of it.
    assert isinstance(on_turn.say(Sync())[-1], Request)
    assert not parlour.core.crowded(other.connection)
