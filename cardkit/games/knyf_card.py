"""Knyf: the score card, a value of its own. It knows what fits each box, what that scores, why not.

The boxes and what they take stand first; then the choices a hand has; then the card itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement, compress
from typing import Any, Generic, TypeVar

from cardkit.errors import BadInput
from cardkit.options import numbers_check, option
from cardkit.tables import Table
from cardkit.zones import cards_in

Cards = tuple[str, ...]  # always from low to high

# The boxes ------------------------------------------------------------------------------------

VALUES = ("1", "2", "3", "4", "5", "6")
UPPER = dict(zip(("ones", "twos", "threes", "fours", "fives", "sixes"), VALUES, strict=True))
LOWER = {
    "three": "three of a kind", "four": "four of a kind", "full": "full house",
    "small": "small straight", "large": "large straight", "knyf": "knyf",
}  # fmt: skip
BOXES = (*UPPER, *LOWER)
MOST = 5  # cards played into a box (knyf.play.box)
SIZE = {**dict.fromkeys(LOWER, MOST), "small": 4}  # knyf.box.lower-five
EQUAL = {"three": 3, "four": 4, "knyf": 5}  # how many of the five are equal
ROW = {"small": 4, "large": 5}  # how many consecutive values
FIXED = {"full": 25, "small": 30, "large": 40, "knyf": 50}  # whatever the values of the cards
MOST_HELD = 12  # the highest limit of a hand that can be chosen


def _check_fixed(fixed: Any) -> str | None:
    wrong = numbers_check(FIXED, 1, 1000)(fixed)
    if wrong is None and set(fixed) != set(FIXED):
        return f"points for each of {', '.join(FIXED)}."
    return wrong


@dataclass(frozen=True)
class CardOptions:
    """What the score card counts."""

    fixed: dict[str, int] = option(
        FIXED, "knyf.box.knyf", "what the boxes that always score the same score",
        check=_check_fixed,
    )  # fmt: skip
    penalty: int = option(2, "knyf.play.penalty", "penalty points for each excess card")
    forgotten: int = option(10, "knyf.announce.must", "penalty points for forgetting to announce")
    bonus: int = option(35, "knyf.bonus.63", "points for a good upper part")
    bonus_from: int = option(63, "knyf.bonus.63", "the upper total that earns the bonus")
    loss: int = option(20, "knyf.bonus.43", "points lost for a poor upper part")
    loss_below: int = option(43, "knyf.bonus.43", "the upper total that avoids the loss")


def box_rule(box: str) -> str:
    return "knyf.box.upper" if box in UPPER else f"knyf.box.{box}"


def title(box: str) -> str:
    return LOWER.get(box, box)


def sorted_cards(text: object) -> Cards:
    """Cards in notation, from low to high.

    >>> sorted_cards("6 5 6 3 6")
    ('3', '5', '6', '6', '6')
    """
    cards = tuple(sorted(cards_in(text)))
    for card in cards:
        if card not in VALUES:
            raise BadInput(f"There is no card {card!r:.20} in Knyf: cards are 1 to 6.")
    return cards


def without(hand: Cards, cards: Cards) -> Cards:
    """What is left of a hand.

    >>> without(("1", "3", "6", "6", "6"), ("1", "6"))
    ('3', '6', '6')
    """
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def misfit(box: str, cards: Cards) -> tuple[str, str] | None:
    """The rule that keeps these cards out of that box, and what is wrong with them.

    >>> misfit("four", ("5", "5", "5", "5", "2"))
    >>> misfit("full", ("3", "3", "3", "3", "3"))[0]
    'knyf.box.full'
    """
    if not cards:
        return "knyf.play.no-zero", "No box may be filled with 0: every box must really be made."
    if box in UPPER:
        others = [card for card in cards if card != UPPER[box]]
        if others:
            why = f"Only {UPPER[box]}s go into the box {box}; {' '.join(others)} does not fit."
            return box_rule(box), why
        if len(cards) > MOST:
            return "knyf.play.box", f"You play at most {MOST} cards, not {len(cards)}."
        return None
    if len(cards) != SIZE[box]:
        return (
            "knyf.box.lower-five",
            f"The box {title(box)} takes exactly {SIZE[box]} cards, not {len(cards)}.",
        )
    return None if _makes(box, cards) else (box_rule(box), _missing(box, cards))


def _makes(box: str, cards: Cards) -> bool:
    if box in EQUAL:
        return _most_equal(cards) >= EQUAL[box]
    if box in ROW:
        return len(_longest_row(cards)) >= ROW[box]
    return sorted(map(cards.count, set(cards))) == [2, 3]


def _missing(box: str, cards: Cards) -> str:
    """What a lower box needs, and how much of it is among these cards."""
    if box in EQUAL:
        return (
            f"The box {title(box)} needs {EQUAL[box]} equal cards; "
            f"{' '.join(cards)} has at most {_most_equal(cards)}."
        )
    if box in ROW:
        return (
            f"The {title(box)} needs {ROW[box]} values in a row; "
            f"the longest row in {' '.join(cards)} is {' '.join(_longest_row(cards))}."
        )
    return (
        "A full house is three cards of one value and two of another, different one; "
        f"{' '.join(cards)} does not have that."
    )


def _most_equal(cards: Cards) -> int:
    return max(map(cards.count, cards))


def _longest_row(cards: Cards) -> Cards:
    rows = [VALUES[low:high] for low in range(6) for high in range(low + 1, 7)]
    return max((row for row in rows if set(row) <= set(cards)), key=len)


# What a hand can choose -----------------------------------------------------------------------

T = TypeVar("T")


class Held(Generic[T]):
    """Things that need cards, and quickly those of them that a hand has the cards for.

    One byte per thing says whether n cards of a value are enough for it; a hand's bytes are the
    common ones of its six values. So a hand costs six operations, however many things there are.

    >>> list(Held([(("1",), "a"), (("6", "6"), "b"), (("1", "6"), "c")]).by(("1", "2", "6")))
    ['a', 'c']
    """

    def __init__(self, things: Iterable[tuple[Cards, T]]) -> None:
        needs, self.things = zip(*things, strict=True)
        self.places = {thing: place for place, thing in enumerate(self.things)}
        self.enough = {
            value: [
                int.from_bytes(bytes(cards.count(value) <= held for cards in needs), "little")
                for held in range(1 + max(cards.count(value) for cards in needs))
            ]
            for value in VALUES
        }

    def marks(self, hand: Cards) -> bytes:
        """One byte per thing, in their places: whether the hand has the cards for it."""
        common = -1
        for value, enough in self.enough.items():
            common &= enough[min(hand.count(value), len(enough) - 1)]
        return common.to_bytes(len(self.things), "little")

    def by(self, hand: Cards) -> Iterator[T]:
        return compress(self.things, self.marks(hand))


@cache
def choices(most: int) -> list[Cards]:
    """Every choice of at most so many cards.

    >>> choices(2)[:9]
    [(), ('1',), ('2',), ('3',), ('4',), ('5',), ('6',), ('1', '1'), ('1', '2')]
    """
    return [
        cards for size in range(most + 1) for cards in combinations_with_replacement(VALUES, size)
    ]


@cache
def ways() -> list[tuple[str, Cards]]:
    """Every way to fill a box, with the boxes in the order of the card."""
    return [(box, cards) for box in BOXES for cards in choices(MOST) if misfit(box, cards) is None]


@cache
def best_ways() -> Table[Cards, dict[str, Cards]]:
    """For each box that a hand can fill, the way that scores most.

    >>> best_ways()[("4", "5", "6", "6", "6")]["sixes"]
    ('6', '6', '6')
    """
    held = Held((cards, (box, cards)) for box, cards in ways())

    def best(hand: Cards) -> dict[str, Cards]:
        found: dict[str, Cards] = {}
        for box, cards in held.by(hand):
            if box not in found or (box not in FIXED and _sum(cards) > _sum(found[box])):
                found[box] = cards
        return found

    return Table(best)


def _sum(cards: Cards) -> int:
    return sum(map(int, cards))


# The card -------------------------------------------------------------------------------------

PARTS = ("points", "penalties", "forgot", "upper", "sum")  # of a card as plain data


@dataclass(frozen=True)
class BoxLine:
    """One box of a card, looked at with a hand: what is written, or what could be, or why not."""

    box: str
    rule: str
    points: int | None  # written, or what the best way to fill it would score; None: nothing fits
    cards: Cards  # the best way to fill it
    filled: bool
    why_not: str  # empty if the box can be filled now

    def __str__(self) -> str:
        if self.filled:
            return f"{title(self.box)}: {self.points}"
        if self.why_not:
            return f"{title(self.box)}: – {self.why_not} ({self.rule})"
        return f"{title(self.box)}: – {' '.join(self.cards)} would score {self.points}."


@dataclass(frozen=True)
class ScoreCard:
    """Twelve boxes, each filled once; filling one gives a new card.

    >>> card = ScoreCard().write("sixes", 18, penalty=2)
    >>> card.upper, card.sum, card.total           # the total settles bonus or loss
    (18, 16, -4)
    >>> print(card.explain("2 4 5 6 6 6")["small"])
    small straight: – The small straight needs 4 values in a row; the longest row in ... is 4 5 6...
    """

    options: CardOptions = field(default_factory=CardOptions)
    points: Mapping[str, int] = field(default_factory=dict)
    penalties: Mapping[str, int] = field(default_factory=dict)  # the light blue boxes beside
    forgot: bool = False  # to announce the last box but one

    @cached_property
    def free(self) -> tuple[str, ...]:
        return tuple([box for box in BOXES if box not in self.points])

    def worth(self, box: str, cards: Cards) -> int:
        """What cards that fit a box score in it."""
        return self.options.fixed.get(box) or _sum(cards)

    def write(self, box: str, points: int, penalty: int = 0) -> ScoreCard:
        if box not in self.free:
            raise BadInput(f"{box!r:.20} is no free box of this card.", "knyf.play.box")
        _check_box(box, points, self.options)
        penalties = {**self.penalties, box: penalty} if penalty else self.penalties
        return ScoreCard(self.options, {**self.points, box: points}, penalties, self.forgot)

    def forget(self) -> ScoreCard:
        """The same card with the penalty for not announcing."""
        return replace(self, forgot=True)

    @cached_property
    def upper(self) -> int:
        """The upper total, without penalties."""
        return sum(self.points.get(box, 0) for box in UPPER)

    @property
    def bonus(self) -> int:
        """What the upper part adds at the end, finished or not (knyf.bonus.unfinished)."""
        if self.upper >= self.options.bonus_from:
            return self.options.bonus
        return -self.options.loss if self.upper < self.options.loss_below else 0

    @property
    def penalty(self) -> int:
        return sum(self.penalties.values()) + self.options.forgotten * self.forgot

    @cached_property
    def sum(self) -> int:
        """What has been written so far, penalties included."""
        return sum(self.points.values()) - self.penalty

    @property
    def total(self) -> int:
        """What the card is worth at the end of the game (knyf.end.score)."""
        return self.sum + self.bonus

    def explain(self, hand: object) -> dict[str, BoxLine]:
        """Each box: what is written, or the best this hand makes of it, or why nothing fits."""
        cards = sorted_cards(hand)
        return {box: self._line(box, cards) for box in BOXES}

    def _line(self, box: str, hand: Cards) -> BoxLine:
        if box in self.points:
            rule = "knyf.box.knyf-once" if box == "knyf" else "knyf.play.box"
            return BoxLine(box, rule, self.points[box], (), True, "This box is filled already.")
        best = best_ways()[hand].get(box)
        if best is None:
            return BoxLine(box, *_not_from(box, hand))
        return BoxLine(box, box_rule(box), self.worth(box, best), best, False, "")

    # As plain data, for positions and views

    def data(self) -> dict[str, Any]:
        return {
            "points": dict(self.points), "penalties": dict(self.penalties), "forgot": self.forgot,
            "upper": self.upper, "sum": self.sum,
        }  # fmt: skip

    @classmethod
    def read(cls, given: object, options: CardOptions) -> ScoreCard:
        """A card from `data()`, or from its boxes alone, like {"ones": 3, "knyf": 50}."""
        if not isinstance(given, Mapping):
            raise BadInput(f"A score card is given like {{'ones': 3}}, not {given!r:.40}.")
        parts = given if "points" in given else {"points": given}
        for part in parts.keys() - PARTS:
            raise BadInput(f"A score card has {', '.join(PARTS)}, and no {part!r:.20}.")
        points, penalties = parts["points"], parts.get("penalties", {})
        forgot = parts.get("forgot", False)
        if not isinstance(points, Mapping) or not isinstance(penalties, Mapping):
            raise BadInput("The points and penalties of a score card are given by box.")
        if not isinstance(forgot, bool):
            raise BadInput(f"forgot: True or False, not {forgot!r:.20}.", "knyf.announce.must")
        for box, score in points.items():
            _check_box(box, score, options)
        for box, penalty in penalties.items():
            if box not in points:
                raise BadInput(f"There is a penalty beside {box!r:.20}, but no points in it.")
            _check_penalty(penalty, options)
        paid = {box: penalty for box, penalty in penalties.items() if penalty}
        return cls(options, dict(points), paid, forgot)


def _not_from(box: str, hand: Cards) -> tuple[str, None, Cards, bool, str]:
    """Why no cards of this hand fill that box; in the order of a BoxLine's fields."""
    rule, why = box_rule(box), f"There is no {UPPER.get(box)} among {' '.join(hand) or 'no cards'}."
    if box in LOWER and len(hand) < SIZE[box]:
        rule, why = "knyf.box.lower-five", f"It takes {SIZE[box]} cards, and there are {len(hand)}."
    elif box in LOWER:
        why = _missing(box, hand)
    return rule, None, (), False, why


def _check_box(box: object, points: object, options: CardOptions) -> None:
    if box not in BOXES or not isinstance(box, str):
        raise BadInput(f"There is no box {box!r:.20}; there are {', '.join(BOXES)}.")
    if points == 0:
        raise BadInput(f"No box may be filled with 0, {box} neither.", "knyf.play.no-zero")
    if type(points) is not int or points not in scores_of(box, options):
        raise BadInput(f"{points!r:.20} is not a score of {title(box)}.", box_rule(box))


def _check_penalty(penalty: object, options: CardOptions) -> None:
    each, most = options.penalty, options.penalty * (MOST_HELD - 1)
    if type(penalty) is not int or penalty not in range(0, most + 1, each or 1):
        raise BadInput(
            f"A penalty is {each} for each excess card, so 0 to {most}, not {penalty!r:.20}.",
            "knyf.play.penalty",
        )


def scores_of(box: str, options: CardOptions) -> frozenset[int]:
    """Every score that box can show.

    >>> sorted(scores_of("fours", CardOptions()))
    [4, 8, 12, 16, 20]
    """
    return _sums(box) if box not in FIXED else frozenset({options.fixed[box]})


@cache
def _sums(box: str) -> frozenset[int]:
    return frozenset(_sum(cards) for made, cards in ways() if made == box)
