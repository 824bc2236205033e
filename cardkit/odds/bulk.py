"""Ranks of Seers hands by the million (NumPy), for counting and for simulation.

Agrees with the readable `cardkit.games.seers_ranks` hand by hand. A card is a number: the sum of
the numbers of five cards tells which ranks they have, so the rank is looked up in a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardkit.errors import BadInput
from cardkit.games.seers_ranks import POINTS, RANKS, RUNE, SUITS, WORTH, Rank, rank
from cardkit.odds.deck import Deck

Array = NDArray[Any]

# Five of these, at most four alike and at most two runes, never have the same sum as another five
# (found by trying, smallest first; building the table checks it).
WEIGHTS = dict(
    zip(
        (RUNE, *RANKS),
        (0, 1, 4, 16, 67, 222, 707, 2214, 5314, 11782, 20119, 45152, 81787, 141158),
        strict=True,
    )
)
SUM_BITS = 20  # of a card's number: first the weight, then three bits for each suit's count
FLUSH = 1 << SUM_BITS
KEYS = 8 * 16 * 9


def key(rank: Rank) -> int:
    """A rank as one number that compares the same way."""
    return (rank.points * 16 + rank.top) * 8 + rank.suit


def rank_of(number: int, side: str = "A") -> Rank:
    """The rank with this key.

    >>> rank_of(key(Rank(4, 5, 4, "straight")))
    Rank(points=4, top=5, suit=4, category='straight')
    """
    points, top, suit = number // 128, number // 8 % 16, number % 8
    category = next(name for name, value in POINTS[side].items() if value == points)
    return Rank(points, top, suit, category)


@cache
def _strengths(side: str) -> Array:
    """For each sum of weights, with and without a flush: points and top card."""
    table = np.zeros(2 * FLUSH, dtype=np.uint8)
    filled = set()
    for names in combinations_with_replacement((RUNE, *RANKS), 5):
        if names.count(RUNE) > 2 or max(map(names.count, RANKS)) > 4:
            continue
        place = sum(WEIGHTS[name] for name in names)
        assert place not in filled, "two hands with the same sum of weights"
        filled.add(place)
        table[place] = _strength(names, "clock mask scarab tree clock".split(), side)
        if len(set(names)) == 5 and RUNE not in names:
            table[FLUSH + place] = _strength(names, ["clock"] * 5, side)
    return table


def _strength(names: Sequence[str], suits: Sequence[str], side: str) -> int:
    # Equal ranks get different suits: names are sorted and at most four are alike.
    cards = [
        name if name == RUNE else f"{name}-{suit}" for name, suit in zip(names, suits, strict=True)
    ]
    found = rank(cards, side)
    return found.points * 16 + found.top


@cache
def _tables() -> tuple[Array, Array]:
    """Which counts of suits are a flush; the best of the suits in a set of them."""
    flush = np.zeros(1 << 12, dtype=np.int64)
    for suit in range(4):
        flush[5 << 3 * suit] = FLUSH
    return flush, np.array([suits.bit_length() for suits in range(16)], dtype=np.uint16)


class Coder:
    """Cards as numbers: `code` adds up to ranks and suits, `mask` to the set of cards."""

    def __init__(self, suits: Sequence[str] = SUITS) -> None:
        self.suits = tuple(suits)

    def code(self, card: str) -> int:
        name, _, suit = card.partition("-")
        if name not in WEIGHTS or (name != RUNE and suit not in self.suits):
            raise BadInput(f"{card} is no card of Seers.")
        return WEIGHTS[name] + (0 if name == RUNE else 1 << SUM_BITS + 3 * self.suits.index(suit))

    def mask(self, card: str) -> int:
        name, _, suit = card.partition("-")
        if name == RUNE:
            return 0
        strength = len(self.suits) - self.suits.index(suit)
        return 1 << 4 * (WORTH[name] - 2) + strength - 1

    def arrays(self, cards: Sequence[str]) -> tuple[Array, Array]:
        return (
            np.array([self.code(card) for card in cards], dtype=np.int64),
            np.array([self.mask(card) for card in cards], dtype=np.int64),
        )


def keys(codes: Array, masks: Array, side: str = "A") -> Array:
    """The keys of hands, from the sums of their codes and of their masks."""
    flush, best = _tables()
    strength = _strengths(side)[(codes & (FLUSH - 1)) | flush[codes >> SUM_BITS]]
    shift = 4 * ((strength & 15).astype(np.int64) - 2)
    top = (masks >> shift) & 15
    return np.asarray(strength.astype(np.uint16) * 8 + best[top])


def rank_hands(
    hands: Sequence[Sequence[str]], side: str = "A", suits: Sequence[str] = SUITS
) -> Array:
    """The keys of many hands given by names (see `key`): larger is stronger."""
    names = sorted({card for hand in hands for card in hand})
    place = {card: number for number, card in enumerate(names)}
    codes, masks = Coder(suits).arrays(names)
    picked = np.array([[place[card] for card in hand] for hand in hands], dtype=np.int64)
    if picked.ndim != 2 or picked.shape[1] != 5:
        raise BadInput("Every hand to rank has five cards.")
    return keys(codes[picked].sum(axis=1), masks[picked].sum(axis=1), side)


def all_keys(deck: Deck, side: str = "A", suits: Sequence[str] = SUITS) -> Iterator[Array]:
    """The keys of all five-card hands of a deck, a few thousand at a time: memory stays small.

    A hand is two cards and three later ones; the triples from any card on are the end of one list.
    """
    cards = list(deck)
    if (
        any(times > 1 for name, times in deck.counts.items() if name != RUNE)
        or deck.count(RUNE) > 2
    ):
        raise BadInput("A deck of Seers has every card once, and two rune cards at most.")
    codes, masks = Coder(suits).arrays(cards)
    triples = np.array(list(combinations(range(len(cards)), 3)), dtype=np.int64).reshape(-1, 3)
    triple_codes, triple_masks = codes[triples].sum(axis=1), masks[triples].sum(axis=1)
    total = len(triples)
    for one, other in combinations(range(len(cards)), 2):
        start = total - comb(len(cards) - 1 - other, 3)
        if start < total:
            yield keys(
                triple_codes[start:] + (codes[one] + codes[other]),
                triple_masks[start:] + (masks[one] + masks[other]),
                side,
            )


def count_ranks(deck: Deck, side: str = "A", suits: Sequence[str] = SUITS) -> dict[Rank, int]:
    """The number of five-card hands of each rank, by going through all of them."""
    counts = np.zeros(KEYS, dtype=np.int64)
    for found in all_keys(deck, side, suits):
        counts += np.bincount(found, minlength=KEYS)
    return {rank_of(int(number), side): int(counts[number]) for number in np.flatnonzero(counts)}


def count_categories(deck: Deck, side: str = "A") -> dict[str, int]:
    """The number of five-card hands of each category, weakest first."""
    counts = dict.fromkeys(sorted(POINTS[side], key=POINTS[side].__getitem__), 0)
    for found, number in count_ranks(deck, side).items():
        counts[found.category] += number
    return counts
