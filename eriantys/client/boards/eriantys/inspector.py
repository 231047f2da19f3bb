"""One island looked at closely: who counts there with what, and what would come of it.

The panel is a table, whose columns are the colours and the towers; `sentences` says the same in
words, for those who ask and for those who listen.
"""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.eriantys import chips, reading
from eriantys.client.boards.eriantys.ring import Island, read_island
from eriantys.client.boards.eriantys.scene import LETTERS, TOWER_NAMES, Scene
from eriantys.client.boards.eriantys.schools import BRIGHT, DIM, LINE, TEXT
from eriantys.client.canvas import Area, Canvas, ink
from eriantys.client.names import fill, shorten
from eriantys.client.sentences import counted
from eriantys.client.text import cut, width
from eriantys.games.eriantys.names import COLOURS

WITH_SUMS = 36
"""From so many columns on, the table has a column for the sums."""
_COLUMN = 3
"""Cells of the column of a colour, or of the towers."""
_TABLE = (len(COLOURS) + 1) * _COLUMN
_SUM = 5
"""Cells of the column for the sums."""


def rows(scene: Scene, width: int) -> int:
    """Tell how many rows the panel takes: a line for each side, and fewer if it is wide."""
    return len(_sides(scene)) + (5 if width >= WITH_SUMS else 6)


def inspected(scene: Scene) -> int:
    """Tell which island is looked at: if none is, then that of Mother Nature."""
    if scene.inspected is not None:
        return scene.inspected
    return int(scene.match.view["mother"])


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the panel."""
    island = read_island(scene, inspected(scene))
    canvas.box(area, LINE)
    canvas.title(area, f"ISLAND {_numbers(island)}", BRIGHT)
    if island.no_entry:
        told = f" ⊘{island.no_entry} "
        canvas.put(area.x + area.width - len(told) - 2, area.y, told, ink("bad", "bg", "bold"))
    x, y, room = area.x + 2, area.y + 1, area.width - 4
    sums = area.width >= WITH_SUMS
    names = min(room - _TABLE - (_SUM if sums else 0), 16)
    for colour, letter in enumerate(LETTERS):
        style = chips.chip(colour) if island.students[colour] else DIM
        canvas.put(x + names + (colour + 1) * _COLUMN - 1, y, letter, style)
    end = canvas.put(x + names + _TABLE - 1, y, "♜", TEXT)
    if sums:
        canvas.put(end + 2, y, "sum", TEXT)
    _line(canvas, "here", (*island.students, island.towers), (x, y + 1), names)
    shares: list[tuple[str, int]] = []
    for side in _sides(scene):
        name, share = reading.side(scene.match, side).name, island.influence[side]
        counts = (*_counts(scene, island, side), island.towers if island.side == side else 0)
        # Of two names that do not fit none could be told: their towers tell both.
        team = len(reading.seats_of(scene.match.view, side)) > 1
        short = TOWER_NAMES[side] if team and width(name) > names else name
        _line(canvas, short, counts, (x, y + 2 + len(shares)), names)
        if sums:
            canvas.put(end + 2, y + 2 + len(shares), f"{share:3}", BRIGHT)
        shares.append((name, share))
    y += 2 + len(shares)
    if not sums:
        canvas.put(x, y, _influence(shares, room), BRIGHT)
        y += 1
    canvas.put(x, y, cut(verdict(scene, island), room), DIM)


def _line(
    canvas: Canvas, name: str, counts: Sequence[int], at: tuple[int, int], names: int
) -> None:
    """Draw one line of the table: a name, and a count for each colour and for towers."""
    x, y = at
    canvas.put(x, y, fill(name, names), TEXT)
    for column, count in enumerate(counts):
        tower = column == len(COLOURS)
        text = str(count) if count else "·"
        end = x + names + (column + 1) * _COLUMN
        style = DIM if not count else TEXT if tower else ink(LETTERS[column], "bg", "bold")
        canvas.put(end - len(text), y, text, style)


def _influence(shares: Sequence[tuple[str, int]], room: int) -> str:
    """Say who has how much influence; names give way, and no number."""
    told = ""
    longest = max(width(name) for name, _ in shares)
    for cells in range(longest, 2, -1):
        told = ", ".join(f"{shorten(name, cells)} {share}" for name, share in shares)
        titled = f"influence {told}"
        if cells == longest and width(titled) <= room:
            return titled
        if width(told) <= room:
            return told
    return cut(told, room)


def _numbers(island: Island) -> str:
    return "+".join(map(str, island.tiles))


def _sides(scene: Scene) -> list[int]:
    """List the sides, the own one first."""
    own = scene.side_of(scene.eyes)
    sides = sorted({scene.side_of(seat) for seat in range(scene.seats)})
    return [own, *(side for side in sides if side != own)]


def _counts(scene: Scene, island: Island, side: int) -> list[int]:
    """Count by colour the students that stand for a side, through its professors."""
    return [
        count if holder is not None and scene.side_of(holder) == side else 0
        for count, holder in zip(island.students, chips.professors(scene), strict=True)
    ]


def verdict(scene: Scene, island: Island) -> str:
    """Say in a few words what would happen if Mother Nature stopped there now."""
    if island.no_entry:
        return "no entry: nothing is counted"
    most = max(island.influence)
    if not most:
        return "nobody counts here yet"
    if island.influence.count(most) > 1:
        return "tie: nothing changes"
    leading = island.influence.index(most)
    who = reading.side(scene.match, leading)
    if island.side == leading:
        return f"{who.does('keep')} it"
    if island.side is None:
        return f"{who.name} would build here"
    return f"{who.name} would take it over"


def sentences(scene: Scene, island: int) -> list[str]:
    """Say all there is to know about an island, in whole sentences."""
    found = read_island(scene, island)
    said = [f"Island {_numbers(found)}: {_content(found)}."]
    if scene.match.view[f"island/{scene.match.view['mother']}"]["head"] == found.head:
        said.append("Mother Nature is here.")
    if found.no_entry:
        tiles = "lies" if found.no_entry == 1 else "lie"
        said.append(f"{counted(found.no_entry, 'No Entry tile')} {tiles} on it.")
    counts = _whose(scene, found)
    if counts:
        said.append(counts)
    shares = ", ".join(
        f"{reading.side(scene.match, side).name} {found.influence[side]}"
        for side in _sides(scene)
    )
    said.append(f"Influence: {shares}.")
    words = verdict(scene, found)
    if found.no_entry:
        words = "while a No Entry tile lies here, nothing is counted"
    said.append(f"{words[0].upper()}{words[1:]}.")
    return said


def _content(island: Island) -> str:
    """List students and towers in words."""
    things = [
        f"{count} {colour}"
        for count, colour in zip(island.students, COLOURS, strict=True)
        if count
    ] or ["no students"]
    if island.side is None or not island.towers:
        things.append("no tower")
    else:
        things.append(counted(island.towers, f"{TOWER_NAMES[island.side]} tower"))
    return ", ".join(things)


def _whose(scene: Scene, island: Island) -> str:
    """Say for whom the students count, as in `Green counts for you, pink for Bruno`."""
    parts: list[str] = []
    for colour, holder in enumerate(chips.professors(scene)):
        if island.students[colour]:
            who = "nobody" if holder is None else reading.player(scene.match, holder).name
            parts.append(f"{COLOURS[colour]} {'' if parts else 'counts '}for {who}")
    text = ", ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""
