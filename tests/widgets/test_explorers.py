"""The stealing explorer: verdicts are the engine's, chances the storyboard's, nothing unescaped."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardkit
from cardkit.odds import Deck
from widgets.explore_lynx import how_safe, robbing, stealing


def test_each_verdict_comes_with_its_rule() -> None:
    explorer = stealing()
    assert explorer.painting.alt.count("You rob") == 2
    alt = explorer.set(lay="7 7", karolina="7 7", michal="★ ★", ela="").alt
    assert "lynx.steal.equal-not-higher" in alt and "lynx.steal.jokers-safe" in alt
    assert "Nothing lies before Ela" in alt and "You rob" not in alt
    assert "You rob Michał of ★ ★" in explorer.set(lay="1 1", expert=True).alt


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"lay": "7 8"}, "lynx.play.one-value"),
        ({"lay": ""}, "Say what you lay"),
        ({"lay": "77"}, "77"),
        ({"ela": "<img src=x onerror=alert(1)>"}, "img"),
        ({"michal": "7 7 7 7 7 7 7"}, "7"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_and_escaped(
    values: dict[str, str], words: str
) -> None:
    painting = stealing().set(**values)
    assert words in painting.alt and "<img" not in painting.html and "wrong" in painting.html


# The table of the stealing lesson: fresh deck, 13 cards, rounded to three digits.
LESSON = {
    (1, 9): 0.997, (1, 11): 0.949, (1, 12): 0.827, (1, 13): 0.477, (2, 5): 0.980, (2, 13): 0.107,
    (3, 2): 0.762, (3, 7): 0.593, (3, 12): 0.186, (4, 2): 0.322, (4, 7): 0.212, (5, 13): 0.000,
}  # fmt: skip


@pytest.mark.parametrize(("layer", "chance"), LESSON.items())
def test_the_grid_of_the_lesson(layer: tuple[int, int], chance: float) -> None:
    assert round(float(robbing(Deck("lynx"), *layer, 13)), 3) == chance


def test_the_parts_add_up_and_a_cornered_rival_robs_nobody() -> None:
    deck = Deck("lynx")
    whole, plain = robbing(deck, 3, 7, 13), robbing(deck.without("*"), 3, 7, 13, of=deck)
    assert 0 < plain < whole < 1
    assert robbing(deck, 3, 7, 3) == 0  # lynx.end.hand-empty
    assert robbing(deck, 2, 13, 13) == Fraction(4172909, 38942757)


def test_sliders_repaint_with_a_text_alternative() -> None:
    explorer = how_safe()
    before = explorer.painting
    after = explorer.set(k=4)
    assert before != after and "7 7 7 7" in after.alt and "aria-current" in after.html
    assert "0.0000" in explorer.set(n=1).alt
    assert "exactly" in explorer.set(n=13, k=3, rivals=2).alt
    assert "more than the" in explorer.set(n=20, rivals=4, seen=" ".join(["1 2 3 4 5 6"] * 6)).alt
    with pytest.raises(cardkit.BadInput, match="no control"):
        explorer.set(colour=3)
