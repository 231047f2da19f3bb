"""The first thing that anybody hears: what this server is, offers and allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from eriantys import __version__
from eriantys.games.contract import choices
from eriantys.server.house import AnyGame
from eriantys.server.limits import FRAME_FROM_SERVER, NAME_MOST, Limits
from eriantys.server.lobby.rooms import absences
from eriantys.wire.cards import Bounds, GameCard
from eriantys.wire.fields import Level
from eriantys.wire.from_server import Welcome
from eriantys.wire.messages import PROTOCOL


class Greeter:
    """Welcomes every connection with the same words, but for its nonce."""

    def __init__(
        self, server: str, motd: str, limits: Limits, games: Iterable[AnyGame], *, bots: bool
    ) -> None:
        self._server = server
        self._motd = motd
        self._bounds = _bounds(limits, bots=bots)
        self._levels = get_args(Level) if bots else ()
        self._cards = tuple(map(_card, games))

    def welcome(self, nonce: bytes) -> Welcome:
        """Greet one connection."""
        return Welcome(
            server=self._server,
            version=__version__,
            protocol=PROTOCOL,
            nonce=nonce,
            limits=self._bounds,
            games=self._cards,
            motd=self._motd,
            bots=self._levels,
        )


def _bounds(limits: Limits, *, bots: bool) -> Bounds:
    def millis(seconds: float) -> int:
        return round(seconds * 1000)

    return Bounds(
        frame_before_login=limits.frame_before_login,
        frame=limits.frame_after_login,
        frame_from_server=FRAME_FROM_SERVER,
        ping_ms=millis(limits.ping),
        silence_ms=millis(limits.silence),
        grace_ms=millis(limits.grace),
        restart_grace_ms=millis(limits.restart_grace),
        clock_least_ms=millis(limits.clock_least),
        login_ms=millis(limits.login),
        answer_ms=millis(limits.answer),
        room_ms=millis(limits.room),
        idle_ms=millis(limits.idle),
        after_ms=millis(limits.after),
        frame_wait_ms=millis(limits.frame_wait),
        vote_ms=millis(limits.vote),
        pause_ms=millis(limits.pause),
        frames_per_second=limits.frames_per_second,
        bytes_per_second=limits.bytes_per_second,
        chat_per_minute=limits.chat_per_minute,
        login_attempts=limits.login_attempts,
        name_least=limits.name_least,
        name_most=NAME_MOST,
        turn_seconds=limits.turn,
        turn_least=limits.turn_least,
        turn_most=limits.turn_most,
        absences=absences(bots=bots),
    )


def _card(game: AnyGame) -> GameCard:
    usual = game.Options()
    return GameCard(
        id=game.id,
        title=game.title,
        version=game.version,
        seats=game.seats,
        options={name: getattr(usual, name) for name in choices(game)},
    )
