"""The second document: the moves of Eriantys, the characters and the last cloud."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.wire.from_server import Update
from tests.scenarios import probes, strategies
from tests.scenarios.driver import Table
from tests.scenarios.real import Server
from tests.scenarios.steps import fresh

WORDS = ("assistant", "dining", "to island", "mother", "cloud")
WORDS += ("play", "pick", "island", "swap", "done")
"""The kinds of moves in our notation; the last five belong to characters."""


def word_of(action: str) -> str:
    first, *rest = action.split()
    if first in COLOURS:
        return "dining" if rest == ["dining"] else "to island"
    return first


def test_d1_6_every_kind_of_move_can_be_made(server: Server) -> None:
    made = set[str]()
    table = Table(server.enter(*fresh(2)), options={"expert": True})
    while made != set(WORDS):
        if table.over:
            table.leave()
            table.begin()
        # What has not been made yet, else a character, which may ask for something else.
        rare = [each for each in table.legal if word_of(each) not in made]
        action = rare[0] if rare else strategies.first(table)
        update = table.act(action)
        assert update.action == action
        made.add(word_of(action))


@pytest.mark.parametrize("swaps", [1, 2, 3])
def test_d1_6_a_number_of_students_is_as_many_swaps_and_done(
    server: Server, swaps: int
) -> None:
    names = (f"swap_anna{swaps}", f"swap_ben{swaps}")
    table = Table(server.enter(*names), options={"expert": True})
    table.seek(
        lambda table: table.decision if table.decision == "jester-swap" else None,
        strategies.hire("jester"),
        probes.on_the_table("jester"),
    )
    part, seat = f"entrance/{table.seat}", table.seat
    entrance = list(table.view[part])
    for made in range(1, swaps + 1):
        _, mine, theirs = table.legal[0].split()
        table.act()
        entrance[COLOURS.index(mine)] -= 1
        entrance[COLOURS.index(theirs)] += 1
        # Three are the most that the Jester swaps, so nobody asks for a fourth.
        assert (table.decision == "jester-swap") == (made < 3)
    if swaps < 3:
        table.act("done")
    assert (table.seat, table.decision) == (seat, "student")
    assert list(table.view[part]) == entrance


def test_d1_7_the_same_assistant_is_refused_unless_it_is_the_last_choice(
    server: Server,
) -> None:
    table = Table(server.enter("same_anna", "same_ben"))
    # Whoever plays first, each round has two values, and the last card of both is the 10.
    cards = {0: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1: [2, 3, 4, 5, 6, 7, 8, 9, 1, 10]}
    for rounds in range(10):
        for place in range(2):
            seat = table.seat
            if rounds:
                gone = cards[seat][rounds - 1]
                assert str(gone) in table.refuse(f"assistant {gone}", "no-such-card").text
            taken = cards[1 - seat][rounds]
            if place and rounds < 9 and taken in table.school["hand"]:
                table.refuse(f"assistant {taken}", "already-played")
                assert f"assistant {taken}" not in table.legal
            if rounds == 9:
                assert table.legal == ["assistant 10"]
            update = table.act(f"assistant {cards[seat][rounds]}")
            assert update.seat == seat
        if rounds == 9:
            break
        while table.decision != "assistant":
            table.act(strategies.quiet(table))
    # Equal cards act in the order in which they were played.
    assert [table.view[f"school/{seat}"]["assistant"] for seat in (0, 1)] == [10, 10]
    assert list(table.view["order"]) == [1 - update.seat, update.seat]


def moment(table: Table) -> str:
    """Name the moments of an action phase."""
    if table.decision == "student":
        return "first" if table.turn["moves_left"] == len(table.clients) + 1 else "between"
    return table.decision


def test_d1_8_a_character_can_be_played_at_any_moment_of_the_own_action_phase(
    server: Server,
) -> None:
    table = Table(server.enter("moment_anna", "moment_ben"), options={"expert": True})
    missing = {"first", "between", "mother", "cloud"}

    def open_now(table: Table) -> str | None:
        here = table.decision in probes.TURN_STEPS and moment(table) in missing
        return next((each for each in table.legal if here and each.startswith("play")), None)

    while missing:
        action = table.seek(open_now, strategies.thrifty)
        player, seat, name = table.player, table.seat, action.split()[1]
        decision, left = table.decision, table.turn["moves_left"]
        coins, price = table.school["coins"], table.characters[name]["price"]
        missing.remove(moment(table))
        table.refuse(action, "not-your-turn", by=table.others[0])
        update = table.act(action)
        assert update.events[0].kind == "character played"
        assert update.events[0].facts == {"seat": seat, "character": name, "price": price}
        while not table.over and table.decision not in (*probes.TURN_STEPS, "assistant"):
            table.act(strategies.thrifty(table))
        if (
            not table.over
            and table.player is player
            and table.view["effect"]["character"] == name
        ):
            # It was no step of the turn, which goes on where it was; and it was paid.
            assert (table.decision, table.turn["moves_left"]) == (decision, left)
            earned = sum(
                each.kind == "coin earned"
                for message in player.heard[player.heard.index(update) :]
                if isinstance(message, Update)
                for each in message.events
            )
            assert table.school["coins"] == coins - price + earned
            for other in table.characters:
                table.refuse(f"play {other}", "character-used")


def test_d1_8_no_character_can_be_played_while_planning(server: Server) -> None:
    table = Table(server.enter("plan_anna", "plan_ben"), options={"expert": True})
    for _ in range(2):
        for name in CHARACTERS[1:]:
            table.refuse(f"play {name}", "wrong-phase")
        table.act()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d1_9_the_last_player_gets_the_remaining_cloud_unless_there_is_a_choice(
    server: Server, seats: int
) -> None:
    names = [f"last_{seats}_{seat}" for seat in range(seats)]
    table = Table(server.enter(*names), options={"expert": True})
    seen = set[str]()

    def last_to_walk(table: Table) -> str | None:
        last = table.turn["acting"] == seats - 1 and not table.view["ending"]["short_round"]
        return table.decision if table.decision == "mother" and last else None

    while len(seen) < 2:
        # Saved coins leave something to ask; whoever has spent them gets the cloud unasked.
        table.seek(last_to_walk, strategies.first if "asked" in seen else strategies.thrifty)
        player, seat = table.player, table.seat
        clouds = {n: table.view[f"cloud/{n}"] for n in range(1, seats + 1)}
        ((number, students),) = ((n, each) for n, each in clouds.items() if any(each))
        update = table.act(strategies.thrifty(table))
        if update.turn == seat and update.decision == "cloud":
            # A character could still be played: so there is something to ask.
            seen.add("asked")
            *plays, cloud = table.legal
            assert plays
            assert all(play.startswith("play") for play in plays)
            assert cloud == f"cloud {number}"
            update = table.act(cloud)
            by_itself = False
        elif update.turn is None and "cloud taken" not in [e.kind for e in update.events]:
            continue  # the tower that was built ended the match
        else:
            seen.add("by itself")
            by_itself = True
        (taken,) = (event for event in update.events if event.kind == "cloud taken")
        assert taken.facts == {
            "seat": seat,
            "cloud": number,
            "students": students,
            "by_itself": by_itself,
        }
        assert sum(player.view[f"entrance/{seat}"]) == (9 if seats == 3 else 7)


def test_d1_9_without_characters_the_last_player_is_never_asked(server: Server) -> None:
    table = Table(server.enter("never_anna", "never_ben", "never_carla"))
    while not table.over:
        assert table.decision != "cloud" or table.turn["acting"] < 2
        table.act()
