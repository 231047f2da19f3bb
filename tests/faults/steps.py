"""Steps that the tests of faults have in common."""

from __future__ import annotations

from eriantys.wire.from_client import Move, Sync, Undo
from eriantys.wire.from_server import Request, Started, State, Update
from tests.commands.program import PATIENCE
from tests.faults.memory import Line, question
from tests.scenarios.real import Client, Server, on_turn


def asked(clients: list[Client]) -> tuple[Client, Request]:
    """Find whoever is asked, who then has nothing left to hear."""
    client, request = on_turn(*clients)
    # In another match there may have been one that was the same in everything.
    if not any(each is request for each in client.taken()):
        client.wait_for(Request, id=request.id)
    return client, request


def play_some(clients: list[Client], count: int) -> None:
    """Play so many lines, and let everybody hear of each."""
    for _ in range(count):
        client, request = asked(clients)
        client.play(request)
        for each in clients:
            each.wait_for(Update, number=request.id)


def acknowledged(client: Client) -> dict[int, Line]:
    """List the lines that somebody was told of."""
    updates = [each for each in client.heard if isinstance(each, Update)]
    return {each.number: Line(each.seat, each.action) for each in updates}


def end_of(server: Server) -> int:
    """Wait for the end of a server that was told to end, or killed; return its exit code."""
    code = server.process.wait(PATIENCE)
    assert server.process.stdout is not None
    server.process.stdout.close()
    said = server.errors.read_text()
    assert "Traceback" not in said, said
    assert "ERROR" not in said, said
    return code


def back(server: Server, name: str) -> Client:
    """Come back by proof, in place of whatever is left of the connection before."""
    client = server.connect()
    client.prove(name, take_over=True)
    return client


def refused_for_now(client: Client, said: Move | Undo, request: Request) -> Request:
    """Answer a request in vain; return it as it is made again."""
    client.say(said)
    error = client.error()
    about = "move" if isinstance(said, Move) else "undo"
    assert (error.code, error.about) == ("store-unavailable", about)
    assert error.request == request.id
    again = client.next()
    assert isinstance(again, Request)
    assert question(again) == question(request)
    assert 0 < again.left_ms <= request.left_ms
    return again


def unchanged(client: Client, number: int) -> Started | State | Update:
    """See that nothing was said to somebody, and nothing has happened."""
    before = client.view
    client.say(Sync())
    state = client.next()
    assert isinstance(state, State), f"{client.name} heard {state}"
    assert (state.number, state.view) == (number, before)
    if state.turn == client.last(Started).seat:
        client.wait_for(Request, id=number + 1)
    return state
