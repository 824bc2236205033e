"""Knyf endgames: the best play with a few boxes open, for "points minus a price for every turn".

The deck is taken to be endless, so every card drawn is as likely a 1 as a 6. Box states form a
tree (boxes are only ever filled), and within one the values of all hands of five to ten cards are
improved until they stand still. Two recursions replace the listing of all moves: keeping K and
drawing is worth the mean over K with one card more, and the best keep of a hand is the hand itself
or the best keep of it with one card less.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardkit.errors import BadInput
from cardkit.games.knyf_card import BOXES, UPPER, VALUES, ScoreCard, ways
from cardkit.odds import facts
from cardkit.odds.collecting import HAND, MOST, PENALTY, bonus

Array = NDArray[Any]
FACES = range(1, 7)
MANY = 3  # boxes that are solved without asking
CLOSE = 1e-11  # a sweep that changes less than this ends the search


# Hands ----------------------------------------------------------------------------------------


class Hands:
    """All hands of up to ten cards, in order of size, and which becomes which by one card."""

    def __init__(self) -> None:
        self.counts: list[tuple[int, ...]] = []
        self.start = []
        for size in range(MOST + 2):
            self.start.append(len(self.counts))
            if size <= MOST:
                for cards in combinations_with_replacement(FACES, size):
                    self.counts.append(tuple(cards.count(face) for face in FACES))
        self.place = {counts: number for number, counts in enumerate(self.counts)}
        self.more = [self._neighbours(size, 1) for size in range(MOST)]
        self.less = [self._neighbours(size, -1) for size in range(MOST + 1)]

    def _neighbours(self, size: int, change: int) -> Array:
        """For each hand of a size and each face the hand with one card more or less, counted from
        the first hand of that size; where there is none, the number after the last."""
        other = size + change
        first, none = (self.start[other], self.number(other)) if other >= 0 else (0, 0)
        rows = []
        for counts in self.of(size):
            row = []
            for face in range(6):
                near = list(counts)
                near[face] += change
                row.append(self.place[tuple(near)] - first if near[face] >= 0 else none)
            rows.append(row)
        return np.array(rows, dtype=np.int64)

    def number(self, size: int) -> int:
        return self.start[size + 1] - self.start[size]

    def of(self, size: int) -> list[tuple[int, ...]]:
        return self.counts[self.start[size] : self.start[size + 1]]

    def part(self, array: Array, size: int) -> Array:
        return array[self.start[size] : self.start[size + 1]]


@cache
def all_hands() -> Hands:
    return Hands()


class Plays(NamedTuple):
    """All plays into a box: the hand, what is left of it, the points, and the cards played."""

    hand: Array
    left: Array
    points: Array
    played: Array


@cache
def plays(box: str) -> Plays:
    hands, card = all_hands(), ScoreCard()
    found = []
    for cards in (cards for name, cards in ways() if name == box):
        counts = tuple(cards.count(value) for value in VALUES)
        for rest in hands.counts[: hands.start[MOST - len(cards) + 1]]:
            if sum(rest) + len(cards) >= HAND:
                whole = tuple(map(sum, zip(counts, rest, strict=True)))
                number = hands.place[counts]
                found.append(
                    (hands.place[whole], hands.place[rest], card.worth(box, cards), number)
                )
    found.sort()
    return Plays(*(np.array(column, dtype=np.int64) for column in zip(*found, strict=True)))


# Values ---------------------------------------------------------------------------------------


@dataclass
class Solved:
    """A box state: the value of every hand in it, and of what is left after a play into it."""

    value: Array  # of a hand at the start of a turn, for every upper total asked about
    left: Array  # of what is left after a play: filled up to five, or trimmed to the best five
    play: Array  # of playing now


class Endgames:
    """Values of box states, each worked out when it is first needed.

    The full game would be the same recursion over all 4,096 sets of boxes and their upper totals.
    """

    def __init__(self, price: float, extra: bool = True, with_bonus: bool = True) -> None:
        self.price = price
        self.sizes = range(HAND, MOST + 1) if extra else range(HAND, HAND + 1)
        self.with_bonus = with_bonus
        self.states: dict[tuple[frozenset[str], tuple[int, ...]], Solved] = {}

    def bonus(self, upper: int) -> int:
        return bonus(upper) if self.with_bonus else 0

    def _prospects(self, boxes: frozenset[str], upper: int) -> tuple[int, ...]:
        """What the bonus can come to: upper totals with the same prospects are the same state."""
        return tuple(self.bonus(upper + more) for more in _sums(boxes))

    def solved(self, boxes: frozenset[str], uppers: tuple[int, ...]) -> list[Solved]:
        """The state of these open boxes, for each of the upper totals."""
        wanted = {self._prospects(boxes, upper): upper for upper in uppers}
        missing = {key: u for key, u in wanted.items() if (boxes, key) not in self.states}
        if missing:
            self._solve(boxes, missing)
        return [self.states[boxes, self._prospects(boxes, upper)] for upper in uppers]

    def _solve(self, boxes: frozenset[str], missing: dict[tuple[int, ...], int]) -> None:
        hands, totals = all_hands(), tuple(missing.values())
        if not boxes:
            end = np.array([[float(self.bonus(upper)) for upper in totals]])
            end = end.repeat(len(hands.counts), 0)
            value, left, play = end, end, end
        else:
            play = self._playing(boxes, totals)
            value = self._improved(play)
            left = self._left(value)
        for column, key in enumerate(missing):
            self.states[boxes, key] = Solved(value[:, column], left[:, column], play[:, column])

    def _playing(self, boxes: frozenset[str], totals: tuple[int, ...]) -> Array:
        """The best that playing now brings: points, penalty, and what follows."""
        hands = all_hands()
        best = np.full((len(hands.counts), len(totals)), -np.inf)
        for box in boxes:
            for column, values in enumerate(self.playing(boxes, box, totals)):
                np.maximum.at(best[:, column], plays(box).hand, values)
        excess = np.maximum(np.array([sum(counts) for counts in hands.counts]) - HAND, 0)
        return np.asarray(best - self.price - PENALTY * excess[:, None])  # knyf.play.penalty

    def playing(self, boxes: frozenset[str], box: str, totals: tuple[int, ...]) -> list[Array]:
        """For each total: what each play into a box scores, and what follows it."""
        table, after, found = plays(box), boxes - {box}, []
        scores = sorted(set(table.points.tolist())) if box in UPPER else [0]
        self.solved(after, tuple({upper + score for upper in totals for score in scores}))
        for upper in totals:
            if box not in UPPER:
                found.append(table.points + self.solved(after, (upper,))[0].left[table.left])
                continue
            states = self.solved(after, tuple(upper + score for score in scores))
            values = np.empty(len(table.points))
            for score, state in zip(scores, states, strict=True):
                chosen = table.points == score
                values[chosen] = score + state.left[table.left[chosen]]
            found.append(values)
        return found

    def _improved(self, play: Array) -> Array:
        """Sweep over all hands, the larger first, until no value changes any more."""
        hands = all_hands()
        # From below when waiting is free: any value that is too high would justify itself.
        value = np.full(play.shape, 0.0 if self.price > 0 else -1e4)
        drawn: dict[int, list[Array]] = {}
        while True:
            change = 0.0
            for size in reversed(self.sizes):
                part = hands.part(value, size)
                drawn[size] = self.drawing(part, size)
                keep = self.keeping(size, drawn)[-1] - self.price
                new = np.maximum(hands.part(play, size), keep)
                change = max(change, float(np.abs(new - part).max()))
                part[:] = new
            if change < CLOSE * max(1.0, float(np.abs(value).max())):
                return value

    def drawing(self, value: Array, size: int) -> list[Array]:
        """What it is worth to keep k cards and draw up to this size, for each k from 0 to it."""
        found = [value]
        for kept in range(size - 1, max(size - HAND - 2, -1), -1):
            found.insert(0, found[0][all_hands().more[kept]].mean(axis=1))
        return [found[0]] * (size + 1 - len(found)) + found

    def keeping(self, size: int, drawn: dict[int, list[Array]]) -> list[Array]:
        """The best keep within each hand of k cards, for k from size - 5 on (knyf.draw.discard)."""
        best: list[Array] = []
        for kept in range(size - HAND, size + 1):
            worth = drawn[size][kept]
            if size + 1 in drawn:
                worth = np.maximum(worth, drawn[size + 1][kept])
            if best:
                none = np.full((1, worth.shape[1]), -np.inf)
                less = np.concatenate([best[-1], none])[all_hands().less[kept]]
                worth = np.maximum(worth, less.max(axis=1))
            best.append(worth)
        return best

    def _left(self, value: Array) -> Array:
        """After a play: fill up to five, or keep the best five (knyf.play.refill, .surplus)."""
        hands = all_hands()
        left = np.concatenate(self.drawing(hands.part(value, HAND), HAND))
        parts = [left]
        last = hands.part(value, HAND)
        for size in range(HAND + 1, MOST + 1):
            none = np.full((1, value.shape[1]), -np.inf)
            last = np.concatenate([last, none])[hands.less[size]].max(axis=1)
            parts.append(last)
        return np.concatenate(parts)


@cache
def _sums(boxes: frozenset[str]) -> tuple[int, ...]:
    """The totals that the open upper boxes can still bring."""
    sums = {0}
    for box in boxes & UPPER.keys():
        sums = {total + int(UPPER[box]) * cards for total in sums for cards in range(1, HAND + 1)}
    return tuple(sorted(sums))


# Asking ---------------------------------------------------------------------------------------


class Endgame:
    """The best play from here: what it is worth, how long it takes, and what to do with a hand.

    `upper` is the total of the upper boxes filled so far; without it, no bonus is counted.

    >>> game = Endgame("knyf", price=1, extra=False)
    >>> round(game.turns(), 4), round(game.value(), 4)
    (11.0902, 38.9098)
    >>> game.best("6 6 6 1 2")
    'discard 1 2 draw 2'
    """

    def __init__(
        self, boxes: str | Iterable[str], upper: int | None = None, price: float = 3,
        extra: bool = True, most: int = MANY,
    ) -> None:  # fmt: skip
        names = boxes.split() if isinstance(boxes, str) else list(boxes)
        unknown = [name for name in names if name not in BOXES]
        if unknown or not names:
            raise BadInput(f"Open boxes are some of {', '.join(BOXES)}; not {unknown}.")
        number = len(set(names))
        if number > most:
            raise BadInput(
                f"{number} open boxes may take {4 ** (number - 1):,} times as long as one: "
                f"allow it with most={number}, or open {most} at most."
            )
        if not isinstance(price, int | float) or not 0 <= price < 1e6:
            raise BadInput(f"The price of a turn is a number from 0 up, not {price!r:.20}.")
        self.boxes, self.upper, self.total = frozenset(names), upper, upper or 0
        self.games = Endgames(float(price), extra, with_bonus=upper is not None)
        self.state = self.games.solved(self.boxes, (self.total,))[0]

    def value(self, hand: object = None) -> float:
        """Points still to come less the price of the turns, with the best play.

        Of a hand at the start of a turn; without one, before five cards are dealt.
        """
        return float(self.state.left[0] if hand is None else self.state.value[self._place(hand)])

    def turns(self, hand: object = None) -> float:
        """The expected number of turns with the best play: what a slightly higher price costs."""
        step = max(self.games.price, 1.0) * 1e-5
        price = max(self.games.price, step)
        dearer, cheaper = (
            Endgame(
                self.boxes, self.upper, price + change, len(self.games.sizes) > 1, len(self.boxes)
            )
            for change in (step, -step)
        )
        return (cheaper.value(hand) - dearer.value(hand)) / (2 * step)

    def best(self, hand: object) -> str:
        """The best move with a hand, in the game's notation."""
        place = self._place(hand)
        state, hands = self.state, all_hands()
        if state.play[place] >= state.value[place] - 1e-7:
            return self._play(place)
        counts = hands.counts[place]
        size = sum(counts)
        drawn = {
            number: self.games.drawing(hands.part(state.value, number)[:, None], number)
            for number in self.games.sizes
        }
        best, choice = -np.inf, (counts, 0)
        for kept in range(size - HAND, size + 1):
            for number in (size, size + 1):
                for row, keep in enumerate(hands.of(kept)):
                    inside = all(map(int.__le__, keep, counts))
                    worth = drawn[number][kept][row, 0] if number in drawn and inside else -np.inf
                    if worth > best + 1e-9:
                        best, choice = worth, (keep, number - kept)
        keep, more = choice
        gone = " ".join(
            str(face) for face in FACES for _ in range(counts[face - 1] - keep[face - 1])
        )
        return " ".join(f"discard {gone} draw {more}".split()) if gone else f"draw {more}"

    def _play(self, place: int) -> str:
        best, move = -np.inf, ""
        for box in sorted(self.boxes, key=BOXES.index):
            table = plays(box)
            values = self.games.playing(self.boxes, box, (self.total,))[0]
            rows = np.flatnonzero(table.hand == place)
            if len(rows) and values[rows].max() > best + 1e-9:
                row = rows[values[rows].argmax()]
                best = float(values[row])
                cards = all_hands().counts[table.played[row]]
                shown = " ".join(str(face) for face in FACES for _ in range(cards[face - 1]))
                move = f"fill {box} with {shown}"
        return move

    def _place(self, hand: object) -> int:
        cards = facts.words(hand)
        counts = tuple(cards.count(str(face)) for face in FACES)
        size = sum(counts)
        if size != len(cards) or size not in self.games.sizes:
            raise BadInput(
                f"A hand here has {self.games.sizes[0]} to {self.games.sizes[-1]} cards "
                f"from 1 to 6, not {' '.join(cards) or 'nothing'}."
            )
        return all_hands().place[counts]
