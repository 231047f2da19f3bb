"""Big letters made of blocks, for the title and for the end of a match."""

from __future__ import annotations

from eriantys.client.canvas import Canvas, Style

PIXEL_ROWS = 5
"""How many points high a letter is."""

_FONT = {
    " ": "..|..|..|..|..",
    "!": "#|#|#|.|#",
    "-": "...|...|###|...|...",
    ".": ".|.|.|.|#",
    "?": "##.|..#|.#.|...|.#.",
    "0": "###|#.#|#.#|#.#|###",
    "1": "##.|.#.|.#.|.#.|###",
    "2": "###|..#|###|#..|###",
    "3": "###|..#|.##|..#|###",
    "4": "#.#|#.#|###|..#|..#",
    "5": "###|#..|###|..#|###",
    "6": "###|#..|###|#.#|###",
    "7": "###|..#|.#.|.#.|.#.",
    "8": "###|#.#|###|#.#|###",
    "9": "###|#.#|###|..#|###",
    "A": ".#.|#.#|###|#.#|#.#",
    "B": "##.|#.#|##.|#.#|##.",
    "C": ".##|#..|#..|#..|.##",
    "D": "##.|#.#|#.#|#.#|##.",
    "E": "###|#..|##.|#..|###",
    "F": "###|#..|##.|#..|#..",
    "G": ".###|#...|#.##|#..#|.###",
    "H": "#.#|#.#|###|#.#|#.#",
    "I": "#|#|#|#|#",
    "J": "..#|..#|..#|#.#|.#.",
    "K": "#.#|#.#|##.|#.#|#.#",
    "L": "#..|#..|#..|#..|###",
    "M": "#...#|##.##|#.#.#|#...#|#...#",
    "N": "#..#|##.#|#.##|#..#|#..#",
    "O": "###|#.#|#.#|#.#|###",
    "P": "##.|#.#|##.|#..|#..",
    "Q": "###.|#.#.|#.#.|#.#.|####",
    "R": "##.|#.#|##.|#.#|#.#",
    "S": "###|#..|###|..#|###",
    "T": "###|.#.|.#.|.#.|.#.",
    "U": "#.#|#.#|#.#|#.#|###",
    "V": "#.#|#.#|#.#|#.#|.#.",
    "W": "#...#|#...#|#.#.#|#.#.#|.#.#.",
    "X": "#.#|#.#|.#.|#.#|#.#",
    "Y": "#.#|#.#|.#.|.#.|.#.",
    "Z": "###|..#|.#.|#..|###",
}
"""Each letter row by row; a number sign is a point."""

_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def big(text: str) -> tuple[str, ...]:
    """Write a text in letters three rows high; what has no letter here is a question mark."""
    points = [*_points(text), ""]
    points[-1] = "." * len(points[0])
    return tuple(
        "".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(points[::2], points[1::2], strict=True)
    )


def huge(text: str) -> tuple[str, ...]:
    """Write a text in letters five rows high, which can be read in ASCII as well."""
    return tuple(
        "".join("██" if point == "#" else "  " for point in row) for row in _points(text)
    )


def put_big(
    canvas: Canvas, y: int, text: str, style: Style, *, most: int, plain: bool = False
) -> int:
    """Write a text in the middle, as big as `most` rows and the width allow.

    `plain` says that the terminal has no half blocks. The row after it is returned.
    """
    for rows in (huge(text), () if plain else big(text)):
        if rows and len(rows) <= most and len(rows[0]) <= canvas.width - 2:
            break
    else:
        spaced = " ".join(text)
        rows = (spaced if len(spaced) <= canvas.width else text[: canvas.width],)
    for row, line in enumerate(rows):
        canvas.put((canvas.width - len(line)) // 2, y + row, line, style)
    return y + len(rows)


def _points(text: str) -> list[str]:
    """Set the letters beside each other, with one column between them."""
    letters = [_FONT.get(sign, _FONT["?"]).split("|") for sign in text.upper()]
    return [".".join(letter[row] for letter in letters) for row in range(PIXEL_ROWS)]
