"""The brain that searches: information-set Monte-Carlo tree search.

Every iteration makes up a table that the seat cannot tell from the real one, walks down the
tree of lines that it has looked at so far, adds a node, and lets the game's evaluation say how
each side stands there. Every side is taken to play for its own share, partners for the same
one (max^n). The first look at a line biases how often it is tried (PUCT).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eriantys.bots import evaluation
from eriantys.bots.brain import Brain, Budget, Thought
from eriantys.bots.tree import Branch, Node
from eriantys.games.contract import Game, Illegal, Seat, View
from eriantys.games.dice import Dice

ROOT_WIDTH = 6
INNER_WIDTH = 2
"""How widely a turn is looked through, at the root and further down."""
INNER_LINES = 3
"""How many lines are looked into below the root: depth tells more than breadth."""
DEFAULT_ITERATIONS = 400
"""How long it thinks if the budget does not say."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A search that goes on within a turn: the tree, and the view for which it was made."""

    view: View
    seat: Seat
    root: Node


class Mcts(Brain):
    """Searches as long as its budget lasts, and takes what it has looked at most."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._insight = evaluation.find(game)
        self._memory: Memory | None = None

    def think(
        self, view: View, legal: Sequence[str], seat: Seat, budget: Budget, dice: Dice
    ) -> Thought:
        """Search, and take the first step of the best line."""
        memory, self._memory = self._memory, None
        if len(legal) == 1:
            return Thought(legal[0], None)
        search = Search(self._game, self._insight, view, seat, dice)
        if memory and memory.seat == seat and memory.view == view:
            search.root = memory.root
            budget = budget.half()
        else:
            search.begin(legal)
        search.run(budget)
        if not search.root.branches:
            # None of what the search thinks of is listed.
            return Thought(legal[0], None)
        best = search.best()
        action = best.actions[0]
        self._remember(search, action, seat)
        return Thought(self._game.format(action), best.found(search.root.side))

    def _remember(self, search: Search, action: Any, seat: Seat) -> None:
        """Keep what was found for the steps that follow in this turn."""
        root = search.root.step(action)
        if root.branches:
            foreseen = search.table()
            self._game.apply(foreseen, seat, action)
            self._memory = Memory(self._game.view(foreseen, seat), seat, root)


class Search:
    """One search from what a seat sees."""

    def __init__(
        self,
        game: Game[Any, Any],
        insight: evaluation.Insight,
        view: View,
        seat: Seat,
        dice: Dice,
    ) -> None:
        self._game = game
        self._insight = insight
        self._view = view
        self._seat = seat
        self._dice = dice
        self._first = game.guess(view, seat, dice)
        self._side_of = insight.side_of(self._first)
        self.root = Node()

    def begin(self, legal: Sequence[str]) -> None:
        """Make a root, with the lines that begin with one of the legal actions."""
        lines = self._insight.lines(self._first, ROOT_WIDTH)
        offered = set(legal)
        listed = [line for line in lines if self._game.format(line.actions[0]) in offered]
        if listed:
            self.root.grow(self._side_of[self._seat], listed)

    def run(self, budget: Budget) -> None:
        """Look into the tree until the budget is used up, or cannot change the choice."""
        branches = self.root.branches
        if len({branch.actions[0] for branch in branches}) < 2:
            return
        most = budget.iterations
        if most is None and budget.seconds is None:
            most = DEFAULT_ITERATIONS
        end = None if budget.seconds is None else budget.clock() + budget.seconds
        while most is None or self.root.visits < most:
            if end is not None and budget.clock() >= end:
                break
            if most is not None and self._settled(most - self.root.visits):
                break
            self._iterate()

    def best(self) -> Branch:
        """Return the branch that was looked into most; of equals, the one that looks best."""
        return max(self.root.branches, key=lambda branch: (branch.node.visits, branch.share))

    def table(self) -> Any:
        """Make up a table that the seat cannot tell from the real one."""
        if self._game.hidden:
            return self._game.guess(self._view, self._seat, self._dice)
        # Where nothing is hidden but the luck to come, a copy that rolls on is as good.
        return self._game.copy(self._first)

    def _settled(self, left: int) -> bool:
        """Tell whether no other branch can be looked into as often any more."""
        *_, second, first = sorted(branch.node.visits for branch in self.root.branches)
        return first - second > left

    def _iterate(self) -> None:
        """Walk down to a node that is new, and carry what is seen there back up."""
        state, node = self.table(), self.root
        path = [node]
        while self._can_go_on(state, node):
            branch = node.select()
            node = branch.node
            path.append(node)
            if not self._follow(state, branch.actions):
                break
        shares = self._insight.shares(state)
        for node in path:
            node.add(shares)

    def _can_go_on(self, state: Any, node: Node) -> bool:
        """Tell whether there is something below a node; one seen before grows branches."""
        seat = self._game.turn(state)
        if seat is None:
            return False
        if not node.branches:
            if not node.visits:
                return False
            lines = self._insight.lines(state, INNER_WIDTH)
            node.grow(self._side_of[seat], lines[:INNER_LINES])
        return node.side == self._side_of[seat]

    def _follow(self, state: Any, actions: Sequence[Any]) -> bool:
        """Play a line as far as this table allows; tell whether that was all of it."""
        try:
            for action in actions:
                seat = self._game.turn(state)
                if seat is None:
                    return False
                self._game.apply(state, seat, action)
        except Illegal:
            return False
        return True
