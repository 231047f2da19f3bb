"""Playing: requests and their answers, looks ahead, steps back, and what everybody is told."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from eriantys.games.dice import commitment
from eriantys.server.inputs import Received, Send
from eriantys.server.limits import LINES_BETWEEN_STATES
from eriantys.server.rows import Acted, MatchEnded, TurnKept
from eriantys.server.session import State
from eriantys.wire.from_client import (
    Create,
    FromClient,
    Leave,
    Move,
    Resign,
    Sync,
    Try,
    Undo,
    Watch,
)
from eriantys.wire.from_server import Ended, Error, Request, Started, Update
from eriantys.wire.from_server import State as Shown
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import (
    PATIENT,
    a_table,
    by_turn,
    fingerprint,
    hand_of,
    light_model,
    match_of,
    pass_to,
    state_of,
)


def frames_of_step(parlour: Parlour, person: Person, message: FromClient) -> list[bytes]:
    """Return what is sent because of one message, object by object."""
    rows = parlour.core.step([Received(person.connection, write(message))], parlour.now)
    parlour.commit(rows)
    parlour.core.committed()
    return [each.data for each in parlour.core.outgoing() if isinstance(each, Send)]


# Moves.


def test_a_move_is_told_to_everybody_and_the_next_request_follows() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    card = max(hand_of(on_turn))
    request = on_turn.request
    assert (request.id, request.decision) == (1, "move")
    assert f"lay {card}" in (request.legal or ())
    update, again = on_turn.say(Move(1, f"lay {card}"))
    assert isinstance(update, Update)
    assert (update.number, update.action) == (1, f"lay {card}")
    assert [each.kind for each in update.events] == ["laid"]
    assert isinstance(again, Request)
    assert (again.id, again.undo) == (2, True)
    (told,) = other.news()[-1:]
    assert isinstance(told, Update)
    assert (told.number, told.seat, told.turn) == (1, update.seat, update.seat)


def test_an_update_holds_the_changed_parts_and_nothing_else() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    seat = on_turn.last(Started).seat
    card = max(hand_of(on_turn))
    on_turn.say(Move(1, f"lay {card}"))
    changed = {f"hand/{seat}", f"row/{seat}", "turn"}
    assert set(on_turn.last(Update).changes) == set(other.last(Update).changes) == changed
    assert on_turn.last(Update).changes[f"hand/{seat}"] == hand_of(on_turn)
    assert other.last(Update).changes[f"hand/{seat}"] == 2


@pytest.mark.parametrize(
    ("action", "code"),
    [("lay 0", None), ("at 1", "wrong-step"), ("gibberish", "notation"), ("", "notation")],
)
def test_an_illegal_move_is_refused_and_the_request_stands(
    action: str, code: str | None
) -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour, turn_seconds=100)
    other.news()
    before, asked = fingerprint(parlour), on_turn.request
    parlour.wait(15)
    error, again = on_turn.say(Move(1, action))
    assert isinstance(error, Error)
    assert (error.about, error.request, error.action) == ("move", 1, action)
    assert code in (None, error.code)
    assert error.text
    assert isinstance(again, Request)
    assert (again.id, again.legal, again.left_ms) == (1, asked.legal, 85_000)
    assert fingerprint(parlour) == before
    assert other.news() == []
    on_turn.say(Move(1, "pass"))
    assert other.last(Update).number == 1


def test_an_answer_that_comes_twice_counts_once() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    other.news()
    answer = Move(1, f"lay {max(hand_of(on_turn))}")
    news = on_turn.say(answer, answer, answer)
    assert [type(each) for each in news] == [Update, Request, Error, Error]
    assert {each.code for each in news if isinstance(each, Error)} == {"stale"}
    assert len(other.news()) == 1


def test_what_answers_no_request_has_no_effect() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    before = fingerprint(parlour)
    for message in (Move(2, "pass"), Undo(2), Try(2, ())):
        (error,) = on_turn.say(message)
        assert isinstance(error, Error)
        assert (error.code, error.request) == ("unexpected", 2)
    for message in (Move(0, "pass"), Undo(0), Try(0, ())):
        assert error_of(on_turn.say(message)) == "stale"
    for message in (Move(1, "pass"), Undo(1), Try(1, ())):
        (error,) = other.say(message)
        assert isinstance(error, Error)
        assert error.code == "not-your-turn"
    assert fingerprint(parlour) == before


def test_without_guidance_the_candidates_are_listed_instead() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour, guidance="none")
    request = on_turn.request
    assert request.legal is None
    assert {"lay 0", "lay 5", "reveal", "pass"} <= set(request.candidates or ())
    assert error_of(on_turn.say(Move(1, "lay 0"))) in ("too-low", "no-card")
    assert on_turn.request.candidates == request.candidates
    on_turn.say(Move(1, f"throw {hand_of(on_turn)[0]}"))
    assert set(on_turn.request.candidates or ()) == {"at next", "at 1", "at 2"}


def test_a_short_form_is_logged_in_full() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Move(1, "  P "))
    assert other.last(Update).action == "pass"
    assert [row.action for row in parlour.kept if isinstance(row, Acted)] == ["pass"]


def test_the_whole_state_is_kept_now_and_then_at_the_end_of_a_turn() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", game="eriantys")
    turns = {0: 0}
    while len(turns) <= 75:
        on_turn = by_turn(*people)[0]
        on_turn.play()
        match = match_of(on_turn)
        turns[match.number] = match.game.turns(match.state)
    kept = [row.number for row in parlour.kept if isinstance(row, TurnKept)]
    assert kept[0] == 0
    assert len(kept) >= 4, kept
    for before, after in pairwise(kept):
        assert turns[after] > turns[after - 1], "in the middle of a turn"
        due = before + LINES_BETWEEN_STATES
        assert after == next(n for n in range(due, 76) if turns[n] > turns[n - 1])


def test_the_log_tells_what_the_clock_shows_after_each_line() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, _other = a_table(parlour, turn_seconds=100)
    parlour.wait(40)
    on_turn.say(Move(1, f"lay {max(hand_of(on_turn))}"))
    on_turn.say(Move(2, "pass"))
    lines = [row for row in parlour.kept if isinstance(row, Acted)]
    assert [line.left_ms for line in lines] == [60_000, 100_000]


# Seeing it all again.


def test_sync_shows_the_whole_view_and_asks_again() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    shown, again = on_turn.say(Sync())
    assert isinstance(shown, Shown)
    assert shown.view == on_turn.last(Started).view
    assert again == on_turn.all(Request)[-2]
    for person in (other, zoe):
        (shown,) = person.say(Sync())
        assert isinstance(shown, Shown)
        assert shown.view == person.last(Started).view
        assert (shown.number, shown.turn) == (0, on_turn.last(Started).seat)


# Whole matches.


def play_out(parlour: Parlour, people: list[Person], chance: Random, *, most: int) -> None:
    """Play a match by chance, with steps back, until it is over or long enough."""
    for _ in range(most):
        if state_of(people[0]) is not State.PLAYING:
            return
        on_turn = by_turn(*people)[0]
        request = on_turn.request
        if request.undo and chance.random() < 0.2:
            on_turn.say(Undo(request.id))
        else:
            on_turn.say(Move(request.id, str(chance.choice(request.legal or ()))))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "seats"), [("toy", 2), ("toy", 4), ("eriantys", 3)])
def test_changes_put_together_are_the_view_of_every_seat(
    game: str, seats: int, seed: int
) -> None:
    parlour = Parlour(seed=seed)
    people = parlour.seat(*("anna", "bert", "carl", "dora")[:seats], game=game)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    match, chance = match_of(zoe), Random(seed)
    for _ in range(12):
        play_out(parlour, people, chance, most=5)
        for seat, person in enumerate(people):
            assert light_model(person) == match.game.view(match.state, seat)
        assert light_model(zoe) == match.game.view(match.state, None)
    for person in (*people, zoe):
        numbers = [each.number for each in person.all(Update)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_match_that_is_over_tells_everybody_and_reveals_its_secret() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", options={"rounds": 1})
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    pass_to(*by_turn(*people)[::-1])
    on_turn = by_turn(*people)[0]
    on_turn.say(Move(2, "pass"))
    for person in (*people, zoe):
        assert person.last(Update).turn is None
        ended = person.last(Ended)
        assert (ended.reason, ended.ranking, ended.scores) == ("rounds", ((0, 1),), (0, 0))
        assert ended.text == "anna and bert win."
        assert ended.seat is None
        assert commitment(ended.secret) == ended.commitment
        assert ended.commitment == person.last(Started).commitment
    assert [state_of(each) for each in (*people, zoe)] == [State.AFTER] * 2 + [State.LOBBY]
    assert isinstance(parlour.kept[-1], MatchEnded)
    assert not parlour.core.house.matches
    for person in people:
        person.say(Leave())
        assert state_of(person) is State.LOBBY


def test_whoever_resigns_loses_and_everybody_else_wins() -> None:
    parlour = Parlour()
    anna, bert, carl, dora = parlour.seat("anna", "bert", "carl", "dora")
    # It need not be one's turn for that.
    carl.say(Resign())
    for person in (anna, bert, carl, dora):
        ended = person.last(Ended)
        assert (ended.reason, ended.seat, ended.text) == ("resigned", 2, "carl resigned.")
        assert ended.ranking == ((1, 3), (0, 2))
        assert state_of(person) is State.AFTER


def test_who_was_out_already_does_not_win_when_another_resigns() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl")
    out, second, third = by_turn(*people)
    match_of(out).state.pile.append(0)  # whoever reveals it is out
    out.say(Move(1, "reveal"))
    second.say(Resign())
    seats = [each.last(Started).seat for each in (third, out, second)]
    assert out.last(Ended).ranking == tuple((seat,) for seat in seats)


def test_who_plays_alone_and_resigns_has_no_place() -> None:
    (anna,) = Parlour().enter("anna")
    anna.say(Create("toy", 1, A_NONCE))
    anna.say(Resign())
    ended = anna.last(Ended)
    assert (ended.reason, ended.seat, ended.ranking) == ("resigned", 0, ())


def test_where_nothing_is_hidden_an_update_is_encoded_once_for_all() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl", game="eriantys")
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    on_turn = by_turn(*people)[0]
    action = str((on_turn.request.legal or ())[0])
    # Four updates in one encoding, and the request of whoever is next.
    frames = frames_of_step(parlour, on_turn, Move(1, action))
    assert len(frames) == 5
    assert len({id(frame) for frame in frames}) == 2


def test_those_who_see_the_same_of_hidden_things_get_the_same_encoding() -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl")
    on_turn = by_turn(*people)[0]
    # One update for the player, one for the two others; and the next request.
    frames = frames_of_step(parlour, on_turn, Move(1, f"drop {hand_of(on_turn)[0]}"))
    assert len(frames) == 4
    assert len({id(frame) for frame in frames}) == 3
