"""Addresses: every way to type one, a sentence for whatever is none, and invitations."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eriantys.client.address import Address, BadAddress, invitation, parse, read_code
from eriantys.server.outside.settings import OPTIONS
from eriantys.wire.address import DEFAULT_PORT

CODE = "ABCD2345"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("games.example", Address("games.example", 7777)),
        ("games.example:4000", Address("games.example", 4000)),
        ("  localhost:1\n", Address("localhost", 1)),
        ("127.0.0.1", Address("127.0.0.1", 7777)),
        ("127.0.0.1:65535", Address("127.0.0.1", 65535)),
        ("[::1]", Address("::1", 7777)),
        ("[::1]:4000", Address("::1", 4000)),
        ("[fe80::1%eth0]:4000", Address("fe80::1%eth0", 4000)),
        ("tls://games.example", Address("games.example", 7777, tls=True)),
        ("tls://games.example:4000", Address("games.example", 4000, tls=True)),
        ("TLS://[::1]:4000", Address("::1", 4000, tls=True)),
        ("games.example#ABCD-2345", Address("games.example", 7777, code=CODE)),
        ("games.example:4000#abcd2345", Address("games.example", 4000, code=CODE)),
        ("games.example#ABCD 2345", Address("games.example", 7777, code=CODE)),
        ("tls://[::1]#aBcD-2345", Address("::1", 7777, tls=True, code=CODE)),
        ("spiele.münchen.example:08", Address("spiele.münchen.example", 8)),
        ("my_pc", Address("my_pc", 7777)),
        ("x", Address("x", 7777)),
    ],
)
def test_what_people_type(text: str, address: Address) -> None:
    assert parse(text) == address


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The name of the host is missing; write HOST, HOST:PORT or tls://HOST:PORT."),
        (":4000", "The name of the host is missing"),
        ("tls://", "The name of the host is missing"),
        ("#ABCD-2345", "The name of the host is missing"),
        ("a b", "'a b' cannot be the name of a host"),
        ("a;b", "cannot be the name of a host"),
        ("$(reboot)", "cannot be the name of a host"),
        ("-a", "cannot be the name of a host"),
        ("a/", "cannot be the name of a host"),
        ("\x1b[2J", r"'\x1b[2J' cannot be the name of a host"),
        ("x" * 254, "cannot be the name of a host"),
        ("http://games.example", "There is no way to 'http://'; write HOST,"),
        ("host:", "A port is a number from 1 to 65535, not ''."),
        ("host:0", "A port is a number from 1 to 65535, not '0'."),
        ("host:65536", "not '65536'."),
        ("host:-1", "not '-1'."),
        ("host:٣", "A port is a number"),
        ("host:1 2", "not '1 2'."),
        ("host:" + "9" * 5000, "A port is a number from 1 to 65535"),
        ("::1", "An address of IPv6 is written in brackets: [::1], or [::1]:7777 with a port."),
        ("a:b:c", "is written in brackets"),
        ("[::1", "'[::1' is no address of IPv6; write one as in [::1]"),
        ("[::1]4000", "is no address of IPv6"),
        ("[localhost]:4000", "is no address of IPv6"),
        ("[::1%a'b]", "is no address of IPv6"),
        ("[]", "is no address of IPv6"),
        ("host#", "has eight letters and digits, as in ABCD-2345, unlike ''."),
        ("host#ABC", "unlike 'ABC'."),
        ("host#ABCD-23456", "unlike 'ABCD-23456'."),
        ("host#ßßßß", "has eight letters"),
        ("host#ABCD-2345#ABCD-2345", "has eight letters"),
    ],
)
def test_what_is_no_address(text: str, said: str) -> None:
    with pytest.raises(BadAddress) as refused:
        parse(text)
    assert said in str(refused.value)


SIGNS = st.sampled_from([*"aZ0:[]#/-.% \0\n\x1b", "tls://", "::1", "münchen", "\udcff"])
ANYTHING = st.one_of(st.text(), st.lists(SIGNS).map("".join))


@given(ANYTHING)
def test_any_text_is_an_address_or_refused_in_one_sentence(text: str) -> None:
    try:
        address = parse(text)
    except BadAddress as refused:
        sentence = str(refused)
        assert sentence.isprintable()
        assert sentence.endswith(".")
        assert len(sentence) < 300
    else:
        assert parse(str(address)) == address._replace(code="")
        assert 1 <= address.port <= 65535


@given(ANYTHING, st.sampled_from([CODE, "abcd-2345"]))
def test_an_invitation_leads_to_where_it_was_written(text: str, code: str) -> None:
    try:
        address = parse(text)
    except BadAddress:
        return
    program, command, target = shlex.split(invitation(address, code))
    assert (program, command) == ("eriantys", "play")
    assert parse(target) == address._replace(code=CODE)


@pytest.mark.parametrize("host", ["host", "127.0.0.1", "::1", "fe80::1%eth0"])
def test_a_shell_takes_an_invitation_as_it_is(host: str) -> None:
    line = invitation(Address(host), CODE)
    script = f'set -- {line}; printf "%s\n" "$@"'
    said = subprocess.run(["sh", "-c", script], check=True, capture_output=True, text=True)
    *_, target = said.stdout.split()
    assert parse(target) == Address(host, code=CODE)


def test_invitations_are_one_line_to_paste() -> None:
    assert invitation(Address("host"), CODE) == "eriantys play host:7777#ABCD-2345"
    assert (
        invitation(Address("host", 4000, tls=True), CODE)
        == "eriantys play tls://host:4000#ABCD-2345"
    )
    assert invitation(Address("::1"), CODE) == "eriantys play '[::1]:7777#ABCD-2345'"
    with pytest.raises(BadAddress):
        invitation(Address("host"), "short")


def test_client_and_server_mean_the_same_port() -> None:
    (port,) = (option for option in OPTIONS if option.name == "port")
    assert parse("host").port == port.default == DEFAULT_PORT


@pytest.mark.parametrize(
    "text", ["abcd2345", " ABCD 2345 ", "eriantys play 'tls://[::1]:7777#aBcD-2345'"]
)
def test_a_code_is_read_however_it_was_typed_or_pasted(text: str) -> None:
    assert read_code(text) == CODE


@pytest.mark.parametrize(
    "text", ["", "abc", "ABCD-23456", "ABCD-234!", "host#", "日本語日本語日本"]
)
def test_what_is_no_code(text: str) -> None:
    with pytest.raises(BadAddress, match=r"as in ABCD-2345, unlike '.*'\.$"):
        read_code(text)
