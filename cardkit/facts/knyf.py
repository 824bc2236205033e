"""Knyf: what a box scores, and what the excess cards cost."""

from __future__ import annotations

from fractions import Fraction

from cardkit.facts import Fact, Facts
from cardkit.game import View
from cardkit.games.knyf import Options
from cardkit.games.knyf_card import ScoreCard, box_rule, sorted_cards
from cardkit.options import options_of


def facts(view: View) -> Facts:
    """What a filled box is worth, and what the excess cards cost."""
    options = options_of(Options, view)
    card = ScoreCard.read(view["cards"][view["seat"]], options)
    cost = options.penalty * options.excess(len(view["hand"]))
    penalty = (Fact("penalty points", Fraction(cost), "knyf.play.penalty"),) if cost else ()
    found: Facts = {}
    for move in view["moves"]:
        words = [word for word in move.split() if word != "announce"]
        if words[0] == "fill":
            points = card.worth(words[1], sorted_cards(words[3:]))
            found[move] = (Fact("points written", Fraction(points), box_rule(words[1])), *penalty)
    return found
