"""One turn of the loop: keep before sending, outlive the disk, and end in time."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from eriantys.server import seldom
from eriantys.server.inputs import Close, Overdue, Reload, Send, Stop
from eriantys.server.limits import Limits
from eriantys.server.outside import loop
from eriantys.server.outside.loop import FORGET_AT_ONCE
from eriantys.server.rows import Row
from tests.server.outside.scripted import A_ROW, HELLO, PATIENCE, house

ROOT = Path(__file__).resolve().parents[3]


def test_what_is_said_goes_out_after_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with house() as here:
        number, client = here.connect()

        def commit(rows: Sequence[Row]) -> None:
            client.setblocking(False)
            with pytest.raises(BlockingIOError):
                client.recv(100)
            client.settimeout(PATIENCE)
            assert here.core.done == []
            here.store.kept.extend(rows)

        monkeypatch.setattr(here.store, "commit", commit)
        here.core.to_keep = [A_ROW]
        here.core.to_say = [Send(number, b"kept")]
        here.core.done.clear()
        here.turn(1)
        assert here.store.kept == [A_ROW]
        assert here.core.done == ["committed"]
        assert client.recv(100) == b"kept"


def test_a_step_without_rows_counts_as_kept() -> None:
    with house() as here:
        here.store.trouble = "nobody asks the store"
        here.turn(3)
        assert here.core.done == ["committed"] * 3


def test_trouble_with_the_store_is_told_and_outlived(caplog: pytest.LogCaptureFixture) -> None:
    with house() as here:
        here.turn(1)  # the first turn looks for old matches
        here.core.done.clear()
        here.store.trouble = "The disk is full."
        for _ in range(5):
            here.core.to_keep = [A_ROW]
            here.turn(1)
        assert here.core.done == ["aborted"] * 5
        warnings = [each for each in caplog.records if each.levelno == logging.WARNING]
        assert [each.getMessage() for each in warnings] == [
            "nothing can be saved: The disk is full."
        ]
        here.store.trouble = ""
        here.core.to_keep = [A_ROW]
        here.turn(1)
        assert here.core.done[-1] == "committed"
        assert here.store.kept == [A_ROW]


def test_lasting_trouble_is_logged_again_after_a_while() -> None:
    said = seldom.Seldom()
    assert [said.due(now) for now in (5.0, 5.0, 14.9, 15.0, 15.1, 40.0)] == [
        *(True, False, False, True, False, True)
    ]


def test_a_busy_core_is_called_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with house() as here:
        here.turn(1)
        monkeypatch.setattr(here.core, "next_due", lambda: None)
        here.core.busy = True
        begun = time.monotonic()
        here.turn(50)  # each would wait for an hour
        assert time.monotonic() - begun < PATIENCE


def test_nobody_is_called_while_nothing_happens() -> None:
    with house() as here:
        here.turn(1)
        due = time.monotonic() + 0.2
        here.core.next_due = lambda: due  # type: ignore[method-assign]
        here.turn(1)
        assert time.monotonic() >= due


def test_old_matches_are_given_up_at_the_start_and_every_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with house(Limits(keep_saved=7), old=(3, 5)) as here:
        here.turn(3)
        assert here.store.asked == [7]
        assert here.core.heard == [Overdue((3, 5))]
    monkeypatch.setattr(loop, "SWEEP_INTERVAL", 0.05)
    with house() as here:
        here.turn_until(lambda: len(here.store.asked) == 3)
        assert here.core.heard == []


def test_old_matches_that_cannot_be_read_are_left_for_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with house() as here:
        here.store.trouble = "The disk reports an error."
        here.turn(3)
        assert here.core.heard == []
    assert "cannot look for old matches: The disk reports an error." in caplog.text


def test_what_is_too_old_is_removed_in_portions_at_the_start_and_every_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop, "FORGET_PAUSE", 0.01)
    with house(Limits(keep=5)) as here:
        here.store.past = 2 * FORGET_AT_ONCE + 1
        here.turn_until(lambda: not here.store.past)
        assert here.store.kept_for == [5, 5, 5]
        monkeypatch.setattr(loop, "SWEEP_INTERVAL", 0.01)
        here.loop._sweep_at = 0
        here.turn_until(lambda: len(here.store.kept_for) == 5)


def test_what_cannot_be_removed_is_left_for_later(caplog: pytest.LogCaptureFixture) -> None:
    with house() as here:
        here.store.trouble, here.store.past = "no disk", 3
        here.turn_until(lambda: here.store.kept_for)
        assert "cannot look for old matches: no disk" in caplog.text
        here.store.trouble = ""
        here.loop._sweep_at = 0
        here.turn_until(lambda: not here.store.past)


def test_a_fault_of_the_core_ends_the_loop_and_its_connections() -> None:
    with house() as here:
        _, client = here.connect()
        here.core.fault = ZeroDivisionError("nobody thought of this")
        with pytest.raises(ZeroDivisionError):
            here.loop.run()
        assert client.recv(100) == b""


def test_stop_is_told_once_and_nobody_else_is_let_in() -> None:
    with house() as here:
        number, client = here.connect()
        here.loop.stop()
        here.core.to_say = [Send(number, b"bye"), Close(number)]
        here.turn(3)
        assert here.core.heard.count(Stop()) == 1
        assert not here.loop.over
        here.knock()
        here.turn(3)
        assert len(here.core.opened()) == 1
        assert client.recv(100) == b"bye"
        assert client.recv(100) == b""
        client.close()
        here.turn_until(lambda: here.loop.over)


def test_whoever_the_core_forgets_at_the_end_is_closed_too() -> None:
    with house() as here:
        _, client = here.connect()
        here.loop.stop()
        here.turn(1)
        assert client.recv(100) == b""


def test_the_end_comes_even_if_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "STOP_WAIT", 0.2)
    with house() as here:
        number, _ = here.connect(small=True)
        here.core.to_say = [Send(number, bytes(200_000)), Close(number)]
        here.loop.stop()
        begun = time.monotonic()
        here.loop.run()
        assert 0.2 <= time.monotonic() - begun < 2


def test_new_limits_are_for_everybody_at_once() -> None:
    with house(Limits(keep_saved=7)) as here:
        here.turn(1)
        wanted = Reload(Limits(keep_saved=8, login=1), "new")
        here.wishes = [wanted, None]
        here.loop.reload()
        here.turn(3)
        assert here.core.heard == [wanted], "it is told once"
        assert here.porter.limits == wanted.limits
        here.loop._sweep_at = 0
        here.turn(1)
        assert here.store.asked == [7, 8]
        here.loop.reload()
        here.turn(3)
        assert here.core.heard == [wanted], "there was nothing new"
        assert here.wishes == []


def test_a_wish_during_another_is_not_lost() -> None:
    with house() as here:
        asked = []

        def reread() -> None:
            asked.append(len(asked))
            if len(asked) == 1:
                here.loop.reload()

        here.loop._reread = reread
        here.loop.reload()
        here.turn(3)
        assert asked == [0, 1]


def test_nothing_is_read_again_at_the_end() -> None:
    with house() as here:
        here.loop.reload()
        here.loop.stop()
        here.turn(1)
        assert here.core.told(Stop) == [Stop()]


CHILD = """
import os, resource, sys
from eriantys.server.outside.loop import led_by_signals
from tests.server.outside.scripted import House

here = House()
here.loop._reread = lambda: print("read again", flush=True)
print(here.port, flush=True)
if len(sys.argv) > 1:
    taken = len(os.listdir("/proc/self/fd"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken - 1 + int(sys.argv[1]),) * 2)
with led_by_signals(here.loop, here.porter.alarm_bell.fileno()):
    here.core.next_due = lambda: None
    here.loop.run()
print("in order", flush=True)
"""


def start_child(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_wakes_the_loop_and_ends_it(number: int) -> None:
    with start_child() as child:
        try:
            assert child.stdout is not None
            port = int(child.stdout.readline())
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
                assert client.recv(len(HELLO), socket.MSG_WAITALL) == HELLO
                child.send_signal(number)
                assert client.recv(1) == b""
            assert child.stdout.read() == b"in order\n"
            assert child.wait(PATIENCE) == 0
        finally:
            child.kill()


def test_a_signal_has_the_settings_read_again_each_time() -> None:
    with start_child() as child:
        try:
            assert child.stdout is not None
            port = int(child.stdout.readline())
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
                assert client.recv(len(HELLO), socket.MSG_WAITALL) == HELLO
                for _ in range(3):
                    child.send_signal(signal.SIGHUP)
                    assert child.stdout.readline() == b"read again\n"
                child.terminate()
                assert client.recv(1) == b""
            assert child.stdout.read() == b"in order\n"
            assert child.wait(PATIENCE) == 0
        finally:
            child.kill()


@pytest.mark.parametrize("closed", [False, True])
def test_the_end_of_its_terminal_is_its_end(closed: bool) -> None:
    ours, theirs = os.openpty()
    with start_child(stderr=theirs) as child:
        os.close(theirs)
        try:
            assert child.stdout is not None
            port = int(child.stdout.readline())
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
                assert client.recv(len(HELLO), socket.MSG_WAITALL) == HELLO  # it has begun
            if closed:
                os.close(ours)
            child.send_signal(signal.SIGHUP)
            if closed:
                assert child.stdout.read() == b"in order\n"
                assert child.wait(PATIENCE) == 0
            else:
                assert child.stdout.readline() == b"read again\n"
        finally:
            child.kill()
            if not closed:
                os.close(ours)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts its own descriptors")
def test_without_descriptors_the_door_rests_and_those_inside_go_on() -> None:
    with start_child("4") as child:
        clients: list[socket.socket] = []
        try:
            assert child.stdout is not None
            assert child.stderr is not None
            port = int(child.stdout.readline())
            for _ in range(7):
                clients.append(socket.create_connection(("127.0.0.1", port), PATIENCE))
            for client in clients[:4]:
                assert client.recv(len(HELLO), socket.MSG_WAITALL) == HELLO
            # From here on it is full; what it burns until somebody comes in is a busy loop.
            used = cpu_seconds(child.pid)
            outside = clients[4:]
            clients[0].close()
            assert outside[0].recv(len(HELLO), socket.MSG_WAITALL) == HELLO
            clients[1].close()
            assert outside[1].recv(len(HELLO), socket.MSG_WAITALL) == HELLO
            assert cpu_seconds(child.pid) - used < 0.2
            outside[2].setblocking(False)
            with pytest.raises(BlockingIOError):
                outside[2].recv(1)
            child.terminate()
            assert clients[2].recv(1) == b"", "those inside hear the goodbye"
            assert child.wait(PATIENCE) == 0
            assert b"Too many open files" in child.stderr.read()
        finally:
            child.kill()
            for client in clients:
                client.close()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
