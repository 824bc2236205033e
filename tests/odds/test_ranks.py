"""Ranks of Seers hands: the readable ranking, the closed form and the bulk counter agree, and the
categories are those of evaluators written by others."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
import treys
from phevaluator import evaluate_cards

from cardkit.errors import BadInput
from cardkit.games.seers_ranks import RANKS, RUNE, SUITS, rank
from cardkit.odds import Deck, E, P, category, dist, hand_rank, has, weaker_than
from cardkit.odds.bulk import all_keys, count_categories, count_ranks, key, rank_hands, rank_of
from cardkit.odds.ranks import rank_ways
from tests.odds.helpers import SEERS

DECK = Deck("seers")
CARDS = [name for name in DECK if name != RUNE]

# weakest first, each of them beaten by the next
LADDER_A = [
    "2c 3c 4c 5c rune", "2t 3c 4c 5c 7t", "2c 3c 4c 5m 7m", "Kt Qc Jc 9c 2c", "Kc Qc Jc 9m 2c",
    "rune rune 2s 2t Ac", "2m 2t Ac Kc Qm", "2c 2t 3c 4c 5m", "At As 3c 4c 5m",
    "3c 3m 2c 2m Ac", "4t 4s 2c 2m 3c", "4c 4s 3c 3m 2c", "2c 2m 2s Kc Ac", "Ac Am As 2c 3c",
    "Ac 2c 3c 4c 5t", "Ac 2c 3c 4c 5m", "2c 3c 4c 5m 6t", "10c Jc Qc Kc At",
    "7t 5t 4t 3t 2t", "7c 5c 4c 3c 2c", "At Kt Qt Jt 9t", "2c 2m 2s 3c 3m", "Ac Am As 2c 2m",
    "2c 2m 2s 2t 3c", "Ac Am As At 3c", "At 2t 3t 4t 5t", "Ac 2c 3c 4c 5c", "9t 10t Jt Qt Kt",
]  # fmt: skip


def test_a_stronger_hand_is_greater():
    ranks = [rank(hand) for hand in LADDER_A]
    assert ranks == sorted(ranks) and len(set(ranks)) == len(ranks)


def test_side_b_swaps_straight_and_full_house():
    straight, flush, full = (
        rank(hand, "B") for hand in ("2c 3c 4c 5m 6t", "7t 5t 4t 3t 2t", "2c 2m 2s 3c 3m")
    )
    assert full < flush < straight
    assert (full.points, straight.points) == (4, 6)


def test_no_kickers_and_the_best_suit_decides():
    assert rank("8c 8s 2c 3c 4m") > rank("8m 8t Ac Kc Qm")
    assert rank("8m 8t Ac Kc Qm", suits=("tree", "scarab", "mask", "clock")) > rank(
        "8c 8s 2c 3c 4m", suits=("tree", "scarab", "mask", "clock")
    )
    assert rank("Kc Km rune rune 2c").category == "pair"
    assert rank("Qc Kc Ac 2c 3c").category == "flush"  # seers.rank.ace: never both
    assert rank("Qc Kc Ac 2c 3m").category == "nothing"


def _treys(card):
    name, suit = card.split("-")
    letter = dict(zip(SUITS, "shdc", strict=True))[suit]
    return ("T" if name == "10" else name) + letter


THEIRS = {
    "High Card": "nothing", "Pair": "pair", "Two Pair": "two pairs", "Three of a Kind": "three",
    "Straight": "straight", "Flush": "flush", "Full House": "full house", "Four of a Kind": "four",
    "Straight Flush": "straight flush", "Royal Flush": "straight flush",
}  # fmt: skip


def test_categories_are_those_of_treys_and_phevaluator():
    draw = random.Random(4)
    hands = [draw.sample(CARDS, 5) for _ in range(100_000)]
    hands += [
        list(five) for five in combinations([f"{name}-{SUITS[0]}" for name in RANKS], 5)
    ]  # flushes
    keys = rank_hands(hands)
    evaluator = treys.Evaluator()
    cards = {card: treys.Card.new(_treys(card)) for card in CARDS}
    for number, (hand, found) in enumerate(zip(hands, keys.tolist(), strict=True)):
        score = evaluator.evaluate([], [cards[card] for card in hand])
        name = THEIRS[evaluator.class_to_string(evaluator.get_rank_class(score))]
        assert rank_of(found).category == name, hand
        if not number % 10:
            assert evaluate_cards(*map(_treys, hand)) == score


@pytest.mark.parametrize("side", "AB")
def test_bulk_is_the_readable_ranking_hand_by_hand(side):
    draw = random.Random(5)
    names = [*CARDS, RUNE, RUNE]
    hands = [draw.sample(names, 5) for _ in range(5_000)]
    hands += list(combinations(list(Deck(SEERS)), 5))
    assert rank_hands(hands, side).tolist() == [key(rank(hand, side)) for hand in hands]


@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("gone", ["", "8c 8s Km 5t 2m", "rune Ac 2c 3c 4c 5c 9m 9t"])
def test_closed_form_is_what_going_through_all_hands_finds(side, gone):
    deck = DECK - gone
    assert rank_ways(deck, side) == count_ranks(deck, side)


def test_closed_form_with_another_order_of_suits():
    suits = ("tree", "mask", "clock", "scarab")
    deck = Deck(SEERS)
    assert rank_ways(deck, "A", suits) == count_ranks(deck, "A", suits)
    found = {}
    for hand in combinations(list(deck), 5):
        one = rank(hand, "A", suits)
        found[one] = found.get(one, 0) + 1
    assert rank_ways(deck, "A", suits) == found


def test_all_hands_in_small_pieces():
    pieces = [len(piece) for piece in all_keys(DECK)]
    assert sum(pieces) == 3_162_510
    assert max(pieces) < 30_000
    assert count_categories(DECK) == {
        "nothing": 1_686_924, "pair": 1_266_720, "two pairs": 129_168, "three": 59_956,
        "straight": 10_200, "flush": 5_108, "full house": 3_744, "four": 650, "straight flush": 40,
    }  # fmt: skip


def test_questions_about_ranks_combine():
    deck = Deck(SEERS)
    ranks = [rank(hand) for hand in combinations(list(deck), 5)]
    mine = rank("9s 9c 2c 3c 4c")
    event = weaker_than("9s 9c 2c 3c 4c") & ~category("nothing")
    assert P(event, deck.draw(5)) * len(ranks) == sum(
        r < mine and r.category != "nothing" for r in ranks
    )
    assert P(weaker_than("9s 9c 2c 3c 4c") & has("rune"), deck.draw(5)) * len(ranks) == sum(
        rank(hand) < mine and "rune" in hand for hand in combinations(list(deck), 5)
    )
    points = dist(hand_rank(), deck.draw(5)).map(lambda one: one.points)
    assert E(points) * len(ranks) == sum(one.points for one in ranks)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: rank("8c 8s 9m 9t 10c 2c"), lambda: rank("8x 2c"), lambda: rank("8c", side="C"),
        lambda: P(weaker_than("8c 8s Km 5t 2m"), DECK.draw(4)), lambda: category("royal"),
        lambda: P(category("pair"), Deck("7 7 7 8 8 8").draw(5)), lambda: rank_hands([["8-clock"]]),
        lambda: list(all_keys(Deck("8c 8c 9c 10c Jc Qc"))),
    ],
)  # fmt: skip
def test_wrong_hands_are_told_so(wrong):
    with pytest.raises(BadInput):
        wrong()
