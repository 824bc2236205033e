"""Pictures: the data is right, the text says it, and both light and dark pages can show them."""

from __future__ import annotations

import math

import pytest

from cardkit.errors import BadInput
from cardkit.odds import Deck, Dist, P, dist, has, simulate, total
from cardkit.odds.collecting import clock
from cardkit.odds.pictures import (
    TEXT,
    _distance,
    _lens,
    against,
    converging,
    discs,
    distribution,
    head_to_head,
    histogram,
    mixing,
)  # fmt: skip

LYNX = Deck("lynx")
TWO = (LYNX - "1 4 6 6 8 8 10 10 2 2 2 3 3 6 6 9 9 9 1 1 1 5 5 1 2 4 8 12 13").draw(2)


def contrast(one, other):
    def light(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_text_reads_on_light_and_dark(page):
    assert contrast(TEXT, page) > 4


def shown(picture):
    html = picture._repr_html_()
    assert picture._repr_png_().startswith(b"\x89PNG")
    assert html.startswith('<img src="data:image/png;base64,') and 'alt="' in html
    assert picture.figure.patch.get_alpha() == 0
    return picture


def test_two_discs_to_scale():
    picture = shown(discs(has("10"), has("★"), TWO, ("a 10", "a joker")))
    assert dict(picture.data.values.tolist()) == {
        "only a 10": 429, "both": 30, "only a joker": 355, "neither": 2346,
    }  # fmt: skip
    for number in ("429", "30", "355", "2,346"):
        assert number in picture.alt
    left, right = math.sqrt(459 / math.pi), math.sqrt(385 / math.pi)
    assert _lens(left, right, _distance(left, right, 30)) == pytest.approx(30)
    assert _lens(1, 2, 0.5) == pytest.approx(math.pi) and _lens(1, 1, 2) == 0


def test_distribution_with_zones():
    upper = clock(4).upper()
    zones = {
        "below 43": lambda n: n < 43,
        "43 to 62": lambda n: n < 63,
        "63 and more": lambda n: True,
    }
    picture = shown(distribution(upper, "Clock 4", zones))
    assert "below 43 0.0129" in picture.alt and "63 and more 0.5546" in picture.alt
    assert picture.data["chance"].sum() == pytest.approx(1)
    hatches = {patch.get_hatch() for patch in picture.figure.axes[0].patches}
    assert len(hatches) == 3
    assert (
        "likeliest" in shown(distribution(dist(lambda hand: str(hand), Deck("a b b").draw(1)))).alt
    )


def test_converging_to_the_exact_line():
    found = simulate(has("★"), TWO, n=4_000, seed=3)
    picture = shown(converging(found))
    assert picture.data["trials"].iloc[-1] == 4_000
    assert "the exact value 0.1218 lies inside" in picture.alt
    heights = [line.get_ydata()[0] for line in picture.figure.axes[0].lines]
    assert float(P(has("★"), TWO)) in heights
    assert "exact" not in shown(simulate(lambda stream: stream.random(), n=50).picture()).alt


def test_exact_against_simulated():
    exact = dist(total, Deck("1 2 3").draw(2))
    picture = shown(against(exact, [3, 3, 4, 5, 5, 5, 4, 3]))
    assert picture.data["simulated"].tolist() == [3 / 8, 2 / 8, 3 / 8]
    assert "3 of 3" in picture.alt


def test_head_to_head():
    close = shown(
        head_to_head(
            {"pass": simulate(has("7"), TWO, n=200), "call": simulate(has("8"), TWO, n=200)}
        )
    )
    assert close.alt.endswith("too close to call.")
    clear = shown(head_to_head({"<b>": P(has("7"), TWO), "freeze": P(has("★"), TWO) / 10}))
    assert clear.alt.endswith("<b> is largest.")
    assert "<b>" not in clear._repr_html_()


def test_histogram():
    picture = shown(histogram([1, 2, 2, 5]))
    assert picture.data["count"].tolist() == [1, 2, 0, 0, 1]
    assert "average 2.5" in picture.alt
    assert shown(histogram([0.1 * n for n in range(100)])).data["count"].sum() == 100


def test_mixing():
    picture = shown(mixing([[2, 0], [-1.5, 1.5]], ["CALL", "WAIT"]))
    assert "peaks at p = 3/5, where 3/5 is guaranteed" in picture.alt
    assert picture.data["guaranteed"].max() == pytest.approx(0.6)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: head_to_head({}), lambda: histogram([]), lambda: against(Dist({1: 1}), []),
        lambda: mixing([[1, 2]]), lambda: discs(has("99"), has("7"), TWO),
    ],
)  # fmt: skip
def test_one_clear_sentence(wrong):
    with pytest.raises(BadInput):
        wrong()
