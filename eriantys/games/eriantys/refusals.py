"""The sentences of the referee: which rule forbids it, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterable

from eriantys.games.contract import Illegal
from eriantys.games.eriantys.actions import MEANINGS
from eriantys.games.eriantys.bag import filled_clouds
from eriantys.games.eriantys.decisions import QUESTIONS, STUDENT
from eriantys.games.eriantys.hiring import playable
from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS, JESTER, POSTMAN
from eriantys.games.eriantys.pairs import swap_place
from eriantys.games.eriantys.state import CARD, DINING, ENTRANCE, NO_SWAPS, TABLE_SEATS, State


def game_over() -> Illegal:
    """Refuse whatever comes too late."""
    return Illegal("game-over", "The game is over.")


def not_your_turn(state: State) -> Illegal:
    """Refuse a seat that is not asked."""
    if state.ended:
        return game_over()
    return Illegal(
        "not-your-turn",
        f"It is not your turn: player {state.seat + 1} has to {QUESTIONS[state.decision]}.",
    )


def unknown_action(state: State, action: object) -> Illegal:
    """Refuse a number that means nothing."""
    if state.ended:
        return game_over()
    return Illegal("unknown-action", f"There is no action {action!r}: now you {_must(state)}.")


def wrong_phase(state: State) -> Illegal:
    """Refuse an action of another decision."""
    if state.ended:
        return game_over()
    return Illegal("wrong-phase", f"This is not the moment for it: now you {_must(state)}.")


def _must(state: State) -> str:
    return f"have to {QUESTIONS[state.decision]}"


def card_gone(state: State, value: int) -> Illegal:
    """Refuse an assistant that the hand no longer has."""
    hand = _values(state.hands[state.seat])
    return Illegal(
        "no-such-card", f"You cannot play {value}: you have played it before. In hand: {hand}."
    )


def already_played(state: State, value: int) -> Illegal:
    """Refuse an assistant that somebody else has played in this round."""
    still_open = _values(state.hands[state.seat] & ~state.taken)
    return Illegal(
        "already-played",
        f"You cannot play {value}: it was already played this round. Still open: {still_open}.",
    )


def not_in_the_entrance(state: State, colour: int) -> Illegal:
    """Refuse a student that the Entrance does not have to give."""
    held = _colours(state, ENTRANCE[state.seat], state.came_to_entrance)
    return Illegal(
        "no-such-student",
        f"You have no {COLOURS[colour]} student to move in your Entrance. There: {held}.",
    )


def dining_room_full(state: State, colour: int) -> Illegal:
    """Refuse an eleventh student at a table."""
    free = _listing(
        name
        for name, count in zip(COLOURS, state.five(DINING[state.seat]), strict=True)
        if count < TABLE_SEATS
    )
    island = "Put it on an island. " if state.decision == STUDENT else ""
    return Illegal(
        "dining-room-full",
        f"Your {COLOURS[colour]} table is full: it has {TABLE_SEATS} seats. "
        f"{island}Tables with a free seat: {free}.",
    )


def too_many_steps(state: State, most: int) -> Illegal:
    """Refuse a walk longer than the assistant allows."""
    allowed = "1 step" if most == 1 else f"1 to {most} steps"
    allowing = f"Your assistant {state.played[state.seat]}"
    allowing += " and the Postman let" if state.character == POSTMAN else " lets"
    return Illegal("too-many-steps", f"{allowing} Mother Nature go {allowed}.")


def no_such_cloud(state: State, cloud: int) -> Illegal:
    """Refuse a cloud that this table does not have."""
    return Illegal(
        "no-such-cloud",
        f"There is no cloud {cloud + 1}: this table has {state.table.seats}.",
    )


def cloud_taken(state: State, cloud: int) -> Illegal:
    """Refuse a cloud that serves somebody else in this round."""
    still_there = _listing(number + 1 for number in filled_clouds(state))
    return Illegal(
        "cloud-taken",
        f"Cloud {cloud + 1} was already taken this round. Still there: {still_there}.",
    )


def not_on_the_table(state: State, character: int) -> Illegal:
    """Refuse a character that is out of this match."""
    if not state.table.expert:
        return Illegal("no-such-character", "There are no characters in a simple game.")
    here = _listing(CHARACTERS[number] for number in state.table.characters)
    return Illegal(
        "no-such-character",
        f"The {_title(character)} is not in this game. On the table: {here}.",
    )


def character_used(state: State) -> Illegal:
    """Refuse a second character in a turn."""
    return Illegal(
        "character-used",
        f"You have already played the {_title(state.character)} in this turn: "
        f"one character a turn. Now you {_must(state)}.",
    )


def not_enough_coins(state: State, character: int, price: int) -> Illegal:
    """Refuse a character that the player cannot pay."""
    coins = state.coins[state.seat]
    have = "1 coin" if coins == 1 else f"{coins or 'no'} coins"
    return Illegal(
        "not-enough-coins",
        f"The {_title(character)} costs {price} and you have {have}. {_open_characters(state)}",
    )


def unusable(state: State, character: int, reason: str) -> Illegal:
    """Refuse a character that could not have its effect."""
    return Illegal(
        "character-unusable",
        f"You cannot play the {_title(character)} now: {reason}. {_open_characters(state)}",
    )


def not_on_the_card(state: State, colour: int) -> Illegal:
    """Refuse a student that the character's card does not have."""
    held = _colours(state, CARD[state.slot_in_play()])
    return Illegal(
        "no-such-student",
        f"There is no {COLOURS[colour]} student on the {_title(state.character)}'s card. "
        f"There: {held}.",
    )


def not_to_swap(state: State, colour: int) -> Illegal:
    """Refuse a student that the other side of a swap does not have to give."""
    where = "on the Jester's card" if state.character == JESTER else "in your Dining Room"
    held = _colours(state, swap_place(state), state.came_to_other)
    return Illegal(
        "no-such-student",
        f"There is no {COLOURS[colour]} student to take {where}. There: {held}.",
    )


def no_swap_yet(state: State) -> Illegal:
    """Refuse to end a use in which nothing was swapped."""
    return Illegal(
        "no-swap-yet",
        f"Swap at least one student before you are done with the {_title(state.character)}, "
        "or take it back.",
    )


def no_entry_full(state: State, head: int) -> Illegal:
    """Refuse one No Entry tile too many on a group."""
    size = state.tiles(head)
    room = _listing(
        group + 1 for group in state.ring if state.no_entry[group] < state.tiles(group)
    )
    has = "its No Entry tile" if size == 1 else f"its {size} No Entry tiles"
    return Illegal(
        "no-entry-full",
        f"Island {head + 1} has {has} already: at most one for each of its tiles. "
        f"Islands with room: {room}.",
    )


def _open_characters(state: State) -> str:
    names = (CHARACTERS[MEANINGS[action].first] for action in playable(state))
    return f"Open to you now: {_listing(names)}."


def _title(character: int) -> str:
    return CHARACTERS[character].capitalize()


def _values(hand: int) -> str:
    return _listing(value for value in ASSISTANTS if hand >> value & 1)


def _colours(state: State, place: int, less: tuple[int, ...] = NO_SWAPS) -> str:
    return _listing(
        name
        for colour, name in enumerate(COLOURS)
        if state.students[place + colour] > less[colour]
    )


def _listing(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "none"
