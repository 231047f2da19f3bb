"""Carries orders into the house, and the answers back to whoever gave them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from eriantys.server.inputs import Answered, Ordered
from eriantys.server.operator.orders import Order
from eriantys.server.outside.porter import Porter

Then: TypeAlias = Callable[[Struct], None]
"""What is to be done with an answer."""


class Clerk:
    """Numbers the orders, and knows who waits for which answer."""

    def __init__(self, porter: Porter) -> None:
        self._porter = porter
        self._latest = 0
        self._waiting: dict[int, Then] = {}

    def ask(self, order: Order, then: Then) -> None:
        """Let the house carry an order out in this turn, or as soon as it can."""
        self._latest += 1
        self._waiting[self._latest] = then
        self._porter.inputs.append(Ordered(self._latest, order))

    def answered(self, answered: Answered) -> None:
        """Take an answer to whoever waits for it."""
        self._waiting.pop(answered.number)(answered.answer)
