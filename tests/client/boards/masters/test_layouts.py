"""How the board looks: golden screens of both layouts, and what must hold in every size."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from eriantys.client.boards.board import Talk
from eriantys.client.boards.masters import leading, reading
from eriantys.client.canvas import Canvas, Span
from eriantys.client.theme import Depth, Theme
from eriantys.games.masters.cards import LEADERS
from tests.client.boards.masters.scenes import (
    LARGE,
    MARKET,
    MIDDLE,
    SMALL,
    Sitting,
    beginning,
    golden,
    played,
    random_states,
    sample,
)
from tests.client.test_contrast import pairs
from tests.games.masters.position import Table, cards, depots

ODD_NAMES = (
    "Wolfeschlegelsteinhausen",
    "名前がとても長い人です",
    "x",
    "Ωμέγα the very last of them",
)
SIZES = (SMALL, (99, 60), MIDDLE, (129, 50), (200, 41), LARGE, (160, 42), (200, 60))


def second_turn() -> Sitting:
    """Give a solo game in which Lorenzo has just drawn."""
    return Sitting(sample(1)).play("take row 1", "discard rest", "end")


def paying() -> Sitting:
    """Give a purchase of which one good can be paid from two places."""
    table = Table(2).player(
        held=depots("coin", "stone stone", "servant servant"),
        chest="coin coin stone servant shield shield",
        leaders=((52, "discarded"), (54, "hand")),
    )
    return Sitting(table.ready()).play("buy blue 1 slot 3")


def makers() -> Sitting:
    """Give a production of every power there is."""
    table = Table(3).player(
        held=depots("coin", "stone stone", "shield shield"),
        chest="coin servant servant",
        slots=cards((1, 21), (2,), (5,)),
        leaders=((61, "played"), (64, "played")),
    )
    return Sitting(table.ready()).play("produce card 1").press("5")


def whites() -> Sitting:
    """Give a white marble that can be two things."""
    table = Table(2).player(leaders=((57, "played"), (58, "played")))
    return Sitting(table.ready()).play("take row 3")


def leader_depots() -> Sitting:
    """Give a board with the depots of two leaders, and one of them pointed at."""
    table = Table(2).player(
        held=depots("coin", "stone stone", "servant servant", "(shield) shield", "(coin) coin"),
        leaders=((55, "played"), (56, "played")),
        slots=cards((1, 17, 33), (2, 18)),
    )
    return Sitting(table.ready()).press("w", "1")


def goods_to_begin_with() -> Sitting:
    """Give the choice of a resource to begin with, of whoever comes second."""
    state = played(beginning(4), *["leader discard 1"] * 8)
    return Sitting(state, state.seat)


def leaders_to_keep() -> Sitting:
    """Give the choice of leaders, of whoever comes first."""
    state = beginning(4)
    return Sitting(state, state.seat)


MOMENTS: dict[str, Callable[[], Sitting]] = {
    "market-4": lambda: Sitting(sample(4)),
    "market-2": lambda: Sitting(sample(2)).press("e", "f"),
    "cards-4": lambda: Sitting(sample(4)).press("y"),
    "buy-4": lambda: Sitting(sample(4)).press("y", "f"),
    "own-4": lambda: Sitting(sample(4)).press("2"),
    "others-4": lambda: Sitting(sample(4)).press("3"),
    "others-2": lambda: Sitting(sample(2)).press("3"),
    "leaders-4": lambda: Sitting(sample(4)).press("L"),
    "store-4": lambda: Sitting(sample(4)).play("take row 1", "put stone 3").press("h"),
    "store-1": lambda: Sitting(sample(1)).play("take row 1"),
    "lorenzo-1": lambda: Sitting(sample(1)).press("3"),
    "drawn-1": second_turn,
    "produce-2": lambda: Sitting(sample(2)).press("p"),
    "produce-3": makers,
    "pay-2": paying,
    "white-2": whites,
    "depots-2": leader_depots,
    "keep-4": leaders_to_keep,
    "begin-4": goods_to_begin_with,
    "waits-3": lambda: Sitting(sample(3), 1),
    "watched-3": lambda: Sitting(sample(3), None),
}
"""By name: what somebody sees."""


@pytest.mark.parametrize("name", MOMENTS)
def test_the_board_looks_as_it_was_found_good(name: str) -> None:
    golden(f"{name}-80x24", MOMENTS[name]().draw(*SMALL))
    golden(f"{name}-130x42", MOMENTS[name]().draw(*LARGE))


@pytest.mark.parametrize("name", ["market-4", "store-4", "drawn-1"])
def test_extra_rows_go_to_the_log(name: str) -> None:
    canvas = MOMENTS[name]().draw(*MIDDLE)
    golden(f"{name}-100x32", canvas)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_spills_whatever_is_played(seats: int) -> None:
    for number, state in enumerate(random_states(seats, seats)):
        if number % 23:
            continue
        sitting = Sitting(state, state.seat)
        for key in ("1", "2", "3", "4"):
            sitting.press(key).draw(*SIZES[number % 5])
        Sitting(state, (state.seat + 1) % seats).draw(*SIZES[5 + number % 3])
        Sitting(state, None).draw(*SIZES[number % 8])


@pytest.mark.parametrize("size", SIZES)
def test_nothing_spills_with_odd_names(size: tuple[int, int]) -> None:
    for seat in range(4):
        sitting = Sitting(sample(4), seat, ODD_NAMES)
        for key in ("1", "2", "3", "4", "v", "v", "i"):
            sitting.press(key, wide=size[0], high=size[1]).draw(*size)


@pytest.mark.parametrize("name", MOMENTS)
def test_every_pair_of_colours_is_known_to_be_readable(name: str) -> None:
    known = set(pairs())
    for size in (SMALL, LARGE):
        canvas = MOMENTS[name]().draw(*size)
        for letters, styles in zip(canvas.letters, canvas.styles, strict=True):
            for letter, style in zip(letters, styles, strict=True):
                assert not letter.strip() or (style.fg, style.bg) in known, (letter, style)


@pytest.mark.parametrize("name", MOMENTS)
def test_every_sign_has_one_in_ascii(name: str) -> None:
    theme = Theme(Depth.NONE, ascii_only=True)
    for row in MOMENTS[name]().draw(*LARGE).rows():
        assert theme.show(row).isascii()
        assert theme.show(row).count("?") == row.count("?"), row


def test_in_the_small_layout_the_foot_never_changes() -> None:
    sitting = Sitting(sample(4))
    feet = {tuple(sitting.press(key).draw().rows()[18:21]) for key in "1234"}
    assert len(feet) == 1
    (foot,) = feet
    assert "YOU HAVE" in foot[0]
    assert "Bruno 12" in foot[2]


def test_what_can_be_bought_says_so_and_everything_else_says_why_not() -> None:
    text = "\n".join(Sitting(sample(4)).draw().rows())
    assert text.count("✓ buy") == 2
    assert text.count("no slot") == 4
    assert text.count("need ") == 6


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    assert "two more" in _text(Sitting(sample(2), 0).press("4").draw())
    for seat in (1, None):
        assert "two more" not in _text(Sitting(sample(2), seat).press("4").draw())


@pytest.mark.parametrize("leader", LEADERS)
def test_all_that_a_leader_lacks_is_seen_on_its_card(leader: int) -> None:
    other = 53 if leader != 53 else 54
    table = Table(2).player(leaders=((other, "discarded"), (leader, "hand")))
    sitting = Sitting(table.ready()).press("4")
    held = reading.leaders(sitting.match.view, 0)[1]
    wanted = " and ".join(leading.missing_words(sitting.board.scene(Talk([], [])), held.leader))
    card = " ".join(row[27:51] for row in sitting.draw().rows()[4:11])
    read = " ".join(card.replace("▶", "").replace("◀", "").split())
    assert read.endswith(f" you lack {wanted} throw away")


def _text(canvas: Canvas) -> str:
    return "\n".join(canvas.rows())


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_without_guidance_nothing_tells_what_is_legal(size: tuple[int, int]) -> None:
    sitting = Sitting(sample(2), guided=False)
    for key in ("1", "2", "4", "p", "Esc", "y", "f"):
        text = _text(sitting.press(key, wide=size[0], high=size[1]).draw(*size))
        assert "✓ buy" not in text
        assert "need V" not in text
    sitting = Sitting(sample(2), guided=False).play("take row 1")
    text = _text(sitting.draw(*size))
    assert "where?" in text
    assert "coin      no room" not in text
    assert sitting.press("h", "3").board.choice.action == "put shield 3"


def test_bots_are_told_apart_by_their_names_on_the_faith_track() -> None:
    sitting = Sitting(sample(3), names=("Ada", "Bot Mina", "Bot Hugo", "Dario"))
    rows = sitting.press("2").draw().rows()
    assert [row[1:4] for row in rows if " A " in row or " B " in row or " C " in row][:3] == [
        "You",
        "Min",
        "Hug",
    ]
    alone = Sitting(sample(2), names=("Ada", "Bot Mina", "Chiara", "Dario")).press("2").draw()
    assert any(row.startswith(" Bot ") for row in alone.rows())


def test_the_names_of_three_bots_are_whole_where_columns_are_few() -> None:
    sitting = Sitting(sample(4), names=("Ada", "Bot Mina", "Bot Hugo", "Dario"))
    bots = (None, "easy", "easy", None)
    sitting.match.started = msgspec.structs.replace(sitting.match.started, bots=bots)
    sitting.match.stand_ins = frozenset({3})
    (heads,) = [row for row in sitting.press("3").draw().rows() if "B  Bot Mina" in row]
    assert " B  Bot Mina ─" in heads
    assert " C  Bot Hugo ─" in heads
    assert " D  Dario bot " in heads, "who is one only for a while"


def test_the_sections_of_the_pope_are_seen_without_colours() -> None:
    canvas = Sitting(sample(4)).press("2").draw()
    (last,) = [row for row in canvas.rows() if row.startswith(" Dar")]
    signs = {space: last[5 + 3 * space : 8 + 3 * space] for space in (9, 11, 12, 15, 17, 19)}
    assert signs == {9: " · ", 11: " · ", 12: " ╌ ", 15: " ╌ ", 17: " · ", 19: " ╌ "}


def test_all_that_is_owed_is_seen_at_once_with_where_it_could_come_from() -> None:
    sitting = paying()
    rows = sitting.draw().rows()
    table = next(at for at, row in enumerate(rows) if "PAY FOR  Blue I" in row)
    coins, servants = (rows[table + line].split() for line in (2, 3))
    assert coins[1:] == ["▸", "C", "coin", "2", "▶", "1", "◀", "0", "[2]", "1", "┃"]
    assert servants[1:] == ["V", "serVant", "2", "2", "0", "1", "1", "┃"]
    sitting.press("3")  # a coin out of the strongbox
    sitting.play("pay coin strongbox")
    rows = sitting.draw().rows()
    assert rows[table + 2].split()[4:] == ["1", "▶", "1", "◀", "0", "[1]", "1", "┃"]
    assert "Pay a coin from the depots: then V2 is left to pay" in rows[22]


def test_the_colours_of_cards_are_told_by_letters() -> None:
    own = _text(Sitting(sample(4)).press("2").draw())
    assert "╭─Y I─── 2VP ╮╭─P I─── 1VP ╮" in own
    others = _text(Sitting(sample(4)).press("3").draw())
    assert "1 G G II V1H1▸S3" in others
    assert "needs 1 Y ✓ 1 P ✓" in _text(Sitting(sample(4)).press("4").draw())
    large = _text(Sitting(sample(4)).draw(*LARGE))
    assert "1 GG  2 Y  3 –         3 of 7" in large


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_seven_cards_of_another_player_stay_in_their_box(
    size: tuple[int, int], seats: int
) -> None:
    slots = cards((1, 21, 38), (2, 22, 40), (3,))  # with the longest productions
    table = Table(seats)
    for seat in range(1, seats):
        table.player(seat, slots=slots)
    rows = Sitting(table.ready()).press("3", wide=size[0], high=size[1]).draw(*size).rows()
    tops = [
        (at, column)
        for at, row in enumerate(rows)
        for column, sign in enumerate(row)
        if sign == "╮" and row[:column].endswith("VP ─")
    ]
    assert len(tops) == seats - 1
    for at, column in tops:
        high = next(n for n, row in enumerate(rows[at:]) if row[column] == "╯")
        assert {row[column] for row in rows[at + 1 : at + high]} == {"│"}
    assert sum(row.count("7 of 7") for row in rows) == seats - 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_all_the_depots_that_take_a_good_are_named_within_the_frame(
    size: tuple[int, int],
) -> None:
    table = Table(2, market=MARKET)
    table.player(0, held=depots("", "", "", "(shield)"), leaders=((55, "played"),))
    rows = Sitting(table.ready()).play("take row 1").draw(*size).rows()
    (coin,) = (row for row in rows if "1 coin  " in row and "depot" in row)
    (shield,) = (row for row in rows if "1 shield  " in row and "depot" in row)
    assert " depot 1, 2, 3 ┃" in coin
    assert " depot 1 2 3 4 ┃" in shield


@pytest.mark.parametrize("key", "1234")
def test_a_lesson_hides_nothing_of_a_log_of_many_rows(key: str) -> None:
    sitting = Sitting(sample(2)).press(key)
    canvas = Canvas(*MIDDLE)
    log = [[Span(f"line {number}")] for number in range(60)]
    sitting.board.draw(canvas, 0.0, Talk(log, [], lesson=True))
    place = sitting.board.place_for_lesson(canvas)
    assert "line" not in canvas.rows()[place.y]
    assert canvas.rows()[place.y - 1].split() == ["line", "59"]
