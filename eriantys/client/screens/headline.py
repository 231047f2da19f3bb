"""Who won, in a few big words."""

from __future__ import annotations

from eriantys.client.match import Match

YOU_WON = "YOU WON!"


def headline(match: Match) -> str:
    """Say in a few big words who won."""
    ended = match.ended
    if ended is None or not ended.ranking or not ended.ranking[0]:
        return "NO WINNER"
    winners = ended.ranking[0]
    sides = [team for team in match.teams if any(seat in winners for seat in team)]
    if len(sides) > 1:
        return "SHARED WIN"
    if match.seat in winners:
        return YOU_WON
    names = [match.name_of(seat).upper() for seat in winners]
    return f"{names[0]} WINS" if len(names) == 1 else f"{' AND '.join(names)} WIN"
