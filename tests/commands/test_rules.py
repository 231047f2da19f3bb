"""The rules are shown in the pager, or printed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eriantys import exits
from tests.commands.program import (
    PATIENCE,
    PROGRAM,
    RULES,
    Run,
    Terminal,
    environment,
    run,
    started,
)


@pytest.mark.parametrize("arguments", [[], ["eriantys"]], ids=["by default", "by name"])
def test_the_rules_are_printed_into_a_pipe(tmp_path: Path, arguments: list[str]) -> None:
    finished = run("rules", *arguments, cwd=tmp_path, PAGER="sed s/^/paged:/")
    assert finished == Run(exits.OK, RULES, "")


def test_the_rules_can_be_printed_where_the_locale_is_poor(tmp_path: Path) -> None:
    finished = run("rules", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (finished.code, finished.err) == (exits.OK, "")
    assert len(finished.out.splitlines()) == len(RULES.splitlines())


def shown_on(terminal: Terminal, cwd: Path, **settings: str) -> str:
    """Show the rules on a terminal; return what was written there."""
    with started("rules", cwd=cwd, stdout=terminal.theirs, **settings) as process:
        written = terminal.read_to_end()
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (exits.OK, b"")
    return written


def write_program(file: Path, *lines: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)


def marking(mark: str) -> str:
    """Give a line of shell that copies its input with a mark; it needs no other program."""
    return f"while IFS= read -r line; do printf '{mark}%s\\n' \"$line\"; done"


def marked(mark: str) -> str:
    return "".join(f"{mark}{line}" for line in RULES.splitlines(keepends=True))


def test_the_rules_go_through_the_pager_on_a_terminal(
    tmp_path: Path, terminal: Terminal
) -> None:
    assert shown_on(terminal, tmp_path, PAGER="cat") == RULES


def test_the_pager_may_have_arguments(tmp_path: Path, terminal: Terminal) -> None:
    written = shown_on(terminal, tmp_path, PAGER="sed -e 's/^/paged: /'")
    assert written == marked("paged: ")


def test_a_pager_may_be_left_early(tmp_path: Path, terminal: Terminal) -> None:
    assert shown_on(terminal, tmp_path, PAGER="head -n 1") == RULES.split("\n")[0] + "\n"


@pytest.mark.parametrize(
    "pager",
    ["", "no-such-pager -x", "'unclosed", "/nowhere/pager", "   ", "/bin/sh -c no-such-pager"],
)
def test_without_its_pager_the_page_is_still_shown(
    tmp_path: Path, terminal: Terminal, pager: str
) -> None:
    (tmp_path / "bin").mkdir()
    with started(
        "rules", cwd=tmp_path, stdout=terminal.theirs, PAGER=pager, PATH=str(tmp_path / "bin")
    ) as process:
        written = terminal.read_to_end()
        assert process.wait(PATIENCE) == exits.OK
    assert written == RULES


@pytest.mark.parametrize("programs", [["less"], ["more"], ["less", "more"]])
def test_without_its_pager_another_is_taken(
    tmp_path: Path, terminal: Terminal, programs: list[str]
) -> None:
    for name in programs:
        write_program(tmp_path / "bin" / name, marking(f"{name}: "))
    settings = {"PAGER": "no-such-pager", "PATH": str(tmp_path / "bin")}
    assert shown_on(terminal, tmp_path, **settings) == marked(f"{programs[0]}: ")


@pytest.mark.parametrize(("theirs", "used"), [({}, "FRX"), ({"LESS": "S"}, "S")])
def test_less_is_told_how_unless_the_user_has_told_it(
    tmp_path: Path, terminal: Terminal, theirs: dict[str, str], used: str
) -> None:
    write_program(tmp_path / "bin" / "less", 'echo "LESS=$LESS"')
    settings = {"PATH": str(tmp_path / "bin"), **theirs}
    assert shown_on(terminal, tmp_path, **settings) == f"LESS={used}\n"


def test_a_pager_that_cannot_be_run_is_no_loss(tmp_path: Path, terminal: Terminal) -> None:
    broken = tmp_path / "pager"
    broken.write_text("#!/nowhere/at/all\n")
    broken.chmod(0o755)
    assert shown_on(terminal, tmp_path, PAGER=str(broken)) == RULES


PAGER_WITH_A_USE_FOR_CTRL_C = """
import signal, sys
sys.stdin.read()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print("ready", flush=True)
signal.sigwait([signal.SIGINT])
print("heard", flush=True)
"""


def test_ctrl_c_belongs_to_the_pager(tmp_path: Path, terminal: Terminal) -> None:
    (tmp_path / "pager.py").write_text(PAGER_WITH_A_USE_FOR_CTRL_C)
    pager = f"'{sys.executable}' pager.py"
    with subprocess.Popen(
        [*PROGRAM, "rules"],
        cwd=tmp_path,
        stdout=terminal.theirs,
        stderr=subprocess.PIPE,
        env=environment(PAGER=pager),
        start_new_session=True,
    ) as process:
        terminal.read_until(b"ready")
        os.killpg(process.pid, signal.SIGINT)
        assert terminal.read_to_end().endswith("heard\n")
        assert process.wait(PATIENCE) == exits.OK
        assert process.stderr is not None
        assert process.stderr.read() == b""
