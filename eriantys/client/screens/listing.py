"""The list of the lobby: open, saved and running matches as rows, and one of them in detail."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from eriantys.client.boards import vocabulary
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.model import Model
from eriantys.client.names import in_a_row
from eriantys.client.screens.texts import (
    compact,
    duration,
    game_title,
    listed,
    room_title,
    short_title,
    terms,
)
from eriantys.client.sentences import counted
from eriantys.client.text import pad
from eriantys.wire.cards import RoomCard, RunningCard, SavedCard

Kind: TypeAlias = Literal["open", "saved", "running"]


class Row(NamedTuple):
    """One match of the list."""

    kind: Kind
    match: int
    title: str
    game: str
    mode: str
    """What it is played with; empty where the server does not tell."""
    special: bool
    """Whether something beyond the plain game was chosen."""
    seats: tuple[bool | None, ...]
    """By seat: whether somebody sits there; None where the server does not tell."""
    players: tuple[str, ...]
    state: str
    card: RoomCard | SavedCard | RunningCard
    live: RunningCard | None = None
    """How it goes on, where that is known; also of a match in which one has a seat."""

    def holds(self, text: str) -> bool:
        """Tell whether a text occurs somewhere in it."""
        everything = (self.title, self.game, self.mode, *self.players, self.state)
        return text.casefold() in " ".join(everything).casefold()


class Detail(NamedTuple):
    """What there is to know about one match."""

    facts: list[str]
    seats: list[list[Span]]
    """Who sits where, one piece each."""


def rows(model: Model) -> list[Row]:
    """List all matches that the server has told about: open, then saved, then running."""
    made = [_open(model, model.rooms[number]) for number in sorted(model.rooms)]
    going_on = {card.match: card for card in model.running}
    made += [_saved(model, card, going_on.pop(card.match, None)) for card in model.saved]
    made += [_running(model, card) for card in going_on.values()]
    return made


def _open(model: Model, card: RoomCard) -> Row:
    return Row(
        "open",
        card.match,
        room_title(card),
        game_title(model.welcome, card.game),
        vocabulary.mode(card.game, card.options),
        any(value is True for value in card.options.values()),
        tuple(name is not None for name in card.seats),
        tuple(name for name in card.seats if name is not None),
        "open",
        card,
    )


def _saved(model: Model, card: SavedCard, live: RunningCard | None) -> Row:
    others = [name for seat, name in enumerate(card.players) if seat != card.seat]
    title = f"With {listed(others)}" if others else f"Match {card.match}"
    state = "your seat"
    if live is not None and live.turn == card.seat:
        state = "your turn"
    elif live is None and card.suspended:
        state = "waits"
    return Row(
        "saved",
        card.match,
        live.title or title if live is not None else title,
        game_title(model.welcome, card.game),
        "",
        False,
        (None,) * len(card.players),
        card.players,
        state,
        card,
        live,
    )


def _running(model: Model, card: RunningCard) -> Row:
    return Row(
        "running",
        card.match,
        card.title or f"Match {card.match}",
        game_title(model.welcome, card.game),
        "",
        False,
        (True,) * len(card.players),
        card.players,
        vocabulary.phase(card.game, card.decision),
        card,
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
    idle: int
    watchers: int
    """Nothing where there is no room for who looks on."""

    @classmethod
    def of(cls, wide: int, games: int) -> Columns:
        """Share out a width: what is spare goes to what people wrote themselves."""
        game, mode_, seats, state, idle = 9, 7, 6, 10, 5
        watchers = 9 if wide >= 84 else 0
        if wide >= 96:
            game, mode_, state = 14, 10, 13
        elif wide >= 72:
            game, mode_ = 10, 8
        elif games < 2:
            game = 0
        spare = wide - game - mode_ - seats - state - idle - watchers
        players = spare * 9 // 20
        return cls(spare - players, game, mode_, seats, players, state, idle, watchers)


def draw_header(canvas: Canvas, x: int, y: int, columns: Columns) -> None:
    """Name the columns."""
    names = ("NAME", "GAME", "MODE", "SEATS", "PLAYERS", "STATE", "IDLE", "WATCHERS")
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
    live = row.live
    looks = f"{live.watchers:4}" if live is not None else ""
    idle = compact(live.idle_ms / 1000) if live is not None else ""
    cells = (
        (row.title, ink("bright", bg, "bold") if here else plain),
        (short_title(row.game, columns.game - 1), plain),
        (row.mode or "·", ink("gold", bg) if row.special else plain),
        ("", plain),
        (in_a_row(row.players, columns.players - 1) or "nobody yet", plain),
        (row.state, ink({"open": "fine", "saved": "accent"}.get(row.kind, plain.fg), bg)),
        (idle, ink("dim", bg)),
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
    canvas: Canvas, x: int, y: int, seats: tuple[bool | None, ...], most: int, bg: str
) -> None:
    """Draw a disc for each seat, full where somebody sits; many of them as numbers."""
    unknown = None in seats
    if len(seats) > most:
        taken = "" if unknown else f"{seats.count(True)}/"
        canvas.put(x, y, pad(f"{taken}{len(seats)}", most), ink("text", bg))
        return
    for taken_now in seats:
        style = ink("fine", bg) if taken_now else ink("dim", bg)
        x = canvas.put(x, y, "·" if unknown else "●" if taken_now else "○", style)


def detail(row: Row) -> Detail:
    """Gather all that the server has told about one match."""
    card = row.card
    many = len(row.seats)
    kind = [f"match {row.match}", row.game, *([row.mode] if row.mode else [])]
    if isinstance(card, RoomCard):
        kind.append(counted(many, "seat"))
    kind += ["teams of two"] if vocabulary.teams(card.game, many) else []
    if isinstance(card, RoomCard):
        kind += ["filled by k"] if card.standing else []
        return Detail([*kind, *terms(card)], [_seat(card, seat) for seat in range(many)])
    own = card.seat if isinstance(card, SavedCard) else None
    facts: list[str] = []
    if isinstance(card, SavedCard):
        waits = card.suspended and row.live is None
        facts.append("your seat is kept")
        facts.append("waits until all are back" if waits else "the match goes on")
    if row.live is not None:
        facts += _going_on(row.live, own)
    turn = row.live.turn if row.live is not None else None
    return Detail(
        [*kind, *facts],
        [
            _player(name, own=seat == own, on_turn=seat == turn)
            for seat, name in enumerate(card.players)
        ],
    )


def _going_on(card: RunningCard, own: int | None) -> list[str]:
    """Say how far a match is that is being played."""
    facts: list[str] = []
    if card.turn is not None and card.turn < len(card.players):
        you = card.turn == own
        who, has = ("you", "have") if you else (card.players[card.turn], "has")
        task = vocabulary.task(card.game, card.decision)
        phase = vocabulary.phase(card.game, card.decision)
        on_turn = f"{who} {'are' if you else 'is'} on turn"
        facts.append(f"{who} {has} to {task}" if task else f"{on_turn}: {phase}")
    facts += [
        f"last move {duration(card.idle_ms / 1000)} ago",
        f"{counted(card.number, 'move')} so far",
        counted(card.watchers, "watcher"),
    ]
    if own is None:
        facts.append("you may look on" if card.watchable else "nobody else may look on")
    return facts


def _player(name: str, *, own: bool, on_turn: bool) -> list[Span]:
    """Name one who has a seat; whether they sit there now is not told."""
    style = ink("cur", "bg", "bold") if on_turn else ink()
    return [
        Span("▸ " if on_turn else "· ", ink("fine" if on_turn else "dim")),
        Span("you" if own else name, style),
    ]


def _seat(card: RoomCard, seat: int) -> list[Span]:
    name = card.seats[seat]
    piece = vocabulary.piece(card.game, len(card.seats), seat)
    spans = [
        Span("○ " if name is None else "● ", ink("dim" if name is None else "fine")),
        Span(name or "free", ink("dim" if name is None else "text")),
    ]
    if piece is not None:
        spans.append(Span(f" {piece.name}", ink("dim")))
    return spans
