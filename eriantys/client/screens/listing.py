"""The list of the lobby: open, saved and running matches as rows, and one of them in detail."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.model import Model
from eriantys.client.screens.texts import (
    compact,
    count,
    duration,
    game_title,
    in_teams,
    listed,
    mode,
    room_title,
    terms,
    towers,
)
from eriantys.client.text import pad
from eriantys.wire.from_server import RoomCard, RunningCard, SavedCard

Kind: TypeAlias = Literal["open", "saved", "running"]


class Row(NamedTuple):
    """One match of the list."""

    kind: Kind
    match: int
    title: str
    game: str
    mode: str
    """What it is played with; empty where the server does not tell."""
    seats: tuple[bool, ...]
    """By seat: whether somebody sits there."""
    players: str
    state: str
    card: RoomCard | SavedCard | RunningCard

    def holds(self, text: str) -> bool:
        """Tell whether a text occurs somewhere in it."""
        everything = (self.title, self.game, self.mode, self.players, self.state)
        return text.casefold() in " ".join(everything).casefold()


class Detail(NamedTuple):
    """What there is to know about one match."""

    facts: list[str]
    seats: list[list[Span]]
    """Who sits where, one piece each."""


def rows(model: Model) -> list[Row]:
    """List all matches that the server has told about: open, then saved, then running."""
    made = [_open(model, model.rooms[number]) for number in sorted(model.rooms)]
    made += [_saved(model, card) for card in model.saved]
    own = {card.match for card in model.saved}
    made += [_running(model, card) for card in model.running if card.match not in own]
    return made


def _open(model: Model, card: RoomCard) -> Row:
    return Row(
        "open",
        card.match,
        room_title(card),
        game_title(model.welcome, card.game),
        mode(card.options),
        tuple(name is not None for name in card.seats),
        ", ".join(name for name in card.seats if name is not None) or "nobody yet",
        "open",
        card,
    )


def _saved(model: Model, card: SavedCard) -> Row:
    others = [name for seat, name in enumerate(card.players) if seat != card.seat]
    return Row(
        "saved",
        card.match,
        f"With {listed(others)}" if others else f"Match {card.match}",
        game_title(model.welcome, card.game),
        "",
        (not card.suspended,) * len(card.players),
        ", ".join(card.players),
        "saved" if card.suspended else "your seat",
        card,
    )


def _running(model: Model, card: RunningCard) -> Row:
    return Row(
        "running",
        card.match,
        card.title or f"Match {card.match}",
        game_title(model.welcome, card.game),
        "",
        (True,) * len(card.players),
        ", ".join(card.players),
        f"{card.decision or 'playing'} {compact(card.idle_ms / 1000)}",
        card,
    )


class Columns(NamedTuple):
    """How wide the columns are, each with the blank after it."""

    title: int
    game: int
    """Nothing where it is narrow and all play the same."""
    mode: int
    seats: int
    players: int
    state: int
    watchers: int
    """Nothing where there is no room for who looks on."""

    @classmethod
    def of(cls, wide: int, games: int) -> Columns:
        """Share out a width: what is spare goes to what people wrote themselves."""
        game, mode_, seats, state = 9, 7, 6, 13
        watchers = 9 if wide >= 84 else 0
        if wide >= 96:
            game, mode_, state = 14, 10, 18
        elif wide >= 72:
            game, mode_ = 10, 8
        elif games < 2:
            game = 0
        spare = wide - game - mode_ - seats - state - watchers
        return cls(
            spare - spare * 9 // 20, game, mode_, seats, spare * 9 // 20, state, watchers
        )


def draw_header(canvas: Canvas, x: int, y: int, columns: Columns) -> None:
    """Name the columns."""
    names = ("NAME", "GAME", "MODE", "SEATS", "PLAYERS", "STATE", "WATCHERS")
    for wide, name in zip(columns, names, strict=True):
        if wide:
            canvas.put(x, y, name, ink("dim", "bg", "underline"))
            x += wide


def draw_row(canvas: Canvas, place: Area, row: Row, columns: Columns, *, here: bool) -> None:
    """Draw one match."""
    bg = "me" if here else "bg"
    plain = ink("dim" if row.kind == "running" and not here else "text", bg)
    canvas.fill(place, plain)
    canvas.put(place.x, place.y, "▶" if here else " ", ink("cur", bg, "bold"))
    x, stop = place.x + 1, place.x + place.width
    looks = f"{row.card.watchers:4}" if isinstance(row.card, RunningCard) else ""
    cells = (
        (row.title, ink("bright", bg, "bold") if here else plain),
        (row.game, plain),
        (row.mode or "·", ink("gold", bg) if row.mode == "expert" else plain),
        ("", plain),
        (row.players, plain),
        (row.state, ink({"open": "fine", "saved": "accent"}.get(row.kind, plain.fg), bg)),
        (looks, ink("dim", bg)),
    )
    for at, (wide, (text, style)) in enumerate(zip(columns, cells, strict=True)):
        room = max(0, min(wide, stop - x))
        if not room:
            continue
        if at == 3:
            draw_seats(canvas, x, place.y, row.seats, room - 1, bg)
        else:
            canvas.put(x, place.y, pad(pad(text, max(0, room - 1)), room), style)
        x += wide


def draw_seats(
    canvas: Canvas, x: int, y: int, seats: tuple[bool, ...], most: int, bg: str
) -> None:
    """Draw a disc for each seat, full where somebody sits; many of them as numbers."""
    if len(seats) > most:
        canvas.put(x, y, pad(f"{sum(seats)}/{len(seats)}", most), ink("text", bg))
        return
    for taken in seats:
        style = ink("fine", bg) if taken else ink("dim", bg)
        x = canvas.put(x, y, "●" if taken else "○", style)


def detail(row: Row) -> Detail:
    """Gather all that the server has told about one match."""
    card = row.card
    if isinstance(card, RoomCard):
        kind = [row.mode] if row.mode else []
        kind.append(count(len(card.seats), "seat"))
        kind += ["teams of two"] if in_teams(card.game, len(card.seats)) else []
        kind += ["filled by k"] if card.standing else []
        return Detail(
            [row.game, *kind, *terms(card)],
            [_seat(card, seat) for seat in range(len(card.seats))],
        )
    if isinstance(card, SavedCard):
        state = "waits for its players" if card.suspended else "going on without you"
        return Detail(
            [row.game, f"match {card.match}", state],
            [
                [
                    Span("● " if seat == card.seat else "○ ", ink("fine")),
                    Span("you" if seat == card.seat else name),
                ]
                for seat, name in enumerate(card.players)
            ],
        )
    turn = card.turn
    who = card.players[turn] if turn is not None and turn < len(card.players) else "nobody"
    asked = f"{who} is asked: {card.decision or 'nothing'}"
    return Detail(
        [
            row.game,
            asked,
            f"last move {duration(card.idle_ms / 1000)} ago",
            f"{count(card.number, 'move')} so far",
            f"{count(card.watchers, 'watcher')}",
            "you may look on" if card.watchable else "nobody else may look on",
        ],
        [
            [
                Span("▸ " if seat == card.turn else "● ", ink("fine")),
                Span(name, ink("cur", "bg", "bold") if seat == card.turn else ink()),
            ]
            for seat, name in enumerate(card.players)
        ],
    )


def _seat(card: RoomCard, seat: int) -> list[Span]:
    name = card.seats[seat]
    colour = towers(card.game, len(card.seats), seat)
    spans = [
        Span("○ " if name is None else "● ", ink("dim" if name is None else "fine")),
        Span(name or "free", ink("dim" if name is None else "text")),
    ]
    if colour is not None:
        spans.append(Span(f" {colour[1]}", ink("dim")))
    return spans
