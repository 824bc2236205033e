"""Chance that is the same everywhere: the n-th shuffle of a game depends on (seed, n) alone.

A game keeps two integers instead of a generator, so a copy is cheap and exact, and the same seed
deals the same cards on every platform and Python (only `Random.random` is promised to do that).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from math import floor
from typing import TypeVar

from cardkit.errors import BadInput

T = TypeVar("T")
Chance = Callable[[], float]  # a number from 0 to 1, another each time it is asked for
SEEDS = 2**48


def fresh_seed() -> int:
    """A seed nobody chose; a game remembers it, so that its record can be replayed."""
    return secrets.randbelow(1_000_000)


def checked_seed(seed: object) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise BadInput(f"A seed is a whole number from 0 to {SEEDS - 1}, not {seed!r:.40}.")
    return seed


def shuffled(things: Iterable[T], seed: int, n: int = 0) -> list[T]:
    """The n-th shuffle of a game with this seed.

    >>> shuffled("abcdef", seed=7) == shuffled("abcdef", seed=7)
    True
    """
    return mixed(things, random.Random(seed << 32 | n).random)


def mixed(things: Iterable[T], chance: Chance) -> list[T]:
    """These things in an order left to chance (Fisher-Yates)."""
    cards = list(things)
    for last in range(len(cards) - 1, 0, -1):
        other = floor(chance() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def picked(weights: Sequence[float], chance: Chance) -> int:
    """A place in the list, each as likely as it weighs.

    >>> picked([0, 3, 0], lambda: 0.5)
    1
    """
    mark = chance() * sum(weights)
    for place, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return place
    return max(range(len(weights)), key=weights.__getitem__)  # only by rounding
