"""Slow readers who may miss things: they get whole frames, and catch up."""

from __future__ import annotations

import random
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eriantys.server.inputs import Behind, CaughtUp, Close, Closed, Send, Slack
from eriantys.server.limits import Limits
from eriantys.server.outside.tls import RECORD
from eriantys.server.outside.unsent import Unsent
from eriantys.wire.frames import FrameReader, frame
from tests.server.outside import scripted
from tests.server.outside.scripted import House, OpenHouse

LIMITS = Limits(unsent_pause=20_000, unsent_most=100_000)
SIZE = 1500


def numbered(number: int) -> bytes:
    """Make a frame that can be told from all the others, of a length of its own."""
    size = random.Random(number).randrange(SIZE)
    return frame(number.to_bytes(8, "big") * (1 + size // 8))


def number_in(content: bytes) -> int:
    number = int.from_bytes(content[:8], "big")
    assert frame(content) == numbered(number), "a frame came through in pieces"
    return number


class Reader:
    """Reads frames from a client's socket, a little at a time."""

    def __init__(self, client: socket.socket) -> None:
        self.client = client
        self.frames = FrameReader(2**20)
        self.numbers: list[int] = []
        client.setblocking(False)

    def read(self, size: int = 65536) -> None:
        with suppress(BlockingIOError, ssl.SSLWantReadError):
            self.frames.feed(self.client.recv(size))
        while (content := self.frames.next_frame()) is not None:
            self.numbers.append(number_in(content))


AT_ONCE = 8
"""Frames that are said in one turn."""


def talk(here: House, number: int, counter: Iterator[int]) -> list[int]:
    """Say more and more to somebody, until it is told that this one is behind or gone.

    What is said in the last turn comes after what was dropped.
    """
    said: list[int] = []

    def some_more() -> bool:
        if here.core.told(Behind) or here.core.closed():
            return True
        for each in islice(counter, AT_ONCE):
            said.append(each)
            here.core.to_say.append(Send(number, numbered(each)))
        return False

    here.turn_until(some_more)
    return said


def assert_dropped_once(got: list[int], said: list[int]) -> None:
    """Check that all was heard but for one gap, of what was not begun to be sent."""
    heard_before = len(got) - AT_ONCE
    assert got == said[:heard_before] + said[-AT_ONCE:]
    assert 0 < heard_before < len(said) - AT_ONCE


def unsent(here: House, number: int) -> int:
    return here.porter._connections[number].unsent_size


def slow(here: House) -> tuple[int, socket.socket]:
    number, client = here.connect(small=True)
    here.core.to_say = [Slack(number, allowed=True)]
    here.turn(1)
    return number, client


def test_a_slow_reader_with_slack_gets_whole_frames_and_keeps_in_step(
    house: OpenHouse,
) -> None:
    with house(LIMITS) as here:
        number, client = slow(here)
        counter = count()
        reader = Reader(client)
        for _ in range(3):
            here.core.heard.clear()
            said = talk(here, number, counter)
            assert here.core.heard == [Behind(number)], "it is told once"
            here.turn(5)
            assert here.core.heard == [Behind(number)]
            assert unsent(here, number) <= RECORD + (1 + AT_ONCE) * SIZE

            def caught_up(reader: Reader = reader) -> bool:
                reader.read(700)
                return bool(here.core.told(CaughtUp))

            here.turn_until(caught_up)
            assert here.core.heard == [Behind(number), CaughtUp(number)]
            fresh = next(counter)
            here.core.to_say = [Send(number, numbered(fresh))]

            def refreshed(reader: Reader = reader, fresh: int = fresh) -> bool:
                reader.read()
                return fresh in reader.numbers

            here.turn_until(refreshed)
            got, reader.numbers = reader.numbers[:-1], []
            assert_dropped_once(got, said)
        assert here.core.closed() == []


def test_one_piece_of_many_frames_is_cut_between_two_of_them(house: OpenHouse) -> None:
    with house(LIMITS) as here:
        number, client = slow(here)
        many = b"".join(map(numbered, range(2000)))
        here.core.to_say = [Send(number, many)]
        here.turn_until(lambda: here.core.told(Behind))
        reader = Reader(client)

        def caught_up() -> bool:
            reader.read()
            return bool(here.core.told(CaughtUp))

        here.turn_until(caught_up)
        here.core.to_say = [Send(number, numbered(9999)), Close(number)]

        def over() -> bool:
            reader.read()
            return 9999 in reader.numbers

        here.turn_until(over)
        *first, last = reader.numbers
        assert first == list(range(len(first)))
        assert 0 < len(first) < 2000
        assert last == 9999


def test_who_is_behind_has_caught_up_only_after_reading(house: OpenHouse) -> None:
    """Nothing may be left here to send, but the system is still full of what is unread."""
    with house(LIMITS) as here:
        number, client = slow(here)
        talk(here, number, count())
        connection = here.porter._connections[number]
        reader = Reader(client)

        def sent() -> bool:
            if connection.unsent_size:
                reader.read(500)
            return not connection.unsent_size

        here.turn_until(sent)
        here.core.heard.clear()
        connection.behind = True  # as if the frame had ended just where the system was full
        here.porter._settle(connection)
        fill(connection.socket)
        here.turn(5)
        assert here.core.heard == []
        assert here.woken(5) == 0

        def caught_up() -> bool:
            with suppress(BlockingIOError):
                socket.socket.recv(client, 65536)
            return bool(here.core.told(CaughtUp))

        here.turn_until(caught_up)
        assert here.core.heard == [CaughtUp(number)]
        assert here.woken(5) == 0


def fill(full: socket.socket) -> None:
    with suppress(BlockingIOError):
        while True:
            socket.socket.send(full, bytes(10_000))


def test_where_nothing_was_begun_nothing_is_left() -> None:
    with scripted.house(LIMITS) as here:
        number, client = slow(here)
        fill(here.porter._connections[number].socket)
        here.core.to_say = [Send(number, numbered(each)) for each in range(50)]
        here.turn(2)
        assert here.core.told(Behind) == [Behind(number)]
        assert unsent(here, number) == 0
        here.turn(3)
        assert here.core.told(CaughtUp) == [], "the system is still full"
        client.setblocking(False)

        def caught_up() -> bool:
            with suppress(BlockingIOError):
                client.recv(65536)
            return bool(here.core.told(CaughtUp))

        here.turn_until(caught_up)


def test_without_slack_nobody_falls_behind(house: OpenHouse) -> None:
    with house(LIMITS) as here:
        number, _ = here.connect(small=True)
        talk(here, number, count())
        assert here.core.closed() == [Closed(number, "unread")]
        assert here.core.told(Behind) == []


def test_what_was_said_before_there_was_slack_is_not_missed(house: OpenHouse) -> None:
    with house(LIMITS) as here:
        number, client = here.connect(small=True)
        counter = count()
        said: list[int] = []

        def much_is_unread() -> bool:
            for each in islice(counter, AT_ONCE):
                said.append(each)
                here.core.to_say.append(Send(number, numbered(each)))
            return unsent(here, number) > LIMITS.unsent_pause

        here.turn_until(much_is_unread)
        here.core.to_say.append(Slack(number, allowed=True))
        here.turn(3)
        assert here.core.told(Behind) == []
        reader = Reader(client)

        def all_is_read() -> bool:
            reader.read()
            return len(reader.numbers) == len(said)

        here.turn_until(all_is_read)
        assert reader.numbers == said
        talk(here, number, counter)
        assert here.core.told(Behind) == [Behind(number)]


def test_who_is_behind_and_is_told_far_too_much_is_dropped(house: OpenHouse) -> None:
    with house(LIMITS) as here:
        number, _ = slow(here)
        counter = count()
        talk(here, number, counter)

        def talk_on() -> list[Closed]:
            here.core.to_say.append(Send(number, numbered(next(counter))))
            return here.core.closed()

        here.turn_until(talk_on)
        assert here.core.told(Behind) == [Behind(number)]
        assert here.core.closed() == [Closed(number, "unread")]


@pytest.mark.parametrize("again", [False, True])
def test_where_slack_ends_nothing_more_is_told_of_it(house: OpenHouse, again: bool) -> None:
    with house(LIMITS) as here:
        number, client = slow(here)
        said = talk(here, number, count())
        here.core.to_say = [Slack(number, allowed=False)]
        if again:
            here.core.to_say.append(Slack(number, allowed=True))
        here.core.to_say.append(Send(number, numbered(9999)))
        reader = Reader(client)

        def got_it() -> bool:
            reader.read()
            return 9999 in reader.numbers

        here.turn_until(got_it)
        here.turn(3)
        assert here.core.told(CaughtUp) == []
        assert_dropped_once(reader.numbers[:-1], said)


def test_last_words_to_one_who_is_behind_are_whole(house: OpenHouse) -> None:
    with house(LIMITS) as here:
        number, client = slow(here)
        talk(here, number, count())
        here.core.to_say = [Send(number, numbered(9999)), Close(number)]
        reader = Reader(client)

        def got_it() -> bool:
            reader.read()
            return 9999 in reader.numbers

        here.turn_until(got_it)
        client.close()
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.told(CaughtUp) == []
        assert here.core.closed() == []


@given(st.data())
def test_dropping_leaves_whole_frames(data: st.DataObject) -> None:
    """Whatever is sent, held, added and dropped in whatever order, the stream stays good."""
    sizes = st.integers(0, 12)
    counter = count()

    def some_frames() -> bytes:
        made = [frame(bytes([next(counter) % 256]) * data.draw(sizes)) for _ in range(3)]
        return b"".join(made)

    queue = Unsent(some_frames(), 0)
    stream = bytearray()
    for _ in range(data.draw(st.integers(1, 30))):
        offered = bytes(queue.next())
        match data.draw(st.sampled_from(["add", "take", "drop"])):
            case "add" if queue.size:
                queue.add(some_frames())
            case "add":  # nobody keeps an empty one
                queue = Unsent(some_frames(), 0)
            case "take":
                taken = data.draw(st.integers(0, len(offered)))
                stream += offered[:taken]
                queue.took(taken)
            case "drop":
                held = data.draw(st.integers(0, len(offered)))
                queue.drop_unbegun(held)
                assert bytes(queue.next())[:held] == offered[:held]
                if not held and not queue.size:
                    assert ends_with_a_frame(stream)
    while queue.size:
        offered = bytes(queue.next())
        assert offered
        stream += offered
        queue.took(len(offered))
    assert ends_with_a_frame(stream)
    assert queue.size == 0


def ends_with_a_frame(stream: bytes | bytearray) -> bool:
    reader = FrameReader(100)
    reader.feed(bytes(stream))
    while (content := reader.next_frame()) is not None:
        assert len(set(content)) <= 1, "pieces of two frames in one"
    return not reader.waiting
