"""The tree of a search: nodes, the ways on from them, and what was found down there.

A way on is a whole line, up to the end of the mover's turn, so that a few levels of the tree
look rounds ahead. A node stands for all positions that the same lines lead to, whatever the
dice did in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Any

from eriantys.bots.evaluation import Line

EXPLORATION = 0.5
"""How much a way that looked good at first is tried again, though others did better."""
BIAS = 20.0
"""How steeply attention falls with a worse first look: by e to this power for a whole share."""
TRUST = 1.0
"""For how many visits the first look at a way counts."""


@dataclass(slots=True)
class Branch:
    """A way on from a node, and the node that it leads to."""

    actions: tuple[Any, ...]
    share: float
    """What the mover's side made of it at first sight."""
    bias: float
    """How much of the attention it deserves for that, of 1."""
    node: Node

    def found(self, side: int) -> float:
        """Tell the mover's side what can be expected of it: the mean of all that was seen."""
        visits = self.node.visits
        return self.node.totals[side] / visits if visits else self.share


@dataclass(slots=True)
class Node:
    """Where a line has led, and the shares of the sides in what was found from there on."""

    visits: int = 0
    totals: list[float] = field(default_factory=list)
    side: int = -1
    """Whose turn it is; known once there are branches."""
    branches: list[Branch] = field(default_factory=list)

    def grow(self, side: int, lines: Iterable[Line]) -> None:
        """Add the ways on that the side on turn thinks of."""
        self.side = side
        known = list(lines)
        best = max(line.share for line in known)
        weights = [exp(BIAS * (line.share - best)) for line in known]
        total = sum(weights)
        self.branches = [
            Branch(line.actions, line.share, weight / total, Node())
            for line, weight in zip(known, weights, strict=True)
        ]

    def select(self) -> Branch:
        """Choose the branch to look into next: good so far, or too little known."""
        side, reach = self.side, EXPLORATION * sqrt(self.visits + 1)
        best, chosen = -1.0, self.branches[0]
        for branch in self.branches:
            node = branch.node
            visits = node.visits
            found = node.totals[side] if visits else 0.0
            merit = (TRUST * branch.share + found) / (TRUST + visits)
            merit += reach * branch.bias / (1 + visits)
            if merit > best:
                best, chosen = merit, branch
        return chosen

    def add(self, shares: Sequence[float]) -> None:
        """Count one more visit, and what it found."""
        if self.totals:
            self.totals = [old + new for old, new in zip(self.totals, shares, strict=True)]
        else:
            self.totals = list(shares)
        self.visits += 1

    def step(self, action: Any) -> Node:
        """Make the tree after one action of a line: the branches that begin with it."""
        after = Node(side=self.side)
        for branch in self.branches:
            if branch.actions[0] == action and len(branch.actions) > 1:
                after.branches.append(
                    Branch(branch.actions[1:], branch.share, branch.bias, branch.node)
                )
                after.visits += branch.node.visits
        return after
