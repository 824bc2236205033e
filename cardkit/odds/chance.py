"""Exact numbers that show themselves: a fraction, a decimal, "about 1 in 14", and a bar.

They are Fractions in every respect; whatever is calculated from them stays exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from html import escape
from typing import Any

BAR = 20  # characters of a bar in a terminal


def exact(number: Any) -> Fraction:
    """A number as it was written: 0.9 is nine tenths, not the nearest binary fraction.

    >>> exact(0.9), exact("3/10")
    (Fraction(9, 10), Fraction(3, 10))
    """
    return Fraction(str(number)) if isinstance(number, float) else Fraction(number)


def decimal(number: Fraction | float) -> str:
    """Four places, or four significant ones when a number is small.

    >>> decimal(Fraction(407, 1580)), decimal(Fraction(1, 3000)), decimal(Fraction(12))
    ('0.2576', '0.0003333', '12')
    """
    if isinstance(number, Fraction) and number.denominator == 1:
        return str(number.numerator)
    return (
        f"{float(number):.4f}"
        if abs(float(number)) >= 0.001 or not number
        else f"{float(number):.4g}"
    )


def in_words(chance: Fraction) -> str:
    """A chance as one says it.

    >>> in_words(Fraction(1, 14)), in_words(Fraction(407, 1580)), in_words(Fraction(950, 999))
    ('1 in 14', 'about 1 in 4', 'about 19 in 20')
    """
    if chance in (0, 1):
        return "certain" if chance else "impossible"
    if chance < Fraction(1, 10):
        near = Fraction(1, round(1 / chance))
    elif chance > Fraction(9, 10):
        near = 1 - Fraction(1, round(1 / (1 - chance)))
    else:
        near = chance.limit_denominator(10)
    said = f"{near.numerator:,} in {near.denominator:,}"
    return said if near == chance else f"about {said}"


class Exact(Fraction):
    """An exact number with a display; a sum or product of exact numbers is one again.

    >>> Exact(1, 2) + 1
    3/2 = 1.5000
    """

    __slots__ = ()

    def __str__(self) -> str:
        if self.denominator == 1:
            return str(self.numerator)
        return f"{self.numerator}/{self.denominator} = {decimal(self)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<span>{escape(str(self))}</span>"

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __reduce__(self) -> tuple[Any, ...]:  # Fraction rebuilds itself from str, which is ours
        return type(self), (self.numerator, self.denominator)


class Chance(Exact):
    """The chance of an event: a Fraction from 0 to 1.

    >>> Chance(407, 1580)
    407/1580 = 0.2576, about 1 in 4
    """

    __slots__ = ()

    def __str__(self) -> str:
        return (
            f"{super().__str__()}, {in_words(self)}"
            if 0 < self < 1
            else f"{int(self)}, {in_words(self)}"
        )

    __repr__ = __str__

    @property
    def bar(self) -> str:
        """
        >>> Chance(1, 4).bar
        '█████░░░░░░░░░░░░░░░'
        """
        full = round(self * BAR)
        return "█" * full + "░" * (BAR - full)

    def _repr_html_(self) -> str:
        # Only currentColor, so that it reads the same on a light and on a dark page.
        share = f"{float(self):.2%}"
        bar = (
            '<span aria-hidden="true" style="display:inline-block;width:10em;height:.7em;'
            'border:1px solid currentColor;border-radius:2px;vertical-align:baseline">'
            f'<span style="display:block;width:{share};height:100%;background:currentColor;'
            'opacity:.6"></span></span>'
        )
        return f"<span>{bar} {escape(str(self))}</span>"


def _exactly(name: str) -> Callable[..., Any]:
    """The operation of Fraction, with its result shown the way exact numbers are."""
    plain = getattr(Fraction, name)

    def operation(*numbers: Any) -> Any:
        result = plain(*numbers)
        return Exact(result) if isinstance(result, Fraction) else result

    operation.__name__ = name
    return operation


for _name in ("add", "sub", "mul", "truediv", "pow"):
    for _operation in (f"__{_name}__", f"__r{_name}__"):
        setattr(Exact, _operation, _exactly(_operation))
for _operation in ("__neg__", "__abs__"):
    setattr(Exact, _operation, _exactly(_operation))
