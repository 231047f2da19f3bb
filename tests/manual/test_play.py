"""The page about playing and the client know the same options, keys and ways to end."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable

import pytest

from eriantys import cli
from eriantys.client.boards.eriantys import helping
from eriantys.client.screens import at_home, help, lobby, replay, voting
from tests.manual.page import FOLDER, Page

PAGE = Page(FOLDER / "eriantys.6")
COMMANDS = ("play", "watch", "replay")
ARROWS = {"←", "→", "↑", "↓", "↑↓"}


def options_of(command: str) -> set[str]:
    """List the options of a command, but for the help that each has."""
    parser = cli._parser([command])
    [commands] = [
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    ]
    chosen = commands.choices[command]._actions
    return {flag for action in chosen for flag in action.option_strings} - {"-h", "--help"}


def keys_in(*titles: str) -> set[str]:
    """List the keys that sections of the page name at the head of a paragraph."""
    sections = PAGE.below("KEYS")
    return {
        key for title in titles for each in sections[title].entries for key in each.tag.split()
    }


def named_inside(pairs: Iterable[tuple[str, str]]) -> set[str]:
    """List the keys that the help of the program names, in the words of the page."""
    keys = {key for each, _ in pairs for key in each.split()}
    return {"Arrows" if key in ARROWS else key for key in keys}


def test_every_option_of_play_has_a_paragraph() -> None:
    assert {each.name for each in PAGE.below("COMMANDS")["play"].entries} == options_of("play")


def test_watch_and_replay_have_the_options_that_the_page_says() -> None:
    in_order = [each.name for each in PAGE.below("COMMANDS")["play"].entries]
    assert options_of("watch") == set(in_order) - {"--host"}
    assert options_of("replay") == set(in_order[in_order.index("--theme") :])


def test_the_page_names_the_keys_of_the_board_and_of_a_replay() -> None:
    board = named_inside(helping.KEYS) - {"1-3"}  # told in the words about characters
    assert board <= keys_in("At a table")
    assert named_inside(replay.EXPLAINED) == keys_in("In a replay")


def test_the_page_names_the_keys_of_the_lobby() -> None:
    # How to move in a list, and how to go back, is told by the words about other keys.
    assert named_inside(lobby.KEYS) - {"Arrows", "Esc"} == keys_in("In the lobby")


def test_the_page_names_the_keys_of_votes_and_of_the_help() -> None:
    votes = {key for key, _, _ in voting._CHOICES.values()}
    assert votes <= keys_in("At a table")
    pages = {page[0] for page in (help.KEYS, help.RULES, help.SIGNS)}
    assert pages | {"/"} <= keys_in("In the help and in the log")


def test_the_page_names_the_keys_of_the_door() -> None:
    home = named_inside(at_home.KEYS) - {"Arrows", "←→"}
    assert home <= keys_in("At the door")
    assert {"Ctrl-U", "Up", "Down"} <= keys_in("At the door")


EXAMPLES = [
    line
    for block in PAGE.sections["EXAMPLES"].blocks
    for line in block.splitlines()
    if line.split()[1] in COMMANDS
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_are_understood(line: str) -> None:
    program, *typed = shlex.split(line)
    assert program == "eriantys"
    assert cli._parser(typed).parse_args(typed).command == typed[0]


def test_each_command_has_an_example() -> None:
    assert {line.split()[1] for line in EXAMPLES} == set(COMMANDS)
