"""How tests ask for the past of a match, and let one be played to be asked for."""

from __future__ import annotations

from random import Random
from typing import Any

from eriantys.server.session import State
from eriantys.wire.cards import Past
from eriantys.wire.from_client import History, Move, Undo, Watch
from eriantys.wire.from_server import Error, ServerHistory, Update
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, by_turn, state_of

MANY = {**PATIENT, "frames_per_second": 100_000, "bytes_per_second": 2**30}
"""Limits under which people may do as much as a test wants."""


def told(person: Person, match: int, **asked: Any) -> list[ServerHistory]:
    """Ask for a match and wait for all of it."""
    before = len(person.heard)
    person.say(History(match, **asked))
    for _ in range(100):
        news = person.heard[before:]
        portions = [each for each in news if isinstance(each, ServerHistory)]
        if portions and portions[-1].last:
            return portions
        assert not [each for each in news if isinstance(each, Error)], news
        person.parlour.wait(1)
    raise AssertionError("the end never came")


def lines_of(portions: list[ServerHistory]) -> list[Past]:
    return [line for portion in portions for line in portion.lines]


def as_past(update: Update) -> Past:
    """Tell an update as history would."""
    names = Past.__struct_fields__
    return Past(**{name: getattr(update, name) for name in names})


def play_some(chance: Random, people: list[Person], most: int, undo: float = 0.4) -> None:
    """Let everybody do something legal, and take some of it back."""
    for _ in range(most):
        if state_of(people[0]) is not State.PLAYING:
            return
        person = by_turn(*people)[0]
        request = person.request
        if request.undo and chance.random() < undo:
            person.say(Undo(request.id))
            continue
        legal = list(request.legal or ())
        quiet = [action for action in legal if action not in ("pass", "reveal")]
        action = chance.choice(quiet if quiet and chance.random() < 0.8 else legal)
        person.say(Move(request.id, str(action)))


def an_evening(
    seed: object, seats: int, game: str, most: int, **options: Any
) -> tuple[list[Person], Person]:
    """Let some play, and one look on from the beginning."""
    parlour = Parlour(seed=seed, **MANY)
    names = ("anna", "bert", "carl", "dora")[:seats]
    people = parlour.seat(*names, game=game, options=options)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(people[0].match))
    play_some(Random(f"{seed}"), people, most)
    return people, zoe


def ask(person: Person, match: int, code: str = "") -> str:
    """Ask for a match, and name the code of the refusal, or the eyes it was told for."""
    news = person.say(History(match, code=code))
    portions = [each for each in news if isinstance(each, ServerHistory)]
    if not portions:
        return error_of(news)
    view = portions[0].view
    assert view is not None
    hands = [part for name, part in view.items() if name.startswith("hand/")]
    return next((f"seat {seat}" for seat, hand in enumerate(hands) if hand != 3), "watcher")
