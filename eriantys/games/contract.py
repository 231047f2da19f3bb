"""What a game must offer to be played at this table.

Everything that the server, the bots, the records and the screens know of a game is a
`Game` value: a record of plain functions over a state that only the game looks into.

Two rules hold for every game:

* it is pure: no clock, no socket, no terminal, and no chance but the dice in its state;
* whatever it refuses, it refuses with `Illegal` and leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from eriantys.games.dice import Dice

S = TypeVar("S")
"""A game's state; nobody outside the game looks into it."""
A = TypeVar("A")
"""A game's action: hashable and comparable, made by `legal` or `parse`."""

Seat: TypeAlias = int
"""A place at the table, counted from 0 in data and from 1 in sentences for people."""
Teams: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The sides of a match, each with its seats."""
View: TypeAlias = dict[str, Any]
"""What somebody may see: small named parts, each of plain data."""
Snapshot: TypeAlias = dict[str, Any]
"""A whole state as plain data that CBOR can carry, secrets included."""


EXCERPT = 30
"""How much of a foreign text is repeated in a sentence about it."""


class Illegal(Exception):
    """Refuses an action: a stable code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return self.text


class BadSetting(ValueError):
    """Refuses a number of seats or an option that a game does not have."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, in the game's own words.

    `to` names the seats that may know of it; None means that everybody may.
    """

    kind: str
    facts: dict[str, Any]
    to: tuple[Seat, ...] | None = None

    def seen_by(self, seat: Seat | None) -> bool:
        """Tell whether this seat (None: a watcher) may know of the event."""
        return self.to is None or (seat is not None and seat in self.to)


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: places from the first on, scores by seat, and the reason.

    Seats that share a place, partners among them, stand in the same tuple, ascending. If the
    game has beaten all who played, as it can where one plays alone, nobody is on the first
    place: its tuple is empty, and no other may be.
    """

    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Name the seats on the first place; none if the game has won."""
        return self.ranking[0]


def _no_objection(seats: int, options: Any) -> str:
    """Let any number of seats be played with any options."""
    del seats, options
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, A]):
    """A game at the table: facts about it, and the functions that play it."""

    id: str
    """The name in commands, records and messages."""
    title: str
    """The name that people read."""
    version: int
    """The version of the rules, raised only when the replay of some record changes."""
    seats: tuple[int, ...]
    """The player counts that the rules allow."""
    Options: type[msgspec.Struct]
    """What the creator of a match may choose, with defaults."""
    hidden: bool
    """Whether some see what others may not; where nothing is, one view serves everybody."""
    unguided: str = ""
    """The switch among the options that is on in matches without guidance, and only there.

    A game has one if its rules differ then. Nobody chooses it: the match's guidance says it.
    While it is on, a candidate that is not legal may be taken, and cost the seat the game,
    instead of being refused.
    """
    objection: Callable[[int, Any], str] = _no_objection
    """(seats, options): why they do not go together, in a sentence; "" if they do."""

    teams: Callable[[int, Any], Teams]
    """(seats, options): which seats play together."""
    new: Callable[[int, Any, Dice], S]
    """(seats, options, dice): the set-up."""
    turn: Callable[[S], Seat | None]
    """Who must act now; None when it is over."""
    turns: Callable[[S], int]
    """How many turns are over: it rises when one ends, even if the same seat goes on.

    A player's clock is wound up again when this rises, and at no other time.
    """
    active: Callable[[S], tuple[Seat, ...]]
    """The seats still in the game."""
    decision: Callable[[S], str]
    """What is being asked, e.g. `assistant`; "" when it is over."""
    legal: Callable[[S], Sequence[A]]
    """Every legal action now, each meaning something else; empty when it is over."""
    candidates: Callable[[S], Sequence[A]]
    """Every well-formed answer to this decision, legal or not."""
    apply: Callable[[S, Seat, A], list[Event]]
    """(state, seat, action): acts in place and tells what happened; or raises `Illegal`.

    It takes the listed actions and their synonyms: another number of a joined island
    means the same place, and does the same. What else it takes without guidance, `unguided`
    says.
    """
    undoable: Callable[[S], int]
    """How many of the latest actions the seat on turn may take back.

    None of them has shown that seat anything hidden. What the others saw they have seen:
    a game that minds that must not count the action.
    """
    unfinished: Callable[[S], int]
    """How many of those are steps of a decision that has not had its effect yet.

    They can be taken back even where undo is off: a half-played card is no move.
    """
    view: Callable[[S, Seat | None], View]
    """(state, seat): what this seat (None: a watcher) may see; part names never change."""
    changes: Callable[[S, S, Seat | None], View]
    """(before, after, seat): the parts of this seat's view that are not what they were.

    `differences` makes one of `view`; a game may have a quicker one.
    """
    shown: Callable[[A, Seat, Seat | None], str]
    """(action, seat, to): the action in notation as `to` may see it."""
    outcome: Callable[[S], Outcome | None]
    """The result, once there is one."""
    format: Callable[[A], str]
    """The action as one readable line."""
    parse: Callable[[str], A]
    """The line as an action, short forms included; any other text raises `Illegal`."""
    guess: Callable[[View, Seat, Dice], S]
    """(view, seat, dice): some full state that this seat cannot tell from the real one.

    It takes the view of any moment, the end included, and shows that same view again.
    """
    snapshot: Callable[[S], Snapshot]
    """The whole state as plain data, with that of its dice under "dice".

    Only a state with `FairDice` can be kept: quick dice have nothing to take up again.
    """
    restore: Callable[[Snapshot], S]
    """The state again, to the last draw of its dice.

    It takes what `snapshot` gave under the same version of the rules, and checks nothing:
    whoever keeps snapshots also keeps the version, and keeps strangers away from them.
    """
    copy: Callable[[S], S]
    """A state of its own with the same content, cheaply."""


def check_seats(game: Game[Any, Any], seats: int) -> int:
    """Return the number of seats, or refuse one that the game does not allow."""
    if seats in game.seats:
        return seats
    *most, last = map(str, game.seats)
    allowed = f"{', '.join(most)} or {last}" if most else last
    raise BadSetting(f"{game.title} is for {allowed} players, not {seats}.")


def read_options(game: Game[Any, Any], chosen: Mapping[str, str]) -> Any:
    """Make the game's options from texts, or refuse a name or value it does not have."""
    return _make_options(game, chosen, from_texts=True)


def check_together(game: Game[Any, Any], seats: int, options: Any) -> None:
    """Refuse a number of seats and options that are allowed, but not with each other."""
    if trouble := game.objection(seats, options):
        raise BadSetting(trouble)


def agree_options(
    game: Game[Any, Any], seats: int, chosen: Mapping[str, Any], *, guided: bool
) -> Any:
    """Make the options of a match from the values that its creator chose."""
    if game.unguided and game.unguided in chosen:
        raise BadSetting(
            f"{game.title} has the option {game.unguided} in matches without guidance, and "
            "in no others: choose the guidance."
        )
    switch = {game.unguided: not guided} if game.unguided else {}
    options = check_options(game, {**chosen, **switch})
    check_together(game, seats, options)
    return options


def choices(game: Game[Any, Any]) -> Mapping[str, Any]:
    """Tell which options a creator can choose, and of what type each is."""
    kinds = option_types(game.Options)
    return {name: kind for name, kind in kinds.items() if name != game.unguided}


def differences(
    view: Callable[[S, Seat | None], View],
) -> Callable[[S, S, Seat | None], View]:
    """Make `changes` for a game: draw both views, and compare them part by part."""

    def changes(before: S, after: S, seat: Seat | None) -> View:
        old = view(before, seat)
        return {
            part: content for part, content in view(after, seat).items() if old[part] != content
        }

    return changes


def check_options(game: Game[Any, Any], chosen: Mapping[str, Any]) -> Any:
    """Make the game's options from values, each of which must be of its option's own type."""
    return _make_options(game, chosen, from_texts=False)


def write_options(options: msgspec.Struct) -> dict[str, str]:
    """Turn options into texts that `read_options` takes back."""
    return {name: _as_text(value) for name, value in msgspec.structs.asdict(options).items()}


@lru_cache  # what the question leaves behind is cleared away only now and then
def option_types(options: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Tell which options there are, and of what type each is."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def _make_options(game: Game[Any, Any], chosen: Mapping[str, Any], *, from_texts: bool) -> Any:
    strict = not from_texts
    kinds = option_types(game.Options)
    for name, value in chosen.items():
        if name not in kinds:
            has = f"its options are: {', '.join(kinds)}" if kinds else "it has no options"
            raise BadSetting(f"{game.title} has no option {excerpt(name)}; {has}.")
        try:
            msgspec.convert(value, kinds[name], strict=strict)
        except (msgspec.ValidationError, UnicodeError) as error:
            to_write = from_texts and kinds[name] is bool
            hint = "write true or false" if to_write else str(error)
            raise BadSetting(
                f"{game.title} does not take {excerpt(_as_text(value))} for {name}: {hint}."
            ) from None
    return msgspec.convert(dict(chosen), game.Options, strict=strict)


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def excerpt(text: str) -> str:
    """Repeat a foreign text in a sentence: a short part of it, and nothing but ASCII."""
    shown = ascii(text[:EXCERPT])
    if len(text) > EXCERPT or len(shown) > 2 * EXCERPT:
        return f"{shown[: 2 * EXCERPT].rstrip(shown[-1])}...{shown[-1]}"
    return shown
