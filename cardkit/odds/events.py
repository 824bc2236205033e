"""The vocabulary of questions: has, count, total, of a kind, straights, robbing, habits, ranks.

>>> from cardkit.odds import Deck, P
>>> P(has("10") | has("*"), (Deck("lynx") - "10 10").draw(2))
1111/5671 = 0.1959, about 1 in 5
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardkit.errors import BadInput
from cardkit.games import seers_ranks
from cardkit.odds import facts
from cardkit.odds.chance import exact
from cardkit.odds.deck import Cards, Hand
from cardkit.odds.questions import (
    TRUE,
    Among,
    Answer,
    Constant,
    Counting,
    Function,
    Known,
    Question,
    State,
    matches,
    single,
)

# Counting -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Count(Counting):
    words: tuple[str, ...]

    def key(self, card: str) -> Hashable | None:
        return True if matches(self.words, card) else None

    def step(self, state: State, card: str, count: Any) -> State:
        return state + count

    def __repr__(self) -> str:
        return f"count({', '.join(map(repr, self.words))})"


def count(*words: object) -> Question:
    """How many cards of this name, rank, suit or kind (of any of them, if there are several).

    >>> from cardkit.odds import Deck, E
    >>> E(count("4"), Deck({"4": 16, "other": 87}).draw(3))
    48/103 = 0.4660
    """
    return Count(tuple(dict.fromkeys(facts.words(words))))


def has(*cards: object) -> Question:
    """The hand holds all these cards: `has("10")`, `has("7 7 7 *")`."""
    wanted = facts.words(cards)
    if not wanted:
        raise BadInput("has(…) wants at least one card, like has('7').")
    event: Question | None = None
    for word in dict.fromkeys(wanted):
        enough = Count((word,)) >= wanted.count(word)
        event = enough if event is None else event & enough
    assert event is not None
    return event


def has_any(*words: object) -> Question:
    """The hand holds at least one card of these names, ranks, suits or kinds."""
    return count(*words) >= 1


jokers: Question = Count((facts.JOKER,))


# Sums and extremes ----------------------------------------------------------------------------


class Total(Counting):
    def key(self, card: str) -> Hashable | None:
        return facts.worth(card) or None

    def step(self, state: State, card: str, count: Any) -> State:
        return state + facts.worth(card) * count

    def __repr__(self) -> str:
        return "total"


@dataclass(frozen=True, eq=False, repr=False)
class Best(Question):
    """The sum of the k highest cards; since cards are read upwards, the last k seen."""

    cards: int

    def key(self, card: str) -> Hashable | None:
        return facts.worth(card)

    def start(self, size: Any) -> State:
        return ()

    def step(self, state: State, card: str, count: Any) -> State:
        # Jokers are read first, not last, but they are worth 0 and so never push anything out.
        return (state + (facts.worth(card),) * min(count, self.cards))[-self.cards :]

    def end(self, state: State, size: Any) -> Answer:
        return sum(state)

    def __repr__(self) -> str:
        return f"best({self.cards})"


class Lowest(Question):
    def key(self, card: str) -> Hashable | None:
        return facts.worth(card)

    def start(self, size: Any) -> State:
        return None

    def step(self, state: State, card: str, count: Any) -> State:
        return Known(facts.worth(card)) if count else None

    def end(self, state: State, size: Any) -> Answer:
        return 0

    def __repr__(self) -> str:
        return "lowest"


def best(cards: int) -> Question:
    """The sum of the best cards of a hand: `best(1)` of three cards is the best of three.

    >>> from cardkit.odds import Deck, dist
    >>> dist(best(1), Deck("1 2 3").draw(2))
    {2: 1/3, 3: 2/3}
    """
    if not isinstance(cards, int) or cards < 1:
        raise BadInput(f"The best {cards!r:.20} cards cannot be added up: say best(1) or more.")
    return Best(cards)


total: Question = Total()
highest: Question = Best(1)
lowest: Question = Lowest()


# Sets and straights ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Most(Question):
    """The largest number of cards of one rank, with the wild cards added to it."""

    words: tuple[str, ...]  # the ranks in question; none: all
    wild: str | None
    above: int = 0  # only cards worth more than this

    def key(self, card: str) -> Hashable | None:
        if card == self.wild:
            return ("wild",)
        if card == facts.JOKER or facts.worth(card) < self.above + bool(self.above):
            return None
        return facts.rank(card) if not self.words or matches(self.words, card) else None

    def start(self, size: Any) -> State:
        return (0, 0)

    def step(self, state: State, card: str, count: Any) -> State:
        wild, most = state
        return (wild + count, most) if card == self.wild else (wild, max(most, count))

    def end(self, state: State, size: Any) -> Answer:
        return sum(state)

    def at_least(self, number: int) -> Question:
        return OfAKind(self, number)

    def __repr__(self) -> str:
        words = "".join(f"{word!r}, " for word in self.words)
        return f"most({words}wild={self.wild!r}, above={self.above})"


@dataclass(frozen=True, eq=False, repr=False)
class OfAKind(Question):
    """So many of one rank. Wild cards are read first, so only their number has to be kept."""

    kind: Most
    number: int
    over: int = 0  # and more cards than this in the hand

    def key(self, card: str) -> Hashable | None:
        return self.kind.key(card)

    def start(self, size: Any) -> State:
        if size <= self.over:
            return Known(False)
        return 0 if self.number > 0 else TRUE

    def step(self, state: State, card: str, count: Any) -> State:
        if state + count >= self.number:
            return TRUE
        return state + count if card == self.kind.wild else state

    def end(self, state: State, size: Any) -> Answer:
        return False

    def __repr__(self) -> str:
        over = f" with over {self.over} cards" if self.over else ""
        return f"({self.kind!r} >= {self.number}{over})"


def most(*words: object, wild: object = None) -> Question:
    """How many the hand has of its most frequent rank (among these, if some are named).

    `most(range(8, 14), wild="*") >= 3` is true of a hand with three of a kind from 8 up, jokers
    helping.
    """
    named = tuple(dict.fromkeys(facts.words(words)))
    if wild is not None and facts.word(wild) != facts.JOKER:
        raise BadInput(f"Only jokers stand for other cards, {wild!r:.20} does not.")
    return Most(named, None if wild is None else facts.word(wild))


def of_a_kind(number: int, wild: object = None) -> Question:
    """At least so many cards of one rank.

    >>> from cardkit.odds import Deck, P
    >>> P(of_a_kind(2), Deck("1 1 2 2 3").draw(2))
    1/5 = 0.2000, 1 in 5
    """
    return most(wild=wild) >= number


@dataclass(frozen=True, eq=False, repr=False)
class Straight(Question):
    """Consecutive values. The state: the last value held, the run that ends there, and the run
    that begins with a 2, which an ace may extend downwards."""

    length: int

    def key(self, card: str) -> Hashable | None:
        return facts.worth(card) or None

    def start(self, size: Any) -> State:
        return (0, 0, 0)

    def step(self, state: State, card: str, count: Any) -> State:
        last, run, low = state
        value = facts.worth(card)
        if not count:
            return state
        run = run + 1 if value == last + 1 and run else 1
        low = run if value - run == 1 else low
        ace = facts.rank(card) == "A" and low + 1 >= self.length
        return TRUE if run >= self.length or ace else (value, run, low)

    def end(self, state: State, size: Any) -> Answer:
        return False

    def __repr__(self) -> str:
        return f"straight({self.length})"


def straight(length: int) -> Question:
    """At least so many consecutive values, like 2 3 4 5.

    >>> from cardkit.odds import Deck, P
    >>> P(straight(3), Deck("1 2 3 4").draw(3))
    1/2 = 0.5000, 1 in 2
    """
    if not isinstance(length, int) or length < 1:
        raise BadInput(f"A straight of {length!r:.20} cards does not exist.")
    return Straight(length)


# Lynx -----------------------------------------------------------------------------------------


def can_rob(layer: object, mode: str = "basic") -> Question:
    """Lynx: the hand can lay a set that robs this layer (lynx.steal.must).

    A hand that would be empty then robs nobody: lynx.end.hand-empty.
    """
    cards = facts.words(layer)
    numbers = {card for card in cards if card != facts.JOKER}
    if not cards or len(numbers) > 1 or not all(card.isdecimal() for card in numbers):
        raise BadInput(f"A layer has one value, jokers apart, like '7 7 *'; {layer!r:.40} has not.")
    if mode not in ("basic", "advanced", "expert"):
        raise BadInput(f"Lynx is played basic, advanced or expert, not {mode!r:.20}.")
    number = len(cards)
    event: Question = Constant(False)  # lynx.steal.jokers-safe
    if numbers:
        event = OfAKind(Most((), facts.JOKER, above=int(*numbers)), number, over=number)
    if mode == "expert" and numbers <= {"13"}:  # lynx.mode.expert: 1s rob 13s and jokers alone
        event = event | (has("1") & OfAKind(Most(("1",), facts.JOKER), number, over=number))
    return event


# Nerves ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Habit(Question):
    """How likely somebody with these cards is to do what was seen: the product over the cards."""

    chances: tuple[tuple[str, Fraction], ...]
    needs: str | None = None  # a kind without which the chance is 0

    def chance(self, card: str) -> Fraction:
        names = facts.meanings(card)
        if self.needs is not None and self.needs not in names:
            return Fraction(0)
        return next((chance for word, chance in self.chances if word in names), Fraction(0))

    def key(self, card: str) -> Hashable | None:
        chance = self.chance(card)
        return None if chance == 1 else chance

    def start(self, size: Any) -> State:
        return Fraction(1)

    def step(self, state: State, card: str, count: Any) -> State:
        weight = state * self.chance(card) ** count
        return weight if weight else Known(Fraction(0))

    def __repr__(self) -> str:
        return f"habit({', '.join(f'{word}={chance}' for word, chance in self.chances)})"


def habit(**chances: object) -> Question:
    """A stated habit: how often each kind of card is treated so; a card not named, never.

    The first word that means a card counts. Use it with `given`: prior times habit, divided by
    the sum.
    """
    return _habit(chances, None)


def laid_face_down(**chances: object) -> Question:
    """Nerves: how often each kind of heart-backed card is laid face down.

    >>> from cardkit.odds import Deck, P, given
    >>> hearts = Deck({"4": 7, "4h": 15, "trap": 5, "reverse": 15}).hearts
    >>> P(has("trap"), given(laid_face_down(trap=0.9, number=0.5, special=0.2), hearts.draw(1)))
    3/10 = 0.3000, 3 in 10
    """
    return _habit(chances, "heart")  # nerves.lay.side: two-sided cards always show


def _habit(chances: dict[str, object], needs: str | None) -> Question:
    stated = []
    for word, number in chances.items():
        try:
            chance = exact(number)
        except (ValueError, TypeError):
            chance = Fraction(-1)
        if not 0 <= chance <= 1:
            raise BadInput(f"A habit is a chance from 0 to 1, not {word}={number!r:.20}.")
        stated.append((word, chance))
    return Habit(tuple(stated), needs)


is_trap: Question = Count(("trap",)) >= 1


class Which(Question):
    """The cards themselves, as a text."""

    def key(self, card: str) -> Hashable | None:
        return card

    def start(self, size: Any) -> State:
        return ()

    def step(self, state: State, card: str, count: Any) -> State:
        return (*state, *[card] * count)

    def end(self, state: State, size: Any) -> Answer:
        return " ".join(state)

    def __repr__(self) -> str:
        return "which"


which: Question = Which()


# Seers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class HandRank(Question):
    """The rank of a five-card Seers hand. Counted in closed form by `cardkit.odds.ranks`."""

    side: str = "A"
    suits: tuple[str, ...] = seers_ranks.SUITS
    opaque = True

    def key(self, card: str) -> Hashable | None:
        return card

    def start(self, size: Any) -> State:
        return ()

    def __call__(self, *hands: Cards) -> seers_ranks.Rank:
        return seers_ranks.rank(list(hands[0]), self.side, self.suits)

    def __repr__(self) -> str:
        return f"hand_rank({self.side!r}, {'>'.join(self.suits)!r})"


@dataclass(frozen=True, eq=False, repr=False)
class RankTest(Question):
    """A test of nothing but the rank of a hand."""

    rank: HandRank
    below: seers_ranks.Rank | None  # weaker than this,
    category: str | None = None  # or exactly this category
    opaque = True

    def key(self, card: str) -> Hashable | None:
        return card

    def start(self, size: Any) -> State:
        return ()

    def holds(self, rank: seers_ranks.Rank) -> bool:
        return rank.category == self.category if self.below is None else rank < self.below

    def __call__(self, *hands: Cards) -> Answer:
        return self.holds(self.rank(*hands))

    def __repr__(self) -> str:
        return f"weaker than {self.below}" if self.below else f"category({self.category!r})"


def hand_rank(side: str = "A", suits: Iterable[str] = seers_ranks.SUITS) -> Question:
    """Seers: the rank of a hand of five, to be compared or shown."""
    return HandRank(side, tuple(suits))


def weaker_than(
    hand: object, side: str = "A", suits: Iterable[str] = seers_ranks.SUITS
) -> Question:
    """Seers: a hand that this one beats (seers.score.rank, seers.tie.highest, seers.tie.suit)."""
    rank = HandRank(side, tuple(suits))
    return RankTest(rank, rank(Hand(hand)))


def category(name: str, side: str = "A") -> Question:
    """Seers: a hand of exactly this category, like 'pair' or 'full house'."""
    if name not in seers_ranks.SIDE_A:
        raise BadInput(f"The categories are {', '.join(seers_ranks.SIDE_A)}; not {name!r:.30}.")
    return RankTest(HandRank(side), None, name)


def all_weaker(hand: object, side: str = "A", suits: Iterable[str] = seers_ranks.SUITS) -> Question:
    """Seers: this hand beats every one of the others."""
    return everybody(weaker_than(hand, side, suits))


# Several hands from one deck ------------------------------------------------------------------


def somebody(event: object) -> Question:
    """At least one of the hands is such.

    >>> from cardkit.odds import Deck, P
    >>> P(somebody(has("1")), Deck("1 2 3 4").deal(1, hands=2))
    1/2 = 0.5000, 1 in 2
    """
    return Among(_event(event), counted=False)


def nobody(event: object) -> Question:
    """None of the hands is such."""
    return ~somebody(event)


def everybody(event: object) -> Question:
    """All of the hands are such."""
    return nobody(~_event(event))


def how_many(event: object) -> Question:
    """The number of hands that are such."""
    return Among(_event(event), counted=True)


def _event(thing: object) -> Question:
    event = single(thing)
    return Function(event.function, truth=True) if isinstance(event, Function) else event
