"""Random numbers for simulations: the j-th number of the i-th trial depends on (seed, i, j) alone.

So a simulation gives the same result on every platform, with NumPy or without, whatever the size
of its chunks. The mixing function is SplitMix64's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cardkit.chance import checked_seed

T = TypeVar("T")

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
LEAP = 0xD1342543DE82EF95  # from one trial to the next


def mixed(number: int) -> int:
    """64 bits that look unrelated to the number they come from."""
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & WORD
    return number ^ (number >> 31)


def origin(seed: int) -> int:
    return mixed((checked_seed(seed) + 1) * STEP & WORD)


class Stream:
    """The random numbers of one trial.

    >>> [Stream(7, trial=0).below(6), Stream(7, trial=1).below(6)]
    [5, 5]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, trial: int = 0) -> None:
        self._state = origin(seed) + trial * LEAP & WORD

    def bits(self) -> int:
        self._state = self._state + STEP & WORD
        return mixed(self._state)

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not including, this one."""
        return (self.bits() >> 32) * number >> 32

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.bits() >> 11) * 2.0**-53

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def draw(self, cards: Sequence[T], number: int) -> list[T]:
        """So many of the cards, none twice, in the order drawn."""
        left = list(cards)
        for place in range(number):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:number]
