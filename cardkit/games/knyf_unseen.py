"""Knyf: where the cards are that one seat has not seen, as far as its log tells.

Discards are seen by all, so whoever counts knows what every new pile is made of, and what the
others held when the old one ran out. A hand dealt here does not contradict that, unless none that
fits is found for long (a small deck, reshuffled often): then only what is seen now is kept to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from cardkit.chance import Chance, picked
from cardkit.errors import BadInput
from cardkit.zones import Box, add, cards_in, counted, off, remove, spread

OUT, IN, NEW = ("discard", "played", "trim"), ("draw", "refill"), "reshuffle"
PATIENCE = 2000  # dead ends before the past is forgotten

Step = tuple[str, int, list[str]]  # what happened to whose cards


class Layer:
    """The cards of one pile that have not been seen since, and how many of them each seat holds."""

    __slots__ = ("unseen", "held")

    def __init__(self, unseen: dict[str, int], held: list[int]) -> None:
        self.unseen, self.held = unseen, held

    def likely(self, seat: int, card: str) -> float:
        """How likely a card that this seat shows is to be from here (up to a common factor)."""
        if not self.held[seat] or card not in self.unseen:
            return 0.0
        return self.held[seat] * self.unseen[card] / sum(self.unseen.values())


class Unseen:
    """What a seat can work out from its view; `dealt` deals the rest at random.

    >>> import cardkit
    >>> game = cardkit.new("knyf", players=3, seed=1)
    >>> hands, pile = Unseen(game.options.deck, game.view(0)).dealt(7, sorted)
    >>> hands[0] == game.view(0)["hand"], len(hands[1]), len(pile)
    (True, 5, 93)
    """

    def __init__(self, deck: Mapping[str, int], view: Mapping[str, Any]) -> None:
        self.me, self.players = view["seat"], view["players"]
        self.hand, self.pile = cards_in(view["hand"]), view["pile"]
        steps = [
            (entry["kind"], entry["seat"], cards_in(entry["cards"]))
            for entry in view["log"]
            if entry["kind"] in (*OUT, *IN, NEW)
        ]
        self.now = self._layer(deck, view["hands"], self.hand, view["discard"])
        self.first = self._beginning(deck, view, steps)
        self.piles: list[list[Step]] = [[]]  # the steps, by the pile they were drawn from
        for step in steps:
            if step[0] == NEW:
                self.piles.append([])
            self.piles[-1].append(step)

    def _beginning(
        self, deck: Mapping[str, int], view: Mapping[str, Any], steps: list[Step]
    ) -> Layer:
        """Going back through the log: all that was unseen when it began."""
        sizes, hand, discard = list(view["hands"]), counted(self.hand), counted(view["discard"])
        for kind, seat, cards in reversed(steps):
            if kind == NEW:
                discard = counted(cards)
                continue
            sizes[seat] += len(cards) if kind in OUT else -len(cards)
            for card in cards:
                if kind in OUT:
                    remove(discard, card)
                if seat == self.me:
                    (add if kind in OUT else remove)(hand, card)
        return self._layer(deck, sizes, spread(hand), spread(discard))

    def _layer(
        self, deck: Mapping[str, int], sizes: list[int], hand: list[str], discard: list[str]
    ) -> Layer:
        """All that a seat with this hand cannot see, and how much of it the others hold."""
        box = Box(deck)
        box.take([*hand, *discard])
        held = [0 if seat == self.me else size for seat, size in enumerate(sizes)]
        return Layer({card: count for card, count in box.left.items() if count}, held)

    def dealt(
        self, seed: int, shuffle: Callable[[list[str]], list[str]]
    ) -> tuple[list[list[str]], list[str]]:
        """All hands and the draw pile, as they may be."""
        chance = random.Random(seed).random
        moments, dead_ends = [[self.first]], 0  # what was unseen before each pile, the last first
        while len(moments) <= len(self.piles):
            after = self._through(self.piles[len(moments) - 1], moments[-1], chance)
            if after:
                moments.append(after)
                continue
            dead_ends += 1
            if dead_ends > PATIENCE:
                return self._deal([self.now], shuffle)
            back = (dead_ends & -dead_ends).bit_length() - 1  # mostly 0 piles, now and then more
            del moments[max(1, len(moments) - back) :]
        return self._deal(moments[-1], shuffle)

    def _through(
        self, steps: list[Step], before: list[Layer], chance: Chance
    ) -> list[Layer] | None:
        """What is unseen after these steps; which pile a shown card was from is left to chance.

        None if that led to a dead end: a card was shown that nobody could have by then.
        """
        layers = [Layer(layer.unseen.copy(), layer.held[:]) for layer in before if layer.unseen]
        if steps and steps[0][0] == NEW:
            layers.append(Layer(counted(steps[0][2]), [0] * self.players))
        for kind, seat, cards in steps:
            if seat == self.me and kind in IN:  # what I draw from a pile, nobody else had from it
                for card in cards:
                    remove(layers[-1].unseen, card)
        for kind, seat, cards in steps:
            if seat == self.me or kind == NEW:
                continue
            if kind in IN:
                layers[-1].held[seat] += len(cards)
                continue
            for card in cards:
                odds = [layer.likely(seat, card) for layer in layers]
                if not any(odds):
                    return None
                layer = layers[picked(odds, chance)]
                layer.held[seat] -= 1
                remove(layer.unseen, card)
        return layers

    def _deal(
        self, layers: list[Layer], shuffle: Callable[[list[str]], list[str]]
    ) -> tuple[list[list[str]], list[str]]:
        hands: list[list[str]] = [[] for _ in range(self.players)]
        hands[self.me], pile = self.hand, []
        for layer in layers:
            pile = shuffle(spread(layer.unseen))
            for seat, held in enumerate(layer.held):
                if len(pile) < held:
                    raise BadInput("The cards of this view do not add up.")
                hands[seat] += off(pile, held)
        if len(pile) != self.pile:
            raise BadInput("The cards of this view do not add up.")
        return [sorted(hand) for hand in hands], pile
