"""Nothing that somebody may not know leaves in any message, whatever is said and done."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import match_seed
from eriantys.server.matches.match import Match
from eriantys.server.rows import Acted, MatchBegun
from eriantys.server.session import State
from eriantys.wire.cards import Past
from eriantys.wire.frames import FrameReader, decode
from eriantys.wire.from_client import History, Leave, Move, Resign, Sync, Try, Undo, Watch
from eriantys.wire.from_server import Ended, Request, ServerHistory, Started, Tried, Update
from eriantys.wire.from_server import State as Shown
from tests.server import parlour as harness
from tests.server.parlour import Parlour, Person
from tests.server.scenes import back, by_turn, match_of, state_of
from tests.toy.game import TOY

NAMES = ("anna", "bert", "carl", "dora")
Ears = list[tuple[int | None, Person]]
"""Every connection that there was, with the seat whose knowledge it may have."""


def frames_of(person: Person) -> list[bytes]:
    reader = FrameReader(2**20)
    reader.feed(person.raw)
    frames = []
    while (frame := reader.next_frame()) is not None:
        frames.append(frame)
    return frames


class Evening:
    """Some people at a match, and one who looks on, who do whatever comes to their minds."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"evening/{seed}")
        self.parlour = Parlour(seed=seed, silence=1e6, ping=1e6)
        self.seats = self.chance.choice((2, 3, 4))
        self.people = self.parlour.seat(*NAMES[: self.seats], options={"rounds": 5})
        self.match = self.people[0].match
        (self.watcher,) = self.parlour.enter("zoe")
        self.ears: Ears = [*enumerate(self.people), (None, self.watcher)]
        self.watcher.say(Watch(self.match))
        self.tried: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
        """By connection: at which number of the log which actions were tried."""

    def play(self, most: int) -> None:
        deeds = [self.move] * 12 + [self.try_ahead] * 4 + [self.undo] * 2
        deeds += [self.sync, self.mistake, self.reconnect, self.look_away, self.crash]
        deeds += [self.look_back] * 2
        for _ in range(most):
            if any(state_of(person) is not State.PLAYING for person in self.people):
                return
            self.chance.choice(deeds)()

    @property
    def on_turn(self) -> Person:
        return by_turn(*self.people)[0]

    def move(self) -> None:
        request = self.on_turn.request
        legal = list(request.legal or ())
        # What may end the match is seldom done, so that there is more to see.
        quiet = [action for action in legal if action not in ("pass", "reveal")]
        action = self.chance.choice(quiet if quiet and self.chance.random() < 0.8 else legal)
        self.on_turn.say(Move(request.id, str(action)))

    def undo(self) -> None:
        self.on_turn.say(Undo(self.on_turn.request.id))

    def try_ahead(self) -> None:
        person = self.on_turn
        game = TOY
        state = game.copy(match_of(person).state)
        actions: list[str] = []
        for _ in range(self.chance.randrange(4)):
            if not (legal := game.legal(state)) or game.turn(state) is None:
                break
            action = self.chance.choice(legal)
            actions.append(game.format(action))
            if game.apply(state, game.turn(state) or 0, action) and not game.undoable(state):
                break
        number = match_of(person).number
        if isinstance(person.say(Try(number + 1, tuple(actions)))[0], Tried):
            self.tried.setdefault(person.connection, []).append((number, tuple(actions)))

    def sync(self) -> None:
        self.chance.choice([*self.people, self.watcher]).say(Sync())

    def look_back(self) -> None:
        person = self.chance.choice([*self.people, self.watcher])
        after = self.chance.randrange(match_of(person).number + 2)
        person.say(History(self.match, after=after))

    def mistake(self) -> None:
        text = self.chance.choice(("lay 5", "drop 0", "throw 3", "at 1", "gibberish"))
        person = self.chance.choice(self.people)
        match = match_of(person)
        try:
            TOY.apply(TOY.copy(match.state), match.turn or 0, TOY.parse(text))
        except Illegal:
            person.say(Move(match.number + 1, text))

    def reconnect(self) -> None:
        seat = self.chance.randrange(self.seats)
        self.people[seat].drop()
        self.come_back(seat)

    def come_back(self, seat: int) -> None:
        self.people[seat] = back(self.parlour, NAMES[seat])
        self.ears.append((seat, self.people[seat]))

    def look_away(self) -> None:
        self.watcher.say(Leave())
        self.watcher.say(Watch(self.match))

    def crash(self) -> None:
        if self.chance.random() < 0.7:
            return
        self.parlour.crash()
        for seat in range(self.seats):
            self.come_back(seat)
        self.watcher = back(self.parlour, "zoe")
        self.ears.append((None, self.watcher))
        self.watcher.say(Watch(self.match))


# The server tells everybody what the game would show to their seat, and not a bit more.


@pytest.mark.parametrize("block", range(8))
def test_every_message_says_what_the_game_shows_to_that_seat(block: int) -> None:
    evenings = [Evening(seed) for seed in range(5 * block, 5 * block + 5)]
    assert sum(map(check_evening, evenings)) > 40


def check_evening(evening: Evening) -> int:
    """Play a match, and compare all that was heard of it with a replay of its log."""
    evening.play(80)
    (begun,) = [row for row in evening.parlour.kept if isinstance(row, MatchBegun)]
    lines = [row for row in evening.parlour.kept if isinstance(row, Acted)]
    states, events = [Match.new(TOY, begun).state], list[list[Event]]()
    past = list(states)
    for line in lines:
        if line.undo:
            past.pop()
            events.append([])
        else:
            past.append(TOY.copy(past[-1]))
            events.append(TOY.apply(past[-1], line.seat, TOY.parse(line.action)))
        states.append(past[-1])
    for seat, person in evening.ears:
        tried = list(evening.tried.get(person.connection, ()))
        number = 0
        for message in person.heard:
            match message:
                case Started() | Shown():
                    number = message.number
                    assert message.view == TOY.view(states[number], seat)
                case Update():
                    number += 1
                    line = lines[number - 1]
                    assert (message.number, message.seat) == (number, line.seat)
                    _check_update(message, seat, line, states, events)
                case Request(kind="move"):
                    assert (message.id, TOY.turn(states[number])) == (number + 1, seat)
                    legal = tuple(map(TOY.format, TOY.legal(states[number])))
                    assert message.legal == legal
                case Tried():
                    _check_tried(message, seat, states, *tried.pop(0))
                case ServerHistory():
                    _check_history(message, seat, lines, states, events)
        assert not tried
    return len(lines)


def _check_history(
    message: ServerHistory,
    seat: int | None,
    lines: list[Acted],
    states: list[Any],
    events: list[list[Event]],
) -> None:
    if message.view is not None:
        assert message.view in [TOY.view(state, seat) for state in states]
    for past in message.lines:
        line = lines[past.number - 1]
        assert past.seat == line.seat
        _check_update(past, seat, line, states, events)


def _check_update(
    message: Update | Past,
    seat: int | None,
    line: Acted,
    states: list[Any],
    events: list[list[Event]],
) -> None:
    before, after = states[line.number - 1], states[line.number]
    old, new = TOY.view(before, seat), TOY.view(after, seat)
    assert message.changes == {name: new[name] for name in new if new[name] != old[name]}
    told = [(each.kind, each.facts) for each in message.events]
    assert told == [
        (each.kind, each.facts) for each in events[line.number - 1] if each.seen_by(seat)
    ]
    action = "undo" if line.undo else TOY.shown(TOY.parse(line.action), line.seat, seat)
    assert message.action == action


def _check_tried(
    message: Tried, seat: int | None, states: list[Any], number: int, actions: tuple[str, ...]
) -> None:
    state = TOY.copy(states[number])
    assert message.request == number + 1
    assert TOY.turn(state) == seat
    events: list[Event] = []
    for text in actions:
        # A look ahead that draws anything, or ends the turn, would show what is hidden.
        assert text not in ("reveal", "pass")
        assert not text.startswith("at ")
        events += TOY.apply(state, seat or 0, TOY.parse(text))
    told = [(each.kind, each.facts) for each in message.events]
    assert told == [(each.kind, each.facts) for each in events if each.seen_by(seat)]
    old, new = TOY.view(states[number], seat), TOY.view(state, seat)
    assert message.changes == {name: new[name] for name in new if new[name] != old[name]}


# Whatever is meant for one seat is marked, and the mark is looked for in all bytes.


def mark(seat: int | None) -> str:
    return f"only-for-{'watchers' if seat is None else seat}-eyes"


def marked_apply(state: Any, seat: int, action: Any) -> list[Event]:
    events = TOY.apply(state, seat, action)
    secrets = [
        Event("secret", {"mark": mark(each)}, to=(each,)) for each in range(len(state.hands))
    ]
    return [*events, *secrets]


MARKED = dataclasses.replace(
    TOY,
    apply=marked_apply,
    view=lambda state, seat: {
        **TOY.view(state, seat),
        "secret": [mark(seat), state.turns_left],
    },
    shown=lambda action, seat, to: f"{TOY.shown(action, seat, to)} {mark(to)}",
)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_for_one_seat_reaches_no_other(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(harness.GAMES, "toy", MARKED)
    evening = Evening(seed)
    evening.play(80)
    marks = {seat: mark(seat).encode() for seat in (*range(4), None)}
    for seat, person in evening.ears:
        assert marks[seat] in person.raw
        for other, text in marks.items():
            assert other == seat or text not in person.raw


@pytest.mark.parametrize("seed", range(6))
def test_the_secret_of_a_match_is_in_nothing_but_its_end(seed: int) -> None:
    evening = Evening(seed)
    evening.play(200)
    (begun,) = [row for row in evening.parlour.kept if isinstance(row, MatchBegun)]
    if state_of(evening.people[0]) is State.PLAYING:
        evening.people[0].say(Resign())
    assert evening.people[0].all(Ended)
    secrets = (begun.secret, match_seed(begun.secret, begun.nonces))
    for _seat, person in evening.ears:
        for frame in frames_of(person):
            if any(secret in frame for secret in secrets):
                assert decode(frame)["type"] == "ended"
        assert all(each.secret == begun.secret for each in person.all(Ended))


# Two matches that differ only in what is hidden cannot be told apart.


def with_other_hand(of_seat: int) -> Any:
    """Make the toy deal another hand to one seat, from the bottom of the pile."""

    def new(seats: int, options: Any, dice: Any) -> Any:
        state = TOY.new(seats, options, dice)
        hand = state.hands[of_seat]
        other, state.pile[: len(hand)] = state.pile[: len(hand)], hand
        state.hands[of_seat] = sorted(other)
        return state

    return dataclasses.replace(TOY, new=new)


def quiet_evening(hidden_seat: int) -> tuple[dict[str, bytes], list[Any]]:
    """Let one seat do everything that shows nothing of its hand, and the others anything."""
    parlour = Parlour(seed="indistinguishable")
    people = parlour.seat("anna", "bert", "carl", options={"rounds": 5})
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    hidden = people[hidden_seat]
    hands = [list(hand) for hand in match_of(zoe).state.hands]
    for _ in range(12):
        if state_of(zoe) is not State.WATCHING:
            break
        person = by_turn(*people)[0]
        number = match_of(person).number + 1
        if person is hidden and (hand := match_of(person).state.hands[hidden_seat]):
            card, lowest = hand[-1], hand[0]
            person.say(Try(number, (f"drop {card}",)), Move(number, f"drop {card}"))
            person.say(Undo(number + 1), Sync())
            person.say(Move(number + 2, f"drop {lowest}"), Move(number + 3, "lay 0"))
            person.say(Move(number + 3, "pass"))
        else:
            person.say(Move(number, "pass"))
    # Coming back, and a restart, show the same as having been there.
    parlour.crash()
    again = [back(parlour, name) for name in ("anna", "bert", "carl")]
    (watcher,) = [back(parlour, "zoe")]
    watcher.say(Watch(people[0].match))
    raw = {
        f"{each.name}/{place}": each.raw
        for place, group in enumerate(([*people, zoe], [*again, watcher]))
        for each in group
        if each.name != hidden.name
    }
    return raw, hands


@pytest.mark.parametrize("hidden_seat", range(3))
def test_matches_that_differ_in_what_is_hidden_look_the_same(
    hidden_seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, hands = quiet_evening(hidden_seat)
    monkeypatch.setitem(harness.GAMES, "toy", with_other_hand(hidden_seat))
    other, other_hands = quiet_evening(hidden_seat)
    assert hands[hidden_seat] != other_hands[hidden_seat]
    assert len(one) == 6
    assert min(map(len, one.values())) > 900
    assert one == other
