"""The third document, until a match begins: names, desires, those who are slow."""

from __future__ import annotations

from pathlib import Path

from eriantys.wire.from_client import (
    Answer,
    Bye,
    Create,
    Join,
    Login,
    Move,
    Ping,
    Quick,
    Sync,
    Try,
)
from eriantys.wire.from_server import (
    Error,
    Named,
    Request,
    Seated,
    ServerBye,
    ServerPong,
    Started,
    State,
    Tried,
    Update,
    Waiting,
)
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Server, serving
from tests.scenarios.steps import (
    QUICK,
    all_told,
    choose,
    fresh,
    listed,
    look,
    news,
    nothing_changes,
    only,
    others,
    play_on,
    stored,
    turn_of,
)

FOR_TWO = Quick("eriantys", A_NONCE, seats=2)


def test_d3_1_a_standing_lobby_fills_one_match_after_the_other(empty_house: Server) -> None:
    clients = empty_house.enter(*fresh(6))
    [looker] = empty_house.enter("looker")
    matches = []
    for first, second in zip(clients[::2], clients[1::2], strict=True):
        first.say(FOR_TWO)
        match = first.wait_for(Seated).match
        [room] = listed(looker).open
        assert (room.match, room.standing) == (match, True)
        second.say(FOR_TWO)
        assert first.wait_for(Started).match == second.wait_for(Started).match == match
        matches.append(match)
    assert len(set(matches)) == 3


def test_d3_1_lobbies_of_other_kinds_are_filled_at_the_same_time(empty_house: Server) -> None:
    kinds = [
        {"seats": 2},
        {"seats": 3},
        {"seats": 2, "options": {"expert": True}},
        {"seats": 2, "guidance": "none"},
    ]
    clients = empty_house.enter(*fresh(4))
    rooms = []
    for client, kind in zip(clients, kinds, strict=True):
        client.say(Quick("eriantys", A_NONCE, **kind))
        rooms.append(client.wait_for(Seated).match)
    assert len(set(rooms)) == 4


def test_d3_1_what_happens_in_one_match_is_not_heard_in_another(server: Server) -> None:
    one, other = server.seat(*fresh(2)), server.seat(*fresh(2))
    before = [look(player) for player in other]
    for _ in range(8):
        play_on(*one)
    assert [news(player) for player in other] == [[], []]
    assert [look(player) for player in other] == before
    assert play_on(*other).number == 1


def test_d3_1_nobody_need_wait_for_a_reply_before_saying_more(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    action = str((request.legal or ())[0])
    player.say(Ping(), Try(request.id, ()), Move(request.id, action), Sync(), Ping())
    kinds = []
    while kinds.count(ServerPong) < 2:
        kinds.append(type(player.next()))
    answers = [kind for kind in kinds if kind is not Request]
    assert answers == [ServerPong, Tried, Update, State, ServerPong]


def test_d3_2_a_name_is_asked_for_at_once_and_again_until_it_will_do(server: Server) -> None:
    taken, free = fresh(2)
    [owner] = server.enter(taken)
    news(owner)
    kept = stored(server)

    newcomer = server.connect()
    asked = newcomer.last(Request)
    assert (asked.kind, newcomer.heard[1]) == ("login", asked), "right after the greeting"
    for name, code in [("a b", "bad-name"), ("x", "bad-name"), (taken.upper(), "name-taken")]:
        newcomer.say(Login(name, key=key_of("a newcomer")))
        error, again = newcomer.error(), newcomer.next()
        assert (error.code, error.about) == (code, "login")
        assert isinstance(again, Request)
        assert (again.id, again.kind) == (asked.id, "login")
        assert again.left_ms <= asked.left_ms
    assert news(owner) == []
    assert stored(server) == kept

    newcomer.say(Login(free, key=key_of(free)))
    assert newcomer.wait_for(Named).name == free


def test_d3_3_the_first_in_line_says_how_many_and_in_which_mode(empty_house: Server) -> None:
    anna, bert = empty_house.enter("anna", "bert")
    anna.say(QUICK)
    asked = anna.wait_for(Request)
    bert.say(QUICK)
    bert.wait_for(Waiting)

    steps = [
        ("seats", "", (2, 3, 4), (1, 5, 0, True, "2"), "bad-seats", 2),
        ("mode", "expert", (False, True), (2, "yes"), "bad-option", True),
        ("mode", "guidance", ("full", "none"), ("some", True), "bad-option", "none"),
    ]
    for kind, decision, choices, wrong, code, right in steps:
        assert (asked.kind, asked.decision, asked.legal) == (kind, decision, choices)
        for value in wrong:
            anna.say(Answer(asked.id, value))
            error, again = anna.error(), anna.next()
            assert (error.code, error.about, error.request) == (code, "answer", asked.id)
            assert isinstance(again, Request)
            assert (again.id, again.legal) == (asked.id, asked.legal)
            assert again.left_ms <= asked.left_ms
        assert news(bert) == [], "what is refused concerns nobody else"
        anna.say(Answer(asked.id, right))
        if decision != "guidance":
            left = asked.left_ms
            asked = anna.wait_for(Request)
            assert asked.left_ms <= left, "one time for all the questions"

    for client in (anna, bert):
        started = client.wait_for(Started)
        assert started.players == ("anna", "bert")
        assert (started.options["expert"], started.guidance) == (True, "none")


def test_d3_3_after_a_match_has_begun_the_next_in_line_is_asked(empty_house: Server) -> None:
    anna, bert, cara, dora = empty_house.enter("anna", "bert", "cara", "dora")
    for client in (anna, bert, cara, dora):
        client.say(QUICK)
        news(client)
    all_told(("anna", "bert", "cara", "dora"), bert, cara, dora)
    choose(anna, 2, False, "full")
    assert anna.wait_for(Started).players == bert.wait_for(Started).players == ("anna", "bert")

    assert only(Request, cara).kind == "seats"
    waiting = dora.wait_for(Waiting)
    assert news(dora) == []
    assert waiting.names == ("cara", "dora")
    assert "cara" in waiting.reason
    choose(cara, 2, False, "full")
    assert cara.wait_for(Started).players == dora.wait_for(Started).players == ("cara", "dora")


def test_d3_3_without_guidance_the_request_lists_what_is_well_formed(server: Server) -> None:
    players = server.seat(*fresh(2), guidance="none")
    player, request = turn_of(*players)
    assert request.legal is None
    assert request.candidates == tuple(f"assistant {value}" for value in range(1, 11))
    played = request.candidates[0]
    player.say(Move(request.id, played))
    for each in players:
        each.wait_for(Update, action=played)

    # The same assistant is a candidate for the other player, but not legal.
    player, request = turn_of(*players)
    assert played in (request.candidates or ())
    with nothing_changes(server, player, *others(players, player)):
        player.say(Move(request.id, played))
        assert player.error().code == "already-played"
        again = player.wait_for(Request)
        assert (again.id, again.legal) == (request.id, None)
        assert again.candidates == request.candidates


def test_d3_4_the_slow_one_is_told_and_the_next_in_line_is_asked(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--answer", "0.5") as server:
        slow, next_one, last = server.enter("slow", "next", "last")
        for client in (slow, next_one, last):
            client.say(QUICK)
            news(client)
        news(next_one)

        *before, bye = slow.wait_for_end()
        assert before == []
        assert bye == ServerBye("too-slow", "You took too long to answer.")
        assert next_one.wait_for(Request).kind == "seats"
        told = last.wait_for(Waiting, names=("next", "last"))
        assert "next" in told.reason

        next_one.drop()
        assert last.wait_for(Request).kind == "seats", "whoever is lost is not waited for"
        choose(last, 2, False, "full")
        last.wait_for(Seated)
        # The slow one is out of the line, not out of the house.
        back = server.connect()
        back.prove("slow")
        back.say(QUICK)
        assert back.wait_for(Started).players == ("last", "slow")


def test_d3_4_who_is_lost_while_waiting_gives_the_seat_free(server: Server) -> None:
    stays, lost, comes, completes = server.enter(*fresh(4))
    stays.say(Create("eriantys", 3, A_NONCE))
    match = stays.wait_for(Seated).match
    lost.say(Join(A_NONCE, match))
    for client in (stays, lost):
        client.wait_for(Waiting, present=2)
    kept = stored(server)

    lost.drop()
    assert stays.next() == stays.last(Waiting)
    assert stays.last(Waiting).names == (stays.name,)
    assert stored(server) == kept, "nothing is kept of a match that has not begun"
    for client in (comes, completes):
        client.say(Join(A_NONCE, match))
        news(client)
    assert stays.wait_for(Started).players == (stays.name, comes.name, completes.name)


def test_d3_15_a_name_is_one_person_on_the_whole_server(server: Server) -> None:
    names = fresh(4)
    players = server.seat(*names[:2])
    server.seat(*names[2:])
    for player in players:
        news(player)
    kept = stored(server)

    # Whoever is in another match or in none: the name is taken, in capitals too.
    for name in (names[0], names[0].upper(), names[2].title()):
        stranger = server.connect()
        stranger.say(Login(name, key=key_of("a stranger")))
        assert stranger.error().code == "name-taken"
        stranger.say(Login(name, key=key_of("a stranger"), take_over=True))
        assert stranger.wait_for(Error).code == "name-taken"
    owner = server.connect()
    owner.say(Login(names[0], key=key_of(names[0])))
    assert owner.error().code == "already-connected"
    assert [news(player) for player in players] == [[], []]
    assert stored(server) == kept


def test_d3_15_a_name_is_kept_for_its_owner_who_is_not_there(server: Server) -> None:
    [name] = fresh(1)
    [owner] = server.enter(name)
    owner.say(Bye())
    assert isinstance(owner.wait_for_end()[-1], ServerBye)

    stranger, back = server.connect(), server.connect()
    stranger.say(Login(name, key=key_of("a stranger")))
    assert stranger.error().code == "name-taken"
    back.prove(name)
