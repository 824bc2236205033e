"""Chance that is the same everywhere: the n-th shuffle of a game depends on (seed, n) alone.

A game keeps two integers instead of a generator, so a copy is cheap and exact, and the same seed
deals the same cards on every platform and Python (only `Random.random` is promised to do that).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from math import floor
from typing import TypeVar

from cardkit.errors import BadInput

T = TypeVar("T")
SEEDS = 2**48


def fresh_seed() -> int:
    """A seed nobody chose; a game remembers it, so that its record can be replayed."""
    return secrets.randbelow(1_000_000)


def checked_seed(seed: object) -> int:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise BadInput(f"A seed is a whole number from 0 to {SEEDS - 1}, not {seed!r:.40}.")
    return seed


def shuffled(things: Iterable[T], seed: int, n: int = 0) -> list[T]:
    """The n-th shuffle of a game with this seed (Fisher-Yates).

    >>> shuffled("abcdef", seed=7) == shuffled("abcdef", seed=7)
    True
    """
    cards = list(things)
    draw = random.Random(seed << 32 | n).random
    for last in range(len(cards) - 1, 0, -1):
        other = floor(draw() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return cards
