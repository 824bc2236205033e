"""Questions about hands, as small machines that read a hand card by card.

A question has a state; `step` reads how many of a card a hand holds, `end` gives the answer.
Cards with the same `key` are alike to it (only their number matters); `None`: they do not matter.
The same machine is run by the exact count, by the simulation, and on a single hand.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from cardkit.errors import BadInput
from cardkit.odds import facts
from cardkit.odds.deck import Cards, Hand

State = Any
Answer = Any


@dataclass(frozen=True, slots=True)
class Known:
    """A state from which the answer can no longer change."""

    answer: Answer


TRUE = Known(True)


class Group(NamedTuple):
    """Cards that are alike to a question, one of them standing for all."""

    card: str
    names: tuple[str, ...]


class Question:
    """What can be asked of a hand (or, if `joint`, of several): a number, or true or false."""

    joint = False
    opaque = False  # whether a plain Python function decides, so that only trying helps
    symmetric = False  # whether the answer stays the same when hands change places

    def key(self, card: str) -> Hashable | None:
        raise NotImplementedError

    def start(self, size: Any) -> State:
        raise NotImplementedError

    def step(self, state: State, card: str, count: Any) -> State:
        raise NotImplementedError

    def steps(self, state: State, card: str, counts: Sequence[Any]) -> list[State]:
        """The states that follow, for each of these counts of a card."""
        if isinstance(state, Known):
            return [state] * len(counts)
        return [self.step(state, card, count) for count in counts]

    def end(self, state: State, size: Any) -> Answer:
        return state

    # Combining: numbers with + - *, comparisons make events, events combine with & | ~.

    def __add__(self, other: object) -> Question:
        return combine(operator.add, "{} + {}", self, other)

    def __radd__(self, other: object) -> Question:
        return combine(operator.add, "{} + {}", other, self)

    def __sub__(self, other: object) -> Question:
        return combine(operator.sub, "{} - {}", self, other)

    def __rsub__(self, other: object) -> Question:
        return combine(operator.sub, "{} - {}", other, self)

    def __mul__(self, other: object) -> Question:
        return combine(operator.mul, "{} * {}", self, other)

    __rmul__ = __mul__

    def __ge__(self, other: object) -> Question:
        if isinstance(other, int | float) and not isinstance(other, bool):
            return self.at_least(math.ceil(other))
        return combine(operator.ge, "({} >= {})", self, other)

    def __gt__(self, other: object) -> Question:
        if isinstance(other, int | float) and not isinstance(other, bool):
            return self.at_least(math.floor(other) + 1)
        return combine(operator.gt, "({} > {})", self, other)

    def __lt__(self, other: object) -> Question:
        return ~(self >= other)

    def __le__(self, other: object) -> Question:
        return ~(self > other)

    def __eq__(self, other: object) -> Question:  # type: ignore[override]
        return combine(operator.eq, "({} == {})", self, other)

    def __ne__(self, other: object) -> Question:  # type: ignore[override]
        return combine(operator.ne, "({} != {})", self, other)

    __hash__ = object.__hash__

    def __and__(self, other: object) -> Question:
        return combine(_both, "({} & {})", self, other, deciding=False)

    __rand__ = __and__

    def __or__(self, other: object) -> Question:
        return combine(_either, "({} | {})", self, other, deciding=True)

    __ror__ = __or__

    def __invert__(self) -> Question:
        return combine(_not, "~{}", self)

    def __bool__(self) -> bool:
        raise BadInput(
            "An event is neither true nor false before cards are drawn: ask P(event, space), "
            "and combine events with & | ~ instead of and, or, not."
        )

    def at_least(self, number: int) -> Question:
        return AtLeast(self, number)

    def of(self, hand: int) -> Question:
        """The same question about one of several hands: `total.of(0) > total.of(1)`."""
        return Of(single(self), hand)

    def groups(self, cards: Sequence[str]) -> tuple[list[Group], list[str]]:
        """The cards that matter, alike ones together and in order, and those that do not."""
        groups: dict[Hashable, list[str]] = {}
        idle = []
        for card in cards:
            key = self.key(card)
            if key is None:
                idle.append(card)
            else:
                groups.setdefault(key, []).append(card)
        return [Group(names[0], tuple(names)) for names in groups.values()], idle

    def __call__(self, *hands: Cards) -> Answer:
        """The answer for given cards."""
        if self.joint:
            counted: Callable[[Group], Any] = lambda group: tuple(  # noqa: E731
                hand._times(group.names) for hand in hands
            )
            size: Any = tuple(map(len, hands))
        elif len(hands) == 1:
            counted = lambda group: hands[0]._times(group.names)  # noqa: E731
            size = len(hands[0])
        else:
            raise BadInput(f"{self!r} is a question about one hand, not about {len(hands)}.")
        state = self.start(size)
        for group in self.groups(hands[0]._table.cards)[0]:
            if isinstance(state, Known):
                return state.answer
            state = self.step(state, group.card, counted(group))
        return finish(self, state, size)


def finish(question: Question, state: State, size: Any) -> Answer:
    return state.answer if isinstance(state, Known) else question.end(state, size)


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Question):
    value: Answer
    symmetric = True

    def key(self, card: str) -> Hashable | None:
        return None

    def start(self, size: Any) -> State:
        return Known(self.value)

    def step(self, state: State, card: str, count: Any) -> State:
        return state

    def __repr__(self) -> str:
        return repr(self.value)


@dataclass(frozen=True, eq=False, repr=False)
class Combined(Question):
    """Several questions about the same hands, answered together."""

    parts: tuple[Question, ...]
    operation: Callable[..., Answer]
    text: str
    deciding: bool | None = None  # an answer of one part that settles the whole
    cache: dict[str, list[int]] = field(default_factory=dict)

    @property
    def joint(self) -> bool:  # type: ignore[override]
        return any(part.joint for part in self.parts)

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        return any(part.opaque for part in self.parts)

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        return all(part.symmetric for part in self.parts)

    def key(self, card: str) -> Hashable | None:
        keys = tuple(part.key(card) for part in self.parts)
        return None if all(key is None for key in keys) else keys

    def start(self, size: Any) -> State:
        return self._settled(tuple(part.start(size) for part in self.parts))

    def step(self, state: State, card: str, count: Any) -> State:
        states, settled = list(state), False
        for place in self._reading(card):
            old = state[place]
            if type(old) is not Known:
                new = states[place] = self.parts[place].step(old, card, count)
                settled = settled or type(new) is Known
        return self._settled(tuple(states)) if settled else tuple(states)

    def _reading(self, card: str) -> list[int]:
        """The parts to which this card matters."""
        if card not in self.cache:
            self.cache[card] = [
                n for n, part in enumerate(self.parts) if part.key(card) is not None
            ]
        return self.cache[card]

    def end(self, state: State, size: Any) -> Answer:
        answers = (finish(part, one, size) for part, one in zip(self.parts, state, strict=True))
        return self.operation(*answers)

    def _settled(self, states: tuple[State, ...]) -> State:
        known = [state for state in states if isinstance(state, Known)]
        if self.deciding is not None and any(one.answer is self.deciding for one in known):
            return Known(self.deciding)
        if len(known) == len(states):
            return Known(self.operation(*(one.answer for one in known)))
        return states

    def __call__(self, *hands: Cards) -> Answer:
        answers = []
        for part in self.parts:
            answers.append(part(*hands))
            if self.deciding is not None and answers[-1] is self.deciding:
                return self.deciding
        return self.operation(*answers)

    def __repr__(self) -> str:
        return self.text.format(*self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class AtLeast(Question):
    """Whether a number reaches a threshold; settled early when the number can only grow."""

    number: Question
    least: int

    @property
    def joint(self) -> bool:  # type: ignore[override]
        return self.number.joint

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        return self.number.opaque

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        return self.number.symmetric

    def key(self, card: str) -> Hashable | None:
        return self.number.key(card)

    def start(self, size: Any) -> State:
        return self._settled(self.number.start(size))

    def step(self, state: State, card: str, count: Any) -> State:
        return self._settled(self.number.step(state, card, count))

    def _settled(self, state: State) -> State:
        if isinstance(state, Known):
            return Known(bool(state.answer >= self.least))
        if isinstance(self.number, Counting) and state >= self.least:
            return Known(True)
        return state

    def end(self, state: State, size: Any) -> Answer:
        return bool(finish(self.number, state, size) >= self.least)

    def __call__(self, *hands: Cards) -> Answer:
        return bool(self.number(*hands) >= self.least)

    def __repr__(self) -> str:
        return f"({self.number!r} >= {self.least})"


class Counting(Question):
    """A number that only grows as cards are read; its state is the number so far."""

    def start(self, size: Any) -> State:
        return 0


@dataclass(frozen=True, eq=False, repr=False)
class Of(Question):
    """A question about one of several hands."""

    question: Question
    hand: int
    joint = True

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        return self.question.opaque

    def key(self, card: str) -> Hashable | None:
        return self.question.key(card)

    def start(self, size: Any) -> State:
        if self.hand not in range(len(size)):
            raise BadInput(
                f"There is no hand {self.hand}: the {len(size)} hands are counted from 0."
            )
        return self.question.start(size[self.hand])

    def step(self, state: State, card: str, count: Any) -> State:
        return self.question.step(state, card, count[self.hand])

    def end(self, state: State, size: Any) -> Answer:
        return finish(self.question, state, size[self.hand])

    def __call__(self, *hands: Cards) -> Answer:
        if self.hand not in range(len(hands)):
            raise BadInput(
                f"There is no hand {self.hand}: the {len(hands)} hands are counted from 0."
            )
        return self.question(hands[self.hand])

    def __repr__(self) -> str:
        return f"{self.question!r}.of({self.hand})"


@dataclass(frozen=True, eq=False, repr=False)
class Among(Question):
    """One and the same event in every hand: for how many of them it is true, or whether for any."""

    event: Question
    counted: bool  # how many hands; otherwise: is there any?
    joint = True
    symmetric = True

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        return self.event.opaque

    def key(self, card: str) -> Hashable | None:
        return self.event.key(card)

    def start(self, size: Any) -> State:
        states = tuple(map(self.event.start, size))
        return TRUE if not self.counted and TRUE in states else states

    def step(self, state: State, card: str, count: Any) -> State:
        return self.steps(state, card, [count])[0]

    def steps(self, state: State, card: str, counts: Sequence[Any]) -> list[State]:
        if isinstance(state, Known) or not counts:
            return [state] * len(counts)
        # What a hand makes of a number of cards is worked out once, not for every combination.
        each = [
            self.event.steps(old, card, range(max(column) + 1))
            for old, column in zip(state, zip(*counts, strict=True), strict=True)
        ]
        found: list[State] = []
        for count in counts:
            states = tuple([table[number] for table, number in zip(each, count, strict=True)])
            found.append(TRUE if not self.counted and TRUE in states else states)
        return found

    def end(self, state: State, size: Any) -> Answer:
        true = sum(
            bool(finish(self.event, one, cards)) for one, cards in zip(state, size, strict=True)
        )
        return true if self.counted else true > 0

    def __call__(self, *hands: Cards) -> Answer:
        true = sum(bool(self.event(hand)) for hand in hands)
        return true if self.counted else true > 0

    def __repr__(self) -> str:
        return f"{'how_many' if self.counted else 'somebody'}({self.event!r})"


@dataclass(frozen=True, eq=False, repr=False)
class Function(Question):
    """A plain Python function of the hand (or hands)."""

    function: Callable[..., Any]
    joint: bool = False
    truth: bool = False  # whether it stands for an event: true or false, or a chance
    opaque = True

    def key(self, card: str) -> Hashable | None:
        return card

    def start(self, size: Any) -> State:
        return ()

    def __call__(self, *hands: Cards) -> Answer:
        try:
            answer = self.function(*hands)
            chance = isinstance(answer, Fraction | float)
            return bool(answer) if self.truth and not chance else answer
        except BadInput:
            raise
        except Exception as error:
            shown = "; ".join(str(Hand(dict(hand._known))) or "nothing" for hand in hands)
            raise BadInput(
                f"The question {self!r} failed on {shown}: {type(error).__name__}: {error}"
            ) from error

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", "function")


def question(thing: object, joint: bool = False, truth: bool = False) -> Question:
    """Whatever was given as a question: one of ours, a plain function, or a plain number."""
    if isinstance(thing, Question):
        return thing
    if callable(thing):
        return Function(thing, joint, truth)
    return Constant(thing)


def single(thing: object) -> Question:
    """A question about one hand."""
    one = question(thing)
    if one.joint:
        raise BadInput(f"{one!r} is about several hands already.")
    return one


def combine(
    operation: Callable[..., Answer], text: str, *things: object, deciding: bool | None = None
) -> Question:
    parts = [question(thing) for thing in things]
    joint = any(part.joint for part in parts)
    if joint or deciding is not None:
        parts = [
            Function(part.function, joint, deciding is not None)
            if isinstance(part, Function)
            else part
            for part in parts
        ]
    if joint:
        wrong = [part for part in parts if not part.joint and not isinstance(part, Constant)]
        if wrong:
            raise BadInput(
                f"Say whose hand {wrong[0]!r} is about: add .of(0), or put it into somebody(…)."
            )
    return Combined(tuple(parts), operation, text, deciding)


def _both(one: Answer, other: Answer) -> Answer:
    return one and other if isinstance(one, bool) and isinstance(other, bool) else one * other


def _either(one: Answer, other: Answer) -> Answer:
    if isinstance(one, bool) and isinstance(other, bool):
        return one or other
    return one + other - one * other


def _not(one: Answer) -> Answer:
    return not one if isinstance(one, bool) else 1 - one


def matches(words: Sequence[str], card: str) -> bool:
    return not facts.meanings(card).isdisjoint(words)
