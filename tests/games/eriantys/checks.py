"""What must hold in every state of Eriantys, whatever was played."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

COLOURS = range(5)
PRICES = {
    **dict.fromkeys(["monk", "postman", "jester", "minstrel"], 1),
    **dict.fromkeys(["farmer", "grandma", "knight", "princess"], 2),
    **dict.fromkeys(["herald", "centaur", "mushroom", "thief"], 3),
}
ISLANDS = [f"island/{number}" for number in range(1, 13)]


def faults(view: dict[str, Any]) -> list[str]:
    """List what is wrong with the table that a view shows: nothing, in a sound game."""
    return [*_students(view), *_towers(view), *_coins(view), *_no_entry(view), *_groups(view)]


def _parts(view: dict[str, Any], name: str) -> list[Any]:
    return [part for key, part in view.items() if key.startswith(f"{name}/")]


def _heads(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [view[name] for name in ISLANDS if "tiles" in view[name]]


def _students(view: dict[str, Any]) -> list[str]:
    places = [view["bag"], *_parts(view, "cloud")]
    places += [part["students"] for part in (*_heads(view), *_parts(view, "character"))]
    places += [*_parts(view, "entrance"), *_parts(view, "dining")]
    counted = [sum(place[colour] for place in places) for colour in COLOURS]
    found = [] if counted == [26] * 5 else [f"{counted} students"]
    if any(count < 0 for place in places for count in place):
        found.append("fewer students than none")
    if any(count > 10 for dining in _parts(view, "dining") for count in dining):
        found.append("a table with more than 10 students")
    return found


def _towers(view: dict[str, Any]) -> list[str]:
    found = []
    stock = 6 if view["table"]["seats"] == 3 else 8
    for side, left in enumerate(view["towers"]):
        built = sum(island["towers"] for island in _heads(view) if island["side"] == side)
        if built + left != stock or left < 0:
            found.append(f"side {side} has built {built} towers and has {left}")
    over = view["turn"]["phase"] == "over"
    for island in _heads(view):
        complete = island["towers"] == len(island["tiles"]) or over
        if island["side"] is None and island["towers"]:
            found.append(f"towers of nobody on island {island['head']}")
        if island["side"] is not None and not (complete and island["towers"]):
            found.append(f"{island['towers']} towers on island {island['head']}")
    return found


def _coins(view: dict[str, Any]) -> list[str]:
    coins = view["supply"] + sum(school["coins"] for school in _parts(view, "school"))
    coins += sum(character["used"] for character in _parts(view, "character"))
    expected = 20 if view["table"]["expert"] else 0
    found = [] if coins == expected else [f"{coins} coins"]
    for character in _parts(view, "character"):
        if character["price"] != PRICES[character["name"]] + character["used"]:
            found.append(f"the {character['name']} costs {character['price']}")
    return found


def _no_entry(view: dict[str, Any]) -> list[str]:
    tiles = sum(island["no_entry"] for island in _heads(view))
    tiles += sum(character["no_entry"] for character in _parts(view, "character"))
    grandma = any(character["name"] == "grandma" for character in _parts(view, "character"))
    found = [] if tiles == (4 if grandma else 0) else [f"{tiles} No Entry tiles"]
    for island in _heads(view):
        if island["no_entry"] > len(island["tiles"]):
            found.append(f"{island['no_entry']} No Entry tiles on island {island['head']}")
    return found


def _groups(view: dict[str, Any]) -> list[str]:
    found = []
    members = sorted(tile for island in _heads(view) for tile in island["tiles"])
    if members != list(range(1, 13)):
        found.append(f"the islands {members}")
    for island in _heads(view):
        tiles = island["tiles"]
        if island["head"] != min(tiles):
            found.append(f"island {tiles} is known as {island['head']}")
        if any(after != before % 12 + 1 for before, after in pairwise(tiles)):
            found.append(f"island {tiles} has a gap")
    if "tiles" not in view[f"island/{view['mother']}"]:
        found.append("Mother Nature is on no island")
    return found
