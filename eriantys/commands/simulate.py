"""`eriantys simulate`: plays random games and counts how they end."""

from __future__ import annotations

import argparse
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from eriantys import console, exits, games
from eriantys.commands.progress import Progress
from eriantys.games import record
from eriantys.games.contract import (
    BadSetting,
    Game,
    Outcome,
    Teams,
    check_seats,
    check_together,
    excerpt,
    read_options,
    write_options,
)
from eriantys.games.dice import NONCE_SIZE, FairDice, commitment, derive, match_seed


class Setting(NamedTuple):
    """What is played, over and over."""

    game: Game[Any, Any]
    seats: int
    options: Any
    seed: int

    @property
    def teams(self) -> Teams:
        """Tell which seats win together."""
        return self.game.teams(self.seats, self.options)


@dataclass(slots=True)
class Tally:
    """What has been counted so far."""

    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    wins: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """By side; the empty side stands for shared victories."""
    endings: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    """Of games that are played in rounds, and say so in the `turn` part of their view."""

    def add(self, outcome: Outcome, actions: int, rounds: int, teams: Teams) -> None:
        """Count one game."""
        winners = [team for team in teams if set(team) <= set(outcome.winners)]
        self.games += 1
        self.actions += actions
        if winners:
            self.wins[winners[0] if len(winners) == 1 else ()] += 1
        self.endings[outcome.reason] += 1
        if rounds:
            self.rounds[rounds] += 1


def run(options: argparse.Namespace) -> int:
    """Play the games, and print the table even if stopped in the middle."""
    setting = setting_of(options)
    if options.games < 1:
        raise exits.Quit(exits.USAGE, f"--games must be at least 1, not {options.games}.")
    if options.record:
        _save(options.record, _recorded(setting))
    tally = Tally()
    stopped = False
    begun = time.perf_counter()
    with Progress(options.games, "games") as progress:
        try:
            for index in range(options.games):
                state, moves = play(setting, index)
                rounds = setting.game.view(state, None).get("turn", {}).get("round", 0)
                outcome = setting.game.outcome(state)
                assert outcome is not None  # the game was played to its end
                tally.add(outcome, len(moves), rounds, setting.teams)
                progress.show(tally.games)
        except KeyboardInterrupt:
            stopped = True
    tally.seconds = time.perf_counter() - begun
    if tally.games:
        console.say(*table(setting, tally))
    if stopped:
        raise exits.Quit(
            exits.INTERRUPTED, f"stopped after {tally.games} of {options.games} games."
        )
    return exits.OK


def setting_of(options: argparse.Namespace) -> Setting:
    """Read which game is played by how many and how, or raise `Quit` with the reason."""
    chosen: dict[str, str] = {}
    for text in [*options.option, *(["expert=true"] if options.expert else [])]:
        name, value = _name_and_value(text)
        if chosen.setdefault(name, value) != value:
            raise exits.Quit(exits.USAGE, f"the option {excerpt(name)} is chosen in two ways.")
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    try:
        game = games.find(options.game)
        seats = check_seats(game, game.seats[0] if options.seats is None else options.seats)
        read = read_options(game, chosen)
        check_together(game, seats, read)
        return Setting(game, seats, read, seed)
    except BadSetting as error:
        raise exits.Quit(exits.USAGE, str(error)) from None


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise exits.Quit(exits.USAGE, f"--option takes NAME=VALUE, not {excerpt(text)}.")
    return name, value


def play(setting: Setting, index: int) -> tuple[Any, list[tuple[int, Any]]]:
    """Play the game of this number; return its last state and who did what."""
    game, seats, options, seed = setting
    choose = Random(derive(seed, "choices", index)).random
    dice = FairDice(match_seed(*_secret_and_nonces(setting, index)))
    state = game.new(seats, options, dice)
    moves = []
    while (seat := game.turn(state)) is not None:
        legal = game.legal(state)
        action = legal[int(choose() * len(legal))]
        game.apply(state, seat, action)
        moves.append((seat, action))
    return state, moves


def _secret_and_nonces(setting: Setting, index: int) -> tuple[bytes, list[bytes]]:
    return derive(setting.seed, "secret", index), [
        derive(setting.seed, f"nonce {seat}", index)[:NONCE_SIZE]
        for seat in range(setting.seats)
    ]


def _recorded(setting: Setting) -> record.Match:
    """Play the first game and write it down."""
    game = setting.game
    state, moves = play(setting, 0)
    secret, nonces = _secret_and_nonces(setting, 0)
    return record.Match(
        game=game.id,
        version=game.version,
        date=date.today(),
        players=tuple(f"Random {seat + 1}" for seat in range(setting.seats)),
        options=write_options(setting.options),
        commitment=commitment(secret),
        secret=secret,
        nonces=tuple(nonces),
        moves=tuple(record.Move(seat, game.format(action)) for seat, action in moves),
        outcome=game.outcome(state),
    )


def _save(name: str, match: record.Match) -> None:
    """Write a record to a new file; one that cannot be finished is not left behind."""
    path = Path(name)
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise exits.Quit(
            exits.CANNOT_CREATE, f"{name} is there already; name another file."
        ) from None
    except OSError as error:
        raise _cannot_write(name, error) from None
    try:
        with file:
            file.write(record.write(match))
    except BaseException as error:
        path.unlink()
        if isinstance(error, OSError):
            raise _cannot_write(name, error) from None
        raise


def _cannot_write(name: str, error: OSError) -> exits.Quit:
    return exits.Quit(exits.CANNOT_CREATE, f"cannot write {name}: {error.strerror}.")


def table(setting: Setting, tally: Tally) -> list[str]:
    """Draw up what was counted."""
    chosen = [f"{name} {value}" for name, value in write_options(setting.options).items()]
    title = ", ".join([setting.game.title, _many(setting.seats, "player"), *chosen])
    lines = [f"{title}: {_many(tally.games, 'random game')}, seed {setting.seed}", ""]
    wins = {_side(team): tally.wins[team] for team in setting.teams}
    if tally.wins[()]:
        wins["shared"] = tally.wins[()]
    if tally.games > tally.wins.total():
        wins["nobody"] = tally.games - tally.wins.total()
    lines += _section("winner", wins, tally.games)
    lines += _section("ended by", dict(tally.endings.most_common()), tally.games)
    if tally.rounds:
        rounds = {
            _many(number, "round"): tally.rounds[number] for number in sorted(tally.rounds)
        }
        lines += _section("length", rounds, tally.games)
    lines.append(
        f"{tally.actions / tally.games:.1f} actions a game; "
        f"{tally.games / tally.seconds:,.0f} games and "
        f"{tally.actions / tally.seconds:,.0f} actions per second"
    )
    return lines


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _side(team: tuple[int, ...]) -> str:
    return " and ".join(f"player {seat + 1}" for seat in team)


def _section(title: str, counts: Mapping[str, int], total: int) -> list[str]:
    lines = [f"{title:<22}{'games':>8}{'share':>9}"]
    lines += (
        f"{name:<22}{count:>8}{100 * count / total:>7.1f} %" for name, count in counts.items()
    )
    return [*lines, ""]
