"""The pieces and the twelve characters of the literal Eriantys, for tests only.

Here is what lies on the table, and what the character cards do with it; the course of the
game is in `literal.py`. Ruling numbers are those of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .literal import LiteralEriantys

COLOURS = ["green", "red", "yellow", "pink", "blue"]
PRINTED_PRICE = {
    "monk": 1,
    "farmer": 2,
    "herald": 3,
    "postman": 1,
    "grandma": 2,
    "centaur": 3,
    "jester": 1,
    "knight": 2,
    "mushroom": 3,
    "minstrel": 1,
    "princess": 2,
    "thief": 3,
}
FIRST_QUESTION = {
    "monk": "monk-student",
    "herald": "herald-island",
    "grandma": "grandma-island",
    "jester": "jester-swap",
    "mushroom": "mushroom-colour",
    "minstrel": "minstrel-swap",
    "princess": "princess-student",
    "thief": "thief-colour",
}
ONLY_BEFORE_MOTHER = ["postman", "centaur", "knight", "mushroom"]  # ruling 39
MOST_SWAPS = {"jester": 3, "minstrel": 2}
TABLE_SEATS = 10
COIN_SEATS = [3, 6, 9]

Students = dict[str, int]


def named(counts: list[int]) -> Students:
    """Turn five counts in colour order into counts by colour name."""
    return dict(zip(COLOURS, counts, strict=True))


def counted(students: Students) -> list[int]:
    """Turn counts by colour name into five counts in colour order."""
    return [students[colour] for colour in COLOURS]


def present(students: Students) -> list[str]:
    """List the colours of which there is at least one student."""
    return [colour for colour in COLOURS if students[colour] > 0]


def nobody() -> Students:
    """Give counts of zero for all colours."""
    return dict.fromkeys(COLOURS, 0)


@dataclass
class Island:
    """One island or one group of unified islands."""

    tiles: list[int]  # clockwise
    students: Students
    side: int | None
    towers: int
    no_entry: int

    @property
    def head(self) -> int:
        """The number under which the whole group is known."""
        return min(self.tiles)


@dataclass
class Player:
    """One player with the School board, the coins and the assistants."""

    seat: int
    side: int
    entrance: Students
    dining: Students
    coins: int
    hand: list[int]
    assistant: int | None


@dataclass
class Character:
    """One of the three character cards on the table."""

    name: str
    students: Students
    no_entry: int
    used: bool

    @property
    def price(self) -> int:
        """The price now: one more than printed once a coin lies on the card."""
        return PRINTED_PRICE[self.name] + (1 if self.used else 0)


# -------------------------------------------------------------------- what can be played


def playable(game: LiteralEriantys, card: Character) -> bool:
    """Tell whether this card could be played by the seat on turn at this moment."""
    if game.character is not None:  # ruling 12
        return False
    if game.on_turn().coins < card.price:
        return False
    if card.name in ONLY_BEFORE_MOTHER:
        return not game.mother_moved
    match card.name:
        case "monk":  # ruling 43: the bag does not matter
            return bool(present(card.students))
        case "princess":
            return bool(princess_colours(game))
        case "grandma":  # ruling 30
            return card.no_entry > 0 and bool(grandma_islands(game))
        case "jester" | "minstrel":  # rulings 40 and 42
            return bool(swap_pairs(game, card.name))
    return True  # farmer, herald and thief, useful or not (ruling 58)


def princess_colours(game: LiteralEriantys) -> list[str]:
    """Give the colours on the princess which have a free seat at the user's table."""
    dining = game.on_turn().dining
    on_card = present(game.card("princess").students)
    return [colour for colour in on_card if dining[colour] < TABLE_SEATS]


def grandma_islands(game: LiteralEriantys) -> list[int]:
    """Give the islands with room for one more tile, one to each island (ruling 29)."""
    return [island.head for island in game.islands if island.no_entry < len(island.tiles)]


def swap_partner(game: LiteralEriantys, name: str) -> Students:
    """Give the place with which this character swaps students of the Entrance."""
    return game.on_turn().dining if name == "minstrel" else game.card(name).students


def swap_pairs(game: LiteralEriantys, name: str) -> list[tuple[str, str]]:
    """Give the pairs possible now; who came by this use does not leave (ruling 59)."""
    entrance, other = game.on_turn().entrance, swap_partner(game, name)
    pairs = []
    for mine in COLOURS:
        for theirs in COLOURS:
            if entrance[mine] - game.came_to_entrance[mine] < 1:
                continue
            if other[theirs] - game.came_to_other[theirs] < 1:
                continue
            if name == "minstrel" and mine != theirs and other[mine] >= TABLE_SEATS:
                continue
            pairs.append((mine, theirs))
    return pairs


def answers(game: LiteralEriantys) -> list[str]:
    """List the answers to what a character asks."""
    match game.decision:
        case "monk-student":
            return [f"pick {colour}" for colour in present(game.card("monk").students)]
        case "princess-student":
            return [f"pick {colour}" for colour in princess_colours(game)]
        case "mushroom-colour" | "thief-colour":
            return [f"pick {colour}" for colour in COLOURS]
        case "monk-island" | "herald-island":
            return [f"island {island.head}" for island in game.islands]
        case "grandma-island":
            return [f"island {head}" for head in grandma_islands(game)]
        case "jester-swap" | "minstrel-swap":
            pairs = swap_pairs(game, game.decision.removesuffix("-swap"))
            done = ["done"] if game.swaps_made > 0 else []
            return [f"swap {mine} {theirs}" for mine, theirs in pairs] + done
    raise AssertionError(f"no character asks {game.decision!r}")


# -------------------------------------------------------------------- playing and effects


def play(game: LiteralEriantys, card: Character) -> None:
    """Pay for a character; it works at once or asks its first question."""
    player = game.on_turn()
    player.coins -= card.price
    game.supply += card.price if card.used else card.price - 1  # the first coin stays on it
    card.used = True
    game.character = card.name
    game.resume = game.decision
    if card.name in FIRST_QUESTION:
        game.decision = FIRST_QUESTION[card.name]
        game.dining_before = dict(player.dining)
        return
    if card.name == "farmer":
        for colour in COLOURS:
            farmer_takes(game, player, colour)
    finish(game)  # postman, centaur and knight are looked up where they matter


def finish(game: LiteralEriantys) -> None:
    """Go back to the decision which the character interrupted."""
    if game.phase == "over":
        return
    game.decision = game.resume
    game.resume = ""
    game.forget_swaps()
    if game.mother_moved:
        game.after_mother()


def farmer_takes(game: LiteralEriantys, player: Player, colour: str) -> None:
    """Take a professor from a holder with no more students (rulings 19, 21, 22 and 57)."""
    holder = game.professors[colour]
    if holder is None or player.dining[colour] < 1:
        return
    if player.dining[colour] >= game.players[holder].dining[colour]:
        game.professors[colour] = player.seat


def refill(game: LiteralEriantys, card: Character) -> None:
    """Draw a student on the card if the bag has one (rulings 43 and 44)."""
    if present(game.bag):
        card.students[game.draw()] += 1


def pick_colour(game: LiteralEriantys, colour: str) -> None:
    """Answer a character which asks for a colour or for a student."""
    match game.decision:
        case "monk-student":
            game.colour = colour
            game.decision = "monk-island"
            return
        case "mushroom-colour":  # any colour will do (ruling 38)
            game.colour = colour
        case "thief-colour":  # professors stay where they are (rulings 15 and 16)
            for player in game.players:
                returned = min(3, player.dining[colour])
                player.dining[colour] -= returned
                game.bag[colour] += returned
        case "princess-student":
            card = game.card("princess")
            card.students[colour] -= 1
            game.seat_in_dining(game.on_turn(), colour)
            refill(game, card)
    finish(game)


def pick_island(game: LiteralEriantys, island: Island) -> None:
    """Answer a character which asks for an island."""
    match game.decision:
        case "monk-island":
            card = game.card("monk")
            assert game.colour is not None
            card.students[game.colour] -= 1
            island.students[game.colour] += 1
            game.colour = None
            refill(game, card)
        case "herald-island":  # Mother Nature stays where she is (rulings 23 to 27)
            game.resolve(island)
        case "grandma-island":
            game.card("grandma").no_entry -= 1
            island.no_entry += 1
    finish(game)


def swap(game: LiteralEriantys, mine: str, theirs: str) -> None:
    """Swap one pair for the jester or the minstrel."""
    name = game.decision.removesuffix("-swap")
    entrance, other = game.on_turn().entrance, swap_partner(game, name)
    entrance[mine] -= 1
    other[mine] += 1
    game.came_to_other[mine] += 1
    other[theirs] -= 1
    entrance[theirs] += 1
    game.came_to_entrance[theirs] += 1
    game.swaps_made += 1
    if game.swaps_made == MOST_SWAPS[name] or not swap_pairs(game, name):
        end_swaps(game)


def end_swaps(game: LiteralEriantys) -> None:
    """Settle coins and professors of the minstrel's whole use (rulings 13, 14 and 59)."""
    if game.character == "minstrel":
        user = game.on_turn()
        for colour in COLOURS:
            was, now = game.dining_before[colour], user.dining[colour]
            if any(was < seat <= now for seat in COIN_SEATS):
                game.earn_coin(user)
            if was != now:
                for player in game.players:
                    if game.has_strictly_most(player, colour):
                        game.professors[colour] = player.seat
    finish(game)
