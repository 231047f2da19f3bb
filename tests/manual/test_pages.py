"""All pages can be read everywhere, and say of each command what its help says."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from eriantys import __version__, cli
from tests.manual.page import FOLDER, Page

PAGES = sorted(FOLDER.glob("*.[1-9]"))
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
@pytest.mark.parametrize("columns", [78, 80, 84, 100, 110])
def test_a_page_renders_without_a_warning(page: Path, columns: int) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("there is no groff on this machine")
    command = [groff, "-man", "-t", "-Tutf8", "-ww", "-P-c", f"-rLL={columns}n", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    shown = re.sub(r".\x08", "", done.stdout)
    # Nobody can copy what was cut in two.
    assert max(map(len, shown.splitlines())) <= columns
    assert "‐\n" not in shown


@each_page
def test_mandoc_finds_no_fault(page: Path) -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        pytest.skip("there is no mandoc on this machine")
    command = [mandoc, "-T", "lint", "-W", "warning", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == ""


@each_page
def test_a_page_says_of_which_version_it_is_and_names_pages_that_there_are(page: Path) -> None:
    source = page.read_text("utf-8")
    title, section = page.stem.upper().replace("-", r"\-"), page.suffix[1:]
    head = rf'(?m)^\.TH {re.escape(title)} {section} "\d{{4}}-\d\d-\d\d" "eriantys (.*?)" '
    found = re.search(head, source)
    assert found
    assert found[1] == __version__
    named = re.findall(r"(?m)^\.BR (eriantys(?:\\-\w+)?) \((\d)\)", source)
    others = {f"{name}.{number}".replace("\\-", "-") for name, number in named}
    assert others <= {each.name for each in PAGES} - {page.name}
    assert len(others) >= len(PAGES) - 1, "each leads to all others"


PAGE = Page(FOLDER / "eriantys.6")
COMMANDS = PAGE.below("COMMANDS")


def commands() -> list[str]:
    [found] = [
        action
        for action in cli._parser([])._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    return list(found.choices)


def helped(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """List the options that the help of a command explains, but for the help itself."""
    assert cli.main([command, "--help"]) == 0
    return set(re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", capsys.readouterr().out)) - {"--help"}


def test_every_command_has_its_paragraph_and_its_line_at_the_top() -> None:
    assert set(COMMANDS) == set(commands())
    synopsis = PAGE.sections["SYNOPSIS"].whole
    assert set(re.findall(r"eriantys (\w+)", synopsis)) == set(commands())


ELSEWHERE = [name for name in COMMANDS if f"eriantys-{name}(8)" in COMMANDS[name].whole]
"""Commands with a page of their own, and a test of that."""
AS_PLAY = ["watch", "replay"]


@pytest.mark.parametrize("command", sorted({*commands()} - {*ELSEWHERE, *AS_PLAY}))
def test_help_and_page_explain_the_same_options(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    section = COMMANDS[command]
    explained = {entry.name for entry in section.entries if entry.name.startswith("--")}
    told = {name for name in re.findall(r"--[\w-]+", section.whole) if name != "--help"}
    assert helped(command, capsys) == explained | told


def test_pages_of_commands_are_there() -> None:
    assert "serve" in ELSEWHERE
    assert {f"eriantys-{name}.8" for name in ELSEWHERE} <= {page.name for page in PAGES}
