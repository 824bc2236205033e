"""Seers: what the hand pays after a move that changes it by cards one can see."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from cardkit.bots.seers import CHANGING, hand_after
from cardkit.facts import Fact, Facts, View
from cardkit.games.seers_options import Options
from cardkit.games.seers_ranks import RUNE
from cardkit.options import options_of


def facts(view: View) -> Facts:
    if view["phase"] not in CHANGING:
        return {}
    options = options_of(Options, view)
    text, rule = "runes that the best five of your hand then pay", "seers.score.rank"
    return {
        move: (Fact(text, Fraction(_runes(hand_after(view, move), options)), rule),)
        for move in view["moves"]
    }


def _runes(hand: list[str], options: Options) -> int:
    fives = combinations(hand, min(len(hand), options.hand_size))
    return max(
        options.rank(five).points + options.rune_card * five.count(RUNE) for five in fives
    )
