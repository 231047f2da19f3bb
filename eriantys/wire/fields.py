"""The kinds of values that travel, each with its bounds.

Nothing that a stranger sends is unbounded: no integer, no text, no list.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""An id or a count."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
"""A seat, counted from 0."""
SeatCount: TypeAlias = Annotated[int, Meta(ge=1, le=16)]
Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
"""A player's name as it was typed: whether it will do is for the server to say."""
Word: TypeAlias = Annotated[str, Meta(max_length=32)]
"""The id of a game, or the name of an option."""
ActionText: TypeAlias = Annotated[str, Meta(max_length=100)]
"""An action in the game's notation."""
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""What a client keeps to prove that a name is its own; also the size of a proof."""
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
"""A player's share in the luck of a match."""
Setting: TypeAlias = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | Word
"""The value of an option, or the answer to a question."""
Settings: TypeAlias = Annotated[dict[Word, Setting], Meta(max_length=16)]

Guidance: TypeAlias = Literal["full", "none"]
"""Whether a request lists the legal actions, or every well-formed one."""
Absence: TypeAlias = Literal["end", "wait", "bot"]
"""What becomes of a match when somebody is gone: see the table of policies in the manual."""
Level: TypeAlias = Literal["easy", "normal", "hard"]
"""How well a bot plays."""
BotsBySeat: TypeAlias = tuple[Level | None, ...]
"""By seat: how well the bot plays whose seat it is, if it is a bot's; empty without bots."""

TITLE_MOST = 40
Title: TypeAlias = Annotated[str, Meta(max_length=TITLE_MOST)]
"""What the creator of a match calls it."""
Code: TypeAlias = Annotated[str, Meta(max_length=16)]
"""An invitation to a private match, as it was typed."""
Talk: TypeAlias = Annotated[str, Meta(max_length=300)]
"""A line of chat."""
Audience: TypeAlias = Literal["lobby", "match", "team", "watchers"]
"""Who hears a line of chat."""
Ballot: TypeAlias = Literal["pause", "go-on", "time", "missing"]
"""What the players of a match can vote about."""
Choice: TypeAlias = Literal["yes", "no", "wait", "end", "bot"]
"""What they can vote for: `yes` or `no`, but about a missing player `wait`, `end` or `bot`."""

Parts: TypeAlias = dict[str, Any]
"""Parts of a view by name."""
