"""How sure an estimate is: intervals for a chance (Wilson) and for a mean (Student's t).

Standard library only; the simulations, the hints and the studies all report with these.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

from cardkit.errors import BadInput


class Estimate(NamedTuple):
    """A value, the interval around it, and from how many observations.

    >>> wilson(80, 100)
    0.8 [0.7112, 0.8666], n = 100
    """

    value: float
    low: float
    high: float
    n: int

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int | float) and self.low <= number <= self.high

    def __repr__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}], n = {self.n}"


def wilson(successes: float, n: int, level: float = 0.95) -> Estimate:
    """The Wilson interval of a chance; a shared victory may count as part of a success."""
    z = z_of(level)
    if not n:
        return Estimate(math.nan, 0.0, 1.0, 0)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if share == 0 else max(0.0, centre - reach)
    high = 1.0 if share == 1 else min(1.0, centre + reach)
    return Estimate(share, low, high, n)


def mean(total: float, squares: float, n: int, level: float = 0.95) -> Estimate:
    """The t interval of a mean, from the sum of the observations and of their squares."""
    t = t_of(level, max(1, n - 1))
    if n < 2:
        return Estimate(total / n if n else math.nan, -math.inf, math.inf, n)
    middle = total / n
    variance = max(0.0, (squares - n * middle * middle) / (n - 1))
    reach = t * math.sqrt(variance / n)
    return Estimate(middle, middle - reach, middle + reach, n)


def mean_of(numbers: list[float], level: float = 0.95) -> Estimate:
    return mean(sum(numbers), sum(x * x for x in numbers), len(numbers), level)


def z_of(level: float) -> float:
    if not isinstance(level, int | float) or not 0 < level < 1:
        raise BadInput(f"A level is a number between 0 and 1, like 0.95, not {level!r:.40}.")
    return NormalDist().inv_cdf(0.5 + level / 2)


def t_of(level: float, freedom: int) -> float:
    """Student's t quantile, by its series around the normal one (within 0.5 % from 4 on).

    >>> round(t_of(0.95, 10), 2), round(t_of(0.99, 30), 2)
    (2.23, 2.75)
    """
    z, f = z_of(level), freedom
    return (
        z
        + (z**3 + z) / (4 * f)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * f**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * f**4)
    )
