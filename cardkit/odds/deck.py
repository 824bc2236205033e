"""Decks (what is left after the cards you have seen) and hands: multisets of cards.

Cards of one name are alike, so a deck is how many there are of each, never a list of single cards.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from cardkit.errors import BadInput
from cardkit.games import NAMES, named
from cardkit.odds import facts

if TYPE_CHECKING:
    from cardkit.odds.spaces import Deal


class Unknown(BaseException):
    """A question asked for cards that are not revealed yet (see `asking`); never seen outside.

    Not an Exception, so that a question cannot catch it by accident.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names


class Cards:
    """A multiset of cards: what decks and hands have in common."""

    __slots__ = ("_known", "_size", "_table")

    def __init__(self, known: dict[str, int], size: int, table: Table) -> None:
        self._known, self._size, self._table = known, size, table

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, card: object) -> int:
        """How many of exactly this card."""
        return self._times((facts.word(card),))

    def count(self, *words: object) -> int:
        """How many cards these words mean: a card, a rank, a suit or a kind."""
        table, total = self._table, 0
        for word in words:
            try:
                total += self._times(table.names[word])
            except (KeyError, TypeError):
                total += self._times(table.find(word))
        return total

    def _times(self, names: tuple[str, ...]) -> int:
        known, total = self._known, 0
        for name in names:
            if name in known:
                total += known[name]
            elif name in self._table.places:
                raise Unknown(names)
        return total

    @property
    def counts(self) -> dict[str, int]:
        """How many of each card, in order."""
        self._times(self._table.cards)
        known = self._known
        return {name: known[name] for name in self._table.cards if known.get(name)}

    def __iter__(self) -> Iterator[str]:
        for name, times in self.counts.items():
            for _ in range(times):
                yield name

    def __contains__(self, word: object) -> bool:
        return self.count(word) > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(frozenset(self.counts.items()))

    @property
    def jokers(self) -> int:
        return self.count(facts.JOKER)

    @property
    def values(self) -> list[int]:
        """The worth of each card, lowest first.

        >>> Hand("7 3 7").values
        [3, 7, 7]
        """
        return sorted(facts.worth(card) for card in self)

    @property
    def total(self) -> int:
        return sum(facts.worth(name) * times for name, times in self.counts.items())

    @property
    def highest(self) -> int:
        return max(map(facts.worth, self), default=0)

    @property
    def lowest(self) -> int:
        return min(map(facts.worth, self), default=0)

    @property
    def most(self) -> int:
        """How many there are of the most frequent rank; jokers stand for nothing here.

        >>> Hand("7 7 3 *").most
        2
        """
        ranks: dict[str, int] = {}
        for name, times in self.counts.items():
            if name != facts.JOKER:
                ranks[facts.rank(name)] = ranks.get(facts.rank(name), 0) + times
        return max(ranks.values(), default=0)

    def __str__(self) -> str:
        return " ".join(self).replace(facts.JOKER, "★")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Table:
    """The names of a deck in order, and which of them a word means."""

    __slots__ = ("cards", "names", "places")

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards = tuple(sorted(cards, key=facts.place))
        self.places = {name: place for place, name in enumerate(self.cards)}
        self.names: dict[object, tuple[str, ...]] = {}

    def find(self, word: object) -> tuple[str, ...]:
        name = facts.word(word)
        self.names[word] = tuple(card for card in self.cards if name in facts.meanings(card))
        return self.names[word]


class Hand(Cards):
    """The cards somebody holds; what a question that is a plain function gets to see.

    >>> hand = Hand("7 7 9 *")
    >>> hand.count("7"), hand.jokers, hand.total, len(hand), "8" in hand
    (2, 1, 23, 4, False)
    """

    __slots__ = ()

    def __init__(self, cards: object = ()) -> None:
        known: dict[str, int] = {}
        for name in facts.words(cards):
            known[name] = known.get(name, 0) + 1
        super().__init__(known, sum(known.values()), Table(known))

    @classmethod
    def of(cls, known: dict[str, int], size: int, table: Table) -> Hand:
        """A hand from counts; cards of the table without a count are not revealed yet."""
        hand = cls.__new__(cls)
        Cards.__init__(hand, known, size, table)
        return hand


class Deck(Cards):
    """The cards that may still come: a game's deck, or any multiset, minus what is seen.

    >>> Deck("lynx") - "7 7 *"
    <deck of 106 cards>
    >>> Deck({"red": 3, "blue": 2}).draw(2)
    <2 cards from a deck of 5>
    """

    __slots__ = ("_hash",)

    def __init__(self, cards: str | Mapping[Any, int] | Iterable[Any]) -> None:
        counts = _counted(cards)
        super().__init__(counts, sum(counts.values()), Table(counts))
        self._hash = hash(frozenset(counts.items()))

    def __hash__(self) -> int:
        return self._hash

    @property
    def counts(self) -> dict[str, int]:
        return {name: self._known[name] for name in self._table.cards}

    @property
    def table(self) -> Table:
        return self._table

    def __sub__(self, seen: object) -> Deck:
        """The deck without the cards that are seen (a text, a list, a hand or another deck)."""
        left = dict(self._known)
        for name in facts.words(seen):
            if not left.get(name):
                there = self._known.get(name, 0)
                raise BadInput(f"This deck has {there} of card {name}, and you take away one more.")
            left[name] -= 1
        return Deck(left)

    def __add__(self, cards: object) -> Deck:
        more = dict(self._known)
        for name in facts.words(cards):
            more[name] = more.get(name, 0) + 1
        return Deck(more)

    def only(self, *words: object | Callable[[str], bool]) -> Deck:
        """The cards that these words mean (or for which a function says so).

        >>> len(Deck("lynx").only("12", "13", "joker"))
        21
        """
        return Deck({name: times for name, times in self._known.items() if _means(words, name)})

    def without(self, *words: object | Callable[[str], bool]) -> Deck:
        """The deck with all cards of this name, rank, suit or kind taken out."""
        return Deck({name: times for name, times in self._known.items() if not _means(words, name)})

    @property
    def hearts(self) -> Deck:
        """Nerves: the cards that show only a heart from behind (nerves.see.heart)."""
        hearts = self.only("heart")
        if not hearts:
            raise BadInput("No card of this deck has a heart on its back.")
        return hearts

    def draw(self, cards: int) -> Deal:
        """All hands of so many cards, drawn without putting any back."""
        from cardkit.odds.spaces import Deal

        return Deal(self, (cards,), joint=False)

    def deal(self, *sizes: int, hands: int | None = None) -> Deal:
        """Several hands from this one deck: `deal(5, hands=3)`, or unequal ones, `deal(13, 8)`."""
        from cardkit.odds.spaces import Deal

        if hands is not None:
            if len(sizes) != 1 or not isinstance(hands, int) or hands < 1:
                raise BadInput(
                    "Deal either equal hands, deal(5, hands=3), or name each: deal(13, 8)."
                )
            sizes *= hands
        return Deal(self, sizes, joint=True)

    def __repr__(self) -> str:
        return f"<deck of {len(self)} cards>"

    def _repr_html_(self) -> str:
        names = "".join(f"<th>{escape(n).replace('*', '★')}</th>" for n in self.counts)
        times = "".join(f"<td>{times}</td>" for times in self.counts.values())
        return (
            f"<table><caption>{len(self)} cards</caption>"
            f"<tr><th>card</th>{names}</tr><tr><th>how many</th>{times}</tr></table>"
        )


def _counted(cards: object) -> dict[str, int]:
    """How many of each card; games are known by name."""
    if isinstance(cards, Cards):
        return cards.counts
    if isinstance(cards, str) and len(cards.split()) == 1:
        return _deck_of(cards)
    if not isinstance(cards, Mapping):
        return Hand(cards).counts
    counts: dict[str, int] = {}
    for name, times in cards.items():
        if not isinstance(times, int) or isinstance(times, bool) or times < 0:
            raise BadInput(f"A deck cannot have {times!r:.20} of card {name!r:.20}.")
        if times:
            counts[facts.word(name)] = counts.get(facts.word(name), 0) + times
    return counts


def _deck_of(game: str) -> dict[str, int]:
    if game not in NAMES:
        named(game)  # says which games there are
    deck: dict[str, int] = importlib.import_module(f"cardkit.games.{game}").DECK
    return dict(deck)


def _means(words: Iterable[object], card: str) -> bool:
    return any(
        word(card) if callable(word) else facts.word(word) in facts.meanings(card) for word in words
    )
