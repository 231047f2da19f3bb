"""What an action leads to, in words: heights, who stands in reach of them, and a win.

What follows from a step is asked of the server. A build mostly ends the turn, and nothing that
ends a turn can be tried: of those only is said what anybody can see, heights and neighbours.
After a move there is always something to do, so one that cannot be tried wins the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eriantys.client.boards.reading import number, player, word
from eriantys.client.boards.santorini import reading
from eriantys.client.boards.santorini.cards import title
from eriantys.client.match import Look, Match
from eriantys.client.sentences import counted
from eriantys.games.santorini import actions
from eriantys.games.santorini.board import BY_NAME, NAMES, PERIMETER
from eriantys.games.santorini.gods.movers import TOWERS_TO_WIN
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Error


def consequence(match: Match, actions_: tuple[str, ...], look: Look | None) -> str:
    """Say what some actions would lead to; empty if there is nothing to say."""
    words = actions_[-1].split() if actions_ else []
    tried = look.tried if look is not None else None
    said = [*_seen(match, words), *_happened(tried.events if tried is not None else ())]
    if words[:1] == [actions.MOVE]:
        if tried is not None:
            said.append(_afterwards(tried.legal))
        elif look is not None and look.refusal is not None and _ends_all(look.refusal):
            said.append(f"{player(match, match.seat).does('win')}!")
    return ", ".join(filter(None, said))


def _ends_all(refusal: Error) -> bool:
    return refusal.code == "cannot-try"


def _seen(match: Match, words: Sequence[str]) -> Iterator[str]:
    """Say what can be seen without asking anybody."""
    view = match.view
    match words:
        case ["move", origin, target] if origin in NAMES and target in NAMES:
            yield _way(reading.square(view, origin).level, reading.square(view, target).level)
        case [("build" | "dome") as piece, *_, target] if target in NAMES:
            yield _built(match, target, dome=piece == "dome")
        case ["raze", target] if target in NAMES:
            level = reading.square(view, target).level
            yield f"{level}→{max(0, level - 1)}"
        case ["ferry", _, target] if target in NAMES:
            worker = reading.square(view, target).worker
            if worker is not None:
                yield f"{reading.worker_name(worker)} comes to your other side"
        case ["place", target] if target in NAMES:
            yield _near(match, target)
        case ["done"]:
            yield "your turn ends"


def _way(origin: int, target: int) -> str:
    if origin == target:
        return f"stays on level {target}"
    return f"{'up' if target > origin else 'down'} {origin}→{target}"


def _built(match: Match, target: str, *, dome: bool) -> str:
    level = reading.square(match.view, target).level
    if not dome:
        said = f"{level}→{level + 1}"
        height = level + 1
    elif level == reading.SUMMIT and (winner := _wins_by_towers(match)):
        return f"completes tower {TOWERS_TO_WIN}, {winner}!"
    else:
        said = "completes the tower" if level == reading.SUMMIT else "closes it for good"
        height = -1
    about = [
        _reach(match, worker, name, target, height)
        for seat in range(reading.seats(match.view))
        if seat != match.seat
        for worker, name in reading.team(match.view, seat)
        if name in reading.neighbours(target)
    ]
    # What matters most comes first: whoever could win, and whoever could have.
    about = sorted(filter(None, about))
    return f"{said}, {about[0][1]}" if about else said


def _wins_by_towers(match: Match) -> str:
    """Say who would win by one more tower; empty if nobody would."""
    if number(match.view.get("towers")) + 1 < TOWERS_TO_WIN:
        return ""
    seats = range(reading.seats(match.view))
    owners = [s for s in seats if reading.god_of(match.view, s) == "chronus"]
    return player(match, owners[0]).does("win") if owners else ""


def _reach(match: Match, worker: int, name: str, target: str, after: int) -> tuple[int, str]:
    """Say what a new height means to somebody who stands beside it."""
    own = reading.square(match.view, name).level
    before = reading.square(match.view, target).level
    who = reading.worker_name(worker)
    could = before - own <= 1
    if after < 0:
        return (1, f"stops {who}") if could and before == reading.SUMMIT > own else (4, "")
    climbs = after == reading.SUMMIT and own == reading.SUMMIT - 1
    if climbs and not _denied(match, worker, target):
        return (0, f"and {who} beside it could win there")
    if after - own > 1:
        return (2, f"out of reach of {who}") if could else (4, "")
    return (3, f"in reach of {who}")


def _denied(match: Match, worker: int, target: str) -> bool:
    """Tell whether Hera, an opponent's, keeps somebody from winning there."""
    opponents = set(range(reading.seats(match.view))) - {worker // reading.EACH}
    return BY_NAME[target] in PERIMETER and any(
        reading.god_of(match.view, seat) == "hera" and not reading.out(match.view, seat)
        for seat in opponents
    )


def _near(match: Match, target: str) -> str:
    """Say who stands beside a square."""
    around = reading.neighbours(target)
    beside = [
        reading.worker_name(worker)
        for seat in range(reading.seats(match.view))
        for worker, name in reading.team(match.view, seat)
        if name in around
    ]
    return f"beside {' and '.join(beside)}" if beside else "nobody is near"


def _happened(events: Sequence[Happening]) -> Iterator[str]:
    """Say what the server has seen happen besides."""
    for event in events:
        facts = event.facts
        worker = reading.worker_name(number(facts.get("worker"), -1))
        match event.kind:
            case "win denied":
                yield f"but {title(word(facts.get('god')))} denies the win"
            case "worker forced":
                yield f"{worker} is forced to {word(facts.get('to'))[:2]}"
            case "worker removed":
                yield f"{worker} leaves the game"


def _afterwards(legal: Sequence[object]) -> str:
    """Say what could follow a step."""
    words = [str(action).split() for action in legal]
    builds = {each[-1] for each in words if each[:1] in ([actions.BUILD], [actions.DOME])}
    again = any(each[:1] == [actions.MOVE] for each in words)
    more = ", or step on" if again else ""
    return f"then build on {counted(len(builds), 'square')}{more}" if builds else ""
