"""The answers: P, E, Var and dist, exact; `given` for what is known; distributions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from math import lcm, sqrt
from typing import Any

from cardkit.errors import BadInput
from cardkit.odds.chance import Chance, Exact, decimal
from cardkit.odds.chance import exact as exactly
from cardkit.odds.exact import LIMIT
from cardkit.odds.spaces import Given, Space, likelihood

Number = Any


class Dist:
    """An exact distribution: each value with its chance.

    >>> die = Dist({face: 1 for face in range(1, 7)})
    >>> E(die), P(die >= 5), E(lambda face: face * face, die)
    (7/2 = 3.5000, 1/3 = 0.3333, 1 in 3, 91/6 = 15.1667)
    """

    __slots__ = ("chances",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, weights: Mapping[Any, Any]) -> None:
        exact = {value: exactly(weight) for value, weight in weights.items()}
        total = sum(exact.values())
        if any(weight < 0 for weight in exact.values()) or not total:
            raise BadInput("A distribution needs weights that are not negative, and not all 0.")
        order = _ordered([value for value, weight in exact.items() if weight])
        self.chances = {value: Chance(exact[value] / total) for value in order}

    def __getitem__(self, value: object) -> Chance:
        return self.chances.get(value, Chance(0))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def items(self) -> Iterable[tuple[Any, Chance]]:
        return self.chances.items()

    def map(self, function: Callable[[Any], Any]) -> Dist:
        """The distribution of a function of the value."""
        weights: dict[Any, Fraction] = {}
        for value, chance in self.items():
            image = function(value)
            weights[image] = weights.get(image, Fraction(0)) + Fraction(chance)
        return Dist(weights)

    def _with(self, other: object, operation: Callable[[Any, Any], Any]) -> Dist:
        if isinstance(other, Dist):
            raise BadInput(
                "Are these two independent? If so, say convolve(a, b) for their sum, or "
                "independent(function, a, b)."
            )
        return self.map(lambda value: operation(value, other))

    def __add__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __ge__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a >= b)

    def __gt__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a > b)

    def __le__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a <= b)

    def __lt__(self, other: object) -> Dist:
        return self._with(other, lambda a, b: a < b)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, Mapping):
            return self.chances == dict(other)
        if isinstance(other, Dist):
            return self.chances == other.chances
        return self.map(lambda value: value == other)

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{value!r}: {chance.numerator}/{chance.denominator}"
            if chance.denominator < 10**6
            else f"{value!r}: {decimal(chance)}"
            for value, chance in self.items()
        )
        return "{" + shown + "}"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(str(value))}</th>"
            f'<td style="text-align:left">{chance._repr_html_()}</td></tr>'
            for value, chance in self.items()
        )
        return f"<table>{rows}</table>"


def _ordered(values: list[Any]) -> list[Any]:
    try:
        return sorted(values)
    except TypeError:
        return values


def given(event: object, space: Space) -> Given:
    """The space in which this is known: an event, or a stated habit.

    >>> from cardkit.odds import Deck, has
    >>> P(has("1 1"), given(has("1"), Deck("1 1 2").draw(2)))
    1/3 = 0.3333, 1 in 3
    """
    if not isinstance(space, Space):
        raise BadInput("given(event, space) wants a space, like deck.draw(2).")
    return Given(space, space.question(event, truth=True))


def dist(variable: object, space: Space, limit: int = LIMIT) -> Dist:
    """The exact distribution of a number (or of any answer) over a space.

    >>> from cardkit.odds import Deck, total
    >>> dist(total, Deck("1 2 3").draw(2))
    {3: 1/3, 4: 1/3, 5: 1/3}
    """
    return Dist(_weights(variable, space, limit))


def _weights(
    variable: object, space: Space | Dist | None, limit: int, truth: bool = False
) -> Mapping[Any, Fraction | int]:
    """Every answer with its weight."""
    if isinstance(space, Space):
        return space.weights(space.question(variable, truth), limit)
    if space is None and isinstance(variable, Dist):
        return variable.chances
    if space is None:
        raise BadInput("Say which cards this is about: a space, like deck.draw(2).")
    if not isinstance(space, Dist):
        raise BadInput("The second thing to give is a space, like deck.draw(2).")
    if not callable(variable):
        raise BadInput("Ask a distribution with a function of its value, like lambda n: n >= 3.")
    return space.map(variable).chances


def P(event: object, space: Space | Dist | None = None, limit: int = LIMIT) -> Chance:
    """The exact chance of an event.

    >>> from cardkit.odds import Deck, has
    >>> P(has("7"), Deck("7 8 9").draw(1))
    1/3 = 0.3333, 1 in 3
    """
    weights = _weights(event, space, limit, truth=True)
    true: Fraction | int = 0
    for answer, weight in weights.items():
        try:
            true += weight * likelihood(answer)
        except BadInput:
            raise BadInput(
                f"P wants an event, and this answers {answer!r:.30}: compare it with something, "
                "like count('7') >= 2, or ask E or dist."
            ) from None
    return Chance(Fraction(true) / sum(weights.values()))


def E(variable: object, space: Space | Dist | None = None, limit: int = LIMIT) -> Exact:
    """The exact average of a number.

    >>> from cardkit.odds import Deck, total
    >>> E(total, Deck("1 2 3").draw(2))
    4
    """
    return Exact(_moment(_weights(variable, space, limit), 1))


def Var(variable: object, space: Space | Dist | None = None, limit: int = LIMIT) -> Exact:
    """The exact variance of a number.

    >>> from cardkit.odds import Deck, total
    >>> Var(total, Deck("1 2 3").draw(2))
    2/3 = 0.6667
    """
    weights = _weights(variable, space, limit)
    return Exact(_moment(weights, 2) - _moment(weights, 1) ** 2)


def sd(variable: object, space: Space | Dist | None = None, limit: int = LIMIT) -> float:
    """The standard deviation: the root of the variance, as a plain decimal."""
    return sqrt(Var(variable, space, limit))


def _moment(weights: Mapping[Any, Fraction | int], power: int) -> Fraction:
    total: Fraction | int = 0
    for value, weight in weights.items():
        if not isinstance(value, int | float | Fraction):
            raise BadInput(f"An average needs numbers, and this answers {value!r:.30}.")
        total += weight * (value if isinstance(value, int) else exactly(value)) ** power
    return Fraction(total) / sum(weights.values())


# Independent things ---------------------------------------------------------------------------


def independent(function: Callable[..., Any], *parts: Dist) -> Dist:
    """The distribution of a function of independent things, such as two dice."""
    joint: dict[tuple[Any, ...], int] = {(): 1}
    for part in parts:
        whole = lcm(*(chance.denominator for _, chance in part.items()))
        weights = [(value, int(chance * whole)) for value, chance in part.items()]
        joint = {
            (*values, value): before * weight
            for values, before in joint.items()
            for value, weight in weights
        }
    answers: dict[Any, int] = {}
    for values, weight in joint.items():
        answer = function(*values)
        answers[answer] = answers.get(answer, 0) + weight
    return Dist(answers)


def convolve(*parts: Dist | Iterable[Dist]) -> Dist:
    """The sum of independent numbers.

    >>> die = Dist({face: 1 for face in range(1, 7)})
    >>> P(convolve(die, die) >= 11)
    1/12 = 0.0833, 1 in 12
    """
    flat = [one for part in parts for one in ([part] if isinstance(part, Dist) else part)]
    result = Dist({0: 1})
    for one in flat:
        result = independent(lambda a, b: a + b, result, one)
    return result
