"""Brute force: every single hand of a small deck, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from cardkit.odds import Deck, Hand

LYNX = "10 10 10 11 11 12 13 13 13 * * 3 3 7"
SEERS = "Ac Am 2c 2m 2s 3c 4c 5c 5t Kc Kt 9s rune rune"


def hands(deck: Deck, size: int) -> Iterator[Hand]:
    """All hands, single cards told apart."""
    for cards in combinations(list(deck), size):
        yield Hand(list(cards))


def share(test: Callable[[Hand], Any], deck: Deck, size: int) -> Fraction:
    """The share of hands for which a test is true."""
    answers = [bool(test(hand)) for hand in hands(deck, size)]
    return Fraction(sum(answers), len(answers))


def deals(deck: Deck, *sizes: int) -> Iterator[tuple[Hand, ...]]:
    """All deals of several hands, single cards told apart."""

    def rest(
        cards: tuple[int, ...], left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        if not left:
            yield ()
            return
        for chosen in combinations(cards, left[0]):
            others = tuple(card for card in cards if card not in chosen)
            for more in rest(others, left[1:]):
                yield chosen, *more

    names = list(deck)
    for chosen in rest(tuple(range(len(names))), sizes):
        yield tuple(Hand([names[card] for card in cards]) for cards in chosen)
