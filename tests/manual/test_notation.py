"""The page has every kind of action of each game, as its rules write it and it reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eriantys.games import REGISTERED, find, rules_page
from tests.manual.page import FOLDER, Page

PAGE = Page(FOLDER / "eriantys.6")
DATA = Path(__file__).resolve().parents[1] / "data"
NOTATION = {
    game: PAGE.below("NOTATION")[title]
    for game, title in zip(REGISTERED, PAGE.below("NOTATION"), strict=True)
}
by_game = pytest.mark.parametrize("game", REGISTERED)


def forms_on_page(game: str) -> dict[str, str]:
    """Tell by action how it is written in short; nothing if there is no such form."""
    forms: dict[str, str] = {}
    for entry in NOTATION[game].entries:
        whole, _, short = entry.tag.partition(" (")
        actions = whole.split(", ")
        shorts = short.removesuffix(")").split(", ") if short else [""] * len(actions)
        forms |= dict(zip(actions, shorts, strict=True))
    return forms


@by_game
def test_the_page_and_the_rules_write_the_same(game: str) -> None:
    section = rules_page(game).split("## Writing your moves")[1].split("\n## ")[0]
    forms: dict[str, str] = {}
    for actions, shorts in re.findall(r"(?m)^\| (`.*?) *\| *(`.*?`|) *\|", section):
        names = re.findall("`(.+?)`", actions)
        forms |= dict(
            zip(names, re.findall("`(.+?)`", shorts) or [""] * len(names), strict=True)
        )
    for action, short in re.findall(r"(?m)^- `(.+?)`, in short `(.+?)`", section):
        forms[action] = short
    assert forms_on_page(game) == forms


@by_game
def test_the_game_reads_every_form(game: str) -> None:
    rules = find(game)
    for action, short in forms_on_page(game).items():
        assert rules.format(rules.parse(action)) == action
        if short:
            assert rules.parse(short) == rules.parse(action), short


@by_game
def test_no_kind_of_action_is_left_out(game: str) -> None:
    records = [file.read_text("utf-8") for file in DATA.rglob("*.game")]
    played = [text.split("\n\n", 1)[1] for text in records if f"\nGame: {game}\n" in text]
    assert played
    actions = {line for text in played for line in re.findall(r"(?m)^\d: (.+)$", text)}
    colours = "green|red|yellow|pink|blue"
    kinds = {re.sub(f"^({colours}) (dining|\\d)", r"student \2", each) for each in actions}
    shown = {re.sub(f"^({colours}) ", "student ", each) for each in forms_on_page(game)}
    firsts = {each.split()[0] for each in kinds} - {"undo"}
    assert firsts <= {each.split()[0] for each in shown}
