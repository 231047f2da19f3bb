"""The line mode at a real server: two people play a match by what they type, over sockets."""

from __future__ import annotations

import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from eriantys import exits
from eriantys.client.address import Address
from eriantys.client.keyring import Keyring
from eriantys.client.link import Link
from eriantys.client.model import Place
from eriantys.client.plain.session import PlainSession
from eriantys.wire.from_client import Chat
from tests.commands.program import PATIENCE, environment
from tests.scenarios.real import Server, serving


class Person:
    """Somebody who plays line by line, driven as the loop drives it."""

    def __init__(self, server: Server, folder: Path, name: str) -> None:
        address = Address("127.0.0.1", server.port)
        self.link = Link(address)
        self.session = PlainSession(address, name, Keyring(folder))
        self.lines: list[str] = []
        """All that was printed."""
        self.link.dial(time.monotonic())

    @property
    def offers(self) -> tuple[str, ...]:
        """What could be typed now, by what the server lists."""
        match = self.session.model.match
        return match.offers if match is not None else ()

    @property
    def number(self) -> int:
        """How many lines of the match have been heard of."""
        match = self.session.model.match
        return match.number if match is not None else 0

    def type(self, line: str) -> None:
        self.session.typed(line, time.monotonic())
        self.flush()

    def turn(self) -> None:
        """Go round once."""
        with selectors.SelectSelector() as selector:
            for descriptor, events in self.link.wanted().items():
                selector.register(descriptor, events)
            ready = selector.select(0.005)
        now = time.monotonic()
        for _ in ready:
            for message in self.link.readable(now):
                self.session.hear(message, now)
        self.link.tick(now)
        self.flush()

    def flush(self) -> None:
        self.link.send(self.session.take_outgoing())
        self.link.writable(time.monotonic())
        self.lines += self.session.take_output()


def until(people: list[Person], condition: Callable[[], object]) -> None:
    """Go round with everybody until something has come about."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up, [person.lines[-5:] for person in people]
        for person in people:
            person.turn()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("plain") / "store") as server:
        yield server


def seat_two(server: Server, folder: Path, *names: str, mode: str) -> list[Person]:
    """Let two people begin a match by typing."""
    people = [Person(server, folder, name) for name in names]
    first, second = people
    until(people, lambda: all(each.session.model.place is Place.LOBBY for each in people))
    first.type(f"new eriantys 2 {mode}".strip())
    until(people, lambda: first.session.model.seated)
    seated = first.session.model.seated
    assert seated is not None
    second.type(f"join {seated.match}")
    until(people, lambda: all(each.session.model.match for each in people))
    return people


def on_turn(people: list[Person]) -> Person | None:
    """Wait until somebody is asked for an action, or the match is over for all."""

    def settled() -> bool:
        over = all(each.session.model.place is Place.AFTER for each in people)
        return over or any(each.offers for each in people)

    until(people, settled)
    return next((each for each in people if each.offers), None)


def act(people: list[Person], person: Person, line: str) -> None:
    """Type an action, and wait until everybody has heard of it."""
    number = person.number + 1
    person.type(line)
    until(people, lambda: all(each.number >= number for each in people))


@pytest.mark.parametrize("mode", ["", "expert"])
def test_two_people_play_a_whole_match_by_what_they_type(
    server: Server, tmp_path: Path, mode: str
) -> None:
    names = (f"Ada{mode[:1]}", f"Bo{mode[:1]}")
    people = seat_two(server, tmp_path, *names, mode=mode)
    chance = Random(f"typed-{mode}")
    typed = 0
    while (person := on_turn(people)) is not None:
        act(people, person, chance.choice(person.offers))
        typed += 1
    assert typed > 30  # the luck of a real server decides how long it takes
    for person in people:
        assert any(line.startswith("Game over: ") for line in person.lines)
        assert any(line.startswith("Place 1: ") for line in person.lines)
        asked = [line for line in person.lines if line.startswith("Your turn: ")]
        assert len(asked) > 25
        assert all(line.isprintable() for line in person.lines)
        person.type("quit")
        person.link.close()


def test_a_try_an_undo_and_a_resignation_at_a_real_server(
    server: Server, tmp_path: Path
) -> None:
    people = seat_two(server, tmp_path, "Uma", "Vito", mode="")
    for line in ("a3", "a5"):
        person = on_turn(people)
        assert person is not None
        act(people, person, line)
    actor = on_turn(people)
    assert actor is not None
    move = next(offer for offer in actor.offers if offer.endswith(" 9"))
    actor.type(f"try {move}")
    tried = f"{move.split()[0].capitalize()} to island 9: then "
    until(people, lambda: actor.lines[-1].startswith(tried))
    actor.type(move)
    until(people, lambda: len(actor.offers) and "2 of 3" in actor.lines[-1])
    actor.type("undo")
    until(people, lambda: any(" back: " in line for line in people[0].lines))
    assert any(f"back: {move.split()[0]} to island 9" in line for line in people[1].lines)
    actor.type("log all")
    until(people, lambda: "That was all so far." in actor.lines)
    told = actor.lines[actor.lines.index("That was all so far.") - 5 :]
    assert any("assistant 3" in line for line in told)
    actor.type("resign")
    actor.type("yes")
    until(people, lambda: all(each.session.model.place is Place.AFTER for each in people))
    for person in people:
        person.link.close()


PROGRAM = (
    "import sys\n"
    "from eriantys.client.address import parse\n"
    "from eriantys.client.plain.loop import run\n"
    "name, where = sys.argv[1:]\n"
    "sys.exit(run(parse(where), name, False, None))\n"
)


def run(folder: Path, name: str, where: str, typed: bytes) -> tuple[int, list[str]]:
    """Run the line mode in a process of its own, on pipes."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, where],
        input=typed,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(XDG_STATE_HOME=str(folder), XDG_CONFIG_HOME=str(folder)),
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    return done.returncode, done.stdout.decode().splitlines()


def test_lines_from_a_pipe_are_obeyed_and_the_end_of_them_is_a_goodbye(
    server: Server, tmp_path: Path
) -> None:
    where = f"127.0.0.1:{server.port}"
    code, lines = run(tmp_path, "Piper", where, b"say hello\nnew 2 private\nhelp\nfoo")
    assert code == exits.OK
    assert f"You are Piper at {where}." in lines
    assert "Piper says to the lobby: hello" in lines
    assert any(line.startswith("You have seat 1 of 2 in match ") for line in lines)
    assert any(line.startswith("Others come here with the code ") for line in lines)
    code, lines = run(tmp_path, "", where, b"")
    assert code == exits.OK
    assert f"You are Piper at {where}." in lines, "the name of the last time is known"


def test_a_file_and_an_empty_input_will_do(server: Server, tmp_path: Path) -> None:
    where = f"127.0.0.1:{server.port}"
    typed = tmp_path / "typed"
    typed.write_bytes(b"say from a file\n")
    with typed.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "Filer", where],
            stdin=file,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env=environment(XDG_STATE_HOME=str(tmp_path)),
        )
    assert (done.returncode, done.stderr) == (exits.OK, b"")
    assert b"Filer says to the lobby: from a file" in done.stdout


def test_no_server_is_a_sentence_and_another_exit(tmp_path: Path) -> None:
    code, lines = run(tmp_path, "Nemo", "127.0.0.1:1", b"list\n")
    assert code == exits.UNAVAILABLE
    assert lines == [
        "127.0.0.1:1 refuses the connection; is the server running there, and is this its port?"
    ]


def test_what_is_printed_comes_while_nothing_is_typed(server: Server, tmp_path: Path) -> None:
    where = f"127.0.0.1:{server.port}"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "Waiter", where],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(XDG_STATE_HOME=str(tmp_path)),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        heard = b""
        while b"in the lobby" not in heard:
            heard = process.stdout.readline()
            assert heard
        [host] = server.enter("Host")
        host.say(Chat("lobby", "anybody here?"))
        while b"anybody" not in heard:
            heard = process.stdout.readline()
            assert heard
        assert heard == b"Host says to the lobby: anybody here?\n"
        process.stdin.close()
        assert process.wait(PATIENCE) == exits.OK
