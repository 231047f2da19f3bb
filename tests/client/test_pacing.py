"""What bots do is shown step by step, and whoever does not want to wait is not made to."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eriantys.client.address import Address
from eriantys.client.keys import Key
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.client.pacing import HELD_MOST, SECONDS, Pace, is_aside
from eriantys.client.settings import BotPace, Settings
from eriantys.wire.cards import Said
from eriantys.wire.from_client import Chat, FromClient, Move
from eriantys.wire.from_server import (
    Ended,
    FromServer,
    Matches,
    Notice,
    Presence,
    Request,
    ServerBye,
    ServerChat,
    Update,
)
from tests.client.players import Player
from tests.client.test_app import on_turn, table
from tests.client.with_bots import latest, let_bots_act, match_of, table_with_bots
from tests.server.parlour import Person

STEP = SECONDS["normal"]
BOT, PERSON = 1, 0
CHAT = ServerChat("match", (Said("Bruno", "hello"),))


# Without a client.


def update(number: int, seat: int = BOT) -> Update:
    return Update(1, number, seat, "x", (), {}, 0, "", 0)


def pace_of(settings: Settings) -> Pace:
    """Make one for a match in which a bot has the second seat."""
    return Pace(settings, lambda message: isinstance(message, Update) and message.seat == BOT)


def taken(pace: Pace, now: float) -> list[FromServer]:
    """Take out all that may be shown."""
    messages = []
    while (held := pace.take(now)) is not None:
        messages.append(held[0])
    return messages


@pytest.mark.parametrize("wish", ["slow", "normal"])
def test_each_step_is_seen_for_a_while(wish: BotPace) -> None:
    pace, step = pace_of(Settings(bot_pace=wish)), SECONDS[wish]
    steps = [update(number) for number in range(4)]
    for each in steps:
        pace.add(each, 100.0)
    assert taken(pace, 100.0) == steps[:1]
    now = 100.0
    for each in steps[1:]:
        assert pace.due == now + step
        assert taken(pace, now + step - 0.01) == []
        now += step
        assert taken(pace, now) == [each]
    assert pace.due is None


def test_at_once_nothing_waits() -> None:
    pace = pace_of(Settings(bot_pace="at once"))
    steps = [update(number) for number in range(4)]
    for each in steps:
        pace.add(each, 5.0)
    assert taken(pace, 5.0) == steps


def test_what_people_do_waits_only_for_what_came_before() -> None:
    pace = pace_of(Settings())
    mine, request = update(3, PERSON), Request(4, "move", 1000, "x", legal=("y",))
    pace.add(update(0, PERSON), 1.0)
    assert taken(pace, 1.0) == [update(0, PERSON)]
    for message in (update(1), update(2), mine, request):
        pace.add(message, 1.0)
    assert taken(pace, 1.0) == [update(1)]
    assert taken(pace, 1.0 + STEP) == [update(2), mine, request]


def test_talk_does_not_wait_and_what_is_said_of_the_match_does() -> None:
    assert is_aside(CHAT)
    assert is_aside(ServerBye("stopping", "The server stops."))
    assert is_aside(Notice("motd", "Welcome."))
    assert not is_aside(Notice("paused", "The match is paused.", match=1))
    assert not is_aside(Presence(1, 0, "Bruno", True, "back"))
    assert not is_aside(update(1))


def test_it_is_told_when_each_message_came() -> None:
    pace = pace_of(Settings())
    pace.add(update(1), 1.0)
    pace.add(update(2), 1.2)
    assert pace.take(1.3) == (update(1), 1.0)
    assert pace.take(9.0) == (update(2), 1.2)


def test_a_flood_is_not_delayed_for_ever() -> None:
    pace = pace_of(Settings(bot_pace="slow"))
    flood = [update(number) for number in range(HELD_MOST + 2)]
    for each in flood:
        pace.add(each, 1.0)
        if each.number == 0:
            assert taken(pace, 1.0) == flood[:1]
    assert taken(pace, 1.0) == flood[1:]


def test_whose_step_it_is_counts_when_it_is_to_be_shown() -> None:
    """A bot may have taken a seat over by something that was not shown yet itself."""
    bots: set[int] = set()
    pace = Pace(Settings(), lambda each: isinstance(each, Update) and each.seat in bots)
    away = Presence(1, BOT, "Bruno", False, "lost", bot=True)
    for message in (away, update(1), update(2)):
        pace.add(message, 1.0)
    assert pace.take(1.0) == (away, 1.0)
    bots.add(BOT)
    assert taken(pace, 1.0) == [update(1)]
    assert taken(pace, 1.0 + STEP) == [update(2)]


def test_what_is_dropped_is_never_shown() -> None:
    pace = pace_of(Settings())
    for number in range(3):
        pace.add(update(number), 1.0)
    pace.hurry()
    pace.drop()
    assert pace.due is None
    pace.add(update(7), 1.0)
    pace.add(update(8), 1.0)
    assert taken(pace, 1.0) == [update(7)]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_or_changes_its_place(seed: int) -> None:
    chance, settings = random.Random(seed), Settings()
    pace, now = pace_of(settings), 0.0
    said: list[FromServer] = []
    shown: list[FromServer] = []
    waited = False
    for number in range(300):
        message = update(number, chance.choice((BOT, BOT, PERSON)))
        said.append(message)
        pace.add(message, now)
        match chance.randrange(20):
            case 0:
                pace.hurry()
            case 1:
                settings.bot_pace = chance.choice(list(SECONDS))
        shown += taken(pace, now)
        assert shown == said[: len(shown)]
        assert len(said) - len(shown) <= HELD_MOST
        waited |= len(shown) < len(said)
        now += chance.random()
    assert waited
    assert pace.hurry() == (shown != said)
    assert shown + taken(pace, now) == said
    assert not pace.hurry()


# At a table.


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path)


@pytest.fixture
def playing(known: KnownServers) -> tuple[Player, list[Person]]:
    return table_with_bots(known)


def wait(player: Player, seconds: float) -> None:
    player.parlour.wait(seconds)
    player.go_on()


def see_all(player: Player) -> None:
    """Wait as long as it takes to be shown everything."""
    for _ in range(HELD_MOST):
        wait(player, STEP)


def moves(player: Player) -> list[FromClient]:
    return [each for each in player.said if isinstance(each, Move)]


def test_the_steps_of_bots_are_seen_one_by_one(playing: tuple[Player, list[Person]]) -> None:
    ada, bots = playing
    steps = let_bots_act(ada, bots)
    match = match_of(ada)
    before = match.number
    for step in range(1, steps + 1):
        wait(ada, STEP)
        assert match.number == before + step
        assert match.my_turn == (step == steps)
        assert match.my_turn or ada.app.next_due() <= ada.app.now + STEP


def waiting(playing: tuple[Player, list[Person]]) -> tuple[Player, int]:
    """Let a player see the first of several steps; tell which number the last has."""
    ada, bots = playing
    let_bots_act(ada, bots)
    wait(ada, STEP)
    last = latest(ada)
    assert match_of(ada).number < last
    return ada, last


def test_talk_is_heard_at_once(playing: tuple[Player, list[Person]]) -> None:
    ada, last = waiting(playing)
    ada.press("t")
    ada.type("thinking …")
    ada.press("Enter")
    assert match_of(ada).number < last
    assert ada.app.model.chat["match"][-1].text == "thinking …"


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_key_shows_all_that_waits_and_does_nothing_else(
    playing: tuple[Player, list[Person]], key: str
) -> None:
    ada, last = waiting(playing)
    before = moves(ada)
    ada.press(key)
    assert match_of(ada).number == last
    assert match_of(ada).my_turn
    assert moves(ada) == before
    ada.press("Enter", "Enter")
    assert moves(ada) != before


def test_a_key_that_comes_before_the_picture_is_not_meant_for_it(
    playing: tuple[Player, list[Person]],
) -> None:
    ada, last = waiting(playing)
    before = moves(ada)
    ada.see()
    see_all(ada)
    assert match_of(ada).number == last
    for _ in range(3):
        ada.app.handle(Key("Enter"))
    ada.go_on()
    assert moves(ada) == before
    ada.press("Enter", "Enter")
    assert moves(ada) != before


def test_other_keys_mean_what_they_always_do(playing: tuple[Player, list[Person]]) -> None:
    ada, last = waiting(playing)
    ada.press("l")
    assert "lines of the log" in ada.screen()
    ada.press("Enter")
    assert "lines of the log" not in ada.screen()
    assert match_of(ada).number < last


def test_what_is_typed_is_typed_while_bots_act(playing: tuple[Player, list[Person]]) -> None:
    ada, last = waiting(playing)
    ada.press("t")
    ada.type("one two three")
    ada.press("Enter")
    assert Chat("match", "one two three") in ada.said
    assert match_of(ada).number < last


def test_f_changes_the_pace_and_is_remembered(playing: tuple[Player, list[Person]]) -> None:
    ada, last = waiting(playing)
    for wish, words in (("at once", "at once"), ("slow", "slowly"), ("normal", "step by step")):
        ada.press("f")
        assert ada.settings.bot_pace == wish
        assert f"shown {words}." in ada.app.said
        assert "bot_pace" in ada.app.chosen
        if wish == "at once":
            assert match_of(ada).number == last


def test_without_bots_there_is_no_pace_to_change(known: KnownServers) -> None:
    ada = on_turn(table(known, "Ada", "Bruno"))
    ada.press("f")
    assert ada.settings.bot_pace == "normal"
    assert "assistant" in ada.app.said


def test_the_clock_runs_while_one_looks_on(playing: tuple[Player, list[Person]]) -> None:
    ada, last = waiting(playing)
    asked_at = ada.parlour.now
    see_all(ada)
    assert ada.parlour.now > asked_at + 3 * STEP
    match = match_of(ada)
    assert match.number == last
    assert match.my_turn
    left = match.started.turn_seconds - (ada.parlour.now - asked_at)
    assert match.left(ada.app.now) == pytest.approx(left)


def test_all_is_there_when_the_connection_is_lost(
    playing: tuple[Player, list[Person]],
) -> None:
    ada, last = waiting(playing)
    ada.link.hang_up("Gone.")
    ada.go_on()
    assert match_of(ada).number == last
    assert "CONNECTION LOST" in ada.screen()


def test_whoever_leaves_does_not_wait(playing: tuple[Player, list[Person]]) -> None:
    ada, _ = waiting(playing)
    ada.press("q", "l", "Enter")
    assert ada.app.model.place is Place.LOBBY


def test_another_server_has_nothing_to_do_with_what_waits(
    playing: tuple[Player, list[Person]],
) -> None:
    ada, _ = waiting(playing)
    ada.person.drop()
    ada.app.connect(Address("other.example"), "Ada")
    see_all(ada)
    assert ada.app.model.place is Place.DOOR
    assert ada.app.model.match is None


def test_whoever_goes_elsewhere_is_not_called_back(
    playing: tuple[Player, list[Person]],
) -> None:
    ada, _ = waiting(playing)
    ada.person.drop()
    ada.app.ask_where_to()
    see_all(ada)
    assert "connect" in ada.screen()
    assert "YOUR SCHOOL" not in ada.screen()


def test_the_end_is_not_told_before_the_last_step(
    playing: tuple[Player, list[Person]],
) -> None:
    ada, last = waiting(playing)
    ended = Ended(match_of(ada).id, "abandoned", "All are gone.", b"", b"", ())
    ada.app.hear(ended)
    ada.app.hear(Matches())
    assert match_of(ada).ended is None
    see_all(ada)
    assert match_of(ada).number == last
    assert match_of(ada).ended == ended
