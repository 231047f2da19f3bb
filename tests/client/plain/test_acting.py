"""Acting line by line: what is asked, how an action is typed, and what it would lead to."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.names import CHARACTERS
from eriantys.wire.from_client import (
    Move,
    Undo,
)
from tests.client.plain.table import Table
from tests.games.eriantys.position import Position


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


def test_without_guidance_nothing_is_called_possible(table: Table) -> None:
    """What has the form of an answer may be illegal, or even cost the game."""
    table.begin(Position(2).turn(0).state(), guidance="none")
    head, *listed = table.type("legal")
    assert head == "This match is played without guidance: not all that can be sent is legal."
    assert listed
    assert table.type("dance") == [
        "'dance' means nothing here. You have to move a student, 1 of 3; help explains how "
        "that is written."
    ]


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


def test_one_who_looks_on_cannot_act(table: Table) -> None:
    table.begin(Position(2).state(), None)
    assert table.type("red 9")[0].startswith("Nothing here is called")
    assert table.type("resign") == ["There is nothing that you could give up."]
    assert table.type("island 9")[0].startswith("Island 9:")
    assert table.sent == []


def test_whoever_is_on_turn_is_reminded_once(table: Table) -> None:
    table.begin(Position(2).state())
    table.session.tick(table.now + 100)
    assert table.printed() == []
    table.session.tick(table.now + 220)
    assert table.printed() == ["0:25 left of your turn."]
    table.session.tick(table.now + 221)
    assert table.printed() == []
