"""Two studies that dealt the same cards, game by game: what changed, and how sure that is."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from cardkit.errors import BadInput
from cardkit.intervals import Estimate, mean_of

if TYPE_CHECKING:
    import pandas as pd

    from cardkit.studies import Study

SAME = ("game", "seed", "players", "rotate")  # what two studies must share to deal the same cards
QUANTITIES = {"wins": "win", "score": "score", "length": "length"}  # and their columns


class Difference(NamedTuple):
    """The mean in this study and in the other, this minus other, and what pairing gained."""

    this: float
    other: float
    difference: Estimate
    pairing: float  # variance without pairs over variance in pairs: so many times the games

    def __repr__(self) -> str:
        value, low, high, _ = self.difference
        return (
            f"{self.this:.4g} - {self.other:.4g} = {value:+.4g} [{low:+.4g}, {high:+.4g}], "
            f"pairing worth {self.pairing:.3g} × the games"
        )


@dataclass(frozen=True, repr=False)
class Comparison:
    """Wins and score of one place of the line-up, and the length of the games, in pairs."""

    title: str
    wins: Difference
    score: Difference
    length: Difference

    @property
    def frame(self) -> pd.DataFrame:
        """One row per quantity, with the interval of the difference."""
        import pandas as pd

        rows = []
        for name in QUANTITIES:
            this, other, (value, low, high, games), pairing = getattr(self, name)
            rows.append((name, this, other, value, low, high, games, pairing))
        columns = "quantity this other difference from to games pairing".split()
        return pd.DataFrame(rows, columns=columns).set_index("quantity")

    def __repr__(self) -> str:
        lines = [f"{name:>6}: {getattr(self, name)}" for name in QUANTITIES]
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        return shown(self.title, self.frame)


def shown(title: str, frame: pd.DataFrame) -> str:
    """A table under its title, as a notebook shows it."""
    table: str = frame.to_html(float_format=lambda number: f"{number:.3f}")
    return f"<p>{html.escape(title)}</p>{table}"


def compare(this: Study, other: Study, place: int = 0, level: float = 0.95) -> Comparison:
    """The games that both studies have, one place of the line-up against the same place."""
    _check(this, other, place)
    ours, theirs = _rows(this, place), _rows(other, place)
    both = sorted(ours.keys() & theirs.keys())
    if not both:
        raise BadInput("The two studies have no finished game in common, so nothing to compare.")
    differences = {
        name: _difference([ours[n][column] for n in both], [theirs[n][column] for n in both], level)
        for name, column in QUANTITIES.items()
    }
    title = (
        f"{this.parameters['game']}, place {place}: {_label(this, place)} "
        f"minus {_label(other, place)}, {len(both)} games with the same cards"
    )
    return Comparison(title, **differences)


def _check(this: Study, other: Study, place: int) -> None:
    from cardkit.studies import Study

    if not isinstance(other, Study):
        raise BadInput(f"A study is compared with another study, not with {other!r:.40}.")
    for name in SAME:
        if this.parameters[name] != other.parameters[name]:
            raise BadInput(
                f"Only studies with the same {name} deal the same cards: here it is "
                f"{this.parameters[name]!r}, there {other.parameters[name]!r}."
            )
    places = range(this.parameters["players"])
    if not isinstance(place, int) or place not in places:
        raise BadInput(f"The line-up has places 0 to {places[-1]}, not {place!r:.40}.")


def _rows(study: Study, place: int) -> dict[int, dict[str, Any]]:
    return {row["game"]: row for row in study.rows if row["place"] == place}


def _label(study: Study, place: int) -> str:
    options = ", ".join(f"{name} {value}" for name, value in study.parameters["options"].items())
    return f"{study.parameters['bots'][place]}{f' ({options:.60})' if options else ''}"


def _difference(this: Sequence[float], other: Sequence[float], level: float) -> Difference:
    changes = [a - b for a, b in zip(this, other, strict=True)]
    apart, paired = _spread(this) + _spread(other), _spread(changes)
    pairing = apart / paired if paired else math.inf if apart else 1.0
    return Difference(fmean(this), fmean(other), mean_of(changes, level), pairing)


def _spread(numbers: Sequence[float]) -> float:
    """The variance but for its divisor, which is the same for all three."""
    middle = fmean(numbers)
    return sum((number - middle) ** 2 for number in numbers)
