"""Exact answers are what brute force finds, hand by hand, on small decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from cardkit.odds import (
    Deck,
    Dist,
    E,
    P,
    Var,
    best,
    can_rob,
    count,
    dist,
    everybody,
    given,
    has,
    has_any,
    highest,
    how_many,
    jokers,
    laid_face_down,
    lowest,
    most,
    nobody,
    of_a_kind,
    somebody,
    straight,
    total,
    which,
)  # fmt: skip
from cardkit.odds.questions import Question
from tests.odds.helpers import LYNX, deals, hands, share

DECK = Deck(LYNX)

EVENTS: list[tuple[Question, object]] = [
    (has("10"), lambda h: h.count("10") >= 1),
    (has("10 10 *"), lambda h: h.count("10") >= 2 and h.jokers >= 1),
    (has("10") | has("*"), lambda h: "10" in h or "*" in h),
    (has("10") & has("*"), lambda h: "10" in h and "*" in h),
    (~has("10"), lambda h: "10" not in h),
    (has_any("12", "13"), lambda h: h.count("12", "13") > 0),
    (total >= 30, lambda h: h.total >= 30),
    (total < 30, lambda h: h.total < 30),
    ((total > 20) & (total <= 33), lambda h: 20 < h.total <= 33),
    (count("13") == 2, lambda h: h.count("13") == 2),
    (count("13") != 2, lambda h: h.count("13") != 2),
    (count("13") > jokers, lambda h: h.count("13") > h.jokers),
    (count("13") + jokers >= 3, lambda h: h.count("13") + h.jokers >= 3),
    (2 * jokers - 1 == count("10"), lambda h: 2 * h.jokers - 1 == h.count("10")),
    (of_a_kind(3), lambda h: h.most >= 3),
    (of_a_kind(3, wild="*"), lambda h: h.most + h.jokers >= 3),
    (most("10", "11", wild="★") == 3, lambda h: max(h.count("10"), h.count("11")) + h.jokers == 3),
    (straight(3), lambda h: any({v, v + 1, v + 2} <= set(h.values) for v in range(1, 14))),
    (highest >= 13, lambda h: h.highest >= 13),
    (lowest >= 7, lambda h: h.lowest >= 7),
    (best(2) >= 25, lambda h: sum(h.values[-2:]) >= 25),
]


@pytest.mark.parametrize(("event", "test"), EVENTS, ids=[repr(event) for event, _ in EVENTS])
@pytest.mark.parametrize("size", [0, 1, 4, 6])
def test_named_questions(event, test, size):
    """Three ways to the same number: the machine, the plain function, and every hand in turn."""
    exact = share(test, DECK, size)
    assert P(event, DECK.draw(size)) == exact
    assert P(test, DECK.draw(size)) == exact
    assert share(event, DECK, size) == exact


@pytest.mark.parametrize(
    "layer", ["10", "12", "13", "*", "10 10", "12 *", "13 13", "7 7 7", "9 * *"]
)
@pytest.mark.parametrize("mode", ["basic", "expert"])
def test_can_rob_is_what_some_lay_of_the_hand_does(layer, mode):
    deck = Deck("1 1 7 10 10 12 13 13 * * 8 8")
    cards = layer.split()
    value = next((int(card) for card in cards if card != "*"), 14)

    def robs(hand):
        if len(hand) <= len(cards):  # lynx.end.hand-empty
            return False
        lays = [(int(card), hand.count(card) + hand.jokers) for card in hand if card != "*"]
        ways = [(worth, number) for worth, number in lays if number >= len(cards)]
        high = any(worth > value for worth, _ in ways) or hand.jokers >= len(cards)
        low = mode == "expert" and value >= 13 and any(worth == 1 for worth, _ in ways)
        return (high and value < 14) or low

    for size in (1, 3, 5):
        assert P(can_rob(layer, mode), deck.draw(size)) == share(robs, deck, size)


def test_averages_variances_and_distributions():
    for variable, plain in [
        (total, lambda h: h.total), (jokers, lambda h: h.jokers),
        (best(2), lambda h: sum(h.values[-2:])), (highest, lambda h: h.highest),
        (most(), lambda h: h.most), (lowest, lambda h: h.lowest),
    ]:  # fmt: skip
        answers = [plain(hand) for hand in hands(DECK, 5)]
        mean = Fraction(sum(answers), len(answers))
        assert E(variable, DECK.draw(5)) == E(plain, DECK.draw(5)) == mean
        assert (
            Var(variable, DECK.draw(5))
            == Fraction(sum(a * a for a in answers), len(answers)) - mean**2
        )
        exact = {value: Fraction(n, len(answers)) for value, n in Counter(answers).items()}
        assert dist(variable, DECK.draw(5)) == exact == dist(plain, DECK.draw(5))


def test_which_lists_the_hands():
    assert dist(which, Deck("1 1 2").draw(2)) == {"1 1": Fraction(1, 3), "1 2": Fraction(2, 3)}


def test_given_is_the_share_among_those_that_fit():
    space = DECK.draw(4)
    for known, test in [(has("*"), lambda h: h.jokers), (total >= 30, lambda h: h.total >= 30)]:
        fitting = [hand for hand in hands(DECK, 4) if test(hand)]
        exact = Fraction(sum("13" in hand for hand in fitting), len(fitting))
        assert P(has("13"), given(known, space)) == exact == P(has("13"), given(test, space))
    twice = given(has("*"), given(has("13"), space))
    fitting = [hand for hand in hands(DECK, 4) if "*" in hand and "13" in hand]
    assert E(total, twice) == Fraction(sum(hand.total for hand in fitting), len(fitting))


def test_habit_weighs_each_hand_by_its_likelihood():
    deck = Deck("1h 1h 2h trap trap reverse")
    chances = {
        "trap": Fraction(9, 10),
        "1h": Fraction(1, 2),
        "2h": Fraction(1, 2),
        "reverse": Fraction(1, 5),
    }
    weights = []
    for hand in hands(deck, 2):
        weight = Fraction(1)
        for card in hand:
            weight *= chances[card]
        weights.append((hand, weight))
    exact = sum(w for hand, w in weights if "trap" in hand) / sum(w for _, w in weights)
    hidden = laid_face_down(trap=0.9, number=0.5, special=0.2)
    assert P(has("trap"), given(hidden, deck.draw(2))) == exact
    assert P(hidden, deck.draw(2)) == sum(w for _, w in weights) / len(weights)
    assert P(~hidden, deck.draw(2)) == 1 - sum(w for _, w in weights) / len(weights)


# Several hands from one deck ------------------------------------------------------------------

SMALL = Deck("10 10 11 11 * 3 3 7")


@pytest.mark.parametrize("sizes", [(2, 2), (3, 1), (2, 2, 2), (1, 1, 1, 1)])
def test_joint_hands(sizes):
    space, all_deals = SMALL.deal(*sizes), list(deals(SMALL, *sizes))

    def brute(test):
        return Fraction(sum(bool(test(*hands)) for hands in all_deals), len(all_deals))

    robs = can_rob("7")
    pairs = [
        (somebody(robs), lambda *hands: any(map(robs, hands))),
        (nobody(robs), lambda *hands: not any(map(robs, hands))),
        (everybody(has_any("10", "3")), lambda *hands: all(h.count("10", "3") for h in hands)),
        (
            how_many(has("*") | has("7")) >= 2,
            lambda *hands: sum(h.count("*", "7") > 0 for h in hands) >= 2,
        ),
        (somebody(lambda hand: hand.total > 20), lambda *hands: any(h.total > 20 for h in hands)),
        (total.of(0) > total.of(1), lambda a, b, *_: a.total > b.total),
        (has("10").of(0) & ~has("10").of(1), lambda a, b, *_: "10" in a and "10" not in b),
        (
            has("10").of(0) & somebody(has("*")),
            lambda *h: "10" in h[0] and any("*" in x for x in h),
        ),
    ]
    for event, test in pairs:
        assert P(event, space) == brute(test) == P(test, space), event
    known = given(has("10").of(0), space)
    fitting = [hands for hands in all_deals if "10" in hands[0]]
    exact = Fraction(sum("10" in hands[1] for hands in fitting), len(fitting))
    assert P(has("10").of(1), known) == exact


def test_hands_from_one_deck_are_not_independent():
    one = P(has("1"), Deck("1 2 3").draw(1))
    assert P(everybody(has("1")), Deck("1 2 3").deal(1, hands=2)) == 0 != one**2


# Discard and redraw ---------------------------------------------------------------------------


def test_redraw_keeps_what_is_wanted_and_draws_the_rest():
    deck = Deck("4 4 4 1 2 6 6")
    weights: Counter[int] = Counter()
    for first, second in deals(deck, 3, 3):
        # Any of the second three may come first: all ways to draw from them count alike.
        ways = list(hands(Deck(list(second)), 3 - first.count("4")))
        for drawn in ways:
            weights[first.count("4") + drawn.count("4")] += 6 // len(ways)
    exact = Dist(weights)
    assert dist(count("4"), deck.draw(3).redraw(keep="4")) == exact
    by_function = deck.draw(3).redraw(keep=lambda hand: [card for card in hand if card == "4"])
    assert dist(count("4"), by_function) == exact


def test_redraw_twice_with_an_extra_card():
    deck = Deck({"4": 1, "other": 9})
    space = deck.draw(2).redraw(keep="4", extra=1, times=2)
    assert dist(lambda hand: len(hand), space) == {4: 1}
    # without the 4, 2 + 3 + 4 cards are drawn, all but one of ten
    assert P(has("4"), space) == Fraction(9, 10)
