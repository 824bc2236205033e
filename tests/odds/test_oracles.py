"""Real decks against icepool and SciPy, which count in ways of their own."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import icepool
import pytest
from scipy.stats import hypergeom, multivariate_hypergeom

from cardkit.odds import (
    Deck,
    E,
    P,
    Var,
    can_rob,
    count,
    dist,
    has,
    has_any,
    highest,
    of_a_kind,
    somebody,
    straight,
    total,
)  # fmt: skip

LYNX = Deck("lynx")
ICE = icepool.Deck({**dict.fromkeys(range(1, 14), 8), 0: 5})  # the joker as 0, read first


class Robs(icepool.MultisetEvaluator):
    """Whether somebody can rob `size` cards of `value`; for one deal of several hands."""

    def __init__(self, size, value):
        self.size, self.value = size, value

    def initial_state(self, order, outcomes, *sizes):
        if order < 0:
            raise icepool.UnsupportedOrder
        return None

    def next_state(self, jokers, order, outcome, counts):
        if jokers is True:
            return True
        if outcome == 0:
            return True if max(counts) >= self.size else counts
        if outcome > self.value and max(map(sum, zip(jokers, counts, strict=True))) >= self.size:
            return True
        return jokers

    def final_outcome(self, state, order, outcomes, *sizes):
        return state is True


@pytest.mark.parametrize(("size", "value"), [(1, 12), (2, 9), (3, 7), (4, 2), (5, 5), (2, 13)])
def test_robbing_a_layer_as_icepool_counts_it(size, value):
    ice = Robs(size, value).evaluate(ICE.deal((13,)))
    assert P(can_rob([value] * size), LYNX.draw(13)) == ice.probability(True)


@pytest.mark.parametrize(
    ("size", "value", "hands"), [(2, 10, (4, 4)), (3, 7, (6, 6)), (2, 12, (3, 3, 3))]
)
def test_several_hands_as_icepool_counts_them(size, value, hands):
    ice = Robs(size, value).evaluate(ICE.deal(hands))
    assert P(somebody(can_rob([value] * size)), LYNX.deal(*hands)) == ice.probability(True)


def test_sums_and_extremes_as_icepool_counts_them():
    hand = ICE.deal(6)
    for ours, ice in [
        (dist(total, LYNX.draw(6)), hand.sum()),
        (dist(highest, LYNX.draw(6)), hand.highest(1).sum()),
    ]:
        assert ours == {value: Fraction(n, ice.denominator()) for value, n in ice.items()}


def test_sets_and_straights_as_icepool_counts_them():
    knyf, ours = icepool.Deck(dict.fromkeys(range(1, 7), 18)), Deck(dict.fromkeys("123456", 18))
    kind = knyf.deal(5).largest_count()
    row = knyf.deal(5).largest_straight()
    for number in (2, 3, 4, 5):
        assert P(of_a_kind(number), ours.draw(5)) == kind.probability(">=", number)
        assert P(straight(number), ours.draw(5)) == row.probability(">=", number)


def test_counts_as_scipy_has_them():
    for cards, good, drawn in [(80, 6, 2), (109, 13, 13), (103, 16, 4)]:
        deck = Deck({"good": good, "bad": cards - good})
        theirs = hypergeom(cards, good, drawn)
        ours = dist(count("good"), deck.draw(drawn))
        for number, chance in ours.items():
            assert float(chance) == pytest.approx(theirs.pmf(number), rel=1e-9)
        assert float(E(count("good"), deck.draw(drawn))) == pytest.approx(theirs.mean())
        assert float(Var(count("good"), deck.draw(drawn))) == pytest.approx(theirs.var())


def test_two_kinds_at_once_as_scipy_has_them():
    theirs = multivariate_hypergeom([8, 5, 96], 13)
    neither = theirs.pmf([0, 0, 13])
    assert float(P(has_any("13", "*"), LYNX.draw(13))) == pytest.approx(1 - neither)
    exactly = theirs.pmf([2, 1, 10])
    ours = P((count("13") == 2) & (count("*") == 1), LYNX.draw(13))
    assert float(ours) == pytest.approx(exactly)
    assert P(has("13"), LYNX.draw(13)) == 1 - Fraction(comb(101, 13), comb(109, 13))
