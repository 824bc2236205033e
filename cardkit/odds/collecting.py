"""Collecting cards of one value for a box of Knyf: keep those, discard the rest, draw again.

The simplification of the lesson: every box starts from five cards of a full pile, and no card
comes back. Exact, for one box; boxes are then added up as independent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from cardkit.errors import BadInput
from cardkit.games.knyf import Options
from cardkit.games.knyf_card import ScoreCard
from cardkit.odds.answers import Dist, E, convolve
from cardkit.odds.chance import Exact, exact
from cardkit.odds.stream import Stream

RULES = Options()  # the numbers of the rulebook
HAND, MOST, PENALTY = RULES.hand_size, RULES.hand_limit, RULES.penalty
VALUES = range(1, 7)


class Strategy(NamedTuple):
    """When to play (by good cards held and draws made), with how many extra cards, and the pile."""

    ready: Callable[[int, int], bool]
    extra: int
    good: int
    pile: int


@dataclass(frozen=True)
class Box:
    """One box filled by a strategy: how often (good cards played, turns, excess cards)."""

    outcome: Dist
    strategy: Strategy

    @property
    def cards(self) -> Dist:
        return self.outcome.map(lambda one: one[0])

    @property
    def turns(self) -> Dist:
        return self.outcome.map(lambda one: one[1])

    @property
    def excess(self) -> Dist:
        return self.outcome.map(lambda one: one[2])

    def upper(self) -> Dist:
        """The upper total of six such boxes, ones to sixes, independent of each other."""
        return convolve(value * self.cards for value in VALUES)

    def trial(self, stream: Stream) -> tuple[int, int, int]:
        """One box filled with real cards from a full pile, for a simulation beside the formula."""
        ready, extra, good, pile = self.strategy
        cards = stream.draw([True] * good + [False] * (pile - good), pile)
        hand, left, draws = cards[:HAND], cards[HAND:], 0
        while not (any(hand) and ready(sum(hand), draws)):
            more = min(extra, MOST - len(hand))
            gone = min(hand.count(False), HAND)
            hand = sorted(hand)[gone:] + left[: gone + more]
            left, draws = left[gone + more :], draws + 1
        return min(sum(hand), HAND), draws + 1, len(hand) - HAND

    def upper_trial(self, stream: Stream) -> int:
        """The upper total of six boxes, each filled from a full pile of its own.

        >>> from cardkit.odds import P, simulate
        >>> four = clock(4)
        >>> found = simulate(lambda stream: four.upper_trial(stream) >= 63, n=500, seed=1)
        >>> P(four.upper() >= 63) in found
        True
        """
        return sum(value * self.trial(stream)[0] for value in VALUES)


def collect(
    ready: Callable[[int, int], bool], extra: int = 0, good: int = 18, pile: int = 108
) -> Box:
    """Draw until `ready(good cards held, draws made)`, then play the good cards.

    With `extra`, one card more than discarded is drawn each turn (knyf.draw.discard), up to ten
    in hand.
    """
    if not 0 < good <= pile or pile < HAND:
        raise BadInput(f"A pile of {pile} cards with {good} good ones cannot be dealt from.")
    if extra not in (0, 1):
        raise BadInput(f"One card more, or none: extra is 0 or 1, not {extra!r:.20}.")
    done: dict[tuple[int, int, int], Fraction] = {}
    waiting = {(held, HAND, pile - HAND): chance for held, chance in _drawn(HAND, good, pile)}
    draws = 0
    while waiting:
        after: dict[tuple[int, int, int], Fraction] = {}
        for (held, hand, left), chance in waiting.items():
            if held and ready(held, draws):
                outcome = (min(held, HAND), draws + 1, hand - HAND)
                done[outcome] = done.get(outcome, Fraction(0)) + chance
                continue
            rest = good - held  # all good cards drawn so far are still held
            more_cards = min(extra, MOST - hand)  # knyf.draw.limit
            number = min(
                min(hand - held, HAND) + more_cards, left
            )  # knyf.draw.discard: five at most
            if not left or draws > pile:  # good cards only may wait a while: knyf.draw.pass
                raise BadInput("This strategy waits for more cards than there are.")
            for more, share in _drawn(number, rest, left):
                key = held + more, hand + more_cards, left - number
                after[key] = after.get(key, Fraction(0)) + chance * share
        waiting, draws = after, draws + 1
    return Box(Dist(done), Strategy(ready, extra, good, pile))


def _drawn(number: int, good: int, cards: int) -> list[tuple[int, Fraction]]:
    """How many good cards so many draws bring."""
    ways = comb(cards, number)
    return [
        (more, Fraction(comb(good, more) * comb(cards - good, number - more), ways))
        for more in range(min(number, good) + 1)
        if number - more <= cards - good
    ]


def wait_for(number: int, extra: int = 0) -> Box:
    """Play as soon as you hold so many (or more).

    >>> from cardkit.odds import E
    >>> box = wait_for(3)
    >>> round(float(E(box.cards)), 4), round(float(6 * E(box.turns)), 2)
    (3.1713, 27.54)
    """
    if not isinstance(number, int) or not 1 <= number <= HAND:
        raise BadInput(f"A box takes one to five cards, so wait for that many, not {number!r:.20}.")
    return collect(lambda held, draws: held >= number, extra)


def clock(draws: int, extra: int = 0) -> Box:
    """Draw so many times, then play what you have; with none, keep drawing (knyf.play.no-zero).

    Five of them fill the box at once: there is nothing left to wait for.
    """
    if not isinstance(draws, int) or draws < 0:
        raise BadInput(f"One cannot draw {draws!r:.20} times.")
    return collect(lambda held, made: made >= draws or held >= HAND, extra)


@cache
def bonus(total: int) -> int:
    """What the upper total brings at the end: knyf.bonus.63, knyf.bonus.43.

    >>> bonus(63), bonus(62), bonus(42)
    (35, 0, -20)
    """
    return ScoreCard(points={"sixes": total}).bonus


def net(box: Box, price: object = 0) -> Exact:
    """Points of six boxes with the bonus, less penalties, less a price for every turn."""
    upper = box.upper()
    cost = PENALTY * E(box.excess) + exact(price) * E(box.turns)
    return Exact(E(upper) + E(upper.map(bonus)) - len(VALUES) * cost)
