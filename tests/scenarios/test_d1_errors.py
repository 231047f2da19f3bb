"""The second document: every error that it names, provoked for real."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from eriantys.games.eriantys.codes import CODES
from eriantys.server.codes import BYES, ERRORS
from eriantys.wire.frames import encode
from eriantys.wire.from_client import (
    Answer,
    Bye,
    Create,
    FromClient,
    Join,
    List,
    Login,
    Move,
    Quick,
    Resume,
    Sync,
    TakeSeat,
    Watch,
)
from eriantys.wire.from_server import Request, ServerBye
from eriantys.wire.messages import type_of
from tests.commands.program import ROOT
from tests.keys import A_NONCE, key_of
from tests.scenarios import probes, strategies
from tests.scenarios.checks import (
    assert_asked_again,
    assert_heard_nothing,
    assert_sentence,
    refuse,
    what_stands,
)
from tests.scenarios.driver import Table
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, news

OURS = {
    "UsedName": {"name-taken", "already-connected"},
    "UnmatchedMessages": {"unexpected", "unknown-type", "malformed"},
    "AlreadyPlayed": {"already-played"},
    "FullDiningRoom": {"dining-room-full"},
    "InvalidChoice": {case.code for case in probes.INVALID_CHOICES},
    "TurnError": {"not-your-turn", "wrong-phase"},
    "NoMoney": {"not-enough-coins"},
    "FailedConnection": set(BYES),
}
"""The document's errors, and our codes."""


def test_d1_4_every_refusal_of_the_game_is_an_error_of_the_document() -> None:
    ours = set[str]().union(*OURS.values())
    assert ours <= {*ERRORS, *CODES, *BYES}
    # Over the wire a match that has ended asks for nothing, so nobody can be too late.
    assert set(CODES) - ours == {"game-over"}


@pytest.mark.parametrize("name", OURS)
def test_d1_4_the_manual_tells_which_codes_an_error_of_the_document_has(name: str) -> None:
    manual = (ROOT / "man/eriantys-protocol.7").read_text("utf-8").replace("\\-", "-")
    cell = re.search(rf"(?m)^{name}\t(T{{\n[^}}]*\nT}}|.*)$", manual)
    assert cell is not None
    words = set(re.findall(r"[a-z-]+", cell[1]))
    if name == "FailedConnection":
        assert "bye" in words
    else:
        assert words & {*ERRORS, *CODES} == OURS[name]


def test_d1_4_used_name(empty_house: Server) -> None:
    (owner,) = empty_house.enter("used_name")
    news(owner)
    client = empty_house.connect()
    request = client.last(Request)
    stolen = Login("Used_Name", key=key_of("mine"))
    refuse(client, stolen, "name-taken", owner, asked=request)
    again = Login("used_name", key=key_of("used_name"))
    refuse(client, again, "already-connected", owner, asked=request)


MATCHING_ELSEWHERE: tuple[FromClient, ...] = (
    Login("somebody", key=key_of("somebody")),
    List(),
    Create("eriantys", 2, A_NONCE),
    Join(A_NONCE, 1),
    Quick("eriantys", A_NONCE),
    Answer(1, 2),
    TakeSeat(1),
    Resume(),
    Watch(1),
)


@pytest.mark.parametrize("message", MATCHING_ELSEWHERE, ids=type_of)
def test_d1_4_unmatched_messages_in_a_match(server: Server, message: FromClient) -> None:
    table = Table(server.enter(*fresh(2)))
    before = [what_stands(client) for client in table.clients]
    for client, other in (table.clients, reversed(table.clients)):
        refuse(client, message, "unexpected", other, asked=None)
    assert [what_stands(client) for client in table.clients] == before


def test_d1_4_unmatched_messages_before_a_match(empty_house: Server) -> None:
    nobody = empty_house.connect()
    for message in (*MATCHING_ELSEWHERE[1:], Move(1, "assistant 1"), Sync()):
        refuse(nobody, message, "unexpected", asked=None)
    (client,) = empty_house.enter(*fresh(1))
    news(client)
    for message in (MATCHING_ELSEWHERE[0], Answer(1, 2), Move(1, "assistant 1"), Sync()):
        refuse(client, message, "unexpected", asked=None)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"type": "dance"}, "unknown-type"),
        ({"type": "update"}, "unknown-type"),
        ({"type": "move"}, "malformed"),
        ({"type": "move", "request": -1, "action": "done"}, "malformed"),
        ({"action": "done"}, "malformed"),
    ],
)
def test_d1_4_messages_that_match_nothing(
    server: Server, content: dict[str, object], code: str
) -> None:
    table = Table(server.enter(*fresh(2)))
    player, other = table.player, table.others[0]
    before = what_stands(player), what_stands(other)
    player.say_bytes(encode(content))
    error = player.error()
    assert error.code == code
    assert_sentence(error.text)
    assert_asked_again(player, table.request)
    assert_heard_nothing(player, other)
    assert (what_stands(player), what_stands(other)) == before


CASES = (
    probes.ALREADY_PLAYED,
    probes.FULL_DINING_ROOM,
    probes.NO_MONEY,
    *probes.INVALID_CHOICES,
)


def by_code(case: probes.Case) -> str:
    return case.code


@pytest.mark.parametrize("case", CASES, ids=by_code)
def test_d1_4_choices_that_the_rules_forbid(server: Server, case: probes.Case) -> None:
    table = Table(server.enter(*fresh(case.seats)), options={"expert": case.expert})
    action = table.seek(case.probe, case.play, case.worth)
    assert action not in table.legal
    table.refuse(action, case.code)
    # The player must choose again, and can.
    table.act()


def test_d1_4_turn_error(server: Server) -> None:
    table = Table(server.enter(*fresh(3)))
    for _ in range(3):
        for other in table.others:
            table.refuse(table.legal[0], "not-your-turn", by=other)
        table.refuse("mother 1", "wrong-phase")
        table.act()


def say_nothing(server: Server, client: Client) -> None:
    client.answers_pings = False


def stop(server: Server, client: Client) -> None:
    server.process.send_signal(signal.SIGTERM)


def say_bye(server: Server, client: Client) -> None:
    client.say(Bye())


def send_a_giant(server: Server, client: Client) -> None:
    client.say_bytes((2**31 - 1).to_bytes(4, "big"))


def come_twice(server: Server, client: Client) -> None:
    server.connect().prove(client.name, take_over=True)


def guess(server: Server, client: Client) -> None:
    server.enter("somebody")
    client.say(*[Login("somebody", key=key_of(f"guess {number}")) for number in range(5)])


@pytest.mark.parametrize(
    ("code", "options", "named", "provoke"),
    [
        ("frame-too-large", (), True, send_a_giant),
        ("goodbye", (), True, say_bye),
        ("idle", ("--idle", "0.1"), True, say_nothing),
        ("restarting", (), True, stop),
        ("silence", ("--ping", "0.2", "--silence", "1"), True, say_nothing),
        ("taken-over", (), True, come_twice),
        ("too-many-logins", (), False, guess),
        ("too-slow", ("--login", "0.1"), False, say_nothing),
    ],
)
def test_d1_4_a_failed_connection_is_told_why(
    tmp_path: Path,
    code: str,
    options: tuple[str, ...],
    named: bool,
    provoke: Callable[[Server, Client], None],
) -> None:
    assert code in BYES
    with serving(tmp_path / "store.db", *options) as server:
        client = server.enter("tester")[0] if named else server.connect()
        provoke(server, client)
        bye = client.wait_for_end()[-1]
        assert isinstance(bye, ServerBye)
        assert bye.code == code
        assert_sentence(bye.text)


@pytest.mark.parametrize("case", [probes.NO_MONEY, probes.USED, probes.TOO_LATE], ids=by_code)
def test_d1_12_a_refused_character_does_not_hold_up_the_turn(
    server: Server, case: probes.Case
) -> None:
    table = Table(server.enter(*fresh(2)), options={"expert": True})
    action = table.seek(case.probe, case.play, case.worth)
    player, legal = table.player, table.legal
    assert action not in legal
    # The request was made again with all its other choices, and each of them is open.
    table.refuse(action, case.code)
    assert table.legal == legal
    table.act(strategies.quiet(table))
    while not table.over and table.player is player and table.decision != "assistant":
        table.act(strategies.quiet(table))
