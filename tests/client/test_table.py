"""What people do at a table beside playing: talk, vote, look things up, leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.keys import Click, Key, Paste
from eriantys.client.known import KnownServers
from eriantys.client.match import Line
from eriantys.client.model import Place
from eriantys.wire.from_client import Chat, Leave, Move, Resign, Vote
from tests.client.players import Player
from tests.client.test_app import on_turn, table


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


def everybody(players: list[Player]) -> None:
    for player in players:
        player.go_on()


def test_talk_is_written_at_the_table_and_seen_by_all(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("t")
    ada.type("good luck!")
    ada.press("Enter")
    assert Chat("match", "good luck!") in ada.said
    everybody(players)
    for player in players:
        assert "good luck!" in player.screen()
    bruno.press("T")
    assert "Nobody plays on your side" in bruno.app.said


def test_a_pause_is_proposed_in_the_menu_and_agreed_to_by_a_key(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "p")
    everybody(players)
    assert "A PAUSE?" in bruno.screen()
    assert "Your vote" in bruno.screen()
    bruno.press("y")
    assert bruno.said[-1] == Vote("pause", "yes")
    everybody(players)
    assert "PAUSED" in ada.screen()
    ada.press("q", "g")
    everybody(players)
    assert "GO ON?" in bruno.screen()
    bruno.press("y")
    everybody(players)
    assert "PAUSED" not in ada.screen()


def test_a_vote_is_cast_by_a_click(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "m")
    everybody(players)
    assert "MORE TIME" in bruno.screen()
    bruno.click("n no")
    assert bruno.said[-1] == Vote("time", "no")
    everybody(players)
    assert "MORE TIME" not in bruno.screen()


def test_those_who_are_here_decide_about_one_who_is_not(tmp_path: Path) -> None:
    players = table(KnownServers(tmp_path), "Ada", "Bruno", "Chiara")
    gone = on_turn(players)
    rest = [player for player in players if player is not gone]
    gone.person.drop()
    everybody(rest)
    name = gone.app.model.name.upper()
    assert f"{name} away" in rest[0].screen()
    rest[0].parlour.wait(35)
    everybody(rest)
    shown = rest[0].screen()
    assert f"{name} IS AWAY" in shown
    assert "0:35 ago" in shown
    assert "w wait" in shown
    for player in rest:
        player.press("e")
        everybody(rest)
    for player in rest:
        assert player.app.model.place is Place.AFTER


def test_leaving_and_resigning_ask_first(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "l")
    assert "Leave?" in ada.screen()
    ada.press("Esc", "Esc")
    assert not any(isinstance(message, Leave) for message in ada.said)
    ada.press("q", "r")
    assert "Give the match up?" in ada.screen()
    ada.press("x", "y")
    assert Resign() in ada.said
    everybody(players)
    assert "GAME OVER" in bruno.screen()


def test_a_match_that_was_left_can_be_taken_up_again(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press("q", "l", "Enter")
    assert ada.app.model.place is Place.LOBBY
    assert "saved" in ada.screen()
    ada.press("o")
    assert ada.app.model.place is Place.MATCH


def test_settings_are_switched_in_the_menu(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "s", "c")
    assert not ada.settings.bell
    assert ada.settings.ask_before_sending
    assert "Ask before each action: on" in ada.screen()
    ada.press("Down", "Up", "Up", "Down", "Enter")
    assert "MENU" not in ada.screen()


def test_the_menu_answers_to_the_mouse(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q")
    ada.click("Resign")
    assert "Give the match up?" in ada.screen()
    ada.press("n", "Esc")


def test_quitting_in_a_match_asks_and_keeps_the_seat(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "Q")
    assert "Your seat is kept" in ada.screen()
    ada.press("Enter")
    assert ada.app.over


def move_students(players: list[Player]) -> Player:
    """Play assistants until somebody is to move students."""
    while True:
        player = on_turn(players)
        match = player.app.model.match
        assert match is not None
        assert match.request is not None
        if match.request.decision == "student":
            return player
        player.press("Enter")


def test_letters_typed_before_the_server_has_answered_are_for_what_it_asks_next(
    players: list[Player],
) -> None:
    mover = move_students(players)
    assert mover.app.model.match is not None
    colours = [action for action in mover.app.model.match.offers if action.endswith("dining")]
    first, last = colours[0], colours[-1]
    assert first != last, "another start is needed"
    mover.press(first[0])
    for sign in ("d", last[0], "d"):  # the server does not come to a word in between
        mover.app.handle(Key(sign))
    mover.go_on()
    moves = [message.action for message in mover.said if isinstance(message, Move)]
    assert moves[-2:] == [first, last]


def test_letters_typed_ahead_of_a_turn_that_ends_are_forgotten(players: list[Player]) -> None:
    mover = on_turn(players)
    mover.see()
    mover.app.handle(Key("Enter"))
    mover.app.handle(Key("d"))
    for player in (*players, *players):
        player.go_on()
    other = on_turn(players)
    assert other is not mover
    other.press("Enter")
    assert len([message for message in mover.said if isinstance(message, Move)]) == 1


def test_the_log_is_scrolled(players: list[Player]) -> None:
    for _ in range(16):
        player = on_turn(players)
        player.press("Enter")
    ada = players[0]
    ada.go_on()
    ada.press("l")
    latest = ada.screen()
    for key in ("Up", "PageUp", "Home"):
        ada.press(key)
    first = ada.screen()
    ada.press("Down", "PageDown", "End")
    assert ada.screen() == latest
    ada.app.handle(Click(5, 5, "wheel-up"))
    ada.app.handle(Click(5, 5, "wheel-down"))
    assert "lines of the log" in first
    ada.press("Enter")


def test_what_the_other_does_is_told_in_the_log(players: list[Player]) -> None:
    one = on_turn(players)
    other = next(player for player in players if player is not one)
    one.press("Enter")
    other.go_on()
    assert f"{one.app.model.name} plays assistant 1" in other.screen()


def test_a_click_on_a_key_is_that_key_and_a_right_click_looks_closer(
    players: list[Player],
) -> None:
    ada = players[0]
    ada.click("? help")
    assert "HELP" in ada.screen()
    ada.click("signs")
    assert "Mother Nature" in ada.screen()
    for key in ("Tab", "Right", "Left", " "):
        ada.press(key)
    ada.app.handle(Click(5, 5, "wheel-up"))
    ada.press("Esc")
    ada.see()
    ada.app.handle(Click(5, 5, "right"))
    assert "IN WORDS" in ada.screen()
    ada.press("Esc")


def test_a_typed_action_can_be_dropped_pasted_and_refused(players: list[Player]) -> None:
    ada = on_turn(players)
    before = len(ada.said)
    ada.press(":")
    ada.app.handle(Paste("assistant 3"))
    assert "assistant 3" in ada.screen()
    ada.press("Esc")
    ada.press(":")
    ada.type("zzz")
    ada.press("Tab")
    assert "no action begins like that" in ada.screen()
    ada.press("Enter")
    assert len(ada.said) > before
    assert "is no action" in ada.app.said
    ada.press(":")
    ada.type("undo")
    ada.press("Enter")
    assert "nothing that you may take back" in ada.app.said


def test_out_of_turn_keys_explain_themselves(players: list[Player]) -> None:
    mover = on_turn(players)
    other = next(player for player in players if player is not mover)
    for key, words in ((":", "not your turn"), ("u", "not your turn"), ("Z", "assistant")):
        other.press(key)
        assert words in other.app.said, key
    other.press("a")
    assert "Animations are on" in other.app.said


def test_a_line_that_is_back_is_shown_at_once(players: list[Player]) -> None:
    ada = players[0]
    ada.link.hang_up("Gone.")
    ada.go_on()
    for size in ((80, 24), (100, 32), (130, 42)):
        ada.size = size
        assert "CONNECTION LOST" in ada.screen()
    ada.press("o")
    assert ada.app.model.place is Place.MATCH
    assert "connect" in ada.screen()


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_however_long_the_reason_the_ways_out_are_named(
    players: list[Player], size: tuple[int, int]
) -> None:
    ada = players[0]
    ada.size = size
    reason = "host.table.example:7777 refuses the connection; is the server running there?"
    ada.link.hang_up(reason)
    ada.go_on()
    seen = ada.screen()
    assert "host.table.example:7777 refuses the connection" in seen
    assert "  r try now  o other server" in seen
    assert (reason in seen) == (size != (80, 24))


def test_the_lobby_says_when_the_line_is_lost(tmp_path: Path) -> None:
    players = table(KnownServers(tmp_path), "Ada", "Bruno")
    ada = players[0]
    ada.press("q", "l", "Enter")
    ada.link.hang_up("Gone.")
    ada.go_on()
    seen = ada.screen().splitlines()
    assert "CONNECTION LOST" in seen[0]
    assert "Gone.  r try now  o other server" in seen[-2]
    assert seen[-1].rstrip() == " r try now  o other server  Ctrl-C twice: quit"
    ada.press("t")
    ada.type("r there?")
    seen = ada.screen().splitlines()
    assert "CONNECTION LOST" in seen[0]
    assert "r there?" in seen[-2]
    assert "other server" not in seen[-1]


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("lost", "The connection is lost"),
        ("over", "The match is over"),
        ("waits", "It is not your turn"),
    ],
)
def test_whoever_is_asked_for_nothing_hears_why(
    players: list[Player], why: str, said: str
) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("gre")
    if why == "lost":
        ada.link.hang_up("Gone.")
    elif why == "over":
        next(each for each in players if each is not ada).press("q", "r", "y")
    else:
        ada.app.model.act(ada.app.model.match.offers[0])
    everybody(players)
    ada.parlour.wait(1)
    ada.press(*(["b"] if why == "over" else []), "Enter")
    assert ada.app.said == f"{said}: gre was not sent."
    for key, word in ((":", "type"), ("u", "take back"), ("H", "advise")):
        ada.press(key)
        assert f"{said}: there is nothing to {word}" in ada.app.said


def test_the_keys_in_the_guidance_can_be_clicked_and_stay_while_something_is_said(
    players: list[Player],
) -> None:
    ada = on_turn(players)
    ada.size = (100, 32)
    ada.press("Z")
    seen = ada.screen().splitlines()
    assert "Play an assistant: " in seen[-3]
    assert seen[-2].split() == ["Enter", "plays", "it", "0-9", "card", "←→", "other"]
    assert "Enter" not in seen[-1]
    ada.click("Enter plays it   0-9 card")
    assert isinstance(ada.said[-1], Move)


def test_nothing_is_answered_twice(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.see()
    before, typed = len(ada.said), ada.app.model.match.offers[1]
    for key in ("Enter", "Enter", ":", *typed, "Enter"):
        ada.app.handle(Key(key))  # the server hears nothing meanwhile
    assert ada.app.said == f"What you did before is still on its way: {typed} was not sent."
    ada.go_on()
    assert [type(said) for said in ada.said[before:]] == [Move]


def test_an_action_that_was_refused_can_be_tried_again(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("nonsense")
    ada.press("Enter")
    assert ada.app.said
    ada.press("Enter")
    assert [type(said) for said in ada.said[-2:]] == [Move, Move]
    assert not ada.app.said


def test_an_action_that_crosses_the_end_is_told_in_words_for_people(
    players: list[Player],
) -> None:
    ada = on_turn(players)
    bruno = next(each for each in players if each is not ada)
    ada.see()
    bruno.press("q", "r", "y")
    ada.app.handle(Key("Enter"))
    everybody(players)
    assert ada.app.model.place is Place.AFTER
    assert ada.app.said == "That came too late: the match had gone on already."


def test_the_board_of_a_match_that_is_over_names_the_way_back(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "r", "y")
    everybody(players)
    bruno.press("b")
    assert "GAME OVER" in bruno.screen()
    assert " b result  Esc lobby" not in bruno.screen(), "nobody has meant this letter for it"
    bruno.parlour.wait(1)
    bruno.press("b")
    for width, height in ((80, 24), (100, 32), (130, 42)):
        bruno.size = width, height
        assert " b result  Esc lobby" in bruno.screen().splitlines()[-1]
        assert bruno.screen().count("GAME OVER") == 1
    bruno.press("b", "s")
    assert "Save as" in bruno.screen(), "whoever has asked for the card is not startled by it"


def test_one_who_looked_on_sees_the_result_until_leaving(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    players = table(known, "Ada", "Bruno")
    zoe = Player(players[0].parlour, "Zoe", known)
    zoe.parlour.wait(6)
    zoe.go_on()
    zoe.press("w")
    zoe.go_on()
    assert zoe.app.model.place is Place.MATCH, zoe.screen()
    on_turn(players).press("q", "r", "Enter")
    zoe.go_on()
    assert zoe.app.model.place is Place.LOBBY
    assert "GAME OVER" in zoe.screen()
    zoe.press("Esc")
    assert "lobby" in zoe.screen()


def test_a_sentence_goes_when_it_is_old_or_about_something_else(players: list[Player]) -> None:
    mover = on_turn(players)
    other = next(player for player in players if player is not mover)
    other.press("Z")
    assert other.app.said
    mover.press("Enter")
    other.go_on()
    assert not other.app.said, "it is another turn now"
    other.press("Z")
    other.parlour.wait(6)
    other.go_on()
    assert not other.app.said


def test_whoever_comes_back_reads_what_was_missed(players: list[Player]) -> None:
    for _ in range(4):
        on_turn(players).press("Enter", "Enter")
    player = on_turn(players)
    numbers = line_numbers(player)
    assert len(numbers) == 4
    player.press("q", "l", "Enter", "o")
    assert player.app.model.place is Place.MATCH
    assert line_numbers(player) == numbers
    player.press("l")
    assert "assistant 1" in player.screen()


def test_whoever_was_away_finds_in_the_log_for_how_long_and_then_what_was_missed(
    players: list[Player],
) -> None:
    gone = on_turn(players)
    gone.press("Enter")
    other = on_turn(players)
    gone.person.drop()
    gone.link.hang_up("Gone.")
    gone.go_on()
    other.press("Enter")
    gone.parlour.wait(14)
    gone.go_on()
    gone.come_back()
    assert gone.app.model.place is Place.MATCH
    *_, away, missed = gone.app.model.match.story
    assert away.text == "You were away for 14 s."
    assert isinstance(missed, Line)
    gone.link.hang_up("Gone.")
    gone.go_on()
    gone.parlour.wait(3)
    gone.come_back()
    told = [each.text for each in gone.app.model.match.story if not isinstance(each, Line)]
    assert [text for text in told if "You were away" in text] == [
        "You were away for 14 s.",
        "You were away for 3 s.",
    ]


def line_numbers(player: Player) -> list[int]:
    match = player.app.model.match
    assert match is not None
    return [entry.number for entry in match.story if isinstance(entry, Line)]


def test_talk_from_before_is_there_for_whoever_comes_back(players: list[Player]) -> None:
    ada = players[0]
    ada.press("t")
    ada.type("remember me")
    ada.press("Enter")
    ada.press("q", "l", "Enter", "o")
    assert "remember me" in ada.screen()


def test_a_vote_is_put_aside_and_found_in_the_menu(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "p")
    everybody(players)
    assert "A PAUSE?" in bruno.screen()
    bruno.press("Esc")
    assert "A PAUSE?" not in bruno.screen()
    bruno.press("q", "v")
    assert "A PAUSE?" in bruno.screen()


def test_looks_are_chosen_in_the_menu_and_kept(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "t", "k", "i")
    assert ada.settings.theme == "light"
    assert ada.settings.safe_colours
    assert ada.settings.ascii_only
    assert ada.app.chosen == {"theme", "safe_colours", "ascii_only"}
    assert ada.app.restyled
    ada.press("t", "t")
    assert ada.settings.theme == "dark"


def test_a_typed_line_comes_back_with_up(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press(":")
    ada.type("assistant 99")
    ada.press("Enter", ":", "Up")
    assert "assistant 99" in ada.screen()


def test_the_end_of_the_time_says_how_to_come_back(players: list[Player]) -> None:
    ada = players[0]
    ada.link.hang_up("Your time was up.")
    ada.link.waits_for_key = True
    ada.go_on()
    shown = ada.screen()
    assert "r comes back" in shown
    assert "trying" not in shown
    ada.press("t")
    ada.type("hello?")
    ada.press("Enter")
    assert "not sent" in ada.app.said
