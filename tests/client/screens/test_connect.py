"""The first screen: where to go and as whom, and what can go wrong on the way."""

from __future__ import annotations

import pytest

from eriantys.client.address import Address
from eriantys.client.screens.connect import Connect, name_trouble
from tests.client.screens.stage import (
    HOSTILE,
    OTHER_SIZES,
    SIZES,
    Stage,
    assert_golden,
    assert_sound,
)

KNOWN = [("play.example:7777", "Ada"), ("tls://games.example:4000", "Ada.L")]


class Door:
    """The screen with a program around it, which is not connected."""

    def __init__(self, known: list[tuple[str, str]] | None = None) -> None:
        self.stage = Stage()
        self.stage.line.online = False
        self.given_up = 0
        self.screen = Connect(self.stage, KNOWN if known is None else known, self.give_up)
        self.stage.push(self.screen)

    def give_up(self) -> None:
        self.given_up += 1

    @property
    def guidance(self) -> str:
        """All rows of it as one line."""
        rows = self.stage.text().splitlines()[:-1]
        first = max(y for y, row in enumerate(rows) if row.strip().startswith("▸"))
        return " ".join(row.strip() for row in rows[first:])


@pytest.fixture
def door() -> Door:
    return Door()


def test_enter_goes_where_one_was_last(door: Door) -> None:
    door.stage.press("Enter")
    assert door.stage.connected == [(Address("play.example"), "Ada", False)]


def test_whoever_was_nowhere_types_a_name_first() -> None:
    door = Door([])
    door.stage.type("Ada")
    door.stage.press("Enter")
    assert door.stage.connected == [(Address("localhost"), "Ada", False)]
    assert "`eriantys play` alone sits you down at home" in door.stage.text()


def test_server_name_and_guest_can_be_changed(door: Door) -> None:
    door.stage.press("C-u")
    door.stage.type("tls://x.example:99")
    door.stage.press("Down", "C-u")
    door.stage.type("Bo")
    door.stage.press("Down", "Right", "Enter")
    assert door.stage.connected == [(Address("x.example", 99, tls=True), "Bo", True)]


@pytest.mark.parametrize(
    ("pasted", "address"),
    [
        ("x.example:7777#ABCD-2345", Address("x.example", code="ABCD2345")),
        ("eriantys play tls://x.example:7#abcd2345", Address("x.example", 7, True, "ABCD2345")),
        ("eriantys play '[::1]:7777#ABCD-2345'", Address("::1", code="ABCD2345")),
    ],
)
def test_an_invitation_can_be_pasted_whole(door: Door, pasted: str, address: Address) -> None:
    door.stage.press("C-u")
    door.stage.paste(pasted)
    door.stage.press("Enter")
    assert door.stage.connected == [(address, "Ada", False)]


@pytest.mark.parametrize("text", ["", "http://x", "a b", "x:y", "::1", "x#short"])
def test_a_bad_address_is_told_in_a_sentence(door: Door, text: str) -> None:
    door.stage.press("C-u")
    door.stage.paste(text)
    door.stage.press("Down", "Enter")
    assert door.stage.connected == []
    assert door.screen.form.at == 0
    assert door.guidance.startswith("▸ ")
    assert not door.guidance.endswith("Enter connects.")
    door.stage.press("x")
    assert door.guidance.endswith("Enter connects.")


@pytest.mark.parametrize("name", ["", "日本", "a b", "._-", "Ada!"])
def test_a_bad_name_is_told_in_a_sentence(door: Door, name: str) -> None:
    assert name_trouble(name)
    door.stage.press("Down", "C-u")
    door.stage.paste(name)
    door.stage.press("Enter")
    assert door.stage.connected == []
    assert door.guidance == f"▸ {name_trouble(name)}"
    assert door.screen.form.at == 1


@pytest.mark.parametrize("name", ["Ada", "a", "_1_", "x.y-z"])
def test_a_good_name_is_none_of_our_business(name: str) -> None:
    assert name_trouble(name) == ""


def test_the_list_is_below_the_form(door: Door) -> None:
    door.stage.press("Tab", "Tab", "Tab")
    assert "▶Ada @ play.example:7777" in door.stage.text()
    door.stage.press("Down")
    assert "▶Ada.L @ tls://games.example:4000" in door.stage.text()
    door.stage.press("Up", "Up")
    assert door.screen.form.at == 2
    assert "▶ Guest" in door.stage.text()
    door.stage.press("Down", "End", "Enter")
    assert door.stage.connected == [(Address("games.example", 4000, tls=True), "Ada.L", False)]


@pytest.mark.parametrize(("key", "line"), [("Tab", 0), ("S-Tab", 2)])
def test_tab_leaves_the_list(door: Door, key: str, line: int) -> None:
    door.stage.press("Down", "Down", "Down", "Down", key)
    assert door.screen.form.at == line
    assert "▶Ada" not in door.stage.text()


def test_up_stays_on_the_first_line(door: Door) -> None:
    door.stage.press("Up")
    assert door.screen.form.at == 0


def test_clicks_fill_in_and_connect(door: Door) -> None:
    assert door.stage.click_on("[no] yes", within=6)
    assert door.stage.click_on("Server")
    assert door.screen.form.at == 0
    assert door.stage.click_on("Ada.L @")
    assert door.stage.connected == []
    assert door.stage.click_on("Ada.L @")
    assert door.stage.connected == [(Address("games.example", 4000, tls=True), "Ada.L", True)]
    assert not door.stage.click_on("WHERE TO")


def test_the_first_click_only_points_even_where_the_cursor_is(door: Door) -> None:
    door.stage.press("Down", "Down", "Down")
    row = next(row for row in door.stage.text().splitlines() if "▶" in row)
    name = row.split("▶")[1].split(" @")[0]
    assert door.stage.click_on(f"▶{name} @", within=2)
    assert door.stage.connected == []
    door.stage.press("Down", "Up")
    assert door.stage.click_on(f"▶{name} @", within=2)
    assert door.stage.connected == []
    assert door.stage.click_on(f"▶{name} @", within=2)
    assert len(door.stage.connected) == 1


def test_a_click_on_a_key_below_is_that_key(door: Door) -> None:
    assert door.stage.click_on("Enter connect ")
    assert len(door.stage.connected) == 1


def test_while_connecting_dots_step_once_a_second_and_esc_gives_up(door: Door) -> None:
    door.stage.press("Enter")
    seen = []
    for _ in range(4):
        seen.append(door.guidance.split("7777")[1].split("Esc")[0].strip())
        door.stage.now += 1
    assert seen == [".", "..", "...", "."]
    assert not door.stage.press("x")
    assert door.stage.layers[-1].possible()
    assert not door.stage.click_on("Ada.L @")
    assert door.given_up == 0
    door.stage.press("Esc")
    assert door.given_up == 1
    assert "Connecting" not in door.stage.text()
    assert not door.stage.over


def test_once_the_server_answers_it_says_so(door: Door) -> None:
    door.stage.press("Enter")
    door.stage.line.online = True
    assert "Logging in at play.example:7777" in door.guidance


def test_what_went_wrong_is_told_with_what_can_be_done(door: Door) -> None:
    door.stage.press("Enter")
    door.stage.line.trouble = "Nobody listens at play.example:7777."
    assert door.guidance == "▸ Nobody listens at play.example:7777. Enter tries again."
    door.stage.press("Enter")
    assert len(door.stage.connected) == 2
    door.stage.press("Down")
    assert "Nobody listens" not in door.stage.text()


def test_a_long_sentence_can_be_read_to_its_end(door: Door) -> None:
    door.stage.press("Enter")
    trouble = "The certificate is not trusted: get its file, and name it with --ca-file. " * 2
    door.stage.line.trouble = trouble.strip()
    assert door.guidance == f"▸ {trouble}Enter tries again."
    assert_sound(door.stage.draw())


def test_a_refused_name_can_be_typed_anew(door: Door) -> None:
    door.stage.press("Enter")
    door.stage.line.online = True
    door.screen.refuse("Ada is somebody else.")
    assert door.guidance == "▸ Ada is somebody else."
    door.stage.press("C-u")
    assert "somebody else" not in door.guidance
    door.stage.type("Bea")
    door.stage.press("Enter")
    assert door.stage.connected[-1] == (Address("play.example"), "Bea", False)


def test_a_name_in_another_terminal_can_be_moved_here(door: Door) -> None:
    door.stage.press("Enter")
    door.stage.line.online = True
    agreed: list[bool] = []
    door.screen.offer_take_over(lambda: agreed.append(True))
    assert "Ada is here in another terminal." in door.guidance
    assert not door.stage.press("x")
    door.stage.press("Enter")
    assert agreed == [True]
    assert "Logging in" in door.guidance


def test_or_another_name_is_taken(door: Door) -> None:
    door.stage.press("Enter")
    door.stage.line.online = True
    door.screen.offer_take_over(lambda: pytest.fail("nobody agreed"))
    door.stage.press("Esc", "C-u")
    door.stage.type("Bea")
    door.stage.press("Enter")
    assert door.stage.connected[-1] == (Address("play.example"), "Bea", False)


def test_what_was_named_on_the_command_line_is_filled_in(door: Door) -> None:
    door.screen.suggest(Address("x.example", 9, code="ABCD2345"), "", guest=True)
    assert "x.example:9#ABCD2345" in door.stage.text()
    assert door.screen.form.at == 1
    door.stage.type("Bo")
    door.stage.press("Enter")
    assert door.stage.connected == [(Address("x.example", 9, code="ABCD2345"), "Bo", True)]


def test_with_a_name_it_is_being_connected_already(door: Door) -> None:
    door.screen.suggest(Address("x.example"), "Bo")
    assert "Connecting to x.example:7777" in door.guidance


def test_esc_twice_quits(door: Door) -> None:
    door.stage.press("Esc")
    assert not door.stage.over
    assert "once more" in door.guidance
    door.stage.press("Down", "Esc")
    assert not door.stage.over
    door.stage.press("Esc")
    assert door.stage.over


def test_what_the_program_says_is_shown(door: Door) -> None:
    door.stage.say("The settings could not be read.")
    assert door.guidance == "▸ The settings could not be read."


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
def test_nothing_spills(size: tuple[int, int]) -> None:
    known = [(text * 5, text) for text in HOSTILE] * 8
    for door in (Door(known), Door([])):
        for keys in ((), ("Down",), ("Down", "Down"), ("Down",), ("End",)):
            door.stage.press(*keys)
            assert_sound(door.stage.draw(*size))
        door.screen.suggest(Address("x" * 250), "W" * 20)
        assert_sound(door.stage.draw(*size))
        door.screen.offer_take_over(lambda: None)
        assert_sound(door.stage.draw(*size))
        for sentence in HOSTILE:
            door.screen.refuse(sentence * 9)
            assert_sound(door.stage.draw(*size))
        door.stage.press("Up")
        door.screen.suggest(Address("x"), "W")
        door.stage.line.trouble = HOSTILE[1] * 9
        assert_sound(door.stage.draw(*size))


def test_it_looks_as_it_should(door: Door) -> None:
    assert_golden(door.stage, "connect")
    door.stage.press("Enter")
    door.stage.now += 1
    assert_golden(door.stage, "connecting")


def test_a_tiny_window_is_told_the_same_in_two_lines(door: Door) -> None:
    for line in door.screen.brief():
        assert line
