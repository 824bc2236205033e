"""Seers: what the hand pays after a move that changes it by cards one can see."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from cardkit.events import HIDDEN
from cardkit.facts import Fact, Facts
from cardkit.game import View
from cardkit.games.seers_options import Options
from cardkit.games.seers_ranks import RUNE
from cardkit.options import options_of

CHANGING = ("take", "swap", "keep", "surplus")  # questions whose answers change the hand


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


def hand_after(view: View, move: str) -> list[str]:
    """The cards in hand after a take, a swap, a keep or a discard; `skip` changes nothing."""
    hand, words = list(view["hand"]), move.split()
    if words[0] in ("discard", "swap"):
        hand.remove(words[1])
    if words[0] == "keep":
        hand.append(words[1])
    elif words[-1] == "discard":
        hand += [view["discard"]] if view["discard"] != HIDDEN else []
    elif words[-1][0] == "#":
        hand.append(track_of(view)[int(words[-1][1:]) - 1])
    return hand


def track_of(view: View) -> list[str]:
    first, second = view["track"]
    return [*first, *second]
