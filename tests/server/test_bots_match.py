"""Bots at a match: they come when they are called, play, and nobody waits for them in vain."""

from __future__ import annotations

import logging

import pytest

from eriantys.server.inputs import Summon
from eriantys.server.limits import BOT_COMES_WITHIN
from eriantys.server.lobby.company import name_of
from eriantys.server.rows import Acted
from eriantys.server.session import State
from eriantys.wire.fields import Level
from eriantys.wire.from_client import (
    Chat,
    Create,
    FromClient,
    History,
    Leave,
    List,
    Login,
    Move,
    Mute,
    Ping,
    Resign,
    Results,
    Sync,
    Ticket,
    Undo,
    Vote,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Named,
    Notice,
    Request,
    ServerBye,
    ServerChat,
    ServerPong,
    ServerVote,
    Started,
    Update,
)
from eriantys.wire.from_server import State as Shown
from tests.keys import A_NONCE, key_of
from tests.server.automata import answer_all, come, come_all
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import MOMENT, PATIENT, hand_of, light_model, match_of, state_of

QUIET = {**PATIENT, "bot_answer": 10}


def with_bots(
    parlour: Parlour,
    *levels: Level,
    on_turn: bool | None = None,
    turn_seconds: int = 100,
    game: str = "toy",
) -> Person:
    """Let somebody begin a match with bots; at their own turn or not, if that matters."""
    (anna,) = parlour.enter("anna")
    seats = len(levels) + 1
    while True:
        parlour.summons.clear()
        anna.say(Create(game, seats, A_NONCE, bots=levels, turn_seconds=turn_seconds))
        if on_turn in (None, match_of(anna).turn == 0):
            return anna
        anna.say(Resign(), Leave())


# Tickets.


def test_whoever_shows_the_ticket_has_the_seat() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "hard", on_turn=False)
    bot = come(parlour)
    assert state_of(bot) is State.PLAYING
    named, started, request = bot.heard[2:]
    assert named == Named(anna.last(Started).players[1])
    assert isinstance(started, Started)
    assert (started.seat, started.players) == (1, anna.last(Started).players)
    assert started.view == match_of(anna).view(1)
    assert isinstance(request, Request)
    assert (request.id, request.kind, request.left_ms) == (1, "move", 100_000)
    bot.play()
    assert anna.last(Update).seat == 1


def test_a_ticket_is_good_once_and_for_nothing_else() -> None:
    parlour = Parlour(bots=True, **QUIET)
    with_bots(parlour, "easy", "easy")
    call = parlour.summons[0]
    come(parlour, call)
    other = parlour.connect("bot")
    news = other.say(Ticket(call.ticket))
    assert error_of(news) == "bad-ticket"
    assert news[-1].kind == "login"
    assert state_of(other) is State.NEW


def test_a_wrong_ticket_counts_as_a_refused_login() -> None:
    parlour = Parlour(bots=True, login_attempts=3)
    with_bots(parlour, "easy")
    stranger = parlour.connect()
    for _ in range(2):
        assert error_of(stranger.say(Ticket(bytes(32)))) == "bad-ticket"
    assert error_of(stranger.say(Ticket(b"x" * 32))) == "bad-ticket"
    assert stranger.last(ServerBye).code == "too-many-logins"
    assert stranger.closed


def test_each_bot_has_a_ticket_of_its_own() -> None:
    parlour = Parlour(bots=True)
    with_bots(parlour, "easy", "normal", "hard")
    assert [call.level for call in parlour.summons] == ["easy", "normal", "hard"]
    assert len({call.ticket for call in parlour.summons}) == 3
    assert {len(call.ticket) for call in parlour.summons} == {32}
    bots = come_all(parlour)
    assert [bot.last(Started).seat for bot in bots] == [1, 2, 3]


def test_bots_take_no_place_of_anybody() -> None:
    parlour = Parlour(
        bots=True, connections=2, connections_per_address=1, connects_per_minute=2
    )
    with_bots(parlour, "easy", "easy", "easy")
    assert all(not bot.closed for bot in come_all(parlour))
    assert not parlour.connect("10.0.0.1").closed
    assert parlour.connect("10.0.0.2").closed


def test_a_bot_keeps_to_the_limits_of_frames() -> None:
    parlour = Parlour(bots=True, frame_before_login=600, frame_after_login=700)
    with_bots(parlour, "easy")
    bot = come(parlour)
    assert bot.say_bytes((700).to_bytes(4, "big")) == []
    parlour.wait(60)
    other = parlour.connect("bot")
    assert other.say_bytes((601).to_bytes(4, "big"))[0].code == "frame-too-large"


# Playing.


@pytest.mark.parametrize("game", ["toy", "eriantys"])
def test_a_match_with_bots_is_played_to_its_end(game: str) -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create(game, 2, A_NONCE, bots=("hard",), seat=1, title="Tea"))
    (bot,) = come_all(parlour)
    bert.say(List(running=True))
    (card,) = bert.last(Matches).running or ()
    assert (card.players, card.bots) == ((name_of(1, 0), "anna"), ("hard", None))
    answer_all(anna, bot)
    ended = anna.last(Ended)
    assert ended.scores
    assert light_model(anna) != {}
    # A bot sees the end, and is sent away; it does not stay at the table.
    assert bot.last(Ended) == ended
    assert bot.last(ServerBye).code == "dismissed"
    assert bot.closed
    assert state_of(anna) is State.AFTER
    # It is a bot in the results of others, and has none of its own.
    (past,) = anna.say(Results())[0].past
    assert (past.players, past.bots, past.seat) == ((name_of(1, 0), "anna"), ("hard", None), 1)
    assert error_of(bert.say(Results(name_of(1, 0)))) == "no-such-name"
    assert parlour.store.records(name_of(1, 0), private=True) == []
    house = parlour.core.house
    assert not house.tickets
    assert not [key for key in house.timers._live if key[0] in ("bot", "summon")]


def test_a_bot_sees_what_its_seat_may_see() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=True)
    bot = come(parlour)
    anna.say(Move(1, f"drop {hand_of(anna)[0]}"))
    assert light_model(bot) == match_of(anna).view(1)
    assert light_model(bot) != match_of(anna).view(0)
    assert bot.last(Update).action == "drop"
    bot.say(Sync())
    assert bot.last(Shown).view == match_of(anna).view(1)


@pytest.mark.parametrize(
    "message",
    [
        Chat("match", "Beep."),
        Mute("anna"),
        Vote("pause", "yes"),
        Resign(),
        Leave(),
        History(1),
        Results(),
        Login("bot", key=key_of("bot")),
    ],
    ids=lambda message: type(message).__name__.lower(),
)
def test_a_bot_does_nothing_but_play(message: FromClient) -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy")
    bot = come(parlour)
    heard, rows = len(anna.heard), len(parlour.kept)
    assert error_of(bot.say(message)) == "unexpected"
    assert (len(anna.heard), len(parlour.kept)) == (heard, rows)
    assert bot.say(Ping()) == [ServerPong()]


def test_a_bot_may_take_back_what_its_seat_may() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    bot = come(parlour)
    bot.say(Move(1, f"drop {hand_of(bot)[0]}"))
    bot.say(Undo(2))
    assert anna.last(Update).action == "undo"


def test_bots_hear_no_talk_and_no_votes() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy")
    bot = come(parlour)
    anna.say(Chat("match", "Is anybody there?"))
    anna.say(Vote("pause", "yes"))
    assert not bot.all(ServerChat)
    assert not bot.all(ServerVote)


# Pauses.


def test_people_alone_decide_about_a_pause_and_a_bot_keeps_to_it() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    bot = come(parlour)
    parlour.wait(40)
    anna.say(Vote("pause", "yes"))
    assert anna.last(ServerVote).needed == 1
    assert match_of(anna).paused
    assert bot.last(Notice).code == "paused"
    # What it was thinking of comes too late, and does not end the pause.
    assert error_of(bot.play()) == "unexpected"
    assert match_of(anna).paused
    requests = len(bot.all(Request))
    parlour.wait(300)
    assert match_of(anna).number == 0
    anna.say(Vote("go-on", "yes"))
    assert bot.last(Notice).code == "going-on"
    assert len(bot.all(Request)) == requests + 1
    assert bot.request.left_ms == 60_000
    bot.play()
    assert anna.last(Update).number == 1


def test_a_pause_also_holds_for_a_bot_that_has_not_come() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    parlour.wait(5)
    anna.say(Vote("pause", "yes"))
    parlour.wait(300)
    assert match_of(anna).number == 0
    bot = come(parlour, parlour.summons[-1])
    assert bot.request.kind == "login"
    bot.drop()
    anna.say(Vote("go-on", "yes"))
    parlour.wait(10 - MOMENT)
    assert not anna.all(Update)
    parlour.wait(MOMENT)
    assert anna.all(Update)


def test_more_time_for_a_bot_is_for_people_to_give() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    come(parlour)
    anna.say(Vote("time", "yes"))
    assert anna.last(Notice).clock_ms == 200_000


# Bots that fail.


def test_a_bot_that_is_lost_is_called_again_after_a_while_that_grows() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "hard", on_turn=True, turn_seconds=1000)
    bot = come(parlour)
    for wait in (1, 2, 4, 8, 16, 30, 30):
        bot.drop()
        parlour.wait(wait - MOMENT)
        assert not parlour.summons
        parlour.wait(MOMENT)
        assert [call.level for call in parlour.summons] == ["hard"]
        bot = come(parlour)
        assert state_of(bot) is State.PLAYING
    # One that has played something counts as sound.
    anna.say(Move(1, "pass"))
    bot.play()
    bot.drop()
    parlour.wait(1)
    assert len(parlour.summons) == 1


def test_a_bot_that_does_not_come_is_called_again_with_another_ticket() -> None:
    parlour = Parlour(bots=True, **QUIET)
    with_bots(parlour, "easy", on_turn=True, turn_seconds=1000)
    (first,) = parlour.summons
    parlour.wait(BOT_COMES_WITHIN + 1)
    second = parlour.summons[-1]
    assert (len(parlour.summons), second.level) == (2, "easy")
    assert state_of(come(parlour, first)) is State.NEW
    assert state_of(come(parlour, second)) is State.PLAYING
    parlour.wait(100)
    assert not parlour.summons[2:]


def test_a_silent_bot_is_given_up_and_another_one_called() -> None:
    parlour = Parlour(bots=True, ping=20, silence=60, bot_answer=10)
    anna = with_bots(parlour, "easy", on_turn=True, turn_seconds=1000)
    bot = come(parlour)
    for _ in range(6):
        parlour.wait(10)
        anna.say(Ping())
    assert bot.last(ServerBye).code == "silence"
    parlour.wait(1)
    assert len(parlour.summons) == 1


def test_the_server_acts_for_a_bot_that_does_not_come(
    caplog: pytest.LogCaptureFixture,
) -> None:
    parlour = Parlour(bots=True, **QUIET)
    caplog.set_level(logging.WARNING, "eriantys.server")
    anna = with_bots(parlour, "easy", on_turn=False)
    match = match_of(anna)
    first = match.game.format(match.game.legal(match.state)[0])
    parlour.wait(10 - MOMENT)
    assert match.number == 0
    parlour.wait(MOMENT)
    assert anna.all(Update)[0].action == match.game.shown(match.game.parse(first), 1, 0)
    (line, *_) = [row for row in parlour.kept if isinstance(row, Acted)]
    assert (line.seat, line.action) == (1, first)
    # Nobody waits for it a second time.
    assert match.turn in (0, None)
    assert len(caplog.records) == 1
    assert "seat 2" in caplog.text


def test_a_bot_that_comes_late_takes_its_seat() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", "easy", on_turn=True, turn_seconds=1000)
    anna.say(Move(1, "pass"))
    parlour.wait(10)
    assert match_of(anna).number > 1
    calls = parlour.summons[-2:]
    bots = [come(parlour, call) for call in calls]
    assert [state_of(bot) for bot in bots] == [State.PLAYING] * 2
    answer_all(anna, *bots)
    assert anna.all(Ended)


def test_a_match_goes_on_when_bots_come_and_die_again_and_again() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", turn_seconds=1000)
    for _ in range(500):
        while parlour.summons:
            come(parlour).drop()
        if state_of(anna) is not State.PLAYING:
            break
        answer_all(anna)
        parlour.wait(1)
    assert anna.last(Ended).scores


def test_the_server_acts_for_a_bot_that_is_too_slow_and_keeps_it() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False, turn_seconds=100, game="eriantys")
    bot = come(parlour)
    parlour.wait(100 - MOMENT)
    assert match_of(anna).number == 0
    asked = bot.request
    parlour.wait(MOMENT)
    # The whole turn is played to its end, for no time is left of it.
    assert match_of(anna).turn == 0
    assert error_of(bot.say(Move(asked.id, "pass"))) == "stale"
    answer_all(anna)
    assert bot.request.left_ms == 100_000
    answer_all(anna, bot)
    assert anna.last(Ended).scores


def test_what_the_server_does_for_a_bot_is_on_disk_before_anybody_hears_of_it() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    parlour.broken = True
    parlour.wait(15)
    assert not anna.all(Update)
    parlour.broken = False
    parlour.wait(1)
    assert anna.all(Update)


def test_a_bot_whose_move_cannot_be_saved_is_asked_again() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", on_turn=False)
    bot = come(parlour)
    parlour.broken = True
    error, request = bot.play()
    assert isinstance(error, Error)
    assert error.code == "store-unavailable"
    assert isinstance(request, Request)
    parlour.broken = False
    bot.play()
    assert anna.last(Update).number == 1


def test_without_bots_a_match_that_has_some_still_goes_on() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy")
    parlour.bots = False
    parlour.crash()
    again = parlour.connect()
    again.prove(anna.name)
    answer_all(again)
    for _ in range(20):
        parlour.wait(10)
        answer_all(again)
    assert again.last(Ended).scores
    assert not parlour.summons


# Others.


def test_whoever_looks_on_sees_which_players_are_bots() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "hard", on_turn=True)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(anna.match))
    assert zoe.last(Started).bots == (None, "hard")
    bot = come(parlour)
    anna.say(Move(1, "pass"))
    bot.play()
    assert zoe.last(Update).number == 2


def test_resigning_leaves_the_match_to_the_bots_and_it_is_over() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna = with_bots(parlour, "easy", "easy")
    bots = come_all(parlour)
    anna.say(Resign())
    assert anna.last(Ended).ranking == ((1, 2), (0,))
    assert all(bot.closed for bot in bots)
    assert not parlour.core.house.matches
    assert not [each for each in parlour.core.outgoing() if isinstance(each, Summon)]
