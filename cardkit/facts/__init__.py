"""What can be known exactly about a move: not an estimate, a Fraction, with the rule behind it.

One small module per game: `facts(view)` gives the facts about each legal move that has any.
Averages and chances take every card that the seat has not seen as equally likely.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from fractions import Fraction

from cardkit.game import View
from cardkit.games import named


@dataclass(frozen=True, slots=True)
class Fact:
    """Something certain about a move: a chance or a number, what it is of, and its rule."""

    text: str
    value: Fraction
    rule: str
    decides: bool = False  # whether it is the chance to win itself

    @property
    def brief(self) -> str:
        """For a narrow place: the number rounded, the rule left out."""
        number = self.value
        return f"{self.text}: {number if number.denominator == 1 else f'{float(number):.3f}'}"

    def __str__(self) -> str:
        number = self.value
        shown = str(number) if number.denominator == 1 else f"{number} = {float(number):.3f}"
        return f"{self.text}: {shown} ({self.rule})"


Facts = dict[str, tuple[Fact, ...]]  # by move


def facts(view: View) -> Facts:
    """The exact facts about each legal move of this view.

    >>> import cardkit
    >>> game = cardkit.position("knyf", players=2, hands={0: "2 4 5 6 6 6"})
    >>> print(*facts(game.view(0))["fill sixes with 6 6 6"], sep="; ")
    points written: 18 (knyf.box.upper); penalty points: 2 (knyf.play.penalty)
    """
    known: Facts = importlib.import_module(f"cardkit.facts.{named(view['game']).name}").facts(view)
    return known
