"""The words of the game: what is asked of somebody, and how far the turn has come."""

from __future__ import annotations

from eriantys.client.boards.masters import reading
from eriantys.client.boards.reading import View, Who, number, part, player
from eriantys.client.boards.standing import standstill
from eriantys.client.match import Match
from eriantys.client.sentences import counted
from eriantys.games.masters import decisions
from eriantys.games.masters.decisions import QUESTIONS

_OWN = {
    decisions.LEADERS: "Which of these leaders do you not keep? Two stay",
    decisions.RESOURCES: "Choose a resource to begin with, and its depot",
    decisions.ACTION: "Do one action: take from the market, buy a card, or produce",
    decisions.WHITE: "What shall the white marble become",
    decisions.STORE: "Store what you took, or throw it away",
    decisions.PAY: "From where do you pay",
    decisions.PRODUCTION: "Choose another power, or pay and produce",
    decisions.END: "Your action is done: end the turn, or use a leader",
}
_DOING = {
    decisions.LEADERS: "choose{s} leaders",
    decisions.RESOURCES: "choose{s} what to begin with",
    decisions.ACTION: "choose{s} an action",
    decisions.WHITE: "choose{s} for a white marble",
    decisions.STORE: "store{s} goods from the market",
    decisions.PAY: "pay{s}",
    decisions.PRODUCTION: "produce{s}",
    decisions.END: "end{s} the turn",
}
REASONS = {
    "faith": "a marker has come to space 24",
    "seven-cards": "the seventh card is bought",
    "lorenzo": "Lorenzo’s cross has come to space 24",
    "colour-gone": "no card of a colour is left",
}
"""Why a game ends by its rules."""


def task(match: Match) -> str:
    """Say in a few words what the player on turn has to do."""
    return QUESTIONS.get(match.decision, match.decision.replace("-", " ")[:40]) or "wait"


def question(match: Match) -> str:
    """Say what the player on turn is asked, or is doing."""
    stands = standstill(match)
    if stands:
        return stands
    who = player(match, match.turn)
    if not who.own:
        away = ", who is away" if match.turn in match.away else ""
        return f"{who.name}{away}: {task(match)}" if away else _doing(match, who)
    return _OWN.get(match.decision, f"It is your turn: {task(match)}")


def _doing(match: Match, who: Who) -> str:
    said = _DOING.get(match.decision)
    if said is None:
        return f"It is {who.whose} turn"
    return f"{who.name} {said.format(s='' if who.several else 's')}"


def phase_words(view: View) -> list[tuple[str, bool]]:
    """Name the steps of a turn for the banner, each with whether it is the current one."""
    decision = reading.decision(view)
    if part(view, "ending").get("ended"):
        return [("GAME OVER", True)]
    if decision in decisions.SET_UP:
        steps = ["leaders", "goods"]
        now = int(decision == decisions.RESOURCES)
        return [("set-up", False), *_emphasised(steps, now)]
    names = {
        decisions.ACTION: "action",
        decisions.WHITE: "market",
        decisions.STORE: "market",
        decisions.PAY: "pay",
        decisions.PRODUCTION: "produce",
    }
    name = names.get(decision, "action")
    if decision == decisions.STORE:
        name = f"store {counted(sum(reading.box(view)), 'good')}"
    last = [("LAST ROUND", True)] if part(view, "ending").get("triggered") else []
    now = 1 if decision == decisions.END else 0
    return [*last, *_emphasised([name, "end turn"], now)]


def _emphasised(names: list[str], now: int) -> list[tuple[str, bool]]:
    return [(name.upper() if at == now else name, at == now) for at, name in enumerate(names)]


def which_beginning(match: Match) -> str:
    """Say which of two resources to begin with is asked for; empty if there is only one."""
    chosen, all_ = reading.beginnings(match.view, match.turn or 0)
    return f"{_COUNTING[chosen]} of two" if all_ > 1 and chosen < len(_COUNTING) else ""


_COUNTING = ("the first", "the second")


def round_of(view: View) -> int | None:
    """Tell which round it is; None in the set-up."""
    return number(part(view, "turn").get("round")) or None
