"""Exact odds beside icepool, ranks of hands beside eval7 and treys, and the lessons' questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, islice, product
from time import perf_counter, process_time
from typing import Any

import eval7
import icepool
import treys

from cardkit.odds import (
    Chain,
    Deck,
    E,
    P,
    can_rob,
    count,
    equilibrium,
    exact,
    given,
    has,
    has_any,
    is_trap,
    laid_face_down,
    of_a_kind,
    somebody,
    straight,
    total,
    weaker_than,
)  # fmt: skip
from cardkit.odds.bulk import count_categories
from cardkit.odds.collecting import bonus, clock, wait_for
from tests.bench import Bench

LYNX, SEERS, NERVES = Deck("lynx"), Deck("seers"), Deck("nerves")
KNYF = Deck(dict.fromkeys("123456", 18))
ICE_LYNX = icepool.Deck({**dict.fromkeys(range(1, 14), 8), 0: 5})
ICE_KNYF = icepool.Deck(dict.fromkeys(range(1, 7), 18))


class Robs(icepool.MultisetEvaluator):
    """icepool's way to ask whether a hand can rob a layer; the joker is 0, so it comes first."""

    def __init__(self, size: int, value: int) -> None:
        self.size, self.value = size, value

    def initial_state(self, order: Any, outcomes: Any, *sizes: Any) -> Any:
        if order < 0:
            raise icepool.UnsupportedOrder
        return None

    def next_state(self, jokers: Any, order: Any, outcome: Any, count: Any) -> Any:
        if jokers is True:
            return True
        if outcome == 0:
            return count >= self.size or count
        return (outcome > self.value and jokers + count >= self.size) or jokers

    def final_outcome(self, state: Any, *_: Any) -> bool:
        return state is True


class SomebodyRobs(Robs):
    """The same for several hands dealt together."""

    def next_state(self, jokers: Any, order: Any, outcome: Any, counts: Any) -> Any:
        if jokers is True:
            return True
        if outcome == 0:
            return max(counts) >= self.size or counts
        robs = max(map(sum, zip(jokers, counts, strict=True))) >= self.size
        return (outcome > self.value and robs) or jokers


ROBS = Robs(3, 7)


def ours_one_hand() -> None:
    P(can_rob("7 7 7"), LYNX.draw(13))
    E(total, LYNX.draw(6))
    P(of_a_kind(3), KNYF.draw(5))
    P(straight(4), KNYF.draw(5))


def icepool_one_hand(robs: Robs = ROBS) -> None:
    robs.evaluate(ICE_LYNX.deal(13)).probability(True)
    ICE_LYNX.deal(6).sum().mean()
    ICE_KNYF.deal(5).largest_count().probability(">=", 3)
    ICE_KNYF.deal(5).largest_straight().probability(">=", 4)


def forgetting(ask: Callable[[], object]) -> Callable[[], object]:
    """Ask as if for the first time: without the answers remembered from before."""

    def anew() -> None:
        exact._count.cache_clear()
        ask()

    return anew


def milliseconds(ask: Callable[[], object], times: int = 5) -> Callable[[], float]:
    def measured() -> float:
        ask()
        start = perf_counter()
        for _ in range(times):
            ask()
        return (perf_counter() - start) / times * 1000

    return measured


def bench_exact() -> Iterator[Bench]:
    icepool_one_hand()
    yield Bench(
        "odds: four questions on one hand", "ms",
        milliseconds(ours_one_hand, 20), milliseconds(icepool_one_hand, 20), "icepool, warm",
    )  # fmt: skip
    yield Bench(
        "odds: can a hand rob, first asked", "ms",
        milliseconds(forgetting(lambda: P(can_rob("7 7 7"), LYNX.draw(13)))),
        milliseconds(lambda: Robs(3, 7).evaluate(ICE_LYNX.deal(13)).probability(True), 1),
        "icepool, warm but for this question",
    )  # fmt: skip
    hands = (6, 6)
    yield Bench(
        "odds: can one of two hands rob", "ms",
        milliseconds(forgetting(lambda: P(somebody(can_rob("7 7 7")), LYNX.deal(*hands)))),
        milliseconds(lambda: SomebodyRobs(3, 7).evaluate(ICE_LYNX.deal(hands)), 1),
        "icepool, hands dealt together", goal=3,
    )  # fmt: skip


# Ranks ----------------------------------------------------------------------------------------

FEW = 30_000


def ours_ranks() -> float:
    start = perf_counter()
    hands = sum(count_categories(SEERS).values())
    return hands / (perf_counter() - start)


def rate(evaluate: Callable[[Any], object], hands: list[Any]) -> Callable[[], float]:
    def measured() -> float:
        start = perf_counter()
        for hand in hands:
            evaluate(hand)
        return len(hands) / (perf_counter() - start)

    return measured


def bench_ranks() -> Iterator[Bench]:
    count_categories(SEERS)
    theirs = list(islice(combinations(eval7.Deck().cards, 5), FEW))
    yield Bench(
        "odds: ranking five cards", "hands/s", ours_ranks, rate(eval7.evaluate, theirs), "eval7", 3
    )
    five = treys.Evaluator()._five
    others = list(islice(combinations(treys.Deck.GetFullDeck(), 5), FEW))
    yield Bench("odds: ranking five cards", "hands/s", ours_ranks, rate(five, others), "treys", 3)


# Lessons --------------------------------------------------------------------------------------


def lesson_questions() -> list[Callable[[], object]]:
    """The exact questions of the lessons, the largest of each kind."""
    unseen = LYNX - "1 4 6 6 8 8 10 10 2 2 2 3 3 6 6 9 9 9 1 1 1 5 5 1 2 4 8 12 13"
    first = LYNX - "3 3 5 5 7 7 7 9 10 10 12 13 * 2 4 6 9 11 13"
    lays = ("7 7 7", "7 7 7 *", "10 10", "10 10 *", "13", "13 *")
    heart, hidden = NERVES.hearts.draw(1), laid_face_down(trap=0.9, number=0.5, special=0.2)
    fours = KNYF - "1 2 4 4 6"
    pair, plans = "8c 8s Km 5t 2m", unknown_number()
    return [
        lambda: P(has("10") | has("*"), unseen.draw(3)),
        *[lambda lay=lay: P(can_rob(lay), first.draw(13)) for lay in lays],
        *[lambda lay=lay: P(somebody(can_rob(lay)), first.deal(13, hands=3)) for lay in lays],
        lambda: P(can_rob("12 12 12"), LYNX.draw(13)),
        lambda: P(is_trap, given(hidden, heart)),
        lambda: P(is_trap, NERVES.hearts.draw(2)),
        lambda: equilibrium([[2, 0], [-3 / 2, 3 / 2], [3 / 2, 0]]),
        lambda: equilibrium(plans),
        lambda: Chain(turns, (10, 0)).expected(lambda state: int(state[1] > 0)),
        lambda: P(weaker_than(pair), (SEERS - pair).draw(5)),
        lambda: P(has_any("Q", "6"), SEERS.draw(4)),
        lambda: E(count("4"), fours.draw(4)),
        lambda: E(wait_for(3).cards),
        lambda: E(bonus, clock(4).upper()),
    ]


def unknown_number() -> list[list[Fraction]]:
    """A game as large as that of the lesson on traps: 243 plans against four answers."""
    return [
        [
            Fraction(sum(plan[place] * (place - answer) for place in range(5)), 5)
            for answer in range(4)
        ]
        for plan in product((-1, 0, 2), repeat=5)
    ]


def turns(state: tuple[int, int]) -> dict[tuple[int, int], Fraction]:
    """The turn clock of the lesson on all-in: free places, and whose turn it is."""
    free, seat = state
    grow, after = Fraction(19, 27), (seat + 1) % 3
    return {(free - 1, after): grow, (free, after): 1 - grow} if free else {}


def processor_time(ask: Callable[[], object]) -> float:
    """Milliseconds of this process alone, the least of three: a busy machine does not count."""
    spent = []
    for _ in range(3):
        start = process_time()
        ask()
        spent.append((process_time() - start) * 1000)
    return min(spent)


def bench_lessons() -> Iterator[Bench]:
    asked = [forgetting(ask) for ask in lesson_questions()]
    yield Bench(
        "odds: slowest question of the lessons", "ms",
        lambda: max(map(processor_time, asked)), 50.0, "the limit",
    )  # fmt: skip
