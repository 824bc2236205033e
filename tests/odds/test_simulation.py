"""Simulations: the same everywhere, honest about their error, and kept when interrupted."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from scipy import stats

from cardkit.errors import BadInput
from cardkit.intervals import t_of, wilson
from cardkit.odds import (
    Deck,
    E,
    P,
    all_weaker,
    arrays,
    can_rob,
    count,
    given,
    has,
    how_many,
    jokers,
    laid_face_down,
    simulate,
    simulation,
    somebody,
    total,
)  # fmt: skip
from cardkit.odds.stream import Stream

LYNX = Deck("lynx")
HEARTS = Deck("nerves").hearts
HAND = "8c 8s Km 5t 2m"
HIDDEN = laid_face_down(trap=0.9, number=0.5, special=0.2)

QUESTIONS = [
    (can_rob("7 7 7"), LYNX.draw(13)),
    (lambda hand: hand.total > 80, LYNX.draw(13)),
    (total, LYNX.draw(3)),
    (2 * count("7") - jokers, LYNX.draw(20)),
    (has("trap"), given(HIDDEN, HEARTS.draw(1))),
    (has("7") & (total >= 30), given(has("8"), given(has("*"), LYNX.draw(9)))),
    (somebody(can_rob("10 10")), LYNX.deal(13, hands=3)),
    (how_many(has("*")), LYNX.deal(5, 9)),
    (total.of(0) > total.of(1), LYNX.deal(4, 4)),
    (lambda a, b: a.total > b.total, LYNX.deal(4, 4)),
    (all_weaker(HAND), (Deck("seers") - HAND).deal(5, hands=2)),
    (HIDDEN, HEARTS.draw(2)),
]


@pytest.mark.parametrize(("asked", "space"), QUESTIONS)
def test_with_numpy_and_without_the_same_trials(asked, space):
    asked = space.question(asked)
    fast = arrays.trials(space, asked, 5, 150, 550)
    slow = simulation.one_by_one(asked, space, 5, 150, 550)
    assert [Fraction(one) for one in fast.tolist()] == [Fraction(one) for one in slow]


def test_without_numpy_at_all():
    code = """
import sys
sys.modules["numpy"] = None
from cardkit.odds import Deck, simulate, has, total
space = Deck("lynx").draw(5)
print(simulate(has("*"), space, n=3000, seed=8), simulate(total, space, n=3000, seed=8))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    space = LYNX.draw(5)
    expected = (
        f"{simulate(has('*'), space, n=3000, seed=8)} {simulate(total, space, n=3000, seed=8)}"
    )
    assert found.stdout.strip() == expected


def test_the_same_seed_gives_the_same_result_everywhere():
    """Written down once: these must never change."""
    assert simulate(has("*"), LYNX.draw(13), n=10_000, seed=7).total == 4756
    assert [Stream(7, trial).below(1000) for trial in range(4)] == [915, 858, 28, 681]
    assert Stream(1).draw("abcdef", 6) == Stream(1).draw("abcdef", 6)


def test_chunks_do_not_matter(monkeypatch):
    before = simulate(can_rob("7"), LYNX.draw(3), n=5_000, seed=3)
    monkeypatch.setattr(simulation, "CHUNK", 700)
    after = simulate(can_rob("7"), LYNX.draw(3), n=5_000, seed=3)
    assert (before.total, before.path) == (after.total, after.path)


def test_each_card_comes_as_often_as_any_other():
    deck = Deck("1 2 3 4 5 6 7")
    for place in range(2):
        seen = [0] * 8
        for trial in range(7000):
            seen[int(Stream(11, trial).draw(list(deck), 2)[place])] += 1
        assert stats.chisquare(seen[1:]).pvalue > 0.001


@pytest.mark.parametrize(("asked", "space"), QUESTIONS[:1] + QUESTIONS[2:9])
def test_the_exact_value_is_near(asked, space):
    found = simulate(asked, space, n=20_000, seed=4, level=0.9999)
    assert (P if found.event else E)(asked, space) in found


def test_redraws_are_simulated_too():
    space = Deck({"4": 16, "other": 87}).draw(5).redraw(keep="4", times=2)
    found = simulate(count("4"), space, n=5_000, seed=1, level=0.9999)
    assert E(count("4"), space) in found


@pytest.mark.parametrize("n", [10, 400, 20_000])
@pytest.mark.parametrize("share", [0, 0.03, 0.5, 1])
def test_wilson_as_scipy_has_it(n, share):
    hits = int(n * share)
    theirs = stats.binomtest(hits, n).proportion_ci(0.95, "wilson")
    assert wilson(hits, n)[1:3] == (
        pytest.approx(theirs.low, abs=1e-12),
        pytest.approx(theirs.high, abs=1e-12),
    )


@pytest.mark.parametrize("freedom", [10, 30, 1000])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_student_as_scipy_has_it(freedom, level):
    assert t_of(level, freedom) == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), abs=2e-3)


def test_average_and_spread_are_those_of_the_trials():
    values = [Stream(9, trial).below(100) for trial in range(500)]
    found = simulate(lambda stream: stream.below(100), n=500, seed=9)
    interval = stats.t.interval(0.95, 499, loc=sum(values) / 500, scale=stats.sem(values))
    assert found.estimate == pytest.approx(sum(values) / 500)
    assert found.interval == pytest.approx(interval, abs=1e-4)
    assert found.sd == pytest.approx(stats.tstd(values))


def test_until_it_is_precise_enough():
    found = simulate(has("7"), LYNX.draw(5), precision=0.004, seed=2)
    assert found.precision <= 0.004
    assert found.n < 100_000
    few = simulate(has("7"), LYNX.draw(5), n=300, precision=0.000001)
    assert few.n == 300


def test_interrupting_keeps_what_was_done():
    def stop(done, most):
        if done >= 40_000:
            raise KeyboardInterrupt

    found = simulate(has("7"), LYNX.draw(5), n=200_000, seed=2, progress=stop)
    assert found.interrupted
    assert found.n == 40_000
    assert "interrupted" in str(found)
    assert found.total == simulate(has("7"), LYNX.draw(5), n=40_000, seed=2).total


def test_progress_is_told_and_then_wiped(capsys, monkeypatch):
    told = []
    simulate(
        has("7"), LYNX.draw(5), n=50_000, progress=lambda done, most: told.append((done, most))
    )
    assert told[:2] == [(20_000, 50_000), (40_000, 50_000)]
    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr(simulation.time, "monotonic", lambda: next(clock))
    simulate(has("7"), LYNX.draw(5), n=50_000)
    shown = capsys.readouterr().err
    assert "20,000 of 50,000" in shown
    assert shown.endswith(" " * 70 + "\r")


def test_what_fits_is_counted():
    found = simulate(has("trap"), given(HIDDEN, HEARTS.draw(1)), n=20_000, seed=42)
    assert found.tried == 20_000
    assert 8_000 < found.n < 9_200
    assert f"{found.n:,} of 20,000 trials" in str(found)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (lambda: simulate(has("7"), LYNX.draw(2), n=0), "at least 1"),
        (lambda: simulate(has("7"), LYNX.draw(2), seed=-1), "seed"),
        (lambda: simulate(has("7"), LYNX.draw(2), precision=0), "above 0"),
        (lambda: simulate(has("7"), LYNX.draw(2), level=95), "between 0 and 1"),
        (lambda: simulate(has("7")), "which cards"),
        (lambda: simulate(has("7"), LYNX), "wants a space"),
        (lambda: simulate(has("7"), given(has("7 7 7 7"), LYNX.draw(4)), n=50), "never happened"),
        (lambda: simulate(lambda hand: 1 / 0, LYNX.draw(2)), "ZeroDivisionError"),
        (lambda: simulate(lambda hand: "word", LYNX.draw(2)), "numbers or events"),
    ],
)  # fmt: skip
def test_one_clear_sentence(wrong, word):
    with pytest.raises(BadInput, match=word):
        wrong()
