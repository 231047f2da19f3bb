"""Doors: both families, one port, and a sentence for whatever goes wrong."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from eriantys import exits
from eriantys.server.outside import listening
from eriantys.server.outside.listening import describe, is_everywhere, listen

needs_ipv6 = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")


@contextmanager
def doors(host: str, port: int = 0) -> Iterator[list[socket.socket]]:
    opened = listen(host, port)
    try:
        yield opened
    finally:
        for door in opened:
            door.close()


def port_of(door: socket.socket) -> int:
    port: int = door.getsockname()[1]
    return port


def reach(host: str, port: int) -> None:
    socket.create_connection((host, port), 30).close()


@needs_ipv6
def test_all_addresses_of_both_families_share_a_port() -> None:
    with doors("") as opened:
        port = port_of(opened[0])
        reach("127.0.0.1", port)
        reach("::1", port)
        assert [describe(door) for door in opened] == [f"[::]:{port}"]
        assert is_everywhere(opened[0])


def test_without_ipv6_all_addresses_are_those_of_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with doors("") as opened:
        (door,) = opened
        reach("127.0.0.1", port_of(door))
        assert describe(door) == f"0.0.0.0:{port_of(door)}"
        assert is_everywhere(door)


def stand_for(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name stand for these addresses."""

    def found(_host: str, port: int, **_more: Any) -> list[Any]:
        families = [socket.AF_INET6 if ":" in each else socket.AF_INET for each in addresses]
        return [
            (family, socket.SOCK_STREAM, 6, "", (address, port))
            for family, address in zip(families, addresses, strict=True)
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@needs_ipv6
def test_a_name_of_both_families_has_one_port(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_for(monkeypatch, "127.0.0.1", "::1", "::1")
    with doors("both") as opened:
        assert [door.getsockname()[0] for door in opened] == ["127.0.0.1", "::1"]
        assert len(set(map(port_of, opened))) == 1
        assert not any(map(is_everywhere, opened))


@needs_ipv6
def test_a_port_that_is_free_for_one_address_only_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_for(monkeypatch, "127.0.0.1", "::1")
    really_open = listening._open
    tried: list[int] = []

    def taken_at_first(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
        if family == socket.AF_INET6:
            tried.append(address[1])
            if len(tried) == 1:
                raise OSError(errno.EADDRINUSE, "somebody is there")
        return really_open(family, address)

    monkeypatch.setattr(listening, "_open", taken_at_first)
    with doors("both") as opened:
        assert len(tried) == 2
        assert [port_of(door) for door in opened] == [tried[1]] * 2


def test_an_address_that_is_not_ours_is_left_out_if_the_name_has_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stand_for(monkeypatch, "192.0.2.1", "127.0.0.1")
    with doors("some") as opened:
        assert [door.getsockname()[0] for door in opened] == ["127.0.0.1"]


def test_a_port_that_was_in_use_a_moment_ago_is_free() -> None:
    with doors("127.0.0.1") as opened:
        port = port_of(opened[0])
        with socket.create_connection(("127.0.0.1", port), 30) as client:
            accepted, _ = opened[0].accept()
            accepted.close()  # first, so that this side remembers the connection
            assert client.recv(1) == b""
    with doors("127.0.0.1", port) as opened:
        reach("127.0.0.1", port)


def refusal(host: str, port: int) -> exits.Quit:
    with pytest.raises(exits.Quit) as refused, doors(host, port):
        pass
    return refused.value


def test_a_port_that_is_taken_is_refused() -> None:
    with doors("127.0.0.1") as opened:
        port = port_of(opened[0])
        for host in ("127.0.0.1", ""):
            refused = refusal(host, port)
            assert refused.code == exits.UNAVAILABLE
            assert f"port {port} is taken" in refused.text


@pytest.mark.parametrize("host", ["a..b", "x" * 64 + ".example", "\udcff", "x" * 300])
def test_a_host_that_cannot_be_is_refused(host: str) -> None:
    refused = refusal(host, 0)
    assert refused.code == exits.NO_HOST
    assert refused.text.startswith("cannot find the host ")


def test_the_address_of_another_machine_is_refused() -> None:
    refused = refusal("192.0.2.1", 0)
    assert refused.code == exits.NO_HOST
    assert "'192.0.2.1' is no address of this machine" in refused.text


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (errno.EACCES, exits.NO_PERMISSION, "may not listen on port 80; choose a --port above"),
        (errno.EPERM, exits.NO_PERMISSION, "may not listen on port 80"),
        (errno.ENOBUFS, exits.UNAVAILABLE, "cannot listen on port 80: "),
    ],
)
def test_other_reasons_are_told(
    monkeypatch: pytest.MonkeyPatch, number: int, code: int, said: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(listening, "_open", fail)
    refused = refusal("127.0.0.1", 80)
    assert refused.code == code
    assert said in refused.text
