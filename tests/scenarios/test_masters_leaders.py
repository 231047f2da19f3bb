"""Leaders of Masters that change what the market gives, at a real server.

They are seldom in play, so these matches begin where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eriantys.games.masters.names import RESOURCES
from eriantys.wire.from_client import Move
from eriantys.wire.from_server import Error, Started, State
from tests.games.masters.position import Table
from tests.scenarios.masters import answer
from tests.scenarios.real import Client, on_turn, serving
from tests.terminal.prepared import prepare

SERVANTS_OF_WHITE, COINS_OF_WHITE, DEPOT_OF_SERVANTS = 57, 60, 54


@contextmanager
def sitting(folder: Path, *leaders: int) -> Iterator[list[Client]]:
    """Let two go on with a match in which the first has played these leaders."""
    table = Table().player(leaders=[(leader, "played") for leader in leaders])
    names = prepare(folder, table.ready(), "masters")
    with serving(folder / "house.db") as server:
        players = []
        for name in names:
            player = server.connect()
            player.prove(name)
            players.append(player)
        for player in players:
            while not isinstance(player.next(), Started | State):
                pass
        assert on_turn(*players)[0] is players[0]
        yield players


def offered(players: list[Client], kind: str) -> list[str]:
    """List what whoever is on turn can do that begins with this word."""
    legal = on_turn(*players)[1].legal or ()
    return [str(line) for line in legal if str(line).split()[0] == kind]


def waiting(player: Client) -> dict[str, int]:
    """Count the goods that a player sees in the box."""
    box = zip(RESOURCES, player.view["action"]["box"], strict=True)
    return {name: count for name, count in box if count}


def refusal(players: list[Client], line: str) -> str:
    """Let whoever is asked try something illegal; return the code of the answer."""
    player, request = on_turn(*players)
    player.say(Move(request.id, line))
    return player.wait_for(Error).code


def test_d4_8_each_white_marble_is_chosen_where_two_leaders_can_be(tmp_path: Path) -> None:
    with sitting(tmp_path, SERVANTS_OF_WHITE, COINS_OF_WHITE) as players:
        answer(players, "take row 3")  # all of it is white
        for chosen in ("servant", "coin", "coin"):
            assert set(offered(players, "white")) == {"white servant", "white coin"}
            assert refusal(players, "white stone") == "no-such-good"
            answer(players, f"white {chosen}")
        assert refusal(players, "put coin 1") == "wrong-phase", "one is left to choose for"
        answer(players, "white servant")
        assert [waiting(each) for each in players] == [{"coin": 2, "servant": 2}] * 2
        answer(players, "put coin 2")
        answer(players, "put coin 2")
        answer(players, "put servant 3")
        answer(players, "discard rest")
        assert players[1].view["player/1"]["faith"] == 1


def test_d4_8_goods_go_into_the_depot_of_a_leader_and_back(tmp_path: Path) -> None:
    with sitting(tmp_path, SERVANTS_OF_WHITE, DEPOT_OF_SERVANTS) as players:
        answer(players, "take row 3")
        assert waiting(players[1]) == {"servant": 4}, "one leader leaves no choice"
        answer(players, "put servant 5")
        answer(players, "put servant 2")
        assert "put servant 3" not in offered(players, "put"), "two depots with the same"
        told = answer(players, "back 5")
        assert {event.kind for event in told.events} >= {"marble available", "depot changed"}
        assert waiting(players[1]) == {"servant": 3}
        answer(players, "put servant 2")
        answer(players, "put servant 5")
        answer(players, "put servant 5")
        assert waiting(players[1]) == {}
        assert list(players[1].view["depots/0"]["counts"]) == [0, 2, 0, 0, 2]
