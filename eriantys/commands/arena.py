"""`eriantys arena`: lets brains play against each other and counts who wins.

A pairing stops early once the question is settled whether its first player wins more, or
less, than an equal share: by a bet that stays sound however often one looks at it, which
`eriantys.bots.settling` explains. `--all` plays on. Whoever plays alone is only counted.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Generator
from contextlib import closing

from eriantys import console, exits
from eriantys.bots import brain
from eriantys.bots.tournament import (
    NOBODY,
    Contest,
    Played,
    Score,
    Umpire,
    fixtures,
    pairings,
    play,
)
from eriantys.commands.crew import Lost, share_out
from eriantys.commands.progress import Progress
from eriantys.commands.simulate import Setting, setting_of
from eriantys.games.contract import BadSetting, write_options

MOST_JOBS = 64
"""More processes than that are a slip of the finger."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what can be chosen."""
    parser.add_argument(
        "--game", default="eriantys", metavar="ID", help="which game to play (eriantys)"
    )
    parser.add_argument(
        "--players",
        default="greedy,mcts",
        metavar="A,B,...",
        help="which brains or levels; each meets those named later (greedy,mcts)",
    )
    parser.add_argument(
        "--seats", type=int, metavar="N", help="number of players (as few as make two sides)"
    )
    parser.add_argument("--expert", action="store_true", help="short for --option expert=true")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="choose an option of the game; may be given several times",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=200,
        metavar="N",
        help="how many games a pairing plays at most (200)",
    )
    parser.add_argument(
        "--all", action="store_true", help="play all of them, even if all is settled"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="play the games of this seed (a new one)"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="play so many games at once (1)"
    )
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument(
        "--iterations",
        type=int,
        metavar="N",
        help="how long a search may be (as long as its level's; mcts: that of hard)",
    )
    thinking.add_argument(
        "--seconds", type=float, metavar="S", help="the same by time, for every decision"
    )
    parser.add_argument("--csv", action="store_true", help="write the table as CSV")


def run(options: argparse.Namespace) -> int:
    """Play the games, and print the table even if stopped in the middle."""
    setting = setting_of(options)
    if options.seats is None:
        setting = setting._replace(seats=_fewest(setting))
    players = _players(options, setting)
    contest = _contest(options, setting)
    sides = len(contest.teams)
    umpires = [Umpire(contest, pairing) for pairing in pairings(players, sides)]
    each = -(-options.games // sides) * sides
    stopped: tuple[int, str] | None = None
    with Progress(each * len(umpires), "games") as progress:
        try:
            for place, umpire in enumerate(umpires):
                with closing(_results(contest, umpire.score.pairing, options)) as results:
                    for played in results:
                        settled = umpire.add(played)
                        progress.show(place * each + umpire.score.games)
                        if settled and not options.all:
                            break
        except KeyboardInterrupt:
            stopped = exits.INTERRUPTED, "stopped"
        except Lost as lost:
            stopped = exits.UNAVAILABLE, str(lost)
    scores = [umpire.score for umpire in umpires if umpire.score.games]
    if scores:
        console.say(*(as_csv(scores) if options.csv else table(setting, scores)))
    if stopped:
        code, why = stopped
        done = sum(score.games for score in scores)
        raise exits.Quit(code, f"{why} after {done} of {each * len(umpires)} games.")
    return exits.OK


def _fewest(setting: Setting) -> int:
    """Find the smallest table at which somebody plays against somebody."""
    game = setting.game
    sizes = [seats for seats in game.seats if len(game.teams(seats, setting.options)) > 1]
    return sizes[0] if sizes else setting.seats


def _players(options: argparse.Namespace, setting: Setting) -> list[str]:
    """Read who plays, and make sure that there are such brains for the game."""
    players = [name.strip() for name in options.players.split(",")]
    try:
        for name in players:
            brain.find(name, setting.game)
    except BadSetting as error:
        raise exits.Quit(exits.USAGE, str(error)) from None
    if len(players) < 2 and len(setting.teams) > 1:
        raise exits.Quit(
            exits.USAGE, "--players takes at least two names, such as greedy,mcts."
        )
    return players


def _contest(options: argparse.Namespace, setting: Setting) -> Contest:
    for name in ("games", "jobs", "iterations"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise exits.Quit(exits.USAGE, f"--{name} must be at least 1, not {number}.")
    if options.jobs > MOST_JOBS:
        raise exits.Quit(exits.USAGE, f"--jobs can be at most {MOST_JOBS}, not {options.jobs}.")
    if options.seconds is not None and not 0 < options.seconds < float("inf"):
        raise exits.Quit(
            exits.USAGE, f"--seconds must be more than 0, not {options.seconds:g}."
        )
    return Contest(
        game=setting.game.id,
        seats=setting.seats,
        options=setting.options,
        seed=setting.seed,
        iterations=options.iterations,
        seconds=options.seconds,
    )


def _results(
    contest: Contest, pairing: tuple[str, str], options: argparse.Namespace
) -> Generator[Played, None, None]:
    """Play the games in so many processes; they are told of in their order in any case."""
    planned = fixtures(contest, pairing, options.games)
    if options.jobs == 1:
        yield from map(play, planned)
    else:
        yield from share_out(play, planned, options.jobs)


def table(setting: Setting, scores: list[Score]) -> list[str]:
    """Draw up what was counted."""
    chosen = [f"{name} {value}" for name, value in write_options(setting.options).items()]
    playing = f"{setting.seats} player{'' if setting.seats == 1 else 's'}"
    title = ", ".join([setting.game.title, playing, *chosen])
    lines = [
        f"{title}: seed {setting.seed}",
        "",
        f"{'player':<9}{'against':<9}{'games':>6}{'wins':>6}{'draws':>6}{'share':>9}"
        f"{'95 % interval':>18}{'actions':>9}{'ms a move':>17}",
    ]
    for score in scores:
        low, high = score.interval
        interval = f"{100 * low:.1f} to {100 * high:.1f} %"
        alone = score.pairing[1] == NOBODY
        times = " and ".join(
            f"{_milliseconds(score, player):.1f}" for player in ((0,) if alone else (0, 1))
        )
        lines.append(
            f"{score.pairing[0]:<9}{score.pairing[1]:<9}{score.games:>6}{score.wins:>6}"
            f"{score.draws:>6}{100 * score.share:>7.1f} %{interval:>18}"
            f"{score.actions / score.games:>9.1f}{times:>17}"
        )
    return [*lines, "", *map(_verdict, scores)]


def _verdict(score: Score) -> str:
    if score.pairing[1] == NOBODY:
        return f"{score.pairing[0]} alone: wins {100 * score.share:.0f} % of its games."
    name, equal = score.pairing[0], f"an equal share of {100 * score.equal:.0f} %"
    if not score.settled:
        return f"{name} against {score.pairing[1]}: not settled against {equal}."
    better = "more" if score.share > score.equal else "less"
    return f"{name} against {score.pairing[1]}: wins {better} than {equal}, settled at 95 %."


def _milliseconds(score: Score, player: int) -> float:
    return 1000 * score.seconds[player] / max(score.moves[player], 1)


CSV_HEADER = (
    *("player", "against", "games", "wins", "draws", "share", "low", "high", "equal"),
    *("settled", "actions", "ms_player", "ms_against"),
)


def as_csv(scores: list[Score]) -> list[str]:
    """Write what was counted for other programs, one pairing a line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    for score in scores:
        numbers = (score.share, *score.interval, score.equal)
        writer.writerow(
            [
                *score.pairing,
                score.games,
                score.wins,
                score.draws,
                *(f"{number:.4f}" for number in numbers),
                "yes" if score.settled else "no",
                f"{score.actions / score.games:.1f}",
                *(f"{_milliseconds(score, player):.2f}" for player in (0, 1)),
            ]
        )
    return text.getvalue().splitlines()
