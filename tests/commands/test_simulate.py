"""Random games are played, counted and recorded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.commands.simulate import Setting, Tally, play, table
from tests.commands.program import (
    MANY,
    assert_refused,
    not_for_root,
    read_table,
    run,
    with_header,
)
from tests.toy.game import TOY

SETTINGS = [
    ([], "2 players, expert false", ["player 1", "player 2"]),
    (["--seats=3"], "3 players, expert false", ["player 1", "player 2", "player 3"]),
    (
        ["--seats", "4", "--expert"],
        "4 players, expert true",
        ["player 1 and player 3", "player 2 and player 4"],
    ),
    (["--game=eriantys", "--option=expert=true"], "2 players, expert true", ["player 1"]),
    (["--option", "expert=false"], "2 players, expert false", ["player 1"]),
]


@pytest.mark.parametrize(("arguments", "played", "sides"), SETTINGS)
def test_the_table_adds_up(
    tmp_path: Path, arguments: list[str], played: str, sides: list[str]
) -> None:
    finished = run("simulate", "--games=30", "--seed=7", *arguments, cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    table = read_table(finished.out)
    assert table.title == f"Eriantys, {played}: 30 random games, seed 7"
    assert list(table.sections) == ["winner", "ended by", "length"]
    assert [sum(counts.values()) for counts in table.sections.values()] == [30, 30, 30]
    assert set(sides) <= set(table.sections["winner"])
    endings = {"last-tower", "three-islands", "bag-empty", "no-assistants"}
    assert set(table.sections["ended by"]) <= endings
    numbers = r"\d+\.\d actions a game; [\d,]+ games and [\d,]+ actions per second\n"
    assert re.fullmatch(numbers, table.speed)
    assert list(tmp_path.iterdir()) == []


def without_speed(out: str) -> str:
    return re.sub(r"; .* per second", "", out)


@pytest.mark.parametrize("seed", ["0", "7", "-1", "9" * 30])
def test_the_same_seed_plays_the_same_games(tmp_path: Path, seed: str) -> None:
    command = ("simulate", "--games=20", f"--seed={seed}")
    first, second = run(*command, cwd=tmp_path), run(*command, cwd=tmp_path)
    assert (first.code, first.err) == (exits.OK, "")
    assert f", seed {seed}\n" in first.out
    assert without_speed(first.out) == without_speed(second.out)


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    outs = {
        without_speed(run("simulate", "--games=20", f"--seed={seed}", cwd=tmp_path).out).split(
            "\n", 1
        )[1]
        for seed in range(3)
    }
    assert len(outs) == 3


def test_a_seed_that_was_not_named_can_be_used_again(tmp_path: Path) -> None:
    first = run("simulate", "--games=10", cwd=tmp_path)
    seed = re.search(r", seed (\d+)\n", first.out)
    assert seed is not None
    again = run("simulate", "--games=10", f"--seed={seed[1]}", cwd=tmp_path)
    assert without_speed(again.out) == without_speed(first.out)


def test_a_hundred_games_are_played_unless_told(tmp_path: Path) -> None:
    assert read_table(run("simulate", "--seed=1", cwd=tmp_path).out).games == 100


@pytest.mark.parametrize("expert", [[], ["--expert"]], ids=["simple", "expert"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recorded_game_is_verified(tmp_path: Path, seats: int, expert: list[str]) -> None:
    arguments = ("--games=2", "--seed=11", f"--seats={seats}", *expert)
    played = run("simulate", *arguments, "--record=a game.txt", cwd=tmp_path)
    assert (played.code, played.err) == (exits.OK, "")
    assert read_table(played.out).games == 2
    text = (tmp_path / "a game.txt").read_text("utf-8")
    assert f"Options: expert={'true' if expert else 'false'}\n" in text

    checked = run("verify", "a game.txt", cwd=tmp_path)

    assert (checked.code, checked.err) == (exits.OK, "")
    title, legal, result, dice = checked.out.splitlines()
    assert title.startswith(f"Eriantys, {seats} players, 20")
    moves = len(re.findall(r"(?m)^\d: ", text))
    assert legal == f"Every one of the {moves} actions was legal."
    assert re.fullmatch(r"The result is as claimed: player .* \([a-z-]+\)\.", result)
    assert dice == "The dice match their commitment."


def test_the_recorded_game_is_the_first_of_the_seed(tmp_path: Path) -> None:
    """The record neither changes the games nor depends on how many there are."""
    plain = run("simulate", "--games=20", "--seed=3", cwd=tmp_path)
    recorded = run("simulate", "--games=20", "--seed=3", "--record=a", cwd=tmp_path)
    alone = run("simulate", "--games=1", "--seed=3", "--record=b", cwd=tmp_path)
    assert without_speed(plain.out) == without_speed(recorded.out)
    texts = [(tmp_path / name).read_text("utf-8") for name in "ab"]
    first, second = (with_header(text, "Date", "today") for text in texts)
    assert first == second
    reason = re.search(r"(?m)^Reason: (.*)$", first)
    assert reason is not None
    assert read_table(alone.out).sections["ended by"] == {reason[1]: 1}


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    finished = run("simulate", "--record=mine.txt", cwd=tmp_path)
    assert_refused(finished, exits.CANNOT_CREATE, "mine.txt is there already")
    assert (tmp_path / "mine.txt").read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("folder", "folder is there already"),
        ("nowhere/r.txt", "cannot write nowhere/r.txt: No such file or directory."),
        ("file/r.txt", "cannot write file/r.txt: Not a directory."),
        ("x" * 300, "File name too long."),
        ("/dev/full", "/dev/full is there already"),
        ("dangling", "dangling is there already"),
    ],
)
def test_a_record_that_cannot_be_written_is_said_at_once(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("precious")
    (tmp_path / "dangling").symlink_to("nowhere")
    before = sorted(tmp_path.iterdir())
    finished = run("simulate", "--games", MANY, "--record", name, cwd=tmp_path)
    assert_refused(finished, exits.CANNOT_CREATE, said)
    assert sorted(tmp_path.iterdir()) == before


@not_for_root
def test_a_folder_that_is_not_writable_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    finished = run("simulate", "--games", MANY, "--record=locked/r.txt", cwd=tmp_path)
    assert_refused(
        finished, exits.CANNOT_CREATE, "cannot write locked/r.txt: Permission denied."
    )


def test_nothing_is_recorded_if_the_command_makes_no_sense(tmp_path: Path) -> None:
    for wrong in ("--games=0", "--seats=9", "--option=x=1"):
        finished = run("simulate", "--record=r.txt", wrong, cwd=tmp_path)
        assert_refused(finished, exits.USAGE)
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_rounds_is_counted_too() -> None:
    setting = Setting(TOY, 1, TOY.Options(), 3)
    tally = Tally()
    for index in range(20):
        state, moves = play(setting, index)
        tally.add(TOY.outcome(state), len(moves), 0, setting.teams)
    tally.seconds = 1.0
    lines = table(setting, tally)
    assert lines[0] == "Toy, 1 player, partners true, rounds 3: 20 random games, seed 3"
    assert not [line for line in lines if line.startswith("length")]
