"""Spaces: all the ways cards can fall, each equally likely, and what is known about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from cardkit.errors import BadInput
from cardkit.odds import asking, exact, facts
from cardkit.odds.deck import Deck, Hand
from cardkit.odds.events import HandRank, RankTest
from cardkit.odds.exact import LIMIT, Ways
from cardkit.odds.questions import Answer, Combined, Constant, Question, question
from cardkit.odds.ranks import SIZE, rank_ways
from cardkit.odds.stream import Stream

Hands = tuple[Hand, ...]


class Space:
    """What `P`, `E`, `Var`, `dist` and `simulate` ask about."""

    joint: bool

    def weights(self, asked: Question, limit: int = LIMIT) -> dict[Answer, Fraction | int]:
        """For every answer its weight; divided by their sum, they are chances."""
        raise NotImplementedError

    def trial(self, stream: Stream) -> tuple[Hands, bool]:
        """Cards dealt at random, and whether they agree with what is known."""
        raise NotImplementedError

    def question(self, thing: object, truth: bool = False) -> Question:
        """A question or a plain function as a question (or an event) about this space."""
        asked = question(thing, self.joint, truth)
        if asked.joint != self.joint and not isinstance(asked, Constant):
            _wrong_number_of_hands(asked, self.joint)
        return asked


def _wrong_number_of_hands(asked: Question, joint: bool) -> None:
    if joint:
        raise BadInput(
            f"Several hands are dealt: say whose {asked!r} is, with .of(0), or ask "
            "somebody(…), everybody(…), nobody(…) or how_many(…)."
        )
    raise BadInput(f"{asked!r} is about several hands: deal them with deck.deal(5, hands=3).")


@dataclass(frozen=True)
class Deal(Space):
    """Hands of given sizes from one deck, without putting any card back."""

    deck: Deck
    sizes: tuple[int, ...]
    joint: bool

    def __post_init__(self) -> None:
        if not self.sizes:
            raise BadInput("Say how many cards are dealt, like deal(5, hands=3).")
        for size in self.sizes:
            if not isinstance(size, int) or isinstance(size, bool) or size < 0:
                raise BadInput(f"One cannot draw {size!r:.20} cards.")
        if sum(self.sizes) > len(self.deck):
            raise BadInput(
                f"{sum(self.sizes)} cards are wanted, and the deck has {len(self.deck)}."
            )

    @property
    def size(self) -> int:
        """The number of equally likely deals, single cards told apart."""
        return exact.deals(len(self.deck), self.sizes)

    def weights(self, asked: Question, limit: int = LIMIT) -> dict[Answer, Fraction | int]:
        ways = self._by_formula(asked)
        if ways is None and asked.opaque:
            ways = asking.count(asked, self.deck, self.sizes, limit)
        if ways is None:
            ways = exact.count(asked, self.deck, self.sizes, self.joint, limit)
        return dict(ways)

    def _by_formula(self, asked: Question) -> Ways | None:
        """Ranks of five cards, and whatever hangs on them alone, are counted in closed form."""
        rank = _only_rank(asked)
        if rank is None or self.joint:
            return None
        if self.sizes != (SIZE,):
            raise BadInput(f"A Seers hand has five cards: draw(5), not draw({self.sizes[0]}).")
        ways: Ways = {}
        for value, number in rank_ways(self.deck, rank.side, rank.suits).items():
            answer = _of_rank(asked, value)
            ways[answer] = ways.get(answer, 0) + number
        return ways

    def trial(self, stream: Stream) -> tuple[Hands, bool]:
        drawn = stream.draw(list(self.deck), sum(self.sizes))
        hands, at = [], 0
        for size in self.sizes:
            hands.append(held(drawn[at : at + size], self.deck))
            at += size
        return tuple(hands), True

    def redraw(self, keep: object, extra: int = 0, times: int = 1) -> Redraw:
        """Keep some cards (all that these words mean, or what a function of the hand returns),
        discard the others and draw as many, plus `extra`; so many times."""
        if self.joint:
            raise BadInput("Redrawing is for one hand: deck.draw(5).redraw(keep='4').")
        return Redraw(self.deck, self.sizes[0], _keeping(keep), extra, times)

    def __repr__(self) -> str:
        drawn = " and ".join(f"{size}" for size in self.sizes)
        return f"<{drawn} card{'s' * (self.sizes != (1,))} from a deck of {len(self.deck)}>"


def held(cards: list[str], deck: Deck) -> Hand:
    """Cards as a hand that knows which cards of the deck it does not hold."""
    known = dict.fromkeys(deck.table.cards, 0)
    for card in cards:
        known[card] += 1
    return Hand.of(known, len(cards), deck.table)


def _only_rank(asked: Question) -> HandRank | None:
    """The hand rank that alone decides this question, if there is one."""
    if isinstance(asked, HandRank):
        return asked
    if isinstance(asked, RankTest):
        return asked.rank
    if isinstance(asked, Combined):
        ranks = {repr(rank): rank for rank in map(_only_rank, asked.parts)}
        if len(ranks) == 1:
            return next(iter(ranks.values()))
    return None


def _of_rank(asked: Question, rank: Any) -> Answer:
    if isinstance(asked, Combined):
        return asked.operation(*(_of_rank(part, rank) for part in asked.parts))
    return asked.holds(rank) if isinstance(asked, RankTest) else rank


@dataclass(frozen=True)
class Given(Space):
    """A space in which something is known: an event, or a habit that makes some deals likelier."""

    space: Space
    condition: Question

    @property
    def joint(self) -> bool:  # type: ignore[override]
        return self.space.joint

    def weights(self, asked: Question, limit: int = LIMIT) -> dict[Answer, Fraction | int]:
        both = Combined((asked, self.condition), lambda *answers: answers, "[{} | {}]")
        weights: dict[Answer, Fraction | int] = {}
        for (answer, known), weight in self.space.weights(both, limit).items():
            if known:
                weights[answer] = weights.get(answer, 0) + weight * likelihood(known)
        if not weights:
            raise BadInput(f"{self.condition!r} cannot happen here, so nothing follows from it.")
        return weights

    def trial(self, stream: Stream) -> tuple[Hands, bool]:
        hands, fits = self.space.trial(stream)
        luck = stream.random()  # always drawn, so that it stands at the same place of the stream
        return hands, fits and luck < float(likelihood(self.condition(*hands)))

    def __repr__(self) -> str:
        return f"{self.space!r} given {self.condition!r}"


def likelihood(answer: Answer) -> Fraction | int:
    """The weight that a known event (true or false) or habit (a chance) gives to a deal."""
    if isinstance(answer, int | float | Fraction) and 0 <= answer <= 1:
        return Fraction(str(answer)) if isinstance(answer, float) else answer
    raise BadInput(f"An event is true or false, or a chance from 0 to 1, not {answer!r:.30}.")


# Discard and redraw ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Keeping:
    """What is kept of a hand: all cards some words mean, or what a function says."""

    words: tuple[str, ...] = ()
    function: Callable[[Hand], Any] | None = None

    def told_apart(self, card: str) -> Any:
        if self.function is not None:
            return card
        return not facts.meanings(card).isdisjoint(self.words)

    def kept(self, counts: tuple[int, ...], cards: tuple[str, ...]) -> tuple[int, ...]:
        if self.function is None:
            return tuple(
                number if self.told_apart(card) else 0
                for card, number in zip(cards, counts, strict=True)
            )
        hand = Hand({card: number for card, number in zip(cards, counts, strict=True) if number})
        wanted = Hand(list(self.function(hand)))
        for card in wanted.counts:
            if wanted[card] > hand[card]:
                raise BadInput(f"One cannot keep {wanted[card]} of card {card} of the hand {hand}.")
        return tuple(wanted[card] for card in cards)


def _keeping(keep: object) -> Keeping:
    return Keeping(function=keep) if callable(keep) else Keeping(tuple(facts.words(keep)))


@dataclass(frozen=True)
class Redraw(Space):
    """A hand that is drawn, sorted out and filled up again; what is discarded stays away."""

    deck: Deck
    size: int
    keep: Keeping
    extra: int
    times: int
    joint = False

    def __post_init__(self) -> None:
        for what, number in (("extra", self.extra), ("times", self.times)):
            if not isinstance(number, int) or number < 0:
                raise BadInput(f"{what} is a number from 0 up, not {number!r:.20}.")

    def weights(self, asked: Question, limit: int = LIMIT) -> dict[Answer, Fraction | int]:
        cards, counts = self._classes(asked)
        start = tuple(0 for _ in cards)
        states: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction | int] = {(start, counts): 1}
        steps = 0
        for draw in range(self.times + 1):
            after: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction | int] = {}
            for (hand, left), weight in states.items():
                kept = self.keep.kept(hand, cards) if draw else hand
                number = sum(hand) - sum(kept) + self.extra if draw else self.size
                if number > sum(left):
                    raise BadInput(
                        f"The deck of {len(self.deck)} cards does not last for all draws."
                    )
                steps += exact.distinct_hands(left, number)
                if steps > limit:
                    hands = exact.distinct_hands(counts, self.size)
                    raise exact.TooMuch(max(2.0 * steps, float(hands) ** (self.times + 1)), limit)
                total = comb(sum(left), number)
                for taken, ways in _draws(left, number):
                    now = tuple(map(sum, zip(kept, taken, strict=True)))
                    key = now, tuple(a - b for a, b in zip(left, taken, strict=True))
                    after[key] = after.get(key, 0) + weight * Fraction(ways, total)
            states = after
        answers: dict[Answer, Fraction | int] = {}
        for (hand, _), weight in states.items():
            answer = asked(Hand(dict(zip(cards, hand, strict=True))))
            answers[answer] = answers.get(answer, 0) + weight
        return answers

    def _classes(self, asked: Question) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Cards that neither the question nor the keeping tells apart, counted together."""
        alike: dict[Any, tuple[str, int]] = {}
        for card, number in self.deck.counts.items():
            key = asked.key(card), self.keep.told_apart(card)
            first, before = alike.get(key, (card, 0))
            alike[key] = first, before + number
        return tuple(card for card, _ in alike.values()), tuple(n for _, n in alike.values())

    def trial(self, stream: Stream) -> tuple[Hands, bool]:
        left = list(self.deck)
        left = stream.draw(left, len(left))
        hand, left = left[: self.size], left[self.size :]
        for _ in range(self.times):
            counts = held(hand, self.deck).counts
            cards = tuple(counts)
            kept = self.keep.kept(tuple(counts.values()), cards)
            more = len(hand) - sum(kept) + self.extra
            if more > len(left):
                raise BadInput(f"The deck of {len(self.deck)} cards does not last for all draws.")
            hand = [c for c, number in zip(cards, kept, strict=True) for _ in range(number)]
            hand, left = hand + left[:more], left[more:]
        return (held(hand, self.deck),), True

    def __repr__(self) -> str:
        return f"<{self.size} cards from a deck of {len(self.deck)}, redrawn {self.times} times>"


def _draws(left: tuple[int, ...], number: int) -> list[tuple[tuple[int, ...], int]]:
    """All ways to draw so many cards from these classes."""
    if len(left) == 1:
        return [((number,), comb(left[0], number))] if number <= left[0] else []
    return [
        ((first, *others), comb(left[0], first) * ways)
        for first in range(min(left[0], number) + 1)
        for others, ways in _draws(left[1:], number - first)
    ]
