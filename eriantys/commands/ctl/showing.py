"""Answers as people read them: tables with a heading, and pages of short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from eriantys.client.text import width
from eriantys.server.operator import answers
from eriantys.server.sanctions import duration

GAP = "  "
NOTHING = "-"
PERCENT = (0.5, 0.99)


def lines(found: object) -> list[str]:
    """Write out what was found."""
    return list(_SHOW[type(found)](found))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Put texts under each other; a column of numbers stands to the right."""
    every = [list(heads), *map(list, rows)]
    widths = [max(width(row[place]) for row in every) for place in range(len(heads))]
    right = [
        len(every) > 1 and all(_is_number(row[place]) for row in every[1:])
        for place in range(len(heads))
    ]
    for row in every:
        cells = []
        for text, wide, to_right in zip(row, widths, right, strict=True):
            room = " " * (wide - width(text))
            cells.append(room + text if to_right else text + room)
        yield GAP.join(cells).rstrip()


def _is_number(text: str) -> bool:
    return text == NOTHING or text.replace(",", "").isdecimal()


def _done(done: answers.Done) -> Iterator[str]:
    yield done.text


def _outlook(found: answers.Outlook) -> Iterator[str]:
    house = found.house
    yield f"eriantys {found.version}, process {found.process}, up {duration(found.up)}"
    doors = " and ".join(found.doors) or "nothing"
    yield from _page(
        ("listens on", f"{doors}, {'with' if found.tls else 'without'} TLS"),
        ("store", f"{found.store}, {_size(found.store_bytes)}"),
        ("saving", "yes" if found.saving else "NO: moves are refused, see to the disk"),
        ("memory", _size(found.memory_bytes)),
        (
            "connections",
            f"{house.connections}: {_counted(house.people, 'person', 'people')}, "
            f"{_counted(house.bots, 'bot', 'bots')}",
        ),
        (
            "matches",
            f"{house.running} running, {house.paused} paused, {house.waiting} waiting for "
            f"players, {house.suspended} suspended",
        ),
        ("watchers", str(house.watchers)),
        ("bots think in", _counted(found.bot_processes, "process", "processes")),
        ("draining", _draining(house)),
    )


def _draining(house: answers.House) -> str:
    if not house.draining:
        return "no"
    if house.stops_in is None:
        return "yes: no match begins, and the server stops after the last"
    return f"yes: it stops after the last match, or in {duration(house.stops_in)}"


def _matches(found: answers.MatchList) -> Iterator[str]:
    if not found.matches:
        yield "No match waits, goes on or is suspended."
        return
    heads = ("match", "game", "state", "line", "quiet", "watchers", "players", "title")
    yield from table(heads, map(_match, found.matches))


def _match(row: answers.MatchRow) -> tuple[str, ...]:
    return (
        str(row.match),
        row.game,
        row.state,
        NOTHING if row.number is None else str(row.number),
        NOTHING if row.quiet is None else duration(row.quiet),
        str(row.watchers),
        _players(row),
        f"{row.title}{' (private)' if row.private else ''}".strip() or NOTHING,
    )


def _players(row: answers.MatchRow) -> str:
    names = []
    for seat, name in enumerate(row.players, 1):
        mark = "*" if seat == row.turn else ""
        names.append("(free)" if name is None else mark + name)
    return ", ".join(names)  # those of bots have a blank in them


def _match_page(found: answers.MatchPage) -> Iterator[str]:
    row = found.row
    private = ", private" if row.private else ""
    title = f" “{row.title}”" if row.title else ""
    yield f"Match {row.match}{title}: {row.game}, {row.state}{private}"
    options = ", ".join(f"{name} {_plain(value)}" for name, value in found.options.items())
    entries = [
        ("options", options or NOTHING),
        ("guidance", found.guidance),
        ("turns", f"{found.turn_seconds} s, {'with' if found.undo else 'without'} undo"),
        ("absence", found.absence),
        ("watching", "allowed" if found.watchers_allowed else "not allowed"),
    ]
    if row.number is not None:
        entries.append(("lines", str(row.number)))
    if found.decision:
        entries.append(("asked", f"{found.decision}, of player {row.turn}"))
    if found.clock_left is not None:
        entries.append(("clock", f"{found.clock_left:.0f} s left"))
    if found.watchers:
        entries.append(("watchers", ", ".join(found.watchers)))
    if found.reason:
        entries.append(("ended", found.reason))
    if found.winners:
        entries.append(("won", ", ".join(f"player {seat}" for seat in found.winners)))
    yield from _page(*entries)
    heads = ("player", "name", "bot", "presence", "cause", "connection")
    rows = [
        (
            str(seat.seat),
            seat.name,
            seat.bot or NOTHING,
            seat.presence,
            seat.cause or NOTHING,
            NOTHING if seat.connection is None else str(seat.connection),
        )
        for seat in found.seats
    ]
    yield from table(heads, rows)


def _people(found: answers.PlayerList) -> Iterator[str]:
    if not found.players:
        yield "Nobody is connected."
        return
    heads = ("connection", "name", "kind", "state", "match", "silent", "address")
    rows = [
        (
            str(each.connection),
            each.name or NOTHING,
            each.kind,
            each.state,
            NOTHING if each.match is None else str(each.match),
            duration(each.silent),
            each.address,
        )
        for each in found.players
    ]
    yield from table(heads, rows)


def _sanctions(found: answers.SanctionList) -> Iterator[str]:
    if not found.sanctions:
        yield "Nobody is banned or muted."
        return
    kinds = {"name": "banned", "address": "banned", "mute": "muted"}
    rows = [
        (
            each.who,
            kinds[each.kind],
            "for good" if each.left is None else duration(each.left),
            each.reason or NOTHING,
        )
        for each in found.sanctions
    ]
    yield from table(("who", "is", "left", "reason"), rows)


def _figures(found: answers.Figures) -> Iterator[str]:
    rows = []
    for figure in found.figures:
        if figure.kind == "histogram":
            rows.append((figure.name, NOTHING, _spread(figure)))
            continue
        for sample in figure.samples:
            labels = ", ".join(sample.labels.values()) or NOTHING
            rows.append((figure.name, labels, _number(sample.value)))
    yield from table(("figure", "of", "value"), rows)


def _spread(figure: answers.Figure) -> str:
    """Tell a histogram in a few words."""
    buckets = [each for each in figure.samples if each.suffix == "_bucket"]
    count = buckets[-1].value
    if not count:
        return "none yet"
    parts = [f"{_number(count)}"]
    for share in PERCENT:
        bound = next(each.labels["le"] for each in buckets if each.value >= share * count)
        within = "more than the rest" if bound == "+Inf" else f"{float(bound) * 1000:g} ms"
        parts.append(f"{share:.0%} within {within}")
    return ", ".join(parts)


def _page(*entries: tuple[str, str]) -> Iterator[str]:
    wide = max(len(name) for name, _ in entries)
    for name, text in entries:
        yield f"{GAP}{name:<{wide}}{GAP}{text}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:,.3f}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _size(size: int) -> str:
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size} {unit}"
        size = round(size / 1024)
    return f"{size:,} GiB"


_SHOW: dict[type, Callable[[Any], Iterable[str]]] = {
    answers.Done: _done,
    answers.Outlook: _outlook,
    answers.MatchList: _matches,
    answers.MatchPage: _match_page,
    answers.PlayerList: _people,
    answers.SanctionList: _sanctions,
    answers.Figures: _figures,
}
