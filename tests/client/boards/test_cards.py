"""The characters of Eriantys on their cards: what they ask, what they cost, why they wait."""

from __future__ import annotations

from eriantys.client.boards.eriantys import cards
from eriantys.games.eriantys import GAME, decisions
from eriantys.games.eriantys.names import CHARACTERS
from tests.client.boards.telling import random_play
from tests.games.eriantys.position import Position


def test_every_character_has_its_card_and_asks_what_the_rules_ask() -> None:
    assert list(cards.CARDS) == list(CHARACTERS[1:])
    asking = {CHARACTERS[number] for number in decisions.FIRST_QUESTION}
    assert {name for name, card in cards.CARDS.items() if card.asks} == asking
    assert set(cards.ASKED) == {decision for decision in decisions.QUESTIONS if "-" in decision}
    for card in cards.CARDS.values():
        assert card.effect.endswith(".")
        assert card.limits.endswith(".")
        assert 0 < len(card.short) <= 26


def test_the_reason_beside_a_card_is_there_just_when_it_cannot_be_played() -> None:
    reasons = set()
    for number in range(40):
        for state, _ in random_play(2 + number % 3, True, 100 + number):
            if state.decision not in decisions.TURN_STEPS:
                continue
            legal = {GAME.format(action) for action in GAME.legal(state)}
            view = GAME.view(state, None)
            for slot in (1, 2, 3):
                reason = cards.why_not(view, state.seat, slot)
                playable = f"play {view[f'character/{slot}']['name']}" in legal
                assert playable == (reason == ""), (reason, view[f"character/{slot}"])
                reasons.add(reason)
    assert {"", "too dear", "one a turn"} <= reasons


def test_cards_that_could_not_have_their_effect_say_why() -> None:
    position = Position(2, ("knight", "minstrel", "grandma")).coins(5, 1).turn(0, "cloud")
    position.island(1, 2, 3, 4, no_entry=4)
    view = GAME.view(position.state(), None)
    assert [cards.why_not(view, 0, slot) for slot in (1, 2, 3)] == [
        "too late",
        "dining room empty",
        "no tile left",
    ]
    assert cards.why_not(view, 1, 1) == "too dear"


def test_the_price_is_told_for_now_and_later() -> None:
    state = Position(2, ("monk", "herald")).used("herald").state()
    view = GAME.view(state, None)
    assert cards.price_words(view, 1) == "¢1 now; ¢2 for everybody after this first use"
    assert cards.price_words(view, 2) == "¢4, for it was used before"
