"""Chances, exact and simulated: "what are the chances?" in the words of the question.

>>> from cardkit.odds import Deck, P, has
>>> unseen = Deck("lynx") - "1 4 6 6 8 8 10 10"
>>> two = unseen.draw(2)
>>> P(has("10") | has("★"), two)
209/1010 = 0.2069, about 1 in 5
"""

from __future__ import annotations

from cardkit.odds.answers import Dist, E, P, Var, convolve, dist, given, independent, sd
from cardkit.odds.chance import Chance, Exact
from cardkit.odds.deck import Deck, Hand
from cardkit.odds.events import (
    all_weaker,
    best,
    can_rob,
    category,
    count,
    everybody,
    habit,
    hand_rank,
    has,
    has_any,
    highest,
    how_many,
    is_trap,
    jokers,
    laid_face_down,
    lowest,
    most,
    nobody,
    of_a_kind,
    somebody,
    straight,
    total,
    weaker_than,
    which,
)
from cardkit.odds.exact import TooMuch
from cardkit.odds.markov import Chain
from cardkit.odds.matrix import dominated, equilibrium, guaranteed, where_equal
from cardkit.odds.simulation import Simulation, simulate

__all__ = [
    "Chain", "Chance", "Deck", "Dist", "E", "Exact", "Hand", "P", "Simulation", "TooMuch", "Var",
    "all_weaker", "best", "can_rob", "category", "convolve", "count", "dist", "dominated",
    "equilibrium", "everybody", "given", "guaranteed", "habit", "hand_rank", "has", "has_any",
    "highest", "how_many", "independent", "is_trap", "jokers", "laid_face_down", "lowest", "most",
    "nobody", "of_a_kind", "sd", "simulate", "somebody", "straight", "total", "weaker_than",
    "where_equal", "which",
]  # fmt: skip
