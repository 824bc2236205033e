"""Seers: what five cards are worth, side A and side B.

The tables (ranks, suits, points) stand first, because other parts of the kit read them too.
"""

from __future__ import annotations

import re
from collections import Counter
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

# Rank and suit of each card; a rune card has neither.
PARTS = {f"{name}-{suit}": (name, suit) for name in RANKS for suit in SUITS}

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
        raise BadInput(f"{word!r:.40} is no card of Seers: write 10-scarab, or 10s for short.")
    rank, suit, letter = found.groups()
    return f"{rank}-{suit or next(name for name in SUITS if name[0] == letter)}"


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
        cards = [PARTS[word] for word in words if word != RUNE]  # seers.rank.runecard
    except KeyError:
        cards = [PARTS[card(word)] for word in words if word != RUNE]
    if not cards:
        return Rank(points[side]["nothing"], 0, 0, "nothing")
    names, colours = zip(*cards, strict=True)
    category, top = _combination(tuple(sorted(names)))
    if len(cards) == 5 and len(set(colours)) == 1:
        category = "straight flush" if category == "straight" else "flush"
    best = min([suits.index(suit) for name, suit in cards if name == top])
    return Rank(points[side][category], WORTH[top], len(suits) - best, category)


@cache
def _combination(names: tuple[str, ...]) -> tuple[str, str]:
    """Category by the ranks alone, and the rank of the highest card of the combination."""
    run = RUNS.get(frozenset(names), 0)
    if run:  # in A-2-3-4-5 the highest card is the 5: seers.tie.highest
        return "straight", RANKS[run - 2]
    # Most cards first, then the highest: seers.tie.highest (full house: the three),
    # seers.tie.combination (two pairs: the higher pair), seers.tie.nothing.
    times = Counter(names)
    first, *others = sorted(times, key=lambda name: (times[name], WORTH[name]), reverse=True)
    return _shape(times[first], times[others[0]] if others else 0), first


def _shape(most: int, second: int) -> str:
    """The category by how often the two most frequent ranks occur."""
    if most >= 4:  # five only in a deck of your own
        return "four"
    if most == 3:
        return "full house" if second == 2 else "three"
    if most == 2:
        return "two pairs" if second == 2 else "pair"
    return "nothing"
