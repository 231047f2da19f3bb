"""Taking back what was done, and trying what has not been done yet."""

from __future__ import annotations

from eriantys.server.rows import Acted
from eriantys.wire.from_client import Move, Try, Undo
from eriantys.wire.from_server import Error, Request, Started, Tried, Update
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import a_table, fingerprint, hand_of, light_model, match_of

# Undo.


def test_undo_brings_the_state_before_back_as_a_line_of_its_own() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    views = [light_model(person) for person in (on_turn, other)]
    hand = list(hand_of(on_turn))
    on_turn.say(Move(1, f"drop {hand[0]}"))
    on_turn.say(Move(2, f"drop {hand[1]}"))
    update, request = on_turn.say(Undo(3))
    assert isinstance(update, Update)
    assert (update.number, update.action, update.events) == (3, "undo", ())
    assert isinstance(request, Request)
    assert (request.id, request.undo) == (4, True)
    on_turn.say(Undo(4))
    assert hand_of(on_turn) == hand
    assert [light_model(person) for person in (on_turn, other)] == views
    assert not on_turn.request.undo
    assert error_of(on_turn.say(Undo(5))) == "cannot-undo"
    lines = [row for row in parlour.kept if isinstance(row, Acted)]
    assert [(row.number, row.undo) for row in lines] == [
        (1, False),
        (2, False),
        (3, True),
        (4, True),
    ]


def test_nothing_is_taken_back_that_showed_something_hidden() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    match_of(on_turn).state.pile.append(5)
    on_turn.say(Move(1, "reveal"))
    error, again = on_turn.say(Undo(2))
    assert isinstance(error, Error)
    assert (error.code, error.about) == ("cannot-undo", "undo")
    assert isinstance(again, Request)
    assert not again.undo


def test_nobody_takes_back_what_the_player_before_did() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Move(1, f"drop {hand_of(on_turn)[0]}"))
    on_turn.say(Move(2, "pass"))
    assert error_of(other.say(Undo(3))) == "cannot-undo"


def test_where_undo_is_off_only_steps_of_a_half_played_decision_come_back() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour, undo=False)
    hand = list(hand_of(on_turn))
    on_turn.say(Move(1, f"drop {hand[0]}"))
    assert not on_turn.request.undo
    assert error_of(on_turn.say(Undo(2))) == "cannot-undo"
    on_turn.say(Move(2, f"throw {hand[1]}"))
    assert (on_turn.request.decision, on_turn.request.undo) == ("target", True)
    on_turn.say(Undo(3))
    assert hand_of(on_turn) == hand[1:]
    assert error_of(on_turn.say(Undo(4))) == "cannot-undo"


def test_no_more_is_remembered_than_may_be_taken_back() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    first, second, _third = hand_of(on_turn)
    on_turn.say(Move(1, f"drop {first}"), Move(2, f"drop {second}"))
    assert len(match_of(on_turn).past) == 2
    on_turn.say(Move(3, "pass"))
    other.say(Move(4, "pass"))
    assert match_of(on_turn).past == []


# Looking ahead.


def test_try_shows_what_would_happen_and_nothing_has_happened() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    other.news()
    before, rows = fingerprint(parlour), len(parlour.kept)
    seat, hand = on_turn.last(Started).seat, hand_of(on_turn)
    (tried,) = on_turn.say(Try(1, (f"drop {hand[0]}", f"throw {hand[1]}")))
    assert isinstance(tried, Tried)
    assert tried.request == 1
    assert tried.changes[f"hand/{seat}"] == hand[2:]
    assert [each.kind for each in tried.events] == ["dropped", "dropped-card", "picked"]
    assert tried.decision == "target"
    assert tried.legal == (f"at {2 - (seat or 0)}",)
    assert fingerprint(parlour) == before
    assert len(parlour.kept) == rows
    assert other.news() == []
    on_turn.say(Move(1, "pass"))


def test_try_of_nothing_shows_what_can_be_done() -> None:
    on_turn, _other = a_table(Parlour())
    (tried,) = on_turn.say(Try(1, ()))
    assert isinstance(tried, Tried)
    assert (tried.legal, tried.changes) == (on_turn.request.legal, {})


def test_try_reveals_nothing_and_does_not_end_the_turn() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    card = hand_of(on_turn)[0]
    for steps in (
        ("reveal",),
        ("pass",),
        (f"throw {card}", "at next"),
        (f"drop {card}", "reveal"),
        (f"drop {card}", "pass"),
        # What comes after the step that cannot be foreseen is not even looked at.
        ("reveal", "gibberish"),
    ):
        (error,) = on_turn.say(Try(1, steps))
        assert isinstance(error, Error)
        assert error.code == "cannot-try"
    # What was done before does not count towards what may be tried.
    on_turn.say(Move(1, f"drop {card}"))
    assert error_of(on_turn.say(Try(2, ("reveal",)))) == "cannot-try"


def test_try_names_the_step_that_is_illegal() -> None:
    on_turn, _other = a_table(Parlour())
    card = hand_of(on_turn)[0]
    (error,) = on_turn.say(Try(1, (f"throw {card}", "pass")))
    assert isinstance(error, Error)
    assert error.code == "wrong-step"
    assert error.step == 1


def test_without_guidance_nothing_can_be_tried() -> None:
    on_turn, _other = a_table(Parlour(), guidance="none")
    assert error_of(on_turn.say(Try(1, ()))) == "cannot-try"
