"""Whatever is typed, the user gets one sentence and a script gets a number."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from eriantys import __version__, exits
from tests.commands.program import (
    PATIENCE,
    ROOT,
    Argument,
    Run,
    assert_one_sentence,
    assert_refused,
    run,
    started,
)


def test_version(tmp_path: Path) -> None:
    assert run("--version", cwd=tmp_path) == Run(exits.OK, f"eriantys {__version__}\n", "")


def test_ctrl_c_while_the_program_is_being_read_shows_no_traceback(tmp_path: Path) -> None:
    # The first module that the front door imports is one that presses Ctrl-C.
    (tmp_path / "argparse.py").write_text(
        "import os\nos.kill(os.getpid(), 2)\nraise SystemExit"
    )
    with started("--version", cwd=tmp_path, PYTHONPATH=f"{tmp_path}:{ROOT}") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (-signal.SIGINT, b"", b"")


def test_help_lists_the_commands(tmp_path: Path) -> None:
    finished = run("--help", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.startswith("usage: eriantys ")
    for word in ("simulate", "verify", "rules", "serve", "--version", "COMMAND --help"):
        assert word in finished.out


HELP = {
    "simulate": "--game --seats --expert --option --games --seed --record",
    "verify": "FILE",
    "rules": "GAME",
    "serve": "--config --host --port --store --motd --log-level --ping --silence --grace",
}


@pytest.mark.parametrize("command", HELP)
def test_help_of_a_command_lists_its_options(tmp_path: Path, command: str) -> None:
    finished = run(command, "--help", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.startswith(f"usage: eriantys {command} ")
    explained = finished.out.split("\n\n", 1)[1]
    for option in HELP[command].split():
        assert re.search(rf"(?m)^  {option}\b.*\s\S", explained), f"{option} is not explained"
    assert max(map(len, finished.out.split("\n"))) <= 80


USAGE_ERRORS = [
    ([], "COMMAND; try eriantys --help."),
    (["simluate"], "'simluate'", "the nearest is simulate; try eriantys --help."),
    (["dance"], "'dance'", "simulate", "verify", "rules", "; try eriantys --help."),
    (["Simulate"], "'Simulate'"),
    ([""], "''"),
    (["--fast"], "required: COMMAND"),
    (["verify"], "FILE; try eriantys verify --help."),
    (["verify", "a", "b"], "unrecognized arguments: b"),
    (["rules", "chess"], "There is no game 'chess'; there is: eriantys"),
    (["rules", ""], "There is no game ''"),
    (["rules", "../eriantys"], "There is no game '../eriantys'"),
    (["rules", "contract"], "There is no game 'contract'"),
    (["simulate", "--fast"], "arguments: --fast; try eriantys simulate --help."),
    (["simulate", "--game", "chess"], "There is no game 'chess'; there is: eriantys"),
    (["simulate", "--game"], "argument --game: expected one argument; try eriantys simulate"),
    (["simulate", "--seats", "5"], "Eriantys is for 2, 3 or 4 players, not 5."),
    (["simulate", "--seats", "1"], "Eriantys is for 2, 3 or 4 players, not 1."),
    (["simulate", "--seats", "0"], "not 0."),
    (["simulate", "--seats", "-2"], "not -2."),
    (["simulate", "--seats", "two"], "--seats", "'two'"),
    (["simulate", "--games", "0"], "--games must be at least 1, not 0."),
    (["simulate", "--games", "-3"], "--games must be at least 1, not -3."),
    (["simulate", "--games", "1e3"], "--games", "'1e3'"),
    (["simulate", "--games", ""], "--games", "''"),
    (["simulate", "--seed", "lucky"], "--seed", "'lucky'"),
    (["simulate", "--option", "colour=red"], "no option 'colour'; its options are: expert."),
    (["simulate", "--option", "Expert=true"], "no option 'Expert'"),
    (["simulate", "--option", "expert=maybe"], "write true or false", "expert"),
    (["simulate", "--option", "expert="], "write true or false", "expert"),
    (["simulate", "--option", "expert"], "--option takes NAME=VALUE, not 'expert'."),
    (["simulate", "--option", "=true"], "--option takes NAME=VALUE, not '=true'."),
    (["simulate", "--option", ""], "--option takes NAME=VALUE, not ''."),
    (["simulate", "--option", "expert=true", "--option", "x=1"], "no option 'x'"),
    (["simulate", "--expert", "--option", "expert=false"], "'expert' is chosen in two ways."),
    (["simulate", "--record", ""], "--record", "cannot be empty"),
    (["verify", ""], "FILE", "cannot be empty"),
    *(
        ([command, "--ca-file", "x.pem", "table.example"], "tls://table.example:7777")
        for command in ("play", "watch", "bot")
    ),
    (["simulate", "--option", b"expert=\xff"], "write true or false"),
    (["simulate", "--option", b"\xff=1"], r"no option '\udcff'"),
]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(arguments, said) for arguments, *said in USAGE_ERRORS],
    ids=[repr(arguments) for arguments, *_ in USAGE_ERRORS],
)
def test_a_senseless_command_line_is_refused(
    tmp_path: Path, arguments: list[Argument], said: list[str]
) -> None:
    assert_refused(run(*arguments, cwd=tmp_path), exits.USAGE, *said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["two\nlines"],
        ["--two\nlines"],
        ["verify", "two\nlines"],
        ["verify", "a", "two\nlines"],
        ["rules", "two\nlines"],
        ["simulate", "--game=two\nlines"],
        ["simulate", "--games=two\nlines"],
        ["simulate", "--option=two\nlines"],
        ["simulate", "--option=two\nlines=1"],
        ["simulate", "--record=no/two\nlines"],
    ],
    ids=repr,
)
def test_the_sentence_stays_on_one_line_whatever_was_typed(
    tmp_path: Path, arguments: list[str]
) -> None:
    finished = run(*arguments, cwd=tmp_path)
    assert finished.code in (exits.USAGE, exits.NO_INPUT, exits.CANNOT_CREATE)
    assert_one_sentence(finished.err)


FAULT = """
import sys
import eriantys.commands.rules
from eriantys.cli import main

def fail(options):
    raise ZeroDivisionError("nobody thought of this")

eriantys.commands.rules.run = fail
sys.exit(main(["rules"]))
"""


def test_a_fault_of_the_program_is_one_sentence(tmp_path: Path) -> None:
    finished = run(cwd=tmp_path, program=(sys.executable, "-c", FAULT))
    said = (
        "fault in the program",
        "ZeroDivisionError: nobody thought of this",
        "ERIANTYS_DEBUG=1",
    )
    assert_refused(finished, exits.BROKEN, *said)


def test_a_fault_of_the_program_can_be_looked_into(tmp_path: Path) -> None:
    finished = run(cwd=tmp_path, program=(sys.executable, "-c", FAULT), ERIANTYS_DEBUG="1")
    assert finished.code not in (exits.OK, exits.USAGE)
    assert finished.err.startswith("Traceback (most recent call last):\n")
    assert finished.err.endswith("ZeroDivisionError: nobody thought of this\n")
    assert ", in fail\n" in finished.err
