"""What the server says, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.vocabulary import mode, option_label, option_value
from eriantys.client.conversation import Spoken
from eriantys.client.match import Match
from eriantys.client.model import Model
from eriantys.client.plain import lobby
from eriantys.client.plain.at_home import AtHome
from eriantys.client.plain.log import says
from eriantys.client.screens.texts import duration, game_title, listed
from eriantys.client.sentences import finished
from eriantys.client.times import DAY, clock
from eriantys.wire.from_server import (
    Ended,
    FromServer,
    Matches,
    Muted,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerResults,
    ServerVote,
    Started,
    Waiting,
    Welcome,
)

_QUESTIONS = {
    "pause": "Shall the match be paused?",
    "go-on": "Shall the paused match go on?",
    "time": "Shall this turn have more time?",
    "missing": "Somebody is missing: what shall become of the match?",
    "rematch": "Shall the match be played once more?",
}
"""What can be voted about."""


def told(
    model: Model, message: FromServer, now: float, home: AtHome | None = None
) -> list[str]:
    """Say what a message means, once the model has taken it in; most need no words."""
    match message:
        case Welcome() if home is None:
            return [
                f"This is {message.server or 'a server'}, version {message.version}.",
                message.motd,
            ]
        case Request(kind="seats" | "mode"):
            return [_choice(model, message)]
        case Matches(whole=True) if home is not None:
            return home.greeting(model)
        case Matches():
            return _matches(model, message)
        case Seated():
            return _seated(message, home)
        case Waiting():
            return [_waiting(message)]
        case Started():
            return _started(model, message)
        case Presence(seat=None):
            return [
                f"{message.name} {'looks on' if message.here else 'has stopped looking on'}."
            ]
        case ServerVote():
            return _vote(model, message, now)
        case Ended():
            return _ended(model, message)
        case Muted():
            return [f"You do not hear: {', '.join(message.names) or 'nobody; you hear all'}."]
        case ServerResults():
            return lobby.results(message)
        case ServerBye():
            return [finished(message.text or message.code)]
    return []


def choices(model: Model, request: Request) -> list[str]:
    """Name the answers to a question of the lobby as they can be typed."""
    return [
        option_value(model.wished, request.decision, value) for value in request.legal or ()
    ]


def _choice(model: Model, request: Request) -> str:
    about = "How many players?"
    if request.kind == "mode":
        about = f"{option_label(model.wished, request.decision)}: which one?"
    return f"{about} Type {' or '.join(choices(model, request)) or 'an answer'}."


def _matches(model: Model, message: Matches) -> list[str]:
    if message.whole:
        return lobby.listing(model)
    said = [lobby.room(model, card) for card in message.open]
    said += [f"Match {gone} is no longer open." for gone in message.gone]
    if message.running is not None:
        said += [lobby.running(model, card) for card in message.running]
        said = said or ["Nothing is being played."]
    return said


def _seated(message: Seated, home: AtHome | None) -> list[str]:
    seat = f"seat {message.seat + 1} of {len(message.room.seats)}"
    said = [f"You have {seat} in match {message.match}."]
    if message.code and None in message.room.seats:
        said.append(way_in(message.code, home))
    return said


def way_in(code: str, home: AtHome | None) -> str:
    """Say how others come to a private match."""
    return f"Others come here with the code {code}." if home is None else home.way_in(code)


def _waiting(message: Waiting) -> str:
    here = f"{message.present} of {message.wanted} are here" if message.wanted else ""
    names = lobby.people(message.seats, message.bots) or message.names
    who = f": {listed(names)}" if names else ""
    return finished(f"{message.reason or 'Waiting'} {here}{who}".strip())


def _started(model: Model, message: Started) -> list[str]:
    game = game_title(model.welcome, message.game), mode(message.game, message.options)
    names = lobby.people(message.players, message.bots)
    if message.seat is not None and 0 <= message.seat < len(names):
        names[message.seat] += " (you)"
    said = [f"Match {message.match}: {', '.join(filter(None, game))}, with {listed(names)}."]
    teams = [listed([message.players[seat] for seat in team]) for team in message.teams]
    if any(len(team) > 1 for team in message.teams):
        said.append(f"Teams: {'; '.join(teams)}.")
    if message.seat is None:
        said.append("You look on.")
    said += [
        f"A bot plays for {message.players[seat]}."
        for seat in message.stand_ins
        if 0 <= seat < len(message.players)
    ]
    if message.suspended:
        said.append("The match is suspended: somebody is missing.")
    if message.paused:
        said.append("The match is paused.")
    return [*said, "Type board to hear the whole table, and help for all commands."]


def _vote(model: Model, vote: ServerVote, now: float) -> list[str]:
    match = model.match
    about = _QUESTIONS.get(vote.about, vote.about)
    if vote.result:
        return [f"{about} The vote has come out: {vote.result}."]
    cast = []
    for seat, choice in enumerate(vote.votes):
        if choice is not None:
            name = match.name_of(seat) if match is not None else f"seat {seat + 1}"
            cast.append(f"{name} {choice}")
    said = f"{about} {', '.join(cast) or 'Nobody has voted yet'}. {vote.needed} must agree."
    if vote.left_ms and match is not None:
        said += f" {clock(match.vote_until - now)} left."
    if vote.about == "rematch":
        return [f"{said} Type rematch, or leave."]
    return [f"{said} Type vote {' or vote '.join(vote.choices)}."]


def _ended(model: Model, ended: Ended) -> list[str]:
    match = model.match
    said = [finished(ended.text or f"The match is over: {ended.reason}")]
    for place, seats in enumerate(ended.ranking, 1):
        names = [] if seats else ["nobody"]
        for seat in seats:
            name = match.name_of(seat) if match is not None else f"seat {seat + 1}"
            own = " (you)" if match is not None and seat == match.seat else ""
            score = f" with {ended.scores[seat]}" if 0 <= seat < len(ended.scores) else ""
            names.append(f"{name}{own}{score}")
        said.append(f"Place {place}: {listed(names)}.")
    return [*said, "Type rematch to play again, or leave for the lobby."]


def talk(model: Model, to: str, known: Sequence[Spoken], now: float) -> list[str]:
    """Tell of the talk what was not known, and what the story of a match does not tell.

    The story has whatever is said while one is there: that leaves the talk of the lobby, and
    what was said before one came.
    """
    kept = model.chat.get(to, ())
    old = {id(line) for line in known}
    fresh = [line for line in kept if id(line) not in old]
    in_story = model.match is not None and to != "lobby"
    first = len(fresh) == len(kept)
    return [
        says(line.name, to, line.text, earlier=line.at < now)
        for line in fresh
        if not in_story or (first and line.at < now)
    ]


def is_unhurried(match: Match) -> bool:
    """Tell whether turns are so long that nobody wants to hear what is left of one."""
    return match.started.turn_seconds >= DAY


def time_left(match: Match, now: float) -> str:
    """Say how long the turn that is going on may still take."""
    if match.turn is None:
        return "The match is over."
    if is_unhurried(match):
        return f"Nobody is in a hurry: a turn may take {duration(match.started.turn_seconds)}."
    whose = "your" if match.turn == match.seat else f"{match.name_of(match.turn)}'s"
    stands = "" if match.clock_runs else "; the clock stands still"
    return f"{clock(match.left(now))} left of {whose} turn{stands}."
