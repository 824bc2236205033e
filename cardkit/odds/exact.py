"""Counting hands exactly: for every answer to a question, in how many ways the cards can fall.

Groups of like cards are read one after another. What is kept is, for each state of the question,
the number of ways by how many cards each hand has got so far: a polynomial, packed into one long
integer, so that adding a group of cards is a few multiplications and shifts of long integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, permutations, product
from math import comb, prod
from operator import add, le, mul, sub
from typing import Any, NamedTuple

from cardkit.errors import BadInput
from cardkit.odds.deck import Deck
from cardkit.odds.questions import Answer, Known, Question, State, finish

LIMIT = 2_000_000  # steps of work that are done without asking: about two seconds

Ways = dict[Answer, int]
Counts = tuple[int, ...]


class TooMuch(BadInput):
    """A question that would take too long; the text says how long, and what to do instead."""

    def __init__(self, steps: float, limit: int, instead: str = "") -> None:
        self.steps = steps
        super().__init__(
            f"Counting this exactly would take about {steps:.1g} steps ({_time(steps)}): "
            f"use simulate(question, space){instead}, "
            f"or allow more than {limit:,} steps with limit=…."
        )


def _time(steps: float) -> str:
    seconds = steps * 1e-6
    for unit, length in (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds > 2 * length:
            return f"some {seconds / length:,.0f} {unit}"
    return f"some {max(seconds, 1):.0f} seconds"


def deals(cards: int, sizes: Counts) -> int:
    """In how many ways hands of these sizes can be dealt from so many different cards.

    >>> deals(5, (2, 2))
    30
    """
    ways = 1
    for size in sizes:
        ways, cards = ways * comb(cards, size), cards - size
    return ways


def distinct_hands(counts: Iterable[int], size: int, rest: int = 0) -> int:
    """How many hands of a size differ in these cards; `rest` other cards may fill them up.

    >>> distinct_hands([2, 2], 2)
    3
    """
    ways = [1] + [0] * size
    for cards in counts:
        ways = [sum(ways[max(held - cards, 0) : held + 1]) for held in range(size + 1)]
    return sum(ways[max(size - rest, 0) :])


class Share(NamedTuple):
    """One way to share out a group of like cards."""

    count: Any  # what the question is told: a number, or one number per hand
    counts: Counts
    ways: int


@lru_cache(maxsize=1024)
def shares(cards: int, sizes: Counts, joint: bool) -> list[Share]:
    """All ways in which so many like cards can be shared out among the hands."""
    return [
        Share(counts if joint else counts[0], counts, deals(cards, counts))
        for counts in product(*(range(min(cards, size) + 1) for size in sizes))
        if sum(counts) <= cards
    ]


@lru_cache(maxsize=1024)
def sorted_shares(cards: int, sizes: Counts) -> list[Share]:
    """The same up to the order of the hands: the ways of all orders go to one of them."""
    return [
        Share(counts, counts, ways * len(set(permutations(counts))))
        for _, counts, ways in shares(cards, sizes, True)
        if all(one <= other for one, other in pairwise(counts))
    ]


Edges = dict[State, list[tuple[State, Share]]]


def count(question: Question, deck: Deck, sizes: Counts, joint: bool, limit: int = LIMIT) -> Ways:
    """For every answer, the number of equally likely deals that give it."""
    return dict(_count(repr(question), _Asked(question), deck, sizes, joint, limit))


class _Asked:
    """A question that does not take part in comparing keys of the cache: its text does."""

    def __init__(self, question: Question) -> None:
        self.question = question

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and type(self.question) is type(other.question)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=256)
def _count(text: str, asked: _Asked, deck: Deck, sizes: Counts, joint: bool, limit: int) -> Ways:
    question, counts = asked.question, deck.counts
    groups, idle = question.groups(deck.table.cards)
    classes = [(group.card, sum(counts[name] for name in group.names)) for group in groups]
    rest = sum(counts[name] for name in idle)
    # The last class needs no polynomial: it fills every hand up to its size.
    last = classes.pop() if not rest and classes else None
    start = question.start(sizes if joint else sizes[0])
    dropped, levels = _explore(question, start, classes, sizes, joint, limit)
    packing = Packing(levels, sizes, sum(cards for _, cards in classes))
    polynomials = _run(start, levels, packing)
    ways = _fill_up(question, polynomials, last, rest, packing, sizes, joint)
    if dropped is not None:  # the one answer that was not followed to the end
        ways[dropped.answer] = (
            ways.get(dropped.answer, 0) + deals(len(deck), sizes) - sum(ways.values())
        )
    return {answer: number for answer, number in ways.items() if number}


def _explore(
    question: Question,
    start: State,
    classes: list[tuple[str, int]],
    sizes: Counts,
    joint: bool,
    limit: int,
) -> tuple[Known | None, list[Edges]]:
    """All states that can be reached, class by class, and how one gets from one to the next.

    The first known answer is not followed: its share is what the others leave over.
    """
    dropped: Known | None = None
    levels: list[Edges] = []
    states: dict[State, Counts] = {start: (0,) * len(sizes)}  # with the fewest cards it takes
    fields = prod(size + 1 for size in sizes)
    steps = 0.0
    for number, (card, cards) in enumerate(classes):
        level: Edges = {}
        options = shares(cards, sizes, joint)
        if not number and joint and question.symmetric and len(set(sizes)) == 1:
            options = sorted_shares(cards, sizes)
        following: dict[State, Counts] = {}
        for done, (state, used) in enumerate(states.items(), 1):
            edges = level[state] = []
            fitting = _fitting(options, used, sizes)
            targets = question.steps(state, card, [share.count for share in fitting])
            for after, share in zip(targets, fitting, strict=True):
                if type(after) is Known:
                    if dropped is None:
                        dropped = after
                    if after == dropped:
                        continue
                edges.append((after, share))
                before = following.get(after)
                if before != used:  # else there is nothing less to find
                    held = tuple(map(add, used, share.counts))
                    following[after] = tuple(map(min, held, before)) if before else held
            steps += len(fitting) + len(edges) * fields / 1000
            if steps > limit:  # states only get more, so this is a modest estimate
                raise TooMuch(steps * len(states) / done * (len(classes) - number), limit)
        levels.append(level)
        states = following
    return dropped, levels


def _fitting(options: list[Share], used: Counts, sizes: Counts) -> list[Share]:
    """The shares that leave no hand with too many cards."""
    if not any(used):
        return options
    if len(sizes) == 1:
        return options[: sizes[0] - used[0] + 1]
    room = tuple(map(sub, sizes, used))
    return [share for share in options if all(map(le, share.counts, room))]


class Packing:
    """How numbers of ways are laid side by side in one integer.

    A field is wide enough for any number that can occur. The fields of a hand leave room for one
    more step, so that a hand that gets too many cards spills into fields that the mask clears.
    """

    def __init__(self, levels: list[Edges], sizes: Counts, cards: int) -> None:
        most = [0] * len(sizes)
        for level in levels:
            for edges in level.values():
                for _, share in edges:
                    most = [max(pair) for pair in zip(most, share.counts, strict=True)]
        bound = min(
            (len(sizes) + 1) ** cards,
            prod(
                max(comb(cards, held) for held in range(size + extra + 1))
                for size, extra in zip(sizes, most, strict=True)
            ),
        )
        self.width = -(-bound.bit_length() // 8)  # bytes of a field
        self.strides = []  # bytes from one card more in a hand to the next
        stride = self.width
        for size, extra in zip(sizes, most, strict=True):
            self.strides.append(stride)
            stride *= size + 1 + extra
        self.length = stride
        self.mask = sum(
            ((1 << 8 * self.width * (sizes[0] + 1)) - 1) << 8 * self.place((0, *counts))
            for counts in product(*(range(size + 1) for size in sizes[1:]))
        )

    def place(self, counts: Counts) -> int:
        """The byte at which the field of these counts begins."""
        return sum(map(mul, counts, self.strides))


def _run(start: State, levels: list[Edges], packing: Packing) -> dict[State, int]:
    """The polynomial of every state after all classes but the last."""
    now = {start: 1}
    shifts: dict[Counts, int] = {}
    for level in levels:
        after: dict[State, int] = {}
        for state, edges in level.items():
            polynomial = now.get(state, 0)
            for target, share in edges:
                shift = shifts.get(share.counts)
                if shift is None:
                    shift = shifts[share.counts] = 8 * packing.place(share.counts)
                after[target] = after.get(target, 0) + (polynomial * share.ways << shift)
        now = {state: polynomial & packing.mask for state, polynomial in after.items()}
    return now


def _fill_up(
    question: Question,
    polynomials: dict[State, int],
    last: tuple[str, int] | None,
    rest: int,
    packing: Packing,
    sizes: Counts,
    joint: bool,
) -> Ways:
    """Deal the last class (or the cards that do not matter), and read off the answers."""
    ways: Ways = {}
    size = sizes if joint else sizes[0]
    if last is None:
        merged: dict[Answer, int] = {}
        for state, polynomial in polynomials.items():
            answer = finish(question, state, size)
            merged[answer] = merged.get(answer, 0) + polynomial
        polynomials, card, cards = merged, "", rest
    else:
        card, cards = last
    full = packing.place(sizes)
    fields = [(full - packing.place(share.counts), share) for share in shares(cards, sizes, joint)]
    for state, polynomial in polynomials.items():
        for number, share in _read(polynomial, fields, packing):
            answer = state
            if last is not None:
                end = state
                if not isinstance(state, Known):
                    end = question.step(state, card, share.count)
                answer = finish(question, end, size)
            ways[answer] = ways.get(answer, 0) + number * share.ways
    return ways


def _read(
    polynomial: int, fields: list[tuple[int, Share]], packing: Packing
) -> Iterator[tuple[int, Share]]:
    """The numbers in these fields that are not 0."""
    packed = polynomial.to_bytes(packing.length + packing.width, "little")
    for place, share in fields:
        number = int.from_bytes(packed[place : place + packing.width], "little")
        if number:
            yield number, share
