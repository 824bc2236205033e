"""Questions: what is right, what is said to what is not, how numbers are read."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from cardkit import BadInput
from widgets.progress import Progress
from widgets.quiz import Feedback, Right, ask, choose, marked, predict
from widgets.reckon import reckon, shown

LADDER = ["Count triples.", "Neither kind.", "1 − C(69,3)/C(80,3)."]


@pytest.fixture
def kept(tmp_path):
    return Progress(tmp_path / "progress.json")


def send(quiz, verb, *places, **fields):
    """What a page sends."""
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    message = {"verb": verb, "places": list(places), "seat": None, "version": quiz._version}
    quiz._receive(quiz, {**message, **({"fields": named} if named else {})}, [])


# ---- numbers as people write them ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("11/80", Fraction(11, 80)),
        ("0.1375", Fraction(11, 80)),
        ("0,1375", Fraction(11, 80)),
        ("13.75%", Fraction(11, 80)),
        ("13,75 %", Fraction(11, 80)),
        (" = 1/2 ", Fraction(1, 2)),
        (".5", Fraction(1, 2)),
        ("1e-3", Fraction(1, 1000)),
        ("1 in 14", Fraction(1, 14)),
        ("3 out of 10", Fraction(3, 10)),
        ("−2", Fraction(-2)),
        ("-3/2", Fraction(-3, 2)),
        ("+1", Fraction(1)),
        ("(1 + 2) × 3 / 4", Fraction(9, 4)),
        ("2^3", Fraction(8)),
        ("2**-1", Fraction(1, 2)),
        ("C(69,2)/C(80,2)", Fraction(2346, 3160)),
        ("1 − [C(104,13) + 5·C(104,12)] / C(109,13)", Fraction(4172909, 38942757)),
        ("C(5, 7)", Fraction(0)),
        (Fraction(1, 3), Fraction(1, 3)),
        (7, Fraction(7)),
        (0.1, Fraction(1, 10)),
    ],
)
def test_numbers_are_read_exactly(text, value):
    assert reckon(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "seven", "1/0", "1//2", "2 3", "1 +", "x", "__import__('os')", "().__class__",
        "[i for i in (1,)]", "lambda: 1", "1 if 1 else 2", "'a'*9", "True", "None", "1j",
        "0x10 @ 2",
        "9**9**9**9", "9**(9**9)", "10**-99999", "C(9999,5000)", "C(-1,2)", "C(1.5,1)", "C(3)",
        "C(3, k=1)", "f(3,2)", "C(10**9,2)", "1e999999", "(" * 90 + ")" * 90, "1" * 201, "inf",
        "nan",
        "2**0.5", "1_0 in 3", "a.b", "1 < 2", "~1", "1, 2", "\x00", None, True, [], float("nan"),
        float("inf"), "9" * 100 + "**99",
    ],
)  # fmt: skip
def test_what_is_no_number_gets_a_sentence(text):
    with pytest.raises(BadInput) as wrong:
        reckon(text)
    assert wrong.value.text.endswith(".") and len(wrong.value.text) < 200


def test_values_are_shown_as_fraction_and_decimal():
    assert shown(Fraction(1, 3)) == "1/3 = 0.3333" and shown(Fraction(-3, 2)) == "−3/2 = −1.5"
    assert shown(Fraction(80771413868581, 136948785778890)) == "0.5898"


# ---- predict -------------------------------------------------------------------------------------

DECK = "You divided by the deck."
CHOICES = {"11/49": DECK, "11/80": True, "11/109": "Some of them you have seen."}


def test_a_prediction_is_made_once_and_then_revealed(kept):
    quiz = predict("A 10 or a joker?", CHOICES, reveal="29 seen.", key="a", progress=kept)
    assert "29 seen." not in quiz.html and DECK not in quiz.html
    assert quiz.answer("11/49") == Feedback(False, DECK)
    assert quiz.done and "29 seen." in quiz.html and DECK in quiz.html
    with pytest.raises(BadInput, match="already"):
        quiz.answer("11/80")
    assert kept.paws("a") == 2


def test_a_right_prediction(kept):
    choices = {**CHOICES, "11/80": Right("80 unseen.")}
    quiz = predict("A 10 or a joker?", choices, key="a", progress=kept)
    assert quiz.answer(1) == Feedback(True, "80 unseen.") and kept.paws("a") == 3


def test_a_prediction_without_a_right_answer_judges_nobody(kept):
    quiz = predict("What would you lay?", {"7 7 7": "0.9509.", "13 ★": "0.2875."}, progress=kept)
    assert quiz.answer("13 ★").right is None
    assert "Noted." in quiz.html and "is-missed" not in quiz.html and "Not quite" not in quiz.html


def test_a_number_can_be_predicted(kept):
    quiz = predict("How many?", answer="0.5898", within=0.1, reveal="Six values.", progress=kept)
    assert quiz.answer("30 %") == Feedback(False, "You said 3/10 = 0.3; it is 2949/5000 = 0.5898.")
    assert "Six values." in quiz.html
    near = predict("How many in 100?", answer="0.5898", within=0.1, progress=kept)
    assert near.answer("6/10").right


# ---- choose --------------------------------------------------------------------------------------


def test_choosing_goes_on_until_it_is_right(kept):
    quiz = choose("May you add?", {"Always": "The overlap!", "If disjoint": True}, key="b",
                  hints=LADDER, reveal="Because.", progress=kept)  # fmt: skip
    assert quiz.answer("Always") == Feedback(False, "The overlap!")
    assert not quiz.done and "Because." not in quiz.html and "b" not in kept
    assert quiz.answer("If disjoint").right and "Because." in quiz.html
    assert kept.paws("b") == 2


# ---- ask -----------------------------------------------------------------------------------------


def test_a_number_within_the_tolerance_is_right(kept):
    for text in ("407/1580", "0.2576", "25.76 %", "0.258", "1 - C(69,2)/C(80,2)"):
        assert ask("Two cards?", answer=Fraction(407, 1580), progress=kept).answer(text).right, text
    for text in ("0.2582", "0.257", "1/4"):
        quiz = ask("Two cards?", answer=Fraction(407, 1580), progress=kept)
        assert not quiz.answer(text).right and not quiz.done, text


def test_wrong_numbers_are_met_where_they_come_from(kept):
    quiz = ask(
        "Two cards?",
        answer="407/1580",
        wrong={Fraction(22, 80): "Twice one card.", "844/3160": "The overlap."},
        progress=kept,
    )
    assert quiz.answer("0.275").text == "Twice one card."
    assert quiz.answer("0.2671").text == "The overlap."
    assert quiz.answer("1.1278").text == "5639/5000 = 1.1278 is more than 1, and no chance is."
    assert quiz.answer("-0.1").text == "That is less than 0, and no chance is."
    assert quiz.answer("0.7424").text == "That is the chance of the opposite."
    assert quiz.answer("25.76").text == "Do you mean 25.76 %? Then write the percent sign."
    assert quiz.answer("0.1").text == "1/10 = 0.1 is too small."


def test_exact_answers_can_be_wanted(kept):
    quiz = ask("Chance that she robs?", answer=0, within=0, progress=kept)
    assert not quiz.answer("0.0001").right and quiz.answer("0").right


def test_large_numbers_may_be_grouped(kept):
    for text in ("3160", "3,160", "3 160", "C(80,2)"):
        assert ask("How many pairs?", answer=3160, progress=kept).answer(text).right, text


def test_several_numbers_at_once(kept):
    quiz = ask("p, q and the value?", {"p": "3/4", "q": "1/8", "value": "9/8"}, progress=kept)
    assert quiz.answer(p="3/4", q="1/2", value="9/8").text == "q: 1/2 = 0.5 is too large."
    with pytest.raises(BadInput, match="p, q, value"):
        quiz.answer("3/4")
    said = quiz.answer(p="0.75", q="12.5%", value="9/8")
    assert said == Feedback(True, "p = 3/4 = 0.75; q = 1/8 = 0.125; value = 9/8 = 1.125.")


def test_what_cannot_be_read_is_no_try(kept):
    quiz = ask("Two cards?", answer="1/2", progress=kept)
    with pytest.raises(BadInput):
        quiz.answer("half")
    assert quiz.tries == 0


# ---- the ladder ----------------------------------------------------------------------------------


def test_hints_come_one_by_one(kept):
    quiz = ask("Three cards?", answer="14883/41080", hints=LADDER, key="c", progress=kept)
    assert LADDER[0] not in quiz.html and "Hint 1 of 3" in quiz.html
    assert [quiz.hint() for _ in LADDER] == LADDER
    assert all(marked(hint) in quiz.html for hint in LADDER) and 'data-verb="hint"' not in quiz.html
    with pytest.raises(BadInput, match="no more hints"):
        quiz.hint()
    assert quiz.answer("0.3623").right and kept.paws("c") == 1


# ---- from the page -------------------------------------------------------------------------------


def test_clicks_do_what_python_does(kept):
    quiz = choose("May you add?", {"Always": "The overlap!", "If disjoint": True}, hints=LADDER,
                  progress=kept)  # fmt: skip
    send(quiz, "hint")
    send(quiz, "choose", "0")
    assert quiz.hinted == 1 and quiz.said == Feedback(False, "The overlap!")
    send(quiz, "choose", "1")
    assert quiz.done
    number = ask("Two?", answer="1/2", progress=kept)
    send(number, "answer", answer_0="half")
    assert "is no number" in number.html and not number.done
    send(number, "answer", answer_0="50 %")
    assert number.done
    guess = predict("How many?", answer="1/2", progress=kept)
    send(guess, "answer", answer_0="0.5")
    assert guess.done


@pytest.mark.parametrize(
    "message",
    [
        None, [], {"verb": "fly"}, {"verb": "choose", "places": ["9"]},
        {"verb": "choose", "places": []},
        {"verb": "choose", "places": ["-1"]}, {"verb": "choose", "places": ["x" * 1000]},
        {"verb": "answer", "places": [], "fields": {"answer-0": "1/2"}},
        {"verb": "_finish", "places": []}, {"verb": "hint", "places": [], "more": 1},
    ],
)  # fmt: skip
def test_hostile_messages_change_nothing(kept, message):
    quiz = choose("May you add?", {"Always": "No.", "If disjoint": True}, progress=kept)
    if isinstance(message, dict):
        message["version"] = quiz._version
    quiz._receive(quiz, message, [])
    assert (quiz.done, quiz.tries, quiz.hinted) == (False, 0, 0)


def test_after_the_end_nothing_more_counts(kept):
    quiz = ask("Two?", answer="1/2", hints=LADDER, progress=kept)
    quiz.answer("1/2")
    send(quiz, "answer", answer_0="1/3")
    send(quiz, "hint")
    assert quiz.done and quiz.tries == 1 and quiz.hinted == 0


def test_words_are_escaped_and_accessible(kept):
    bad = "<img src=x onerror=alert(1)>"
    quiz = choose(bad, {bad: bad, "fine": True}, hints=[bad] * 3, reveal=bad, progress=kept)
    quiz.hint()
    quiz.answer(bad)
    quiz.answer("fine")
    assert "<img" not in quiz.html and "&lt;img" in quiz.html
    assert 'role="status"' in quiz.html and 'aria-labelledby="asked"' in quiz.html
    number = ask("Two?", answer="1/2", progress=kept)
    with pytest.raises(BadInput):
        number.answer('"><script>')
    assert "<label>" in number.html


def test_an_answer_is_not_in_the_page_before_it_is_given(kept):
    wrong = {"22/80": "Twice."}
    quiz = ask("Two?", answer="407/1580", hints=LADDER, wrong=wrong, reveal="So.", progress=kept)
    state = re.sub("IPY_MODEL_[0-9a-f]+", "", str(quiz.get_state()))  # ids are any digits
    assert not any(word in state for word in ("407", "1580", "Twice.", "So.", *LADDER))


# ---- whoever writes a lesson ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "build",
    [
        lambda: predict("x"),
        lambda: predict("x", {"a": True, "b": "no"}, answer=1),
        lambda: predict("x", {"a": True, "b": True}),
        lambda: predict("x", {"a": True}),
        lambda: choose("x", {"a": "no", "b": "no"}),
        lambda: choose("x", {"a": False, "b": True}),
        lambda: ask("x", answer="1/2", hints=["one"]),
        lambda: ask("x", answer="1/2", wrong={"0.5001": "too near"}),
        lambda: ask("x", answer="half"),
    ],
)
def test_a_slip_of_the_author_is_named(build):
    with pytest.raises(BadInput):
        build()
