"""Sevens: what a 5 or a 7 does to the others, and what a card that hits you costs, on average."""

from __future__ import annotations

from fractions import Fraction

from cardkit.facts import Fact, Facts
from cardkit.game import View
from cardkit.games.sevens import Options, total
from cardkit.odds import Deck, P
from cardkit.odds import total as drawn_total
from cardkit.options import options_of
from cardkit.zones import Box

Counts = dict[str, int]


def facts(view: View) -> Facts:
    unseen = _unseen(view)
    if not any(unseen.values()):
        return {}
    return _playing(view, unseen) if view["phase"] == "play" else _reacting(view, unseen)


def _unseen(view: View) -> Counts:
    box = Box(options_of(Options, view).deck)
    box.take([*view["hand"], *view["discard"], *(c for known in view["known"] for c in known)])
    return box.left


def _mean(cards: Counts) -> Fraction:
    return Fraction(sum(int(card) * count for card, count in cards.items()), sum(cards.values()))


# My card, their hands ---------------------------------------------------------------------------


def _playing(view: View, unseen: Counts) -> Facts:
    hit = Fact("rivals hit on average, if nobody reacts", _hit(view, unseen), "sevens.effect.5")
    lost = Fact("7s that rivals lose on average, if nobody reacts", _sevens(view, unseen),
                "sevens.effect.7")  # fmt: skip
    return {move: (fact,) for move, fact in (("play 5", hit), ("play 7", lost))
            if move in view["moves"]}  # fmt: skip


def _rivals(view: View) -> list[tuple[list[str], int]]:
    """Of each rival whom a card can hit: the cards known, and how many are not."""
    safe = (view["seat"], view["protected"])
    hands = enumerate(zip(view["known"], view["hands"], strict=True))
    return [(known, held - len(known)) for seat, (known, held) in hands if seat not in safe]


def _hit(view: View, unseen: Counts) -> Fraction:
    """Each rival's chance, added up: linearity, although the hands are from one deck."""
    limit, chances = options_of(Options, view).five_total, Fraction(0)
    for known, hidden in _rivals(view):
        chances += Fraction(P(drawn_total >= limit - total(known), Deck(unseen).draw(hidden)))
    return chances


def _sevens(view: View, unseen: Counts) -> Fraction:
    share = Fraction(unseen.get("7", 0), sum(unseen.values()))
    return Fraction(sum(known.count("7") + hidden * share for known, hidden in _rivals(view)))


# Their card, my hand ----------------------------------------------------------------------------


def _reacting(view: View, unseen: Counts) -> Facts:
    """What happens to my points: the cards I lose against new ones, or a 6 against a new one."""
    if view["phase"] != "react":
        return {}
    mean, text = _mean(unseen), "points gained (or, below 0, lost) on average"
    let = Fraction(sum(mean - card for card in _stake(view)))
    found: Facts = {"let": (Fact(text, let, f"sevens.effect.{view['card']}"),)}
    if "react" in view["moves"]:
        found["react"] = (Fact(text, mean - 6, "sevens.effect.6-react"),)
    return found


def _stake(view: View) -> list[Fraction]:
    """The points of the cards that I would lose: the highest, any at all, or the 7s."""
    options, points = options_of(Options, view), [Fraction(card) for card in view["hand"]]
    if view["card"] == "5":
        hit = sum(points) >= options.five_total
        return sorted(points)[-options.five_cards :] if hit else []
    if view["card"] == "7":
        return [point for point in points if point == 7]
    if view["card"] == "3" and points:
        return [Fraction(sum(points)) / len(points)] * min(options.three_cards, len(points))
    return []
