"""Chains that end: where they end, and how long it takes, exact in Fractions.

A chain is a function from a state to what may come next, with chances; a state with nothing to
follow is an end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from cardkit.errors import BadInput
from cardkit.odds.answers import Dist
from cardkit.odds.chance import Exact, exact

MOST = 20_000  # states


class Chain:
    """All that can follow from a start.

    >>> flips = Chain(lambda heads: {heads + 1: "1/2", 0: "1/2"} if heads < 2 else {}, start=0)
    >>> flips.length(), flips.ends()
    (6, {2: 1/1})
    """

    def __init__(
        self, rule: Callable[[Any], Mapping[Any, Any] | None] | Mapping[Any, Any], start: Hashable
    ) -> None:
        self.start = start
        follow = rule if callable(rule) else lambda state: rule.get(state)
        self.next: dict[Any, dict[Any, Fraction]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in self.next:
                continue
            if len(self.next) == MOST:
                raise BadInput(f"This chain has more than {MOST:,} states: simulate it instead.")
            self.next[state] = _chances(state, follow(state))
            waiting.extend(self.next[state])
        # Exploring forwards and eliminating backwards keeps the elimination sparse.
        self.inner = [state for state, after in self.next.items() if after]
        self._order = list(reversed(self.inner))
        _check_ending(self)

    def ends(self) -> Dist:
        """The chance of each end."""
        ends = [state for state, after in self.next.items() if not after]
        return Dist({end: self._expected(partial(self._into, end)) for end in ends})

    def _into(self, end: Any, state: Any) -> Fraction:
        return self.next[state].get(end, Fraction(0))

    def length(self) -> Exact:
        """The expected number of steps."""
        return self.expected(lambda state: 1)

    def expected(self, reward: Callable[[Any], Any]) -> Exact:
        """The expected sum of a reward that every state brings each time it is left.

        >>> walk = Chain(lambda n: {n - 1: 1, } if n else {}, start=3)
        >>> walk.expected(lambda n: n)
        6
        """
        return Exact(self._expected(reward))

    def _expected(self, reward: Callable[[Any], Any]) -> Fraction:
        """Strike out one state after another, putting what follows from it in its place."""
        if not self.next[self.start]:
            return Fraction(0)
        inner = set(self.inner)
        after = {s: {t: p for t, p in self.next[s].items() if t in inner} for s in self.inner}
        before: dict[Any, set[Any]] = {state: set() for state in self.inner}
        for state, targets in after.items():
            for target in targets:
                before[target].add(state)
        worth = {state: exact(reward(state)) for state in self.inner}
        for state in self._order:
            if state == self.start:
                continue
            out, gain = after.pop(state), worth.pop(state)
            stay = out.pop(state, Fraction(0))
            for origin in before.pop(state) - {state}:
                if origin not in after:
                    continue
                share = after[origin].pop(state) / (1 - stay)
                worth[origin] += share * gain
                for target, chance in out.items():
                    after[origin][target] = after[origin].get(target, 0) + share * chance
                    before[target].add(origin)
        stay = after[self.start].get(self.start, Fraction(0))
        return worth[self.start] / (1 - stay)

    def nearly(self, reward: Callable[[Any], Any]) -> float:
        """The same as `expected` in decimals (NumPy), for chains of thousands of states."""
        import numpy as np

        if not self.inner:
            return 0.0
        place = {state: number for number, state in enumerate(self.inner)}
        matrix = np.eye(len(place))
        for state, number in place.items():
            for target, chance in self.next[state].items():
                if target in place:
                    matrix[number, place[target]] -= float(chance)
        rewards = np.array([float(reward(state)) for state in self.inner])
        return float(np.linalg.solve(matrix, rewards)[place[self.start]])


def _chances(state: Any, after: Mapping[Any, Any] | Dist | None) -> dict[Any, Fraction]:
    chances = {target: exact(chance) for target, chance in (after.items() if after else ())}
    chances = {target: chance for target, chance in chances.items() if chance}
    if chances == {state: 1}:
        return {}
    if chances and (sum(chances.values()) != 1 or min(chances.values()) < 0):
        raise BadInput(
            f"The chances after {state!r:.40} add up to {sum(chances.values())}, not to 1."
        )
    return chances


def _check_ending(chain: Chain) -> None:
    """Every state must be able to reach an end."""
    before: dict[Any, list[Any]] = {state: [] for state in chain.next}
    for state, targets in chain.next.items():
        for target in targets:
            before[target].append(state)
    ending = {state for state, targets in chain.next.items() if not targets}
    waiting = list(ending)
    while waiting:
        for state in before[waiting.pop()]:
            if state not in ending:
                ending.add(state)
                waiting.append(state)
    stuck = next((state for state in chain.next if state not in ending), None)
    if stuck is not None:
        raise BadInput(f"From {stuck!r:.40} this chain never comes to an end.")
