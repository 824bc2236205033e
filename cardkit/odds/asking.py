"""Counting exactly for a plain function: reveal to it only the cards it asks about.

The function is called with hands whose cards are not revealed. When it asks for one, every
possible number of that card is tried in turn. Cards it never asks about are never told apart, so
a function that looks at two kinds of cards costs little even in a large deck.
"""

from __future__ import annotations

from math import prod

from cardkit.odds.deck import Deck, Hand, Unknown
from cardkit.odds.exact import LIMIT, TooMuch, Ways, deals, distinct_hands, shares
from cardkit.odds.questions import Question

CALL = 10  # what one call of a function costs, in steps of the exact count


class Asking:
    """One count: what is revealed so far lies in `known`, one table of counts for each hand."""

    def __init__(self, question: Question, deck: Deck, sizes: tuple[int, ...], limit: int) -> None:
        self.question, self.counts, self.limit = question, deck.counts, limit
        self.sizes = sizes
        self.known: tuple[dict[str, int], ...] = tuple({} for _ in sizes)
        self.hands = tuple(
            Hand.of(known, size, deck.table) for known, size in zip(self.known, sizes, strict=True)
        )
        self.ways: Ways = {}
        self.asked: set[str] = set()
        self.steps = 0
        self.hidden = len(deck)

    def count(self) -> Ways:
        self._ask(1, self.sizes)
        return self.ways

    def _ask(self, ways: int, room: tuple[int, ...]) -> None:
        """Call the function; if it asks for cards, reveal them in every way."""
        self._work(CALL)
        try:
            answer = self.question(*self.hands)
        except Unknown as asked:
            names = [name for name in asked.names if name not in self.known[0]]
            self.asked.update(names)
            self._reveal(names, 0, ways, room)
            return
        self.ways[answer] = self.ways.get(answer, 0) + ways * deals(self.hidden, room)

    def _reveal(self, names: list[str], at: int, ways: int, room: tuple[int, ...]) -> None:
        if at == len(names):
            self._ask(ways, room)
            return
        name = names[at]
        cards = self.counts[name]
        self.hidden -= cards
        options = shares(cards, room, joint=True)
        self._work(len(options))
        for share in options:
            left = tuple(space - c for space, c in zip(room, share.counts, strict=True))
            if sum(left) > self.hidden:
                continue
            for known, c in zip(self.known, share.counts, strict=True):
                known[name] = c
            self._reveal(names, at + 1, ways * share.ways, left)
        for known in self.known:
            del known[name]
        self.hidden += cards

    def _work(self, steps: int) -> None:
        """Count the work; if it gets too much, say how much it would be: a call for every way the
        cards asked for can fall."""
        self.steps += steps
        if self.steps > self.limit:
            asked = [self.counts[name] for name in self.asked]
            rest = sum(self.counts.values()) - sum(asked)
            calls = prod(distinct_hands(asked, size, rest) for size in self.sizes)
            named = " or a named question, like total >= 18"
            raise TooMuch(max(calls * CALL, 2 * self.limit), self.limit, named)


def count(question: Question, deck: Deck, sizes: tuple[int, ...], limit: int = LIMIT) -> Ways:
    """For every answer of a function, the number of equally likely deals that give it."""
    return Asking(question, deck, sizes, limit).count()
