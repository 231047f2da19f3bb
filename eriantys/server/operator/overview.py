"""How the house stands, and all that it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from eriantys.server.house import House
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Figure, Figures, Sample
from eriantys.server.operator.answers import House as Standing
from eriantys.server.operator.replying import Reply
from eriantys.server.session import State


def status(house: House, _order: orders.Status, reply: Reply) -> None:
    """Tell what the house itself knows of how things are."""
    states = _match_states(house)
    totals: Counter[str] = Counter()
    for (_, state), count in states.items():
        totals[state] += count
    due = house.timers.due(("drain",))
    reply(
        Standing(
            connections=len(house.sessions),
            people=sum(not session.bot for session in house.online.values()),
            bots=sum(session.bot for session in house.sessions.values()),
            waiting=totals["waiting"],
            running=totals["running"],
            paused=totals["paused"],
            suspended=totals["suspended"],
            watchers=sum(len(match.watchers) for match in house.matches.values()),
            draining=house.draining,
            stops_in=None if due is None else round(max(0.0, due - house.now), 1),
        )
    )


def stats(house: House, _order: orders.Stats, reply: Reply) -> None:
    """Tell all that the house counts."""
    reply(Figures(tuple(_figures(house))))


def _figures(house: House) -> Iterable[Figure]:
    tally = house.tally
    sessions = Counter(session.state.value for session in house.sessions.values())
    yield Figure(
        "connections",
        "gauge",
        "Connections, by what they are doing.",
        tuple(
            Sample(sessions[state.value], {"state": state.value})
            for state in State
            if state is not State.CLOSED
        ),
    )
    yield Figure(
        "matches",
        "gauge",
        "Matches that are not over, by game and state.",
        tuple(
            Sample(count, {"game": game, "state": state})
            for (game, state), count in sorted(_match_states(house).items())
        ),
    )
    watchers = sum(len(match.watchers) for match in house.matches.values())
    yield Figure("watchers", "gauge", "Those who look on.", (Sample(watchers),))
    yield _count("connections_total", "Connections that were made.", tally.opened)
    yield _counts("logins_total", "Logins, by result.", "result", tally.logins)
    yield _counts("moves_total", "Actions in matches, by game.", "game", tally.moves)
    yield _counts("matches_begun_total", "Matches that began, by game.", "game", tally.begun)
    yield Figure(
        "matches_ended_total",
        "counter",
        "Matches that ended, by game and reason.",
        tuple(
            Sample(count, {"game": game, "reason": reason})
            for (game, reason), count in sorted(tally.ended.items())
        ),
    )
    yield _count("suspensions_total", "Matches that had to wait.", tally.suspended)
    yield _count("resumptions_total", "Matches that went on after that.", tally.resumed)
    yield _count("chat_lines_total", "Lines of chat.", tally.lines)
    yield _counts("errors_total", "Messages that were refused, by code.", "code", tally.errors)
    yield _counts("byes_total", "Connections ended from here, by code.", "code", tally.byes)
    yield _count("sent_bytes_total", "Bytes that were handed out to be sent.", house.sent)


def _count(name: str, says: str, value: float) -> Figure:
    return Figure(name, "counter", says, (Sample(value),))


def _counts(name: str, says: str, label: str, counts: Mapping[str, int]) -> Figure:
    samples = tuple(Sample(count, {label: of}) for of, count in sorted(counts.items()))
    return Figure(name, "counter", says, samples)


def _match_states(house: House) -> Counter[tuple[str, str]]:
    """Count what is not over, by game and state."""
    found: Counter[tuple[str, str]] = Counter()
    for room in house.rooms.values():
        found[room.agreement.game, "waiting"] += 1
    for card in house.shelf.cards.values():
        match = house.matches.get(card.match)
        if card.suspended:
            state = "suspended"
        else:
            state = "paused" if match is not None and match.paused else "running"
        found[card.agreement.game, state] += 1
    return found
