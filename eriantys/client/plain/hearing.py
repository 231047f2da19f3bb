"""What the server says, in sentences."""

from __future__ import annotations

from eriantys.client.boards.eriantys import words
from eriantys.client.match import Line, Match, Story
from eriantys.client.model import Model
from eriantys.client.plain import lobby
from eriantys.client.plain.spoken import finished, sentence
from eriantys.client.screens.texts import game_title, listed, mode
from eriantys.client.times import clock
from eriantys.wire.from_server import (
    Ended,
    FromServer,
    Matches,
    Muted,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerChat,
    ServerHistory,
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
    "missing": "Somebody is missing: wait, or end the match?",
    "rematch": "Shall the match be played once more?",
}
"""What can be voted about."""


def told(model: Model, message: FromServer, now: float) -> list[str]:
    """Say what a message means, once the model has taken it in; most need no words."""
    match message:
        case Welcome():
            return [
                f"This is {message.server or 'a server'}, version {message.version}.",
                message.motd,
            ]
        case Request(kind="seats" | "mode"):
            return [_choice(message)]
        case Matches():
            return _matches(model, message)
        case Seated():
            return _seated(message)
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
        case ServerChat():
            return _chat(model, message)
        case Muted():
            return [f"You do not hear: {', '.join(message.names) or 'nobody; you hear all'}."]
        case ServerHistory():
            return _history(model, message)
        case ServerResults():
            return lobby.results(message)
        case ServerBye():
            return [finished(message.text or message.code)]
    return []


def story_lines(match: Match, story: Story) -> list[str]:
    """Tell an action, or what was said, in whole sentences."""
    if isinstance(story, Line):
        if speaks(match):
            return [sentence(spans) for spans in words.log_line(match, story)]
        return [f"{match.name_of(story.seat)}: {story.action}."]
    if not story.name:
        return [finished(story.text)]
    return [_spoken(story.name, story.to, story.text)]


def speaks(match: Match) -> bool:
    """Tell whether this client has words for the game of a match."""
    return match.started.game == "eriantys"


def task(match: Match) -> str:
    """Say what the player on turn has to do."""
    return words.task(match) if speaks(match) else match.decision.replace("-", " ") or "wait"


def question(match: Match) -> str:
    """Say what is asked of whom."""
    if speaks(match):
        return finished(words.question(match))
    return finished(f"{match.name_of(match.turn)}: {task(match)}")


def choices(request: Request) -> list[str]:
    """Name the answers to a question of the lobby as they can be typed."""
    return [_typed(request, value) for value in request.legal or ()]


def _typed(request: Request, value: bool | int | str) -> str:
    if isinstance(value, bool):
        if request.decision == "expert":
            return "expert" if value else "simple"
        return "yes" if value else "no"
    return str(value)


def _choice(request: Request) -> str:
    about = (
        "How many players?" if request.kind == "seats" else f"Which {request.decision} mode?"
    )
    return f"{about} Type {' or '.join(choices(request)) or 'an answer'}."


def _matches(model: Model, message: Matches) -> list[str]:
    if message.whole:
        return lobby.listing(model)
    said = [lobby.room(model, card) for card in message.open]
    said += [f"Match {gone} is no longer open." for gone in message.gone]
    if message.running is not None:
        said += [lobby.running(model, card) for card in message.running]
        said = said or ["Nothing is being played."]
    return said


def _seated(message: Seated) -> list[str]:
    seat = f"seat {message.seat + 1} of {len(message.room.seats)}"
    said = [f"You have {seat} in match {message.match}."]
    if message.code:
        said.append(f"Others come here with the code {message.code}.")
    return said


def _waiting(message: Waiting) -> str:
    here = f"{message.present} of {message.wanted} are here" if message.wanted else ""
    who = f": {listed(message.names)}" if message.names else ""
    return finished(f"{message.reason or 'Waiting'} {here}{who}".strip())


def _started(model: Model, message: Started) -> list[str]:
    title = game_title(model.welcome, message.game)
    how = f", {mode(message.options)}" if mode(message.options) else ""
    names = [
        f"{name} (you)" if seat == message.seat else name
        for seat, name in enumerate(message.players)
    ]
    said = [f"Match {message.match}: {title}{how}, with {listed(names)}."]
    teams = [listed([message.players[seat] for seat in team]) for team in message.teams]
    if any(len(team) > 1 for team in message.teams):
        said.append(f"Teams: {'; '.join(teams)}.")
    if message.seat is None:
        said.append("You look on.")
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
        names = []
        for seat in seats:
            name = match.name_of(seat) if match is not None else f"seat {seat + 1}"
            own = " (you)" if match is not None and seat == match.seat else ""
            score = f" with {ended.scores[seat]}" if 0 <= seat < len(ended.scores) else ""
            names.append(f"{name}{own}{score}")
        said.append(f"Place {place}: {listed(names)}.")
    return [*said, "Type rematch to play again, or leave for the lobby."]


def _history(model: Model, message: ServerHistory) -> list[str]:
    match = model.match
    if match is None or message.match != match.id:
        return []
    said = []
    for past in message.lines:
        line = Line(past.number, past.seat, past.action, past.events, past.changes, {})
        said += story_lines(match, line)
    return [*said, "That was all so far."] if message.last else said


def _chat(model: Model, message: ServerChat) -> list[str]:
    """Tell what the story of a match does not: the lobby's talk, and what was said before."""
    at_a_match = model.match is not None and message.to != "lobby"
    return [
        _spoken(line.name, message.to, line.text, earlier=line.ago_ms > 0)
        for line in message.lines
        if line.ago_ms or not at_a_match
    ]


def _spoken(name: str, to: str, text: str, *, earlier: bool = False) -> str:
    to = f" to the {to}" if to in ("team", "watchers", "lobby") else ""
    return f"{'Earlier, ' if earlier else ''}{name} says{to}: {text}"


def time_left(match: Match, now: float) -> str:
    """Say how long the turn that is going on may still take."""
    if match.turn is None:
        return "The match is over."
    whose = "your" if match.turn == match.seat else f"{match.name_of(match.turn)}'s"
    stands = "" if match.clock_runs else "; the clock stands still"
    return f"{clock(match.left(now))} left of {whose} turn{stands}."
