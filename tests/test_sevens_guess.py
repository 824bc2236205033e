"""Samples of Sevens never contradict history: checked by going through the log backwards.

The sampler goes forwards with slots; this goes backwards with whole hands, in every way there is.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import cardkit
from tests.plays import SEVENS_SMALL, play_on

Hands = tuple[tuple[str, ...], ...]
OUT = ("play", "aim", "unseen", "react", "highest", "sevens")


def without(hand: tuple[str, ...], cards: list[str]) -> set[tuple[str, ...]]:
    """The hand before these cards came; `?` was any of them."""
    shown = [card for card in cards if card != "?"]
    if Counter(shown) - Counter(hand):
        return set()
    rest = sorted((Counter(hand) - Counter(shown)).elements())
    keep = len(rest) - (len(cards) - len(shown))
    return set(itertools.combinations(rest, keep)) if keep >= 0 else set()


def put(hands: Hands, seat: int, hand: Any) -> Hands:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])


def fits(hand: tuple[str, ...], event: dict[str, Any], limit: int) -> bool:
    """Does the hand after this event agree with it?"""
    kind, cards = event["kind"], event["cards"]
    if kind == "below":
        return sum(map(int, hand)) < limit
    if kind in ("sevens", "no-sevens"):
        return "7" not in hand
    if kind == "highest":
        return max(hand, default="0") <= cards[-1] and sum(map(int, (*hand, *cards))) >= limit
    if kind == "react" and event["against"] == "5":
        return sum(map(int, hand)) + 6 >= limit
    return not (kind == "react" and event["against"] == "7") or "7" in hand


def before(states: set[Hands], event: dict[str, Any], limit: int) -> set[Hands]:
    seat, kind = event["seat"], event["kind"]
    if kind in ("draw", "deal"):
        return {put(hands, seat, hand)
                for hands in states for hand in without(hands[seat], event["cards"])}  # fmt: skip
    if seat is None or kind not in (*OUT, "below", "no-sevens"):
        return states
    fitting = {hands for hands in states if fits(hands[seat], event, limit)}
    if kind not in OUT:
        return fitting
    return {put(hands, seat, (*hands[seat], *event["cards"])) for hands in fitting}


def unswapped(states: set[Hands], first: dict[str, Any], second: dict[str, Any]) -> set[Hands]:
    one, two = first["seat"], second["seat"]
    earlier = set()
    for hands in states:
        for got in hands[one] if second["cards"] == ["?"] else second["cards"]:
            for given in hands[two] if first["cards"] == ["?"] else first["cards"]:
                for mine in without(hands[one], [got]):
                    for theirs in without(hands[two], [given]):
                        swapped = put(hands, one, (*mine, given))
                        earlier.add(put(swapped, two, (*theirs, got)))
    return earlier


def possible(view: dict[str, Any], hands: list[list[str]], deck: dict[str, int]) -> bool:
    """Is there any course of events that agrees with this log and ends with these hands?"""
    limit = view["options"].get("five_total", 18)
    states: set[Hands] = {tuple(tuple(sorted(hand)) for hand in hands)}
    gift = None
    for event in reversed(view["log"]):
        if event["kind"] == "give":
            if gift is not None:
                states = unswapped(states, event, gift)
            gift = event if gift is None else None
        elif event["kind"] == "reshuffle":
            held = Counter(deck) - Counter(event["cards"])
            states = {hands for hands in states
                      if Counter(card for hand in hands for card in hand) == held}  # fmt: skip
        else:
            states = before(states, event, limit)
        if not states:
            return False
        if len(states) > 30_000:
            pytest.skip("too many ways to try them all")
    return True


ROWS = [
    {"players": 2},
    {"players": 2, "deck": SEVENS_SMALL},
    {"players": 3, "rounds": 3},
    {"players": 3, "rounds": 3, "deck": SEVENS_SMALL},
]


@pytest.mark.parametrize("options", ROWS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_a_sample_never_contradicts_history(options: dict[str, Any], seed: int) -> None:
    game = cardkit.new("sevens", seed=seed, **options)
    play_on(game, seed, random.Random(seed).randrange(10, 35))
    for seat in range(game.players):
        view = game.view(seat)
        for guess in range(4 - game.players):
            sample = cardkit.sample(view, guess)
            assert sample.view(seat) == view
            assert possible(view, sample.hands, game.options.deck)


def test_the_check_can_fail() -> None:
    hands = {0: "4 5 5 6 7", 1: "1 1 2 2"}
    game = cardkit.position("sevens", players=2, hands=hands, deck="1 1 4 4")
    for move in ("play 5", "let"):
        game.play(move)
    view, deck = game.view(0), game.options.deck
    assert possible(view, game.hands, deck)
    assert not possible(view, [game.hands[0], ["7", "7", "7", "6", "1"]], deck)
    assert possible(view, [game.hands[0], ["7", "7", "1", "2", "1"]], deck)


def test_every_hidden_card_can_be_elsewhere() -> None:
    """Samples differ: what is hidden is dealt by the seed."""
    view = cardkit.new("sevens", players=4, seed=5).view(0)
    assert len({str(cardkit.sample(view, seed).hands) for seed in range(30)}) == 30


def test_after_a_seven_only_new_cards_are_sevens() -> None:
    """Seat 1 had no 7 and drew one card since: a 7 in hand is as likely as that card is one."""
    game = cardkit.position("sevens", players=2, hands={0: "7 1 1 1 1", 1: "2 2 3 4"})
    for move in ("play 7", "let"):
        game.play(move)
    sevens = [cardkit.sample(game.view(0), seed).hands[1].count("7") for seed in range(300)]
    assert max(sevens) <= 1 and 15 <= sum(sevens) <= 80


def test_a_sample_of_a_sample_goes_on() -> None:
    """Also seen from another seat, whose own past the first view did not know."""
    game = play_on(cardkit.new("sevens", players=3, seed=4), 4, 30)
    inner = play_on(cardkit.sample(game.view(0), 1), 2, 5)
    for seat in range(3):
        view = inner.view(seat)
        assert cardkit.sample(view, 3).view(seat) == view
