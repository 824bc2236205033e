"""Simulation that knows its error: an estimate with its interval, until it is precise enough.

The same seed gives the same result everywhere. Interrupting keeps what was done.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from cardkit.chance import checked_seed
from cardkit.errors import BadInput
from cardkit.intervals import mean, wilson
from cardkit.odds.answers import E, P
from cardkit.odds.chance import decimal
from cardkit.odds.exact import TooMuch
from cardkit.odds.questions import Question
from cardkit.odds.spaces import Space
from cardkit.odds.stream import Stream

if TYPE_CHECKING:
    from cardkit.odds.pictures import Picture

CHUNK = 20_000  # trials between two looks at the clock
SLOW = 2_000  # the same where a plain function is called for each
MOST = 10_000_000  # trials, when only a precision is asked for

Progress = Callable[[int, int], None]


@dataclass
class Simulation:
    """What a simulation found: an estimate, how sure it is, and how it got there."""

    question: Any
    space: Space | None
    seed: int
    level: float = 0.95
    tried: int = 0  # trials in all
    n: int = 0  # trials that agree with what is known
    event: bool = True  # whether the answers are true or false
    total: float = 0
    squares: float = 0
    interrupted: bool = False
    path: list[tuple[int, float, float, float]] = field(default_factory=list, repr=False)

    @property
    def estimate(self) -> float:
        return self.total / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for a chance, Student's for an average."""
        return self._interval(self.n, self.total, self.squares)

    def _interval(self, n: int, total: float, squares: float) -> tuple[float, float]:
        if self.event:
            found = wilson(total, n, self.level)
        else:
            found = mean(total, squares, n, self.level)
        return found.low, found.high

    @property
    def low(self) -> float:
        return self.interval[0]

    @property
    def high(self) -> float:
        return self.interval[1]

    @property
    def precision(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def sd(self) -> float:
        """The standard deviation of single trials."""
        if self.n < 2:
            return math.nan
        return math.sqrt(max(self.squares - self.total * self.estimate, 0) / (self.n - 1))

    def __contains__(self, value: float) -> bool:
        """Whether a value lies in the interval: `exact in simulation`."""
        return self.low <= value <= self.high

    def exact(self) -> Fraction | None:
        """The exact answer, if it can be had."""
        if self.space is None:
            return None
        try:
            return (P if self.event else E)(self.question, self.space)
        except TooMuch:
            return None

    def picture(self) -> Picture:
        """How the estimate settles down, beside the exact line."""
        from cardkit.odds.pictures import converging

        return converging(self)

    def __str__(self) -> str:
        kept = (
            f"{self.n:,} of {self.tried:,} trials" if self.n < self.tried else f"{self.n:,} trials"
        )
        ends = f"[{decimal(self.low)}, {decimal(self.high)}]"
        stopped = ", interrupted" if self.interrupted else ""
        return (
            f"{decimal(self.estimate)}, {self.level * 100:.3g} % interval {ends} "
            f"({kept}, seed {self.seed}{stopped})"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<span>{escape(str(self))}</span>"

    # Adding up -----------------------------------------------------------------------------

    def _add(self, answers: Any, tried: int) -> None:
        """Take in the answers of a chunk, and note the estimate at round numbers of trials."""
        self.tried += tried
        values = answers if hasattr(answers, "dtype") else list(answers)
        if len(values) and not self.n:
            self.event = _is_truth(values)
        for mark in _marks(self.n, self.n + len(values)):
            total, squares = self._sums(values[: mark - self.n])
            low, high = self._interval(mark, total, squares)
            self.path.append((mark, total / mark, low, high))
        self.total, self.squares = self._sums(values)
        self.n += len(values)

    def _sums(self, values: Any) -> tuple[float, float]:
        if not hasattr(values, "dtype") or values.dtype == object:
            plain = [_number(value) for value in values]
            if all(isinstance(value, int) for value in plain) and isinstance(self.total, int):
                return self.total + sum(plain), self.squares + sum(value * value for value in plain)
            total = math.fsum((self.total, *plain))
            return total, math.fsum((self.squares, *(value * value for value in plain)))
        whole = values.astype("int64")
        return self.total + int(whole.sum()), self.squares + int((whole * whole).sum())


def _is_truth(values: Any) -> bool:
    if hasattr(values, "dtype") and values.dtype != object:
        return bool(values.dtype == bool)
    return all(isinstance(value, bool) for value in values)


def _number(value: Any) -> float:
    if isinstance(value, int):
        return int(value)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise BadInput(f"A simulation averages numbers or events, not {value!r:.30}.") from None


def _marks(before: int, after: int) -> list[int]:
    """Numbers of trials at which to note the estimate: 10, 13, 17, … and so on by a quarter."""
    marks, mark = [], 10
    while mark <= after:
        if mark > before:
            marks.append(mark)
        mark = max(mark + 1, mark * 5 // 4)
    return marks


def simulate(
    question: object,
    space: Space | None = None,
    n: int | None = None,
    seed: int = 1,
    precision: float | None = None,
    level: float = 0.95,
    progress: bool | Progress = True,
) -> Simulation:
    """Try it out many times: n trials, or until the interval is within ± precision.

    Without a space, the question is a function of a stream of random numbers that plays one trial.

    >>> from cardkit.odds import Deck, has
    >>> simulate(has("7"), Deck("7 8 9").draw(1), n=9000, seed=3)
    0.3249, 95 % interval [0.3153, 0.3346] (9,000 trials, seed 3)
    """
    checked_seed(seed)
    if n is not None and (not isinstance(n, int) or isinstance(n, bool) or n < 1):
        raise BadInput(f"A simulation needs a whole number of trials, at least 1, not {n!r:.20}.")
    if precision is not None and not precision > 0:
        raise BadInput(f"The precision is a number above 0, like 0.005, not {precision!r:.20}.")
    if not 0 < level < 1:
        raise BadInput(
            f"The level of an interval lies between 0 and 1, like 0.95, not {level!r:.20}."
        )
    if space is not None and not isinstance(space, Space):
        raise BadInput("simulate(question, space) wants a space, like deck.draw(2).")
    if space is None and (isinstance(question, Question) or not callable(question)):
        raise BadInput("Say which cards this is about: simulate(question, deck.draw(2)).")
    asked = question if space is None else space.question(question)
    most = n or (MOST if precision is not None else CHUNK)
    result = Simulation(asked, space, seed, level)
    report = progress if callable(progress) else Bar().show if progress else None
    try:
        _run(result, most, precision, report)
    except KeyboardInterrupt:
        if not result.n:
            raise
        result.interrupted = True
    if not result.n:
        raise BadInput(
            f"In {result.tried:,} trials this never happened: {getattr(space, 'condition', '')!r}."
        )
    return result


def _run(result: Simulation, most: int, precision: float | None, report: Progress | None) -> None:
    asked, space = result.question, result.space
    chunk = SLOW if space is None or asked.opaque else CHUNK
    while result.tried < most:
        first, last = result.tried, min(result.tried + chunk, most)
        result._add(_answers(asked, space, result.seed, first, last), last - first)
        if report:
            report(last, most)
        if precision is not None and result.n >= 100 and result.precision <= precision:
            break
    if report:
        report(most, most)


def _answers(asked: Any, space: Space | None, seed: int, first: int, last: int) -> Sequence[Any]:
    """The answers in the trials first … last - 1; with NumPy all at once where that is possible."""
    if space is None:
        return [asked(Stream(seed, trial)) for trial in range(first, last)]
    try:
        from cardkit.odds import arrays
    except ImportError:
        arrays = None  # type: ignore[assignment]
    if arrays is not None and arrays.can_do(space):
        return arrays.trials(space, asked, seed, first, last)  # type: ignore[return-value]
    return one_by_one(asked, space, seed, first, last)


def one_by_one(asked: Question, space: Space, seed: int, first: int, last: int) -> list[Any]:
    """The same answers with the standard library alone."""
    found = []
    for trial in range(first, last):
        hands, fits = space.trial(Stream(seed, trial))
        if fits:
            found.append(asked(*hands))
    return found


class Bar:
    """A progress bar on the terminal or in a notebook, for what takes longer than a second."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.shown = 0.0

    def show(self, done: int, most: int) -> None:
        now = time.monotonic()
        if done < most and now - max(self.start + 0.5, self.shown) > 0.5:
            self.shown = now
            full = done * 30 // most
            text = f"{'█' * full}{'░' * (30 - full)} {done:,} of {most:,}"
            print(f"\r{text}", end="", file=sys.stderr, flush=True)
        elif done >= most and self.shown:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)
