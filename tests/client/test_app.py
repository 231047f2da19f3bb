"""The whole client without terminal and network: people press keys and look at pictures."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eriantys.client.keys import Key
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.games import find
from eriantys.wire.from_client import Move, Undo
from eriantys.wire.from_server import ServerVote, Started, Update, Welcome
from tests.client.players import Player
from tests.server.parlour import Parlour

ERIANTYS = {"eriantys": find("eriantys")}


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path)


def table(known: KnownServers, *names: str, size: tuple[int, int] = (80, 24)) -> list[Player]:
    """Let people open a table and sit down, all by keys."""
    parlour = Parlour(games=ERIANTYS)
    players = [Player(parlour, name, known, *size) for name in names]
    host = players[0]
    host.press("n")
    host.press("Down", "Down", *["Right"] * (len(names) - 2), "Enter")
    assert host.app.model.place is Place.ROOM, host.screen()
    for guest in players[1:]:
        parlour.wait(1)
        guest.go_on()
        guest.press("Enter")
    for player in players:
        player.go_on()
        assert player.app.model.place is Place.MATCH, player.screen()
    return players


def on_turn(players: list[Player]) -> Player:
    for player in players:
        player.go_on()
    [one] = [each for each in players if each.app.model.match and each.app.model.match.my_turn]
    return one


def test_the_lobby_is_reached_and_the_server_remembered(known: KnownServers) -> None:
    ada = Player(Parlour(games=ERIANTYS), "Ada", known)
    assert "lobby" in ada.screen()
    assert [(each.server, each.name) for each in known.all()] == [("table.example:7777", "Ada")]


def test_a_refused_name_can_be_replaced(known: KnownServers) -> None:
    parlour = Parlour(games=ERIANTYS)
    Player(parlour, "Ada", known)
    other = Player(parlour, "Ada", known)
    assert other.app.model.place is Place.DOOR
    assert "name" in other.screen().lower()


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_a_whole_match_is_played_by_enter_alone(
    known: KnownServers, size: tuple[int, int]
) -> None:
    players = table(known, "Ada", "Bruno", size=size)
    for _ in range(400):
        for player in players:
            player.go_on()
        if players[0].app.model.place is Place.AFTER:
            break
        player = on_turn(players)
        before = len(player.said)
        player.press("Enter")
        if len(player.said) == before or not isinstance(player.said[-1], Move):
            player.press("Enter")
    for player in players:
        player.go_on()
        assert player.app.model.place is Place.AFTER
        assert "GAME OVER" in player.screen()


def test_the_result_leads_to_a_rematch(known: KnownServers) -> None:
    players = table(known, "Ada", "Bruno")
    on_turn(players).press("q", "r", "Enter")
    for player in players:
        player.go_on()
    players[0].parlour.wait(1)
    for player in players:
        player.go_on()
        player.press("r")
    for player in players:
        player.go_on()
        assert player.app.model.place is Place.MATCH
        assert "GAME OVER" not in player.screen()


def test_undo_takes_a_student_back(known: KnownServers) -> None:
    players = table(known, "Ada", "Bruno")
    for _ in range(2):
        on_turn(players).press("Enter")
    player = on_turn(players)
    match = player.app.model.match
    assert match is not None
    entrance = match.view[f"entrance/{match.seat}"]
    player.press("Enter", "Enter")
    assert match.view[f"entrance/{match.seat}"] != entrance
    player.press("u")
    assert isinstance(player.said[-1], Undo)
    assert match.view[f"entrance/{match.seat}"] == entrance


def test_a_typed_action_is_completed_and_sent(known: KnownServers) -> None:
    players = table(known, "Ada", "Bruno")
    player = on_turn(players)
    player.press(":")
    player.type("as")
    player.press("Tab")
    assert "assistant " in player.screen()
    player.type("7")
    player.press("Enter")
    assert player.said[-1] == Move(1, "assistant 7")


def test_a_wrong_key_says_what_is_possible(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.press("Z")
    assert "assistant" in player.app.said
    assert player.app.said[:30] in player.screen()


def test_the_first_game_explains_each_phase_until_it_is_put_away(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    lesson = "A low card lets you move first"
    assert lesson in player.screen()
    player.size = (130, 42)
    row = next(row for row in player.screen().splitlines() if lesson in row)
    assert row.rstrip().endswith("│"), "it hides nothing of the talk beside the hand"
    player.click(". got it")
    assert lesson not in player.screen()
    assert player.settings.guide_seen == {"eriantys/assistant"}


def test_a_large_screen_tells_how_the_match_is_played(known: KnownServers) -> None:
    player = table(known, "Ada", "Bruno")[0]
    player.size = (130, 42)
    assert "E R I A N T Y S  simple · round 1  PLAN" in player.screen().splitlines()[0]


def test_the_bell_rings_once_when_it_is_ones_turn(known: KnownServers) -> None:
    players = table(known, "Ada", "Bruno")
    first = on_turn(players)
    second = next(player for player in players if player is not first)
    assert first.app.call.take_bell()
    assert not first.app.call.take_bell()
    assert not second.app.call.take_bell()
    first.press("Enter")
    second.go_on()
    assert second.app.call.take_bell()
    assert "Your turn" in second.app.call.title
    assert "Your turn" not in first.app.call.title


@pytest.mark.parametrize("key", ["?", "l", "i", "q", "t"])
def test_a_card_on_the_table_is_closed_by_escape(known: KnownServers, key: str) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    before = player.screen()
    player.press(key)
    assert player.screen() != before
    player.press("Esc")
    assert player.screen() == before


def test_help_shows_the_rules_of_the_game(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.press("?", "r")
    assert "Eriantys" in player.screen()
    before = player.screen()
    player.press("PageDown")
    assert player.screen() != before
    player.press("k", "Esc")


def test_a_small_window_says_so_and_still_plays(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    for size in ((79, 24), (80, 23), (60, 18), (40, 12), (20, 3), (5, 2), (1, 1)):
        player.size = size
        player.see()
    player.size = (60, 18)
    assert "TOO SMALL" in player.screen()
    assert "ssistant" in player.screen()
    assert player.screen().count("0-9 card") == 1, "keys are named in their own row"
    player.size = (40, 12)
    assert "…" not in player.screen().splitlines()[-1]
    player.press("Enter")
    assert isinstance(player.said[-1], Move)
    player.size = (80, 24)
    assert "TOO SMALL" not in player.screen()


def test_the_board_stays_while_the_connection_is_lost(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.link.hang_up("The network is gone.")
    player.go_on()
    shown = player.screen()
    assert "CONNECTION LOST" in shown
    assert "The network is gone." in shown
    assert "YOUR SCHOOL" in shown
    before = len(player.said)
    player.press("Enter")
    assert len(player.said) == before


def greet_again(player: Player) -> None:
    """Let the connection be there again, as after somebody has wanted it."""
    player.link.connected = True
    player.app.hear(next(each for each in player.person.heard if isinstance(each, Welcome)))


@pytest.mark.parametrize("part", ["table", "island/5", "turn", "mother", "professors", "bag"])
def test_a_table_that_is_none_of_eriantys_is_never_drawn(
    known: KnownServers, part: str
) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    [started] = [message for message in player.person.heard if isinstance(message, Started)]
    for rubbish in (None, 77, "x", b"", [], {}, {"head": 99}):
        broken = msgspec.structs.replace(started, view=started.view | {part: rubbish})
        player.app.hear(broken)
        assert not player.link.connected
        assert "none of Eriantys" in player.link.hung_up
        player.see()
        greet_again(player)
    update = Update(1, 1, 0, "x", (), {part: None}, 0, "", 0)
    player.app.hear(update)
    assert not player.link.connected


def test_ctrl_c_opens_the_menu_and_twice_quits(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.app.handle(Key("C-c"))
    assert "MENU" in player.screen()
    assert not player.app.over
    player.app.handle(Key("C-c"))
    assert player.app.over


def test_ctrl_c_opens_the_menu_also_while_an_action_is_typed(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.press(":")
    player.app.handle(Key("C-c"))
    assert "MENU" in player.screen()


def test_letters_are_typed_and_no_keys_while_the_connection_is_lost(
    known: KnownServers,
) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    player.press(":")
    player.link.hang_up("Gone.")
    player.go_on()
    player.type("cloud")
    assert "cloud" in player.screen()
    assert player.app.model.match is not None


def test_a_vote_that_is_none_of_this_match_is_not_heard(known: KnownServers) -> None:
    player = on_turn(table(known, "Ada", "Bruno"))
    match = player.app.model.match
    assert match is not None
    votes: tuple[str | None, ...] = (None, None)
    for number, choices, cast in (
        (match.id, ("maybe",), votes),
        (match.id, ("yes", "no"), ()),
        (match.id + 1, ("yes", "no"), votes),
    ):
        player.app.hear(ServerVote(number, "pause", choices, cast, 2, 1000))
        player.see()
        assert match.vote is None


def test_another_match_given_for_the_same_one_has_a_table_of_its_own(
    known: KnownServers,
) -> None:
    two = on_turn(table(known, "Ada", "Bruno"))
    players = table(known, "Carl", "Dora", "Emil")
    [other] = [each for each in players[0].person.heard if isinstance(each, Started)]
    two.press("v")
    two.app.hear(other)
    assert "Emil" in two.screen()
    two.press("v", "v")
    two.app.hear(msgspec.structs.replace(other, game="chess", view={}))
    two.see()
