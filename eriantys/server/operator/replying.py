"""How an order is answered: at once, or when what it wants is on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

Reply: TypeAlias = Callable[[Struct], None]
"""Takes the answer, which is one of those in `answers`; it is called once."""
