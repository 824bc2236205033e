"""Two-person zero-sum games as a matrix: the mixed equilibrium, exact in Fractions.

Rows are your choices, columns the rival's, entries what you gain and the rival loses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from cardkit.errors import BadInput
from cardkit.odds.chance import Chance, Exact, exact

Row = list[Fraction]


@dataclass(frozen=True)
class Equilibrium:
    """How both should mix, and what the game is then worth to the one who chooses the row."""

    rows: tuple[Chance, ...]
    columns: tuple[Chance, ...]
    value: Exact

    def __repr__(self) -> str:
        rows, columns = (" ".join(map(_short, mix)) for mix in (self.rows, self.columns))
        return f"rows {rows}, columns {columns}, value {_short(self.value)}"

    def _repr_html_(self) -> str:
        return f"<span>{escape(repr(self))}</span>"


def _short(number: Fraction) -> str:
    return str(Fraction(number))


def equilibrium(matrix: Sequence[Sequence[Any]]) -> Equilibrium:
    """A pair of mixed strategies of which neither can be improved, and the value.

    >>> equilibrium([[2, 0], [-3/2, 3/2]])
    rows 3/5 2/5, columns 3/10 7/10, value 3/5
    """
    pay = _checked(matrix)
    if len(pay) > len(pay[0]):  # the same game seen by the rival, in a much smaller table
        turned = equilibrium([[-entry for entry in column] for column in zip(*pay, strict=True)])
        return Equilibrium(turned.columns, turned.rows, Exact(-turned.value))
    # With all entries positive, the best column mix is a linear programme with an obvious start:
    # maximise sum(x) with pay · x <= 1. Its dual solution is the best row mix.
    shift = 1 - min(min(row) for row in pay)
    columns, rows = _simplex([[entry + shift for entry in row] for row in pay])
    total = sum(columns)
    return Equilibrium(
        tuple(Chance(share / total) for share in rows),
        tuple(Chance(share / total) for share in columns),
        Exact(1 / total - shift),
    )


def _simplex(pay: list[Row]) -> tuple[Row, Row]:
    """Maximise the sum of x with pay · x <= 1, x >= 0; the solution and its dual.

    Bland's rule (always the first column that improves, ties by the first variable) cannot cycle.
    """
    height, width = len(pay), len(pay[0])
    table = [
        [*row, *(Fraction(int(slack == number)) for slack in range(height)), Fraction(1)]
        for number, row in enumerate(pay)
    ]
    goal: Row = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    while True:
        enter = next((column for column in range(width + height) if goal[column] < 0), None)
        if enter is None:
            break
        leave = min(
            (row for row in range(height) if table[row][enter] > 0),
            key=lambda row: (table[row][-1] / table[row][enter], basis[row]),
        )
        pivot = table[leave][enter]
        table[leave] = [entry / pivot for entry in table[leave]]
        for line in (*(table[row] for row in range(height) if row != leave), goal):
            factor = line[enter]
            if factor:
                line[:] = [a - factor * b for a, b in zip(line, table[leave], strict=True)]
        basis[leave] = enter
    solution = [Fraction(0)] * (width + height)
    for row, variable in enumerate(basis):
        solution[variable] = table[row][-1]
    return solution[:width], goal[width:-1]


def _checked(matrix: Sequence[Sequence[Any]]) -> list[Row]:
    try:
        pay = [[exact(entry) for entry in row] for row in matrix]
    except (TypeError, ValueError, OverflowError):
        raise BadInput("A matrix game is rows of numbers, like [[2, 0], [-1, 1]].") from None
    if not pay or not pay[0] or len({len(row) for row in pay}) != 1:
        raise BadInput(
            "A matrix game has rows of equal length, at least one, like [[2, 0], [-1, 1]]."
        )
    return pay


def guaranteed(matrix: Sequence[Sequence[Any]], rows: Sequence[Any]) -> Exact:
    """What this mix of rows brings at least, whatever the rival does.

    >>> guaranteed([[2, 0], [-3/2, 3/2]], ["3/4", "1/4"])
    3/8 = 0.3750
    """
    pay, mix = _checked(matrix), [exact(share) for share in rows]
    if len(mix) != len(pay) or sum(mix) != 1 or min(mix) < 0:
        raise BadInput(f"A mix has one chance for each of the {len(pay)} rows, together 1.")
    columns = zip(*pay, strict=True)
    return Exact(min(sum(p * q for p, q in zip(mix, column, strict=True)) for column in columns))


def dominated(matrix: Sequence[Sequence[Any]]) -> list[int]:
    """Rows to strike out: never better than another one, whatever the rival does.

    >>> dominated([[2, 0], [-3/2, 3/2], [3/2, 0]])
    [2]
    """
    pay = _checked(matrix)
    out: list[int] = []
    for number, row in enumerate(pay):
        for other, better in enumerate(pay):
            never_better = all(a <= b for a, b in zip(row, better, strict=True))
            if other not in (number, *out) and never_better and (row != better or other < number):
                out.append(number)
                break
    return out


def where_equal(
    one: Callable[[Fraction], Any], other: Callable[[Fraction], Any]
) -> tuple[Chance, Exact]:
    """The chance at which two straight lines meet, and their common height there.

    >>> where_equal(lambda p: 2*p - Fraction(3, 2)*(1 - p), lambda p: Fraction(3, 2)*(1 - p))
    (3/5 = 0.6000, 3 in 5, 3/5 = 0.6000)
    """
    gap = [exact(one(p)) - exact(other(p)) for p in (Fraction(0), Fraction(1), Fraction(1, 2))]
    if gap[0] + gap[1] != 2 * gap[2]:
        raise BadInput("These are not straight lines, so they may meet anywhere.")
    if gap[0] == gap[1]:
        raise BadInput("These lines are parallel: they meet nowhere, or everywhere.")
    p = gap[0] / (gap[0] - gap[1])
    if not 0 <= p <= 1:
        raise BadInput(f"These lines meet at {p}, and that is no chance.")
    return Chance(p), Exact(exact(one(p)))
