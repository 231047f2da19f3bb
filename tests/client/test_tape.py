"""A tape shows every place of a match as a fresh replay does, wherever it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import msgspec
import pytest

from eriantys.client.boards.eriantys.summary import SUMMARY
from eriantys.client.tape import Tape, complete, from_history, from_record, started_of
from eriantys.games import find, record
from eriantys.games.contract import BadSetting, Outcome, write_options
from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.games.eriantys import GAME
from eriantys.wire.cards import PastCard
from eriantys.wire.from_client import History, Undo
from eriantys.wire.from_server import ServerHistory, Started, Update
from tests.scenarios import company
from tests.scenarios.real import Client, Server, on_turn, serving

DATA = Path(__file__).resolve().parents[1] / "data"
FILES = sorted(DATA.glob("*.game"))


def recorded(seats: int, expert: bool, seed: int) -> record.Match:
    """Play a random game to its end, and write it down."""
    chance = Random(f"tape/{seats}/{expert}/{seed}")
    secret = chance.randbytes(32)
    nonces = tuple(chance.randbytes(16) for _ in range(seats))
    options = GAME.Options(expert=expert)
    state = GAME.new(seats, options, FairDice(match_seed(secret, nonces)))
    moves: list[record.Move] = []
    while (seat := GAME.turn(state)) is not None:
        action = chance.choice(GAME.legal(state))
        moves.append(record.Move(seat, GAME.format(action)))
        GAME.apply(state, seat, action)
    return record.Match(
        game=GAME.id,
        version=GAME.version,
        date=date(2026, 11, 18),
        players=("Ada", "Bruno", "Chiara", "Dario")[:seats],
        options=write_options(options),
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        moves=tuple(moves),
        outcome=GAME.outcome(state),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("expert", [False, True])
def test_every_place_is_as_a_fresh_replay_shows_it(seats: int, expert: bool) -> None:
    match = recorded(seats, expert, 1)
    tape = from_record(match)
    states = [record.first_state(GAME, match)]
    states += [step.state for step in record.replay(GAME, match)]
    assert tape.last == len(match.moves) == len(states) - 1
    places = [*range(tape.last + 1), *reversed(range(tape.last + 1))]
    for place in (*places, *Random(2).sample(places, 100)):
        assert tape.view(place) == GAME.view(states[place], None)
        shown = tape.match(place, 0.0)
        assert (shown.turn, shown.decision) == (
            GAME.turn(states[place]),
            GAME.decision(states[place]),
        )
        assert (shown.ended is not None) == (place == tape.last)
    assert list(tape.views()) == [GAME.view(state, None) for state in states]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_lines_tell_what_was_and_what_is(file: Path) -> None:
    tape = from_record(record.read(file.read_text("utf-8")))
    for place, line in enumerate(tape.lines, 1):
        assert line.number == place
        before, after = tape.view(place - 1), tape.view(place)
        assert line.before == {part: before[part] for part in line.view}
        assert before | line.view == after
    story = tape.match(tape.last, 0.0).story
    assert story == list(tape.lines[-len(story) :])


def test_rounds_and_turns_begin_where_they_do() -> None:
    tape = from_record(recorded(2, True, 3))
    views = list(tape.views())
    rounds = tape.beginnings(SUMMARY.round)
    assert [views[place]["turn"]["round"] for place in rounds] == list(
        range(1, views[-1]["turn"]["round"] + 1)
    )
    for place in rounds[1:]:
        assert views[place - 1]["turn"]["round"] == views[place]["turn"]["round"] - 1
        assert any(event.kind == "round begun" for event in tape.steps[place - 1].events)
    turns = tape.beginnings(SUMMARY.turn)
    assert set(rounds) <= set(turns)
    # Everybody has two turns in a round, but the game may end in the middle of one.
    assert 4 * (len(rounds) - 1) < len(turns) <= 4 * len(rounds)
    for place, end in zip(turns, (*turns[1:], tape.last), strict=True):
        assert len({step.seat for step in tape.steps[place:end]}) == 1


def test_short_forms_of_a_record_are_told_in_full_and_its_names_are_harmless() -> None:
    text = (DATA / "eriantys-2.game").read_text("utf-8")
    text = text.replace("assistant ", "a").replace("Player 1: Ada", 'Player 1: "A\\u001b[2Jda"')
    tape = from_record(record.read(text))
    assert tape.steps[0].action.startswith("assistant ")
    assert "\x1b" not in tape.started.players[0]


def test_what_is_wrong_with_a_record_is_told_as_its_trouble() -> None:
    text = (DATA / "eriantys-2.game").read_text("utf-8")
    first = next(line for line in text.splitlines() if line.startswith("1: "))
    with pytest.raises(record.Untrue):
        from_record(record.read(text.replace(first, "1: mother 1", 1)))
    with pytest.raises(record.Damaged, match="no game"):
        from_record(record.read(text.replace("Game: eriantys", "Game: chess")))
    lines = [line for line in text.splitlines() if not line.startswith(("Secret", "Nonce"))]
    with pytest.raises(record.Unverifiable):
        from_record(record.read("\n".join(lines)))


def test_a_match_that_was_broken_off_has_no_ranking() -> None:
    match = recorded(2, True, 4)
    cut = replace(match, moves=match.moves[:20], outcome=None, broken_off="resigned")
    tape = from_record(cut)
    assert tape.ended is not None
    assert (tape.ended.ranking, tape.ended.text) == ((), "resigned")
    assert tape.record(cut.date) == cut
    assert from_record(replace(cut, broken_off="")).ended is None


def test_how_a_match_ended_is_worked_out_and_not_believed() -> None:
    match = recorded(2, True, 6)
    lie = replace(match, outcome=Outcome(((1,), (0,)), (0, 99), "magic"))
    assert from_record(lie).ended == from_record(match).ended


def test_the_record_of_a_tape_is_the_one_it_was_made_of() -> None:
    for file in FILES:
        match = record.read(file.read_text("utf-8"))
        again = from_record(match).record(match.date)
        assert again == match
        record.verify(find(match.game), record.read(record.write(again)))


# From a server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tape") / "server.db") as server:
        yield server


def history(client: Client, match: int) -> list[ServerHistory]:
    client.say(History(match))
    portions: list[ServerHistory] = []
    while not complete(portions):
        portions.append(client.wait_for(ServerHistory, match=match))
    return portions


def take_back(players: list[Client], count: int) -> None:
    """Play until something can be taken back, and take up to so many actions back."""
    while not on_turn(*players)[1].undo:
        company.play(players, 1)
    for _ in range(count):
        player, request = on_turn(*players)
        if request.undo:
            player.say(Undo(request.id))
            for client in players:
                assert client.wait_for(Update, number=request.id).action == "undo"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_history_over_tcp_gives_the_tape_of_the_record(server: Server, seats: int) -> None:
    names = [f"tape{seats}{letter}" for letter in "abcd"[:seats]]
    players = server.seat(*names, options={"expert": seats != 3})
    company.play(players, 8)
    take_back(players, 2)
    company.play(players, 11)
    take_back(players, 1)
    ended = company.play_out(players)
    started = players[-1].last(Started)
    portions = history(players[-1], started.match)
    assert len(portions) > 1
    assert any(line.action == "undo" for portion in portions for line in portion.lines)
    tape = from_history(started, portions)
    assert tape.ended == ended

    kept = tape.record(date(2026, 11, 18))
    assert kept.outcome == Outcome(ended.ranking, ended.scores, ended.reason)
    record.verify(GAME, record.read(record.write(kept)))
    again = from_record(kept)
    assert again.steps == tape.steps
    assert again.lines == tape.lines
    assert list(again.views()) == list(tape.views())
    assert (again.started.turn, again.started.decision) == (
        tape.started.turn,
        tape.started.decision,
    )
    assert (again.started.players, again.started.teams, again.started.options) == (
        started.players,
        started.teams,
        started.options,
    )


def test_a_match_that_goes_on_can_be_looked_at_as_far_as_it_has_come(server: Server) -> None:
    players = server.seat("tapeon1", "tapeon2")
    company.play(players, 9)
    started = players[0].last(Started)
    tape = from_history(started, history(players[0], started.match))
    assert (tape.last, tape.ended) == (9, None)
    assert tape.view(9) == players[0].view
    assert tape.record(date(2026, 11, 18)).secret is None


def test_portions_that_are_not_all_there_are_not_complete() -> None:
    first = ServerHistory(1, (), view={})
    last = ServerHistory(1, (), last=True)
    assert not complete([])
    assert not complete([first])
    assert not complete([last])
    assert complete([first, last])


def test_the_card_of_a_past_match_is_enough_to_begin_with() -> None:
    card = PastCard(
        match=7,
        game="eriantys",
        title="Friday",
        players=("Ada", "Bruno", "Chiara", "Dario"),
        seat=2,
        reason="last-tower",
        ranking=((0, 2), (1, 3)),
        scores=(8, 2, 8, 2),
        ended_by=None,
        ended_ms=5,
        number=100,
    )
    started = started_of(card)
    assert (started.match, started.seat, started.title) == (7, 2, "Friday")
    assert started.teams == ((0, 2), (1, 3))
    with pytest.raises(BadSetting):
        started_of(msgspec.structs.replace(card, game="go"))


def test_a_tape_without_steps_has_one_place() -> None:
    tape = from_record(recorded(2, True, 5))
    empty = Tape(tape.started, ())
    assert (empty.last, empty.view(0)) == (0, tape.started.view)
    assert empty.beginnings(SUMMARY.round) == (0,)
