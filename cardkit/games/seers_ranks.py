"""Seers: what five cards are worth, side A and side B.

The tables (ranks, suits, points) stand first, because other parts of the kit read them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from cardkit.errors import BadInput

# Components -----------------------------------------------------------------------------------

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # seers.cards.deck
SUITS = ("clock", "mask", "scarab", "tree")  # best first: seers.suits.order
RUNE = "rune"
WORTH = {rank: number for number, rank in enumerate(RANKS, 2)}  # the ace is high: 14

# Runes for a hand, and thereby which hand beats which: seers.score.rank, seers.score.inferred.
SIDE_A = {
    "nothing": 0, "pair": 1, "two pairs": 2, "three": 3, "straight": 4,
    "flush": 5, "full house": 6, "four": 7, "straight flush": 8,
}  # fmt: skip
SIDE_B = {**SIDE_A, "full house": 4, "straight": 6}  # seers.score.side-b
POINTS = {"A": SIDE_A, "B": SIDE_B}

# Ten runs of five: the ace is high, or low before the 2, never both (seers.rank.ace).
RUNS = {frozenset(("A", *RANKS[:4])): 5} | {
    frozenset(RANKS[low : low + 5]): WORTH[RANKS[low + 4]] for low in range(9)
}

# A card adds one to the count of its rank and to that of its suit, of three bits each; a rune card
# has neither (seers.rank.runecard) and a count of its own. The sum over a hand is all that its
# combination depends on.
ONE = {name: 8**place for place, name in enumerate((*RANKS, *SUITS, RUNE))}
COUNTS = {f"{name}-{suit}": ONE[name] + ONE[suit] for name in RANKS for suit in SUITS}
COUNTS[RUNE] = ONE[RUNE]
ALL_RANKS = ONE[SUITS[0]] - 1  # the bits that count ranks
ALL_SUITS = ONE[RUNE] - 1 - ALL_RANKS  # those that count suits
FLUSHES = {5 * ONE[suit] for suit in SUITS}

_CARD = re.compile(rf"({'|'.join(RANKS)})[- ]?(?:({'|'.join(SUITS)})|([cmst]))")


@cache
def card(word: str) -> str:
    """A card by its full or its short name.

    >>> card("10s"), card("J-mask"), card("rune")
    ('10-scarab', 'J-mask', 'rune')
    """
    if word == RUNE:
        return word
    found = _CARD.fullmatch(word)
    if not found:
        raise BadInput(f"{word!r:.40} is no card of Seers: {_meant(word)}")
    rank, suit, letter = found.groups()
    return f"{rank}-{suit or next(name for name in SUITS if name[0] == letter)}"


def _meant(word: str) -> str:
    """What to write instead of a word that is no card."""
    for near in (word.capitalize(), word.lower()):
        if near == RUNE or _CARD.fullmatch(near):
            return f"did you mean {near}? J, Q, K and A are capitals, suits are not."
    return "write 10-scarab, or 10s for short."


# The rank of a hand ---------------------------------------------------------------------------


@dataclass(frozen=True, order=True)
class Rank:
    """How strong a hand is; a stronger hand is the greater one.

    >>> rank("8c 8s Km 5t 2m") > rank("8m 8t Ac Ks Qm")        # the clock is the best suit
    True
    """

    points: int  # of the category, without rune cards
    top: int  # the highest card of the combination
    suit: int  # of that card: the best suit is the greatest number, 0 if there is none
    category: str = field(compare=False)

    def __str__(self) -> str:
        return self.category


_rank = cache(Rank)  # each is made once: there are a few hundred of them, and very many hands


def rank(
    hand: str | Iterable[str],
    side: str = "A",
    suits: Sequence[str] = SUITS,
    points: Mapping[str, Mapping[str, int]] = POINTS,
) -> Rank:
    """The rank of up to five cards; straights and flushes need all five.

    >>> rank("Ac 2s 3m 4t 5c")
    Rank(points=4, top=5, suit=4, category='straight')
    """
    words = hand.split() if isinstance(hand, str) else list(hand)
    if side not in points:
        raise BadInput(f"The help card has a side A and a side B, but no side {side!r:.20}.")
    if not 1 <= len(words) <= 5:
        raise BadInput(f"A hand to rank has one to five cards, not {len(words)}.")
    try:
        counts = sum([COUNTS[word] for word in words])
    except KeyError:
        words = [card(word) for word in words]
        counts = sum([COUNTS[word] for word in words])
    category, top = combination(counts)
    for place, suit in enumerate(suits):  # seers.tie.suit: the best among the highest cards
        if f"{top}-{suit}" in words:
            return _rank(points[side][category], WORTH[top], len(suits) - place, category)
    return _rank(points[side][category], 0, 0, category)  # nothing but rune cards


def combination(counts: int) -> tuple[str, str]:
    """The category of up to five cards by the sum of their COUNTS, and its highest card's rank.

    >>> combination(COUNTS["8-clock"] + COUNTS["8-tree"] + COUNTS["rune"])
    ('pair', '8')
    """
    category, top = _by_ranks(counts & ALL_RANKS)
    if counts & ALL_SUITS in FLUSHES:
        category = "straight flush" if category == "straight" else "flush"
    return category, top


@cache
def _by_ranks(counts: int) -> tuple[str, str]:
    """The same by the ranks alone: there are some thousands of them."""
    times = {name: counts // one & 7 for name, one in ONE.items() if counts // one & 7}
    run = RUNS.get(frozenset(times), 0)
    if run:  # in A-2-3-4-5 the highest card is the 5: seers.tie.highest
        return "straight", RANKS[run - 2]
    # Most cards first, then the highest: seers.tie.highest (full house: the three),
    # seers.tie.combination (two pairs: the higher pair), seers.tie.nothing.
    names = sorted(times, key=lambda name: (times[name], WORTH[name]), reverse=True)
    first, second, *_ = [*names, "", ""]
    return _shape(times.get(first, 0), times.get(second, 0)), first


def _shape(most: int, second: int) -> str:
    """The category by how often the two most frequent ranks occur."""
    if most >= 4:  # five only in a deck of your own
        return "four"
    if most == 3:
        return "full house" if second == 2 else "three"
    if most == 2:
        return "two pairs" if second == 2 else "pair"
    return "nothing"
