"""What peers do who never log in: broken bytes, half a frame, or nothing at all."""

from __future__ import annotations

import struct
from typing import Any

import cbor2

from eriantys.wire.frames import HEADER_SIZE, MAX_DEPTH, frame
from eriantys.wire.from_client import Login, Ping
from eriantys.wire.from_server import Error, Welcome
from tests.hostile.peer import Gone, Kind, Peer, Script
from tests.keys import A_NONCE

CLIENT_HELLO = bytes.fromhex("16030102000100 01fc0303".replace(" ", ""))
HTTP = b"GET /login HTTP/1.1\r\nHost: localhost\r\nUser-Agent: curl/8.0\r\n\r\n"
SAME_PLACE = 2**48
"""Multiples of this all begin their search for a place in a table at the same one."""
NAN = b"\xfb" + struct.pack(">d", float("nan"))
STORM = 20


def _seconds(milliseconds: int) -> float:
    return milliseconds / 1000


# Lengths that lead nowhere.


def claims_four_gigabytes(peer: Peer) -> Script:
    """Four bytes that promise four gigabytes, and a few of them."""
    yield Welcome
    peer.send(b"\xff\xff\xff\xff" + peer.noise(peer.chance.randrange(5000)))
    yield Gone(peer.now(), "frame-too-large")


def claims_a_little_too_much(peer: Peer) -> Script:
    """One byte more than the limit that `welcome` names."""
    bounds = (yield Welcome).limits
    peer.send((bounds.frame_before_login + 1).to_bytes(HEADER_SIZE, "big"))
    yield Gone(peer.now(), "frame-too-large")


def speaks_tls(peer: Peer) -> Script:
    """The first words of TLS, at a door where nobody speaks it."""
    peer.send(CLIENT_HELLO + peer.noise(500))
    yield Welcome
    yield Gone(peer.now(), "frame-too-large")


def asks_for_a_page(peer: Peer) -> Script:
    """A browser that has lost its way."""
    peer.send(HTTP)
    yield Welcome
    yield Gone(peer.now(), "frame-too-large")


# Contents that are no message.


def _nested(depth: int, innermost: Any = 0) -> Any:
    for _ in range(depth):
        innermost = [innermost]
    return innermost


def _refused(*contents: bytes, code: str = "malformed") -> Kind:
    """Send what is no message as often as a stranger may, and be sent away."""

    def script(peer: Peer) -> Script:
        bounds = (yield Welcome).limits
        for _ in range(bounds.login_attempts):
            peer.send(frame(peer.chance.choice(contents)))
            error = yield Error
            peer.expect(error.code == code, error)
        yield Gone(peer.now(), "too-many-logins")

    return script


nests_too_deep = _refused(
    b"\x81" * 4000 + b"\x00",
    b"\xa1\x61a" * 1300 + b"\x00",
    b"\xa1\x81" * 2000 + b"\x00\x00",
    cbor2.dumps({"type": "ping", "x": _nested(MAX_DEPTH)}),
)
"""Arrays and maps within each other, far beyond the limit and just beyond."""
nests_to_the_limit = _refused(
    cbor2.dumps({"type": "nothing", "x": _nested(MAX_DEPTH - 1)}), code="unknown-type"
)
"""As deep as is allowed, around nothing that has a meaning."""
has_colliding_keys = _refused(
    cbor2.dumps({number * SAME_PLACE: 0 for number in range(350)}),
    cbor2.dumps({"type": "ping", "x": {number * SAME_PLACE: 0 for number in range(350)}}),
)
"""Hundreds of keys that a table can hardly tell apart."""
has_keys_twice = _refused(b"\xa2\x64type\x64ping\x64type\x64ping", b"\xa2\x61a\x00\x61a\x00")
has_keys_unlike_themselves = _refused(
    b"\xa2" + 2 * (NAN + b"\x00"), b"\xb8\xc8" + 200 * (NAN + b"\x00")
)
"""Keys that are no numbers, and so never equal to each other."""
never_says_how_much = _refused(
    b"\xbf\x64type\x64ping\xff", b"\xa1\x64type\x7f\x62pi\x62ng\xff", b"\x9f" * 4000
)
"""Indefinite lengths."""
tags_everything = _refused(
    *(cbor2.dumps({"type": "ping", "x": cbor2.CBORTag(tag, 0)}) for tag in (2, 4, 30, 999)),
    b"\xa1\x64type\xc0\x741970-01-01T00:00:00Z",
    b"\xd8\x1c\x81\xd8\x1d\x00",
    b"\xd8\x23\x64(a+)",
    b"\xc2\x59\x0f\x00" + b"\xff" * 0x0F00,
)
"""Tags for big numbers, dates, patterns and things that hold themselves."""
declares_what_never_comes = _refused(
    *(
        bytes((major << 5 | 27,)) + size.to_bytes(8, "big") + b"xx"
        for major in (2, 3, 4, 5)
        for size in (2**20, 2**32, 2**63, 2**64 - 1)
    )
)
"""Texts, arrays and maps of a size that the frame does not have."""
writes_broken_letters = _refused(
    b"\xa1\x64type\x62\xc3\x28", b"\xa1\x61\xff\x00", b"\xa1\x64type\x63\xed\xa0\x80"
)
"""Texts that are not UTF-8."""
is_no_map = _refused(b"", b"\x00", b"\x80", b"\xf6", cbor2.dumps(["ping"]), b"\xa0\xa0")


def makes_noise(peer: Peer) -> Script:
    """Frames of bytes that mean nothing, or next to nothing."""
    bounds = (yield Welcome).limits
    for _ in range(bounds.login_attempts):
        peer.send(frame(peer.noise(peer.chance.randrange(1, bounds.frame_before_login))))
        yield Error
    yield Gone(peer.now(), "too-many-logins")


# Half a frame, or nothing.


def dribbles(peer: Peer) -> Script:
    """One byte now and then, of a frame that would take hours."""
    bounds = (yield Welcome).limits
    peer.may_be_dropped = True
    by = peer.now() + _seconds(bounds.frame_wait_ms)
    pause = _seconds(bounds.frame_wait_ms) / 12
    for byte in frame(bytes(bounds.frame_before_login))[:11]:
        peer.send(bytes((byte,)))
        yield pause
    yield Gone(by, "too-slow")


def stops_in_the_middle(peer: Peer) -> Script:
    """Half a frame, and nothing after it."""
    bounds = (yield Welcome).limits
    peer.send(frame(bytes(1000))[: peer.chance.randrange(1, 900)])
    yield Gone(peer.now() + _seconds(bounds.frame_wait_ms), "too-slow")


def says_nothing(peer: Peer) -> Script:
    """Connected, and that is all."""
    bounds = (yield Welcome).limits
    yield Gone(peer.began + _seconds(min(bounds.login_ms, bounds.silence_ms)))


def is_alive_without_a_name(peer: Peer) -> Script:
    """Pings now and then, but never says who it is."""
    bounds = (yield Welcome).limits
    peer.may_be_dropped = True
    by = peer.began + _seconds(bounds.login_ms)
    for _ in range(9):
        peer.say(Ping())
        yield _seconds(bounds.login_ms) / 10
    yield Gone(by, "too-slow")


def hears_nothing(peer: Peer) -> Script:
    """Does not even read the welcome."""
    peer.deafen()
    yield 0.2
    peer.vanish()


# Coming and going.


def resets_at_once(peer: Peer) -> Script:
    """Connected, and broken off before anybody can say a word."""
    peer.vanish()
    yield 0.0


def resets_in_the_middle(peer: Peer) -> Script:
    """Half a frame, and the connection breaks."""
    yield Welcome
    peer.send(frame(bytes(1000))[: peer.chance.randrange(1, 900)])
    yield peer.chance.uniform(0, 0.2)
    peer.vanish()


def closes_half(peer: Peer) -> Script:
    """Tells that nothing will come, and would still like to hear."""
    yield Welcome
    peer.half_close()
    yield Gone(peer.now())


def proves_nothing(peer: Peer) -> Script:
    """Wrong proofs of a name that somebody has, or that nobody has."""
    bounds = (yield Welcome).limits
    name = peer.chance.choice(["p0-0", "p1-1", peer.name])
    for _ in range(bounds.login_attempts):
        peer.say(Login(name, proof=peer.noise(32)))
        error = yield Error
        peer.expect(error.code in ("bad-proof", "unknown-name"), error)
    yield Gone(peer.now(), "too-many-logins")


def takes_names(peer: Peer) -> Script:
    """Other keys to a name that somebody has, all in one piece."""
    yield Welcome
    peer.say(*(Login("p0-0", key=peer.noise(32), take_over=True) for _ in range(50)))
    yield Gone(peer.now(), "too-many-logins")


def comes_and_goes(peer: Peer) -> Script:
    """A storm of connections, each closed in another way."""
    for number in range(STORM):
        other = Peer(peer.port, 0, hears_nothing, peer.chance)
        yield 0.01
        if number % 3 == 0:
            other.vanish()
        elif number % 3 == 1:
            other.send(A_NONCE[:3])
        other.close()


STRANGERS: dict[str, Kind] = {
    "claims four gigabytes": claims_four_gigabytes,
    "claims a little too much": claims_a_little_too_much,
    "speaks tls": speaks_tls,
    "asks for a page": asks_for_a_page,
    "nests too deep": nests_too_deep,
    "nests to the limit": nests_to_the_limit,
    "has colliding keys": has_colliding_keys,
    "has keys twice": has_keys_twice,
    "has keys unlike themselves": has_keys_unlike_themselves,
    "never says how much": never_says_how_much,
    "tags everything": tags_everything,
    "declares what never comes": declares_what_never_comes,
    "writes broken letters": writes_broken_letters,
    "is no map": is_no_map,
    "makes noise": makes_noise,
    "dribbles": dribbles,
    "stops in the middle": stops_in_the_middle,
    "says nothing": says_nothing,
    "is alive without a name": is_alive_without_a_name,
    "hears nothing": hears_nothing,
    "resets at once": resets_at_once,
    "resets in the middle": resets_in_the_middle,
    "closes half": closes_half,
    "proves nothing": proves_nothing,
    "takes names": takes_names,
    "comes and goes": comes_and_goes,
}
