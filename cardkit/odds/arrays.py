"""Simulated deals by the thousand (NumPy): the same cards as `Space.trial` deals one by one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardkit.odds.bulk import Coder, key, keys
from cardkit.odds.deck import Deck, Hand
from cardkit.odds.events import RankTest
from cardkit.odds.exact import shares
from cardkit.odds.questions import (
    Among,
    AtLeast,
    Combined,
    Constant,
    Known,
    Of,
    Question,
    State,
    finish,
)
from cardkit.odds.spaces import Deal, Given, Space, likelihood
from cardkit.odds.stream import LEAP, STEP, WORD, origin

Array = NDArray[Any]
MANY = 20_000  # states beyond which a table costs more than it saves


def bits(seed: int, first: int, last: int, place: int) -> Array:
    """The random words at this place of the trials first … last - 1 (see `stream`)."""
    trial = np.arange(first, last, dtype=np.uint64)
    base = np.uint64((origin(seed) + (place + 1) * STEP) & WORD)
    with np.errstate(over="ignore"):
        number = trial * np.uint64(LEAP) + base
        number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


def deal(space: Deal, seed: int, first: int, last: int) -> list[Array]:
    """For each hand an array: one row per card drawn, one column per trial, cards as places."""
    table = space.deck.table
    places = np.array([table.places[name] for name in space.deck], dtype=np.int16)
    number = sum(space.sizes)
    left = np.repeat(places[:, None], last - first, axis=1)
    columns = np.arange(last - first)
    half = np.uint64(32)
    for place in range(number):
        word = bits(seed, first, last, place)
        other = ((word >> half) * np.uint64(len(places) - place) >> half).astype(np.int64) + place
        picked = left[other, columns]
        left[other, columns] = left[place]
        left[place] = picked
    ends = np.cumsum((0, *space.sizes))
    return [left[start:end] for start, end in pairwise(ends)]


def trials(space: Space, asked: Question, seed: int, first: int, last: int) -> Array | list[Any]:
    """The answers in those of the trials first … last - 1 that agree with what is known."""
    conditions: list[Question] = []
    while isinstance(space, Given):
        conditions.insert(0, space.condition)
        space = space.space
    assert isinstance(space, Deal)
    hands = deal(space, seed, first, last)
    fits = np.ones(last - first, dtype=bool)
    for number, condition in enumerate(conditions):
        word = bits(seed, first, last, sum(space.sizes) + number)
        luck = (word >> np.uint64(11)).astype(np.float64) * 2.0**-53
        fits &= luck < _likelihoods(answers(condition, hands, space.deck))
    if conditions:
        hands = [hand[:, fits] for hand in hands]
    return answers(asked, hands, space.deck)


def _likelihoods(found: Array) -> Array:
    if found.dtype == bool:
        return found.astype(float)
    each = {answer: float(likelihood(answer)) for answer in set(found.tolist())}
    return np.array([each[answer] for answer in found.tolist()])


def can_do(space: Space) -> bool:
    while isinstance(space, Given):
        space = space.space
    return isinstance(space, Deal)


def answers(asked: Question, hands: list[Array], deck: Deck) -> Array:
    """The answer for every trial."""
    trials = hands[0].shape[1]
    if isinstance(asked, Constant):
        return _array([asked.value] * trials)
    if isinstance(asked, Of):
        if asked.hand >= len(hands):
            asked.start((0,) * len(hands))  # says that there is no such hand
        return answers(asked.question, [hands[asked.hand]], deck)
    if isinstance(asked, Among):
        each = np.stack([answers(asked.event, [hand], deck).astype(bool) for hand in hands])
        return np.asarray(each.sum(axis=0) if asked.counted else each.any(axis=0))
    if isinstance(asked, AtLeast):
        return np.asarray(answers(asked.number, hands, deck) >= asked.least, dtype=bool)
    if isinstance(asked, RankTest) and hands[0].shape[0] == 5:
        return _ranked(asked, hands[0], deck)
    if isinstance(asked, Combined):
        parts = [answers(part, hands, deck) for part in asked.parts]
        return _combined(asked, parts)
    if asked.opaque or asked.joint:
        return _one_by_one(asked, hands, deck)
    return _by_table(asked, hands[0], deck)


def _array(values: list[Any]) -> Array:
    """Truths and whole numbers as such; anything else as it is."""
    if all(isinstance(value, bool) for value in values):
        return np.array(values, dtype=bool)
    if all(isinstance(value, int) and abs(value) < 2**53 for value in values):
        return np.array(values, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _combined(asked: Combined, parts: list[Array]) -> Array:
    """Different combinations of answers are few, so each is worked out once."""
    if all(part.dtype == bool for part in parts):
        coded = sum(part.astype(np.int64) << place for place, part in enumerate(parts))
        combos = [
            asked.operation(*(bool(code >> place & 1) for place in range(len(parts))))
            for code in range(1 << len(parts))
        ]
        return np.asarray(_array(combos)[coded])
    known: dict[tuple[Any, ...], Any] = {}
    found = []
    for combo in zip(*(part.tolist() for part in parts), strict=True):
        if combo not in known:
            known[combo] = asked.operation(*combo)
        found.append(known[combo])
    return _array(found)


def _one_by_one(asked: Question, hands: list[Array], deck: Deck) -> Array:
    names = deck.table.cards
    empty = dict.fromkeys(names, 0)
    found = []
    for columns in zip(*(hand.T.tolist() for hand in hands), strict=True):
        held = []
        for column in columns:
            known = empty.copy()
            for place in column:
                known[names[place]] += 1
            held.append(Hand.of(known, len(column), deck.table))
        found.append(asked(*held))
    return _array(found)


def _ranked(asked: RankTest, hand: Array, deck: Deck) -> Array:
    codes, masks = Coder(asked.rank.suits).arrays(deck.table.cards)
    found = keys(codes[hand].sum(axis=0), masks[hand].sum(axis=0), asked.rank.side)
    if asked.below is not None:
        return np.asarray(found < key(asked.below), dtype=bool)
    from cardkit.games.seers_ranks import POINTS

    return np.asarray(found // 128 == POINTS[asked.rank.side][asked.category or ""], dtype=bool)


def _by_table(asked: Question, hand: Array, deck: Deck) -> Array:
    """Run the question's machine on all hands at once, its steps looked up in tables."""
    size, trials = hand.shape
    groups, _ = asked.groups(deck.table.cards)
    counts = deck.counts
    state = np.zeros(trials, dtype=np.int64)
    states: list[State] = [asked.start(size)]
    for group in groups:
        cards = sum(counts[name] for name in group.names)
        options = shares(cards, (size,), joint=False)
        following: dict[State, int] = {}
        table = np.empty((len(states), len(options)), dtype=np.int64)
        for row, old in enumerate(states):
            for column, share in enumerate(options):
                new = old if isinstance(old, Known) else asked.step(old, group.card, share.count)
                table[row, column] = following.setdefault(new, len(following))
        if len(following) > MANY:
            return _one_by_one(asked, [hand], deck)
        places = [deck.table.places[name] for name in group.names]
        member = np.zeros(len(deck.table.cards), dtype=bool)
        member[places] = True
        state = table[state, member[hand].sum(axis=0)]
        states = list(following)
    return _array([finish(asked, one, size) for one in states])[state]
