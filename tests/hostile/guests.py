"""What peers do who log in first: ask for too much, read nothing, get on everybody's nerves."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import cbor2

from eriantys.server.outside.porter import CLOSE_WAIT
from eriantys.wire.cards import Bounds
from eriantys.wire.frames import frame
from eriantys.wire.from_client import (
    Bye,
    Chat,
    Create,
    FromClient,
    History,
    Join,
    Leave,
    List,
    Login,
    Move,
    Mute,
    Ping,
    Pong,
    Quick,
    Resign,
    Results,
    Sync,
    Undo,
    Watch,
)
from eriantys.wire.from_server import Error, Matches, Named, Started, Welcome
from tests.hostile.peer import Gone, Kind, Peer, Script, narrow
from tests.hostile.strangers import SAME_PLACE
from tests.keys import A_NONCE, key_of

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SHORTEST, LONGEST = 2.0, 5.0
"""Seconds that a flood lasts."""
PAUSE = 0.05
AT_ONCE = 50
"""Messages that are sent in one piece, twenty times a second if the server lets them."""


def _enter(peer: Peer, *, guest: bool = True) -> Generator[Any, Any, Bounds]:
    """Log in under a name of one's own."""
    welcome = yield Welcome
    peer.say(Login(peer.name, key=key_of(peer.name), guest=guest))
    yield Named
    bounds: Bounds = welcome.limits
    return bounds


def _find(peer: Peer) -> Generator[Any, Any, int]:
    """Find a match that is being played."""
    peer.say(List(running=True))
    matches = yield Matches
    while matches.running is None:
        matches = yield Matches
    peer.expect(matches.running != (), "nothing is being played")
    return int(peer.chance.choice(matches.running).match)


def _watch(peer: Peer) -> Generator[Any, Any, int]:
    """Look on at a match, unless too many do."""
    match = yield from _find(peer)
    peer.say(Watch(match))
    yield Started, Error
    return match


# Those who never read.


def _silence(bounds: Bounds) -> float:
    """Tell how long somebody lives who answers no ping and reads no goodbye."""
    return bounds.silence_ms / 1000 + CLOSE_WAIT


@narrow
def looks_on_and_never_reads(peer: Peer) -> Script:
    """Looks on at a lively match, but reads nothing of it."""
    bounds = yield from _enter(peer)
    match = yield from _find(peer)
    peer.say(Watch(match))
    peer.deafen()
    yield Gone(peer.now() + _silence(bounds))


@narrow
def asks_and_never_reads(peer: Peer) -> Script:
    """Asks for all there is to ask for, and reads no answer."""
    bounds = yield from _enter(peer)
    match = yield from _find(peer)
    peer.deafen()
    peer.say(*[List(running=True)] * 6, *[Results("p0-0")] * 3, History(match))
    yield Gone(peer.now() + _silence(bounds))


@narrow
def syncs_and_never_reads(peer: Peer) -> Script:
    """Looks on, asks for the whole view over and over, and reads none of them."""
    bounds = yield from _enter(peer)
    yield from _watch(peer)
    peer.deafen()
    peer.say(*[Sync()] * 25)
    yield Gone(peer.now() + _silence(bounds))


@narrow
def lives_on_and_never_reads(peer: Peer) -> Script:
    """Looks on, reads nothing, but lives: it asks for the view until it has to miss things."""
    bounds = yield from _enter(peer)
    yield from _watch(peer)
    peer.deafen()
    peer.may_be_dropped = True
    pause = bounds.silence_ms / 1000 / 4
    for _ in range(4):
        peer.say(Pong(), *[Sync()] * 40)
        yield pause


def dribbles_in_the_lobby(peer: Peer) -> Script:
    """One byte now and then from somebody with a name."""
    bounds = yield from _enter(peer)
    peer.may_be_dropped = True
    wait = bounds.frame_wait_ms / 1000
    by = peer.now() + wait
    for byte in frame(bytes(bounds.frame))[:11]:
        peer.send(bytes((byte,)))
        yield wait / 12
    yield Gone(by, "too-slow")


def does_nothing(peer: Peer) -> Script:
    """A guest who stands about and does not even answer when asked for a sign of life."""
    bounds = yield from _enter(peer)
    peer.deafen()
    yield Gone(peer.now() + _silence(bounds))


# Those who never stop.


def _flood(say: Callable[[Peer], list[FromClient]], *, watching: bool = False) -> Kind:
    """Say so much that there is always more to hear, and go."""

    def script(peer: Peer) -> Script:
        yield from _enter(peer)
        if watching:
            yield from _watch(peer)
        until = peer.now() + peer.chance.uniform(SHORTEST, LONGEST)
        while peer.now() < until:
            if not peer.unsent:
                peer.say(*say(peer))
            yield PAUSE
        if peer.chance.random() < 0.3:
            peer.vanish()

    return script


def _code(peer: Peer) -> str:
    return "".join(peer.chance.choices(LETTERS, k=8))


def _wrong_moves(peer: Peer) -> list[FromClient]:
    number = peer.chance.randrange(200)
    return [Move(number, "green 1"), Undo(number), Sync(), Resign(), Leave()] * 5


pings_without_end = _flood(lambda peer: [Ping()] * AT_ONCE)
lists_without_end = _flood(lambda peer: [List(running=True)] * AT_ONCE)
is_quick_without_end = _flood(lambda peer: [Quick("eriantys", A_NONCE), Leave()] * AT_ONCE)
is_quick_and_plays = _flood(lambda peer: [Quick("eriantys", A_NONCE, 2), *_wrong_moves(peer)])
opens_and_leaves = _flood(lambda peer: [Create("eriantys", 4, A_NONCE), Leave()] * AT_ONCE)
asks_for_results = _flood(lambda peer: [Results("p0-0"), Results("nobody")] * AT_ONCE)
syncs_without_end = _flood(lambda peer: [Sync()] * AT_ONCE, watching=True)
plays_where_it_looks_on = _flood(_wrong_moves, watching=True)
talks_without_end = _flood(lambda peer: [Chat("lobby", "buy this " * 30)] * AT_ONCE)
talks_to_those_who_look_on = _flood(
    lambda peer: [Chat("watchers", "look at me"), Chat("match", "and me")] * AT_ONCE,
    watching=True,
)
mutes_everybody = _flood(
    lambda peer: [Mute("p0-0"), Mute("p0-0", False), Mute(peer.name), Mute("nobody")] * 10
)
guesses_codes = _flood(
    lambda peer: [
        message
        for _ in range(AT_ONCE)
        for message in (Join(A_NONCE, code=_code(peer)), Watch(code=_code(peer)))
    ]
)
guesses_numbers = _flood(
    lambda peer: [Join(A_NONCE, peer.chance.randrange(10**6)) for _ in range(AT_ONCE)]
)
logs_in_again = _flood(lambda peer: [Login("another", key=A_NONCE * 2)] * AT_ONCE)


def looks_on_here_and_there(peer: Peer) -> Script:
    """Goes from match to match: everybody at them hears of it each time."""
    yield from _enter(peer)
    until = peer.now() + peer.chance.uniform(SHORTEST, LONGEST)
    match = yield from _find(peer)
    while peer.now() < until:
        if not peer.unsent:
            peer.say(*[Watch(match), Leave()] * 10)
        yield PAUSE


def looks_back_without_end(peer: Peer) -> Script:
    """Asks for the history of a match, and again before it has come."""
    yield from _enter(peer)
    until = peer.now() + peer.chance.uniform(SHORTEST, LONGEST)
    match = yield from _find(peer)
    while peer.now() < until:
        if not peer.unsent:
            peer.say(*[History(match), History(match, 10**9), History(10**6)] * 5)
        yield PAUSE


def breaks_frames_in_the_lobby(peer: Peer) -> Script:
    """Long frames that are no message, from somebody with a name."""
    bounds = yield from _enter(peer)
    many = {str(number): [] for number in range(2500)}
    for content in (
        cbor2.dumps({number * SAME_PLACE: 0 for number in range(1500)}),
        cbor2.dumps(many),
        b"\x81" * (bounds.frame - 1) + b"\x00",
    ):
        peer.send(frame(content))
        error = yield Error
        peer.expect(error.code == "malformed", error)
    peer.say(Ping())
    peer.send((bounds.frame + 1).to_bytes(4, "big"))
    yield Gone(peer.now(), "frame-too-large")


def sits_down_and_vanishes(peer: Peer) -> Script:
    """Opens a match, is in nobody's way, and breaks off."""
    yield from _enter(peer)
    peer.say(Create("eriantys", 2, A_NONCE, private=True))
    yield peer.chance.uniform(0, 1)
    peer.vanish()


def registers_and_leaves(peer: Peer) -> Script:
    """Takes a name for ever, and goes."""
    yield from _enter(peer, guest=False)
    peer.say(Bye())
    yield Gone(peer.now(), "goodbye")


GUESTS: dict[str, Kind] = {
    "looks on and never reads": looks_on_and_never_reads,
    "asks and never reads": asks_and_never_reads,
    "syncs and never reads": syncs_and_never_reads,
    "lives on and never reads": lives_on_and_never_reads,
    "dribbles in the lobby": dribbles_in_the_lobby,
    "does nothing": does_nothing,
    "pings without end": pings_without_end,
    "lists without end": lists_without_end,
    "is quick without end": is_quick_without_end,
    "is quick and plays": is_quick_and_plays,
    "opens and leaves": opens_and_leaves,
    "asks for results": asks_for_results,
    "syncs without end": syncs_without_end,
    "plays where it looks on": plays_where_it_looks_on,
    "talks without end": talks_without_end,
    "talks to those who look on": talks_to_those_who_look_on,
    "mutes everybody": mutes_everybody,
    "guesses codes": guesses_codes,
    "guesses numbers": guesses_numbers,
    "logs in again": logs_in_again,
    "looks on here and there": looks_on_here_and_there,
    "looks back without end": looks_back_without_end,
    "breaks frames in the lobby": breaks_frames_in_the_lobby,
    "sits down and vanishes": sits_down_and_vanishes,
    "registers and leaves": registers_and_leaves,
}
