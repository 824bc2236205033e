"""Every Lynx level solved in JupyterLab as a learner does it: mistakes first, then the goal."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import check_access
from tests.browser.lab import Lab
from tests.browser.tables import ask, called, choices, in_hand, lay, play, version, why
from widgets.learn import Level, Question, Wrong, levels

SPOKEN = {"★": "joker", "*": "joker"}
BUTTONS = {"take": "Take", "leave": "Leave", "take back": "Take back", "discard": "Discard",
           "end": "End turn"}  # fmt: skip
# There is nothing to click for these: a virtual player that must be robbed, an empty deck.
NOT_OFFERED = {("lynx/any-set", "rob none"), ("lynx/deck-is-empty", "draw deck")}


@pytest.mark.timeout(600)
def test_every_level_is_solved_through_the_interface(page: Page, lab: Lab) -> None:
    table = lay(page, lab, "from widgets import learn\ntable = learn('lynx', pause=0)\ntable")
    course = levels("lynx")
    for number, level in enumerate(course):
        expect(table.locator(".ck-meta")).to_contain_text(f"level {number + 1} of {len(course)}")
        expect(table.get_by_role("region", name="Level")).to_contain_text(level.goal)
        solve(table, level)
        praise = table.locator('[data-key="praise"]')
        expect(praise).to_contain_text("Solved")
        expect(praise).to_contain_text(level.done)
        for rule in level.rules:
            expect(table.locator('[data-key="notes"]')).to_contain_text(rule)
        if number == 0:
            check_access(page)
        if level is not course[-1]:
            play(table, press(table, "Next level"))
    assert ask(page, "sorted(table.kept._done)") == sorted(level.id for level in course)


def solve(table: Locator, level: Level) -> None:
    """Questions, wrong tries along an accepted line, that line, the questions after it."""
    for question in level.questions:
        if not question.after:
            reply(table, question)
    line = max(level.accepted, default=(), key=lambda line: len(mistakes(level, line)))
    tries = mistakes(level, line)
    for number, move in enumerate(line):
        for wrong in tries:
            if len(wrong.after) == number:
                mistake(table, level, wrong)
        before = version(table)
        make(table, level, move)
        expect(table.locator("xpath=..")).not_to_have_attribute("data-version", before or "")
    for question in level.questions:
        if question.after:
            reply(table, question)


def mistakes(level: Level, line: tuple[str, ...]) -> list[Wrong]:
    """The wrong moves that one can try along a line."""
    return [
        wrong
        for wrong in level.wrong
        if wrong.after == line[: len(wrong.after)] and (level.id, wrong.move) not in NOT_OFFERED
    ]


def reply(table: Locator, question: Question) -> None:
    """Every wrong answer first."""
    expect(table.locator(".ck-sentence")).to_contain_text(question.ask)
    for choice in question.choices:
        if not choice.right:
            press(table, choice.text).click()
            expect_told(table, choice.say, choice.rules)
    right = next(choice for choice in question.choices if choice.right)
    play(table, press(table, right.text))


def mistake(table: Locator, level: Level, wrong: Wrong) -> None:
    """Try it, read the answer, and take it back."""
    make(table, level, wrong.move)
    expect_told(table, wrong.say, wrong.rules)
    for card in reversed(table.get_by_role("button", pressed=True).all()):
        card.click()
    expect(table.get_by_role("button", pressed=True)).to_have_count(0)


def expect_told(table: Locator, say: str, rules: tuple[str, ...]) -> None:
    expect(why(table)).to_contain_text(say or ".")
    for rule in rules:
        expect(why(table)).to_contain_text(rule)
    again = table.get_by_role("button", name="Try again")
    if again.count():
        play(table, again)
    else:
        why(table).get_by_role("button", name="Close").click()
    expect(why(table)).to_have_count(0)


def press(table: Locator, words: str) -> Locator:
    moves = table.get_by_role("group", name="Moves")
    return moves.get_by_role("button", name=re.compile(f"^{re.escape(words)}( |$)"))


def make(table: Locator, level: Level, move: str) -> None:
    """A move in notation, as clicks."""
    verb, *words = move.split()
    if move in BUTTONS:
        table.get_by_role("button", name=BUTTONS[move], exact=True).click()
    elif verb == "lay":
        for card, many in Counter(words).items():
            for place in range(many):
                in_hand(table, SPOKEN.get(card, card)).nth(place).click()
        expect(table.get_by_role("button", pressed=True)).to_have_count(len(words))
        expect(choices(table).first).to_have_text("Lay " + " ".join(words).replace("*", "★"))
        choices(table).first.click()
    elif move == "draw deck":
        table.get_by_role("button", name="unseen card, draw from the deck").click()
    elif verb == "draw":
        pool = table.get_by_role("group", name="Pool", exact=True)
        if words[0] == "pool":
            called(pool, SPOKEN.get(words[1], words[1])).first.click()
        else:
            pool.get_by_role("button").nth(int(words[0][1:]) - 1).click()
    elif verb == "rob":
        sets = table.get_by_role("group", name=f"set: {len(words)} of {words[0]}", exact=True)
        sets.get_by_role("button").click()
    elif verb == "claim":
        name = level.names[int(words[0])]
        seat = table.get_by_role("listitem", name=re.compile(f"^{name}"))
        seat.get_by_role("button", name=re.compile("claim this layer")).click()
    else:
        raise AssertionError(f"nobody has said how to click {move!r}")
