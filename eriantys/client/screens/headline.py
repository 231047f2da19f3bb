"""Who won, in a few big words."""

from __future__ import annotations

from eriantys.client.match import Match

YOU_WON = "YOU WON!"
YOU_LOST = "YOU LOST"


def headline(match: Match) -> str:
    """Say in a few big words who won."""
    ended = match.ended
    if ended is None or not ended.ranking:
        return "NO WINNER"
    if not ended.ranking[0]:  # the game itself has won
        return YOU_LOST if match.seat is not None else f"{match.name_of(0).upper()} LOST"
    winners = ended.ranking[0]
    sides = [team for team in match.teams if any(seat in winners for seat in team)]
    if len(sides) > 1:
        return "SHARED WIN"
    if match.seat in winners:
        return YOU_WON
    names = [match.name_of(seat).upper() for seat in winners]
    return f"{names[0]} WINS" if len(names) == 1 else f"{' AND '.join(names)} WIN"
