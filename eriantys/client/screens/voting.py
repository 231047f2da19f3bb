"""What the players decide together: waiting for somebody, a pause, more time."""

from __future__ import annotations

from eriantys.client.canvas import HEAVY, Area, Canvas, Span, ink
from eriantys.client.frame import GUIDE, GUIDE_BRIGHT, GUIDE_KEY
from eriantys.client.keys import Key
from eriantys.client.match import Match
from eriantys.client.model import Model
from eriantys.client.text import cut
from eriantys.client.times import clock
from eriantys.wire.from_client import Vote
from eriantys.wire.from_server import ServerVote

_FRAME = ink("mn", "panel", "bold")
_TEXT = ink("text", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_DIM = ink("dim", "panel")
_KEY = ink("accent", "panel", "bold")

_CHOICES = {
    "wait": ("w", "wait", "until the player is back"),
    "end": ("e", "end the match", "there is no winner"),
    "bot": ("b", "a bot plays", "until the player is back"),
    "yes": ("y", "yes", ""),
    "no": ("n", "no", ""),
}
_ABOUT = {
    "pause": "A PAUSE?",
    "go-on": "GO ON?",
    "time": "MORE TIME FOR THIS TURN?",
    "missing": "SOMEBODY IS AWAY",
}
_CAUSES = {
    "closed": "The connection was lost",
    "left": "Left the table",
    "restart": "Not back yet since the server was restarted",
    "silence": "Nothing was heard for too long",
    "too-slow": "The time of the turn was up",
    "unread": "The connection was too slow",
    "fault": "The connection was closed",
}


def is_open(match: Match) -> bool:
    """Tell whether a vote is going on in which this client has a voice."""
    vote = match.vote
    return (
        vote is not None
        and not vote.result
        and vote.about in _ABOUT
        and match.seat is not None
        and match.ended is None
    )


def draw(canvas: Canvas, match: Match, now: float, rows: int) -> None:
    """Draw what is voted about, over the lower half."""
    vote = match.vote
    assert vote is not None
    high = len(vote.choices) + 6
    area = Area(0, canvas.height - 1 - rows - high, canvas.width, high)
    canvas.fill(area, _TEXT)
    canvas.box(area, _FRAME, HEAVY)
    canvas.title(area, _title(match), _BRIGHT)
    x, y = area.x + 3, area.y + 1
    canvas.put(x, y, cut(_why(match, now), area.width - 6), _TEXT)
    y += 2
    own = vote.votes[match.seat] if match.seat is not None else None
    for choice in vote.choices:
        key, words, leads_to = _CHOICES[choice]
        at = canvas.put(x, y, "▶ " if choice == own else "  ", _FRAME)
        at = canvas.put(at, y, key, _KEY)
        canvas.put(at + 1, y, words, _BRIGHT)
        canvas.put(x + 22, y, leads_to, _DIM)
        voters = [match.name_of(seat) for seat, for_ in enumerate(vote.votes) if for_ == choice]
        canvas.put(x + 50, y, cut(", ".join(voters), area.width - 56), _TEXT)
        canvas.mark(Area(x, y, area.width - 6, 1), Key(key))
        y += 1
    settle = "vote settles" if vote.needed == 1 else "votes for the same settle"
    needed = f"{vote.needed} {settle} it"
    left = f"; {clock(match.vote_until - now)} left" if vote.left_ms else ""
    canvas.put(x, y + 1, needed + left, _DIM)


def _title(match: Match) -> str:
    assert match.vote is not None
    if match.vote.about == "missing":
        names = [match.name_of(seat).upper() for seat in sorted(match.away)]
        if names:
            *most, last = names
            listed = f"{', '.join(most)} AND {last}" if most else last
            return f"{listed} {'ARE' if most else 'IS'} AWAY"
    return _ABOUT[match.vote.about]


def _why(match: Match, now: float) -> str:
    assert match.vote is not None
    if match.vote.about != "missing":
        return "All players together decide."
    told = []
    for seat, away in sorted(match.away.items()):
        since = clock(now - away.since)
        cause = _CAUSES.get(away.cause, "Not here")
        told.append(f"{match.name_of(seat)}: {cause.lower()}, {since} ago.")
    return " ".join(told) or "Somebody is missing."


def name_of(vote: ServerVote) -> str:
    """Tell one vote from another: by what it is about, and about whom."""
    return f"{vote.about}/{vote.match}"


def hints(match: Match) -> list[tuple[str, str]]:
    """Name the keys of the choices."""
    assert match.vote is not None
    return [_CHOICES[choice][:2] for choice in match.vote.choices]


def guidance(match: Match) -> list[Span]:
    """Ask for the vote."""
    vote = match.vote
    assert vote is not None
    spans = [Span("▸ ", GUIDE_KEY), Span("Your vote:", GUIDE_BRIGHT)]
    for choice in vote.choices:
        key, words, _ = _CHOICES[choice]
        spans += [Span(f"  {key}", GUIDE_KEY), Span(f" {words}", GUIDE)]
    return spans


def handle(model: Model, key: Key) -> bool:
    """Vote by a key; tell whether it was one of the choices."""
    match = model.match
    if match is None or match.vote is None:
        return False
    vote = match.vote
    for choice in vote.choices:
        if _CHOICES[choice][0] == key.name:
            model.send(Vote(vote.about, choice))  # type: ignore[arg-type]
            return True
    return False
