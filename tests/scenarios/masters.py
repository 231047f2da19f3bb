"""Steps that the scenarios of Masters of Renaissance share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from eriantys.bots.brain import Budget, find
from eriantys.games.dice import QuickDice
from eriantys.games.masters import GAME
from eriantys.wire.from_client import Move
from eriantys.wire.from_server import Request, Update
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh


def expert(players: list[Client]) -> Callable[[Request], str]:
    """Make a player who knows what is good, and sees what its client has been told."""
    brain, dice = find("greedy", GAME), QuickDice(1)

    def choose(request: Request) -> str:
        player, _ = on_turn(*players)
        lines = [str(line) for line in request.legal or ()]
        return brain.choose(player.view, lines, players.index(player), Budget(1), dice)

    return choose


def steps(players: list[Client], choose: Callable[[Request], str]) -> Iterator[Update]:
    """Play to the end; give each update as the player who acted has heard it."""
    while True:
        player, request = on_turn(*players)
        player.play(request, choose)
        updates = [each.wait_for(Update, number=request.id) for each in players]
        yield updates[players.index(player)]
        if updates[0].turn is None:
            return


def answer(players: list[Client], line: str) -> Update:
    """Let whoever is asked act; return what that player hears."""
    player, request = on_turn(*players)
    player.say(Move(request.id, line))
    return next(
        update
        for update in [each.wait_for(Update, number=request.id) for each in players]
        if update.seat == players.index(player)
    )


def seated(server: Server, count: int) -> list[Client]:
    """Let some players begin a match and choose their leaders and resources."""
    players = server.seat(*fresh(count), game="masters")
    while on_turn(*players)[1].decision in ("leaders", "resources"):
        answer(players, str((on_turn(*players)[1].legal or ("",))[0]))
    return players


def most_goods(player: Client) -> int:
    """Find the row with most marbles that bring goods."""
    rows = player.view["market"]["rows"]
    counts = [sum(marble < 4 for marble in row) for row in rows]
    return counts.index(max(counts)) + 1
