"""A second, slow Eriantys written straight from the rules reference, for tests only.

It shares nothing with the engine: a cross-check plays the same actions on both and compares
the list of legal actions and the whole position after each of them. Numbers in comments such
as "ruling 29" and "4.4" are those of the rules reference.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import literal_characters as characters
from .literal_characters import (
    COIN_SEATS,
    COLOURS,
    TABLE_SEATS,
    Character,
    Island,
    Player,
    Students,
    counted,
    named,
    nobody,
    present,
)

MOTHER_STEPS = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}


@dataclass
class LiteralEriantys:
    """One match, played by action texts."""

    roll: Callable[[int], int]
    seats: int
    expert: bool
    players: list[Player]
    islands: list[Island]  # clockwise
    mother_tile: int  # a tile and not a group, so that no merging can confuse it (ruling 25)
    clouds: list[Students]
    towers: list[int]  # left in the area, by side
    bag: Students
    supply: int
    cards: list[Character]
    order: list[int]
    seat: int

    professors: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(COLOURS))
    round: int = 1
    phase: str = "planning"
    decision: str = "assistant"
    moves_left: int = 0
    last_student_drawn: bool = False
    short_round: bool = False
    result: tuple[list[list[int]], str] | None = None

    # What follows belongs to one turn only.
    mother_moved: bool = False
    character: str | None = None
    colour: str | None = None
    resume: str = ""

    # What follows belongs to one use of the jester or the minstrel only.
    swaps_made: int = 0
    came_to_entrance: Students = field(default_factory=nobody)
    came_to_other: Students = field(default_factory=nobody)
    dining_before: Students = field(default_factory=nobody)

    @classmethod
    def from_view(cls, view: dict[str, Any], roll: Callable[[int], int]) -> LiteralEriantys:
        """Begin a match as the engine's first view shows it, the clouds being filled."""
        seats, expert = view["table"]["seats"], view["table"]["expert"]
        players = []
        for seat in range(seats):
            school = view[f"school/{seat}"]
            side = seat % 2 if seats == 4 else seat
            entrance = named(view[f"entrance/{seat}"])
            dining = named(view[f"dining/{seat}"])
            hand = list(range(1, 11))
            players.append(Player(seat, side, entrance, dining, school["coins"], hand, None))
        islands = []
        for number in range(1, 13):
            students = named(view[f"island/{number}"]["students"])
            islands.append(Island([number], students, side=None, towers=0, no_entry=0))
        cards = []
        for place in [1, 2, 3] if expert else []:
            name = view[f"character/{place}"]["name"]
            students = named(view[f"character/{place}"]["students"])
            tiles = 4 if name == "grandma" else 0
            cards.append(Character(name, students, tiles, used=False))
        first = view["turn"]["seat"]
        return cls(
            roll=roll,
            seats=seats,
            expert=expert,
            players=players,
            islands=islands,
            mother_tile=view["mother"],
            clouds=[named(view[f"cloud/{number}"]) for number in range(1, seats + 1)],
            towers=[6, 6, 6] if seats == 3 else [8, 8],
            bag=named(view["bag"]),
            supply=view["supply"],
            cards=cards,
            order=[(first + step) % seats for step in range(seats)],
            seat=first,
        )

    # ---------------------------------------------------------------- small questions

    def _clockwise_from(self, first: int) -> list[int]:
        return [(first + step) % self.seats for step in range(self.seats)]

    def on_turn(self) -> Player:
        """Give the player on turn."""
        return self.players[self.seat]

    def island(self, tile: int) -> Island:
        """Give the island or group of which this tile is a part."""
        return next(island for island in self.islands if tile in island.tiles)

    def card(self, name: str) -> Character:
        """Give a character card by its name."""
        return next(card for card in self.cards if card.name == name)

    def _most_steps(self) -> int:
        assistant = self.on_turn().assistant
        if self.phase != "action" or assistant is None:
            return 0
        return MOTHER_STEPS[assistant] + (2 if self.character == "postman" else 0)

    def _per_turn(self) -> int:
        return 4 if self.seats == 3 else 3  # students moved, and students on a cloud

    def _playable_cards(self) -> list[Character]:
        return [card for card in self.cards if characters.playable(self, card)]

    def _filled_clouds(self) -> list[int]:
        return [n for n, cloud in enumerate(self.clouds, start=1) if present(cloud)]

    # ---------------------------------------------------------------- legal actions

    def legal(self) -> list[str]:
        """List the texts of all actions open to the seat on turn, sorted."""
        if self.phase == "over":
            return []
        player = self.on_turn()
        actions: list[str] = []
        match self.decision:
            case "assistant":
                actions += [f"assistant {value}" for value in self._assistants_allowed()]
            case "student":
                for colour in present(player.entrance):
                    if player.dining[colour] < TABLE_SEATS:  # ruling 11
                        actions.append(f"{colour} dining")
                    actions += [f"{colour} {island.head}" for island in self.islands]
            case "mother":  # at least one step; one lap at most (rulings 6 and 7)
                most = min(self._most_steps(), len(self.islands))
                actions += [f"mother {steps}" for steps in range(1, most + 1)]
            case "cloud":  # ruling 55
                actions += [f"cloud {number}" for number in self._filled_clouds()]
            case "end":
                actions.append("done")
            case _:
                actions += characters.answers(self)
        if self.decision in ("student", "mother", "cloud", "end"):
            actions += [f"play {card.name}" for card in self._playable_cards()]
        return sorted(actions)

    def _assistants_allowed(self) -> list[int]:
        """Give the values nobody has played in this round, or all if there is none."""
        hand = self.on_turn().hand
        played = [player.assistant for player in self.players]
        fresh = [value for value in hand if value not in played]
        return fresh if fresh else list(hand)  # rulings 1 to 3

    # ---------------------------------------------------------------- applying an action

    def apply(self, action: str) -> None:
        """Carry out a legal action for the seat on turn, and all that follows by itself."""
        if action not in self.legal():
            raise ValueError(f"not legal at {self.decision!r}: {action!r}")
        match action.split():
            case ["assistant", value]:
                self._play_assistant(int(value))
            case ["mother", steps]:
                self._move_mother(int(steps))
            case ["cloud", number]:
                self._take_cloud(int(number))
            case ["play", name]:
                characters.play(self, self.card(name))
            case ["pick", colour]:
                characters.pick_colour(self, colour)
            case ["island", head]:
                characters.pick_island(self, self.island(int(head)))
            case ["swap", mine, theirs]:
                characters.swap(self, mine, theirs)
            case ["done"] if self.decision == "end":
                self._end_turn()
            case ["done"]:
                characters.end_swaps(self)
            case [colour, place]:
                self._move_student(colour, place)

    # ---------------------------------------------------------------- planning phase (3.1)

    def draw(self) -> str:
        """Draw one student; when it is the last, this round is the last (6.2, ruling 18)."""
        row = [colour for colour in COLOURS for _ in range(self.bag[colour])]
        colour = row[self.roll(len(row))]
        self.bag[colour] -= 1
        if not present(self.bag):
            self.last_student_drawn = True
        return colour

    def _begin_round(self, first: int) -> None:
        self.round += 1
        self.phase = "planning"
        for player in self.players:
            player.assistant = None
        self.short_round = sum(self.bag.values()) < self._per_turn() * len(self.clouds)
        for cloud in self.clouds:
            for _ in range(self._per_turn()):
                if present(self.bag):
                    cloud[self.draw()] += 1
        self.order = self._clockwise_from(first)  # ruling 5
        self.seat = self.order[0]
        self.decision = "assistant"

    def _play_assistant(self, value: int) -> None:
        player = self.on_turn()
        player.hand.remove(value)
        player.assistant = value
        still_to_play = [seat for seat in self.order if self.players[seat].assistant is None]
        if still_to_play:
            self.seat = still_to_play[0]
            return
        # The sort keeps equal values in the order in which they were played (3.2).
        self.order = sorted(self.order, key=lambda seat: self.players[seat].assistant or 0)
        self.phase = "action"
        self._begin_turn(self.order[0])

    # ---------------------------------------------------------------- a turn (4)

    def _forget_character(self) -> None:
        """Clear what belongs to one turn only."""
        self.mother_moved = False
        self.character = None
        self.colour = None
        self.resume = ""
        self.forget_swaps()

    def forget_swaps(self) -> None:
        """Clear what belongs to one use of the jester or the minstrel."""
        self.swaps_made = 0
        self.came_to_entrance = nobody()
        self.came_to_other = nobody()
        self.dining_before = nobody()

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.moves_left = self._per_turn()
        self.decision = "student"

    def _move_student(self, colour: str, place: str) -> None:
        player = self.on_turn()
        player.entrance[colour] -= 1
        if place == "dining":
            self.seat_in_dining(player, colour)
        else:
            self.island(int(place)).students[colour] += 1  # no more than that (ruling 53)
        self.moves_left -= 1
        if self.moves_left == 0:
            self.decision = "mother"

    def seat_in_dining(self, player: Player, colour: str) -> None:
        """Seat a student, with coin and professor (4.2 and 7.1)."""
        player.dining[colour] += 1
        if player.dining[colour] in COIN_SEATS:
            self.earn_coin(player)
        if self.has_strictly_most(player, colour):
            self.professors[colour] = player.seat
        if self.character == "farmer":
            characters.farmer_takes(self, player, colour)

    def earn_coin(self, player: Player) -> None:
        """Pay a player one coin if the supply has one (ruling 47)."""
        if self.expert and self.supply > 0:
            self.supply -= 1
            player.coins += 1

    def has_strictly_most(self, player: Player, colour: str) -> bool:
        """Tell whether a player seats more of a colour than each other one."""
        others = [other for other in self.players if other is not player]
        return all(player.dining[colour] > other.dining[colour] for other in others)

    def _move_mother(self, steps: int) -> None:
        here = self.islands.index(self.island(self.mother_tile))
        there = self.islands[(here + steps) % len(self.islands)]
        self.mother_tile = there.head
        self.mother_moved = True
        self.resolve(there)
        self.after_mother()

    def after_mother(self) -> None:
        """Ask for the cloud or for the end, or do it where nothing is to choose (60)."""
        if self.phase == "over":
            return
        could_play = bool(self._playable_cards())
        if self.short_round:  # ruling 45
            self.decision = "end"
            if not could_play:
                self._end_turn()
            return
        self.decision = "cloud"
        filled = self._filled_clouds()
        if len(filled) == 1 and not could_play:
            self._take_cloud(filled[0])

    def _take_cloud(self, number: int) -> None:
        for colour in COLOURS:
            self.on_turn().entrance[colour] += self.clouds[number - 1][colour]
        self.clouds[number - 1] = nobody()
        self._end_turn()

    def _end_turn(self) -> None:
        self._forget_character()
        acted = self.order.index(self.seat) + 1
        if acted < len(self.order):
            self._begin_turn(self.order[acted])
        elif self.last_student_drawn:
            self._end_game("bag-empty")
        elif any(not player.hand for player in self.players):
            self._end_game("no-assistants")
        else:
            self._begin_round(self.order[0])  # ruling 4

    # ---------------------------------------------------------------- islands (4.4 and 4.5)

    def _influence(self, island: Island) -> list[int]:
        """Count the influence of each side, as this turn's character has it."""
        points = [0 for _ in self.towers]
        for colour in COLOURS:
            if self.character == "mushroom" and self.colour == colour:
                continue
            holder = self.professors[colour]
            if holder is not None:
                points[self.players[holder].side] += island.students[colour]
        if island.side is not None and self.character != "centaur":  # ruling 34
            points[island.side] += island.towers
        if self.character == "knight":  # rulings 35 and 36
            points[self.on_turn().side] += 2
        return points

    def resolve(self, island: Island) -> None:
        """Settle who controls an island; this may end the game."""
        if island.no_entry > 0:  # rulings 23 and 28
            island.no_entry -= 1
            self.card("grandma").no_entry += 1
            return
        points = self._influence(island)
        best = max(points)
        if best == 0 or points.count(best) > 1:  # rulings 8 and 9
            return
        winner = points.index(best)
        if island.side == winner:
            return
        if island.side is not None:
            self.towers[island.side] += island.towers
        island.side = winner
        island.towers = min(len(island.tiles), self.towers[winner])  # ruling 20
        self.towers[winner] -= island.towers
        if self.towers[winner] == 0:
            self._end_game("last-tower")
            return
        self._unify(island)
        if len(self.islands) <= 3:  # ruling 49
            self._end_game("three-islands")

    def _unify(self, island: Island) -> None:
        place = self.islands.index(island)
        before = self.islands[place - 1]
        after = self.islands[(place + 1) % len(self.islands)]
        if after.side == island.side:
            island.tiles = island.tiles + after.tiles
            self._join(island, after)
        if before.side == island.side:
            island.tiles = before.tiles + island.tiles
            self._join(island, before)

    def _join(self, island: Island, neighbour: Island) -> None:
        for colour in COLOURS:
            island.students[colour] += neighbour.students[colour]
        island.towers += neighbour.towers
        island.no_entry += neighbour.no_entry  # ruling 28
        self.islands = [one for one in self.islands if one is not neighbour]

    # ---------------------------------------------------------------- the end (6.3)

    def _end_game(self, reason: str) -> None:
        self.phase = "over"
        self.decision = ""
        scores: dict[int, tuple[int, int]] = {}
        for side in range(len(self.towers)):
            towers = sum(island.towers for island in self.islands if island.side == side)
            holders = [holder for holder in self.professors.values() if holder is not None]
            professors = sum(self.players[holder].side == side for holder in holders)
            scores[side] = (towers, professors)
        ranking = []
        for score in sorted(set(scores.values()), reverse=True):
            ranking.append([one.seat for one in self.players if scores[one.side] == score])
        self.result = (ranking, reason)

    def outcome(self) -> tuple[list[list[int]], str] | None:
        """Give the places from the first and the reason, or None while the game goes on."""
        return self.result

    # ---------------------------------------------------------------- the position in full

    def facts(self) -> dict[str, Any]:
        """Describe the position in the shape of the engine's view."""
        facts: dict[str, Any] = {
            "table": {
                "seats": self.seats,
                "expert": self.expert,
                "sides": [player.side for player in self.players],
            },
            **self._turn_facts(),
            "mother": self.island(self.mother_tile).head,
            "professors": [self.professors[colour] for colour in COLOURS],
            "towers": list(self.towers),
            "bag": counted(self.bag),
            "supply": self.supply,
        }
        for island in self.islands:
            for tile in island.tiles:
                facts[f"island/{tile}"] = {"head": island.head}
            facts[f"island/{island.head}"] = {
                "head": island.head,
                "tiles": list(island.tiles),
                "students": counted(island.students),
                "side": island.side,
                "towers": island.towers,
                "no_entry": island.no_entry,
                "influence": self._influence(island),
            }
        for number, cloud in enumerate(self.clouds, start=1):
            facts[f"cloud/{number}"] = counted(cloud)
        for player in self.players:
            facts[f"entrance/{player.seat}"] = counted(player.entrance)
            facts[f"dining/{player.seat}"] = counted(player.dining)
            facts[f"school/{player.seat}"] = {
                "coins": player.coins,
                "hand": sorted(player.hand),
                "assistant": player.assistant,
            }
        for place, card in enumerate(self.cards, start=1):
            facts[f"character/{place}"] = {
                "name": card.name,
                "price": card.price,
                "used": card.used,
                "students": counted(card.students),
                "no_entry": card.no_entry,
            }
        return facts

    def _turn_facts(self) -> dict[str, Any]:
        if self.phase == "over":
            return {"turn": {"phase": "over"}}
        return {
            "turn": {
                "round": self.round,
                "phase": self.phase,
                "seat": self.seat,
                "decision": self.decision,
                "moves_left": self.moves_left,
                "steps": self._most_steps(),
            },
            "order": list(self.order),
            "effect": {
                "character": self.character,
                "colour": self.colour,
                "resume": self.resume,
                "swaps": [counted(self.came_to_entrance), counted(self.came_to_other)],
            },
            "ending": {
                "last_round": self.last_student_drawn,
                "short_round": self.short_round,
            },
        }
