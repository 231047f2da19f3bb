"""Brains play tournaments from the command line."""

from __future__ import annotations

import csv
import os
import re
import signal
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.bots.tournament import Played, Score
from eriantys.commands.arena import table
from eriantys.commands.simulate import Setting
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.commands.program import (
    MANY,
    PATIENCE,
    Terminal,
    assert_refused,
    run,
    started,
)

QUICK = ("arena", "--players=greedy,random", "--seed=1", "--iterations=2")

ROW = re.compile(
    r"(?P<player>\w+) +(?P<against>\w+) +(?P<games>\d+) +(?P<wins>\d+) +(?P<draws>\d+)"
    r" +(?P<share>[\d.]+) % +(?P<low>[\d.]+) to (?P<high>[\d.]+) % +(?P<actions>[\d.]+)"
    r" +[\d.]+ and [\d.]+"
)


def rows(out: str) -> list[dict[str, str]]:
    return [found.groupdict() for line in out.splitlines() if (found := ROW.fullmatch(line))]


def without_times(out: str) -> str:
    """Cut off the last column, with the spaces before it: a longer time leaves fewer."""
    return re.sub(r"(?m) +[\d.]+ and [\d.]+$", "", out)


def test_the_table_tells_who_won(tmp_path: Path) -> None:
    finished = run(*QUICK, "--games=6", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    title, head, *rest = finished.out.split("\n\n")
    assert title == "Eriantys, 2 players, expert false: seed 1"
    columns = "player against games wins draws share 95 % interval actions ms a move"
    assert head.split("\n")[0].split() == columns.split()
    assert len({len(line) for line in head.split("\n")}) == 1, "columns are not straight"
    (row,) = rows(finished.out)
    assert (row["player"], row["against"], row["games"]) == ("greedy", "random", "6")
    assert int(row["wins"]) + int(row["draws"]) <= 6
    assert float(row["low"]) <= float(row["share"]) <= float(row["high"])
    assert rest == ["greedy against random: not settled against an equal share of 50 %.\n"]


def test_where_one_can_play_alone_two_meet_all_the_same(tmp_path: Path) -> None:
    finished = run(*QUICK, "--game=masters", "--games=2", cwd=tmp_path)
    assert finished.out.startswith("Masters of Renaissance, 2 players: seed 1")


def test_alone_each_plays_the_same_games_and_is_counted(tmp_path: Path) -> None:
    alone = ("arena", "--game=masters", "--seats=1", "--games=8", "--seed=4")
    finished = run(*alone, "--players=random,greedy", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.startswith("Masters of Renaissance, 1 player: seed 4\n")
    found = re.findall(r"(?m)^(\w+) +nobody +(\d+) +(\d+) +0 +([\d.]+) %", finished.out)
    assert [(name, games) for name, games, *_ in found] == [("random", "8"), ("greedy", "8")]
    wins = {name: int(won) for name, _, won, _ in found}
    assert wins["random"] < wins["greedy"], "who thinks wins more often"
    said = f"greedy alone: wins {100 * wins['greedy'] / 8:.0f} % of its games.\n"
    assert finished.out.endswith(said)


def test_alone_one_player_is_enough(tmp_path: Path) -> None:
    alone = ("arena", "--game=masters", "--seats=1", "--players=greedy", "--games=2")
    (row,) = csv.DictReader(run(*alone, "--csv", cwd=tmp_path).out.splitlines())
    assert (row["player"], row["against"], row["games"]) == ("greedy", "nobody", "2")
    assert row["settled"] == "no"


@pytest.mark.parametrize(
    ("arguments", "played", "games"),
    [
        (["--seats=3", "--games=1"], "3 players, expert false", "3"),
        (["--seats=4", "--expert", "--games=1"], "4 players, expert true", "2"),
        (["--option=expert=true", "--games=3"], "2 players, expert true", "4"),
    ],
)
def test_every_seed_is_played_from_every_side(
    tmp_path: Path, arguments: list[str], played: str, games: str
) -> None:
    finished = run("arena", "--players=random,random", "--seed=3", *arguments, cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.startswith(f"Eriantys, {played}: seed 3\n")
    assert [row["games"] for row in rows(finished.out)] == [games]


def test_it_stops_when_the_question_is_settled(tmp_path: Path) -> None:
    finished = run(*QUICK, f"--games={MANY}", cwd=tmp_path)
    (row,) = rows(finished.out)
    assert int(row["games"]) < 40
    verdict = "greedy against random: wins more than an equal share of 50 %, settled at 95 %."
    assert verdict in finished.out


def test_the_weaker_one_is_named_too(tmp_path: Path) -> None:
    finished = run("arena", "--players=random,greedy", "--seed=1", cwd=tmp_path)
    assert "random against greedy: wins less than an equal share of 50 %" in finished.out


def test_all_games_are_played_if_asked_for(tmp_path: Path) -> None:
    (row,) = rows(run(*QUICK, "--games=24", "--all", cwd=tmp_path).out)
    assert row["games"] == "24"


def test_the_processes_change_nothing_but_the_time(tmp_path: Path) -> None:
    alone = run(*QUICK, "--games=4", cwd=tmp_path)
    together = run(*QUICK, "--games=4", "--jobs=2", cwd=tmp_path)
    assert (together.code, together.err) == (exits.OK, "")
    assert len(rows(together.out)) == 1
    assert without_times(together.out) == without_times(alone.out)


def test_the_times_alone_are_left_out_of_such_a_comparison() -> None:
    setting = Setting(GAME, 2, Options(), 1)
    tables = []
    for busy in (1, 50, 3000):
        score = Score(("greedy", "random"), equal=0.5)
        for share in (1.0, 0.5, 0.0):
            score.add(Played(share, 100, (50, 50), (0.2 * busy, 0.01)))
        tables.append("\n".join(table(setting, [score])))
    quick, *slow = tables
    assert all(each != quick for each in slow)
    assert {without_times(each) for each in slow} == {without_times(quick)}
    for each in tables:
        assert len(rows(each)) == 1


def test_each_meets_those_named_later(tmp_path: Path) -> None:
    finished = run(
        "arena", "--players=random, easy,greedy", "--games=2", "--seed=1", cwd=tmp_path
    )
    met = [(row["player"], row["against"]) for row in rows(finished.out)]
    assert met == [("random", "easy"), ("random", "greedy"), ("easy", "greedy")]


def test_csv_is_for_other_programs(tmp_path: Path) -> None:
    finished = run(*QUICK, "--games=4", "--csv", cwd=tmp_path)
    assert finished.code == exits.OK
    (row,) = csv.DictReader(finished.out.splitlines())
    assert (row["player"], row["against"], row["games"]) == ("greedy", "random", "4")
    assert (row["equal"], row["settled"]) == ("0.5000", "no")
    assert float(row["low"]) <= float(row["share"]) <= float(row["high"])
    assert float(row["ms_player"]) > float(row["ms_against"]) >= 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players=greedy,clever"], "There is no brain 'clever'; there are: random,"),
        (["--players=greedy"], "--players takes at least two names"),
        (["--players="], "There is no brain ''"),
        (["--games=0"], "--games must be at least 1, not 0."),
        (["--jobs=0"], "--jobs must be at least 1, not 0."),
        (["--jobs=1000"], "--jobs can be at most 64, not 1000."),
        (["--iterations=0"], "--iterations must be at least 1, not 0."),
        (["--seconds=0"], "--seconds must be more than 0, not 0."),
        (["--seconds=nan"], "--seconds must be more than 0, not nan."),
        (["--iterations=1", "--seconds=1"], "not allowed with argument"),
        (["--game=chess"], "There is no game 'chess'"),
        (["--seats=5"], "Eriantys is for 2, 3 or 4 players, not 5."),
        (["--option=expert"], "--option takes NAME=VALUE"),
        (["--option=expert=false", "--expert"], "is chosen in two ways"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert_refused(run("arena", *arguments, cwd=tmp_path), exits.USAGE, said)


def test_help_explains_the_options(tmp_path: Path) -> None:
    finished = run("arena", "--help", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    options = "game players seats expert option games all seed jobs iterations seconds csv"
    for option in options.split():
        assert re.search(rf"(?m)^  --{option}\b", finished.out), f"{option} is not explained"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_of_the_games_so_far(
    tmp_path: Path, terminal: Terminal, jobs: str
) -> None:
    arguments = ("arena", "--players=random,random", "--games", MANY, "--jobs", jobs)
    with started(*arguments, cwd=tmp_path, stderr=terminal.theirs) as process:
        terminal.read_until(rb"\] [1-9]\d* of")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.INTERRUPTED
    (row,) = rows(out.decode())
    said = f"eriantys: stopped after {row['games']} of {MANY} games."
    assert said in terminal.read_to_end()


def test_a_process_that_is_killed_ends_it_and_what_was_played_is_told(
    tmp_path: Path, terminal: Terminal
) -> None:
    arguments = ("arena", "--players=random,random", "--games", MANY, "--jobs=2")
    with started(*arguments, cwd=tmp_path, stderr=terminal.theirs) as process:
        terminal.read_until(rb"\] [1-9]\d* of")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        os.kill(int(children.split()[0]), signal.SIGKILL)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.UNAVAILABLE
    (row,) = rows(out.decode())
    said = f"eriantys: a process that worked was killed after {row['games']} of {MANY} games."
    assert said in terminal.read_to_end()
