"""How many five-card Seers hands of each rank a deck can make, in closed form.

Without kickers (seers.tie.combination) a rank is a category, a top card and its suit, so the
hands of each rank can be counted by formula: milliseconds instead of millions of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb

from cardkit.errors import BadInput
from cardkit.games.seers_ranks import POINTS, RANKS, RUNE, RUNS, SUITS, WORTH, Rank
from cardkit.odds.deck import Deck

SIZE = 5


def _choices(counts: Sequence[int], number: int) -> int:
    """In how many ways to take one card each from so many different ranks."""
    ways = [1] + [0] * number
    for count in counts:
        for taken in range(number, 0, -1):
            ways[taken] += ways[taken - 1] * count
    return ways[number]


@dataclass
class _Counter:
    deck: Deck
    side: str
    suits: tuple[str, ...]
    ways: dict[Rank, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = self.deck.counts
        for name, times in counts.items():
            if name != RUNE and (times > 1 or name.partition("-")[0] not in RANKS):
                raise BadInput(
                    f"Hands are ranked in Seers only, where there is no {times} × {name}."
                )
        self.runes = counts.get(RUNE, 0)
        self.held = {
            rank: [suit for suit in self.suits if f"{rank}-{suit}" in counts] for rank in RANKS
        }
        self.number = {rank: len(suits) for rank, suits in self.held.items()}

    def add(self, category: str, rank: str, suit: str, ways: int) -> None:
        if ways:
            strength = len(self.suits) - self.suits.index(suit)
            key = Rank(POINTS[self.side][category], WORTH[rank], strength, category)
            self.ways[key] = self.ways.get(key, 0) + ways

    def sets(self, category: str, rank: str, number: int, others: int) -> None:
        """So many cards of a rank, by the best suit among them, times the other cards."""
        suits = self.held[rank]
        for place, suit in enumerate(suits):
            worse = len(suits) - place - 1
            self.add(category, rank, suit, comb(worse, number - 1) * others)

    def singles(self, ranks: Sequence[str], number: int) -> int:
        """In how many ways to take so many cards of which no two pair: rune cards never do."""
        counts = [self.number[rank] for rank in ranks]
        return sum(
            comb(self.runes, runes) * _choices(counts, number - runes)
            for runes in range(number + 1)
        )

    def count(self) -> dict[Rank, int]:
        for rank in RANKS:
            others = [other for other in RANKS if other != rank]
            below = RANKS[: RANKS.index(rank)]
            rest = len(self.deck) - self.number[rank]
            pairs = {other: comb(self.number[other], 2) for other in others}
            self.sets("four", rank, 4, rest)
            self.sets("full house", rank, 3, sum(pairs.values()))
            self.sets("three", rank, 3, self.singles(others, 2))
            self.sets("two pairs", rank, 2, sum(pairs[o] * (rest - self.number[o]) for o in below))
            self.sets("pair", rank, 2, self.singles(others, 3))
            for suit in self.held[rank]:
                self.add("nothing", rank, suit, self.singles(below, 4))
                lower = sum(suit in self.held[other] for other in below)
                self.add("flush", rank, suit, comb(lower, 4))
                self.add("nothing", rank, suit, -comb(lower, 4))
        for run, top in RUNS.items():
            self.straights(run, RANKS[top - 2])
        if self.runes >= SIZE:
            self.ways[Rank(0, 0, 0, "nothing")] = comb(self.runes, SIZE)
        return {rank: ways for rank, ways in self.ways.items() if ways}

    def straights(self, run: frozenset[str], top: str) -> None:
        """A straight was counted as nothing or as a flush above, under its highest rank by worth:
        that is the ace in A-2-3-4-5."""
        highest = max(run, key=WORTH.__getitem__)
        others = run - {top}
        flushes = {suit: all(suit in self.held[rank] for rank in run) for suit in self.suits}
        ways = 1
        for rank in others:
            ways *= self.number[rank]
        for suit in self.held[top]:
            self.add("straight", top, suit, ways - flushes[suit])
            self.add("straight flush", top, suit, int(flushes[suit]))
        ways = 1
        for rank in run - {highest}:
            ways *= self.number[rank]
        for suit in self.held[highest]:
            self.add("nothing", highest, suit, flushes[suit] - ways)
            self.add("flush", highest, suit, -int(flushes[suit]))


def rank_ways(deck: Deck, side: str = "A", suits: tuple[str, ...] = SUITS) -> dict[Rank, int]:
    """The number of five-card hands of each rank.

    >>> from cardkit.odds import Deck
    >>> rank_ways(Deck("2c 2m 2s 2t 3c"))
    {Rank(points=7, top=2, suit=4, category='four'): 1}
    """
    if side not in POINTS:
        raise BadInput(f"The help card has a side A and a side B, but no side {side!r:.20}.")
    return _Counter(deck, side, suits).count()
