"""The waiting room and the line: who is there, what is asked, and the way out."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.client.address import HOME, Address
from eriantys.client.canvas import ink
from eriantys.client.screens.room import Room
from eriantys.client.screens.say import Say
from eriantys.wire.cards import RoomCard, Said
from eriantys.wire.from_client import Answer, Leave, Quick, TakeSeat
from eriantys.wire.from_server import Named, Request, Seated, ServerChat, Waiting
from tests.client.screens.stage import (
    HOSTILE,
    OTHER_SIZES,
    SIZES,
    WELCOME,
    QuietLine,
    Stage,
    assert_golden,
    assert_sound,
    entropy,
    room,
    seated,
)

NONCE = bytes(range(16))
TEAMS = room(3, "Ada", "Bruno", "Chiara", None, title="Teams tonight", private=True)


def arrived(card: RoomCard = TEAMS, seat: int = 0, code: str = "KITE-4172") -> Stage:
    """Come to a waiting room."""
    stage = Stage()
    stage.push(Room(stage, entropy))
    stage.hear(WELCOME, Named("Ada"))
    seated(stage, card, seat, code)
    return stage


def in_line() -> Stage:
    """Stand in line for a quick match."""
    stage = Stage()
    stage.push(Room(stage, entropy))
    stage.model.send(Quick("eriantys", b""))
    assert len(stage.sent()) == 1
    stage.hear(
        WELCOME,
        Named("Ada"),
        Waiting(
            5,
            ("Bruno", "Ada", "Chiara"),
            "choosing",
            "Bruno is choosing what will be played.",
            800_000,
        ),
    )
    return stage


# The room.


def test_a_fresh_share_in_the_luck_is_brought_once_the_promise_is_seen() -> None:
    stage = arrived()
    assert stage.sent() == [TakeSeat(nonce=NONCE)]
    stage.tick()
    stage.draw()
    stage.hear(Seated(3, 0, NONCE, TEAMS, "KITE-4172"))
    assert stage.sent() == []


def test_a_room_that_is_full_takes_no_other_share() -> None:
    assert arrived(room(1, "Bruno", "Ada"), 1, "").sent() == []


def test_everybody_is_seen_with_team_and_towers() -> None:
    text = arrived().text()
    for words in ("Ada (you)", "Bruno", "Chiara", "free seat", " A ", " B ", "white", "black"):
        assert words in text
    assert "A Ada and Chiara" in text
    assert "B Bruno and free seat" in text


def test_three_have_towers_but_no_teams() -> None:
    text = arrived(room(2, "Ada", None, None), code="").text()
    assert "grey" in text
    assert "TEAM" not in text


def test_another_game_has_neither() -> None:
    text = arrived(room(2, "Ada", None, None, game="nim", options={}), code="").text()
    assert "TOWERS" not in text
    assert "TEAM" not in text


def test_the_invitation_is_one_line_to_paste() -> None:
    text = arrived().text()
    assert " KITE-4172 " in text
    assert "eriantys play play.example:7777#KITE-4172" in text
    assert "OPEN TABLE" in arrived(room(2, "Ada", None), code="").text()


def test_a_code_that_is_none_is_shown_as_it_came() -> None:
    assert "strange" in arrived(code="strange").text()


def test_the_deadline_comes_nearer() -> None:
    stage = arrived()
    assert "seats close in 6:20" in stage.text()
    full = stage.text().count("█")
    stage.now += 200
    assert "seats close in 3:00" in stage.text()
    assert stage.text().count("█") < full
    stage.now += 10_000
    assert "seats close in 0:00" in stage.text()


def test_before_the_server_has_told_it_the_deadline_is_not_guessed() -> None:
    stage = Stage()
    stage.push(Room(stage, entropy))
    stage.hear(WELCOME, Named("Ada"), Seated(3, 0, NONCE, TEAMS, "KITE-4172"))
    assert "not known yet" in stage.text()
    assert "Bruno" in stage.text()


def test_enter_takes_the_free_seat_under_the_cursor() -> None:
    stage = arrived()
    stage.sent()
    stage.press("Enter")
    assert stage.sent() == [TakeSeat(seat=3)]


def test_taken_seats_are_not_asked_for() -> None:
    stage = arrived()
    stage.sent()
    stage.press("Up", "Enter")
    assert stage.said == "Chiara sits there."
    stage.press("Home", "Enter")
    assert stage.said == "That is your own seat."
    assert stage.sent() == []


def test_clicks_pick_a_seat_and_sit_down() -> None:
    stage = arrived(room(2, "Ada", None, None), code="")
    stage.sent()
    assert stage.click_on("grey")
    assert stage.sent() == []
    assert stage.click_on("grey")
    assert stage.sent() == [TakeSeat(seat=2)]
    assert stage.click_on("Esc leave")
    assert stage.sent() == [Leave()]
    assert not stage.click_on("CHAT")
    assert stage.click_on("grey", button="wheel-up")


def test_the_first_click_only_points_even_where_the_cursor_is() -> None:
    stage = arrived(room(2, "Ada", None, None), code="")
    stage.sent()
    assert stage.click_on("free seat")
    assert stage.sent() == []
    stage.press("Down", "Up")
    assert stage.click_on("free seat")
    assert stage.sent() == []
    assert stage.click_on("free seat")
    assert stage.sent() == [TakeSeat(seat=1)]


def sit(stage: Stage, *seats: str | None, match: int = 2) -> None:
    """Let the server tell who sits where."""
    names = tuple(name for name in seats if name is not None)
    told = Waiting(
        len(names), names, "players", "", 100_000, wanted=len(seats), match=match, seats=seats
    )
    stage.hear(told)


def test_the_cursor_leaves_a_seat_that_somebody_takes() -> None:
    stage = arrived(room(2, "Ada", None, None), code="")
    stage.sent()
    sit(stage, "Ada", "Bruno", None)
    stage.press("Enter")
    assert stage.sent() == [TakeSeat(seat=2)]
    # Whoever points at a seat that is taken means it.
    stage.press("Up")
    sit(stage, "Ada", "Bruno", None)
    stage.press("Enter")
    assert stage.said == "Bruno sits there."


def test_who_sits_down_and_who_leaves_is_noted_in_the_talk() -> None:
    stage = arrived(room(2, "Ada", "Bruno", None), code="")
    assert "sat down" not in stage.text()  # that was before
    stage.hear(ServerChat("match", (Said("Bruno", "hello"),)))
    stage.now += 1
    sit(stage, "Ada", "Bruno", "Chiara")
    stage.now += 1
    sit(stage, "Ada", "Chiara", None)
    text = stage.text()
    said = [text.index(each) for each in ("Bruno » hello", "Chiara sat down", "Bruno left")]
    assert said == sorted(said)
    stage.now += 1
    sit(stage, None, "Chiara", "Ada")
    assert "Ada" not in stage.text().split("CHAT")[1]
    canvas = stage.draw()
    y = next(y for y, row in enumerate(canvas.rows()) if "Chiara sat down" in row)
    assert canvas.styles[y][canvas.rows()[y].index("sat down")] == ink("dim")
    seated(stage, room(4, "Ada", None), 0)
    assert "sat down" not in stage.text()


def test_mode_and_teams_are_told_with_what_was_agreed() -> None:
    small = arrived().text()
    assert "expert · 1 min a turn · undo · waits for the absent · open to watchers" in small
    assert "teams A Ada and Chiara" in small
    assert "simple · 1 min a turn" in arrived(room(2, "Ada", None), code="").text()
    wide = arrived().text(100, 32)
    assert "│ expert " in wide
    assert "│ teams of two " in wide


def test_who_comes_is_seen_at_once() -> None:
    stage = arrived()
    stage.hear(
        Waiting(
            4,
            ("Ada", "Bruno", "Chiara", "Dario"),
            "players",
            "Everybody is here.",
            100_000,
            wanted=4,
            match=3,
            seats=("Ada", "Bruno", "Chiara", "Dario"),
        )
    )
    text = stage.text()
    assert "Dario" in text
    assert "free seat" not in text
    assert "All are here." in text


def test_esc_leaves_at_once() -> None:
    stage = arrived()
    stage.sent()
    stage.press("Esc")
    assert stage.sent() == [Leave()]


def test_talk_in_the_room_goes_to_the_table() -> None:
    stage = arrived()
    stage.hear(ServerChat("match", (Said("Bruno", "hello you"),)))
    assert "Bruno » hello you" in stage.text()
    stage.press("t")
    say = stage.layers[-1]
    assert isinstance(say, Say)
    assert say.to == "match"


@pytest.mark.parametrize("key", ["x", "?", "n", "Left", "Tab"])
def test_wrong_keys_are_left_to_the_program(key: str) -> None:
    for stage in (arrived(), in_line()):
        assert not stage.press(key)
        assert stage.layers[-1].possible()


# The line.


def test_the_line_tells_who_waits_and_why() -> None:
    stage = in_line()
    text = stage.text()
    assert "Bruno is choosing what will be played." in text
    assert "5 players in line: Bruno, you, Chiara and 2 others" in text
    assert "13:20" in text
    assert not stage.press("Enter")
    assert not stage.press("Down")
    stage.press("t")
    say = stage.layers[-1]
    assert isinstance(say, Say)
    assert say.to == "lobby"
    stage.press("Esc")
    stage.press("Esc")
    assert stage.sent() == [Leave()]


def test_the_first_in_line_chooses_seats_and_mode() -> None:
    stage = in_line()
    stage.hear(Request(5, "seats", 60_000, "", (2, 3, 4)))
    assert "How many shall play Eriantys?" in stage.text()
    assert "3 players" in stage.text()
    assert "1:00" in stage.text()
    stage.now += 11
    assert "0:49" in stage.text()
    stage.press("Down", "Enter")
    assert stage.sent() == [Answer(5, 3)]
    stage.press("Enter")
    assert stage.sent() == []  # it was answered already
    stage.hear(Request(6, "mode", 40_000, "expert", (False, True)))
    text = stage.text()
    assert "Mode: which one?" in text
    assert "simple" in text
    stage.press("End", "Enter")
    assert stage.sent() == [Answer(6, True)]
    stage.hear(Request(7, "mode", 40_000, "guidance", ("full", "none")))
    assert "Guidance: which one?" in stage.text()
    assert stage.click_on("none")
    assert stage.click_on("none")
    assert stage.sent() == [Answer(7, "none")]


def test_a_refused_answer_can_be_given_again() -> None:
    stage = in_line()
    stage.hear(Request(5, "seats", 60_000, "", (2, 3)))
    stage.press("Enter")
    stage.hear(Request(5, "seats", 50_000, "", (2, 3)))
    stage.press("Enter")
    assert stage.sent() == [Answer(5, 2), Answer(5, 2)]


# How it looks.


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
@pytest.mark.parametrize("count", [1, 2, 4, 16])
def test_hostile_rooms_never_spill(size: tuple[int, int], count: int) -> None:
    names = [(text * 3)[:64] for text in HOSTILE]
    seats = tuple(names[n % 5] if n % 2 else None for n in range(count))
    for text in HOSTILE:
        card = room(
            8,
            *seats,
            title=text,
            game="eriantys" if count % 2 == 0 else text,
            options={text[:20]: 12345678, "wild": True},
            absence="bot",
            guidance="none",
            turn_seconds=604800,
        )
        stage = arrived(card, 0, text)
        stage.line = QuietLine(Address("y" * 250), online=False)
        said = tuple(Said(name, text * 5, 10**9) for name in names)
        stage.hear(ServerChat("match", said))
        for _ in range(count):
            assert_sound(stage.draw(*size))
            stage.press("Up")


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES)
def test_hostile_lines_never_spill(size: tuple[int, int]) -> None:
    for text in HOSTILE:
        stage = in_line()
        stage.hear(Waiting(10**9, (text,) * 16, "choosing", text * 20, 10**12))
        assert_sound(stage.draw(*size))
        stage.hear(Request(5, "mode", 10**12, text, (text, text, *range(40))))
        for key in ("Down", "End"):
            assert_sound(stage.draw(*size))
            stage.press(key)
        assert_sound(stage.draw(*size))


def test_a_room_without_a_server_can_be_looked_at() -> None:
    stage = arrived()
    stage.model.disconnected()
    stage.line = QuietLine(online=False)
    text = stage.text()
    assert "offline" in text
    assert "Bruno" in text


def test_the_room_looks_as_it_should() -> None:
    stage = arrived()
    stage.hear(
        ServerChat(
            "match", (Said("Bruno", "hello", 120_000), Said("Chiara", "soon back", 9_000))
        )
    )
    assert_golden(stage, "room")
    assert_golden(arrived(room(2, "Ada", None), code=""), "room-open")


def test_the_line_looks_as_it_should() -> None:
    stage = in_line()
    assert_golden(stage, "line")
    stage.hear(Request(5, "seats", 50_000, "", (2, 3, 4)))
    assert_golden(stage, "question")


def test_a_tiny_window_is_told_the_same_in_two_lines() -> None:
    for stage in (arrived(), in_line()):
        stage.draw()
        for line in stage.layers[-1].brief():
            assert line


def test_what_can_be_done_with_a_free_seat_fits_the_smallest_screen() -> None:
    stage = Stage()
    stage.push(Room(stage, entropy))
    stage.hear(msgspec.structs.replace(WELCOME, bots=("easy", "normal", "hard")), Named("Ada"))
    seated(stage, TEAMS)
    stage.press("End")
    rows = stage.text().splitlines()
    guidance = next(row for row in rows if "Seat 4 is free" in row)
    assert guidance.rstrip().endswith("Enter sit there  b normal bot")
    assert "←→ level" in rows[-1]


def test_no_term_of_an_open_room_is_cut() -> None:
    card = room(2, "Ada", None, guidance="none", undo=False, turn_seconds=86400)
    text = arrived(card, code="").text()
    assert "simple · 1 day a turn · no undo · no guidance · waits for the absent" in text
    assert "│ open to watchers" in text
    teams = msgspec.structs.replace(TEAMS, guidance="none")
    assert "│ 1 min a turn · undo · no guidance · waits for the absent" in arrived(teams).text()


def test_esc_leads_to_where_one_comes_from() -> None:
    stage = arrived()
    aid = stage.layers[-1].aid()
    assert ("Esc", "leave for the lobby") in aid.keys
    stage.line.address = HOME
    aid = stage.layers[-1].aid()
    assert ("Esc", "leave, and go home") in aid.keys
