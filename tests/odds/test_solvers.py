"""Matrix games against SciPy's linear programming, chains against NumPy, Knyf endgames against
chains worked out by hand."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from cardkit.errors import BadInput
from cardkit.odds import Chain, dominated, equilibrium, guaranteed, where_equal
from cardkit.odds.collecting import collect, wait_for
from cardkit.odds.knyf import Endgame, all_hands, plays


def by_linear_programming(pay):
    """The value, by SciPy: maximise v so that every column brings at least v."""
    rows, columns = np.array(pay, dtype=float).shape
    found = linprog(
        [0] * rows + [-1],
        A_ub=np.c_[-np.array(pay, dtype=float).T, np.ones(columns)], b_ub=[0] * columns,
        A_eq=[[1] * rows + [0]], b_eq=[1], bounds=[(0, None)] * rows + [(None, None)],
    )  # fmt: skip
    return -found.fun


@pytest.mark.parametrize("seed", range(40))
def test_equilibrium_as_linear_programming_finds_it(seed):
    draw = random.Random(seed)
    rows, columns = draw.randint(1, 7), draw.randint(1, 7)
    pay = [[draw.randint(-4, 4) for _ in range(columns)] for _ in range(rows)]
    found = equilibrium(pay)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns) >= 0
    assert guaranteed(pay, found.rows) == found.value
    against = [[-pay[row][column] for row in range(rows)] for column in range(columns)]
    assert guaranteed(against, found.columns) == -found.value
    assert float(found.value) == pytest.approx(by_linear_programming(pay), abs=1e-7)


def test_known_games():
    scissors = equilibrium([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    assert (scissors.rows, scissors.value) == ((F(1, 3),) * 3, 0)
    assert equilibrium([[3, 5], [2, 9]]).value == 3  # a saddle point
    assert dominated([[1, 1], [1, 1], [0, 5]]) == [1]
    assert repr(equilibrium([[0.1]])) == "rows 1, columns 1, value 1/10"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: equilibrium([]), lambda: equilibrium([[]]), lambda: equilibrium([[1, 2], [3]]),
        lambda: equilibrium([["x"]]), lambda: equilibrium([[float("nan")]]),
        lambda: guaranteed([[1], [2]], [1]), lambda: guaranteed([[1], [2]], [2, -1]),
        lambda: where_equal(lambda p: p * p, lambda p: 1 - p),
        lambda: where_equal(lambda p: p, lambda p: p),
        lambda: where_equal(lambda p: p, lambda p: 5 - p),
        lambda: Chain(lambda n: {n + 1: "1/2"}, 0), lambda: Chain(lambda n: {n + 1: 1}, 0),
        lambda: Chain({"a": {"b": 1}, "b": {"a": 1}}, "a"),
        lambda: wait_for(6), lambda: collect(lambda held, draws: False),
        lambda: collect(lambda *_: True, 2),
        lambda: collect(lambda *_: True, good=9, pile=4),
        lambda: Endgame("chance"), lambda: Endgame(""), lambda: Endgame("ones twos threes fours"),
        lambda: Endgame("knyf", price=-1),
        lambda: Endgame("knyf", extra=False).value("1 2 3 4 5 6"),
        lambda: Endgame("knyf", extra=False).best("1 2 3 4 7"),
    ],
)  # fmt: skip
def test_one_clear_sentence(wrong):
    with pytest.raises(BadInput):
        wrong()


def test_gamblers_ruin():
    walk = Chain(lambda n: {n + 1: F(1, 3), n - 1: F(2, 3)} if 0 < n < 10 else {}, 4)
    win = (2**4 - 1) / F(2**10 - 1)
    assert walk.ends() == {0: 1 - win, 10: win}
    assert walk.length() == 3 * (4 - 10 * win)
    assert walk.nearly(lambda n: 1) == pytest.approx(float(walk.length()))


@pytest.mark.parametrize("seed", range(10))
def test_chains_as_linear_algebra_solves_them(seed):
    draw = random.Random(seed)
    size = draw.randint(2, 25)

    def rule(state):
        if state >= size:
            return {}
        weights = {draw.randrange(size + 3): draw.randint(1, 9) for _ in range(4)}
        weights[size + draw.randrange(3)] = 2
        total = sum(weights.values())
        return {target: F(weight, total) for target, weight in weights.items()}

    table = {state: rule(state) for state in range(size + 3)}
    chain = Chain(table, 0)
    assert sum(chain.ends()[end] for end in chain.ends()) == 1
    assert float(chain.expected(lambda n: n + 1)) == pytest.approx(chain.nearly(lambda n: n + 1))
    once = Chain(table, size)
    assert (once.length(), once.nearly(lambda n: 1)) == (0, 0.0)


# Knyf -----------------------------------------------------------------------------------------


def test_all_hands_of_up_to_ten_cards():
    assert len(all_hands().counts) == 8008
    assert sum(all_hands().number(size) for size in range(5, 11)) == 7798


def test_knyf_alone_takes_as_long_as_five_equal_dice():
    game = Endgame("knyf", price=1, extra=False)
    assert game.turns() == pytest.approx(11.0902, abs=5e-5)
    assert game.value() == pytest.approx(50 - 11.0902, abs=5e-5)

    def dice(kept):
        """The most equal ones so far; keep them and throw the others (the first throw keeps 0)."""
        if kept == 5:
            return {}
        after: dict[int, F] = {}
        for thrown in product(range(6), repeat=5 - kept):
            counts = [thrown.count(face) for face in range(6)]
            same = kept + counts[0] if kept else max(counts)
            other = max(counts[1:]) if kept else 0
            after[max(same, other)] = after.get(max(same, other), F(0)) + F(1, 6 ** (5 - kept))
        return after

    assert float(Chain(dice, 0).length()) == pytest.approx(game.turns(), abs=1e-6)


def test_large_straight_by_a_chain_of_its_own():
    """Without extra cards and with a price, only the number of turns counts."""
    game = Endgame("large", price=1, extra=False)
    # from four in a row with both ends open a third of the draws help, with one end a sixth
    assert game.value("2 3 4 5 5") == pytest.approx(40 - 1 - 3, abs=1e-6)
    assert game.value("1 2 3 4 4") > 40 - 1 - 6
    assert game.value("1 2 3 4 5") == pytest.approx(40 - 1)


def test_sixes_by_hand():
    """Ten points a turn: nobody waits, and nobody draws more than needed for the first six."""
    game = Endgame("sixes", price=10, extra=False)
    assert game.best("6 6 6 1 2") == "fill sixes with 6 6 6"
    assert game.value("6 6 6 1 2") == pytest.approx(18 - 10)
    assert game.best("1 2 3 4 5") == "discard 1 2 3 4 5 draw 5"


def test_the_cliff_changes_the_move():
    assert (
        Endgame("sixes", upper=45, price=5, extra=False).best("6 6 6 4 2")
        == "fill sixes with 6 6 6"
    )
    assert (
        Endgame("sixes", upper=51, price=5, extra=False).best("6 6 1 1 2") == "fill sixes with 6 6"
    )
    assert (
        Endgame("sixes", upper=45, price=5, extra=False).best("6 6 1 1 2") == "discard 1 1 2 draw 3"
    )


def test_an_extra_card_never_hurts_and_more_boxes_bring_more():
    for boxes in ("knyf", "four", "small fives"):
        assert Endgame(boxes, price=3).value() >= Endgame(boxes, price=3, extra=False).value()
    assert Endgame("full three", price=1).value() > Endgame("full", price=1).value()
    free = Endgame("ones", upper=60, price=0)
    assert free.value() == pytest.approx(40, abs=1e-4)


def test_plays_are_those_of_the_score_card():
    table = plays("full")
    hand = all_hands().place[(0, 0, 3, 0, 2, 0)]
    rows = [row for row in range(len(table.hand)) if table.hand[row] == hand]
    assert [int(table.points[row]) for row in rows] == [25]
    assert [int(table.left[row]) for row in rows] == [0]


@pytest.mark.slow
def test_three_boxes_in_seconds():
    game = Endgame("knyf large four", upper=63, price=3)
    assert game.best("6 6 6 6 6").startswith("fill ")
    assert game.value() == pytest.approx(104.902, abs=1e-3)
