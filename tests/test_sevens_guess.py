"""Samples of Sevens never contradict history, and are as likely as they should be.

The first is checked backwards through the log, the second forwards; the sampler takes one way at a
time, this takes every way there is.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable
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


def test_a_log_with_a_made_up_event_tells_nothing_more() -> None:
    view = cardkit.new("sevens", players=3, seed=4).view(1)
    made_up = {"kind": "-init--", "seat": 0, "cards": [], "rule": ""}
    strange = {**view, "log": [*view["log"], made_up]}
    assert cardkit.sample(strange, seed=2).hands == cardkit.sample(view, seed=2).hands


def test_a_sample_of_a_sample_goes_on() -> None:
    """Also seen from another seat, whose own past the first view did not know."""
    game = play_on(cardkit.new("sevens", players=3, seed=4), 4, 30)
    inner = play_on(cardkit.sample(game.view(0), 1), 2, 5)
    for seat in range(3):
        view = inner.view(seat)
        assert cardkit.sample(view, 3).view(seat) == view


# Samples are as likely as they should be ---------------------------------------------------------
# The exact chances, forwards through the log: cards come as those left have it, any card of a hand
# is played or given alike, and a hand that an event contradicts is struck out.

CHOSEN = ("play", "aim", "unseen", "react")


class Exact:
    """What the rivals of a seat may hold, with the chance of each, while the first deck lasts."""

    def __init__(self, game: cardkit.Game, seat: int) -> None:
        view, self.me, self.limit = game.view(seat), seat, game.options.five_total
        mine, held = Counter(view["hand"]), list(view["hands"])
        for event in view["log"]:
            kind, who, cards = event["kind"], event["seat"], event["cards"]
            if kind in (*OUT, "give") and who == seat:
                mine.update(cards)
            if kind == "give" and event["target"] == seat:
                mine.subtract(cards)
            if kind in OUT or kind in ("deal", "draw"):
                held[who] += len(cards) if kind in OUT else -len(cards)
        self.left = Counter(game.options.deck)  # what the cards of the rivals came from
        self.left.subtract(mine)
        self.chances: dict[Hands, float] = {((),) * game.players: 1.0}
        for who in range(game.players):
            self.draw(who, held[who] if who != seat else 0)
        gift: dict[str, Any] = {}
        for event in view["log"]:
            if event["kind"] != "give":
                self.happen(event)
            elif gift:
                self.swap(gift, event)
            gift = event if event["kind"] == "give" and not gift else {}

    def each(self, become: Callable[[Hands], Iterable[tuple[Hands, float]]]) -> None:
        """Every state becomes others, each with its chance."""
        after: dict[Hands, float] = {}
        for hands, chance in self.chances.items():
            for new, part in become(hands):
                after[new] = after.get(new, 0) + chance * part
        whole = sum(after.values())
        self.chances = {hands: chance / whole for hands, chance in after.items()}

    def draw(self, who: int, count: int) -> None:
        def drawn(hands: Hands) -> Iterable[tuple[Hands, float]]:
            left = self.left - Counter(itertools.chain(*hands))
            for card, number in left.items():
                yield put(hands, who, (*hands[who], card)), number / left.total()

        for _ in range(count):
            self.each(drawn)

    def happen(self, event: dict[str, Any]) -> None:
        kind, who, cards = event["kind"], event["seat"], event["cards"]

        def happened(hands: Hands) -> Iterable[tuple[Hands, float]]:
            chance, hand = 1.0, list(hands[who])
            for card in cards:
                if card not in hand:
                    return
                chance *= hand.count(card) / len(hand) if kind in CHOSEN else 1
                hand.remove(card)
            if fits(tuple(hand), event, self.limit):
                yield put(hands, who, hand), chance

        if who == self.me:
            return
        if kind in ("deal", "draw"):
            self.draw(who, len(cards))
        elif kind in (*OUT, "below", "no-sevens"):
            self.each(happened)
            self.left.subtract(cards)

    def swap(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        one, two, shown = first["seat"], second["seat"], (*first["cards"], *second["cards"])

        def swapped(hands: Hands) -> Iterable[tuple[Hands, float]]:
            for cards in itertools.product(hands[one] or shown[:1], hands[two] or shown[1:]):
                if shown in (("?", "?"), cards):
                    new = hands
                    for who, out, into in ((one, *cards), (two, *cards[::-1])):
                        if who != self.me:
                            (rest,) = without(new[who], [out])
                            new = put(new, who, (*rest, into))
                    yield new, 1.0

        self.each(swapped)
        if self.me in (one, two):
            self.left.update(shown[one != self.me])
            self.left.subtract(shown[one == self.me])


SEEN = {  # my hand, a rival's, the cards to be drawn, and the moves
    "a 5 missed": ("4 5 5 6 7", "1 1 2 2", "4", "play 5, let"),
    "a 5 hit": ("4 5 5 6 7", "3 6 7 7", "4 4", "play 5, let"),
    "a 5 hit one of three 7s": ("4 5 5 6 7", "1 7 7 7", "4 4", "play 5, let"),
    "a 5 was answered": ("4 5 5 6 7", "3 6 7 7", "4", "play 5, react"),
    "a 7 was answered": ("4 5 5 6 7", "3 6 7 7", "4", "play 7, react"),
    "a 7 missed, then one was played": ("4 5 5 6 7", "1 1 2 2", "7", "play 7, let, play 7, let"),
    "a 5 missed, then 7s were played": (
        "4 4 5 6 6", "1 1 2 7", "7 4", "play 5, let, play 7, let, play 4, play 2, play 4"
    ),
    "two 5s missed": ("4 5 5 6 7", "1 1 2 4", "1 1", "play 5, let, play 4, play 5, let"),
    "a card given, perhaps played": (
        "1 4 4 5 7", "1 4 4 5", "4 1 4 3",
        "play 1 on 1, let, give 4, give 1, play 4, play 5, let, play 4",
    ),
}  # fmt: skip


def table(*hands: str, top: str, **options: Any) -> cardkit.Game:
    """A game with these hands and the top of the deck; all other cards follow below."""
    rest = Counter(dict.fromkeys("1234567", 11)) - Counter("".join((*hands, top)).replace(" ", ""))
    return cardkit.position("sevens", players=len(hands), hands=dict(enumerate(hands)),
                            deck=f"{top} {' '.join(rest.elements())}", **options)  # fmt: skip


def check(game: cardkit.Game, seat: int, samples: int) -> None:
    """All totals and cards of the rivals come as often as they should, within four deviations."""
    chances: Counter[tuple[Any, ...]] = Counter()
    seen: Counter[tuple[Any, ...]] = Counter()
    for hands, chance in Exact(game, seat).chances.items():
        for mark in marks(hands):
            chances[mark] += chance  # type: ignore[assignment]
    view = game.view(seat)
    for guess in range(samples):
        hands = cardkit.sample(view, guess).hands
        seen.update(marks((*hands[:seat], (), *hands[seat + 1 :])))
    for mark in {*chances, *seen}:
        chance, times = chances[mark], seen[mark]
        wide = 4 * math.sqrt(samples * chance * max(0, 1 - chance))
        assert abs(times - samples * chance) <= wide + (chance > 0), (mark, chance, times)


def marks(hands: Hands) -> list[tuple[Any, ...]]:
    totals = [(seat, "total", sum(map(int, hand))) for seat, hand in enumerate(hands)]
    return totals + [(seat, "holds", card) for seat, hand in enumerate(hands) for card in {*hand}]


@pytest.mark.parametrize("what", SEEN)
def test_samples_are_as_likely_as_they_should_be(what: str) -> None:
    mine, theirs, top, moves = SEEN[what]
    game = table(mine, theirs, top=top)
    for move in moves.split(", "):
        game.play(move)
    check(game, 0, 3000)


def test_samples_of_several_rivals_are_as_likely_as_they_should_be() -> None:
    """What one rival may hold depends on what the others hold: they are from one deck."""
    game = cardkit.position("sevens", players=3, hand_size=3, five_total=12, rounds=9,
                            deck=dict.fromkeys("1234567", 3),
                            hands={0: "1 5 5 7", 1: "1 2 4", 2: "1 2 3"})  # fmt: skip
    for move in ("play 5", "let", "let", "play 4"):
        game.play(move)
    check(game, 0, 3000)


def test_four_cards_that_a_5_missed() -> None:
    """All deals below 18 alike: 17 has a chance of 0.135, and the mean is 13.5."""
    game = cardkit.position("sevens", players=3, hands={0: "4 5 5 6 7", 1: "1 1 1 2", 2: "1 1 2 2"})
    for move in ("play 5", "let", "let"):
        game.play(move)
    totals = [sum(map(int, cardkit.sample(game.view(0), n).hands[2])) for n in range(2000)]
    assert totals.count(17) / 2000 == pytest.approx(0.135, abs=0.03)
    assert sum(totals) / 2000 == pytest.approx(13.5, abs=0.3)
