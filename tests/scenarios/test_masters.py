"""Masters of Renaissance, as its two documents describe it, at a real server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from eriantys.games.masters.names import RESOURCES
from eriantys.wire.from_client import Create, Move
from eriantys.wire.from_server import Ended, Error, Request, Started, Update
from tests.keys import A_NONCE
from tests.scenarios.masters import answer, expert, most_goods, seated, steps
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh

UPDATES = {
    "ActionTokenPlayed": ("token revealed", "token"),
    "ActivePlayer": ("turn begun", "seat"),
    "AvailableLeadercard": ("leaders available", "leaders"),
    "ChestUpdate": ("strongbox changed", "strongbox"),
    "DevelopmentCardBuyUpdate": (
        *("card bought", "slot", "colour", "card", "points", "cost", "needs", "makes", "faith"),
    ),
    "EndGame": ("game over", "winners"),
    "LeaderCardActivation": ("leader played", "leader"),
    "MarketCardUpdate": (
        *("card uncovered", "colour", "level", "card", "points", "cost", "needs", "makes"),
        "faith",
    ),
    "MarketResourceAvailable": ("marble available", "marble"),
    "MarketResourceTaken": ("marble taken", "resource"),
    "ProductionBufferUpdate": ("produced", "resources"),
    "ResourceMarketExtra": ("slide changed", "marble"),
    "ResourceMarketUpdate": ("line changed", "line", "marbles"),
    "ShelfUpdate": ("depot changed", "depot", "size", "count", "resource"),
    "VaticanReport": ("vatican report", "report", "seats"),
    "VaticanRoutePosition": ("faith moved", "seat", "space"),
    "VictoryPointsUpdate": ("points changed", "seat", "points"),
}
"""The document's 17 updates: our event for each, and the facts that the document wants."""

_GOOD = "(coin|stone|servant|shield)"
ACTIONS = {
    "ActivateLeaderCard": "leader play [12]",
    "BasicProduction": f"produce basic {_GOOD} {_GOOD} -> {_GOOD}",
    "BuyDevelopmentCard": "buy (green|blue|yellow|purple) [123] slot [123]",
    "CardProduction": "produce card [123]",
    "DepositResource": f"put {_GOOD} [1-5]",
    "DiscardLeaderCard": "leader discard [1-4]",
    "EndTurn": "end",
    "LeaderCardProduction": f"produce leader [12] -> {_GOOD}",
    "MoveResources": "(swap|move) [1-5] [1-5]",
    "TakeResources": "take (row [123]|column [1-4])",
}
"""The document's ten actions of a client: our line for each, with all that it has to say."""

LIKED = ("leader play", "buy", "produce card", "put", "pay", "done", "end", "take")
MOST_MATCHES = 30


def lively(chance: Random) -> Callable[[Request], str]:
    """Make a player who likes cards, and does anything now and then."""

    def choose(request: Request) -> str:
        lines = [str(line) for line in request.legal or ()]
        if chance.random() < 0.85:
            for verb in LIKED:
                liked = [line for line in lines if line.startswith(verb)]
                if liked:
                    return chance.choice(liked)
        return chance.choice(lines)

    return choose


def test_d2_4_leaders_and_resources_are_chosen_in_the_order_of_play(server: Server) -> None:
    players = server.seat(*fresh(2), game="masters")
    first = players[0].view["table"]["first"]
    order = [players[first], players[1 - first]]
    dealt = {}
    for player in players:
        own = [player.view[f"leaders/{seat}"]["own"] for seat in range(2)]
        dealt[player] = own[players.index(player)]["cards"]
        assert own[1 - players.index(player)] is None
    assert len({*dealt[order[0]], *dealt[order[1]]}) == 8
    for player in order:
        for line in ("leader discard 4", "leader discard 1"):
            asked, request = on_turn(*players)
            assert (asked, request.decision) == (player, "leaders")
            assert list(request.legal or ()) == [
                f"leader discard {n + 1}" for n in range(4 if line.endswith("4") else 3)
            ]
            player.say(Move(request.id, line))
            heard = {each: each.wait_for(Update, number=request.id) for each in players}
            assert heard[player].action == line
            assert heard[next(p for p in players if p is not player)].action == "leader discard"
        kept = player.view[f"leaders/{players.index(player)}"]["own"]["cards"]
        assert kept == dealt[player][1:3]
    asked, request = on_turn(*players)
    assert (asked, request.decision) == (order[1], "resources")
    assert len(request.legal or ()) == 4 * 3
    update = answer(players, "put stone 2")
    assert {event.kind for event in update.events} >= {"depot changed", "turn begun"}
    assert on_turn(*players)[0] is order[0]


def test_d2_5_each_of_the_documents_updates_is_an_event_with_its_fields(
    server: Server,
) -> None:
    missing = {kind: set(facts) for kind, *facts in UPDATES.values()}
    assert len(missing) == 17
    for number in range(MOST_MATCHES):
        players = server.seat(*fresh(1 + number % 2), game="masters")
        for update in steps(players, expert(players)):
            for event in update.events:
                assert missing.pop(event.kind, set()) <= event.facts.keys(), event
        if not missing:
            return
        server.let_go()
    assert not missing


def test_d2_6_the_documents_ten_actions_are_lines_and_turns_end_by_themselves(
    server: Server,
) -> None:
    missing, by_itself = set(ACTIONS.values()), Counter[str]()
    assert len(missing) == 10
    for _ in range(MOST_MATCHES):
        players = server.seat(*fresh(2), game="masters")
        for update in steps(players, expert(players)):
            missing -= {line for line in missing if re.fullmatch(line, update.action)}
            if update.turn is not None and update.turn != update.seat:
                by_itself[update.action.split()[0]] += 1
        if not missing:
            break
        server.let_go()
    assert not missing
    assert by_itself.keys() - {"end"}, "a turn that leaves nothing to do ends without a word"


def test_d2_9_alone_a_token_is_turned_up_after_each_turn(server: Server) -> None:
    players = server.seat(*fresh(1), game="masters")
    shown, turns = 0, 0
    for update in steps(players, lively(Random("d2.9"))):
        kinds = [event.kind for event in update.events]
        shown += kinds.count("token revealed")
        turns += kinds.count("turn begun")
    ended = players[0].wait_for(Ended)
    assert turns - 1 <= shown <= turns, (
        "no token in the set-up, one for each turn but a won one"
    )
    assert ended.ranking in (((0,),), ((), (0,)))
    assert len(ended.scores) == 1


def test_d4_4_a_match_for_one_starts_at_once(server: Server) -> None:
    [player] = server.enter(*fresh(1))
    player.say(Create("masters", 1, A_NONCE))
    started = player.wait_for(Started)
    assert (started.seat, started.turn, len(started.players)) == (0, 0, 1)
    assert player.request(1).decision == "leaders"


def test_d4_8_the_phases_of_a_turn_at_the_market(server: Server) -> None:
    players = seated(server, 2)
    player, request = on_turn(*players)
    seat = players.index(player)
    assert request.decision == "action"
    answer(players, "leader discard 1")  # a leader first
    row = most_goods(player)
    goods = answer(players, f"take row {row}")
    available = [event for event in goods.events if event.kind == "marble available"]
    assert sum(player.view["action"]["box"]) == len(available) >= 2
    _, request = on_turn(*players)
    assert request.decision == "store"
    player.say(Move(request.id, "leader discard 2"))
    assert player.wait_for(Error).code == "wrong-phase", "no leaders in the middle of it"
    line = next(str(each) for each in request.legal or () if str(each).startswith("put"))
    answer(players, line)
    answer(players, "discard rest" if sum(player.view["action"]["box"]) > 1 else rest(player))
    faith = player.view[f"player/{1 - seat}"]["faith"]
    assert faith == len(available) - 1, "the others have faith for what was thrown away"
    _, request = on_turn(*players)
    assert (request.decision, request.legal) == (
        "end",
        ("leader discard 2", *swaps(request), "end"),
    )
    answer(players, "leader discard 2")  # and leaders last, with which the turn is over
    assert on_turn(*players)[0] is not player


def test_d4_8_what_was_just_taken_can_go_back_and_nothing_else(server: Server) -> None:
    for _ in range(MOST_MATCHES):
        players = seated(server, 2)
        player, _ = on_turn(*players)
        answer(players, f"take row {most_goods(player)}")
        waiting = player.view["action"]["box"]
        kinds = [name for name, count in zip(RESOURCES, waiting, strict=True) if count]
        if len(kinds) > 1 and sum(waiting) > 2:
            break
        server.let_go()
    else:
        raise AssertionError("no market had a row of three goods")
    answer(players, f"put {kinds[0]} 3")
    told = answer(players, f"put {kinds[1]} 2")
    assert {event.kind for event in told.events} >= {"marble taken", "depot changed"}
    _, request = on_turn(*players)
    assert "back 3" in (request.legal or ())
    assert "back 1" not in (request.legal or ()), "there is nothing"
    told = answer(players, "back 3")
    assert {event.kind for event in told.events} >= {"marble available", "depot changed"}
    assert (
        list(player.view["action"]["box"])[RESOURCES.index(kinds[0])]
        == (waiting[RESOURCES.index(kinds[0])])
    )
    answer(players, f"put {kinds[0]} 1")
    while on_turn(*players)[1].decision == "store":
        answer(players, next(line for line in offered(players) if line.startswith("discard")))
    # The action is over, and what it has brought can be moved about but not given back.
    assert not any(line.startswith(("back", "discard")) for line in offered(players))
    assert any(line.startswith("swap") for line in offered(players))


def offered(players: list[Client]) -> list[str]:
    """List what whoever is on turn can do."""
    return [str(line) for line in on_turn(*players)[1].legal or ()]


def test_d4_8_everybody_hears_that_the_end_has_come(server: Server) -> None:
    players = server.seat(*fresh(2), game="masters")
    kinds = [e.kind for update in steps(players, lively(Random(8))) for e in update.events]
    assert kinds.count("end triggered") == 1
    assert kinds[-1] == "game over"


def rest(player: Client) -> str:
    """Discard the only good that is left."""
    return f"discard {RESOURCES[list(player.view['action']['box']).index(1)]}"


def swaps(request: Request) -> tuple[str, ...]:
    return tuple(str(line) for line in request.legal or () if str(line).startswith("swap"))
