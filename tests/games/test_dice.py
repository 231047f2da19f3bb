"""The dice are what the records promise: fair, repeatable, and computable by anyone.

The expected rolls are worked out here a second time, from the hash upwards, and a few values
are written down for good: records that were kept must stay true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import combinations, permutations

import pytest

from eriantys.games.dice import (
    NONCE_SIZE,
    SECRET_SIZE,
    Dice,
    FairDice,
    QuickDice,
    commitment,
    derive,
    match_seed,
    sample,
    shuffled,
)

SEED = bytes(range(32))
SECRET = bytes(range(SECRET_SIZE))
NONCES = [bytes([number]) * NONCE_SIZE for number in (1, 2, 3)]
WORD_RANGE = 2**32

# Worked out once; a record that was kept yesterday depends on them.
GOLDEN_ROLLS = [3, 2, 1, 0, 3, 0, 2, 1, 1, 0, 3, 3, 1, 5, 4, 5, 0, 0, 5, 1]
GOLDEN_LATE_ROLLS = [896, 72, 30, 813, 221]
GOLDEN_COMMITMENT = "4f4c19f1c8d30ef24a96bed8865337e7c13e15a11daf00c172ff55a9b099fe08"
GOLDEN_SEED = "46b4f56e16b9d8040fe94dc174826e6e30ddb0c3c2b2fd61a8a430d787cbdd51"
GOLDEN_DERIVED = "77e02b5bb0ee07dcf988ea7e01a000a7ad8d5db57c379224a123cc906a0b94a9"

BOUNDS = (1, 2, 3, 6, 7, 130, 256, 1000, 2**16, 2**31, 3_000_000_000, WORD_RANGE)

ALL_DICE = [
    pytest.param(lambda number: FairDice(derive(number, "test")), id="fair"),
    pytest.param(QuickDice, id="quick"),
]
all_dice = pytest.mark.parametrize("make_dice", ALL_DICE)


def words_of(seed: bytes) -> Iterator[int]:
    """Read the stream of a seed: keyed blocks of 64 bytes, as big-endian words of 32 bits."""
    block = 0
    while True:
        digest = blake2b(block.to_bytes(8, "big"), key=seed, person=b"stream").digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def expected_rolls(seed: bytes, bound: int, count: int) -> tuple[list[int], int]:
    """Work out the rolls, and how many words they take."""
    rolls: list[int] = []
    largest_multiple = WORD_RANGE // bound * bound
    for used, word in enumerate(words_of(seed), 1):
        if word < largest_multiple:
            rolls.append(word % bound)
        if len(rolls) == count:
            return rolls, used
    raise AssertionError("the stream has no end")


def roll(dice: Dice, bound: int, count: int = 40) -> list[int]:
    return [dice.below(bound) for _ in range(count)]


def with_bit_flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


# Fair dice


@pytest.mark.parametrize("bound", BOUNDS)
def test_fair_rolls_follow_from_the_hash(bound: int) -> None:
    dice = FairDice(SEED)
    expected, used = expected_rolls(SEED, bound, 100)
    assert roll(dice, bound, 100) == expected
    assert dice.counter == used


def test_fair_rolls_never_change() -> None:
    assert roll(FairDice(SEED), 6, 20) == GOLDEN_ROLLS
    assert roll(FairDice(SEED, 1_000_000), 1000, 5) == GOLDEN_LATE_ROLLS


def test_same_seed_and_counter_roll_the_same() -> None:
    assert roll(FairDice(SEED), 100) == roll(FairDice(SEED), 100)
    assert roll(FairDice(SEED, 7), 100) == roll(FairDice(SEED), 100, 47)[7:]


def test_another_seed_rolls_otherwise() -> None:
    assert roll(FairDice(SEED), 100) != roll(FairDice(with_bit_flipped(SEED, 0)), 100)
    assert roll(FairDice(SEED), 100) != roll(FairDice(with_bit_flipped(SEED, 255)), 100)


@pytest.mark.parametrize("start", [0, 1, 15, 16, 17, 31, 32, 1000, 2**40 + 5])
def test_any_counter_can_be_taken_up(start: int) -> None:
    digest = blake2b((start // 16).to_bytes(8, "big"), key=SEED, person=b"stream").digest()
    place = start % 16 * 4
    dice = FairDice(SEED, start)
    assert dice.below(WORD_RANGE) == int.from_bytes(digest[place : place + 4], "big")
    assert dice.counter == start + 1


def test_words_past_the_last_whole_multiple_are_thrown_away() -> None:
    bound = 3_000_000_000
    words = words_of(SEED)
    first_bad = next(place for place, word in enumerate(words) if word >= bound)
    first_good = next(place for place, word in enumerate(words, first_bad + 1) if word < bound)

    dice = FairDice(SEED, first_bad)
    rolled = dice.below(bound)

    assert dice.counter == first_good + 1 > first_bad + 1
    assert rolled == FairDice(SEED, first_good).below(WORD_RANGE)


@pytest.mark.parametrize("bound", [3, 6, 1000, 3_000_000_000])
def test_the_limit_is_exact(bound: int) -> None:
    """The greatest word that is kept and the least that is not, put into a stream by hand."""
    limit = WORD_RANGE // bound * bound
    dice = FairDice(SEED)
    dice.below(bound)  # reads the first block, whose words are now replaced
    dice._words = (limit - 1, limit, WORD_RANGE - 1, 0, *[limit] * 11, 1)
    dice.counter = 0
    rolls = [(dice.below(bound), dice.counter) for _ in range(3)]
    assert rolls == [(bound - 1, 1), (0, 4), (1, 16)]


@pytest.mark.parametrize("bound", [2, 256, 2**31, WORD_RANGE])
def test_no_word_is_thrown_away_for_a_power_of_two(bound: int) -> None:
    dice = FairDice(SEED)
    roll(dice, bound, 500)
    assert dice.counter == 500


@all_dice
def test_a_die_with_one_side_always_shows_it(make_dice: Callable[[int], Dice]) -> None:
    assert set(roll(make_dice(1), 1)) == {0}


@all_dice
@pytest.mark.parametrize("bound", [2, 6, 10, 37])
def test_rolls_are_evenly_spread(make_dice: Callable[[int], Dice], bound: int) -> None:
    expected = 400
    counts = Counter(roll(make_dice(2026), bound, expected * bound))
    assert set(counts) == set(range(bound))
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = bound - 1
    # Mean and variance are the freedom and twice the freedom: 4 deviations are plenty.
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("rolled_before", [0, 1, 15, 16, 17, 40])
def test_a_copy_rolls_on_alike_and_apart(rolled_before: int) -> None:
    expected = roll(FairDice(SEED), 1000, rolled_before + 40)[rolled_before:]
    dice = FairDice(SEED)
    roll(dice, 1000, rolled_before)
    twin, idle = dice.copy(), dice.copy()
    assert roll(twin, 1000) == expected
    assert dice.counter == idle.counter == rolled_before
    assert roll(dice, 1000) == expected
    assert roll(idle, 1000) == expected


@pytest.mark.parametrize("rolled_before", [0, 1, 16, 37])
def test_restored_dice_roll_on_alike_and_apart(rolled_before: int) -> None:
    dice = FairDice(SEED)
    roll(dice, 1000, rolled_before)
    kept = dice.snapshot()
    assert kept == {"seed": SEED, "counter": rolled_before}

    expected = roll(dice, 1000)

    assert kept["counter"] == rolled_before, "a snapshot must not go on with the dice"
    assert roll(FairDice.restore(kept), 1000) == expected
    assert roll(FairDice.restore(kept), 1000) == expected


# Quick dice


def test_quick_rolls_are_repeatable_by_seed() -> None:
    assert roll(QuickDice(5), 1000) == roll(QuickDice(5), 1000)
    assert roll(QuickDice(5), 1000) != roll(QuickDice(6), 1000)


@pytest.mark.parametrize("bound", [1, 2, 3, 130, 2**20])
def test_quick_rolls_are_within_their_bound(bound: int) -> None:
    assert all(0 <= rolled < bound for rolled in roll(QuickDice(1), bound, 2000))


def test_quick_copies_share_one_stream() -> None:
    dice = QuickDice(5)
    twin = dice.copy()
    rolls = [turn.below(1000) for _ in range(20) for turn in (dice, twin)]
    assert rolls == roll(QuickDice(5), 1000)


# Drawing and shuffling


@all_dice
@pytest.mark.parametrize("size", [0, 1, 2, 3, 10, 130])
def test_shuffling_loses_nothing(make_dice: Callable[[int], Dice], size: int) -> None:
    items = [number // 3 for number in range(size)]  # with equals among them
    assert Counter(shuffled(make_dice(1), items)) == Counter(items)
    assert items == [number // 3 for number in range(size)], "the items themselves must stay"


@all_dice
def test_shuffling_takes_anything_that_has_items(make_dice: Callable[[int], Dice]) -> None:
    in_order = shuffled(make_dice(3), range(9))
    assert shuffled(make_dice(3), iter(range(9))) == in_order
    assert shuffled(make_dice(3), tuple(range(9))) == in_order


@all_dice
def test_every_order_is_as_likely(make_dice: Callable[[int], Dice]) -> None:
    met = Counter("".join(shuffled(make_dice(number), "abc")) for number in range(600))
    assert set(met) == {"".join(order) for order in permutations("abc")}
    assert all(60 < count < 140 for count in met.values()), met


@all_dice
@pytest.mark.parametrize("count", range(6))
def test_a_sample_has_so_many_of_the_items(
    make_dice: Callable[[int], Dice], count: int
) -> None:
    items = list("abcde")
    for number in range(20):
        drawn = sample(make_dice(number), items, count)
        assert len(drawn) == len(set(drawn)) == count
        assert set(drawn) <= set(items)
    assert items == list("abcde")


@all_dice
def test_every_sample_is_as_likely(make_dice: Callable[[int], Dice]) -> None:
    met = Counter(tuple(sample(make_dice(number), "abcd", 2)) for number in range(1200))
    assert set(met) == set(permutations("abcd", 2))
    assert all(60 < count < 140 for count in met.values()), met


def test_a_sample_rolls_once_for_each_item() -> None:
    dice = FairDice(SEED)
    assert sample(dice, range(10), 0) == []
    assert dice.counter == 0
    sample(dice, range(10), 3)
    assert dice.counter == 3


# The promise


def test_commitment_is_a_known_hash() -> None:
    assert commitment(SECRET) == blake2b(SECRET, person=b"commit").digest()[:32]
    assert commitment(SECRET).hex() == GOLDEN_COMMITMENT


def test_seed_is_a_known_hash() -> None:
    mixed = b"".join(NONCE_SIZE.to_bytes(8, "big") + nonce for nonce in NONCES)
    assert (
        match_seed(SECRET, NONCES) == blake2b(mixed, key=SECRET, person=b"seed").digest()[:32]
    )
    assert match_seed(SECRET, NONCES).hex() == GOLDEN_SEED
    assert match_seed(SECRET, iter(NONCES)).hex() == GOLDEN_SEED


def test_any_bit_of_the_secret_changes_the_commitment() -> None:
    all_of_them = {
        commitment(with_bit_flipped(SECRET, bit)) for bit in range(8 * SECRET_SIZE)
    } | {commitment(SECRET)}
    assert len(all_of_them) == 8 * SECRET_SIZE + 1


def test_any_bit_of_secret_and_nonces_changes_the_seed() -> None:
    seeds = {match_seed(SECRET, NONCES)}
    seeds |= {
        match_seed(with_bit_flipped(SECRET, bit), NONCES) for bit in range(8 * SECRET_SIZE)
    }
    for which in range(len(NONCES)):
        for bit in range(8 * NONCE_SIZE):
            changed = [*NONCES]
            changed[which] = with_bit_flipped(NONCES[which], bit)
            seeds.add(match_seed(SECRET, changed))
    assert len(seeds) == 1 + 8 * SECRET_SIZE + 8 * NONCE_SIZE * len(NONCES)


def test_order_and_number_of_the_nonces_change_the_seed() -> None:
    lists = [list(nonces) for size in range(4) for nonces in permutations(NONCES, size)]
    lists += [[*NONCES, NONCES[0]], [*NONCES, b""], [b"", *NONCES], [b""]]
    assert len({match_seed(SECRET, nonces) for nonces in lists}) == len(lists)


def test_nonces_do_not_run_into_each_other() -> None:
    number = (1).to_bytes(8, "big")
    splits = [[b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"", b"abc"], [b"abc", b""]]
    splits += [[b"a", b"b"], [b"a" + number + b"b"], [number + b"a", b"b"]]
    assert len({match_seed(SECRET, nonces) for nonces in splits}) == len(splits)


def test_derived_bytes_are_known() -> None:
    assert derive(7, "secret", 3) == blake2b(b"secret/7/3", person=b"derive").digest()[:32]
    assert derive(7, "secret", 3).hex() == GOLDEN_DERIVED
    assert derive(7, "secret") == derive(7, "secret", 0)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([(seed, "a", 0) for seed in (-1, 0, 1, 2, 10, 2**70)], id="seed"),
        pytest.param([(1, purpose, 0) for purpose in ("", "a", "b", "nonce 1")], id="purpose"),
        pytest.param([(1, "a", index) for index in (0, 1, 2, 10, 2**70)], id="index"),
        pytest.param(
            [(1, "x" * length + end, 0) for length in (16, 64, 200) for end in "ab"],
            id="long purposes with the same start",
        ),
        pytest.param([(1, "a", 23), (12, "a", 3), (123, "a", 0)], id="digits moved over"),
        pytest.param([(1, "a/2", 3), (2, "a", 3), (1, "a", 2)], id="purpose with a slash"),
    ],
)
def test_derived_bytes_differ(others: list[tuple[int, str, int]]) -> None:
    for one, other in combinations(others, 2):
        assert derive(*one) != derive(*other), (one, other)
    assert {len(derive(*each)) for each in others} == {32}


def test_one_secret_serves_its_purposes_apart() -> None:
    """Commitment, seed and stream must tell nothing of each other, whatever they are fed."""
    key = commitment(SECRET)
    first_block = b"".join(
        word.to_bytes(4, "big") for word in roll(FairDice(key), WORD_RANGE, 8)
    )
    assert len({key, first_block, match_seed(key, []), match_seed(SECRET, [])}) == 4


def test_the_dice_have_so_many_faces_and_no_more() -> None:
    assert 0 <= FairDice(SECRET).below(WORD_RANGE) < WORD_RANGE
    with pytest.raises(ValueError, match="more than the dice have faces"):
        FairDice(SECRET).below(WORD_RANGE + 1)
