"""The lobby: one list that follows the server, and a key for everything that can be done."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.client.screens.create import Create
from eriantys.client.screens.lobby import ASLEEP_SECONDS, REFRESH_SECONDS, Lobby
from eriantys.client.screens.results import Results
from eriantys.client.screens.say import Say
from eriantys.wire import from_client
from eriantys.wire.cards import SavedCard
from eriantys.wire.from_client import Join, List, Mute, Quick, Resume, Watch
from eriantys.wire.from_server import Error, Matches, Muted
from tests.client.screens.lobbies import lobby_stage
from tests.client.screens.stage import (
    OTHER_GAME,
    RUNNING,
    WELCOME,
    Stage,
    arrived,
    entropy,
    room,
    running,
)

NONCE = bytes(range(16))


@pytest.fixture
def stage() -> Stage:
    return lobby_stage()


def selected(stage: Stage) -> str:
    """Read the title of the match under the cursor from the screen."""
    row = next(row for row in stage.text().splitlines() if "▶" in row)
    return row.split("▶")[1][:20].strip()


# The list.


def test_open_saved_and_running_matches_stand_in_one_list(stage: Stage) -> None:
    text = stage.text(130, 42)
    for line in (
        "Sunday duel",
        "Three is a crowd",
        "Quick match",
        "With Bruno",
        "With Hana and Ivo",
        "Masters final",
        "Match 12",
        "students  12s",
        "planning  5m",
    ):
        assert line in text


def test_a_match_of_ones_own_that_goes_on_is_listed_once(stage: Stage) -> None:
    stage.hear(Matches(running=(*RUNNING, running(9, "Hana", "Ivo", "Ada", title="Again"))))
    text = stage.text()
    assert sum("Hana, Ivo, Ada" in row for row in text.splitlines()) == 1
    assert sum("Again" in row for row in text.splitlines()) == 1
    assert "With Hana and Ivo" not in text


def test_of_a_match_of_ones_own_only_what_is_known_is_told(stage: Stage) -> None:
    stage.draw()
    stage.press(*["Down"] * 4)
    row = next(row for row in stage.text().splitlines() if "▶" in row)
    assert "··    Ada, Bruno      waits" in row
    text = stage.text()
    assert "your seat is kept · waits until all are back" in text
    assert "· you   · Bruno" in text
    stage.press("Down")
    row = next(row for row in stage.text().splitlines() if "▶" in row)
    assert "···   Hana, Ivo, Ada  your seat" in row
    assert "your seat is kept · the match goes on" in stage.text()


@pytest.mark.parametrize("suspended", [True, False])
def test_how_a_match_of_ones_own_goes_on_is_told_by_the_list_of_running_ones(
    stage: Stage, suspended: bool
) -> None:
    saved = SavedCard(9, "eriantys", ("Hana", "Ivo", "Ada", "Bo"), 2, suspended)
    card = running(9, "Hana", "Ivo", "Ada", "Bo", title="Again", turn=1)
    stage.hear(Matches(whole=True, saved=(saved,)), Matches(running=(card,)))
    text = stage.text()
    assert "▶Again" in text
    assert "your seat 12s" in text
    assert "teams of two" in text
    assert "the match goes on" in text
    assert "Ivo has to move a student" in text
    assert "▸ Ivo" in text
    stage.hear(Matches(running=(msgspec.structs.replace(card, turn=2),)))
    assert "your turn 12s" in stage.text()
    assert "you have to move a student" in stage.text()
    stage.press("Enter")
    assert stage.sent()[-1] == Resume(match=9)


def test_the_phase_of_an_unknown_game_is_told_in_the_servers_words(stage: Stage) -> None:
    card = running(9, "Jo", "Kim", game="nim", decision="take-sticks", idle_ms=90_000)
    stage.hear(Matches(whole=True), Matches(running=(card,)))
    text = stage.text(130, 42)
    assert "take stic… 1m" in text or "take sticks" in text
    assert "Jo is on turn: take sticks" in text


def test_names_of_one_stem_stay_apart_in_the_list(stage: Stage) -> None:
    names = ("Random-1", "Random-2", "Random-3")
    stage.hear(Matches(whole=True), Matches(running=(running(9, *names),)))
    row = next(row for row in stage.text().splitlines() if "▶" in row)
    for end in "123":
        assert f"{end}," in row or f"{end} " in row
    assert "Random…" not in row


def test_the_cursor_stays_on_its_match_when_the_list_changes(stage: Stage) -> None:
    stage.draw()
    stage.press("Down")
    assert selected(stage) == "Three is a crowd"
    stage.hear(Matches(gone=(1,), open=(room(5, "Zoe", None, title="New one"),)))
    assert selected(stage) == "Three is a crowd"
    stage.hear(Matches(gone=(2,)))
    assert selected(stage) != "Three is a crowd"
    stage.press("Enter")
    assert stage.sent() != []


@pytest.mark.parametrize(
    ("keys", "title"),
    [
        (("Down",), "Three is a crowd"),
        (("Down", "Up"), "Sunday duel"),
        (("End",), "Behind closed doors"),
        (("End", "Home"), "Sunday duel"),
        (("PageDown",), "Behind closed doors"),
        (("PageDown", "PageUp"), "Sunday duel"),
    ],
)
def test_keys_move_the_cursor(stage: Stage, keys: tuple[str, ...], title: str) -> None:
    stage.draw()
    stage.press(*keys)
    assert selected(stage) == title


def test_the_wheel_moves_and_two_clicks_act(stage: Stage) -> None:
    stage.draw()
    assert stage.click_on("MATCHES", button="wheel-down")
    assert selected(stage) == "Three is a crowd"
    assert stage.click_on("Teams tonight")
    assert stage.sent() == []
    assert selected(stage) == "Teams tonight"
    assert stage.click_on("Teams tonight")
    assert stage.sent() == [Join(NONCE, match=3)]
    assert not stage.click_on("MATCHES")


def test_the_first_click_only_points_even_where_the_cursor_is(stage: Stage) -> None:
    assert stage.click_on("Sunday duel")
    assert stage.sent() == []
    stage.press("Down", "Up")
    assert stage.click_on("Sunday duel")
    assert stage.sent() == []
    assert stage.click_on("Sunday duel")
    assert stage.sent() == [Join(NONCE, match=1)]


def test_a_click_on_a_key_below_is_that_key(stage: Stage) -> None:
    assert stage.click_on("n new")
    assert isinstance(stage.layers[-1], Create)


# Refreshing.


def test_the_running_matches_are_asked_for_on_arrival_and_every_few_seconds() -> None:
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    arrived(stage)
    assert stage.sent() == [List(running=True)]
    stage.now += REFRESH_SECONDS - 0.1
    stage.tick()
    assert stage.sent() == []
    stage.now += 0.2
    stage.tick()
    assert stage.sent() == [List(running=True)]


def test_the_list_costs_less_than_a_tenth_of_what_is_allowed() -> None:
    cost_of_list = 10
    allowed = WELCOME.limits.frames_per_second * REFRESH_SECONDS
    assert cost_of_list <= allowed / 10


def test_nobody_asks_who_is_asleep_or_offline_or_just_going(stage: Stage) -> None:
    stage.line.online = False
    stage.now += REFRESH_SECONDS + 1
    stage.tick()
    assert stage.sent() == []
    stage.line.online = True
    stage.press("Enter")
    stage.tick()
    assert stage.sent() == [Join(NONCE, match=1)]
    stage.now += ASLEEP_SECONDS + 1
    stage.tick()
    assert stage.sent() == []
    stage.press("Down")
    stage.tick()
    assert stage.sent() == [List(running=True)]


def test_a_list_never_follows_what_leads_away(stage: Stage) -> None:
    stage.now += REFRESH_SECONDS + 1
    stage.press("n", "Enter")
    stage.tick()
    assert [type(message) for message in stage.sent()] == [from_client.Create]
    stage.tick()
    assert stage.sent() == []


# What can be done.


def test_enter_joins_an_open_match(stage: Stage) -> None:
    stage.draw()
    stage.press("Enter")
    assert stage.sent() == [Join(NONCE, match=1)]


def test_enter_goes_back_to_a_saved_match(stage: Stage) -> None:
    stage.draw()
    stage.press("Down", "Down", "Down", "Down", "Enter")
    assert stage.sent() == [Resume(match=7)]


def test_enter_and_w_look_on_at_a_running_match(stage: Stage) -> None:
    stage.draw()
    stage.press("End", "Up", "Up", "Enter", "w")
    assert stage.sent() == [Watch(match=11), Watch(match=11)]


def test_what_cannot_be_watched_says_why(stage: Stage) -> None:
    stage.draw()
    stage.press("w")
    assert "once it is being played" in stage.said
    assert stage.said in stage.text()
    stage.press("End", "w")
    assert "Nobody else may look on" in stage.said
    stage.press("Enter")
    assert "Nobody else may look on" in stage.said
    assert stage.sent() == []


def test_o_goes_back_to_the_latest_saved_match(stage: Stage) -> None:
    stage.press("o")
    assert stage.sent() == [Resume()]
    stage.hear(Matches(whole=True))
    stage.press("o")
    assert stage.sent() == []
    assert stage.said == "No saved match waits for you."


def test_k_stands_in_line_for_the_game_under_the_cursor(stage: Stage) -> None:
    stage.press("k")
    assert stage.sent() == [Quick("eriantys", NONCE)]
    stage.hear(
        msgspec.structs.replace(WELCOME, games=(*WELCOME.games, OTHER_GAME)),
        Matches(whole=True, open=(room(1, "Bo", None, game="nim", options={}),)),
    )
    stage.draw()
    stage.press("k")
    assert Quick("nim", NONCE) in stage.sent()


def test_n_t_h_and_their_screens(stage: Stage) -> None:
    for key, screen in (("n", Create), ("t", Say), ("h", Results)):
        stage.press(key)
        assert isinstance(stage.layers[-1], screen)
        stage.press("Esc")
        assert len(stage.layers) == 1


@pytest.mark.parametrize(
    "typed",
    ["abcd-2345", "ABCD2345", "eriantys play games.example:7777#abcd-2345", "AbCd 2345"],
)
def test_j_joins_by_a_code_however_it_is_typed(stage: Stage, typed: str) -> None:
    stage.press("j")
    assert "Invitation code" in stage.text()
    stage.paste(typed)
    stage.press("Enter")
    assert stage.sent() == [Join(NONCE, code="ABCD2345")]
    assert "Invitation code" not in stage.text()


def test_a_code_also_leads_to_watching(stage: Stage) -> None:
    stage.press("j")
    stage.type("abcd2345")
    stage.press("Tab")
    assert stage.sent() == [Watch(code="ABCD2345")]


@pytest.mark.parametrize("typed", ["", "abc", "ABCD-23456", "日本語日本語日本", "ABCD-234!"])
def test_what_is_no_code_is_not_sent(stage: Stage, typed: str) -> None:
    for key in ("Enter", "Tab"):
        stage.press("j")
        stage.paste(typed)
        stage.press(key)
        assert stage.sent() == []
        assert "eight letters and digits" in stage.said


def test_a_filter_narrows_the_list_while_it_is_typed(stage: Stage) -> None:
    stage.press("/")
    stage.type("bruno")
    text = stage.text()
    assert "2 of 9" in text
    assert "Sunday duel" in text
    assert "Masters final" not in text
    assert stage.press("Down")
    stage.press("Enter", "Enter")
    assert stage.sent() == [Resume(match=7)]
    stage.press("Esc")
    assert "Masters final" in stage.text()


def test_esc_at_the_filter_shows_all_again(stage: Stage) -> None:
    stage.press("/")
    stage.type("nobody has this")
    assert "Nothing here fits" in stage.text()
    stage.press("Esc")
    assert "Masters final" in stage.text()


def test_m_mutes_the_latest_speaker_and_hears_them_again(stage: Stage) -> None:
    stage.press("m")
    assert "Mute whom? Bruno" in stage.text()
    stage.press("Enter")
    assert stage.sent() == [Mute("Bruno", muted=True)]
    stage.hear(Muted(("Bruno",)))
    stage.press("m")
    assert "muted: Bruno" in stage.text()
    stage.press("C-u")
    stage.type("bruno")
    stage.press("Enter")
    assert stage.sent() == [Mute("bruno", muted=False)]
    stage.press("m", "C-u", "Enter")
    assert stage.sent() == []
    stage.press("m")
    assert not stage.press("Tab")


def test_q_asks_before_it_quits(stage: Stage) -> None:
    stage.press("q")
    assert "quit?" in stage.text()
    stage.press("x")
    assert not stage.over
    assert "quit?" not in stage.text()
    stage.press("q", "Enter")
    assert stage.over


@pytest.mark.parametrize("key", ["x", "F5", "Left", "C-x", "?"])
def test_wrong_keys_are_left_to_the_program(stage: Stage, key: str) -> None:
    assert not stage.press(key)
    assert not stage.paste("text")
    assert stage.sent() == []
    assert stage.layers[-1].possible()


def test_an_empty_lobby_says_how_to_begin(stage: Stage) -> None:
    stage.hear(Matches(whole=True, running=()))
    assert "Nobody is playing or waiting here yet." in stage.text()
    # Somebody may well wait at a private table, which is not in the list.
    assert "j goes where somebody waits for you" in stage.text()
    stage.press("Enter", "w")
    assert stage.sent() == []
    assert "no match" in stage.said
    assert not stage.press("Down")


def test_without_a_server_nothing_is_offered() -> None:
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    stage.press("n")
    assert "no server" in stage.said
    stage.press("k")
    assert "no server" in stage.said
    stage.line.online = False
    assert "offline" in stage.text()


def test_what_the_program_says_stands_in_the_guidance(stage: Stage) -> None:
    stage.hear(Error("match-full", "That match is full."))
    stage.say("That match is full.")
    assert stage.text().splitlines()[-2].strip() == "▸ That match is full."
