"""Nerves in JupyterLab: a round with a CHECK!, windows that close by themselves, levels, leaks."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.access import check_access
from tests.browser.lab import Lab
from tests.browser.tables import (
    ask,
    choice,
    contents,
    hand,
    history,
    in_hand,
    lay,
    listen,
    on_the_menu,
    play,
    question,
    tab_to,
    why,
)
from widgets import cards

# Fourteen lie there; the rivals never call and lay their smallest card.
ROUND = """
def patient(view):
    return "wait" if "wait" in view["moves"] else view["moves"][0]

def at(**more):
    game = cardkit.position("nerves", players=3, seed=5, row="5:0 5:1 4:2",
                            hands={0: "4h 5 1", 1: "1 2 3", 2: "1 2 4"}, pile="2 3 trap 1 2 5")
    return Table(game, bots=patient, save=False, **more)
"""


def row(table: Locator) -> list[str]:
    """The row as it is said: one label for each card."""
    cards = table.get_by_role("list", name=re.compile("^The row")).locator(".ck-card")
    return [card.get_attribute("aria-label") or "" for card in cards.all()]


def test_a_round_by_mouse_with_a_check(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROUND, "table = at(pause=0, window='ask')\ntable", game="Nerves")
    expect(question(table)).to_contain_text("Lay a card, or call CHECK!")

    # a try that is no move, and an illegal one
    expect(table.get_by_role("list", name="Your hand").get_by_role("button")).to_have_count(3)
    in_hand(table, "one-sided 4").click()
    expect(choice(table, "Lay 4 face up")).to_contain_text("row shows 18, 0 hidden")
    expect(choice(table, "Lay 4 face down")).to_contain_text("row shows 14, 1 hidden")
    play(table, choice(table, "Lay 4 face down"))

    # a window: look under my own heart, try to lay, then wait
    expect(question(table)).to_contain_text("Karolina laid a card: call CHECK!, or wait?")
    assert row(table)[3] == "unseen card, laid by you, you know it: 4"
    table.locator('[data-key="row-3"]').click()
    expect(why(table)).to_contain_text("nerves.see.heart")
    hand(table).first.click()
    expect(why(table)).to_contain_text("Karolina has just laid a card")
    check_access(page)
    play(table, choice(table, "Wait"))

    # the next window: CHECK!, and the reveal in steps
    expect(question(table)).to_contain_text("Michał laid a card")
    ask(page, "setattr(table, 'pause', 1.0)")
    choice(table, "CHECK!").click()
    expect(question(table)).to_contain_text("Place 4: you laid 4")
    expect(question(table)).to_contain_text("The sum is 20, 17 or more: you were right")
    expect(table.locator('[data-key="notes"]')).to_contain_text("nerves.check.hit")
    check_access(page)
    assert history(page) == ["lay 4h down", "wait", "check"]
    assert ask(page, "[table.game.composure, table.game.nerves]") == [[1, 0, 0], [0, 0, 1]]
    play(table, choice(table, "Go on"))
    expect(table.locator(".ck-meta")).to_contain_text("round 2")
    expect(question(table)).to_contain_text("Lay a card.")
    choice(table, "CHECK!").click()
    expect(why(table)).to_contain_text("nerves.turn.first-lays")


def test_a_lay_by_keyboard_only(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROUND, "table = at(pause=0, window='ask')\ntable", game="Nerves")
    key = page.keyboard.press
    key("Escape")

    tab_to(page, table.get_by_role("list", name="Your hand"))
    key("ArrowRight")
    key("Space")
    expect(table.get_by_role("button", pressed=True)).to_have_count(1)
    tab_to(page, table.get_by_role("group", name="Moves"))
    key("ArrowRight")
    expect(choice(table, "Lay 4 face down")).to_be_focused()
    key("Enter")
    expect(question(table)).to_contain_text("Karolina laid a card")
    expect(choice(table, "Wait")).to_be_focused()  # and not, by accident, on CHECK!
    key("Enter")
    expect(question(table)).to_contain_text("Michał laid a card")
    assert history(page) == ["lay 4h down", "wait"]
    expect(page.locator(".jp-CodeCell")).to_have_count(3)


def test_windows_close_by_themselves_or_never(page: Page, lab: Lab) -> None:
    table = lay(page, lab, ROUND, "table = at(pause=0, window=1)\ntable", game="Nerves")
    in_hand(table, "two-sided 1").click()
    play(table, choice(table, "Lay two-sided 1"))
    expect(table.locator(".ck-choice.is-closing")).to_contain_text("by itself in 1 s")
    expect(question(table)).to_contain_text("Lay a card, or call CHECK!")
    assert history(page) == ["lay 1", "wait", "wait"]

    # undo gives time; the menu can stop the clock for good
    play(table, table.get_by_role("button", name="Undo"))
    expect(question(table)).to_contain_text("Michał laid a card")
    expect(table.locator(".ck-choice.is-closing")).to_have_count(0)
    on_the_menu(table, "Download")
    table.locator("details").get_by_label("To call").select_option("ask")
    table.locator('[data-verb="wait-time"] button').click()
    page.wait_for_timeout(1500)
    expect(question(table)).to_contain_text("Michał laid a card")
    assert ask(page, "table.window") is None


def test_a_level_is_solved(page: Page, lab: Lab) -> None:
    source = "from widgets import learn\ntable = learn('nerves/sixteen', pause=0)\ntable"
    table = lay(page, lab, source, game="Nerves")

    def make(card: str, words: str) -> None:
        in_hand(table, card).click()
        play(table, choice(table, words))

    make("trap", "Lay trap face down")
    expect(why(table)).to_contain_text("step over your own trap")
    expect(why(table)).to_contain_text("nerves.trap.own")
    play(table, choice(table, "Try again"))
    make("trap", "Lay trap face up")
    expect(question(table)).to_contain_text("Kuba laid a card")
    play(table, choice(table, "CHECK!"))
    praise = table.locator('[data-key="praise"]')
    expect(praise).to_contain_text("Solved")
    expect(table.locator('[data-key="notes"]')).to_contain_text("nerves.trap.visible")
    check_access(page)


# Every one-sided number once, so that each can be searched for (and is not in this source).
DISTINCT = """
one, two, three, four, five = (f"{9 * 10 + n}h" for n in range(1, 6))
game = cardkit.position(
    "nerves", players=3, seed=8,
    deck={"1": 9, "2": 9, **dict.fromkeys((one, two, three, four, five), 1)},
    row=f"1:0 {two}:down:1 {three}:down:2", hands={0: f"{one} 1 2", 1: f"{four} 1 2", 2: "1 1 2"},
    pile=f"2 {five} 1 2 1 2")

def patient(view):
    return "wait" if "wait" in view["moves"] else "lay 1"

table = Table(game, bots=patient, pause=0, window="ask", save=False)
table
"""


def told(frames: list[bytes], page: Page) -> set[str]:
    """Which of the distinct cards are in what the page received or shows: in words or drawn."""
    texts = [contents(frame).decode(errors="replace") for frame in frames] + [page.content()]
    found = set()
    for number in map(str, range(91, 96)):
        words = re.compile(rf"one-sided {number}\b|\b{number}(h\b|♥|\\u2665)")
        drawn = cards.face("nerves", f"{number}h")
        drawn = drawn[drawn.index("<g") : drawn.index("</g>")]
        for text in texts:
            if words.search(text) or drawn in text.replace('\\"', '"'):
                found.add(number)
    return found


def test_hearts_stay_hearts_until_they_are_turned(page: Page, lab: Lab) -> None:
    frames = listen(page)
    table = lay(page, lab, DISTINCT, game="Nerves")
    expect(in_hand(table, "one-sided 91")).to_have_count(1)
    in_hand(table, "two-sided 2").click()
    expect(choice(table, "Lay two-sided 2")).to_be_visible()
    table.get_by_role("tab", name="Hint").click()
    play(table, choice(table, "Lay two-sided 2"))
    expect(question(table)).to_contain_text("Karolina laid a card")
    table.locator('[data-key="row-1"]').click()
    expect(why(table)).to_contain_text("Only Karolina knows")
    assert told(frames, page) == {"91"}, "my own card and no others"

    play(table, choice(table, "CHECK!"))
    expect(question(table)).to_contain_text("you were right")
    assert told(frames, page) == {"91", "92", "93"}, "the row's hearts, and nobody's hand"
    ask(page, "[table.game.hands, table.game.pile]")
    assert told(frames, page) == {"91", "92", "93", "94", "95"}, "the search would find them"
