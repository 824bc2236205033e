"""Every level: the position is possible, the goal can be reached, what is called wrong is wrong.

And what is cited is what the engine cites, in the accepted lines or in what a wrong move brings.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardkit
from widgets.learn import HELP_STEPS, Attempt, Level, Wrong, level, levels, read

GAMES = ("lynx", "nerves")
LEVELS = [each for game in GAMES for each in levels(game)]
TO_BE_TAUGHT: dict[str, set[str]] = {"lynx": set(), "nerves": set()}  # ids left to the lessons

every_level = pytest.mark.parametrize("level", LEVELS, ids=lambda each: each.id)
every_wrong = pytest.mark.parametrize(
    ("level", "wrong"),
    [(each, wrong) for each in LEVELS for wrong in each.wrong],
    ids=lambda each: each.id if isinstance(each, Level) else f"{each.after}-{each.move}",
)


def begun(level: Level, *moves: str) -> Attempt:
    """An attempt with the first questions answered and these moves made."""
    attempt = Attempt(level)
    answer_all(attempt)
    for move in moves:
        assert attempt.try_move(move).good, move
    return attempt


def answer_all(attempt: Attempt) -> None:
    while attempt.question:
        right = [choice.right for choice in attempt.question.choices].index(True)
        assert attempt.answer(right).good


def solved(level: Level, line: tuple[str, ...] = ()) -> Attempt:
    attempt = begun(level, *line)
    answer_all(attempt)
    return attempt


def cited(game: cardkit.Game) -> set[str]:
    """All that the engine has cited, in events and in the outcome."""
    rules = {event.rule for event in game.events}
    return rules | ({game.outcome.ended, game.outcome.rule} if game.outcome else set())


def cited_in_lines(level: Level) -> set[str]:
    return set().union(*(cited(solved(level, line).game) for line in level.accepted or [()]))


def cited_by_choices(level: Level) -> set[str]:
    """What the engine says when it is asked to deal as a choice proposes."""
    rules = set()
    for question in level.questions:
        for choice in question.choices:
            if choice.deal:
                with pytest.raises(cardkit.BadInput) as refused:
                    cardkit.new(level.game, **choice.deal)
                rules.add(refused.value.rule)
    return rules


def cited_by_wrong(level: Level, wrong: Wrong) -> set[str]:
    """What trying it makes the engine cite: the refusal, or the events it brings."""
    attempt = begun(level, *wrong.after)
    if wrong.move.startswith("claim "):
        return cited(attempt.game)
    refusal = attempt.game.why_not(wrong.move, level.seat)
    if refusal:
        return {refusal.rule}
    return {event.rule for event in attempt.try_move(wrong.move).events}


# ---- every level ---------------------------------------------------------------------------------


@every_level
def test_the_learner_is_asked_something(level):
    game = level.start()
    assert len(level.names) == game.players
    assert level.questions or level.seat in game.asked
    assert level.section in {rule.section for rule in cardkit.rules(level.game)}
    for text in (level.title, level.goal, level.done, *level.help):
        assert text.strip() == text and text
    assert len(level.help) == HELP_STEPS


@every_level
def test_accepted_lines_reach_the_goal(level):
    for line in level.accepted or [()]:
        attempt = solved(level, line)
        assert attempt.done and attempt.paws == 3
        assert not attempt._script, "scripted moves that nobody came to play"


@every_level
def test_no_line_is_the_beginning_of_another(level):
    for line in level.accepted:
        others = [other for other in level.accepted if other != line]
        assert not [other for other in others if other[: len(line)] == line]


@every_wrong
def test_a_wrong_answer_is_really_wrong(level, wrong):
    assert any(line[: len(wrong.after)] == wrong.after for line in level.accepted)
    attempt = begun(level, *wrong.after)
    before = attempt.game.record()
    answer = attempt.try_move(wrong.move)
    assert answer.kind in ("wrong", "refused", "told") and not attempt.done
    assert attempt.game.record() == before, "a wrong try is set back"
    assert answer.text.endswith((".", "?", "!"))
    assert wrong.say in answer.text and set(wrong.rules) <= set(answer.rules)
    if answer.kind == "wrong":
        assert wrong.say, "a legal move needs a telling answer"


@every_wrong
def test_a_wrong_answer_cites_what_the_engine_cites(level, wrong):
    assert wrong.rules
    assert set(wrong.rules) <= cited_by_wrong(level, wrong) | cited_in_lines(level)


@every_level
def test_what_a_level_teaches_is_cited_by_the_engine(level):
    known = cited_in_lines(level) | cited_by_choices(level)
    for wrong in level.wrong:
        known |= cited_by_wrong(level, wrong)
    assert level.rules and set(level.rules) <= known
    for question in level.questions:
        for choice in question.choices:
            assert choice.rules and set(choice.rules) <= known


@every_level
def test_questions_are_answered_one_way(level):
    for number, question in enumerate(level.questions):
        assert len({choice.text for choice in question.choices}) == len(question.choices) >= 2
        for index, choice in enumerate(question.choices):
            attempt = Attempt(level) if not question.after else begun(level, *level.accepted[0])
            for earlier in level.questions[:number]:
                if not earlier.after or not question.after:
                    attempt.answer([each.right for each in earlier.choices].index(True))
            assert attempt.question is question
            answer = attempt.answer(index)
            assert answer.good == choice.right and choice.say in answer.text


@every_level
def test_places_to_look_at_are_on_the_table(level):
    from widgets.layouts import scene

    shown = scene(level.start(), level.seat, level.names)
    keys = {"virtual", "pool"}  # zones that consist of parts
    for zone in shown.zones():
        keys |= {zone.key, *(spot.key for spot in zone.spots)}
    assert set(level.look) <= keys


# ---- the course ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_taught(game):
    wanted = {rule.id for rule in cardkit.rules(game) if rule.kind in ("rule", "ruling")}
    taught = {rule for each in levels(game) for rule in each.rules}
    assert taught <= wanted
    assert wanted - taught == TO_BE_TAUGHT[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_section_has_a_level_where_the_rule_does_not_apply(game):
    sections = {rule.section for rule in cardkit.rules(game) if rule.kind in ("rule", "ruling")}
    assert {each.section for each in levels(game)} == sections
    assert {each.section for each in levels(game) if not each.applies} == sections


# ---- the lesson's numbers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "deck", "hands"),
    [
        ("lynx/two-robberies", 51, [9, 8, 8, 9]),
        ("lynx/missing-card", 51, [6, 11, 10, 11]),
        ("lynx/beneath", 51, [7, 10, 12, 9]),
        ("lynx/lonely-13", 51, [5, 10, 11, 10]),
        ("lynx/last-lay", 51, [3, 12, 10, 11]),
        ("lynx/take-back-or-draw", 49, [8, 12, 10, 9]),
    ],
)
def test_positions_of_the_lesson_on_stealing(id, deck, hands):
    view = level(id).start().view(0)
    assert view["deck"] == deck and view["hands"] == hands
    for held, layers in zip(hands, view["tables"], strict=True):
        assert held + sum(map(len, layers)) + (len(view["stolen"]) if held == 8 else 0) >= 13


def test_the_first_robbery_is_the_worked_example():
    attempt = solved(level("lynx/two-robberies"), ("lay 7 7 7", "take", "leave"))
    assert attempt.game.view(0)["hand"].count("3") == 5
    moves = [str(move) for seat, move in attempt.game.history if seat == 2]
    assert moves == ["draw #5", "draw #3", "draw deck"]
    assert attempt.game.view(3)["hand"].count("5") >= 3


def test_the_last_lay_wins_thirteen_to_minus_seven():
    game = solved(level("lynx/last-lay"), ("lay 9 9 9",)).game
    assert game.scores() == [13, -11, -7, -9] and game.outcome.winners == (0,)


def test_the_chance_that_is_told_is_the_chance():
    from cardkit.odds import Deck, P, has

    start = level("lynx/take-back-or-draw").start()
    view = start.view(0)
    seen = view["hand"] + view["stolen"] + [card for place in view["pool"] for card in place]
    seen += [card for layers in view["tables"] for layer in layers for card in layer]
    two = (Deck("lynx") - " ".join(seen)).draw(2)
    assert P(has("10") | has("★"), two) == Fraction(407, 1580)


# ---- an attempt ----------------------------------------------------------------------------------


def test_a_move_nobody_wrote_an_answer_for_gets_a_fair_one():
    attempt = Attempt(level("lynx/two-robberies"))
    answer = attempt.try_move("lay 12")
    assert answer.kind == "wrong" and answer.text.startswith("Legal, but not yet the goal.")
    assert "lynx.steal.must" in answer.rules and "12 cannot rob Karolina" in answer.text


def test_an_illegal_move_gets_the_engines_own_sentence():
    attempt = Attempt(level("lynx/two-robberies"))
    refusal = attempt.game.why_not("lay 7 9")
    answer = attempt.try_move("lay 7 9")
    assert (answer.kind, answer.text, answer.rules) == ("refused", refusal.text, (refusal.rule,))
    assert attempt.try_move("fly").kind == "refused"


def test_others_cards_are_not_told():
    attempt = Attempt(level("lynx/two-robberies"))
    attempt.try_move("lay 7 7 7")
    drawn = [event for event in attempt.try_move("take").events if event.kind == "draw"]
    assert [event.cards for event in drawn] == [("*",), ("9",), ("?",)]


def test_a_claim_is_explained_even_where_no_answer_is_written():
    attempt = begun(level("lynx/lonely-13"), "lay 13")
    answer = attempt.try_move("claim 3")
    assert answer.kind == "told" and "lynx.steal.must" in answer.rules


def test_paws_tell_how_it_went():
    clean, helped, slipped = (Attempt(level("lynx/first-lay")) for _ in range(3))
    helped.help()
    assert helped.paws == 3, "the first step of help is free"
    helped.help()
    assert helped.paws == 2
    for _ in range(3):
        slipped.try_move("lay 2")
    assert (clean.paws, slipped.paws) == (3, 1)


def test_help_has_three_steps_and_fades():
    new, known = Attempt(level("lynx/first-lay")), Attempt(level("lynx/first-lay"), known=True)
    assert new.helps and not known.helps
    assert [new.help().text for _ in range(4)] == [*new.level.help, new.level.help[-1]]
    known.try_move("lay 2")
    known.try_move("lay 2")
    assert known.helps


def test_help_follows_the_learner():
    attempt = begun(level("lynx/two-robberies"), "lay 7 7 7")
    assert not attempt.hint and attempt.help().text == "Next: take."


def test_a_question_comes_first():
    attempt = Attempt(level("lynx/last-lay"))
    assert attempt.try_move("lay 9 9 9").kind == "told" and not attempt.done
    for nonsense in (-1, 9):
        with pytest.raises(cardkit.BadInput):
            attempt.answer(nonsense)


def test_reset_goes_back_to_the_start():
    attempt = begun(level("lynx/two-robberies"), "lay 7 7 7", "take")
    attempt.reset()
    assert attempt.game.record() == attempt.level.start().record() and not attempt.made


# ---- whoever writes a level ----------------------------------------------------------------------

PLAIN = """
[[level]]
id = "lynx/x"
title = "x"
section = "Setup"
rules = []
goal = "x"
done = "x"
names = []
deal = { seed = 1 }
"""


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("[[level", "level: "),
        ("[[level]]\nid = 'lynx/x'", "goal and names"),
        (PLAIN, "accepted lines, or what it plays, or questions"),
        (PLAIN + "plays = ['end']\ncolour = 'red'", "there is no field colour"),
        (PLAIN + "plays = ['end']\nhelp = ['one']", "help has 3 steps, not 1"),
        (PLAIN + "plays = ['end']\nposition = { players = 3 }", "either a position or a deal"),
        (PLAIN + "[[level.wrong]]\nsay = 'x'", "move is missing"),
        (
            PLAIN + "[[level.questions]]\nask = 'x'\nchoices = [{ text = 'a', say = 'b' }]",
            "one right choice",
        ),
    ],
)
def test_a_slip_in_a_level_file_is_named(toml, said):
    with pytest.raises(cardkit.BadInput, match=said):
        read("lynx", toml)


def test_unknown_levels_are_named():
    for id in ("lynx/nothing", "poker/x", ""):
        with pytest.raises(cardkit.BadInput, match=r"There (is|are) no level"):
            level(id)
