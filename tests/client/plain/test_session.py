"""The line mode without any socket: what is typed and heard, and what is printed for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.names import CHARACTERS
from eriantys.wire.from_client import (
    Answer,
    Bye,
    Chat,
    Create,
    Join,
    Leave,
    List,
    Login,
    Move,
    Quick,
    Rematch,
    Resign,
    Resume,
    TakeSeat,
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
    Presence,
    Request,
    RoomCard,
    RunningCard,
    Said,
    SavedCard,
    Seated,
    ServerBye,
    ServerChat,
    ServerVote,
    Waiting,
)
from tests.client.linking import WELCOME
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position

ROOM = RoomCard(
    *(3, "eriantys", ("Bruno", None), {"expert": True}, "full", 180, "wait", True, False),
    commitment=b"",
    title="A calm one",
    private=False,
    watchers=True,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Somebody in the lobby."""
    table = Table(tmp_path)
    table.enter()
    table.sent.clear()
    return table


# Coming in.


def test_the_way_in_is_told_and_the_lobby_listed(tmp_path: Path) -> None:
    table = Table(tmp_path)
    said = table.enter()
    assert "You are Ada at games.example:7777." in said
    assert said[-2:] == [
        "You are in the lobby.",
        "No match waits for players: new opens one, and quick finds you one.",
    ]
    assert isinstance(table.sent[0], Login)


def test_without_a_name_the_first_line_is_the_name(tmp_path: Path) -> None:
    table = Table(tmp_path, "")
    assert "name" in table.printed()[0]
    table.hear(WELCOME, Request(0, "login", 60000))
    assert table.sent == []
    table.type("Zoe")
    [login] = table.sent
    assert isinstance(login, Login)
    assert login.name == "Zoe"


def test_a_refused_name_can_be_replaced_and_one_in_use_taken_over(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.hear(WELCOME, Request(0, "login", 60000))
    said = table.hear(
        Error("bad-name", "That is no name.", "login"), Request(1, "login", 60000)
    )
    assert said == ["That is no name.", "Type another name."]
    table.type("Zoe")
    said = table.hear(
        Error("already-connected", "In use.", "login"), Request(2, "login", 60000)
    )
    assert said[-1] == "Type take over, or another name."
    table.type("take over")
    login = table.sent[-1]
    assert isinstance(login, Login)
    assert (login.name, login.take_over) == ("Zoe", True)


def test_lines_typed_too_early_are_obeyed_once_the_lobby_is_there(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.type("join 3", "say hi")
    table.session.end_of_input(table.now)
    assert not table.session.over
    table.enter()
    assert table.session.over
    assert [type(message) for message in table.sent] == [Login, Join, Chat, Bye]


def test_between_the_name_and_the_lobby_nothing_is_taken_for_a_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.hear(WELCOME, Request(0, "login", 60000), Named("Ada"))
    table.type("say hi")
    assert [type(message) for message in table.sent] == [Login]
    table.hear(Matches(whole=True))
    assert table.sent[1:] == [Chat("lobby", "hi")]


def test_the_end_of_the_input_says_goodbye(table: Table) -> None:
    table.session.end_of_input(table.now)
    table.printed()
    assert table.sent == [Bye()]
    assert table.session.over
    assert not table.session.failed


# The lobby.


def test_the_lobby_is_a_list_of_sentences(table: Table) -> None:
    said = table.hear(Matches(open=(ROOM,)))
    assert said == [
        "Match 3 is open: A calm one, Eriantys, expert, 3 min a turn, undo, waits for the "
        "absent, open to watchers; 1 of 2 seats taken by Bruno."
    ]
    assert table.hear(Matches(gone=(3,))) == ["Match 3 is no longer open."]
    card = RunningCard(5, "eriantys", "", ("Ada", "Bo"), 0, "student", 9, 5, 1, watchable=True)
    said = table.hear(Matches(running=(card,)))
    assert said == ["Match 5 is being played: Eriantys with Ada and Bo; type watch 5."]
    saved = SavedCard(4, "eriantys", ("Ada", "Bo"), 0, suspended=True)
    said = table.hear(Matches(whole=True, saved=(saved,)))
    assert said == ["Match 4 is saved: Eriantys with Ada and Bo; type resume."]


def test_every_command_of_the_lobby_says_what_it_means(table: Table) -> None:
    table.type("list", "join 3", "watch 5", "code ABCD-2345", "resume", "resume 4", "quick")
    assert table.sent == [
        List(running=True),
        Join(bytes(16), 3),
        Watch(5),
        Join(bytes(16), code="ABCD-2345"),
        Resume(),
        Resume(4),
        Quick("eriantys", bytes(16)),
    ]


def test_an_invitation_may_be_typed_as_a_whole_and_looked_on_with(table: Table) -> None:
    table.type("code games.example:7777#ABCD-2345", "watch abcd-2345")
    assert table.sent == [Join(bytes(16), code="ABCD-2345"), Watch(code="abcd-2345")]


def test_a_match_is_opened_with_words(table: Table) -> None:
    table.type("new eriantys 3 expert private 90s no-undo bot", "new", "quick 2 expert")
    expert = {"expert": True}
    assert table.sent == [
        Create(
            *("eriantys", 3, bytes(16), expert),
            turn_seconds=90,
            absence="bot",
            undo=False,
            private=True,
        ),
        Create("eriantys", 2, bytes(16)),
        Quick("eriantys", bytes(16), 2, expert),
    ]
    assert "no-undo" in table.type("new eriantys 2 blue")[0]
    assert "how many" in table.type("quick expert")[0]


@pytest.mark.parametrize(
    "line", ["dance", "join", "join x", "watch -1", "join 99999999999", "seat", "say", "mute"]
)
def test_wrong_input_is_answered_with_one_sentence_and_nothing_is_sent(
    table: Table, line: str
) -> None:
    said = table.type(line)
    assert len(said) == 1
    assert table.sent == []


def test_one_who_is_asked_for_seats_and_mode_answers_with_a_word(table: Table) -> None:
    said = table.hear(Request(4, "seats", 60000, legal=(2, 3)))
    assert said == ["How many players? Type 2 or 3."]
    table.type("3")
    said = table.hear(Request(5, "mode", 60000, "expert", (False, True)))
    assert said == ["Which expert mode? Type simple or expert."]
    table.type("expert")
    assert table.sent == [Answer(4, 3), Answer(5, True)]


def test_a_room_tells_the_seat_the_code_and_who_is_there(table: Table) -> None:
    said = table.hear(
        Seated(3, 1, bytes(16), ROOM, "ABCD-2345"),
        Waiting(1, ("Ada",), "players", "Waiting for 1 more player.", 9000, 2, 3),
    )
    assert said == [
        "You have seat 2 of 2 in match 3.",
        "Others come here with the code ABCD-2345.",
        "Waiting for 1 more player. 1 of 2 are here: Ada.",
    ]
    table.type("seat 1", "leave")
    assert table.sent == [TakeSeat(0), Leave()]


# The match.


def test_a_request_is_announced_with_what_is_left(table: Table) -> None:
    state = Position(2).turn(0, moves_left=2).state()
    assert table.begin(state)[-1] == "Your turn: move a student, 2 of 3. 4:05 left."


def test_actions_are_typed_as_they_are_written_or_in_short(table: Table) -> None:
    state = Position(2).entrance(0, red=2, green=1).dining(0, red=1).turn(0).state()
    table.begin(state)
    assert table.type("red 9") == [
        "You red to island 9.",
        "Your turn: move a student, 2 of 3. 4:05 left.",
    ]
    assert table.type("r d")[0] == "You red to dining room."
    assert table.type("G12")[0] == "You green to island 12."
    assert table.type("2")[0].startswith("You nature 2 steps to island 3")
    assert table.type("c1")[0] == "You took cloud 1: 1 green, 1 red, 1 pink."
    assert [message.action for message in table.sent if isinstance(message, Move)] == [
        *("red 9", "red dining", "green 12", "mother 2", "cloud 1")
    ]


def test_what_is_wrong_is_answered_with_what_is_possible(table: Table) -> None:
    table.begin(Position(2).turn(0).state())
    [said] = table.type("dance")
    assert said.startswith("'dance' means nothing here. You can move a student, 1 of 3, ")
    [said] = table.type("mother 1")
    assert said == "This is not the moment for it: now you have to move a student."
    [said] = table.type("assistant 99")
    assert said.startswith("There is no assistant 99")


def test_out_of_turn_nothing_is_sent(table: Table) -> None:
    said = table.begin(Position(2).turn(1).state())
    assert said[-1] == "Bruno's turn: move a student, 1 of 3."
    [said_now] = table.type("red 9")
    assert said_now == "It is not your turn. Bruno moves students (1 of 3)."
    assert table.type("legal") == [said_now]
    assert table.sent == []


def test_trying_tells_the_consequence_as_a_sentence(table: Table) -> None:
    position = Position(2, ("herald",)).entrance(0, red=1).dining(0, red=2).dining(1, pink=1)
    position.island(9, red=1, pink=1).coins(3, 1)
    table.begin(position.state())
    assert table.type("try red 9") == ["Red to island 9: then you 2, Bruno 1: you lead."]
    assert table.type("try red dining") == [
        "Red to dining room: then 3 at your red table, plus 1 coin: the professor is yours."
    ]
    assert table.type("try play herald, island 9") == [
        "Herald, island 9: you 1, Bruno 1: tie, nothing changes."
    ]
    assert table.type("try mother 3")[0].endswith("now you have to move a student.")
    table.begin(position.turn(0, "mother").state())
    assert table.type("try 2") == [
        "Nature 2 steps to island 3: nobody has influence, nothing changes."
    ]
    assert not any(isinstance(message, Move) for message in table.sent)


def test_without_guidance_nothing_is_tried(table: Table) -> None:
    table.begin(Position(2).state(), guidance="none")
    assert table.type("try red 9") == [
        "This match is played without guidance: nothing can be tried."
    ]


def test_the_whole_table_is_told_and_its_parts(table: Table) -> None:
    position = Position(2, ("monk", "grandma"), mother=7, round=3).dining(0, green=5, red=3)
    position.dining(1, green=3).island(3, 4, green=2, tower=1).island(5, blue=2, no_entry=1)
    position.island(9, green=1, pink=1).coins(3, 1)
    table.begin(position.state())
    said = table.type("board")
    assert said[0].startswith("Round 3. Mother Nature is on island 7.")
    assert "Island 3+4: 2 green; 2 black towers, Bruno's." in said
    assert "Island 5: 2 blue; 1 No Entry tile." in said
    assert "Island 7: nobody; Mother Nature is here." in said
    assert "Cloud 1: 1 green, 1 red, 1 pink." in said
    assert "Monk, 1 coin: 1 green, 1 red, 1 yellow, 1 pink." in said
    assert "You, dining room: 5 green with the professor, 3 red with the professor." in said
    assert table.type("island 9") == [
        "Island 9: 1 green, 1 pink; no tower. Influence: you 1, Bruno 0. "
        "If she stopped here now: you build 1 tower."
    ]
    assert table.type("island 99") == ["Islands are numbered 1 to 12, as in island 9."]
    assert table.type("school bru")[0].startswith("Bruno: 6 black towers left, 1 coin")
    assert table.type("school zoe") == ["Nobody here is called so; there are Ada, Bruno."]
    assert len(table.type("characters")) == 12
    assert len(table.type("clouds")) == 2


def test_island_is_a_look_or_an_answer_as_it_is_asked(table: Table) -> None:
    table.begin(Position(2, ("herald",)).coins(3, 1).state())
    assert table.type("island 9")[0].startswith("Island 9: nobody")
    table.type("play herald")
    assert table.type("island 9")[0] == "You Herald on island 9: no change."


QUESTIONS = {
    "monk": ["monk-student", "monk-island"],
    "herald": ["herald-island"],
    "grandma": ["grandma-island"],
    "jester": ["jester-swap"],
    "mushroom": ["mushroom-colour"],
    "minstrel": ["minstrel-swap"],
    "princess": ["princess-student"],
    "thief": ["thief-colour"],
}


@pytest.mark.parametrize("character", CHARACTERS[1:])
def test_every_decision_of_every_character_has_a_prompt_and_a_list(
    table: Table, character: str
) -> None:
    position = Position(2, (character,)).coins(5, 1).dining(0, red=2, blue=1)
    table.begin(position.state())
    assert f"play {character}" in " ".join(table.type("legal")).replace(" and one of:", "")
    said = table.type(f"play {character}")
    assert said[0].startswith(f"You play {character.capitalize()} for ")
    for decision in QUESTIONS.get(character, []):
        match = table.session.model.match
        assert match is not None
        assert match.decision == decision
        assert said[-1].startswith("Your turn: ")
        assert "-" not in said[-1]
        listed = table.type("legal")
        assert len(listed) > 1
        offered = match.offers[0]
        for word in offered.split():
            assert word in " ".join(listed)
        [guess] = table.type("dance")
        assert offered in guess
        said = table.type(offered)
    assert set(QUESTIONS) == {
        each.partition("-")[0] for each in decisions.QUESTIONS if "-" in each
    }


def test_numbers_and_colours_alone_answer_where_only_one_thing_can_be_meant(
    table: Table,
) -> None:
    table.begin(Position(2, ("monk",)).coins(3, 1).state())
    table.type("play mo", "green", "7")
    assert [message.action for message in table.sent if isinstance(message, Move)] == [
        *("play monk", "pick green", "island 7")
    ]


def test_undo_is_sent_where_there_is_something_to_take_back(table: Table) -> None:
    table.begin(Position(2).entrance(0, red=2).state())
    assert table.type("undo") == ["There is nothing that you could take back now."]
    table.type("red 9", "undo")
    assert table.sent[-1] == Undo(2)


def test_giving_up_is_asked_about(table: Table) -> None:
    table.begin(Position(2).state())
    assert table.type("resign") == [
        "You give the match up, and the others win. Type yes if you are sure."
    ]
    assert table.type("no") == ["Then nothing was done."]
    assert table.type("resign", "board")[1] == "Then nothing was done."
    assert table.sent == []
    table.type("resign", "yes")
    assert table.sent == [Resign()]


def test_leaving_is_asked_about_only_where_it_ends_the_match(table: Table) -> None:
    table.begin(Position(2).state())
    table.type("leave")
    assert table.sent == [Leave()]
    table.begin(Position(2).state(), absence="end")
    assert table.type("leave") == [
        "The match ends for all if you leave. Type yes if you are sure."
    ]
    assert table.sent == [Leave()]


def test_votes_are_told_and_cast(table: Table) -> None:
    table.begin(Position(2).state())
    table.type("vote pause")
    assert table.sent == [Vote("pause", "yes")]
    vote = ServerVote(7, "pause", ("yes", "no"), (None, "yes"), 2, 60_000)
    assert table.hear(vote) == [
        "Shall the match be paused? Bruno yes. 2 must agree. 1:00 left. "
        "Type vote yes or vote no."
    ]
    table.type("vote no")
    assert table.sent[-1] == Vote("pause", "no")
    table.hear(ServerVote(7, "missing", ("wait", "end"), (None, None), 1))
    assert table.type("vote end") == [
        "Your vote alone ends the match for all. Type yes if you are sure."
    ]
    table.type("yes")
    assert table.sent[-1] == Vote("missing", "end")
    table.type("vote wait")
    assert table.sent[-1] == Vote("missing", "wait")


def test_what_others_do_say_and_suffer_is_told(table: Table) -> None:
    table.begin(Position(2).turn(1, "mother", played=(9, 3)).state())
    assert table.play("mother 1")[0] == "Bruno nature 1 step to island 2: no change."
    said = table.hear(ServerChat("match", (Said("Bruno", "nice one"),), 7))
    assert said == ["Bruno says: nice one"]
    said = table.hear(Presence(7, 1, "Bruno", here=False, cause="closed", left_ms=9000))
    assert said == ["Bruno is away."]
    assert table.hear(Presence(7, None, "Zoe", here=True, cause="")) == ["Zoe looks on."]
    said = table.hear(Notice("suspended", "The match waits for Bruno.", 7))
    assert said == ["The match waits for Bruno."]
    assert table.type("log")[-1] == "The match waits for Bruno."
    assert table.type("log 0") == ["Nothing has happened since you came."]


def test_talk_goes_to_whoever_can_hear_it(table: Table) -> None:
    table.type("say hello")
    table.begin(Position(4).state())
    table.type("say hello", "team psst")
    table.begin(Position(2).state(), None)
    table.type("say oh")
    assert table.sent == [
        Chat("lobby", "hello"),
        Chat("match", "hello"),
        Chat("team", "psst"),
        Chat("watchers", "oh"),
    ]


def test_one_who_looks_on_cannot_act(table: Table) -> None:
    table.begin(Position(2).state(), None)
    assert table.type("red 9")[0].startswith("Nothing here is called")
    assert table.type("resign") == ["There is nothing that you could give up."]
    assert table.type("island 9")[0].startswith("Island 9:")
    assert table.sent == []


def test_the_end_tells_the_places_and_offers_a_rematch(table: Table) -> None:
    table.begin(Position(2).state())
    ended = Ended(
        7, "rules", "Ada has built the last tower.", b"", b"", (), ((0,), (1,)), (8, 5)
    )
    assert table.hear(ended) == [
        "Ada has built the last tower.",
        "Place 1: Ada (you) with 8.",
        "Place 2: Bruno with 5.",
        "Type rematch to play again, or leave for the lobby.",
    ]
    table.type("rematch")
    assert table.sent == [Rematch(bytes(16))]


def test_whoever_is_on_turn_is_reminded_once(table: Table) -> None:
    table.begin(Position(2).state())
    table.session.tick(table.now + 100)
    assert table.printed() == []
    table.session.tick(table.now + 220)
    assert table.printed() == ["0:25 left of your turn."]
    table.session.tick(table.now + 221)
    assert table.printed() == []


def test_a_lost_connection_is_told_and_nothing_typed_meanwhile_is_sent(table: Table) -> None:
    table.begin(Position(2).state())
    table.session.lost("The server is gone.", table.now, for_good=False)
    assert table.printed() == ["The server is gone. Trying to come back."]
    assert table.type("island 9")[0].startswith("Island 9")
    assert table.type("say hi") == ["There is no connection just now, so that was not sent."]
    assert table.sent == []
    table.type("retry")
    assert table.session.retrying
    said = table.enter()
    assert "You are Ada at games.example:7777." in said


def test_the_last_words_of_the_server_are_told_once(table: Table) -> None:
    assert table.hear(ServerBye("restarting", "The server restarts.")) == [
        "The server restarts."
    ]


def test_help_tells_what_can_be_typed_everywhere(table: Table) -> None:
    assert "join 3" in table.type("help")[0]
    table.begin(Position(2).state())
    said = table.type("help")
    assert "school NAME" in said[0]
    assert said[-1] == "Move a student: pick one of your entrance, then where."


def test_a_game_without_words_is_still_played_by_its_notation(table: Table) -> None:
    state = Position(2).entrance(0, red=1).state()
    table.begin(state, game="chess")
    assert table.type("board") == ["This version has no words for chess."]
    assert table.type("red 9")[0] == "Ada: red 9."
