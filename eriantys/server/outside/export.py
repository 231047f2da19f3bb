"""A match that is over as a game record, as it is told to whoever runs the server."""

from __future__ import annotations

from datetime import date

from eriantys import games
from eriantys.games import record
from eriantys.games.contract import BadSetting
from eriantys.games.dice import commitment
from eriantys.server.operator.answers import RecordText, Refused
from eriantys.server.outside.archive import Reader
from eriantys.server.rows import Acted, MatchEnded, Spoilt, Story


def export(store: Reader, number: int) -> RecordText | Refused:
    """Write a match down; one that goes on would tell what is still hidden."""
    try:
        story = store.tell(number)
    except LookupError:
        return Refused("no-such-match", f"There is no match {number}.")
    if story.ended is None:
        text = f"Match {number} is not over: its record would tell what is to come."
        return Refused("not-over", text)
    match = _record(story, story.ended, date.fromtimestamp(store.ended_at(number)))
    try:
        game = games.find(match.game)
        if game.version != match.version:
            raise Spoilt("It was played by rules of another version.")
        record.verify(game, match)
        return RecordText(record.write(match))
    except (BadSetting, Spoilt, ValueError, record.Damaged, record.Untrue) as error:
        text = f"Match {number} makes no record that holds: {error}"
        return Refused("cannot-load", text)


def _record(story: Story, ended: MatchEnded, played: date) -> record.Match:
    begun = story.begun
    options = begun.agreement.options
    return record.Match(
        game=begun.agreement.game,
        version=begun.version,
        date=played,
        players=begun.players,
        options={name: str(value).lower() for name, value in options.items()},
        commitment=commitment(begun.secret),
        secret=begun.secret,
        nonces=begun.nonces,
        moves=tuple(record.Move(line.seat, line.action) for line in _standing(story.lines)),
        outcome=ended.outcome if ended.seat is None else None,
        broken_off="" if ended.outcome is not None and ended.seat is None else ended.reason,
    )


def _standing(lines: tuple[Acted, ...]) -> list[Acted]:
    """List the actions that were not taken back."""
    standing: list[Acted] = []
    for line in lines:
        if line.undo:
            standing.pop()
        else:
            standing.append(line)
    return standing
