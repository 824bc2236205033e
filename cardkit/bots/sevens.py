"""A sensible Sevens player: get rid of low cards, keep high ones, aim at whoever has been doing so.

Everything is weighed in points: what stays in hand, and what the card played is worth on top.
"""

from __future__ import annotations

import math

from cardkit.game import View
from cardkit.games.sevens import Options, Sevens
from cardkit.options import options_of

MEAN = 4.0  # points of a card not seen
# How often sensible players are seen to hold each card from the second round on, as a multiple of
# how often it would be dealt to them.
KEPT = {"1": 0.6, "2": 0.2, "3": 0.3, "4": 1.5, "5": 1.1, "6": 1.4, "7": 1.9}
HABIT = 0.35  # how much each card of a rival gains per round, by keeping the high ones


def sensible(view: View) -> str:
    """The notation of the move it would play."""
    if view["phase"] == "play":
        return ranked(view)[0]
    if view["phase"] == "give":
        return f"give {view['hand'][0]}"  # the lowest
    return "react" if "react" in view["moves"] and _stake(view) > _price(view) else "let"


def ranked(view: View) -> list[str]:
    """The moves from best to worst."""
    if view["phase"] != "play":
        return list(view["moves"])
    return sorted(view["moves"], key=lambda move: -_worth(view, move))


def likely(view: View, game: Sevens) -> float:
    """How likely rivals are to hold what they hold in an imagined game, by what people keep."""
    if view["round"] == 1:
        return 1.0
    rivals = [hand for seat, hand in enumerate(game.hands) if seat != view["seat"]]
    return math.prod(KEPT[card] for hand in rivals for card in hand)


def _worth(view: View, move: str) -> float:
    """The points left in hand after this card, and what its effect brings me over the rivals."""
    card, hand = move.split()[1], list(view["hand"])
    hand.remove(card)
    target = int(move.split()[3]) if " on " in move else None
    return sum(map(int, hand)) + _effect(view, card, hand, target)


def _effect(view: View, card: str, hand: list[str], target: int | None) -> float:
    rivals: int = view["players"] - 1
    three, five = _takes(view)
    if card == "1" and target is not None:
        return 1.5 - int(hand[0])  # both give their lowest
    if card == "2":
        return 1.5  # a card to choose from more
    if card == "3" and target == view["seat"]:
        return min(three, len(hand)) * (MEAN - sum(map(int, hand)) / max(1, len(hand)))
    if card == "3" and target is not None:
        held: int = view["hands"][target]
        return min(three, held) * (_mean(view, target) - MEAN) / rivals
    if card == "5":
        return 0.75 * five * sum(_mean(view, rival) > 4.4 for rival in _open(view)) / rivals
    if card == "6":
        return 1.0 if sum(map(int, hand)) >= 22 else 0.0
    if card == "7":
        return -(7 - MEAN) * hand.count("7")
    return 0.0


def _takes(view: View) -> tuple[int, int]:
    """How many cards a 3 and a 5 take."""
    options = options_of(Options, view)
    return options.three_cards, options.five_cards


def _open(view: View) -> list[int]:
    """The rivals that a card of mine can hit."""
    safe = (view["seat"], view["protected"])
    return [seat for seat in range(view["players"]) if seat not in safe]


def _mean(view: View, rival: int) -> float:
    """Points per card in a rival's hand: what is known of it, and what they tend to keep."""
    known: list[str] = view["known"][rival]
    held: int = max(1, view["hands"][rival])
    usual = MEAN + HABIT * min(int(view["round"]), 4)
    return (sum(map(int, known)) + (held - len(known)) * usual) / held


def _stake(view: View) -> float:
    """The points this card is about to cost me."""
    points = [int(card) for card in view["hand"]]
    three, five = _takes(view)
    if view["card"] == "5":
        return sum(point - MEAN for point in points[-five:])
    if view["card"] == "7":
        return points.count(7) * (7 - MEAN)
    if view["card"] == "3":
        return min(three, len(points)) * (sum(points) / len(points) - MEAN)
    return 0.0


def _price(view: View) -> float:
    """A 6 becomes a card not seen, and my next action can play no card away."""
    last = view["round"] == options_of(Options, view).rounds
    return 6 - MEAN + (0.0 if last else 1.5)
