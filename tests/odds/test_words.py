"""Decks, hands, displays, and one clear sentence for whatever cannot be."""

from __future__ import annotations

import copy
import subprocess
import sys
from fractions import Fraction as F
from math import comb

import pytest

import cardkit
from cardkit.errors import BadInput
from cardkit.odds import (
    Chance,
    Deck,
    Dist,
    E,
    Exact,
    Hand,
    P,
    TooMuch,
    Var,
    best,
    can_rob,
    convolve,
    count,
    dist,
    given,
    habit,
    has,
    is_trap,
    laid_face_down,
    most,
    sd,
    simulate,
    somebody,
    straight,
    total,
)  # fmt: skip

LYNX = Deck("lynx")


@pytest.mark.parametrize("game", cardkit.NAMES)
def test_every_game_has_its_deck(game):
    deck = Deck(game)
    assert deck.counts == Deck(sys.modules[f"cardkit.games.{game}"].DECK).counts
    sizes = {"lynx": 109, "sevens": 77, "seers": 54, "knyf": 108, "nerves": 70}
    assert len(deck) == sizes[game]


def test_a_deck_is_what_is_left():
    left = LYNX - "7 7 ★" - ["10", 10] - Hand("3")
    assert (len(left), left["7"], left.count("10"), left.jokers) == (103, 6, 6, 4)
    assert left + "7 7 * 10 10 3" == LYNX
    assert Deck({}) == LYNX - LYNX
    assert Deck({"red": 2, "blue": 1}) == Deck(["red", "blue", "red"]) == Deck("red red blue")
    seers = Deck("seers") - "10s Km"
    assert (seers["10-scarab"], seers.count("K"), seers.count("mask"), seers.count("rune")) == (
        0,
        3,
        12,
        2,
    )
    nerves = Deck("nerves")
    assert (nerves.count("4"), nerves["4"], nerves.count("4h"), nerves.count("special")) == (
        10,
        7,
        3,
        20,
    )
    assert len(nerves.hearts) == 35


def test_a_hand_answers_plain_questions():
    hand = Hand("7 7 9 ★ 2")
    assert hand.counts == {"*": 1, "2": 1, "7": 2, "9": 1}
    assert (len(hand), hand.jokers, hand.total, hand.most, hand.highest, hand.lowest) == (
        5,
        1,
        25,
        2,
        9,
        0,
    )
    assert hand.values == [0, 2, 7, 7, 9]
    assert list(hand) == ["*", "2", "7", "7", "9"]
    assert 7 in hand and "8" not in hand
    assert repr(hand) == "Hand('★ 2 7 7 9')"
    assert (Hand("Jc Am").values, Hand("trap 4h").total) == ([11, 14], 4)


def test_a_chance_shows_itself():
    chance = P(has("10") | has("★"), (LYNX - "10 10").draw(2))
    assert str(chance) == "1111/5671 = 0.1959, about 1 in 5"
    html = chance._repr_html_()
    assert "width:19.59%" in html and "1111/5671" in html and "currentColor" in html
    assert chance.bar.count("█") == 4
    assert (str(Chance(0)), str(Chance(1))) == ("0, impossible", "1, certain")
    assert copy.copy(chance) == copy.deepcopy(chance) == chance


def test_arithmetic_stays_exact():
    a, b = Chance(1, 3), Chance(1, 4)
    for number in (a + b, a - b, a * b, a / b, 1 - a, 1 + a, a**2, -a, abs(-a), 2 * a, 1 / a):
        assert isinstance(number, Exact) and isinstance(number, F)
    assert str(a + b) == "7/12 = 0.5833"
    assert a + 0.5 == pytest.approx(5 / 6)
    assert f"{a:.3f}" == "0.333"


def test_what_is_shown_is_escaped():
    deck = Deck({"<b>": 1, "x": 1})
    assert "<b>" not in deck._repr_html_()
    assert "<b>" not in dist(lambda hand: "<b>", deck.draw(1))._repr_html_()
    assert "<b>" not in simulate(has("x"), deck.draw(1), n=20)._repr_html_()


def test_distributions():
    die = Dist(dict.fromkeys(range(1, 7), 1))
    assert (E(die), Var(die), sd(die)) == (F(7, 2), F(35, 12), pytest.approx(1.7078, abs=1e-4))
    assert P(die == 6) == P(die > 5) == F(1, 6)
    assert E(2 * die + 1) == 8
    assert E(10 - die) == F(13, 2)
    assert dist(lambda face: face % 2, die) == {0: F(1, 2), 1: F(1, 2)}
    assert convolve(die, die)[7] == F(1, 6)
    with pytest.raises(BadInput, match="independent"):
        die + die


def test_large_questions_take_milliseconds_not_years():
    """109 cards, 13 in hand: some 10**15 hands, and the answer is exact."""
    assert LYNX.draw(13).size == comb(109, 13)
    assert 0 < P(can_rob("7 7 7"), LYNX.draw(13)) < 1
    assert 0 < P(total >= 100, LYNX.draw(13)) < 1


@pytest.mark.parametrize(
    ("question", "space"),
    [
        (lambda hand: hand.total > 80, LYNX.draw(13)),
        (lambda a, b, c: a.total > b.total > c.total, LYNX.deal(13, hands=3)),
        ((total.of(0) > total.of(1)) & (total.of(1) > total.of(2)), LYNX.deal(13, hands=3)),
        (total > 60, LYNX.draw(13).redraw(keep=lambda hand: ["13"] * hand.count("13"), times=3)),
    ],
)  # fmt: skip
def test_what_would_take_for_ever_is_refused_with_an_estimate(question, space):
    with pytest.raises(
        TooMuch, match=r"would take about .* steps \(some .*\): use simulate"
    ) as caught:
        P(question, space)
    assert caught.value.steps > 2_000_000


def test_the_estimate_is_of_the_right_size():
    """Hands of 4 from 13 values: the function asks for every card, so every hand is one call."""
    deck, question = Deck({str(n): 4 for n in range(1, 14)}), lambda hand: hand.total > 60
    with pytest.raises(TooMuch) as caught:
        P(question, deck.draw(6), limit=1000)
    hands = comb(13 + 5, 6) - 13 * 13  # multisets of six, less those with five or six alike
    assert caught.value.steps == 10 * hands
    assert P(question, deck.draw(6), limit=10**7) == P(total > 60, deck.draw(6))


BAD = {
    "only 8 of 7": (lambda: LYNX - ["7"] * 9, "has 8 of card 7"),
    "negative count": (lambda: Deck({"7": -1}), "cannot have -1"),
    "not a count": (lambda: Deck({"7": 1.5}), "cannot have 1.5"),
    "no such game": (lambda: Deck("poker"), "no game 'poker'"),
    "not cards": (lambda: Deck(7.5), "7.5"),
    "more than there are": (lambda: LYNX.draw(110), "110 cards are wanted, and the deck has 109"),
    "more hands than there are": (lambda: LYNX.deal(40, hands=3), "120 cards are wanted"),
    "draw -1": (lambda: LYNX.draw(-1), "cannot draw -1"),
    "draw half": (lambda: LYNX.draw(2.5), "cannot draw 2.5"),
    "deal nothing": (lambda: LYNX.deal(), "how many cards"),
    "no hearts": (lambda: LYNX.hearts, "heart"),
    "event raises": (lambda: P(lambda hand: 1 / hand.jokers, LYNX.draw(2)), "ZeroDivisionError"),
    "event of the wrong hands": (lambda: P(has("7"), LYNX.deal(5, 5)), "say whose"),
    "event of several hands": (lambda: P(somebody(has("7")), LYNX.draw(5)), "several hands"),
    "mixed": (lambda: somebody(has("7")) & has("8"), "whose hand"),
    "no such hand": (lambda: P(has("7").of(3), LYNX.deal(2, 2)), "no hand 3"),
    "and": (lambda: has("7") and has("8"), "neither true nor false"),
    "P of a number": (lambda: P(count("7"), LYNX.draw(9)), "compare it"),
    "E of words": (lambda: E(lambda hand: str(hand), Deck("1 2").draw(1)), "needs numbers"),
    "no space": (lambda: P(has("7")), "which cards"),
    "deck as space": (lambda: P(has("7"), LYNX), "deck.draw"),
    "impossible condition": (lambda: P(has("7"), given(has("14"), LYNX.draw(2))), "cannot happen"),
    "given no space": (lambda: given(has("7"), LYNX), "wants a space"),
    "has nothing": (lambda: has(), "at least one card"),
    "two words": (lambda: Deck({"a b": 1}), "one word"),
    "layer of two values": (lambda: can_rob("7 8"), "one value"),
    "mode": (lambda: can_rob("7", mode="hard"), "basic, advanced or expert"),
    "wild seven": (lambda: most(wild="7"), "Only jokers"),
    "best none": (lambda: best(0), "best(1)"),
    "straight of none": (lambda: straight(0), "straight"),
    "habit of 2": (lambda: laid_face_down(trap=2), "from 0 to 1"),
    "habit of a word": (lambda: habit(trap="often"), "from 0 to 1"),
    "no weights": (lambda: Dist({}), "weights"),
    "negative weights": (lambda: Dist({1: -1, 2: 3}), "weights"),
    "keep what is not there": (
        lambda: P(has("7"), LYNX.draw(2).redraw(keep=lambda hand: ["99"])), "cannot keep"),
    "deck runs out": (lambda: P(has("7"), Deck("7 8 9").draw(2).redraw(keep="7", times=2)), "last"),
    "redraw two hands": (lambda: LYNX.deal(2, 2).redraw("7"), "one hand"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_one_clear_sentence(name):
    wrong, words = BAD[name]
    with pytest.raises(BadInput) as caught:
        wrong()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_is_trap_and_habit_words():
    assert P(is_trap, Deck("trap 1h").draw(1)) == F(1, 2)
    red = habit(red="1/2", blue=1)
    assert P(has("blue"), given(red, Deck("red red blue").draw(1))) == F(1, 2)


def test_importing_cardkit_does_not_import_odds_and_odds_needs_no_numpy():
    code = "import sys, cardkit; assert 'cardkit.odds' not in sys.modules; import cardkit.odds; "
    code += "print({'numpy', 'pandas', 'matplotlib', 'scipy'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"
