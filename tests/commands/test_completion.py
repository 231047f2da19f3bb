"""Completion in real shells, of whatever the parsers know."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.bots.brain import BRAINS, LEVELS
from eriantys.cli import _parser, main
from eriantys.commands.completion import SHELLS
from eriantys.commands.completion.words import Values, commands_of
from eriantys.games import REGISTERED
from eriantys.server.outside.settings import LOG_LEVELS, OPTIONS
from tests.commands.program import Terminal

Answers = list[set[str]]
Complete = Callable[[str, Sequence[str], Path], Answers]
"""Gives a shell a script and completes some lines, in a folder."""

FILES = {"evening.game", "two words.game"}

PARTS = {
    "eriantys ru": "rules",
    "eriantys rules san": "santorini",
    "eriantys play --them": "--theme",
    "eriantys play --theme d": "dark",
    "eriantys play --theme=d": "dark",
    "eriantys play --name bot --pl": "--plain",
    "eriantys bot --level h": "hard",
    "eriantys verify ev": "evening.game",
    "eriantys serve --config ev": "evening.game",
    "eriantys serve --keep-s": "--keep-saved",
    "eriantys arena --players mc": "mcts",
    "eriantys completion fi": "fish",
    "eriantys ctl undr": "undrain",
    "eriantys ctl --socket evening.game sto": "stop",
    "eriantys ctl drain --wi": "--within",
    "eriantys ctl ban Eve --re": "--reason",
    "eriantys ctl backup ev": "evening.game",
    "eriantys ctl --soc": "--socket",
}
"""Lines of which one word can be completed in one way."""

LISTS: dict[str, set[str]] = {
    "eriantys bot --level ": {"easy", "normal", "hard"},
    "eriantys simulate --game ": set(REGISTERED),
    "eriantys arena --players ": {*BRAINS, *LEVELS},
    "eriantys serve --log-level ": set(LOG_LEVELS),
    "eriantys verify ": FILES,
    "eriantys play --name ": set(),
    "eriantys ctl ban": {"ban", "bans"},
    "eriantys serve --": {option.flag for option in OPTIONS}
    | {"--config", "--help", "--restore"},
}
"""Lines after which there is a choice, or nothing that a shell could know."""


def environment(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm", "LANG": "C.UTF-8"}


def run(folder: Path, *command: str) -> str:
    finished = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.stderr == ""
    return finished.stdout


def in_bash(text: str, lines: Sequence[str], folder: Path) -> Answers:
    for line in lines:
        # As bash itself takes a line apart.
        words = [word for word in re.split(r" +|(=)", line) if word is not None]
        typed = " ".join(f"'{word}'" for word in words)
        text += f"COMP_WORDS=({typed}) COMP_CWORD={len(words) - 1}\n_eriantys\n"
        text += 'printf "%s\\n" "${COMPREPLY[@]}" ---\n'
    blocks = run(folder, "bash", "--norc", "-c", text).split("---\n")[:-1]
    return [set(block.splitlines()) - {""} for block in blocks]


def in_fish(text: str, lines: Sequence[str], folder: Path) -> Answers:
    for line in lines:
        text += f"complete --do-complete '{line}'\necho -- ---\n"
    blocks = run(folder, "fish", "--no-config", "-c", text).split("---\n")[:-1]
    # Beside an answer stands what it means.
    return [
        {answer.split("\t")[0].removeprefix("--theme=") for answer in block.splitlines()}
        for block in blocks
    ]


ZSH = """
PROMPT= RPROMPT=
autoload -Uz compinit
compinit -D -u
source script
tell() { print -r -- "$BUFFER" >> answers; BUFFER= }
zle -N tell
bindkey '^T' tell
setopt no_beep
print ready$((40 + 2))
"""


def in_zsh(text: str, lines: Sequence[str], folder: Path) -> Answers:
    """Type the lines, each with a tab, as people do; only what is settled appears then."""
    (folder / "script").write_text(text)
    (folder / ".zshrc").write_text(ZSH)
    terminal = Terminal()
    shell = subprocess.Popen(
        ["zsh", "-i"],
        cwd=folder,
        env=environment(folder),
        stdin=terminal.theirs,
        stdout=terminal.theirs,
        stderr=terminal.theirs,
        start_new_session=True,
    )
    try:
        terminal.read_until(b"ready42")
        os.write(terminal.ours, b"".join(f"{line}\t\x14".encode() for line in lines))
        os.write(terminal.ours, b"print over$((40 + 2))\r")
        terminal.read_until(b"over42")
    finally:
        shell.kill()
        shell.wait()
        terminal.hang_up()
        os.close(terminal.ours)
    told = (folder / "answers").read_text().splitlines()
    return [{re.split("[ =]", line.rstrip())[-1]} for line in told]


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    capsys.readouterr()
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "ask"), [("bash", in_bash), ("zsh", in_zsh), ("fish", in_fish)]
)
def test_what_is_clear_is_completed(
    shell: str, ask: Complete, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ask(script(shell, capsys), list(PARTS), folder)
    assert dict(zip(PARTS, answers, strict=True)) == {
        line: {word} for line, word in PARTS.items()
    }


@pytest.mark.parametrize(("shell", "ask"), [("bash", in_bash), ("fish", in_fish)])
def test_what_is_not_clear_is_listed(
    shell: str, ask: Complete, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ask(script(shell, capsys), list(LISTS), folder)
    found = dict(zip(LISTS, answers, strict=True))
    found["eriantys serve --"].discard("-h")
    assert found == LISTS


def test_every_command_and_option_that_is_helped_with_is_completed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--help"])
    commands = re.findall(r"(?m)^    (\w[\w-]*)(?:  |$)", capsys.readouterr().out)
    known = {each.path: each for each in commands_of(_parser(commands))}
    assert [path[0] for path in known if len(path) == 1] == commands
    for command in commands:
        main([command, "--help"])
        helped = re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", capsys.readouterr().out)
        assert [flag.names[-1] for flag in known[command,].flags] == helped


def test_commands_of_shells_that_are_not_there_are_printed_all_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        assert "eriantys" in capsys.readouterr().out
    assert main(["completion", "tcsh"]) == exits.USAGE
    assert "there are bash, zsh, fish;" in capsys.readouterr().err


def test_commands_below_commands_are_found_by_themselves() -> None:
    parser = argparse.ArgumentParser()
    top = parser.add_subparsers()
    ctl = top.add_parser("ctl", help="ask or tell a server")
    below = ctl.add_subparsers()
    kick = below.add_parser("kick", help="send somebody away")
    kick.add_argument("name", metavar="NAME")
    kick.add_argument("--why", metavar="TEXT", help="100%% free")
    kick.add_argument("--secret", help=argparse.SUPPRESS)
    below.add_parser("backup", help="copy the store").add_argument("file", metavar="FILE")
    program, control, kicking, backing_up = commands_of(parser)
    assert (program.below, control.below) == (("ctl",), ("kick", "backup"))
    assert kicking.path == ("ctl", "kick")
    assert [flag.names for flag in kicking.flags] == [("-h", "--help"), ("--why",)]
    assert kicking.flags[1].says == "100% free"
    assert kicking.values == Values()
    assert backing_up.values == Values(files=True)
